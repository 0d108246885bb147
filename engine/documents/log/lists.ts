import type { List, ListItem, Paragraph } from 'mdast'
import { isPlain } from '../../../checks/documents/assertions.ts'
import { isOldMention, namesV1, namesV1Api } from '../../../checks/documents/claims.ts'
import { ends, read } from '../../../checks/documents/clauses.ts'
import { policySentences } from '../../../checks/documents/policy.ts'
import { withoutFrames } from '../../../checks/documents/prose/frames.ts'
import { datesIn, isOnlyDate, type PlacedDate } from '../../../checks/documents/published-dates.ts'
import { isV1Template } from '../../../checks/documents/published-documents.ts'
import { isQuestion } from '../../../checks/documents/questions.ts'
import { sentenceSpans, sentencesOf } from '../../../checks/documents/sentences.ts'
import { everyState, isStateWord, kindOf, mentionsState, statesIn } from '../../../checks/documents/vocabulary.ts'
import { grouped } from '../../../contracts/causes/grouped.ts'
import type { EndpointMention, LogRow, State, Subjects } from '../../../contracts/documents.ts'
import { placedMentions } from '../mentions.ts'
import { type Block, isTitle, type Section, wholeSection } from '../pages/sections.ts'
import { insideOf, lineOf, type Run, readable, runOf, slice, stated, statedLines } from '../pages/text.ts'
import { replacementsSaid } from '../replacements.ts'
import { endpointsOfSection, replacementLabel, replacementsOfSection, subjectsOfSection } from '../statements.ts'
import { joinedSubjects, subjectsOf } from '../subjects.ts'
import { readTable } from '../tables.ts'
import {
  aroundSubjects,
  type Context,
  contextOf,
  daysOfState,
  isOfOtherState,
  isOfOtherThing,
  namesSomething,
  nothing,
  ofOwnThings,
  otherDay,
  rowFields,
  type Said,
  sectionDigest,
  statedDays,
  statementsIn,
  within,
  withoutDates,
  withoutOtherThings,
  withoutPaths,
} from './said.ts'

const deepest = 50

const fieldLine =
  /^(?:(?:[\p{L}-]+ ){1,2}(?=status|state|stage|date))?(status|state|stage|date|since|deprecated(?: on| since)?|removed(?: on)?|sunset(?: on)?|announced)(?: of (?:the |this |an? )?[\p{L}-]+)?\s*[:–—]\s*(.+)$/iu

/** The rows of a log that has no table: a heading per endpoint, or dated headings with a list below them. */
export const rowsOfLists = (sections: readonly Section[]): LogRow[] =>
  sections.flatMap((section, index) => {
    const fields = fieldsOf(section)
    if (isAboutOne(section, index, sections) || fields.size > 0) return rowsOfSection(section, index, sections, fields)
    const contexts = contextsOf(section, sections)
    return section.blocks.flatMap((block, at) => {
      const around = contexts[at] as Context
      if (block.type === 'list')
        return isOfReplacements(section, at) ? [] : rowsOfList(block, section, sections, around)
      return block.type !== 'paragraph' || headAt(section, at) !== '' || introduces(section, at)
        ? []
        : rowsOfBlock(block, section, sections, around)
    })
  })

/** Whether a list says what to use instead: it stands below a title such as `Replacement:`, and names no old endpoint first. */
const isOfReplacements = ({ blocks, title }: Section, at: number): boolean => {
  const above = blocks[at - 1]
  const label = above === undefined ? title : above.type === 'paragraph' ? readable(runOf(above)) : ''
  const [first] = subjectsOf(runOf(blocks[at] as Block)).endpoints
  return replacementLabel.test(label) && (first === undefined || !isOldMention(first))
}

/**
 * What a paragraph says of what follows it: a day or a state and no more, or a state with its day in front of what else is said of the
 * endpoints below: `Deprecated since 2025-09-19. Replaced by X.` Empty where it says nothing of the kind.
 */
const headAt = ({ blocks }: Section, at: number): string => {
  const block = blocks[at]
  if (block?.type !== 'paragraph') return ''
  const run = runOf(block)
  const text = readable(run)
  if (isOnlyDate(text) || isStateWord(withoutDates(text))) return text
  const [first = ''] = sentencesOf(text)
  const endpointsIn = (other: Block | undefined): number => (other ? subjectsOf(runOf(other)).endpoints.length : 0)
  const leads = isStateWord(withoutDates(first)) && datesIn(first).length === 1 && endpointsIn(block) === 0
  const isAbove = endpointsIn(blocks[at + 1]) > 0 && !blocks.slice(0, at).some(other => namesSomething(runOf(other)))
  return leads && isAbove ? first : ''
}

