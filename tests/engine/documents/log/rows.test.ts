import { expect, test } from 'vitest'
import { whole } from '../../../../checks/pieces.ts'
import { readLogRows } from '../../../../engine/documents/log/rows.ts'
import { collectProblems } from '../../../../engine/documents/problems.ts'
import { sectionsOf, shown } from './reading.ts'

test.each<readonly [string, readonly string[]]>([
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Removed|v1 API|2022-08-23|\n|Deprecated|/v1/a|2025-06-27|',
    ['removed | 2022-08-23 | v1 API | ', 'deprecated | 2025-06-27 | /v1/a | /v1/a'],
  ],
  ['|Status|Meaning|\n|-|-|\n|Removed|It is gone|', []],
  // A manual page as it is shown, minutes with numbers, and a letter in a table of one column.
  [
    'OLD(7)   Manual   OLD(7)\n\nLIST\n       2025-06-27, Deprecated\n              Calls:\n\n              GET /v1/b\n                     Replaced by operation GetRepository.\n\n       2022-08-23, Removed\n              v1 API\n\nSEE\n       hub(1)\n\nHub   March 2026   OLD(7)',
    [
      "deprecated '2025-06-27, Deprecated' | 2025-06-27 | GET /v1/b Replaced by operation GetRepository. | GET /v1/b | GET /v1/b => GetRepository",
      "removed '2022-08-23, Removed' | 2022-08-23 | v1 API | ",
    ],
  ],
  [
    '1.  Rules\n\n   There are none.\n\n2.  Calls\n\n   2.1.  Deprecated on 2025-06-27: old\n\n         GET  /v2/a\n',
    ["deprecated 'Deprecated on 2025-06-27: old' | 2025-06-27 | GET /v2/a | GET /v2/a"],
  ],
  [
    '1. RULES\n   There are none.\n\n2. CALLS\n\n   2.1  Status:  Deprecated\n        Feature: /v1/b\n        Date:    2025-06-27\n\n   2.2  Status:  Removed\n        Feature: v1 API\n        Date:    2022-08-23',
    [
      'deprecated | 2025-06-27 | Status: Deprecated Feature: /v1/b Date: 2025-06-27 | /v1/b',
      'removed | 2022-08-23 | Status: Removed Feature: v1 API Date: 2022-08-23 | ',
    ],
  ],
  [
    '<html><table><tr><td><p>Hello.</p></td></tr><tr><td><b>Removed</b> · 2022-08-23<br>v1 API<p>It is gone.</p></td></tr><tr><td>Deprecated · 2025-06-27: /v1/b</td></tr></table></html>',
    [
      'removed | 2022-08-23 | Removed · 2022-08-23 v1 API | ',
      'deprecated | 2025-06-27 | Deprecated · 2025-06-27: /v1/b | /v1/b',
    ],
  ],
  [
    '|Item|Status|Feature|Date|\n|-|-|-|-|\n|C1|Deprecated|/v1/b|2025-06-27|\n|C2|Removed|v1 API|2022-08-23|',
    ['deprecated | 2025-06-27 | /v1/b | /v1/b', 'removed | 2022-08-23 | v1 API | '],
  ],
  [
    'The v1 API was removed on 2022-08-23. It is deprecated, too.',
    ['removed | 2022-08-23 | The v1 API was removed on 2022-08-23. It is deprecated, too. | '],
  ],
  ['|Status|Feature|\n|-|-|\n|Removed|It is gone|', []],
  [
    '|Status|Feature|Date|Notes|\n|-|-|-|-|\n|Deprecated|CLI 5|2025-06-27|CLI 5 calls GET /v2/a.|\n|Deprecated|Boxes|2025-06-27|GET /v2/b|',
    ['deprecated | 2025-06-27 | CLI 5 |  | mixed', 'deprecated | 2025-06-27 | Boxes | GET /v2/b | mixed'],
  ],
  ['|Status|Feature|\n|-|-|\n|Removed|/v1/a|', ['removed |  | /v1/a | /v1/a']],
  ['|Status|Feature|\n|-|-|\n|Removed|v1 API|', []],
  [
    '|Endpoint|Use instead|Status|Date|Who|Note|\n|-|-|-|-|-|-|\n||not the v1 API|Removed|2022-08-23|us|all of v1|\n|/v2/a||Removed|2022-08-24|us|v1|',
    ['removed | 2022-08-23 | all of v1 | ', 'removed | 2022-08-24 | /v2/a | /v2/a'],
  ],
  ['|Endpoint|Status|Date|Note|\n|-|-|-|-|\n||Removed|2022-08-23|v1, see /v1/a|', ['removed | 2022-08-23 |  | /v1/a']],
  [
    '# Log\n\n## Entry 1\n\nSee: API v1\n\nFeature: the old API\n\nStatus: Removed\n\nDate: 2022-08-23',
    ['removed | 2022-08-23 | the old API | '],
  ],
  ...[
    'Feature: API v1',
    'Featured: none\n\nFeature: API v1',
    'Names: none\n\nSee: API v1',
    '(a) What: none\n\nSee: API v1',
    'See: the forum\n\nFeature: API v1',
    'See: API v2\n\nFeatures: API v1',
  ].map(
    fields =>
      [
        `# Log\n\n## Entry 1\n\n${fields}\n\nStatus: Removed\n\nDate: 2022-08-23`,
        ['removed | 2022-08-23 | API v1 | '],
      ] as const,
  ),
  ['# 2022-08-23\n\n|Status|Feature|\n|-|-|\n|Removed|v1 API|', ['removed | 2022-08-23 | v1 API | ']],
  ['# 2022-08-23\n\n## v1 API\n\nThe v1 API is deprecated.', ['deprecated | 2022-08-23 | v1 API | ']],
  [
    '# Log\n\n## Removed v1 routes\n\n/v2/b\n\n/v1/a, /v2/b\n\nThe v1 API',
    ["removed 'Removed v1 routes' |  | /v1/a, /v2/b | /v1/a, /v2/b", "removed 'Removed v1 routes' |  | The v1 API | "],
  ],
  ['# Log\n\n## Removed legacy v1 routes\n\n/v2/b', ["removed 'Removed legacy v1 routes' |  | /v2/b | /v2/b"]],
  [
    'Deprecated since 2022-08-23\n\n/v2/a\n\nGetRepository is what to call',
    ["deprecated 'Deprecated since 2022-08-23' | 2022-08-23 | /v2/a | /v2/a"],
  ],
  ['# Entry 1\n\n- Feature: API v1\n- Status: Removed\n- Date: 2022-08-23', ['removed | 2022-08-23 | API v1 | ']],
  [
    'DEPRECATED\n  2025-09-19  GET /v2/a\n  2025-06-27  POST /v2/b\n\nREMOVED\n  2022-08-23  v1 API',
    [
      'deprecated | 2025-09-19 | 2025-09-19 GET /v2/a | GET /v2/a',
      'deprecated | 2025-06-27 | 2025-06-27 POST /v2/b | POST /v2/b',
      'removed | 2022-08-23 | 2022-08-23 v1 API | ',
    ],
  ],
  ['# Entry 1\n\nName : the old API\n\nStatus: Removed', ['removed |  | the old API | ']],
  [
    '# Entry 1\n\n**Affected:** the v1 API\n**Status:** Removed\n**Since:** 2022-08-23\n**To do:** use v2 instead of v1',
    ['removed | 2022-08-23 | the v1 API | '],
  ],
  [
    '# Entry 1\n\n- Short name: v1\n- Name: API v1\n- Status: Removed\n- Date: 2022-08-23',
    ['removed | 2022-08-23 | API v1 | '],
  ],
  ['# The v1 API\n\nFeature: x\n\nStatus: Removed', ['removed |  | The v1 API | ']],
  [
    '|Status|Date|\n|-|-|\n|Removed|2022-08-23|\n\n/v1/a',
    ["removed 'Removed 2022-08-23' | 2022-08-23 | /v1/a | /v1/a"],
  ],
  ['|Status|Date|\n|-|-|\n|Removed|2022-08-23|\n|Removed|2022-08-24|\n\n/v1/a', []],
  [
    '(Removed: the v1 API, which has been deprecated since 2022-08-23)',
    ['removed | 2022-08-23 | (Removed: the v1 API, which has been deprecated since 2022-08-23) | '],
  ],
  [
    'The v1 API has been deprecated. Removed: nothing',
    ["deprecated/removed 'deprecated' |  | The v1 API has been deprecated. Removed: nothing | "],
  ],
  [
    '/v2/a was temporarily disabled on 2022-08-23.',
    ["any '' | 2022-08-23 | /v2/a was temporarily disabled on 2022-08-23. | /v2/a"],
  ],
  ['/v2/a was hidden a few short days in 2022.', []],
  ['/v2/a was removed for 2 minutes.', []],
  ['|Status|Feature|\n|-|-|\n|Removed|[a](#a)|\n\n# A\n\n/v1/a', ['removed |  | a | /v1/a | itself ']],
  ['|Status|Feature|\n|-|-|\n|Removed|[a](#b)|\n\n# A\n\n/v1/a', []],
  ['|Status|Date|\n|-|-|\n|Removed|2022-08-23|', []],
  ['|Kind|Feature|Date|\n|-|-|-|\n|New|/v1/a|2022-08-23|', []],
  ['|Feature|Date|\n|-|-|\n|/v1/a|2022-08-23|', ["any '' | 2022-08-23 | /v1/a | /v1/a"]],
  ['|Old|New|\n|-|-|\n|/v1/a|/v2/a|', []],
  [
    '# Removed on 2022-08-23\n\n|Old|New|\n|-|-|\n|/v1/a|/v2/a|',
    ["removed 'Removed on 2022-08-23' | 2022-08-23 | /v1/a | /v1/a | /v1/a => /v2/a"],
  ],
  ['# Removed\n\n|Old|New|\n|-|-|\n|/v1/a|/v2/a|', []],
  ['# 2022-08-23\n\n|Old|New|\n|-|-|\n|/v1/a|/v2/a|', []],
  [
    '|Endpoint|Deprecated|Removed|\n|-|-|-|\n|/v1/a|2022-08-23|2023-08-23|',
    ['deprecated | 2022-08-23 | /v1/a | /v1/a', 'removed | 2023-08-23 | /v1/a | /v1/a'],
  ],
  [
    '|Endpoint|Deprecated|Removed|\n|-|-|-|\n|/v1/a|yes|no|\n|/v1/b|✗|x|\n|/v1/c|||\n|/v1/d|-|–|\n|/v1/e|n/a|None|\n|/v1/f|FALSE|2023-08-23|',
    ['deprecated |  | /v1/a | /v1/a', 'removed |  | /v1/b | /v1/b', 'removed | 2023-08-23 | /v1/f | /v1/f'],
  ],
  [
    '|Endpoint|Deprecated|Removed|\n|-|-|-|\n|/v1/a|2022-08-23|until 2023-08-23|\n|/v1/b|till 2022-08-23|2023-08-23|\n|/v1/c|up to 2022-08-23|before 2023-08-23|',
    ['deprecated | 2022-08-23 | /v1/a | /v1/a', 'removed | 2023-08-23 | /v1/b | /v1/b'],
  ],
  [
    '|Endpoint|Removed|Date|\n|-|-|-|\n|/v1/a|✓|2022-08-23|\n|/v1/b|no|2022-08-23|',
    ['removed | 2022-08-23 | /v1/a | /v1/a'],
  ],
  [
    '|Endpoint|Status|Deprecated|Removed|\n|-|-|-|-|\n|/v1/a|Removed|2022-08-23|2023-08-23|\n|/v1/b|Deprecated|2022-08-23||\n|/v1/c|Active|2022-08-23||',
    ['removed | 2023-08-23 | /v1/a | /v1/a', 'deprecated | 2022-08-23 | /v1/b | /v1/b', 'active |  | /v1/c | /v1/c'],
  ],
  [
    '|Status|Endpoint|Deprecated on|Planned removal|\n|-|-|-|-|\n|Deprecated|/v1/a|2022-08-23|2023-08-23|\n|Removed|/v1/b|2022-08-23|2023-08-23|\n|Active|/v1/c|2022-08-23||',
    ['deprecated | 2022-08-23 | /v1/a | /v1/a', 'removed | 2023-08-23 | /v1/b | /v1/b', 'active |  | /v1/c | /v1/c'],
  ],
  [
    '|Status|Endpoint|Announced on|Date|\n|-|-|-|-|\n|Deprecated|/v1/a|2022-08-23|2023-08-23|\n|Deprecated|/v1/a|2022-08-23||',
    ['deprecated | 2023-08-23 | /v1/a | /v1/a', 'deprecated |  | /v1/a | /v1/a'],
  ],
  [
    '|Status|Endpoint|Announced on|Published on|\n|-|-|-|-|\n|Deprecated|/v1/a|2022-08-23|2022-08-24|',
    ["deprecated | 2022-08-23 2022-08-24 'announced on: 2022-08-23 published on: 2022-08-24' | /v1/a | /v1/a"],
  ],
  [
    '|Status|Endpoint|\n|-|-|\n|Deprecated since 2022-08-23|/v1/a|\n|Deprecated 2022-08-23, removed 2023-08-23|/v1/b|\n|Deprecated 2022-08-23, 2022-08-24|/v1/c|',
    [
      "deprecated 'Deprecated since 2022-08-23' | 2022-08-23 | /v1/a | /v1/a",
      'deprecated | 2022-08-23 | /v1/b | /v1/b',
      'removed | 2023-08-23 | /v1/b | /v1/b',
      'deprecated | 2022-08-23 | /v1/c | /v1/c',
    ],
  ],
  ['# 2022-08-23\n\n|Status|Endpoint|Date|\n|-|-|-|\n|Removed|/v1/a||', ['removed |  | /v1/a | /v1/a']],
  [
    '|Endpoint|Date|\n|-|-|\n|/v1/a|2022-08-23|\n|/v1/b||\n|/v1/c|-|',
    [
      "any '' | 2022-08-23 | /v1/a | /v1/a",
      "any '' |  '2022-08-23' | /v1/b | /v1/b",
      "any '' |  '2022-08-23' | /v1/c | /v1/c",
    ],
  ],
  [
    '|Endpoint|Date|\n|-|-|\n|/v1/a|Removed on 2022-08-23|',
    ["removed 'Removed on 2022-08-23' | 2022-08-23 'Removed on 2022-08-23' | /v1/a | /v1/a"],
  ],
  [
    '|Deprecated endpoint|Date|\n|-|-|\n|/v1/a|2022-08-23|',
    ["deprecated 'deprecated endpoint' | 2022-08-23 | /v1/a | /v1/a"],
  ],
  [
    '|Endpoint|Foo|Date|\n|-|-|-|\n|/v1/a|Removed|2022-08-23|\n|/v1/b|something|2022-08-23|',
    ["any 'Removed' | 2022-08-23 | /v1/a | /v1/a", "any 'something' | 2022-08-23 | /v1/b | /v1/b"],
  ],
  [
    '|Status|Endpoint|Date|\n|-|-|-|\n|Removed|/v1/a|2022-08-23|\n|"|/v1/b|"|\n|ditto|/v1/c|same as above|\n||/v1/d||',
    [
      'removed | 2022-08-23 | /v1/a | /v1/a',
      'removed | 2022-08-23 | /v1/b | /v1/b',
      'removed | 2022-08-23 | /v1/c | /v1/c',
      'removed | 2022-08-23 | /v1/d | /v1/d',
    ],
  ],
  [
    '|Status|Endpoint|Date|\n|-|-|-|\n|Removed|/v1/a|2022-08-23|\n|Deprecated|/v1/b||\n||/v1/c|2023-08-23|\n||||',
    [
      'removed | 2022-08-23 | /v1/a | /v1/a',
      'deprecated |  | /v1/b | /v1/b',
      "any '' | 2023-08-23 | /v1/c | /v1/c",
      ' |  |  | ',
    ],
  ],
  ['|Status|Endpoint|Date|\n|-|-|-|\n|"|/v1/a|2022-08-23|', [" '\"' | 2022-08-23 | /v1/a | /v1/a"]],
  [
    '|Status|Endpoint|\n|-|-|\n|Removed|/v1/a|\n|"|/v1/b|\n||/v1/c|',
    ['removed |  | /v1/a | /v1/a', "any '\"' |  | /v1/b | /v1/b", ' |  | /v1/c | /v1/c'],
  ],
  [
    '|Status|Endpoint|Date|\n|-|-|-|\n|Removed|/v1/a|2022-08-23|\n||the notes||',
    ['removed | 2022-08-23 | /v1/a | /v1/a', ' |  | the notes | '],
  ],
  [
    '|Status|Endpoint|Date|\n|-|-|-|\n|Removed|/v1/a|2022-08-23|\n|"|the notes|"|',
    ['removed | 2022-08-23 | /v1/a | /v1/a | mixed', 'removed | 2022-08-23 | the notes |  | mixed'],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Removed|v1 API (restored on 2023-01-01)|2022-08-23|\n|Removed|v1 API except search|2022-08-23|\n|Removed|v1 API, still available|2022-08-23|\n|Deprecated|v1 API, still available|2022-08-23|\n||v1 API (restored)|2022-08-23|',
    [
      "any 'Removed' | 2022-08-23 | v1 API (restored on 2023-01-01) | ",
      "any 'Removed' | 2022-08-23 | v1 API except search | ",
      "any 'Removed' | 2022-08-23 | v1 API, still available | ",
      'deprecated | 2022-08-23 | v1 API, still available | ',
      ' | 2022-08-23 | v1 API (restored) | ',
    ],
  ],
  [
    '|Status|Endpoint|Date|Notes|\n|-|-|-|-|\n|Deprecated|/v1/a|2022-08-23|Removed on 2023-08-23.|\n|Deprecated|/v1/b|2022-08-23|It was removed on 2023-08-23. It was big.|\n|Deprecated|/v1/c|2022-08-23|Removed from 2023-08-23 to 2023-09-01.|\n|Deprecated|/v1/d|2022-08-23|Removed on 2023-08-23 for all.|\n|Deprecated|/v1/e|2022-08-23|We like 2023-08-23.|',
    [
      'deprecated | 2022-08-23 | /v1/a | /v1/a',
      "removed 'Removed on' | 2023-08-23 | /v1/a | /v1/a",
      'deprecated | 2022-08-23 | /v1/b | /v1/b',
      "removed 'It was removed on' | 2023-08-23 | /v1/b | /v1/b",
      'deprecated | 2022-08-23 | /v1/c | /v1/c',
      'deprecated | 2022-08-23 | /v1/d | /v1/d',
      'deprecated | 2022-08-23 | /v1/e | /v1/e',
    ],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Deprecated|[a](#a)|2022-08-23|\n\n# A\n\nRemoved on 2023-08-23.\n\n- Removed on 2024-08-23.',
    [
      'deprecated | 2022-08-23 | a | ',
      "removed 'Removed on' | 2023-08-23 | a | ",
      'removed | 2024-08-23 | Removed on 2024-08-23. | ',
    ],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Deprecated|[a](#a)|2022-08-23|\n\n# A\n\nRemoved on 2023-08-23.\n\n## B\n\nMore',
    ['deprecated | 2022-08-23 | a | '],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Deprecated|[a](#a), [c](#c)|2022-08-23|\n\n# A\n\nRemoved on 2023-08-23.\n\n# C\n\n/v1/c',
    ['deprecated | 2022-08-23 | a, c | /v1/c | itself '],
  ],
  [
    '# Log\n\n|Status|Feature|Date|\n|-|-|-|\n|Removed|[log](#log), [a](#a)|2022-08-23|\n|Removed|[b](#b)|2022-08-23|\n\n## A\n\n/v1/a\n\n### B\n\n/v1/b',
    ['removed | 2022-08-23 | log, a | /v1/a | itself ', 'removed | 2022-08-23 | b | /v1/b | itself '],
  ],
  [
    '|Status|Feature|New|Date|\n|-|-|-|-|\n|Removed|/v1/a|[a](#a)|2022-08-23|\n\n# A\n\n/v2/a',
    ['removed | 2022-08-23 | /v1/a | /v1/a'],
  ],
  [
    '|Status|Feature|Feature|Date|\n|-|-|-|-|\n|Removed||/v1/a|2022-08-23|\n|Removed|/v1/b|/v1/c|2022-08-23|\n|Removed|||2022-08-23|',
    [
      'removed | 2022-08-23 | /v1/a | /v1/a | mixed',
      'removed | 2022-08-23 | /v1/b | /v1/b, /v1/c | mixed',
      'removed | 2022-08-23 |  |  | mixed',
    ],
  ],
  [
    '✗ = removed, ⚠ = deprecated\n\n|Status|Feature|Date|\n|-|-|-|\n|✗|/v1/a|2022-08-23|\n|⚠️|/v1/b|2022-08-23|\n|?|/v1/c|2022-08-23|\n|✗|/v1/d|✗|',
    [
      'removed | 2022-08-23 | /v1/a | /v1/a',
      'deprecated | 2022-08-23 | /v1/b | /v1/b',
      "any '?' | 2022-08-23 | /v1/c | /v1/c",
      'removed |  | /v1/d | /v1/d',
    ],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Removed|v1 API|2022-08-23|\n\n- GET /v2/a was removed on 2023-08-23.\n- The v1 API was removed on 2023-01-01.\n- /v2/b was removed.\n- /v2/c is as of 2023-08-23.',
    [
      'removed | 2022-08-23 | v1 API | ',
      'removed | 2023-08-23 | GET /v2/a was removed on 2023-08-23. | GET /v2/a',
      "removed | (2022-08-23..2023-01-01) '2022-08-23' | /v2/b was removed. | /v2/b",
      'removed | 2023-08-23 | GET /v2/a was removed on 2023-08-23. | GET /v2/a',
      'removed | 2023-01-01 | The v1 API was removed on 2023-01-01. | ',
    ],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n||GET /v2/a|2022-08-23|\n\n- GET /v2/a was removed on 2023-08-23.',
    [
      ' | 2022-08-23 | GET /v2/a | GET /v2/a',
      'removed | 2023-08-23 | GET /v2/a was removed on 2023-08-23. | GET /v2/a',
      'removed | 2023-08-23 | GET /v2/a was removed on 2023-08-23. | GET /v2/a',
    ],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Removed|GET /v2/a|2022-08-23|\n\n- PUT /v2/a was removed on 2023-08-23.\n- /v2/a was deprecated on 2023-08-23.\n- /v1/a was removed on 2022-01-01.',
    [
      'removed | 2022-08-23 | GET /v2/a | GET /v2/a',
      'removed | 2023-08-23 | PUT /v2/a was removed on 2023-08-23. | PUT /v2/a',
      'removed | 2022-01-01 | /v1/a was removed on 2022-01-01. | /v1/a',
      'removed | 2023-08-23 | PUT /v2/a was removed on 2023-08-23. | PUT /v2/a',
      'deprecated | 2023-08-23 | /v2/a was deprecated on 2023-08-23. | /v2/a',
      'removed | 2022-01-01 | /v1/a was removed on 2022-01-01. | /v1/a',
    ],
  ],
  ['2022-08-23\n\n- Removed: something\n- GET /v1/a', ["any '' | 2022-08-23 | GET /v1/a | GET /v1/a"]],
  ['# 2022-08-23\n\n- the v1 API\n- removed', ["any '' | 2022-08-23 | the v1 API | "]],
  [
    '|Status|Endpoint|Date|\n|-|-|-|\n|Removed|/v1/a|2022-08-23|\n\n- removed on 2023-08-23',
    ['removed | 2022-08-23 | /v1/a | /v1/a', 'removed | 2023-08-23 | removed on 2023-08-23 | '],
  ],
  [
    '|Status|Endpoint|Date|\n|-|-|-|\n|Removed|GET /v2/a|2022-08-23|\n\n- GET /v2/a was deprecated on 2023-08-23.\n- POST /v2/a was deprecated on 2023-08-23.\n- /v2/a was removed on 2023-08-23 for a test.',
    [
      'removed | 2022-08-23 | GET /v2/a | GET /v2/a',
      'deprecated | 2023-08-23 | POST /v2/a was deprecated on 2023-08-23. | POST /v2/a',
      'deprecated | 2023-08-23 | GET /v2/a was deprecated on 2023-08-23. | GET /v2/a',
      'deprecated | 2023-08-23 | POST /v2/a was deprecated on 2023-08-23. | POST /v2/a',
    ],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Removed|v1|2022-08-23|\n\n- /v1/repositories/a was removed on 2023-08-23, a test.',
    ['removed | 2022-08-23 | v1 | '],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Removed|/v1/repositories/a|2022-08-23|\n\n- The v1 API was removed on 2023-08-23, a test.',
    ['removed | 2022-08-23 | /v1/repositories/a | /v1/repositories/a'],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Removed|/v2/b|2022-08-23|\n\n- The v1 API was removed on 2023-08-23, a test.\n- /v2/c was removed, a test.\n- /v2/d was deprecated or removed on 2023-08-23, a test.',
    [
      'removed | 2022-08-23 | /v2/b | /v2/b',
      'removed | 2023-08-23 | The v1 API was removed on 2023-08-23, a test. | ',
      "removed | (2022-08-23|2023-08-23) '2022-08-23' | /v2/c was removed, a test. | /v2/c",
    ],
  ],
  [
    '|Endpoint|Deprecated or removed|\n|-|-|\n|/v1/a|2022-08-23|',
    ["deprecated/removed 'deprecated or removed' | 2022-08-23 | /v1/a | /v1/a"],
  ],
  [
    '|Endpoint|Deprecated|Removed|\n|-|-|-|\n|/v1/a|2022-08-23|2023-08-23|\n|/v1/b|2022-08-23|not until 2023-08-23|\n|/v1/c|(until 2022-08-23)|2023-08-23|\n|/v1/d|2022-08-23|nobody|\n|/v1/e|2022-08-23|casino|\n|/v1/f|2022-08-23|⏳|\n|/v1/g|2022-08-23|…|\n|/v1/h|2022-08-23|no, 2023-08-23|\n|/v1/i|2022-08-23|x until 2023-08-23|',
    [
      'deprecated | 2022-08-23 | /v1/a | /v1/a',
      'deprecated | 2022-08-23 | /v1/b | /v1/b',
      'deprecated | 2022-08-23 | /v1/d | /v1/d',
      'deprecated | 2022-08-23 | /v1/e | /v1/e',
      'deprecated | 2022-08-23 | /v1/f | /v1/f',
      'deprecated | 2022-08-23 | /v1/g | /v1/g',
      'deprecated | 2022-08-23 | /v1/h | /v1/h',
      'deprecated | 2022-08-23 | /v1/i | /v1/i',
    ],
  ],
  [
    '# 2022-08-23 2023-08-23\n\n|Status|Endpoint|\n|-|-|\n|Removed|/v1/a|',
    ['removed | 2022-08-23 2023-08-23 | /v1/a | /v1/a'],
  ],
  ['# 2022-08-23\n\n|Status|Endpoint|Date|\n|-|-|-|\n|Removed|/v1/a|soon|', ["removed |  'soon' | /v1/a | /v1/a"]],
  [
    '|Status|Feature|\n|-|-|\n|Removed|/v1/a|\n|Removed|the old one|',
    ['removed |  | /v1/a | /v1/a | mixed', 'removed |  | the old one |  | mixed'],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Removed|/v1/a GetRepository|2022-08-23|\n|Removed|x|2022-08-23|',
    ['removed | 2022-08-23 | /v1/a GetRepository | /v1/a | mixed', 'removed | 2022-08-23 | x |  | mixed'],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n||/v1/a|2022-08-23|\n||x|2022-08-23|',
    [' | 2022-08-23 | /v1/a | /v1/a', ' | 2022-08-23 | x | '],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Deprecated 2022-08-23, removed 2023-08-23|x||',
    ['deprecated | 2022-08-23 | x |  | mixed', 'removed | 2023-08-23 | x |  | mixed'],
  ],
  [
    '# Deprecated endpoints\n\n|Status|Feature|Date|\n|-|-|-|\n|Removed|/v2/a|2022-08-23|\n\n## Removed\n\n|Endpoint|Date|\n|-|-|\n|/v2/b|2022-08-23|\n\n## Usage of deprecated endpoints\n\n|Endpoint|Date|\n|-|-|\n|/v2/c|2022-08-23|\n\n## Removed on 2022-08-23\n\n|Old|New|\n|-|-|\n|/v2/d|/v2/e|',
    [
      'removed | 2022-08-23 | /v2/a | /v2/a',
      'removed | 2022-08-23 | /v2/b | /v2/b',
      "any '' | 2022-08-23 | /v2/c | /v2/c",
      "removed 'Removed on 2022-08-23' | 2022-08-23 | /v2/d | /v2/d | /v2/d => /v2/e",
    ],
  ],
  ['|Feature|Removed|\n|-|-|\n|v1 API|2022-08-23|', ['removed | 2022-08-23 | v1 API | ']],
  ['|Status|Feature|\n|-|-|\n|Removed|[A](#x)|\n\n# A\n\n/v1/a', []],
  [
    '|Status|Endpoint|Deprecated on|Removed on|\n|-|-|-|-|\n|Deprecated|/v1/a|2022-08-23|later|\n|Removed|/v1/b|long ago|2022-01-01|\n|Deprecated|/v1/c||later|',
    [
      'deprecated | 2022-08-23 | /v1/a | /v1/a',
      'removed | 2022-01-01 | /v1/b | /v1/b',
      "deprecated |  'later' | /v1/c | /v1/c",
    ],
  ],
  [
    '|Status|Endpoint|Since|Sunset|\n|-|-|-|-|\n|Deprecated|/v1/a|2022-08-23|2023-08-23|',
    ['deprecated | 2022-08-23 | /v1/a | /v1/a'],
  ],
  [
    '|Status|Endpoint|Date|Effective|\n|-|-|-|-|\n|Deprecated|/v1/a|2022-08-23|2023-08-23|\n|Deprecated|/v1/b|2022-08-23||',
    ['deprecated | 2023-08-23 | /v1/a | /v1/a', 'deprecated | 2022-08-23 | /v1/b | /v1/b'],
  ],
  [
    '# Log\n\n## Deprecated on 2025-09-19\n\n|Endpoint|Earliest removal|\n|-|-|\n|/v1/a|2027-08-23|',
    ["deprecated 'Deprecated on 2025-09-19' | 2025-09-19 | /v1/a | /v1/a"],
  ],
  [
    '# Log\n\n## Deprecated on 2025-09-19\n\n|Status|Endpoint|Earliest removal|\n|-|-|-|\n|Deprecated|/v1/a|2027-08-23|\n|Proposed|/v1/b|2027-08-23|\n|Active|/v1/c||',
    [
      'deprecated | 2025-09-19 | /v1/a | /v1/a',
      "any 'Proposed' | 2025-09-19 | /v1/b | /v1/b",
      'active | 2025-09-19 | /v1/c | /v1/c',
    ],
  ],
  [
    '# Log\n\n## Deprecated endpoints\n\n|Endpoint|Since|Planned removal|\n|-|-|-|\n|/v1/a|2025-08-23|2027-08-23|',
    ["deprecated 'Deprecated endpoints' | 2025-08-23 | /v1/a | /v1/a"],
  ],
  [
    '# Log\n\n## Deprecated endpoints\n\n|Endpoint|Planned removal|\n|-|-|\n|/v1/a|2027-08-23|',
    ["deprecated 'Deprecated endpoints' |  '2027-08-23' | /v1/a | /v1/a"],
  ],
  ['|Endpoint|Sunset|\n|-|-|\n|/v1/a|2027-08-23|', ["deprecated/removed 'sunset' | 2027-08-23 | /v1/a | /v1/a"]],
  [
    '|Status|Endpoint|Date|\n|-|-|-|\n|Deprecated since 2022-08-23|/v1/a|see notes|',
    ["deprecated 'Deprecated since 2022-08-23' | 2022-08-23 'see notes' | /v1/a | /v1/a"],
  ],
  [
    '|Endpoint|Deprecated|Removed|\n|-|-|-|\n|/v1/a|•||\n|/v1/b|from 2022-08-23 until 2023-08-23|no|',
    [
      'deprecated |  | /v1/a | /v1/a',
      "deprecated | 2022-08-23 2023-08-23 'from 2022-08-23 until 2023-08-23' | /v1/b | /v1/b",
    ],
  ],
  [
    '|Status|Feature|Date|Owner|\n|-|-|-|-|\n|Deprecated|v1 API|2022-08-23|Nobody any more. It was removed on 2023-08-23.|',
    ['deprecated | 2022-08-23 | v1 API | ', "removed 'It was removed on' | 2023-08-23 | v1 API | "],
  ],
  ['|Feature|Removed|\n|-|-|\n|/v1/a|2022-08-23|\n|x||', ['removed | 2022-08-23 | /v1/a | /v1/a']],
  ['# 2022-08-23\n\n|Status|Feature|Date|\n|-|-|-|\n|Removed|v1|API|', ["removed |  'API' | v1 | "]],
  ['Date: 2022-08-23\n\nDear all', []],
  [
    '|Status|Endpoint|Date|\n|-|-|-|\n|Removed|GET /v2/a|2022-08-23|\n\n- Removed: /v2/a\n- Removed: /v2/b',
    ['removed | 2022-08-23 | GET /v2/a | GET /v2/a', "removed | (2022-08-23) '2022-08-23' | Removed: /v2/b | /v2/b"],
  ],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Removed|[Old routes](#x1) and more|2022-08-23|\n\n# Old routes\n\n/v1/a',
    ['removed | 2022-08-23 | Old routes and more | /v1/a | itself '],
  ],
  [
    '|Deprecated route|Removed|Date|\n|-|-|-|\n|/v1/a|for a while|2022-08-23|\n|/v1/b|never|2022-08-23|',
    [
      "deprecated 'deprecated route' | 2022-08-23 | /v1/a | /v1/a",
      "deprecated 'deprecated route' | 2022-08-23 | /v1/b | /v1/b",
    ],
  ],
  [
    '|Status|Endpoint|Date|\n|-|-|-|\n|Removed|GET /v1/a|2022-08-23|\n\n- The old /v1/a: removed on 2023-08-23.',
    [
      'removed | 2022-08-23 | GET /v1/a | GET /v1/a',
      'removed | 2023-08-23 | The old /v1/a: removed on 2023-08-23. | /v1/a',
    ],
  ],
  [
    '|Status|Endpoint|Date|Replacement|\n|-|-|-|-|\n|Removed|/v1/a|2022-08-23|/v2/a|\n||/v1/b||',
    ['removed | 2022-08-23 | /v1/a | /v1/a | /v1/a => /v2/a', 'removed | 2022-08-23 | /v1/b | /v1/b'],
  ],
  [
    '|Endpoint|Date|\n|-|-|\n|/v1/a||\n|/v1/b|2022-08-23|',
    ["any '' |  | /v1/a | /v1/a", "any '' | 2022-08-23 | /v1/b | /v1/b"],
  ],
  [
    '|Status|Endpoint|Date|Earliest removal|\n|-|-|-|-|\n|Proposed|/v1/a|2022-08-23|2027-08-23|',
    ["any 'Proposed' | 2022-08-23 | /v1/a | /v1/a"],
  ],
  [
    '|Endpoint|Date|\n|-|-|\n|Deprecated: GET /v1/a|2022-08-23|\n|**Removed** – /v1/b|2022-08-23|\n|Retired  POST  /v1/c|2022-08-23|\n|old /v1/d|2022-08-23|\n|Deprecated-since: /v1/e|2022-08-23|\n|Removed /v1/f|2022-08-23|',
    [
      'deprecated | 2022-08-23 | Deprecated: GET /v1/a | GET /v1/a',
      'removed | 2022-08-23 | Removed – /v1/b | /v1/b',
      "removed 'Retired' | 2022-08-23 | Retired POST /v1/c | POST /v1/c",
      "any '' | 2022-08-23 | old /v1/d | /v1/d",
      "any '' | 2022-08-23 | Deprecated-since: /v1/e | /v1/e",
      'removed | 2022-08-23 | Removed /v1/f | /v1/f',
    ],
  ],
  ['|Old|Date|\n|-|-|\n|Deprecated: /v1/a|2022-08-23|', ['deprecated | 2022-08-23 | Deprecated: /v1/a | /v1/a']],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Deprecated|Old routes, see [a](#a)|2022-08-23|\n\n# A\n\n/v1/a\n\n# Old routes, see a\n\n/v1/b',
    ['deprecated | 2022-08-23 | Old routes, see a | /v1/a | itself '],
  ],
  [
    '|Status|Old|Date|\n|-|-|-|\n|Deprecated|Routes|2022-08-23|\n\n# Routes\n\n/v1/b',
    ['deprecated | 2022-08-23 | Routes | /v1/b | itself '],
  ],
  ['Status: Removed\n\nDate: 2022-08-23\n\nGET /v1/a', ['removed | 2022-08-23 |  | GET /v1/a | itself ']],
  [
    '|Status|Feature|Date|\n|-|-|-|\n|Removed|/v1/a|2022-08-23|\n\n## Others\n\n- /v2/b was removed.',
    ['removed | 2022-08-23 | /v1/a | /v1/a'],
  ],
  [
    '|Status|Endpoint|Date|\n|-|-|-|\n|Removed|/v2/a|2022-08-23|\n\n- GET /v2/a was removed on 2023-08-23, a test.',
    ['removed | 2022-08-23 | /v2/a | /v2/a'],
  ],
  [
    'GET /v1/a: 2025-01-01(announced), 2025-02-02 (deprecated)',
    ["any 'deprecated' | 2025-02-02 | GET /v1/a: 2025-01-01(announced), 2025-02-02 (deprecated) | GET /v1/a"],
  ],
  [
    'GET /v1/a was deprecated on 2025-01-01 by us (in an announcement), and again on 2025-02-02.',
    [
      'deprecated | 2025-01-01 | GET /v1/a was deprecated on 2025-01-01 by us (in an announcement), and again on 2025-02-02. | GET /v1/a',
    ],
  ],
  [
    'It was shown on 2025-01-01, deprecated (announced) on 2025-02-02: GET /v1/a',
    [
      "any 'deprecated' | 2025-01-01 | It was shown on 2025-01-01, deprecated (announced) on 2025-02-02: GET /v1/a | GET /v1/a",
    ],
  ],
  [
    'Was GET /v1/a removed? Yes, there is no doubt. It was removed on 2022-08-23.',
    [
      "any 'removed' | 2022-08-23 | Was GET /v1/a removed? Yes, there is no doubt. It was removed on 2022-08-23. | GET /v1/a",
    ],
  ],
  [
    '# Log\n\n## Deprecated on 2025-09-19\n\n- GET /v1/repositories/a\n\nThe v1 API is a thing of the past.',
    [
      "deprecated 'Deprecated on 2025-09-19' | 2025-09-19 | GET /v1/repositories/a | GET /v1/repositories/a",
      "deprecated 'Deprecated on 2025-09-19' | 2025-09-19 | The v1 API is a thing of the past. | ",
    ],
  ],
  [
    '# Log\n\n## Deprecated on 2025-09-19\n\nGET /v1/repositories/a and more of it. POST /v2/b is old, too.\n\nNow it is POST /v2/b.',
    [
      "deprecated 'Deprecated on 2025-09-19' | 2025-09-19 | GET /v1/repositories/a and more of it. POST /v2/b is old, too. | GET /v1/repositories/a, POST /v2/b",
    ],
  ],
  [
    'GET /v1/a and, since 2025-09-19, GET /v1/b are deprecated.',
    ['deprecated | 2025-09-19 | GET /v1/a and, since 2025-09-19, GET /v1/b are deprecated. | GET /v1/a, GET /v1/b'],
  ],
  ['# Log\n\n## 2025-09-19\n\n### GET /v1/a\n\nIt is deprecated.', ['deprecated | 2025-09-19 | GET /v1/a | GET /v1/a']],
  [
    'GET /v1/a: deprecated 2021-01-01, removed 2022-01-01. GET /v1/b: removed 2023-01-01.',
    [
      'deprecated | 2021-01-01 | GET /v1/a: deprecated 2021-01-01, removed 2022-01-01. | GET /v1/a',
      'removed | 2022-01-01 | GET /v1/a: deprecated 2021-01-01, removed 2022-01-01. | GET /v1/a',
      'removed | 2023-01-01 | GET /v1/b: removed 2023-01-01. | GET /v1/b',
    ],
  ],
  [
    'Removed 2022-01-01: GET /v1/a, deprecated 2023-01-01 or 2024-01-01: GET /v1/b',
    [
      'removed | 2022-01-01 | Removed 2022-01-01: GET /v1/a | GET /v1/a',
      "deprecated | 2023-01-01 2024-01-01 '2023-01-01 or 2024-01-01' | , deprecated 2023-01-01 or 2024-01-01: GET /v1/b | GET /v1/b",
    ],
  ],
  [
    'Deprecated GET /v1/a 2022-01-01, removed GET /v1/b 2023-01-01',
    [
      'deprecated | 2022-01-01 | Deprecated GET /v1/a 2022-01-01 | GET /v1/a',
      'removed | 2023-01-01 | , removed GET /v1/b 2023-01-01 | GET /v1/b',
    ],
  ],
  ['# Log\n\n## 2022-08-23\n\n|Status|Feature|\n|-|-|\n|Removed|v1 API|', ['removed | 2022-08-23 | v1 API | ']],
  ['|Status|Feature|\n|-|-|\n|Removed|v1 API|', []],
  ['# Log\n\n## 2022-08-23\n\n|Status|Feature|\n|-|-|\n|Removed|forum|', []],
  [
    '|Endpoint|Date|\n|-|-|\n|Not deprecated: /v1/a|2022-08-23|',
    ["any '' | 2022-08-23 | Not deprecated: /v1/a | /v1/a"],
  ],
  [
    '# Log\n\n## 2025-09-19\n\n- Deprecated (`POST /v2/repositories`)',
    ['deprecated | 2025-09-19 | Deprecated (POST /v2/repositories) | POST /v2/repositories'],
  ],
  [
    '# Log\n\n:::row:::\n:::column span="1":::\n**Deprecated**\n\n19 September 2025\n:::column-end:::\n:::column span="3":::\nDeprecate undocumented create/get repository endpoints (`POST /v2/repositories`)\n:::column-end:::\n:::row-end:::',
    [
      "deprecated 'Deprecate' | 2025-09-19 '19 September 2025' | 19 September 2025 ::: span=\"3\"::: Deprecate undocumented create/get repository endpoints (POST /v2/repositories) ::: ::: | POST /v2/repositories",
    ],
  ],
])('rows of a page: %s', (page, expected) => {
  expect(whole(readLogRows(sectionsOf(page), 'x', collectProblems())).map(shown)).toStrictEqual(expected)
})

const table = (head: string, rows: readonly string[]): string =>
  [head, head.replaceAll(/[^|]+/g, '-'), ...rows].map(row => `|${row}|`).join('\n')
const read = (page: string) => {
  const problems = collectProblems()
  return {
    rows: whole(readLogRows(sectionsOf(page), 'x.md', problems)),
    problems: problems.list(),
    unread: problems.parts(),
  }
}

test('a row has the text of its cells and of the sections that it links to', () => {
  const page = `${table('Status|Feature|Date', ['Removed|[a](#a)|2022-08-23'])}\n\n# A\n\n/v1/a\n\n- one\n- two`
  expect(read(page).rows[0]).toMatchObject({ line: 3, text: 'Removed a 2022-08-23\nA\n/v1/a\none two' })
  expect(read(table('Status|New|Feature|Date', ['Removed||/v1/a|2022-08-23'])).rows[0]?.text).toBe(
    'Removed /v1/a 2022-08-23',
  )
  const [row] = read(
    `${table('Status|Feature|Date', ['Removed|[a](#a)|2022-08-23'])}\n\n# A\n\n${'a '.repeat(3000)}`,
  ).rows
  expect(row?.text).toHaveLength(5000)
})

test('a row without a link has the text of the only section that has its feature for a title', () => {
  const page = (heading: string) =>
    `## Log\n\n${table('Status|Feature|Date', ['Removed|Old `routes`|2022-08-23'])}\n\n## ${heading}\n\n- /v1/a`
  expect(read(page('old routes')).rows[0]).toMatchObject({ endpoints: [{ path: '/v1/a' }] })
  expect(read(page('Old routes and more')).rows[0]).toMatchObject({ endpoints: [] })
  expect(read(`${page('Old routes')}\n\n## Old routes\n\n- /v1/b`).rows[0]).toMatchObject({ endpoints: [] })
})

test('a link that leads nowhere is named, and one to another page is not', () => {
  const { problems } = read(table('Status|Feature|New|Date', ['Removed|/v1/a [b](#b) [c](/c#d)|[e](#e)|2022-08-23']))
  expect(problems).toEqual(['Line 3 of x.md links to #b, which is not a heading of the page.'])
  expect(read(`# Log\n\n${table('Status|Feature|Date', ['Removed|[v1](#log)||2022-08-23'])}`).problems).toEqual([])
})

test('a table that is too long is read to some line', () => {
  const { rows, unread } = read(
    table(
      'Status|Feature|Date',
      Array.from({ length: 1001 }, () => 'Removed|a|2022-08-23'),
    ),
  )
  expect(rows).toHaveLength(1000)
  expect(unread).toEqual([{ line: 1, why: 'The table on line 1 of x.md is too long; only its beginning is read.' }])
})

test('a row carries no more than a person would read', () => {
  const names = Array.from({ length: 12 }, (_, at) => at)
  const links = names.map(at => `[n${at}](#n${at})`).join(', ')
  const sections = names.map(at => `# n${at}\n\n/v1/${at} is replaced by /v2/${at}.`).join('\n\n')
  const [row] = read(`${table('Status|Feature|Date', [`Removed|${links}|2022-08-23`])}\n\n${sections}`).rows
  expect(row?.endpoints).toHaveLength(10)
  const many = Array.from({ length: 201 }, (_, at) => `/v1/${at}`).join(' ')
  expect(read(table('Status|Feature|Date', [`Removed|${many}|2022-08-23`])).rows[0]?.endpoints).toHaveLength(200)
  const rows = Array.from({ length: 201 }, (_, at) => `/v1/${at}|/v2/${at}`)
  const old = table('Old|New', rows.slice(100))
  const below = `${table('Status|Feature|Date', ['Removed|[a](#a) [b](#b)|2022-08-23'])}\n\n# A\n\n${old}\n\n# B\n\n${old}`
  expect(read(below).rows[0]?.replacements).toHaveLength(200)
})
