import type { Root } from 'mdast'
import type { Problems } from '../problems.ts'
import { htmlOfAsciiDoc, looksLikeAsciiDoc } from './asciidoc.ts'
import { htmlOfData, looksLikeData } from './data.ts'
import { readHtml } from './html.ts'
import { htmlOfMarkdown, looksLikeOrg, markdownOfOrg } from './markdown.ts'
import { htmlOfRestructuredText, looksLikeRestructuredText } from './restructured-text.ts'
import { htmlOfSeparated, looksSeparated } from './separated.ts'
import { looksLikeWiki, markdownOfWiki } from './wiki.ts'

// The parser needs seconds for a page of this size made of nothing but structure; published ones have a tenth of it.
const mostCharacters = 512 * 1024
const mostLines = 20_000

// And it needs time in proportion to the square of these.
const deepestContainer = 10
const deepestIndent = 200
const mostMarksOfLine = 1_500
const mostMarksOfParagraph = 3_000

const containerMarks = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/
const markPattern = /[*_~[\]`<|&@:]/g
const tableRule = /^\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*\|?$/

/** True for text that is a web page rather than the source of one. */
export const looksLikeHtml = (text: string): boolean =>
  /^(?:\uFEFF|\s)*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html|head|body|main|article)\b/i.test(
    text.slice(0, 4_096),
  )

/**
 * A page as a tree of blocks, whatever it is written in: Markdown, Org mode, HTML, AsciiDoc, reStructuredText, MediaWiki, JSON, YAML or
 * comma-separated values. Never throws.
 */
export const readPage = (text: string, from: string, problems: Problems): Root => {
  try {
    const written = looksLikeWiki(text)
      ? markdownOfWiki(text)
      : // Lists of AsciiDoc have the marks of its headings.
        looksLikeOrg(text, from) && !looksLikeAsciiDoc(text, from)
        ? markdownOfOrg(text)
        : text
    const source = readableSource(written, from, problems)
    if (looksLikeHtml(source)) return readHtml(source)
    if (/^\s*<\?xml\b/.test(source)) throw new SyntaxError('XML in words of its own')
    if (looksLikeData(source, from)) return readHtml(htmlOfData(source), true)
    if (looksSeparated(source, from)) return readHtml(htmlOfSeparated(source, from), true)
    if (looksLikeAsciiDoc(source, from))
      return readHtml(
        htmlOfAsciiDoc(source, line =>
          problems.unread({ line, why: `Line ${line} of ${from} belongs to a table that is not read.` }),
        ),
        true,
      )
    return readHtml(
      looksLikeRestructuredText(source, from) ? htmlOfRestructuredText(source) : htmlOfMarkdown(source),
      true,
    )
  } catch {
    // What passes the guard and still exhausts a parser is no page that anyone published.
    problems.unread({ line: 1, why: `${from} cannot be read as a page.` })
    return { type: 'root', children: [] }
  }
}

/** The same text with the lines emptied that no reader could make sense of; line numbers stay as they are. */
const readableSource = (text: string, from: string, problems: Problems): string => {
  const whole = text.replace(/^\uFEFF/, '')
  const lines = whole.slice(0, mostCharacters).split(/\r\n|\n|\r/)
  if (whole.length > mostCharacters || lines.length > mostLines)
    problems.unread({
      line: Math.min(lines.length, mostLines),
      why: `${from} is larger than ${mostCharacters / 1024} KiB or ${mostLines} lines; only its beginning is read.`,
    })
  const isMarkdown = ![looksLikeHtml, looksLikeData, looksSeparated, looksLikeRestructuredText, looksLikeAsciiDoc].some(
    is => is(whole, from),
  )
  let marks = 0
  let inTable = false
  let inCode = false
  return lines
    .slice(0, mostLines)
    .map((line, index) => {
      const ofLine = line.match(markPattern)?.length ?? 0
      if (isTableRule(line, lines[index - 1])) inTable = true
      if (line.trim() === '') inTable = false
      if (/^[ \t>]*(?:```|~~~)/.test(line)) inCode = !inCode
      const isRow = !inTable && /^\s*\|/.test(line) && !isTableRule(lines[index + 1] ?? '', line)
      // AsciiDoc and others have tables that Markdown has not: their cells would be read as sentences.
      if (isMarkdown && !inCode && isRow) {
        problems.unread({ line: index + 1, why: `Line ${index + 1} of ${from} belongs to a table that is not read.` })
        return ''
      }
      // Each of these begins a text of its own, in which nothing of the lines before is still open.
      if (inTable || line.trim() === '' || /^[ \t>]*(?:#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t])/.test(line)) marks = 0
      marks += ofLine
      const depth = containerMarks.exec(line)?.[0].match(/[>*+.)-]/g)?.length ?? 0
      const indent = /^[ \t>]*/.exec(line)?.[0].length ?? 0
      if (
        depth <= deepestContainer &&
        indent <= deepestIndent &&
        ofLine <= mostMarksOfLine &&
        marks <= mostMarksOfParagraph
      )
        return line
      problems.unread({
        line: index + 1,
        why: `Line ${index + 1} of ${from} is not text for a reader and is left out.`,
      })
      return ''
    })
    .join('\n')
}

const isTableRule = (line: string, above: string | undefined): boolean => {
  return above?.includes('|') === true && line.includes('|') && tableRule.test(line.replace(/^[ \t>]+/, '').trimEnd())
}
