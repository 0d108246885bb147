import fc from 'fast-check'
import type { Log, Run } from 'sarif'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/results/report.ts'
import { reporters } from '../../reporters/index.ts'
import { anyReport } from './fixtures/arbitrary.ts'
import { large, numerous } from './fixtures/extremes.ts'
import { differing, halfKnown, red } from './fixtures/held.ts'
import { mixed, unverified } from './fixtures/reports.ts'

const read = (given: Report): Run => {
  const log: Log = JSON.parse(reporters.sarif.render(given))
  const [run] = log.runs
  if (run === undefined || log.runs.length > 1) throw new Error('not one run')
  return run
}

describe('SARIF', () => {
  test('keeps the rules that its schema cannot say, for whatever report', () => {
    fc.assert(
      fc.property(anyReport, given => {
        const { results = [], tool } = read(given)
        const rules = tool.driver.rules ?? []
        expect(rules).toHaveLength(
          given.requirements.filter(({ verdict }) => verdict !== 'not-selected').length +
            (red(given).differences.length === 0 ? 0 : 1),
        )
        for (const { kind, level, ruleId, ruleIndex } of results) {
          // Section 3.27.10: a level is given to failures alone.
          expect(level === 'none').toBe(kind !== 'fail')
          expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId)
        }
      }),
    )
  })

  test('GitHub takes it whole: each result is at a place in a file, and none of what holds is an alert', () => {
    fc.assert(
      fc.property(anyReport, given => {
        for (const { kind, locations, partialFingerprints } of read(given).results ?? []) {
          expect(['fail', 'open']).toContain(kind)
          expect(Object.values(partialFingerprints ?? { none: '' }).every(value => typeof value === 'string')).toBe(
            true,
          )
          expect(locations?.length).toBeGreaterThan(0)
          expect(locations?.length).toBeLessThanOrEqual(10)
          for (const { physicalLocation } of locations ?? []) {
            expect(physicalLocation?.artifactLocation?.uri).toMatch(/^[^\s:]+$/)
            expect(physicalLocation?.region?.startLine).toBeGreaterThan(0)
          }
        }
      }),
    )
  })

  test('what holds and what does not apply is told by its rule', () => {
    const { results = [], tool } = read(mixed)
    const verdicts = new Map(tool.driver.rules?.map(({ id, properties }) => [id, properties?.verdict]))
    expect(verdicts.get('v1-removed/name-images')).toBe('pass')
    expect(results.filter(({ ruleId }) => ruleId === 'v1-removed/name-images')).toEqual([])
  })

  test('a failure is a result for each failed case, with where and what', () => {
    const { results = [], tool } = read(mixed)
    const failures = results.filter(({ ruleId }) => ruleId === 'v1-removed/name-tags')
    expect(failures).toHaveLength(5)
    expect(failures[0]).toMatchObject({
      kind: 'fail',
      level: 'error',
      message: { text: 'expected status 410 from a removed v1 route, got 404 (GET, anonymous)' },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: 'v1-removed/name-tags' }, region: { startLine: 1 } },
          logicalLocations: [{ fullyQualifiedName: 'GET /v1/repositories/a%2Fb/tags', kind: 'resource' }],
        },
      ],
      webRequest: { method: 'GET', target: '/v1/repositories/a%2Fb/tags?page=1' },
      webResponse: { statusCode: 404, headers: { 'Content-Type': 'application/json' } },
    })
    const labels = results.find(({ ruleId }) => ruleId === 'labels/get-repository')
    expect(labels?.locations?.[0]?.physicalLocation).toMatchObject({
      artifactLocation: { uri: 'openapi.yaml' },
      region: { startLine: 214 },
    })
    const rule = tool.driver.rules?.find(({ id }) => id === 'v1-removed/name-tags')
    expect(rule?.helpUri).toBeUndefined()
    expect(rule?.help?.text).toContain('lifecycle document, Removed v1 routes')
    expect(rule?.help?.text).toMatch(/\n\nFix: .+\n\nRepeat: hub-conformance .*--only v1-removed\/name-tags/s)
  })

  test('what was not verified is open, our mistakes are notifications', () => {
    const { results = [], invocations } = read(mixed)
    const kinds = (kind: string) => results.filter(each => each.kind === kind).length
    expect([kinds('pass'), kinds('open'), kinds('notApplicable')]).toEqual([0, 9, 0])
    expect(results.filter(({ level }) => level === 'warning').map(({ ruleId }) => ruleId)).toEqual([
      'access-tokens/expires-at-format',
    ])
    expect(invocations?.[0]?.executionSuccessful).toBe(false)
    expect(invocations?.[0]?.toolExecutionNotifications?.[0]?.associatedRule?.id).toBe('areas/audit-logs')
    expect(read(unverified).properties).toMatchObject({
      conclusion:
        'incomplete: 0 passed, 0 failed, 2 not verified, of 2 MUST; nothing was verified; INSECURE: certificates were not verified, so the server may not be the target',
    })
  })

  test('a known failure is suppressed by its entry; a difference from the baseline is at the line of its entry', () => {
    const { results = [] } = read(differing)
    expect(
      results.map(({ ruleId, level, baselineState, suppressions }) =>
        [ruleId, level, baselineState, ...(suppressions ?? []).map(({ status }) => status)].join(' '),
      ),
    ).toEqual([
      'baseline error new',
      'baseline error new',
      'v1-removed/name-tags error unchanged accepted',
      'v1-removed/name-images error unchanged accepted',
      'v1-removed/name-tag error unchanged',
      'labels/get-repository error new',
      'access-tokens/expires-at-format warning new',
      'presence/audit-logs none unchanged accepted',
    ])
    expect(results[0]).toMatchObject({
      message: {
        text: 'presence/get-repository: passes, but is still listed as failing (absent); remove the entry',
      },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'baseline.yaml' }, region: { startLine: 22 } } }],
    })
    expect(results[2]?.suppressions).toEqual([
      {
        kind: 'external',
        status: 'accepted',
        justification: 'the gateway has the old routes (until 2027-03-31, https://tracker.example.com/42)',
        location: {
          physicalLocation: { artifactLocation: { uri: 'baseline.yaml' }, region: { startLine: 2 } },
        },
      },
    ])
    expect(results.every(({ baselineState }) => baselineState !== undefined)).toBe(true)
    expect(read(mixed).results?.some(({ baselineState }) => baselineState !== undefined)).toBe(false)
    const [, second] = read(halfKnown).results ?? []
    expect(second).toMatchObject({ baselineState: 'new' })
  })

  test('holds at most as many results as GitHub takes', () => {
    const run = read(numerous())
    expect(run.results).toHaveLength(25_000)
    expect(run.properties?.resultsLeftOut).toBe(5_000)
  })

  test('bytes stay base64 when they are cut, and that is said', () => {
    const put = read(large).results?.find(({ webResponse }) => webResponse?.body?.binary !== undefined)
    expect(put?.webResponse?.body?.binary).toMatch(/^(?:[A-Za-z0-9+/]{4})+$/)
    expect(put?.webResponse?.properties).toEqual({ bodyLength: 2_000_000, bodyCut: true })
  })
})
