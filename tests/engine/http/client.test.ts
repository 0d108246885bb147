import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { Missing, NoAnswer } from '../../../contracts/results/finding.ts'
import { interruptible } from '../../../engine/clock.ts'
import { createClient, noAnswerReason } from '../../../engine/http/client.ts'
import { handlerTransport } from '../../../engine/http/transport.ts'
import type { WritePermission } from '../../../engine/http/write-guard.ts'
import { type NetworkInput, UsageError } from '../../../engine/options.ts'
import { runTwisted, virtualClock, withVerdict } from '../../support/run.ts'
import { writesTo } from '../../support/writes.ts'

const start = Date.UTC(2026, 0, 1)

/** A client on a clock that moves only when something waits, and the times at which its requests arrived. */
const clientOf = (
  answer: (request: Request, count: number) => Response,
  { until, ...network }: NetworkInput & { readonly until?: number } = {},
  writes: WritePermission | null = null,
  signal?: AbortSignal,
) => {
  const times: number[] = []
  const clock = virtualClock(start)
  const client = createClient({
    transport: handlerTransport(request => {
      times.push(clock.now() - start)
      return answer(request, times.length)
    }),
    origin: 'http://hub.invalid',
    basePath: '',
    writes,
    network,
    clock,
    signal,
    ...(until === undefined ? {} : { until }),
  })
  const get = (path = '/v2/x', more: object = {}) =>
    client.send({ method: 'GET', path, as: 'anonymous', ...more }, { record: () => undefined })
  return { client, get, times, clock }
}

const limited = (headers: Record<string, string>, status = 429) => new Response(null, { status, headers })

describe('a limit', () => {
  test.each([
    ['Retry-After in seconds', { 'retry-after': '7' }, 7_000],
    ['Retry-After as an HTTP-date', { 'retry-after': new Date(start + 9_000).toUTCString() }, 9_000],
    ['Retry-After as a Unix time stamp', { 'retry-after': String(start / 1000 + 11) }, 11_000],
    ['X-Retry-After as a Unix time stamp', { 'x-retry-after': String(start / 1000 + 12) }, 12_000],
    ['X-RateLimit-Reset as a Unix time stamp', { 'x-ratelimit-reset': String(start / 1000 + 13) }, 13_000],
    ['RateLimit-Reset in seconds', { 'ratelimit-reset': '5' }, 5_000],
    ['two Retry-After fields', { 'retry-after': '3, 60' }, 3_000],
    ['a Retry-After in the past', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 50],
    ['a Retry-After that is no time', { 'retry-after': 'soon' }, 500],
    ['nothing at all', {}, 500],
  ])('says %s and is obeyed', async (_, headers, waited) => {
    const { get, times } = clientOf((_, count) => (count === 1 ? limited(headers) : new Response('{}')))
    expect((await get()).response.status).toBe(200)
    expect(times).toEqual([0, waited])
  })

  test('of a 503 is obeyed as well; a 503 that says nothing is not asked again', async () => {
    const patient = clientOf((_, count) => (count === 1 ? limited({ 'retry-after': '4' }, 503) : new Response('{}')))
    await patient.get()
    expect(patient.times).toEqual([0, 4_000])
    const plain = clientOf(() => limited({}, 503))
    await expect(plain.get()).rejects.toThrow(NoAnswer)
    expect(plain.times).toEqual([0])
  })

  test.each([409, 423])(
    'of a %i that says when is obeyed by the route alone, one request after the other',
    async status => {
      const busy = { 'retry-after': '2' }
      const { get, times } = clientOf(
        (request, count) => (request.url.endsWith('x') && count < 4 ? limited(busy, status) : new Response('{}')),
        { concurrency: 4 },
      )
      const answers = await Promise.all([get(), get(), get('/v2/y'), get()])
      expect(answers.map(({ response }) => response.status)).toEqual([200, 200, 200, 200])
      expect(times.length).toBe(6)
      expect(times.slice(0, 4)).toEqual([0, 0, 0, 0])
      expect(Math.min(...times.slice(4))).toBeGreaterThanOrEqual(2_000)
    },
  )

  test('of a 409 that says nothing, says long, or stays, is not waited for without end', async () => {
    for (const headers of [{}, { 'retry-after': '60' }, { 'x-ratelimit-reset': '5' }] as Record<string, string>[]) {
      const { get, times } = clientOf(() => limited(headers, 409))
      expect((await get()).response.status).toBe(409)
      expect(times).toEqual([0])
    }
    const { get, times } = clientOf(() => limited({ 'retry-after': '1' }, 409))
    for (let count = 0; count < 5; count++) expect((await get()).response.status).toBe(409)
    expect(times.length).toBe(4 + 4)
  })

  test('holds for all connections', async () => {
    const { get, times } = clientOf(
      (_, count) => (count === 1 ? limited({ 'retry-after': '20' }) : new Response('{}')),
      {
        concurrency: 4,
      },
    )
    await get('/v2/first')
    await Promise.all(['a', 'b', 'c', 'd'].map(name => get(`/v2/${name}`)))
    expect(times.slice(1).every(time => time >= 20_000)).toBe(true)
  })

  test('that is about to be hit is waited for, unless it is always about to be hit', async () => {
    const headers = () => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '10' })
    const { get, times } = clientOf(() => new Response('{}', { headers: headers() }))
    for (let count = 0; count < 10; count++) await get()
    expect(times[1]).toBe(10_000)
    expect(times.at(-1)).toBe(50_000)
  })

  test('that asks for more than the run may wait is given up at once, and nobody else asks in vain', async () => {
    const { get, times } = clientOf(() => limited({ 'retry-after': '86400' }), { until: start + 900_000 })
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => get(`/v2/${at}`)))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(times.length).toBeLessThan(12)
    expect(Math.max(...times)).toBe(0)
  })

  test('waiting is bounded by the time of the run, and what is left open then says so', async () => {
    const { get, clock } = clientOf(
      (_, count) => (count % 2 === 1 ? limited({ 'retry-after': '30' }) : new Response('{}')),
      { until: start + 100_000 },
    )
    const outcomes: unknown[] = []
    for (let count = 0; count < 50; count++) outcomes.push(await get().catch(error => error))
    expect(clock.now() - start).toBeLessThanOrEqual(100_000)
    // Three times thirty seconds were waited; then every other request is let through, and no other is asked again.
    expect(outcomes.slice(0, 3).some(outcome => outcome instanceof Error)).toBe(false)
    expect(noAnswerReason((outcomes[3] as NoAnswer).exchange).code).toBe('rate-limited')
  })

  test.each([
    ['429', { 'retry-after': '1' }],
    ['429', {}],
    ['503', { 'retry-after': '1' }],
  ])('a hub that always answers %s %j fails nothing', async (status, headers) => {
    const report = await runTwisted(async () => new Response(null, { status: Number(status), headers }))
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'error')).toEqual({})
    expect(report.result).toBe('incomplete')
  })

  test('that is hit now and then changes nothing of the result', async () => {
    let count = 0
    const report = await runTwisted(async (request, next) =>
      ++count % 40 === 0 ? limited({ 'retry-after': '1' }) : next(request),
    )
    expect(report.result).toBe('conformant')
  })
})

