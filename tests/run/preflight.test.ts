import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { runConformance, TargetUnreachable } from '../../engine/run.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { runTwisted } from '../support/run.ts'

/** What comes before the first check: is this the target at all? */

const redirect = (location: string, status = 301): Response => new Response(null, { status, headers: { location } })

/** Runs against a target that redirects the requests that `elsewhere` names a place for; every request that it got. */
const runOn = async (elsewhere: (url: URL) => string | undefined, basePath = '') => {
  const requests: Request[] = []
  const hub = createHub()
  const outcome = await runTwisted(
    undefined,
    {
      select: { suites: ['versioning'] },
      target: {
        url: `http://hub.invalid${basePath}`,
        handler: request => {
          requests.push(request)
          const to = elsewhere(new URL(request.url))
          return to === undefined ? hub.handler(request) : redirect(to)
        },
      },
    },
    basePath,
  ).then(
    report => ({ report, error: undefined }),
    (error: unknown) => ({ report: undefined, error }),
  )
  return { ...outcome, requests }
}

describe('a target that redirects everything elsewhere', () => {
  test.each([
    ['', 'https://hub.invalid'],
    ['/mounted', 'https://hub.invalid/mounted'],
    ['', 'https://hub.invalid:8443'],
  ])('to https, at "%s": it stops after the first request and says where to go', async (basePath, there) => {
    const { error, requests } = await runOn(url => new URL(there).origin + url.pathname + url.search, basePath)
    expect(error).toBeInstanceOf(TargetUnreachable)
    expect(error).toMatchObject({
      message: `http://hub.invalid${basePath} redirects to ${there}; use ${there}`,
      settings: ['target'],
    })
    expect(requests.map(({ method, headers }) => [method, headers.get('authorization')])).toEqual([['GET', null]])
  })

  test.each([
    ['with the path', (url: URL) => `http://www.hub.invalid${url.pathname}`],
    ['to its front page', () => 'http://www.hub.invalid/'],
  ])('to another host, %s: nothing but a few anonymous safe requests has been sent', async (_, to) => {
    const { error, requests } = await runOn(to)
    expect(error).toMatchObject({
      name: 'TargetUnreachable',
      message: 'http://hub.invalid redirects to http://www.hub.invalid; use http://www.hub.invalid',
    })
    expect(requests.length).toBeLessThanOrEqual(3)
    for (const { method, headers } of requests) expect([method, headers.get('authorization')]).toEqual(['GET', null])
  })

  test('a user name, a password and a query of the place are not repeated', async () => {
    const { error } = await runOn(url => `https://user:secret@hub.invalid${url.pathname}?ticket=secret`)
    expect(String(error)).toContain('https://hub.invalid;')
    expect(String(error)).not.toContain('secret')
  })
})

describe('a target that redirects something is judged', () => {
  test.each<[string, (url: URL) => string | undefined]>([
    ['its front page to a login page', url => (url.pathname === '/' ? 'https://login.invalid/' : undefined)],
    ['its front page to https', url => (url.pathname === '/' ? 'https://hub.invalid/' : undefined)],
    [
      'what it does not know to its documentation',
      url => (/hub-conformance$/.test(url.pathname) ? `https://docs.invalid${url.pathname}` : undefined),
    ],
    [
      'everything but what it serves to its site',
      url =>
        /^\/v[12]\/(?:namespaces|repositories|access|orgs|audit|users|auth)/.test(url.pathname)
          ? undefined
          : `https://www.invalid${url.pathname}`,
    ],
    [
      'what it does not know to a page of its own',
      url => (/hub-conformance$/.test(url.pathname) ? '/docs' : undefined),
    ],
    ['nowhere that can be read', url => (/hub-conformance$/.test(url.pathname) ? 'https://' : undefined)],
  ])('%s', async (_, elsewhere) => {
    const { report, error } = await runOn(elsewhere)
    expect(error).toBeUndefined()
    expect(report?.requirements.length).toBeGreaterThan(0)
  })
})

/** What a run says of an https target whose port answers a request in http with this, and waits for more of anything else, such as TLS. */
const saidOf = async (head: string, timeoutMs: number) => {
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', bytes => {
      if (bytes.includes('\r\n\r\n')) socket.end(`${head}\r\nContent-Length: 0\r\n\r\n`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const target = { url: `https://127.0.0.1:${port}` }
  try {
    await runConformance({ target, select: { suites: ['versioning'] }, network: { timeoutMs } })
    return { port, message: undefined }
  } catch (error) {
    return { port, message: String(error) }
  } finally {
    for (const socket of open) socket.destroy()
    server.close()
  }
}

test('a target of TLS that speaks http, and waits for the end of a request, is told from one that is silent', async () => {
  const { port, message } = await saidOf('HTTP/1.1 404 Not Found', 600_000)
  expect(message).toContain(
    `cannot reach https://127.0.0.1:${port} (not-tls): it does not speak TLS; use http://127.0.0.1:${port} if it speaks http`,
  )
})

test.concurrent.each([
  'HTTP/1.1 301 Moved Permanently\r\nLocation: https://hub.test/',
  'HTTP/1.1 426 Upgrade Required\r\nUpgrade: TLS/1.2',
])('a slow target of TLS that answers what comes in http with %j is not taken for one that speaks http', async head => {
  expect((await saidOf(head, 600)).message).toContain('(timeout)')
})
