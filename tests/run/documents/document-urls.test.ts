import { afterEach, describe, expect, test } from 'vitest'
import { checkDocs } from '../../../engine/check-docs.ts'
import type { RunInput } from '../../../engine/options.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { runConformance, UsageError } from '../../../engine/run.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { serveHub } from '../../../reference-impl/serve.ts'
import { virtualClock } from '../../support/run.ts'

/** Documents that are given by URL, and servers that do not give them at once. */

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of open.splice(0).reverse()) await server.close()
})

/** Serves the reference hub's OpenAPI document once it has answered something else for a while; what it was asked. */
const publisher = async (status: number, times: number, headers: Record<string, string> = {}) => {
  const hub = createHub()
  let asked = 0
  const server = await serveHub(request =>
    ++asked <= times ? Promise.resolve(new Response('{}', { status, headers })) : hub.handler(request),
  )
  open.push(server)
  return { url: `${server.url}/openapi.json`, asked: () => asked }
}

const judge = (input: Partial<RunInput>) =>
  runConformance({
    target: { handler: createHub().handler },
    select: { suites: ['areas'] },
    clock: virtualClock(),
    ...input,
  })

describe('a document given by URL', () => {
  test.each([
    [429, 2, { 'retry-after': '7' }],
    [503, 3, {}],
    [500, 1, {}],
  ] as const)(
    'that is answered %i %i times is asked for again, and every request is in the report',
    async (status, times, headers) => {
      const { url, asked } = await publisher(status, times, headers)
      const clock = virtualClock(0)
      const report = await judge({ documents: { reference: { url } }, clock })
      expect(asked()).toBe(times + 1)
      if ('retry-after' in headers) expect(clock.now()).toBeGreaterThanOrEqual(14_000)
      const fixture = report.fixtures.find(({ need }) => need === 'reference')
      expect(fixture?.value).toEqual({ from: url })
      const statuses = report.exchanges
        .filter(({ request }) => request.url === url)
        .map(({ response }) => response?.status)
      expect(statuses).toEqual([...Array.from({ length: times }, () => status), 200])
      expect((await verifyReport(report)).disagreements).toEqual([])
    },
  )

  test.each([301, 302, 307, 308])('that is answered %i is read where it leads', async status => {
    const { url } = await publisher(status, 2, { location: '/openapi.json?moved' })
    const report = await judge({ documents: { reference: { url } } })
    expect(report.fixtures.find(({ need }) => need === 'reference')?.value).toEqual({ from: url })
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test.each(['http://localhost:9/openapi.json', '//localhost/openapi.json', 'file:///etc/hosts'])(
    'that redirects to %s is not read there',
    async location => {
      const { url, asked } = await publisher(302, 1, { location })
      await expect(judge({ documents: { reference: { url } } })).rejects.toThrow('answered 302 with a redirect to ')
      expect(asked()).toBe(1)
    },
  )

  test('that redirects without end is refused', async () => {
    const { url, asked } = await publisher(302, Number.POSITIVE_INFINITY, { location: '/openapi.json' })
    await expect(judge({ documents: { reference: { url } } })).rejects.toThrow('answered 302')
    expect(asked()).toBe(6)
  })

  test.each([429, 500, 502, 503])('that is answered %i for good leaves its requirements open', async status => {
    const { url, asked } = await publisher(status, Number.POSITIVE_INFINITY)
    const report = await judge({ documents: { reference: { url } } })
    expect(asked()).toBe(4)
    const about = report.requirements.filter(({ suite, verdict }) => suite === 'areas' && verdict !== 'not-selected')
    expect(about.length).toBeGreaterThan(0)
    for (const { verdict, reason } of about) {
      expect(verdict).toBe('inconclusive')
      expect(reason?.code).toBe(status === 429 ? 'rate-limited' : 'server-error')
    }
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('that would only be had after an hour is not waited for', async () => {
    const { url, asked } = await publisher(429, Number.POSITIVE_INFINITY, { 'retry-after': '3600' })
    await judge({ documents: { reference: { url } } })
    expect(asked()).toBe(1)
  })

  test.each([401, 404, 410])('that is answered %i is a mistake of the caller', async status => {
    const { url } = await publisher(status, Number.POSITIVE_INFINITY)
    await expect(judge({ documents: { reference: { url } } })).rejects.toThrow(UsageError)
  })

  test('on the target itself is no different', async () => {
    const hub = createHub()
    const requests: string[] = []
    const report = await judge({
      target: {
        handler: request => {
          const { pathname } = new URL(request.url)
          requests.push(pathname)
          return pathname === '/here.json' ? new Response('{}', { status: 500 }) : hub.handler(request)
        },
        url: 'http://hub.invalid',
      },
      documents: { reference: { url: 'http://hub.invalid/here.json' } },
    })
    expect(requests.filter(path => path === '/here.json')).toHaveLength(4)
    expect(report.requirements.filter(({ verdict }) => verdict === 'inconclusive').length).toBeGreaterThan(0)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('alone leaves everything open', async () => {
    const { url } = await publisher(503, Number.POSITIVE_INFINITY, { 'retry-after': '3600' })
    const report = await checkDocs({ documents: { reference: { url } } })
    expect(report.result).toBe('incomplete')
    expect(report.requirements.some(({ verdict }) => verdict === 'inconclusive')).toBe(true)
    expect(report.exchanges.map(({ response }) => response?.status)).toEqual([503])
    expect((await verifyReport(report)).disagreements).toEqual([])
  })
})

test('every request for a document that the target may publish is in the report, in brief', async () => {
  const requests: string[] = []
  const hub = createHub()
  const report = await judge({
    target: {
      handler: request => {
        requests.push(`${request.method} ${new URL(request.url).pathname}`)
        return hub.handler(request)
      },
    },
  })
  const [preflight, ...rest] = requests
  expect(preflight).toBe('GET /v2/hub-conformance')
  expect(report.exchanges.map(({ request }) => `${request.method} ${new URL(request.url).pathname}`).sort()).toEqual(
    rest.sort(),
  )
  for (const { response } of report.exchanges) expect(response?.body.length).toBeLessThanOrEqual(2_000)
})
