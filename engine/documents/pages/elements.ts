import type { DefaultTreeAdapterTypes } from 'parse5'
import { elementsByName, lineAttribute } from './written.ts'

export type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element

// The tree is walked recursively; nobody nests a page deeper.
const deepest = 150

export const skipped = new Set('head script style template nav noscript colgroup iframe object'.split(' '))
export const containers = new Set(
  'html body div section article main header footer aside blockquote details figure center form fieldset'.split(' '),
)
export const blockNames = new Set([
  ...containers,
  ...'p h1 h2 h3 h4 h5 h6 ul ol dl table pre hr summary figcaption'.split(' '),
])
export const inlineNames = new Set(
  'a abbr b bdi bdo big br cite code data del dfn em font i img input ins kbd label mark q s samp small span strike strong sub sup svg time title tt u var wbr'.split(
    ' ',
  ),
)

export const isElement = (node: Node): node is Element => 'tagName' in node
export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find(candidate => candidate.name === name)?.value
const asked = new WeakMap<Node, boolean>()
export const isBlock = (node: Node): boolean => {
  if (!isElement(node)) return false
  const known = asked.get(node)
  if (known !== undefined) return known
  const answer = blockNames.has(node.tagName) || node.childNodes.some(isBlock)
  asked.set(node, answer)
  return answer
}

export type LineOf = (node: Node, around: number) => number

/** Lines of the source for nodes of the HTML that was made from it, or of the HTML itself. */
export const linesOf = (root: DefaultTreeAdapterTypes.Document, made: boolean): LineOf => {
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

const elementOfRole = elementsByName({
  table: 'table grid treegrid',
  tbody: 'rowgroup',
  tr: 'row',
  td: 'cell gridcell',
  th: 'columnheader rowheader',
  ul: 'list',
  li: 'listitem',
})
const roleless = new Set(['div', 'span', 'section', 'p'])

/** The parts of a table down to its cells, which are not divided further. */
const partsOf = (element: Element): readonly Element[] =>
  element.childNodes
    .filter(isElement)
    .flatMap(node => (['thead', 'tbody', 'tfoot', 'tr'].includes(node.tagName) ? [node, ...partsOf(node)] : [node]))

const hasParagraphs = (element: Element): boolean =>
  element.childNodes.some(
    node => isElement(node) && (/^(?:p|table|[uo]l|h[1-6])$/.test(node.tagName) || hasParagraphs(node)),
  )

/** Makes boxes of a table of one column whose cells have paragraphs of their own: it only lays out a letter. */
const withoutLayout = (table: Element): void => {
  const parts = partsOf(table)
  const rows = parts.filter(({ tagName }) => tagName === 'tr')
  const cells = parts.filter(({ tagName }) => tagName === 'td')
  if (cells.length === rows.length && !parts.some(({ tagName }) => tagName === 'th') && cells.some(hasParagraphs))
    for (const part of [table, ...parts]) part.tagName = 'div'
}

/** Gives elements without a meaning of their own the name of the element whose role they have. Throws on what is nested too deep. */
export const nameByRole = (node: DefaultTreeAdapterTypes.ParentNode, depth: number): void => {
  if (depth > deepest) throw new RangeError()
  for (const child of node.childNodes) {
    if (!isElement(child)) continue
    const role = attribute(child, 'role')?.trim().toLowerCase()
    if (roleless.has(child.tagName) && role !== undefined)
      child.tagName =
        role === 'heading'
          ? `h${/^[1-6]$/.exec(attribute(child, 'aria-level') ?? '2') ?? 6}`
          : (elementOfRole.get(role) ?? child.tagName)
    if (child.tagName === 'table') withoutLayout(child)
    nameByRole(child, depth + 1)
  }
}

export const textOf = (node: Node): string => {
  if ('value' in node) return node.value
  if (!isElement(node)) return ''
  return node.tagName === 'br' ? '\n' : node.childNodes.map(textOf).join('')
}

export const at = (line: number) => ({ start: { line, column: 1 }, end: { line, column: 1 } })
