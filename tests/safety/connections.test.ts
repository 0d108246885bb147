import { createServer as createHttpServer } from 'node:http'
import { connect, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { generate } from 'selfsigned'
import { afterEach, describe, expect, test } from 'vitest'
import { settingNames } from '../../bin/options/setting-names.ts'
import type { Report } from '../../contracts/results/report.ts'
import { resumeCleanup } from '../../engine/cleanup/resume.ts'
import { errorText, type RunInput, TargetUnreachable } from '../../engine/options.ts'
import { runConformance } from '../../engine/run.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { serveHub } from '../../reference-impl/serve.ts'
import { withVerdict } from '../support/run.ts'
import { listening, listenRaw } from './support/listen.ts'
import { startProxy } from './support/proxy.ts'
import { leftOn } from './support/things.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of open.splice(0).reverse()) await server.close()
})
const kept = async <S extends { close(): Promise<void> }>(server: Promise<S>): Promise<S> => {
  const started = await server
  open.push(started)
  return started
}

const served = async (hostname = '127.0.0.1') => {
  const hub = createHub()
  return { hub, ...(await kept(serveHub(hub.handler, { hostname }))) }
}

const judge = async (
  url: string,
  hub: ReturnType<typeof createHub>,
  input: Partial<RunInput> = {},
): Promise<Report> => {
  const { groupId, ...fixtures } = hub.fixtures
  try {
    return await runConformance({
      target: { url },
      credentials: { token: hub.credentials.token },
      fixtures: { ...fixtures, groupId: String(groupId) },
      // Behind a proxy, a name of this machine is not enough.
      allowWrites: input.network?.proxy === undefined ? true : new URL(url).host,
      seed: 7,
      patienceMs: 1_000,
      ...input,
      network: { timeoutMs: 5_000, ...input.network },
    })
  } catch (error) {
    throw error instanceof TargetUnreachable ? new TargetUnreachable(errorText(error, settingNames)) : error
  }
}

const small = { suites: ['versioning', 'presence'] }

test('an answer whose header lines are folded is said to be unreadable', async () => {
  const { url } = await kept(
    listenRaw(socket => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nX-By: a,\r\n b\r\nContent-Length: 2\r\n\r\n{}'))
    }),
  )
  await expect(judge(url, createHub())).rejects.toThrow(/\(malformed-answer\): its answer is not valid HTTP\/1\.1/)
})

describe('a connection that is dropped', () => {
  test('a kept-alive one under the next request is no failure: the whole suite stays conformant', async () => {
    const { hub, url } = await served()
    const { port } = new URL(url)
    let state = 7
    const random = (): number => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return state / 2 ** 31
    }
    let dropped = 0
    const proxy = await kept(
      listenRaw(socket => {
        const upstream = connect(Number(port), '127.0.0.1')
        let requests = 0
        socket.on('data', chunk => {
          // Never the first request of a connection: that would be a server that is broken, not one that closes idle connections.
          if (requests++ > 0 && random() < 0.3) {
            dropped++
            socket.destroy()
            upstream.destroy()
          } else upstream.write(chunk)
        })
        upstream.on('data', chunk => socket.write(chunk))
        upstream.on('error', () => socket.destroy())
        upstream.once('close', () => socket.destroy())
        socket.once('close', () => upstream.destroy())
      }),
    )
    const report = await judge(proxy.url, hub)
    expect(dropped).toBeGreaterThan(20)
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({})
    expect(report.result).toBe('conformant')
    expect(await leftOn(hub)).toEqual([])
  })
})

