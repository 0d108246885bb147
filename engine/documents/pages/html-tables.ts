import type { PhrasingContent, Table, TableRow } from 'mdast'
import { at, attribute, type Element, isElement, type LineOf, textOf } from './elements.ts'
import { phrasing } from './phrasing.ts'

const mostSpan = 50

const textsOf = (element: Element, name: string): readonly string[] =>
  element.childNodes.flatMap(node => (isElement(node) && node.tagName === name ? [textOf(node).trim()] : []))

/** Whether the terms of a list are the names of fields, of which the values are a row of a log or of a change history. */
export const isRecord = (element: Element): boolean => {
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
export const recordOf = (element: Element, lineOf: LineOf, around: number): Table => {
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

/** The rows of a table that belong to it and not to a table within a cell. */
const rowsOf = (element: Element): Element[] =>
  element.childNodes.filter(isElement).flatMap(node => {
    if (node.tagName === 'tr') return [node]
    return ['thead', 'tbody', 'tfoot'].includes(node.tagName) ? rowsOf(node) : []
  })

/** A table with spans written out: each cell stands in every row and column that it covers. */
export const tableOf = (element: Element, lineOf: LineOf, around: number): Table => {
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
    const has = (name: string): boolean => row.childNodes.some(node => isElement(node) && node.tagName === name)
    children.push({
      type: 'tableRow',
      children: cells.map(cell => ({ type: 'tableCell', children: cell })),
      position: at(line),
      data: { heads: has('th') && !has('td') },
    } as TableRow)
  }
  return { type: 'table', children, position: at(around) }
}
