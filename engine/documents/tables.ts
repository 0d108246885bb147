import type { Table } from 'mdast'
import { isOldMention } from '../../checks/documents/claims.ts'
import { datesIn, isOnlyDate } from '../../checks/documents/published-dates.ts'
import { isKind, isStateWord, kindOf, statesIn } from '../../checks/documents/vocabulary.ts'
import { oncePer } from '../../checks/remembered.ts'
import { operationIdsOf, placedMentions } from './mentions.ts'
import { lineOf, type Run, readable, runOf, says, stated } from './pages/text.ts'

/** What a column of a published table holds. `state` is a column of its own for one state: `Deprecated`, `Removed`. */
export type ColumnRole =
  | 'status'
  | 'feature'
  | 'date'
  | 'old'
  | 'new'
  | 'method'
  | 'kind'
  | 'state'
  | 'example'
  | 'other'

/** A table with its columns named and its body cells as text. Short rows are filled with empty cells. */
export interface ReadTable {
  readonly line: number
  readonly headers: readonly string[]
  readonly roles: readonly ColumnRole[]
  readonly rows: readonly { readonly line: number; readonly cells: readonly Run[] }[]
  /** Whether rows were left out. */
  readonly cut: boolean
}

export type Row = ReadTable['rows'][number]

export const emptyRun: Run = { text: '', links: [] }

// Nobody reads a table of more rows, and each row may repeat a whole section.
const mostRows = 1_000
const mostColumns = 50
// A table with its names in the first column is about one thing, or a few.
const mostNames = 12

/** Whether a text is a word or two, and no sentence. */
const isShort = (text: string): boolean => text.length < 40

// In this order; the first that matches is taken.
const headerWords: readonly (readonly [ColumnRole, RegExp])[] = [
  // `Endpoint → replacement`
  ['feature', /\S\s?(?:[→⇒➜⟶]|[-=]{1,2}>)\s?\S/],
  ['kind', /^(?:change|update|entry|(?:release )?note)s? (?:kind|type|category)$/],
  ['old', /^(?:replaces|supersedes|instead of|rather than|if you (?:use|call)(?:ed|d)?)\b/],
  [
    'new',
    /^supported (?:operation|endpoint|route|path|call)s?$|\b(?:replaced by|replaced with|superseded by|migrate to|use instead|instead)\b/,
  ],
  ['date', /\b(?:dates?|since|when|day|announced|effective|sunset|as of|published|released?)\b|\b(?:on|at)$/],
  ['status', /\b(?:status|state|stage|lifecycle|phase)\b/],
  ['kind', /^(?:kind|type|category|label)s?(?: of change)?$/],
  ['method', /^(?:http )?(?:method|verb)s?$/],
  [
    'old',
    /^(?:the )?(?:old|legacy|undocumented|deprecated|removed|retired|former|previous|obsolete|v1)\b(?!.*\b(?:new|replace\w*|successors?|alternatives?|to|now|instead|v2|use$)\b)/,
  ],
  ['new', /\b(?:new|replacements?|successors?|alternatives?|to|now|today|current|after|use|call|take)\b|^(?:in )?v2\b/],
  ['old', /\b(?:old|deprecated|removed|retired|legacy|from|previous|former|before|obsolete)\b|^v1\b/],
  [
    'feature',
    /\b(?:features?|endpoints?|routes?|paths?|urls?|apis?|operations?|items?|names?|changes?|what|resources?|titles?|subject|functionality)\b/,
  ],
]
/** Headers of columns that say more of what a row is about. */
export const weakFeature =
  /\b(?:descriptions?|summary|details?|notes?|comments?|meaning|body|texts?|remarks?|messages?|where|concerns)\b/
const aside =
  /\b(?:owners?|teams?|authors?|contacts?|areas?|tags?|versions?|tickets?|issues?|links?|reasons?|impact|id)\b/