/** What stands around each block of a section: its headings, the paragraphs of a day or a state above it, and what introduces it. */
export const contextsOf = (section: Section, sections: readonly Section[]): readonly Context[] => {
  let around = contextOf(section, sections)
  const trailing = datesTrail(section)
  return section.blocks.map((_, at) => {
    const text = headAt(section, at)
    if (text !== '' && !(trailing && isOnlyDate(text))) around = within(around, text)
    return introduces(section, at - 1) ? within(around, readable(runOf(section.blocks[at - 1] as Block))) : around
  })
}

/** Whether the days of a section stand below what they are of: it names something before the first of them. */
const datesTrail = ({ blocks }: Section): boolean => {
  const named = blocks.findIndex(block => block.type === 'paragraph' && namesSomething(runOf(block)))
  const dated = blocks.findIndex(block => block.type === 'paragraph' && isOnlyDate(readable(runOf(block))))
  return named !== -1 && dated > named
}

/** Whether the heading of a section names what the section is about. */
const isAboutOne = (section: Section, index: number, sections: readonly Section[]): boolean =>
  section.heading !== undefined &&
  (subjectsOf(section.heading).endpoints.length > 0 ||
    // A page on the v1 API and more has sections of its own for each.
    (namesSomething(section.heading) &&
      subjectsOf(section.heading).operationIds.length === 0 &&
      subjectsOfSection(section).endpoints.every(({ path }) => isV1Template(path)) &&
      wholeSection(sections, index).length === 1))

/** Whether a paragraph says what the list or the table below it is about: `Since 2025-09-19:`. */
const introduces = (section: Section, at: number): boolean => {
  const block = section.blocks[at]
  if (block?.type !== 'paragraph' || !/^(?:list|table)$/.test(section.blocks[at + 1]?.type ?? '')) return false
  const run = runOf(block)
  const text = readable(run)
  // `Deprecated endpoints must no longer be used.` is a rule, and says nothing of what stands below it.
  const isRule =
    !/:\W*$|\b(?:following|below|these)\b/i.test(text) &&
    (/\b(?:must|may|can|should|shall|will)\b/i.test(text) ||
      policySentences({ text }).some(({ says }) => says !== undefined))
  return (
    !namesSomething(run) &&
    !isRule &&
    !isOfOtherThing(text) &&
    (/:\W*$/.test(text) || isStateWord(withoutDates(text)) || isDatedState(text)) &&
    (datesIn(text).length > 0 || mentionsState(text))
  )
}

/** Whether a text is one sentence or less of a state and its day: `Removed on 2022-08-23: the old routes`. */
const isDatedState = (text: string): boolean =>
  datesIn(text).length === 1 && mentionsState(text) && !otherDay.test(text) && !/[.;!?]\s/.test(text)

const rowsOfList = (
  list: List,
  section: Section,
  sections: readonly Section[],
  around: Context,
  depth = 0,
): readonly LogRow[] =>
  list.children.flatMap(item => {
    const own = runOf(item, { withoutLists: true })
    const lists = item.children.filter(child => child.type === 'list')
    const inner = lists.some(({ children }) => children.some(child => namesSomething(runOf(child))))
    if (!inner || namesSomething(own) || depth > deepest) return rowsOfBlock(item, section, sections, around)
    const context = withFields(within(around, readable(own)), lists)
    return lists.flatMap(child => rowsOfList(child, section, sections, context, depth + 1))
  })

/** What the items of lists add as fields to what stands around them. */
const withFields = (around: Context, lists: readonly List[]): Context => {
  let context = around
  for (const item of lists.flatMap(({ children }) => children)) {
    const [, name = '', value = ''] = fieldLine.exec(readable(runOf(item))) ?? []
    const dates = datesIn(value)
    if (/^sta/i.test(name)) context = { dates: context.dates, status: value }
    else if (dates.length > 0) context = within({ ...context, dates }, mentionsState(name) ? name : '')
  }
  return context
}

