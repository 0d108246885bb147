import { isPlain } from '../../../checks/documents/assertions.ts'
import { namesV1 } from '../../../checks/documents/claims.ts'
import { read } from '../../../checks/documents/clauses.ts'
import { datesIn, type PlacedDate } from '../../../checks/documents/published-dates.ts'
import { sentenceSpans } from '../../../checks/documents/sentences.ts'
import { everyState, mentionsState, statesIn } from '../../../checks/documents/vocabulary.ts'
import type { LogRow, PublishedReplacement, State, Subjects } from '../../../contracts/documents.ts'
import { published, withoutDates } from '../days.ts'
import { type Section, wholeSection } from '../pages/sections.ts'
import { masked, type Run, readable, runOf } from '../pages/text.ts'
import { replacementsOfSection, subjectsOfSection } from '../statements.ts'
import { isUnnamed, joinedSubjects, subjectsOf } from '../subjects.ts'

// Many rows may link to one section; none may carry more of it than a person would read.
export const mostText = 5_000
export const mostNamed = 200

export const nothing: Subjects = { endpoints: [], operationIds: [], tags: [] }

/** A state and a day, as published and as read. */
export interface Said {
  readonly status: string
  readonly states: readonly State[]
  readonly date: string
  readonly dates: readonly PlacedDate[]
}

/** A statement as the fields of a row. */
export const rowFields = ({
  status,
  states,
  date,
  dates,
}: Said): Pick<LogRow, 'status' | 'states' | 'date' | 'dates'> => ({ status, states, date, dates: published(dates) })

/** What stands around a block: the days and the state that it does not repeat. */
export interface Context {
  readonly dates: readonly PlacedDate[]
  readonly status: string
  /** Whether the state stands in the title of the page, which may be about more. */
  readonly ofPage?: boolean | undefined
}

/** Whether a text names an endpoint, an operation or the v1 API. */
export const namesSomething = (run: Run): boolean => !isUnnamed(subjectsOf(run)) || namesV1(readable(run))

/** `On the same day this log was created`: what became of the page. */
const becameOfPage =
  /\b(?:this|the|our) (?:\w+ ){0,2}(?:log|page|list|table) (?:itself )?(?:was|has been) (?:\w+ )?(?:created|reformatted|introduced|turned|converted|started|set up)\b|\b(?:created|reformatted|introduced|started) (?:this|the|our) (?:\w+ ){0,2}(?:log|page|table)\b/i

/** Whether a sentence of a state or a day is about something else than the API: `The old forum was closed on 2024-01-31.` */
export const isOfOtherThing = (sentence: string): boolean => {
  if (becameOfPage.test(sentence)) return !namesSomething({ text: sentence, links: [] })
  if (/\/v\d/.test(sentence) || (datesIn(sentence).length === 0 && !mentionsState(sentence))) return false
  const said = read(sentence)
  const [first] = said
  return (
    first !== undefined &&
    // `v1 of the command line client`
    (first.alien || first.names.length > 0) &&
    said.every(({ of }) => of.length === 0)
  )
}

/** A text with blanks for its sentences about other things, and for those that go on about them: `; it was never part of this API`. */
export const ofOwnThings = (text: string): string =>
  text
    .split('\n')
    .map(line => {
      let isOther = false
      return sentenceSpans(line)
        .map(({ start, end }) => line.slice(start, end))
        .map(sentence => {
          isOther = isOfOtherThing(sentence) || (isOther && /^(?:it|they)\b/i.test(sentence))
          return isOther ? ' '.repeat(sentence.length) : sentence
        })
        .join('')
    })
    .join('\n')

/** The same, or the whole text where nothing else in it states a state or a day. */
export const withoutOtherThings = (text: string): string => {
  const own = ofOwnThings(text)
  return mentionsState(own) || datesIn(own).length > 0 ? own : text
}

