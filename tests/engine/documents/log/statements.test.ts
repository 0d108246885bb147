import type { Table } from 'mdast'
import { expect, test } from 'vitest'
import {
  endpointsOfRow,
  endpointsOfSection,
  replacementsOfRow,
  replacementsOfSection,
  subjectsOfRow,
  subjectsOfSection,
} from '../../../../engine/documents/statements.ts'
import { readTable } from '../../../../engine/documents/tables.ts'
import { named, replaced, sectionsOf, subjects } from './reading.ts'

test.each<readonly [string, readonly (readonly string[])[]]>([
  [
    '# GET /v1/a\n\nReplaced by /v2/b. See [PAT](#tag/access-tokens).\n\n- GET /v1/a and GetRepository\n- /v1/c',
    [
      ['', ''],
      ['GET /v1/a, /v2/b, /v1/c', 'GET /v1/a, /v1/c, #access-tokens'],
    ],
  ],
  [
    '/v1/a\n\n# Notes\n\nNone.',
    [
      ['/v1/a', '/v1/a'],
      ['', ''],
    ],
  ],
  [
    '| Method | Endpoint | Replacement |\n|---|---|---|\n| GET, PUT | /v1/a | /v2/b |\n| DELETE | /v1/c | none |\n| | POST /v1/d | /v2/d |',
    [
      [
        'GET /v1/a, PUT /v1/a, /v2/b, DELETE /v1/c, POST /v1/d, /v2/d',
        'GET /v1/a, PUT /v1/a, DELETE /v1/c, POST /v1/d',
      ],
    ],
  ],
  [
    '| Method | Endpoint | Replacement |\n|---|---|---|\n| GET or put | HEAD /v1/a and /v1/b | /v2/b |',
    [['HEAD /v1/a, GET /v1/b, /v2/b', 'HEAD /v1/a, GET /v1/b']],
  ],
  ['| Old | New |\n|---|---|\n| /a | /b |\n| /c | GetRepository |', [['/a, /b, /c', '/a, /c']]],
  ['| Feature | Notes |\n|---|---|\n| /a | see /b or /v1/c |', [['/a, /v1/c', '/v1/c']]],
  ['| Endpoint | Notes |\n|---|---|\n| /a | see /b |', [['/a', '/a']]],
  ['| Endpoint | Example |\n|---|---|\n| /v1/a | GET /v1/b |', [['/v1/a, GET /v1/b', '/v1/a']]],
])('endpoints and subjects of each section: %s', (page, expected) => {
  expect(
    sectionsOf(page).map(section => [
      endpointsOfSection(section).map(named).join(', '),
      subjects(subjectsOfSection(section)),
    ]),
  ).toStrictEqual(expected)
})

const both = 'GET /v1/x, /v1/y'
test.each<readonly [feature: string, note: string, of: string]>([
  ['tag', 'The tag of GET /v1/x. See /v1/y', '/v1/y'],
  ['tags', 'The TAGS of GET /v1/x. See /v1/y', '/v1/y'],
  ['TAGS', 'The tags of GET /v1/x. See /v1/y', '/v1/y'],
  ['ab', 'The ab of GET /v1/x. See /v1/y', both],
  ['the v1 API', 'In the v1 API of GET /v1/x. See /v1/y', both],
  ['tag', 'GET /v1/x/tag is gone. See /v1/y', 'GET /v1/x/tag, /v1/y'],
  ['tag', 'For a/tag GET /v1/x is gone. See /v1/y', both],
  ['tag', 'For /tag GET /v1/x is gone. See /v1/y', both],
  ['tag', 'For tag/a GET /v1/x is gone. See /v1/y', both],
  ['tag', 'For tag/ GET /v1/x is gone. See /v1/y', both],
  ['tag', 'Of a tag GetRepository has more. See /v1/y', '/v1/y, GetRepository'],
  ['GET /v1/x', 'See /v1/y', both],
])('what a note on "%s" says of it is not what the row is about: %s', (feature, note, of) => {
  for (const page of [
    `| Feature | Notes |\n|---|---|\n| ${feature} | ${note} |`,
    `| Notes | Feature |\n|---|---|\n| ${note} | ${feature} |`,
  ]) {
    const table = readTable(sectionsOf(page)[0]?.blocks[0] as Table)
    const all = table.rows.map(row => subjects(subjectsOfRow(table, row)).split(', ').sort())
    expect(all).toEqual([of.split(', ').sort()])
  }
})

