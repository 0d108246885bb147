import fc from 'fast-check'
import { Parser, type Result } from 'tap-parser'
import { describe, expect, test } from 'vitest'
import { Schema } from 'yaml'
import type { Report } from '../../contracts/results/report.ts'
import { reporters } from '../../reporters/index.ts'
import { anyReport } from './fixtures/arbitrary.ts'
import { extremes } from './fixtures/extremes.ts'
import { differing, expected, halfKnown, red } from './fixtures/held.ts'
import { kase, reason, report, requirement } from './fixtures/report.ts'
import { conformant, mixed, unverified } from './fixtures/reports.ts'

// Loading the TAP parser turns this tag off for whoever uses the YAML library in the same process.
const timestamp = new Schema({ resolveKnownTags: true }).knownTags['tag:yaml.org,2002:timestamp']
if (timestamp) timestamp.default = true

const { render } = reporters.tap

/** What a harness makes of it; in strict mode everything that is no TAP is a failure. */
const read = (text: string) => {
  const parser = new Parser({ strict: true })
  const points: Result[] = []
  const cases = new Map<string, Result[]>()
  parser.on('assert', (point: Result) => points.push(point))
  parser.on('child', (child: Parser) => {
    const own: Result[] = []
    cases.set(child.name, own)
    child.on('assert', (point: Result) => own.push(point))
  })
  parser.end(text)
  return { points, cases, results: parser.results, plan: parser.planEnd }
}

const expectTap = (given: Report): void => {
  const { points, results, plan } = read(render(given))
  const asked = given.requirements.filter(({ verdict }) => verdict !== 'not-selected')
  expect(results?.failures.filter(({ tapError }) => tapError)).toEqual([])
  expect(plan).toBe(points.length)
  const { failures, differences } = red(given)
  expect(points).toHaveLength(differences.length + asked.length + (given.result === 'incomplete' ? 1 : 0))
  for (const point of points.slice(0, differences.length)) expect(point).toMatchObject({ ok: false, todo: false })
  for (const [at, each] of asked.entries()) {
    const { verdict, level } = each
    const point = points[differences.length + at]
    expect(point?.ok).toBe(verdict === 'pass' || verdict === 'not-applicable')
    expect(Boolean(point?.skip)).toBe(verdict === 'not-applicable')
    expect(Boolean(point?.todo)).toBe(
      verdict === 'inconclusive' || verdict === 'untestable' || (verdict === 'fail' && !failures.includes(each)),
    )
    if (!point?.ok) expect(point?.diag).toMatchObject({ verdict, severity: level })
  }
}

describe('TAP', () => {
  test.each(extremes)('a strict parser takes the report "%s"', (_name, given) => {
    expectTap(given)
  })

  test('a strict parser takes whatever report', () => {
    fc.assert(fc.property(anyReport, expectTap))
  })

  test('the cases of a requirement are its subtest', () => {
    const { cases } = read(render(mixed))
    const many = mixed.requirements.filter(each => each.cases.length > 1)
    expect([...cases.keys()]).toEqual(many.map(({ id }) => id))
    const own = cases.get('v1-removed/name-tags') ?? []
    expect(own.map(({ ok }) => ok)).toEqual([false, false, false, false, false, true])
    expect(own.map(({ name }) => name)).toContain('GET, anonymous')
    expect(own[0]?.diag).toMatchObject({ verdict: 'fail', code: 'not-gone' })
  })

  test('of very many cases the worst are shown, and how many are left out', () => {
    const verdictOf = (at: number) => (at === 9_999 ? 'fail' : 'pass')
    const long = report([
      requirement(
        'a/b',
        'must',
        Array.from({ length: 10_000 }, (_, at) =>
          kase(`case ${at}`, verdictOf(at), at === 9_999 ? reason('server-error', { status: 500 }) : null),
        ),
      ),
    ])
    const text = render(long)
    expect(text).toContain('    # 9000 more cases left out; the JSON report has them all')
    const own = read(text).cases.get('a/b') ?? []
    expect(own).toHaveLength(1_000)
    expect(own[0]?.name).toBe('case 9999')
  })

  test('begins with its version and its plan', () => {
    expect(render(mixed)).toMatch(
      /^TAP version 14\n1\.\.17\n# hub-conformance 0\.1\.0, http:\/\/localhost:8080, as of 2025-11-21\n# Subtest: v1-removed\/name-tags\n {4}1\.\.6\n {4}not ok 1 - [\s\S]*\n {4}ok 6 - .*\nnot ok 1 - v1-removed\/name-tags\n {2}---\n/,
    )
  })

  test('the harness agrees with the result', () => {
    expect(read(render(conformant)).results?.ok).toBe(true)
    expect(read(render(mixed)).results?.ok).toBe(false)
    expect(read(render(unverified)).results?.ok).toBe(false)
    expect(render(unverified)).toContain(
      'not ok 3 - result\n  ---\n  message: "incomplete: 0 passed, 0 failed, 2 not verified, of 2 MUST; nothing was verified; INSECURE: certificates were not verified, so the server may not be the target"',
    )
  })

  test('what a run was allowed to leave open is TODO', () => {
    const allowed = { ...unverified, options: { ...unverified.options, 'allow-incomplete': true } }
    expect(read(render(allowed)).results?.ok).toBe(true)
    expect(render(allowed)).toContain('not ok 3 - result # TODO --allow-incomplete\n  ---\n')
  })

  test('what is known is TODO with its note, what differs from the baseline comes first', () => {
    expect(read(render(expected)).results?.ok).toBe(true)
    expect(render(expected)).toContain(
      '\nnot ok 1 - v1-removed/name-tags # TODO known: the gateway has the old routes (until 2027-03-31, https://tracker.example.com/42), baseline.yaml:2\n',
    )
    const { points } = read(render(differing))
    expect(points.filter(({ ok, todo }) => !ok && !todo).map(({ name }) => name)).toEqual([
      'baseline: presence/get-repository',
      'baseline: presence/get-repositori',
      'v1-removed/name-tag',
      'labels/get-repository',
    ])
    expect(points[0]?.diag).toMatchObject({ kind: 'stale', file: 'baseline.yaml', line: 22 })
    expect(points.find(({ name }) => name === 'v1-removed/name-tag')?.diag).toMatchObject({
      baseline:
        'baseline.yaml:17: v1-removed/name-tag: the entry expired on 2025-12-31; fix the target, or renew the entry',
    })
    const own = read(render(halfKnown)).cases.get('v1-removed/name-tags')
    expect(own?.map(({ todo }) => Boolean(todo))).toEqual([true, false])
  })

  test('a failure that counts is no TODO', () => {
    const should = (options = {}) =>
      read(render(mixed, options)).points.find(({ name }) => name.includes('expires-at-format'))
    expect(should()?.todo).toContain('SHOULD does not count')
    expect(should({ failOn: 'should' })?.todo).toBe(false)
  })
})
