import { type CTRFReport, isValid, validate } from 'ctrf'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reporters } from '../../reporters/index.ts'
import { anyReport } from './fixtures/arbitrary.ts'
import { extremes } from './fixtures/extremes.ts'
import { mixed, unverified } from './fixtures/reports.ts'

const read = (...given: Parameters<typeof reporters.ctrf.render>): CTRFReport =>
  JSON.parse(reporters.ctrf.render(...given))

describe('CTRF', () => {
  test.each(extremes)('its own validator takes the report "%s"', (_name, given) => {
    const { valid, errors } = validate(read(given))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  test('its own validator takes whatever report', () => {
    fc.assert(fc.property(anyReport, given => isValid(read(given))))
  })

  test('keeps to what there is: every status has its count', () => {
    const { summary, tests, environment } = read(mixed).results
    expect(summary).toMatchObject({ tests: 17, passed: 4, failed: 3, other: 9, skipped: 1, pending: 0 })
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

  test('a run that verified too little has a test that failed', () => {
    expect(read(unverified).results.tests.at(-1)).toMatchObject({
      name: 'result',
      status: 'failed',
      message:
        'incomplete: 0 passed, 0 failed, 2 not verified, of 2 MUST; nothing was verified; INSECURE: certificates were not verified, so it is not known who answered',
    })
  })

  test('unless it was allowed to', () => {
    const { results } = read({ ...unverified, options: { 'allow-incomplete': true } })
    expect(results.tests.at(-1)).toMatchObject({ name: 'result', status: 'other', rawStatus: 'incomplete' })
    expect(results.summary.failed).toBe(0)
  })
})
