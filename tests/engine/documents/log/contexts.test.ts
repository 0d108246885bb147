import { expect, test } from 'vitest'
import { datesIn } from '../../../../checks/documents/published-dates.ts'
import { aroundSubjects, contextsOf, headAt, introduces, within } from '../../../../engine/documents/log/contexts.ts'
import type { Section } from '../../../../engine/documents/pages/sections.ts'
import { subjectsOf } from '../../../../engine/documents/subjects.ts'
import { days, run, sectionsOf } from './reading.ts'

test.each<readonly [string, readonly string[]]>([
  ['/v1/a', [' | ']],
  ['And "Removed"?\n\n/v1/a', [' | ', ' | ']],
  [
    '2025-09-19. Status: Deprecated. The old ones, namely:\n\n- /v1/a',
    [' | ', '2025-09-19. Status: Deprecated. The old ones, namely: | 2025-09-19'],
  ],
  ['# Deprecated endpoints\n\n/v1/a', ['Deprecated endpoints |  | of page']],
  ['# Deprecated endpoints\n\n/v1/a\n\n# Notes\n\nb', ['Deprecated endpoints | ', ' | ']],
  ['# Deprecations\n\n/v1/a\n\n# Notes\n\nb', ['Deprecations |  | of page', ' | ']],
  ['# Log\n\n## Removed on 2022-08-23\n\n/v1/a', ['Removed on 2022-08-23 | 2022-08-23']],
  ['# 2022-08-23\n\n## Removed\n\n/v1/a', ['Removed | 2022-08-23']],
  ['# 2022\n\n## August 23\n\n/v1/a', [' | 2022-08-23']],
  ['# Endpoints that were removed\n\n/v1/a\n\n# Other\n\n/v1/a', ['Endpoints that were removed |  | of page', ' | ']],
  [
    '# Endpoints that were removed\n\n/v1/a\n\n# Deprecated ones\n\n/v1/a',
    ['Endpoints that were removed | ', 'Deprecated ones | '],
  ],
  ['## Removed\n\n/v1/a\n\n### More\n\n/v1/b', ['Removed |  | of page', 'Removed |  | of page']],
  ['Removed\n\n/v1/a\n\n/v1/b', ['Removed | ', 'Removed | ', 'Removed | ']],
  ['2022-08-23\n\n/v1/a', [' | 2022-08-23', ' | 2022-08-23']],
  [
    'Removed on 2022-08-23\n\n/v1/a\n\nDeprecated\n\n/v1/b',
    [
      'Removed on 2022-08-23 | 2022-08-23',
      'Removed on 2022-08-23 | 2022-08-23',
      'Deprecated | 2022-08-23',
      'Deprecated | 2022-08-23',
    ],
  ],
  [
    'Deprecated since 2025-09-19. Replaced by X.\n\n/v1/a',
    ['Deprecated since 2025-09-19. | 2025-09-19', 'Deprecated since 2025-09-19. | 2025-09-19'],
  ],
  [
    '2025-09-19 deprecated. Old ones.\n\n/v1/a\n\n2022-08-23 removed. All of v1.\n\n/v1/b',
    [
      '2025-09-19 deprecated. | 2025-09-19',
      '2025-09-19 deprecated. | 2025-09-19',
      ' | ',
      '2022-08-23 removed. | 2022-08-23',
    ],
  ],
  ['Deprecated since 2025-09-19. Replaced by X.\n\nHello', [' | ', ' | ']],
  ['# 2025-09-19\n\nDeprecated: old ones.\n\n- /v1/a', ['Deprecated: | 2025-09-19', 'Deprecated: | 2025-09-19']],
  ['# 2025-09-19\n\nDeprecated: old ones.\n\nHello', [' | 2025-09-19', ' | 2025-09-19']],
  ['# Words\n\nDeprecated: old ones.\n\n- /v1/a', [' | ', ' | ']],
  [
    '# Old\n\n| Status | Date |\n|---|---|\n| Deprecated | 2025-09-19 |\n\n- /v1/a',
    ['Deprecated 2025-09-19 | 2025-09-19', 'Deprecated 2025-09-19 | 2025-09-19'],
  ],
  [
    '# Old\n\n| Status | Date |\n|---|---|\n| Deprecated | 2025-09-19 |\n| Removed | 2025-09-20 |\n\n- /v1/a',
    [' | ', ' | '],
  ],
  ['# Old\n\n| Status | Note |\n|---|---|\n| Deprecated | old |\n\n- /v1/a', [' | ', ' | ']],
  ['/v1/b\n\nDeprecated since 2025-09-19. Replaced by X.\n\n/v1/a', [' | ', ' | ', ' | ']],
  ['Deprecated. Replaced by X.\n\n/v1/a', [' | ', ' | ']],
  ['- Removed\n- /v1/a', [' | ']],
  ['Deprecated since 2025-09-19. See /v1/c.\n\n/v1/a', [' | ', ' | ']],
  [
    'Hello.\n\nDeprecated since 2025-09-19. Replaced by X.\n\n/v1/a',
    [' | ', 'Deprecated since 2025-09-19. | 2025-09-19', 'Deprecated since 2025-09-19. | 2025-09-19'],
  ],
  ['/v1/a\n\n2022-08-23\n\n/v1/b\n\n2023-08-23', [' | ', ' | ', ' | ', ' | ']],
  ['Hello\n\n2022-08-23\n\n/v1/b', [' | ', ' | 2022-08-23', ' | 2022-08-23']],
  [
    '2022-08-23\n\n- /v1/a\n\nRemoved on 2023-08-23: the v1 API\n\n- /v1/b',
    [' | 2022-08-23', ' | 2022-08-23', ' | ', 'Removed on 2023-08-23: the v1 API | 2023-08-23'],
  ],
  ['Removed on 2023-08-23: the v1 API\n\n- /v1/b', [' | ', ' | ']],
  [
    '2022-08-23\n\n- /v1/a\n\nRemoved on 2023-08-23. Really: the v1 API\n\n- /v1/b',
    [' | 2022-08-23', ' | 2022-08-23', ' | ', 'Removed on 2023-08-23. | 2023-08-23'],
  ],
  [
    '2022-08-23\n\n- /v1/a\n\nRemoved (2023-08-23): the v1 API\n\n- /v1/b',
    [' | 2022-08-23', ' | 2022-08-23', ' | 2022-08-23', ' | 2022-08-23'],
  ],
  [
    '2022-08-23\n\n- /v1/a\n\nRemoved on 2023-08-23! Yes\n\n- /v1/b',
    [' | 2022-08-23', ' | 2022-08-23', ' | ', 'Removed on 2023-08-23! | 2023-08-23'],
  ],
  ['2022-08-23\n\n- Removed on 2023-08-23\n\nText', [' | 2022-08-23', ' | 2022-08-23', ' | 2022-08-23']],
  ['- /v1/a\n\n2022-08-23\n\n/v1/b', [' | ', ' | 2022-08-23', ' | 2022-08-23']],
  ['- 2021-01-01\n\n/v1/a\n\n2022-08-23\n\n/v1/b', [' | ', ' | ', ' | ', ' | ']],
  ['# August 23\n\n## Text\n\n/v1/a', [' | ']],
  ['Since 2025-09-19:\n\n- /v1/a\n\n/v1/b', [' | ', ' | 2025-09-19', ' | ']],
  ['These were removed:\n\n- /v1/a', [' | ', 'These were removed: | ']],
  ['These were removed (2022-08-23):\n\n- /v1/a', [' | ', 'These were removed: | 2022-08-23']],
  ['Removed (2022-08-23) (for good)\n\n- /v1/a', [' | ', 'Removed | 2022-08-23']],
  [
    'Deprecated endpoints must no longer be used:\n\n- /v1/a',
    [' | ', 'Deprecated endpoints must no longer be used: | '],
  ],
  ['Endpoints that may be removed on 2022-08-23\n\n- /v1/a', [' | ', ' | ']],
  ['The forum was removed on 2022-08-23:\n\n- /v1/a', [' | ', ' | ']],
  ['# Old\n\n| Status | Date |\n|---|---|\n| Deprecated | 2025-09-19 |\n\nHello', [' | ', ' | ']],
  [
    '# 2025-09-19\n\nDeprecated: old ones since 2024-01-01.\n\n- /v1/a',
    [' | 2025-09-19', 'Deprecated: old ones since 2024-01-01. | 2024-01-01'],
  ],
  ['# Old\n\n| Status | Date | Next |\n|---|---|---|\n| Deprecated | 2025-09-19 | |\n\n- /v1/a', [' | ', ' | ']],
  ['# Old\n\n| Status | Date |\n|---|---|\n\n- /v1/a', [' | ', ' | ']],
  ['Hello.\n\nRemoved on 2023-08-23: the v1 API\n\n- /v1/b', [' | ', ' | ', ' | ']],
  [
    'Deprecated endpoints\n\nHello.\n\n- /v1/b',
    ['Deprecated endpoints |  | of page', 'Deprecated endpoints |  | of page', 'Deprecated endpoints |  | of page'],
  ],
  ['Hello.\n\nDeprecated endpoints\n\n- /v1/b', [' | ', 'Deprecated endpoints | ', 'Deprecated endpoints | ']],
  [
    'Deprecated endpoints\n\n- /v1/b\n\nHello.',
    ['Deprecated endpoints | ', 'Deprecated endpoints | ', 'Deprecated endpoints | '],
  ],
  [
    '# Log\n\nDeprecated endpoints\n\nHello.\n\n- /v1/b',
    ['Deprecated endpoints | ', 'Deprecated endpoints | ', 'Deprecated endpoints | '],
  ],
  [
    'Removed endpoints 2022-08-23\n\nHello.\n\n- /v1/b',
    [
      'Removed endpoints 2022-08-23 | 2022-08-23',
      'Removed endpoints 2022-08-23 | 2022-08-23',
      'Removed endpoints 2022-08-23 | 2022-08-23',
    ],
  ],
  ['Gone since 2022-08-23. In short:\n\n- /v1/a', [' | ', ' | 2022-08-23']],
  ['These were removed. In short:\n\n- /v1/a', [' | ', 'These were removed. In short: | ']],
  ['Deprecated endpoints', ['Deprecated endpoints | ']],
])('what stands around each block: %s', (page, expected) => {
  expect(
    sectionsOf(page)
      .flatMap((section, _, all) => contextsOf(section, all))
      .map(({ status, dates, ofPage }) => `${status} | ${days(dates)}${ofPage ? ' | of page' : ''}`),
  ).toStrictEqual(expected)
})

