import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../contracts/exchange.ts'
import schema from '../../contracts/report.schema.json' with { type: 'json' }
import type { Reason } from '../../contracts/results/finding.ts'
import { levels, severity, type Verdict } from '../../contracts/results/verdict.ts'
import type { SettingNames } from '../../contracts/run/settings.ts'
import { conclude, offersAll, reportSubject, resultOf, summarise } from '../../engine/conclude.ts'
import type { Judged } from '../../engine/judge.ts'
import { createRedactor } from '../../engine/redaction/redaction.ts'
import { digestOf } from '../../engine/reports/digest.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { exchange, report as reportOf } from '../reporters/fixtures/report.ts'

const secret = 'tok-1-secret'

const redactor = () => {
  const made = createRedactor()
  made.learn(secret)
  return made
}

const [requirement] = catalogue as unknown as readonly [Judged['requirement']]

const judged = (reason: Reason | null, exchanges: readonly Exchange[], evidence = exchanges): Judged => ({
  requirement,
  verdict: 'fail',
  reason,
  cases: [{ name: 'GET', verdict: 'fail', reason, attempts: 2, exchanges, evidence, excerpts: [], masked: false }],
})

const made = (id: string): Exchange => exchange(id, { path: `/${secret}` }) as unknown as Exchange

const reason: Reason = { code: 'not-gone', values: { expected: 410, status: 200, location: `/${secret}` } }

describe('a report', () => {
  const [first, second, third] = [made('a'), made('b'), made('c')]
  const of = (names?: SettingNames) =>
    conclude(
      { ...reportOf([]), options: { header: [secret, 1, null, { name: secret }] } } as never,
      [judged(reason, [first, second], [second]), judged(null, [second])],
      [
        { need: 'org', value: secret, from: `/${secret}`, reason: null, exchanges: [third] },
        {
          need: 'tag',
          value: { exchange: first, name: secret },
          reason: { code: 'need-tag', values: {} },
          exchanges: [],
        },
      ] as never,
      redactor(),
      names,
    )

  it('is written in one order, so that two reports can be compared line by line', () => {
    const { fixtures: _f, requirements: _r, exchanges: _e, result: _res, summary: _s, next: _n, ...head } = reportOf([])
    const written = conclude(head, [], [], redactor())
    expect(Object.keys(written)).toEqual(Object.keys(schema.properties).filter(member => member in written))
  })

  it('has the path that the user gave corrected where nothing is there, and a published one served', () => {
    const absent: Reason = { code: 'absent', values: { operation: 'pat.list', status: 404 } }
    const binding = { operation: 'pat.list', method: 'GET', path: '/v2/my/keys', from: 'file' }
    const fixes = (['file', 'reference'] as const).map(from => {
      const head = { ...reportOf([]), bindings: [{ ...binding, from }] }
      return conclude(head as never, [judged(absent, [first])], [], redactor()).requirements[0]?.fix
    })
    expect(fixes[0]).toMatch(/^Correct the given method and path of .*\(GET \/v2\/my\/keys\), or serve/)
    expect(fixes[1]).toBe('Serve GET /v2/my/keys, as published in the OpenAPI document.')
  })

  it('numbers exchanges in the order in which it shows them, the fixtures first, each once', () => {
    const { exchanges, fixtures, requirements } = of()
    expect(exchanges.map(({ id }) => id)).toEqual(['x1', 'x2', 'x3'])
    expect(fixtures.map(each => each.exchanges)).toEqual([['x1'], []])
    expect(requirements[0]?.cases[0]).toMatchObject({
      exchanges: ['x2', 'x3'],
      evidence: ['x3'],
      attempts: 2,
      excerpts: [],
    })
    expect(requirements[1]?.cases[0]).toMatchObject({ exchanges: ['x3'], evidence: ['x3'], reason: null })
  })

  it('shows no secret, and keeps everything else', () => {
    const report = of()
    expect(JSON.stringify(report)).not.toContain(secret)
    expect(report.options).toEqual({ header: ['[secret-1]', 1, null, { name: '[secret-1]' }] })
    expect(report.fixtures).toEqual([
      { need: 'org', value: '[secret-1]', from: '/[secret-1]', reason: null, exchanges: ['x1'] },
      {
        need: 'tag',
        value: { exchange: { exchange: 'x2' }, name: '[secret-1]' },
        reason: { code: 'need-tag', values: {}, message: expect.any(String) },
        exchanges: [],
      },
    ])
  })

  it('gives a reason as code, values and sentence, with the settings of the caller that can change it', () => {
    expect(of().requirements[0]?.reason).toEqual({
      code: 'not-gone',
      values: { expected: 410, status: 200, location: '/[secret-1]' },
      message: expect.stringContaining('410'),
    })
    const names = { repository: '--repository', tag: 'the tag' } as SettingNames
    expect(of(names).fixtures[1]?.reason).toMatchObject({ settings: ['--repository', 'the tag'] })
    expect(of(names).requirements[0]?.reason).not.toHaveProperty('settings')
  })

  it('says of each requirement what it is', () => {
    const { id, level, statement, since, source, fix } = requirement
    expect(of().requirements[0]).toMatchObject({
      id,
      suite: id.split('/')[0],
      level,
      title: statement,
      since,
      until: requirement.until ?? null,
      source,
      fix,
      verdict: 'fail',
      cases: [{ name: 'GET', verdict: 'fail', reason: { code: 'not-gone' } }],
    })
  })

  it('has the result, the sums, what to do next, and a digest of it all', () => {
    const { digest, ...report } = of()
    expect(report.result).toBe('non-conformant')
    expect(report.summary).toEqual(summarise(report.requirements))
    expect(report.next.length).toBeGreaterThan(0)
    expect(digest).toBe(digestOf(report as never))
  })

  it('is never conformant where a suite is not offered', () => {
    expect(offersAll([{ reason: null }])).toBe(true)
    expect(offersAll([{ reason: { code: 'not-gone', values: {}, message: '' } }])).toBe(true)
    const notOffered = { reason: { code: 'not-offered', values: {}, message: '' } } as const
    expect(offersAll([{ reason: null }, notOffered])).toBe(false)
    const passed = summarise([{ level: 'must', verdict: 'pass' }])
    expect(resultOf(passed)).toBe('conformant')
    expect(resultOf(passed, false)).toBe('partial')
  })
})

