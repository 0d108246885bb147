import type { List, ListItem, Paragraph } from 'mdast'
import { areas } from '../../../checks/documents/history/subjects.ts'
import { datesIn, isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { isArea, isKind, kindInWords, kindOf } from '../../../checks/documents/vocabulary.ts'
import type { InPieces } from '../../../checks/pieces.ts'
import type { ChangeEntry, PublishedChangelog, Subjects } from '../../../contracts/documents.ts'
import { legendOf } from '../legend.ts'
import { type Block, isTitle, outwards, type Section } from '../pages/sections.ts'
import { lineOf, type Run, readable, runOf, says } from '../pages/text.ts'
import { joinedSubjects, subjectsOf } from '../subjects.ts'
import { addEntry, entryOf, noteDate, pieceOf, type Reading } from './entries.ts'
import { divides, enclosingDate, groupOf, kindAbove, linesOfHistory, withParts } from './headings.ts'
import {
  headOf,
  headOfFields,
  isPeriod,
  kindField,
  leadingDate,
  leadingKind,
  withoutColon,
  withoutLabel,
} from './heads.ts'
import { readRows } from './tables.ts'

/** The dated changes of a page: below date headings, below dates in bold, in dated lists and in dated tables. */
export const readChanges = function* (
  sections: readonly Section[],
): InPieces<Pick<PublishedChangelog, 'dates' | 'entries'>> {
  const legend = legendOf(sections, isKind)
  const reading: Reading = {
    dates: new Map(),
    entries: [],
    legend,
    date: '',
    said: '',
    kind: '',
    isHeaded: false,
    area: '',
    group: undefined,
  }
  /** A day that stands alone at the end of a section, and is that of the headings below it; how deep the first of these is. */
  let carried: { readonly date: string; readonly kind: string; readonly depth: number } | undefined
  /** Lines of such days, which are not of the section that they stand in. */
  const ofNext = new Set<number>()
  const behind = daysBehind(sections)
  /** Whether paragraphs have changes, and not only lists and tables. */
  let isSpoken = false
  for (const [at, section] of sections.entries()) {
    yield
    const dated = enclosingDate(section, sections)
    if (carried && section.depth < carried.depth) carried = undefined
    // The day of a line of text goes on below a title that is no heading.
    const closing = dated ? undefined : behind.get(section)
    const day = (dated ?? closing ?? carried)?.date
    if (!isTitle(section) || dated?.section === section) reading.date = day ?? ''
    reading.group = groupOf(dated ? outwards(dated.section, sections).slice(1) : outwards(section, sections))
    reading.isHeaded = dated !== undefined
    reading.said = ''
    reading.area = isArea(section.title) ? section.title : ''
    if (dated?.section === section) noteDate(reading, dated.date, section.line)
    const ofHeading = kindAbove(section, sections, dated?.section)
    reading.kind = ofHeading || ((closing ?? carried)?.kind ?? '')
    const start = reading.entries.length
    const [first] = section.blocks
    const label = first?.type === 'paragraph' ? readable(runOf(first)) : ''
    const isOfKind = isKind(label) && dated?.section !== section && section.blocks.filter(isHead).length === 1
    const head = (first?.type === 'paragraph' && headIn(first)) || (isOfKind ? { kind: label } : undefined)
    // Above its day and its kind, or its kind alone, a heading is what changed.
    if (section.heading && head?.kind && !isKind(section.title))
      addEntry({ run: section.heading, line: section.line }, { ...reading, ...head })
    const isLast = at === sections.length - 1
    const last = section.blocks.at(-1)
    const next = sections[at + 1]
    const above = next && behind.size === 0 ? dayAtEnd(section) : undefined
    for (const [index, block] of section.blocks.entries()) {
      // A day above the headings of its kinds is not in the list of the kind that the day before it ends with.
      if (next && above && block === last) {
        reading.group = groupOf(outwards(next, sections).slice(1))
        Object.assign(reading, above)
        noteDate(reading, above.date, lineOf(block))
        ofNext.add(lineOf(block))
      } else if (isLast && block.type === 'paragraph' && index > closingOf(section.blocks, isSpoken))
        reading.entries.push(entryOf(runOf(block), { date: '', kind: '', line: lineOf(block) }))
      else if (block.type === 'table' || block.type === 'list') {
        const around = { ...reading, ...introducedBy(section.blocks[index - 1], reading.kind) }
        if (block.type === 'table') readRows(block, around)
        else readItems(block, around)
      } else if (block.type === 'paragraph' && !leadsAll(block, reading.date)) {
        const count = reading.entries.length
        const field = kindField(readable(runOf(block)))
        if (field?.rest === '') giveKind(reading, start, field.kind)
        else readParagraph(block, section.blocks[index + 1]?.type === 'list', reading, ofHeading)
        isSpoken ||= reading.entries.length > count
      }
    }
    // A heading says what changed where nothing below it does.
    const { heading } = section
    const isUnsaid = !last || (heading && !isArea(section.title) && namesMore(heading, reading.entries.slice(start)))
    const saysMore = !isKind(section.title) && !headOf(section.title)
    if (heading && day !== undefined && isUnsaid && saysMore && (next?.depth ?? 0) <= section.depth) {
      const around = dated?.section === section ? section : (outwards(section, sections)[1] ?? section)
      const kind = kindAbove(around, sections, dated?.section) || ((closing ?? carried)?.kind ?? '')
      addEntry({ run: heading, line: section.line }, { ...reading, date: day, kind })
    }
    if (next && above) carried = { date: reading.date, kind: reading.kind, depth: next.depth }
  }
  const dates = [...reading.dates.values()]
  const isOfHistory = linesOfHistory(sections, reading.entries)
  const own = dates.filter(date => (ofNext.has(date.line) || isOfHistory(date.line)) && !divides(date, reading))
  return { dates: withParts(own.length > 0 ? own : dates, sections), entries: reading.entries }
}

/** How many things of the API texts name; areas of it in words. */
const thingsIn = (all: readonly (Subjects & { readonly text: string })[]): number => {
  const { endpoints, operationIds, tags } = joinedSubjects(all)
  const named = Object.values(areas).filter(isNamed => all.some(({ text }) => isNamed(text)))
  return [endpoints, operationIds, tags, named].flat().length
}

/** Whether a heading names a thing that nothing below it does. */
const namesMore = (heading: Run, below: readonly ChangeEntry[]): boolean =>
  thingsIn([...below, { ...subjectsOf(heading), text: readable(heading) }]) > thingsIn(below)

/** The day, and the kind, that stand alone at the end of a section. */
const dayAtEnd = ({ blocks }: Section): ReturnType<typeof headOf> => {
  const last = blocks.at(-1)
  return last?.type === 'paragraph' && !leadsAll(last, '')
    ? headOf(withoutAreas(withoutLabel(readable(runOf(last)))))
    : undefined
}

/** The days of sections whose day stands behind what changed: the first of them, and the last section of the page, have one at their end. */
const daysBehind = (sections: readonly Section[]): ReadonlyMap<Section, NonNullable<ReturnType<typeof headOf>>> => {
  const own = sections.flatMap(section => {
    const day = section.heading && dayAtEnd(section)
    return day && section.blocks.filter(isHead).length === 1 ? [[section, day] as const] : []
  })
  const last = sections.at(-1)
  return new Map(own.at(-1)?.[0] === last && own[0]?.[0].depth === last?.depth ? own : [])
}

/** The parts of a title without those that are areas: `2025-11-21 · Update · access-tokens`. */
const withoutAreas = (title: string): string =>
  title
    .split(' · ')
    .filter(part => !isArea(part))
    .join(' · ')

/** Gives the kind that stands alone in a section to what the section says, above it and below. */
const giveKind = (reading: Reading, start: number, kind: string): void => {
  reading.kind = kind
  const own = reading.entries.splice(start)
  reading.entries.push(...own.map(entry => ({ ...entry, kind: entry.kind || kind })))
}

/** Behind which block the paragraphs at the end of a page are about the page, and have no day. */
const closingOf = (blocks: readonly Block[], isSpoken: boolean): number => {
  const end = blocks.findLastIndex(({ type }) => type === 'thematicBreak' || (!isSpoken && /list|table/.test(type)))
  const isDated = blocks.slice(end + 1).some(isHead)
  return end < 0 || isDated ? Infinity : end
}

/** Whether a block begins with a day, or is a kind. */
const isHead = (block: Block): boolean => {
  const text = withoutLabel(readable(runOf(block)))
  return leadingDate(text) !== '' || isKind(text)
}

/** The day and the kind that a paragraph is, or has in fields. */
const headIn = (paragraph: Paragraph): ReturnType<typeof headOf> => {
  const lines = runOf(paragraph, { withBreaks: true }).text.split('\n')
  return (
    headOf(withoutLabel(readable(runOf(paragraph)))) ?? headOfFields(lines.map(text => readable({ text, links: [] })))
  )
}

const readParagraph = (paragraph: Paragraph, listFollows: boolean, reading: Reading, ofHeading: string): void => {
  const text = withoutLabel(readable(runOf(paragraph)))
  const head = headIn(paragraph)
  const alone = withoutColon(text)
  if (head) {
    Object.assign(reading, head, head.kind === '' && kindOf(ofHeading) && { kind: ofHeading })
    noteDate(reading, head.date, lineOf(paragraph))
  } else if (isKind(alone) || isKindTwice(text)) {
    reading.kind = alone
    reading.date ||= reading.said
  } else if (!reading.isHeaded && (reading.date !== '' || isTitled(text)) && isDay(leadingDate(text))) {
    // What began with a day alone ends where a text begins with another one.
    Object.assign(reading, { date: '', kind: '' })
    addEntry(pieceOf(paragraph), reading)
    reading.date = leadingDate(text)
    if (isTitled(text)) reading.kind = reading.entries.at(-1)?.kind ?? ''
  }
  // A sentence that introduces a list says nothing that its items do not say.
  else if (listFollows && text.endsWith(':')) reading.date ||= reading.said
  else {
    // What begins with a kind goes on with the day of the paragraph above it.
    const goesOn = reading.date === '' && leadingKind(text) !== undefined
    addEntry(pieceOf(paragraph), goesOn ? { ...reading, date: reading.said } : reading)
    reading.said = leadingDate(text) || (goesOn ? reading.said : '')
  }
}

/** Whether a text is a day, a kind and a title, and what stands below it is of these: `New · 2025-09-19 · Repositories`. */
const isTitled = (text: string): boolean => {
  const parts = text.split(/ [·•|] /)
  return !/[.!?:;]$/.test(text) && parts.some(isKind) && parts.some(part => isOnlyDate(part))
}

const isDay = (date: string): boolean => date !== '' && !isPeriod(date)

/** Whether a text is a kind and another word for the same one: `deprecated — Deprecation.` */
const isKindTwice = (text: string): boolean => {
  const lead = leadingKind(text)
  return lead !== undefined && isKind(lead.rest) && kindOf(lead.rest) === kindOf(lead.kind)
}

/** The kind of a list or a table that a sentence introduces: `The following endpoints are deprecated:` below `New`, or `Deprecation: the following`. */
const introducedBy = (block: Block | undefined, above: string): { readonly kind?: string } => {
  const text = block?.type === 'paragraph' ? readable(runOf(block)) : ''
  if (block?.type !== 'paragraph' || headOf(text)) return {}
  // `**Hub, deprecation.** We have deprecated`, and below it what.
  const isOpen = text.endsWith(':') || kindOf(/\p{L}+$/u.exec(text)?.[0] ?? '') !== undefined
  const lead = leadingKind(text) ?? leadingKind(text, pieceOf(block).bold)
  if (lead && (isOpen || /\b(?:following|below)\b/.test(lead.rest))) return { kind: lead.kind }
  const kind = isOpen ? kindInWords(text) : undefined
  return kind && (kind === 'Deprecation' || !kindOf(above)) ? { kind } : {}
}

/** Whether a paragraph is nothing but links to what stands elsewhere on the page; below a day, what they name is of that day. */
const leads = (paragraph: Paragraph, date: string): boolean => {
  const text = readable(runOf(paragraph))
  return (
    (date === '' || isKind(text) || headOf(text) !== undefined) &&
    paragraph.children.every(child =>
      child.type === 'link' ? child.url.startsWith('#') : !says(readable(runOf(child))),
    )
  )
}

/** The same of several links: one alone may be the title of a change. */
const leadsAll = (paragraph: Paragraph, date: string): boolean =>
  paragraph.children.length > 1 && leads(paragraph, date)

// An entry of a table of contents announces nothing itself.
const leadsOnly = ({ children: [paragraph, ...others] }: ListItem, date: string): boolean =>
  paragraph?.type === 'paragraph' && leads(paragraph, date) && others.every(({ type }) => type === 'list')

const readItems = (list: List, reading: Reading): void => {
  const titleOf = (child: ListItem['children'][number]): string => withoutColon(readable(runOf(child)))
  const isOpen = reading.date === '' || isPeriod(reading.date)
  for (const item of list.children) {
    if (leadsOnly(item, reading.date)) continue
    const titles = item.children.filter(({ type }) => type !== 'list').map(titleOf)
    const lists = item.children.filter(child => child.type === 'list')
    const areHeads = titles.every(title => isKind(title) || (isOpen && headOf(title)))
    const inner = { ...reading }
    if (lists.length > 0 && areHeads) {
      // A day, below it kinds, and below each a list.
      for (const child of item.children)
        if (child.type === 'list') readItems(child, inner)
        else openItem(titleOf(child), lineOf(item), inner)
    } else if (isOpen && lists.length > 0 && titles.every(title => datesIn(title).length === 0)) {
      // `2025`, and below it a list of months or days.
      for (const list of lists) readItems(list, inner)
    } else addEntry(pieceOf(item), reading)
  }
}

const openItem = (title: string, line: number, reading: Reading): void => {
  const head = headOf(title)
  if (head) {
    reading.date = head.date
    noteDate(reading, head.date, line)
  }
  const kind = head ? head.kind : title
  // Below `Update`, `Security` is an area.
  if (kindOf(kind) || reading.kind === '') reading.kind = kind
}
