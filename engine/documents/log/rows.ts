import { namesV1 } from '../../../checks/documents/claims.ts'
import { datesIn } from '../../../checks/documents/published-dates.ts'
import { isOfHubV1 } from '../../../checks/documents/published-documents.ts'
import { sentencesOf } from '../../../checks/documents/sentences.ts'
import {
  everyState,
  isPartial,
  isStateWord,
  isStillThere,
  mentionsState,
  statesIn,
  takesBack,
} from '../../../checks/documents/vocabulary.ts'
import { flatMapInPieces, type InPieces } from '../../../checks/pieces.ts'
import type { EndpointMention, LogRow, State, Subjects } from '../../../contracts/documents.ts'
import { withoutDates } from '../days.ts'
import { legendOf, withLegend } from '../legend.ts'
import { deadLink, linkedSection, outwards, type Section, titledSection, wholeSection } from '../pages/sections.ts'
import { type Run, readable, runOf, says, stated } from '../pages/text.ts'
import type { Problems } from '../problems.ts'
import { replacementsOfRow, subjectsOfRow } from '../statements.ts'
import { isUnnamed, joinedSubjects } from '../subjects.ts'
import {
  type ColumnRole,
  cellOf,
  cellsOf,
  emptyRun,
  isNo,
  isUndated,
  possibleState,
  type ReadTable,
  type Row,
  readTable,
} from '../tables.ts'
import { aroundSubjects, contextsOf } from './contexts.ts'
import { describing } from './described.ts'
import { rowsOfLists } from './lists.ts'
import {
  type Context,
  daysOfState,
  few,
  isDayOfState,
  mostNamed,
  mostText,
  otherDay,
  rowFields,
  type Said,
  sectionDigest,
  statementsIn,
  withoutPaths,
} from './said.ts'
import { rowsOfSentences } from './texts.ts'
import { withYears } from './years.ts'

const mostLinked = 10

/** A table of changes by kind is a history, and one that explains words is no log. */
const isLog = (table: ReadTable, sections: readonly Section[], around: Context): boolean => {
  const { roles } = table
  const dated = roles.includes('date')
  if (!roles.includes('feature') && !roles.includes('old')) return false
  if (roles.includes('status') || roles.includes('state'))
    return (
      dated ||
      roles.includes('state') ||
      table.rows.some(
        row =>
          subjectsOfRow(table, row).endpoints.length > 0 ||
          // Below the heading of a day
          (around.dates.length > 0 && row.cells.some(cell => namesV1(readable(cell)))) ||
          row.cells.some(cell => cell.links.some(link => linkedSection(sections, link.url, '') !== undefined)),
      )
    )
  // Without columns of its own for them, a table has the state and the day that stand around it.
  return !roles.includes('kind') && (dated || (around.status !== '' && around.dates.length > 0))
}

interface Cell {
  readonly header: string
  readonly cell: Run
}

const isFilled = ({ cell }: Cell): boolean => says(readable(cell))

/** `Planned removal` stands above the days of a plan. */
const isOfPlan = ({ header }: Cell): boolean => mentionsState(header) && otherDay.test(header)

/** The cells of the days that a status is about: `Deprecated since` and not `Announced on`. */
const dayCells = (cells: readonly Cell[], states: readonly State[]): readonly Cell[] => {
  // What is removed was, as planned.
  const known = states.join() === 'removed' ? cells : cells.filter(cell => !isOfPlan(cell))
  const own = known.filter(cell => isDayOfState(cell.header, states) && isFilled(cell))
  const past = known.filter(({ header }) => !mentionsState(header) && !otherDay.test(header))
  return [own, past].find(some => some.length > 0) ?? known
}

const ditto = /^\s*(?:["“”″〃]|''|,,|[-–—]["”][-–—]|ditto|do\.|(?:same|see|as) above|same as above)?\s*$/i

