import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../contracts/exchange.ts'
import { Missing, NoAnswer } from '../../../contracts/results/finding.ts'
import type { Outgoing } from '../../../engine/http/client.ts'
import { createRecording, isLimit, replayClient } from '../../../engine/replay/recorded-client.ts'

const base = 'http://hub.test/api'

interface Given {
  readonly method?: string
  readonly path?: string
  readonly sent?: string
  readonly status?: number | null
  readonly retryAfter?: string
  readonly repeated?: Exchange['repeated']
  readonly as?: Exchange['request']['as']
}

let made = 0
const exchange = ({
  method = 'GET',
  path = '/x',
  sent,
  status = 200,
  retryAfter,
  repeated,
  as = 'valid',
}: Given): Exchange => ({
  id: `x${++made}`,
  request: { method, url: base + path, headers: [], body: sent ?? null, as },
  response:
    status === null
      ? null
      : {
          status,
          headers: retryAfter === undefined ? [] : [['retry-after', retryAfter]],
          body: '',
          encoding: 'utf8',
          truncated: false,
        },
  ms: 1,
  ...(repeated === undefined ? {} : { repeated }),
})

const limit = exchange({ path: '/other', status: 429, retryAfter: '1' })

const asked = (parts: Partial<Outgoing> = {}): Outgoing => ({ method: 'GET', path: '/x', as: 'valid', ...parts })

/** What a client says that answers from these exchanges, what it recorded, and what it left. */
const replayed = async (exchanges: readonly Exchange[], ask: Outgoing = asked(), rules = {}) => {
  const recording = createRecording(exchanges)
  const recorded: Exchange[] = []
  const client = replayClient(recording, { base, allowWrites: true, ...rules })
  const answer = await client.send(ask, { record: one => recorded.push(one) }).catch((error: unknown) => error)
  return { answer, recorded, rest: recording.rest(), lacking: recording.lacking }
}

describe('the record of a request', () => {
  it.each<readonly [string, Given, Partial<Outgoing>]>([
    ['the same', {}, {}],
    ['another order of members', { sent: '{"a":1,"b":2}' }, { json: { b: 2, a: 1 } }],
    ['a text that is no JSON', { sent: '{"a"' }, { text: '{"a"' }],
    ['a text that is nested too deeply', { sent: '['.repeat(100_000) }, { text: '['.repeat(100_000) }],
    ['a placeholder that was encoded again', { path: '/x/[secret-12]' }, { path: '/x/%5Bsecret-12%5d' }],
  ])('is found by %s', async (_name, given, ask) => {
    const own = exchange(given)
    const { answer, recorded, rest } = await replayed([exchange({ path: '/other' }), own], asked(ask))
    expect(answer).toBe(own)
    expect(recorded).toEqual([own])
    expect(rest).toHaveLength(1)
  })

  it.each<readonly [string, Partial<Outgoing>, string]>([
    ['another method', { method: 'PUT' }, 'PUT http://hub.test/api/x (valid)'],
    ['another path', { path: '/y' }, 'GET http://hub.test/api/y (valid)'],
    ['a text that is no JSON', { text: 'a' }, 'GET http://hub.test/api/x (valid)'],
    ['another body', { json: {} }, 'GET http://hub.test/api/x (valid)'],
    ['a body that says null', { text: 'null' }, 'GET http://hub.test/api/x (valid)'],
    ['another identity', { as: 'anonymous' }, 'GET http://hub.test/api/x (anonymous)'],
  ])('is not that of %s: what is missing is noted', async (_name, ask, what) => {
    const { answer, recorded, lacking } = await replayed([exchange({}), exchange({ sent: 'b' })], asked(ask))
    expect(answer).toEqual(new Error(`no record of ${what}`))
    expect(lacking).toEqual([what])
    expect(recorded).toEqual([])
  })

  it('is found although it is nested as deeply as nothing is', async () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000)
    const own = exchange({ sent: text })
    expect((await replayed([own], asked({ text }))).answer).toBe(own)
  })

  it('is used once, the first one first', async () => {
    const exchanges = [exchange({}), exchange({ status: 201 })]
    const recording = createRecording(exchanges)
    const client = replayClient(recording, { base, allowWrites: true })
    const send = () => client.send(asked(), { record: () => undefined })
    expect([await send(), await send()]).toEqual(exchanges)
    await expect(send()).rejects.toThrow('no record of GET')
  })

  it.each([
    ['what is gone', [200, 204, 404], 2],
    ['what is gone for good', [200, 410], 1],
    ['the first, where nothing is gone', [200, 204], 0],
  ] as const)('is of what another case received before: %s', async (_name, statuses, at) => {
    const gone = exchange({ path: '/other', status: 404 })
    const own = statuses.map(status => exchange({ status }))
    const recording = createRecording([gone, ...own, exchange({ status: null })])
    const client = replayClient(recording, { base, allowWrites: true })
    recording.use(own[0] as Exchange)
    expect(await client.send(asked({ anyStatus: true }), { record: () => undefined })).toBe(own[at])
  })

  it('is the first, gone or not, where no other case received it', async () => {
    const own = [exchange({}), exchange({ status: 404 })]
    expect((await replayed(own)).answer).toBe(own[0])
  })

  it('is not needed where the answer was expected', async () => {
    const { answer, recorded } = await replayed([], asked({ unrecorded: 204 }))
    expect(answer).toMatchObject({
      id: 'unrecorded',
      request: { url: `${base}/x`, headers: [], body: null },
      response: { status: 204 },
      ms: 0,
    })
    expect(recorded).toEqual([])
    const own = exchange({ status: 404 })
    expect((await replayed([own], asked({ unrecorded: 204 }))).answer).toBe(own)
  })

  it('is not asked for where writing was not allowed', async () => {
    const own = exchange({ method: 'DELETE' })
    const { answer, rest } = await replayed([own], asked({ method: 'DELETE' }), { allowWrites: false })
    expect(answer).toBeInstanceOf(Missing)
    expect(rest).toEqual([own])
  })
})