describe('a rate', () => {
  test('is kept across connections', async () => {
    const { get, times } = clientOf(() => new Response('{}'), { ratePerMinute: 60, concurrency: 8 })
    await Promise.all(Array.from({ length: 5 }, () => get()))
    expect(times).toHaveLength(5)
    expect(Math.max(...times)).toBeGreaterThanOrEqual(4_000)
  })
})

describe('a failure', () => {
  test('that is gone when asked again is flaky, and open', async () => {
    let first = true
    const report = await runTwisted(async (request, next) => {
      if (first && /^\/v1\/repositories\/acme\/probe\/tags$/.test(new URL(request.url).pathname)) {
        first = false
        return new Response('{}', { status: 200 })
      }
      return next(request)
    })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(Object.values(withVerdict(report, 'inconclusive'))).toEqual(['flaky'])
  })
})

describe('without write permission', () => {
  test.each([
    ['POST', '/v2/access-tokens'],
    ['DELETE', '/v1/../v2/access-tokens/x'],
    ['DELETE', '/v1/%2e%2e/v2/access-tokens/x'],
    ['DELETE', '/v1/%252e%252e/v2/access-tokens/x'],
    ['DELETE', '/v1/..%2fv2/access-tokens/x'],
    ['DELETE', '/v1/..\\v2/access-tokens/x'],
    ['DELETE', '/v1/..;a=b/v2/access-tokens/x'],
    ['PATCH', '//v1/x'],
    ['PUT', '/V1/x'],
    ['PURGE', '/v2/x'],
  ])('%s %s is not sent', async (method, path) => {
    const { client, times } = clientOf(() => new Response('{}'))
    const sent = client.send({ method, path, as: 'valid' }, { record: () => undefined })
    await expect(sent).rejects.toThrow(Missing)
    expect(times).toEqual([])
  })

  test.each(['DELETE', 'PUT', 'PATCH'])('logging in by %s is not sent either', async method => {
    const { client, times } = clientOf(() => new Response('{}'))
    const sent = client.send(
      { method, path: '/v2/auth/token', as: 'anonymous', login: true },
      { record: () => undefined },
    )
    await expect(sent).rejects.toThrow(Missing)
    expect(times).toEqual([])
  })

  test.each(['http://evil.example/', 'evil', '/x y', '/x\r\nHost: evil', '/x#y', '/ü', ''])(
    'the path %j is no request',
    async path => {
      const { get, times } = clientOf(() => new Response('{}'))
      await expect(get(path)).rejects.toThrow(/not a request/)
      expect(times).toEqual([])
    },
  )

  test.each([
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Connection', 'close'],
    ['Transfer-Encoding', 'chunked'],
    ['Expect', '100-continue'],
    ['X-A', 'b\r\nX-C: d'],
    ['X A', 'b'],
  ])('the header %s: %j is refused', (name, value) => {
    expect(() => clientOf(() => new Response('{}'), { headers: [[name, value]] })).toThrow(UsageError)
  })
})

