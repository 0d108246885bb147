import { describe, expect, it } from 'vitest'
import type { Verdict } from '../../../contracts/results/verdict.ts'
import {
  type BaselineEntry,
  type BaselineFinding,
  type BaselineReport,
  matchBaseline,
} from '../../../engine/reports/baseline.ts'
import { digestOf } from '../../../engine/reports/digest.ts'
import { findingClause, gateFinding, holdAgainst, type NamedBaseline } from '../../../engine/reports/gate.ts'
import { kase, reason, report, requirement } from '../../reporters/fixtures/report.ts'
import { entry } from '../../support/baseline.ts'

const today = '2026-06-01'

const judged = (id: string, verdict: Verdict, cases: Readonly<Record<string, Verdict>> = {}, parts: object = {}) => ({
  id,
  level: 'must' as const,
  verdict,
  reason: verdict === 'pass' ? null : { code: 'not-gone' },
  cases: Object.entries(cases).map(([name, of]) => ({
    name,
    verdict: of,
    reason: of === 'pass' ? null : { code: 'not-gone' },
  })),
  ...parts,
})

const match = (requirements: BaselineReport['requirements'], entries: readonly BaselineEntry[], rules = {}) =>
  matchBaseline({ requirements }, { failures: entries, unverified: [] }, today, rules)

const kinds = (...given: Parameters<typeof match>) =>
  match(...given).findings.map(finding => {
    const { id, case: name } = 'actual' in finding ? finding.actual : finding.entry
    return [finding.kind, id, ...(name === undefined ? [] : [name])].join(' ')
  })

describe('what is listed', () => {
  const failing = judged('a/x', 'fail', { GET: 'fail', PUT: 'fail' })

  it('may be several cases of one requirement', () => {
    const entries = [entry('a/x', { case: 'GET' }), entry('a/x', { case: 'PUT' })]
    expect(kinds([failing], entries)).toEqual([])
    expect(match([failing], entries).matches.map(({ entry: own, actual }) => [own.case, actual.case])).toEqual([
      ['GET', 'GET'],
      ['PUT', 'PUT'],
    ])
  })

  it('is matched where it is so, and no mistake of the suite is', () => {
    const one = entry('a/x')
    expect(match([failing], [one])).toEqual({
      findings: [],
      matches: [{ entry: one, actual: { id: 'a/x', level: 'must', verdict: 'fail', code: 'not-gone' } }],
    })
    expect(match([judged('a/x', 'error')], [one])).toEqual({ findings: [], matches: [] })
    expect(match([judged('a/x', 'pass')], [one]).matches).toEqual([])
  })

  it('by case is nothing where the requirement has no cases', () => {
    expect(kinds([judged('a/x', 'fail')], [entry('a/x', { case: 'GET' })])).toEqual(['new a/x'])
  })

  it('may be of a requirement that is known and not in the report, whatever its case', () => {
    const rules = { known: ['a/y'] }
    expect(kinds([failing], [entry('a/x'), entry('a/y', { case: 'GET' })], rules)).toEqual([])
    expect(match([failing], [entry('a/x'), entry('a/z')]).findings).toEqual([
      { kind: 'unmatched', entry: entry('a/z'), known: ['a/x'] },
    ])
  })

  it('holds on its last day, also where it was not asked', () => {
    const until = (expires: string) => entry('a/x', { expires: expires as never })
    const skipped = judged('a/x', 'not-selected')
    expect(kinds([failing], [until(today)])).toEqual([])
    expect(kinds([failing], [until('2026-05-31')])).toEqual(['expired a/x'])
    expect(kinds([skipped], [until(today)])).toEqual([])
    expect(kinds([skipped], [until('2026-05-31')])).toEqual(['expired a/x'])
    expect(kinds([skipped], [entry('a/x')])).toEqual([])
  })
})

