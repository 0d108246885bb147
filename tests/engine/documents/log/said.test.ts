import { expect, test } from 'vitest'
import { datesIn } from '../../../../checks/documents/published-dates.ts'
import type { State } from '../../../../contracts/documents.ts'
import {
  daysOfState,
  few,
  isOfOtherState,
  isOfOtherThing,
  namesSomething,
  ofOwnThings,
  rowFields,
  sectionDigest,
  statedDays,
  statementsIn,
  withoutOtherThings,
  withoutPaths,
} from '../../../../engine/documents/log/said.ts'
import { days, run, sectionsOf } from './reading.ts'

test.each<readonly [string, boolean]>([
  ['The old forum was closed on 2024-01-31.', true],
  ['The forum was removed.', true],
  ['The forum is nice.', false],
  ['On the same day this log was created, which reformatted the page only.', true],
  ['We also created the deprecation log table.', true],
  ['GET /v2/x was deprecated when this page was created.', false],
  ['This page is a draft.', false],
  ['v1 of the command line client was removed.', true],
  ['The forum was closed on 2024-01-31, and the v1 API was removed.', false],
  ['The forum was closed on 2024-01-31, as was /v1/forum.', false],
])('a sentence of something else: %s', (text, expected) => {
  expect(isOfOtherThing(text)).toStrictEqual(expected)
})

test.each<readonly [string, string]>([
  [
    'The forum was removed on 2024-01-31. It was fun. GET /v1/a was removed.',
    '~GET /v1/a was removed. / ~GET /v1/a was removed.',
  ],
  [
    'The forum was removed on 2024-01-31; it was never part of this API. They liked it.',
    '~ / The forum was removed on 2024-01-31; it was never part of this API. They liked it.',
  ],
  ['The forum was removed on 2024-01-31.\nIt was removed.', '~\nIt was removed. / ~\nIt was removed.'],
  ['The forum was removed. See 2024-02-01.', '~See 2024-02-01. / ~See 2024-02-01.'],
  [
    'The forum was removed on 2024-01-31. But it was fun. GET /v1/a was removed.',
    '~But it was fun. GET /v1/a was removed. / ~But it was fun. GET /v1/a was removed.',
  ],
])('a text without other things: %s', (text, expected) => {
  expect(
    [ofOwnThings(text), withoutOtherThings(text)].map(one => one.replaceAll(/ {3,}/g, '~')).join(' / '),
  ).toStrictEqual(expected)
})

test.each<readonly [string, string]>([['a `/v1/removed` b', 'a  ` b']])('without paths: %s', (text, expected) => {
  expect(withoutPaths(text)).toStrictEqual(expected)
})

test.each<readonly [string, string]>([
  ['2020-01-01 and more; announcement 2021-02-02', '2020-01-01'],
  ['Announced 2020-01-01', '2020-01-01'],
  ['2020-01-01 (announced), 2021-01-01', '2021-01-01'],
  ['2020-01-01: Announced\n2021-01-01: Removed', '2021-01-01'],
  ['Last updated:\n2020-01-01 by Ann\nRemoved 2021-01-01', '2021-01-01'],
  ['  - 2020-01-01: Announced\nfoo 2021-01-01', '2021-01-01'],
  ['2020-01-01 \n(announced), 2021-01-01', '2020-01-01 2021-01-01'],
  ['Removed on 2020-01-01: announced\nUpdated 2021-01-01', '2020-01-01'],
  ['Created 2020-01-01. It was announced. Removed on 2021-01-01.', '2021-01-01'],
])('the stated days of %j', (text, expected) => {
  expect(days(statedDays(text))).toStrictEqual(expected)
})

test.each<readonly [string, string, string]>([
  ['Hello world was great on 2020-01-01.', 'January 2021', '2020-01-01'],
  ['It was removed on 2020-01-01, and we made a party on 2020-02-02.', '2021-01-01', '2020-01-01'],
  ['Hello world was great on 2020-01-01.', '2021-01-01 January 2021', '2020-01-01'],
  ['On 2020-01-01 we wrote to all customers of the API.', '2021-01-01', ''],
  ['On 2020-01-01 we wrote to all customers. It was removed on 2020-02-02.', '2021-01-01', '2020-02-02'],
])('the stated days of %j next to %j', (text, around, expected) => {
  expect(days(statedDays(text, { status: '', dates: datesIn(around) }))).toStrictEqual(expected)
})

