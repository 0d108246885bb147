import type { Paragraph } from 'mdast'
import { expect, test } from 'vitest'
import { whole } from '../../../../checks/pieces.ts'
import { contextsOf } from '../../../../engine/documents/log/contexts.ts'
import { rowsOfLists } from '../../../../engine/documents/log/lists.ts'
import type { Context } from '../../../../engine/documents/log/said.ts'
import { rowsOfBlock, rowsOfSentences } from '../../../../engine/documents/log/texts.ts'
import { sectionsOf, shown } from './reading.ts'

test.each<readonly [string, readonly string[]]>([
  ['/v2/a was disabled for an hour.', []],
  [
    '/v2/a was disabled for an hour on 2022-08-23.',
    ["any '' | 2022-08-23 | /v2/a was disabled for an hour on 2022-08-23. | /v2/a"],
  ],
  [
    '/v2/a was hidden for a few days, and removed on 2022-08-23.',
    ["removed 'hidden' | 2022-08-23 | /v2/a was hidden for a few days, and removed on 2022-08-23. | /v2/a"],
  ],
  ['/v2/a was removed. /v2/b was great.', ['removed |  | /v2/a was removed. /v2/b was great. | /v2/a']],
  [
    '/v2/a was great. It was removed. /v2/b was nice.',
    ['removed |  | /v2/a was great. It was removed. /v2/b was nice. | /v2/a'],
  ],
  [
    '/v2/a was great. We like it. It was removed.',
    ['removed |  | /v2/a was great. We like it. It was removed. | /v2/a'],
  ],
  [
    'Removed: /v2/a has been deprecated, and was great.',
    ['removed |  | Removed: /v2/a has been deprecated, and was great. | /v2/a'],
  ],
  ['Removed: /v2/a is not removed.', ["any 'Removed' |  | Removed: /v2/a is not removed. | /v2/a"]],
  [
    'Removed on 2022-08-23: the v1 API. It is deprecated and its routes are removed. No replacement.',
    [
      'removed | 2022-08-23 | Removed on 2022-08-23: the v1 API. It is deprecated and its routes are removed. No replacement. | ',
    ],
  ],
  [
    'Which are gone? The v1 API, removed on 2022-08-23. It is deprecated.',
    ['removed | 2022-08-23 | The v1 API, removed on 2022-08-23. It is deprecated. | '],
  ],
  [
    'The v1 API was removed or deprecated on 2022-08-23.',
    ["deprecated/removed 'removed' | 2022-08-23 | The v1 API was removed or deprecated on 2022-08-23. | "],
  ],
  [
    'The v1 API was not removed, but its routes are deprecated.',
    ["deprecated 'removed' |  | The v1 API was not removed, but its routes are deprecated. | "],
  ],
  [
    'The v1 API will be removed. It is deprecated.',
    ["deprecated 'removed' |  | The v1 API will be removed. It is deprecated. | "],
  ],
  ['The v1 API was removed. It is deprecated.', ['removed |  | The v1 API was removed. It is deprecated. | ']],
  [
    'The v1 API /v1/a was removed. It is deprecated.',
    ['removed |  | The v1 API /v1/a was removed. It is deprecated. | /v1/a'],
  ],
  [
    'The v1 API and /v2/a were removed. It is deprecated.',
    ["deprecated/removed 'removed' |  | The v1 API and /v2/a were removed. It is deprecated. | /v2/a"],
  ],
  [
    '/v1/a was removed. It is deprecated.',
    ["deprecated/removed 'removed' |  | /v1/a was removed. It is deprecated. | /v1/a"],
  ],
  [
    '/v2/a is deprecated. It was removed on 2022-08-23.',
    ["removed 'deprecated' | 2022-08-23 | /v2/a is deprecated. It was removed on 2022-08-23. | /v2/a"],
  ],
  [
    'Five calls are deprecated, one was removed, all of v1 is removed.',
    ["removed 'deprecated' |  | Five calls are deprecated, one was removed, all of v1 is removed. | "],
  ],
  [
    'Five calls are deprecated, one was removed, all of v1 will be removed.',
    ["deprecated/removed 'deprecated' |  | Five calls are deprecated, one was removed, all of v1 will be removed. | "],
  ],
  ['When was /v2/a removed? On 2022-08-23.', ['removed | 2022-08-23 | When was /v2/a removed On 2022-08-23. | /v2/a']],
  [
    'When was it removed? On 2022-08-23 [a](#operation/GetRepository)',
    ['removed | 2022-08-23 | When was it removed On 2022-08-23 a | GetRepository'],
  ],
  [
    'What is deprecated? /v2/a since 2022-08-23.',
    ['deprecated | 2022-08-23 | deprecated: /v2/a since 2022-08-23. | /v2/a'],
  ],
  ['What is new? /v2/a since 2022-08-23.', ["any '' | 2022-08-23 | What is new? /v2/a since 2022-08-23. | /v2/a"]],
  ['Which are removed for good? /v2/a.', ['removed |  | removed: /v2/a. | /v2/a']],
  ['Which was removed, /v2/a?', ["any 'removed' |  | Which was removed, /v2/a? | /v2/a"]],
  ['What was removed is /v2/a. We like it.', ['removed |  | What was removed is /v2/a. We like it. | /v2/a']],
  [
    'I list them with /v2/a. Is that fine? No. It is deprecated.',
    ['deprecated |  | I list them with /v2/a. It is deprecated. | /v2/a'],
  ],
  [
    'Are /v2/a and /v2/b fine? No. They are deprecated.',
    ['deprecated |  | /v2/a /v2/b They are deprecated. | /v2/a, /v2/b'],
  ],
  [
    'Is GET and HEAD /v2/a fine? No, it is deprecated.',
    ['deprecated |  | GET and HEAD /v2/a it is deprecated. | GET /v2/a, HEAD /v2/a'],
  ],
  [
    'Is /v2/a fine? No. Really. It works. It is deprecated.',
    ['deprecated |  | /v2/a Really. It works. It is deprecated. | /v2/a'],
  ],
  ['Is /v2/a fine? No. Really. It works. So. It is deprecated.', []],
  ['It is deprecated. Is /v2/a fine? No.', []],
  ['# Log\n\n## Deprecated\n\nIs /v2/a fine? No. It works.', []],
  [
    'Are /v2/a and /v2/b fine? No. They are deprecated. Use [that](#operation/GetRepository) instead.',
    [
      'deprecated |  | /v2/a /v2/b They are deprecated. Use that instead. | /v2/a, /v2/b | /v2/a => GetRepository, /v2/b => GetRepository',
    ],
  ],
  ['/v2/a is fine? No. It is deprecated.', ['deprecated |  | /v2/a It is deprecated. | /v2/a']],
  ['It was removed. Is /v2/a fine? No. Really.', []],
  [
    'The v1 API, removed, 2022-08-23 or 2022-08-24, is deprecated.',
    [
      "deprecated/removed 'removed' | 2022-08-23 2022-08-24 '2022-08-23 or 2022-08-24' | The v1 API, removed, 2022-08-23 or 2022-08-24, is deprecated. | ",
    ],
  ],
  [
    '/v2/a 2021-08-23 or 2022-08-23 /v2/b removed',
    [
      "removed | 2021-08-23 2022-08-23 '2021-08-23 or 2022-08-23' | /v2/a 2021-08-23 or 2022-08-23 /v2/b removed | /v2/a, /v2/b",
    ],
  ],
  ['/v2/a is small. These two old endpoints are deprecated.', []],
  ['Removed. /v2/a is small.', ['removed |  | Removed. /v2/a is small. | /v2/a']],
  [
    '/v2/a was removed. The v1 route /v1/b is nice.',
    ['removed |  | /v2/a was removed. The v1 route /v1/b is nice. | /v2/a'],
  ],
  [
    '/v1/a was removed. The v1 route /v1/b is nice.',
    ['removed |  | /v1/a was removed. The v1 route /v1/b is nice. | /v1/a, /v1/b'],
  ],
  ['It was removed. /v1/b is nice.', ['removed |  | It was removed. /v1/b is nice. | /v1/b']],
  [
    '/v2/a and GetRepository. It was removed.',
    ['removed |  | /v2/a and GetRepository. It was removed. | /v2/a, GetRepository | /v2/a => GetRepository ? *'],
  ],
  ['Was /v2/a removed?', ["any 'removed' |  | Was /v2/a removed? | /v2/a"]],
  ['Was /v2/a removed? No, /v2/b was.', []],
  [
    'The forum was removed on 2021-08-23. /v2/a was removed on 2022-08-23.',
    ['removed | 2022-08-23 | /v2/a was removed on 2022-08-23. | /v2/a'],
  ],
  [
    '# Deprecated endpoints\n\n/v2/a was removed on 2022-08-23.',
    ['removed | 2022-08-23 | /v2/a was removed on 2022-08-23. | /v2/a'],
  ],
  [
    '# Log\n\n## Deprecated\n\n/v2/a was removed on 2022-08-23.',
    ["any 'removed' | 2022-08-23 | /v2/a was removed on 2022-08-23. | /v2/a"],
  ],
  ['# Log\n\n## Deprecated\n\nRemoved: /v2/a', ["any 'Removed' |  | Removed: /v2/a | /v2/a"]],
  [
    '# Log\n\n## Deprecated\n\nActive /v2/a is deprecated.',
    ["any 'deprecated' |  | Active /v2/a is deprecated. | /v2/a"],
  ],
  [
    '# Log\n\n## Removed\n\n/v2/a, supported since 2022-08-23.',
    ["any 'Removed' | 2022-08-23 | /v2/a, supported since 2022-08-23. | /v2/a"],
  ],
  ['# Deprecated\n\nGetRepository is not affected.', []],
  ['Was /v2/a removed? There is no plan.', ["any 'removed' |  | Was /v2/a removed? There is no plan. | /v2/a"]],
  [
    'Was /v2/a removed? No, but [that](#operation/GetRepository) was deprecated.',
    ['deprecated |  | but that was deprecated. | GetRepository'],
  ],
  [
    'Was /v2/a removed? No. Deprecated: [that](#operation/GetRepository)',
    ['deprecated |  | Deprecated: that | GetRepository'],
  ],
  ['Removed (/v2/a)', ['removed |  | Removed (/v2/a) | /v2/a']],
  [
    '/v2/a was removed on 2022-08-23, and so was /v2/b.',
    ['removed | 2022-08-23 | /v2/a was removed on 2022-08-23, and so was /v2/b. | /v2/a, /v2/b'],
  ],
  [
    '# Log\n\n## Deprecated\n\n/v1/a and more.\n\nNow call /v2/b for this.',
    ['deprecated |  | /v1/a and more. | /v1/a'],
  ],
  [
    '# Log\n\n## Deprecated\n\n/v1/a\n\n/v2/b\n\nThe v1 API',
    ['deprecated |  | /v1/a | /v1/a', "any 'Deprecated' |  | /v2/b | /v2/b", 'deprecated |  | The v1 API | '],
  ],
  ['# Log\n\n## Deprecated\n\n/v1/a, /v2/b', ['deprecated |  | /v1/a, /v2/b | /v1/a, /v2/b']],
  ['# Deprecated\n\nGetRepository.', ['deprecated |  | GetRepository. | GetRepository']],
  [
    '# Log\n\n## Deprecated\n\nGetRepository was great on 2022-08-23.',
    ["any 'Deprecated' | 2022-08-23 | GetRepository was great on 2022-08-23. | GetRepository"],
  ],
  ['# Log\n\n## Deprecated\n\nCall GetRepository and /v2/a for this.', []],
  ['# Deprecated endpoints\n\nGetRepository\n\n/v2/a', ["deprecated 'Deprecated endpoints' |  | /v2/a | /v2/a"]],
  [
    '# Deprecated endpoints\n\nGetRepository since 2022-08-23\n\n/v2/a',
    [
      "deprecated 'Deprecated endpoints' | 2022-08-23 | GetRepository since 2022-08-23 | GetRepository",
      "deprecated 'Deprecated endpoints' | (2022-08-23) '2022-08-23' | /v2/a | /v2/a",
    ],
  ],
  [
    '# Deprecated endpoints\n\nGetRepository was disabled for an hour on 2022-08-23\n\n/v2/a',
    ["deprecated 'Deprecated endpoints' | (2022-08-23) '2022-08-23' | /v2/a | /v2/a"],
  ],
  [
    '/v2/a was deprecated on 2021-08-23 and removed on 2022-08-23.',
    [
      'deprecated | 2021-08-23 | /v2/a was deprecated on 2021-08-23 and removed on 2022-08-23. | /v2/a',
      'removed | 2022-08-23 | /v2/a was deprecated on 2021-08-23 and removed on 2022-08-23. | /v2/a',
    ],
  ],
  [
    'Removed: /v2/a since 2021-08-23, /v2/b since 2022-08-23',
    [
      'removed | 2021-08-23 | Removed: /v2/a since 2021-08-23 | /v2/a',
      'removed | 2022-08-23 | , /v2/b since 2022-08-23 | /v2/b',
    ],
  ],
  [
    'deprecated 2021-08-23 /v2/a, retired 2022-08-23 /v2/b',
    [
      'deprecated | 2021-08-23 | deprecated 2021-08-23 /v2/a | /v2/a',
      "removed 'retired' | 2022-08-23 | , retired 2022-08-23 /v2/b | /v2/b",
    ],
  ],
  [
    '/v2/a on 2021-08-23 and 2022-08-23 for /v2/b since 2023-08-23 removed',
    [
      "any '' | 2021-08-23 2022-08-23 '2021-08-23 and 2022-08-23' | /v2/a on 2021-08-23 and 2022-08-23 for | /v2/a",
      'removed | 2023-08-23 | /v2/b since 2023-08-23 removed | /v2/b',
    ],
  ],
])('rows of a text: %s', (page, expected) => {
  const sections = sectionsOf(page)
  expect(
    sections
      .flatMap(section =>
        section.blocks.flatMap((block, at) =>
          block.type === 'paragraph'
            ? rowsOfBlock(block as Paragraph, section, sections, contextsOf(section, sections)[at] as Context)
            : [],
        ),
      )
      .map(shown),
  ).toStrictEqual(expected)
})

