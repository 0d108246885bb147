import { describe, expect, test } from 'vitest'
import { answer, instead, to } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import type { Leftover, Report } from '../../contracts/results/report.ts'
import type { LedgerRecord } from '../../engine/cleanup/ledger.ts'
import { type ResumeInput, readLedger, resumeCleanup } from '../../engine/cleanup/resume.ts'
import { createHub, type Hub } from '../../reference-impl/hub.ts'
import { serveHub } from '../../reference-impl/serve.ts'
import { variants } from '../../suites/catalogue.ts'
import { manyTokens, runTwisted, virtualClock, whatWrites } from '../support/run.ts'
import { collection } from './support/lies.ts'
import { oddHubs } from './support/odd-hubs.ts'
import { thingsOn } from './support/things.ts'

/** Whatever a hub makes of what it is asked to make: it is deleted, or it is named in the report and in the ledger. */

const addOthers = async (hub: Hub, count: number): Promise<void> => {
  for (let made = 0; made < count; made++)
    await hub.handler(
      new Request(`http://hub.invalid${collection}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${hub.credentials.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ token_label: `other ${made}`, scopes: ['repo:read'] }),
      }),
    )
}

const ledgerInMemory = () => {
  let last: LedgerRecord | undefined
  return {
    store: {
      write: async (record: LedgerRecord) => {
        last = record
      },
    },
    /** What the ledger names at last. */
    names: (): string[] => (last?.entries ?? []).map(({ name }) => name).sort(),
    record: (): LedgerRecord => {
      if (last === undefined) throw new Error('nothing was written')
      return last
    },
  }
}

const credentialsOf = ({ credentials: { token, username, password } }: Hub, login: true | undefined) =>
  login ? { username, password } : { token }

/** What cleaning up by its ledger leaves on a hub when the run is over. */
const leftAfter = async (
  ledger: ReturnType<typeof ledgerInMemory>,
  handler: Hub['handler'],
  more: Pick<ResumeInput, 'credentials' | 'bindings'>,
): Promise<readonly Leftover[]> => {
  const served = await serveHub(handler)
  try {
    return await resumeCleanup({
      record: { ...readLedger(JSON.parse(JSON.stringify(ledger.record()))), target: served.url },
      allowWrites: true,
      store: ledger.store,
      clock: virtualClock(),
      ...more,
    })
  } finally {
    await served.close()
  }
}

describe.each(Object.entries(oddHubs))('a hub that %s', (_, { twist, leaves, mends, login, others = 0 }) => {
  test(`keeps ${leaves}`, async () => {
    const hub = createHub()
    await addOthers(hub, others)
    const before = await thingsOn(hub)
    const ledger = ledgerInMemory()
    const odd = twist()
    const report = await runTwisted(undefined, {
      target: { handler: request => odd(request, hub.handler) },
      credentials: credentialsOf(hub, login),
      clock: virtualClock(),
      select: whatWrites,
      ledger: ledger.store,
    })
    const after = await thingsOn(hub)
    expect(before.filter(thing => !after.includes(thing))).toEqual([])
    const left = after.filter(thing => !before.includes(thing))
    expect(ledger.names()).toEqual(report.leftovers.map(({ name }) => name).sort())
    if (leaves === 'nothing') {
      expect(left).toEqual([])
      expect(report.leftovers).toEqual([])
      return
    }
    expect(report.leftovers.length).toBeGreaterThanOrEqual(Math.max(1, left.length))
    for (const { name, why } of report.leftovers) {
      expect(name).toMatch(/^hub-conformance-[0-9a-z]{6}-[0-9a-f]{6}$/)
      expect(why.length).toBeGreaterThan(10)
    }
    if (!mends) return
    expect(await leftAfter(ledger, hub.handler, { credentials: credentialsOf(hub, login) })).toEqual([])
    expect(ledger.names()).toEqual([])
    expect(await thingsOn(hub)).toEqual(before)
  })
})

/** Everything that writes, against a hub behind a twist. */
const writingRun = (hub: Hub, twist: Twist, ledger: ReturnType<typeof ledgerInMemory>): Promise<Report> =>
  runTwisted(undefined, {
    target: { handler: request => twist(request, hub.handler) },
    credentials: { token: hub.credentials.token },
    clock: virtualClock(),
    select: whatWrites,
    ledger: ledger.store,
  })

describe('a mistake of the suite in the middle of a run', () => {
  test.each([1, 40, 200, 400])('at case %i leaves nothing', async at => {
    const hub = createHub()
    const before = await thingsOn(hub)
    const ledger = ledgerInMemory()
    let cases = 0
    const run = runTwisted(undefined, {
      target: { handler: hub.handler },
      credentials: { token: hub.credentials.token },
      clock: virtualClock(),
      ledger: ledger.store,
      onProgress: ({ type }) => {
        if (type === 'case' && ++cases === at) throw new Error('a mistake of the suite')
      },
    })
    await expect(run).rejects.toThrow('a mistake of the suite')
    expect(await thingsOn(hub)).toEqual(before)
    expect(ledger.names()).toEqual([])
  })
})

describe('what was never made', () => {
  const creates = (request: Request, path: string): boolean =>
    request.method === 'POST' && /(?:access-tokens|repositories)(?:\/[^/]*)?$/.test(path)

  test.each([301, 307, 308, 404, 405, 501])(
    'a creation that is answered %i leaves nothing, even where nothing can be listed',
    async status => {
      const hub = createHub()
      const ledger = ledgerInMemory()
      const twist = instead(
        (_request, path) => /access-tokens|repositories/.test(path) && path.startsWith('/v2/'),
        (request, next) =>
          creates(request, new URL(request.url).pathname) || request.method === 'GET'
            ? answer(status, {}, status < 400 ? { location: '/elsewhere' } : {})(request)
            : next(request),
      )
      const report = await writingRun(hub, twist, ledger)
      expect(report.leftovers).toEqual([])
      expect(ledger.names()).toEqual([])
    },
  )

  test.each([302, 303])('a creation that is answered %i may have made something: it is kept in mind', async status => {
    const hub = createHub()
    const ledger = ledgerInMemory()
    const twist = instead(
      (_request, path) => path.startsWith(collection),
      async (request, next) => {
        if (request.method === 'GET') return answer(404)(request)
        const response = await next(request)
        return request.method === 'POST' && response.ok ? answer(status, {}, { location: '/login' })(request) : response
      },
    )
    const report = await writingRun(hub, twist, ledger)
    expect(report.leftovers.length).toBeGreaterThan(0)
    expect(ledger.names()).toEqual(report.leftovers.map(({ name }) => name).sort())
  })
})

describe('a hub that does not delete', () => {
  /** What a run of it takes: requests and waiting, in all and for cleaning up. */
  const measured = async (twist: Twist) => {
    const hub = createHub()
    const ledger = ledgerInMemory()
    const clock = virtualClock()
    const requests: string[] = []
    let cleanup = { at: 0, since: 0 }
    const report = await runTwisted(undefined, {
      target: {
        handler: request => {
          requests.push(`${request.method} ${new URL(request.url).pathname}`)
          return twist(request, hub.handler)
        },
      },
      credentials: { token: hub.credentials.token },
      clock,
      select: manyTokens,
      ledger: ledger.store,
      onProgress: ({ type }) => {
        if (type === 'cleanup') cleanup = { at: requests.length, since: clock.now() }
      },
    })
    return {
      report,
      requests,
      left: (await thingsOn(hub)).filter(thing => thing.includes('hub-conformance-')),
      names: ledger.names(),
      cleaning: requests.slice(cleanup.at),
      waitedMs: clock.now() - cleanup.since,
    }
  }
  const deletions = (request: Request, path: string): boolean => request.method === 'DELETE' && path.startsWith('/v2/')
  const right = measured((request, next) => next(request))

  test.each<[string, Twist]>([
    ['answers 405', instead(deletions, answer(405))],
    ['answers 501', instead(deletions, answer(501))],
    [
      'answers as a path that does not exist',
      instead(deletions, (request, next) =>
        next(new Request(new URL('/v2/unknown/path', request.url), { method: 'DELETE', headers: request.headers })),
      ),
    ],
    ['answers 404 of a form of its own', instead(deletions, answer(404, { reason: 'no' }))],
    ['answers 500', instead(deletions, answer(500))],
    ['says that it did', instead(deletions, answer(204))],
    ['deletes no personal access token', instead(to('/v2/access-tokens/{id}', 'DELETE'), answer(404))],
  ])('and %s: a run takes hardly more than on the right hub, and all that is left is named', async (_, twist) => {
    const { report, requests, left, names, cleaning, waitedMs } = await measured(twist)
    const all = (await right).requests.length
    expect(requests.length).toBeLessThanOrEqual(1.5 * all)
    // On the right hub most things take one request each.
    expect(cleaning.length).toBeLessThanOrEqual(4 * (await right).cleaning.length)
    // Each kind of thing is given time once, and what is found by its name once more.
    expect(waitedMs).toBeLessThanOrEqual(4 * 2_500)
    expect(report.leftovers.map(({ name }) => name).sort()).toEqual(names)
    expect(names.length).toBeGreaterThanOrEqual(left.length)
    expect(new Set(names).size).toBe(names.length)
  })

  test('has no such operation: that is asked once and once more, and said of the rest', async () => {
    const { report, cleaning } = await measured(instead(deletions, answer(405)))
    const tokens = cleaning.filter(line => line.startsWith('DELETE /v2/access-tokens/'))
    expect(tokens.length).toBe(2)
    expect(new Set(tokens).size).toBe(1)
    const whys = report.leftovers.filter(({ kind }) => kind === 'personal access token').map(({ why }) => why)
    expect(new Set(whys)).toEqual(new Set(['DELETE answered 405: the target has no such operation']))
  })

  test('says which path it asked where a repository is shown at another, and that no way to delete it is named', async () => {
    const { report } = await measured(instead(deletions, answer(404, { reason: 'no' })))
    const [why] = report.leftovers.filter(({ kind }) => kind === 'repository').map(each => each.why)
    expect(why).toMatch(/^DELETE \/v2\/\S+ answered 404.*; the document names no way to delete a repository$/)
  })

  test.each([
    [401, /answered 401, so the credentials were refused$/],
    [403, /answered 403, so the credentials may not do this$/],
  ])('and answers %d: the credentials are why, not the document', async (status, words) => {
    const { report } = await measured(instead(deletions, answer(status)))
    expect(report.leftovers.length).toBeGreaterThan(0)
    for (const { why } of report.leftovers) expect(why).toMatch(words)
  })

  test('deletes: most tokens take one request, and the list tells that they are gone', async () => {
    const { requests, cleaning, left } = await right
    const made = requests.filter(line => line === 'POST /v2/access-tokens').length
    const asked = cleaning.filter(line => line.startsWith('GET /v2/access-tokens/'))
    expect(cleaning.filter(line => line.startsWith('DELETE /v2/access-tokens/')).length).toBeLessThanOrEqual(made)
    expect(asked.length).toBeLessThanOrEqual(made / 2)
    expect(left).toEqual([])
  })

  test('deletes the first alone and says that it deleted all: what its list shows is named', async () => {
    let deleted: string | undefined
    let cleaningUp = false
    const { report, left } = await measured((request, next) => {
      const { pathname } = new URL(request.url)
      if (request.method !== 'DELETE' || !/^\/v2\/access-tokens\/[0-9a-f-]{36}$/.test(pathname)) return next(request)
      cleaningUp ||= deleted !== undefined && deleted !== pathname
      deleted ??= pathname
      return cleaningUp ? Promise.resolve(answer(204)(request)) : next(request)
    })
    expect(left.length).toBeGreaterThan(10)
    expect(report.leftovers.length).toBe(left.length)
  })

  test('one token alone: the others are deleted', async () => {
    let kept: string | undefined
    const { report, left } = await measured(
      instead(to('/v2/access-tokens/{id}', 'DELETE'), (request, next) => {
        const { pathname } = new URL(request.url)
        if (/[0-9a-f-]{36}$/.test(pathname)) kept ??= pathname
        return pathname === kept ? answer(404)(request) : next(request)
      }),
    )
    expect(left.length).toBe(1)
    expect(report.leftovers.length).toBe(1)
  })
})

describe('what is never made', () => {
  const html = () => new Response('<html>hub</html>', { headers: { 'content-type': 'text/html' } })

  test.each<[string, (request: Request) => Promise<Response> | Response]>([
    ['200', answer(200, {})],
    ['200 and a list of one of everything', answer(200, { results: [{ id: 1, uuid: 'x', name: 'x', token: 'xyz' }] })],
    ['a page', html],
    [
      'its own request',
      async request => answer(200, { path: new URL(request.url).pathname, sent: await request.text() })(request),
    ],
    ['a redirect to its login page', answer(302, {}, { location: '/login' })],
  ])('by a target that answers everything with %s is not said to be left', async (_, handler) => {
    const ledger = ledgerInMemory()
    const report = await runTwisted(undefined, {
      target: { handler },
      clock: virtualClock(),
      select: whatWrites,
      ledger: ledger.store,
    })
    expect(report.leftovers).toEqual([])
    expect(ledger.names()).toEqual([])
  })

  test('is not what a target makes that shows a page in place of everything', async () => {
    const hub = createHub()
    const report = await runTwisted(undefined, {
      target: { handler: request => (request.method === 'GET' ? html() : hub.handler(request)) },
      credentials: { token: hub.credentials.token },
      clock: virtualClock(),
      select: whatWrites,
    })
    const left = (await thingsOn(hub)).filter(thing => thing.includes('hub-conformance-'))
    expect(left.length).toBeGreaterThan(0)
    expect(report.leftovers.length).toBeGreaterThanOrEqual(left.length)
  })
})

describe('what the run could not delete', () => {
  const place = '/v2/removals/{namespace}/{repository}'

  /** Deletes repositories at a path of its own only, and publishes that once `isPublished`. */
  const removing =
    (hub: Hub, isPublished: () => boolean) =>
    async (request: Request): Promise<Response> => {
      const { origin, pathname } = new URL(request.url)
      const [, own] = /^\/v2\/removals\/([^/]+\/[^/]+)$/.exec(pathname) ?? []
      const there = (path: string): Request =>
        new Request(`${origin}${path}`, { method: request.method, headers: request.headers })
      if (request.method === 'DELETE' && own !== undefined) return hub.handler(there(`/v2/repositories/${own}`))
      if (request.method === 'DELETE' && pathname.startsWith('/v2/repositories/'))
        return new Response(null, { status: 405 })
      const response = await hub.handler(request)
      if (pathname !== '/openapi.json' || !isPublished()) return response
      const { paths, ...rest } = (await response.json()) as { paths: object }
      const deletion = { delete: { operationId: 'DeleteRepository', responses: { 204: { description: 'gone' } } } }
      return Response.json({ ...rest, paths: { ...paths, [place]: deletion } })
    }

  test.each(['published by then', 'given in a binding', 'deleted by hand'])(
    'is deleted where that is %s',
    async how => {
      const hub = createHub()
      const before = await thingsOn(hub)
      const ledger = ledgerInMemory()
      let isPublished = false
      const handler = removing(hub, () => isPublished)
      const report = await runTwisted(undefined, {
        target: { handler },
        credentials: { token: hub.credentials.token },
        clock: virtualClock(),
        select: whatWrites,
        ledger: ledger.store,
      })
      expect(report.leftovers.map(({ kind }) => kind)).toEqual(['repository'])
      isPublished = how === 'published by then'
      const [entry] = ledger.record().entries
      if (how === 'deleted by hand')
        await hub.handler(
          new Request(`http://hub.invalid/v2/repositories/${entry?.values.namespace}/${entry?.name}`, {
            method: 'DELETE',
            headers: { authorization: `Bearer ${hub.credentials.token}` },
          }),
        )
      const left = await leftAfter(ledger, handler, {
        credentials: { token: hub.credentials.token },
        ...(how === 'given in a binding' && {
          bindings: { operations: { DeleteRepository: { method: 'DELETE', path: place } } },
        }),
      })
      expect(left).toEqual([])
      expect(await thingsOn(hub)).toEqual(before)
    },
  )
})

