import { parametersOf } from '../../checks/path-template.ts'
import { isObject } from '../../checks/reading/json.ts'
import {
  isChangelog,
  isDeprecationLog,
  isOpenApi,
  type OpenApiDocument,
  withOpenApi,
} from '../../checks/twists/documents.ts'
import { layered, pageOf, redirected } from '../../checks/twists/shapes.ts'
import {
  answer,
  anyOf,
  edited,
  instead,
  isV2,
  matches,
  onObject,
  to,
  unrouted,
  variant,
} from '../../checks/twists/twist.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { HubVariant, Twist } from '../../contracts/requirement.ts'

const collection = '/v2/access-tokens'
const item = `${collection}/{uuid}`

/** Answers as another path does, and links to the next page of a list at this one. */
const servedAs =
  (path: string): Twist =>
  (request, next) =>
    edited(body => {
      const link = pageOf(body)?.next
      return isObject(body) && link ? { ...body, next: link.replace(path, new URL(request.url).pathname) } : body
    })(redirected(request, path), next)

/** One personal access token is at the path that `itemOf` makes of its id; `pattern` finds the id there. */
const tokensAt = (list: string, itemOf: (id: string) => string, pattern: RegExp): Twist =>
  layered(
    withOpenApi(document => {
      const { [collection]: all, [item]: one, ...paths } = document.paths
      document.paths = { ...paths, [list]: all ?? {}, [itemOf('{uuid}')]: one ?? {} }
    }),
    instead(anyOf(to(collection), to(item)), unrouted),
    (request, next) => {
      const { pathname } = new URL(request.url)
      if (pathname === list) return servedAs(collection)(request, next)
      const id = pattern.exec(pathname)?.[1]
      return next(id === undefined ? request : redirected(request, `${collection}/${id}`))
    },
  )

const repository = '/v2/namespaces/{namespace}/repositories/{repository}'

/** Where everything is whose path the document does not show: in the reference implementation, and in a hub with other paths. */
const moves: readonly (readonly [here: string, there: string])[] = [
  [collection, '/v2/me/secrets'],
  [item, '/v2/me/secrets/{key}'],
  ['/v2/orgs/{org_name}/access-tokens', '/v2/companies/{company}/keys'],
  ['/v2/orgs/{org_name}/access-tokens/{access_token_id}', '/v2/companies/{company}/keys/{key}'],
  ['/v2/auditlogs/{account}', '/v2/journal/{account}'],
  ['/v2/auditlogs/{account}/actions', '/v2/journal/{account}/verbs'],
  ['/v2/repositories/{namespace}/{repository}/groups', '/v2/catalog/{owner}/{image}/teams'],
  ['/v2/namespaces/{namespace}/repositories', '/v2/catalog/{owner}'],
  [repository, '/v2/catalog/{owner}/{image}'],
  [`${repository}/immutabletags`, '/v2/catalog/{owner}/{image}/frozen'],
  [`${repository}/immutabletags/verify`, '/v2/catalog/{owner}/{image}/frozen/check'],
]

/** The path of another template with the same values. */
const refilled = (path: string, from: string, to: string): string => {
  const values = path.split('/').filter((_, at) => from.split('/')[at]?.startsWith('{'))
  return to.replace(/\{[^}]+\}/g, () => values.shift() ?? '')
}

const relaid = withOpenApi(document => {
  const paths: OpenApiDocument['paths'] = {}
  for (const [path, operations] of Object.entries(document.paths)) {
    const [, there = path] = moves.find(([here]) => matches(here, path)) ?? []
    for (const operation of Object.values(operations)) {
      const names = [...parametersOf(there)]
      for (const parameter of operation?.parameters ?? [])
        if (parameter.in === 'path') parameter.name = names.shift() ?? parameter.name
    }
    paths[there] = operations
  }
  document.paths = paths
})

