import type { BlockContent, List, ListItem, PhrasingContent, Root, RootContent, Table, TableRow } from 'mdast'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { datesIn, isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { isStateWord } from '../../../checks/documents/vocabulary.ts'
import { readable, runOf, unreadPicture } from './text.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/** Text as HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** What says on which line of the source a part of the HTML stands, where the HTML was made from something else. */
export const lineAttribute = 'data-line'
export const lineComment = (line: number): string => `<!--line ${line}-->`

// The tree is walked recursively; nobody nests a page deeper.
const deepest = 150
const mostSpan = 50

const skipped = new Set(['head', 'script', 'style', 'template', 'nav', 'noscript', 'colgroup', 'iframe', 'object'])
const containers = new Set(
  'html body div section article main header footer aside blockquote details figure center form fieldset'.split(' '),
)
const blockNames = new Set([
  ...containers,
  ...'p h1 h2 h3 h4 h5 h6 ul ol dl table pre hr summary figcaption'.split(' '),
])
const known = new Set(
  'a abbr b bdi bdo big br cite code data del dfn em font i img input ins kbd label mark q s samp small span strike strong sub sup svg time title tt u var wbr'.split(
    ' ',
  ),
)

const isElement = (node: Node): node is Element => 'tagName' in node
const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find(candidate => candidate.name === name)?.value
const asked = new WeakMap<Node, boolean>()
const isBlock = (node: Node): boolean => {
  if (!isElement(node)) return false
  const known = asked.get(node)
  if (known !== undefined) return known
  const answer = blockNames.has(node.tagName) || node.childNodes.some(isBlock)
  asked.set(node, answer)
  return answer
}

type LineOf = (node: Node, around: number) => number

/** Lines of the source for nodes of the HTML that was made from it, or of the HTML itself. */
const linesOf = (root: DefaultTreeAdapterTypes.Document, made: boolean): LineOf => {
  const marks: { readonly rendered: number; readonly source: number }[] = []
  const collect = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes) {
      const source = 'data' in child ? /^line (\d+)$/.exec(child.data)?.[1] : undefined
      if (source !== undefined)
        marks.push({ rendered: child.sourceCodeLocation?.startLine ?? 0, source: Number(source) })
      if ('childNodes' in child) collect(child)
    }
  }
  if (made) collect(root)
  return (node, around) => {
    const rendered = node.sourceCodeLocation?.startLine
    const own = made && isElement(node) ? attribute(node, lineAttribute) : undefined
    if (own !== undefined) return Number(own)
    if (rendered === undefined) return around
    if (!made) return rendered
    const mark = marks.findLast(candidate => candidate.rendered <= rendered)
    return mark === undefined ? around : Math.max(around, mark.source + rendered - mark.rendered)
  }
}

const elementOfRole = new Map(
  Object.entries({
    table: 'table',
    grid: 'table',
    treegrid: 'table',
    rowgroup: 'tbody',
    row: 'tr',
    cell: 'td',
    gridcell: 'td',
    columnheader: 'th',
    rowheader: 'th',
    list: 'ul',
    listitem: 'li',
  }),
)
const roleless = new Set(['div', 'span', 'section', 'p'])

/** Gives elements without a meaning of their own the name of the element whose role they have. Throws on what is nested too deep. */
const nameByRole = (node: DefaultTreeAdapterTypes.ParentNode, depth: number): void => {
  if (depth > deepest) throw new RangeError()
  for (const child of node.childNodes) {
    if (!isElement(child)) continue
    const role = attribute(child, 'role')?.trim().toLowerCase()
    if (roleless.has(child.tagName) && role !== undefined)
      child.tagName =
        role === 'heading'
          ? `h${/^[1-6]$/.exec(attribute(child, 'aria-level') ?? '2') ?? 6}`
          : (elementOfRole.get(role) ?? child.tagName)
    nameByRole(child, depth + 1)
  }
}

/** A page of HTML as a tree of blocks, the same as for every other form of a page; `made` from one of these. */
export const readHtml = (html: string, made = false): Root => {
  const root = parse(html, { sourceCodeLocationInfo: true })
  nameByRole(root, 0)
  return { type: 'root', children: blocksOf(root.childNodes, linesOf(root, made), 1) }
}

const at = (line: number) => ({ start: { line, column: 1 }, end: { line, column: 1 } })

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
    const children = phrasing(inline)
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
      const children = phrasing(childNodes)
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
    else if (tagName === 'summary')
      push(
        {
          type: 'paragraph',
          children: [{ type: 'strong', children: phrasing(childNodes) }],
          position,
        },
        [...own, ...inlineAnchors(childNodes)],
      )
    else {
      // A container, or an inline element around blocks: its anchor is that of the first block in it.
      waiting.push(...own)
      const stated = statedByAttributes(element)
      if (stated !== '') push({ type: 'paragraph', children: [{ type: 'text', value: stated }], position }, [])
      const [first, ...rest] = labelsBehind(blocksOf(childNodes, lineOf, line))
      if (first) {
        push(first, ((first as { data?: { anchors?: string[] } }).data?.anchors ?? []) as string[])
        blocks.push(...rest)
      } else waiting.push(...inlineAnchors(childNodes))
    }
  }
  flush()
  return blocks
}