test.each<readonly [string, readonly string[]]>([
  ['# GET /v1/a\n\nReplaced by\n\nGetRepository', ['GET /v1/a => GetRepository, line 5']],
  ['# GET /v1/a\n\nReplaced by:\n\n```\nGetRepository\n```', ['GET /v1/a => GetRepository, line 5']],
  ['# GET /v1/a\n\nReplaced by\n\n- GetRepository', []],
  ['# GET /v1/a\n\n- Replaced by\n\nGetRepository', []],
  ['# GET /v1/a\n\nGetRepository\n\nReplaced by', []],
  // Fields, one on each line.
  [
    '# GET /v1/a\n\nDeprecation: true\nSunset: Fri, 19 Sep 2025 00:00:00 GMT\nSuccessor: /v2/a',
    ['GET /v1/a => /v2/a, line 3'],
  ],
  [
    '# GET /v1/a\n\nDeprecation: true  \nSunset: Fri, 19 Sep 2025 00:00:00 GMT<br>Successor: /v2/a',
    ['GET /v1/a => /v2/a, line 3'],
  ],
  ['# GET /v1/a\n\nSunset: Fri, 19 Sep 2025 00:00:00 GMT\nuse /v2/a', []],
  ['Deprecated: GET /v1/a is replaced by /v2/a\nDate: soon', ['GET /v1/a => /v2/a, line 1']],
  ['Was: GET /v1/a\nNow: GetRepository', ['GET /v1/a => GetRepository, line 1']],
  ['Removed: GET /v1/a\nNote: replaced by /v2/a\nDate: soon', ['GET /v1/a => /v2/a ?, line 1']],
  // The name of another kind says what the row is about.
  ['# GET /v1/a\n\n| Foo | New |\n|---|---|\n| some | GetRepository |', []],
  ['# GET /v1/a\n\n| Foo | New |\n|---|---|\n| – | GetRepository |', ['GET /v1/a => GetRepository, line 5']],
])('what stands below a name or next to it: %s', (page, expected) => {
  expect(
    sectionsOf(page)
      .flatMap((section, _, all) => replacementsOfSection(section, all))
      .map(one => `${replaced(one)}, line ${one.line}`),
  ).toStrictEqual(expected)
})

const each = 'GetRepository CheckRepository'
test.each<readonly [columns: string, olds: string, news: string, of: string]>([
  ['Old|New', '/v1/a<br>/v1/b', 'GetRepository<br>none', 'GetRepository none'],
  ['Old|New', '/a<br>/b', 'none<br>/c', 'none /c'],
  ['Old|New', 'Both of them:<br>/v1/a<br>/v1/b', 'GetRepository<br>none', 'GetRepository none'],
  ['Old|New', '/v1/a<br> <br>/v1/b', 'GetRepository<br> <br>none', 'GetRepository none'],
  ['Old|Old name|New', '/v1/a<br>/v1/b|listing', 'GetRepository<br>none', 'GetRepository none'],
  ['Old name|Old|New', 'listing|/v1/a<br>/v1/b', 'GetRepository<br>none', 'GetRepository none'],
  ['Old|Old path|New', '/v1/a<br>/v1/b|/v1/c', 'GetRepository<br>CheckRepository', `${each} ${each} ${each}`],
  ['Old|Old path|New', '/v1/a<br>/v1/b|/c', 'GetRepository<br>CheckRepository', `${each} ${each} ${each}`],
  ['Old|New', '/v1/a<br>/v1/b<br>/v1/c', 'GetRepository<br>CheckRepository', `${each} ${each} ${each}`],
  ['Old|New', '/v1/a, /v1/c<br>/v1/b', 'GetRepository<br>CheckRepository', `${each} ${each} ${each}`],
  ['Old|New', '/v1/a, /v1/c<br>/v1/b, /v1/d', 'GetRepository<br>CheckRepository', `${each} ${each} ${each} ${each}`],
  ['Old|New', '/v1/a', 'GetRepository<br>CheckRepository', each],
])('cells of "%s" with as many lines go together: %s, %s', (columns, olds, news, of) => {
  const page = `${columns}\n${columns.replaceAll(/[^|]+/g, '---')}\n${olds}|${news}`
  const table = readTable(sectionsOf(page)[0]?.blocks[0] as Table)
  const found = table.rows.flatMap(row => replacementsOfRow(table, row))
  expect(found.map(({ operationId, path, none }) => (none ? 'none' : (operationId ?? path))).join(' ')).toBe(of)
})

