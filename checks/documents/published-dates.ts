import type { PublishedDate } from '../../contracts/documents.ts'
import { lastFew } from '../remembered.ts'
import { monthInDate, monthName, monthOf, weekdayName } from './prose/calendar.ts'

const ordinal = '(?:st|nd|rd|th|er|[º°])?'
/** What some languages have between the parts of a date: `19 de septiembre de 2025`. */
const joint = '(?:\\s+(?:of|del?))?'

const day = (year: number, month: number, date: number): readonly string[] => {
  const time = Date.UTC(year, month - 1, date)
  const text = new Date(time).toISOString().slice(0, 10)
  return year >= 1970 && text === `${String(year)}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
    ? [text]
    : []
}

const wholeMonth = (year: number, month: number): readonly string[] =>
  Array.from({ length: 31 }, (_, index) => day(year, month, index + 1)).flat()

const quarters = ['first', 'second', 'third', 'fourth']
const quarter = (year: number, number: number): readonly string[] =>
  [2, 1, 0].flatMap(before => wholeMonth(year, number * 3 - before))

const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text))

/** The days that two numbers and a year can mean: day and month stand either way round. */
const eitherWay = (a: string, b: string, year: string): readonly string[] => [
  ...new Set([...day(fullYear(year), Number(b), Number(a)), ...day(fullYear(year), Number(a), Number(b))]),
]

/** ISO 8601 week date. */
const weekDay = (year: number, week: number, weekday: number): readonly string[] => {
  const fourth = new Date(Date.UTC(year, 0, 4))
  const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * 86_400_000
  return [new Date(monday + ((week - 1) * 7 + weekday - 1) * 86_400_000).toISOString().slice(0, 10)]
}

type Groups = readonly [string, string, string]

interface Form {
  readonly pattern: RegExp
  readonly iso?: true
  readonly days: (groups: Groups) => readonly string[]
}

const n = Number
/** The day of a year, a month in numbers or by its name, and the number of the day in it. */
const dayOf = (year: string, month: string, date: string): readonly string[] =>
  day(n(year), /\d/.test(month) ? n(month) : monthOf(month), n(date))
const yearFirst = ([y, m, d]: Groups): readonly string[] => dayOf(y, m, d)
const dayFirst = ([d, m, y]: Groups): readonly string[] => dayOf(y, m, d)

// The first form that matches at a place is taken.
const forms: readonly Form[] = [
  { pattern: /(?<![\d.-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/, iso: true, days: yearFirst },
  { pattern: /(?<!\d)(20\d{2})(\d{2})(\d{2})(?:T\d{4,6}Z?)?(?!\d)/, iso: true, days: yearFirst },
  { pattern: /(?<!\d)(\d{4})-?W(\d{2})-?([1-7])(?!\d)/, iso: true, days: ([y, w, d]) => weekDay(n(y), n(w), n(d)) },
  {
    pattern: /(?<![\d-])(\d{4})-([0-3]\d{2})(?![\d-])/,
    iso: true,
    days: ([y, d]) => day(n(y), 1, 1).map(() => new Date(Date.UTC(n(y), 0, n(d))).toISOString().slice(0, 10)),
  },
  { pattern: /(?<![\d.-])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d-])/, days: yearFirst },
  { pattern: /(?<![\d.-])(\d{4})年(\d{1,2})月(\d{1,2})日/, days: yearFirst },
  { pattern: /(?<![\d.-])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/, days: dayFirst },
  {
    // Behind a `v` they are a version.
    pattern: /(?<![\d/.-]|\bv)(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?![\d/-])/,
    days: ([a, b, y]) => eitherWay(a, b, y),
  },
  {
    pattern: new RegExp(`(?<!\\p{L})(${monthInDate})\\.?[\\s-]+(\\d{1,2})${ordinal}(?:,|\\s|-)\\s*(\\d{4})\\b`, 'iu'),
    days: ([m, d, y]) => dayOf(y, m, d),
  },
  {
    pattern: new RegExp(
      `(?<!\\d)(\\d{1,2})${ordinal}\\.?${joint}[\\s-]+(${monthInDate})\\.?,?${joint}[\\s-]+(\\d{4})\\b`,
      'iu',
    ),
    days: dayFirst,
  },
  {
    pattern: new RegExp(`(?<!\\d)(\\d{4})[\\s-]+(${monthInDate})\\.?[\\s-]+(\\d{1,2})${ordinal}(?!\\d)`, 'iu'),
    days: yearFirst,
  },
  {
    pattern: new RegExp(`(?<!\\p{L})(${monthName})\\.?,?${joint}\\s+(\\d{4})\\b`, 'iu'),
    days: ([m, y]) => wholeMonth(n(y), monthOf(m)),
  },
  { pattern: /(?<![\d.-])(20\d{2})-(0[1-9]|1[0-2])(?![\d-])/, iso: true, days: ([y, m]) => wholeMonth(n(y), n(m)) },
  {
    pattern: new RegExp(`\\b(?:Q([1-4])|(${quarters.join('|')}) quarter)(?: of)?[\\s/-]*(20\\d{2})\\b`, 'i'),
    days: ([q, name, y]) => quarter(n(y), n(q) || quarters.indexOf(name.toLowerCase()) + 1),
  },
  { pattern: /\b(20\d{2})[\s/-]*Q([1-4])\b/i, days: ([y, q]) => quarter(n(y), n(q)) },
]

/** Where a date stands in a text. */
export interface PlacedDate extends PublishedDate {
  readonly start: number
  readonly end: number
}

const day31 = `\\d{1,2}${ordinal}`
const yearless = new RegExp(
  `(?<!\\p{L})${monthName}\\.?[\\s-]+${day31}(?![\\p{L}\\d])(?!,?[\\s-]*\\d)|(?<!\\d)${day31}\\.?${joint}[\\s-]+${monthName}\\.?(?!,?${joint}[\\s-]*\\d)`,
  'giu',
)

/** The year that a text is, with no other number. */
export const yearAlone = (text: string): string | undefined => /^\D*((?:19|20)\d{2})\D*$/.exec(text)?.[1]

/** A text with the year of what stands around it behind each day without one. */
export const withYear = (text: string, year: string): string => text.replaceAll(yearless, day => `${day} ${year}`)

/**
 * The dates of a heading below others, the nearest first: a day without its year has that of the nearest heading that is a year and no more.
 * One in numbers alone, such as `09/19`, may be any day, and so may a year.
 */
export const datesBelow = (title: string, above: readonly string[]): readonly PlacedDate[] => {
  const own = datesIn(title)
  if (own.length > 0) return own
  const alone = yearAlone(title)
  if (alone !== undefined) return [yearDate(alone)]
  const year = above.flatMap(text => yearAlone(text) ?? [])[0]
  if (year === undefined) return own
  const whole = withYear(title, year)
  if (whole !== title) return datesIn(whole)
  return /^\W*\d{1,2}(?:\W+\d{1,2})?\W*$/.test(title)
    ? [{ text: title, days: [], iso: false, start: 0, end: title.length }]
    : []
}

const most = 50

/** Several readers look at one sentence. Nobody writes a date behind more text than this, and each form looks at all of it. */
const [few, longest] = [1_000, 20_000]

const datesOf = lastFew(few, (text): readonly PlacedDate[] => {
  const found: PlacedDate[] = []
  for (const { pattern, iso, days } of forms)
    for (const match of text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))) {
      const start = match.index
      const end = start + match[0].length
      if (found.length >= most || found.some(other => start < other.end && other.start < end)) continue
      found.push({ text: match[0], days: days(match.slice(1) as unknown as Groups), iso: iso === true, start, end })
    }
  return found.sort((a, b) => a.start - b.start)
})

/** Every date of a text, in order. What looks like one and is no day of the calendar has no days. */
export const datesIn = (text: string): readonly PlacedDate[] => datesOf(text.slice(0, longest))

/** Whether a date is that day: it can only be, it cannot be, or it may be. */
export const isDay = ({ days, elsewhere }: PublishedDate, expected: string): 'yes' | 'no' | 'open' =>
  days.length === 1
    ? days[0] === expected
      ? 'yes'
      : elsewhere
        ? 'open'
        : 'no'
    : elsewhere || days.length === 0 || days.includes(expected)
      ? 'open'
      : 'no'

/** A year as a date: any of its days. */
export const yearDate = (text: string): PlacedDate => ({
  text,
  days: Array.from({ length: 12 }, (_, month) => wholeMonth(Number(text), month + 1)).flat(),
  iso: false,
  start: 0,
  end: 0,
})

/** Whether a date is certainly later than a day. */
export const isAfter = ({ days }: PublishedDate, day: string): boolean =>
  days.length > 0 && days.every(own => own > day)

/** Whether all of some dates are certainly earlier than a day. */
export const areBefore = (dates: readonly PublishedDate[], day: string): boolean =>
  dates.length > 0 && dates.every(({ days }) => days.length > 0 && days.every(own => own < day))

const weekday = new RegExp(`${weekdayName}|\\bUTC\\b`, 'giu')

const weekdayBefore = new RegExp(`^([^\\p{L}\\p{N}]*)${weekdayName}\\.?,?\\s+(?=\\d)`, 'iu')
const weekdayBehind = new RegExp(`^(\\D{0,30}[\\d/.-]{8,10}),?\\s+(?:\\(${weekdayName}\\.?\\)|${weekdayName})`, 'iu')

/** A text without the day of the week next to the day that it begins with: `Fri 2025-11-21`, `2025-11-21 (Fri)`. */
export const withoutWeekday = (text: string): string => text.replace(weekdayBefore, '$1').replace(weekdayBehind, '$1')

/** Whether a text is dates and nothing else of meaning: `[2025-11-21]`, `2025-11-21:`, `Friday, the 21st of November 2025`. */
export const isOnlyDate = (text: string): boolean => {
  const dates = datesIn(text)
  if (dates.length === 0) return false
  const rest = dates
    .reduce((left, date) => left.replace(date.text, ''), text)
    .replace(/T?\d{1,2}:\d{2}[\d:.]*\s*(?:Z|UTC|GMT|[+-][\d:]+)?/gi, '')
    // `November 21 (2025-11-21)`
    .replaceAll(yearless, '')
    .replaceAll(weekday, '')
    .replaceAll(/\bthe\b/gi, '')
  return !/[\p{L}\p{N}]/u.test(rest)
}
