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
  })
  it('may have a name for each thing', () => {
    const table = read('| |Legacy a|Legacy b|', 'Endpoint|/v1/a|/v1/b', 'Status|Removed|Removed', 'Date|2022-08-23|')
    expect(table.roles).toEqual(['other', 'feature', 'status', 'date'])
  })
  it('has twelve rows at most', () => {
    const rows = ['Status|Removed', ...Array.from({ length: 10 }, (_, at) => `Foo${at}|a`), 'Date|2022-08-23']
    expect(read(...rows).headers).toHaveLength(12)
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
    ['many rows', 'Status|Removed', ...Array.from({ length: 11 }, (_, at) => `Foo${at}|a`), 'Date|2022-08-23'],
  ])('is not turned: %s', (_, ...rows) => {
    expect(read(...(rows as [string])).headers.join('|')).toBe(rows[0]?.toLowerCase())
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
