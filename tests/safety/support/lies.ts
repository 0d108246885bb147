import { answer, instead, to, withJson } from '../../../checks/twists/twist.ts'
import type { Twist } from '../../../contracts/requirement.ts'

export const collection = '/v2/access-tokens'
export const item = '/v2/access-tokens/{uuid}'

type Json = Record<string, unknown>

/** Tokens without a member that is named like an id of their own, and with one that is the id of another. */
const withParent =
  (foreign: string): Twist =>
  (request, next) => {
    const shown = (token: Json): Json => {
      const { uuid, client_id: _client, ...rest } = token
      return { ...rest, nr: uuid, parent_id: foreign }
    }
    return withJson(
      (_request, path) => path.startsWith(collection),
      body => {
        const value = body as Json
        if (Array.isArray(value.results)) return { ...value, results: value.results.map(one => shown(one as Json)) }
        return 'uuid' in value ? shown(value) : value
      },
    )(request, next)
  }

/** What a server may say that is not so, about the id of another's token. The page on reliability is generated from this table. */
export const lies: Readonly<Record<string, (foreign: string) => Twist>> = {
  'a creation answers with the id of another token': foreign =>
    withJson(to(collection, 'POST'), body => ({ ...(body as Json), uuid: foreign })),
  'a creation answers with the id of another token, and reading that token returns the label of the run': foreign => {
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
  'a creation is answered with the newest existing token': () =>
    instead(to(collection, 'POST'), async (request, next) => {
      await next(request)
      const list = await next(new Request(new URL(collection, request.url), { headers: request.headers }))
      const { results } = (await list.json()) as { results: Json[] }
      return Response.json(results[1], { status: 201 })
    }),
  'the list shows labels of the run with ids of others': foreign =>
    withJson(to(collection, 'GET'), body => {
      const page = body as { results: Json[] }
      return { ...page, results: page.results.map(one => ({ ...one, uuid: foreign })) }
    }),
  'the list shows labels of the run with ids of others, and tokens cannot be read individually': foreign => {
    const list = withJson(to(collection, 'GET'), body => {
      const page = body as { results: Json[] }
      const results = page.results.map(one =>
        String(one.token_label).startsWith('hub-conformance-') ? { ...one, uuid: foreign } : one,
      )
      return { ...page, results }
    })
    return (request, next) =>
      to(item, 'GET')(request, new URL(request.url).pathname)
        ? Promise.resolve(answer(404)(request))
        : list(request, next)
  },
  'each token names another one as its parent, and its own id is in a member with another name': foreign =>
    withParent(foreign),
  'each token names another one as its parent, and tokens cannot be read individually': foreign => (request, next) =>
    to(item, 'GET')(request, new URL(request.url).pathname)
      ? Promise.resolve(answer(404)(request))
      : withParent(foreign)(request, next),
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
  'the id is a path to a resource of someone else': () =>
    withJson(to(collection, 'POST'), body => ({
      ...(body as Json),
      uuid: '../namespaces/conformance-org/repositories/sample',
    })),
  'the id is a path to a resource of someone else, encoded': () =>
    withJson(to(collection, 'POST'), body => ({
      ...(body as Json),
      uuid: '..%2fnamespaces%2fconformance-org%2frepositories%2fsample',
    })),
  'the id is a path to a resource of someone else, encoded three times': () =>
    withJson(to(collection, 'POST'), body => ({ ...(body as Json), uuid: '%25252e%25252e%25252fnamespaces' })),
  'the id contains look-alikes of dots and slashes': () =>
    withJson(to(collection, 'POST'), body => ({ ...(body as Json), uuid: '\uff0e\uff0e\uff0fnamespaces' })),
  'the id is a list of ids': foreign =>
    withJson(to(collection, 'POST'), body => ({ ...(body as Json), uuid: [foreign], id: { uuid: foreign } })),
  'the id is of another type': () =>
    withJson(to(collection, 'POST'), body => ({ ...(body as Json), uuid: true, id: 0, key: 1e21 })),
  'the id is that of an unlisted token, and reading any id returns the label of the run': foreign => {
    let label = ''
    return async (request, next) => {
      const path = new URL(request.url).pathname
      if (to(item, 'GET')(request, path))
        return Response.json({ uuid: path.split('/').at(-1), token_label: label, expires_at: null })
      const response = await next(request)
      if (!response.ok) return response
      if (to(collection, 'POST')(request, path)) {
        const body = (await response.json()) as Json
        label = String(body.token_label)
        return Response.json({ ...body, uuid: foreign }, { status: 201 })
      }
      if (!to(collection, 'GET')(request, path)) return response
      const page = (await response.json()) as { results: Json[] }
      return Response.json({ ...page, results: page.results.filter(({ uuid }) => uuid !== foreign) })
    }
  },
  'every token is read with the label of the run and the id of another': foreign => {
    let label = ''
    return async (request, next) => {
      const path = new URL(request.url).pathname
      const response = await next(request)
      if (!response.ok) return response
      if (to(collection, 'POST')(request, path)) {
        label = String(((await response.clone().json()) as Json).token_label)
        return response
      }
      if (to(item, 'GET')(request, path))
        return Response.json({ ...((await response.json()) as Json), uuid: foreign, token_label: label })
      return response
    }
  },
  'a creation is redirected to another token': foreign =>
    instead(to(collection, 'POST'), answer(308, {}, { location: `${collection}/${foreign}` })),
  'reading a token is redirected to another': foreign =>
    instead(to(item, 'GET'), answer(302, {}, { location: `${collection}/${foreign}` })),
  'a repository is not created, and another one is returned': () =>
    instead(to('/v2/namespaces/{n}/repositories', 'POST'), (request, next) =>
      next(
        new Request(new URL('/v2/namespaces/conformance-org/repositories/sample', request.url), {
          headers: request.headers,
        }),
      ),
    ),
  'the id is the collection itself': () =>
    withJson(to(collection, 'POST'), body => ({ ...(body as Json), uuid: '..' })),
}

/** Bindings of a hostile reference. */
export const destructive: Readonly<Record<string, readonly [method: string, path: string]>> = {
  GetRepository: ['delete', '/v2/namespaces/{namespace}/repositories/{repository}'],
  listNamespaceRepositories: ['delete', '/v2/namespaces/{namespace}/repositories'],
  ListRepositoryTags: ['put', '/v2/namespaces/{namespace}/repositories/{repository}/tags'],
  DeleteRepository: ['delete', '/v2/namespaces/{namespace}'],
  CreateRepository: ['delete', '/v2/namespaces/{namespace}/repositories'],
  CreateRepositoryGroup: ['delete', '/v2/orgs/{namespace}'],
  UpdateRepositoryImmutableTags: ['patch', '/v2/namespaces/{namespace}'],
  AuthCreateAccessToken: ['delete', '/v2/access-tokens'],
}
