import { isStateWord } from '../../../checks/documents/vocabulary.ts'
import type { Section } from '../pages/sections.ts'
import { type Run, readable, runOf, stated } from '../pages/text.ts'
import { type ReadTable, readTable } from '../tables.ts'

/** What each sign of a page means. */
type Legend = ReadonlyMap<string, string>

const meaning =
  /^(?:.{0,40}\b(?:legend|key)\b\W*)?(\S{1,3}?)\s*(?:=|:|–|—|-|→|\bmeans\b|\bstands for\b)\s*(\p{L}[\p{L} ]{0,30})\.?$/iu

/** A sign without what chooses its picture. */
const signOf = (text: string): string => text.replaceAll(/[\uFE0E\uFE0F]/g, '').trim()

const textsOf = (block: Section['blocks'][number]): readonly string[] => {
  if (block.type === 'paragraph') return stated(runOf(block)).split(/[,;·|]/)
  if (block.type === 'list') return block.children.map(item => stated(runOf(item)))
  if (block.type !== 'table') return []
  const { headers, rows } = readTable(block)
  return headers.length === 2 ? rows.map(({ cells }) => cells.map(stated).join(' = ')) : []
}

/** The signs that a page explains as states: `✗ = removed, ⚠ = deprecated`. One that is explained in two ways has no meaning. */
export const legendOf = (sections: readonly Section[]): Legend => {
  const found = new Map<string, string>()
  for (const text of sections.flatMap(({ blocks }) => blocks.flatMap(textsOf))) {
    const [, sign = '', state = ''] = meaning.exec(signOf(text)) ?? []
    if (isStateWord(state)) found.set(sign, found.has(sign) && found.get(sign) !== state ? '' : state)
  }
  return new Map([...found].filter(([, state]) => state !== ''))
}

/** A table with the states that its signs mean in their place. */
export const withLegend = (table: ReadTable, legend: Legend): ReadTable => {
  const meant = (cell: Run, column: number): Run => {
    const state = table.roles[column] === 'status' ? legend.get(signOf(readable(cell))) : undefined
    return state === undefined ? cell : { text: state, links: [] }
  }
  return legend.size === 0
    ? table
    : { ...table, rows: table.rows.map(row => ({ ...row, cells: row.cells.map(meant) })) }
}
