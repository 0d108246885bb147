import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { Report } from '../../contracts/results/report.ts'
import { reporters } from '../../reporters/index.ts'
import { wholeMs } from '../../reporters/shared/bounds.ts'
import { anyReport } from './fixtures/arbitrary.ts'
import { extremes } from './fixtures/extremes.ts'
import { differing, expected, red } from './fixtures/held.ts'
import { kase, reason, report, requirement } from './fixtures/report.ts'
import { conformant, mixed, unverified } from './fixtures/reports.ts'

const { render } = reporters.junit
const dialects = ['jenkins', 'gitlab'] as const

/** libxml2's word on whether they are XML at all; it is compiled anew each time that it is asked. */
const wellFormedness = (documents: readonly string[]) =>
  validateXML({
    xml: documents.map((contents, at) => ({ fileName: `${at}.xml`, contents })),
    normalization: 'c14n',
    maxMemoryPages: 16_384,
  })

/** The start tags of an element. `<` and `>` are always escaped in our values, so a tag is what stands between the two. */
const tags = (xml: string, name: string): Record<string, string>[] =>
  [...xml.matchAll(new RegExp(`<${name}( [^>]*?)?/?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  )

const total = (given: Report, verdicts: readonly string[]): number =>
  given.requirements.filter(({ verdict }) => verdicts.includes(verdict)).length

describe.each(dialects)('JUnit for %s', junitDialect => {
  test('is XML for reports that are extreme', async () => {
    const { errors } = await wellFormedness(extremes.map(([, given]) => render(given, { junitDialect })))
    expect(
      errors.map(({ rawMessage, loc }) => [extremes[Number.parseInt(loc?.fileName ?? '', 10)]?.[0], rawMessage]),
    ).toEqual([])
  })

  test('is XML for whatever report', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyReport, { minLength: 20, maxLength: 40 }), async given => {
        const { errors } = await wellFormedness(given.map(each => render(each, { junitDialect })))
        expect(errors).toEqual([])
      }),
      { numRuns: 8 },
    )
  })

  test('counts what it holds, for whatever report', () => {
    fc.assert(
      fc.property(anyReport, given => {
        const xml = render(given, { junitDialect })
        const { failures, differences, isIncomplete } = red(given)
        const failed = failures.length + differences.length
        const result = given.result === 'incomplete' ? 1 : 0
        const incomplete = isIncomplete ? 1 : 0
        const [root = {}] = tags(xml, 'testsuites')
        const asked = given.requirements.length - total(given, ['not-selected'])
        const all = asked + differences.length + result
        expect(root.tests).toBe(String(all))
        expect(root.failures).toBe(String(failed))
        expect(root.errors).toBe(String(total(given, ['error']) + incomplete))
        expect(tags(xml, 'testcase')).toHaveLength(all)
        expect(tags(xml, 'failure')).toHaveLength(failed)
        expect(tags(xml, 'error')).toHaveLength(total(given, ['error']) + incomplete)
        expect(tags(xml, 'skipped')).toHaveLength(
          total(given, ['fail', 'inconclusive', 'untestable', 'not-applicable']) -
            failures.length +
            result -
            incomplete,
        )
        const suites = tags(xml, 'testsuite')
        for (const count of ['tests', 'failures', 'errors'])
          expect(suites.reduce((sum, suite) => sum + Number(suite[count]), 0)).toBe(Number(root[count]))
        expect(root.time).toBe((wholeMs(given.durationMs) / 1_000).toFixed(3))
        for (const { time } of [...suites, ...tags(xml, 'testcase'), root]) expect(time).toMatch(/^\d+\.\d{3}$/)
      }),
    )
  })
})

describe('JUnit', () => {
  test('a failure says what failed, why, what was sent and how to repeat it', () => {
    const xml = render(mixed)
    expect(xml).toContain(
      '<failure type="must/not-gone" message="MUST: expected status 410 from a removed v1 route, got 404">',
    )
    expect(xml).toContain('GET /v1/repositories/a%2Fb/tags?page=1 (no credentials) → 404 application/json')
    expect(xml).toContain('curl --path-as-is --globoff -i -X DELETE')
    expect(render(mixed, { failOn: 'should' })).toContain('<failure type="should/wrong-type" message="SHOULD: ')
    expect(xml).toContain('<error type="suite-error"')
    expect(xml).toContain('<skipped type="untestable" message="untestable: needs write permission"/>')
    expect(xml).not.toContain('change-history/other')
  })

  test('nothing that could be taken for an attachment or a property stands in a test case', () => {
    expect(render(mixed)).not.toMatch(/<system-out|<testcase[^>]*><properties/)
  })

  test('what does not count and what is known is skipped, with the reason', () => {
    expect(render(mixed)).toContain('<skipped type="warning" message="warning: SHOULD: ')
    const xml = render(expected)
    expect(tags(xml, 'testsuites')).toMatchObject([{ failures: '0', errors: '0' }])
    expect(xml).toContain(
      '<skipped type="known" message="known: the gateway has the old routes (until 2027-03-31, https://tracker.example.com/42), baseline.yaml:2; MUST: expected status 410 from a removed v1 route, got 404"/>',
    )
    expect(xml).toContain(
      '<skipped type="known" message="known: the test account has no audit logs, baseline.yaml:12; untestable: needs an organization"/>',
    )
  })

  test('--junit-known fail has a known failure as a failure, with its note', () => {
    const xml = render(expected, { junitKnown: 'fail' })
    expect(tags(xml, 'testsuites')).toMatchObject([{ failures: '2', errors: '0' }])
    expect(xml).toContain(
      '<failure type="must/not-gone" message="MUST: expected status 410 from a removed v1 route, got 404 (known: the same gateway, baseline.yaml:7)">',
    )
  })

  test('what differs from the baseline is a failure, entries first, with the line of the entry', () => {
    const xml = render(differing)
    expect(tags(xml, 'failure').map(({ type, message }) => `${type} ${message}`)).toEqual([
      'baseline/stale baseline.yaml:22: presence/get-repository: passes, but is still listed as failing (absent); remove the entry',
      'baseline/unmatched baseline.yaml:27: presence/get-repositori: unknown requirement id; did you mean &quot;presence/get-repository&quot;?',
      'must/not-gone MUST: expected status 410 from a removed v1 route, got 404 (baseline.yaml:17: the entry expired on 2025-12-31; fix the target, or renew the entry)',
      'must/not-labelled MUST: GET /v2/repositories/{namespace}/{repository} is not labelled deprecated in the reference',
    ])
    expect(tags(render(differing, { junitDialect: 'gitlab' }), 'testcase')[0]).toEqual({
      name: 'baseline stale: presence/get-repository',
      classname: 'baseline',
      file: 'baseline.yaml',
      time: '0.000',
    })
  })

  test('what a run was allowed to leave open is shown, and is not red', () => {
    const allowed = { ...unverified, options: { ...unverified.options, 'allow-incomplete': true } }
    expect(render(allowed)).toMatch(
      /<skipped type="incomplete" message="incomplete: 0 passed, 0 failed, 2 not verified, of 2 MUST.* \(--allow-incomplete\)"\/>/,
    )
    expect(tags(render(allowed), 'testsuites')).toMatchObject([{ failures: '0', errors: '0' }])
  })

  test('what --fail-on counts and was left open is red', () => {
    const held = requirement('a/held', 'must', [kase('one', 'pass')])
    const open = report([held, requirement('a/open', 'should', [kase('one', 'untestable', reason('need-org'))])])
    expect(render(open)).not.toContain('<error')
    expect(render(open, { failOn: 'should' })).toContain(
      '<error type="incomplete" message="incomplete: 1 passed, 0 failed, 0 not verified, of 1 MUST; 0 passed, 0 failed, 1 not verified, of 1 SHOULD">',
    )
  })

  test('a run that verified too little is red, and says how little', () => {
    const incomplete =
      '<error type="incomplete" message="incomplete: 0 passed, 0 failed, 2 not verified, of 2 MUST; nothing was verified; INSECURE: certificates were not verified, so the server may not be the target">'
    expect(render(unverified)).toContain(incomplete)
    expect(tags(render(unverified), 'testcase').at(-1)).toEqual({
      name: 'result',
      classname: 'hub-conformance.result',
      time: '0.000',
    })
    expect(render(conformant)).not.toContain('name="result" classname')
    // Red already, and its one failure is not made two.
    expect(render(mixed)).not.toContain('name="result" classname')
  })

  test('for GitLab the suite is the class and a test case has a file; for Jenkins it has none', () => {
    const [first] = tags(render(mixed, { junitDialect: 'gitlab' }), 'testcase')
    expect(first).toMatchObject({ classname: 'v1-removed', name: 'v1-removed/name-tags', file: 'v1-removed/name-tags' })
    const labels = tags(render(mixed, { junitDialect: 'gitlab' }), 'testcase').find(({ name }) =>
      name?.startsWith('labels'),
    )
    expect(labels?.file).toBe('openapi.yaml')
    expect(render(mixed)).not.toContain(' file=')
  })

  test('what XML cannot hold is shown as an escape', () => {
    const xml = render(
      report([
        requirement('a/b', 'must', [kase('x', 'fail', reason('not-json', { status: 'a\u0000]]>\u001b[1m\nb' }))]),
      ]),
    )
    expect(xml).toContain('message="MUST: answered a\\x00]]&gt;\\x1b[1m\\nb with a body that is not JSON"')
  })

  test('what is replaced leaves nothing that a build server would take for a command', () => {
    const xml = render(
      report([
        requirement('a/b', 'must', [kase('\ufffe::error::x', 'fail', reason('not-json', { status: '#\uffff#[x]' }))]),
      ]),
    )
    expect(xml).toContain('\n\ufffd::error::x: answered #\ufffd#[x]')
  })
})
