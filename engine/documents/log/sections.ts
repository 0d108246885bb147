import { namesV1, namesV1Api } from '../../../checks/documents/claims.ts'
import { datesIn } from '../../../checks/documents/published-dates.ts'
import { isV1Template } from '../../../checks/documents/published-documents.ts'
import { isQuestion } from '../../../checks/documents/questions.ts'
import { everyState, isStateWord, mentionsState, statesIn } from '../../../checks/documents/vocabulary.ts'
import type { LogRow, State } from '../../../contracts/documents.ts'
import { type Block, type Section, wholeSection } from '../pages/sections.ts'
import { readable, runOf, stated, statedLines } from '../pages/text.ts'
import { withoutReplacements } from '../replacements.ts'
import { subjectsOfSection } from '../statements.ts'
import { subjectsOf } from '../subjects.ts'
import { readTable } from '../tables.ts'
import { aroundSubjects, contextOf, within } from './contexts.ts'
import {
  type Context,
  daysOfState,
  daysShown,
  isOfOtherState,
  namesSomething,
  nothing,
  ofOwnThings,
  rowFields,
  type Said,
  sectionDigest,
  statementsIn,
  withoutOtherThings,
  withoutPaths,
} from './said.ts'
export const fieldLine =
  /^(?:(?:[\p{L}-]+ ){1,2}(?=status|state|stage|date))?(status|state|stage|date|since|deprecated(?: on| since)?|removed(?: on)?|sunset(?: on)?|announced)(?: of (?:the |this |an? )?[\p{L}-]+(?: [\p{L}-]+){0,5}?)?\s*[:–—]\s*(.+)$/iu

/** Where the next field of a line may begin: `Date: 2022-08-23. Status of the endpoint: Removed.` */
const nextField = /\s[·•|]\s|\.\s+(?=(?:Status|State|Stage|Date|Since)\b[^.:]{0,60}:\s)/

/** Whether the heading of a section names what the section is about. */
export const isAboutOne = (section: Section, index: number, sections: readonly Section[]): boolean =>
  section.heading !== undefined &&
  (subjectsOf(section.heading).endpoints.length > 0 ||
    // A page on the v1 API and more has sections of its own for each.
    (namesSomething(section.heading) &&
      subjectsOf(section.heading).operationIds.length === 0 &&
      subjectsOfSection(section).endpoints.every(({ path }) => isV1Template(path)) &&
      wholeSection(sections, index).length === 1))

/** What a field such as `Feature: API v1` says that a section is about, where its heading, such as `Entry 1`, says nothing of it. */
const featureOf = ({ heading, title, blocks }: Section): string => {
  if (heading !== undefined && namesSomething(heading)) return title
  const fields = blocks
    .flatMap(readableLines)
    .flatMap(line => [...line.matchAll(/^(?<name>\p{L}[\p{L} ]{1,20}?)\s*:\s(?<value>.+)/gu)])
  const named =
    fields.find(({ groups }) => /^(?:features?|subject|what|name)$/i.test(groups?.name ?? '')) ??
    fields.find(({ groups }) => namesSomething({ text: groups?.value ?? '', links: [] }))
  return named?.groups?.value ?? title
}

/** `Status: Removed` and the like, one per paragraph or list item. None where they are of several things: a name stands there twice. */
export const fieldsOf = (section: Section): Map<string, string> => {
  const fields = new Map<string, string>()
  for (const block of section.blocks) {
    const parts = block.type === 'list' ? block.children : block.type === 'paragraph' ? [block] : []
    for (const part of parts) {
      // Fields below an item are about the item.
      if (part.children.some(child => child.type === 'list')) continue
      // `Deprecated: 2021-11-01 · Removed: 2022-08-23`
      // The header of a letter has the day of the letter.
      if (readableLines(part).some(text => /^(?:from|subject):\s/i.test(text))) continue
      for (const line of readableLines(part).flatMap(text => text.split(nextField))) {
        const [, name = '', value = ''] = fieldLine.exec(line) ?? []
        // `Deprecated: no longer in use` explains a word.
        if (/^sta/i.test(name) ? !/^sta/i.test(line) && !mentionsState(value) : datesIn(value).length === 0) continue
        // `Removed: the v1 API, since 2022-08-23` is of what it names.
        if (namesV1(value)) continue
        if (fields.has(name.toLowerCase())) return new Map()
        fields.set(name.toLowerCase(), value)
      }
    }
  }
  return fields
}