/** The days of a text that can be those of a state, with the words between them, or else those around it. */
const daysIn = (text: string, states: readonly State[], around: Context): Pick<Said, 'date' | 'dates'> => {
  const own = daysOfState(text, states, around)
  const [first] = own
  const last = own.at(-1)
  return first && last
    ? { date: text.slice(first.start, last.end), dates: own }
    : { date: around.dates.map(({ text: date }) => date).join(' '), dates: around.dates }
}

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
  if (roles.indexOf('date') !== 0 || roles.lastIndexOf('date') !== 0) return undefined
  return rows.map(({ cells }) => cells.map(stated).join(' ')).join('\n')
}

const rowsOfSection = (
  section: Section,
  index: number,
  sections: readonly Section[],
  fields: ReadonlyMap<string, string>,
): LogRow[] => {
  // Further down it may stand above the heading that follows.
  const [head = ''] = section.blocks.slice(0, 1).map(block => readable(runOf(block)))
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
  const said = fields.size > 0 ? saidByFields(fields, around, lines) : (stated ?? unsure())
  // `The v1 API will be removed`, and below it what is so since then.
  const ofTitle = mentionsState(section.title) ? statesIn(withoutPaths(section.title)) : []
  const isDoubtful = ({ states }: Said): boolean =>
    ofTitle.includes('active') && states.some(state => !ofTitle.includes(state))
  return said.map(statement => ({
    ...rowFields(isDoubtful(statement) ? { ...statement, states: everyState } : statement),
    feature: section.title,
    line: section.line,
    ...digest,
    itself: named,
  }))
}

/** A text apart from what it names as a replacement. */
const withoutReplacements = (run: Run): Run => {
  let text = run.text
  for (const { start, end } of replacementsSaid(run))
    text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
  return { text, links: [] }
}

/** The days of a section, of which one may be that of a block without any. */
const elsewhereIn = (section: Section): readonly PlacedDate[] => {
  const dates = section.blocks.flatMap(block => datesIn(readable(runOf(block))))
  const days = [...new Set(dates.flatMap(date => date.days))]
  return days.length === 0 ? [] : [{ text: dates[0]?.text ?? '', days, iso: false, elsewhere: true, start: 0, end: 0 }]
}

/** `Do not use it any longer` denies no state. */
const rowsOfBlock = (
  block: Paragraph | ListItem,
  section: Section,
  sections: readonly Section[],
  around: Context,
): LogRow[] => {
  const rows = statementsOf(runOf(block), around).flatMap(parts =>
    parts.flatMap((run, at) => {
      const context = at > 0 && goesOn(run) ? within(around, stateWord(readable(parts[0] as Run)) ?? '') : around
      return rowsOfRun(run, block, section, sections, context)
    }),
  )
  if (rows.length === 0) return []
  const single: Section = {
    ...section,
    blocks: [block.type === 'listItem' ? { type: 'list', children: [block] } : block],
  }
  const replacements = replacementsOfSection(single, sections)
  return rows.map(row => ({ ...row, replacements }))
}

const stateWord = (text: string): string | undefined =>
  /\b(?:deprecat|remov|retir|disabl|sunset|hidden|delet)\w*/i.exec(text)?.[0]

/** Whether a part of a sentence has an endpoint and its day alone: `, GET /x (since 2025-01-01)` has the state of what it follows. */
const goesOn = (run: Run): boolean =>
  !/\p{L}/u.test(
    withoutDates(withoutPaths(readable(run))).replaceAll(
      /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|and|or|since|on|as of|from|in|the|legacy|API|v1)\b/g,
      ' ',
    ),
  )

/** The parts of a text of several days: each sentence that names something, with those behind it that name nothing. */
const statementsOf = (run: Run, around: Context): readonly (readonly Run[])[] => {
  if (new Set(statedDays(run.text, around).map(({ days }) => days.join())).size < 2) return [[run]]
  const starts: number[] = []
  let at = 0
  for (const sentence of sentencesIn(run)) {
    if (subjectsOf(sentence).endpoints.length > 0 || namesV1(readable(sentence))) starts.push(at)
    at += sentence.text.length
  }
  // A day or a state on lines of their own, above the first name, is that of what stands below it.
  const lead = run.text.slice(0, starts[0]).trim().split('\n')
  const isHead = (line: string): boolean => line.length < 40 && !/[.!?]$/.test(line)
  if (lead.join('') !== '' && lead.every(isHead)) return [byDays(run)]
  return cutAt(run, starts.slice(1)).map(byDays)
}