/** Has these at their other paths alone. */
const movedBy =
  (these: typeof moves): Twist =>
  (request, next) => {
    const path = new URL(request.url).pathname.replace(/(.)\/$/, '$1')
    const [here, there] = these.find(([, there]) => matches(there, path)) ?? []
    if (here !== undefined && there !== undefined)
      return servedAs(refilled(path, there, here))(redirected(request, path), next)
    return these.some(([here]) => matches(here, path)) ? unrouted(request, next) : next(request)
  }

const elsewhere = movedBy(moves)
const tokensElsewhere = movedBy(moves.slice(0, 2))

/** Publishes the reference at another path alone. */
const referenceAt = (place: string): Twist =>
  layered(
    instead(isOpenApi, answer(404)),
    instead(to(place), (request, next) => next(redirected(request, '/openapi.json'))),
  )

const asYaml = layered(
  instead(to('/openapi.yaml'), async (request, next) => {
    const { stringify } = await import('yaml')
    const document: unknown = await (await next(request)).json()
    const headers = { 'content-type': 'application/yaml' }
    return new Response(stringify(document, { aliasDuplicateObjects: false }), { headers })
  }),
  referenceAt('/openapi.yaml'),
)

/** The reference is at a place that only a page of Swagger UI names. */
const namedByPage = layered(
  referenceAt('/about/api.json'),
  instead(to('/docs'), () => {
    const page = `<!doctype html><div id="swagger-ui"></div>
<script>window.ui = SwaggerUIBundle({ url: "/about/api.json", dom_id: "#swagger-ui" })</script>`
    return new Response(page, { headers: { 'content-type': 'text/html' } })
  }),
)

const version31 = withOpenApi(document => {
  document.openapi = '3.1.0'
  for (const schema of Object.values(document.components?.schemas ?? {}) as Record<string, unknown>[])
    schema.$comment = 'read as JSON Schema 2020-12'
})

/** Redirects everything of v2 to a prefix, below which alone it is served. */
const belowPrefix: Twist = async (request, next) => {
  const { pathname, search } = new URL(request.url)
  if (pathname.startsWith('/eu/v2/')) return next(redirected(request, pathname.slice('/eu'.length)))
  return isV2(request, pathname) ? answer(307, {}, { location: `/eu${pathname}${search}` })(request) : next(request)
}

/** Tokens are listed by a search and changed by actions, as the reference says. */
const tokensByActions = layered(
  withOpenApi(({ paths }) => {
    const { patch, delete: removal, ...rest } = paths[item] ?? {}
    const { get, ...all } = paths[collection] ?? {}
    Object.assign(paths, {
      [collection]: all,
      [`${collection}/search`]: { post: get },
      [item]: rest,
      [`${item}/actions/update`]: { post: patch },
      [`${item}/actions/revoke`]: { post: removal },
    })
  }),
  async (request, next) => {
    const { pathname, search } = new URL(request.url)
    const { headers } = request
    const as = (method: string, path: string, body?: string): Promise<Response> =>
      next(
        new Request(new URL(path + search, request.url), { method, headers, ...(body === undefined ? {} : { body }) }),
      )
    if (request.method === 'POST' && pathname === `${collection}/search`) return as('GET', collection)
    const [, path = '', action] = /^(\/v2\/access-tokens\/[^/]+)\/actions\/(update|revoke)$/.exec(pathname) ?? []
    if (request.method === 'POST' && action !== undefined)
      return action === 'revoke' ? as('DELETE', path) : as('PATCH', path, await request.text())
    const isMoved = to(item)(request, pathname) ? request.method !== 'GET' : request.method === 'GET'
    return isMoved && (to(item)(request, pathname) || pathname === collection) && search === ''
      ? unrouted(request, next)
      : next(request)
  },
)

