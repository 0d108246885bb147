import { isObject, type JsonObject } from '../../checks/reading.ts'
import {
  isDeprecationLog,
  isOpenApi,
  type OpenApiDocument,
  openApi,
  withOpenApi,
} from '../../checks/twists/documents.ts'
import {
  layered,
  mapped,
  missingAs,
  nestedBodies,
  numericIds,
  onEachThing,
  type PublishedPage,
  pageOf,
  redirected,
  restated,
  withStatus,
} from '../../checks/twists/shapes.ts'
import { answer, instead, matches, unrouted, variant, type When, withJson } from '../../checks/twists/twist.ts'
import { v1RouteOf } from '../../checks/v1-routes.ts'
import type { HubVariant, Twist } from '../../contracts/requirement.ts'

const everything: When = () => true
const v1: When = (_request, path) => v1RouteOf(path) !== undefined
const api: When = (_request, path) => path.startsWith('/v2/')
const legacy: When = (request, path) =>
  (matches('/v2/repositories/{namespace}', path) && ['GET', 'POST'].includes(request.method)) ||
  (matches('/v2/repositories', path) && request.method === 'POST') ||
  (matches('/v2/repositories/{namespace}/{repository}', path) && ['GET', 'HEAD'].includes(request.method))
const writes: When = (request, path) =>
  api(request, path) && !['GET', 'HEAD'].includes(request.method) && !path.startsWith('/v2/auth/')

/** Where everything lives whose path the document does not show, and where the reference implementation has it. */
const moves: readonly (readonly [elsewhere: RegExp, here: string, published: string, at: string])[] = [
  [/^\/v2\/me\/secrets\/([^/]+)$/, '/v2/access-tokens/$1', '/v2/access-tokens/{uuid}', '/v2/me/secrets/{key}'],
  [/^\/v2\/me\/secrets$/, '/v2/access-tokens', '/v2/access-tokens', '/v2/me/secrets'],
  [
    /^\/v2\/companies\/([^/]+)\/keys\/([^/]+)$/,
    '/v2/orgs/$1/access-tokens/$2',
    '/v2/orgs/{org_name}/access-tokens/{access_token_id}',
    '/v2/companies/{company}/keys/{key}',
  ],
  [
    /^\/v2\/companies\/([^/]+)\/keys$/,
    '/v2/orgs/$1/access-tokens',
    '/v2/orgs/{org_name}/access-tokens',
    '/v2/companies/{company}/keys',
  ],
  [
    /^\/v2\/journal\/([^/]+)\/verbs$/,
    '/v2/auditlogs/$1/actions',
    '/v2/auditlogs/{account}/actions',
    '/v2/journal/{account}/verbs',
  ],
  [/^\/v2\/journal\/([^/]+)$/, '/v2/auditlogs/$1', '/v2/auditlogs/{account}', '/v2/journal/{account}'],
  [
    /^\/v2\/catalog\/([^/]+)\/([^/]+)\/teams$/,
    '/v2/repositories/$1/$2/groups',
    '/v2/repositories/{namespace}/{repository}/groups',
    '/v2/catalog/{owner}/{image}/teams',
  ],
  [
    /^\/v2\/catalog\/([^/]+)\/([^/]+)\/frozen\/check$/,
    '/v2/namespaces/$1/repositories/$2/immutabletags/verify',
    '/v2/namespaces/{namespace}/repositories/{repository}/immutabletags/verify',
    '/v2/catalog/{owner}/{image}/frozen/check',
  ],
  [
    /^\/v2\/catalog\/([^/]+)\/([^/]+)\/frozen$/,
    '/v2/namespaces/$1/repositories/$2/immutabletags',
    '/v2/namespaces/{namespace}/repositories/{repository}/immutabletags',
    '/v2/catalog/{owner}/{image}/frozen',
  ],
  [
    /^\/v2\/catalog\/([^/]+)\/([^/]+)$/,
    '/v2/namespaces/$1/repositories/$2',
    '/v2/namespaces/{namespace}/repositories/{repository}',
    '/v2/catalog/{owner}/{image}',
  ],
  [
    /^\/v2\/catalog\/([^/]+)$/,
    '/v2/namespaces/$1/repositories',
    '/v2/namespaces/{namespace}/repositories',
    '/v2/catalog/{owner}',
  ],
]

