import type { ListItem, Table } from 'mdast'
import { datesIn, type PlacedDate } from '../../checks/documents/published-dates.ts'
import { isStateWord, kindOf, mentionsState, statesIn } from '../../checks/documents/vocabulary.ts'
import type { LogRow, PublishedDate, PublishedReplacement, State, Subjects } from '../../contracts/documents.ts'
import { joinedSubjects, subjectsOf } from './mentions.ts'
import { type Block, deadLink, linkedSection, type Section, wholeSection } from './pages/sections.ts'
import { lineOf, type Run, readable, runOf, slice, stated } from './pages/text.ts'
import type { Problems } from './problems.ts'
import { replacementSpans } from './replacement-words.ts'
import { replacementsOfRow, replacementsOfSection, subjectsOfRow, subjectsOfSection } from './statements.ts'
import { cellOf, cellsOf, isMark, type ReadTable, readTable } from './tables.ts'

// Many rows may link to one section; none may carry more of it than a person would read.
const mostText = 5_000
const mostNamed = 200
const mostLinked = 10

const every: readonly State[] = ['active', 'deprecated', 'removed']
const nothing: Subjects = { endpoints: [], operationIds: [], tags: [] }

const fieldLine =
  /^(status|state|stage|date|since|deprecated(?: on| since)?|removed(?: on)?|sunset(?: on)?|announced)\s*[:–—]\s*(.+)$/i

interface Digest extends Subjects {
  readonly text: string
  readonly replacements: readonly PublishedReplacement[]
}

const few = (subjects: Subjects): Subjects => ({
  endpoints: subjects.endpoints.slice(0, mostNamed),
  operationIds: subjects.operationIds.slice(0, mostNamed),
  tags: subjects.tags.slice(0, mostNamed),
})

const plainDates = (dates: readonly PlacedDate[]): readonly PublishedDate[] =>
  dates.slice(0, 5).map(({ text, days, iso }) => ({ text, days, iso }))

/** What a section and those below it say. */
const digestOf = (sections: readonly Section[], index: number): Digest => {
  const whole = wholeSection(sections, index)
  return {
    text: whole
      .flatMap(section => [section.title, ...section.blocks.map(block => readable(runOf(block)))])
      .filter(Boolean)
      .join('\n')
      .slice(0, mostText),
    ...few(joinedSubjects(whole.map(subjectsOfSection))),
    replacements: whole.flatMap(section => replacementsOfSection(section, sections)).slice(0, mostNamed),
  }
}

interface Context {
  readonly dates: readonly PlacedDate[]
  readonly status: string
}

/** The date and the state that the headings around a block state, the nearest first. */
const contextOf = (section: Section, sections: readonly Section[]): Context => {
  let dates: readonly PlacedDate[] = []
  let status = ''
  let current: Section | undefined = section
  while (current !== undefined) {
    if (dates.length === 0) dates = datesIn(current.title)
    if (status === '' && (isStateWord(current.title) || (current.depth > 1 && mentionsState(current.title))))
      status = current.title
    current = current.parent === undefined ? undefined : sections[current.parent]
  }
  return { dates, status }
}

/** A table of changes by kind is a history, and one that explains words is no log. */
const isLog = (table: ReadTable, sections: readonly Section[]): boolean => {
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
          row.cells.some(cell => cell.links.some(link => linkedSection(sections, link.url, '') !== undefined)),
      )
    )
  return dated && !roles.includes('kind')
}

interface Said {
  readonly status: string
  readonly states: readonly State[]
  readonly date: string
  readonly dates: readonly PlacedDate[]
}

/** What the row of a table says of its feature: one statement, or one for each column of a state. */
const saidBy = (table: ReadTable, row: ReadTable['rows'][number], around: Context): readonly Said[] => {
  const statusCell = cellOf(table, row, 'status')
  const dateCells = cellsOf(table, row, 'date').filter(cell => /[\p{L}\p{N}]/u.test(readable(cell)))
  const dateText = dateCells.map(readable).join(' ')
  const ofCells = dateCells.flatMap(cell => datesIn(stated(cell)))
  const columns = table.headers.flatMap((header, column) =>
    table.roles[column] === 'state' ? [{ states: statesIn(header), cell: row.cells[column] as Run }] : [],
  )
  const own = statesIn(stated(statusCell))
  const hasStatus = table.roles.includes('status')
  if (columns.length > 0) {
    const said = columns.flatMap(({ states, cell }): readonly Said[] => {
      const text = stated(cell)
      const dates = datesIn(text)
      if (
        dates.length === 0 &&
        (!/[\p{L}\p{N}\p{S}]/u.test(text) || /^(?:[✗✘❌☐○–—-]️?|no|false|n\/a|none)$/iu.test(text))
      )
        return []
      const held = isMark(text) || dates.length > 0 ? states : every
      return [
        {
          status: held.join(' or '),
          states: held,
          date: dates.length > 0 ? text : dateText,
          dates: dates.length > 0 ? dates : ofCells,
        },
      ]
    })
    if (!hasStatus) return said
    const fitting = said.find(({ states }) => states.join() === own.join())
    return [
      { status: readable(statusCell), states: own, date: fitting?.date ?? dateText, dates: fitting?.dates ?? ofCells },
    ]
  }
  const inStatus = datesIn(stated(statusCell))
  const dates =
    ofCells.length > 0 || dateText !== ''
      ? ofCells
      : inStatus.length > 0
        ? inStatus
        : table.roles.includes('date')
          ? []
          : around.dates
  const date = dateText !== '' ? dateText : dates.map(({ text }) => text).join(' ')
  if (hasStatus) return [{ status: readable(statusCell), states: own, date, dates }]
  const header = table.headers.find((candidate, column) => table.roles[column] === 'date' && mentionsState(candidate))
  const status = header ?? around.status
  return [{ status, states: status === '' ? every : statesIn(status), date, dates }]
}

