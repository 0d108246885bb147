import type { List, ListItem } from 'mdast'
import { expect, test } from 'vitest'
import { whole } from '../../../../checks/pieces.ts'
import { rowsOfLists } from '../../../../engine/documents/log/lists.ts'
import { fieldsOf, isAboutOne, rowsOfSection } from '../../../../engine/documents/log/sections.ts'
import type { Section } from '../../../../engine/documents/pages/sections.ts'
import { sectionsOf, shown } from './reading.ts'

test.each<readonly [string, readonly string[]]>([
  // A tab with an example, and code that lists endpoints.
  [
    '# Deprecated\n\n- new\n\n  ```\n  r = get(f"{base}/v2/a")\n  ```\n\n- old\n\n  ```\n  POST /v2/b\n  /v2/c\n  ```',
    ['deprecated |  | old POST /v2/b /v2/c | POST /v2/b, /v2/c'],
  ],
  [
    '# Removed on 2022-08-23\n\n- /v1/a\n- GetRepository\n- nothing',
    [
      "removed 'Removed on 2022-08-23' | 2022-08-23 | /v1/a | /v1/a",
      "removed 'Removed on 2022-08-23' | 2022-08-23 | GetRepository | GetRepository",
    ],
  ],
  ['# Removed on 2022-08-23\n\nThe v1 API', ["removed 'Removed on 2022-08-23' | 2022-08-23 | The v1 API | "]],
  [
    '- /v1/a was removed on 2022-08-23, use GetRepository',
    ['removed | 2022-08-23 | /v1/a was removed on 2022-08-23, use GetRepository | /v1/a | /v1/a => GetRepository'],
  ],
  ['Removed\n\n/v1/a', ['removed |  | /v1/a | /v1/a']],
  // Questions and answers.
  [
    'What was the last deprecation?\n\n2025-09-19. The old lids, GET /v2/a.',
    ["deprecated 'deprecation' | 2025-09-19 | deprecation: 2025-09-19. The old lids, GET /v2/a. | GET /v2/a"],
  ],
  [
    'Has anything been removed?\n\n- The v1 API, 2022-08-23.',
    ['removed | 2022-08-23 | removed: The v1 API, 2022-08-23. | '],
  ],
  [
    'I list lids with GET /v2/a. Is that OK?\n\nNo. It is deprecated since 2025-06-27.',
    ['deprecated | 2025-06-27 | I list lids with GET /v2/a. It is deprecated since 2025-06-27. | GET /v2/a'],
  ],
  [
    'When was GET /v2/a removed?\n\nOn 2022-08-23.',
    ['removed | 2022-08-23 | When was GET /v2/a removed On 2022-08-23. | GET /v2/a'],
  ],
  ['Which lids will be removed next?\n\nGET /v2/a.', []],
  [
    'Can I use v1?\n\nNo. The v1 API was removed on 2022-08-23.',
    ['removed | 2022-08-23 | The v1 API was removed on 2022-08-23. | '],
  ],
  [
    '- Old ones\n\n  Removed on 2022-08-23.\n\n  /v1/a\n\n  /v1/b',
    [
      "removed 'Removed on 2022-08-23.' | 2022-08-23 | /v1/a | /v1/a",
      "removed 'Removed on 2022-08-23.' | 2022-08-23 | /v1/b | /v1/b",
    ],
  ],
  // Fields below an item, and days that the items below them have.
  [
    '1. GET /v2/a (Deprecated)\n   - When: 2025-06-27\n   - Instead: GetRepository',
    [
      'deprecated | 2025-06-27 | GET /v2/a (Deprecated) When: 2025-06-27 Instead: GetRepository | GET /v2/a | GET /v2/a => GetRepository',
    ],
  ],
  [
    '# Log\n\n## Deprecated\n\n*As of 2025-09-19*\n\n- /v2/a\n\n*As of 2025-06-27*\n\n- /v2/b',
    ['deprecated | 2025-09-19 | /v2/a | /v2/a', 'deprecated | 2025-06-27 | /v2/b | /v2/b'],
  ],
  [
    'Five calls are deprecated, all of v1 is removed.',
    ["removed 'deprecated' |  | Five calls are deprecated, all of v1 is removed. | "],
  ],
  [
    '# States\n\n**Deprecated:** what is old:\n\n- since 2025-06-27\n  - GET /v2/a\n\n**Removed:** the v1 API, since 2022-08-23.',
    [
      "deprecated 'Deprecated: what is old:' | 2025-06-27 | GET /v2/a | GET /v2/a",
      'removed | 2022-08-23 | Removed: the v1 API, since 2022-08-23. | ',
    ],
  ],
  [
    'On 2025-09-19 we deprecated POST /v2/a. On 2025-09-19 we also deprecated GET /v2/b.',
    [
      'deprecated | 2025-09-19 | On 2025-09-19 we deprecated POST /v2/a. On 2025-09-19 we also deprecated GET /v2/b. | POST /v2/a, GET /v2/b',
    ],
  ],
  // Numbers and letters in brackets.
  [
    '§ 2 Old endpoints\n(1) Deprecated as of 2025-09-19 are these\ntwo:\na) GET /v2/a\nb) GET /v2/b\n(2) Deprecated as of 2025-06-27 is GET /v2/c.',
    [
      "deprecated 'Deprecated as of 2025-09-19 are these two:' | 2025-09-19 | GET /v2/a | GET /v2/a",
      "deprecated 'Deprecated as of 2025-09-19 are these two:' | 2025-09-19 | GET /v2/b | GET /v2/b",
      'deprecated | 2025-06-27 | Deprecated as of 2025-06-27 is GET /v2/c. | GET /v2/c',
    ],
  ],
  // What is to be called, and what may be.
  [
    '# Log\n\n## Deprecated on 2025-09-19\n\n- /v1/a\n- Replaced by: CreateRepository (for POST), GetRepository (for GET)\n- Go to GetRepository (for all).\n- GetRepository is somewhere near.',
    [
      "deprecated 'Deprecated on 2025-09-19' | 2025-09-19 | /v1/a | /v1/a",
      "any 'Deprecated on 2025-09-19' | 2025-09-19 | GetRepository is somewhere near. | GetRepository",
    ],
  ],
  [
    '# Which are deprecated?\n\nSince 2025-09-19, one more is deprecated:\n\n- /v2/a',
    ["deprecated 'Since 2025-09-19, one more is deprecated:' | 2025-09-19 | /v2/a | /v2/a"],
  ],
  ['Since 2025-09-19:\n\n- /v1/a', ["any '' | 2025-09-19 | /v1/a | /v1/a"]],
  ['# Deprecated\n\n- /v2/a\n- /v1/b', ['deprecated |  | /v2/a | /v2/a']],
  ['# Deprecated\n\nReplacement:\n\n- /v2/a', []],
  ['# Deprecated\n\n## Replaced by\n\n- nothing\n\n1. /v2/a', ['deprecated |  | /v2/a | /v2/a']],
  ['- Replacement\n\n\n1. /v2/a is removed', ['removed |  | /v2/a is removed | /v2/a']],
  ['# Log\n\n## Removed\n\nReplacement:\n\n- /v1/a', ['removed |  | /v1/a | /v1/a']],
  ['# Log\n\n## Removed\n\nReplacement:\n\n- nothing\n- /v1/a', ['removed |  | /v1/a | /v1/a']],
  ['# Log\n\n## Removed\n\n- x\n\n\n1. /v2/a', ['removed |  | /v2/a | /v2/a']],
  [
    '- Removed on 2022-08-23\n  - /v1/a\n  - /v1/b\n- Deprecated\n  - /v2/c',
    [
      "removed 'Removed on 2022-08-23' | 2022-08-23 | /v1/a | /v1/a",
      "removed 'Removed on 2022-08-23' | 2022-08-23 | /v1/b | /v1/b",
      "deprecated | (2022-08-23) '2022-08-23' | /v2/c | /v2/c",
    ],
  ],
  ['- /v1/a\n  - removed on 2022-08-23', ['removed | 2022-08-23 | /v1/a removed on 2022-08-23 | /v1/a']],
  [
    '- Removed endpoints\n  - Date: 2022-08-23\n  - /v1/a',
    ["removed 'Removed endpoints' | 2022-08-23 | /v1/a | /v1/a"],
  ],
  ['- Old\n  - Status: Removed\n  - Since: 2022-08-23\n  - /v1/a', ['removed | 2022-08-23 | /v1/a | /v1/a']],
  ['- Old\n  - Removed: 2022-08-23\n  - /v1/a', ['removed | 2022-08-23 | /v1/a | /v1/a']],
  ['- Removed on 2022-08-23\n  - nothing\n- x', ['removed | 2022-08-23 | Removed on 2022-08-23 nothing | ']],
  ['# GET /v1/a\n\nRemoved on 2022-08-23.', ['removed | 2022-08-23 | GET /v1/a | GET /v1/a']],
  ['# GET /v1/a\n\n- Status: Removed\n- Date: 2022-08-23', ['removed | 2022-08-23 | GET /v1/a | GET /v1/a']],
  [
    '# The v1 API\n\nRemoved on 2022-08-23.\n\nUse /v2/a.',
    ["removed 'Removed on 2022-08-23.' | 2022-08-23 | Use /v2/a. | /v2/a"],
  ],
  [
    '# Deprecated endpoints\n\n- GET /v2/a\n- GET /v2/namespaces/{namespace}/repositories/{repository}/tags\n- the tags: /v2/namespaces/{namespace}/repositories/{repository}/tags',
    [
      "deprecated 'Deprecated endpoints' |  | GET /v2/a | GET /v2/a",
      "deprecated 'Deprecated endpoints' |  | GET /v2/namespaces/{namespace}/repositories/{repository}/tags | GET /v2/namespaces/{namespace}/repositories/{repository}/tags",
      "any 'Deprecated endpoints' |  | the tags: /v2/namespaces/{namespace}/repositories/{repository}/tags | /v2/namespaces/{namespace}/repositories/{repository}/tags",
    ],
  ],
  ['# The v1 API\n\nRemoved on 2022-08-23: /v1/a.', ['removed | 2022-08-23 | The v1 API | /v1/a | itself ']],
  [
    '# The v1 API\n\nRemoved on 2022-08-23.\n\n## More\n\nDeprecated: /v1/a',
    ['deprecated |  | Deprecated: /v1/a | /v1/a'],
  ],
  ['# GetRepository\n\nRemoved on 2022-08-23.', []],
  [
    '# The v1 API and GetRepository\n\nRemoved on 2022-08-23.',
    ['removed | 2022-08-23 | The v1 API and GetRepository | '],
  ],
  [
    '# Old things\n\n- Status: Removed\n- Date: 2022-08-23\n\n/v1/a',
    ['removed | 2022-08-23 | Old things | /v1/a | itself '],
  ],
  [
    '# Removed endpoints\n\n- the v1 API with all that it had: 2022-08-23',
    ["removed 'Removed endpoints' | 2022-08-23 | the v1 API with all that it had: 2022-08-23 | "],
  ],
  [
    '# Deprecated endpoints\n\n- the tags: GET /v2/namespaces/{namespace}/repositories/{repository}/tags, removed on 2022-08-23\n- the v1 API, 2022-08-23\n- the tags: GET /v2/namespaces/{namespace}/repositories/{repository}/tags or /v2/a\n- the tags: GetRepository\n- the tags: GET /v2/namespaces/{namespace}/repositories/{repository}/tags, GetRepository\n- the tags: GET /v2/namespaces/{namespace}/repositories/{repository}/tags (`listOldTags`)',
    [
      'removed | 2022-08-23 | the tags: GET /v2/namespaces/{namespace}/repositories/{repository}/tags, removed on 2022-08-23 | GET /v2/namespaces/{namespace}/repositories/{repository}/tags',
      "any '' | 2022-08-23 | the v1 API, 2022-08-23 | ",
      "deprecated 'Deprecated endpoints' | (2022-08-23) '2022-08-23' | the tags: GET /v2/namespaces/{namespace}/repositories/{repository}/tags or /v2/a | GET /v2/namespaces/{namespace}/repositories/{repository}/tags, /v2/a | /v2/a => GET /v2/namespaces/{namespace}/repositories/{repository}/tags ? *",
      "any 'Deprecated endpoints' | (2022-08-23) '2022-08-23' | the tags: GET /v2/namespaces/{namespace}/repositories/{repository}/tags, GetRepository | GET /v2/namespaces/{namespace}/repositories/{repository}/tags, GetRepository",
      "deprecated 'Deprecated endpoints' | (2022-08-23) '2022-08-23' | the tags: GET /v2/namespaces/{namespace}/repositories/{repository}/tags (listOldTags) | GET /v2/namespaces/{namespace}/repositories/{repository}/tags, listOldTags",
    ],
  ],
  [
    '- The v1 API, removed on 2022-08-23\n  - /v1/a\n\n  text\n\n  - removed for good: /v1/b',
    ['removed | 2022-08-23 | The v1 API, removed on 2022-08-23 /v1/a text removed for good: /v1/b | /v1/a, /v1/b'],
  ],
  [
    '- The v1 API, removed on 2022-08-23\n  - /v1/a\n  - since 2023-08-23: /v1/b',
    [
      'removed | 2022-08-23 | The v1 API, removed on 2022-08-23 | ',
      "any '' | 2023-08-23 | since 2023-08-23: /v1/b | /v1/b",
    ],
  ],
  [
    '- The v1 API, removed on 2022-08-23\n  - /v1/a was restored',
    ["any 'removed' | 2022-08-23 | The v1 API, removed on 2022-08-23 /v1/a was restored | /v1/a"],
  ],
  ['- Removed: the v1 API\n  - /v1/a\n  - /v1/b', ['removed |  | Removed: the v1 API /v1/a /v1/b | /v1/a, /v1/b']],
  [
    '- Removed or deprecated on 2022-08-23: the v1 API\n  - /v1/a\n  - /v1/b',
    [
      "deprecated/removed 'Removed' | 2022-08-23 | Removed or deprecated on 2022-08-23: the v1 API /v1/a /v1/b | /v1/a, /v1/b",
    ],
  ],
  [
    '- The v1 API, 2022-08-23\n  - /v1/a\n  - /v1/b',
    ["any '' | 2022-08-23 | The v1 API, 2022-08-23 /v1/a /v1/b | /v1/a, /v1/b"],
  ],
  ['# Deprecated\n\n- ```\n  hub get /v2/a\n  ```', ['deprecated |  | hub get /v2/a | /v2/a']],
  [
    '- Removed on 2022-08-23.\n\n  /v1/a\n\n  /v1/b',
    [
      "removed 'Removed on 2022-08-23.' | 2022-08-23 | /v1/a | /v1/a",
      "removed 'Removed on 2022-08-23.' | 2022-08-23 | /v1/b | /v1/b",
    ],
  ],
  [
    '- Removed on 2022-08-23.\n\n  /v1/a\n\n  - /v1/b',
    ['removed | 2022-08-23 | Removed on 2022-08-23. /v1/a /v1/b | /v1/a, /v1/b'],
  ],
  [
    '- /v1/c\n\n  Removed on 2022-08-23.\n\n  /v1/a',
    ['removed | 2022-08-23 | /v1/c Removed on 2022-08-23. /v1/a | /v1/c, /v1/a'],
  ],
])('rows of a page without a table: %s', (page, expected) => {
  expect(whole(rowsOfLists(sectionsOf(page))).map(shown)).toStrictEqual(expected)
})

