import { describe, expect, it } from 'vitest'
import type { ComparedRequirement } from '../../../contracts/results/comparison.ts'
import type { Report, ReportedRequirement } from '../../../contracts/results/report.ts'
import { severity, type Verdict } from '../../../contracts/results/verdict.ts'
import { compareReports, gotWorse } from '../../../engine/reports/compare.ts'
import { compareConsole } from '../../../reporters/compare/console.ts'
import { compareFormats } from '../../../reporters/compare/index.ts'
import { compareMarkdown } from '../../../reporters/compare/markdown.ts'
import { kase, reason, report, requirement } from '../../reporters/fixtures/report.ts'
import { mixed } from '../../reporters/fixtures/reports.ts'

const why = (verdict: Verdict, status = 404) =>
  verdict === 'pass' ? null : reason('not-gone', { expected: 410, status })

const of = (verdict: Verdict | null, more: Partial<ReportedRequirement> = {}): Report =>
  report(
    verdict === null
      ? []
      : [{ ...requirement('v1-removed/name-tags', 'must', [kase('GET', verdict, why(verdict))]), ...more }],
  )

const idsOf = (requirements: readonly ComparedRequirement[]): readonly string[] => requirements.map(({ id }) => id)

/** What a change of verdict is; `null` stands for a report without the requirement. */
const kinds = ['regressions', 'stopped', 'fixes', 'newlyVerified', 'changed', 'added', 'removed'] as const

const expected = (old: Verdict | null, now: Verdict | null): (typeof kinds)[number] | undefined => {
  const verified = (verdict: Verdict | null): boolean => verdict === 'pass' || verdict === 'fail'
  if (old === now) return undefined
  if (verified(old) && !verified(now)) return 'stopped'
  if (old === null) return 'added'
  if (now === null) return 'removed'
  if (now === 'fail') return 'regressions'
  if (now === 'pass') return old === 'fail' ? 'fixes' : 'newlyVerified'
  return 'changed'
}

const all: readonly (Verdict | null)[] = [...severity, null]

describe('a change of verdict', () => {
  it.each(all.flatMap(old => all.map(now => [old, now] as const)))('from %s to %s', (old, now) => {
    const verdictOf = (verdict: Verdict | null) =>
      of(verdict, verdict === null ? {} : { verdict, reason: why(verdict) })
    const comparison = compareReports(verdictOf(old), verdictOf(now))
    const found = kinds.filter(kind => comparison[kind].length > 0)
    const kind = expected(old, now)
    expect(found).toEqual(kind === undefined ? [] : [kind])
    expect(comparison.unchanged).toBe(old === now && old !== null ? 1 : 0)
    expect(gotWorse(comparison, 'must')).toBe(kind === 'regressions' || kind === 'stopped')
    for (const each of found) expect(idsOf(comparison[each])).toEqual(['v1-removed/name-tags'])
  })

  it('counts from its level on', () => {
    const comparison = compareReports(of('pass', { level: 'should' }), of('fail', { level: 'should' }))
    expect(gotWorse(comparison, 'must')).toBe(false)
    expect(gotWorse(comparison, 'should')).toBe(true)
    expect(gotWorse(comparison, 'may')).toBe(true)
  })

  it('to the same verdict with another reason is a change', () => {
    const { changed } = compareReports(of('fail'), of('fail', { reason: reason('catch-all', { status: 200 }) }))
    expect(idsOf(changed)).toEqual(['v1-removed/name-tags'])
    expect(compareReports(of('fail'), of('fail', { reason: why('fail', 200) })).unchanged).toBe(1)
  })
})