const relaid = (document: OpenApiDocument): void => {
  const paths: OpenApiDocument['paths'] = {}
  for (const [path, item] of Object.entries(document.paths)) {
    const move = moves.find(
      ([, , published]) => published.replace(/\{[^}]*\}/g, '{}') === path.replace(/\{[^}]*\}/g, '{}'),
    )
    const text = move ? move[3] : path
    const names = [...text.matchAll(/\{([^}]+)\}/g)].map(match => match[1])
    for (const operation of Object.values(item)) {
      let index = 0
      for (const parameter of operation?.parameters ?? [])
        if (parameter.in === 'path') parameter.name = names[index++] ?? parameter.name
    }
    paths[text] = item
  }
  document.paths = paths
}

/** A page whose link to the next one leads to the same place. */
const linkedTo = (body: unknown, path: string): unknown => {
  const page = pageOf(body)
  if (!page || page.next === null) return body
  const next = new URL(page.next)
  next.pathname = path
  return { ...(body as object), next: next.href }
}

const elsewhere: Twist = async (request, next) => {
  const path = new URL(request.url).pathname.replace(/(.)\/$/, '$1')
  for (const [pattern, here] of moves)
    if (pattern.test(path))
      return withJson(
        () => true,
        body => linkedTo(body, path),
      )(request, inner => next(redirected(inner, path.replace(pattern, here))))
  const here = moves.some(([, , published]) => matches(published, path))
  return here && !matches('/v2/repositories/{namespace}/{repository}', path) ? answer(404)(request) : next(request)
}

const asYaml: Twist = async (request, next) => {
  const { pathname } = new URL(request.url)
  if (pathname === '/openapi.json') return answer(404)(request)
  if (pathname !== '/openapi.yaml') return next(request)
  const response = await next(redirected(request, '/openapi.json'))
  const { stringify } = await import('yaml')
  return new Response(stringify(await response.json(), { aliasDuplicateObjects: false }), {
    headers: { 'content-type': 'application/yaml' },
  })
}

/** Personal access tokens alone live elsewhere. */
const tokensElsewhere: Twist = (request, next) => {
  const { pathname } = new URL(request.url)
  if (/^\/v2\/access-tokens(?:\/|$)/.test(pathname)) return unrouted(request, next)
  return /^\/v2\/me\/secrets(?:\/|$)/.test(pathname) ? elsewhere(request, next) : next(request)
}

/** The reference is at a place that only a page of Swagger UI names. */
const namedByPage: Twist = async (request, next) => {
  const { pathname } = new URL(request.url)
  if (pathname === '/openapi.json') return answer(404)(request)
  if (pathname === '/about/api.json') return next(redirected(request, '/openapi.json'))
  if (pathname !== '/docs') return next(request)
  const page = `<!doctype html><div id="swagger-ui"></div>
<script>window.ui = SwaggerUIBundle({ url: "/about/api.json", dom_id: "#swagger-ui" })</script>`
  return new Response(page, { headers: { 'content-type': 'text/html' } })
}

const version31 = withOpenApi(document => {
  document.openapi = '3.1.0'
  for (const schema of Object.values(document.components?.schemas ?? {}) as Record<string, unknown>[])
    schema.$comment = 'read as JSON Schema 2020-12'
})

/** Ids as numbers that lie above 2^53: no JavaScript number holds one of them exactly. */
const largeIds = (): Twist => {
  const ids: string[] = []
  const first = 9_007_199_254_740_993n
  const numberOf = (id: string): bigint => {
    if (!ids.includes(id)) ids.push(id)
    return first + 2n * BigInt(ids.indexOf(id))
  }
  return async (request, next) => {
    const path = new URL(request.url).pathname
    if (!path.includes('/access-tokens')) return next(request)
    const match = /^(.*\/access-tokens\/)(\d+)$/.exec(path)
    const id = match ? ids[Number((BigInt(match[2] ?? 0) - first) / 2n)] : undefined
    const response = await next(match ? redirected(request, `${match[1]}${id ?? 'none'}`) : request)
    if (!response.ok || response.body === null) return response
    const text = (await response.text()).replaceAll(
      /"(uuid|id)":"([0-9a-f-]{36})"/g,
      (_all, key, one) => `"${key}":${numberOf(one)}`,
    )
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return new Response(text, { status: response.status, headers })
  }
}