test.each<readonly [string, readonly string[]]>([
  [
    '# Log\n\n## Deprecated\n\n- GetRepository is not affected.',
    ["any 'Deprecated' |  | GetRepository is not affected. | GetRepository"],
  ],
  ['# Log\n\n## Deprecated\n\n- Call GetRepository for this.', []],
  [
    '# Log\n\n## Deprecated\n\n- Clients call GetRepository for this.',
    ["any 'Deprecated' |  | Clients call GetRepository for this. | GetRepository"],
  ],
  [
    '# Log\n\n## Deprecated\n\n- Note GetRepository for this.',
    ["any 'Deprecated' |  | Note GetRepository for this. | GetRepository"],
  ],
  [
    '# Log\n\n## Deprecated\n\n- Stop GetRepository soon.',
    ["any 'Deprecated' |  | Stop GetRepository soon. | GetRepository"],
  ],
  ['# Log\n\nWhat is new?\n\n/v2/a since 2022-08-23.', ["any '' | 2022-08-23 | /v2/a since 2022-08-23. | /v2/a"]],
  ['# Log\n\nWhat is deprecated?\n\n- /v2/a', ['deprecated |  | deprecated: /v2/a | /v2/a']],
  [
    '# Log\n\nWhat is deprecated?\n\n- /v2/a\n- /v2/b',
    ["deprecated 'deprecated:' |  | /v2/a | /v2/a", "deprecated 'deprecated:' |  | /v2/b | /v2/b"],
  ],
  // The answer to a question may be a list, but not where it says something else.
  [
    '# Log\n\nWhich are deprecated? Two, and no more.\n\n- /v2/a\n- /v2/b',
    ["deprecated 'deprecated:' |  | /v2/a | /v2/a", "deprecated 'deprecated:' |  | /v2/b | /v2/b"],
  ],
  ['# Log\n\nWhich are deprecated? No route.\n\n- /v2/a\n- /v2/b', []],
  ['# Log\n\nWhich are deprecated? **No** route.\n\n- /v2/a\n- /v2/b', []],
  ['# Log\n\nWhich are deprecated? A: No.\n\n- /v2/a\n- /v2/b', []],
  ['# Log\n\nWhich are deprecated? Two of them. Read on.\n\n- /v2/a\n- /v2/b', []],
  ['# Log\n\nWhich are deprecated? Some were removed.\n\n- /v2/a\n- /v2/b', []],
  ['# Log\n\nThey are deprecated. Two of them.\n\n- /v2/a\n- /v2/b', []],
  ['# Log\n\nWhat is deprecated?\n\n- ```\n  /v2/a\n  ```', ["deprecated 'deprecated:' |  | /v2/a | /v2/a"]],
  ['# Log\n\n## Deprecated\n\n/v1/a\n\n- /v2/b', ['deprecated |  | /v1/a | /v1/a', 'deprecated |  | /v2/b | /v2/b']],
  ['# Deprecated\n\n**A**\n\n- GetRepository\n\n**B**\n\n- /v2/a', ['deprecated |  | /v2/a | /v2/a']],
  [
    '# Deprecated\n\n## X\n\n**A**\n\n- GetRepository\n\n## Y\n\n**B**\n\n- /v2/a',
    ['deprecated |  | GetRepository | GetRepository', 'deprecated |  | /v2/a | /v2/a'],
  ],
])('rows of the items: %s', (page, expected) => {
  expect(whole(rowsOfLists(sectionsOf(page))).map(shown)).toStrictEqual(expected)
})

