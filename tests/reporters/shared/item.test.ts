import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../contracts/exchange.ts'
import { itemShown } from '../../../reporters/shared/evidence.ts'
import { reason } from '../fixtures/report.ts'

const answered = (body: unknown): Exchange => ({ response: { body: JSON.stringify(body) } }) as unknown as Exchange

describe('the item of a list that a finding is about', () => {
  const missing = reason('field-missing', { operation: 'pat.list', field: 'expires_at', where: '0 of 3 items have it' })
  const items = [{ id: 1, expires_at: null }, { id: 2 }, { id: 3 }]

  it('is the first that lacks the member', () => {
    expect(itemShown(missing, answered({ count: 3, results: items }), [])).toEqual({
      place: 'results[1] of 3',
      text: '{"id":2}',
    })
    expect(itemShown(missing, answered(items), [])?.place).toBe('[1] of 3')
  })

  it('is the one that the finding names, where that lacks the member', () => {
    const named = (where: string) => reason('field-missing', { ...missing.values, where })
    expect(itemShown(named('item 3 of page 2'), answered(items), [])?.place).toBe('[2] of 3')
    expect(itemShown(named('item 1 of page 2'), answered(items), [])?.place).toBe('[1] of 3')
    expect(itemShown(named('item 9 of page 2'), answered(items), [])?.place).toBe('[1] of 3')
  })

  it('is the one at the place of the mismatch', () => {
    const values = { operation: 'pat.list', where: 'results[2].id', problem: 'must be string', shape: 'the schema' }
    expect(itemShown(reason('schema-mismatch', values), answered({ results: items }), [])?.text).toBe('{"id":3}')
    const whole = reason('schema-mismatch', { ...values, where: 'count' })
    expect(itemShown(whole, answered({ results: items }), [])).toBeUndefined()
  })

  it('is the one with the secret of the creation', () => {
    const again = reason('secret-shown-again', { operation: 'pat.list' })
    const list = [{ token: '[secret-1]' }, { token: '[secret-2]' }]
    expect(itemShown(again, answered(list), [answered({ token: '[secret-2]' })])?.place).toBe('[1] of 2')
    expect(itemShown(again, answered(list), [answered({ token: '[secret-3]' })])).toBeUndefined()
  })

  it('is none where the answer is one thing, one item or no JSON', () => {
    expect(itemShown(reason('field-missing', { ...missing.values, operation: 'pat.get' }), answered(items), [])).toBe(
      undefined,
    )
    expect(itemShown(missing, answered(items.slice(1, 2)), [])).toBeUndefined()
    expect(itemShown(missing, { response: { body: '[{' } } as unknown as Exchange, [])).toBeUndefined()
    expect(itemShown(missing, { response: null } as unknown as Exchange, [])).toBeUndefined()
    expect(itemShown(null, answered(items), [])).toBeUndefined()
  })
})