describe('an answer that decides nothing', () => {
  it.each([429, 500, 503])('%i is none, unless any status will do', async status => {
    const own = exchange({ status })
    const { answer } = await replayed([own])
    expect(answer).toBeInstanceOf(NoAnswer)
    expect(answer).toMatchObject({ exchange: own })
    expect((await replayed([own], asked({ anyStatus: true }))).answer).toBe(own)
  })

  it('is none where nothing came, whatever will do', async () => {
    const own = exchange({ status: null })
    expect((await replayed([own], asked({ once: true, anyStatus: true }))).answer).toBeInstanceOf(NoAnswer)
  })
})

describe('an answer that was not taken', () => {
  it.each<readonly [string, Given]>([
    ['a limit', { status: 429, repeated: 'limit' }],
    ['a server that is busy', { status: 503, repeated: 'limit' }],
    ['a connection that was closed', { status: null, repeated: 'connection' }],
    ['a list that may be full', { status: 409, repeated: 'room' }],
  ])('is followed by the one that was: %s', async (_name, given) => {
    const exchanges = [exchange(given), exchange({})]
    const { answer, recorded } = await replayed(exchanges)
    expect(answer).toBe(exchanges[1])
    expect(recorded).toEqual(exchanges)
  })

  it.each<readonly [string, Given]>([
    ['a success', { status: 200, repeated: 'limit' }],
    ['a success of what may be full', { status: 201, repeated: 'room' }],
    ['an answer after a closed connection', { status: 200, repeated: 'connection' }],
  ])('has a mark that the client can have made: not %s', async (_name, given) => {
    const own = exchange(given)
    expect((await replayed([own, exchange({})])).answer).toBe(own)
  })

  it.each<readonly [string, Given]>([
    ['a login that was over', { status: 401, repeated: 'login' }],
    ['a turn that was waited for', { status: 409, repeated: 'turn' }],
  ])('is what its case sees: %s', async (_name, given) => {
    const own = exchange(given)
    expect((await replayed([own, exchange({})])).answer).toBe(own)
  })

  it('decides nothing where its mark is none of its kind', async () => {
    expect((await replayed([exchange({ status: 500, repeated: 'login' })])).answer).toBeInstanceOf(NoAnswer)
    expect((await replayed([exchange({ status: 500, repeated: 'turn' })])).answer).toBeInstanceOf(NoAnswer)
  })
})

