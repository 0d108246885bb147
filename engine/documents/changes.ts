import type { List, ListItem, Nodes, Paragraph, Table } from 'mdast'
import type { ChangeEntry, PublishedChangelog } from '../../contracts/documents.ts'
import { lineOf, type Run, readable, runOf } from './markdown-text.ts'
import { endpointsOf, operationIdsOf, tagsOf } from './mentions.ts'
import { dateIn, isOnlyDate } from './published-dates.ts'
import type { Section } from './sections.ts'
import { cellOf, readTable } from './table-columns.ts'

const kindWords =
  /^(?:(?:whats|what['’]s|what’s)\s+)?(?:new(?:ly added)?|add(?:ed|itions?)?|updat(?:e|es|ed)|chang(?:e|es|ed)|fix(?:e[sd])?|bug ?fix(?:es)?|deprecat(?:e|es|ed|ions?)|remov(?:e|ed|als?)|breaking|secur(?:e|ity)|improv(?:e|ed|ements?)|enhanc(?:ed|ements?)|known issues?|issues?|features?|notes?|announcements?|retired|retirements?|sunset|migrations?)(?:\s+(?:features?|changes?|endpoints?|apis?|fixes|updates?|notices?|enhancements?|and\s+\p{L}+))*$/iu

/** True for what change histories write above a group of changes: `New`, `Bug fixes`, `Breaking changes`. */
export const isKind = (text: string): boolean => {
  return text.length <= 60 && kindWords.test(text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, ''))
}

/** A kind that stands before the change itself, in bold, in brackets or before a colon, and the rest of the text. */
export const leadingKind = (text: string, bold: string): { kind: string; rest: string } | undefined => {
  const inBold = bold.replace(/[\s:]+$/, '')
  if (inBold !== '' && text.startsWith(bold) && isKind(inBold)) return split(inBold, text.slice(bold.length))
  const [, bracketed, plain] = /^(?:[[(]([^\])]{1,60})[\])]|([\p{L} ]{1,60}):(?=\s))/u.exec(text) ?? []
  const kind = bracketed ?? plain
  if (kind === undefined || !isKind(kind)) return undefined
  return split(kind.trim(), text.slice(bracketed === undefined ? kind.length + 1 : kind.length + 2))
}

const split = (kind: string, rest: string): { kind: string; rest: string } | undefined => {
  const text = rest.replace(/^[\s:–—-]+/, '')
  return text === '' ? undefined : { kind, rest: text }
}

interface Reading {
  readonly dates: Map<string, number>
  readonly entries: ChangeEntry[]
  /** Date and kind of what is being read. */
  date: string
  kind: string
}

const deepest = 50

/** The dated changes of a page: below date headings, below dates in bold, in dated lists and in dated tables. */
export const readChanges = (sections: readonly Section[]): Pick<PublishedChangelog, 'dates' | 'entries'> => {
  const reading: Reading = { dates: new Map(), entries: [], date: '', kind: '' }
  for (const section of sections) {
    const dated = enclosingDate(section, sections)
    reading.date = dated?.date ?? ''
    if (dated?.section === section) noteDate(reading, dated.date, section.line)
    reading.kind = kindOf(section, sections, dated?.section)
    for (const [index, block] of section.blocks.entries()) {
      if (block.type === 'table') readRows(block, reading)
      else if (block.type === 'list') readItems(block, reading, 0)
      else if (block.type === 'paragraph') readParagraph(block, section.blocks[index + 1]?.type === 'list', reading)
    }
  }
  return { dates: [...reading.dates].map(([date, line]) => ({ date, line })), entries: reading.entries }
}

const enclosingDate = (section: Section, sections: readonly Section[]) => {
  for (let current: Section | undefined = section; current !== undefined; current = around(current, sections)) {
    const date = dateIn(current.title)
    if (date !== undefined) return { date, section: current }
  }
  return undefined
}

/** The nearest heading that sounds like a kind of change, or else the nearest one below the date. */
const kindOf = (section: Section, sections: readonly Section[], dated: Section | undefined): string => {
  let nearest = ''
  for (let current: Section | undefined = section; current !== undefined; current = around(current, sections)) {
    if (current === dated) {
      const rest = current.title
        .replace(dateIn(current.title) ?? '', '')
        .replaceAll(/[^\p{L}\s]/gu, '')
        .trim()
      if (nearest === '' && isKind(rest)) return rest
      if (nearest !== '') return nearest
    } else if (isKind(current.title)) return current.title
    else if (nearest === '' && current.depth > (dated?.depth ?? 6)) nearest = current.title
  }
  return nearest
}

const around = (section: Section, sections: readonly Section[]): Section | undefined => {
  return section.parent === undefined ? undefined : sections[section.parent]
}