test.each<readonly [string, readonly (readonly [string, string])[]]>([
  ['Status: Removed', [['status', 'Removed']]],
  [
    '- Status: Removed\n- Date: 2022-08-23',
    [
      ['status', 'Removed'],
      ['date', '2022-08-23'],
    ],
  ],
  [
    'Status: Removed\\\nDate: 2022-08-23',
    [
      ['status', 'Removed'],
      ['date', '2022-08-23'],
    ],
  ],
  [
    'Deprecated: 2021-11-01 · Removed: 2022-08-23',
    [
      ['deprecated', '2021-11-01'],
      ['removed', '2022-08-23'],
    ],
  ],
  ['- Status: Removed\n- Status: Deprecated', []],
  ['From: me\\\nDate: 2022-08-23', []],
  ['Lifecycle status: active', []],
  ['API lifecycle state: Removed', [['state', 'Removed']]],
  ['```\nStatus: Removed\n```', []],
  ['x From: me\\\nDate: 2022-08-23', [['date', '2022-08-23']]],
])('the fields of a section: %s', (page, expected) => {
  expect([...fieldsOf(sectionsOf(page)[0] as Section)]).toStrictEqual(expected)
})

test.each<readonly [string, readonly boolean[]]>([['# GET /v1/a\n\n## More', [false, true, false]]])(
  '%s: headings that name what the section is about',
  (page, expected) => {
    expect(sectionsOf(page).map(isAboutOne)).toStrictEqual(expected)
  },
)