/** `Do not use`, `Not to be confused with`, `See also`: what stands below is no successor. */
const denying = /\b(?:not|never|see|related|similar)\b/

/** `Deprecated endpoint (since)`: what stands in brackets is said next to the thing. */
const besideThing = /(?<=\b(?:endpoint|operation|route|path|call)s?)\s*\([^()]*\)$/

const roleOfHeader = (header: string): ColumnRole => {
  const name = header.replace(besideThing, '')
  const role = headerWords.find(([, words]) => words.test(name))?.[0] ?? 'other'
  return role === 'new' && denying.test(header) ? 'other' : role
}

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
    cells: row.children.slice(0, mostColumns).map(cell => runOf(cell, { withBreaks: true })),
    heads: (row.data as { readonly heads: boolean }).heads,
  }))
  const [first] = all
  // A day over all columns of the first row is of those below it.
  const isHead = first?.heads === true && !isOnlyDate(headOfGroup(first))
  const hasHead = first !== undefined && (isHead || isHeaderRow(first.cells))
  const headers = hasHead
    ? first.cells.map(cell => readable(cell).toLowerCase())
    : Array.from({ length: Math.max(0, ...all.map(({ cells }) => cells.length)) }, () => '')
  const filled = all.map(({ line, cells }): Row => ({ line, cells: headers.map((_, at) => cells[at] ?? emptyRun) }))
  const line = lineOf(table)
  const cut = table.children.length > all.length
  const told = byKind(filled) ?? turned(filled, line)
  if (told) return { line, ...told, cut }
  const body = withGroups(headers, hasHead ? filled.slice(1) : filled)
  const roles = rolesOf(body.headers, body.rows)
  return { line, headers: body.headers, roles, rows: body.rows.map(row => withoutRepeated(row, roles)), cut }
})

/** A row with nothing in the place of what replaces it where that is what it is about: one cell goes over both columns. */
const withoutRepeated = (row: Row, roles: readonly ColumnRole[]): Row => {
  const others = row.cells.filter((_, at) => roles[at] !== 'new').map(readable)
  const isRepeated = (cell: Run, at: number): boolean => roles[at] === 'new' && others.includes(readable(cell))
  return row.cells.some(isRepeated)
    ? { ...row, cells: row.cells.map((cell, at) => (isRepeated(cell, at) ? emptyRun : cell)) }
    : row
}

/** The text of a row of one cell, or of the same one over all columns. */
const headOfGroup = ({ cells: [first = emptyRun, ...others] }: Row): string => {
  const [text, ...rest] = [first, ...others].map(readable) as [string, ...string[]]
  return rest.length > 0 && (rest.every(other => other === text) || rest.every(other => other === '')) ? text : ''
}

const headsOfGroups = [
  ['status', isStateWord],
  ['date', isOnlyDate],
  ['kind', isKind],
] as const

/** Rows with what heads their group as a further cell: a state, a day or a kind that stands on a row of its own. */
const withGroups = (headers: readonly string[], rows: readonly Row[]): Pick<ReadTable, 'headers' | 'rows'> => {
  const heads = rows.map(headOfGroup)
  const some = heads.filter(Boolean)
  const told = headers.map(roleOfHeader)
  const found = headsOfGroups.find(
    ([role, is]) => some.some(is) && !told.includes(role) && !(role === 'kind' && told.includes('status')),
  )
  if (!found || some.length === rows.length) return { headers, rows }
  const [name, isHead] = found
  if (name !== 'status' && !some.every(isHead)) return { headers, rows }
  let above = emptyRun
  const grouped = rows.flatMap((row, at): readonly Row[] => {
    const head = heads[at] as string
    if (head === '') return [{ ...row, cells: [...row.cells, above] }]
    above = isHead(head) ? { text: head, links: [] } : emptyRun
    return []
  })
  return { headers: [...headers, name], rows: grouped }
}

/** Whether a text is a kind of change, and not the name of a field or a column of any of them: `Change`, `Feature`. */
export const isKindAlone = (text: string): boolean =>
  kindOf(text) !== undefined && !/^(?:changes|features?)$/i.test(text)

