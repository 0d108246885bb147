import GithubSlugger from 'github-slugger'
import type { BlockContent, DefinitionContent, Heading, Nodes, Root, RootContent } from 'mdast'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { lineOf, type Run, readable, runOf } from './markdown-text.ts'
import { type Problems, quoted } from './problems.ts'

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

/** True for text that is a web page rather than its Markdown source. */
export const looksLikeHtml = (text: string): boolean => {
  return /^(?:\uFEFF|\s)*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(
    text.slice(0, 4_096),
  )
}

/** The same text with the lines emptied that no reader could make sense of; line numbers stay as they are. */
export const readableMarkdown = (text: string, from: string, problems: Problems): string => {
  const whole = text.replace(/^\uFEFF/, '')
  const lines = whole.slice(0, mostCharacters).split(/\r\n|\n|\r/)
  if (whole.length > mostCharacters || lines.length > mostLines)
    problems.add(
      `${from} is larger than ${mostCharacters / 1024} KiB or ${mostLines} lines; only its beginning is read.`,
    )
  let marks = 0
  let inTable = false
  return lines
    .slice(0, mostLines)
    .map((line, index) => {
      const ofLine = line.match(markPattern)?.length ?? 0
      if (isTableRule(line, lines[index - 1])) inTable = true
      if (line.trim() === '') inTable = false
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
      problems.add(`Line ${index + 1} of ${from} is not text for a reader and is left out.`)
      return ''
    })
    .join('\n')
}

const isTableRule = (line: string, above: string | undefined): boolean => {
  return above?.includes('|') === true && line.includes('|') && tableRule.test(line.replace(/^[ \t>]+/, '').trimEnd())
}

/** A block of a page, outside of block quotes. */
export type Block = RootContent | BlockContent | DefinitionContent

/** A heading and the blocks up to the next one. The first section of a page has no heading. */
export interface Section {
  readonly heading?: Run
  /** Text of the heading without an explicit `{#id}`. */
  readonly title: string
  /** 1 to 6; 0 for what stands before the first heading. */
  readonly depth: number
  readonly line: number
  readonly blocks: readonly Block[]
  /** What a link's fragment may call this section. */
  readonly anchors: ReadonlySet<string>
  /** Index of the section around this one. */
  readonly parent?: number
}

const explicitId = /\s?\{\s?#([^\s{}]{1,200})(?:\s[^{}]{0,200})?\}$/

/** Parses a page into its sections, in order. A page that the parser gives up on has none. */
export const readSections = (text: string, from: string, problems: Problems): readonly Section[] => {
  const source = readableMarkdown(text, from, problems)
  let root: Root
  try {
    root = unified().use(remarkParse).use(remarkFrontmatter, ['yaml', 'toml']).use(remarkGfm).parse(source)
  } catch {
    // What passes the guard and still exhausts the parser's stack is no page that anyone published.
    problems.add(`${from} cannot be read as Markdown.`)
    return []
  }
  return sectionsOf(blocksOf(root))
}

/** The section and everything below its heading: up to the next heading of the same or a higher level. */
export const wholeSection = (sections: readonly Section[], index: number): readonly Section[] => {
  const first = sections[index]
  if (first === undefined) return []
  let end = index + 1
  while ((sections[end]?.depth ?? 0) > first.depth) end += 1
  return sections.slice(index, end)
}

/** Index of the section that a link leads to, undefined if it leads elsewhere. */
export const linkedSection = (sections: readonly Section[], url: string, title: string): number | undefined => {
  const fragment = fragmentOf(url)
  if (fragment === undefined) return undefined
  const exact = sections.findIndex(
    section => section.anchors.has(fragment) || section.anchors.has(fragment.toLowerCase()),
  )
  if (exact !== -1) return exact
  const alike = (wanted: string) =>
    wanted === '' ? -1 : sections.findIndex(({ depth, title: heading }) => depth > 0 && lettersOf(heading) === wanted)
  const near = alike(lettersOf(fragment))
  if (near !== -1) return near
  if (!url.startsWith('#')) return undefined
  const named = alike(lettersOf(title))
  if (named !== -1) return named
  // A heading that grew after the link was written.
  const longer = sections.flatMap(({ anchors }, at) =>
    [...anchors].some(anchor => anchor.startsWith(fragment)) ? [at] : [],
  )
  return longer.length === 1 ? longer[0] : undefined
}

const fragmentOf = (url: string): string | undefined => {
  const at = url.indexOf('#')
  if (at === -1 || at === url.length - 1) return undefined
  const fragment = url.slice(at + 1)
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

const lettersOf = (text: string): string => {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const blocksOf = (root: Root): Block[] => {
  const blocks: Block[] = []
  const add = (nodes: readonly Block[], depth: number): void => {
    for (const node of nodes) {
      // A notice box is part of the text around it.
      if (node.type === 'blockquote' && depth < 50) add(node.children, depth + 1)
      else blocks.push(node)
    }
  }
  add(root.children, 0)
  return blocks
}

const sectionsOf = (blocks: readonly Block[]): Section[] => {
  const slugger = new GithubSlugger()
  const sections: (Section & { readonly blocks: Block[]; readonly anchors: Set<string> })[] = [
    { title: '', depth: 0, line: 1, blocks: [], anchors: new Set() },
  ]
  /** Indices of the headings around the current block, outermost first. */
  const around: number[] = []
  let waiting: string[] = []
  for (const block of blocks) {
    const current = sections.at(-1)
    if (block.type !== 'heading') {
      const anchors = htmlAnchors(block)
      for (const anchor of anchors) current?.anchors.add(anchor)
      // An anchor alone on its line is meant for the heading below it.
      waiting = anchors.length > 0 && readable(runOf(block)) === '' ? [...waiting, ...anchors] : []
      current?.blocks.push(block)
      continue
    }
    for (const anchor of waiting) current?.anchors.delete(anchor)
    while ((sections[around.at(-1) ?? 0]?.depth ?? 0) >= block.depth) around.pop()
    const parent = around.at(-1)
    around.push(sections.length)
    sections.push({ ...headingOf(block, slugger, waiting), blocks: [], ...(parent !== undefined && { parent }) })
    waiting = []
  }
  return sections
}

const headingOf = (node: Heading, slugger: GithubSlugger, waiting: readonly string[]) => {
  const heading = runOf(node)
  const full = readable(heading)
  const explicit = explicitId.exec(full)?.[1]
  const title = full.replace(explicitId, '')
  const anchors = new Set([...waiting, ...htmlAnchors(node), slugger.slug(title)])
  if (explicit !== undefined) anchors.add(explicit)
  return { heading, title, depth: node.depth, line: lineOf(node), anchors }
}

const htmlAnchors = (node: Nodes): string[] => {
  if (node.type === 'html')
    return [...node.value.matchAll(/<a\b[^<>]{0,200}?\b(?:id|name)\s*=\s*["']?([^\s"'<>]+)/gi)].map(
      match => match[1] ?? '',
    )
  if (node.type !== 'paragraph' && node.type !== 'heading') return []
  return node.children.flatMap(child => htmlAnchors(child))
}

/** One sentence for a link within the page that leads nowhere. */
export const deadLink = (url: string, line: number, from: string): string => {
  return `Line ${line} of ${from} links to ${quoted(url)}, which is no heading of the page.`
}