describe('TLS', () => {
  const certificate = async (name: string, days: number) => {
    const start = new Date(Date.now() - 10 * 86_400_000)
    return generate([{ name: 'commonName', value: name }], {
      notBeforeDate: start,
      notAfterDate: new Date(start.getTime() + days * 86_400_000),
      algorithm: 'sha256',
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
      ],
    })
  }
  /** TLS in front of the reference hub, under the name `localhost`. */
  const secured = async (name: string, days: number) => {
    const { hub, url } = await served()
    const pems = await certificate(name, days)
    const server = await kept(
      listening(
        createTlsServer({ key: pems.private, cert: pems.cert }, socket => {
          const upstream = connect(Number(new URL(url).port), '127.0.0.1')
          socket.pipe(upstream).pipe(socket)
          socket.on('error', () => upstream.destroy())
          upstream.on('error', () => socket.destroy())
        }),
        'https',
      ),
    )
    return { hub, url: `https://localhost:${server.port}`, ca: pems.cert }
  }

  test('https on a port that speaks http is said to be that', async () => {
    const hub = createHub()
    const served = await serveHub(hub.handler)
    try {
      const url = served.url.replace('http:', 'https:')
      const words = /\(not-tls\).*use http:.*\(--target\)/
      await expect(judge(url, hub, { select: small })).rejects.toThrow(words)
    } finally {
      await served.close()
    }
  })

  test('https on a port that speaks http, and waits for the end of a request, may be that', async () => {
    const { port } = await kept(
      listening(
        createServer(socket => socket.resume()),
        'http',
      ),
    )
    const limits = { patienceMs: 1, network: { timeoutMs: 50 } }
    const words = new RegExp(`\\(timeout\\).*use http://localhost:${port} if it speaks http`)
    await expect(judge(`https://localhost:${port}`, createHub(), limits)).rejects.toThrow(words)
  })

  test('http on a port that speaks https is said to be that', async () => {
    const { hub, url } = await secured('localhost', 365)
    const words = /\((?:closed|reset)\).*use https:\/\/localhost:\d+ if it speaks TLS.*\(--target\)/
    await expect(judge(url.replace('https:', 'http:'), hub, { select: small })).rejects.toThrow(words)
  })

  test.each([
    ['self-signed', 'localhost', 365, false],
    ['expired', 'localhost', 5, true],
    ['for another name', 'hub.example.com', 365, true],
  ])('a certificate that is %s is refused, and --insecure is what lets it pass', async (_, name, days, trusted) => {
    const { hub, url, ca } = await secured(name, days)
    const network = trusted ? { ca } : {}
    await expect(judge(url, hub, { select: small, network })).rejects.toThrow(/\(tls\).*--ca/)
    const report = await judge(url, hub, { select: small, network: { insecure: true } })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(report.result).toBe('partial')
  })

  test('one of the authority that is given is taken', async () => {
    const { hub, url, ca } = await secured('localhost', 365)
    expect((await judge(url, hub, { select: small, network: { ca } })).result).toBe('partial')
  })

  test('what speaks no TLS is unreachable', async () => {
    const { hub, url } = await served()
    await expect(judge(url.replace('http:', 'https:'), hub)).rejects.toThrow(TargetUnreachable)
  })

  test('a proxy in between tunnels it', async () => {
    const { hub, url, ca } = await secured('localhost', 365)
    const proxy = await kept(startProxy())
    const report = await judge(url, hub, { select: small, network: { ca, proxy: proxy.url } })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(report.result).toBe('partial')
    expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT localhost:${new URL(url).port}`]))
  })

  test.each([
    ['answers 407', 407],
    ['answers 403 to CONNECT', 403],
    ['answers 502', 502],
    ['closes each connection', 'drop'],
  ] as const)('a proxy that %s is unreachable, and said to be the proxy', async (_, meddling) => {
    const { hub, url, ca } = await secured('localhost', 365)
    const proxy = await kept(startProxy(() => meddling))
    const judged = judge(url, hub, { select: small, network: { ca, proxy: proxy.url } })
    await expect(judged).rejects.toThrow(/\(proxy\).*--proxy/)
    // undici would connect anew until the time is over.
    expect(proxy.seen.length).toBeLessThan(10)
  })
})

describe('ways to the target', () => {
  test('a proxy for http is asked for whole URLs, verbatim', async () => {
    const { hub, url } = await served()
    const proxy = await kept(startProxy(line => (line.startsWith('CONNECT') ? 403 : undefined)))
    const report = await judge(url, hub, {
      select: { suites: ['v1-removed', 'presence'] },
      network: { proxy: proxy.url },
    })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(report.result).toBe('partial')
    expect(proxy.seen.every(line => line.split(' ')[1]?.startsWith(`${url}/`))).toBe(true)
    expect(proxy.seen.join('\n')).toContain(`${url}/v1/repositories/acme%2Dlabs/hub%2Dprobe%2Ex/tags`)
  })

  test('a proxy that wants credentials is unreachable, and said to be the proxy', async () => {
    const { hub, url } = await served()
    const proxy = await kept(startProxy(() => 407))
    await expect(judge(url, hub, { network: { proxy: proxy.url } })).rejects.toThrow(/\(proxy\).*--proxy/)
  })

  test.each([
    ['answers 502 to everything', 'at once', () => 502 as const],
    ['answers 504 now and then', 'after 50', (_: string, count: number) => (count % 7 === 0 ? 504 : undefined)],
    ['dies under way', 'after 60', (_: string, count: number) => (count > 60 ? ('drop' as const) : undefined)],
  ])('a proxy that %s (%s) fails nothing', async (_, __, meddle) => {
    const { hub, url } = await served()
    const proxy = await kept(startProxy(meddle))
    const network = { proxy: proxy.url, timeoutMs: 1_500 }
    const report = await judge(url, hub, { select: small, network, patienceMs: 300 })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'error')).toEqual({})
    expect(report.result).toBe('incomplete')
  })

  test('a proxy where nobody listens', async () => {
    const { hub, url } = await served()
    const gone = await listening(createServer())
    await gone.close()
    await expect(judge(url, hub, { network: { proxy: gone.url } })).rejects.toThrow(/\(refused\).*--proxy/)
  })

  test('IPv6 only', async () => {
    const { hub, url } = await served('::1')
    expect(url).toContain('[::1]')
    expect((await judge(url, hub, { select: small })).result).toBe('partial')
  })

  test('nobody listens', async () => {
    const probe = await listening(createServer())
    await probe.close()
    await expect(judge(probe.url, createHub())).rejects.toThrow(/\(refused\)/)
  })
})

/** A server of another origin, and what it was asked. */
const elsewhere = async () => {
  const seen: string[] = []
  const other = await kept(
    listening(
      createHttpServer((request, response) => {
        seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
        response.end('{}')
      }),
    ),
  )
  return { other, seen }
}

describe('credentials', () => {
  test('go to no other origin, wherever the target points', async () => {
    const { other, seen } = await elsewhere()
    const hub = createHub()
    const { url } = await kept(
      serveHub(async request => {
        const path = new URL(request.url).pathname
        if (path === '/v2/access-tokens' && request.method === 'GET')
          return Response.json({
            results: [{ uuid: 'x', expires_at: null }],
            count: 40,
            next: `${other.url}/v2/access-tokens?page=2`,
          })
        if (path === '/openapi.json') {
          const document = (await (await hub.handler(request)).json()) as { paths: Record<string, object> }
          // Every place in which a reference may name a server.
          const servers = [{ url: `${other.url}/` }, { url: `//127.0.0.1:${other.port}/v9` }]
          for (const item of Object.values(document.paths) as Record<string, object>[]) {
            for (const operation of Object.values(item)) Object.assign(operation, { servers })
            Object.assign(item, { servers })
          }
          return Response.json({ ...document, servers, externalDocs: { url: `${other.url}/docs` } })
        }
        if (/\/repositories$/.test(path) && request.method === 'GET')
          return new Response(null, { status: 307, headers: { location: `${other.url}${path}` } })
        const response = await hub.handler(request)
        const headers = new Headers(response.headers)
        headers.set('location', `${other.url}/v2/elsewhere`)
        headers.append('set-cookie', `session=abc; Domain=127.0.0.1; Path=/`)
        headers.set('www-authenticate', `Bearer realm="${other.url}/token",service="hub"`)
        headers.set('operation-location', `${other.url}/poll`)
        headers.set('content-location', `//127.0.0.1:${other.port}/x`)
        headers.set('link', `<${other.url}/next>; rel="next"`)
        headers.set('refresh', `0; url=${other.url}`)
        headers.set('alt-svc', `h2="127.0.0.1:${other.port}"`)
        return new Response(response.body, { status: response.status, headers })
      }),
    )
    await judge(url, hub, { credentials: { username: hub.credentials.username, password: hub.credentials.password } })
    expect(seen).toEqual([])
  })

  test('and what cleaning up follows stays on the target as well', async () => {
    const { other, seen } = await elsewhere()
    const hub = createHub()
    const { url } = await kept(
      serveHub(async request => {
        const path = new URL(request.url).pathname
        if (path === '/v2/access-tokens' && request.method === 'GET')
          return Response.json({ results: [{ uuid: 'x' }], count: 40, next: `${other.url}/v2/access-tokens?page=2` })
        if (request.method === 'DELETE')
          return new Response(null, { status: 307, headers: { location: `${other.url}${path}` } })
        return hub.handler(request)
      }),
    )
    const entry = { kind: 'pat', name: 'hub-conformance-abc123-0a1b2c', values: {}, ids: ['x'], made: true } as const
    const repository = { ...entry, kind: 'repository', values: { namespace: 'conformance-org' }, ids: [] } as const
    const left = await resumeCleanup({
      allowWrites: true,
      record: {
        schemaVersion: '1',
        prefix: 'hub-conformance-abc123-',
        target: url,
        startedAt: '2026-01-01T00:00:00.000Z',
        bindings: [],
        entries: [entry, repository],
      },
      store: { write: async () => undefined },
      credentials: { username: hub.credentials.username, password: hub.credentials.password },
    })
    expect(left.length).toBeGreaterThan(0)
    expect(seen).toEqual([])
  })
})