const readableLines = (node: Parameters<typeof runOf>[0]): string[] =>
  runOf(node, { withBreaks: true })
    .text.split('\n')
    .map(text => readable({ text, links: [] }))

/** The days of a text that can be those of a state, or else those around it. */
const daysIn = (text: string, states: readonly State[], around: Context): Pick<Said, 'date' | 'dates'> =>
  daysShown(text, daysOfState(text, states, around), around.dates)

/** What the fields of a section say: `Status: Removed`, `Date: 2022-08-23`, or one field for each state. */
const saidByFields = (fields: ReadonlyMap<string, string>, around: Context, text: string): readonly Said[] => {
  const status = [...fields].find(([name]) => /^sta/.test(name))?.[1]
  const dated = [...fields].flatMap(([name, date]) => (/^sta/.test(name) ? [] : [{ name, date, dates: datesIn(date) }]))
  const ofState = dated.filter(({ name }) => mentionsState(name))
  if (status === undefined && ofState.length > 0)
    return ofState.map(({ name, date, dates }) => ({ status: name, states: statesIn(name), date, dates }))
  const shown = status ?? around.status
  // A field that is not known may have the state.
  const states = shown === '' && mentionsState(text) ? everyState : statesIn(shown)
  return [{ status: shown, states, ...daysIn(text, states, around) }]
}

/** A table of days and what happened on them, a line for each. */
const eventsOf = (block: Block): string | undefined => {
  if (block.type !== 'table') return undefined
  const { roles, rows } = readTable(block)
  if (roles.lastIndexOf('date') !== 0) return undefined
  return rows.map(({ cells }) => cells.map(stated).join(' ')).join('\n')
}

export const rowsOfSection = (
  section: Section,
  index: number,
  sections: readonly Section[],
  fields: ReadonlyMap<string, string>,
): LogRow[] => {
  // Further down it may stand above the heading that follows.
  const [head = ''] = section.blocks.map(block => readable(runOf(block)))
  const named = section.heading === undefined ? nothing : subjectsOf(section.heading)
  const outer = aroundSubjects(contextOf(section, sections), named, section.title)
  const around = within(outer, isStateWord(head) ? head : '')
  const digest = sectionDigest(sections, index)
  const lines = withoutOtherThings(
    wholeSection(sections, index)
      .flatMap(({ blocks }) => blocks.map(block => eventsOf(block) ?? statedLines(runOf(block, { withBreaks: true }))))
      .join('\n'),
  )
  const unsure = (): readonly Said[] => {
    const states = around.status === '' || isOfOtherState(lines, around) ? everyState : statesIn(around.status)
    return [{ status: around.status, states, ...daysIn(lines, states, around) }]
  }
  const saidIn = (block: Block): readonly Said[] =>
    statementsIn(eventsOf(block) ?? ofOwnThings(statedLines(withoutReplacements(runOf(block)))), around)
  const isOfOther = (block: Block): boolean =>
    named.endpoints.some(({ path }) => !isV1Template(path)) &&
    subjectsOf(runOf(block)).endpoints.length === 0 &&
    namesV1Api(readable(runOf(block)))
  // Further down, a section may go on about other things. Code may be an example: what it states is not certain.
  const first = section.blocks.find(block => !isOfOther(block) && saidIn(block).length > 0)
  const stated = first && saidIn(first).map(said => (first.type === 'code' ? { ...said, states: everyState } : said))
  // A question whose answer has no state and no day is about how to use something.
  const isSilent = datesIn(lines).length === 0 && !mentionsState(`${section.title} ${lines}`)
  if (isQuestion(section.title) && fields.size === 0 && !stated && isSilent) return []
  const said = fields.size > 0 ? saidByFields(fields, around, lines) : (stated ?? unsure())
  // `The v1 API will be removed`, and below it what is so since then.
  const ofTitle = mentionsState(section.title) ? statesIn(withoutPaths(section.title)) : []
  const isDoubtful = ({ states }: Said): boolean =>
    ofTitle.includes('active') && states.some(state => !ofTitle.includes(state))
  // `v1 API (removed 2022-08-23)`, and below it that it is deprecated: what is removed is.
  const isGone = ({ states, dates }: Said): boolean =>
    ofTitle.join() === 'removed' && states.join() === 'deprecated' && dates === around.dates
  return said.map(statement => ({
    ...rowFields(
      isDoubtful(statement)
        ? { ...statement, states: everyState }
        : isGone(statement)
          ? { ...statement, status: section.title, states: ofTitle }
          : statement,
    ),
    feature: featureOf(section),
    line: section.line,
    ...digest,
    itself: named,
  }))
}
