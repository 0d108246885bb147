import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dockerHub } from '../../../contracts/bindings/docker-hub.ts'
import { lifecycle } from '../../../contracts/lifecycle.ts'
import { UsageError } from '../../../engine/options.ts'
import { scanHar } from '../../../engine/scan/har.ts'
import { matchRequest } from '../../../engine/scan/match.ts'
import { referenceHub, runConformance } from '../../../library/index.ts'
import { harReporter } from '../../../reporters/har.ts'
import { usageConsole } from '../../../reporters/usage/console.ts'
import { usageFormats } from '../../../reporters/usage/index.ts'
import { planted, sessionFixture } from '../../support/session.ts'

const fill = (template: string): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => `a-${name.toLowerCase()}`)

/** What a request line uses: a slug, `-` for a path of the API that is fine, undefined for what is none. */
const used = (line: string): string | undefined => {
  const [method = '', url = ''] = line.split(' ')
  const matched = matchRequest(method, url)
  return matched && (matched.endpoint?.slug ?? '-')
}

const mounts = [
  '',
  'https://hub.example.com',
  'http://127.0.0.1:8080/api',
  'https://x.example/api/v1/hub',
  'http://[::1]:1/a/v2/b',
]

describe('what a request uses', () => {
  it.each(lifecycle.endpoints)('$method $path, wherever the hub is mounted', ({ slug, method, path }) => {
    for (const mount of mounts)
      for (const one of method === '*' ? ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PURGE'] : [method]) {
        expect(used(`${one} ${mount}${fill(path)}`)).toBe(slug)
        expect(used(`${one} ${mount}${fill(path)}/`)).toBe(slug)
        expect(used(`${one.toLowerCase()} ${mount}${fill(path)}?page=2&next=/v2/orgs/a`)).toBe(slug)
        expect(used(`${one} ${mount}${fill(path)}#/v2/namespaces/a`)).toBe(slug)
      }
  })

  it.each(dockerHub.filter(({ operation }) => operation !== 'DeleteRepository'))(
    '$method $path is current',
    ({ method, path }) => {
      for (const mount of mounts) expect(used(`${method} ${mount}${fill(path)}`)).toBe('-')
    },
  )

  it.each([
    // Methods that the document does not speak of.
    ['DELETE /v2/repositories/a/b', '-'],
    ['PATCH /v2/repositories/a/b', '-'],
    ['HEAD /v2/repositories/a', '-'],
    ['GET /v2/repositories', '-'],
    ['OPTIONS /v2/repositories/a/b', '-'],
    // Paths that only look alike.
    ['GET /v2/repositories/a/b/tags', '-'],
    ['GET /v2/repositories/a/b/tags/latest', '-'],
    ['POST /v2/repositories/a/b/groups', '-'],
    ['GET /v2/namespaces/a/repositories', '-'],
    ['GET /v1/repositories/a', '-'],
    ['GET /v1/repositories/a/b/c/tags', '-'],
    ['GET /v1/repositories/a/b/tags/c/d', '-'],
    // A namespace and a repository may have any name.
    ['GET /v2/namespaces/v2/repositories/repositories', '-'],
    ['POST /v2/namespaces/v2/repositories', '-'],
    ['GET /v2/namespaces/a/repositories/v1/tags', '-'],
    ['GET /v2/namespaces/v1/repositories/repositories/tags/tags', '-'],
    ['GET /v2/repositories/v2/repositories', 'get-repository'],
    ['GET /v2/repositories/v1/', 'get-namespace'],
    ['GET /v1/repositories/tags/tags', 'name-tags'],
    ['GET /v1/repositories/a/tags/b', 'name-tag'],
    ['GET /v2/orgs/v2/repositories/a', '-'],
    // Spelling.
    ['GET /v2/repositories/library%2Fubuntu', 'get-namespace'],
    ['GET /%76%31/repositories/a/t%61gs', 'name-tags'],
    ['GET //v2//repositories//a', 'get-namespace'],
    ['GET /v2/repositories/%zz', 'get-namespace'],
    ['GET HTTPS://HUB.EXAMPLE.COM/v2/repositories/a', 'get-namespace'],
    ['GET https://me:secret@hub.example.com/v2/repositories/a', 'get-namespace'],
    // Not the API.
    ['GET /V2/repositories/a', undefined],
    ['GET /v3/repositories/a', undefined],
    ['GET /v2/', undefined],
    ['GET /v2/library/ubuntu/manifests/latest', undefined],
    ['GET /v1/search?q=/v1/repositories/a/tags', undefined],
    ['GET /track?u=https://hub.example.com/v2/repositories/a', undefined],
    ['GET https://hub.example.com', undefined],
    ['GET data:,/v2/repositories/a', undefined],
    ['GET ws://hub.example.com/v2/repositories/a', undefined],
    ['GET ', undefined],
  ])('%s → %s', (line, slug) => {
    expect(used(line)).toBe(slug)
  })

  it('is not led astray by segments that climb', () => {
    expect(used('GET /v2/repositories/..')).toBe('-')
    expect(used('GET /v2/repositories/%2e%2e/a')).toBe('-')
  })
})