/** A table whose rows have the state and the day of the row above where they repeat it: by a mark, or by leaving out both. */
const withDittos = (table: ReadTable): ReadTable => {
  const isOfState = table.roles.map(role => role === 'status' || role === 'date')
  if (!table.roles.includes('status') || !table.roles.includes('date')) return table
  const rows: Row[] = []
  for (const row of table.rows) {
    const above = rows.at(-1)
    const repeats = (cell: Run, column: number): boolean => isOfState[column] === true && ditto.test(stated(cell))
    const hasOwn =
      subjectsOfRow(table, row).endpoints.length === 0 ||
      row.cells.some((cell, column) => isOfState[column] && !repeats(cell, column))
    const fill = (cell: Run, column: number): Run =>
      repeats(cell, column) && (!hasOwn || stated(cell) !== '') ? (above?.cells[column] ?? cell) : cell
    rows.push({ ...row, cells: row.cells.map(fill) })
  }
  return { ...table, rows }
}

/** What a row is of: endpoints and what has none may stand in columns of their own. */
const featuresOf = (table: ReadTable, row: Row): readonly Run[] =>
  cellsOf(table, row, table.roles.includes('feature') ? 'feature' : 'old')

/** What the row of a table says of its feature: one statement, or one for each column of a state. */
const saidBy = (table: ReadTable, row: Row, around: Context): readonly Said[] => {
  const statusCell = cellOf(table, row, 'status')
  const own = statesIn(stated(statusCell))
  const inStatus = datesIn(stated(statusCell))
  const several = inStatus.length > 1 ? statementsIn(stated(statusCell), around) : []
  if (several.length > 0) return several
  const cellsOfRole = (role: ColumnRole): readonly Cell[] =>
    table.headers.flatMap((header, column) =>
      table.roles[column] === role ? [{ header, cell: row.cells[column] as Run }] : [],
    )
  const ofDays = dayCells(cellsOfRole('date'), own)
  const dateCells = ofDays.filter(isFilled)
  // Dates of several columns may be of several things; the headers between them say so.
  const dateText = dateCells
    .map(({ cell, header }) => (dateCells.length > 1 ? `${header}: ${readable(cell)}` : readable(cell)))
    .join(' ')
  const ofCells = dateCells.flatMap(({ cell }) => daysOfState(stated(cell), own))
  const columns = cellsOfRole('state')
  const hasStatus = table.roles.includes('status')
  if (columns.length > 0) {
    const said = columns.flatMap(({ header, cell }): readonly Said[] => {
      const text = stated(cell)
      const dates = datesIn(text)
      // What was so until a day is no longer.
      if (/^\W*(?:until|till|up to|before)\b/i.test(text) || isUndated(text) || isNo(text)) return []
      const states = statesIn(header)
      const own = dates.length > 0 ? { date: text, dates } : { date: dateText, dates: ofCells }
      return [{ status: states.join(' or '), states, ...own }]
    })
    if (!hasStatus) return said
    const fitting = said.find(({ states }) => states.join() === own.join())
    return [
      { status: readable(statusCell), states: own, date: fitting?.date ?? dateText, dates: fitting?.dates ?? ofCells },
    ]
  }
  const dates = [ofCells, inStatus, ofDays.length > 0 ? [] : around.dates].find(some => some.length > 0) ?? []
  // An empty cell may repeat the one above it.
  const at = table.rows.indexOf(row)
  const above = table.rows[at - 1]
  const daysAbove = hasStatus ? [] : table.rows.slice(0, at + 1).map(other => readable(cellOf(table, other, 'date')))
  const date = dateText || dates.map(({ text }) => text).join(' ') || (daysAbove.findLast(says) ?? '')
  if (hasStatus) {
    const repeats =
      own.length === 0 &&
      above !== undefined &&
      statesIn(stated(cellOf(table, above, 'status'))).length > 0 &&
      subjectsOfRow(table, row).endpoints.length > 0
    // `proposed` next to `Earliest removal` is the state of a plan: what is deprecated may have one.
    const isPlanned = own.join() === 'active' && cellsOfRole('date').some(cell => isOfPlan(cell) && isFilled(cell))
    return [{ status: readable(statusCell), states: repeats || isPlanned ? everyState : own, date, dates }]
  }
  const unknown = possibleState(table, row)
  if (unknown) return [{ status: readable(unknown), states: everyState, date, dates }]
  const inDates = dateCells.flatMap(({ header, cell }) => [header, stated(cell)]).find(mentionsState)
  const ofFeature = cellsOfRole('old')
    .map(({ header }) => header)
    .find(isStateWord)
  // `Deprecated: GET /x`
  const [what = emptyRun] = featuresOf(table, row)
  const label = /^\W*(\p{L}+)(?::| [–—-] |(?= (?:[A-Z]{3,7} )?\/))/u.exec(stated(what))?.[1] ?? ''
  const status = inDates ?? ofFeature ?? (isStateWord(label) ? label : around.status)
  return [{ status, states: status === '' ? everyState : statesIn(status), date, dates }]
}

