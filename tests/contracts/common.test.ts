import { describe, expect, test } from 'vitest'
import { commonOf } from '../../contracts/causes/common.ts'
import type { ReportedCase } from '../../contracts/report.ts'

const kase = (name: string, verdict: ReportedCase['verdict']): ReportedCase => ({
  name,
  verdict,
  reason: null,
  attempts: 1,
  exchanges: [],
  evidence: [],
  excerpts: [],
})

const commonIn = (failed: readonly string[], passed: readonly string[]): string | undefined => {
  const failing = failed.map(name => kase(name, 'fail'))
  const cases = [...failing, ...passed.map(name => kase(name, 'pass'))]
  return commonOf([{ requirement: { cases }, cases: failing }])
}

describe('what failing cases have in common', () => {
  test('is what no case has that passed', () => {
    expect(
      commonIn(['GET, long, Accept JSON', 'HEAD, short, Accept JSON'], ['GET, long', 'HEAD, short', 'GET, other']),
    ).toBe('to all 2 cases that failed, and to none of the 3 that passed: Accept JSON')
  })

  test('is not told where a case with it passed, where nothing is common, and where too few cases show it', () => {
    expect(commonIn(['GET, a', 'HEAD, a'], ['GET, a', 'HEAD, b', 'GET, c'])).toBeUndefined()
    expect(commonIn(['GET, a', 'HEAD, b'], ['PUT, c', 'PUT, d', 'PUT, e'])).toBeUndefined()
    expect(commonIn(['GET, a'], ['HEAD, b', 'HEAD, c', 'HEAD, d'])).toBeUndefined()
    expect(commonIn(['GET, a', 'HEAD, a'], ['GET, b', 'HEAD, b'])).toBeUndefined()
  })
})