const har = (entries: readonly unknown[], more: object = {}): string => JSON.stringify({ log: { entries, ...more } })

const entry = (method: string, url: string, more: object = {}): object => ({ request: { method, url }, ...more })

describe('a HAR file', () => {
  it('that Chromium recorded says what the page used, and no secret of it', () => {
    const text = readFileSync(sessionFixture.path, 'utf8')
    for (const secret of Object.values(planted)) expect(text).toContain(secret)
    const usage = scanHar(text, 'chromium.har')
    expect(usage.result).toBe('removed')
    expect(usage.requests).toEqual({ seen: 11, toApi: 9, leftOut: 0 })
    expect(usage.routes.map(({ slug, requests, statuses }) => ({ slug, requests, statuses }))).toEqual(
      sessionFixture.routes,
    )
    expect(usage.routes[5]).toMatchObject({
      replacement: {
        operation: 'listNamespaceRepositories',
        method: 'GET',
        path: '/v2/namespaces/{namespace}/repositories',
      },
      first: { request: 3, method: 'GET' },
    })
    expect(usage.routes[5]?.first.url).toMatch(/\/v2\/repositories\/conformance-org\/$/)
    for (const output of [usageFormats.json(usage), usageConsole(usage, { columns: 80 })])
      for (const secret of Object.values(planted)) expect(output).not.toContain(secret)
  })

  it('of another tool needs no more than methods and URLs', () => {
    const usage = scanHar(
      har([
        entry('GET', 'https://hub.example.com/v2/repositories/acme'),
        entry('get', 'https://hub.example.com/v2/repositories/acme', {
          startedDateTime: '2026-11-20T10:00:00.000+01:00',
          response: { status: 0, headers: null },
        }),
        entry('GET', 'https://hub.example.com/v2/orgs/acme/groups', { startedDateTime: 1, response: null }),
      ]),
      'session.har',
    )
    expect(usage).toEqual({
      source: { kind: 'har', file: 'session.har' },
      result: 'deprecated',
      requests: { seen: 3, toApi: 3, leftOut: 0 },
      routes: [
        {
          slug: 'get-namespace',
          method: 'GET',
          path: '/v2/repositories/{namespace}',
          state: 'deprecated',
          since: '2025-06-27',
          requests: 2,
          methods: { GET: 2 },
          statuses: { none: 2 },
          replacement: {
            operation: 'listNamespaceRepositories',
            method: 'GET',
            path: '/v2/namespaces/{namespace}/repositories',
          },
          first: { request: 1, at: null, method: 'GET', url: 'https://hub.example.com/v2/repositories/acme' },
        },
      ],
    })
  })

  it('that this suite wrote of a run shows what the run asked', async () => {
    const hub = referenceHub({ seed: 1 })
    const { credentials, fixtures } = hub
    const report = await runConformance({
      target: hub,
      credentials,
      fixtures,
      select: { suites: ['v1-removed', 'http'] },
    })
    const usage = scanHar(harReporter.render(report), 'run.har')
    expect(usage.routes.filter(({ state }) => state === 'removed').map(({ path }) => path)).toEqual(
      lifecycle.v1Routes.map(({ path }) => path),
    )
    for (const { statuses } of usage.routes.slice(0, 6)) expect(Object.keys(statuses)).toEqual(['410'])
    expect(usage.requests.seen).toBe(report.exchanges.length)
  })

  it('may hold what is no HTTP request, and counts its entries nevertheless', () => {
    const odd = [null, 7, {}, { request: null }, entry('GET', 'data:,x'), { request: { method: 1, url: 2 } }]
    const usage = scanHar(har([...odd, entry('PUT', 'http://h/v1/repositories/a/images')]), 'odd.har')
    expect(usage.requests).toEqual({ seen: 1, toApi: 1, leftOut: 6 })
    expect(usage.routes[0]).toMatchObject({ slug: 'name-images', replacement: null, first: { request: 7 } })
    expect(usageConsole(usage)).toContain('6 left out, not HTTP requests')
  })

  it('that holds nothing of the API says that nothing was seen', () => {
    expect(scanHar(har([]), 'empty.har').result).toBe('nothing-seen')
    const usage = scanHar(har([entry('GET', 'https://example.com/')]), 'other.har')
    expect(usage.result).toBe('nothing-seen')
    expect(usageConsole(usage)).toBe('1 request, 0 to the hub API: no request of the client was seen\n')
  })

  it('may be large', () => {
    const entries = Array.from({ length: 50_000 }, (_, index) =>
      entry('GET', `https://hub.example.com/v2/repositories/n${index}/r`, {
        request: {
          method: 'GET',
          url: `https://hub.example.com/v2/repositories/n${index}/r?access_token=planted-${index}-secret`,
          headers: [{ name: 'Authorization', value: `Bearer planted-token-${index}` }],
        },
      }),
    )
    expect(scanHar(har(entries), 'large.har').routes[0]?.requests).toBe(50_000)
  })

  it.each([
    ['', 'session.har is empty; record the session again'],
    [har([entry('GET', 'http://h/secret')]).slice(0, -20), 'session.har breaks off before its end'],
    ['{"a": 1', 'session.har is not a HAR file; export the session as HAR 1.2'],
    ['{"log": {secret}}', 'session.har is not a HAR file, since it is not valid JSON'],
    ['{"entries": []}', 'session.har is not a HAR file: it has no log.entries'],
    ['{"log": {"entries": {}}}', 'session.har is not a HAR file: it has no log.entries'],
    ['[]', 'session.har is not a HAR file: it has no log.entries'],
    ['null', 'session.har is not a HAR file: it has no log.entries'],
  ])('is refused in one line: %j', (text, message) => {
    const refused = (() => {
      try {
        return scanHar(text, 'session.har')
      } catch (error) {
        return error
      }
    })()
    expect(refused).toBeInstanceOf(UsageError)
    expect((refused as Error).message).toContain(message)
    expect((refused as Error).message).not.toContain('secret')
  })
})