test.each<readonly [string, readonly string[]]>([
  ['# What replaces GET /v1/a?\n\nGetRepository', ['GET /v1/a => GetRepository, line 3']],
  ['# What replaces GET /v1/a?\n\n- GetRepository', []],
  ['# What replaces GET /v1/a?\n\nIt was fun while GetRepository lasted.', []],
  ['# What about GET /v1/a?\n\nGetRepository', []],
  ['What replaces GET /v1/a?\n\nGetRepository', []],
  ['# What replaces GET /v1/a?', []],
  ['# GET /v1/a\n\nUse GetRepository.', ['GET /v1/a => GetRepository, line 3']],
  ['# GET /v1/a\n\n## How\n\nUse GetRepository.', ['GET /v1/a => GetRepository, line 5']],
  ['# Old\n\n- /v1/a\n\nUse GetRepository.', ['/v1/a => GetRepository, line 5']],
  ['# Old\n\n- /v1/a\n- /v1/b\n\nUse GetRepository.', []],
  ['# The v1 API\n\n- /v1/a\n\nUse GetRepository.', []],
  ['- /v1/a\n\nReplaced by GetRepository.', []],
  [
    '```\n/v1/a -> /v2/a\n/v1/b => /v2/b\n\n/v1/c →  /v2/c\n/v1/d\n```',
    ['/v1/a => /v2/a, line 2', '/v1/b => /v2/b, line 3', '/v1/c => /v2/c, line 5'],
  ],
  [
    '```\n/v1/a\n  -> /v2/a\n/v1/b\n→ /v2/b\n/v1/e\n=> /v2/e\n```',
    ['/v1/a => /v2/a, line 1', '/v1/b => /v2/b, line 3', '/v1/e => /v2/e, line 5'],
  ],
  ['```\na -> b\n```', []],
  ['```\n-> /v2/a\n```', []],
  [
    '```\n/v1/a ⇒ /v2/a\n/v1/b ➔ /v2/b\n/v1/c ➜ /v2/c\n/v1/d\n⇒ /v2/d\n/v1/e is replaced by /v2/e\n```',
    ['/v1/a => /v2/a, line 1', '/v1/b => /v2/b, line 2', '/v1/c => /v2/c, line 3', '/v1/d => /v2/d, line 4'],
  ],
  // Cells of as many lines go together, line by line.
  [
    '| Old | New |\n|---|---|\n| POST /v1/a<br>POST /v1/b<br>GET /v1/c<br>/v1/d | CreateRepository<br>CreateRepository<br>GetRepository<br>None |',
    [
      'POST /v1/a => CreateRepository, line 3',
      'POST /v1/b => CreateRepository, line 3',
      'GET /v1/c => GetRepository, line 3',
      '/v1/d => none, line 3',
    ],
  ],
  ['- GET /v1/a\n  - Replaced by:\n    - GetRepository', ['GET /v1/a => GetRepository, line 3']],
  ['- GET /v1/a\n  - Replaced by\n    - none', ['GET /v1/a => none, line 3']],
  ['- GET /v1/a and GET /v1/b\n  - Replaced by\n    - GetRepository', []],
  ['- GET /v1/a\n  - GetRepository', ['GET /v1/a => GetRepository ?, line 2']],
  ['- GET /v1/a\n  - GetRepository\n  - CheckRepository', []],
  ['- GET /v1/a is old\n  - GetRepository', []],
  ['- GET /v1/a\n  - Notes\n    - Use GetRepository.', ['GET /v1/a => GetRepository, line 3']],
  ['- — /v1/a\n  - GetRepository', ['/v1/a => GetRepository ?, line 2']],
  ['- /v1/a —\n  - GetRepository', ['/v1/a => GetRepository ?, line 2']],
  ['- the old GET /v1/a\n  - GetRepository', []],
  ['- /v1/a[/{name}]\n  - GetRepository', []],
  ['| Old | New |\n|---|---|\n| Use GetRepository. /v1/a | - |', []],
  [
    '| Old | New |\n|---|---|\n| GET /v1/a | GetRepository |\n| PUT /v1/b | none |\n| PUT /v1/c | - |\n| PUT /v1/d | |',
    ['GET /v1/a => GetRepository, line 3', 'PUT /v1/b => none, line 4'],
  ],
  [
    '| Old | New | Notes |\n|---|---|---|\n| /v1/a | - | use GetRepository |\n| /v1/b replaced by /v2/b | | |',
    ['/v1/a => GetRepository, line 3', '/v1/b => /v2/b, line 4'],
  ],
  [
    '| Endpoint | Notes |\n|---|---|\n| /v1/a | Replaced by GetRepository. |\n| /v1/b, replaced by /v2/b | None. |',
    ['/v1/a => GetRepository, line 3', '/v1/b => /v2/b, line 4'],
  ],
  [
    '| Old | New |\n|---|---|\n| GET /v1/a | GetRepository or CheckRepository |\n| GET /v1/b and GET /v1/c | GetRepository or CheckRepository |',
    [
      'GET /v1/a => GetRepository *, line 3',
      'GET /v1/a => CheckRepository *, line 3',
      'GET /v1/b => GetRepository, line 4',
      'GET /v1/c => CheckRepository, line 4',
    ],
  ],
  [
    '| Method | Endpoint | Replacement |\n|---|---|---|\n| GET, PUT | /v1/a | /v2/b |\n| GET, PUT | HEAD /v1/a | none |',
    ['GET /v1/a => /v2/b, line 3', 'PUT /v1/a => /v2/b, line 3', 'HEAD /v1/a => none, line 4'],
  ],
  ['# GET /v1/a\n\n| New | Date |\n|---|---|\n| GetRepository | 2025-01-01 |', ['GET /v1/a => GetRepository, line 5']],
  ['# GET /v1/a\n\n| New | Date |\n|---|---|\n| none | 2025-01-01 |', ['GET /v1/a => none, line 5']],
  // Each row of several is about something of its own.
  ['# GET /v1/a\n\n| New | Date |\n|---|---|\n| GetRepository | 2025-01-01 |\n| none | 2025-01-01 |', []],
  [
    '| New | Date |\n|---|---|\n| GetRepository | 2025-01-01 |\n| /v1/b is replaced by /v2/b | 2025-01-01 |',
    ['/v1/b => /v2/b, line 4'],
  ],
  ['| Feature | Replacement |\n|---|---|\n| /a | /b |\n| listing | GetRepository |', ['/a => /b, line 3']],
  [
    '| Feature | Endpoint | Replacement |\n|---|---|---|\n| Legacy listing | GET /v1/a | GetRepository |',
    ['GET /v1/a => GetRepository, line 3'],
  ],
  [
    '# GET /v1/a\n\n<div>Use GetRepository.</div>\n\n---\n\n> Use CheckRepository.',
    ['GET /v1/a => GetRepository, line 3', 'GET /v1/a => CheckRepository, line 7'],
  ],
])('replacements of a page: %s', (page, expected) => {
  expect(
    sectionsOf(page)
      .flatMap((section, _, all) => replacementsOfSection(section, all))
      .map(one => `${replaced(one)}, line ${one.line}`),
  ).toStrictEqual(expected)
})

test.each<readonly [string, readonly string[]]>([])('the endpoints of each row: %s', (page, expected) => {
  const table = readTable(sectionsOf(page)[0]?.blocks[0] as Table)
  expect(
    table.rows.map(
      row => `${endpointsOfRow(table, row).map(named).join(', ')} | ${subjects(subjectsOfRow(table, row))}`,
    ),
  ).toStrictEqual(expected)
})

test.each<readonly [string, readonly string[]]>([
  ['| New | Date |\n|---|---|\n| GetRepository | 2025-01-01 |\n| none | 2025-01-01 |', []],
])('replacements of each row: %s', (page, expected) => {
  const table = readTable(sectionsOf(page)[0]?.blocks[0] as Table)
  expect(table.rows.flatMap(row => replacementsOfRow(table, row)).map(replaced)).toStrictEqual(expected)
})

test.each<readonly [string, readonly string[]]>([['Use GetRepository.', ['/v1/x => GetRepository']]])(
  'about what stands around it: %s',
  (page, expected) => {
    expect(
      sectionsOf(page)
        .flatMap((section, _, all) => replacementsOfSection(section, all, [{ path: '/v1/x' }]))
        .map(replaced),
    ).toStrictEqual(expected)
  },
)
