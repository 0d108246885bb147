import { describe, expect, test } from 'vitest'
import { reportSubject } from '../../engine/conclude.ts'
import { matrixOf } from '../../engine/reports/matrix.ts'
import { matrixFormats } from '../../reporters/matrix/index.ts'
import { extremes } from './fixtures/extremes.ts'
import { conformant, hostile, mixed, partial } from './fixtures/reports.ts'

const named = (product: string, startedAt: string) => ({
  ...conformant,
  startedAt,
  subject: { ...reportSubject(), product },
})

describe('a matrix', () => {
  const matrix = matrixOf([
    { file: 'b.json', report: named('B', '2026-01-02T00:00:00Z') },
    {
      file: 'a2.json',
      report: {
        ...partial,
        ...named('A', '2026-02-02T00:00:00Z'),
        requirements: partial.requirements,
        result: 'partial',
      },
    },
    {
      file: 'a1.json',
      report: { ...mixed, subject: { ...reportSubject(), product: 'A' }, startedAt: '2026-01-02T00:00:00Z' },
    },
  ])

  test('sorts by product and time, and says what is partial', () => {
    expect(matrix.reports.map(({ file, result }) => [file, result])).toEqual([
      ['a1.json', 'non-conformant'],
      ['a2.json', 'partial'],
      ['b.json', 'conformant'],
    ])
    for (const text of [matrixFormats.console(matrix), matrixFormats.markdown(matrix), matrixFormats.html(matrix)]) {
      expect(text).toMatch(/partial/i)
      expect(text).toContain('v1-removed/name-tags')
    }
  })

  test('shows differences alone unless told otherwise, and says how many it leaves out', () => {
    const same = matrixOf(['x.json', 'y.json'].map(file => ({ file, report: conformant })))
    expect(matrixFormats.console(same)).toContain('Not shown: 4 requirements without a difference')
    expect(matrixFormats.console(same, { verbosity: 'verbose' })).toContain('v1-removed/name-images')
    expect(JSON.parse(matrixFormats.json(same)).rows).toHaveLength(4)
  })

  test('each cell leads to its requirement on the page of its report', () => {
    expect(matrixFormats.html(matrix)).toContain('href="a1.html#v1-removed/name-tags"')
  })

  test('has a line for each suite where several reports are of one thing, and none else', () => {
    const page = matrixFormats.html(matrix)
    expect(page).toContain('Over time')
    expect(page).toContain('aria-label="2026-01-02: 2 of 3 passed; 2026-02-02: 1 of 1 passed"')
    const different = matrixOf([{ file: 'b.json', report: named('B', '2026-01-02T00:00:00Z') }])
    expect(matrixFormats.html(different)).not.toContain('Over time')
  })

  test('versions of one product are one line, in the order of time', () => {
    const versions = [
      { version: '1.10', startedAt: '2026-03-02T00:00:00Z' },
      { version: '1.9', startedAt: '2026-01-02T00:00:00Z' },
    ].map(({ version, startedAt }) => ({
      file: `${version}.json`,
      report: { ...conformant, startedAt, subject: { ...reportSubject(), product: 'A', version } },
    }))
    expect(matrixOf(versions).reports.map(({ name }) => name)).toEqual(['A 1.9', 'A 1.10'])
    expect(matrixFormats.html(matrixOf(versions))).toContain(
      'aria-label="2026-01-02: 2 of 2 passed; 2026-03-02: 2 of 2 passed"',
    )
  })

  test('nothing of a report becomes markup or writes to a terminal', () => {
    const all = matrixOf(
      [...extremes.map(([, report]) => report), hostile].map((report, at) => ({
        file: `<b>"${at}.json`,
        report,
      })),
    )
    const page = matrixFormats.html(all, { verbosity: 'verbose' })
    expect(page).not.toMatch(/<script|<img|<b>"/)
    for (const text of [matrixFormats.console(all), matrixFormats.markdown(all)])
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})
