import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHub } from '../../reference-impl/hub.ts'
import { routes } from '../../reference-impl/routes/index.ts'
import { type ServedHub, serveHub } from '../../reference-impl/serve.ts'
import { client } from './client.ts'
import { head, noRequests } from './no-requests.ts'

const hub = createHub({ seed: 5 })
let served: ServedHub
beforeAll(async () => {
  served = await serveHub(hub.handler)
})
afterAll(() => served.close())

const authorization = `Bearer ${hub.credentials.token}`

const socket = (): Socket => {
  const { hostname, port } = new URL(served.url)
  return connect(Number(port), hostname)
}

/** What comes back for these bytes until the server closes, or this long after we have ended our side. */
const exchange = (bytes: string | Buffer, end = true): Promise<string> =>
  new Promise(resolve => {
    let answer = ''
    const one = socket()
    one.on('data', data => {
      answer += data.toString('latin1')
    })
    one.on('error', () => undefined)
    one.on('close', () => resolve(answer))
    if (end) one.end(bytes)
    else one.write(bytes)
  })

/** Whether the hub still does what it does. */
const alive = async (): Promise<void> => {
  const answer = await fetch(`${served.url}/v2/access-tokens`, { headers: { authorization } })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
}

const statuses = (answer: string): readonly number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(match => Number(match[1]))

describe('bytes that are no request', () => {
  test.each(noRequests(authorization))('%s: 4xx, or nothing, and the hub stays up', async (_, bytes) => {
    for (const status of statuses(await exchange(bytes))) {
      expect(status).toBeLessThan(500)
      if (status !== 426) expect(status).toBeGreaterThanOrEqual(400)
    }
    await alive()
  })

  test('random bytes, whole requests cut off and spoilt', async () => {
    const whole = `${head('POST /v2/access-tokens HTTP/1.1', `Authorization: ${authorization}`, 'Content-Type: application/json', 'Content-Length: 28', 'Connection: close')}{"token_label":"x","scopes":[]`
    const spoilt = fc
      .tuple(fc.nat(whole.length), fc.nat(30), fc.uint8Array({ maxLength: 40 }))
      .map(([at, cut, noise]) =>
        Buffer.concat([Buffer.from(whole.slice(0, at)), Buffer.from(noise), Buffer.from(whole.slice(at + cut))]),
      )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          spoilt,
          fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)),
        ),
        async bytes => {
          for (const status of statuses(await exchange(bytes))) expect(status).toBeLessThan(500)
        },
      ),
      { numRuns: 150 },
    )
    await alive()
  })
})

describe('clients that behave badly', () => {
  test('who begin and never end do not keep others from being answered', async () => {
    const slow = Array.from({ length: 200 }, () => {
      const one = socket()
      one.on('error', () => undefined)
      one.write('POST /v2/access-tokens HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nX-Slow: ')
      return one
    })
    for (let count = 0; count < 5; count++) await alive()
    for (const one of slow) one.destroy()
    await alive()
  })

  test('who ask a hundred things at once get a hundred answers, in order', async () => {
    const lines = Array.from({ length: 100 }, (_, at) =>
      head(
        `${at % 2 ? 'GET' : 'HEAD'} /v${at % 3 ? 2 : 1}/repositories/a/tags HTTP/1.1`,
        ...(at === 99 ? ['Connection: close'] : []),
      ),
    )
    const answers = statuses(await exchange(lines.join(''), false))
    expect(answers).toHaveLength(100)
    expect(answers.map(status => status === 410)).toEqual(lines.map((_, at) => at % 3 === 0))
  })

  test('who leave in the middle of a body, or of an answer', async () => {
    for (let count = 0; count < 50; count++) {
      const one = socket()
      one.on('error', () => undefined)
      one.write(head('POST /v2/access-tokens HTTP/1.1', `Authorization: ${authorization}`, 'Content-Length: 1000'))
      one.write('{"token_label":')
      await new Promise(resolve => one.once('connect', resolve))
      if (count % 2) one.resetAndDestroy()
      else one.destroy()
    }
    await alive()
  })
})

test('every route refuses what is no JSON, and JSON of another type, with 4xx', async () => {
  const { ask, hub: own } = client()
  const bodies = [
    '{',
    '[]',
    '7',
    '"a"',
    'null',
    'true',
    '\uFEFF{}',
    '{"a":1}garbage',
    '['.repeat(100_000),
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    '{"__proto__":{"is_active":true}}',
    `{"token_label":"${'x'.repeat(500_000)}"}`,
  ]
  let asked = 0
  for (const route of routes) {
    const path = route.path.replace(/\{\w+\}/g, 'conformance-org')
    for (const body of bodies) {
      const { status } = await ask(
        `${route.method} ${path}`,
        route.method === 'GET' || route.method === 'HEAD' ? {} : { body },
      )
      expect(status, `${route.method} ${path} ${body.slice(0, 40)}`).toBeLessThan(500)
      if (route.body !== undefined)
        expect(status, `${route.method} ${path} ${body.slice(0, 40)}`).toBeGreaterThanOrEqual(400)
      asked++
    }
  }
  expect(asked).toBe(routes.length * bodies.length)
  expect(({} as Record<string, unknown>).is_active).toBeUndefined()
  expect(own.credentials.token).not.toBe('')
})

test('it listens on loopback and on no other address of the machine', async () => {
  const { hostname, port } = new URL(served.url)
  expect(hostname).toBe('127.0.0.1')
  const others = Object.values(networkInterfaces()).flatMap(all => (all ?? []).filter(({ internal }) => !internal))
  for (const { address } of others) {
    const code = await new Promise(resolve => {
      const one = connect(Number(port), address, () => {
        one.destroy()
        resolve('connected')
      })
      one.once('error', error => resolve('code' in error ? error.code : error.message))
    })
    expect(code).not.toBe('connected')
  }
})
