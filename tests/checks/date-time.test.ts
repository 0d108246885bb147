import { expect, it } from 'vitest'
import { httpDate, instantOf, isDateTime, isFullDate } from '../../checks/date-time.ts'

it.each([
  ['2025-11-21T10:20:30Z', '2025-11-21T10:20:30.000Z'],
  ['2025-11-21t10:20:30z', '2025-11-21T10:20:30.000Z'],
  ['2025-11-21T10:20:30.25Z', '2025-11-21T10:20:30.250Z'],
  ['2025-11-21T23:59:59+23:59', '2025-11-21T00:00:59.000Z'],
  ['2025-11-21T00:00:00-23:59', '2025-11-21T23:59:00.000Z'],
  ['2025-11-21T10:20:30+01:30', '2025-11-21T08:50:30.000Z'],
  ['2025-01-01T00:00:00Z', '2025-01-01T00:00:00.000Z'],
  ['2025-12-31T00:00:00Z', '2025-12-31T00:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['0099-04-30T00:00:00Z', '0099-04-30T00:00:00.000Z'],
  // A leap second ends the month in UTC.
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['2024-02-29T00:00:00-00:00', '2024-02-29T00:00:00.000Z'],
  ['2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00.500Z'],
  ['2017-01-01T00:59:60+01:00', '2017-01-01T00:00:00.000Z'],
])('%s is a date-time', (text, instant) => {
  expect(new Date(instantOf(text) ?? Number.NaN).toISOString()).toBe(instant)
  expect(isDateTime(text)).toBe(true)
})

it.each([
  '',
  '2025-11-21',
  '2025-11-21 10:20:30Z',
  '2025-11-21T10:20Z',
  '2025-11-21T10:20:30',
  '2025-11-21T10:20:30.Z',
  '2025-11-21T10:20:30.x1Z',
  '2025-11-21T10:20:30+0000',
  '2025-11-21T10:20:30+00',
  '2025-11-21T10:20:30Z\n',
  '2025-11-21T10:20:30+1:00',
  '2025-11-21T10:20:30+01:0',
  '2025-11-21T10:20:30*01:00',
  'x2025-11-21T10:20:30Z',
  '2025-11-21T10:20:30Zx',
  '25-11-21T10:20:30Z',
  '2025-1-21T10:20:30Z',
  '2025-11-1T10:20:30Z',
  '2025-11-21T1:20:30Z',
  '2025-11-21T10:2:30Z',
  '2025-11-21T10:20:3Z',
  '2025-11-21Tab:cd:efZ',
  '2025-00-21T10:20:30Z',
  '2025-13-21T10:20:30Z',
  '2025-11-00T10:20:30Z',
  '2025-11-31T10:20:30Z',
  '2025-02-29T10:20:30Z',
  '2100-02-29T10:20:30Z',
  '2025-11-21T24:00:00Z',
  '2025-11-21T10:60:30Z',
  '2025-11-30T23:59:61Z',
  '2025-11-21T10:20:30+24:00',
  '2025-11-21T10:20:30+00:60',
  '2016-12-30T23:59:60Z',
  '2016-12-31T22:59:60Z',
  '2016-12-31T23:58:60Z',
  '2017-01-01T00:00:60Z',
  '2017-01-01T10:59:60Z',
  '2025-99-21T10:20:30Z',
  '2025-11-99T10:20:30Z',
  '2016-12-31T23:59:60+01:00',
])('%j is none', text => {
  expect([instantOf(text), isDateTime(text)]).toEqual([undefined, false])
})

it.each([
  ['2025-11-21', true],
  ['2025-11-31', false],
  ['2025-11', false],
  ['2025-11-21T10:20:30Z', false],
])('%s is a day: %s', (text, is) => expect(isFullDate(text)).toBe(is))

it.each(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'])(
  'an HTTP-date may be in %s',
  month => {
    const text = new Date(`10 ${month} 2025 10:20:30 GMT`).toUTCString()
    expect(new Date(httpDate(text) ?? Number.NaN).toUTCString()).toBe(text)
  },
)

it.each([10, 11, 12, 13, 14, 15, 16])('an HTTP-date may be on the weekday of November %i', day => {
  const text = new Date(Date.UTC(2025, 10, day)).toUTCString()
  expect(new Date(httpDate(text) ?? Number.NaN).toUTCString()).toBe(text)
  expect(httpDate(text.replace(/^\w+/, 'Xyz'))).toBeUndefined()
})

it.each([
  '',
  'Thu, 21 Nov 2025 10:20:30 GMT',
  'Fri, 21 Nob 2025 10:20:30 GMT',
  'Fri, 31 Nov 2025 10:20:30 GMT',
  'Fri, 21 Nov 2025 10:20:30 UTC',
  'Fri, 21 Nov 2025 10:20:30 GMT+1',
  'xFri, 21 Nov 2025 10:20:30 GMT',
  'Friday, 21 Nov 2025 10:20:30 GMT',
  'fri, 21 Nov 2025 10:20:30 GMT',
  'Fri, 1 Nov 2025 10:20:30 GMT',
  'Fri, 21 November 2025 10:20:30 GMT',
  'Fri, 21 Nov 25 10:20:30 GMT',
  'Fri, 21 Nov 2025 1:20:30 GMT',
  'Fri, 21 Nov 2025 10:20 GMT',
  'Friday, 21-Nov-25 10:20:30 GMT',
  'Fri Nov 21 10:20:30 2025',
])('%j is no HTTP-date', text => {
  expect(httpDate(text)).toBeUndefined()
})