test.each<readonly [string, readonly string[]]>([
  ['# GET /v2/a\n\nRemoved on 2022-08-23.', ['removed | 2022-08-23 | GET /v2/a | GET /v2/a']],
  ['# GET /v2/a\n\nHello.', ["any '' |  | GET /v2/a | GET /v2/a"]],
  ['# GET /v2/a\n\nRemoved\n\nOn 2022-08-23.', ['removed | 2022-08-23 | GET /v2/a | GET /v2/a']],
  [
    '# GET /v2/a\n\nDeprecated 2021-08-23, removed 2022-08-23.',
    ['deprecated | 2021-08-23 | GET /v2/a | GET /v2/a', 'removed | 2022-08-23 | GET /v2/a | GET /v2/a'],
  ],
  ['# GET /v2/a (removed on 2022-08-23)', ["any '' | 2022-08-23 | GET /v2/a (removed on 2022-08-23) | GET /v2/a"]],
  [
    '# GET /v2/a\n\nThe v1 API was removed on 2022-08-23.\n\nDeprecated on 2023-08-23.',
    ['deprecated | 2023-08-23 | GET /v2/a | GET /v2/a'],
  ],
  ['# GET /v1/a\n\nThe v1 API was removed on 2022-08-23.', ['removed | 2022-08-23 | GET /v1/a | GET /v1/a']],
  [
    '# GET /v2/a\n\nThe v1 API and GET /v2/a were removed on 2022-08-23.',
    ['removed | 2022-08-23 | GET /v2/a | GET /v2/a'],
  ],
  ['# GET /v2/a\n\n```\nRemoved on 2022-08-23.\n```', ["any 'removed' | 2022-08-23 | GET /v2/a | GET /v2/a"]],
  [
    '# GET /v2/a\n\nThe forum was removed on 2022-08-23. Deprecated on 2023-08-23.',
    ['deprecated | 2023-08-23 | GET /v2/a | GET /v2/a'],
  ],
  [
    '# GET /v2/a\n\n|Date|Event|\n|-|-|\n|2022-08-23|Deprecated|\n|2023-08-23|Removed|',
    ['deprecated | 2022-08-23 | GET /v2/a | GET /v2/a', 'removed | 2023-08-23 | GET /v2/a | GET /v2/a'],
  ],
  ['# GET /v2/a\n\n|Event|Date|\n|-|-|\n|Deprecated|2022-08-23|', ['deprecated | 2022-08-23 | GET /v2/a | GET /v2/a']],
  ['# GET /v2/a\n\n|Date|Since|\n|-|-|\n|2022-08-23|2022-09-23|', ["any '' | 2022-08-23 | GET /v2/a | GET /v2/a"]],
  [
    '# GET /v2/a\n\n|Date|Event|Date|\n|-|-|-|\n|2022-08-23|Removed|2022-09-23|',
    ['removed | 2022-08-23 | GET /v2/a | GET /v2/a'],
  ],
  [
    '# GET /v2/a\n\n- Status: Removed\n- Announced: 2022-08-23\n- Removed: 2023-08-23',
    ['removed | 2023-08-23 | GET /v2/a | GET /v2/a'],
  ],
  [
    '# GET /v2/a\n\n- Deprecated: 2022-08-23\n- Removed: 2023-08-23',
    ['deprecated | 2022-08-23 | GET /v2/a | GET /v2/a', 'removed | 2023-08-23 | GET /v2/a | GET /v2/a'],
  ],
  ['# GET /v2/a\n\n- Date: 2022-08-23', [' | 2022-08-23 | GET /v2/a | GET /v2/a']],
  ['# GET /v2/a\n\n- Date: 2022-08-23\n- removed for good', ["any '' | 2022-08-23 | GET /v2/a | GET /v2/a"]],
  [
    '# GET /v2/a will be removed\n\nRemoved on 2022-08-23.',
    ["any 'removed' | 2022-08-23 | GET /v2/a will be removed | GET /v2/a"],
  ],
  [
    '# GET /v2/a\n\nDeprecated 2021-08-23 or removed 2022-08-23 or 2023-08-23.',
    ["any '' | 2023-08-23 | GET /v2/a | GET /v2/a"],
  ],
  [
    '# GET /v2/a\n\nMonth: January 2022. Removed.',
    ["removed | 2022-01-01..2022-01-31 'January 2022' | GET /v2/a | GET /v2/a"],
  ],
  [
    '# Removed: GET /v2/a\n\n- Status: Deprecated\n- Removed: 2023-08-23\n- Deprecated: 2022-08-23',
    ['deprecated | 2022-08-23 | Removed: GET /v2/a | GET /v2/a'],
  ],
  [
    '# GET /v2/a and GET /v1/a\n\nThe v1 API was removed on 2022-08-23.\n\nDeprecated on 2023-08-23.',
    ['deprecated | 2023-08-23 | GET /v2/a and GET /v1/a | GET /v2/a, GET /v1/a'],
  ],
  [
    '# GET /v2/a will be removed\n\nDeprecated or removed on 2022-08-23.',
    ["any 'deprecated or removed' | 2022-08-23 | GET /v2/a will be removed | GET /v2/a"],
  ],
  ['# GET /v2/a\n\nHello.\n\nremoved', ["any '' |  | GET /v2/a | GET /v2/a"]],
  ['# GET /v2/a\n\nSupported\\\nsince 2022-08-23.', ["any '' | 2022-08-23 | GET /v2/a | GET /v2/a"]],
  ['# GET /v2/a\n\nremoved\n\nFrom 2022-08-23 to 2023-08-23.', ['removed | 2022-08-23 | GET /v2/a | GET /v2/a']],
])('rows of a section about one thing: %s', (page, expected) => {
  const sections = sectionsOf(page)
  expect(
    sections
      .slice(1, 2)
      .flatMap((section, at) => rowsOfSection(section, at + 1, sections, fieldsOf(section)).map(shown)),
  ).toStrictEqual(expected)
})