describe('a limit', () => {
  it.each<readonly [string, Given, boolean]>([
    ['says when to come back', { status: 429, retryAfter: '1' }, true],
    ['is one of a busy server', { status: 503, retryAfter: '1' }, true],
    ['says nothing', { status: 429 }, false],
    ['is no answer of another kind', { status: 500, retryAfter: '1' }, false],
    ['was waited for', { status: 429, retryAfter: '1', repeated: 'limit' }, false],
    ['is none without an answer', { status: null }, false],
  ])('%s', (_name, given, expected) => {
    expect(isLimit(exchange(given))).toBe(expected)
  })

  it('stands in the place of each request that was not sent after it', async () => {
    const recording = createRecording([limit])
    const client = replayClient(recording, { base, allowWrites: true })
    for (const path of ['/x', '/y']) {
      const answer = await client.send(asked({ path }), { record: () => undefined }).catch((error: unknown) => error)
      expect(answer).toMatchObject({ exchange: limit })
    }
    expect(recording.lacking).toEqual([])
  })

  it('of a route stands for its later requests, and the last one for those of other routes', async () => {
    const own = exchange({ status: 429, retryAfter: '1' })
    const recording = createRecording([own, limit])
    const client = replayClient(recording, { base, allowWrites: true })
    const expected: [string, Exchange][] = [
      ['/x', own],
      ['/other', limit],
      ['/x?page=2', own],
      ['/y', limit],
    ]
    for (const [path, exchange] of expected) {
      const answer = client.send(asked({ path }), { record: () => undefined })
      await expect(answer, path).rejects.toMatchObject({ exchange })
    }
  })

  it('is known before and after it was met', () => {
    const recording = createRecording([exchange({}), limit])
    expect(recording.isLimited()).toBe(true)
    recording.take(limit.request)
    expect(recording.isLimited()).toBe(true)
    expect(createRecording([exchange({})]).isLimited()).toBe(false)
  })

  it('that comes later stands for no request before it', async () => {
    const { answer } = await replayed([exchange({ path: '/y' }), limit])
    expect(answer).toEqual(new Error('no record of GET http://hub.test/api/x (valid)'))
  })

  it('stands for a request behind what others received', async () => {
    const received = exchange({ path: '/y' })
    for (const ofOthers of [[received], [received, limit]]) {
      const recording = createRecording([received, limit], new Set(ofOthers))
      const client = replayClient(recording, { base, allowWrites: true })
      const answer = client.send(asked(), { record: () => undefined })
      await expect(answer).rejects.toMatchObject({ exchange: limit })
    }
  })

  it('is the answer to what is asked once, and takes any status', async () => {
    expect((await replayed([limit], asked({ once: true, anyStatus: true }))).answer).toBe(limit)
    expect((await replayed([limit], asked({ once: true }))).answer).toBeInstanceOf(NoAnswer)
    expect((await replayed([limit], asked({ anyStatus: true }))).answer).toBeInstanceOf(NoAnswer)
  })

  it('at the end of a record may have been another request’s', async () => {
    const own = exchange({ status: 429, retryAfter: '1' })
    const ask = asked({ anyStatus: true })
    expect((await replayed([own], ask)).answer).toBe(own)
    expect((await replayed([own], ask, { limited: true })).answer).toBeInstanceOf(NoAnswer)
    expect((await replayed([own, exchange({ path: '/y' })], ask, { limited: true })).answer).toBe(own)
    const success = exchange({})
    expect((await replayed([success], ask, { limited: true })).answer).toBe(success)
  })
})
