import type { BlockContent, ListItem, Table } from 'mdast'
import { expect, test } from 'vitest'
import { datesIn } from '../../../../checks/documents/published-dates.ts'
import { isStateWord } from '../../../../checks/documents/vocabulary.ts'
import { legendOf, withLegend } from '../../../../engine/documents/legend.ts'
import { goesOn, statementsOf, turnsOf } from '../../../../engine/documents/log/parts.ts'
import { withYears } from '../../../../engine/documents/log/years.ts'
import type { Block } from '../../../../engine/documents/pages/sections.ts'
import { readable, runOf } from '../../../../engine/documents/pages/text.ts'
import { readTable } from '../../../../engine/documents/tables.ts'
import { run, sectionsOf } from './reading.ts'

test.each<readonly [string, readonly (readonly [string, string])[]]>([
  ['✗ = removed', [['✗', 'removed']]],
  [
    '✗ = removed, ⚠ = deprecated',
    [
      ['✗', 'removed'],
      ['⚠', 'deprecated'],
    ],
  ],
  [
    '✗: removed; ⚠️ – deprecated',
    [
      ['✗', 'removed'],
      ['⚠', 'deprecated'],
    ],
  ],
  ['✗ = gone away', []],
  ['Newest first. `R` is *removed*, and it is deprecated.', [['r', 'removed']]],
  ['✗ = removed, ✗ = deprecated', []],
  ['✗ = removed, ✗ = removed', [['✗', 'removed']]],
  [
    '- ✗ = removed\n- ⚠ = deprecated',
    [
      ['✗', 'removed'],
      ['⚠', 'deprecated'],
    ],
  ],
  [
    '|Sign|Meaning|\n|-|-|\n|✗|removed|\n|⚠|deprecated|',
    [
      ['✗', 'removed'],
      ['⚠', 'deprecated'],
    ],
  ],
  ['```\n✗ = removed\n```', []],
  ['|Sign|\n|-|\n|✗ = removed|', []],
  ['|Sign|Meaning|\n|-|-|\n|R|removed|', [['r', 'removed']]],
  ['Supprimé = removed', [['supprimé', 'removed']]],
  // A word that is a state means itself.
  ['Deprecated = removed', []],
])('the marks of a text: a legend of %s', (page, expected) => {
  expect([...legendOf(sectionsOf(page), isStateWord)]).toStrictEqual(expected)
})

test.each<readonly [string, boolean]>([[', GET /x (since 2025-01-01)', true]])('goes on: %s', (text, expected) => {
  expect(goesOn(run(text))).toStrictEqual(expected)
})