/** What was just created is not shown by the next few reads. */
const late = (): Twist => {
  const hidden = new Map<string, number>()
  return async (request, next) => {
    const path = new URL(request.url).pathname
    if (request.method === 'POST' && api(request, path)) {
      const text = await request.clone().text()
      const name = /"(?:name|label|token_label)":"([^"]+)"/.exec(text)?.[1]
      const response = await next(request)
      if (response.ok && name?.startsWith('hub-conformance-')) hidden.set(name, 2)
      return response
    }
    const response = await next(request)
    if (!response.ok || !api(request, path) || !['GET', 'HEAD'].includes(request.method)) return response
    const text = await response.clone().text()
    for (const [name, left] of hidden) {
      if (!text.includes(name) && !path.includes(name)) continue
      hidden.set(name, left - 1)
      if (left <= 1) hidden.delete(name)
      const body: unknown = request.method === 'HEAD' ? undefined : JSON.parse(text)
      const page = pageOf(body)
      if (page && isObject(body))
        return answer(200, { ...body, results: page.results.filter(item => !JSON.stringify(item).includes(name)) })(
          request,
        )
      if (!path.includes('auditlogs')) return answer(404)(request)
    }
    return response
  }
}

const everyFortieth = (): Twist => {
  let count = 0
  return async (request, next) =>
    ++count % 40 === 0 ? answer(429, {}, { 'retry-after': '1' })(request) : next(request)
}

const gzip: Twist = async (request, next) => {
  const response = await next(request)
  if (request.method === 'HEAD' || response.body === null) return response
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-encoding', 'gzip')
  return new Response(response.body.pipeThrough(new CompressionStream('gzip')), { status: response.status, headers })
}

const inPieces: Twist = async (request, next) => {
  const response = await next(request)
  if (request.method === 'HEAD' || response.body === null) return response
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const body = new ReadableStream({
    start: controller => {
      for (let at = 0; at < bytes.length; at += 97) controller.enqueue(bytes.subarray(at, at + 97))
      controller.close()
    },
  })
  return new Response(body, { status: response.status, headers })
}

/** The oldest entries first, ten a page, and nothing of what the published log can be asked for. */
const oldestFirst = instead(
  (request, path) => request.method === 'GET' && matches('/v2/auditlogs/{account}', path),
  async (request, next) => {
    const url = new URL(request.url)
    const page = Number(url.searchParams.get('page') ?? 1)
    const all: unknown[] = []
    for (let number = 1; ; number++) {
      url.search = `?page=${number}&page_size=100`
      const response = await next(new Request(url, request))
      const body: unknown = response.ok ? await response.clone().json() : undefined
      if (!isObject(body) || !Array.isArray(body.logs)) return response
      all.unshift(...body.logs.toReversed())
      if (body.logs.length === 0) break
    }
    return answer(200, { logs: all.slice((page - 1) * 10, page * 10) })(request)
  },
)

const expiry = (value: unknown): Twist =>
  withJson(
    (_request, path) => path.startsWith('/v2/access-tokens'),
    body => mapped(body, inner => (isObject(inner) && 'expires_at' in inner ? { ...inner, expires_at: value } : inner)),
  )

const pages = (edit: (page: NonNullable<ReturnType<typeof pageOf>>) => unknown, link = false): Twist =>
  withJson(api, (body, headers) => {
    const page = pageOf(body)
    if (link && page?.next) headers.set('link', `<${page.next}>; rel="next"`)
    return page ? edit(page) : body
  })

/** Items by a member of theirs, in which it may be left out. */
const byMember =
  (isRepeated: boolean) =>
  ({ results }: PublishedPage): unknown =>
    Object.fromEntries(
      results.filter(isObject).map(item => {
        const member = ['uuid', 'name', 'id'].find(name => name in item) ?? 'id'
        const { [member]: key, ...rest } = item
        return [String(key), isRepeated ? item : rest]
      }),
    )

/** The same with two items on a page. */
const inPairs =
  (twist: Twist): Twist =>
  (request, next) => {
    const url = new URL(request.url)
    if (url.pathname.startsWith('/v2/')) url.searchParams.set('page_size', '2')
    return twist(new Request(url, request), next)
  }

const relative = (next: string | null): string | null => {
  if (next === null) return null
  const url = new URL(next)
  return url.pathname + url.search
}

