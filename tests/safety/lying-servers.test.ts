import { describe, expect, test } from 'vitest'
import { answer, instead, to } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import type { RunInput } from '../../engine/options.ts'
import { createHub, type Hub } from '../../reference-impl/hub.ts'
import { runTwisted, virtualClock, whatWrites } from '../support/run.ts'
import { collection, destructive, item, lies } from './support/lies.ts'
import { thingsOn } from './support/things.ts'

/** Servers that lie about what is whose. Whatever they say, what was there before the run is there after it, unchanged. */

type Json = Record<string, unknown>

const firstToken = async (hub: Hub): Promise<string> => {
  const response = await hub.handler(
    new Request(`http://hub.invalid${collection}`, { headers: { authorization: `Bearer ${hub.credentials.token}` } }),
  )
  const { results } = (await response.json()) as { results: Json[] }
  return String(results[0]?.uuid)
}

const runOn = async (hub: Hub, twist: Twist, input: Partial<RunInput> = {}) => {
  const requests: string[] = []
  const report = await runTwisted(undefined, {
    target: {
      handler: request => {
        requests.push(`${request.method} ${new URL(request.url).pathname}`)
        return twist(request, hub.handler)
      },
    },
    credentials: { token: hub.credentials.token },
    clock: virtualClock(),
    select: whatWrites,
    ...input,
  })
  return { report, requests }
}

describe.each(Object.entries(lies))('%s', (_, lie) => {
  test('and nothing of anybody else is changed or deleted', async () => {
    const hub = createHub()
    const foreign = await firstToken(hub)
    const before = await thingsOn(hub)
    const { requests } = await runOn(hub, lie(foreign))
    const unsafe = requests.filter(line => /^(?:PUT|PATCH|DELETE|POST) \/v2\//.test(line))
    expect(unsafe.filter(line => line.includes(foreign))).toEqual([])
    const after = await thingsOn(hub)
    expect(after.filter(thing => !thing.includes('hub-conformance-'))).toEqual(before)
  })
})

describe('an id that a list has shown before', () => {
  test('is named with that reason where it is not taken for what was created', async () => {
    const hub = createHub()
    const foreign = await firstToken(hub)
    const nameless = 'a creation answers with the id of another token'
    const twist: Twist = (request, next) =>
      request.method === 'GET' && /access-tokens/.test(request.url)
        ? next(request).then(async response => {
            const text = (await response.text()).replace(/hub-conformance-[0-9a-z-]+/g, 'renamed')
            return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } })
          })
        : (lies[nameless] as (foreign: string) => Twist)(foreign)(request, next)
    const { report } = await runOn(hub, twist, { select: { suites: ['access-tokens'] } })
    const reasons = report.requirements.flatMap(({ reason }) => (reason?.code === 'id-foreign' ? reason : []))
    expect(reasons.length).toBeGreaterThan(0)
    for (const { message } of reasons) expect(message).toContain(`${foreign} was listed before`)
    expect(report.leftovers.length).toBeGreaterThan(0)
    // No further token is made of a kind of which one cannot be deleted.
    expect(report.leftovers.length).toBeLessThanOrEqual(2)
    // An id of one kind says nothing of the same id of another.
    for (const { why } of report.leftovers.filter(({ kind }) => kind === 'pat'))
      expect(why).toContain(`${foreign}, which the target named, was listed before`)
  })
})

