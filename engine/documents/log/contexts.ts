import type { Table } from 'mdast'
import { namesV1 } from '../../../checks/documents/claims.ts'
import { datesBelow, datesIn, isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { isV1Template } from '../../../checks/documents/published-documents.ts'
import { isQuestion } from '../../../checks/documents/questions.ts'
import { endsWith, sentencesOf } from '../../../checks/documents/sentences.ts'
import { isKind, isStateWord, mentionsState, statesIn } from '../../../checks/documents/vocabulary.ts'
import type { Subjects } from '../../../contracts/documents.ts'
import { withoutDates } from '../days.ts'
import { type Block, isOnlySuch, isPageTitle, outwards, type Section } from '../pages/sections.ts'
import { readable, runOf } from '../pages/text.ts'
import { subjectsOf } from '../subjects.ts'
import { readTable } from '../tables.ts'
import { asLabel } from './questions.ts'
import { type Context, isOfOtherThing, namesSomething, otherDay } from './said.ts'

/** Whether a text is a day and no more: `2025-09-19`, `As of 2025-09-19` */
const isDayAlone = (text: string): boolean =>
  isOnlyDate(text) || (!endsWith(text, ':') && isOnlyDate(text.replace(/\b(?:as of|since|from|on|effective)\b/i, '')))

/** Whether a heading is a state and no more, next to headings of other kinds of changes: it is no title of a page. `Deprecations` is one of a log. */
const isBesideOthers = (one: Section, sections: readonly Section[]): boolean =>
  isStateWord(one.title) &&
  !/deprecations?\b/i.test(one.title) &&
  sections.some(other => other !== one && other.depth === one.depth && isKind(other.title))

/** The date and the state that the headings around a block state, the nearest first. */
export const contextOf = (section: Section, sections: readonly Section[]): Context => {
  const around = outwards(section, sections)
  const titles = around.map(({ title }) => title)
  const dates = titles.map(title => datesBelow(title, titles)).find(({ length }) => length > 0)
  const state = around.find(one => isStateWord(one.title) || (!isPageTitle(one, sections) && mentionsState(one.title)))
  return {
    dates: dates ?? [],
    status: state?.title ?? '',
    ofPage: state !== undefined && isOnlySuch(state, sections, mentionsState) && !isBesideOthers(state, sections),
  }
}

/**
 * What stands around a text on the given subjects. The title of a page is no state of the v1 API: a page on deprecated endpoints may have
 * those that were removed since as well.
 */
export const aroundSubjects = (context: Context, { endpoints }: Subjects, text: string): Context => {
  const isOfV1 = endpoints.length > 0 ? endpoints.every(({ path }) => isV1Template(path)) : namesV1(text)
  // Nor is `Removed v1 routes` the state of what stands below it and is of v2.
  const isOfV2 = endpoints.length > 0 && !endpoints.some(({ path }) => isV1Template(path))
  if (isOfV2 && namesV1(context.status) && !/\bv2\b|\b(?:legacy|old)\b/i.test(context.status))
    return { ...context, status: '' }
  // `v1 API (410 Gone)` says for itself what became of it.
  const isGone = /\b(?:gone|410)\b/i.test(text)
  const isWeak = (context.ofPage === true || isGone) && statesIn(context.status).join() === 'deprecated'
  return isWeak && isOfV1 ? { ...context, status: '' } : context
}

/** What stands in brackets explains the state. */
const withoutBrackets = (text: string): string => text.replaceAll(/\s*\([^()]*\)/g, '')

/** What a text above a list adds to what stands around it. */
export const within = (around: Context, text: string): Context => {
  const dates = datesIn(text)
  const bare = withoutBrackets(text)
  return {
    dates: dates.length > 0 ? dates : around.dates,
    ...(isStateWord(text) || mentionsState(text)
      ? { status: mentionsState(bare) ? bare : text }
      : { status: around.status, ofPage: around.ofPage }),
  }
}

/**
 * What a paragraph says of what follows it: a day or a state and no more, or a state with its day in front of what else is said of the
 * endpoints below: `Deprecated since 2025-09-19. Replaced by X.` Below a day, a label is enough: `Deprecated: old endpoints`. Empty where it
 * says nothing of the kind.
 */
export const headAt = ({ blocks, title }: Section, at: number): string => {
  const block = blocks[at]
  if (block?.type !== 'paragraph' && block?.type !== 'table') return ''
  const text = block.type === 'table' ? stateAndDay(block) : readable(runOf(block))
  // `And "Removed"?` asks what the word means.
  if (isQuestion(text)) return ''
  if (block.type === 'paragraph' && (isDayAlone(text) || isStateWord(withoutDates(text)))) return text
  const endpointsIn = (other: Block | undefined): number => (other ? subjectsOf(runOf(other)).endpoints.length : 0)
  const isAbove = endpointsIn(blocks[at + 1]) > 0 && !blocks.slice(0, at).some(other => namesSomething(runOf(other)))
  if (!isAbove || endpointsIn(block) > 0) return ''
  const [first = ''] = sentencesOf(text)
  if (isStateAndDay(first)) return first
  const label = text.slice(0, text.indexOf(':') + 1)
  return datesIn(title).length === 1 && datesIn(text).length === 0 && isStateWord(label) ? label : ''
}

/** Whether a text is a state and its day: `Deprecated since 2025-09-19.` */
export const isStateAndDay = (text: string): boolean => isStateWord(withoutDates(text)) && datesIn(text).length === 1

/** What a table of one row says that has two columns, which may be a state and a day. */
const stateAndDay = (block: Table): string => {
  const { roles, rows } = readTable(block)
  const [row, more] = rows
  return roles.length === 2 && row && !more ? row.cells.map(readable).join(' ') : ''
}

/** What stands around each block of a section: its headings, the paragraphs of a day or a state above it, and what introduces it. */
export const contextsOf = (section: Section, sections: readonly Section[]): readonly Context[] => {
  const outer = contextOf(section, sections)
  let around = outer
  const trailing = datesTrail(section)
  return section.blocks.map((block, at) => {
    const text = headAt(section, at)
    const own = block.type === 'paragraph' ? withoutBrackets(readable(runOf(block))) : ''
    // `Removed on 2022-08-23: the v1 API` ends what the paragraph of a day above it is about.
    const [first = ''] = sentencesOf(own)
    if (around !== outer && text === '' && (isDatedState(own) || isStateAndDay(first))) {
      around = within(outer, isDatedState(own) ? own : first)
      return outer
    }
    if (text !== '' && !(trailing && isDayAlone(text)))
      around = { ...within(around, text), ...(isTitleOfPage(section, at, text) && { ofPage: true }) }
    return introduces(section, at - 1)
      ? within(around, introductionIn(readable(runOf(section.blocks[at - 1] as Block)), block))
      : around
  })
}

/** Whether a paragraph is the first line of a page, and the title of more than a list: plain text has no headings. */
const isTitleOfPage = ({ blocks, depth }: Section, at: number, text: string): boolean =>
  depth === 0 && at === 0 && blocks[1]?.type === 'paragraph' && /\p{L} \p{L}/u.test(text) && datesIn(text).length === 0

/** Whether the days of a section stand below what they are of: it names something before the first of them. */
const datesTrail = ({ blocks }: Section): boolean => {
  const named = blocks.findIndex(block => block.type === 'paragraph' && namesSomething(runOf(block)))
  const dated = blocks.findIndex(block => block.type === 'paragraph' && isDayAlone(readable(runOf(block))))
  return named !== -1 && dated > named
}

/**
 * What a paragraph says of what stands below it: its last sentence, and of others those with a day, a state alone, or a word for that. `Read the
 * page on deprecations. In short:` says nothing of it.
 */
const introductionIn = (text: string, below: Block): string => {
  const [asked = '', answer = '', more] = sentencesOf(text)
  // `Which are deprecated? Five of them.` What states itself what became of it is no answer.
  const isAnswered =
    isQuestion(asked) &&
    more === undefined &&
    !mentionsState(answer) &&
    !/^\W*(?:A\W+)?(?:no|see)\b/i.test(answer) &&
    !mentionsState(readable(runOf(below)))
  const label = isAnswered ? asLabel(asked).trim() : ''
  if (/^\w+:$/.test(label)) return label
  return endsWith(text, ':')
    ? sentencesOf(text)
        .filter(
          (sentence, at, all) =>
            at === all.length - 1 ||
            datesIn(sentence).length > 0 ||
            isStateWord(sentence.replace(/\bstat(?:us|e):/i, '')) ||
            /\b(?:following|below|these|those|they|all|each)\b/i.test(sentence),
        )
        .join(' ')
    : text
}

/** Whether a paragraph says what the list or the table below it is about: `Since 2025-09-19:`. */
export const introduces = (section: Section, at: number): boolean => {
  const block = section.blocks[at]
  const below = section.blocks[at + 1]
  if (block?.type !== 'paragraph' || !below || !['list', 'table'].includes(below.type)) return false
  const run = runOf(block)
  const text = introductionIn(withoutBrackets(readable(run)), below)
  // `Deprecated endpoints must no longer be used.` is a rule, and says nothing of what stands below it.
  const isRule =
    !/:\W*$|\b(?:following|below|these)\b/i.test(text) && /\b(?:must|may|can|should|shall|will)\b/i.test(text)
  return (
    !namesSomething(run) &&
    !isRule &&
    !isOfOtherThing(text) &&
    (endsWith(text, ':') || isStateWord(withoutDates(text)) || isDatedState(text)) &&
    (datesIn(text).length > 0 || mentionsState(text))
  )
}

/** Whether a text is one sentence or less of a state and its day: `Removed on 2022-08-23: the old routes`. */
const isDatedState = (text: string): boolean =>
  datesIn(text).length === 1 && mentionsState(text) && !otherDay.test(text) && !/[.;!?]\s/.test(text)