/** Sends the cursor in the body, or in a header field. */
const cursors =
  (parameter: string, page: (items: readonly unknown[], cursor: string | null) => unknown, field?: string): Twist =>
  async (request, next) => {
    const url = new URL(request.url)
    const cursor = url.searchParams.get(parameter)
    const size = url.searchParams.get('page_size')
    if (cursor !== null) {
      const inner = new URL(atob(cursor))
      url.search = inner.search
      if (size !== null) url.searchParams.set('page_size', size)
    }
    return withJson(api, (body, headers) => {
      const shown = pageOf(body)
      if (field !== undefined && shown?.next) headers.set(field, btoa(shown.next))
      return shown ? page(shown.results, shown.next === null ? null : btoa(shown.next)) : body
    })(new Request(url, request), next)
  }

/** A tag as the published reference declares it, where Docker Hub answers with a list of images and a flag. */
const publishedTag = (value: unknown): unknown =>
  isObject(value) && Array.isArray(value.images) && 'v2' in value
    ? { ...value, images: value.images[0], v2: String(value.v2) }
    : value

const publishedTags = layered(
  withJson(api, body => mapped(body, publishedTag)),
  withOpenApi(document => {
    const { images, v2 } = document.components.schemas.tag.properties
    Object.assign(document.components.schemas.tag.properties, {
      images: images.items,
      v2: { ...v2, type: 'string' },
    })
  }),
)

/** Redirects what is read to the place that `elsewhere` gives, unless that is undefined. */
const toItself =
  (elsewhere: (url: URL) => string | undefined): Twist =>
  async (request, next) => {
    const url = new URL(request.url)
    if (!api(request, url.pathname) || !['GET', 'HEAD'].includes(request.method)) return next(request)
    const place = elsewhere(url)
    if (place !== undefined) return answer(302, {}, { location: place })(request)
    return next(redirected(request, url.pathname.replace(/\/$/, '')))
  }

const gate =
  (status: number, refused: (request: Request) => boolean): Twist =>
  async (request, next) =>
    refused(request) && !new URL(request.url).pathname.startsWith('/v2/auth/')
      ? answer(status, { message: 'refused by the gateway' })(request)
      : next(request)

const authorization = (request: Request): string => request.headers.get('authorization') ?? ''

/** Conforming hubs of other shapes than the reference implementation's, each odd in one thing that the document leaves open. */
/** Answers 400 to the creations of tokens whose body fits. */
const refusing = (fits: (asked: Readonly<Record<string, unknown>>) => boolean): Twist =>
  instead(
    (request, path) => request.method === 'POST' && path.endsWith('/access-tokens'),
    async (request, next) => {
      const asked: unknown = await request.clone().json()
      return isObject(asked) && fits(asked) ? answer(400)(request) : next(request)
    },
  )

/** Shows a validator of each thing, and takes changes of it with that alone (RFC 6585, section 3). */
const conditional: Twist = async (request, next) => {
  const { pathname } = new URL(request.url)
  if (!/\/(?:access-tokens|repositories)\/[^/]+(?:\/immutabletags)?$/.test(pathname)) return next(request)
  const validator = '"7"'
  if (['PATCH', 'DELETE'].includes(request.method) && request.headers.get('if-match') !== validator)
    return answer(428)(request)
  const response = await next(request)
  if (request.method !== 'GET') return response
  const headers = new Headers(response.headers)
  headers.set('etag', validator)
  return restated(response, response.status, headers)
}

/** Takes what is written, but for a login, as `application/vnd.api+json`, and says so. */
const ownJsonType: Twist = async (request, next) => {
  const type = 'application/vnd.api+json'
  const { pathname } = new URL(request.url)
  if (isOpenApi(request, pathname))
    return openApi(document => {
      for (const [path, operations] of Object.entries(document.paths))
        for (const { requestBody } of path.startsWith('/v2/auth/') ? [] : Object.values(operations)) {
          const { 'application/json': form } = requestBody?.content ?? {}
          if (form) requestBody.content = { [type]: form }
        }
    })(request, next)
  const isOdd = request.body !== null && writes(request, pathname) && !legacy(request, pathname)
  return isOdd && request.headers.get('content-type') !== type ? answer(415)(request) : next(request)
}

