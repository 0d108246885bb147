import { createHash } from 'node:crypto'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reporters } from '../../reporters/index.ts'
import { anyReport } from './fixtures/arbitrary.ts'
import { extremes } from './fixtures/extremes.ts'
import { expected } from './fixtures/held.ts'
import { exchange, kase, reason, report, requirement } from './fixtures/report.ts'
import { conformant, mixed, unverified } from './fixtures/reports.ts'

const { render } = reporters['in-toto']

/** in-toto/attestation: spec/v1/statement.md, spec/v1/resource_descriptor.md and spec/predicates/test-result.md. */
const descriptor = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { type: 'string' },
    uri: { type: 'string', format: 'uri' },
    digest: { type: 'object', additionalProperties: { type: 'string', pattern: '^[0-9a-f]{64}$' }, minProperties: 1 },
    content: { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$', maxLength: 1400 },
    downloadLocation: { type: 'string', format: 'uri' },
    mediaType: { type: 'string' },
    annotations: { type: 'object' },
  },
  anyOf: [{ required: ['uri'] }, { required: ['digest'] }, { required: ['content'] }],
}
const names = { type: 'array', items: { type: 'string' } }
const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
const isStatement = ajv.compile({
  type: 'object',
  additionalProperties: false,
  required: ['_type', 'subject', 'predicateType', 'predicate'],
  properties: {
    _type: { const: 'https://in-toto.io/Statement/v1' },
    subject: { type: 'array', minItems: 1, items: { allOf: [descriptor, { required: ['digest'] }] } },
    predicateType: { const: 'https://in-toto.io/attestation/test-result/v0.1' },
    predicate: {
      type: 'object',
      additionalProperties: false,
      required: ['result', 'configuration'],
      properties: {
        result: { enum: ['PASSED', 'WARNED', 'FAILED'] },
        configuration: { type: 'array', items: descriptor },
        url: { type: 'string', format: 'uri' },
        passedTests: names,
        warnedTests: names,
        failedTests: names,
      },
    },
  },
})

const read = (...given: Parameters<typeof render>) => JSON.parse(render(...given))

describe('the in-toto statement', () => {
  test.each(extremes)('has its form for the report "%s"', (_name, given) => {
    isStatement(read(given))
    expect(isStatement.errors ?? []).toEqual([])
  })

  test('has its form for whatever report, and never passes what was not verified', () => {
    fc.assert(
      fc.property(anyReport, given => {
        const statement = read(given)
        isStatement(statement)
        expect(isStatement.errors ?? []).toEqual([])
        expect(statement.predicate.result === 'FAILED').toBe(!['conformant', 'partial'].includes(given.result))
        if (given.result === 'partial') expect(statement.predicate.result).toBe('WARNED')
      }),
    )
  })

  test('names what passed, what is a warning and what failed', () => {
    const { predicate } = read(mixed)
    expect(predicate.result).toBe('FAILED')
    expect(predicate.failedTests).toEqual(['v1-removed/name-tags', 'labels/get-repository'])
    expect(predicate.warnedTests).toContain('access-tokens/expires-at-format')
    expect(predicate.warnedTests).toContain('presence/create-repository')
    expect(predicate.passedTests).toHaveLength(4)
    expect(read(conformant).predicate).toMatchObject({ result: 'PASSED', warnedTests: [], failedTests: [] })
    expect(read(unverified).predicate).toMatchObject({ result: 'FAILED', passedTests: [], failedTests: [] })
    const weak = requirement('a/b', 'should', [kase('x', 'fail', reason('rate-limited'))])
    expect(read(report([...conformant.requirements, weak])).predicate.result).toBe('WARNED')
    expect(read(report([...conformant.requirements, weak]), { failOn: 'should' }).predicate).toMatchObject({
      result: 'FAILED',
      failedTests: ['a/b'],
    })
  })

  test('states what is known to fail as failed, and that it was expected', () => {
    const { subject, predicate } = read(expected)
    expect(predicate).toMatchObject({
      result: 'FAILED',
      failedTests: ['v1-removed/name-tags', 'v1-removed/name-images'],
    })
    expect(subject[0].annotations.conclusion).toMatch(/^non-conformant, as the baseline expects: /)
  })

  test('the digest is that of the evidence, and of nothing else', () => {
    const digest = (...given: Parameters<typeof render>) => read(...given).subject[0].digest.sha256
    const small = report([], { target: 'http://h', exchanges: [] })
    expect(digest(small)).toBe(
      createHash('sha256').update('{"documents":{},"exchanges":[],"target":"http://h"}').digest('hex'),
    )
    expect(digest({ ...mixed, durationMs: 1, startedAt: '2027-01-01T00:00:00Z' })).toBe(digest(mixed))
    expect(digest({ ...small, exchanges: [exchange('x1')] })).not.toBe(digest(small))
  })

  test('the options can be read from the configuration', () => {
    const [options] = read(conformant).predicate.configuration
    const content = Buffer.from(options.content, 'base64').toString()
    expect(content).toBe('{"asOf":"2025-11-21","options":{"target":"http://localhost:8080/"},"seed":7}')
    expect(options.digest.sha256).toBe(createHash('sha256').update(content).digest('hex'))
  })
})