const cutAt = (run: Run, starts: readonly number[]): readonly Run[] =>
  [0, ...starts].map((start, index, all) => slice(run, start, all[index + 1] ?? run.text.length))

/** Where a text names things and days by turns, and where each of its statements but the first begins. */
const turnsOf = (
  run: Run,
): { readonly endpoints: number; readonly days: number; readonly starts: readonly number[] } => {
  const isNew = insideOf(replacementsSaid(run), run)
  const v1 = [...run.text.matchAll(/(?<![\p{L}\p{N}/.])v1(?![\p{L}\p{N}/])/giu)]
  const marks = [
    ...placedMentions(run).map(({ start, end }) => ({ start, end, isDay: false })),
    ...v1.map(({ index }) => ({ start: index, end: index + 2, isDay: false })),
    ...statedDays(run.text).map(({ start, end }) => ({ start, end, isDay: true })),
  ]
    .filter(({ start }) => !isNew(start))
    .sort((a, b) => a.start - b.start)
  const turns = marks.filter(({ isDay }, at) => isDay !== marks[at - 1]?.isDay)
  const dayFirst = turns[0]?.isDay === true
  // A state may stand in front of what comes first, or behind what comes last.
  const before = dayFirst && mentionsState(run.text.slice(0, turns[0]?.start))
  const after = !dayFirst && mentionsState(run.text.slice(marks.at(-1)?.end))
  return {
    endpoints: turns.filter(({ isDay }) => !isDay).length,
    days: turns.filter(({ isDay }) => isDay).length,
    starts: turns.slice(1).flatMap(({ start, isDay }) => {
      if (isDay !== dayFirst) return []
      const end = marks.findLast(mark => mark.end <= start)?.end ?? start
      return [(dayFirst ? before : !after) ? end : start]
    }),
  }
}

/** The parts of a sentence that has a day for each of its endpoints: `A since 2025-01-01 and B since 2025-02-02`. */
const byDays = (run: Run): readonly Run[] => {
  const { endpoints, days, starts } = turnsOf(run)
  return endpoints < 2 || endpoints !== days ? [run] : cutAt(run, starts)
}

/** What says of something that a change leaves it as it is. */
const unaffected =
  /\b(?:not|never|isn['’]t|aren['’]t) affected\b|\bunaffected\b|\b(?:does|do) not (?:affect|concern|apply to)\b/i

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
  if (sentences.length < 2 || !sentences.some(({ state }) => state)) return subjectsOf(run)
  const isNamed = ({ subjects }: { readonly subjects: Subjects }): boolean =>
    subjects.endpoints.length + subjects.operationIds.length + subjects.tags.length > 0
  const isOfV2 = sentences.some(
    ({ subjects, state }) => state && subjects.endpoints.some(mention => !isV1Template(mention.path)),
  )
  const isKept = (mention: EndpointMention): boolean => isOldMention(mention) && !(isOfV2 && isV1Template(mention.path))
  /** Whether a sentence without a name goes on about what one before it names, with a state. */
  const isContinued = sentences.map(() => false)
  for (const [at, sentence] of [...sentences.entries()].slice(1).toReversed())
    isContinued[at - 1] =
      !isNamed(sentence) && (isContinued[at] === true || (sentence.state && continues.test(sentence.text)))
  return joinedSubjects(
    sentences.map((sentence, at) => {
      const isStated = sentence.state || sentences[at - 1]?.alone === true || isContinued[at]
      return isStated ? sentence.subjects : { ...nothing, endpoints: sentence.subjects.endpoints.filter(isKept) }
    }),
  )
}