/** Takes changes of tokens as operations on their members alone (RFC 6902), and says so. */
const patchDocuments: Twist = async (request, next) => {
  const type = 'application/json-patch+json'
  const { pathname } = new URL(request.url)
  if (isOpenApi(request, pathname))
    return openApi(({ paths }) => {
      const items = { type: 'object', properties: { op: { type: 'string' }, path: { type: 'string' }, value: {} } }
      for (const [path, { patch }] of Object.entries(paths))
        if (patch && path.includes('access-tokens'))
          patch.requestBody = { content: { [type]: { schema: { type: 'array', items } } } }
    })(request, next)
  if (request.method !== 'PATCH' || !pathname.includes('access-tokens')) return next(request)
  if (request.headers.get('content-type') !== type) return answer(415)(request)
  const operations = (await request.json()) as readonly { readonly path: string; readonly value: unknown }[]
  const body = JSON.stringify(Object.fromEntries(operations.map(({ path, value }) => [path.slice(1), value])))
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  return next(new Request(request.url, { method: 'PATCH', headers, body }))
}

/** Demands the version of the API, in a field or in the query, of everything but a login and legacy endpoints, and says so. */
const versioned =
  (place: 'header' | 'query', name: string): Twist =>
  async (request, next) => {
    const { pathname, searchParams } = new URL(request.url)
    const parameter = { name, in: place, required: true, schema: { type: 'string', enum: ['2'] } }
    if (isOpenApi(request, pathname))
      return openApi(({ paths }) => {
        for (const path of Object.values(paths))
          for (const operation of Object.values(path))
            operation.parameters = [...(operation.parameters ?? []), parameter]
      })(request, next)
    const isFree = !api(request, pathname) || legacy(request, pathname) || pathname.startsWith('/v2/auth/')
    const sent = place === 'header' ? request.headers.get(name) : searchParams.get(name)
    return isFree || sent === '2' ? next(request) : answer(400, { message: `${name} is missing` })(request)
  }

const ownHeader = versioned('header', 'X-Api-Version')
const ownQuery = versioned('query', 'api-version')

/** Demands a key of its own for every creation, and refuses one that another request had; says so. */
const keyed = (): Twist => {
  const used = new Set<string>()
  const name = 'Idempotency-Key'
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    if (isOpenApi(request, pathname))
      return openApi(({ paths }) => {
        for (const [path, { post }] of Object.entries(paths))
          if (post && !path.startsWith('/v2/auth/'))
            post.parameters = [...(post.parameters ?? []), { name, in: 'header', required: true, schema: {} }]
      })(request, next)
    if (request.method !== 'POST' || !writes(request, pathname) || legacy(request, pathname)) return next(request)
    const key = request.headers.get(name) ?? ''
    if (key === '' || used.has(key)) return answer(400, { message: `${name} is missing or used` })(request)
    used.add(key)
    return next(request)
  }
}

/** Takes no name that is long or has a hyphen, and declares no limit. */
const shortNames = instead(
  (request, path) => writes(request, path) && /^P(?:OST|ATCH)$/.test(request.method),
  async (request, next) => {
    const asked: unknown = await request
      .clone()
      .json()
      .catch(() => ({}))
    const { name, token_label, label } = isObject(asked) ? asked : {}
    const given = name ?? token_label ?? label
    return given === undefined || /^[a-z\d]{1,16}$/i.test(String(given))
      ? next(request)
      : answer(422, { message: 'a name has at most 16 letters and digits' })(request)
  },
)

/** The audit log in another form than JSON. */
const auditLog = (type: string, form: (entries: readonly unknown[]) => string): Twist =>
  instead(
    (request, path) => request.method === 'GET' && matches('/v2/auditlogs/{account}', path),
    async (request, next) => {
      const response = await next(request)
      if (!response.ok) return response
      const { logs } = (await response.json()) as { readonly logs: readonly unknown[] }
      return new Response(form(logs), { headers: { 'content-type': type } })
    },
  )

const asLines = (entries: readonly unknown[]): string => entries.map(entry => `${JSON.stringify(entry)}\n`).join('')

const asTable = (entries: readonly unknown[]): string =>
  ['action,name', ...entries.filter(isObject).map(({ action, name }) => `${action},${name}`)].join('\r\n')

const catalog: When = (_request, path) =>
  /^\/v2\/namespaces\/[^/]+\/repositories(?:\/[^/]+(?:\/tags(?:\/[^/]+)?)?)?\/?$/.test(path)

/** Repositories and tags in another form. */
const catalogAs = (form: (thing: JsonObject, id: string) => unknown): Twist =>
  withJson(
    catalog,
    onEachThing(one => {
      if (!isObject(one) || typeof one.name !== 'string') return one
      const digits = Buffer.from(one.name).toString('hex').padStart(12, '0').slice(-12)
      return form(one, `6f1c2f0a-3a52-4b7e-9c1d-${digits}`)
    }),
  )

