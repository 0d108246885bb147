import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import type { Har } from 'har-format'
import { describe, expect, test } from 'vitest'
import { reporters } from '../../reporters/index.ts'
import { anyReport } from './fixtures/arbitrary.ts'
import { extremes, large } from './fixtures/extremes.ts'
import { mixed } from './fixtures/reports.ts'

const require = createRequire(import.meta.url)
const draft06 = require('ajv/dist/refs/json-schema-draft-06.json')
const schemas: Record<string, object> = require('har-schema')

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addMetaSchema(draft06)
for (const schema of Object.values(schemas)) ajv.addSchema(schema)
const isHar = ajv.getSchema('har.json#')

const read = (...given: Parameters<typeof reporters.har.render>): Har => JSON.parse(reporters.har.render(...given))

const expectHar = (har: Har): void => {
  isHar?.(har)
  expect(isHar?.errors ?? []).toEqual([])
}

describe('HAR', () => {
  test('the schema refuses what is none', () => {
    expect(isHar?.({ log: { version: '1.2', creator: {}, entries: [] } })).toBe(false)
    expect(isHar?.({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: [{}] } })).toBe(false)
  })

  test.each(extremes)('its schema takes the report "%s"', (_name, given) => {
    expectHar(read(given))
  })

  test('its schema takes whatever report', () => {
    fc.assert(
      fc.property(anyReport, given => {
        const har = read(given)
        expectHar(har)
        expect(har.log.entries).toHaveLength(given.exchanges.length)
        for (const { time, timings } of har.log.entries) expect(time).toBe(timings.wait)
      }),
    )
  })

  test('an exchange is shown as it was', () => {
    const [, second, , , , , timeout] = read(mixed).log.entries
    expect(second).toMatchObject({
      startedDateTime: '2026-01-02T03:04:05.000Z',
      time: 4,
      request: {
        method: 'GET',
        url: 'http://localhost:8080/v1/repositories/a%2Fb/tags?page=1',
        queryString: [{ name: 'page', value: '1' }],
      },
      response: { status: 404, content: { mimeType: 'application/json', size: 58 } },
      comment: 'x2, anonymous',
    })
    expect(timeout?.response).toMatchObject({ status: 0, _error: 'timeout' })
  })

  test('bytes stay base64 when they are cut', () => {
    const content = read(large).log.entries.at(-1)?.response.content
    expect(content).toMatchObject({ encoding: 'base64', size: 1_500_000 })
    expect(content?.text).toMatch(/^[A-Za-z0-9+/]+=*$/)
    expect((content?.text?.length ?? 1) % 4).toBe(0)
    expect(content?.comment).toMatch(/^\d+ of 2000000 characters left out.*; the suite read only the beginning$/)
  })
})
