import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import { lifecycle, sentences } from '../../contracts/lifecycle.ts'
import { normalTemplate } from '../../contracts/path.ts'

const schema: object = JSON.parse(
  readFileSync(new URL('../../contracts/lifecycle.schema.json', import.meta.url), 'utf8'),
)

describe('the lifecycle document as data', () => {
  it('fits its schema, and the schema refuses what does not', () => {
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema)
    expect(validate(structuredClone(lifecycle)), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ ...lifecycle, v1Routes: [{ ...lifecycle.v1Routes[0], status: 404 }] })).toBe(false)
    expect(validate({ ...lifecycle, further: 1 })).toBe(false)
  })

  it('has the facts of the document in number', () => {
    expect(lifecycle.v1Routes).toHaveLength(6)
    expect(lifecycle.legacyEndpoints).toHaveLength(5)
    expect(lifecycle.operations).toHaveLength(9)
    expect(lifecycle.families).toHaveLength(3)
    expect(lifecycle.areas).toHaveLength(4)
    expect(lifecycle.deprecationLog).toHaveLength(4)
    expect(lifecycle.changeHistory).toHaveLength(9)
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