const log = '/v2/auditlogs/{account}'
const search = '/v2/auditlogs/{account}/search'

/** The audit log is searched by POST, and the reference says so. */
const searchedLog: Twist = async (request, next) => {
  const { pathname } = new URL(request.url)
  if (matches(search, pathname) && request.method === 'POST')
    return next(redirected(new Request(request.url, { headers: request.headers }), pathname.replace(/\/search$/, '')))
  if (matches(log, pathname)) return unrouted(request, next)
  if (!isOpenApi(request, pathname)) return next(request)
  return openApi(({ paths }) => {
    const { [log]: { get, ...rest } = {} } = paths
    delete paths[log]
    paths[search] = { ...rest, post: { ...get, operationId: 'SearchAuditEvents' } }
  })(request, next)
}

/** Success for every error but that of a HEAD, with a code in the body and nothing where the answer would be. */
const errorCodes: Twist = async (request, next) => {
  const response = await next(request)
  const { pathname } = new URL(request.url)
  if (!api(request, pathname) || pathname.startsWith('/v2/auth/') || request.method === 'HEAD') return response
  const { status } = response
  const text = await response.text()
  const data: unknown = response.ok && text !== '' ? JSON.parse(text) : null
  return Response.json({ code: response.ok ? 0 : status * 100 + 1, message: response.ok ? 'OK' : 'failed', data })
}

/** A repository is assigned to a group once: the group that it has already is a conflict, whatever the permission. */
const assignedOnce = (): Twist => {
  const assigned = new Set<string>()
  return instead(
    (request, path) => request.method === 'POST' && matches('/v2/repositories/{namespace}/{repository}/groups', path),
    async (request, next) => {
      const { pathname } = new URL(request.url)
      if (assigned.has(pathname)) return answer(409)(request)
      const response = await next(request)
      if (response.ok) assigned.add(pathname)
      return response
    },
  )
}

