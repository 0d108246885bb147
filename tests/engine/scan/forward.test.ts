import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { generate } from 'selfsigned'
import { afterEach, describe, expect, it } from 'vitest'
import type { EndpointFact } from '../../../contracts/lifecycle.ts'
import type { Report } from '../../../contracts/results/report.ts'
import { runConformance } from '../../../engine/run.ts'
import { type Forward, type ForwardOptions, forward } from '../../../engine/scan/forward.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { serveHub } from '../../../reference-impl/serve.ts'
import { runTwisted } from '../../support/run.ts'

const opened: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const upstream = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  return `http://127.0.0.1:${portOf(server)}`
}

const through = async (target: string, more: Partial<ForwardOptions> = {}): Promise<Forward> => {
  const forwarding = await forward({ target, port: 0, network: {}, ...more })
  opened.push(forwarding.close)
  return forwarding
}

/** What a server answers to bytes as they are, until it closes. */
const raw = async (url: string, text: string): Promise<string> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(text, 'latin1')
  let received = ''
  for await (const chunk of socket.setEncoding('latin1')) received += chunk
  return received
}

const ask = (url: string, head: string, body = ''): Promise<string> =>
  raw(url, `${head}\r\nHost: forward.invalid\r\nConnection: close\r\n\r\n${body}`)

interface Arrived {
  readonly line: string
  readonly fields: readonly string[]
  readonly body: string
}

const echo = async (): Promise<{ readonly url: string; readonly arrived: Arrived[] }> => {
  const arrived: Arrived[] = []
  const url = await upstream(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('latin1')) body += chunk
    arrived.push({ line: `${request.method} ${request.url}`, fields: request.rawHeaders, body })
    response.end('ok')
  })
  return { url, arrived }
}

describe('what the hub gets', () => {
  it.each(['/v2/a%2Fb/../c', '//v2//repositories/', '/v2/%7e;x=1/?a=%20&b=[1]', '/v2/a\\b'])(
    'is the path as it was written: %s',
    async path => {
      const { url, arrived } = await echo()
      const { url: address } = await through(`${url}/api/`)
      await ask(address, `GET ${path} HTTP/1.1`)
      expect(arrived.map(({ line }) => line)).toEqual([`GET /api${path}`])
    },
  )

  it.each(['HEAD', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'])('is the method: %s', async method => {
    const { url, arrived } = await echo()
    const { url: address } = await through(url)
    await ask(address, `${method} /v2/x HTTP/1.1`)
    expect(arrived.map(({ line }) => line)).toEqual([`${method} /v2/x`])
  })

  it('are the fields in their order and number, without those of the connection, under its own host', async () => {
    const { url, arrived } = await echo()
    const { url: address } = await through(url)
    const fields = [
      'X-One: 1',
      'Authorization: Bearer planted',
      'x-one: 2',
      'Keep-Alive: timeout=5',
      'TE: trailers',
      'Proxy-Authorization: Basic planted',
      'X-Hop: gone',
      'Accept-Encoding: br, zstd',
    ]
    await raw(
      address,
      `GET /v2/x HTTP/1.1\r\nHost: forward.invalid\r\n${fields.join('\r\n')}\r\nConnection: close, x-hop\r\n\r\n`,
    )
    const [request] = arrived
    const own = request?.fields.filter(
      (_, index) => !/^(?:host|connection)$/i.test(request.fields[index - (index % 2)] ?? ''),
    )
    expect(own).toEqual(['X-One', '1', 'Authorization', 'Bearer planted', 'x-one', '2', 'Accept-Encoding', 'br, zstd'])
    expect(request?.fields.join(' ').toLowerCase()).toContain(`host ${new URL(url).host}`)
  })

  it.each([
    ['of a length', 'Content-Length: 4', 'body', 'body'],
    ['in chunks', 'Transfer-Encoding: chunked', '2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n', 'body'],
    ['of nothing', 'Content-Length: 0', '', ''],
    ['that waits to be asked for', 'Expect: 100-continue\r\nContent-Length: 4', 'body', 'body'],
  ])('is the body: one %s', async (_name, field, sent, body) => {
    const { url, arrived } = await echo()
    const { url: address } = await through(url)
    const answer = await ask(address, `POST /v2/repositories HTTP/1.1\r\n${field}`, sent)
    expect(answer).toContain('HTTP/1.1 200 OK')
    expect(arrived).toMatchObject([{ line: 'POST /v2/repositories', body }])
    if (field === 'Content-Length: 4') expect(arrived[0]?.fields.join(': ')).toContain('content-length: 4')
  })
})

