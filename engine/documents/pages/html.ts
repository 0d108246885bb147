import type { BlockContent, List, ListItem, PhrasingContent, Root, RootContent } from 'mdast'
import { parse } from 'parse5'
import { isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { isKind, isStateWord } from '../../../checks/documents/vocabulary.ts'
import { withoutDates } from '../days.ts'
import {
  at,
  attribute,
  type Element,
  isBlock,
  isElement,
  type LineOf,
  linesOf,
  type Node,
  nameByRole,
  skipped,
  textOf,
} from './elements.ts'
import { isRecord, recordOf, tableOf } from './html-tables.ts'
import { phrasing, statedByAttributes } from './phrasing.ts'
import { readable, runOf } from './text.ts'

/** A page of HTML as a tree of blocks, the same as for every other form of a page; `made` from one of these. */
export const readHtml = (html: string, made = false): Root => {
  const root = parse(html, { sourceCodeLocationInfo: true })
  nameByRole(root, 0)
  return { type: 'root', children: blocksOf(root.childNodes, linesOf(root, made), 1) }
}

/** What links may call a block: its ids and those of the containers that it opens. */
const anchorsOf = (element: Element): string[] => {
  const own = [attribute(element, 'id'), element.tagName === 'a' ? attribute(element, 'name') : undefined]
  return own.filter(anchor => anchor !== undefined && anchor !== '') as string[]
}

const inlineAnchors = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(node => (isElement(node) ? [...anchorsOf(node), ...inlineAnchors(node.childNodes)] : []))

const withAnchors = (anchors: readonly string[]) => ({ data: { anchors: [...anchors] } })

const blocksOf = (nodes: readonly Node[], lineOf: LineOf, around: number): RootContent[] => {
  const blocks: RootContent[] = []
  let inline: Node[] = []
  let waiting: string[] = []
  let line = around
  const flush = (): void => {
    const children = paragraphIn(inline)
    const anchors = inlineAnchors(inline)
    const first = inline.find(node => !('value' in node) || node.value.trim() !== '')
    const at_ = first ? lineOf(first, line) : line
    inline = []
    if (children.every(child => child.type === 'text' && child.value.trim() === '')) waiting.push(...anchors)
    else {
      blocks.push({ type: 'paragraph', children, position: at(at_), ...withAnchors([...waiting, ...anchors]) })
      waiting = []
    }
  }
  const push = (block: RootContent, own: readonly string[]): void => {
    const anchors = [...waiting, ...own]
    waiting = []
    blocks.push({ ...block, ...withAnchors(anchors) })
  }
  for (const node of nodes) {
    if (!isBlock(node)) {
      inline.push(node)
      continue
    }
    flush()
    const element = node as Element
    line = lineOf(element, line)
    const position = at(line)
    const { tagName, childNodes } = element
    const own = anchorsOf(element)
    const heading = /^h([1-6])$/.exec(tagName)?.[1]
    if (skipped.has(tagName)) continue
    if (heading !== undefined) {
      const children = heading === '1' ? phrasing(childNodes) : titleIn(childNodes)
      push({ type: 'heading', depth: Number(heading) as 1, children, position }, [...own, ...inlineAnchors(childNodes)])
    } else if (tagName === 'ul' || tagName === 'ol') push(listOf(element, lineOf, line), own)
    else if (tagName === 'dl') push((isRecord(element) ? recordOf : definitions)(element, lineOf, line), own)
    else if (tagName === 'table') {
      // What stands above a table as its caption introduces it.
      const caption = childNodes.find(node => isElement(node) && node.tagName === 'caption') as Element | undefined
      if (caption) push({ type: 'paragraph', children: phrasing(caption.childNodes), position }, [])
      push(tableOf(element, lineOf, line), [...own, ...inlineAnchors(childNodes)])
    } else if (tagName === 'pre') push({ type: 'code', value: textOf(element), position }, own)
    else if (tagName === 'hr') push({ type: 'thematicBreak', position }, own)
    // A box has a header without a heading in it.
    else if (tagName === 'summary' || (tagName === 'header' && !childNodes.some(isBlock)))
      push({ type: 'paragraph', children: [{ type: 'strong', children: titleIn(childNodes) }], position }, [
        ...own,
        ...inlineAnchors(childNodes),
      ])
    else {
      // A container, or an inline element around blocks: its anchor is that of the first block in it.
      waiting.push(...own)
      const stated = statedByAttributes(element)
      if (stated !== '') push({ type: 'paragraph', children: [{ type: 'text', value: stated }], position }, [])
      const inner = blocksOf(childNodes, lineOf, line)
      const [first, ...rest] = /^(?:html|body)$/.test(tagName) ? inner : labelsBehind(inner)
      if (first) {
        push(first, ((first as { data?: { anchors?: string[] } }).data?.anchors ?? []) as string[])
        blocks.push(...rest)
      } else waiting.push(...inlineAnchors(childNodes))
    }
  }
  flush()
  return blocks
}

/** The text of a node; that of a picture is its alternative. */
const wordsOf = (node: Node): string =>
  (isElement(node) && node.tagName === 'img' ? (attribute(node, 'alt') ?? '') : textOf(node)).trim()
const says = (node: Node): boolean => wordsOf(node) !== ''
const isBold = (node: Node): boolean => isElement(node) && /^(?:strong|b)$/.test(node.tagName)

const isLabel = (text: string): boolean => isStateWord(text) || isKind(text)

/** `GET /x is <b>Deprecated</b>` and `<b>Removed</b> endpoints` are sentences. */
const beforeLabel = /[^:,(–—-](?<!\b(?:is|are|was|were|be|been|now|not|and|or|the))$/i
const behindLabel = /^(?!\p{Ll}+(?: |$))[^:–—-]/u

/** Where a title has a label at its end, or in front of it, behind its day: `Old endpoints <span>Deprecated</span>`. */
const labelOf = (nodes: readonly Node[]): number | undefined =>
  [nodes.findLastIndex(says), nodes.findIndex(node => says(node) && !isOnlyDate(wordsOf(node)))].find(
    (at, isInFront) => {
      const label = nodes[at]
      const text = label && isElement(label) ? wordsOf(label) : ''
      if (!/^\p{Lu}[\p{L} ]*$/u.test(text) || !isLabel(text)) return false
      const rest = nodes.toSpliced(at, 1).map(textOf).join('').trim()
      return (isInFront ? behindLabel : beforeLabel).test(rest)
    },
  )

/** A title, with its label as a part of its own. */
const titleIn = (nodes: readonly Node[]): PhrasingContent[] => {
  const at = labelOf(nodes)
  if (at === undefined) return phrasing(nodes)
  return [...phrasing(nodes.toSpliced(at, 1)), { type: 'text', value: ' · ' }, ...phrasing(nodes.slice(at, at + 1))]
}

/** A paragraph; a label and nothing but bold behind it are a title. */
const paragraphIn = (nodes: readonly Node[]): PhrasingContent[] => {
  const [label, ...title] = nodes.filter(says)
  return label && !isBold(label) && title.every(isBold) && labelOf(nodes) === nodes.indexOf(label)
    ? [{ type: 'strong', children: titleIn(nodes) }]
    : phrasing(nodes)
}

const longestTag = 30
/** The items of a list of tags; they may have other words than states and kinds, which state nothing. */
const tagsOf = (block: RootContent): readonly RootContent[] => {
  const items = block.type === 'list' ? block.children.flatMap(({ children }) => children) : []
  return items.every(item => item.type === 'paragraph' && readable(runOf(item)).length <= longestTag) ? items : []
}

/** A state or a kind, and a day with it, that stand above the only heading of a box are those of what the heading names. */
const labelsBehind = (blocks: readonly RootContent[]): readonly RootContent[] => {
  const [at = 0, more] = blocks.flatMap(({ type }, place) => (type === 'heading' ? [place] : []))
  if (more !== undefined) return blocks
  const text = (block: RootContent): string => readable(runOf(block))
  const isOwn = (block: RootContent): boolean => isLabel(withoutDates(text(block)))
  const labels = blocks.slice(0, at).flatMap(block => {
    const tags = tagsOf(block).filter(isOwn)
    return tags.length > 0 ? tags : [block]
  })
  return labels.some(isOwn) && labels.every(block => isOwn(block) || isOnlyDate(text(block)))
    ? [...blocks.slice(at, at + 1), ...labels, ...blocks.slice(at + 1)]
    : blocks
}

const itemOf = (children: readonly RootContent[], line: number, anchors: readonly string[]): ListItem => ({
  type: 'listItem',
  children: children as BlockContent[],
  position: at(line),
  ...withAnchors(anchors),
})

const listOf = (element: Element, lineOf: LineOf, around: number): List => {
  const children = element.childNodes.flatMap(node => {
    if (!isElement(node)) return []
    const line = lineOf(node, around)
    return [itemOf(blocksOf(node.childNodes, lineOf, line), line, anchorsOf(node))]
  })
  return { type: 'list', ordered: element.tagName === 'ol', children, position: at(around) }
}

/** Paragraphs of a definition are definitions of their own. */
const partsOf = (blocks: readonly RootContent[]): readonly (readonly RootContent[])[] =>
  blocks.every(({ type }) => type === 'paragraph') ? blocks.map(block => [block]) : [blocks]

/** Terms with their definitions: items with a list below. */
const definitions = (element: Element, lineOf: LineOf, around: number): List => {
  const items: ListItem[] = []
  const flat = element.childNodes.flatMap(node =>
    isElement(node) && node.tagName === 'div' ? node.childNodes : [node],
  )
  for (const node of flat) {
    if (!isElement(node)) continue
    const line = lineOf(node, around)
    const blocks = blocksOf(node.childNodes, lineOf, line)
    const last = items.at(-1)
    if (node.tagName === 'dt' || last === undefined) items.push(itemOf(blocks, line, anchorsOf(node)))
    else {
      const inner = blocks.every(({ type }) => type === 'list')
        ? (blocks as List[])
        : [{ type: 'list' as const, children: partsOf(blocks).map(part => itemOf(part, line, [])), position: at(line) }]
      last.children.push(...inner)
    }
  }
  return { type: 'list', children: items.map(asField), position: at(around) }
}

/** `Status`, and below it `Deprecated`, as a field in one line. */
const asField = (item: ListItem): ListItem => {
  const [term, list, ...more] = item.children
  const [only, ...others] = list?.type === 'list' && more.length === 0 ? list.children : []
  const [value, ...rest] = only && others.length === 0 ? only.children : []
  const name = term?.type === 'paragraph' ? readable(runOf(term)).replace(/\s*:$/, '') : ''
  if (term?.type !== 'paragraph' || value?.type !== 'paragraph' || rest.length > 0 || !fieldName.test(name)) return item
  const children: PhrasingContent[] = [{ type: 'text', value: `${name}: ` }, ...value.children]
  return { ...item, children: [{ ...term, children }] }
}
const fieldName = /^(?:status|state|stage|date|since)$/i
