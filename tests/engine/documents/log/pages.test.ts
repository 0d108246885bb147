import { expect, test } from 'vitest'
import { whole } from '../../../../checks/pieces.ts'
import { rowsOfLists } from '../../../../engine/documents/log/lists.ts'
import { sectionsOf, shown } from './reading.ts'

// Sentences, fields and tables of days, each with the rows that are read of it.
test.each<readonly [string, readonly string[]]>([
  ['Was /v2/a removed? (No.) /v2/b was.', []],
  [
    '# Deprecated\n\n2025-01-01 Removed in part: /v1/a',
    ['removed | 2025-01-01 | 2025-01-01 Removed in part: /v1/a | /v1/a'],
  ],
  [
    '/v1/a since 2025-01-01, /v1/b since 2025-02-02 and /v1/c are deprecated.',
    [
      "any 'deprecated' | 2025-02-02 | /v1/a since 2025-01-01, /v1/b since 2025-02-02 and /v1/c are deprecated. | /v1/a, /v1/b, /v1/c",
    ],
  ],
  [
    '## Deprecated\n\n- /v1/a: removed or deprecated, it is not said which',
    ["any 'removed' |  | /v1/a: removed or deprecated, it is not said which | /v1/a"],
  ],
  ['# Log\n\n## Can I still call the v1 API?\n\nNo. Its routes return 410.', []],
  [
    '# Log\n\n## Can I still call the v1 API?\n\nIt was removed on 2022-08-23.',
    ['removed | 2022-08-23 | Can I still call the v1 API? | '],
  ],
  ['# Removed\n\n/v1/a?', ["any 'Removed' |  | /v1/a? | /v1/a"]],
  ['# Removed\n\n/v1/a? It works.', ['removed |  | /v1/a? It works. | /v1/a']],
  ['# Deprecated\n\n**Old**\n\n- GetRepository\n\n**Older**\n\n- /v1/a', []],
  ['# Deprecated\n\n- /v1/b\n\n**Old**\n\n- GetRepository', []],
  [
    '# Log\n\n## Deprecated\n\n- GetRepository\n- /v1/a',
    ['deprecated |  | GetRepository | GetRepository', 'deprecated |  | /v1/a | /v1/a'],
  ],
  ['# Deprecated\n\n## X\n\n- GetRepository was great\n- /v1/a', []],
  [
    '# Log\n\n## GET /v1/a\n\n| Date | Event |\n|-|-|\n| 2024-01-01 | Announced |\n| 2025-01-01 | Deprecated |',
    ['deprecated | 2025-01-01 | GET /v1/a | GET /v1/a'],
  ],
  [
    '# Log\n\n## GET /v1/a\n\n| Event | Date |\n|-|-|\n| Announced | 2024-01-01 |\n| Deprecated | 2025-01-01 |',
    ['deprecated | 2025-01-01 | GET /v1/a | GET /v1/a'],
  ],
  [
    '# Log\n\n## GET /v1/a\n\n| Date | Event | Removal date |\n|-|-|-|\n| 2024-01-01 | Deprecated | 2025-01-01 |',
    ["any '' | 2024-01-01 | GET /v1/a | GET /v1/a"],
  ],
  [
    '# Log\n\n## GET /v1/a\n\nAnnounced 2024-01-01\\\nDeprecated\\\n2025-01-01',
    ["any '' | 2024-01-01 2025-01-01 '2024-01-01\nDeprecated\n2025-01-01' | GET /v1/a | GET /v1/a"],
  ],
  ['Old ones\n\nStatus: Deprecated\n\nDate: 2025-01-01\n\n/v1/a', ['deprecated | 2025-01-01 |  | /v1/a | itself ']],
  [
    '# Log\n\n## GET /v1/a\n\n- Status: Deprecated\n\n  - Date: 2025-01-01\n\n- Date: 2025-02-02',
    ["any '' | 2025-01-01 2025-02-02 '2025-01-01\nDate: 2025-02-02' | GET /v1/a | GET /v1/a"],
  ],
  [
    '/v2/x works. The forum /v2 was closed on 2024-01-01. /v1/a was removed on 2025-01-01.',
    [
      "any '' | 2024-01-01 | The forum /v2 was closed on 2024-01-01. | /v2",
      'removed | 2025-01-01 | /v1/a was removed on 2025-01-01. | /v1/a',
    ],
  ],
  [
    'The old forum was closed on 2024-01-01. Its posts: they are gone since 2024-02-02. /v1/a was removed on 2025-01-01.',
    ['removed | 2025-01-01 | Its posts: they are gone since 2024-02-02. /v1/a was removed on 2025-01-01. | /v1/a'],
  ],
  [
    '# Log\n\n## GET /v1/a\n\nDay of the announcement: 2024-01-01 (deprecated). Then 2025-01-01 (removed)',
    ['deprecated | 2024-01-01 | GET /v1/a | GET /v1/a', 'removed | 2025-01-01 | GET /v1/a | GET /v1/a'],
  ],
  [
    '# Log\n\n## GET /v1/a\n\nIt was announced! 2024-01-01 it is.\n\nDeprecated since 2025-01-01.',
    ['deprecated | 2025-01-01 | GET /v1/a | GET /v1/a'],
  ],
  [
    '# Log\n\n## GET /v1/a\n\nDeprecated since 2024-01-01 or 2025-01-01.',
    ["any '' | 2025-01-01 | GET /v1/a | GET /v1/a"],
  ],
  [
    '# Log\n\n## Deprecated since 2025-01-01\n\n- /v1/a, added on 2020-01-01 and removed on 2026-01-01\n- /v1/b (2024-01-01 and 2023-01-01)',
    [
      "any 'removed' | 2026-01-01 | /v1/a, added on 2020-01-01 and removed on 2026-01-01 | /v1/a",
      "deprecated 'Deprecated since 2025-01-01' | 2024-01-01 2023-01-01 '2024-01-01 and 2023-01-01' | /v1/b (2024-01-01 and 2023-01-01) | /v1/b",
    ],
  ],
  [
    'GET /v1/a was announced on 2019-01-01, deprecated 2019-03-01, removed 2022-08-23.',
    [
      'deprecated | 2019-03-01 | GET /v1/a was announced on 2019-01-01, deprecated 2019-03-01, removed 2022-08-23. | GET /v1/a',
      'removed | 2022-08-23 | GET /v1/a was announced on 2019-01-01, deprecated 2019-03-01, removed 2022-08-23. | GET /v1/a',
    ],
  ],
  [
    'Since 2025-09-19 GET /v1/a and GET /v1/b are deprecated, with support until 2026-09-19.',
    [
      'deprecated | 2025-09-19 | Since 2025-09-19 GET /v1/a and GET /v1/b are deprecated, with support until 2026-09-19. | GET /v1/a, GET /v1/b',
    ],
  ],
  [
    'Since 2025-09-19, GET /v1/a is deprecated and supported until 2026-09-19.',
    ['deprecated | 2025-09-19 | Since 2025-09-19, GET /v1/a is deprecated and supported until 2026-09-19. | GET /v1/a'],
  ],
  [
    'GET /v1/a is deprecated since 2025-09-19 and will work until 2026-09-19.',
    ['deprecated | 2025-09-19 | GET /v1/a is deprecated since 2025-09-19 and will work until 2026-09-19. | GET /v1/a'],
  ],
  [
    'As of 2025-09-19 GET /v1/a is deprecated; it works until 2026-09-19.',
    ['deprecated | 2025-09-19 | As of 2025-09-19 GET /v1/a is deprecated; it works until 2026-09-19. | GET /v1/a'],
  ],
  [
    '- Since 2025-09-19 `GET /v1/a` is deprecated (until 2026-09-19)',
    ['deprecated | 2025-09-19 | Since 2025-09-19 GET /v1/a is deprecated (until 2026-09-19) | GET /v1/a'],
  ],
  [
    '- From 2025-09-19 until its removal on 2026-09-19, `GET /v1/a` is deprecated',
    [
      "deprecated/removed 'removal' | 2025-09-19 2026-09-19 '2025-09-19 until its removal on 2026-09-19' | From 2025-09-19 until its removal on 2026-09-19, GET /v1/a is deprecated | GET /v1/a",
    ],
  ],
  [
    '- Since 2025-09-19, `GET /v1/a` is deprecated. Removal: 2026-09-19.',
    [
      'deprecated | 2025-09-19 | Since 2025-09-19, GET /v1/a is deprecated. Removal: 2026-09-19. | GET /v1/a',
      'removed | 2026-09-19 | Since 2025-09-19, GET /v1/a is deprecated. Removal: 2026-09-19. | GET /v1/a',
    ],
  ],
  [
    '- `GET /v1/a` — deprecated 2025-09-19, end of life 2026-09-19',
    ['deprecated | 2025-09-19 | GET /v1/a — deprecated 2025-09-19, end of life 2026-09-19 | GET /v1/a'],
  ],
  [
    '- `GET /v1/a`: deprecated (2025-09-19), shuts down 2026-09-19',
    ['deprecated | 2025-09-19 | GET /v1/a: deprecated (2025-09-19), shuts down 2026-09-19 | GET /v1/a'],
  ],
  [
    '- 2025-09-19: `GET /v1/a` is deprecated, see the post of 2025-09-20',
    ['deprecated | 2025-09-19 | 2025-09-19: GET /v1/a is deprecated, see the post of 2025-09-20 | GET /v1/a'],
  ],
  [
    '- 2025-09-19 `GET /v1/a`, `GET /v1/b` deprecated; last reviewed 2026-01-01',
    [
      'deprecated | 2025-09-19 | 2025-09-19 GET /v1/a, GET /v1/b deprecated; last reviewed 2026-01-01 | GET /v1/a, GET /v1/b',
    ],
  ],
  ['# Log\n\n## Deprecated\n\n- /v1/a\n\nnow /v2/b', ['deprecated |  | /v1/a | /v1/a']],
  ['# Log\n\n## Deprecated\n\n- /v1/a\n- now /v2/b', ['deprecated |  | /v1/a | /v1/a']],
  [
    '# Log\n\n## Deprecated\n\n- /v1/a\n\nThe v1 API too',
    ['deprecated |  | /v1/a | /v1/a', 'deprecated |  | The v1 API too | '],
  ],
  ['# Log\n\n## Deprecated\n\n- /v1/a\n\nnow /v1/b and /v2/b', ['deprecated |  | /v1/a | /v1/a']],
  [
    '# Log\n\n## Deprecated\n\n/v1/a since 2025-01-01 and /v1/b',
    ['deprecated | 2025-01-01 | /v1/a since 2025-01-01 and /v1/b | /v1/a, /v1/b'],
  ],
  [
    'GET /v1/a and GET /v1/b are deprecated since 2025-01-01 and 2025-02-01.',
    [
      "deprecated | 2025-01-01 2025-02-01 '2025-01-01 and 2025-02-01' | GET /v1/a and GET /v1/b are deprecated since 2025-01-01 and 2025-02-01. | GET /v1/a, GET /v1/b",
    ],
  ],
  ['Was /v2/a removed? It is no more.', ["any 'removed' |  | Was /v2/a removed? It is no more. | /v2/a"]],
  ['# Log\n\n## GET /v1/a\n\nStatus: Deprecated', ['deprecated |  | GET /v1/a | GET /v1/a']],
  [
    '# Log\n\n## GET /v1/a\n\nAnnounced on 2024-01-01 (in the forum). It is deprecated since 2025-01-01!',
    ['deprecated | 2025-01-01 | GET /v1/a | GET /v1/a'],
  ],
  [
    '# Log\n\n## GET /v1/a\n\n2024-01-01 Announced\n2025-01-01 Deprecated',
    ['deprecated | 2025-01-01 | GET /v1/a | GET /v1/a'],
  ],
  [
    '# Log\n\n## Deprecated since 2025-01-01\n\n- /v1/a (2026-01-01) is removed\n- /v1/b is removed since 2026-01-01, and 2024-01-01 is no day of it',
    [
      "any 'removed' | 2026-01-01 | /v1/a (2026-01-01) is removed | /v1/a",
      'removed | 2026-01-01 | /v1/b is removed since 2026-01-01, and 2024-01-01 is no day of it | /v1/b',
    ],
  ],
  [
    '# Log\n\n## Deprecated since 2025-01-01\n\n- /v1/a was shown on 2024-01-01. It was removed on 2026-01-01',
    ["any 'removed' | 2026-01-01 | /v1/a was shown on 2024-01-01. It was removed on 2026-01-01 | /v1/a"],
  ],
])('%j', (page, expected) => {
  expect(whole(rowsOfLists(sectionsOf(page))).map(shown)).toEqual(expected)
})
