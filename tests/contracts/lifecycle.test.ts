import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { normalTemplate } from '../../checks/path-template.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import { lifecycle, sentences } from '../../contracts/lifecycle.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../contracts/${name}`, import.meta.url), 'utf8')) as Record<string, unknown>

const published = read('lifecycle.json')
const schema = read('lifecycle.schema.json')

/** Every schema of a document that stands for a member, with where it stands. */
const membersOf = (value: unknown, at = '#'): readonly (readonly [at: string, schema: object])[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => [
    ...(key === 'properties' && !/\/(?:if|then|else)$/.test(at)
      ? Object.entries(child as object).map(([name, member]) => [`${at}/${name}`, member as object] as const)
      : []),
    ...membersOf(child, `${at}/${key}`),
  ])
}

const endpoint = (state: string): Record<string, unknown> =>
  structuredClone((published.endpoints as Record<string, unknown>[]).find(fact => fact.state === state)) ?? {}

describe('the published data file', () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(schema)

  it('fits its schema', () => {
    expect(validate(published), JSON.stringify(validate.errors)).toBe(true)
  })

  it.each([
    ['a member that nobody knows', { ...published, further: 1 }],
    ['another major version', { ...published, schemaVersion: '2.0.0' }],
    ['a version that is not semantic', { ...published, schemaVersion: '1.0' }],
    ['a day that no calendar has', { ...published, version: '2025-13-01' }],
    ['no endpoints', { ...published, endpoints: [] }],
    ['a state that there is not', { ...published, endpoints: [{ ...endpoint('removed'), state: 'gone' }] }],
    ['a removed endpoint that is not 410', { ...published, endpoints: [{ ...endpoint('removed'), status: 404 }] }],
    ['a removed endpoint by one method', { ...published, endpoints: [{ ...endpoint('removed'), method: 'GET' }] }],
    ['a deprecated endpoint by all', { ...published, endpoints: [{ ...endpoint('deprecated'), method: '*' }] }],
    ['a deprecated one that demands 410', { ...published, endpoints: [{ ...endpoint('deprecated'), status: 410 }] }],
    [
      'a deprecated one that nothing replaces',
      { ...published, endpoints: [{ ...endpoint('deprecated'), replacedBy: null }] },
    ],
    ['a path that is no template', { ...published, endpoints: [{ ...endpoint('removed'), path: '/v1/{a}/../b' }] }],
    ['the same endpoint twice', { ...published, endpoints: [endpoint('removed'), endpoint('removed')] }],
  ])('is refused by its schema with %s', (_name, changed) => {
    expect(validate(changed)).toBe(false)
  })

  it('has a schema that describes every member', () => {
    const named = schema.$defs as Record<string, object>
    const described = (member: object): boolean =>
      'description' in member || ('$ref' in member && described(named[String(member.$ref).slice(8)] ?? {}))
    const members = membersOf(schema)
    expect(members.length).toBeGreaterThan(50)
    expect(members.filter(([, member]) => !described(member)).map(([at]) => at)).toEqual([])
  })

  it('says which schema it keeps to, and in which version', () => {
    expect(published.$schema).toBe('./lifecycle.schema.json')
    expect(schema.$id).toBe(`urn:hub-conformance:lifecycle:${String(published.schemaVersion).split('.')[0]}`)
  })

  it('has each endpoint once, by name and by method and path', () => {
    const { endpoints } = lifecycle
    expect(new Set(endpoints.map(({ slug }) => slug)).size).toBe(endpoints.length)
    expect(new Set(endpoints.map(({ method, path }) => `${method} ${normalTemplate(path)}`)).size).toBe(
      endpoints.length,
    )
  })

  it('has where Docker Hub publishes each operation', () => {
    for (const { id, published: at } of lifecycle.operations)
      expect(dockerHub.find(({ operation }) => operation === id)).toMatchObject(at)
  })
})

describe('the lifecycle document as data', () => {
  it('has the facts of the document in number', () => {
    expect(lifecycle.endpoints).toHaveLength(11)
    expect(lifecycle.v1Routes).toHaveLength(6)
    expect(lifecycle.legacyEndpoints).toHaveLength(5)
    expect(lifecycle.operations).toHaveLength(9)
    expect(lifecycle.families).toHaveLength(3)
    expect(lifecycle.areas).toHaveLength(4)
    expect(lifecycle.deprecationLog).toHaveLength(4)
    expect(
      lifecycle.changeHistory,
      'contracts/lifecycle.json: a new entry is counted in tests/contracts/lifecycle.test.ts',
    ).toHaveLength(9)
  })

  it('names only sentences, sections, operations and endpoints that there are', () => {
    const keys = new Set(sentences.map(({ key }) => key))
    const operations = new Set<string>(lifecycle.operations.map(({ id }) => id))
    const facts = [
      ...lifecycle.v1Routes,
      ...lifecycle.legacyEndpoints,
      ...lifecycle.operations,
      ...lifecycle.families,
      ...lifecycle.deprecationLog,
      ...lifecycle.changeHistory,
    ]
    for (const { sentence } of facts) expect(keys).toContain(sentence)
    for (const { replacedBy } of [...lifecycle.v1Routes, ...lifecycle.legacyEndpoints])
      if (replacedBy !== null) expect(operations).toContain(replacedBy)
    const legacy = lifecycle.legacyEndpoints.map(({ method, path }) => `${method} ${path}`)
    for (const { endpoints } of lifecycle.deprecationLog)
      for (const endpoint of endpoints) if (endpoint !== '/v1/') expect(legacy).toContain(endpoint)
    for (const { about } of lifecycle.changeHistory)
      for (const endpoint of about.endpoints) expect(legacy).toContain(endpoint)
  })

  it('agrees with itself on dates: the log, the history and the endpoints', () => {
    for (const { method, path, deprecated } of lifecycle.legacyEndpoints) {
      const name = `${method} ${path}`
      expect(lifecycle.deprecationLog.find(({ endpoints }) => endpoints.includes(name))?.date).toBe(deprecated)
      expect(lifecycle.changeHistory.find(({ about }) => about.endpoints.includes(name))?.date).toBe(deprecated)
    }
    const dates = lifecycle.changeHistory.map(({ date }) => date)
    expect(dates).toEqual([...dates].sort().reverse())
    for (const { id, since } of lifecycle.operations) {
      const introduced = lifecycle.changeHistory.find(
        ({ kind, about }) => kind === 'New' && about.operations.includes(id),
      )
      expect(since).toBe(introduced?.date ?? null)
    }
  })

  it('binds the operations whose path the document states to that path', () => {
    for (const { id, path } of lifecycle.operations)
      if (path !== null)
        expect(normalTemplate(dockerHub.find(({ operation }) => operation === id)?.path ?? '')).toBe(
          normalTemplate(path),
        )
  })
})
