import { describe, expect, test } from 'vitest'
import { DocumentError } from '../../../../engine/documents/problems.ts'
import { readReference } from '../../../../engine/documents/reference/reference.ts'
import { checkDocs } from '../../../../engine/run.ts'

const minimal = (paths: unknown, more: object = {}) => JSON.stringify({ openapi: '3.1.0', paths, ...more })
const schemaOf = (schema: unknown, more: object = {}) => {
  const content = { 'application/json': { schema } }
  const read = readReference(minimal({ '/x': { get: { responses: { 200: { content } } } } }, more), 'x.json')
  return { schema: read.operations[0]?.responses[0]?.schema, problems: read.problems }
}

describe('bounds', () => {
  const levels = Array.from({ length: 30 }, (_, level) => level)

  test('references that multiply', () => {
    const schemas = Object.fromEntries(
      levels.map(level => {
        const next = { $ref: `#/components/schemas/S${level + 1}` }
        return [`S${level}`, { properties: { a: next, b: next, c: next } }]
      }),
    )
    const { schema, problems } = schemaOf({ $ref: '#/components/schemas/S0' }, { components: { schemas } })
    expect(JSON.stringify(schema).length).toBeLessThan(2_000_000)
    expect(problems).toContainEqual(expect.stringMatching(/more than 20000 values/))
  })

  test('many operations that each resolve to much', async () => {
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, { type: 'string' }]))
    const responses = { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } } }
    const only = ['areas/access-tokens', 'areas/audit-logs', 'access-tokens/declared-expires-at']
    const judged = async (tags: readonly string[]) => {
      const others = Array.from({ length: 2_000 }, (_, at) => [`/p${at}`, { get: { tags, responses } }])
      const own = { 200: { content: { 'application/json': { schema: { properties: { uuid: {}, label: {} } } } } } }
      const tokens = { '/v2/access-tokens': { get: { tags: ['access-tokens'], responses: own } } }
      const text = minimal(
        { ...Object.fromEntries(others), ...tokens },
        { components: { schemas: { A: { properties } } } },
      )
      const read = readReference(text, 'x')
      expect(JSON.stringify(read).length).toBeLessThan(20_000_000)
      expect(read.problems).toContainEqual(expect.stringMatching(/1000000 values of all schemas together/))
      // What schemas take leaves the operations as they are.
      expect(read.operations).toHaveLength(2_001)
      expect(read.unread).toEqual([])
      const report = await checkDocs({ documents: { reference: { from: 'x', text } }, select: { only } })
      const verdictOf = (id: string) => report.requirements.find(one => one.id === id)?.verdict
      return only.map(verdictOf)
    }
    expect(await judged(['other'])).toEqual(['pass', 'fail', 'fail'])
    // A schema of an area that is left out is open.
    expect(await judged(['repositories'])).toEqual(['pass', 'fail', 'inconclusive'])
  })

  test('operations with the same many responses', () => {
    const content = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`a/b${at}`, {}]))
    const item = { get: { responses: { $ref: '#/x-responses' } } }
    const paths = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`/p${at}`, item]))
    const read = readReference(minimal(paths, { 'x-responses': { 200: { content } } }), 'x')
    expect(read.operations.flatMap(({ responses }) => responses).length).toBeLessThan(400_000)
    expect(read.unread[0]?.why).toMatch(/too large; everything after the first 400000 parts/)
  })

  test('YAML aliases that multiply or close a circle', () => {
    const lines = levels.slice(1).map(level => `a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}]`)
    const bomb = ['openapi: 3.1.0', 'paths: {}', 'a0: &a0 [x]', ...lines].join('\n')
    expect(() => readReference(bomb, 'x')).toThrow(
      /^x cannot be read as YAML or JSON \(Excessive alias count .*\); give/,
    )
    expect(() => readReference(bomb, 'x')).toThrow(DocumentError)
    const circle =
      'openapi: 3.1.0\npaths:\n  /x: &x\n    get: { requestBody: { content: { a/b: { schema: &s { not: *s } } } } }\n    put: *x'
    expect(readReference(circle, 'x').operations[0]?.requestBody?.schema).toEqual({ not: {} })
  })

  test('bottomless nesting', () => {
    const deep = ['{"not":'.repeat(5_000), '{}', '}'.repeat(5_000)].join('')
    const text = `{"openapi":"3.1.0","paths":{"/x":{"post":{"requestBody":{"content":{"a/b":{"schema":${deep}}}}}}}}`
    expect(readReference(text, 'x').problems).toContainEqual(expect.stringMatching(/nested more than 100 levels deep/))
  })

  test('__proto__ is a key like any other, and left out', () => {
    const read = readReference(
      '{"openapi":"3.1.0","__proto__":{"paths":{}},"paths":{"__proto__":{"get":{}},"/x":{"__proto__":{"get":{}},"post":{"__proto__":{"deprecated":true},"requestBody":{"content":{"__proto__":{},"a/b":{"schema":{"__proto__":{"x":1},"properties":{"__proto__":{}}},"example":{"__proto__":{"polluted":1}}}}}}}}}',
      'x',
    )
    expect(read.operations.map(({ method, deprecated }) => [method, deprecated])).toEqual([['POST', false]])
    expect(read.operations[0]?.requestBody).toMatchObject({ mediaType: '__proto__' })
    expect(JSON.stringify(read)).not.toContain('polluted')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('texts that are no OpenAPI document', () => {
  test.each([
    ['empty', '', /x\.yaml is not an OpenAPI document/],
    ['prose', 'Hello, world', /x\.yaml is not an OpenAPI document/],
    ['another mapping', 'a: 1', /x\.yaml is not an OpenAPI document/],
    ['a list', '[1]', /x\.yaml is not an OpenAPI document/],
    ['Swagger', 'swagger: "1.2"\npaths: {}', /Swagger 1\.2; convert it to OpenAPI 3\.x/],
    ['a later version', 'openapi: 4.0.0\npaths: {}', /OpenAPI 4\.0\.0; give an OpenAPI 3\.x document/],
    ['a page', '<!doctype html><html></html>', /web page.*YAML or JSON source/],
    ['nested without end', '['.repeat(100_000), /cannot be read as YAML or JSON/],
    ['too large', ' '.repeat(17 * 1024 * 1024), /larger than 16 MiB/],
  ])('%s', (_, text, words) => {
    expect(() => readReference(text, 'x.yaml')).toThrow(DocumentError)
    expect(() => readReference(text, 'x.yaml')).toThrow(words)
  })

  test('a byte order mark is no obstacle, neither is a second YAML document', () => {
    expect(readReference('\uFEFF{"openapi":"3.0.0","paths":{}}', 'x').version).toBe('3.0.0')
    expect(readReference('openapi: 3.0.0\npaths: {}\n---\nother: 1', 'x').version).toBe('3.0.0')
  })
})
