import type { Table } from 'mdast'
import { datesIn, isOnlyDate } from '../../checks/documents/published-dates.ts'
import { isStateWord, kindOf, statesIn } from '../../checks/documents/vocabulary.ts'
import { oncePer } from '../../checks/remembered.ts'
import { placedMentions } from './mentions.ts'
import { lineOf, type Run, readable, runOf, says, stated } from './pages/text.ts'

/** What a column of a published table holds. `state` is a column of its own for one state: `Deprecated`, `Removed`. */
export type ColumnRole = 'status' | 'feature' | 'date' | 'old' | 'new' | 'method' | 'kind' | 'state' | 'other'

/** A table with its columns named and its body cells as text. Short rows are filled with empty cells. */
export interface ReadTable {
  readonly line: number
  readonly headers: readonly string[]
  readonly roles: readonly ColumnRole[]
  readonly rows: readonly { readonly line: number; readonly cells: readonly Run[] }[]
  /** Whether rows were left out. */
  readonly cut: boolean
}

type Row = ReadTable['rows'][number]

const emptyRun: Run = { text: '', links: [] }

// Nobody reads a table of more rows, and each row may repeat a whole section.
const mostRows = 1_000
const mostColumns = 50

// In this order; the first that matches is taken.
const headerWords: readonly (readonly [ColumnRole, RegExp])[] = [
  ['old', /^(?:instead of|rather than|if you (?:use|call)(?:ed|d)?)\b/],
  ['new', /\b(?:replaced by|replaced with|superseded by|migrate to|use instead|instead)\b/],
  ['date', /\b(?:dates?|since|when|day|announced|effective|sunset|as of|published|released?)\b|\b(?:on|at)$/],
  ['status', /\b(?:status|state|stage|lifecycle|phase)\b/],
  ['kind', /^(?:kind|type|category|label)s?(?: of change)?$|^change (?:kind|type)$/],
  ['method', /^(?:http )?(?:method|verb)s?$/],
  ['new', /\b(?:new|replacements?|successors?|alternatives?|to|now|today|current|after|use|call|take)\b|^v2\b/],
  ['old', /\b(?:old|deprecated|removed|retired|legacy|from|previous|former|before|obsolete)\b|^v1\b/],
  [
    'feature',
    /\b(?:features?|endpoints?|routes?|paths?|urls?|apis?|operations?|items?|names?|changes?|what|resources?|titles?|subject|functionality)\b/,
  ],
]
/** Headers of columns that say more of what a row is about. */
export const weakFeature = /\b(?:descriptions?|summary|details?|notes?|comments?|meaning)\b/
const aside =
  /\b(?:owners?|teams?|authors?|contacts?|areas?|tags?|versions?|tickets?|issues?|links?|reasons?|impact|id)\b/

const roleOfHeader = (header: string): ColumnRole => headerWords.find(([, words]) => words.test(header))?.[0] ?? 'other'

const isHeaderRow = (cells: readonly Run[]): boolean => {
  const texts = cells.map(cell => readable(cell).toLowerCase()).filter(text => text !== '')
  return (
    texts.length > 0 &&
    texts.every(text => text.length < 60 && datesIn(text).length === 0) &&
    cells.every(cell => placedMentions(cell, true).length === 0) &&
    texts.filter(text => roleOfHeader(text) !== 'other').length >= Math.min(2, texts.length)
  )
}

/** Reads a table by the words of its headers and, where these are ambiguous or missing, by what stands below them. */
export const readTable = oncePer((table: Table): ReadTable => {
  const all = table.children.slice(0, mostRows + 1).map(row => ({
    line: lineOf(row),
    cells: row.children.slice(0, mostColumns).map(cell => runOf(cell)),
    heads: (row.data as { readonly heads?: boolean } | undefined)?.heads !== false,
  }))
  const [first] = all
  const hasHead = first !== undefined && (first.heads || isHeaderRow(first.cells))
  const width = Math.max(0, ...(hasHead ? [first.cells.length] : all.map(({ cells }) => cells.length)))
  const headers = Array.from({ length: width }, (_, column) =>
    hasHead ? readable(first.cells[column] ?? emptyRun).toLowerCase() : '',
  )
  const fill = ({ line, cells }: { readonly line: number; readonly cells: readonly Run[] }): Row => ({
    line,
    cells: headers.map((_, column) => cells[column] ?? emptyRun),
  })
  const body = (hasHead ? all.slice(1) : all).map(fill)
  const line = lineOf(table)
  const turned = turn(first && hasHead ? [fill(first), ...body] : body, headers)
  if (turned) return { line, ...turned, cut: false }
  const columns = headers.map((_, column) => body.map(row => row.cells[column] ?? emptyRun))
  const roles = headers.map((header, column) => roleOf(header, columns[column] ?? []))
  if (!roles.includes('feature') && !roles.includes('old')) {
    const weak = headers.findIndex((header, column) => roles[column] === 'other' && weakFeature.test(header))
    if (weak !== -1) roles[weak] = 'feature'
  }
  // `Change` and `Deprecated / removed` may stand above states, next to a column of what they are of.
  const hasState = roles.some(role => ['status', 'kind', 'state'].includes(role))
  const ofStates = columns.findIndex((cells, column) => roles[column] !== 'date' && isColumnOfStates(cells))
  const isNamed = roles.some((role, column) => column !== ofStates && (role === 'feature' || role === 'old'))
  if (!hasState && isNamed && ofStates !== -1) roles[ofStates] = 'status'
  return { line, headers, roles, rows: body, cut: table.children.length > all.length }
})