describe('a requirement whose cases are not known beforehand', () => {
  const pact = judged('a/x', 'fail', { GET: 'fail', PUT: 'pass' }, { byCase: true })
  it('is compared case by case, unless it is listed as a whole', () => {
    expect(kinds([pact], [])).toEqual(['new a/x GET'])
    expect(kinds([pact], [entry('a/x', { case: 'GET' })])).toEqual([])
    expect(kinds([pact], [entry('a/x')])).toEqual([])
  })
})

it.each<Verdict>(['inconclusive', 'untestable'])('what is %s is no longer verified', verdict => {
  expect(kinds([judged('a/x', verdict)], [])).toEqual(['unverified a/x'])
  expect(kinds([judged('a/x', verdict)], [], { allowIncomplete: true })).toEqual([])
  expect(kinds([judged('a/x', verdict)], [entry('a/x')])).toEqual(['unverified a/x'])
})

describe('a finding as a clause', () => {
  const actual = (verdict: Verdict, code: string | null = 'catch-all') =>
    ({ id: 'a/x', level: 'must', verdict, code }) as const
  const open = entry('a/x', { verdict: 'untestable', code: 'need-org' })
  it.each<readonly [BaselineFinding, string]>([
    [{ kind: 'new', actual: actual('fail') }, 'fails (catch-all) and is not listed'],
    [{ kind: 'new', actual: actual('fail'), entry: open }, 'fails (catch-all), but is listed as untestable (need-org)'],
    [{ kind: 'unverified', actual: actual('untestable', null) }, 'is not verified: untestable, and not listed as such'],
    [
      { kind: 'unverified', actual: actual('inconclusive'), entry: entry('a/x') },
      'is no longer verified: inconclusive (catch-all), but listed as failing (not-gone)',
    ],
    [
      { kind: 'stale', actual: actual('pass', null), entry: entry('a/x') },
      'passes, but is still listed as failing (not-gone); remove the entry',
    ],
    [
      { kind: 'stale', actual: actual('not-applicable', null), entry: open },
      'is not-applicable, but is still listed as untestable (need-org); remove the entry',
    ],
    [
      { kind: 'changed', actual: actual('fail'), entry: entry('a/x') },
      'fails (catch-all), but is listed as failing (not-gone)',
    ],
    [
      {
        kind: 'changed',
        actual: actual('inconclusive', null),
        entry: { id: 'a/x', verdict: 'untestable', reason: '' },
      },
      'is inconclusive, but is listed as untestable',
    ],
    [
      { kind: 'expired', entry: entry('a/x', { expires: '2026-01-01' }) },
      'the entry expired on 2026-01-01; fix the target, or renew the entry',
    ],
    [{ kind: 'unmatched', entry: entry('a/x'), known: ['qqqqqqqqqqqq'] }, 'unknown requirement id'],
    [
      { kind: 'unmatched', entry: entry('a/x', { case: 'GTE' }), known: ['qqqqqqqqqqqq'] },
      'unknown case of this requirement',
    ],
    [{ kind: 'duplicate', entry: entry('a/x') }, 'is listed more than once'],
  ])('%j: %s', (finding, clause) => expect(findingClause(finding)).toBe(clause))
})

