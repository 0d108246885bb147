import { describe, expect, it } from 'vitest'
import { monthOf } from '../../../checks/documents/prose/calendar.ts'
import {
  areBefore,
  datesBelow,
  datesIn,
  isAfter,
  isDay,
  isOnlyDate,
  withoutWeekday,
  yearDate,
} from '../../../checks/documents/published-dates.ts'

const daysOf = (text: string) => datesIn(text).flatMap(({ days }) => days)

it.each([
  ['2025-09-19', ['2025-09-19']],
  ['on 2025-09-19.', ['2025-09-19']],
  ['20250919', ['2025-09-19']],
  ['20250919T101500Z', ['2025-09-19']],
  ['2025-W38-5', ['2025-09-19']],
  ['2025W385', ['2025-09-19']],
  ['2026-W01-1', ['2025-12-29']],
  ['2027-W01-1', ['2027-01-04']],
  ['2023-W01-7', ['2023-01-08']],
  ['2025-262', ['2025-09-19']],
  ['2024-366', ['2024-12-31']],
  ['2025/9/19', ['2025-09-19']],
  ['2025.09.19', ['2025-09-19']],
  ['2025年9月19日', ['2025-09-19']],
  ['19.9.2025', ['2025-09-19']],
  ['19. 9. 2025', ['2025-09-19']],
  ['9/19/25', ['2025-09-19']],
  ['19-09-2025', ['2025-09-19']],
  ['03/04/2025', ['2025-04-03', '2025-03-04']],
  ['04/04/2025', ['2025-04-04']],
  ['September 19, 2025', ['2025-09-19']],
  ['Sept. 19th 2025', ['2025-09-19']],
  ['Sep-19-2025', ['2025-09-19']],
  ['19 Sep 2025', ['2025-09-19']],
  ['19th of September, 2025', ['2025-09-19']],
  ['2. März 2025', ['2025-03-02']],
  ['7 Mai 2025', ['2025-05-07']],
  ['3. Oktober 2025', ['2025-10-03']],
  ['31. Dezember 2025', ['2025-12-31']],
  ['19 septembre 2025', ['2025-09-19']],
  ['1er septembre 2025', ['2025-09-01']],
  ['27 JUIN 2025', ['2025-06-27']],
  ['23 août 2022', ['2022-08-23']],
  ['7 févr. 2025', ['2025-02-07']],
  ['19 de septiembre de 2025', ['2025-09-19']],
  ['19 de septiembre del 2025', ['2025-09-19']],
  ['23-ago-2022', ['2022-08-23']],
  ['27 de junho de 2025', ['2025-06-27']],
  ['1º de março de 2025', ['2025-03-01']],
  ['19 de set. de 2025', ['2025-09-19']],
  ['19 settembre 2025', ['2025-09-19']],
  ['1° luglio 2025', ['2025-07-01']],
  ['18 maart 2025', ['2025-03-18']],
  ['27. juni 2025', ['2025-06-27']],
  ['27. kesäkuuta 2025', ['2025-06-27']],
  ['19 września 2025', ['2025-09-19']],
  ['19. září 2025', ['2025-09-19']],
  ['31. février 2025', []],
  ['19 septem 2025', []],
  ['19 marsch 2025', []],
  ['phased out 2025', []],
  ['days ago 2025', []],
  ['2025 September 19', ['2025-09-19']],
  ['2025-Sep-19', ['2025-09-19']],
  ['1 Jan 1970', ['1970-01-01']],
  ['2024-02-29', ['2024-02-29']],
  ['2025-02-29', []],
  ['2025-13-01', []],
  ['1969-12-31', []],
  ['1969-200', []],
  ['v1-2-25', []],
  ['1.2.3', []],
  ['12025-09-19', []],
  ['2025-09-19-1', []],
  ['2025年9月19日2025年9月20日', ['2025-09-19', '2025-09-20']],
  ['2025年9月19日2025-09-20', ['2025-09-19', '2025-09-20']],
])('the days of %s', (text, days) => {
  expect(daysOf(text)).toEqual(days)
})

