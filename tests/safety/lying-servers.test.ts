import { describe, expect, test } from 'vitest'
import type { Twist } from '../../contracts/requirement.ts'
import { answer, edited, instead, to } from '../../contracts/twist.ts'
import type { RunInput } from '../../engine/options.ts'
import { createHub, type Hub } from '../../reference-impl/hub.ts'
import { runTwisted, virtualClock } from '../support/run.ts'
import { thingsOn } from './support/things.ts'

/** Servers that lie about what is whose. Whatever they say, what was there before the run is there after it, unchanged. */

const collection = '/v2/access-tokens'
const item = '/v2/access-tokens/{uuid}'

type Json = Record<string, unknown>

const lies: Readonly<Record<string, (foreign: string) => Twist>> = {
  'a creation answers with the id of another token': foreign =>
    instead(
      to(collection, 'POST'),
      edited(body => ({ ...(body as Json), uuid: foreign })),
    ),
  'a creation answers with the id of another token, and reading it echoes our label': foreign => {
    let label = ''
    return async (request, next) => {
      const path = new URL(request.url).pathname
      if (to(collection, 'POST')(request, path)) {
        const response = await next(request)
        if (!response.ok) return response
        const body = (await response.json()) as Json
        label = String(body.token_label)
        return Response.json({ ...body, uuid: foreign }, { status: 201 })
      }
      if (to(item, 'GET')(request, path))
        return Response.json({ uuid: path.split('/').at(-1), token_label: label, expires_at: null })
      return next(request)
    }
  },
  'a creation says in Location that it is another token': foreign =>
    instead(to(collection, 'POST'), async (request, next) => {
      const response = await next(request)
      const headers = { location: `${collection}/${foreign}` }
      return response.ok ? new Response(null, { status: 201, headers }) : response
    }),
  'a creation is answered with the newest of the others': () =>
    instead(to(collection, 'POST'), async (request, next) => {
      await next(request)
      const list = await next(new Request(new URL(collection, request.url), { headers: request.headers }))
      const { results } = (await list.json()) as { results: Json[] }
      return Response.json(results[1], { status: 201 })
    }),
  'the list pairs our labels with the ids of others': foreign =>
    instead(
      to(collection, 'GET'),
      edited(body => {
        const page = body as { results: Json[] }
        return { ...page, results: page.results.map(one => ({ ...one, uuid: foreign })) }
      }),
    ),
  'the list pairs our labels with the ids of others, and single tokens cannot be read': foreign => {
    const list = instead(
      to(collection, 'GET'),
      edited(body => {
        const page = body as { results: Json[] }
        const results = page.results.map(one =>
          String(one.token_label).startsWith('hub-conformance-') ? { ...one, uuid: foreign } : one,
        )
        return { ...page, results }
      }),
    )
    return (request, next) =>
      to(item, 'GET')(request, new URL(request.url).pathname)
        ? Promise.resolve(answer(404)(request))
        : list(request, next)
  },
  'every token is read as the newest one': () => {
    let newest: Json = {}
    return async (request, next) => {
      const path = new URL(request.url).pathname
      if (to(item, 'GET')(request, path)) return Response.json(newest)
      const response = await next(request)
      if (to(collection, 'POST')(request, path) && response.ok) newest = (await response.clone().json()) as Json
      return response
    }
  },
  'every token is read as the whole list': () =>
    instead(to(item, 'GET'), (request, next) =>
      next(new Request(new URL(collection, request.url), { headers: request.headers })),
    ),
  'the id is a path to somebody else': () =>
    instead(
      to(collection, 'POST'),
      edited(body => ({ ...(body as Json), uuid: '../namespaces/conformance-org/repositories/sample' })),
    ),
  'the id is the collection itself': () =>
    instead(
      to(collection, 'POST'),
      edited(body => ({ ...(body as Json), uuid: '..' })),
    ),
}

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

describe('a reference that binds operations so that they would destroy something', () => {
  const destructive: Readonly<Record<string, readonly [method: string, path: string]>> = {
    GetRepository: ['delete', '/v2/namespaces/{namespace}/repositories/{repository}'],
    listNamespaceRepositories: ['delete', '/v2/namespaces/{namespace}/repositories'],
    ListRepositoryTags: ['put', '/v2/namespaces/{namespace}/repositories/{repository}/tags'],
    DeleteRepository: ['delete', '/v2/namespaces/{namespace}'],
    CreateRepository: ['delete', '/v2/namespaces/{namespace}/repositories'],
    CreateRepositoryGroup: ['delete', '/v2/orgs/{namespace}'],
    UpdateRepositoryImmutableTags: ['patch', '/v2/namespaces/{namespace}'],
    AuthCreateAccessToken: ['delete', '/v2/access-tokens'],
  }
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
    expect(reports.map(({ report }) => report.result)).toEqual(['conformant', 'conformant'])
    expect(await thingsOn(hub)).toEqual(before)
  })
})
