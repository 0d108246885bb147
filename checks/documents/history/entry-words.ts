import type { ChangeEntry } from '../../../contracts/documents.ts'
import { type ChangeFact, lifecycle } from '../../../contracts/lifecycle.ts'
import { cite } from '../../source.ts'
import { readText } from '../clauses.ts'
import { type Act, lexicon, type Tag } from '../lexicon.ts'
import { datesIn, isAfter, isDay } from '../published-dates.ts'
import type { Remark } from '../remarks.ts'
import { kindOf } from '../vocabulary.ts'

/** Whether two entries say the same, letter by letter: one change is not made on two days. */
export const isSame = (a: ChangeEntry, b: ChangeEntry): boolean => withoutCredits(a) === withoutCredits(b)

/** A text without its number in a tracker and without who made the change: `… (#123, by @ola)`. */
const withoutCredits = ({ text }: ChangeEntry): string =>
  text
    .replace(/\([^()]{0,200}(?:#\d|\bby @)[^()]{0,200}\)\W*$/, '')
    .replace(/(?:#\d{1,20}|@[\w-]{1,60})\W*$/, '')
    .trim()

/** Whether a sentence stands below a day. */
export const isBelow =
  (day: string) =>
  ({ days }: Remark): boolean =>
    days.some(date => isDay(date, day) !== 'no')

const fillers = /^(?:new|personal|access|tokens?|endpoints?|apis?|operations?|fields?)$/

const joints: readonly Tag[] = ['article', 'preposition', 'of', 'to', 'and', 'be', 'been', 'have', 'again', 'adverb']

const changes: readonly (Act | undefined)[] = ['add', 'deprecate', 'end', 'defer']

/** Whether a word says nothing of what a change is about: a joint of a sentence, or what became of it. */
const isFiller = (word: string): boolean =>
  fillers.test(word) ||
  lexicon.get(word)?.some(({ tag, act }) => joints.includes(tag) || changes.includes(act)) === true

const changeWords = (words: string): readonly string[] => words.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** What the row of the document says that changed. */
export const changeOf = ({ sentence }: ChangeFact): string => cite(sentence).sentence.split(' | ').at(-1) ?? ''

/** Whether a text names what a change is about in the words of the document, and nothing else: then it is about the whole of it. */
export const isAllOf = (fact: ChangeFact, words: string): boolean => {
  const own = new Set(changeWords(changeOf(fact)).map(word => word.replace(/s$/, '')))
  return changeWords(words).every(word => isFiller(word) || own.has(word.replace(/s$/, '')))
}

/** Whether a later entry takes a change back: it removes what the change added. */
export const endsLater = (entry: ChangeEntry, fact: ChangeFact): boolean =>
  (kindOf(entry.kind) === 'Removal' ||
    readText(entry.text).some(
      ({ act, denied, mood }) =>
        (act === 'end' || act === 'defer') && !denied && (mood === 'stated' || mood === 'past'),
    )) &&
  (entry.dates.length > 0 || entry.date === '') &&
  entry.dates.every(date => isAfter(date, fact.date)) &&
  isAllOf(fact, entry.text)

/** Whether an entry has its deprecation take effect on another day: `GET /x, effective 2026-01-01`. */
export const isEffective = ({ text: told }: ChangeEntry, { date }: ChangeFact): boolean =>
  !/\b(?:remov|retire|retiring|sunset|disabl|shut)/i.test(told) &&
  datesIn(told).some(
    found =>
      isDay(found, date) === 'no' &&
      /\b(?:effective|in force|takes effect)(?: (?:from|on|since|as of))?\W*$/i.test(told.slice(0, found.start)),
  )

export const renamed = /\b(?:renamed|(?:is|are) (?:now )?(?:called|named|known as)|new name)\b/i

const scopeDenied =
  /\bnot (?:for|of|in|on|per|to) (?:(?:an?|the|any|one|each|single|given|individual|particular|certain) )*(namespace|repository)\b/gi

/** Whether an entry denies the scope that the document has for its operations: `for a namespace, not for a single repository`. */
export const deniesScope = ({ text: told }: ChangeEntry, { about, kind }: ChangeFact): boolean =>
  kind === 'New' &&
  [...told.matchAll(scopeDenied)].some(([, scope = '']) =>
    lifecycle.operations.some(
      ({ id, scope: stated }) => about.operations.includes(id) && stated.includes(scope.toLowerCase()),
    ),
  )

export const dayOf = (entry: ChangeEntry, day: string): 'yes' | 'no' | 'open' => {
  const days = entry.dates.map(date => isDay(date, day))
  if (days.length === 0) return 'open'
  return days.every(found => found === 'yes') ? 'yes' : days.every(found => found === 'no') ? 'no' : 'open'
}