it.each([
  ['September 2025', 30, '2025-09-01', '2025-09-30'],
  ['Feb 2024', 29, '2024-02-01', '2024-02-29'],
  ['Dec., 2025', 31, '2025-12-01', '2025-12-31'],
  ['septiembre de 2025', 30, '2025-09-01', '2025-09-30'],
  ['Février 2025', 28, '2025-02-01', '2025-02-28'],
  ['2025-02', 28, '2025-02-01', '2025-02-28'],
  ['Q1 2025', 90, '2025-01-01', '2025-03-31'],
  ['Q4 of 2025', 92, '2025-10-01', '2025-12-31'],
  ['2025 Q3', 92, '2025-07-01', '2025-09-30'],
  ['Second quarter of 2025', 91, '2025-04-01', '2025-06-30'],
  ['Q4/2025', 92, '2025-10-01', '2025-12-31'],
])('%s is any of its days', (text, count, first, last) => {
  const days = daysOf(text)
  expect([days.length, days[0], days.at(-1)]).toEqual([count, first, last])
})

it('the dates of a text stand in its order, with their places and forms; none is read twice', () => {
  expect(datesIn('by May 7, 2024 (2024-05-07), 2025-99-01')).toEqual([
    { text: 'May 7, 2024', days: ['2024-05-07'], iso: false, start: 3, end: 14 },
    { text: '2024-05-07', days: ['2024-05-07'], iso: true, start: 16, end: 26 },
    { text: '2025-99-01', days: [], iso: true, start: 29, end: 39 },
  ])
  expect(datesIn('2025-01-01, '.repeat(60))).toHaveLength(50)
  expect(datesIn('2025-01-012025-01-02')).toHaveLength(0)
  expect(datesIn(`${' '.repeat(20_000)}2025-01-01`)).toEqual([])
})

describe('a day without its year, below a heading of the year', () => {
  it.each([
    ['19 September', ['2025'], ['2025-09-19']],
    ['September 19', ['Changes of 2025', '2024'], ['2025-09-19']],
    ['Sep 19th: lists', ['API', '2025'], ['2025-09-19']],
    ['19. September', ['2025'], ['2025-09-19']],
    ['19th of September', ['2025'], ['2025-09-19']],
    ['19 de septiembre', ['2025'], ['2025-09-19']],
    ['27 juin', ['2025'], ['2025-06-27']],
    ['18 aprile 2024', ['2025'], ['2024-04-18']],
    ['May 7, 2024', ['2025'], ['2024-05-07']],
    ['September 19', [], []],
    ['September 19', ['v20251', '2025-09', '12025'], []],
    ['09/19', [], []],
    ['lists', ['2025'], []],
  ])('%s below %j', (title, above, days) => {
    expect(datesBelow(title, above).flatMap(date => date.days)).toEqual(days)
  })

  it.each(['09/19', '19', '9 / 19', '[9.19]'])('%s may be any day', title => {
    expect(datesBelow(title, ['2025'])).toEqual([{ text: title, days: [], iso: false, start: 0, end: title.length }])
  })
  it.each(['v2', '1.2.3', '123', '9 of 19'])('%s is none', title => {
    expect(datesBelow(title, ['2025'])).toEqual([])
  })
  it('is none in numbers without a year above them', () => {
    expect(datesBelow('09/19', [])).toEqual([])
  })
  it('is any of a year that is the whole title', () => {
    expect(datesBelow('2024', ['2025'])).toEqual([yearDate('2024')])
  })
})

const dated = (...days: readonly string[]) => ({ text: '', days, iso: false })

it.each([
  [['2025-01-01'], 'yes'],
  [['2025-01-02'], 'no'],
  [[], 'open'],
  [['2025-01-01', '2025-01-02'], 'open'],
  [['2025-01-02', '2025-01-03'], 'no'],
] as const)('%j is 2025-01-01: %s', (days, is) => {
  expect(isDay(dated(...days), '2025-01-01')).toBe(is)
})

it.each([
  [['2025-01-02'], true],
  [['2025-01-01'], false],
  [['2024-12-31', '2025-01-02'], false],
  [[], false],
] as const)('%j is after 2025-01-01: %s', (days, is) => {
  expect(isAfter(dated(...days), '2025-01-01')).toBe(is)
})