const variants: Readonly<Record<string, HubVariant>> = {
  'v1-empty': variant(
    '410 without a body',
    instead(v1, () => new Response(null, { status: 410 })),
  ),
  'v1-html': variant(
    '410 with a page of HTML',
    instead(
      v1,
      request =>
        new Response(request.method === 'HEAD' ? null : '<h1>Gone</h1>', {
          status: 410,
          headers: { 'content-type': 'text/html' },
        }),
    ),
  ),
  'v1-problem': variant(
    '410 with problem details',
    instead(
      v1,
      answer(410, { type: 'about:blank', title: 'Gone', status: 410 }, { 'content-type': 'application/problem+json' }),
    ),
  ),
  'v1-catch-all': variant(
    '410 for everything below /v1/',
    instead((_request, path) => path.startsWith('/v1/'), answer(410)),
  ),
  'legacy-not-found': variant('legacy endpoints answer 404', instead(legacy, answer(404))),
  'legacy-method-not-allowed': variant(
    'legacy endpoints answer 405',
    instead(legacy, answer(405, {}, { allow: 'DELETE' })),
  ),
  'legacy-gone': variant('legacy endpoints answer 410', instead(legacy, answer(410))),
  'legacy-bare': variant(
    'legacy endpoints answer without Deprecation and Link',
    instead(legacy, async (request, next) => {
      const response = await next(request)
      const headers = new Headers(response.headers)
      headers.delete('deprecation')
      headers.delete('link')
      return restated(response, response.status, headers)
    }),
  ),
  'legacy-redirect': variant('legacy endpoints redirect', instead(legacy, answer(301, {}, { location: '/v2/' }))),
  layout: variant(
    'other paths for every operation whose path is not shown, published only in the reference',
    layered(elsewhere, withOpenApi(relaid)),
  ),
  'layout-yaml': variant('other paths, in a reference in YAML', layered(elsewhere, asYaml, withOpenApi(relaid))),
  'openapi-yaml': variant('the reference in YAML', asYaml),
  'openapi-3.1': variant('the reference as OpenAPI 3.1', version31),
  'label-in-log': variant(
    'legacy endpoints only in the log',
    withOpenApi(document => {
      for (const path of [
        '/v2/repositories',
        '/v2/repositories/{namespace}',
        '/v2/repositories/{namespace}/{repository}',
      ])
        for (const [method, operation] of Object.entries(document.paths[path] ?? {}))
          if (operation?.deprecated) delete document.paths[path]?.[method]
    }),
  ),
  'large-ids': { says: 'ids of tokens are numbers above 2^53', twist: largeIds },
  'numeric-ids': { says: 'ids of tokens are numbers', twist: numericIds },
  'bare-arrays': variant(
    'lists are bare arrays, with pages in a Link header',
    pages(({ results }) => results, true),
  ),
  'keyed-maps': variant(
    'lists are objects from ids or names to items, with pages in a Link header',
    inPairs(pages(byMember(true), true)),
  ),
  'keyed-only': variant(
    'lists are objects from ids or names to items that do not repeat them, with pages in a Link header',
    inPairs(pages(byMember(false), true)),
  ),
  'other-pages': variant(
    'items under another name, with a relative link',
    pages(({ results, next }) => ({ items: results, links: { next: relative(next) } })),
  ),
  cursors: variant(
    'pages by cursor',
    cursors('cursor', (entries, next_cursor) => ({ entries, next_cursor })),
  ),
  'cursors-after': variant(
    'pages by a cursor that is sent back as after',
    cursors('after', (data, after) => ({ data, meta: { after } })),
  ),
  'cursor-field': variant(
    'bare arrays, with the cursor of the next page in a header field',
    layered(
      inPairs(cursors('cursor', items => items, 'x-next-cursor')),
      withOpenApi(document => {
        for (const { get } of Object.values(document.paths))
          get?.parameters?.push({ name: 'cursor', in: 'query', schema: { type: 'string' } })
      }),
    ),
  ),
  'catalog-resources': variant(
    'repositories and tags as resources of JSON:API, with ids of their own and their names as slugs',
    catalogAs(({ name, ...rest }, id) => ({ type: 'thing', id, attributes: { slug: name, ...rest } })),
  ),
  'display-names': variant(
    'repositories and tags have a name for people next to the one in their path',
    catalogAs(({ name, ...rest }) => ({ ...rest, name: `The ${name} image`, path: name })),
  ),
  'catalog-objects': variant(
    'repositories and tags as objects of Kubernetes',
    catalogAs(({ name, namespace, ...spec }, uid) => ({ kind: 'Thing', metadata: { uid, name, namespace }, spec })),
  ),
  'named-links': variant(
    'items with a link to the next page in another member',
    pages(({ results, next }) => ({ items: results, more: relative(next) })),
  ),
  envelope: variant(
    'answers in an envelope',
    withJson(api, body => (isObject(body) && 'access_token' in body ? body : { data: body })),
  ),
  'assigned-once': { says: '409 where a repository has been assigned to a group before', twist: assignedOnce },
  'error-codes': variant('200 for every error but that of a HEAD, with a code and null in an envelope', errorCodes),
  'extra-fields': variant(
    'further fields everywhere',
    withJson(api, body =>
      mapped(body, value => (isObject(value) ? { ...value, 'x-colour': 'blue', x_list: [1] } : value)),
    ),
  ),
  'ok-for-created': variant('200 instead of 201', withStatus(writes, 200)),
  accepted: variant(
    '202 for every change',
    withStatus((request, path) => writes(request, path) && request.method !== 'DELETE', 202),
  ),
  'nested-bodies': variant(
    'takes the members of a request as the attributes of a resource',
    nestedBodies((request, path) => writes(request, path) && !legacy(request, path)),
  ),
  'own-json-type': variant(
    'takes bodies of the type that it declares alone, which is not application/json',
    ownJsonType,
  ),
  'patch-documents': variant('takes changes of tokens as operations on their members', patchDocuments),
  'own-header': variant('demands a header field that it declares with one value', ownHeader),
  'own-query': variant('demands a parameter of the query that it declares with one value', ownQuery),
  'own-keys': { says: 'demands a key for every creation that no other request had', twist: keyed },
  'short-names': variant(
    'takes at most 16 letters and digits as the name of a repository, and the label of a token',
    shortNames,
  ),
  conditional: variant('accepts changes only with If-Match', conditional),
  'no-content': variant(
    '204 for updates',
    withStatus((request, path) => writes(request, path) && request.method === 'PATCH', 204),
  ),
  'expires-null': variant('expires_at is always null', expiry(null)),
  'expiry-refused': variant(
    'refuses to create tokens if the request has an expiry',
    refusing(asked => 'expires_at' in asked),
  ),
  'expiry-demanded': variant(
    'refuses to create tokens if the request has no expiry',
    refusing(asked => typeof asked.expires_at !== 'string'),
  ),
  'expires-offset': variant('expires_at with an offset', expiry('2031-01-01T02:00:00+02:00')),
  late: { says: 'what was created appears late', twist: late },
  prefix: {
    ...variant('mounted below a path', async (request, next) => {
      const path = new URL(request.url).pathname
      return path === '/hub' || path.startsWith('/hub/')
        ? next(redirected(request, path.slice('/hub'.length) || '/'))
        : answer(404)(request)
    }),
    basePath: '/hub',
  },
  'redirect-to-query': variant(
    'reading without a query is redirected to the same path with one',
    toItself(({ search }) => (search === '' ? '?served-by=hub' : undefined)),
  ),
  'redirect-to-slash': variant(
    'reading is redirected to the same path with a slash at its end',
    toItself(({ pathname, search }) => (pathname.endsWith('/') ? undefined : `${pathname}/${search}`)),
  ),
  'redirect-of-all': variant(
    'every request is redirected to the same path with a slash at its end',
    async (request, next) => {
      const { pathname, search } = new URL(request.url)
      if (!api(request, pathname) || legacy(request, pathname)) return next(request)
      return pathname.endsWith('/')
        ? next(redirected(request, pathname.slice(0, -1)))
        : answer(308, undefined, { location: `${pathname}/${search}` })(request)
    },
  ),
  gzip: variant('answers in gzip', gzip),
  chunked: variant('answers in chunks', inPieces),
  'rate-limited': { says: '429 with Retry-After now and then', twist: everyFortieth },
  'gateway-401': variant(
    'a gateway answers 401 on every path to requests without credentials',
    gate(401, request => authorization(request) === ''),
  ),
  'gateway-403': variant(
    'a gateway answers 403 on every path to requests without credentials',
    gate(403, request => authorization(request) === ''),
  ),
  'malformed-400': variant(
    'a gateway answers 400 on every path to malformed credentials',
    gate(400, request => authorization(request).includes('not-a-valid')),
  ),
  'gone-for-unknown': variant(
    '410 instead of 404 for everything missing',
    missingAs(() => true, 410),
  ),
  spa: variant('a page of HTML with status 200 for every unknown GET', async (request, next) => {
    const response = await next(request)
    if (response.status !== 404 || !['GET', 'HEAD'].includes(request.method)) return response
    return new Response(request.method === 'HEAD' ? null : '<!doctype html><div id="app"></div>', {
      headers: { 'content-type': 'text/html' },
    })
  }),
  'other-errors': variant('other statuses for errors', async (request, next) => {
    const response = await next(request)
    const other: Readonly<Record<number, number>> = { 400: 422, 403: 404, 409: 400 }
    const status = other[response.status]
    return status !== undefined && api(request, new URL(request.url).pathname) ? restated(response, status) : response
  }),
  'audit-log-oldest-first': variant('an audit log with the oldest entries first, paged only by number', oldestFirst),
  'audit-log-in-lines': variant(
    'an audit log with one JSON object per line',
    auditLog('application/x-ndjson', asLines),
  ),
  'audit-log-in-csv': {
    ...variant('an audit log as comma-separated values', auditLog('text/csv', asTable)),
    complete: false,
  },
  'audit-log-searched': { ...variant('an audit log that is searched by POST', searchedLog), complete: false },
  'pages-in-an-envelope': variant(
    'lists in an envelope, with the link to the next page next to the items',
    pages(({ next, results, rest }) => ({ status: 'ok', result: { ...rest, items: results, next } })),
  ),
  'published-tags': variant(
    'a tag with one image and its version as a string, as in the published reference',
    publishedTags,
  ),
  'text-errors': variant('errors in plain text', async (request, next) => {
    const response = await next(request)
    if (response.status < 400 || request.method === 'HEAD') return response
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    headers.set('content-type', 'text/plain')
    return new Response('no', { status: response.status, headers })
  }),
  'no-documents': {
    ...variant(
      'publishes no documents at the usual paths',
      instead(
        (request, path) => isOpenApi(request, path) || isDeprecationLog(request, path) || path === '/changelog.md',
        answer(404),
      ),
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
    layered(elsewhere, namedByPage, withOpenApi(relaid)),
  ),
  plain: variant(
    'is the reference implementation',
    instead(everything, (request, next) => next(request)),
  ),
}

export default variants
