import { connect } from 'node:net'
import supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHub } from '../../reference-impl/hub.ts'
import { type ServedHub, serveHub } from '../../reference-impl/serve.ts'

const hub = createHub({ seed: 3 })
const bearer = { Authorization: `Bearer ${hub.credentials.token}` }
let served: ServedHub

beforeAll(async () => {
  served = await serveHub(hub.handler)
})
afterAll(() => served.close())

/** Everything that comes back on a socket until it is closed. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(served.url)
    let answer = ''
    connect(Number(port), hostname)
      .on('data', data => {
        answer += data
      })
      .on('error', reject)
      .on('close', () => resolve(answer))
      .end(text)
  })

const line = (method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: ${new URL(served.url).host}\r\nConnection: close\r\n\r\n`

describe('over a socket', () => {
  test('a hub listens on loopback and answers', async () => {
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const api = supertest(served.url)
    const credentials = { identifier: hub.credentials.username, secret: hub.credentials.password }
    const login = await api.post('/v2/auth/token').send(credentials).expect(200)
    const { body } = await api.get('/v2/access-tokens').auth(login.body.access_token, { type: 'bearer' }).expect(200)
    expect(body.next).toBe(`${served.url}/v2/access-tokens?page=2&page_size=10`)
    await api
      .get(new URL(body.next).pathname + new URL(body.next).search)
      .set(bearer)
      .expect(200)
    const created = await api.post('/v2/access-tokens').set(bearer).send({ token_label: 'x', scopes: [] }).expect(201)
    const item = `/v2/access-tokens/${created.body.uuid}`
    await api.patch(item).set(bearer).send({ is_active: false }).expect(200)
    await api.delete(item).set(bearer).expect(204, '')
    await api.get(item).set(bearer).expect(404)
    await api.get(item).expect(401)
  })

  test('HEAD sends no byte after the headers', async () => {
    for (const path of ['/v1/repositories/a/tags', '/v2/repositories/conformance-org', '/none', '/openapi.json']) {
      const answer = await raw(line('HEAD', path))
      expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /)
      expect(answer.endsWith('\r\n\r\n')).toBe(true)
      expect(answer.indexOf('\r\n\r\n')).toBe(answer.length - 4)
      const get = await supertest(served.url).get(path).buffer(true)
      expect(answer.toLowerCase()).toContain(`content-length: ${get.headers['content-length']}`)
    }
  })

  test('TRACE and rarer methods get 410 from the removed routes', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'M-SEARCH', 'OPTIONS', 'DELETE']) {
      expect(await raw(line(method, '/v1/repositories/a/b/images/')), method).toMatch(/^HTTP\/1\.1 410 /)
    }
    expect(await raw(line('TRACE', '/v2/access-tokens'))).toMatch(/^HTTP\/1\.1 405 /)
  })

  test('what is no HTTP at all does not stop it', async () => {
    for (const text of [
      'nonsense\r\n\r\n',
      line('GET', '\\v2'),
      line('GET', '//'),
      line('GET', '*'),
      line('BREW', '/'),
    ]) {
      expect(await raw(text)).toMatch(/^HTTP\/1\.1 4\d\d /)
    }
    await supertest(served.url).get('/openapi.json').expect(200)
  })

  test('a body that is too long is refused, whole or in chunks', async () => {
    const body = JSON.stringify({ token_label: 'x', scopes: [], padding: 'x'.repeat(2 ** 20) })
    const api = supertest(served.url)
    await api.post('/v2/access-tokens').set(bearer).type('json').send(body).expect(413)
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(body))
        controller.close()
      },
    })
    const headers = { ...bearer, 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: chunks, duplex: 'half' } as const
    expect((await fetch(`${served.url}/v2/access-tokens`, init)).status).toBe(413)
    await api.get('/v2/access-tokens').set(bearer).expect(200)
  })

  test('a wrapped handler may rewrite requests and answers', async () => {
    const wrapped = await serveHub(async request => {
      const copy = new Request(request, { headers: { ...Object.fromEntries(request.headers), ...bearer } })
      const response = await hub.handler(copy)
      return new Response(await response.text(), { status: response.status, headers: { 'X-Wrapped': 'yes' } })
    })
    const api = supertest(wrapped.url)
    await api.get('/v2/access-tokens').expect(200).expect('X-Wrapped', 'yes')
    await api.post('/v2/access-tokens').send({ token_label: 'x', scopes: [] }).expect(201)
    await wrapped.close()
  })

  test('closing lets requests finish that are under way, and cuts off what does not', async () => {
    let arrived = () => {}
    const started = new Promise<void>(resolve => {
      arrived = resolve
    })
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    const slow = await serveHub(async request => {
      if (request.url.endsWith('/never')) return new Promise<Response>(() => {})
      arrived()
      await released
      return new Response('done')
    })
    const never = fetch(`${slow.url}/never`).catch(() => 'cut off')
    const answer = fetch(slow.url)
    await started
    const closed = slow.close()
    release()
    expect(await (await answer).text()).toBe('done')
    expect(await never).toBe('cut off')
    await closed
  })

  test('a taken port is an error, and a closed one is free again', async () => {
    const first = await serveHub(hub.handler)
    const port = Number(new URL(first.url).port)
    await expect(serveHub(hub.handler, { port })).rejects.toThrow('EADDRINUSE')
    await first.close()
    const second = await serveHub(hub.handler, { port })
    expect(second.url).toBe(first.url)
    await second.close()
  })
})
