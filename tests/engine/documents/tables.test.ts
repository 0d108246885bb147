import type { Table } from 'mdast'
import { describe, expect, it } from 'vitest'
import { readSections } from '../../../engine/documents/pages/sections.ts'
import { readable } from '../../../engine/documents/pages/text.ts'
import { collectProblems } from '../../../engine/documents/problems.ts'
import {
  cellOf,
  cellsOf,
  isMark,
  isUndated,
  possibleState,
  type ReadTable,
  readTable,
} from '../../../engine/documents/tables.ts'

const read = (...rows: readonly string[]): ReadTable => {
  const [head = '', ...body] = rows
  const text = [head, head.replaceAll(/[^|]+/g, '-'), ...body].join('\n')
  const [section] = readSections(`${text}\n`, 'x', collectProblems())
  return readTable(section?.blocks[0] as Table)
}
const ofHtml = (rows: string): ReadTable => {
  const [section] = readSections(`<html><body><table>${rows}</table>`, 'x', collectProblems())
  return readTable(section?.blocks[0] as Table)
}
const cells = ({ rows }: ReadTable) => rows.map(row => row.cells.map(readable).join('|'))

describe('the columns of a table', () => {
  it.each<[string, string, ...string[]]>([
    ['status feature date', 'Status|Feature|Date', 'Removed|v1|2022-08-23'],
    ['status feature date', 'Lifecycle|API|Effective from', 'Removed|v1|2022-08-23'],
    ['feature date kind', 'Summary|When|Type of change', 'v1|2022-08-23|New'],
    ['kind feature', 'Change type|Title', 'New|a'],
    ['kind feature', 'Label|What', 'Fix|a'],
    ['method feature', 'HTTP methods|URL', 'GET|/a'],
    ['method feature', 'Via|Path', 'GET, POST|/a'],
    ['old new', 'Instead of|Use instead', '/v1/a|/v2/a'],
    ['old new', 'If you called|Call', '/v1/a|/v2/a'],
    ['old new', 'From|To', '/v1/a|/v2/a'],
    ['old new date', 'Legacy endpoint|Replaced by|Since', '/v1/a|/v2/a|2022-08-23'],
    [
      'feature state state',
      'Endpoint|Deprecated|Removed',
      '/v1/a|2022-08-23|2023-08-23',
      '/v1/b|2022-08-23|2023-08-23',
    ],
    ['feature state state', 'Endpoint|Deprecated|Removed', '/v1/a|yes|2023-08-23', '/v1/b|x|not planned'],
    ['feature state', 'Endpoint|Disabled by default', '/v1/a|✓'],
    ['old new', 'Deprecated|Replacement', '/v1/a|/v2/a'],
    ['feature other', 'Endpoint|Status', '/v1/a|410', '/v1/b|410'],
    ['feature status', 'Endpoint|Status', '/v1/a|410', '/v1/b|Removed'],
    ['feature status', 'Endpoint|Kind', '/v1/a|Active', '/v1/b|Deprecated or removed'],
    ['feature kind', 'Endpoint|Kind', '/v1/a|New', '/v1/b|Removed'],
    ['feature status', 'Endpoint|Status', '/v1/repositories/{name}/tags|ListRepositoryTags', '/v2/a|'],
    ['feature status new', 'Endpoint|Before|Now', '/v1/a|1 active|2 removed', '/v1/b|1 active|2 removed'],
    ['feature other', 'Endpoint|Moving on', '/v1/a|to others'],
    ['feature date', 'Endpoint|Moving on', '/v1/a|not planned'],
    ['feature date', 'Endpoint|Moving on', '/v1/a|2022-08-23'],
    ['feature feature', 'Endpoint|When', '/v1/a|/v1/b'],
    ['feature date', 'Endpoint|Announced', '/v1/a|2022-08-23 (`/b`)'],
    ['feature date', 'Endpoint|To', '/v1/a|2022-08-23'],
    ['feature new', 'Endpoint|To', '/v1/a|none'],
    ['status feature date other', 'Status|Feature|Date|Note', 'Removed|/v1/a|2022-08-23|as was /v1/b'],
    ['old new', 'Removed route|Path in v2', '/v1/a|none named', '/v1/b|/v2/b', '/v1/c|/v2/c'],
    ['old feature', 'Removed route|Path in v2', '/v1/a|of no use', '/v1/b|of no use either', '/v1/c|/v2/c'],
    ['feature date', 'Endpoint|Foo', '/v1/a|2022-08-23'],
    ['feature status', 'Endpoint|Foo', '/v1/a|Removed', '/v1/b|Deprecated or removed'],
    ['feature kind', 'Endpoint|Foo', '/v1/a|New', '/v1/b|Fixed'],
    ['feature other', 'Endpoint|Foo', '/v1/a|text', '/v1/b|New'],
    ['feature date', 'Foo|Date', '`/v1/a`|2022-08-23'],
    ['feature date', 'Notes|Date', 'some|2022-08-23'],
    ['feature date other', 'Endpoint|Date|Notes', 'some|2022-08-23|a'],
    ['other other', 'Foo|Bar', 'a|b'],
    ['old other', 'Old|Notes', '/v1/a|text'],
    ['status date', 'Status details|Date', 'Removed|2022-08-23'],
    ['feature date', 'Endpoint|Legacy', '/v1/a|2022-08-23'],
    ['date status', 'Item|State', '2022-08-23|Removed'],
    ['feature date', 'Operation|Date', 'GET|2022-08-23'],
    ['feature status', 'Endpoint|Foo', '/v1/a|removed', '/v1/b|removed'],
    ['feature other', 'Endpoint|Foo', `/v1/a|It was removed ${'a'.repeat(25)}`],
    ['feature status', 'Endpoint|Foo', `/v1/a|It was removed ${'a'.repeat(24)}`],
    ['feature other', 'Endpoint|Foo', `/v1/a|New: ${'a'.repeat(40)}`],
    ['feature status', 'Endpoint|Status', '/v1/a|410 Gone'],
    ['feature status', 'Endpoint|Status', '/v1/a|was 410'],
    // `Removed` above dates and marks, or above something else.
    ['feature old', 'Endpoint|Removed', '/v1/a|the old one'],
    ['feature old', 'Endpoint|Removed', '/v1/a|yes', '/v1/b|the old one'],
    ['feature date', 'Endpoint|Page removed on', '/v1/a|2022-08-23'],
    // A header that ends with `on` and has no day below it.
    ['feature date', 'Endpoint|When', '/v1/a|to others'],
    ['feature date', 'Endpoint|On hold since', '/v1/a|to others'],
    ['feature date', 'Endpoint|Moving on', '/v1/a|to others', '/v1/b|23 August 2022'],
    ['feature date', 'Endpoint|Ends on', '/v1/a|no'],
    ['feature feature', 'Endpoint|When', '/v1/a|2022-08-23', '/v1/b|on GET /v1/c', '/v1/d|'],
    // `Change` above states, next to what they are of.
    ['old status', 'Old|Now', '/v1/a|Removed', '/v1/b|–'],
    // What was so, and what is so now.
    [
      'feature other status',
      'Endpoint|Then|Now',
      '/v1/a|Active|Deprecated, use GetRepository',
      '/v1/b|Deprecated|Removed',
    ],
    ['other status feature', 'From|To|Endpoint', 'Active|Deprecated|/v1/a', 'Deprecated|Removed|/v1/b'],
    ['feature status other', 'Endpoint|Status|Previous status', '/v1/a|Removed|Deprecated'],
    ['feature new', 'Endpoint|Now', '/v1/a|Removed', '/v1/b|Removed', '/v1/c|Deprecated, see the page of the new one'],
    ['feature new', 'Endpoint|Now', '/v1/a|Removed', '/v1/b|Removed', '/v1/c|nothing'],
    ['new feature status', 'Now|Endpoint|Status', 'Removed|/v1/a|Deprecated'],
    ['feature date', 'Foo|Date', '/search|2022-08-23'],
    ['feature kind new', 'Endpoint|Kind|Now', '/v1/a|New|Active'],
    ['feature state new', 'Endpoint|Deprecated|Now', '/v1/a|✓|Active'],
    ['feature status', 'Notes|Now', 'text|Removed'],
    ['feature date', 'What|Since when', '`/v1/a`|Deprecated since 2025-09-19'],
    ['status feature', 'Change|Endpoint', 'Removed|/v1/a', 'Deprecated|/v1/b'],
    ['feature date', 'Change|Date', 'Removed|2022-08-23'],
    ['status feature', 'Status|Endpoints → replacement', 'Deprecated|GET /v2/a → GetA'],
    [
      'feature feature',
      'Change|Endpoint',
      'Removed|/v1/a',
      'Removed the whole of it, with all that it had below|/v1/b',
    ],
    ['old new', 'Deprecated endpoint (since)|Bar', '`/v1/a`|`/v2/a`'],
    // What is not to be called, or is like it, replaces nothing.
    ['old feature', 'Removed route|Not the replacement', '/v1/a|/v2/a'],
    ['old other', 'Removed route|Related replacement', 'some|words of it'],
    ['feature date', 'Related endpoint|Date', 'listing|2022-08-23'],
    ['feature date', 'Endpoint (since)|Date', 'listing|2022-08-23'],
    // A release, and the day of it.
    ['date date feature', 'Release|Date|Change', 'part 2|2022-08-23|some'],
    ['date date feature', 'Release|Date|Change', '2 of them|2022-08-23|some'],
    ['feature date', 'Endpoint|Date', '1234|2022-08-23'],
    ['other date feature', 'Release|Date|Change', '1.0|2022-08-23|some', 'v2.0|2023-08-23|thing'],
    ['other date feature', 'Release|Date|Change', '|2022-08-23|some', '(v1.2-rc)|2023-08-23|thing'],
    ['other date feature', 'Release|Date|Change', 'first|2022-08-23|some', '2|2023-08-23|thing'],
    ['date date feature', 'Release|Date|Change', 'first|2022-08-23|some', 'last|2023-08-23|thing'],
    ['date date feature', 'Release|Date|Change', '1|soon|some', '2|later|thing'],
    ['date feature', 'Release|Change', '1|some', '2|2023-08-23'],
    ['date date feature', 'Announced|Date|Change', '1|2022-08-23|some', '2022-08-23|2023-08-23|thing'],
    // What states and days are of.
    ['feature status date', 'Generation|Status|Date', 'first|Removed|2022-08-23'],
    ['feature status state', 'Generation|Status|Deprecated', 'first|Removed|2022-08-23'],
    ['status date feature other', 'Status|Date|Generation|Foo', 'Removed|2022-08-23|first|text'],
    ['other status', 'Generation|Status', 'first|Removed'],
    ['status feature date', 'Status|Generation|Date', 'Removed|first|2022-08-23'],
    ['other date', 'Generation|Date', 'first|2022-08-23'],
    ['status date other', 'Status|Date|Count', 'Removed|2022-08-23|1234'],
    ['other feature status date', 'Generation|Endpoint|Status|Date', 'first|/v1/a|Removed|2022-08-23'],
    ['other kind feature', 'Type|Kind|Title', 'changes|New|some', 'changes|Fixed|thing'],
    ['kind feature', 'Type|Title', 'some|New', 'thing|Fixed'],
    // What is current in each row of an old endpoint replaces it.
    ['old new', 'Removed route|Foo', '`/v1/a`|GetRepository'],
    ['old new', 'Removed route|Foo', '`/v1/a`|a bb ccc `/v2/a`'],
    ['old new', 'Removed route|Foo', '`/v1/a`|aa b c `/v2/a`'],
    ['old new', 'Removed route|Foo', '`/v1/a`|aaa bbb ccc `/v2/a`'],
    ['old feature', 'Removed route|Foo', '`/v1/a`|aa b c d `/v2/a`'],
    ['old feature', 'Removed route|Foo', '`/v1/a`|aa bbb ccc ddd `/v2/a`'],
    ['old feature', 'Removed route|Foo', '`/v1/a`|you find all of it at `/v2/a`'],
    ['old feature', 'Removed route|Foo', '`/v1/a`|`/v2/a` since 2022-08-23'],
    ['old feature', 'Removed route|Foo', '`/v1/a`|`/v2/a`, not `/v1/b`'],
    ['old new feature', 'Removed route|Foo|Bar', '`/v1/a`|`/v2/a`|`/v2/b`'],
    ['old feature new', 'Removed route|Foo|Replacement', '`/v1/a`|`/v2/a`|`/v2/b`'],
    ['old new', 'Removed route|Foo', '`/v1/a`|/tags/list'],
    ['feature new', 'Foo|Bar', '`/v1/a`|`/v2/a`'],
    ['feature feature', 'Foo|Bar', '`/v2/a`|`/v2/b`'],
    ['other other', 'Foo|Bar', 'search|search'],
    ['old new', 'Removed route|Foo', '`/v1/a`|`/v2/a`', '`/v1/b`|`/v2/b`', '`/v1/c`|none at all'],
    ['old feature', 'Removed route|Foo', '`/v1/a`|`/v2/a`', '`/v1/b`|none at all'],
    [
      'old feature',
      'Removed route|Foo',
      '`/v1/a`|`/v2/a`',
      '`/v1/b`|`/v2/b`',
      '`/v1/c`|none of which anybody would ever know the name',
    ],
    ['old feature', 'Removed route|Foo', '`/v1/a`|`/v2/a`', '`/v1/b`|`/v2/b`', '`/v1/c`|as `/v1/b`'],
    ['old feature', 'Removed route|Foo', '`/v1/a`|`/v2/a`', '`/v1/b`|`/v2/b`', '`/v1/c`|GetRepository on 2022-08-23'],
    ['old feature', 'Removed route|Foo', '`/v1/a`|`/v2/a`', '`/v1/b`|`/v2/b`', '`/v1/c`|/tags/list 2022-08-23'],
    ['old feature', 'Removed route|Name', '`/v1/a`|GetRepository and `/v2/a`'],
    ['old feature', 'Removed route|For whom', '`/v1/a`|`/v2/a`'],
    ['old feature', 'Removed route|Endpoint', '`/v1/a`|`/v2/a`'],
    ['old feature', 'Removed route|See', '`/v1/a`|`/v2/a`'],
    ['old other', 'Removed route|Details', '`/v1/a`|`/v2/a`'],
    ['old example', 'Removed route|Example', '`/v1/a`|`/v2/a`'],
    ['feature new', 'Route|Change', '`/v1/a`|`/v2/a`', '`/v2/b`|`/v2/c`'],
    ['feature new', 'Route|Change', '`/v1/a`|`/v2/a`', '`/v2/b`|–'],
    ['feature feature', 'Route|Change', '`/v1/a`|`/v2/a`', '`/v2/b`|renamed'],
    ['feature feature', 'Route|Change', '`/v1/a`|`/v2/a`', '`/v2/b`|renamed', '`/v2/c`|`/v2/d`'],
    ['feature new', 'Route|Foo', '`/v1/a`|`/v2/a`', '`/v2/b`|renamed'],
    ['new old', 'Operation|Replaces', 'GetRepository|`/v1/a`'],
    ['new old', 'Operation|Supersedes', 'GetRepository|`/v1/a`'],
    ['feature feature', 'Operation|What it replaces', 'GetRepository|`/v1/a`'],
    ['feature old', 'Operation|Removed', 'GetRepository|`/v1/a`'],
    // `Label` above states, and `Call` above old endpoints.
    ['status feature', 'Label|Endpoint', 'Removed|`/v1/a`', 'Deprecated|`/v1/b`'],
    ['status feature', 'Labels|Endpoint', 'Removed|`/v1/a`', 'Deprecated|`/v1/b`'],
    ['kind feature', 'Category|Endpoint', 'Removed|`/v1/a`', 'Deprecated|`/v1/b`'],
    ['kind feature', 'Label of change|Endpoint', 'Removed|`/v1/a`', 'Deprecated|`/v1/b`'],
    ['status date', 'Label|Date', 'Removed|2022-08-23', 'Deprecated|2022-08-24'],
    ['feature new', 'Call|Successor', '`/v1/a`|`/v2/a`'],
    ['feature new', 'Call|Successor', '`/v1/a`|`/v2/a`', 'listing|`/v2/b`'],
    ['feature new', 'Calls|Successor', '`/v1/a`|`/v2/a`', '`/v2/b`|'],
    ['old new', 'Old|Call', '`/v2/a`|`/v2/b`'],
    ['new new', 'Calls to make|Successor', '`/v1/a`|`/v1/b`'],
    ['new new', 'Use to call|Successor', '`/v1/a`|`/v1/b`'],
    [
      'other status date feature',
      'Id|State|Effective|Route',
      'legacy-a|Deprecated|2025-06-27|a',
      'legacy-b|Removed|2022-08-23|b',
    ],
    // `Change` above kinds.
    ['kind feature', 'Change|Title', 'Update|some', 'New|thing'],
    ['kind feature', 'Changes|Title', 'Update|some', 'New|thing'],
    ['feature feature', 'Change of it|Title', 'Update|some', 'New|thing'],
    ['feature feature', 'Last change|Title', 'Update|some', 'New|thing'],
    ['feature feature', 'Change|Title', 'Update|some', 'thing|b'],
    ['feature feature', 'Change|Title', 'Change|some', 'Fixed|thing'],
    // Numbers and letters of items.
    ...['B4', 'b', 'iv', 'viii', '12a', '123', 'AB-12', 'A.1', 'v', '(1)', '12)', '7-'].map(
      (item): [string, string, string] => ['other feature', 'Item|Endpoint', `${item}|some`],
    ),
    ...['v1', 'va', '1234', 'ABC-12', '12ab', 'ab', 'A--1', '(1'].map((item): [string, string, string] => [
      item === '(1' ? 'other feature' : 'feature feature',
      'Item|Endpoint',
      `${item}|some`,
    ]),
  ])('%s: %s', (roles, header, ...rows) => {
    const table = read(header, ...rows)
    expect(table.roles.join(' ')).toBe(roles)
    expect(table.headers.join('|')).toBe(header.toLowerCase())
    expect(cells(table)).toEqual(rows.map(row => row.replaceAll('`', '')))
  })

  it('short rows are filled, long ones cut', () => {
    const table = read('Status|Feature|Date', 'Removed', 'a|b|c|d')
    expect(cells(table)).toEqual(['Removed||', 'a|b|c'])
    expect(table).toMatchObject({ line: 1, cut: false, rows: [{ line: 3 }, { line: 4 }] })
  })

  it('only the first 1000 rows and 50 columns are read', () => {
    const row = (cell: string) => Array.from({ length: 60 }, () => cell).join('|')
    expect(read(row('a'), row('b')).headers).toHaveLength(50)
    const long = read('Status|Feature', ...Array.from({ length: 1001 }, () => 'a|b'))
    expect([long.rows.length, long.cut]).toEqual([1000, true])
    expect(read('Status|Feature', ...Array.from({ length: 1000 }, () => 'a|b')).cut).toBe(false)
  })
})

