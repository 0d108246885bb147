import type { Act, Manner } from '../lexicon.ts'
import type { PlacedDate } from '../published-dates.ts'
import { type Complement, complementOf, type Group, groupAt, type Mood, type Subject, subjectOf } from './phrases.ts'
import { actsOf, datesOf, is, isWord, namedIn, type Thing, type Token } from './tokens.ts'

/** What a clause says, with all that could change its meaning. */
export interface Said {
  /** What it says it of; empty where the subject is something else than a thing of the API. */
  readonly of: readonly Thing[]
  /** Undefined where its verb is not understood. */
  readonly act: Act | undefined
  /** The word of the act. */
  readonly verb: string
  readonly denied: boolean
  readonly mood: Mood
  readonly how: ReadonlySet<Manner>
  /** Things named behind the verb that it does not say it of. */
  readonly others: readonly Thing[]
  /** What it names as what stands in the place of these: `in favour of X`, `replaced by X`. */
  readonly by: readonly Thing[]
  /** In the place of what it is so: `instead of X`, `for X`. */
  readonly than: readonly Thing[]
  /** What `it` is in the clause, or what it is about where it has no subject of its own. */
  readonly it: readonly Thing[]
  /** Numbers of statuses behind its verb. */
  readonly statuses: readonly string[]
  /** The days and years of the clause. */
  readonly dates: readonly PlacedDate[]
  /** Whether it is said for a time, for a case or of a part alone. */
  readonly limited: boolean
  /** The word that limits it, such as `until` or `if`. */
  readonly limit?: string | undefined
  /** The words that were not understood: with one, nothing is certain. */
  readonly unread: readonly string[]
  /** Its subject as published, in small letters. */
  readonly subject: string
  /** Whether its subject is something else than the API: `Deprecated fields`, `The documentation of v1`. */
  readonly alien: boolean
  /** What its subject names instead of a verb: `The removal of v1 was postponed`. */
  readonly nominal?: Act | undefined
  /** All that its words can say, understood or not. */
  readonly words: ReadonlySet<Act>
  /** All that it names, understood or not. */
  readonly names: readonly Thing[]
}

export interface Clause {
  readonly subject: Subject
  readonly group: Group
  readonly of: readonly Thing[]
  /** Where a name belongs that follows without a verb. */
  readonly slot: 'of' | 'others' | 'by' | 'than'
}

/** A clause that has its verb, and what each half is to it, from the one before. */
export const halved = (before: Said, { slot }: Clause, first: readonly Token[], second: readonly Token[]): Said => {
  const of = subjectOf(first).things
  const half = complementOf(second, 'replace')
  const said = { ...before, ...half, how: before.how, of, others: [], it: of }
  if (is(second[0], 'favour', 'than') || isWord(second[0], 'by', 'with')) return said
  // `A replaces the POSTs, B the GET`: the halves are of the same kinds as those before.
  const isAlike = of[0]?.is === before.of[0]?.is && slot !== 'of'
  const { things } = subjectOf(second.filter(token => !is(token, 'to', 'preposition')))
  return isAlike ? { ...said, [slot]: things } : { ...said, of: [], it: [], unread: ['…'] }
}

/** Whether names are like the subject of a clause, and not like what it says of it: `A replaces POST, B GET` may have two subjects. */
export const isStray = ({ act, of, others }: Said, [thing]: readonly Thing[], slot: Clause['slot']): boolean =>
  act === 'replace' &&
  slot === 'others' &&
  of.some(other => other.is === thing?.is) &&
  !others.some(other => other.is === thing?.is)

export const withMore = (said: Said, more: Complement, piece: readonly Token[], slot: Clause['slot']): Said => ({
  ...said,
  [slot]: [...said[slot], ...more.things],
  by: [...(slot === 'by' ? [...said.by, ...more.things] : said.by), ...more.by],
  than: [...(slot === 'than' ? [...said.than, ...more.things] : said.than), ...more.than],
  dates: [...said.dates, ...datesOf(piece)],
  words: new Set([...said.words, ...actsOf(piece)]),
  names: [...said.names, ...namedIn(piece)],
  how: new Set([...said.how, ...more.how]),
  statuses: [...said.statuses, ...more.statuses],
  limited: said.limited || more.limited,
  limit: said.limit ?? more.limit,
  unread: [...said.unread, ...more.unread],
})

/** What names alone say. */
export const stated = (
  act: Act | undefined,
  of: readonly Thing[],
  piece: readonly Token[],
  supposed: boolean,
): Said => ({
  ...complementOf([], act),
  of,
  act,
  verb: '',
  denied: false,
  mood: supposed ? 'supposed' : 'stated',
  how: new Set(),
  others: [],
  it: of,
  dates: datesOf(piece),
  subject: '',
  alien: false,
  words: actsOf(piece),
  names: namedIn(piece),
})

/** What a state in brackets says of what stands before it: `GET /x (deprecated since 2025-01-01)`. */
export const markedBy = (aside: readonly Token[], of: readonly Thing[], supposed: boolean): Said | undefined => {
  const { act, denied, how, end, bare, active } = groupAt(aside, 0)
  if (act === undefined || active || !bare || of.length === 0) return undefined
  const complement = complementOf(aside.slice(end), act)
  return {
    ...stated(act, of, aside, supposed),
    ...complement,
    verb: aside[end - 1]?.text ?? '',
    denied,
    how: new Set([...how, ...complement.how]),
    others: complement.things,
  }
}
