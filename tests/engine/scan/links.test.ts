import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type Forward, forward } from '../../../engine/scan/forward.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { serveHub } from '../../../reference-impl/serve.ts'
import { usageConsole } from '../../../reporters/usage/console.ts'

const opened: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const serve = async (listener: (self: string) => RequestListener): Promise<string> => {
  let self = ''
  const server = createServer((request, response) => listener(self)(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  self = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  opened.push(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  return self
}

const through = async (target: string): Promise<Forward> => {
  const forwarding = await forward({ target, port: 0, network: {} })
  opened.push(forwarding.close)
  return forwarding
}

const path = '/v2/repositories/acme'

const json = (response: ServerResponse, value: unknown, fields: Record<string, string> = {}): unknown =>
  response.writeHead(200, { 'content-type': 'application/json', ...fields }).end(JSON.stringify(value))

/** Pages of a list, each of which names the next and the previous one. */
const pages =
  (last: number, pack?: readonly [encoding: string, (text: string) => Buffer]) =>
  (self: string): RequestListener =>
  (request, response) => {
    const page = Number(new URL(request.url ?? '', self).searchParams.get('page') ?? 1)
    const link = (to: number): string | null => (to < 1 || to > last ? null : `${self}${path}?page=${to}`)
    const value = { count: last, next: link(page + 1), previous: link(page - 1), results: [{ source: `${self}/kept` }] }
    if (pack === undefined) return void json(response, value, { etag: '"1"' })
    const fields = { 'content-type': 'application/json; charset=utf-8', 'content-encoding': pack[0] }
    response.writeHead(200, fields).end(pack[1](JSON.stringify(value)))
  }

/** A client that follows `next`. */
const follow = async (start: string): Promise<readonly string[]> => {
  const asked: string[] = []
  for (let url: string | null = start; url !== null; ) {
    asked.push(url)
    const answer: { next: string | null } = (await (await fetch(url)).json()) as { next: string | null }
    url = answer.next
  }
  return asked
}

describe('a client that follows the links of answers', () => {
  it('stays on the proxy, so that every page is counted', async () => {
    const forwarding = await through(await serve(pages(5)))
    const asked = await follow(`${forwarding.url}${path}`)
    expect(asked).toHaveLength(5)
    expect(asked.every(url => url.startsWith(`${forwarding.url}/`))).toBe(true)
    const usage = await forwarding.close()
    expect(usage).toMatchObject({
      result: 'deprecated',
      requests: { seen: 5, toApi: 5 },
      routes: [{ slug: 'get-namespace', requests: 5 }],
      links: { rewritten: 8, outside: [], unread: 0 },
    })
    expect(usageConsole(usage)).toContain(
      '8 links in answers led to the hub and were rewritten to lead to the proxy.\n',
    )
  })

  it('of the built-in hub as well', async () => {
    const hub = createHub({ seed: 1 })
    const served = await serveHub(hub.handler)
    opened.push(served.close)
    const forwarding = await through(served.url)
    const { namespace } = hub.fixtures
    const asked = await follow(`${forwarding.url}/v2/namespaces/${namespace}/repositories?page_size=1`)
    expect(asked.length).toBeGreaterThan(1)
    expect((await forwarding.close()).requests.seen).toBe(asked.length)
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('also where they are compressed: %s', async (encoding, pack) => {
    const forwarding = await through(await serve(pages(3, [encoding, pack])))
    expect(await follow(`${forwarding.url}${path}`)).toHaveLength(3)
    expect((await forwarding.close()).requests.seen).toBe(3)
  })

  it('below the base path of the target', async () => {
    const base = await serve(
      self => (_, response) => json(response, { next: `${self}/hub${path}`, previous: `${self}${path}` }),
    )
    const forwarding = await through(`${base}/hub`)
    expect(await (await fetch(`${forwarding.url}${path}`)).json()).toEqual({
      next: `${forwarding.url}${path}`,
      previous: `${base}${path}`,
    })
    expect((await forwarding.close()).links).toEqual({ rewritten: 1, outside: [base], unread: 0 })
  })
})

describe('what is rewritten', () => {
  const answer = async (listener: (self: string) => RequestListener) => {
    const target = await serve(listener)
    const forwarding = await through(target)
    const response = await fetch(`${forwarding.url}/v2/namespaces/a/repositories`, { redirect: 'manual' })
    return { target, forwarding, response, text: await response.text() }
  }

  it('are Location and Link', async () => {
    const { response, forwarding } = await answer(self => (_, to) => {
      const link = `<${self}${path}?page=2>; rel="next", <https://docs.example.com/>; rel="help", </v2>; rel="first"`
      to.writeHead(307, { location: `${self}/v2/orgs/a`, link }).end()
    })
    expect(response.headers.get('location')).toBe(`${forwarding.url}/v2/orgs/a`)
    expect(response.headers.get('link')).toBe(
      `<${forwarding.url}${path}?page=2>; rel="next", <https://docs.example.com/>; rel="help", </v2>; rel="first"`,
    )
  })

  it('is the name of a page, escaped or in HAL, and nothing else of a body', async () => {
    const body = (self: string): string =>
      `{ "next" : "${self.replaceAll('/', '\\/')}\\/v2\\/orgs", "text": "${self}/v2/orgs", "_links": {"prev": {"href": "${self}/v2/a"}}, "n": 1.50 }`
    const { target, forwarding, response, text } = await answer(self => (_, to) => {
      to.writeHead(200, { 'content-type': 'application/hal+json', etag: '"1"' }).end(body(self))
    })
    expect(text).toBe(
      `{ "next" : "${forwarding.url}/v2/orgs", "text": "${target}/v2/orgs", "_links": {"prev": {"href": "${forwarding.url}/v2/a"}}, "n": 1.50 }`,
    )
    expect(response.headers.get('etag')).toBeNull()
  })

  it('is nothing of an answer without such links: it is the same to the byte', async () => {
    const body = gzipSync('{"next":null}')
    const { response } = await answer(() => (_, to) => {
      to.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip', etag: '"1"' }).end(body)
    })
    expect(response.headers.get('etag')).toBe('"1"')
    expect(response.headers.get('content-encoding')).toBe('gzip')
  })

  it.each([
    ['broken compression', { 'content-encoding': 'gzip' }, '{"next":null}'],
    ['an unknown compression', { 'content-encoding': 'zstd' }, 'x'],
    ['a very large body', {}, JSON.stringify({ results: 'x'.repeat(5_000_000) })],
  ])('is nothing of %s, and that is said', async (_, fields, body) => {
    const target = await serve(() => (_, to) => {
      to.writeHead(200, { 'content-type': 'application/json', ...fields }).end(body)
    })
    const forwarding = await through(target)
    const received = await new Promise<number>((resolve, reject) => {
      import('node:http').then(({ get }) =>
        get(`${forwarding.url}/v2/namespaces/a/repositories`, response => {
          let size = 0
          response.on('data', (chunk: Buffer) => {
            size += chunk.byteLength
          })
          response.on('end', () => resolve(size))
        }).on('error', reject),
      )
    })
    expect(received).toBe(body.length)
    const usage = await forwarding.close()
    expect(usage).toMatchObject({ result: 'not-all-seen', links: { unread: 1 } })
    expect(usageConsole(usage)).toContain('not all were seen')
  })
})

describe('what leads past the proxy', () => {
  it('is never reported as nothing used', async () => {
    const target = await serve(() => (_, response) => json(response, { next: `https://hub.example.com${path}?page=2` }))
    const forwarding = await through(target)
    await (await fetch(`${forwarding.url}/v2/namespaces/a/repositories`)).text()
    const usage = await forwarding.close()
    expect(usage).toMatchObject({ result: 'not-all-seen', links: { outside: ['https://hub.example.com'] } })
    expect(usageConsole(usage, { columns: 500 })).toBe(
      '1 request, 1 to the hub API: no deprecated or removed route is used by these requests, but not all were seen; answers name https://hub.example.com\n',
    )
  })

  it('is no matter where it is not the API', async () => {
    const target = await serve(() => (_, response) => {
      response.writeHead(302, { location: 'https://login.example.com/start' }).end()
    })
    const forwarding = await through(target)
    await fetch(`${forwarding.url}/v2/namespaces/a/repositories`, { redirect: 'manual' })
    expect((await forwarding.close()).result).toBe('none')
  })
})
