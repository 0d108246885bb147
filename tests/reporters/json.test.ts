import { describe, expect, test } from 'vitest'
import { formats, reporters } from '../../reporters/index.ts'
import { differing, halfKnown } from './fixtures/held.ts'
import { conformant, documents, hostile, mixed, unverified } from './fixtures/reports.ts'

const { render } = reporters.json

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
})

describe('every format', () => {
  test.each(formats)('%s says what it is for and gives the same text twice', format => {
    const reporter = reporters[format as keyof typeof reporters]
    expect(reporter.describe).toMatch(/[^.]$/)
    expect(reporter.render(mixed)).toBe(reporter.render(structuredClone(mixed)))
    expect(reporter.render(mixed)).toMatch(/\n$/)
  })
})
