import type { Twist } from '../../contracts/requirement.ts'
import { isObject, type JsonObject } from '../reading/json.ts'
import { isOpenApi, openApi } from './documents.ts'
import { layered, onItems } from './shapes.ts'
import { edited, instead, to } from './twist.ts'

const path = '/v2/namespaces/{namespace}/repositories'

/**
 * The list of repositories at a path without a namespace, with an optional parameter of the query that names one: what it lists for that
 * namespace is changed by `change`; without the parameter it lists `others` as well.
 */
export const listedByQuery = (
  name: string,
  change: (items: readonly JsonObject[]) => readonly unknown[],
  ...others: readonly JsonObject[]
): Twist =>
  layered(
    instead(
      isOpenApi,
      openApi(({ paths }) => {
        const { get, ...rest } = paths[path] ?? {}
        paths[path] = rest
        paths['/v2/repos'] = { get: { ...get, parameters: [{ name, in: 'query', schema: { type: 'string' } }] } }
      }),
    ),
    instead(to('/v2/repos', 'GET', 'HEAD'), (request, next) => {
      const url = new URL(request.url)
      const owner = url.searchParams.get(name)
      url.searchParams.delete(name)
      url.pathname = path.replace('{namespace}', encodeURIComponent(owner ?? 'conformance-org'))
      const list = edited(
        onItems(items =>
          owner === null
            ? [...items, ...others.map(other => ({ ...(items[0] as object), ...other }))]
            : change(items.filter(isObject)),
        ),
      )
      return list(new Request(url, request), next)
    }),
    // The old list leads to where the new one is.
    instead(to('/v2/repositories/{namespace}', 'GET'), async (request, next) => {
      const response = await next(request)
      const headers = new Headers(response.headers)
      const link = headers.get('link')
      const moved = link?.replace(/\/v2\/namespaces\/([^/>]+)\/repositories(?=>)/, `/v2/repos?${name}=$1`)
      if (moved !== undefined) headers.set('link', moved)
      return new Response(response.body, { status: response.status, headers })
    }),
  )