describe('a hub that takes credentials in several forms', () => {
  test('is cleaned up in the form of each operation', async () => {
    const hub = createHub()
    const before = await thingsOn(hub)
    const twist = variants['mixed-credentials']?.twist()
    const handler = async (request: Request): Promise<Response> =>
      twist === undefined ? hub.handler(request) : twist(request, hub.handler)
    const ledger = ledgerInMemory()
    const { username, password } = hub.credentials
    const { org } = hub.fixtures
    await runTwisted(undefined, {
      target: {
        handler: request => (request.method === 'DELETE' ? answer(500)(request) : handler(request)),
      },
      credentials: { username, password },
      fixtures: { org, namespace: org },
      clock: virtualClock(),
      select: { suites: ['access-tokens'] },
      ledger: ledger.store,
    })
    expect(ledger.names()).not.toEqual([])
    expect(await leftAfter(ledger, handler, { credentials: { username, password } })).toEqual([])
    expect(await thingsOn(hub)).toEqual(before)
  })
})

describe('what a list shows late', () => {
  const prefix = 'hub-conformance-a1b2c3-'
  const collections = {
    pat: collection,
    oat: '/v2/orgs/conformance-org/access-tokens',
    repository: '/v2/namespaces/conformance-org/repositories',
  } as const
  const kinds = ['pat', 'oat', 'repository'] as const

  /** A hub with one thing of each kind of a run that was killed, which it begins to show `lateMs` after it was first asked for it. */
  const killed = async (lateMs: number, next: string | null = null) => {
    const hub = createHub()
    const headers = { authorization: `Bearer ${hub.credentials.token}`, 'content-type': 'application/json' }
    for (const kind of kinds)
      await hub.handler(
        new Request(`http://hub.invalid${collections[kind]}`, {
          method: 'POST',
          headers,
          body: JSON.stringify({
            ...{ token_label: `${prefix}0000${kind}`, label: `${prefix}0000${kind}`, name: `${prefix}0000${kind}` },
            ...{ scopes: ['repo:read'], namespace: 'conformance-org', registry: 'docker.io' },
            resources: [{ type: 'TYPE_REPO', path: 'conformance-org/*', scopes: ['repo-pull'] }],
          }),
        }),
      )
    const clock = virtualClock()
    const since = clock.now()
    const served = await serveHub(async request => {
      if (clock.now() - since >= lateMs) return hub.handler(request)
      if (request.method !== 'GET' || new URL(request.url).pathname.includes(prefix)) return answer(404)(request)
      const response = await hub.handler(request)
      const body = (await response.json()) as { results?: unknown[] }
      const hasPrefix = (item: unknown): boolean => JSON.stringify(item).includes(prefix)
      return Response.json(
        { ...body, next, results: (body.results ?? []).filter(item => !hasPrefix(item)) },
        { status: response.status },
      )
    })
    const ledger = ledgerInMemory()
    const place = { pat: {}, oat: { org: 'conformance-org' }, repository: { namespace: 'conformance-org' } } as const
    const left = await resumeCleanup({
      record: {
        schemaVersion: '1',
        prefix,
        target: served.url,
        startedAt: new Date(since).toISOString(),
        bindings: [],
        entries: kinds.map(kind => ({ kind, name: `${prefix}0000${kind}`, values: place[kind], ids: [] })),
      },
      allowWrites: true,
      store: ledger.store,
      credentials: { token: hub.credentials.token },
      patienceMs: 5_000,
      clock,
    })
    await served.close()
    return { left, there: (await thingsOn(hub)).filter(thing => thing.includes(prefix)), names: ledger.names() }
  }

  test('is searched for until patience is over', async () => {
    expect(await killed(0)).toEqual({ left: [], there: [], names: [] })
    expect(await killed(4_000)).toEqual({ left: [], there: [], names: [] })
  })

  test('stays in the ledger where its list cannot be read to the end', async () => {
    const { left, names } = await killed(60_000, '/v2/nowhere')
    expect(left.map(({ name }) => name).sort()).toEqual(names)
    const all = ['organization access token', 'personal access token', 'repository']
    expect(left.map(({ kind }) => kind).sort()).toEqual(all)
    for (const { why } of left) expect(why).toBe('its list, which does not show it, could not be read to the end')
  })
})