describe('what the client gets', () => {
  it('is the answer as it is: status, reason, fields, compressed bytes', async () => {
    const body = gzipSync('hello')
    const url = await upstream((_request, response) => {
      response.sendDate = false
      response.writeHead(299, 'Odd But Fine', [
        ...['Set-Cookie', 'a=1', 'X-Mixed-Case', '1', 'set-cookie', 'b=2'],
        ...['Content-Encoding', 'gzip', 'Content-Length', String(body.length), 'X-Latin', '\u00e9'],
      ])
      response.end(body)
    })
    const { url: address } = await through(url)
    const answer = await ask(address, 'GET /v2/x HTTP/1.1')
    expect(answer).toMatch(
      /^HTTP\/1\.1 299 Odd But Fine\r\nSet-Cookie: a=1\r\nX-Mixed-Case: 1\r\nset-cookie: b=2\r\nContent-Encoding: gzip\r\nContent-Length: \d+\r\nX-Latin: \u00e9\r\n/,
    )
    expect(answer).not.toMatch(/\r\nDate:/i)
    expect(answer.endsWith(body.toString('latin1'))).toBe(true)
  })

  it.each([204, 304])('is no body where there is none: %i', async status => {
    const url = await upstream((_request, response) => response.writeHead(status, { etag: '"1"' }).end())
    const { url: address } = await through(url)
    expect(await ask(address, 'GET /v2/x HTTP/1.1')).toMatch(
      new RegExp(`^HTTP/1.1 ${status} [^]*etag: "1"[^]*\r\n\r\n$`),
    )
  })

  it('is the length of what HEAD does not send', async () => {
    const url = await upstream((_request, response) => response.writeHead(200, { 'content-length': '12345' }).end())
    const { url: address } = await through(url)
    const answer = await ask(address, 'HEAD /v2/repositories/a/b HTTP/1.1')
    expect(answer).toContain('content-length: 12345\r\n')
    expect(answer.endsWith('\r\n\r\n')).toBe(true)
  })

  it('is a redirect, not what it leads to', async () => {
    const url = await upstream((_request, response) => response.writeHead(302, { location: '/v2/other' }).end())
    const { url: address } = await through(url)
    expect(await ask(address, 'GET /v2/x HTTP/1.1')).toMatch(/^HTTP\/1\.1 302 Found\r\nlocation: \/v2\/other\r\n/)
  })

  it('is what comes before the answer and what comes after it', async () => {
    const url = await upstream((_request, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' })
      response.writeHead(200, { trailer: 'X-Sum' })
      response.write('body')
      response.addTrailers({ 'X-Sum': '42' })
      response.end()
    })
    const { url: address } = await through(url)
    const answer = await ask(address, 'GET /v2/x HTTP/1.1')
    expect(answer).toMatch(/^HTTP\/1\.1 103 \r\nLink: <\/a\.css>; rel=preload\r\n\r\nHTTP\/1\.1 200 OK\r\n/i)
    expect(answer).toMatch(/4\r\nbody\r\n0\r\nX-Sum: 42\r\n\r\n$/i)
  })

  it('is each piece as soon as it comes, in both directions', async () => {
    const url = await upstream((request, response) => {
      response.flushHeaders()
      request.on('data', chunk => response.write(`got ${chunk}`))
      request.on('end', () => response.end())
    })
    const { url: address } = await through(url)
    const request = httpRequest(`${address}/v2/x`, { method: 'POST' })
    request.write('one')
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.setEncoding('utf8')
    expect(await once(response, 'data')).toEqual(['got one'])
    request.write('two')
    expect(await once(response, 'data')).toEqual(['got two'])
    request.end()
    response.resume()
    await once(response, 'end')
  })

  it('is a broken answer where the hub breaks off', async () => {
    const url = await upstream((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    })
    const { url: address } = await through(url)
    const answer = await ask(address, 'GET /v2/x HTTP/1.1')
    expect(answer).toContain('content-length: 100')
    expect(answer).not.toContain('502')
  })

  it('is 502 where nothing answers, said once', async () => {
    const why: string[] = []
    const gone = createServer()
    gone.listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const target = `http://127.0.0.1:${portOf(gone)}`
    await new Promise(resolve => gone.close(resolve))
    const { url, close } = await through(target, { onNoAnswer: reason => why.push(reason) })
    for (let time = 0; time < 2; time++)
      expect(await ask(url, 'GET /v1/repositories/a/tags HTTP/1.1')).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/)
    expect(why).toEqual(['ECONNREFUSED'])
    expect((await close()).routes).toMatchObject([{ slug: 'name-tags', statuses: { none: 2 } }])
  })
})

