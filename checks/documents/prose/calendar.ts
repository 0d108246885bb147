const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'da', 'sv', 'nb', 'fi', 'pl', 'cs']

type Style = 'long' | 'short'
type Parts = readonly Intl.DateTimeFormatOptions[]

/** The names that some languages have for the months or days of a week, with their numbers: none means two of them. */
const namesOf = (part: 'month' | 'weekday', days: readonly number[], some: readonly string[], forms: Parts) => {
  const found = new Map<string, number>()
  for (const options of forms)
    for (const language of some) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      for (const [index, day] of days.entries()) {
        const { value } = format.formatToParts(day).find(({ type }) => type === part) as Intl.DateTimeFormatPart
        const name = value.toLowerCase().replace(/\.$/, '')
        if (/^\p{L}{3,}$/u.test(name)) found.set(name, index + 1)
      }
    }
  return found
}

const firsts = Array.from({ length: 12 }, (_, index) => Date.UTC(2025, index, 1))
const week = Array.from({ length: 7 }, (_, index) => Date.UTC(2025, 8, 1 + index))

/** A name has another form next to a day in some languages. */
const monthForms = (month: Style): Parts => [{ month }, { day: 'numeric', month, year: 'numeric' }]

const long = namesOf('month', firsts, languages, monthForms('long'))
const short = (some: readonly string[]) => namesOf('month', firsts, some, monthForms('short'))
const plain = new Map([...long, ...short(['en', 'de'])])
const numbers = new Map([...short(languages.slice(0, 7)), ...plain])

const oneOf = (names: Iterable<string>): string =>
  `(?:${[...names].sort((a, b) => b.length - a.length).join('|')})(?!\\p{L})`

/** The name of a month. */
export const monthName = oneOf(plain.keys())
/** The name of a month between a day and a year, where a short name can be no other word: `phased out 2025` is not October. */
export const monthInDate = oneOf(numbers.keys())

/** The number of a month, 0 for what is the name of none. */
export const monthOf = (name: string): number => numbers.get(name.toLowerCase()) ?? 0

const weekdays = namesOf('weekday', week, languages, [{ weekday: 'long' }])

/** The name of a day of the week. */
export const weekdayName = `(?<!\\p{L})(?:${oneOf(weekdays.keys())}|(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun)(?!\\p{L}))`