describe('a table whose first row is no heading by its marks', () => {
  const row = (...texts: readonly string[]) => `<tr>${texts.map(text => `<td>${text}</td>`).join('')}</tr>`
  it.each([
    ['Status|Feature|Date', true],
    ['Status||', true],
    ['Feature|Foo|Date', true],
    ['Removed|v1|2022-08-23', false],
    ['Status|/v1/a|Date', false],
    ['Foo|Bar|Date', false],
    [`Status|Feature|${'a'.repeat(60)}`, false],
    ['||', false],
    ['Removed feature|since 2022-08-23|', false],
    ['Old path|/search|Date', false],
  ])('%s has names: %s', (first, is) => {
    const table = ofHtml(row(...first.split('|')) + row('Removed', 'v1', '2022-08-23') + row('a', 'b', 'c'))
    expect(table.headers.join('|')).toBe(is ? first.toLowerCase() : '||')
    expect(table.rows).toHaveLength(is ? 2 : 3)
  })
  it('is as wide as its widest row', () => {
    expect(ofHtml(row('a') + row('Removed', 'v1', '2022-08-23')).roles).toEqual(['other', 'other', 'date'])
  })
  it('may have no row', () => {
    expect(ofHtml('')).toEqual({ line: 1, headers: [], roles: [], rows: [], cut: false })
  })
})

