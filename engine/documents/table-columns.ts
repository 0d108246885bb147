import type { Table, TableCell } from 'mdast'
import { lineOf, type Run, readable, runOf } from './markdown-text.ts'
import { endpointsOf } from './mentions.ts'
import { dateIn } from './published-dates.ts'

/** What a column of a published table holds. */
export type ColumnRole = 'status' | 'feature' | 'date' | 'old' | 'new' | 'method' | 'kind' | 'other'

/** A table with its columns named and its body cells as text. Short rows are filled with empty cells. */
export interface ReadTable {
  readonly roles: readonly ColumnRole[]
  readonly rows: readonly { readonly line: number; readonly cells: readonly Run[] }[]
}

const emptyRun: Run = { text: '', links: [] }

// Nobody reads a table of more rows, and each row may repeat a whole section.
const mostRows = 1_000

// In this order: `Deprecated since` is a date before it is an old endpoint.
const headerWords: readonly (readonly [ColumnRole, RegExp])[] = [
  ['date', /\b(?:dates?|since|when|day|announced|effective|sunset|as of)\b|\b(?:on|at)$/],
  ['status', /\b(?:status|state|stage|lifecycle|phase)\b/],
  ['kind', /^(?:kind|type|category|label)s?$/],
  ['method', /^(?:http )?(?:method|verb)s?$/],
  [
    'new',
    /\b(?:new|replacements?|replaced by|replaced with|successors?|alternatives?|use instead|instead|to|current|superseded by|after|migrate to|use)\b/,
  ],
  ['old', /\b(?:old|deprecated|removed|retired|legacy|from|previous|former|before|obsolete)\b/],
  [
    'feature',
    /\b(?:features?|endpoints?|routes?|paths?|urls?|apis?|operations?|items?|names?|changes?|what|resources?|titles?)\b/,
  ],
]
const weakFeature = /\b(?:descriptions?|summary|details?|notes?|comments?|meaning)\b/

/** Reads the headers of a table, by their words and, where these are ambiguous, by what stands below them. */
export const readTable = (table: Table): ReadTable => {
  const [head, ...body] = table.children
  const headers = (head?.children ?? []).slice(0, 50).map(headerText)
  const rows = body.slice(0, mostRows).map(row => ({
    line: lineOf(row),
    cells: headers.map((_, column) => cellRun(row.children[column])),
  }))
  const roles = headers.map((header, column) =>
    roleOf(
      header,
      rows.map(row => row.cells[column] ?? emptyRun),
    ),
  )
  if (!roles.includes('feature')) {
    const weak = headers.findIndex((header, column) => roles[column] === 'other' && weakFeature.test(header))
    if (weak !== -1) roles[weak] = 'feature'
  }
  return { roles, rows }
}

/** The cell of the first column with the given role; an empty one where there is no such column. */
export const cellOf = (table: ReadTable, row: ReadTable['rows'][number], role: ColumnRole): Run => {
  return row.cells[table.roles.indexOf(role)] ?? emptyRun
}

const roleOf = (header: string, cells: readonly Run[]): ColumnRole => {
  const role = headerWords.find(([, words]) => words.test(header))?.[0] ?? 'other'
  if (role !== 'old' && role !== 'new') return role
  // `Deprecated` and `Removed` stand above endpoints in one log and above dates in the next.
  const some = cells.slice(0, 50)
  const dated = some.some(cell => dateIn(readable(cell)) !== undefined)
  return dated && endpointsOf(some, true).length === 0 ? 'date' : role
}

const headerText = (cell: TableCell): string => {
  return readable(runOf(cell)).toLowerCase()
}

const cellRun = (cell: TableCell | undefined): Run => {
  return cell === undefined ? emptyRun : runOf(cell)
}
