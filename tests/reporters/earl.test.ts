import fc from 'fast-check'
import jsonld from 'jsonld'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/results/report.ts'
import { reporters } from '../../reporters/index.ts'
import { anyReport } from './fixtures/arbitrary.ts'
import { extremes } from './fixtures/extremes.ts'
import { expected } from './fixtures/held.ts'
import { mixed } from './fixtures/reports.ts'

const earl = 'http://www.w3.org/ns/earl#'

type Expanded = Record<string, { '@id'?: string; '@value'?: string; '@type'?: string }[]> & {
  '@id'?: string
  '@type'?: string[]
}

/** Nothing is fetched, and in safe mode nothing may get lost on the way either. */
const options = {
  safe: true,
  documentLoader: async (url: string) => {
    throw new Error(`would fetch ${url}`)
  },
}

const expand = async (given: Report): Promise<Expanded[]> =>
  (await jsonld.expand(JSON.parse(reporters.earl.render(given)), options)) as unknown as Expanded[]

const outcomeOf = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'cantTell',
  error: 'cantTell',
  untestable: 'untested',
  'not-applicable': 'inapplicable',
  'not-selected': 'untested',
} as const

const expectEarl = async (given: Report): Promise<void> => {
  const nodes = await expand(given)
  const having = (type: string) => nodes.filter(node => node['@type']?.includes(`${earl}${type}`))
  const [software] = having('Software')
  const [subject] = having('TestSubject')
  const tests = new Set(having('TestRequirement').map(node => node['@id']))
  const assertions = having('Assertion')
  expect(assertions).toHaveLength(given.requirements.length)
  for (const [at, assertion] of assertions.entries()) {
    // EARL 1.0 Schema, 2.1: exactly one of each.
    expect(assertion[`${earl}assertedBy`]).toEqual([{ '@id': software?.['@id'] }])
    expect(assertion[`${earl}subject`]).toEqual([{ '@id': subject?.['@id'] }])
    expect(assertion[`${earl}mode`]).toEqual([{ '@id': `${earl}automatic` }])
    expect(tests).toContain(assertion[`${earl}test`]?.[0]?.['@id'])
    const results = assertion[`${earl}result`] as unknown as Expanded[]
    expect(results).toHaveLength(1)
    const verdict = given.requirements[at]?.verdict ?? 'error'
    expect(results[0]?.[`${earl}outcome`]).toEqual([{ '@id': `${earl}${outcomeOf[verdict]}` }])
    expect(results[0]?.['http://purl.org/dc/terms/date']).toEqual([
      { '@type': 'http://www.w3.org/2001/XMLSchema#dateTime', '@value': given.startedAt },
    ])
  }
}

describe('EARL', () => {
  test.each(extremes)('expands to assertions for the report "%s"', async (_name, given) => {
    await expectEarl(given)
  })

  test('expands to assertions for whatever report', async () => {
    await fc.assert(fc.asyncProperty(anyReport, expectEarl))
  })

  test('has the note of what is known', () => {
    expect(reporters.earl.render(expected)).toContain(
      'known: the gateway has the old routes (until 2027-03-31, https://tracker.example.com/42), baseline.yaml:2',
    )
  })

  test('is RDF', async () => {
    const quads = (await jsonld.toRDF(JSON.parse(reporters.earl.render(mixed)), {
      ...options,
      format: 'application/n-quads',
    })) as unknown as string
    expect(quads).toContain(
      '<urn:x-hub-conformance:requirement:v1-removed/name-tags> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/ns/earl#TestRequirement> .',
    )
    expect(quads.match(/<http:\/\/www.w3.org\/ns\/earl#outcome>/g)).toHaveLength(mixed.requirements.length)
  })
})