describe('secrets', () => {
  const hidden = 'planted-9f2c51d07b'
  const sessions = {
    query: entry('GET', `https://h/v2/repositories/a?token=${hidden}`),
    fragment: entry('GET', `https://h/v2/repositories/a#${hidden}`),
    user: entry('GET', `https://me:${hidden}@h/v2/repositories/a`),
    'path, sent as a bearer token': {
      request: {
        method: 'GET',
        url: `https://h/${hidden}/v2/repositories/a`,
        headers: [{ name: 'authorization', value: `Bearer ${hidden}` }],
      },
    },
    'path, escaped': {
      request: {
        method: 'GET',
        url: `https://h/${hidden.replace('p', '%70')}/v2/repositories/a`,
        headers: [{ name: 'authorization', value: `Bearer ${hidden}` }],
      },
    },
    'path, set as a cookie': entry('GET', `https://h/${hidden}/v2/repositories/a`, {
      response: { headers: [{ name: 'Set-Cookie', value: `session=${hidden}; Path=/; HttpOnly` }] },
    }),
    method: entry('GET', `https://h/v2/repositories/a`, { startedDateTime: hidden }),
  }

  it.each(Object.entries(sessions))('are in no output: %s', (_where, session) => {
    const usage = scanHar(har([session]), 'session.har')
    expect(usage.routes).toHaveLength(1)
    expect(decodeURIComponent(usageFormats.json(usage))).not.toContain(hidden)
    expect(usageConsole(usage)).not.toContain(hidden)
  })

  it('and nothing that moves the cursor is either', () => {
    const usage = scanHar(
      har([
        entry('\u001b[31mGET', 'http://h/v1/repositories/\u001b[2J/tags'),
        entry('::error::x', 'http://h/v1/repositories/a/tags'),
      ]),
      'session.har',
    )
    expect(usageConsole(usage).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })
})
