import type { List, ListItem, Paragraph } from 'mdast'
import { isKind, kindOf, kindOfSentence } from '../../../checks/documents/vocabulary.ts'
import type { InPieces } from '../../../checks/pieces.ts'
import type { PublishedChangelog } from '../../../contracts/documents.ts'
import { legendOf } from '../legend.ts'
import { type Block, isTitle, outwards, type Section } from '../pages/sections.ts'
import { lineOf, readable, runOf, says } from '../pages/text.ts'
import { addEntry, entryOf, noteDate, pieceOf, type Reading } from './entries.ts'
import { divides, enclosingDate, groupOf, isOfHistory, kindAbove } from './headings.ts'
import { headOf, isPeriod, kindField, leadingDate, leadingKind, withoutLabel } from './heads.ts'
import { readRows } from './tables.ts'

const deepest = 50

/** The dated changes of a page: below date headings, below dates in bold, in dated lists and in dated tables. */
export const readChanges = function* (
  sections: readonly Section[],
): InPieces<Pick<PublishedChangelog, 'dates' | 'entries'>> {
  const legend = legendOf(sections, isKind)
  const reading: Reading = { dates: new Map(), entries: [], legend, date: '', kind: '', line: 1, group: undefined }
  /** A day that stands alone at the end of a section, and is that of the headings below it; how deep the first of these is. */
  let carried: { readonly date: string; readonly kind: string; readonly depth: number } | undefined
  /** Whether paragraphs have changes, and not only lists and tables. */
  let isSpoken = false
  for (const [at, section] of sections.entries()) {
    yield
    const dated = enclosingDate(section, sections)
    if (carried && section.depth < carried.depth) carried = undefined
    // The day of a line of text goes on below a title that is no heading.
    if (!isTitle(section) || dated?.section === section) {
      reading.date = dated?.date ?? carried?.date ?? ''
      reading.line = dated?.section.line ?? section.line
    }
    reading.group = groupOf(dated ? outwards(dated.section, sections).slice(1) : outwards(section, sections))
    if (dated?.section === section) noteDate(reading, dated.date, section.line)
    reading.kind = kindAbove(section, sections, dated?.section) || (carried?.kind ?? '')
    const start = reading.entries.length
    const [first] = section.blocks
    const head = first?.type === 'paragraph' ? headOf(readable(runOf(first))) : undefined
    // Above its day and its kind, a heading is what changed.
    if (section.heading && head?.kind && !isKind(section.title))
      addEntry({ run: section.heading, line: section.line, bold: '' }, { ...reading, ...head })
    const isLast = at === sections.length - 1
    const last = section.blocks.at(-1)
    const next = sections[at + 1]
    const carries = next && last?.type === 'paragraph' && headOf(withoutLabel(readable(runOf(last)))) !== undefined
    for (const [index, block] of section.blocks.entries()) {
      // A day above the headings of its kinds is not in the list of the kind that the day before it ends with.
      if (carries && block === last) reading.group = groupOf(outwards(next, sections).slice(1))
      if (isLast && block.type === 'paragraph' && index > closingOf(section.blocks, isSpoken))
        reading.entries.push(entryOf(runOf(block), { date: '', kind: '', line: lineOf(block) }))
      else if (block.type === 'table') readRows(block, reading)
      else if (block.type === 'list')
        readItems(block, { ...reading, ...introducedBy(section.blocks[index - 1], reading.kind) }, 0)
      else if (block.type === 'paragraph' && !isContents(block)) {
        const count = reading.entries.length
        const field = kindField(readable(runOf(block)))
        if (field?.rest === '') giveKind(reading, start, field.kind)
        else readParagraph(block, section.blocks[index + 1]?.type === 'list', reading)
        isSpoken ||= reading.entries.length > count
      }
    }
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
        { ...reading, kind: kindAbove(outwards(section, sections)[1] ?? section, sections, dated.section) },
      )
    if (carries) carried = { date: reading.date, kind: reading.kind, depth: next.depth }
  }
  const dates = [...reading.dates.values()]
  const own = dates.filter(date => isOfHistory(date.line, sections, reading.entries) && !divides(date, reading))
  return { dates: own.length > 0 ? own : dates, entries: reading.entries }
}

/** Gives the kind that stands alone in a section to what the section says, above it and below. */
const giveKind = (reading: Reading, start: number, kind: string): void => {
  reading.kind = kind
  for (const [at, entry] of reading.entries.entries())
    if (at >= start && entry.kind === '') reading.entries[at] = { ...entry, kind }
}

/** Behind which block the paragraphs at the end of a page are about the page, and have no day. */
const closingOf = (blocks: readonly Block[], isSpoken: boolean): number => {
  const end = blocks.findLastIndex(
    ({ type }) => type === 'thematicBreak' || (!isSpoken && /^(?:list|table)$/.test(type)),
  )
  const isDated = blocks.slice(end + 1).some(block => block.type === 'paragraph' && isHead(block))
  return end < 0 || isDated ? Infinity : end
}

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
    noteDate(reading, reading.date, reading.line)
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
  children.length > 1 &&
  children.every(child =>
    child.type === 'link' ? child.url.startsWith('#') : child.type === 'text' && !says(child.value),
  )

const isDated = (item: ListItem): boolean => headOf(readable(runOf(item, { withoutLists: true }))) !== undefined

const readItems = (list: List, reading: Reading, depth: number): void => {
  const titleOf = (child: ListItem['children'][number]): string => readable(runOf(child)).replace(/\s*:$/, '')
  for (const item of list.children) {
    if (leadsOnly(item)) continue
    const titles = item.children.filter(({ type }) => type !== 'list').map(titleOf)
    const lists = item.children.filter(child => child.type === 'list')
    const heads = lists.length > 0 && depth < deepest
    const before = { date: reading.date, kind: reading.kind, line: reading.line }
    const isOpen = reading.date === '' || isPeriod(reading.date)
    if (
      heads &&
      titles.length > 0 &&
      titles.every((title, at) => isKind(title) || (at === 0 && isOpen && headOf(title)))
    ) {
      // A day, below it kinds, and below each a list.
      for (const child of item.children)
        if (child.type === 'list') readItems(child, reading, depth + 1)
        else openItem(titleOf(child), lineOf(item), reading)
    } else if (heads && reading.date === '' && lists.some(({ children }) => children.some(isDated))) {
      // `2025`, and below it a list of days.
      for (const inner of lists) readItems(inner, reading, depth + 1)
    } else addEntry(pieceOf(item), reading)
    Object.assign(reading, before)
  }
}

const openItem = (title: string, line: number, reading: Reading): void => {
  const head = headOf(title)
  Object.assign(reading, head && { date: head.date, line })
  // Below `Update`, `Security` is an area.
  if (head || kindOf(title) || reading.kind === '') reading.kind = (head ? head.kind : title) || reading.kind
  noteDate(reading, reading.date, reading.line)
}
