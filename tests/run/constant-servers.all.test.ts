import { describe, expect, it } from 'vitest'
import { oncePerText } from '../../checks/remembered.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { sameStatus } from '../../contracts/same-answer.ts'
import { TargetUnreachable } from '../../engine/run.ts'
import { reporters } from '../../reporters/index.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

const json = (status: number, body: unknown = {}) => {
  const text = JSON.stringify(body)
  return async (): Promise<Response> => new Response(text, { status, headers: { 'content-type': 'application/json' } })
}

/** Servers that say the same to everything. */
const servers: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  '200 with an empty object': json(200),
  '200 with an empty list': json(200, []),
  '200 with a list of one of everything': json(200, {
    results: [{ name: 'x', id: 1, uuid: 'x', expires_at: null, token: 'secret-value' }],
    next: null,
  }),
  '200 with a page of HTML': async () =>
    new Response('<html><body>hub</body></html>', { headers: { 'content-type': 'text/html' } }),
  '200 with an echo of the request': async request => {
    const body = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text()
    return new Response(
      JSON.stringify({
        method: request.method,
        path: new URL(request.url).pathname,
        sent: body === '' ? null : JSON.parse(body),
        expires_at: null,
      }),
      {
        headers: { 'content-type': 'application/json' },
      },
    )
  },
  '204': async () => new Response(null, { status: 204 }),
  '400': json(400),
  '401': json(401),
  '403': json(403),
  '404': json(404),
  '405': json(405),
  '410': json(410),
  '429': json(429),
  '500': json(500),
  '501': json(501),
  '503': json(503),
  'a redirect to itself': async request => new Response(null, { status: 302, headers: { location: request.url } }),
  'bytes that are no text': async () =>
    new Response(new Uint8Array([0xff, 0xfe, 0x00, 0x80]), { headers: { 'content-type': 'application/json' } }),
  null: json(200, null),
  'a number': json(200, 7),
  'ten thousand keys': json(
    200,
    Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index])),
  ),
  'deep nesting': async () =>
    new Response(`${'['.repeat(50_000)}${']'.repeat(50_000)}`, { headers: { 'content-type': 'application/json' } }),
  __proto__: async () =>
    new Response('{"__proto__":{"expires_at":null,"results":[]},"constructor":{"prototype":1}}', {
      headers: { 'content-type': 'application/json' },
    }),
}

/** Made once: several tests read it. */
const reportOf = oncePerText((name: string) => {
  const server = servers[name]
  if (server === undefined) throw new Error(`there is no server ${name}`)
  return runTwisted(request => server(request), { patienceMs: 200, network: { timeoutMs: 500, retries: 1 } })
})

/** What may hold on such a server: a rule that only forbids, which a server that offers nothing cannot break. */
const mayPass = (name: string, id: string): boolean => name === '410' && id === 'none'

describe.each(Object.keys(servers))('a server that always answers %s', name => {
  it('is never conformant, passes nothing, and makes the suite make no mistake', async () => {
    const report = await reportOf(name)
    expect(report.result).not.toBe('conformant')
    expect(withVerdict(report, 'error')).toEqual({})
    expect(Object.keys(withVerdict(report, 'pass')).filter(id => !mayPass(name, id))).toEqual([])
    for (const { verdict, reason } of report.requirements)
      if (verdict !== 'pass') expect(reason?.message.length).toBeGreaterThan(3)
  })
})

describe('a server that never answers', () => {
  it.each([
    ['hangs', () => new Promise<Response>(() => undefined)],
    ['breaks off', () => Promise.reject(new Error('socket hang up'))],
  ] as const)('%s: the target counts as unreachable', async (_name, server) => {
    await expect(runTwisted(() => server(), { network: { timeoutMs: 50 } })).rejects.toThrow(TargetUnreachable)
  })
})

describe('a server that answers everything alike', () => {
  it.each([
    ['200 with an empty object', 200],
    ['404', 404],
    ['a redirect to itself', 302],
  ])('with %s is told in one headline, with one next step', async (name, status) => {
    const report = await reportOf(name)
    expect(report.next.map(({ message }) => message)).toEqual([
      expect.stringContaining(`it answers ${status} to every request`),
    ])
    const text = reporters.console.render(report)
    expect(text).toContain(`The target answers ${status} to everything, also to paths that do not exist.`)
    expect(text.split('\n').length).toBeLessThan(40)
    expect(reporters.console.render(report, { verbosity: 'verbose' })).toContain('v1-removed/name-images')
  })

  it.each([
    ['401', 401],
    ['429', 429],
  ])('with %s has a reason of its own', async (name, status) => {
    const report = await reportOf(name)
    expect(reporters.console.render(report)).not.toContain(`answers ${status} to everything`)
  })

  it('with 429 is told to be asked more slowly, and never to publish what it would not show', async () => {
    const report = await runTwisted(request => (servers['429'] as Twist)(request, async () => new Response()), {
      patienceMs: 200,
      network: { timeoutMs: 500, retries: 1 },
      fixtures: {},
    })
    expect(report.next[0]?.message).toMatch(/^The target limits requests: .* at most 1 request per minute/)
    expect(withVerdict(report, 'untestable')).not.toMatchObject({ 'labels/post-repositories': 'need-reference' })
    expect(report.next.map(({ message }) => message).join(' ')).not.toContain('OpenAPI reference')
  })

  it('is not a hub that has a fault, and not one of which little was asked', async () => {
    const fault = catalogue.find(({ id }) => id === 'v1-removed/name-tags')?.faults['not-found']
    const faulty = await runTwisted(fault?.twist(), { select: { suites: ['v1-removed'] } })
    expect(sameStatus(faulty)).toBeUndefined()
    const reading = await runTwisted(undefined, { select: { suites: ['access-tokens'] }, allowWrites: false })
    expect(sameStatus(reading)).toBeUndefined()
  })
})