describe('tokens of which it is not known how they are deleted', () => {
  const own = '/v2/me/keys'

  /** Serves personal access tokens at a path of its own, and publishes no path of a single one. */
  const withOwnPath =
    (hub: Hub, created: string[]) =>
    async (request: Request): Promise<Response> => {
      const { origin, pathname, search } = new URL(request.url)
      if (pathname.startsWith(collection)) return Response.json({}, { status: 404 })
      if (pathname === own && request.method === 'POST') created.push(pathname)
      const body = request.method === 'GET' ? null : await request.text()
      const path = pathname.startsWith(own) ? pathname.replace(own, collection) : pathname
      const response = await hub.handler(
        new Request(`${origin}${path}${search}`, {
          method: request.method,
          headers: request.headers,
          body: body === '' ? null : body,
        }),
      )
      if (pathname !== '/openapi.json') return response
      const { paths, ...rest } = (await response.json()) as { paths: Record<string, unknown> }
      const { [collection]: tokens, [`${collection}/{uuid}`]: _one, ...others } = paths
      return Response.json({ ...rest, paths: { ...others, [own]: tokens } })
    }

  test('are not created after the first, and the report names the binding that is needed', async () => {
    const hub = createHub()
    const before = await thingsOn(hub)
    const ledger = ledgerInMemory()
    const created: string[] = []
    const handler = withOwnPath(hub, created)
    const report = await runTwisted(undefined, {
      target: { handler },
      credentials: { token: hub.credentials.token },
      clock: virtualClock(),
      select: whatWrites,
      ledger: ledger.store,
    })
    expect(created).toHaveLength(1)
    expect(report.leftovers).toMatchObject([
      {
        why: 'the path of "delete a personal access token" is not known: DELETE /v2/access-tokens/{uuid} was not sent, since the target does not publish it, nor show there what the run created',
        needs: 'pat.delete',
      },
    ])
    const left = await leftAfter(ledger, handler, {
      credentials: { token: hub.credentials.token },
      bindings: { operations: { 'pat.delete': { method: 'DELETE', path: `${own}/{id}` } } },
    })
    expect(left).toEqual([])
    expect(await thingsOn(hub)).toEqual(before)
  })
})