const noteDate = (reading: Reading, date: string, line: number): void => {
  if (!reading.dates.has(date)) reading.dates.set(date, line)
}

const readParagraph = (paragraph: Paragraph, listFollows: boolean, reading: Reading): void => {
  const text = readable(runOf(paragraph))
  const bold = paragraph.children.every(
    child => child.type === 'strong' || (child.type === 'text' && child.value.trim() === ''),
  )
  if (isOnlyDate(text)) {
    reading.date = dateIn(text) ?? ''
    reading.kind = ''
    noteDate(reading, reading.date, lineOf(paragraph))
    return
  }
  const alone = text.replace(/\s*:$/, '')
  if (bold || (isKind(alone) && (listFollows || text.endsWith(':')))) {
    reading.kind = alone
    return
  }
  // A sentence that introduces a list says nothing that its items do not say.
  if (listFollows && text.endsWith(':')) return
  addEntry(paragraph, reading)
}

// An entry of a table of contents leads to what stands elsewhere on the page, and announces nothing itself.
const leadsOnly = (item: ListItem): boolean => {
  const [paragraph, ...others] = item.children
  if (paragraph?.type !== 'paragraph' || others.some(({ type }) => type !== 'list')) return false
  const [link, ...more] = paragraph.children
  return link?.type === 'link' && link.url.startsWith('#') && more.length === 0
}

const readItems = (list: List, reading: Reading, depth: number): void => {
  for (const item of list.children) {
    if (leadsOnly(item)) continue
    const title = readable(runOf(item, { withoutLists: true })).replace(/\s*:$/, '')
    const lists = item.children.filter(child => child.type === 'list')
    const heads = lists.length > 0 && depth < deepest
    const before = { date: reading.date, kind: reading.kind }
    if (heads && (isKind(title) || (reading.date === '' && isOnlyDate(title)))) {
      if (isKind(title)) reading.kind = title
      else {
        reading.date = dateIn(title) ?? ''
        noteDate(reading, reading.date, lineOf(item))
      }
      for (const inner of lists) readItems(inner, reading, depth + 1)
    } else addEntry(item, reading)
    Object.assign(reading, before)
  }
}

const addEntry = (node: ListItem | Paragraph, reading: Reading): void => {
  const run = runOf(node)
  const full = readable(run)
  // Below a date heading, a date within the text is part of what is announced.
  const date = reading.date || leadingDate(full)
  if (date === '' || full === '') return
  if (reading.date === '') noteDate(reading, date, lineOf(node))
  const lead = leadingKind(full, boldLead(node))
  reading.entries.push(entryOf(run, date, lead?.kind ?? reading.kind, lead?.rest ?? full, lineOf(node)))
}

const leadingDate = (text: string): string => {
  const date = dateIn(text)
  return date !== undefined && !/[\p{L}\p{N}]/u.test(text.slice(0, text.indexOf(date))) ? date : ''
}

const boldLead = (node: Nodes): string => {
  const first = 'children' in node ? node.children[0] : undefined
  if (first?.type === 'paragraph') return boldLead(first)
  return first?.type === 'strong' ? readable(runOf(first)) : ''
}

const readRows = (node: Table, reading: Reading): void => {
  const table = readTable(node)
  const hasDates = table.roles.includes('date')
  if (!hasDates && reading.date === '') return
  let date = reading.date
  for (const row of table.rows) {
    const published = readable(cellOf(table, row, 'date'))
    // An empty cell below a date continues the row above it.
    if (says(published)) date = dateIn(published) ?? published
    if (hasDates && says(published)) noteDate(reading, date, row.line)
    const kindRole = table.roles.includes('kind') ? 'kind' : 'status'
    const change = table.roles.includes('feature') ? [cellOf(table, row, 'feature')] : []
    const cells =
      change.length > 0
        ? change
        : row.cells.filter((_, at) => table.roles[at] !== 'date' && table.roles[at] !== kindRole)
    const text = cells.map(readable).filter(Boolean).join(' ')
    const kind = table.roles.includes(kindRole) ? readable(cellOf(table, row, kindRole)) : reading.kind
    if (date !== '' && text !== '') reading.entries.push(entryOf(joined(cells), date, kind, text, row.line))
  }
}

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

const entryOf = (run: Run, date: string, kind: string, text: string, line: number): ChangeEntry => {
  return { date, kind, text, line, endpoints: endpointsOf([run]), operationIds: operationIdsOf(run), tags: tagsOf(run) }
}

// A dash stands for an empty cell.
const says = (cell: string): boolean => {
  return /[\p{L}\p{N}]/u.test(cell)
}