/** A state, and a day with it, that stand above the only heading of a box are those of what the heading names. */
const labelsBehind = (blocks: readonly RootContent[]): readonly RootContent[] => {
  const at = blocks.findIndex(({ type }) => type === 'heading')
  const labels = blocks.slice(0, Math.max(0, at))
  const texts = labels.map(block => (block.type === 'paragraph' ? readable(runOf(block)) : ''))
  const isState = (text: string): boolean =>
    isStateWord(datesIn(text).reduce((rest, { text: day }) => rest.replace(day, ' '), text))
  return texts.some(isState) &&
    texts.every(text => isState(text) || isOnlyDate(text)) &&
    blocks.filter(({ type }) => type === 'heading').length === 1
    ? [...blocks.slice(at, at + 1), ...labels, ...blocks.slice(at + 1)]
    : blocks
}

/** What a component states in its attributes, where one of them is a day: `<Entry status="Removed" date="2022-08-23">`. */
const statedByAttributes = ({ tagName, attrs }: Element): string =>
  !known.has(tagName) && !blockNames.has(tagName) && attrs.some(({ value }) => isOnlyDate(value))
    ? attrs.map(({ value }) => value).join(', ')
    : ''

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

const textsOf = (element: Element, name: string): readonly string[] =>
  element.childNodes.flatMap(node => (isElement(node) && node.tagName === name ? [textOf(node).trim()] : []))

/** Whether the terms of a list are the names of fields, of which the values are a row of a log or of a change history. */
const isRecord = (element: Element): boolean => {
  const terms = textsOf(element, 'dt').map(term => term.toLowerCase().replace(/s?:?$/, ''))
  const has = (...names: readonly string[]): boolean => terms.filter(term => names.includes(term)).length === 1
  return (
    terms.length === textsOf(element, 'dd').length &&
    has('statu', 'state', 'kind', 'type') &&
    has('date', 'since') &&
    has('feature', 'endpoint', 'route', 'path', 'operation', 'api', 'change', 'what')
  )
}

/** Fields of one thing: a table with one row. */
const recordOf = (element: Element, lineOf: LineOf, around: number): Table => {
  const row = (name: string): TableRow =>
    ({
      type: 'tableRow',
      children: element.childNodes
        .filter(node => isElement(node) && node.tagName === name)
        .map(node => ({ type: 'tableCell', children: phrasing((node as Element).childNodes) })),
      position: at(lineOf(element, around)),
      data: { heads: name === 'dt' },
    }) as TableRow
  return { type: 'table', children: [row('dt'), row('dd')], position: at(around) }
}

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
  return { type: 'list', children: items, position: at(around) }
}

/** The rows of a table that belong to it and not to a table within a cell. */
const rowsOf = (element: Element): Element[] =>
  element.childNodes.flatMap(node => {
    if (!isElement(node)) return []
    if (node.tagName === 'tr') return [node]
    return ['thead', 'tbody', 'tfoot'].includes(node.tagName) ? rowsOf(node) : []
  })

/** A table with spans written out: each cell stands in every row and column that it covers. */
const tableOf = (element: Element, lineOf: LineOf, around: number): Table => {
  const rows = rowsOf(element)
  const open = new Map<number, { left: number; readonly cell: PhrasingContent[] }>()
  const children: TableRow[] = []
  let line = around
  for (const row of rows) {
    line = lineOf(row, line)
    const cells: PhrasingContent[][] = []
    const covered = (): void => {
      for (let span = open.get(cells.length); span !== undefined; span = open.get(cells.length)) {
        if (span.left <= 1) open.delete(cells.length)
        else span.left -= 1
        cells.push(span.cell)
      }
    }
    for (const node of row.childNodes) {
      if (!isElement(node) || (node.tagName !== 'td' && node.tagName !== 'th')) continue
      covered()
      const cell = phrasing(node.childNodes)
      const span = (name: string): number => Math.min(mostSpan, Math.max(1, Number(attribute(node, name)) || 1))
      const down = span('rowspan')
      for (let right = span('colspan'); right > 0; right--) {
        if (down > 1) open.set(cells.length, { left: down - 1, cell })
        cells.push(cell)
      }
    }
    covered()
    children.push({
      type: 'tableRow',
      children: cells.map(cell => ({ type: 'tableCell', children: cell })),
      position: at(line),
      data: { heads: row.childNodes.some(node => isElement(node) && node.tagName === 'th') && !hasData(row) },
    } as TableRow)
  }
  return { type: 'table', children, position: at(around) }
}