/** A table with names before values: each further column is a row. Of more than two columns, days must stand behind the name of the date. */
const turn = (
  rows: readonly Row[],
  headers: readonly string[],
): Pick<ReadTable, 'headers' | 'roles' | 'rows'> | undefined => {
  if (headers.length < 2 || rows.length < 2 || rows.length > 12) return undefined
  const names = rows.map(row => readable(row.cells[0] ?? emptyRun).toLowerCase())
  const roles = rows.map((row, index) => (names[index] ? roleOf(names[index], row.cells.slice(1)) : 'other'))
  const told = (role: ColumnRole) => roles.filter(candidate => candidate === role).length === 1
  const what = (['status', 'kind'] as const).find(told)
  if (!what || !told('date') || !names.every(name => name.length < 40 && !isOnlyDate(name))) return undefined
  if (roles.slice(1).every(role => role === 'other')) return undefined
  const named = (role: ColumnRole) => names.filter(name => roleOfHeader(name) === role).length === 1
  const days = rows[roles.indexOf('date')]?.cells.slice(1).map(readable).filter(Boolean) ?? []
  if (headers.length > 2 && !(named(what) && named('date') && days.length > 0 && days.every(isOnlyDate)))
    return undefined
  return {
    headers: names,
    roles,
    rows: headers.slice(1).map((_, column) => ({
      line: rows[0]?.line ?? 1,
      cells: rows.map(row => row.cells[column + 1] ?? emptyRun),
    })),
  }
}

/** The cell of the first column with the given role; an empty one where there is no such column. */
export const cellOf = (table: ReadTable, row: Row, role: ColumnRole): Run =>
  row.cells[table.roles.indexOf(role)] ?? emptyRun

/** Cells of every column with the given role. */
export const cellsOf = (table: ReadTable, row: Row, role: ColumnRole): readonly Run[] =>
  row.cells.filter((_, column) => table.roles[column] === role)

/** The cell of a column that is not understood and may hold the state: a word or two in each row, below a header that is not known. */
export const possibleState = (table: ReadTable, row: Row): Run | undefined =>
  row.cells.find((cell, column) => {
    const header = table.headers[column] ?? ''
    return (
      table.roles[column] === 'other' &&
      !weakFeature.test(header) &&
      !aside.test(header) &&
      /\p{L}/u.test(readable(cell)) &&
      table.rows.every(other => readable(other.cells[column] ?? emptyRun).length < 40)
    )
  })

const most = (cells: readonly Run[], test: (text: string, cell: Run) => boolean): boolean => {
  const some = cells.slice(0, 50).filter(cell => says(readable(cell)))
  return some.length > 0 && some.filter(cell => test(readable(cell), cell)).length * 2 > some.length
}

/** Marks of a column that says yes or no. */
export const isMark = (text: string): boolean =>
  /^(?:[✓✔☑✅●•xX×✗✘❌☒☐○–—-]️?|yes|no|true|false|n\/a)?$/iu.test(text.trim())

/** Whether a cell says that there is no day: `not planned`. */
export const isUndated = (text: string): boolean =>
  /^(?:none|nothing|open|unknown|tb[ad]|not? (?:yet )?(?:planned|scheduled|set|known|decided|date|day)(?: (?:yet|planned|scheduled|set|known|decided|date))*)\W*$/iu.test(
    text.trim(),
  )

const isMethods = /^(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b[\s,;/&+|]*)+$/

const isState = (text: string): boolean => {
  const states = statesIn(text)
  return states.length === 1 || states.length === 2
}

const isColumnOfStates = (cells: readonly Run[]): boolean => {
  const texts = cells.map(readable).filter(text => /\p{L}/u.test(text))
  return texts.length > 0 && texts.every(text => text.length < 40 && isState(text)) && most(cells, isStateWord)
}

const roleOf = (header: string, cells: readonly Run[]): ColumnRole => {
  const role = roleOfHeader(header)
  const endpoints = cells.slice(0, 50).some(cell => placedMentions(cell, true).length > 0)
  if (isStateWord(header) || /^(?:deprecated|removed|retired|disabled)\b/.test(header)) {
    // `Deprecated` and `Removed` stand above endpoints in one log and above dates or marks in the next.
    const says = (cell: Run): boolean =>
      isMark(stated(cell)) || isUndated(stated(cell)) || datesIn(readable(cell)).length > 0
    if (!endpoints && cells.slice(0, 50).every(says)) return 'state'
  }
  switch (role) {
    case 'status':
      // `Status 410` is a status of another sort.
      return most(cells, text => /^\d{3}$/.test(text)) ? 'other' : 'status'
    case 'kind':
      return !most(cells, text => kindOf(text) !== undefined) && most(cells, isState) ? 'status' : role
    case 'date':
      if (endpoints && !most(cells, text => datesIn(text).length > 0)) return 'feature'
      // `Moving on`
      return /\b(?:on|at)$/.test(header) &&
        cells.length > 0 &&
        cells.every(
          cell => /\p{L}{3}/u.test(readable(cell)) && datesIn(readable(cell)).length === 0 && !isUndated(stated(cell)),
        )
        ? 'other'
        : role
    case 'old':
    case 'new':
      return !endpoints && most(cells, text => isOnlyDate(text)) ? 'date' : role
    case 'feature':
    case 'other':
      if (most(cells, text => isOnlyDate(text))) return 'date'
      if (endpoints) return 'feature'
      if (role === 'other' && most(cells, text => isMethods.test(text))) return 'method'
      if (role === 'other' && most(cells, text => text.length < 40 && isState(text))) return 'status'
      if (role === 'other' && most(cells, text => text.length < 40 && kindOf(text) !== undefined)) return 'kind'
      return role
    default:
      return role
  }
}