describe('a reference that binds operations so that they would destroy something', () => {
  test.each(Object.entries(destructive))('%s as %j is never sent', async (operationId, [method, path]) => {
    const hub = createHub()
    const reference = {
      openapi: '3.0.3',
      info: { title: 'hostile', version: '1' },
      paths: { [path]: { [method]: { operationId, responses: {} } } },
    }
    const { requests } = await runOn(hub, (request, next) => next(request), {
      documents: { reference: { from: 'hostile.json', text: JSON.stringify(reference) } },
      credentials: { username: hub.credentials.username, password: hub.credentials.password },
    })
    const own = /hub-conformance-|\/[0-9a-f-]{36}$/
    expect(requests.filter(line => /^(?:DELETE|PUT|PATCH) \/v2\//.test(line) && !own.test(line))).toEqual([])
  })
})

describe('a reference that has a token deleted in another collection', () => {
  test('is not followed there: the same id may be somebody else’s', async () => {
    const hub = createHub()
    const before = await thingsOn(hub)
    const operation = { tags: ['access-tokens'], responses: {} }
    const reference = {
      openapi: '3.0.3',
      info: { title: 'wrong', version: '1' },
      paths: {
        '/v2/organization-groups': { put: operation },
        '/v2/organization-groups/{id}': { delete: operation, patch: operation },
        '/v2/access-tokens': { post: operation, get: operation },
        '/v2/access-tokens/{uuid}': { get: operation },
      },
    }
    const { report, requests } = await runOn(hub, (request, next) => next(request), {
      documents: { reference: { from: 'wrong.json', text: JSON.stringify(reference) } },
    })
    expect(requests.filter(line => /^(?!GET )\S+ \/v2\/organization-groups/.test(line))).toEqual([])
    const left = (await thingsOn(hub)).filter(thing => !before.includes(thing))
    expect(report.leftovers).toHaveLength(left.length)
  })
})

describe('cleaning up', () => {
  test('a run leaves nothing', async () => {
    const hub = createHub()
    const before = await thingsOn(hub)
    const { report } = await runOn(hub, (request, next) => next(request))
    expect(report.leftovers).toEqual([])
    expect(await thingsOn(hub)).toEqual(before)
  })

  test('what is refused and made all the same is found and deleted', async () => {
    const hub = createHub()
    const before = await thingsOn(hub)
    const { report } = await runOn(
      hub,
      instead(
        (request, path) => request.method === 'POST' && /access-tokens$|repositories$/.test(path),
        async (request, next) => {
          await next(request)
          return answer(422)(request)
        },
      ),
    )
    expect(await thingsOn(hub)).toEqual(before)
    expect(report.leftovers).toEqual([])
  })

  test('what is made without an answer is found and deleted', async () => {
    const hub = createHub()
    const before = await thingsOn(hub)
    await runOn(
      hub,
      instead(to(collection, 'POST'), async (request, next) => {
        await next(request)
        throw new Error('the connection was closed')
      }),
    )
    expect(await thingsOn(hub)).toEqual(before)
  })

  test.each([404, 405, 500])('a hub that deletes no repository and says %i: it is listed', async status => {
    const hub = createHub()
    const { report } = await runOn(hub, instead(to('/v2/repositories/{n}/{r}', 'DELETE'), answer(status)))
    expect(report.leftovers.map(({ kind }) => kind)).toEqual(['repository'])
    expect(report.leftovers[0]?.name).toMatch(/^hub-conformance-[0-9a-z]{6}-/)
  })

  test('a deletion that is said to be done and is not: it is listed', async () => {
    const hub = createHub()
    const { report } = await runOn(hub, instead(to(item, 'DELETE'), answer(204)))
    expect(report.leftovers.length).toBeGreaterThan(0)
    expect(report.leftovers.every(({ why }) => why.includes('still there'))).toBe(true)
  })

  test('one deletion that fails keeps no other from being tried', async () => {
    const hub = createHub()
    const before = await thingsOn(hub)
    let first = true
    const { report } = await runOn(
      hub,
      instead(to(item, 'DELETE'), (request, next) => {
        if (!first) return next(request)
        first = false
        throw new Error('broken')
      }),
    )
    const left = (await thingsOn(hub)).filter(thing => !before.includes(thing))
    expect(left.length).toBeLessThanOrEqual(1)
    expect(report.leftovers.length).toBe(left.length)
  })

  test('two runs at once against one namespace do not touch one another', async () => {
    const hub = createHub()
    const before = await thingsOn(hub)
    const reports = await Promise.all([
      runOn(hub, (request, next) => next(request), { seed: 1 }),
      runOn(hub, (request, next) => next(request), { seed: 2 }),
    ])
    expect(reports.map(({ report }) => report.result)).toEqual(['partial', 'partial'])
    expect(await thingsOn(hub)).toEqual(before)
  })
})

test('one id for all that is created is named, with what it shows', async () => {
  let id: string | undefined
  const { report } = await runOn(
    createHub(),
    async (request, next) => {
      const response = await next(request)
      if (new URL(request.url).pathname !== collection || !response.ok) return response
      const shown = (await response.json()) as Json & { readonly results?: readonly Json[] }
      if (request.method === 'POST') id ??= String(shown.uuid)
      const alike = (one: Json): Json => (JSON.stringify(one).includes('hub-conformance-') ? { ...one, uuid: id } : one)
      const results = shown.results?.map(alike)
      return Response.json(results ? { ...shown, results } : alike(shown), { status: response.status })
    },
    { select: { suites: ['access-tokens'] } },
  )
  const reasons = report.requirements.flatMap(({ reason }) => (reason?.code === 'id-shared' ? reason : []))
  expect(reasons.length).toBeGreaterThan(0)
  for (const { message } of reasons) expect(message).toMatch(new RegExp(`names ${id}, which shows hub-conformance-`))
})

/** Reasons with one of these codes. */
const reasonsOf = async (code: string, twist: Twist): Promise<readonly string[]> => {
  const { report } = await runOn(createHub(), twist, { select: { suites: ['access-tokens'] } })
  return report.requirements.flatMap(({ reason }) => (reason?.code === code ? reason.message : []))
}

test('a token of another id under the id of the new one is named', async () => {
  let first: unknown
  const messages = await reasonsOf('id-shows-other', async (request, next) => {
    const response = await next(request)
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith(collection) || request.method !== 'GET' || !response.ok) return response
    const shown = (await response.json()) as Json & { readonly results?: readonly Json[] }
    first ??= shown.results?.[0]
    return Response.json(pathname === collection ? { results: [first], next: null } : first)
  })
  expect(messages.length).toBeGreaterThan(0)
  const { uuid } = first as Json
  for (const message of messages) expect(message).toContain(`"get a personal access token" shows ${uuid} for `)
})

test('a Location that names the list is named, and nothing is read below it', async () => {
  const asked: string[] = []
  const messages = await reasonsOf('location-of-list', async (request, next) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    const response = await next(request)
    return pathname === collection && request.method === 'POST' && response.ok
      ? new Response(null, { status: 201, headers: { location: collection } })
      : response
  })
  expect(messages.length).toBeGreaterThan(0)
  expect(messages[0]).toContain(`its Location is that of the list (${collection})`)
  expect(asked).not.toContain(`${collection}/access-tokens`)
})
