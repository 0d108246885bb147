import type { Root } from 'mdast'
import { type Problems, unreadLines } from '../problems.ts'
import { htmlOfAsciiDoc, looksLikeAsciiDoc } from './asciidoc.ts'
import { fenceAfter } from './components.ts'
import { htmlOfData, looksLikeData } from './data.ts'
import { droppedPath } from './dropped.ts'
import { htmlOfFeed, htmlOfJsonFeed, looksLikeFeed, looksLikeJsonFeed } from './feed.ts'
import { looksLikeConfluence, pageOfConfluence } from './forms/confluence.ts'
import { htmlOfDocument, looksLikeDocument } from './forms/document-xml.ts'
import { looksLikeMagicBlocks, markdownOfMagicBlocks } from './forms/magic-blocks.ts'
import { looksLikeMdoc, markdownOfMdoc } from './forms/mdoc.ts'
import { looksLikeOutline, markdownOfOutline } from './forms/outline.ts'
import {
  looksLikeChangeLog,
  looksLikeDebianLog,
  looksLikeDigest,
  looksLikeMailbox,
  looksLikeNumberedText,
  markdownOfChangeLog,
  markdownOfDebianLog,
  markdownOfDigest,
  markdownOfMailbox,
  markdownOfNumberedText,
} from './forms/plain-text.ts'
import { htmlOfStanzas, looksLikeStanzas } from './forms/stanzas.ts'
import { looksLikeTextile, markdownOfTextile } from './forms/textile.ts'
import { htmlOfToml, looksLikeToml } from './forms/toml.ts'
import { looksLikeTroff, markdownOfTroff } from './forms/troff.ts'
import { looksLikeWiki, markdownOfWiki } from './forms/wiki.ts'
import { htmlOfXml, looksLikeXml } from './forms/xml.ts'
import { readHtml } from './html.ts'
import { frontMatter, htmlOfMarkdown, looksLikeOrg, markdownOfOrg } from './markdown.ts'
import { htmlOfRestructuredText, looksLikeRestructuredText, withGridTables } from './restructured-text.ts'
import { htmlOfSeparated, looksSeparated } from './separated.ts'

// The parser needs seconds for a page of this size made of nothing but structure; published ones have a tenth of it.
const mostCharacters = 512 * 1024
const mostLines = 20_000

// And it needs time in proportion to the square of these.
const deepestContainer = 10
const deepestIndent = 200
const mostMarksOfLine = 1_500
const mostMarksOfParagraph = 3_000

