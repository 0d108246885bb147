import { weekdayName } from '../../checks/documents/prose/calendar.ts'
import { datesIn, type PlacedDate } from '../../checks/documents/published-dates.ts'
import type { PublishedDate } from '../../contracts/documents.ts'

const weekday = new RegExp(weekdayName, 'giu')

/** A text without its days and their names. */
export const withoutDates = (text: string): string =>
  datesIn(text)
    .reduce((rest, { text: date }) => rest.replace(date, ' '), text)
    .replaceAll(weekday, ' ')

// Nobody gives more of them for one thing.
const mostDates = 5

/** Days as a row or an entry has them: without where they stood. */
export const published = (dates: readonly PlacedDate[]): readonly PublishedDate[] =>
  dates
    .slice(0, mostDates)
    .map(({ text, days, iso, elsewhere }) => ({ text, days, iso, ...(elsewhere && { elsewhere }) }))