/** Every statement of a page about what became of an endpoint: rows of tables, entries of lists, sections, sentences. */
export const readLogRows = (sections: readonly Section[], from: string, problems: Problems): LogRow[] => {
  const digests = new Map<number, Digest>()
  const digest = (index: number): Digest => {
    const known = digests.get(index) ?? digestOf(sections, index)
    digests.set(index, known)
    return known
  }
  const readRow = (table: ReadTable, row: ReadTable['rows'][number], at: number, around: Context): LogRow[] => {
    const linked = new Set<number>()
    for (const link of row.cells.flatMap((cell, column) =>
      table.roles[column] === 'new'
        ? []
        : cell.links.map(({ url, start, end }) => ({ url, title: cell.text.slice(start, end) })),
    )) {
      const index = linkedSection(sections, link.url, link.title)
      // A row that links to its own table would take the whole page for its section.
      if (index !== undefined && !encloses(sections, index, at)) linked.add(index)
      else if (index === undefined && link.url.startsWith('#')) problems.add(deadLink(link.url, row.line, from))
    }
    const parts = [...linked].slice(0, mostLinked).map(digest)
    const itself = few(subjectsOfRow(table, row))
    return saidBy(table, row, around).map(({ status, states, date, dates }) => ({
      status,
      states,
      feature: readable(cellOf(table, row, table.roles.includes('feature') ? 'feature' : 'old')),
      date,
      dates: plainDates(dates),
      line: row.line,
      text: [row.cells.map(readable).filter(Boolean).join(' '), ...parts.map(part => part.text)]
        .join('\n')
        .slice(0, mostText),
      ...few(joinedSubjects([itself, ...parts])),
      itself,
      replacements: [...replacementsOfRow(table, row), ...parts.flatMap(part => part.replacements)].slice(0, mostNamed),
    }))
  }
  const tabled = sections.flatMap((section, at) =>
    section.blocks
      .filter((block): block is Table => block.type === 'table')
      .map(readTable)
      .filter(table => isLog(table, sections))
      .flatMap(table => {
        if (table.cut)
          problems.unread({
            line: table.line,
            why: `The table on line ${table.line} of ${from} is too long; only its beginning is read.`,
          })
        return table.rows.flatMap(row => readRow(table, row, at, contextOf(section, sections)))
      }),
  )
  const listed = rowsOfLists(sections)
  // Next to a table a sentence counts where it says all: which endpoint, what became of it, and when.
  return tabled.length === 0 ? listed : [...tabled, ...sections.flatMap(section => sentencesOf(section, sections))]
}

const encloses = (sections: readonly Section[], outer: number, inner: number): boolean => {
  for (let at: number | undefined = inner; at !== undefined; at = sections[at]?.parent) if (at === outer) return true
  return false
}

/** The rows of a log that has no table: a heading per endpoint, or dated headings with a list below them. */
const rowsOfLists = (sections: readonly Section[]): LogRow[] =>
  sections.flatMap((section, index) => {
    const fields = fieldsOf(section)
    const named = section.heading === undefined ? nothing : subjectsOf(section.heading)
    const names = named.endpoints.length > 0
    const around = contextOf(section, sections)
    if (names || fields.size > 0) return [rowOfSection(section, index, sections, fields, around)]
    return section.blocks
      .flatMap((block): readonly (Block | ListItem)[] => (block.type === 'list' ? block.children : [block]))
      .flatMap(block => rowOfBlock(block, section, sections, around))
  })

const rowOfSection = (
  section: Section,
  index: number,
  sections: readonly Section[],
  fields: ReadonlyMap<string, string>,
  around: Context,
): LogRow => {
  const digest = digestOf(sections, index)
  const field = (words: RegExp) => [...fields].find(([name]) => words.test(name))
  const status = field(/^(?:status|state|stage)$/)?.[1] ?? field(/^(?:deprecated|removed)/)?.[0] ?? around.status
  const date = field(/^(?!status|state|stage)/)?.[1]
  const dates =
    date === undefined ? (around.dates.length > 0 ? around.dates : datesIn(digest.text).slice(0, 1)) : datesIn(date)
  const itself = joinedSubjects([section.heading === undefined ? nothing : subjectsOf(section.heading)])
  return {
    status,
    states: status === '' ? (mentionsState(digest.text) ? every : []) : statesIn(status),
    feature: section.title,
    date: date ?? dates.map(({ text }) => text).join(' '),
    dates: plainDates(dates),
    line: section.line,
    ...digest,
    itself,
  }
}