describe('a report held against a baseline', () => {
  const named = (failures: readonly BaselineEntry[], unverified: readonly BaselineEntry[] = []): NamedBaseline => ({
    name: 'baseline.yaml',
    failures,
    unverified,
    lineOf: of => failures.indexOf(of) + 1,
  })
  const why = reason('not-gone', { expected: 410, status: 200 })
  const failing = requirement('a/x', 'must', [kase('GET', 'fail', why), kase('PUT', 'pass')])
  const other = requirement('a/y', 'must', [kase('GET', 'pass')])
  const open = requirement('a/z', 'must', [kase('GET', 'untestable', reason('need-org'))])
  const broken = requirement('a/e', 'must', [kase('GET', 'error', reason('suite-error', { message: '' }))])

  it('passes where it is as listed, and shows each known failure with its entry', () => {
    const held = holdAgainst(
      report([failing, other]),
      named([entry('a/x', { link: 'l', expires: '2027-01-01' })]),
      today,
    )
    expect(held.gate).toEqual({
      file: 'baseline.yaml',
      passed: true,
      listed: { failures: 1, unverified: 0 },
      findings: [],
    })
    const known = { note: 'known', link: 'l', expires: '2027-01-01', file: 'baseline.yaml', line: 1 }
    expect(held.requirements[0]?.known).toEqual(known)
    expect(held.requirements[0]?.cases.map(each => each.known)).toEqual([undefined, undefined])
    expect(held.requirements[1]).toBe(other)
  })

  it('shows a requirement as known where each case with its verdict is', () => {
    const two = requirement('a/x', 'must', [kase('GET', 'fail', why), kase('PUT', 'fail', why), kase('HEAD', 'pass')])
    const cases = ['GET', 'PUT'].map(name => entry('a/x', { case: name, reason: name }))
    const held = (entries: readonly BaselineEntry[]) =>
      holdAgainst(report([two]), named(entries), today).requirements[0]
    expect(held(cases)?.known).toMatchObject({ note: 'GET', line: 1 })
    expect(held(cases)?.cases.map(each => each.known?.note)).toEqual(['GET', 'PUT', undefined])
    expect(held(cases.slice(1))?.known).toBeUndefined()
    expect(held(cases.slice(0, 1))?.known).toBeUndefined()
    expect(held(cases.slice(1))?.cases.map(each => each.known?.note)).toEqual([undefined, 'PUT', undefined])
  })

  it('shows a requirement without cases as known', () => {
    const bare = { ...failing, cases: [] }
    const [shown] = holdAgainst(report([bare]), named([entry('a/x')]), today).requirements
    expect(shown?.known).toMatchObject({ note: 'known' })
  })

  it('does not pass with a finding, and names what got worse first', () => {
    const { gate } = holdAgainst(report([other, open, failing]), named([entry('a/y'), entry('a/q')]), today)
    expect(gate?.passed).toBe(false)
    expect(gate?.findings.map(({ kind, requirement: id }) => [kind, id])).toEqual([
      ['new', 'a/x'],
      ['unverified', 'a/z'],
      ['stale', 'a/y'],
      ['unmatched', 'a/q'],
    ])
    expect(gate?.findings[2]).toMatchObject({
      message: expect.stringContaining('remove the entry'),
      entry: { line: 1 },
    })
    expect(gate?.findings[0]).not.toHaveProperty('entry')
  })

  it('does not pass with a mistake of the suite', () => {
    const { gate } = holdAgainst(report([other, broken]), named([]), today)
    expect(gate).toMatchObject({ passed: false, findings: [] })
  })

  it('does not pass where the run was ended early, and does not blame it for what it did not verify', () => {
    const of = (interrupted: boolean) => holdAgainst(report([open]), named([]), today, { interrupted }).gate
    expect(of(true)).toMatchObject({ passed: false, findings: [] })
    expect(of(false)?.findings).toHaveLength(1)
    expect(holdAgainst(report([other]), named([]), today, { interrupted: true }).gate?.passed).toBe(false)
    expect(holdAgainst(report([failing]), named([]), today, { interrupted: true }).gate?.findings).toHaveLength(1)
  })

  it('has a digest of what it is now, if it had one', () => {
    const plain = report([failing])
    expect(holdAgainst(plain, named([entry('a/x')]), today)).not.toHaveProperty('digest')
    const { digest, ...held } = holdAgainst({ ...plain, digest: 'old' as never }, named([entry('a/x')]), today)
    expect(digest).toBe(digestOf({ ...held, digest: 'old' as never }))
  })

  it('says of a finding which case it is about', () => {
    expect(gateFinding(named([]), { kind: 'duplicate', entry: entry('a/x', { case: 'GET' }) })).toMatchObject({
      kind: 'duplicate',
      requirement: 'a/x',
      case: 'GET',
    })
  })
})
