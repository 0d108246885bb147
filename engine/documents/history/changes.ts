import type { List, ListItem, Nodes, Paragraph, Table } from 'mdast'
import { datesIn, isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { isOfHub } from '../../../checks/documents/questions.ts'
import { isArea, isKind, kindOf, kindOfSentence, statesIn } from '../../../checks/documents/vocabulary.ts'
import type { ChangeEntry, PublishedChangelog, Subjects } from '../../../contracts/documents.ts'
import { operationIdsOf } from '../mentions.ts'
import { type Block, isAroundAll, isPageTitle, isTitle, type Section } from '../pages/sections.ts'
import { lineOf, type Run, readable, runOf, slice, stated, struckStart } from '../pages/text.ts'
import { subjectsOf } from '../subjects.ts'
import { cellOf, cellsOf, type ReadTable, readTable, weakFeature } from '../tables.ts'

/** The first date of a text as it is published; one as ISO 8601 has it is preferred. */
const dateIn = (text: string): string | undefined => {
  const dates = datesIn(text)
  // Two days at the head of an entry leave open which one is meant.
  if (
    new Set(dates.flatMap(({ days }) => days)).size > 1 &&
    dates.every(({ days }) => days.length === 1) &&
    isOnlyDate(text)
  )
    return text
  return (dates.find(({ iso }) => iso) ?? dates[0])?.text
}

/** A kind that stands before the change itself, in bold, in brackets or before a colon, and the rest of the text. */
const leadingKind = (text: string, bold: string): { kind: string; rest: string } | undefined => {
  const inBold = bold.replace(/[\s:]+$/, '')
  if (inBold !== '' && text.startsWith(bold)) {
    if (isKind(inBold)) return split(inBold, text.slice(bold.length))
    // `**Hub API** – Update: …`: other products have changes of their own.
    const [mark = ''] = /^\s*[:–—-]\s+/.exec(text.slice(bold.length)) ?? []
    const own = mark !== '' && isOfHub(inBold) ? leadingKind(text.slice(bold.length + mark.length), '') : undefined
    if (own) return { ...own, rest: `${inBold}: ${own.rest}` }
  }
  const [, bracketed, plain] = /^(?:[[(]([^\])]{1,60})[\])]|([\p{L} ]{1,60})(?::|\s[—–·|])(?=\s))/u.exec(text) ?? []
  const kind = bracketed ?? plain
  if (kind === undefined || !isKind(kind)) return undefined
  return split(kind.trim(), text.slice(bracketed === undefined ? kind.length + 1 : kind.length + 2))
}

const split = (kind: string, rest: string): { kind: string; rest: string } | undefined => {
  const text = rest.replace(/^[\s:–—-]+/, '')
  return text === '' ? undefined : { kind, rest: text }
}

interface Reading {
  readonly dates: Map<string, PublishedChangelog['dates'][number]>
  readonly entries: ChangeEntry[]
  /** Date and kind of what is being read. */
  date: string
  kind: string
  /** Line of that date. */
  line: number
  /** Line of the heading of a kind or an area around the dates that are being read. */
  group: number | undefined
}

const deepest = 50

