import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { CodeScan } from '../../contracts/code-scan.ts'
import type { Report } from '../../contracts/results/report.ts'
import { findUses } from '../../engine/scan/code/find.ts'
import { hubHosts } from '../../engine/scan/code/host.ts'
import { codeFormats } from '../../reporters/code/index.ts'
import { reporters } from '../../reporters/index.ts'
import { anyReport } from '../reporters/fixtures/arbitrary.ts'
import { extremes, numerous } from '../reporters/fixtures/extremes.ts'
import { runTwisted } from '../support/run.ts'

// No fallback: without the published schemas these tests prove nothing, and must say so by failing.
const published = (name: string): string =>
  readFileSync(new URL(`../../../shared/schemas/${name}`, import.meta.url), 'utf8')

const validator = (name: string) => {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const { $schema: _, id: __, ...schema } = JSON.parse(published(name))
  return ajv.compile(schema)
}

const right: Report = await runTwisted(undefined)
/** Every v1 route is alive again, and one answer in ten is a 500. */
let asked = 0
const wrong: Report = await runTwisted(async (request, next) => {
  asked += 1
  if (asked % 10 === 0) return new Response('::error::<b>]]>\u001b[31m', { status: 500 })
  return new URL(request.url).pathname.startsWith('/v1/') ? Response.json({ results: [] }) : next(request)
})

const reports: readonly (readonly [name: string, report: Report])[] = [
  ['a right hub', right],
  ['a wrong hub', wrong],
  ...extremes,
  ['numerous cases', numerous()],
]

test('the two runs are what they are meant to be', () => {
  expect(right.result).toBe('conformant')
  expect(wrong.result).toBe('non-conformant')
})

describe.each([
  ['sarif', 'sarif-schema-2.1.0.json'],
  ['ctrf', 'ctrf.schema.json'],
] as const)('%s', (format, schema) => {
  const isValid = validator(schema)
  const expectValid = (given: Report): void => {
    isValid(JSON.parse(reporters[format].render(given)))
    expect((isValid.errors ?? []).slice(0, 5)).toEqual([])
  }

  test('the schema refuses what is none', () => {
    expect(isValid({})).toBe(false)
    expect(isValid({ ...JSON.parse(reporters[format].render(right)), surprise: 1 })).toBe(false)
  })

  test.each(reports)('the published schema takes the report of %s', (_name, given) => {
    expectValid(given)
  })

  test('the published schema takes whatever report', () => {
    fc.assert(fc.property(anyReport, expectValid))
  })
})

describe('junit', () => {
  const schema = published('junit-10.xsd')
  const validate = (documents: readonly string[]) =>
    validateXML({
      xml: documents.map((contents, at) => ({ fileName: `${at}.xml`, contents })),
      schema,
      maxMemoryPages: 16_384,
    })

  test('the schema of Jenkins refuses what is none', async () => {
    const { valid } = await validate([reporters.junit.render(right, { junitDialect: 'gitlab' })])
    expect(valid).toBe(false)
  })

  test.each(reports)('the schema of Jenkins takes the report of %s', async (_name, given) => {
    const { errors } = await validate([reporters.junit.render(given)])
    expect(errors).toEqual([])
  })

  test('the schema of Jenkins takes whatever report', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyReport, { minLength: 20, maxLength: 40 }), async given => {
        const { errors } = await validate(given.map(each => reporters.junit.render(each)))
        expect(errors).toEqual([])
      }),
      { numRuns: 8 },
    )
  })
})

describe('a scan of source code', () => {
  const named = (file: string): CodeScan['uses'] =>
    findUses(
      {
        file,
        text: [
          "curl 'https://hub.docker.com/v2/repositories/acme/' # ::error::]]>",
          'curl https://index.docker.io/v1/repositories/<name>/tags',
          '# https://hub.docker.com/v2/repositories/acme',
        ].join('\n'),
        kind: 'sh',
      },
      hubHosts,
    ).map(({ use }) => use)
  const uses = [...named('a.sh'), ...named('with space/"é"\n::error::<b>##[x]\u001b[31m.sh')]
  const scan: CodeScan = { result: 'removed', files: 2, lines: 6, skipped: [{ file: 'b', reason: 'binary' }], uses }
  const none: CodeScan = { ...scan, result: 'none', uses: [] }
  const entry = { note: 'known ]]>', file: 'baseline.yaml', line: 3 }
  const held: CodeScan = { ...scan, uses: uses.map(use => ({ ...use, known: entry })), differences: [] }
  const scans = [
    ['uses', scan],
    ['nothing', none],
    ['known uses', held],
  ] as const

  test.each(scans)('with %s is SARIF by the published schema', (_, given) => {
    const isValid = validator('sarif-schema-2.1.0.json')
    isValid(JSON.parse(codeFormats.sarif(given)))
    expect(isValid.errors ?? []).toEqual([])
  })

  test.each(scans)("with %s is JUnit by Jenkins' schema", async (_, given) => {
    const { errors } = await validateXML({
      xml: [{ fileName: 'scan.xml', contents: codeFormats.junit(given) }],
      schema: [{ fileName: 'junit-10.xsd', contents: published('junit-10.xsd') }],
    })
    expect(errors).toEqual([])
  })

  test.each(Object.keys(codeFormats) as (keyof typeof codeFormats)[])('writes nothing to a terminal as %s', format => {
    const text = codeFormats[format](scan, {})
    expect(text).not.toContain('\u001b')
    expect(text).not.toMatch(/##\[|^\s*::(?!(?:error|warning|notice) )/m)
    expect(text.match(/^::error/gm)?.length ?? 0).toBe(format === 'github' ? 2 : 0)
  })
})
