import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answered } from '../../contracts/exchange.ts'
import { Missing } from '../../contracts/results/finding.ts'
import { UsageError } from '../../engine/options.ts'
import { type Child, startChild } from '../../engine/pact/child.ts'
import { type RunningVerifier, readResult, startVerifier } from '../../engine/pact/verifier.ts'

const answered = (status: number, body = '', headers: Answered['response']['headers'] = []): Answered => ({
  id: 'x1',
  request: { method: 'GET', url: 'http://hub.invalid/', headers: [], body: null, as: 'valid' },
  response: { status, headers, body, encoding: 'utf8', truncated: false },
  ms: 1,
})

const json = [['content-type', 'application/json']] as const

let folder = ''
let verifier: RunningVerifier

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance-verifier-'))
  verifier = await startVerifier()
})

afterAll(async () => {
  await verifier.close()
  await rm(folder, { recursive: true })
})

describe("Pact's verifier", () => {
  test.each([
    ['v1-name-tags-get', {}, answered(410), true, []],
    ['v1-name-tags-get', {}, answered(404), false, ['expected 410 but was 404']],
    ['v1-name-tags-head', {}, answered(410), true, []],
    ['v1-name-tags-post', {}, answered(410, '<html>', [['content-type', 'text/html']]), true, []],
    ['get-repository', { namespace: 'n s', repository: 'r' }, answered(204), true, []],
    [
      'get-repository',
      { namespace: 'n', repository: 'r' },
      answered(404),
      false,
      ['Expected status code 404 to be a Successful response (200–299)'],
    ],
    // A refusal of a form that is not shown is as good as a success; absence is not.
    ['create-repository', { namespace: 'n' }, answered(422), true, []],
    [
      'create-repository',
      { namespace: 'n' },
      answered(405),
      false,
      [expect.stringContaining('Expected status code 405 to be a 200, 201,')],
    ],
    // Wherever it stands, whatever its type, whatever the subtype of JSON.
    ['pat-list-expires-at', {}, answered(200, '[{"a":{"expires_at" : 7}}]', json), true, []],
    [
      'pat-list-expires-at',
      {},
      answered(200, '[{"expires_at":null}]', [['content-type', 'application/vnd.hub+json; charset=utf-8']]),
      true,
      [],
    ],
    [
      'pat-list-expires-at',
      {},
      answered(200, '[{"expiresAt":null}]', json),
      false,
      [`Expected '[{"expiresAt":null}]' to include '"expires_at":'`],
    ],
    ['pat-get-expires-at-form', { uuid: 'u' }, answered(200, '{"expires_at":null}', json), true, []],
    [
      'pat-get-expires-at-form',
      { uuid: 'u' },
      answered(200, '{"expires_at":"2031-01-02T03:04:05.6+02:00"}', json),
      true,
      [],
    ],
    [
      'pat-get-expires-at-form',
      { uuid: 'u' },
      answered(200, '{"expires_at":1924991999}', json),
      false,
      [
        expect.stringMatching(/^\$\.expires_at: Expected '1924991999' to match/),
        '$.expires_at: Expected 1924991999 (Integer) to be a null value',
      ],
    ],
  ] as const)('%s with %j', async (key, params, answer, ok, words) => {
    expect(await verifier.verify(key, params, async () => answer)).toEqual({ ok, words, answer })
  })

  test('is given an answer once, and as it was: a redirect is not followed', async () => {
    let asked = 0
    const { ok, words } = await verifier.verify('get-repository', { namespace: 'n', repository: 'r' }, async () => {
      asked++
      return answered(302, '', [['location', '/elsewhere']])
    })
    expect([ok, words, asked]).toEqual([false, ['Expected status code 302 to be a Successful response (200–299)'], 1])
  })

  test.each(['a b', 'ü', 'a/b', 'a?b', 'a#b', 'a%41', 'a%2Fb', 'a;b', '{y}', '7', 'true'])(
    'asks for a namespace of the name %j',
    async namespace => {
      const params = { namespace, repository: 'r' }
      expect(await verifier.verify('get-repository', params, async () => answered(200))).toMatchObject({ ok: true })
    },
  )

  test('takes an answer whose fields no server may send', async () => {
    const odd = answered(410, '', [
      ['x-control', 'a\u0007b'],
      ['x odd', 'y'],
      ['x-latin', 'Größe'],
      ['content-length', '7'],
      ['content-encoding', 'gzip'],
    ])
    expect(await verifier.verify('v1-name-tags-get', {}, async () => odd)).toMatchObject({ ok: true })
  })

  test('is not ended by an interrupt of the terminal, which reaches every process', async () => {
    const child = await startChild()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(child.pid, signal)
    const own = await startVerifier(async () => child)
    expect(await own.verify('v1-name-tags-get', {}, async () => answered(410))).toMatchObject({ ok: true })
    await own.close()
  })

  test('tells long lists of mismatches and long values shortly', async () => {
    const many = JSON.stringify({ results: Array(20).fill({ id: 'x' }) })
    const listed = await verifier.verify('pat-list-expires-at-form', {}, async () => answered(200, many, json))
    const each = 'Actual map is missing the following keys: expires_at'
    expect(listed.words).toEqual([...[0, 1, 2, 3].map(at => `$.results[${at}]: ${each}`), 'and 16 more'])
    const long = JSON.stringify({ label: 'secret'.repeat(30) })
    const one = await verifier.verify('pat-create-expires-at', {}, async () => answered(200, long, json))
    expect(one.words).toEqual([`Expected '…' to include '"expires_at":'`])
  })

  test('passes on what kept a request from being sent, and verifies nothing then', async () => {
    const why = new Missing('need-writes')
    await expect(verifier.verify('v1-name-tags-get', {}, () => Promise.reject(why))).rejects.toBe(why)
  })

  test('is not led astray by its own variables', async () => {
    process.env.PACT_DESCRIPTION = 'no such interaction'
    process.env.PACT_BROKER_BASE_URL = 'http://127.0.0.1:1'
    const own = await startVerifier()
    try {
      expect(await own.verify('v1-name-tags-get', {}, async () => answered(410))).toMatchObject({ ok: true })
    } finally {
      await own.close()
      delete process.env.PACT_DESCRIPTION
      delete process.env.PACT_BROKER_BASE_URL
    }
  })

  test('verifies many at once', async () => {
    const verified = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        verifier.verify('v1-name-tags-get', {}, async () => answered(at % 2 === 0 ? 410 : 404)),
      ),
    )
    expect(verified.map(({ ok }) => ok)).toEqual(Array.from({ length: 40 }, (_, at) => at % 2 === 0))
  })
})

