import type { ListItem, Paragraph } from 'mdast'
import { isPlain } from '../../../checks/documents/assertions.ts'
import { isOldMention, namesV1 } from '../../../checks/documents/claims.ts'
import { ends, isSaidOf, read, readText } from '../../../checks/documents/clauses.ts'
import { withoutFrames } from '../../../checks/documents/prose/frames.ts'
import { datesIn, type PlacedDate } from '../../../checks/documents/published-dates.ts'
import { isV1Template } from '../../../checks/documents/published-documents.ts'
import { isQuestion } from '../../../checks/documents/questions.ts'
import { sentencesOf } from '../../../checks/documents/sentences.ts'
import {
  everyState,
  isStateWord,
  isUnaffected,
  kindOf,
  mentionsState,
  statesIn,
} from '../../../checks/documents/vocabulary.ts'
import { oncePer } from '../../../checks/remembered.ts'
import { grouped } from '../../../contracts/causes/grouped.ts'
import type { EndpointMention, LogRow, State, Subjects } from '../../../contracts/documents.ts'
import { withoutDates } from '../days.ts'
import { operationNamed, placedMentions } from '../mentions.ts'
import { type Block, isTitle, type Section } from '../pages/sections.ts'
import { lineOf, type Run, readable, runOf, statedLines } from '../pages/text.ts'
import { isCurrent, withoutReplacements } from '../replacements.ts'
import { endpointsOfSection, replacementsOfSection } from '../statements.ts'
import { isEmpty, isUnnamed, joinedSubjects, subjectsOf } from '../subjects.ts'
import { aroundSubjects, within } from './contexts.ts'
import { goesOn, sentencesIn, statementsOf, turnsOf } from './parts.ts'
import { asksWhich, asLabel, stateWord } from './questions.ts'
import {
  type Context,
  daysShown,
  isOfOtherState,
  nothing,
  rowFields,
  type Said,
  statedDays,
  statementsIn,
  withoutOtherThings,
  withoutPaths,
} from './said.ts'

/** The days of a section, of which one may be that of a block without any: many blocks of one may be without. */
const elsewhereIn = oncePer((section: Section): readonly PlacedDate[] => {
  const dates = section.blocks.flatMap(block => datesIn(readable(runOf(block))))
  const days = [...new Set(dates.flatMap(date => date.days))]
  return dates.slice(0, 1).map(first => ({ ...first, days, elsewhere: true }))
})

/** The rows of a paragraph or an item, each with the replacements that the whole of it names. */
export const rowsOfBlock = (
  block: Paragraph | ListItem,
  section: Section,
  sections: readonly Section[],
  around: Context,
): LogRow[] => {
  const rows = statementsOf(runOf(block), around).flatMap(parts =>
    parts.flatMap(run => {
      const context = goesOn(run) ? within(around, stateWord(readable(parts[0] as Run)) ?? '') : around
      return rowsOfRun(run, block, section, sections, context)
    }),
  )
  if (rows.length === 0) return []
  const replacements = replacementsOfSection({ ...section, blocks: [block] }, sections)
  return rows.map(row => ({ ...row, replacements }))
}

/** What is over is no state: `was disabled for an hour`. */
const over =
  /\btemporarily (?:disabled|removed|hidden)\b|\b(?:disabled|removed|hidden) (?:for )?(?:an?|one|two|some|several|a few|\d+) (?:short )?(?:seconds?|minutes?|hours?|days?|weeks?|while|moment|time)\b/gi

const things = '(?:endpoint|operation|route|method|path|call|api)s?'
/** A sentence without a name that goes on about what the one before it names: `It was removed`, `Deprecated since 2025-01-01`. */
const continues = new RegExp(
  `^\\W*(?:(?:also|and|but|now|note that|since then|we \\w+),? )*(?:it|they|them|both|all|each|(?:this|these)(?= (?:is|are|was|were|has|have|will|may|must)\\b)|(?:the|this|that|these|those)(?: (?:legacy|old|former|two|three|four))? ${things})\\b` +
    '|^\\W*(?:(?:is|are|was|were|has been|have been|now|officially) )*(?:deprecat(?:ed|ion)|removed|removal|retired|disabled|sunset|hidden|deleted)\\b(?! (?:[\\w-]+ ){0,2}?(?!(?:as|is|was|its|this)\\b)[\\w-]{2,}s\\b)',
  'i',
)

/**
 * What the state of a text is of. A state belongs to what its own sentence names, to what the sentences that it goes on from name, and, where
 * it stands alone, to what follows. An endpoint that is old by the document counts wherever it stands: its state is expected; but the state
 * of endpoints of v2 is none of v1.
 */