test.each<readonly [string, string, readonly (readonly string[])[]]>([
  [
    '/v1/a was removed on 2025-01-01. /v1/b was removed on 2025-02-02.',
    '',
    [['/v1/a was removed on 2025-01-01. '], ['/v1/b was removed on 2025-02-02.']],
  ],
  [
    '/v1/a was removed on 2025-01-01. It was big. /v1/b was removed on 2025-02-02. Small.',
    '',
    [['/v1/a was removed on 2025-01-01. It was big. '], ['/v1/b was removed on 2025-02-02. Small.']],
  ],
  [
    '/v1/a since 2025-01-01 and /v1/b since 2025-02-02',
    '',
    [['/v1/a since 2025-01-01', ' and /v1/b since 2025-02-02']],
  ],
  [
    'Removed\n/v1/a since 2025-01-01 and /v1/b since 2025-02-02.',
    '',
    [['Removed\n/v1/a since 2025-01-01', ' and /v1/b since 2025-02-02.']],
  ],
  [
    'Removed: yes.\n/v1/a since 2025-01-01. /v1/b since 2025-02-02.',
    '',
    [['Removed: yes.\n/v1/a since 2025-01-01. '], ['/v1/b since 2025-02-02.']],
  ],
  [
    'Removed aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n/v1/a since 2025-01-01. /v1/b since 2025-02-02.',
    '',
    [['Removed aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n/v1/a since 2025-01-01. '], ['/v1/b since 2025-02-02.']],
  ],
  ['2025-01-01\n/v1/a. 2025-02-02 /v1/b.', '', [['2025-01-01\n/v1/a. ', '2025-02-02 /v1/b.']]],
  [
    '/v1/a and /v1/b since 2025-01-01, /v1/c and /v1/d since 2025-02-02',
    '',
    [['/v1/a and /v1/b since 2025-01-01', ', /v1/c and /v1/d since 2025-02-02']],
  ],
  [
    '/v1/a deprecated 2025-01-01 and /v1/b removed 2025-02-02 for all',
    '',
    [['/v1/a deprecated 2025-01-01', ' and /v1/b removed 2025-02-02 for all']],
  ],
  [
    'Yes. /v1/a since 2025-01-01. /v1/b since 2025-02-02.',
    '',
    [['Yes. /v1/a since 2025-01-01. '], ['/v1/b since 2025-02-02.']],
  ],
  [
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n/v1/a since 2025-01-01. /v1/b since 2025-02-02.',
    '',
    [['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n/v1/a since 2025-01-01. '], ['/v1/b since 2025-02-02.']],
  ],
  ['/v1/a 2025-01-01 and 2025-01-02, /v1/b', '', [['/v1/a 2025-01-01 and 2025-01-02, /v1/b']]],
  ['2025-01-01 /v1/a 2025-01-02', '', [['2025-01-01 /v1/a 2025-01-02']]],
  ['/v1/a 2025-01-01, /v1/b, announced 2025-01-02', '', [['/v1/a 2025-01-01, /v1/b, announced 2025-01-02']]],
  [
    'Removed\n\nNow.\n/v1/a since 2025-01-01. /v1/b since 2025-02-02.',
    '',
    [['Removed\n\nNow.\n/v1/a since 2025-01-01. '], ['/v1/b since 2025-02-02.']],
  ],
  [
    'Removed v.2\n/v1/a since 2025-01-01. /v1/b since 2025-02-02.',
    '',
    [['Removed v.2\n/v1/a since 2025-01-01', '. /v1/b since 2025-02-02.']],
  ],
])('the statements of %j, next to %j', (text, around, expected) => {
  expect(
    statementsOf(run(text), { status: '', dates: datesIn(around) }).map(parts => parts.map(({ text: part }) => part)),
  ).toStrictEqual(expected)
})

test.each<readonly [string, unknown]>([
  ['Removed 2025-01-01: /v1/a, 2025-02-02: /v1/b', { endpoints: 2, days: 2, starts: [25] }],
  ['/v1/a, /v1/b 2025-01-01, 2025-02-02', { endpoints: 1, days: 1, starts: [] }],
  ['/v1/a on 2025-01-01, /v1/b on 2025-02-02 removed', { endpoints: 2, days: 2, starts: [21] }],
  ['v1 on 2025-01-01 and /v2/b on 2025-02-02', { endpoints: 2, days: 2, starts: [16] }],
  ['/v1/a is replaced by /v2/a on 2025-01-01', { endpoints: 1, days: 0, starts: [] }],
  ['V1 2025-01-01 v1', { endpoints: 2, days: 1, starts: [13] }],
  ['The v1. 2025-01-01', { endpoints: 1, days: 1, starts: [] }],
  ['v1.1 2025-01-01', { endpoints: 0, days: 1, starts: [] }],
  ['On 2025-01-01 removed /v1/a on 2025-02-02 removed /v1/b', { endpoints: 2, days: 2, starts: [31] }],
])('the turns of %s', (text, expected) => {
  expect(turnsOf(run(text))).toStrictEqual(expected)
})