describe('a table with its names in the first column', () => {
  it.each<[string, string, ...string[]]>([
    ['two columns', 'Status|Removed', 'Feature|v1', 'Date|2022-08-23'],
    ['several things', 'Status|Removed|Deprecated', 'Endpoint|/v1/a|/v1/b', 'Date|2022-08-23|2023-01-01'],
    ['a kind', 'Kind|New', 'Change|a', 'Date|2022-08-23'],
    ['several things, one without a day', 'Status|Removed|Active', 'Endpoint|/v1/a|/v1/b', 'Date|2022-08-23|'],
    ['two columns, a day with a remark', 'Status|Removed', 'Feature|v1', 'Date|2022-08-23, at last'],
    ['a name of 39 letters', 'Status|Removed', `Feature ${'a'.repeat(31)}|v1`, 'Date|2022-08-23'],
  ])('is turned: %s', (_, ...rows) => {
    const table = read(...(rows as [string]))
    const split = rows.map(row => row.split('|'))
    expect(table.headers).toEqual(split.map(([name = '']) => name.toLowerCase()))
    expect(table.roles).toEqual([rows[0]?.startsWith('Kind') ? 'kind' : 'status', 'feature', 'date'])
    expect(cells(table)).toEqual((split[0] ?? []).slice(1).map((_cell, at) => split.map(row => row[at + 1]).join('|')))
    expect(table.rows.map(({ line }) => line)).toEqual(table.rows.map(() => 1))
  })
  it('has a column for each of its states', () => {
    const table = read('Endpoint|/v1/a', 'Status|Removed', 'Date|2022-08-23', 'Deprecated|2021-01-01')
    expect(table.roles).toEqual(['feature', 'status', 'date', 'state'])
  })
  it('of old and new endpoints', () => {
    const table = read('Old|POST /v2/repositories|/v1/repositories/{name}/tags', 'New|CreateRepository|')
    expect(table.roles).toEqual(['old', 'new'])
    expect(cells(table)).toEqual(['POST /v2/repositories|CreateRepository', '/v1/repositories/{name}/tags|'])
  })
  it('has values', () => {
    const row = (text: string) => `<tr><td>${text}</td></tr>`
    expect(cells(ofHtml(row('Status: removed') + row('Date: 2022-08-23')))).toEqual(['Date: 2022-08-23'])
    expect(ofHtml(row('Old') + row('New')).headers).toEqual(['old'])
  })
  it('may have a name for each thing', () => {
    const table = read('| |Legacy a|Legacy b|', 'Endpoint|/v1/a|/v1/b', 'Status|Removed|Removed', 'Date|2022-08-23|')
    expect(table.roles).toEqual(['other', 'feature', 'status', 'date'])
  })
  it('has twelve rows at most', () => {
    const rows = ['Status|Removed', ...Array.from({ length: 10 }, (_, at) => `Foo${at}|a`), 'Date|2022-08-23']
    expect(read(...rows).headers).toHaveLength(12)
  })
  it.each(['not scheduled', '2026-09-19'])('may have a day on which it is to end: %s', end => {
    const table = read('Status|Deprecated', 'Since|2025-06-27', `Sunset|${end}`, 'Use instead|GetLid')
    expect(table.roles).toEqual(['status', 'date', 'date', 'new'])
  })
  it.each<[string, ...string[]]>([
    ['states of endpoints', 'Feature|Deprecated|Removed', 'a|2021-01-01|2022-01-01', 'b|active|active'],
    ['states of endpoints, one by its name', 'Feature|Now|Then', 'a date|2021-01-01|2022-01-01', 'b|active|active'],
    ['dates of endpoints', 'Feature|Now|Then', 'a|2021-01-01|2022-01-01', 'the state|active|active'],
    ['one row', 'Status|Removed|Date'],
    ['no date', 'Status|Removed', 'Feature|v1'],
    ['no state', 'Feature|v1', 'Date|2022-08-23'],
    ['two dates', 'Status|Removed', 'Date|2022-08-23', 'Since|2022-08-23', 'Feature|v1'],
    ['a day for a name', 'Status|Removed', '2022-08-23|v1', 'Date|2022-08-23', 'Feature|a'],
    ['a sentence for a name', 'Status|Removed', `Feature ${'a'.repeat(32)}|v1`, 'Date|2022-08-23'],
    ['several columns without a day', 'Status|Removed|Removed', 'Feature|a|b', 'Date|soon|2022-08-23'],
    ['nothing else that is known', 'Date|2022-08-23', 'foo|status', 'bar|b'],
    ['old endpoints on both sides', 'Old|POST /v2/repositories', 'New|POST /v2/repositories/{namespace}'],
    ['no old endpoint', 'Old|GET /v2/lids', 'New|GetLid'],
    [
      'an old endpoint among the new ones',
      'Old|/v1/repositories/{name}/tags|POST /v2/repositories',
      'New|ListRepositoryTags|POST /v2/repositories',
    ],
    ['another name', 'Old|/v1/repositories/{name}/tags', 'New|ListRepositoryTags', 'Whose|ours'],
    ['two names for what is new', 'Old|/v1/repositories/{name}/tags', 'New|ListRepositoryTags', 'New|v2'],
    ['many rows', 'Status|Removed', ...Array.from({ length: 11 }, (_, at) => `Foo${at}|a`), 'Date|2022-08-23'],
  ])('is not turned: %s', (_, ...rows) => {
    expect(read(...(rows as [string])).headers.join('|')).toBe(rows[0]?.toLowerCase())
  })
})