const statedSubjects = (run: Run): Subjects => {
  const sentences = sentencesIn(run).map(sentence => {
    const text = statedLines(withoutReplacements(sentence))
    const alone = isStateWord(withoutDates(text))
    return { subjects: subjectsOf(sentence), text, alone, state: alone || mentionsState(text) }
  })
  if (!sentences.some(({ state }) => state)) return subjectsOf(run)
  const isOfV2 = sentences.some(
    ({ subjects, state }) => state && subjects.endpoints.some(mention => !isV1Template(mention.path)),
  )
  const isKept = (mention: EndpointMention): boolean => isOldMention(mention) && !(isOfV2 && isV1Template(mention.path))
  /** Whether a sentence without a name goes on about what one before it names, with a state. */
  const isContinued = sentences.map(() => false)
  for (const [at, sentence] of [...sentences.entries()].slice(1).toReversed())
    isContinued[at - 1] =
      isEmpty(sentence.subjects) && (isContinued[at] === true || (sentence.state && continues.test(sentence.text)))
  return joinedSubjects(
    sentences.map((sentence, at) => {
      const isStated = sentence.state || sentences[at - 1]?.alone === true || isContinued[at]
      return isStated ? sentence.subjects : { ...nothing, endpoints: sentence.subjects.endpoints.filter(isKept) }
    }),
  )
}

/** A sentence with blanks for all but the endpoints that it names. */
const namesAlone = (sentence: string): string => {
  let past = 0
  const names = placedMentions({ text: sentence, links: [] }).flatMap(({ start, end }) => {
    if (start < past) return []
    const name = ' '.repeat(start - past) + sentence.slice(start, end)
    past = end
    return [name]
  })
  return names.join('').padEnd(sentence.length)
}

/** How far behind a question the answer goes on. */
const mostOfAnAnswer = 4

/** What a text states: without what it quotes or reports, and without a question that it answers with no or with a state. */
const assertedIn = (run: Run): Run => {
  const parts = sentencesIn(run)
  const sentences = parts.map(({ text }) => text)
  const isDenied = (sentence: string, at: number): boolean =>
    isQuestion(sentence) &&
    (no.test(sentences[at + 1] ?? '') || (asksWhich.test(sentence) && mentionsState(sentences[at + 1] ?? '')))
  /** `I list them with GET /x. Is that fine? No. It is deprecated.` */
  const isContinued = (at: number): boolean =>
    parts
      .slice(at + 1, at + 1 + mostOfAnAnswer)
      .some(
        other => continues.test(other.text.replace(no, '')) && mentionsState(other.text) && isEmpty(subjectsOf(other)),
      )
  const text = sentences
    .map((sentence, at) => {
      if (isDenied(sentence, at)) return isContinued(at) ? namesAlone(sentence) : blank(sentence)
      if (at > 0 && isDenied(sentences[at - 1] ?? '', at - 1)) return sentence.replace(no, blank)
      return withoutFrames(isQuestion(sentence) && at + 1 < sentences.length ? asLabel(sentence) : sentence)
    })
    .join('')
  return { ...run, text: withoutOtherThings(text) }
}

const no = /^\W*no\b[.,]?/i
const blank = (text: string): string => ' '.repeat(text.length)

/** Whether a text says something of what is current: next to old endpoints, that may be anything, such as what does their work now. */
const isOnCurrent = (text: string, { endpoints, operationIds }: Subjects): boolean =>
  !isPlain(text) &&
  endpoints.length + operationIds.length > 0 &&
  endpoints.every(isCurrent) &&
  operationIds.every(id => operationNamed(id) !== undefined)

/** Whether a text tells what to use: `Call X instead.` */
const tellsUse = (text: string): boolean =>
  readText(text).some(({ act, mood, denied }) => act === 'use' && mood === 'ordered' && !denied)

const removedLabel = /^\W*Removed:\s/

