import { describe, expect, it } from 'vitest'
import type { Twist } from '../../contracts/requirement.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

/** What reached the server. */
const recording = (): { readonly seen: { method: string; path: string }[]; readonly twist: Twist } => {
  const seen: { method: string; path: string }[] = []
  return {
    seen,
    twist: async (request, next) => {
      seen.push({ method: request.method, path: new URL(request.url).pathname })
      return next(request)
    },
  }
}

const safe = ['GET', 'HEAD', 'OPTIONS']

describe('a run without write permission', () => {
  it('sends nothing but safe methods, but to the removed v1 shapes', async () => {
    const { seen, twist } = recording()
    const report = await runTwisted(twist, { allowWrites: false })
    const unsafe = seen.filter(({ method }) => !safe.includes(method))
    expect(unsafe.length).toBeGreaterThan(100)
    expect(unsafe.filter(({ path }) => !path.startsWith('/v1/'))).toEqual([])
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(report.result).toBe('incomplete')
  })

  it('sends those of things that nobody has, and without a body', async () => {
    const unsafe: { path: string; body: string }[] = []
    const fixtures = Object.values(createHub().fixtures).map(String)
    await runTwisted(
      async (request, next) => {
        if (!safe.includes(request.method))
          unsafe.push({ path: new URL(request.url).pathname, body: await request.clone().text() })
        return next(request)
      },
      { allowWrites: false },
    )
    expect(unsafe.length).toBeGreaterThan(100)
    expect(unsafe.filter(({ body }) => body !== '')).toEqual([])
    const named = unsafe.filter(({ path }) =>
      path.split('/').some(segment => fixtures.includes(decodeURIComponent(segment))),
    )
    expect(named).toEqual([])
    expect(unsafe.filter(({ path }) => !path.includes('hub-conformance-')).slice(0, 5)).toEqual([])
  })

  it('logs in, and sends no other unsafe request', async () => {
    const { seen, twist } = recording()
    const { username, password } = createHub().credentials
    await runTwisted(twist, { allowWrites: false, credentials: { username, password } })
    const unsafe = seen.filter(({ method, path }) => !safe.includes(method) && !path.startsWith('/v1/'))
    expect(unsafe.length).toBeGreaterThan(0)
    expect(new Set(unsafe.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set(['POST /v2/auth/token']))
  })

  it('and without credentials is incomplete, and says of each open requirement what is missing', async () => {
    const { seen, twist } = recording()
    const { namespace } = createHub().fixtures
    const report = await runTwisted(twist, { allowWrites: false, credentials: {}, fixtures: { namespace } })
    expect(seen.filter(({ method, path }) => !safe.includes(method) && !path.startsWith('/v1/'))).toEqual([])
    expect(report.result).toBe('incomplete')
    const open = report.requirements.filter(({ verdict }) => verdict === 'untestable')
    expect(open.length).toBeGreaterThan(5)
    for (const { id, reason } of open) expect(reason?.message, id).toMatch(/^needs /)
    // What can be asked without them is asked, and holds.
    for (const id of ['v1-removed/name-tags', 'presence/get-repository', 'areas/repositories', 'labels/get-namespace'])
      if (report.requirements.some(requirement => requirement.id === id))
        expect(withVerdict(report, 'pass')).toHaveProperty([id])
  })
})

describe('a run with write permission', () => {
  it('changes nothing but what carries its own name or id: else it creates, or asks a question', async () => {
    const hub = createHub()
    const own = new Set<string>()
    const others: string[] = []
    await runTwisted(undefined, {
      target: {
        handler: async request => {
          const path = new URL(request.url).pathname
          const named = path.split('/').some(segment => segment.startsWith('hub-conformance-') || own.has(segment))
          if (!safe.includes(request.method) && !named && !path.includes('-hub-conformance-'))
            others.push(`${request.method} ${path}`)
          const response = await hub.handler(request)
          if (request.method === 'POST' && response.status === 201) {
            const { uuid, id } = (await response.clone().json()) as { uuid?: string; id?: string }
            for (const value of [uuid, id]) if (value !== undefined) own.add(String(value))
          }
          return response
        },
      },
      credentials: { token: hub.credentials.token },
    })
    expect(own.size).toBeGreaterThan(20)
    expect([...new Set(others)].sort()).toEqual([
      'POST /v2/access-tokens',
      'POST /v2/namespaces/conformance-org/repositories',
      'POST /v2/namespaces/conformance-org/repositories/sample/immutabletags/verify',
      'POST /v2/orgs/conformance-org/access-tokens',
    ])
  })
})