describe('what stands over the columns', () => {
  const [removed, deprecated] = ['/v1/a|/v2/a', '/v1/b|/v2/b']
  it.each<[says: string, role: string, head: string, ...heads: [string, string]]>([
    ['a state', 'status', 'Endpoint|Replacement', 'Removed|', 'Deprecated|Deprecated'],
    ['a day', 'date', 'Endpoint|Replacement', '2022-08-23|', '2023-08-23|2023-08-23'],
    ['a kind', 'kind', 'Title|Replacement', 'New|', 'Fixed|'],
    ['a state, and something else', 'status', 'Endpoint|Replacement', 'Removed|', 'text|'],
  ])('is of the rows below it: %s', (_, role, head, one, other) => {
    const table = read(head, one, removed, other, deprecated)
    const [first, second] = [one, other].map(text => text.replace(/\|.*/, '').replace('text', ''))
    expect(table).toMatchObject({ headers: [...head.toLowerCase().split('|'), role], roles: ['feature', 'new', role] })
    expect(cells(table)).toEqual([`${removed}|${first}`, `${deprecated}|${second}`])
    for (const row of table.rows) expect(row.cells[2]?.links).toEqual([])
  })
  it('is a day next to states', () => {
    const table = read('Endpoint|Status', '2022-08-23|', '/v1/a|Removed', '2023-08-23|', '/v1/b|Deprecated')
    expect(table.roles).toEqual(['feature', 'status', 'date'])
  })
  it.each<[says: string, head: string, ...rows: string[]]>([
    ['a day, and something else', 'Endpoint|Replacement', '2022-08-23|', removed, 'text|', deprecated],
    ['a kind, next to states', 'Title|Status', 'New|', 'some|410', 'Fixed|', 'thing|411'],
    ['a day, next to days', 'Title|Date', '2022-08-23|', 'some|2022-08-23'],
    ['all rows', 'Endpoint|Replacement', 'Removed|', 'Deprecated|'],
    ['some columns', 'Endpoint|Foo|Bar', 'Removed|Removed|', '/v1/a|some|thing'],
    ['no words', 'Endpoint|Replacement', '|', removed],
  ])('is a row of its own: %s', (_, head, ...rows) => {
    const table = read(head, ...rows)
    expect(table.headers.join('|')).toBe(head.toLowerCase())
    expect(cells(table)).toEqual(rows)
  })
  it('is nothing in a table of one column', () => {
    const row = (text: string) => `<tr><td>${text}</td></tr>`
    expect(cells(ofHtml(row('some') + row('Removed') + row('')))).toEqual(['some', 'Removed', ''])
  })
})

