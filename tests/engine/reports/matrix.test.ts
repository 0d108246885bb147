import { expect, it } from 'vitest'
import type { Report } from '../../../contracts/results/report.ts'
import { reportSubject } from '../../../engine/conclude.ts'
import { matrixOf } from '../../../engine/reports/matrix.ts'
import { kase, report, requirement } from '../../reporters/fixtures/report.ts'

const named = (product: string | null, version: string | null, more: Partial<Report> = {}): Report =>
  report([], { subject: reportSubject({ product, version }), ...more })

it('calls a report by its name, else by product and version, else by the target', () => {
  const nameOf = (each: Report, name?: string) =>
    matrixOf([{ file: 'a.json', report: each, ...(name !== undefined && { name }) }]).reports[0]?.name
  expect(nameOf(named('Hub', '2'), 'mine')).toBe('mine')
  expect(nameOf(named('Hub', '2'))).toBe('Hub 2')
  expect(nameOf(named('Hub', null))).toBe('Hub')
  expect(nameOf(named(null, '2', { target: 'http://localhost:8080' }))).toBe('http://localhost:8080')
  expect(nameOf(named(null, null, { target: null }))).toBe('documents alone')
})

it('compares versions of one product, which is that of its name', () => {
  const productOf = (each: Report, name?: string) =>
    matrixOf([{ file: 'a.json', report: each, ...(name !== undefined && { name }) }]).reports[0]?.product
  expect(productOf(named('Hub', '2'))).toBe('Hub')
  expect(productOf(named('Hub', '2'), 'mine')).toBe('mine')
  expect(productOf(named(null, null, { target: null }))).toBe('documents alone')
})

it('sorts by name, then by time', () => {
  const at = (product: string, day: string) => ({
    file: `${product}${day}`,
    report: named(product, null, { startedAt: `2026-01-0${day}T00:00:00Z` }),
  })
  const files = (...given: readonly ReturnType<typeof at>[]) => matrixOf(given).reports.map(({ file }) => file)
  const sorted = ['A1', 'A2', 'B1', 'C1']
  expect(files(at('C', '1'), at('A', '2'), at('B', '1'), at('A', '1'))).toEqual(sorted)
  expect(files(at('A', '1'), at('A', '2'), at('B', '1'), at('C', '1'))).toEqual(sorted)
  expect(files(at('B', '1'), at('A', '1'), at('C', '1'), at('A', '2'))).toEqual(sorted)
})

it('has a row for each requirement of any report, as the first one has it', () => {
  const first = requirement('a/x', 'must', [kase('GET', 'pass')])
  const rows = matrixOf([
    { file: '1', name: '1', report: report([first]) },
    {
      file: '2',
      name: '2',
      report: report([
        requirement('a/y', 'may', [kase('GET', 'fail')]),
        { ...first, title: 'another', verdict: 'fail' },
      ]),
    },
  ]).rows
  expect(rows).toEqual([
    { id: 'a/x', level: 'must', title: first.title, verdicts: ['pass', 'fail'] },
    { id: 'a/y', level: 'may', title: rows[1]?.title, verdicts: [null, 'fail'] },
  ])
})
