import type { ListItem, Nodes, Paragraph } from 'mdast'
import { datesIn, isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { kindOf, kindOfSentence } from '../../../checks/documents/vocabulary.ts'
import type { ChangeEntry, PublishedChangelog, Subjects } from '../../../contracts/documents.ts'
import { published } from '../days.ts'
import { type Legend, leadingMeaning } from '../legend.ts'
import { operationIdsOf } from '../mentions.ts'
import { lineOf, type Run, readable, runOf, says, stated, struckStart } from '../pages/text.ts'
import { isEmpty, subjectsOf } from '../subjects.ts'
import {
  headedLines,
  headOf,
  isPeriod,
  kindBeforeDate,
  labelledParts,
  leadingDate,
  leadingKind,
  trailingKind,
  withoutCredit,
} from './heads.ts'

export interface Reading {
  readonly dates: Map<string, PublishedChangelog['dates'][number]>
  readonly entries: ChangeEntry[]
  /** The kinds that signs of the page mean. */
  readonly legend: Legend
  /** Date and kind of what is being read. */
  date: string
  kind: string
  /** The day that the last paragraph begins with. */
  said: string
  /** Whether the date stands in a heading. */
  isHeaded: boolean
  /** The area that the heading above is the name of: `They` are these. */
  area: string
  /** Line of the heading of a kind or an area around the dates that are being read. */
  group: number | undefined
}

export const noteDate = ({ dates, group }: Reading, date: string, line: number): void => {
  const [found] = datesIn(date)
  const key = `${group} ${date}`
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

/** What may be an entry: its text, its line, and what it has in bold, or in a badge, at its beginning. */
interface Piece {
  readonly run: Run
  readonly line: number
  readonly bold?: string
}

export const pieceOf = (node: ListItem | Paragraph): Piece => ({
  run: runOf(node),
  line: lineOf(node),
  bold: boldLead(node),
})

export const addEntry = ({ run, line, bold = '' }: Piece, reading: Reading): void => {
  const full = withoutCredit(readable(run))
  if (isStruck(run)) return
  // Below a date heading, a date within the text is part of what is announced, unless it has a line of its own above that.
  const [first = '', more] = run.text.split('\n')
  const isOpen = reading.date === '' || isPeriod(reading.date) || (more && isOnlyDate(first))
  const lines = isOpen ? headedLines(run) : undefined
  if (lines) {
    noteDate(reading, lines.date, line)
    reading.entries.push(entryOf(lines.rest, { ...lines, line }))
    return
  }
  const leading = isOpen ? leadingDate(full) : ''
  const behind = isOpen && !leading ? headOf(/[(–—]([^()–—]{1,60})\)?\W*$/.exec(full)?.[1] ?? '') : undefined
  const own = behind?.date ?? (leading || dayWithin(full, reading.date))
  const date = own || reading.date
  if (date === '' || full === '') return
  noteDate(reading, own, line)
  if (addParts(run, date, line, reading)) return
  const said = full.slice(full.indexOf(leading) + leading.length).trim()
  const meant = leadingMeaning(said, reading.legend)
  const lead =
    (meant === undefined ? leadingKind(fromLetter(said), fromLetter(bold)) : { kind: meant, rest: full }) ??
    kindBeforeDate(full, leading) ??
    (reading.kind === '' && !behind ? trailingKind(full) : undefined)
  // `Updates`, and below it `Added: the missing fields`: either may be its kind.
  const isEither = lead !== undefined && kindOf(lead.kind) === 'New' && kindOf(reading.kind) === 'Update'
  const kind = isEither ? '' : (lead?.kind ?? (behind?.kind || reading.kind))
  // `c0ffee1: New endpoints`
  const text = ((isEither ? said : lead?.rest) || readable(run)).replace(/^(?=[a-f]*\d)[0-9a-f]{7,40}: /, '')
  const named =
    reading.area === '' ? text : text.replace(/^(?:they|these|it)(?= (?:can|may|are|is|have|has|now)\b)/i, reading.area)
  reading.entries.push(entryOf(run, { date, kind, line }, named))
}

/** The day that a text has wherever it stands, where a month or a quarter around it says when that is. */
const dayWithin = (text: string, around: string): string => {
  const period = isPeriod(around) ? new Set(datesIn(around)[0]?.days) : undefined
  const days = period ? datesIn(text).filter(({ days: [day = ''] }) => period.has(day)) : []
  return new Set(days.flatMap(day => day.days)).size === 1 ? (days[0]?.text ?? '') : ''
}

/** A text from its first letter or bracket, behind a time and signs. */
const fromLetter = (text: string): string => text.replace(/^(?:T\d\d:\d\d\S*)?[^\p{L}[(]+/u, '')

/** Adds the changes of a text that has several kinds, if it has them. */
export const addParts = (run: Run, date: string, line: number, { entries, kind: around, legend }: Reading): boolean => {
  const parts = labelledParts(run, legend)
  entries.push(...parts.map(({ kind, part }) => entryOf(part, { date, kind: kind ?? around, line })))
  return parts.length > 0
}

/** Whether nothing is left of a text but what is struck out. */
export const isStruck = (run: Run): boolean => run.text.includes(struckStart) && !says(stated(run))

const boldLead = (node: Nodes): string => {
  const children: readonly Nodes[] = 'children' in node ? node.children : []
  if (children[0]?.type === 'paragraph') return boldLead(children[0])
  // `2025-11-21 **Update** …`, `[@ola](…): **Update** …`
  const bold = children.find(({ type }) => type === 'strong' || type === 'emphasis')
  return bold ? readable(runOf(bold)) : ''
}

/** What an entry is about. `You no longer need the old ones: use NEW` announces NEW. */
const announced = (run: Run, kind: string): Subjects => {
  const subjects = subjectsOf(run)
  const isNew = (kindOf(kind) ?? kindOfSentence(readable(run))) === 'New'
  return isEmpty(subjects) && isNew ? { ...subjects, operationIds: operationIdsOf(run) } : subjects
}

export const entryOf = (
  run: Run,
  { date, kind, line }: Pick<ChangeEntry, 'date' | 'kind' | 'line'>,
  text = readable(run),
): ChangeEntry => ({ date, dates: published(datesIn(date)), kind, text, line, ...announced(run, kind) })