describe('cases', () => {
  const with_ = (...cases: readonly (readonly [string, Verdict])[]): Report =>
    report([
      requirement(
        'v1-removed/name-tags',
        'must',
        cases.map(([name, verdict]) => kase(name, verdict, why(verdict))),
      ),
    ])

  it('that are no longer verified are found behind a verdict that is the same', () => {
    const { stoppedCases, unchanged } = compareReports(
      with_(['GET', 'pass'], ['HEAD', 'pass'], ['POST', 'pass']),
      with_(['GET', 'pass'], ['HEAD', 'not-applicable']),
    )
    expect(stoppedCases.map(({ name, new: now }) => [name, now])).toEqual([
      ['HEAD', 'not-applicable'],
      ['POST', null],
    ])
    expect(unchanged).toBe(1)
  })

  it('that failed and do not apply any more are not lost', () => {
    const { stoppedCases, fixes } = compareReports(
      with_(['GET', 'pass'], ['HEAD', 'fail'], ['POST', 'fail']),
      with_(['GET', 'pass'], ['HEAD', 'not-applicable'], ['POST', 'inconclusive']),
    )
    expect(stoppedCases).toEqual([])
    expect(fixes).toEqual([])
    const repaired = compareReports(
      with_(['GET', 'pass'], ['HEAD', 'fail']),
      with_(['GET', 'pass'], ['HEAD', 'not-applicable']),
    )
    expect([repaired.stoppedCases, repaired.fixes.length]).toEqual([[], 1])
  })

  it('that failed and are open now are lost', () => {
    const { stoppedCases } = compareReports(
      with_(['GET', 'fail'], ['HEAD', 'fail'], ['POST', 'fail']),
      with_(['GET', 'fail'], ['HEAD', 'inconclusive'], ['POST', 'not-applicable']),
    )
    expect(stoppedCases.map(({ name }) => name)).toEqual(['HEAD'])
  })

  it('that fail now are found behind a failure that was there', () => {
    const { failingCases } = compareReports(
      with_(['GET', 'pass'], ['HEAD', 'fail']),
      with_(['GET', 'fail'], ['HEAD', 'fail']),
    )
    expect(failingCases.map(({ name }) => name)).toEqual(['GET'])
  })

  it('have the reason that they have now', () => {
    const { failingCases } = compareReports(
      with_(['GET', 'fail'], ['HEAD', 'pass']),
      with_(['GET', 'fail'], ['HEAD', 'fail']),
    )
    expect(failingCases).toEqual([
      { id: 'v1-removed/name-tags', level: 'must', name: 'HEAD', old: 'pass', new: 'fail', newReason: why('fail') },
    ])
  })

  it('of a requirement that is in one report alone are none', () => {
    const comparison = compareReports(with_(['GET', 'fail']), of(null))
    expect([comparison.failingCases, comparison.stoppedCases]).toEqual([[], []])
    expect(comparison.stopped).toMatchObject([{ id: 'v1-removed/name-tags', level: 'must', old: 'fail', new: null }])
  })

  it('are left to the requirement where it says it all', () => {
    const { failingCases, stoppedCases } = compareReports(with_(['GET', 'pass']), with_(['GET', 'fail']))
    expect([failingCases, stoppedCases]).toEqual([[], []])
  })
})

describe('what makes two reports hard to compare', () => {
  it('is noted', () => {
    const old = report([], { target: 'http://localhost:8080', options: { seed: 1, suite: ['presence'] } })
    const now = report([], {
      target: 'http://localhost:9090',
      asOf: '2025-06-27',
      tool: { name: 'hub-conformance', version: '9.0.0' },
      options: { seed: 2, 'allow-writes': true },
      startedAt: '2001-01-01T00:00:00.000Z',
    })
    expect(compareReports(old, now).notes.map(({ what }) => what)).toEqual([
      'target',
      'asOf',
      'version',
      'order',
      '--allow-writes',
      '--suite',
    ])
  })

  it('is not that a target publishes its documents at its own address', () => {
    const published = (target: string, from: string): Report =>
      report([], { target, documents: { reference: { from } } as never })
    const a = published('http://localhost:8080/', 'http://localhost:8080/openapi.json')
    const b = published('http://localhost:9090', 'http://localhost:9090/openapi.json')
    expect(compareReports(a, b).notes.map(({ what }) => what)).toEqual(['target'])
    const c = published('http://localhost:9090', 'https://docs.example.com/openapi.json')
    expect(compareReports(b, c).notes.map(({ what }) => what)).toEqual(['the reference'])
  })

  it('is noted with what it was and is', () => {
    const old = report([], { target: null, options: { suite: ['presence'], org: 'a' } } as never)
    const now = report([], {
      target: 'http://localhost:8080',
      options: { suite: ['presence', 'v1-removed'], org: 'a b' },
    })
    expect(compareReports(old, now).notes).toEqual([
      { what: 'target', old: '(none)', new: 'http://localhost:8080' },
      { what: '--org', old: 'a', new: 'a b' },
      { what: '--suite', old: '["presence"]', new: '["presence","v1-removed"]' },
    ])
  })

  it('is the order of two reports, where the new one is older', () => {
    const at = (startedAt: string): Report => report([], { startedAt })
    const noted = (old: string, now: string): readonly string[] =>
      compareReports(at(old), at(now)).notes.map(({ what }) => what)
    expect(noted('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z')).toEqual([])
    expect(noted('2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z')).toEqual(['order'])
    expect(noted('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00Z')).toEqual([])
  })

  it('is where a document is from, as the report says it', () => {
    const from = (target: string | null, place: string): Report =>
      report([], { target, documents: { reference: { from: place } } } as never)
    const noteOf = (a: Report, b: Report) => compareReports(a, b).notes.find(({ what }) => what === 'the reference')
    expect(noteOf(from('http://a', 'http://a/x.json'), from('http://a', 'http://a/y.json'))).toEqual({
      what: 'the reference',
      old: "the target's /x.json",
      new: "the target's /y.json",
    })
    expect(noteOf(from(null, 'x.json'), from('http://a', 'http://a.example/x.json'))).toEqual({
      what: 'the reference',
      old: 'x.json',
      new: 'http://a.example/x.json',
    })
  })

  it('is not noted where there is nothing', () => {
    expect(compareReports(mixed, mixed).notes).toEqual([])
  })
})