const note =
  /^\W*(?:(?:it|they|this|these|the|all)\s+(?:(?:\w+\s+){0,2}?(?:endpoints|operations|routes|calls)\s+|(?:\w+\s+)?))?(?:(?:was|were|is|are|has been|have been)\s+)?(?:deprecated|removed|retired|disabled)\s+(?:(?:on|since|as of|from)\s+)?(?:the\s+)?$/i

/** What the notes of a row say of its feature: `Removed on 2025-01-01.` */
const notedIn = (table: ReadTable, row: Row): readonly Said[] =>
  row.cells.flatMap((cell, column) =>
    table.roles[column] !== 'other' && table.roles.indexOf(table.roles[column] as ColumnRole) === column
      ? []
      : notesOf(stated(cell)),
  )

const notesOf = (text: string): readonly Said[] =>
  sentencesOf(text).flatMap((sentence): readonly Said[] => {
    const [day, more] = datesIn(sentence)
    if (!day || more || !note.test(sentence.slice(0, day.start)) || /\p{L}/u.test(sentence.slice(day.end))) return []
    const status = sentence.slice(0, day.start).trim()
    return [{ status, states: statesIn(status), date: day.text, dates: [day] }]
  })

/** What the section that a row leads to says of it, where it has none below it. */
const notedBelow = (
  sections: readonly Section[],
  linked: readonly number[],
  apart: ReadonlySet<number>,
): readonly Said[] => {
  const whole = linked.flatMap(index => wholeSection(sections, index, apart))
  return whole.flatMap(({ blocks }) =>
    blocks.flatMap(block => (whole.length === 1 && block.type === 'paragraph' ? notesOf(readable(runOf(block))) : [])),
  )
}

interface TableRow {
  readonly table: ReadTable
  readonly row: Row
  readonly around: Context
  /** The sections that it links to, or that have its title. */
  readonly linked: readonly number[]
  readonly itself: Subjects
  readonly text: string
}

/** The sections that a row links to, or that have its feature for their title. One around its own table would be the whole page. */
const linkedBy = (
  table: ReadTable,
  row: Row,
  sections: readonly Section[],
  at: number,
  onDead: (url: string) => void,
): readonly number[] => {
  const linked = new Set<number>()
  for (const [column, cell] of row.cells.entries())
    for (const { url, start, end } of table.roles[column] === 'new' ? [] : cell.links) {
      const index = linkedSection(sections, url, cell.text.slice(start, end))
      if (index !== undefined && !encloses(sections, index, at)) linked.add(index)
      else if (index === undefined && url.startsWith('#')) onDead(url)
    }
  for (const feature of linked.size > 0 ? [] : featuresOf(table, row)) {
    const index = titledSection(sections, feature.text)
    if (index !== undefined && !encloses(sections, index, at)) linked.add(index)
  }
  return [...linked].slice(0, mostLinked)
}

/** Whether a row has a state, and nothing on the page says of what. */
const isAstray = (table: ReadTable, row: Row, around: Context, subjects: Subjects): boolean =>
  isUnnamed(subjects) &&
  !row.cells.some(cell => namesV1(readable(cell))) &&
  saidBy(table, row, around).some(({ states }) => states.length > 0)

