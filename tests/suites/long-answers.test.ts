import { describe, expect, it } from 'vitest'
import { withExactIds } from '../../checks/exact-ids.ts'
import { alike } from '../../checks/presence/judging.ts'
import type { Answered } from '../../contracts/exchange.ts'

const answered = (body: string): Answered =>
  ({
    request: { method: 'GET', url: 'http://h/v2/x' },
    response: { status: 200, headers: [], body },
  }) as unknown as Answered

const long = 8 * 1024 * 1024

describe('answers that are too long for careless patterns', () => {
  it.each([
    ['letters', 'a'],
    ['digits and dots', '1.'],
    ['spaces', ' '],
  ])('of %s are compared', (_, part) => {
    const body = part.repeat(long / part.length)
    expect(alike(answered(body), answered(body))).toBe(true)
  })

  it.each([
    ['escapes', `{"id": 12345678901234567890, "note": "${'\\n'.repeat(long / 2)}"}`],
    ['digits', `{"id": 12345678901234567890, "count": ${'1'.repeat(long)}}`],
  ])('of %s keep their ids exact', (_, body) => expect(withExactIds(body)).toContain('{"id": "12345678901234567890"'))
})

describe('ids that are no exact numbers', () => {
  it.each([
    ['{"id":9007199254740993}', '{"id":"9007199254740993"}'],
    ['{"tokenId" : -9007199254740993 }', '{"tokenId" : "-9007199254740993" }'],
    ['{"team":9007199254740993,"ref":9007199254740993}', '{"team":"9007199254740993","ref":"9007199254740993"}'],
    ['{"id":9007199254740991,"count":9007199254740993}', undefined],
    ['{"note":"\\"id\\":9007199254740993,"}', undefined],
    ['{"note":"a","id":1}', undefined],
  ])('%s', (json, expected) => expect(withExactIds(json)).toBe(expected ?? json))
})