test.each<readonly [string, string, boolean, string]>([
  ['Deprecated', '/v1/a', true, ''],
  ['Deprecated', '/v2/a', true, 'Deprecated'],
  ['Deprecated', '/v1/a and /v2/a', true, 'Deprecated'],
  ['Deprecated', 'the API', true, 'Deprecated'],
  ['Deprecated', '/v1/a', false, 'Deprecated'],
  ['Deprecated', 'v1 API (410 Gone)', false, ''],
  ['Removed', '/v1/a', true, 'Removed'],
])('%j on %j, of a page on %j', (status, text, ofPage, expected) => {
  expect(aroundSubjects({ status, dates: [], ofPage }, subjectsOf(run(text)), text).status).toStrictEqual(expected)
})

test.each<readonly [string, unknown]>([['Removed(for good)', ['2020-01-01', { status: 'Removed' }]]])(
  '%j within a status of a page: %j',
  (text, expected) => {
    const { dates, ...rest } = within({ status: 'Status', dates: datesIn('2020-01-01'), ofPage: true }, text)
    expect([days(dates), rest]).toStrictEqual(expected)
  },
)

test.each<readonly [string, string]>([
  ['a\n\n- 2022-08-23', ''],
  ['GetRepository\n\nRemoved 2022-08-23. Yes.\n\n/v1/a', ''],
  ['a', ''],
])('the head of the second block: %s', (page, expected) => {
  const [section] = sectionsOf(page)
  expect(headAt(section as Section, 1)).toStrictEqual(expected)
})

test.each<readonly [string, boolean]>([
  ['Removed since 2022-08-23:\n\n|Endpoint|\n|-|\n|/v1/a|', true],
  ['Removed:', false],
  ['Old:\n\n- a', false],
  ['Since 2022-08-23:)\n\n- a', true],
  ['Removed on 2022-08-23: must not be used\n\n- a', false],
  ['It must go, removed on 2022-08-23:)\n\n- a', true],
  ['Removed: many\n\n- a', false],
  ['Read the page on deprecations. In short:\n\n- a', false],
  ['Deprecated. Use instead:\n\n- a', true],
  ['These are deprecated. In short:\n\n- a', true],
  ['Deprecated endpoints keep working\n\n- a', false],
  ['An endpoint is labelled deprecated. Removed.\n\n- a', false],
])('the first block introduces the second one: %s', (page, expected) => {
  const [section] = sectionsOf(page)
  expect(introduces(section as Section, 0)).toStrictEqual(expected)
})
