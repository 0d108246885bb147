import { expect, it } from 'vitest'
import type { Answered } from '../../../contracts/exchange.ts'
import type { Probe } from '../../../contracts/requirement.ts'
import { withoutKeptRecords } from '../../../engine/cleanup/kept-records.ts'
import type { Ledger } from '../../../engine/cleanup/ledger.ts'

const gone = { id: 'a', deleted_at: '2026-01-02T03:04:05Z' }
const there = { id: 'b', deleted_at: null }

/** What cleaning up sees of an answer, where the target said that it deleted `a`. */
const seen = async (body: unknown, operation: 'pat.list' | 'pat.get'): Promise<readonly [number, unknown]> => {
  const answer = { request: {}, response: { status: 200, headers: [], body: JSON.stringify(body) } }
  const probe = { call: async () => answer as unknown as Answered } as unknown as Probe
  const ledger = { isDeleted: (id: string) => id === 'a' } as unknown as Ledger
  const { response } = await withoutKeptRecords(probe, ledger).call(operation, {})
  return [response.status, JSON.parse(response.body)]
}

it.each([
  [
    [gone, there],
    [{}, there],
  ],
  [{ results: [gone, there] }, { results: [{}, there] }],
  [[{ owner: 'x', tokens: [gone, there] }], [{ owner: 'x', tokens: [{}, there] }]],
])('a record of what was deleted hides nothing that is listed with it: %j', async (list, expected) => {
  expect(await seen(list, 'pat.list')).toEqual([200, expected])
})

it.each([
  [gone, 404],
  [{ data: gone }, 404],
  [{ token: { id: 'a' }, status: 'deleted' }, 404],
  [{ id: 'a', revoked: true }, 404],
  [{ id: 'a', revoked: false }, 200],
  [{ id: 'a', state: 'REVOKED' }, 404],
  [{ id: 'a', revoked_at: '2026-01-02T03:04:05Z' }, 404],
  [there, 200],
  [{ id: 'b', earlier: [gone] }, 200],
  [{ id: 'a', keys: [{ id: 1, status: 'deleted' }] }, 200],
])('what is read alone is a record by itself, or not: %j', async (body, status) => {
  expect((await seen(body, 'pat.get'))[0]).toBe(status)
})
