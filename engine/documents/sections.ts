import GithubSlugger from 'github-slugger'
import type { BlockContent, DefinitionContent, Heading, Nodes, Root, RootContent } from 'mdast'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { readableMarkdown } from './markdown-guard.ts'
import { lineOf, type Run, readable, runOf } from './markdown-text.ts'
import { type Problems, quoted } from './problems.ts'

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

const EXPLICIT_ID = /\s?\{\s?#([^\s{}]{1,200})(?:\s[^{}]{0,200})?\}$/

/** Parses a page into its sections, in order. A page that the parser gives up on has none. */
export function readSections(text: string, from: string, problems: Problems): readonly Section[] {
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
export function wholeSection(sections: readonly Section[], index: number): readonly Section[] {
  const first = sections[index]
  if (first === undefined) return []
  let end = index + 1
  while ((sections[end]?.depth ?? 0) > first.depth) end += 1
  return sections.slice(index, end)
}

/** Index of the section that a link leads to, undefined if it leads elsewhere. */
export function linkedSection(sections: readonly Section[], url: string, title: string): number | undefined {
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

function fragmentOf(url: string): string | undefined {
  const at = url.indexOf('#')
  if (at === -1 || at === url.length - 1) return undefined
  const fragment = url.slice(at + 1)
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function blocksOf(root: Root): Block[] {
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

function sectionsOf(blocks: readonly Block[]): Section[] {
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

function headingOf(node: Heading, slugger: GithubSlugger, waiting: readonly string[]) {
  const heading = runOf(node)
  const full = readable(heading)
  const explicit = EXPLICIT_ID.exec(full)?.[1]
  const title = full.replace(EXPLICIT_ID, '')
  const anchors = new Set([...waiting, ...htmlAnchors(node), slugger.slug(title)])
  if (explicit !== undefined) anchors.add(explicit)
  return { heading, title, depth: node.depth, line: lineOf(node), anchors }
}

function htmlAnchors(node: Nodes): string[] {
  if (node.type === 'html')
    return [...node.value.matchAll(/<a\b[^<>]{0,200}?\b(?:id|name)\s*=\s*["']?([^\s"'<>]+)/gi)].map(
      match => match[1] ?? '',
    )
  if (node.type !== 'paragraph' && node.type !== 'heading') return []
  return node.children.flatMap(child => htmlAnchors(child))
}

/** One sentence for a link within the page that leads nowhere. */
export function deadLink(url: string, line: number, from: string): string {
  return `Line ${line} of ${from} links to ${quoted(url)}, which is no heading of the page.`
}