const hasData = (row: Element): boolean => row.childNodes.some(node => isElement(node) && node.tagName === 'td')

const textOf = (node: Node): string => {
  if ('value' in node) return node.value
  if (!isElement(node)) return ''
  return node.tagName === 'br' ? '\n' : node.childNodes.map(child => textOf(child)).join('')
}

const aDay = 86_400_000

/** Whether an element of a time states another day than it shows. With a time of day, the shown one may be that of another place. */
const isOtherDay = (shown: string, stated: string): boolean => {
  const dayIn = (text: string): number => {
    const [first] = datesIn(text)
    return first?.days.length === 1 ? Date.parse(first.days.join()) : Number.NaN
  }
  const apart = Math.abs(dayIn(shown) - dayIn(stated))
  return apart > aDay || (apart > 0 && !/\d:\d/.test(stated))
}

const isTime = (node: Node): boolean => isElement(node) && node.tagName === 'time'

/** Running text of nodes; what is a block in it stands on a line of its own. */
const phrasing = (nodes: readonly Node[]): PhrasingContent[] => {
  const areSpans = nodes.length > 1 && nodes.every(node => isElement(node) && node.tagName === 'span')
  const written: PhrasingContent[] = []
  const text = (value: string): void => {
    if (value !== '') written.push({ type: 'text', value })
  }
  const lastLetter = (): string => {
    const last = written.at(-1)
    return last?.type === 'text' ? last.value.slice(-1) : ''
  }
  for (const [at, node] of nodes.entries()) {
    // Nothing but the style of the page divides a day from what stands next to it.
    if (at > 0 && [node, nodes[at - 1] as Node].every(isElement) && nodes.slice(at - 1, at + 1).some(isTime)) text(' ')
    if ('value' in node) text(node.value)
    if (!isElement(node) || skipped.has(node.tagName)) continue
    const { tagName } = node
    const children = (): PhrasingContent[] => phrasing(node.childNodes)
    switch (tagName) {
      case 'br':
        written.push({ type: 'break' })
        break
      case 'img': {
        const alternative = (attribute(node, 'alt') || attribute(node, 'title') || '').trim()
        text(alternative === '' ? unreadPicture : alternative)
        break
      }
      case 'input':
        if (attribute(node, 'type')?.toLowerCase() === 'checkbox')
          text(attribute(node, 'checked') === undefined ? '☐ ' : '☑ ')
        break
      case 'a': {
        const [inner, url] = [children(), attribute(node, 'href')]
        if (node.attrs.length === 0 && lastLetter() === '/') text('<a>')
        if (inner.length > 0 && url !== undefined) written.push({ type: 'link', url, children: inner as [] })
        else written.push(...inner)
        break
      }
      case 'code':
      case 'kbd':
      case 'samp':
      case 'tt': {
        const link = node.childNodes.find(child => isElement(child) && child.tagName === 'a')
        if (link) written.push(...children())
        else written.push({ type: 'inlineCode', value: textOf(node) })
        break
      }
      case 'strong':
      case 'b':
        written.push({ type: 'strong', children: children() })
        break
      case 'del':
      case 's':
      case 'strike':
        written.push({ type: 'delete', children: children() })
        break
      case 'sup':
        // The mark of a footnote states nothing; `21<sup>st</sup>` does.
        if (!/^\W*(?:\d{1,2}|\p{L})?\W*$/u.test(textOf(node))) written.push(...children())
        break
      case 'time': {
        const shown = textOf(node)
        const day = attribute(node, 'datetime') ?? ''
        text(day === '' || (/\d{4}/.test(shown) && !isOtherDay(shown, day)) ? shown : `${shown} (${day})`)
        break
      }
      default: {
        // Cells of a layout of spans: nothing but the style of the page divides them.
        if (areSpans && containers.has(node.parentNode?.nodeName ?? '')) text(' ')
        const stated = statedByAttributes(node)
        if (stated !== '') text(`${stated} `)
        const inner = children()
        const label = attribute(node, 'aria-label')
        if (inner.length === 0 && label !== undefined) text(label)
        // `/tags/<name>` is a path with a parameter, which a parser takes for a tag.
        else if (!known.has(tagName) && !isBlock(node) && lastLetter() === '/' && node.attrs.length === 0)
          text(`<${tagName}>`)
        if (isBlock(node) && written.length > 0) text('\n')
        written.push(...inner)
        if (isBlock(node)) text('\n')
        else if (['td', 'th', 'tr', 'li', 'dt', 'dd'].includes(tagName)) text('\n')
      }
    }
  }
  return written
}