/** A table of one day, with the kind of each of its changes in front of it. */
const byKind = (rows: readonly Row[]): Pick<ReadTable, 'headers' | 'roles' | 'rows'> | undefined => {
  const names = rows.map(({ cells: [name = emptyRun] }) => readable(name))
  const isDay = ({ cells: [name = emptyRun, value = emptyRun] }: Row): boolean =>
    roleOfHeader(readable(name).toLowerCase()) === 'date' && isOnlyDate(readable(value))
  const day = rows.find(isDay)
  const others = rows.filter(row => row !== day)
  const isOfKinds = others.length > 0 && rows.every(row => row === day || isKindAlone(names[rows.indexOf(row)] ?? ''))
  if (day?.cells.length !== 2 || !isOfKinds) return undefined
  return {
    headers: ['date', 'kind', 'change'],
    roles: ['date', 'kind', 'feature'],
    rows: others.map(row => ({ ...row, cells: [day.cells[1] as Run, ...row.cells] })),
  }
}

const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

/** Roles where of several columns of days one has none in it: `Release | Date`, with numbers of releases. */
const withoutNumbers = (roles: readonly ColumnRole[], columns: readonly (readonly Run[])[]): readonly ColumnRole[] => {
  const dated = columns.map(cells => cells.some(cell => hasDay(stated(cell))))
  const hasDays = roles.some((role, column) => role === 'date' && dated[column])
  const isNumbers = (column: number): boolean =>
    !dated[column] && (columns[column] as readonly Run[]).some(cell => /^\W*v?\d[\w.-]*\W*$/i.test(readable(cell)))
  return roles.map((role, column) => (role === 'date' && hasDays && isNumbers(column) ? 'other' : role))
}

/** The header of what was so. */
const ofFormer = /^(?:then|before|from|previous(?:ly)?|former(?:ly)?|old|was)\b/

/** Roles where of two columns of states, `From | To`, the one counts that is so now. */
const withStateNow = (
  roles: readonly ColumnRole[],
  headers: readonly string[],
  columns: readonly (readonly Run[])[],
): ColumnRole[] => {
  const isFormer = (column: number): boolean => ofFormer.test(headers[column] as string)
  const ofStates = columns.flatMap((cells, column) => (most(cells, startsWithState) ? [column] : []))
  const now = ofStates.filter(column => !isFormer(column))
  if (ofStates.length !== 2 || now.length !== 1) return [...roles]
  return roles.map((role, column) => (column === now[0] ? 'status' : ofStates.includes(column) ? 'other' : role))
}

/** Roles where next to a column that is named the status one that has words of states is none: an id such as `legacy-list`. */
const withNamedState = (roles: readonly ColumnRole[], headers: readonly string[]): readonly ColumnRole[] => {
  const isNamed = headers.map((header, column) => roles[column] === 'status' && roleOfHeader(header) === 'status')
  return isNamed.includes(true) ? roles.map((role, at) => (role === 'status' && !isNamed[at] ? 'other' : role)) : roles
}