/** Every statement of a page about what became of an endpoint: rows of tables, entries of lists, sections, sentences. */
export const readLogRows = function* (
  published: readonly Section[],
  from: string,
  problems: Problems,
): InPieces<LogRow[]> {
  const sections = withYears(published)
  const legend = legendOf(sections, isStateWord)
  // Where one table has a column of states, the title of the page and `Usage of deprecated endpoints` are not the state of another.
  const hasStates = sections.some(({ blocks }) =>
    blocks.some(block => block.type === 'table' && readTable(block).roles.includes('status')),
  )
  const rows = yield* flatMapInPieces(sections, (section, at): readonly TableRow[] => {
    const contexts = contextsOf(section, sections)
    return section.blocks.flatMap((block, index) => {
      if (block.type !== 'table') return []
      const context = contexts[index] as Context
      const isOther = hasStates && (context.ofPage || !isStateWord(withoutDates(context.status)))
      const around = isOther ? { ...context, status: '' } : context
      const table = withDittos(withLegend(readTable(block), legend))
      if (!isLog(table, sections, around)) return []
      if (table.cut)
        problems.unread({
          line: table.line,
          why: `The table on line ${table.line} of ${from} is too long; only its beginning is read.`,
        })
      return table.rows.map(row => {
        const linked = linkedBy(table, row, sections, at, url => problems.add(deadLink(url, row.line, from)))
        const itself = few(subjectsOfRow(table, row))
        const text = row.cells.map(readable).filter(Boolean).join(' ')
        return { table, row, around: aroundSubjects(around, itself, text), linked, itself, text }
      })
    })
  })
  // A section within another one is that of the row that links to it.
  const apart = new Set(rows.flatMap(({ linked }) => linked))
  const described = describing(sections)
  let mixed = false
  const digests = new Map<number, ReturnType<typeof sectionDigest>>()
  const digest = (index: number): ReturnType<typeof sectionDigest> => {
    const known = digests.get(index) ?? sectionDigest(sections, index, apart)
    digests.set(index, known)
    return known
  }
  const tabled = yield* flatMapInPieces(rows, ({ table, row, around, linked, itself, text }): LogRow[] => {
    const parts = linked.map(digest)
    const isNamed = (cell: Run, column: number): boolean =>
      table.roles[column] === 'other' && namesV1(readable(cell)) && itself.endpoints.length === 0
    const feature = featuresOf(table, row).find(cell => readable(cell) !== '') ?? row.cells.find(isNamed) ?? emptyRun
    // What a row says in words may take its status back, or limit it to a part.
    const told = withoutPaths(stated(feature))
    const isDoubtful = ({ states }: Said): boolean =>
      states.length > 0 && (takesBack(told) || isPartial(told) || (states.join() === 'removed' && isStillThere(told)))
    const subjects = described(few(joinedSubjects([itself, ...parts])), readable(feature))
    mixed ||= linked.length === 0 && isAstray(table, row, around, subjects)
    const said = [...saidBy(table, row, around), ...notedIn(table, row), ...notedBelow(sections, linked, apart)]
    return said.map(one => ({
      ...rowFields(isDoubtful(one) ? { ...one, states: everyState } : one),
      feature: readable(feature),
      line: row.line,
      text: [text, ...parts.map(part => part.text)].join('\n').slice(0, mostText),
      ...subjects,
      itself,
      replacements: [...replacementsOfRow(table, row), ...parts.flatMap(part => part.replacements)].slice(0, mostNamed),
    }))
  })
  // A day that is of nothing named, such as that of a letter, states nothing.
  const listed = (yield* rowsOfLists(sections)).filter(row => row.feature !== '' || row.status !== '')
  if (tabled.length === 0) return listed.map(row => described(row, row.feature))
  const rowsOfTables = tabled.map(row => ({ ...row, ...(mixed && { mixed }) }))
  const known = rowsOfTables.filter(({ status }) => status !== '').flatMap(namedBy)
  const isKnown = (row: LogRow): boolean => namedBy(row).some(one => known.some(other => isSame(one, other)))
  // Next to a table an entry of a list counts where it says all, and of what no table states; and so does a sentence.
  const further = listed.filter(row => row.states.length === 1 && row.dates.length > 0 && !isKnown(row))
  return [
    ...rowsOfTables,
    ...further,
    ...(yield* flatMapInPieces(sections, section => rowsOfSentences(section, sections))),
  ]
}

/** What a row is about, as far as two rows can be about the same. */
const namedBy = ({ endpoints, text }: LogRow): readonly EndpointMention[] => [
  ...endpoints.map(mention => (isOfHubV1(mention.path) ? { path: 'v1' } : mention)),
  ...(namesV1(text) ? [{ path: 'v1' }] : []),
]

const isSame = (one: EndpointMention, other: EndpointMention): boolean =>
  one.path === other.path && (one.method === undefined || other.method === undefined || one.method === other.method)

const encloses = (sections: readonly Section[], outer: number, inner: number): boolean =>
  outwards(sections[inner] as Section, sections).includes(sections[outer] as Section)