it.each<[says: string, row: string, cells: string]>([
  ['another cell', 'Endpoint|Replacement|Status: some|some|Removed', 'some||Removed'],
  ['the same in both columns of successors', 'Replacement|Replaced by: some|some', 'some|some'],
  ['nothing else', 'Endpoint|Replacement|Status: some|thing|Removed', 'some|thing|Removed'],
])('what replaces something is none where it is %s', (_, table, expected) => {
  const [head = '', row = ''] = table.split(': ')
  expect(cells(read(head, row))).toEqual([expected])
})

it('a cell has its lines', () => {
  const table = ofHtml('<tr><th>Endpoint</th><th>Date</th></tr><tr><td>some<br>thing</td><td>2022-08-23</td></tr>')
  expect(table.rows[0]?.cells[0]?.text).toBe('some\nthing')
})

describe('a table of one day', () => {
  const of = (...rows: readonly string[]) =>
    ofHtml(
      rows
        .map(
          row =>
            `<tr>${row
              .split('|')
              .map(text => `<td>${text}</td>`)
              .join('')}</tr>`,
        )
        .join(''),
    )
  it.each([
    ['Date|2022-08-23', 'New|a', 'Removed|/v1/b'],
    ['New|a', 'Date|2022-08-23', 'Fixed|b'],
    ['Date|2022-08-23', 'Changed features|a'],
    ['Date|2022-08-23', 'Features added|a', 'New|2022-08-23'],
  ])('has its kinds of changes in front of them: %s, %s', (...rows) => {
    const table = of(...rows)
    expect(table).toMatchObject({ headers: ['date', 'kind', 'change'], roles: ['date', 'kind', 'feature'] })
    expect(cells(table)).toEqual(rows.filter(row => !row.startsWith('Date')).map(row => `2022-08-23|${row}`))
  })
  it.each([
    ['Date|2022-08-23', 'Change|a'],
    ['Date|2022-08-23', 'Changes|a'],
    ['Date|2022-08-23', 'Feature|a'],
    ['Date|2022-08-23', 'New|a', 'Foo|b'],
    ['Date|soon', 'New|a'],
    ['New|2022-08-23', 'Fixed|b'],
    ['Date|2022-08-23'],
    ['Date|2022-08-23', 'New|a|c'],
  ])('is another one: %s, %s', (...rows) => {
    expect(of(...rows).headers).not.toContain('change')
  })
})