const rolesOf = (headers: readonly string[], rows: readonly Row[]): readonly ColumnRole[] => {
  const columns = headers.map((_, column) => rows.map(({ cells }) => cells[column] as Run))
  const byHeader = headers.map((header, column) => roleOf(header, columns[column] as readonly Run[]))
  const told = withNamedState(withStateNow(withoutNumbers(byHeader, columns), headers, columns), headers)
  // `type: changes` next to `kind: new` says what sort of record it is.
  const kinds = columns.map((cells, column) => told[column] === 'kind' && most(cells, isKindAlone))
  const isNamed = (role: ColumnRole): boolean => role === 'feature' || role === 'old'
  const weak = told.findIndex((role, column) => role === 'other' && weakFeature.test(headers[column] as string))
  // A note may name endpoints, and an item may have a number.
  const isNote = (role: ColumnRole, column: number): boolean =>
    role === 'feature' &&
    (weakFeature.test(headers[column] as string) || most(columns[column] as readonly Run[], isNumber)) &&
    told.some((other, at) => at !== column && isNamed(other) && !weakFeature.test(headers[at] as string))
  const roles = told.map((role, column) =>
    (role === 'kind' && !kinds[column] && kinds.includes(true)) || isNote(role, column)
      ? 'other'
      : column === weak && !told.some(isNamed)
        ? 'feature'
        : role,
  )
  // `Generation`: next to a state and a day there is what they are of.
  const unknown = columns.findIndex((cells, column) => roles[column] === 'other' && most(cells, hasLetters))
  const isOfStates = roles.includes('status') && (roles.includes('date') || roles.includes('state'))
  if (unknown !== -1 && isOfStates && !roles.some(isNamed)) roles[unknown] = 'feature'
  const successors = roles.includes('new') ? -1 : columnOfSuccessors(headers, columns)
  if (successors !== -1 && roles[successors] !== 'status') roles[successors] = 'new'
  // `Change` and `Deprecated / removed` may stand above states, next to a column of what they are of.
  if (roles.some(role => role === 'status' || role === 'kind' || role === 'state')) return roles
  const ofStates = columns.findIndex((cells, column) => roles[column] !== 'date' && isColumnOfStates(cells))
  return roles.map((role, column) =>
    column === ofStates && roles.some((other, at) => at !== column && isNamed(other)) ? 'status' : role,
  )
}

/** Headers of columns that name something else than successors, such as the operation that the old endpoint was. */
const ofOthers =
  /\b(?:no|replaces|supersedes|than|for|examples?|ids?)\b|^(?:names?|titles?|operations?|endpoints?|paths?|routes?)$/

/** Whether a cell is the name of something current, and no more. */
const namesCurrent = (cell: Run): boolean => {
  const mentions = placedMentions(cell, true)
  const isNamed = mentions.length > 0 ? !mentions.some(isOldMention) : operationIdsOf(cell).length > 0
  return isNamed && !hasDay(stated(cell)) && !/\s\S+\s\S+\s\S+\s/.test(stated(cell))
}

/** The column in which each row of an old endpoint names something current, whatever stands above it; -1 where there is none. */
const columnOfSuccessors = (headers: readonly string[], columns: readonly (readonly Run[])[]): number => {
  const olds = columns.map(cells => cells.map(namesOld))
  const ofOld = olds.findIndex(cells => cells.includes(true))
  return columns.findIndex((cells, column) => {
    const isOld = (row: number): boolean => olds[ofOld]?.[row] === true
    // Of what is not old, `Change` says what changed.
    const isChange =
      roleOfHeader(headers[column] as string) === 'feature' &&
      cells.some((cell, row) => !isOld(row) && hasLetters(readable(cell)) && !namesCurrent(cell))
    const told = cells.filter((cell, row) => isOld(row) && says(readable(cell)))
    const named = told.filter(namesCurrent)
    // `none named`
    const isWithout = (cell: Run): boolean =>
      isShort(readable(cell)) && placedMentions(cell, true).length === 0 && operationIdsOf(cell).length === 0
    // `Operation | Replaces`
    const isTurned = /^(?:replaces|supersedes)\b/.test(headers[ofOld] ?? '')
    return (
      !isChange &&
      (isTurned || !ofOthers.test(headers[column] as string)) &&
      !denying.test(headers[column] as string) &&
      !weakFeature.test(headers[column] as string) &&
      named.length * 2 > told.length &&
      told.every(cell => named.includes(cell) || isWithout(cell))
    )
  })
}