describe('a verifier that does not do its work', () => {
  /** A process that says whatever it likes. */
  const child =
    (verify: Child['verify']): (() => Promise<Child>) =>
    async () => ({ pid: 0, verify, close: async () => {} })

  const result = (interactionResults: unknown): string =>
    JSON.stringify({ result: true, errors: [], pendingErrors: [], interactionResults })

  const ask = async (start: () => Promise<Child>): Promise<unknown> => {
    const own = await startVerifier(start)
    try {
      return await own.verify('v1-name-tags-get', {}, async () => answered(410))
    } finally {
      await own.close()
    }
  }

  test.each([
    ['nothing at all', result([])],
    ['another interaction', result([{ interactionKey: 'v1-name-tag-get', result: 'OK' }])],
    ['no list', result('all')],
  ])('is an error and no pass where it verified %s', (_what, text) => {
    expect(() => readResult(text, 'v1-name-tags-get')).toThrow("Pact's verifier did not verify the interaction")
  })

  test('is an error where it says "OK" and has asked nothing', async () => {
    const lying = child(async () => result([{ interactionKey: 'v1-name-tags-get', result: 'OK' }]))
    await expect(ask(lying)).rejects.toThrow(
      'requested nothing for the interaction v1-name-tags-get, not GET /v1/repositories/probe/tags',
    )
  })

  test('is an error where it asks for something else, and that is not sent', async () => {
    const straying = child(async ({ baseUrl }) => {
      await fetch(`${baseUrl}/v2/something`, { method: 'DELETE' })
      return result([{ interactionKey: 'v1-name-tags-get', result: 'OK' }])
    })
    await expect(ask(straying)).rejects.toThrow('requested DELETE /v2/something for the interaction')
  })

  test('is an error where its process ends', async () => {
    const program = join(folder, 'dying.mjs')
    await writeFile(
      program,
      `process.on('message', () => process.kill(process.pid, 'SIGKILL')); process.send({ ready: true })`,
    )
    await expect(ask(() => startChild(program))).rejects.toThrow("the process of Pact's verifier ended: SIGKILL")
  })

  test('is a mistake of the installation where Pact is not there', async () => {
    const program = join(folder, 'pact-verifier.mjs')
    await cp('engine/pact/pact-verifier.js', program)
    const starting = startChild(program)
    await expect(starting).rejects.toBeInstanceOf(UsageError)
    await expect(starting).rejects.toThrow(
      /^the command pact needs the optional package @pact-foundation\/pact, which cannot be loaded \(Cannot find module .*\); install it: npm install @pact-foundation\/pact@16\.5$/,
    )
  })
})

test('nobody else gets through: the server between verifier and hub answers only what it waits for', async () => {
  let places = { pactUrl: '', stateUrl: '', baseUrl: '' }
  const peeking = async (): Promise<Child> => ({
    pid: 0,
    verify: async given => {
      places = given
      return '{}'
    },
    close: async () => {},
  })
  const own = await startVerifier(peeking)
  await own.verify('v1-name-tags-get', {}, async () => answered(410)).catch(() => undefined)
  for (const url of [places.baseUrl, places.pactUrl, places.stateUrl, new URL('/x/hub/v2/', places.baseUrl).href])
    expect((await fetch(url)).status).toBe(404)
  await own.close()
})
