import type { Table } from 'mdast'
import { kindOf, kindOfSentence, statesIn } from '../../../checks/documents/vocabulary.ts'
import { withLegend } from '../legend.ts'
import { type Run, readable, says } from '../pages/text.ts'
import { subjectsOf } from '../subjects.ts'
import { type ColumnRole, cellOf, cellsOf, isKindAlone, type ReadTable, readTable, weakFeature } from '../tables.ts'
import { addParts, entryOf, isStruck, noteDate, type Reading } from './entries.ts'
import { dateIn } from './heads.ts'

/** Columns that are kinds: `New`, `Updates`, `Deprecations`. One alone may be a column of something else, unless there is no other. */
const kindColumns = (table: ReadTable): readonly number[] => {
  const columns = table.headers.flatMap((header, column) => (isKindAlone(header) ? [column] : []))
  return columns.length > 1 || table.headers.length === columns.length ? columns : []
}

/** A table of states and features is a log, whatever page it stands on. */
const isHistory = (table: ReadTable): boolean => {
  const { roles } = table
  if (roles.includes('kind') || kindColumns(table).length > 0) return true
  if (roles.includes('state')) return false
  if (!roles.includes('status')) return true
  return table.rows.some(row => {
    const status = readable(cellOf(table, row, 'status'))
    const kind = kindOf(status)
    return kind !== undefined && kind !== 'Deprecation' && kind !== 'Removal' && statesIn(status).length !== 1
  })
}

const isAreas = /^(?:areas?|components?|sections?|products?|services?|groups?|tags?|resources?)$/

/** The kind that a cell begins with, where none says another one: `deprecated`, `new, for a given namespace`, `Update. Added …`. */
const kindIn = (cells: readonly Run[]): string => {
  const texts = cells.map(readable)
  const words = texts.flatMap(text => /^\W*(\p{L}+)(?:[,.:;](?=\s)|\W*$)/u.exec(text)?.[1] ?? [])
  const [kind = '', ...others] = words.filter(isKindAlone)
  const said = [...others.map(kindOf), ...texts.map(kindOfSentence)]
  return said.every(other => other === undefined || other === kindOf(kind)) ? kind : ''
}

export const readRows = (node: Table, reading: Reading): void => {
  const table = withLegend(readTable(node), reading.legend)
  const hasDates = table.roles.includes('date')
  if (!isHistory(table)) return
  const kinds = kindColumns(table)
  const kindRole = table.roles.includes('kind') ? 'kind' : 'status'
  let date = reading.date
  let kind = ''
  for (const row of table.rows) {
    const published = readable(cellOf(table, row, 'date'))
    const shown = readable(cellOf(table, row, kindRole))
    kind = says(shown) || !hasDates || says(published) ? shown : kind
    // An empty cell below a date continues the row above it.
    if (says(published)) {
      date = dateIn(published) ?? published
      noteDate(reading, date, row.line)
      if (dateIn(published) === undefined && !isToCome(published)) {
        const text = published.slice(0, 100)
        reading.dates.set(`${row.line} ${text}`, { date: text, text, days: [], iso: false, line: row.line })
      }
    }
    if (date === '') continue
    const add = (cells: readonly Run[], kind: string): void => {
      const text = cells.map(readable).filter(says).join(' ')
      const run = joined(cells)
      if (text === '' || isStruck(run) || (!table.roles.includes(kindRole) && addParts(run, date, row.line, reading)))
        return
      reading.entries.push(entryOf(run, { date, kind: kind || kindIn(cells), line: row.line }, text))
    }
    const others = (headers: RegExp): readonly Run[] =>
      row.cells.filter((_, at) => table.roles[at] === 'other' && headers.test(table.headers[at] as string))
    if (kinds.length > 0) {
      for (const column of kinds) {
        const change = row.cells[column] as Run
        if (says(readable(change))) add([...others(isAreas), change], table.headers[column] as string)
      }
      continue
    }
    const named = cellsOf(table, row, 'feature')
    // What a change is about may stand in the column of areas alone, and what changed in one of notes.
    const areas = subjectsOf(joined(named)).endpoints.length === 0 ? others(isAreas) : []
    const change = [...areas, ...cellsOf(table, row, 'method'), ...named, ...others(weakFeature)]
    const rest = row.cells.filter((_, at) => !['date', kindRole, 'new'].includes(table.roles[at] as ColumnRole))
    add(named.some(cell => says(readable(cell))) ? change : rest, table.roles.includes(kindRole) ? kind : reading.kind)
  }
}

// What is not published yet has no day.
const isToCome = (text: string): boolean => /\b(?:unreleased|upcoming|planned|next|future|tba|tbd)\b/i.test(text)

const joined = (cells: readonly Run[]): Run => {
  let text = ''
  const links: Run['links'][number][] = []
  for (const cell of cells) {
    for (const link of cell.links) links.push({ ...link, start: link.start + text.length, end: link.end + text.length })
    text += `${cell.text}\n`
  }
  return { text, links }
}
