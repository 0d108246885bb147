import { isOpenApi, openApi, withOpenApi } from '../../checks/twists/documents.ts'
import { byOperations, withResult } from '../../checks/twists/operations.ts'
import { layered, pageOf, redirected, restated } from '../../checks/twists/shapes.ts'
import { answer, instead, matches, sentBy, to, unrouted, variant, withJson } from '../../checks/twists/twist.ts'
import type { HubVariant, Twist } from '../../contracts/requirement.ts'

const collection = '/v2/access-tokens'

/** One personal access token is at the path that `item` makes of its id; `pattern` finds the id there. */
const tokensAt =
  (list: string, item: (id: string) => string, pattern: RegExp): Twist =>
  async (request, next) => {
    const { pathname } = new URL(request.url)
    if (isOpenApi(request, pathname))
      return openApi(document => {
        const { [collection]: all, [`${collection}/{uuid}`]: one, ...paths } = document.paths
        document.paths = { ...paths, [list]: all ?? {}, [item('{uuid}')]: one ?? {} }
      })(request, next)
    if (pathname === list)
      return withJson(
        () => true,
        body => {
          const page = pageOf(body)
          return page?.next == null
            ? body
            : { ...(body as object), next: page.next.replace(/access-tokens(?=\?)/, list.slice('/v2/'.length)) }
        },
      )(request, inner => next(redirected(inner, collection)))
    const id = pattern.exec(pathname)?.[1]
    if (id !== undefined) return next(redirected(request, `${collection}/${id}`))
    return /^\/v2\/access-tokens(?:\/|$)/.test(pathname) ? unrouted(request, next) : next(request)
  }

/** Redirects everything of v2 to a prefix, below which alone it is served. */
const belowPrefix: Twist = async (request, next) => {
  const { pathname, search } = new URL(request.url)
  if (pathname.startsWith('/eu/v2/')) return next(redirected(request, pathname.slice('/eu'.length)))
  return pathname.startsWith('/v2/') ? answer(307, {}, { location: `/eu${pathname}${search}` })(request) : next(request)
}

/** Shows when each thing was changed, and takes changes of it with that alone (RFC 9110, section 13.1.4). */
const sinceModified: Twist = async (request, next) => {
  const { pathname } = new URL(request.url)
  if (!/\/(?:access-tokens|repositories)\/[^/]+(?:\/immutabletags)?$/.test(pathname)) return next(request)
  const modified = 'Tue, 18 Nov 2025 08:00:00 GMT'
  const isChange = ['PATCH', 'DELETE'].includes(request.method)
  if (isChange && request.headers.get('if-unmodified-since') !== modified) return answer(428)(request)
  const response = await next(request)
  if (request.method !== 'GET') return response
  const headers = new Headers(response.headers)
  headers.set('last-modified', modified)
  return restated(response, response.status, headers)
}

const settings = '/v2/namespaces/{namespace}/repositories/{repository}/immutabletags'

/** The settings of a repository are read at their own path, which alone shows the validator that a change of them demands. */
const ownValidator: Twist = async (request, next) => {
  const { pathname } = new URL(request.url)
  if (isOpenApi(request, pathname))
    return openApi(({ paths }) => {
      const { patch } = paths[settings] ?? {}
      paths[settings] = { ...paths[settings], get: { ...patch, operationId: 'ShowSettings', requestBody: undefined } }
    })(request, next)
  if (!matches(settings, pathname)) return next(request)
  if (request.method !== 'GET') return request.headers.get('if-match') === '"5"' ? next(request) : answer(428)(request)
  const response = await next(redirected(request, pathname.replace(/\/immutabletags$/, '')))
  return restated(response, response.status, new Headers({ 'content-type': 'application/json', etag: '"5"' }))
}

/** Redirects every request of v2 to the same path with a slash at its end. */
const slashed: Twist = async (request, next) => {
  const { pathname, search } = new URL(request.url)
  if (!pathname.startsWith('/v2/') || pathname.startsWith('/v2/repositories')) return next(request)
  return pathname.endsWith('/')
    ? next(redirected(request, pathname.slice(0, -1)))
    : answer(308, undefined, { location: `${pathname}/${search}` })(request)
}

/** No token can be read alone, and its validator is shown by what creates and changes it. */
const validatorOfChanges = (): Twist => {
  const versions = new Map<string, number>()
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    const id = /^\/v2\/access-tokens\/([^/]+)$/.exec(pathname)?.[1]
    if (id === undefined && !(pathname === collection && request.method === 'POST')) return next(request)
    if (request.method === 'GET') return unrouted(request, next)
    const isCurrent = request.headers.get('if-match') === `"${versions.get(id ?? '') ?? 1}"`
    if (request.method === 'PATCH' && !isCurrent) return answer(request.headers.has('if-match') ? 412 : 428)(request)
    const response = await next(request)
    if (!response.ok || response.status === 204) return response
    const version = id === undefined ? 1 : (versions.get(id) ?? 1) + 1
    if (id !== undefined) versions.set(id, version)
    const headers = new Headers(response.headers)
    headers.set('etag', `"${version}"`)
    return restated(response, response.status, headers)
  }
}