const containerMarks = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/
const markPattern = /[*_~[\]`<|&@:!]/g
const tableRule = /^(?=.*\|)(?=.*-)[\s>|:-]+$/
const blockBegin = /^(?:[ \t>]*(?:#+|[-*+]|\d+[.)])[ \t]|\s*$)/

/** True for text that is a web page rather than the source of one. DocBook has articles too. */
export const looksLikeHtml = (text: string): boolean =>
  /^(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->)*<(?:!doctype\s+html|html|head|body|main|article(?![^<>]*docbook))\b/i.test(
    text.slice(0, 4_096),
  )

const ofMacro = 'has a macro that is not known.'
const ofTable = 'belongs to a table that is not read.'

/** A form of page, and how it is written in another one. */
type Form = readonly [
  is: (text: string, from: string) => boolean,
  written: (source: string, from: string, problems: Problems) => string,
]

/** Forms that are written as HTML made of their parts, which says on which line each stands. */
const forms: readonly Form[] = [
  [looksLikeFeed, htmlOfFeed],
  [looksLikeJsonFeed, htmlOfJsonFeed],
  [looksLikeDocument, htmlOfDocument],
  [looksLikeXml, htmlOfXml],
  [looksLikeToml, htmlOfToml],
  [looksLikeStanzas, htmlOfStanzas],
  [looksLikeData, htmlOfData],
  [looksSeparated, htmlOfSeparated],
  [looksLikeAsciiDoc, (source, from, problems) => htmlOfAsciiDoc(source, unreadLines(problems, from, ofTable))],
  [looksLikeRestructuredText, htmlOfRestructuredText],
  [looksLikeOutline, source => htmlOfMarkdown(markdownOfOutline(source))],
]

/** Forms that are written as Markdown or as a page of HTML, line by line. */
const rewritings: readonly Form[] = [
  [looksLikeConfluence, pageOfConfluence],
  [looksLikeMagicBlocks, markdownOfMagicBlocks],
  // What Confluence has in its place may be called the same as MediaWiki.
  [looksLikeTextile, markdownOfTextile],
  [looksLikeWiki, markdownOfWiki],
  // Lists of AsciiDoc have the marks of its headings.
  [(text, from) => looksLikeOrg(text, from) && !looksLikeAsciiDoc(text, from), markdownOfOrg],
  [looksLikeTroff, (source, from, problems) => markdownOfTroff(source, unreadLines(problems, from, ofMacro))],
  [looksLikeMdoc, (source, from, problems) => markdownOfMdoc(source, unreadLines(problems, from, ofMacro))],
  [looksLikeChangeLog, markdownOfChangeLog],
  [looksLikeDebianLog, markdownOfDebianLog],
  [looksLikeMailbox, markdownOfMailbox],
  [looksLikeDigest, markdownOfDigest],
  [looksLikeNumberedText, markdownOfNumberedText],
]

/** The records in the front matter of a page that shows them by a template: `+++ [[deprecation]] … +++`. */
const recordsInFront = (source: string): string => {
  const [, mark, front = ''] = frontMatter.exec(source) ?? []
  const areRecords = /^(?:\[\[[\w.-]+\]\]|[ \t]*- (?:[\w-]+:|\{))/m.test(front) && /\/v\d\//.test(front)
  if (!areRecords) return ''
  try {
    return (mark === '+++' ? htmlOfToml : htmlOfData)(`\n${front}`)
  } catch {
    // What it names is noted as dropped.
    return ''
  }
}

/**
 * A page as a tree of blocks, whatever it is written in: Markdown, Org mode, HTML, AsciiDoc, reStructuredText, MediaWiki, Textile, a manual
 * page, plain text as RFCs, GNU and Debian have it, a mailbox, RSS, Atom, DocBook and other XML, JSON, YAML, TOML or comma-separated values. Never throws.
 */
export const readPage = (text: string, from: string, problems: Problems): Root => {
  try {
    const whole = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
    const markdown = rewritings.find(([is]) => is(whole, from))?.[1]
    const written = markdown?.(whole, from, problems) ?? whole
    const isHtml = looksLikeHtml(written)
    const html = isHtml || markdown ? undefined : forms.find(([is]) => is(written, from))?.[1]
    const isMarkdown = !isHtml && html === undefined
    const plain = isMarkdown ? withGridTables(written.split('\n')).join('\n') : written
    const source = readableSource(plain, from, problems, isMarkdown)
    const page = isHtml
      ? readHtml(source)
      : readHtml(html ? html(source, from, problems) : recordsInFront(source) + htmlOfMarkdown(source), true)
    const dropped = problems.parts().length === 0 ? droppedPath(whole, page, from) : undefined
    if (dropped) problems.unread(dropped)
    return page
  } catch {
    // What passes the guard and still exhausts a parser is no page that anyone published.
    problems.unread({ line: 1, why: `${from} cannot be read as a page.` })
    return { type: 'root', children: [] }
  }
}

/** The same text with the lines emptied that no reader could make sense of; line numbers stay as they are. */
const readableSource = (whole: string, from: string, problems: Problems, isMarkdown: boolean): string => {
  const all = whole.slice(0, mostCharacters).split('\n')
  const lines = all.slice(0, mostLines)
  if (whole.length > mostCharacters || all.length > mostLines)
    problems.unread({
      line: lines.length,
      why: `${from} is larger than ${mostCharacters / 1024} KiB or ${mostLines} lines; only its beginning is read.`,
    })
  const isRule = (line = '', above = ''): boolean => tableRule.test(line) && above.includes('|')
  let marks = 0
  let inTable = false
  let fence = ''
  return lines
    .map((line, index) => {
      const unread = (what: string): string => {
        unreadLines(problems, from, what)(index + 1)
        return ''
      }
      inTable = line.trim() !== '' && (inTable || isRule(line, lines[index - 1]))
      fence = fenceAfter(fence, line)
      // AsciiDoc and others have tables that Markdown has not: their cells would be read as sentences.
      if (isMarkdown && fence === '' && !inTable && line.trimStart().startsWith('|') && !isRule(lines[index + 1], line))
        return unread(ofTable)
      // Each of these begins a text of its own, in which nothing of the lines before is still open.
      if (inTable || blockBegin.test(line)) marks = 0
      const ofLine = line.match(markPattern)?.length ?? 0
      marks += ofLine
      const depth = containerMarks.exec(line)?.[0].match(/[>*+.)-]/g)?.length ?? 0
      return depth > deepestContainer ||
        line.search(/[^ \t>]/) > deepestIndent ||
        ofLine > mostMarksOfLine ||
        marks > mostMarksOfParagraph
        ? unread('is not readable text and is left out.')
        : line
    })
    .join('\n')
}