it('a day over all columns of the first row is of those below it', () => {
  const of = (day: string, text: string): string =>
    `<tr><th colspan="2">${day}</th></tr><tr><td>New</td><td>${text}</td></tr>`
  expect(cells(ofHtml(of('2024-05-02', 'lids') + of('2024-05-01', 'boxes')))).toEqual([
    'New|lids|2024-05-02',
    'New|boxes|2024-05-01',
  ])
})

describe('cells', () => {
  const table = read(
    'Old|Old path|Foo|Owner|Note|Bar',
    '/a|/b|to be sorted|me|text|',
    `/c|/d|x|you|text|${'b'.repeat(40)}`,
  )
  const [row] = table.rows
  it('by their roles', () => {
    if (row === undefined) throw new Error('no row')
    expect(table.roles).toEqual(['old', 'old', 'other', 'other', 'other', 'other'])
    expect(readable(cellOf(table, row, 'old'))).toBe('/a')
    expect(cellsOf(table, row, 'old').map(readable)).toEqual(['/a', '/b'])
    expect(cellOf(table, row, 'date')).toEqual({ text: '', links: [] })
  })
  it('the first that may be a state', () => {
    const state = (...rows: readonly string[]) => {
      const found = read(...rows)
      const [first] = found.rows
      const cell = first && possibleState(found, first)
      return cell && readable(cell)
    }
    expect(state('Endpoint|Owner|Note|Foo', '/a|me|text|to be sorted')).toBe('to be sorted')
    expect(state('Endpoint|Foo', '/a|12')).toBeUndefined()
    expect(state('Endpoint|Foo', '/a|one', `/b|${'b'.repeat(40)}`)).toBeUndefined()
    expect(state('Endpoint|Note', '/a|one')).toBeUndefined()
    expect(state('Endpoint|Foo', '/a|one', `/b|${'b'.repeat(39)}`)).toBe('one')
  })
})

it.each(['✓', 'X', 'yes', 'No', 'true', 'n/a', '', '✔️', '—', '•'])('%j is a mark', text => {
  expect(isMark(text)).toBe(true)
})
it.each(['yes, soon', 'no.', 'xx', '2025-01-01'])('%j is no mark', text => {
  expect(isMark(text)).toBe(false)
})
it.each(['none', 'TBD', 'to be', 'not planned', 'not yet planned', 'no date yet', 'Not scheduled.', 'tba', ' open '])(
  '%j says whether there is no day',
  text => {
    expect(isUndated(text)).toBe(text !== 'to be')
  },
)
it.each(['nonexistent', 'left open', 'not removed', 'planned', 'open 2025', ''])('%j says nothing of it', text => {
  expect(isUndated(text)).toBe(false)
})