/** No token can be read alone, and the reference has no operation for it. */
const tokensNotRead = layered(
  withOpenApi(({ paths }) => {
    delete paths[`${collection}/{uuid}`]?.get
  }),
  instead(to(`${collection}/{uuid}`, 'GET'), unrouted),
)

/** Tokens are listed by a search and changed by actions, as the reference says. */
const tokensByActions: Twist = async (request, next) => {
  const { pathname, search } = new URL(request.url)
  const one = `${collection}/{uuid}`
  if (isOpenApi(request, pathname))
    return openApi(({ paths }) => {
      const { patch, delete: removal, ...item } = paths[one] ?? {}
      const { get, ...all } = paths[collection] ?? {}
      Object.assign(paths, {
        [collection]: all,
        [`${collection}/search`]: { post: get },
        [one]: item,
        [`${one}/actions/update`]: { post: patch },
        [`${one}/actions/revoke`]: { post: removal },
      })
    })(request, next)
  const { headers } = request
  const as = (method: string, path: string, body?: string): Promise<Response> =>
    next(new Request(new URL(path + search, request.url), { method, headers, ...(body === undefined ? {} : { body }) }))
  if (request.method === 'POST' && pathname === `${collection}/search`) return as('GET', collection)
  const [, path = '', action] = /^(\/v2\/access-tokens\/[^/]+)\/actions\/(update|revoke)$/.exec(pathname) ?? []
  if (request.method === 'POST' && action !== undefined)
    return action === 'revoke' ? as('DELETE', path) : as('PATCH', path, await request.text())
  const isMoved = to(one)(request, pathname) ? request.method !== 'GET' : request.method === 'GET'
  return isMoved && (to(one)(request, pathname) || pathname === collection) && search === ''
    ? unrouted(request, next)
    : next(request)
}

/** Takes changes of tokens as a PatchOp alone (RFC 7644, section 3.5.2), and declares it. */
const patchOps: Twist = async (request, next) => {
  const { pathname } = new URL(request.url)
  if (isOpenApi(request, pathname))
    return openApi(({ paths }) => {
      const text = { type: 'string' }
      const named = (names: readonly string[]) => ({
        type: 'object',
        properties: { op: { ...text, enum: ['replace'] }, path: { ...text, enum: names }, value: {} },
      })
      for (const [path, { patch }] of Object.entries(paths)) {
        if (!patch || !path.includes('access-tokens')) continue
        const schema = {
          type: 'object',
          required: ['schemas', 'Operations'],
          properties: {
            schemas: { type: 'array', items: { ...text, enum: ['PatchOp'] } },
            Operations: { type: 'array', items: named(['token_label', 'label', 'is_active']) },
          },
        }
        patch.requestBody = { content: { 'application/scim+json': { schema } } }
      }
    })(request, next)
  if (request.method !== 'PATCH' || !pathname.includes('access-tokens')) return next(request)
  const { schemas, Operations: operations } = await sentBy(request)
  if (!Array.isArray(operations) || !Array.isArray(schemas) || schemas[0] !== 'PatchOp') return answer(400)(request)
  const body = JSON.stringify(Object.fromEntries(operations.map(({ path, value }) => [path, value])))
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  return next(new Request(request.url, { method: 'PATCH', headers, body }))
}

const variants: Readonly<Record<string, HubVariant>> = {
  'ids-in-brackets': variant(
    'one token is at /v2/accessTokens({id}), as its reference says',
    tokensAt('/v2/accessTokens', id => `/v2/accessTokens(${id})`, /^\/v2\/accessTokens\(([^/()]+)\)$/),
  ),
  'ids-after-a-word': variant(
    'one token is at /v2/user-tokens/id:{id}, as its reference says',
    tokensAt('/v2/user-tokens', id => `/v2/user-tokens/id:${id}`, /^\/v2\/user-tokens\/id:([^/]+)$/),
  ),
  'below-a-prefix': variant('redirects everything of v2 to the same path below a prefix', belowPrefix),
  'validator-of-settings': variant(
    'accepts changes of the settings of a repository only with the validator that reading them shows',
    ownValidator,
  ),
  'conditional-elsewhere': variant(
    'redirects everything to a slash at its end, and accepts changes only with If-Unmodified-Since',
    layered(slashed, sinceModified),
  ),
  'patch-operations': variant('takes changes of tokens as the operations of a PatchOp', patchOps),
  operations: {
    says: 'answers every creation with an operation, which returns what it has made when it is done',
    twist: byOperations((_request, path) => /\/(?:access-tokens|repositories)$/.test(path), withResult),
  },
  'tokens-by-actions': variant(
    'lists personal access tokens by POST to a search, and changes them by POST to actions',
    tokensByActions,
  ),
  'tokens-not-read': variant('has no operation that reads one personal access token', tokensNotRead),
  'validators-of-changes': {
    says: 'the same, and accepts changes of a token only with the validator that its creation or last change showed',
    twist: () => layered(tokensNotRead, validatorOfChanges()),
  },
  'since-modified': variant('accepts changes only with If-Unmodified-Since', sinceModified),
}

export default variants
