import { isOpenApi, openApi } from '../../checks/twists/documents.ts'
import { pageOf, redirected, restated } from '../../checks/twists/shapes.ts'
import { answer, unrouted, variant, withJson } from '../../checks/twists/twist.ts'
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
  'since-modified': variant('accepts changes only with If-Unmodified-Since', sinceModified),
}

export default variants