test.each<readonly [string, readonly State[], string, string]>([
  ['We had a party on 2020-01-01.', ['removed'], '2021-01-01', ''],
])('the days of %j that can be those of %j, next to %j', (text, states, around, expected) => {
  expect(days(daysOfState(text, states, { status: '', dates: datesIn(around) }))).toStrictEqual(expected)
})

test.each<readonly [string, string, boolean]>([['supported since 2020-01-01, removed 2021-01-01', '', false]])(
  '%j is of another state, next to %j',
  (text, around, expected) => {
    expect(isOfOtherState(text, { status: '', dates: datesIn(around) })).toStrictEqual(expected)
  },
)

test.each<readonly [string, string, readonly string[]]>([
  [
    '2019-03-01: deprecated. 2022-08-23: removed',
    '',
    ['deprecated: 2019-03-01 (2019-03-01)', 'removed: 2022-08-23 (2022-08-23)'],
  ],
  ['Deprecated or removed 2019-03-01', '', ['deprecated or removed: 2019-03-01 (2019-03-01)']],
  ['Perhaps deprecated 2019-03-01, removed 2022-08-23', '', []],
  ['Deprecated 2019-03-01 2022-08-23', '', []],
  [
    'Deprecated 2019-03-01 then removed but 2022-08-23',
    '',
    ['deprecated: 2019-03-01 (2019-03-01)', 'removed: 2022-08-23 (2022-08-23)'],
  ],
  // Which of two days is whose is not said.
  ['Deprecated since 2019-03-01 and 2022-08-23', '', []],
  ['Deprecated since 2019-03-01, 2022-08-23', '', ['deprecated: 2019-03-01 (2019-03-01)']],
  ['deprecated 2019-03-01; removed', '', ['deprecated: 2019-03-01 (2019-03-01)', 'removed:  ()']],
])('statements of %j, next to %j', (text, around, expected) => {
  expect(
    statementsIn(text, { status: '', dates: datesIn(around) }).map(
      ({ status, date, dates }) => `${status}: ${date} (${days(dates)})`,
    ),
  ).toStrictEqual(expected)
})

test('a text that names an endpoint, an operation or the v1 API', () => {
  expect(
    ['/v1/a', 'GetRepository', 'the v1 API', 'a text', 'replaced by /v2/a'].filter(text => namesSomething(run(text))),
  ).toEqual(['/v1/a', 'GetRepository', 'the v1 API'])
})

test('few of many', () => {
  const names = Array.from({ length: 201 }, (_, at) => `n${at}`)
  const { endpoints, operationIds, tags } = few({
    endpoints: names.map(path => ({ path })),
    operationIds: names,
    tags: names,
  })
  expect([endpoints.length, operationIds.length, tags.length]).toEqual([200, 200, 200])
})

test('what a section and those below it say', () => {
  const sections = sectionsOf('# A\n\n/v1/a\n\n## B\n\n/v1/b is replaced by /v2/b.\n\n[PAT](#tag/t)\n\n# C\n\n/v1/c')
  expect(sectionDigest(sections, 1)).toMatchObject({
    text: 'A\n/v1/a\nB\n/v1/b is replaced by /v2/b.\nPAT',
    endpoints: [{ path: '/v1/a' }, { path: '/v1/b' }],
    tags: ['t'],
    replacements: [{ old: { path: '/v1/b' }, path: '/v2/b' }],
  })
  expect(sectionDigest(sections, 1, new Set([2]))).toMatchObject({
    text: 'A\n/v1/a',
    endpoints: [{ path: '/v1/a' }],
    replacements: [],
  })
  expect(sectionDigest(sectionsOf('a '.repeat(3000)), 0).text).toHaveLength(5000)
  const rows = Array.from({ length: 201 }, (_, at) => `|/v1/${at}|/v2/${at}|`)
  const many = sectionDigest(sectionsOf(['|Old|New|', '|-|-|', ...rows].join('\n')), 0)
  expect([many.endpoints.length, many.replacements.length]).toEqual([200, 200])
  expect(sectionDigest(sectionsOf('# A\n\n<br>\n\nb'), 1).text).toBe('A\nb')
})

test('a statement as fields has no more than five days', () => {
  const dates = datesIn('2020-01-01 2020-01-02 2020-01-03 2020-01-04 2020-01-05 2020-01-06')
  expect(rowFields({ status: 's', states: ['removed'], date: 'd', dates })).toStrictEqual({
    status: 's',
    states: ['removed'],
    date: 'd',
    dates: dates.slice(0, 5).map(({ text, days, iso }) => ({ text, days, iso })),
  })
})