describe('the whole suite', () => {
  it('sees no difference between a hub and the forward to it', async () => {
    const created = createHub({ seed: 1 })
    const hub = await serveHub(created.handler)
    opened.push(hub.close)
    const { url, close } = await through(hub.url)
    const { credentials, fixtures } = created
    const verdictsOf = ({ requirements }: Report) => requirements.map(({ id, verdict }) => `${verdict} ${id}`)
    const forwarded = await runConformance({
      target: { url },
      credentials: { token: credentials.token },
      fixtures: { ...fixtures, groupId: String(fixtures.groupId) },
      allowWrites: true,
      seed: 7,
    })
    expect(forwarded.result).toBe('conformant')
    expect(verdictsOf(forwarded)).toEqual(verdictsOf(await runTwisted(undefined)))
    const { result, requests, routes } = await close()
    expect(result).toBe('removed')
    expect(requests.toApi).toBeGreaterThan(500)
    expect(routes.filter(({ state }) => state === 'removed')).toHaveLength(6)
  })
})

describe('the way to the hub', () => {
  it('is verified, with the authority that is given, and goes through the proxy that is', async () => {
    const pems = await generate([{ name: 'commonName', value: 'localhost' }], { algorithm: 'sha256' })
    const secured = createSecureServer({ key: pems.private, cert: pems.cert }, (_request, response) =>
      response.end('ok'),
    )
    secured.listen(0, '127.0.0.1')
    await once(secured, 'listening')
    const asked: (string | undefined)[] = []
    const proxy = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}, ${request.headers.host}`)
      response.end('ok')
    }).on('connect', (request, socket) => {
      asked.push(request.url)
      const upstreamSocket = connect(portOf(secured), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
        socket.pipe(upstreamSocket).pipe(socket)
      })
      socket.on('error', () => upstreamSocket.destroy())
      upstreamSocket.on('error', () => socket.destroy())
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    opened.push(async () => {
      secured.closeAllConnections()
      secured.close()
      proxy.closeAllConnections()
      proxy.close()
    })
    const target = `https://localhost:${portOf(secured)}`
    const statusWith = async (network: ForwardOptions['network']): Promise<number> =>
      (await fetch(`${(await through(target, { network })).url}/v2/x`)).status
    expect(await statusWith({})).toBe(502)
    expect(await statusWith({ insecure: true })).toBe(200)
    expect(await statusWith({ ca: pems.cert })).toBe(200)
    expect(await statusWith({ ca: pems.cert, proxy: `http://127.0.0.1:${portOf(proxy)}` })).toBe(200)
    expect(asked).toEqual([`localhost:${portOf(secured)}`])
    const { url } = await through('http://hub.invalid/api', { network: { proxy: `http://127.0.0.1:${portOf(proxy)}` } })
    expect(await ask(url, 'GET /v2/a%2Fb HTTP/1.1')).toContain('HTTP/1.1 200 OK')
    expect(asked[1]).toBe('GET http://hub.invalid/api/v2/a%2Fb, hub.invalid')
  })
})