test.each<readonly [string, readonly string[]]>([
  ['# 2022\n\nAugust 23', ['August 23 2022']],
  ['August 23', ['August 23']],
  [
    '2022\n\nAugust 23\n\n- August 24\n\n2023\n\nAugust 25',
    ['2022', 'August 23 2022', 'August 24 2022', '2023', 'August 25 2023'],
  ],
  ['- 2022\n  - August 23\n- August 24', ['2022 August 23 2022 August 24']],
  ['# 2022\n\n**August 23** `August 24`', ['August 23 2022 August 24']],
  ['# 2022\n\n> 2021\n>\n> August 23', ['2021', 'August 23 2021']],
  ['- a\n- 2021\n\nAugust 23', ['a 2021', 'August 23']],
  ['- 2021\n\nAugust 23', ['2021', 'August 23']],
  ['|2021|\n|-|\n|August 23|', ['2021 August 23']],
])('with the year around it: %s', (page, expected) => {
  expect(
    withYears(sectionsOf(page)).flatMap(({ blocks }) => blocks.map(block => readable(runOf(block)))),
  ).toStrictEqual(expected)
})

const legend = new Map([
  ['✗', 'removed'],
  ['⚠', 'deprecated'],
])
const tableOf = (page: string) => readTable(sectionsOf(page)[0]?.blocks[0] as Table)

test.each<readonly [string, readonly (readonly string[])[]]>([
  [
    '|Status|Feature|\n|-|-|\n|✗|/v1/a ✗|\n|⚠️|[b](#b)|\n|?|c|',
    [
      ['removed', '/v1/a ✗'],
      ['deprecated', 'b'],
      ['?', 'c'],
    ],
  ],
  // Columns of nothing but signs, with and without a name
  [
    '|Type|Mark|Endpoint|\n|-|-|-|\n|✗|✗|/v1/a|\n|⚠|⚠|/v2/b|',
    [
      ['removed', 'removed', '/v1/a'],
      ['deprecated', 'deprecated', '/v2/b'],
    ],
  ],
  [
    '| |Endpoint|\n|-|-|\n|✗|/v1/a|\n| |/v2/b|',
    [
      ['removed', '/v1/a'],
      ['', '/v2/b'],
    ],
  ],
  // A column that has more than signs, and one that has nothing
  [
    '| |Note|Endpoint|\n|-|-|-|\n|✗| |/v1/a|\n|3| |/v2/b|',
    [
      ['✗', '', '/v1/a'],
      ['3', '', '/v2/b'],
    ],
  ],
])('signs of states are what they mean: %s', (page, expected) => {
  const { rows } = withLegend(tableOf(page), legend)
  expect(rows.map(({ cells }) => cells.map(readable))).toEqual(expected)
})

test('a column of signs has states, and one of kinds stays one of kinds', () => {
  const rolesOf = (head: string) => withLegend(tableOf(`|${head}|Endpoint|\n|-|-|\n|✗|/v1/a|`), legend).roles
  expect(['Mark', 'Type'].map(rolesOf)).toEqual([
    ['status', 'feature'],
    ['kind', 'feature'],
  ])
  expect(withLegend(tableOf('|Note|Endpoint|\n|-|-|\n||/v1/a|'), legend).roles).toEqual(['other', 'feature'])
})

test('a sign has no link, and without a legend a table is as it was', () => {
  const table = tableOf('|Status|Feature|\n|-|-|\n|[⚠️](#b)|b|')
  expect(withLegend(table, new Map())).toBe(table)
  expect(withLegend(table, legend).rows[0]?.cells[0]).toStrictEqual({ text: 'deprecated', links: [] })
})

test('years are read to a depth of a hundred', () => {
  const inner: ListItem = {
    type: 'listItem',
    children: [{ type: 'paragraph', children: [{ type: 'text', value: 'August 23' }] }],
  }
  const around = (item: BlockContent): BlockContent => ({ type: 'blockquote', children: [item] })
  const at = (depth: number) =>
    Array.from({ length: depth }).reduce<BlockContent>(around, { type: 'list', children: [inner] })
  const told = (depth: number) => {
    const [section] = sectionsOf('')
    const year = section && { ...section, title: '2022', blocks: [at(depth)] }
    return withYears(year ? [year] : []).map(({ blocks }) => readable(runOf(blocks[0] as Block)))
  }
  expect(told(97)).toEqual(['August 23 2022'])
  expect(told(98)).toEqual(['August 23'])
})