/** Whether one name of several of days is that of the day: next to it may stand when something was announced, and when it is to end. */
const hasOneDay = (
  names: readonly string[],
  roles: readonly ColumnRole[],
  values: readonly (readonly Run[])[],
): boolean => {
  const ofDays = names.filter((_, at) => roles[at] === 'date')
  const dated = names.filter((_, at) => roles[at] === 'date' && values[at]?.some(cell => hasDay(stated(cell))))
  const own = dated.filter(name => !/^(?:announced|sunset|(?:planned |earliest )?removal)\b/.test(name))
  return [ofDays, dated, own].some(({ length }) => length === 1)
}

/** A table with names before values: each further column is a row. Of more than two columns, days must stand behind the name of the date. */
const turned = (rows: readonly Row[], line: number): Pick<ReadTable, 'headers' | 'roles' | 'rows'> | undefined => {
  if (rows.length > mostNames) return undefined
  const names = rows.map(({ cells: [name = emptyRun] }) => readable(name).toLowerCase())
  const values = rows.map(({ cells }) => cells.slice(1))
  // The corner of a table names nothing, and what stands next to it are titles.
  const roles = names.map((name, at) => (name === '' ? 'other' : roleOf(name, values[at] as readonly Run[])))
  const isOnce = (all: readonly ColumnRole[], role: ColumnRole) => all.filter(one => one === role).length === 1
  const byName = names.map(roleOfHeader)
  const valuesOf = (role: ColumnRole): readonly Run[] => values[byName.indexOf(role)] ?? []
  // `Old | GET /x | HEAD /x` above `New | GetX | CheckX`
  const isOfReplacements =
    isOnce(byName, 'old') &&
    isOnce(byName, 'new') &&
    !byName.includes('other') &&
    valuesOf('old').every(namesOld) &&
    !valuesOf('new').some(namesOld)
  const what = (['status', 'kind'] as const).find(role => isOnce(roles, role))
  if (isOfReplacements && valuesOf('old').length > 0) return columnsAsRows(names, byName, values, line)
  if (!what || !hasOneDay(names, roles, values) || !names.every(name => isShort(name) && !isOnlyDate(name)))
    return undefined
  const days = values.flatMap((cells, at) => (roles[at] === 'date' ? cells.map(readable).filter(Boolean) : []))
  const things = values[0] as readonly Run[]
  const isSure = isOnce(byName, what) && isOnce(byName, 'date') && days.every(isOnlyDate)
  if (things.length === 0 || (things.length > 1 && !isSure)) return undefined
  return columnsAsRows(names, roles, values, line)
}

const columnsAsRows = (
  headers: readonly string[],
  roles: readonly ColumnRole[],
  values: readonly (readonly Run[])[],
  line: number,
): Pick<ReadTable, 'headers' | 'roles' | 'rows'> => ({
  headers,
  roles,
  rows: (values[0] ?? []).map((_, at) => ({ line, cells: values.map(cells => cells[at] as Run) })),
})

/** The cell of the first column with the given role; an empty one where there is no such column. */
export const cellOf = (table: ReadTable, row: Row, role: ColumnRole): Run =>
  row.cells[table.roles.indexOf(role)] ?? emptyRun

export const cellsOf = (table: ReadTable, row: Row, role: ColumnRole): readonly Run[] =>
  row.cells.filter((_, column) => table.roles[column] === role)

/** The cell of a column that is not understood and may hold the state: a few words in each row, below a header that is not known. */
export const possibleState = (table: ReadTable, row: Row): Run | undefined =>
  row.cells.find((cell, column) => {
    const header = table.headers[column] as string
    return (
      table.roles[column] === 'other' &&
      !weakFeature.test(header) &&
      !aside.test(header) &&
      /\p{L}/u.test(readable(cell)) &&
      !isNumber(readable(cell)) &&
      !order.test(readable(cell)) &&
      table.rows.every(other => isFewWords.test(readable(other.cells[column] ?? emptyRun)))
    )
  })