export const withoutPaths = (text: string): string => text.replaceAll(/[`'"]?\/[\w{}/.-]+/g, ' ')

/** Names of days that are not those of a state: `Day of the announcement`, `Earliest removal`, `Last review`. */
export const otherDay =
  /\b(?:announc\w*|publi(?:sh|c)\w*|posted|earliest|plan(?:s|ned)?|expected|scheduled|proposed|decided|decision|(?:re)?view(?:s|ed)?|check(?:ed)?|verified|updated?|modified|edited|changed|created|creation|introduced|added|written|measured|noti(?:ce|fied|fication)|next|page|docs|documentation)\b/i
const plainDay = /^\W*(?:dates?|day|since|when|as of|from|on)\W*$/i
const stateDay = /\b(?:label+(?:ed|ing)?|effective|in (?:effect|force))\b/i

/** Whether what stands next to a day calls it that of one of the states. */
export const isDayOfState = (label: string, states: readonly State[]): boolean =>
  !otherDay.test(label) && (mentionsState(label) ? statesIn(label).join() === states.join() : stateDay.test(label))

/** What a line has behind the day that it begins with: `2025-09-19: Deprecated`. */
const event = /^[\s:|–—-]*\p{L}[\p{L} ]{0,40}[.\s]*$/u

/** What a text says of one of its days: what stands in front of it, in brackets behind it, or behind it in its own line. */
const nameOfDay = (text: string, { start, end }: PlacedDate, previous: PlacedDate | undefined): string => {
  const before = text.slice(Math.max(previous?.end ?? 0, start - 100), start)
  const [line = ''] = text.slice(end, end + 80).split('\n')
  const isEvent = /(?:^|\n)[^\p{L}\n]*$/u.test(text.slice(0, start)) && event.test(line)
  const behind =
    /^\s*\(([^()]{1,60})\)/.exec(line)?.[1] ??
    (isEvent && (otherDay.test(line) || mentionsState(line)) ? line : undefined)
  const lines = before.replace(/^\s*\([^()]*\)/, '').split(/[\n;]|[.!?]\s/)
  return behind ?? lines.findLast(line => /\p{L}/u.test(line)) ?? ''
}

const startOfOther =
  /\b(?:introduced|supported|current|active|available|stable|planned|proposed|restored|reinstated|maintained|live|enabled)\W+(?:(?:again|since|on|as of|from|in)\W+)*$/i

/** Whether all that a text has is the day of something else than the end of what it is about: `supported since 2025-09-19`. */
export const isOfOtherState = (text: string, around: Context): boolean => {
  const named = isDated(around) ? [] : namedDays(text)
  return named.length > 0 && named.every(({ name }) => startOfOther.test(name))
}

interface NamedDay {
  readonly day: PlacedDate
  readonly name: string
  /** The sentence that it stands in, without its days. */
  readonly sentence: string
}

const namedDays = (text: string): readonly NamedDay[] => {
  const placed = datesIn(text)
  const spans = placed.length > 0 ? sentenceSpans(text) : []
  return placed.map((day, at) => {
    const { start = 0, end } = spans.find(span => day.start < span.end) ?? {}
    return { day, name: nameOfDay(text, day, placed[at - 1]), sentence: withoutDates(text.slice(start, end)) }
  })
}

/** Whether the sentence of a day states a state, or has nothing but names next to it. Of several days, each has a name of its own. */
const isStated = ({ name, sentence }: NamedDay, _: number, all: readonly NamedDay[]): boolean => {
  const said = all.filter(other => other.sentence === sentence).length > 1 ? name : sentence
  return !otherDay.test(name) && (mentionsState(said) || stateDay.test(said) || isPlain(said))
}

/**
 * The days of a text that it does not call those of something else; all where it does so of each. Where what stands around it gives the day,
 * another one counts only if its own sentence states a state.
 */
export const statedDays = (text: string, around?: Context): readonly PlacedDate[] => {
  const named = namedDays(text)
  if (around && isDated(around)) return named.filter(isStated).map(({ day }) => day)
  const own = named.filter(({ name }) => !otherDay.test(name))
  return (own.length > 0 ? own : named).map(({ day }) => day)
}

/** Whether what stands around gives a day, and not only a month. */
const isDated = ({ dates }: Context): boolean => dates.length > 0 && dates.every(({ days }) => days.length === 1)

/** The days of a text on one thing that can be those of its state: the ones that it names so, else those without another name. */
export const daysOfState = (text: string, states: readonly State[], around?: Context): readonly PlacedDate[] => {
  const all = namedDays(text)
  const named = around && isDated(around) ? all.filter(isStated) : all
  const ofState = named.filter(({ name }) => isDayOfState(name, states))
  const neutral = named.filter(({ name }) => !otherDay.test(name) && !mentionsState(name))
  const plain = neutral.filter(({ name }) => plainDay.test(name))
  const own = [ofState, plain, neutral].find(some => some.length > 0) ?? named
  return own.map(({ day }) => day)
}

const joined = (dates: readonly PlacedDate[]): string => dates.map(({ text }) => text).join(' ')

/** Days of a text with the words between them, since they may be of two things, or else others. */
export const daysShown = (
  text: string,
  own: readonly PlacedDate[],
  others: readonly PlacedDate[],
): Pick<Said, 'date' | 'dates'> => {
  const [first] = own
  return first
    ? { date: text.slice(first.start, own.at(-1)?.end), dates: own }
    : { date: joined(others), dates: others }
}

/**
 * The statements of a text that dates its states, clause by clause: `Announced on 2019-01-01, deprecated 2019-03-01, removed 2022-08-23`.
 * Empty where a clause is not understood.
 */
export const statementsIn = (text: string, around: Context): readonly Said[] => {
  const placed = statedDays(text, around)
  const ends = [...masked(text, placed, '0').matchAll(/[,;()–—\n]|[.!]\s|\b(?:and|then|but)\b/g)].map(
    ({ index }) => index,
  )
  const found: { states?: readonly State[]; dates: readonly PlacedDate[] }[] = [{ dates: [] }]
  for (const [index, from] of [0, ...ends].entries()) {
    const clause = text.slice(from, ends[index] ?? text.length)
    const dates = placed.filter(({ start }) => start >= from && start < from + clause.length)
    const states = mentionsState(clause) ? statesIn(withoutPaths(clause)) : undefined
    const last = found.at(-1) ?? { dates: [] }
    // `since 2025-06-27 and 2025-09-19`: which day is whose is not said.
    const isJoined = !states && text.slice(last.dates.at(-1)?.end, dates[0]?.start) === ' and '
    // A day and its state may stand in two clauses; what has both already is complete.
    if (!isJoined && ((states && last.states) || (dates.length > 0 && last.dates.length > 0)))
      found.push({ dates, ...(states && { states }) })
    else {
      last.dates = [...last.dates, ...dates]
      if (states) last.states = states
    }
  }
  const said = found.flatMap(({ states, dates }): readonly Said[] => {
    const shown = dates.length > 0 ? dates : around.dates
    return states ? [{ status: states.join(' or '), states, date: joined(shown), dates: shown }] : []
  })
  const dated = said.some(({ dates }) => dates.length > 0)
  return dated && said.every(({ states, dates }) => dates.length < 2 && states.length < everyState.length) ? said : []
}

export const few = (subjects: Subjects): Subjects => ({
  endpoints: subjects.endpoints.slice(0, mostNamed),
  operationIds: subjects.operationIds.slice(0, mostNamed),
  tags: subjects.tags.slice(0, mostNamed),
})

interface Digest extends Subjects {
  readonly text: string
  readonly replacements: readonly PublishedReplacement[]
}

/** What a section and those below it say, without those that stand `apart`. */
export const sectionDigest = (sections: readonly Section[], index: number, apart?: ReadonlySet<number>): Digest => {
  const whole = wholeSection(sections, index, apart)
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