it.each([
  [[['2024-12-31']], true],
  [[['2024-12-30', '2024-12-31'], ['2024-12-31']], true],
  [[['2025-01-01']], false],
  [[['2024-12-31'], ['2025-01-02']], false],
  [[['2024-12-31', '2025-01-02']], false],
  [[[]], false],
  [[], false],
])('%j are before 2025-01-01: %s', (dates, are) => {
  expect(
    areBefore(
      dates.map(days => dated(...days)),
      '2025-01-01',
    ),
  ).toBe(are)
})

it('a day that stands elsewhere may be another one', () => {
  expect(isDay({ ...dated('2025-01-02'), elsewhere: true }, '2025-01-01')).toBe('open')
  expect(isDay({ ...dated('2025-01-02', '2025-01-03'), elsewhere: true }, '2025-01-01')).toBe('open')
  expect(isDay({ ...dated('2025-01-01'), elsewhere: true }, '2025-01-01')).toBe('yes')
})

it('a year is any of its days', () => {
  const { days, ...rest } = yearDate('2024')
  expect(rest).toEqual({ text: '2024', iso: false, start: 0, end: 0 })
  expect([days.length, days[0], days.at(-1)]).toEqual([366, '2024-01-01', '2024-12-31'])
})

it.each([
  ['2025-11-21', true],
  ['[2025-11-21]:', true],
  ['Friday, 21 November 2025', true],
  ['vendredi 21 novembre 2025', true],
  ['Freitag, 21. November 2025', true],
  ['viernes, 21 de noviembre de 2025', true],
  ['version du 21 novembre 2025', false],
  ['Tue 2025-11-18, Thurs 2025-11-20', true],
  ['2025-11-21T10:15:30.5Z', true],
  ['2025-11-21 10:15 UTC', true],
  ['2025-11-21 10:15:30 +01:00', true],
  ['2025-11-21 10:15', true],
  ['2025-11-21 10:1', false],
  ['2025-11-21 10:15  GMT', true],
  ['2025-11-21 10:15 +0100', true],
  ['2025-11-21 10:15 v2', false],
  ['November 21 (2025-11-21)', true],
  ['Tues 2025-11-18, Wed 2025-11-19, Thurs 2025-11-20', true],
  ['the 21st of November 2025', true],
  ['Tur 2025-11-18', false],
  ['2025-11-21 v2', false],
  ['since 2025-11-21', false],
  ['Friday', false],
  ['Sunset 2025-11-21', false],
  ['Sa 2025-11-21', false],
  ['Monday and Wednesday, 2025-11-21', false],
  ['Mon, Tuesday, Wed, Thursday, Saturday 2025-11-21 UTC', true],
  ['', false],
])('%s is nothing but dates: %s', (text, is) => {
  expect(isOnlyDate(text)).toBe(is)
})

it.each(['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'da', 'sv', 'nb', 'fi', 'pl', 'cs'])(
  'knows the number of each month by its name in the language %s',
  language => {
    const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2025, month, 1))
    const names = (options: Intl.DateTimeFormatOptions): readonly (string | undefined)[] =>
      months.map(day => {
        const parts = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).formatToParts(day)
        return parts.find(({ type }) => type === 'month')?.value
      })
    const alone = names({ month: 'long' })
    const inDate = names({ day: 'numeric', month: 'long', year: 'numeric' })
    const numbers = Array.from({ length: 12 }, (_, month) => month + 1)
    for (const spelt of [alone, inDate]) expect(spelt.map(name => monthOf(name?.toUpperCase() ?? ''))).toEqual(numbers)
  },
)

it('knows no number of what is no month', () => {
  expect(['', 'monday', 'maybe', '5'].map(monthOf)).toEqual([0, 0, 0, 0])
})

it.each([
  ['(Fri 2025-11-21)', '(2025-11-21)'],
  ['[Friday, 21 November 2025]', '[21 November 2025]'],
  ['2025-11-21 (Fri), a', '2025-11-21, a'],
  ['since 2025-11-21, Friday', 'since 2025-11-21'],
  ['a Fri 2025-11-21', 'a Fri 2025-11-21'],
])('%j begins with a day next to its name: %j', (text, expected) => {
  expect(withoutWeekday(text)).toBe(expected)
})