/** `Do not use | GET /x | Use | GetX`, `/v1/x | none named`: what is said of a thing next to it, and no state. */
const order =
  /^(?:(?:do not|don['’]t|no longer|stop) )?(?:us(?:e|ing)|call(?:ing)?|instead|none named|no (?:replacement|successor))\W*$/i

const isFewWords = /^\S{0,39}(?:\s\S{1,20}){0,4}$/

const most = (cells: readonly Run[], test: (text: string) => boolean): boolean => {
  const texts = cells.map(readable).filter(says)
  return texts.filter(test).length * 2 > texts.length
}

/** Marks of a column that says yes or no. */
export const isMark = (text: string): boolean => /^(?:[✓✔☑✅●•x×☒]️?|yes|true)$/iu.test(text) || isNo(text)

export const isNo = (text: string): boolean => /^(?:[✗✘❌☐○–—-]️?|no|false|n\/a)?$/iu.test(text)

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

/** The number or the letter of an item: `B4`, `(iv)`, `a)`. */
const isNumber = (text: string): boolean =>
  /^[(\s]*(?!v\d)(?:[a-z]{0,2}[.-]?\d{1,3}[a-z]?|[a-z]|[ivx]+)\W*$/i.test(text)

const startsWithState = (text: string): boolean => isStateWord(/^\W*(\p{L}+)/u.exec(text)?.[1] ?? '')

const isColumnOfStates = (cells: readonly Run[]): boolean =>
  cells.map(readable).every(text => !/\p{L}/u.test(text) || (isShort(text) && isState(text))) &&
  most(cells, isStateWord)

const hasDay = (text: string): boolean => datesIn(text).length > 0
const namesOld = (cell: Run): boolean => placedMentions(cell).some(isOldMention)

const ofExamples = /^(?:examples?|snippets?|code|usage|sample(?: \w+)?)$/

const roleOf = (header: string, cells: readonly Run[]): ColumnRole => {
  if (ofExamples.test(header)) return 'example'
  const role = roleOfHeader(header)
  const endpoints = cells.some(cell => placedMentions(cell, true).length > 0)
  if (isStateWord(header) || /^(?:deprecated|removed|retired|disabled)\b/.test(header)) {
    // `Deprecated` and `Removed` stand above endpoints in one log and above dates or marks in the next.
    const says = (text: string): boolean => isMark(text) || isUndated(text) || hasDay(text)
    if (!endpoints && cells.map(stated).every(says)) return 'state'
  }
  switch (role) {
    case 'status':
      // `Status 410` is a status of another sort.
      return most(cells, text => /^\d{3}$/.test(text)) ? 'other' : 'status'
    case 'kind':
      // Endpoints have a label, as changes have.
      if (/labels?$/.test(header) && isColumnOfStates(cells)) return 'status'
      return !most(cells, text => kindOf(text) !== undefined) && most(cells, isState) ? 'status' : role
    case 'date': {
      if (endpoints && !most(cells, hasDay)) return 'feature'
      // `Moving on`
      const isDay = (text: string): boolean => !/\p{L}{3}/u.test(text) || hasDay(text) || isUndated(text)
      return /\b(?:on|at)$/.test(header) && !cells.map(stated).some(isDay) ? 'other' : role
    }
    case 'old':
    case 'new':
      // `Call | Successor`, and not `Do not call | Call`
      if (/^calls?$/.test(header) && cells.some(namesOld)) return 'feature'
      return !endpoints && most(cells, isOnlyDate) ? 'date' : role
    case 'feature':
    case 'other':
      if (most(cells, isOnlyDate)) return 'date'
      // `Change`, and below it `Update` and `New`
      if (/(?:^|\bof )changes?$/.test(header) && cells.map(readable).every(isKindAlone) && !isColumnOfStates(cells))
        return 'kind'
      if (endpoints || role === 'feature') return 'feature'
      if (most(cells, text => isMethods.test(text))) return 'method'
      if (most(cells, text => isShort(text) && isState(text))) return 'status'
      return most(cells, text => isShort(text) && kindOf(text) !== undefined) ? 'kind' : role
    default:
      return role
  }
}