/** What a text states: without what it quotes or reports, and without a question that it answers with no. */
const assertedIn = (run: Run): Run => {
  const sentences = sentenceSpans(run.text).map(({ start, end }) => run.text.slice(start, end))
  const isDenied = (at: number): boolean => isQuestion(sentences[at] ?? '') && /^\W*no\b/i.test(sentences[at + 1] ?? '')
  const text = sentences
    .map((sentence, at) => (isDenied(at) ? ' '.repeat(sentence.length) : withoutFrames(sentence)))
    .join('')
  return { ...run, text: withoutOtherThings(text) }
}

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
    itself.endpoints.length + itself.operationIds.length > 0 || namesV1(text)
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
  const isSentence = block.type === 'paragraph' && dates.length === 0 && !isPlain(text)
  const isOther = !own || unaffected.test(text)
  if (isOther && isSentence && !itself.endpoints.some(isOldMention) && itself.operationIds.length > 0) return []
  const ofText = own ? statesIn(withoutPaths(lines)) : []
  const ofHeading = around.status === '' ? [] : statesIn(around.status)
  const both = ofText.length > 0 && ofHeading.length > 0 && around.ofPage !== true
  const shared = both ? ofText.filter(state => ofHeading.includes(state)) : []
  const states = both ? (shared.length > 0 ? shared : everyState) : ofText.length > 0 ? ofText : ofHeading
  const near = dates.length > 0 ? dates : around.dates
  const shown = near.length > 0 ? near : elsewhereIn(section)
  const [first] = dates
  const last = dates.at(-1)
  const word = own ? stateWord(text) : undefined
  // What a text states of all that it names is one statement, however often it says so.
  const told = dates.length > 1 ? statementsIn(lines, around) : []
  const several = [...grouped(told, ({ status, date }) => `${status} ${date}`).values()].map(([first]) => first)
  // Which of its days is that of which endpoint?
  const turns = turnsOf(run)
  const isMixed = turns.endpoints > 1 && turns.days > 1
  const whole: Said = {
    status: word ?? around.status,
    // A question states nothing.
    states: states.length > 0 && !/\?\W*$/.test(text) && (own || !isOfOtherState(text, around)) ? states : everyState,
    // With the words between two dates: they may be of two things.
    date: first && last ? text.slice(first.start, last.end) : shown.map(({ text: date }) => date).join(' '),
    dates: shown,
  }
  return (several.length > 0 ? several : [whole]).map(said => ({
    ...rowFields(isMixed ? { ...said, states: everyState } : said),
    feature: text.slice(0, 500),
    quote: text.slice(0, 200),
    line: lineOf(block),
    text,
    ...itself,
    itself,
  }))
}

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
        const dated = read(text).filter(said => ends(said) === 'yes' && said.dates.length > 0)
        const [said, more] = dated
        const [date, other] = said?.dates ?? []
        if (!said || more || !date || other || said.mood === 'ordered' || brownout.test(text)) return []
        const isNamed = said.of.some(({ is }) => (is === 'endpoint' ? itself.endpoints.length > 0 : is === 'v1'))
        const state = said.act === 'deprecate' ? 'deprecated' : 'removed'
        if (!isNamed) return []
        return [
          {
            ...rowFields({ status: state, states: [state], date: date.text, dates: [date] }),
            feature: text.slice(0, 500),
            quote: text.slice(0, 200),
            line: lineOf(block),
            text,
            ...itself,
            itself,
            replacements: replacementsOfSection({ ...section, blocks: [] }, sections),
          },
        ]
      })
    })

const sentencesIn = (run: Run): readonly Run[] =>
  sentenceSpans(run.text).map(({ start, end }) => slice(run, start, end))

/** `Status: Removed` and the like, one per paragraph or list item. None where they are of several things: a name stands there twice. */
const fieldsOf = (section: Section): Map<string, string> => {
  const fields = new Map<string, string>()
  for (const block of section.blocks) {
    const parts = block.type === 'list' ? block.children : block.type === 'paragraph' ? [block] : []
    for (const part of parts) {
      // Fields below an item are about the item.
      if (part.type === 'listItem' && part.children.some(child => child.type === 'list')) continue
      // `Deprecated: 2021-11-01 · Removed: 2022-08-23`
      for (const line of readableLines(part).flatMap(text => text.split(/\s[·•|]\s/))) {
        const [, name, value] = fieldLine.exec(line) ?? []
        if (name === undefined || value === undefined) continue
        // `Deprecated: no longer in use` explains a word.
        if (/^sta/i.test(name) ? !/^sta/i.test(line) && !mentionsState(value) : datesIn(value).length === 0) continue
        if (fields.has(name.toLowerCase())) return new Map()
        fields.set(name.toLowerCase(), value.trim())
      }
    }
  }
  return fields
}

const readableLines = (node: Parameters<typeof runOf>[0]): string[] =>
  runOf(node, { withBreaks: true })
    .text.split('\n')
    .map(text => readable({ text, links: [] }))