/** The dated changes of a page: below date headings, below dates in bold, in dated lists and in dated tables. */
export const readChanges = (sections: readonly Section[]): Pick<PublishedChangelog, 'dates' | 'entries'> => {
  const reading: Reading = { dates: new Map(), entries: [], date: '', kind: '', line: 1, group: undefined }
  /** A day that stands alone at the end of a section, and is that of the headings below it; how deep the first of these is. */
  let carried: { readonly date: string; readonly depth: number } | undefined
  /** Whether paragraphs have changes, and not only lists and tables. */
  let isSpoken = false
  for (const [at, section] of sections.entries()) {
    const dated = enclosingDate(section, sections)
    if (carried && section.depth < carried.depth) carried = undefined
    // The day of a line of text goes on below a title that is no heading.
    if (!isTitle(section) || dated?.section === section) {
      reading.date = dated?.date ?? carried?.date ?? ''
      reading.line = dated?.section.line ?? section.line
    }
    reading.group = groupAround(dated ? around(dated.section, sections) : section, sections)
    if (dated?.section === section && !isPeriod(dated.date)) noteDate(reading, dated.date, section.line)
    reading.kind = kindAbove(section, sections, dated?.section)
    const [first] = section.blocks
    const head = first?.type === 'paragraph' ? headOf(readable(runOf(first))) : undefined
    // Above its day and its kind, a heading is what changed.
    if (section.heading && head?.kind && !isKind(section.title))
      addEntry({ run: section.heading, line: section.line, bold: '' }, { ...reading, ...head })
    const isLast = at === sections.length - 1
    for (const [index, block] of section.blocks.entries()) {
      if (isLast && block.type === 'paragraph' && index > closingOf(section.blocks, isSpoken))
        reading.entries.push(entryOf(runOf(block), '', '', readable(runOf(block)), lineOf(block)))
      else if (block.type === 'table') readRows(block, reading)
      else if (block.type === 'list')
        readItems(block, { ...reading, ...introducedBy(section.blocks[index - 1], reading.kind) }, 0)
      else if (block.type === 'paragraph' && !isContents(block)) {
        const count = reading.entries.length
        readParagraph(block, section.blocks[index + 1]?.type === 'list', reading)
        isSpoken ||= reading.entries.length > count
      }
    }
    const last = section.blocks.at(-1)
    const next = sections[at + 1]
    // A heading with nothing below it is what there is to say.
    if (
      section.heading &&
      !last &&
      dated &&
      dated.section !== section &&
      !isKind(section.title) &&
      (next?.depth ?? 0) <= section.depth
    )
      addEntry(
        { run: section.heading, line: section.line, bold: '' },
        { ...reading, kind: kindAbove(around(section, sections) ?? section, sections, dated.section) },
      )
    if (next && last?.type === 'paragraph' && headOf(withoutLabel(readable(runOf(last)))))
      carried = { date: reading.date, depth: next.depth }
  }
  const dates = [...reading.dates.values()]
  const own = dates.filter(date => isOfHistory(date.line, sections, reading.entries) && !divides(date, reading))
  return { dates: own.length > 0 ? own : dates, entries: reading.entries }
}

/** Behind which block the paragraphs at the end of a page are about the page, and have no day. */
const closingOf = (blocks: readonly Block[], isSpoken: boolean): number => {
  const end = blocks.findLastIndex(
    ({ type }) => type === 'thematicBreak' || (!isSpoken && /^(?:list|table)$/.test(type)),
  )
  const isDated = blocks.slice(end + 1).some(block => block.type === 'paragraph' && isHead(block))
  return end < 0 || isDated ? Infinity : end
}

const historyTitle =
  /^\W*(?:(?:the|our|api|hub|public|full)\W+)*(?:change[ -]?logs?|change history|history of changes|release notes)\W*$/i
const logTitle = /\b(?:deprecation|sunset|removal|lifecycle)s?\b/i
const plans = /^\W*(?:roadmap|upcoming|planned|coming (?:soon|next)|unreleased|future)\b/i

/** Whether a line of a page belongs to its change history: other parts, such as a deprecation log, may have dates in other forms. */
const isOfHistory = (line: number, sections: readonly Section[], entries: readonly ChangeEntry[]): boolean => {
  const at = sections.findLastIndex(section => section.line <= line)
  for (let current = sections[at]; current !== undefined; current = around(current, sections))
    if (plans.test(current.title) || isAboutElse(current, sections, entries)) return false
  const start = sections.findIndex(({ title }) => historyTitle.test(title))
  if (start < 0) return true
  const end = sections.findIndex(
    ({ title, depth }, index) => index > start && depth <= (sections[start]?.depth ?? 0) && logTitle.test(title),
  )
  return at >= start && (end < 0 || at < end)
}

/** Whether a heading is none of a change history, and nothing that is dated below it names a thing of the API: `About this page`. */
const isAboutElse = (section: Section, sections: readonly Section[], entries: readonly ChangeEntry[]): boolean => {
  const { title } = section
  const isOfChanges =
    !/\p{L}/u.test(title) || datesIn(title).length > 0 || isKind(title) || isArea(title) || historyTitle.test(title)
  if (isOfChanges || isAroundAll(section, sections)) return false
  const start = section.line
  const end = sections.find(({ line, depth }) => line > start && depth <= section.depth)?.line ?? Infinity
  return !entries.some(
    ({ line, endpoints, operationIds, tags }) =>
      line >= start && line < end && endpoints.length + operationIds.length + tags.length > 0,
  )
}