test('what a hub made besides is deleted, each thing of it, where its list shows for a while what it has deleted', async () => {
  const hub = createHub()
  const before = await thingsOn(hub)
  const clock = virtualClock()
  const deleted: { readonly item: Record<string, unknown>; readonly at: number }[] = []
  let made = 0
  const report = await runTwisted(undefined, {
    target: {
      handler: async request => {
        const { pathname } = new URL(request.url)
        if (request.method === 'POST' && pathname === collection) {
          const body = (await request.clone().json()) as Record<string, string>
          const run = /^hub-conformance-[a-z0-9]{6}-/.exec(body.token_label ?? '')?.[0]
          const besides = { ...body, token_label: `${run}besides${++made}` }
          if (run && made <= 12) await hub.handler(new Request(request.clone(), { body: JSON.stringify(besides) }))
        }
        const isDeletion = request.method === 'DELETE' && pathname.startsWith(`${collection}/`)
        const read = () => new Request(request.url, { headers: request.headers })
        const item = isDeletion ? ((await (await hub.handler(read())).json()) as Record<string, unknown>) : undefined
        const response = await hub.handler(request)
        if (item && response.ok) deleted.push({ item, at: clock.now() })
        if (request.method !== 'GET' || pathname !== collection || !response.ok) return response
        const page = (await response.json()) as { results: unknown[] }
        const late = deleted.filter(({ at }) => clock.now() - at < 1_000).map(one => one.item)
        return Response.json({ ...page, results: [...page.results, ...late] })
      },
    },
    credentials: { token: hub.credentials.token },
    clock,
    select: whatWrites,
  })
  expect(made).toBeGreaterThan(8)
  expect(report.leftovers).toEqual([])
  expect(await thingsOn(hub)).toEqual(before)
})
