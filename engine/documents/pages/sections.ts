import GithubSlugger from 'github-slugger'
import type {
  BlockContent,
  DefinitionContent,
  Heading,
  ListItem,
  Nodes,
  Paragraph,
  PhrasingContent,
  RootContent,
} from 'mdast'
import { datesIn, isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { isMentionOf, isRemovedRoute } from '../../../checks/documents/published-documents.ts'
import { isKind, isStateWord } from '../../../checks/documents/vocabulary.ts'
import { defined } from '../../../contracts/defined.ts'
import { lifecycle } from '../../../contracts/lifecycle.ts'
import { withoutDates } from '../days.ts'
import { fragmentPart } from '../mentions.ts'
import { type Problems, quoted } from '../problems.ts'
import { replacementLabel } from '../replacement-label.ts'
import { withFieldLines } from './forms/field-lines.ts'
import { readPage } from './page.ts'
import { lineOf, type Run, readable, runOf, slice } from './text.ts'

/** A block of a page, outside of block quotes. */
export type Block = RootContent | BlockContent | DefinitionContent

/** A heading and the blocks up to the next one. The first section of a page has no heading. */
export interface Section {
  readonly heading?: Run
  /** Text of the heading without an explicit `{#id}`. */
  readonly title: string
  /** 1 to 6; 7 for a title that is no heading; 0 for what stands before the first heading. */
  readonly depth: number
  readonly line: number
  readonly blocks: readonly Block[]
  /** What a link's fragment may call this section. */
  readonly anchors: ReadonlySet<string>
  /** Index of the section around this one. */
  readonly parent?: number
}

const explicitId = /\s?\{\s?#([^\s{}]{1,200})(?:\s[^{}]{0,200})?\}$/

/** Parses a page into its sections, in order, whatever it is written in. A page that the parser gives up on has none. */
export const readSections = (text: string, from: string, problems: Problems): readonly Section[] =>
  sectionsOf(readPage(text, from, problems).children)

const endOf = (sections: readonly Section[], index: number): number => {
  const depth = sections[index]?.depth ?? 0
  const length = sections.slice(index + 1).findIndex(section => section.depth <= depth)
  return length === -1 ? sections.length : index + 1 + length
}

/** The section and everything below its heading, up to the next one of the same or a higher level; without sections that stand `apart`. */
export const wholeSection = (
  sections: readonly Section[],
  index: number,
  apart: ReadonlySet<number> = new Set(),
): readonly Section[] => {
  const whole = sections.slice(index, index + 1)
  const end = endOf(sections, index)
  for (let at = index + 1; at < end; at = apart.has(at) ? endOf(sections, at) : at + 1)
    if (!apart.has(at)) whole.push(sections[at] as Section)
  return whole
}

/** The section and those around it, from the inside out. */
export const outwards = (section: Section, sections: readonly Section[]): readonly Section[] => {
  const outer = sections[section.parent ?? -1]
  return outer ? [section, ...outwards(outer, sections)] : [section]
}

// Below every heading of a page.
const depthOfTitle = 7

/** Whether a section has a title that is no heading. */
export const isTitle = ({ depth }: Section): boolean => depth === depthOfTitle

/** Whether a heading is the one title of its page. */
export const isPageTitle = (section: Section, sections: readonly Section[]): boolean =>
  section.depth === 1 && sections.filter(({ depth }) => depth === 1).length === 1

/**
 * Whether a heading has no heading above it, and no other of its depth has such a title: it may be the title of a page or of one of its parts,
 * such as `Deprecation FAQ` beside `Contact`.
 */
export const isOnlySuch = (
  section: Section,
  sections: readonly Section[],
  isSuch: (title: string) => boolean,
): boolean =>
  sections.every(
    ({ depth, title }, at) =>
      sections[at] === section || depth === 0 || depth > section.depth || (depth === section.depth && !isSuch(title)),
  )

/** Whether all of a page stands below a heading: its title, or one below a title that stands elsewhere. */
export const isAroundAll = (section: Section, sections: readonly Section[]): boolean => {
  const [first, ...others] = sections.filter(({ depth }) => depth > 0)
  return section === first && others.every(({ depth }) => depth > section.depth)
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
    wanted === '' ? -1 : sections.findIndex(({ title: heading }) => lettersOf(heading) === wanted)
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

/** Index of the only section with a title, in any case and with any marks between its words. */
export const titledSection = (sections: readonly Section[], title: string): number | undefined => {
  const wanted = lettersOf(title)
  const titled = sections.flatMap(({ title: heading }, at) =>
    wanted !== '' && lettersOf(heading) === wanted ? [at] : [],
  )
  return titled.length === 1 ? titled[0] : undefined
}

const fragmentOf = (url: string): string | undefined => fragmentPart(url, /#(.+)/s)

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const sectionsOf = (all: readonly Block[]): Section[] => {
  const slugger = new GithubSlugger()
  const blocks = withLetteredLists(all.flatMap(withoutLists).map(asList)).map(withFieldLines)
  const linked = new Set(blocks.flatMap(titlesLinkedIn))
  const sections: (Section & { readonly blocks: Block[]; readonly anchors: Set<string> })[] = [
    { title: '', depth: 0, line: 1, blocks: [], anchors: new Set() },
  ]
  /** Indices of the headings around the current block, outermost first. */
  const around: number[] = []
  for (const [at, block] of blocks.entries()) {
    const current = sections.at(-1) as (typeof sections)[number]
    const heading =
      block.type === 'heading'
        ? headingOf(block, slugger)
        : block.type === 'paragraph' && standsAsHeading(block, blocks[at + 1], linked)
          ? titleOf(block)
          : undefined
    if (heading === undefined) {
      for (const anchor of anchorsOf(block)) current.anchors.add(anchor)
      current.blocks.push(block)
      continue
    }
    const above = around.map(index => sections[index] as Section)
    const depth = heading.depth + (isBelowDay(heading, current, above) ? 0.5 : 0)
    while ((sections[around.at(-1) ?? 0] as Section).depth >= depth) around.pop()
    const parent = around.at(-1)
    around.push(sections.length)
    sections.push({ ...heading, depth, blocks: [], ...defined({ parent }) })
  }
  return sections
}

/** Whether a heading of a kind, or a title that is an endpoint, belongs to that of a day directly above it, or to the same day as the one before: some tools give both one depth. */
const isBelowDay = (
  { title, depth }: Pick<Section, 'title' | 'depth'>,
  last: Section,
  around: readonly Section[],
): boolean =>
  // `2025-09-19 · Deprecated · Old endpoints`, and below it `GET /x` as a title of its own.
  (depth === depthOfTitle &&
    isEndpoint.test(title) &&
    around.some(section => section.depth === depth && datesIn(section.title).length > 0)) ||
  (isKind(title) &&
    ((last.depth === depth && last.blocks.length === 0 && !isKind(last.title) && datesIn(last.title).length > 0) ||
      around.some(section => section.depth === depth + 0.5)))

const isEndpoint = /^(?:[A-Z]{3,7} )?\/v\d\S*$/

const hasTable = (block: Block): boolean =>
  block.type === 'table' || (block.type === 'list' && block.children.some(({ children }) => children.some(hasTable)))

/** A list with a table in it only arranges what stands in its items. */
const withoutLists = (block: Block): readonly Block[] =>
  block.type === 'list' && hasTable(block)
    ? block.children.flatMap(({ children }) => children).flatMap(withoutLists)
    : [block]

/** `(a) GET /x`, and below it `(b) GET /y`, each a paragraph. */
const lettered = /^\s*\(([a-z]|[ivx]{2,4})\)\s/

/** Blocks with a list for paragraphs in a row that have letters as items of a list have. */
const withLetteredLists = (blocks: readonly Block[]): readonly Block[] => {
  const all: Block[] = []
  let items: ListItem[] = []
  let begin = ''
  const end = (): void => {
    const [first, more] = items
    if (first)
      all.push(...(more ? [{ type: 'list' as const, children: items, position: first.position }] : first.children))
    items = []
  }
  for (const block of blocks) {
    const letter = block.type === 'paragraph' ? lettered.exec(runOf(block).text)?.[1] : undefined
    if (letter === undefined || letter === begin || items.length === 0) {
      end()
      begin = letter ?? ''
    }
    if (letter === undefined) all.push(block)
    else items.push({ type: 'listItem', children: [block as Paragraph], position: block.position })
  }
  end()
  return all
}

/** Code that holds endpoints of the document that are old, one a line, and nothing else lists them. */
const asList = (block: Block): Block => {
  if (block.type !== 'code') return block
  const lines = block.value.split('\n').filter(line => line.trim() !== '')
  if (lines.length === 0 || !lines.every(isOldEndpoint)) return block
  const { position } = block
  const children = lines.map((line): ListItem => {
    const text: PhrasingContent = { type: 'inlineCode', value: line }
    return { type: 'listItem', children: [{ type: 'paragraph', children: [text], position }], position }
  })
  return { type: 'list', children, position }
}

const isOldEndpoint = (line: string): boolean => {
  const stated = /^\s*([A-Z]+)\s+(\/\S+)\s*$/.exec(line)
  if (!stated) return false
  const [method, path] = stated.slice(1) as [string, string]
  return lifecycle.legacyEndpoints.some(endpoint => isMentionOf({ method, path }, endpoint)) || isRemovedRoute(path)
}

/** What the links of a block that lead to places on the page call these. */
const titlesLinkedIn = (block: Block): readonly string[] => {
  const run = runOf(block)
  return run.links
    .filter(({ url }) => url.startsWith('#'))
    .flatMap(({ start, end, url }) => [readable(slice(run, start, end)), fragmentOf(url) ?? ''])
    .map(lettersOf)
}

// A title is no sentence, and a label of one word or a day is no title.
const longestTitle = 100
const couldBeTitle = (text: string): boolean =>
  text.length <= longestTitle &&
  /\p{L}/u.test(text) &&
  !/[.!?;,]$/.test(text) &&
  !isOnlyDate(text) &&
  !isStateWord(text) &&
  !replacementLabel.test(text) &&
  // `2025-11-21 · New`
  !isKind(withoutDates(text))

/** Whether a paragraph is the title of what follows it: it is what a link on the page calls a place, or nothing but bold. */
const standsAsHeading = (block: Paragraph, next: Block | undefined, linked: ReadonlySet<string>): boolean => {
  const run = runOf(block)
  const text = readable(run)
  // `v1 API · Removed · 2022-08-23` says all.
  const isWhole = text.includes(' · ') && datesIn(text).length === 1
  if (run.links.length > 0 || (next === undefined && !isWhole) || next?.type === 'heading' || !couldBeTitle(text))
    return false
  return (
    linked.has(lettersOf(text)) ||
    block.children.every(child => child.type === 'strong' || (child.type === 'text' && /^[\s:]*$/.test(child.value)))
  )
}

const titleOf = (node: Paragraph) => {
  const heading = runOf(node)
  const title = readable(heading).replace(/\s*:$/, '')
  return { heading, title, depth: depthOfTitle, line: lineOf(node), anchors: new Set(anchorsOf(node)) }
}

const headingOf = (node: Heading, slugger: GithubSlugger) => {
  const heading = runOf(node)
  const full = readable(heading)
  const explicit = explicitId.exec(full)?.[1]
  const title = full.replace(explicitId, '')
  const anchors = new Set([...anchorsOf(node), slugger.slug(title)])
  if (explicit !== undefined) anchors.add(explicit)
  return { heading, title, depth: node.depth, line: lineOf(node), anchors }
}

const anchorsOf = (node: Nodes): readonly string[] =>
  (node.data as { readonly anchors?: readonly string[] } | undefined)?.anchors ?? []

/** One sentence for a link within the page that leads nowhere. */
export const deadLink = (url: string, line: number, from: string): string =>
  `Line ${line} of ${from} links to ${quoted(url)}, which is not a heading of the page.`