/** What a text says apart from what it names as a replacement. */
const withoutReplacements = (run: Run): string => {
  let text = run.text
  for (const { start, end } of replacementSpans(run.text))
    text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
  return stated({ text, links: [] })
}

const rowOfBlock = (
  block: Block | ListItem,
  section: Section,
  sections: readonly Section[],
  around: Context,
): LogRow[] => {
  if (block.type !== 'listItem' && block.type !== 'paragraph') return []
  const run = runOf(block)
  const text = readable(run)
  const itself = subjectsOf(run)
  const dates = datesIn(text)
  const said = withoutReplacements(run)
  const own = mentionsState(said)
  const concerns =
    itself.endpoints.length + itself.operationIds.length > 0
      ? own || around.status !== '' || dates.length > 0 || around.dates.length > 0
      : dates.length > 0 && own
  if (!concerns || (itself.endpoints.length === 0 && kindOf(text) !== undefined)) return []
  const single: Section = {
    ...section,
    blocks: [block.type === 'listItem' ? { type: 'list', children: [block] } : block],
  }
  const ofText = own ? statesIn(said.replaceAll(/[`'"]?\/[\w{}/.-]+/g, ' ')) : []
  const ofHeading = around.status === '' ? [] : statesIn(around.status)
  const both = ofText.length > 0 && ofHeading.length > 0
  const shared = both ? ofText.filter(state => ofHeading.includes(state)) : []
  const states = both ? (shared.length > 0 ? shared : every) : [...ofText, ...ofHeading]
  const shown = dates.length > 0 ? dates : around.dates
  return [
    {
      status: own
        ? (text.match(/\b(?:deprecat|remov|retir|disabl|sunset|hidden|delet)\w*/i)?.[0] ?? around.status)
        : around.status,
      states: states.length > 0 ? states : every,
      feature: text.slice(0, 500),
      date: shown.map(({ text: date }) => date).join(' '),
      dates: plainDates(shown),
      line: lineOf(block),
      text,
      ...itself,
      itself,
      replacements: replacementsOfSection(single, sections),
    },
  ]
}

const dated =
  /\b(deprecated|removed|retired|disabled)\b[\s,:(]*(?:(?:since|on|as of|from|effective|in|with)\s+)?(?:the\s+)?$/i

/** Sentences such as "GET /x was removed on 2025-01-01". */
const sentencesOf = (section: Section, sections: readonly Section[]): LogRow[] =>
  section.blocks
    .flatMap((block): readonly (Block | ListItem)[] => (block.type === 'list' ? block.children : [block]))
    .flatMap(block => {
      if (block.type !== 'listItem' && block.type !== 'paragraph') return []
      const run = runOf(block)
      return sentencesIn(run).flatMap((sentence): LogRow[] => {
        const itself = subjectsOf(sentence)
        const dates = datesIn(sentence.text).filter(({ start }) =>
          dated.test(sentence.text.slice(Math.max(0, start - 40), start)),
        )
        const [date, more] = dates
        if (date === undefined || more !== undefined || itself.endpoints.length === 0) return []
        const text = readable(sentence)
        const states = statesIn(withoutReplacements(sentence).replaceAll(/[`'"]?\/[\w{}/.-]+/g, ' '))
        if (states.length !== 1) return []
        return [
          {
            status: states[0] ?? '',
            states,
            feature: text.slice(0, 500),
            date: date.text,
            dates: plainDates([date]),
            line: lineOf(block),
            text,
            ...itself,
            itself,
            replacements: replacementsOfSection({ ...section, blocks: [] }, sections),
          },
        ]
      })
    })

const sentencesIn = (run: Run): readonly Run[] => {
  const ends = [...run.text.matchAll(/[.;!?](?=[\s\uE001]|$)|\n/g)].slice(0, 200).map(({ index }) => index + 1)
  const starts = [0, ...ends]
  return starts.map((start, index) => slice(run, start, starts[index + 1] ?? run.text.length))
}

/** `Status: Removed` and the like, one per paragraph or list item. */
const fieldsOf = (section: Section): Map<string, string> => {
  const fields = new Map<string, string>()
  for (const block of section.blocks) {
    const parts = block.type === 'list' ? block.children : block.type === 'paragraph' ? [block] : []
    for (const part of parts) {
      for (const line of readableLines(part)) {
        const [, name, value] = fieldLine.exec(line) ?? []
        if (name === undefined || value === undefined) continue
        // `Deprecated: no longer in use` explains a word.
        if (/^sta/i.test(name) || datesIn(value).length > 0) fields.set(name.toLowerCase(), value.trim())
      }
    }
  }
  return fields
}

const readableLines = (node: Parameters<typeof runOf>[0]): string[] =>
  runOf(node)
    .text.split('\n')
    .map(text => readable({ text, links: [] }))
