import { expect, it } from 'vitest'
import { missingField } from '../../../checks/answers/missing-field.ts'
import type { Answered } from '../../../contracts/exchange.ts'

const similarIn = (tokens: readonly object[]): unknown => {
  const answer = { response: { status: 200, headers: [], body: JSON.stringify(tokens) } } as unknown as Answered
  const where = { operation: 'pat.list', where: 'item 2' }
  return missingField(where, answer, [{ exchange: answer, items: tokens }]).values.similar
}

it('a field that one token has is missing in another under no other name', () => {
  expect(similarIn([{ id: 1, expires_at: null }, { id: 2 }])).toBeUndefined()
  expect(
    similarIn([
      { id: 1, expires_at: null, expiry: 3 },
      { id: 2, expiry: 4 },
    ]),
  ).toBeUndefined()
  expect(similarIn([{ id: 1, expiresAt: null }, { id: 2 }])).toBe('expiresAt')
})
