import { Ajv } from 'ajv'
import { makeBadge } from 'badge-maker'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reporters } from '../../reporters/index.ts'
import { anyReport } from './fixtures/arbitrary.ts'
import { empty, extremes } from './fixtures/extremes.ts'
import { expected } from './fixtures/held.ts'
import { conformant, mixed, partial, unverified } from './fixtures/reports.ts'

/** What shields.io takes from an endpoint, strictly: badges/shields, services/endpoint-common.js. */
const isEndpoint = new Ajv().compile({
  type: 'object',
  additionalProperties: false,
  required: ['schemaVersion', 'label', 'message'],
  properties: {
    schemaVersion: { const: 1 },
    label: { type: 'string' },
    message: { type: 'string', minLength: 1 },
    color: { type: 'string' },
    labelColor: { type: 'string' },
    isError: { type: 'boolean' },
    namedLogo: { type: 'string' },
    logoSvg: { type: 'string' },
    logoColor: { type: 'string' },
    logoSize: { type: 'string' },
    style: { type: 'string' },
  },
})

const read = (...given: Parameters<typeof reporters.badge.render>) => JSON.parse(reporters.badge.render(...given))

describe('the badge', () => {
  test('says of a result that the baseline expects it', () => {
    expect(read(expected).message).toBe(
      'non-conformant, as the baseline expects, 1 passed, 2 failed (2 known), 1 not verified (1 known), of 4 MUST',
    )
  })

  test.each(extremes)('shields.io takes and draws the one of the report "%s"', (_name, given) => {
    const badge = read(given)
    expect(isEndpoint(badge)).toBe(true)
    const { label, message, color } = badge
    expect(makeBadge({ label, message, color })).toContain(`${label}: ${message}`)
  })

  test('shields.io takes that of whatever report', () => {
    fc.assert(fc.property(anyReport, given => isEndpoint(read(given))))
  })

  test.each([
    [conformant, 'conformant, 3 passed, 0 failed, 0 not verified, of 3 MUST', 'brightgreen'],
    [mixed, 'non-conformant, 3 passed, 2 failed, 8 not verified, 1 not selected, of 14 MUST', 'red'],
    [unverified, 'incomplete, 0 passed, 0 failed, 2 not verified, of 2 MUST; nothing was verified, INSECURE', 'orange'],
    [empty, 'incomplete, no MUST; nothing was verified', 'orange'],
    [partial, 'partial 1/3', 'lightgrey'],
  ])('says the result with its denominator (%#)', (given, message, color) => {
    expect(read(given)).toEqual({ schemaVersion: 1, label: 'hub conformance', message, color })
  })
})