describe('headers', () => {
  const headersOf = async (network: NetworkInput, more: object = {}): Promise<Record<string, string>> => {
    let headers = {}
    const { get } = clientOf(request => {
      headers = Object.fromEntries(request.headers)
      return new Response('{}')
    }, network)
    await get('/v2/x', more)
    return headers
  }

  test('of the user replace our own, and those of a check replace both', async () => {
    expect(await headersOf({})).toMatchObject({ accept: '*/*;q=0.8, application/json' })
    const headers = [
      ['Accept', 'text/plain'],
      ['User-Agent', 'mine'],
    ] as const
    expect(await headersOf({ headers })).toMatchObject({ accept: 'text/plain', 'user-agent': 'mine' })
    expect(await headersOf({ headers }, { headers: { accept: 'text/html' } })).toMatchObject({ accept: 'text/html' })
  })

  test('do not change who is spoken as', async () => {
    const own = await headersOf(
      { headers: [['X-A', 'b']] },
      { as: 'valid', authorization: [['authorization', 'Bearer x']] },
    )
    expect(own).toMatchObject({ authorization: 'Bearer x', 'x-a': 'b' })
    const cookies = await headersOf(
      { headers: [['Cookie', 'sid=other; theme=dark; csrf=1']] },
      { as: 'valid', authorization: [['cookie', 'sid=own']] },
    )
    expect(cookies).toMatchObject({ cookie: 'sid=own; theme=dark; csrf=1' })
  })
})

describe('an interrupt', () => {
  test('breaks off what changes nothing, and lets what may have changed something end', async () => {
    const abort = new AbortController()
    const { client } = clientOf(() => new Response('{}'), {}, await writesTo(), abort.signal)
    const slow = createClient({
      transport: handlerTransport(async () => {
        abort.abort()
        await new Promise(resolve => setTimeout(resolve, 20))
        return new Response('{}', { status: 201 })
      }),
      origin: 'http://hub.invalid',
      basePath: '',
      writes: await writesTo(),
      network: {},
      clock: virtualClock(start),
      signal: abort.signal,
    })
    const post = slow.send({ method: 'POST', path: '/v2/x', as: 'valid', json: {} }, { record: () => undefined })
    expect((await post).response.status).toBe(201)
    await expect(
      client.send({ method: 'GET', path: '/v2/x', as: 'valid' }, { record: () => undefined }),
    ).rejects.toThrow('aborted')
  })

  test('many pauses at once are one listener, so that nothing warns of a leak', async () => {
    const abort = new AbortController()
    const clock = interruptible({ now: () => 0, pause: () => new Promise(() => undefined) }, abort.signal)
    const pauses = Array.from({ length: 50 }, () => clock.pause(1_000))
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(1)
    abort.abort()
    await expect(Promise.all(pauses)).resolves.toHaveLength(50)
  })

  test('ends a pause', async () => {
    const abort = new AbortController()
    const clock = interruptible({ now: () => 0, pause: () => new Promise(() => undefined) }, abort.signal)
    const pause = clock.pause(1_000_000)
    abort.abort()
    await pause
    await clock.pause(1_000_000)
  })
})
