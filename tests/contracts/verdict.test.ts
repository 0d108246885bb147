import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  counts,
  isOpen,
  type Level,
  levels,
  severity,
  type Verdict,
  worse,
  worst,
} from '../../contracts/results/verdict.ts'
import { resultOf, summarise } from '../../engine/conclude.ts'

const verdict = fc.constantFrom<Verdict>(...severity)
const requirement = fc.record({ level: fc.constantFrom('must' as const, 'should' as const, 'may' as const), verdict })

describe('the lattice of verdicts', () => {
  it('is commutative, associative and idempotent', () => {
    fc.assert(fc.property(verdict, verdict, (a, b) => worse(a, b) === worse(b, a)))
    fc.assert(fc.property(verdict, verdict, verdict, (a, b, c) => worse(worse(a, b), c) === worse(a, worse(b, c))))
    fc.assert(fc.property(verdict, a => worse(a, a) === a))
  })

  it('takes the worst of many in any order, and only ever gets worse', () => {
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 1 }), verdict, (many, one) => {
        const whole = worst(many)
        expect(worst([...many].reverse())).toBe(whole)
        expect(severity.indexOf(worst([...many, one]))).toBeLessThanOrEqual(severity.indexOf(whole))
        expect(many).toContain(whole)
      }),
    )
  })

  it('calls nothing judged an error and not a pass', () => {
    expect(worst([])).toBe('error')
  })
})

it.each<[failOn: Level | undefined, counted: readonly Level[]]>([
  [undefined, ['must']],
  ['must', ['must']],
  ['should', ['must', 'should']],
  ['may', ['must', 'should', 'may']],
])('failures count down to %s: %j', (failOn, counted) => {
  expect(levels.filter(level => counts(level, failOn))).toEqual(counted)
})

describe('the result', () => {
  it('is conformant only where every must in force passed, and one did', () => {
    fc.assert(
      fc.property(fc.array(requirement), requirements => {
        const result = resultOf(summarise(requirements))
        const musts = requirements.filter(({ level }) => level === 'must').map(({ verdict: of }) => of)
        const inForce = musts.filter(of => of !== 'not-applicable')
        const asked = inForce.filter(of => of !== 'not-selected')
        if (musts.includes('fail')) expect(result).toBe('non-conformant')
        else if (asked.some(of => of !== 'pass')) expect(result).toBe('incomplete')
        else if (asked.length > 0) expect(result).toBe(asked.length === inForce.length ? 'conformant' : 'partial')
        else expect(['incomplete', 'partial']).toContain(result)
        if (requirements.every(({ verdict: of }) => of !== 'pass' && of !== 'fail')) expect(result).toBe('incomplete')
      }),
    )
  })

  it('is partial for a selection of lower levels only where all of it was verified, whatever failed', () => {
    fc.assert(
      fc.property(fc.array(verdict), lower => {
        const requirements = [
          { level: 'must' as const, verdict: 'not-selected' as const },
          ...lower.map(of => ({ level: 'should' as const, verdict: of })),
        ]
        const isVerified = lower.some(of => of === 'pass' || of === 'fail') && !lower.some(isOpen)
        expect(resultOf(summarise(requirements))).toBe(isVerified ? 'partial' : 'incomplete')
      }),
    )
  })

  it('counts everything once', () => {
    fc.assert(
      fc.property(fc.array(requirement), requirements => {
        const summary = summarise(requirements)
        const counted = Object.values(summary).flatMap(({ counts }) => Object.values(counts))
        expect(counted.reduce((sum, count) => sum + count, 0)).toBe(requirements.length)
        for (const { counts, verified, inForce } of Object.values(summary)) {
          expect(verified).toBe(counts.pass)
          expect(verified).toBeLessThanOrEqual(inForce)
        }
      }),
    )
  })
})