const rowsOfRun = (
  published: Run,
  block: Paragraph | ListItem,
  section: Section,
  sections: readonly Section[],
  outer: Context,
): readonly Omit<LogRow, 'replacements'>[] => {
  const run = assertedIn(published)
  const text = readable(run)
  const itself = statedSubjects(run)
  const around = aroundSubjects(outer, itself, text)
  const dates = statedDays(text, around)
  const lines = statedLines(withoutReplacements(run)).replaceAll(over, ' ')
  const own = mentionsState(lines)
  const concerns =
    !isUnnamed(itself) || namesV1(text)
      ? own || around.status !== '' || dates.length > 0 || around.dates.length > 0
      : dates.length > 0 && own
  if (!concerns || (itself.endpoints.length === 0 && kindOf(text) !== undefined)) return []
  // The title of the page is the state of what it lists. A section on endpoints may name operations, too: what to call, or what once failed.
  const isListed = dates.length > 0 ? text.search(over) === -1 : around.dates.length > 0
  const besides = isTitle(section)
    ? sections.filter(
        other => other === sections[section.parent ?? -1] || (isTitle(other) && other.parent === section.parent),
      )
    : [section]
  const isAside = itself.endpoints.length === 0 && besides.some(other => endpointsOfSection(other).length > 0)
  if (!own && around.ofPage === true && !isListed && isAside) return []
  // A sentence says something else of an operation than what stands above it: `GetRepository is not affected.`
  const isSentence = (block.type === 'paragraph' || tellsUse(text)) && dates.length === 0 && !isPlain(text)
  const isOther = !own || isUnaffected(text)
  // So does one below old endpoints, of a path that is none of them: `now /v2/namespaces/{namespace}/…`.
  const isOfNew =
    block.type === 'paragraph' &&
    itself.endpoints.length > 0 &&
    !itself.endpoints.some(isOldMention) &&
    endpointsOfSection(section).some(isOldMention)
  if (isOther && isSentence && !itself.endpoints.some(isOldMention) && (itself.operationIds.length > 0 || isOfNew))
    return []
  const told = own ? statesIn(withoutPaths(lines)) : []
  const word = own ? stateWord(text) : undefined
  // What is removed was deprecated before: `Removed: the v1 API, which has been deprecated`, `It was removed on 2022-08-23. It is deprecated.`
  const ofDays = sentencesOf(lines).filter(sentence => datesIn(sentence).length > 0 && mentionsState(sentence))
  const isOfV1 = namesV1(text) && itself.endpoints.every(({ path }) => isV1Template(path))
  // `Five endpoints of v2 are deprecated, all of v1 is removed`
  const ofV1 = isOfV1 ? readText(lines).filter(isSaidOf('v1')) : []
  const isRemoved =
    told.includes('removed') &&
    !told.includes('active') &&
    ((ofV1.length > 0 && ofV1.every(said => said.act === 'end' && ends(said) === 'yes')) ||
      removedLabel.test(withoutDates(lines)) ||
      statesIn(withoutPaths(ofDays.join(' '))).join() === 'removed' ||
      (isOfV1 && dates.length < 2 && statesIn(word ?? '').join() === 'removed' && !/\b\w+ed or \w+ed\b/i.test(lines)))
  const ofText: readonly State[] = isRemoved ? ['removed'] : told
  const ofHeading = statesIn(around.status)
  const both = ofText.length > 0 && ofHeading.length > 0 && around.ofPage !== true
  // What begins with another state than the heading has, and goes on in words that were not understood, has not the state of the heading.
  const [beginning = ''] = /\p{L}+/u.exec(text) ?? []
  const beginsOtherwise = isStateWord(beginning) && !statesIn(beginning).some(state => ofHeading.includes(state))
  const shared = both && !beginsOtherwise ? ofText.filter(state => ofHeading.includes(state)) : []
  const states = both ? shared : ofText.length > 0 ? ofText : ofHeading
  // What a text states of all that it names is one statement, however often it says so.
  const clauses = dates.length > 1 ? statementsIn(lines, around) : []
  const several = [...grouped(clauses, ({ status, date }) => `${status} ${date}`).values()].map(([first]) => first)
  // Which of its days is that of which endpoint?
  const turns = turnsOf(run)
  const isMixed = turns.endpoints > 1 && turns.days > 1 && new Set(dates.flatMap(({ days }) => days)).size > 1
  const whole: Said = {
    status: word ?? around.status,
    // A question states nothing.
    states:
      states.length > 0 &&
      !isQuestion(text) &&
      (own || (!isOfNew && !isOnCurrent(text, itself) && !isOfOtherState(text, around)))
        ? states
        : everyState,
    ...daysShown(text, dates, around.dates.length > 0 ? around.dates : elsewhereIn(section)),
  }
  return (several.length > 0 ? several : [whole]).map(said =>
    rowOf(isMixed ? { ...said, states: everyState } : said, { text, line: lineOf(block), itself }),
  )
}

/** What a text says of the things that it names, as a row. */
const rowOf = (
  said: Said,
  { itself, ...own }: Pick<LogRow, 'text' | 'line' | 'itself'>,
): Omit<LogRow, 'replacements'> => ({
  ...rowFields(said),
  feature: own.text.slice(0, 500),
  quote: own.text.slice(0, 200),
  ...own,
  ...itself,
  itself,
})

/** `(brownout)`: it was there again. */
const brownout = /\b(?:brown-?outs?|temporar(?:y|ily)|briefly|tests?|trials?)\b/i

/** Sentences such as "GET /x was removed on 2025-01-01". */
export const rowsOfSentences = (section: Section, sections: readonly Section[]): LogRow[] =>
  section.blocks
    .flatMap((block): readonly (Block | ListItem)[] => (block.type === 'list' ? block.children : [block]))
    .flatMap(block => {
      if (block.type !== 'listItem' && block.type !== 'paragraph') return []
      const run = runOf(block)
      return sentencesIn(run).flatMap((sentence): LogRow[] => {
        const itself = subjectsOf(sentence)
        const text = readable(sentence)
        const [said, more] = read(text).filter(one => ends(one) === 'yes' && one.dates.length > 0)
        const [date, other] = said?.dates ?? []
        if (!said || more || !date || other || said.mood === 'ordered' || brownout.test(text)) return []
        const isNamed = said.of.some(({ is }) => (is === 'endpoint' ? itself.endpoints.length > 0 : is === 'v1'))
        const state = said.act === 'deprecate' ? 'deprecated' : 'removed'
        if (!isNamed) return []
        const replacements = replacementsOfSection({ ...section, blocks: [] }, sections)
        const own = { text, line: lineOf(block), itself }
        return [{ ...rowOf({ status: state, states: [state], date: date.text, dates: [date] }, own), replacements }]
      })
    })