describe('a comparison', () => {
  const worse = {
    ...mixed,
    requirements: mixed.requirements.map(each => ({ ...each, verdict: 'fail' as const, reason: why('fail') })),
  }
  const comparison = compareReports(mixed, worse)

  it('of a report with itself says that nothing changed', () => {
    const text = compareConsole(compareReports(mixed, mixed))
    expect(text).toBe(
      `non-conformant (3 passed, 2 failed, 8 not verified, 1 not selected, of 14 MUST),\nthen non-conformant (3 passed, 2 failed, 8 not verified, 1 not selected, of 14\nMUST)\n0 regressions, 0 no longer verified, 0 fixed, 0 newly verified, ${mixed.requirements.length} unchanged\n`,
    )
  })

  it('names every regression in every format', () => {
    expect(comparison.regressions.length).toBeGreaterThan(1)
    const texts = [compareConsole(comparison), compareMarkdown(comparison), compareFormats.json(comparison)]
    for (const { id } of comparison.regressions) for (const text of texts) expect(text).toContain(id)
    for (const text of texts) expect(text).toMatch(/[^\n]\n$/)
  })

  it('is the same as data', () => {
    expect(JSON.parse(compareFormats.json(comparison))).toEqual({
      schemaVersion: '1.0',
      ...JSON.parse(JSON.stringify(comparison)),
    })
  })

  it('says once why many went the same way, and names what got worse one by one', () => {
    const many = (verdict: Verdict): Report =>
      report(
        Array.from({ length: 20 }, (_, at) => requirement(`a/r${at}`, 'must', [kase('GET', verdict, why(verdict))])),
      )
    const regressed = compareReports(many('pass'), many('fail'))
    const text = compareConsole(regressed)
    expect(text).toContain('Regressions  20\n  20 × pass → fail\n')
    expect(text.match(/expected status 410/g)).toHaveLength(1)
    expect(text).toContain('MUST   a/r19\n')
    expect(compareMarkdown(regressed).match(/expected status 410/g)).toHaveLength(1)
    const fixed = compareReports(many('fail'), many('pass'))
    expect(compareConsole(fixed)).toContain('and 14 more\n')
    expect(compareConsole(fixed, { verbosity: 'verbose' })).toContain('a/r19')
    expect(compareConsole(fixed)).toContain('it was: expected status 410')
  })

  it('lets nothing of a target out as a command or a mark', () => {
    const evil = '::error::x\u001b[31m\n<img src=x> `y` ##[group]'
    const hostile: Report = {
      ...of('fail', { reason: { code: 'not-gone', values: {}, message: evil } }),
      target: 'http://localhost/',
      options: { org: evil },
    }
    const found = compareReports(of('pass'), hostile)
    for (const text of [compareConsole(found), compareMarkdown(found)]) {
      expect(text).not.toMatch(/^\s*::/m)
      expect(text).not.toContain('\u001b')
      expect(text).not.toContain('##[')
    }
    expect(compareMarkdown(found).replace(/(`+).*?\1/g, '')).not.toContain('<img')
  })

  it('keeps to what is worse where it is to be quiet', () => {
    const better = compareReports(worse, mixed)
    expect(compareConsole(better, { verbosity: 'quiet' })).not.toContain('Fixed')
    expect(compareConsole(better)).toContain('Fixed')
    expect(compareConsole(comparison, { verbosity: 'quiet' })).toContain('Regressions')
  })
})