test.each<readonly [string, readonly string[]]>([
  ['# 2022-08-23\n\n## GET /v2/a\n\nRemoved. A party on 2023-08-23.', ['removed | 2022-08-23 | GET /v2/a | GET /v2/a']],
  [
    '# 2022-08-23\n\n## GET /v2/a\n\nRemoved, supported since 2023-08-23.',
    ['removed | 2023-08-23 | GET /v2/a | GET /v2/a'],
  ],
  [
    '# Deprecated\n\n## GET /v2/a\n\nSupported since 2022-08-23.',
    ["any 'Deprecated' | 2022-08-23 | GET /v2/a | GET /v2/a"],
  ],
  [
    '# 2022-08-23 or 2023-08-23\n\n## GET /v2/a\n\nRemoved',
    ['removed | 2022-08-23 2023-08-23 | GET /v2/a | GET /v2/a'],
  ],
])('rows of the second section: %s', (page, expected) => {
  const sections = sectionsOf(page)
  expect(rowsOfSection(sections[2] as Section, 2, sections, fieldsOf(sections[2] as Section)).map(shown)).toStrictEqual(
    expected,
  )
})

test('lists in items are read to a depth of fifty', () => {
  const item = (value: string): ListItem => ({
    type: 'listItem',
    children: [{ type: 'paragraph', children: [{ type: 'text', value }] }],
  })
  const list = (...children: ListItem[]): List => ({ type: 'list', children })
  const at = (depth: number) =>
    Array.from({ length: depth }).reduce<List>(
      inner => list({ type: 'listItem', children: [inner] }),
      list(item('/v1/a is removed'), item('/v1/b is removed')),
    )
  const told = (depth: number) =>
    whole(rowsOfLists(sectionsOf('').map(section => ({ ...section, blocks: [at(depth)] }))))
  expect(told(51)).toHaveLength(2)
  expect(told(52)).toHaveLength(1)
})

test('a section has the text of those below it', () => {
  const sections = sectionsOf('# GET /v2/a\n\nRemoved on 2022-08-23.\n\n## More\n\nMuch.')
  expect(rowsOfSection(sections[1] as Section, 1, sections, new Map())).toMatchObject([
    {
      feature: 'GET /v2/a',
      line: 1,
      text: 'GET /v2/a\nRemoved on 2022-08-23.\nMore\nMuch.',
      itself: { endpoints: [{ method: 'GET', path: '/v2/a' }] },
    },
  ])
})