const enclosingDate = (section: Section, sections: readonly Section[]) => {
  for (let current: Section | undefined = section; current !== undefined; current = around(current, sections)) {
    const date = dateIn(current.title)
    if (date !== undefined) return { date, section: current }
  }
  return undefined
}

/** Line of the nearest heading of a kind or an area at or around a section: a page may have a list for each. */
const groupAround = (section: Section | undefined, sections: readonly Section[]): number | undefined => {
  for (let current = section; current !== undefined; current = around(current, sections))
    if (isKind(current.title) || isArea(current.title)) return current.line
  return undefined
}

/** The kind that one of the parts of a title is: `Expiry of tokens (update)`, `New: immutable tags`. */
const kindAmong = (title: string): string | undefined => {
  const parts = title.split(/[^\p{L}\s'’&-]+|\s-\s/u).map(part => part.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
  const kinds = parts.filter(isKind)
  return new Set(kinds.map(kindOf)).size === 1 ? kinds[0] : undefined
}

/** The nearest heading that sounds like a kind of change, or else the nearest one below the date. */
const kindAbove = (section: Section, sections: readonly Section[], dated: Section | undefined): string => {
  let nearest = ''
  for (let current: Section | undefined = section; current !== undefined; current = around(current, sections)) {
    if (current === dated) {
      const own = kindAmong(current.title.replace(dateIn(current.title) ?? '', ' '))
      if (nearest === '' && own) return own
      if (nearest !== '') return nearest
    } else if (isKind(current.title) && !(isPageTitle(current, sections) && dated)) return current.title
    else if (nearest === '' && current.depth > (dated?.depth ?? 6)) nearest = current.title
  }
  return nearest
}

const around = (section: Section, sections: readonly Section[]): Section | undefined => {
  return section.parent === undefined ? undefined : sections[section.parent]
}

/** A month or a quarter: above days it only divides the page, and is the date of what stands below it without a day. */
const isPeriod = (date: string): boolean => (datesIn(date)[0]?.days.length ?? 0) > 2

/** Whether a month or a quarter stands above days, or announces nothing on a page of days: what has no day there is a remark. */
const divides = ({ date, days }: PublishedChangelog['dates'][number], { dates, entries }: Reading): boolean => {
  const noted = [...dates.values()].flatMap(one => (one.days.length === 1 ? one.days : []))
  const announces = ({ kind, ...subjects }: ChangeEntry): boolean =>
    isKind(kind) || subjects.endpoints.length + subjects.operationIds.length + subjects.tags.length > 0
  return (
    isPeriod(date) &&
    noted.length > 0 &&
    (noted.some(day => days.includes(day)) || !entries.some(entry => entry.date === date && announces(entry)))
  )
}

const noteDate = ({ dates, group }: Reading, date: string, line: number): void => {
  const [found] = datesIn(date)
  const key = `${group ?? ''} ${date}`
  if (found && !dates.has(key))
    dates.set(key, {
      date,
      text: found.text,
      days: found.days,
      iso: found.iso,
      line,
      ...(group !== undefined && { group }),
    })
}

const person = '@?[\\w.-]{1,60}'
/** What stands behind the day of a release: who made it, and from what. */
const byline = new RegExp(
  `(?:(?:\\s*[·•|]\\s*|\\s+)(?:by ${person}|@[\\w.-]{1,60}|(?:${person} )?(?:released|published|tagged|posted) (?:this|it)|latest|pre-?release|commit [0-9a-f]{7,40}))+\\W*$`,
  'i',
)

/** `Released: 2025-11-21` and `2025-11-21 · @ola released this` are days. */
const withoutLabel = (text: string): string =>
  text.replace(/^(?:released|published|date)(?: on)?(?=[\s:])/i, '').replace(byline, '')

/** A day, with a kind or without, and no more: `2025-11-21 · Update`, `Update on 2025-11-21`. */
const headOf = (text: string): { readonly date: string; readonly kind: string } | undefined => {
  if (isOnlyDate(text)) return { date: dateIn(text) ?? '', kind: '' }
  const [day] = datesIn(text)
  const kind = day ? withoutJoint(text.replace(day.text, ' ')).replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '') : ''
  return day && isKind(kind) ? { date: day.text, kind } : undefined
}

const withoutJoint = (text: string): string => text.replace(/(?:^|\s)(?:on|of|from)\s*$/i, '')

/** Whether a paragraph is a day or a kind, and no change itself. */
const isHead = (paragraph: Paragraph): boolean => {
  const text = withoutLabel(readable(runOf(paragraph)))
  return leadingDate(text) !== '' || isKind(text.replace(/\s*:$/, ''))
}

const readParagraph = (paragraph: Paragraph, listFollows: boolean, reading: Reading): void => {
  const text = withoutLabel(readable(runOf(paragraph)))
  const head = headOf(text)
  if (head) {
    Object.assign(reading, head, { line: lineOf(paragraph) })
    if (!isPeriod(reading.date)) noteDate(reading, reading.date, reading.line)
    return
  }
  const alone = text.replace(/\s*:$/, '')
  if (isKind(alone)) {
    reading.kind = alone
    return
  }
  // A sentence that introduces a list says nothing that its items do not say.
  if (listFollows && text.endsWith(':')) return
  addEntry(pieceOf(paragraph), reading)
}

/** The kind of a list that a sentence introduces: `The following endpoints are deprecated:` below `New`, or `Deprecation: the following`. */
const introducedBy = (block: Block | undefined, above: string): { readonly kind?: string } => {
  const text = block?.type === 'paragraph' ? readable(runOf(block)) : ''
  const lead = leadingKind(text, '')
  if (lead && /\b(?:following|below)\b/.test(lead.rest)) return { kind: lead.kind }
  const kind = text.endsWith(':') ? kindOfSentence(text) : undefined
  return kind && (kind === 'Deprecation' || above === '') ? { kind } : {}
}

// An entry of a table of contents leads to what stands elsewhere on the page, and announces nothing itself.
const leadsOnly = (item: ListItem): boolean => {
  const [paragraph, ...others] = item.children
  if (paragraph?.type !== 'paragraph' || others.some(({ type }) => type !== 'list')) return false
  const [link, ...more] = paragraph.children
  return link?.type === 'link' && link.url.startsWith('#') && more.length === 0
}

/** A line of links to the days further down: `2025-11-21 · 2025-09-25`. */
const isContents = ({ children }: Paragraph): boolean =>
  children.filter(({ type }) => type === 'link').length > 1 &&
  children.every(child =>
    child.type === 'link' ? child.url.startsWith('#') : child.type === 'text' && !/[\p{L}\p{N}]/u.test(child.value),
  )

const readItems = (list: List, reading: Reading, depth: number): void => {
  for (const item of list.children) {
    if (leadsOnly(item)) continue
    const title = readable(runOf(item, { withoutLists: true })).replace(/\s*:$/, '')
    const lists = item.children.filter(child => child.type === 'list')
    const heads = lists.length > 0 && depth < deepest
    const before = { date: reading.date, kind: reading.kind, line: reading.line }
    const head = reading.date === '' || isPeriod(reading.date) ? headOf(title) : undefined
    if (heads && (isKind(title) || head)) {
      Object.assign(reading, head && { date: head.date, line: lineOf(item) })
      reading.kind = (head ? head.kind : title) || reading.kind
      if (head && !isPeriod(reading.date)) noteDate(reading, reading.date, reading.line)
      for (const inner of lists) readItems(inner, reading, depth + 1)
    } else addEntry(pieceOf(item), reading)
    Object.assign(reading, before)
  }
}

/** What may be an entry: its text, its line, and what it has in bold at its beginning. */
interface Piece {
  readonly run: Run
  readonly line: number
  readonly bold: string
}

const pieceOf = (node: ListItem | Paragraph): Piece => ({ run: runOf(node), line: lineOf(node), bold: boldLead(node) })

const addEntry = ({ run, line, bold }: Piece, reading: Reading): void => {
  const full = readable(run)
  if (full !== '' && isStruck(run)) return
  // Below a date heading, a date within the text is part of what is announced.
  const isOpen = reading.date === '' || isPeriod(reading.date)
  const lines = isOpen ? headedLines(run) : undefined
  if (lines) {
    noteDate(reading, lines.date, line)
    reading.entries.push(entryOf(lines.rest, lines.date, lines.kind, readable(lines.rest), line))
    return
  }
  const behind =
    isOpen && leadingDate(full) === '' ? headOf(/[(–—]([^()–—]{1,60})\)?\W*$/.exec(full)?.[1] ?? '') : undefined
  const own = isOpen ? (behind?.date ?? leadingDate(full)) : ''
  const date = own || reading.date
  if (date === '' || full === '') return
  if (own !== '' || isPeriod(date)) noteDate(reading, date, own === '' ? reading.line : line)
  if (addParts(run, date, line, reading)) return
  const lead =
    leadingKind(full, bold) ??
    (own === ''
      ? undefined
      : leadingKind(full.slice(full.indexOf(own) + own.length).replace(/^[^\p{L}[(]+/u, ''), '')) ??
    kindBeforeDate(full, date)
  reading.entries.push(entryOf(run, date, lead?.kind ?? (behind?.kind || reading.kind), lead?.rest ?? full, line))
}

/** Lines of which the first has the day and the kind of what the others say; undefined where one of them has a kind of its own. */
const headedLines = (run: Run): { readonly date: string; readonly kind: string; readonly rest: Run } | undefined => {
  const end = run.text.indexOf('\n')
  const head = end < 0 ? undefined : headOf(withoutLabel(readable(slice(run, 0, end))))
  if (!head || head.kind === '') return undefined
  const rest = slice(run, end, run.text.length)
  const isMixed = kindLabels(rest).length > 0 || rest.text.split('\n').some(line => isKind(line.trim()))
  return isMixed ? undefined : { ...head, rest }
}

/** Adds the changes of a text that has several kinds, if it has them. */
const addParts = (run: Run, date: string, line: number, { entries, kind: around }: Reading): boolean => {
  const parts = labelledParts(run)
  entries.push(...parts.map(({ kind, part }) => entryOf(part, date, kind ?? around, readable(part), line)))
  return parts.length > 0
}

/** Whether nothing is left of a text but what is struck out. */
const isStruck = (run: Run): boolean => run.text.includes(struckStart) && !says(stated(run))

/** Kinds before a colon in a text. */
const kindLabels = ({ text }: Run) =>
  [...text.matchAll(/(?<![\p{L}-] ?)\p{Lu}[\p{L} ]{1,40}:(?=\s)/gu)]
    .filter(([label]) => isKind(label))
    .map(({ index, 0: label }) => ({ start: index, end: index + label.length, kind: label.slice(0, -1) }))

/** The changes of a text that has several kinds, or one behind its date: `2025-09-19 New: … Deprecation: …`. */
const labelledParts = (run: Run): readonly { readonly kind: string | undefined; readonly part: Run }[] => {
  const labels = kindLabels(run)
  const [first] = labels
  if (!first) return []
  const lead = slice(run, 0, first.start)
  const dateOnly = isOnlyDate(readable(lead))
  if (labels.length < 2 && !dateOnly) return []
  return [
    ...(dateOnly || !says(readable(lead)) ? [] : [{ kind: undefined, part: lead }]),
    ...labels.map(({ end, kind }, index) => ({
      kind,
      part: slice(run, end, labels[index + 1]?.start ?? run.text.length),
    })),
  ]
}

/** A day at the beginning of a text, or behind a kind there. */
const leadingDate = (text: string): string => {
  const date = dateIn(text)
  if (date === undefined) return ''
  const before = withoutJoint(text.slice(0, text.indexOf(date)))
  return !/[\p{L}\p{N}]/u.test(before) || isKind(before) ? date : ''
}

const kindBeforeDate = (text: string, date: string): { kind: string; rest: string } | undefined => {
  const kind = withoutJoint(text.slice(0, Math.max(0, text.indexOf(date)))).trim()
  return isKind(kind) ? split(kind, text.slice(text.indexOf(date) + date.length)) : undefined
}

const boldLead = (node: Nodes): string => {
  const first = 'children' in node ? node.children[0] : undefined
  if (first?.type === 'paragraph') return boldLead(first)
  return first?.type === 'strong' ? readable(runOf(first)) : ''
}

/** Columns that are kinds: `New`, `Updates`, `Deprecations`. One alone may be a column of something else, unless there is no other. */
const kindColumns = (table: ReadTable): readonly number[] => {
  const columns = table.headers.flatMap((header, column) =>
    kindOf(header) !== undefined && !/^(?:changes?|features?)$/.test(header) ? [column] : [],
  )
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

const readRows = (node: Table, reading: Reading): void => {
  const table = readTable(node)
  const hasDates = table.roles.includes('date')
  if (!isHistory(table) || (!hasDates && reading.date === '')) return
  const kinds = kindColumns(table)
  const kindRole = table.roles.includes('kind') ? 'kind' : 'status'
  let date = reading.date
  if (!hasDates && isPeriod(date)) noteDate(reading, date, reading.line)
  let kind = ''
  for (const row of table.rows) {
    const published = readable(cellOf(table, row, 'date'))
    const shown = readable(cellOf(table, row, kindRole))
    kind = says(shown) || !hasDates || says(published) ? shown : kind
    // An empty cell below a date continues the row above it.
    if (says(published)) date = dateIn(published) ?? published
    if (hasDates && says(published)) {
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
      reading.entries.push(entryOf(run, date, kind, text, row.line))
    }
    if (!table.roles.includes('kind') && kinds.length > 0) {
      for (const column of kinds) add(row.cells.slice(column, column + 1), table.headers[column] ?? '')
      continue
    }
    const named = cellsOf(table, row, 'feature')
    const others = (headers: RegExp): readonly Run[] =>
      row.cells.filter((_, at) => table.roles[at] === 'other' && headers.test(table.headers[at] ?? ''))
    // What a change is about may stand in the column of areas alone, and what changed in one of notes.
    const areas = subjectsOf(joined(named)).endpoints.length === 0 ? others(isAreas) : []
    const change = named.length > 0 ? [...areas, ...named, ...others(weakFeature)] : named
    const rest = row.cells.filter(
      (_, at) => table.roles[at] !== 'date' && table.roles[at] !== kindRole && table.roles[at] !== 'new',
    )
    add(change.length > 0 ? change : rest, table.roles.includes(kindRole) ? kind : reading.kind)
  }
}

// What is not published yet has no day.
const isToCome = (text: string): boolean => /\b(?:unreleased|upcoming|planned|next|future|tba|tbd)\b/i.test(text)

const joined = (cells: readonly Run[]): Run => {
  const first = cells[0]
  if (cells.length === 1 && first !== undefined) return first
  let text = ''
  const links: Run['links'][number][] = []
  for (const cell of cells) {
    for (const link of cell.links) links.push({ ...link, start: link.start + text.length, end: link.end + text.length })
    text += `${cell.text}\n`
  }
  return { text, links }
}

/** What an entry is about. `You no longer need the old ones: use NEW` announces NEW. */
const announced = (run: Run, kind: string): Subjects => {
  const subjects = subjectsOf(run)
  const isEmpty = subjects.endpoints.length + subjects.operationIds.length + subjects.tags.length === 0
  const isNew = kindOf(kind) === 'New' || (kind === '' && kindOfSentence(readable(run)) === 'New')
  return isEmpty && isNew ? { ...subjects, operationIds: operationIdsOf(run) } : subjects
}

const entryOf = (run: Run, date: string, kind: string, text: string, line: number): ChangeEntry => ({
  date,
  dates: datesIn(date)
    .slice(0, 5)
    .map(({ text: published, days, iso }) => ({ text: published, days, iso })),
  kind,
  text,
  line,
  ...announced(run, kind),
})

// A dash stands for an empty cell.
const says = (cell: string): boolean => {
  return /[\p{L}\p{N}]/u.test(cell)
}