describe('what is not forwarded', () => {
  it('are requests to other hosts; a client that takes it for a proxy may speak to the target', async () => {
    const { url, arrived } = await echo()
    const { url: address, close } = await through(url)
    expect(await ask(address, 'GET http://example.com/v2/repositories/a HTTP/1.1')).toMatch(/^HTTP\/1\.1 421 /)
    expect(await ask(address, `GET ${url}/v2/repositories/a HTTP/1.1`)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await raw(address, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 405 /,
    )
    expect(arrived.map(({ line }) => line)).toEqual(['GET /v2/repositories/a'])
    expect((await close()).requests.seen).toBe(1)
  })
})

describe('what was used', () => {
  it('is told on the way and at the end, without secrets', async () => {
    const hub = await serveHub(createHub({ seed: 1 }).handler)
    opened.push(hub.close)
    const routes: EndpointFact[] = []
    const clock = { now: () => Date.UTC(2026, 10, 21), pause: async () => undefined }
    const { url, close } = await through(hub.url, { onRoute: route => routes.push(route), clock })
    const headers = { authorization: 'Bearer planted-1234' }
    for (const path of [
      '/v1/repositories/a/tags',
      '/v2/repositories/conformance-org/?token=planted-5678',
      '/v1/repositories/b/tags',
    ])
      await (await fetch(url + path, { headers })).text()
    expect(routes.map(({ slug }) => slug)).toEqual(['name-tags', 'get-namespace'])
    const usage = await close()
    expect(usage).toMatchObject({
      source: { kind: 'proxy', target: hub.url },
      result: 'removed',
      requests: { seen: 3, toApi: 3, leftOut: 0 },
      routes: [
        { slug: 'name-tags', requests: 2, statuses: { 410: 2 } },
        {
          slug: 'get-namespace',
          first: {
            request: 2,
            at: '2026-11-21T00:00:00.000Z',
            method: 'GET',
            url: `${hub.url}/v2/repositories/conformance-org/`,
          },
        },
      ],
    })
    expect(JSON.stringify(usage)).not.toContain('planted')
    await expect(fetch(url)).rejects.toThrow()
  })

  it('holds requests that never ended when the forward does', async () => {
    const arrived: (() => void)[] = []
    const url = await upstream(() => arrived.shift()?.())
    const { url: address, close } = await through(url)
    const reached = new Promise<void>(resolve => arrived.push(resolve))
    const hanging = fetch(`${address}/v1/repositories/a/tags`).catch((error: unknown) => error)
    await reached
    expect((await close()).routes).toMatchObject([{ slug: 'name-tags', statuses: { none: 1 } }])
    expect(await hanging).toBeInstanceOf(Error)
  })

  it('holds requests whose client went away', async () => {
    const arrived: (() => void)[] = []
    const url = await upstream(() => arrived.shift()?.())
    const { url: address, close } = await through(url)
    const reached = new Promise<void>(resolve => arrived.push(resolve))
    const leaving = new AbortController()
    const left = fetch(`${address}/v1/repositories/a/tags`, { signal: leaving.signal }).catch((error: unknown) => error)
    await reached
    leaving.abort()
    expect(await left).toBeInstanceOf(Error)
    expect((await close()).routes).toMatchObject([{ slug: 'name-tags', requests: 1 }])
  })
})

describe('where it listens', () => {
  it('is the loopback interface, and a port that is taken is refused', async () => {
    const { url } = await through('http://127.0.0.1:1')
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const port = Number(new URL(url).port)
    await expect(forward({ target: 'http://127.0.0.1:1', port, network: {} })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})
