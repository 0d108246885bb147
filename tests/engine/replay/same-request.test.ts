import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../contracts/exchange.ts'
import type { Reason } from '../../../contracts/results/finding.ts'
import type { ReportedReason } from '../../../contracts/results/report.ts'
import { isSpoilt, same, sameReason } from '../../../engine/replay/same-request.ts'

describe('two values are the same', () => {
  it.each([
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
    [undefined, undefined],
    [null, null],
  ])('as JSON: %j and %j', (one, other) => {
    expect(same(one, other)).toBe(true)
  })

  it.each([
    [{ a: 1 }, { a: '1' }],
    [
      [1, 2],
      [2, 1],
    ],
    [undefined, null],
    [undefined, {}],
  ])('and not otherwise: %j and %j', (one, other) => {
    expect(same(one, other)).toBe(false)
    expect(same(other, one)).toBe(false)
  })
})

describe('a reason that was recomputed is the one that was reported', () => {
  const reason = (code: string, values: Reason['values']): ReportedReason =>
    ({ code, values, message: 'never compared' }) as ReportedReason

  it.each<readonly [string, ReportedReason | null, ReportedReason | null, boolean]>([
    ['without any', null, null, true],
    ['of one alone', reason('not-gone', {}), null, false],
    ['of one alone', null, reason('not-gone', {}), false],
    ['with its values', reason('not-gone', { status: 200 }), reason('not-gone', { status: 200 }), true],
    ['of another code', reason('not-gone', {}), reason('gone', {}), false],
    ['of another value', reason('not-gone', { status: 200 }), reason('not-gone', { status: 204 }), false],
  ])('%s', (_name, recomputed, reported, expected) => {
    expect(sameReason(recomputed, reported)).toBe(expected)
  })
})

describe('an exchange is spoilt by a secret that was taken out', () => {
  interface Given {
    readonly url?: string
    readonly sent?: string
    readonly headers?: readonly (readonly [string, string])[]
    readonly body?: string
    readonly encoding?: 'utf8' | 'base64'
  }
  const exchange = ({
    url = 'https://hub.test/',
    sent,
    headers = [],
    body = '',
    encoding = 'utf8',
  }: Given): Exchange => ({
    id: 'x1',
    request: { method: 'GET', url, headers: [], body: sent ?? null, as: 'valid' },
    response: { status: 200, headers: [...headers], body, encoding, truncated: false },
    ms: 1,
  })
  const all = '[redacted: holds a secret]'

  it.each<readonly [string, Given]>([
    ['nothing is left of its body', { body: all }],
    ['nothing is left of a body of bytes', { body: btoa(all), encoding: 'base64' }],
    ['nothing is left of its request', { sent: all }],
    ['nothing is left of its address', { url: all }],
    [
      'nothing is left of a header',
      {
        headers: [
          ['a', 'b'],
          ['x-token', all],
        ],
      },
    ],
    ['a number that was one leaves no JSON', { body: '{"count": [secret-1], "of": [secret-12]}' }],
  ])('where %s', (_name, given) => {
    expect(isSpoilt(exchange(given))).toBe(true)
  })

  it.each<readonly [string, Given]>([
    ['it held none', { body: '{"count": 1}' }],
    ['it is no JSON without one', { body: 'not JSON' }],
    ['a text that was one leaves JSON', { body: '{"token": "[secret-1]"}' }],
    ['it was no JSON before', { body: 'token: [secret-1]' }],
    ['its text has no form', { body: '{"count": [secret-1]}', encoding: 'base64' }],
    ['it only quotes what stands in place of one', { body: JSON.stringify({ a: all }) }],
  ])('and not where %s', (_name, given) => {
    expect(isSpoilt(exchange(given))).toBe(false)
  })

  it('and not where there was no answer', () => {
    expect(isSpoilt({ ...exchange({}), response: null })).toBe(false)
  })
})