it('sums each verdict of each level', () => {
  const all = levels.flatMap(level => severity.map(verdict => ({ level, verdict })))
  const counts = Object.fromEntries(severity.map(verdict => [verdict, 1]))
  for (const level of levels)
    expect(summarise(all)[level]).toEqual({ counts, verified: 1, inForce: severity.length - 1 })
})

it.each<readonly [must: readonly Verdict[], should: readonly Verdict[], may: readonly Verdict[], result: string]>([
  [['not-selected'], ['pass'], [], 'partial'],
  [['not-selected'], [], ['pass'], 'partial'],
  [['not-selected'], ['pass'], ['inconclusive'], 'incomplete'],
  [['not-selected'], [], [], 'incomplete'],
  [['not-applicable'], ['pass'], [], 'incomplete'],
  [['not-applicable', 'not-selected'], ['pass'], [], 'partial'],
  [[], ['pass'], [], 'partial'],
  [['pass', 'not-selected'], ['fail'], [], 'partial'],
  [['not-selected'], ['fail'], [], 'partial'],
  [['not-selected'], ['fail', 'pass'], ['not-applicable'], 'partial'],
  [['not-selected'], ['fail'], ['untestable'], 'incomplete'],
  [['not-selected'], ['fail', 'error'], [], 'incomplete'],
  [['not-applicable'], ['fail'], [], 'incomplete'],
])('must %j, should %j and may %j are %s', (must, should, may, result) => {
  const all = Object.entries({ must, should, may }).flatMap(([level, verdicts]) =>
    verdicts.map(verdict => ({ level: level as 'must', verdict })),
  )
  expect(resultOf(summarise(all))).toBe(result)
})

it('knows of the subject what was given', () => {
  const nothing = { product: null, version: null, organization: null, url: null, contact: null }
  expect(reportSubject()).toEqual(nothing)
  expect(reportSubject({ product: 'Hub' })).toEqual({ ...nothing, product: 'Hub' })
})
