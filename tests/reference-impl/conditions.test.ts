import { afterEach, expect, test } from 'vitest'
import { type StartedReferenceHub, startReferenceHub } from '../../library/index.ts'
import { underConditions } from '../../reference-impl/conditions.ts'

const ok = async (): Promise<Response> => Response.json({ count: 0 }, { headers: { 'x-own': '1' } })

const request = new Request('http://hub.invalid/v2/orgs?token=planted', { method: 'POST' })

let started: StartedReferenceHub | undefined

afterEach(async () => {
  await started?.close()
  started = undefined
})

test('without conditions a handler stays what it is', () => {
  expect(underConditions(ok, {})).toBe(ok)
})

test('beyond the limit of a minute the answer is 429, and says when to come back', async () => {
  let at = 1_000
  const handler = underConditions(ok, { requestsPerMinute: 2, now: () => at })
  const first = await handler(request)
  expect(first.status).toBe(200)
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'x-own': '1',
    'x-ratelimit-limit': '2',
    'x-ratelimit-remaining': '1',
    'x-ratelimit-reset': '61',
  })
  at = 31_000
  expect((await handler(request)).headers.get('x-ratelimit-remaining')).toBe('0')
  const refused = await handler(request)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
  at = 61_000
  expect((await handler(request)).status).toBe(200)
})

test('each answer is told, late or not, without its query', async () => {
  const told: unknown[] = []
  const handler = underConditions(ok, { latencyMs: 5, onAnswer: answer => told.push(answer), now: () => 0 })
  expect((await handler(request)).status).toBe(200)
  expect(told).toEqual([{ method: 'POST', path: '/v2/orgs', status: 200, ms: 0 }])
})

test('a hub is started for the tests of a client, and ended', async () => {
  started = await startReferenceHub({ requestsPerMinute: 1 })
  const { url, credentials, fixtures } = started
  const list = `${url}/v2/namespaces/${fixtures.namespace}/repositories`
  const headers = { authorization: `Bearer ${credentials.token}` }
  expect((await fetch(list, { headers })).status).toBe(200)
  expect((await fetch(list, { headers })).status).toBe(429)
})
