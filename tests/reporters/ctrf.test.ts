import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { type CTRFReport, schema } from 'ctrf'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reporters } from '../../reporters/index.ts'
import { anyReport } from './fixtures/arbitrary.ts'
import { extremes } from './fixtures/extremes.ts'
import { differing, expected, red } from './fixtures/held.ts'
import { mixed, unverified } from './fixtures/reports.ts'

const read = (...given: Parameters<typeof reporters.ctrf.render>): CTRFReport =>
  JSON.parse(reporters.ctrf.render(...given))

/** Its own schema, compiled once: its own function compiles it for every report. */
const isValid = addFormats.default(new Ajv({ allErrors: true })).compile(schema)

describe('CTRF', () => {
  test.each(extremes)('its own schema takes the report "%s"', (_name, given) => {
    isValid(read(given))
    expect(isValid.errors ?? []).toEqual([])
  })

  test('its own schema takes whatever report', () => {
    fc.assert(fc.property(anyReport, given => isValid(read(given))))
  })

  test('keeps to what there is: every status has its count', () => {
    const { summary, tests, environment } = read(mixed).results
    expect(summary).toMatchObject({ tests: 17, passed: 4, failed: 2, other: 10, skipped: 1, pending: 0 })
    expect(tests).toHaveLength(17)
    expect(tests[0]).toMatchObject({
      testId: 'v1-removed/name-tags',
      rawStatus: 'fail',
      suite: ['v1-removed'],
      tags: ['must'],
    })
    expect(tests[0]?.steps).toHaveLength(6)
    expect(tests[0]?.trace).toContain('→ 404 application/json')
    expect(environment?.healthy).toBe(false)
  })

  test('only what counts and is not known is failed, for whatever report', () => {
    fc.assert(
      fc.property(anyReport, given => {
        const { failures, differences, isIncomplete } = red(given)
        expect(read(given).results.summary.failed).toBe(failures.length + differences.length + (isIncomplete ? 1 : 0))
      }),
    )
  })

  test('what is known has its entry, what differs from the baseline comes first', () => {
    const { summary, tests } = read(expected).results
    expect(summary).toMatchObject({ failed: 0, other: 4, extra: { baseline: { file: 'baseline.yaml', passed: true } } })
    expect(tests[0]).toMatchObject({
      status: 'other',
      rawStatus: 'fail',
      message:
        'known: the gateway has the old routes (until 2027-03-31, https://tracker.example.com/42), baseline.yaml:2\nexpected status 410 from a removed v1 route, got 404',
      extra: {
        known: { note: 'the gateway has the old routes', expires: '2027-03-31', file: 'baseline.yaml', line: 2 },
      },
    })
    expect(read(differing).results.tests.filter(({ status }) => status === 'failed')).toMatchObject([
      { name: 'baseline: presence/get-repository', rawStatus: 'stale', filePath: 'baseline.yaml', line: 22 },
      { name: 'baseline: presence/get-repositori', rawStatus: 'unmatched', filePath: 'baseline.yaml', line: 27 },
      { name: 'v1-removed/name-tag' },
      { name: 'labels/get-repository' },
    ])
  })

  test('a run that verified too little has a test that failed', () => {
    expect(read(unverified).results.tests.at(-1)).toMatchObject({
      name: 'result',
      status: 'failed',
      message:
        'incomplete: 0 passed, 0 failed, 2 not verified, of 2 MUST; nothing was verified; INSECURE: certificates were not verified, so the server may not be the target',
    })
  })

  test('unless it was allowed to', () => {
    const { results } = read({ ...unverified, options: { 'allow-incomplete': true } })
    expect(results.tests.at(-1)).toMatchObject({ name: 'result', status: 'other', rawStatus: 'incomplete' })
    expect(results.summary.failed).toBe(0)
  })
})