/** The same, two on a page, which is asked for in the body of the search and nowhere linked. */
const tokensByPagedSearch = layered(
  withOpenApi(({ paths }) => {
    const { post } = paths[`${collection}/search`] ?? {}
    const schema = { type: 'object', properties: { page: { type: 'integer' } } }
    if (post) Object.assign(post, { parameters: [], requestBody: { content: { 'application/json': { schema } } } })
  }),
  instead(to(`${collection}/search`, 'POST'), async (request, next) => {
    const sent: unknown = JSON.parse((await request.text()) || '{}')
    const page = isObject(sent) ? (sent.page ?? 1) : 1
    const { headers } = request
    const asked = new Request(`${request.url}?page=${page}&page_size=2`, { method: 'POST', headers })
    return edited(onObject(body => ({ ...body, next: undefined })))(asked, next)
  }),
  tokensByActions,
)

/** Everything whose path the document does not show is below the one tenant of the hub. */
const belowTenant = layered(
  movedBy(moves.map(([here]) => [here, here.replace('/v2/', '/v2/tenants/north/')])),
  withOpenApi(document => {
    const tenant = { name: 'tenant', in: 'path', required: true, schema: { type: 'string', enum: ['north'] } }
    document.paths = Object.fromEntries(
      Object.entries(document.paths).map(([path, operations]) => {
        if (!moves.some(([here]) => matches(here, path))) return [path, operations]
        for (const operation of Object.values(operations))
          if (operation) operation.parameters = [tenant, ...(operation.parameters ?? [])]
        return [path.replace('/v2/', '/v2/tenants/{tenant}/'), operations]
      }),
    )
  }),
)

export default {
  layout: variant(
    'other paths for every operation whose path is not shown, published only in the reference',
    layered(elsewhere, relaid),
  ),
  'layout-yaml': variant('other paths, in a reference in YAML', layered(elsewhere, asYaml, relaid)),
  'openapi-yaml': variant('the reference in YAML', asYaml),
  'openapi-3.1': variant('the reference as OpenAPI 3.1', version31),
  'label-in-log': variant(
    'legacy endpoints only in the log',
    withOpenApi(({ paths }) => {
      for (const { method, path } of lifecycle.legacyEndpoints) delete paths[path]?.[method.toLowerCase()]
    }),
  ),
  'no-documents': {
    ...variant(
      'publishes no documents at the usual paths',
      instead(anyOf(isOpenApi, isDeprecationLog, isChangelog), answer(404)),
    ),
    complete: false,
  },
  'own-paths-undocumented': {
    ...variant(
      'has personal access tokens at other paths, and publishes no reference at the usual paths',
      layered(tokensElsewhere, instead(isOpenApi, answer(404))),
    ),
    complete: false,
  },
  'own-paths-in-a-page': variant(
    'has other paths, and names its reference only in a Swagger UI page',
    layered(elsewhere, namedByPage, relaid),
  ),
  prefix: {
    ...variant('mounted below a path', async (request, next) => {
      const path = new URL(request.url).pathname
      return path === '/hub' || path.startsWith('/hub/')
        ? next(redirected(request, path.slice('/hub'.length) || '/'))
        : answer(404)(request)
    }),
    basePath: '/hub',
  },
  'below-a-prefix': variant('redirects all v2 requests to the same path below a prefix', belowPrefix),
  tenant: variant(
    'has everything whose path is not shown below a tenant, of which the reference names the one',
    belowTenant,
  ),
  'ids-in-brackets': variant(
    'one token is at /v2/accessTokens({id}), as its reference says',
    tokensAt('/v2/accessTokens', id => `/v2/accessTokens(${id})`, /^\/v2\/accessTokens\(([^/()]+)\)$/),
  ),
  'ids-after-a-word': variant(
    'one token is at /v2/user-tokens/id:{id}, as its reference says',
    tokensAt('/v2/user-tokens', id => `/v2/user-tokens/id:${id}`, /^\/v2\/user-tokens\/id:([^/]+)$/),
  ),
  'tokens-by-actions': variant(
    'lists personal access tokens by POST to a search, and changes them by POST to actions',
    tokensByActions,
  ),
  'tokens-by-paged-search': variant(
    'lists personal access tokens by POST to a search, with the page in the body',
    tokensByPagedSearch,
  ),
} satisfies Readonly<Record<string, HubVariant>>