test.each<readonly [string, readonly string[]]>([
  ['GET /x was removed on 2025-01-01.', ['removed | 2025-01-01 | GET /x was removed on 2025-01-01. | GET /x']],
  ['GET /x was removed on 2025-01-01 and deprecated on 2024-01-01.', []],
  [
    'GET /x is deprecated, and was removed on 2025-01-01.',
    ['removed | 2025-01-01 | GET /x is deprecated, and was removed on 2025-01-01. | GET /x'],
  ],
  ['Remove GET /x on 2025-01-01.', []],
  ['```\nGET /x was removed on 2025-01-01.\n```', []],
  ['# GET /x\n\nIt was removed on 2025-01-01.', []],
  ['/x was removed on 2025-01-01.', []],
])('rows of sentences: %s', (page, expected) => {
  expect(
    sectionsOf(page)
      .flatMap((section, _, all) => rowsOfSentences(section, all))
      .map(shown),
  ).toStrictEqual(expected)
})

test('a row has its text, its beginning and its line', () => {
  const long = `/v2/a was removed on 2022-08-23. ${'a'.repeat(600)}`
  const [row] = whole(rowsOfLists(sectionsOf(`Hello\n\n${long}`)))
  expect(row).toMatchObject({ text: long, feature: long.slice(0, 500), quote: long.slice(0, 200), line: 3 })
  const [sentence] = sectionsOf(`Hello\n\nHi. ${long}`).flatMap((section, _, all) => rowsOfSentences(section, all))
  expect(sentence).toMatchObject({ text: '/v2/a was removed on 2022-08-23.', line: 3 })
})
