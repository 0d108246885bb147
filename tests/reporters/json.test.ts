import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formats, reporters } from '../../reporters/index.ts'
import { differing, halfKnown } from './fixtures/held.ts'
import { conformant, documents, hostile, mixed, unverified } from './fixtures/reports.ts'

const { render } = reporters.json

const shuffledKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffledKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, shuffledKeys(inner)]),
  )
}

describe('the JSON report', () => {
  test.each([mixed, conformant, documents, hostile, unverified, differing, halfKnown])(
    'holds everything (%#)',
    given => {
      expect(JSON.parse(render(given))).toEqual(given)
    },
  )

  test('is indented and ends with a line end', () => {
    expect(render(mixed)).toMatch(/^\{\n {2}"schemaVersion": "2\.1",\n {2}"tool": \{\n {4}"name"/)
    expect(render(mixed)).toMatch(/\}\n$/)
  })

  test('does not depend on the order in which a report was put together', () => {
    const keysOf = (text: string): unknown => {
      const parsed = JSON.parse(text)
      return [
        parsed,
        ...parsed.requirements,
        ...parsed.exchanges,
        ...parsed.exchanges.map((each: { request: object }) => each.request),
      ].map(Object.keys)
    }
    expect(keysOf(render(shuffledKeys(mixed) as typeof mixed))).toEqual(keysOf(render(mixed)))
  })

  test('keeps keys that it does not know', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.string(), (key, value) => {
        expect(JSON.parse(render({ ...conformant, [key]: value }))[key]).toBe(value)
      }),
    )
  })
})

describe('every format', () => {
  test.each(formats)('%s says what it is for and gives the same text twice', format => {
    const reporter = reporters[format as keyof typeof reporters]
    expect(reporter.describe).toMatch(/[^.]$/)
    expect(reporter.render(mixed)).toBe(reporter.render(structuredClone(mixed)))
    expect(reporter.render(mixed)).toMatch(/\n$/)
  })
})
