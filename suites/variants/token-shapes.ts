import { isFormType } from '../../checks/reading/exchanges.ts'
import { isObject, type JsonObject } from '../../checks/reading/json.ts'
import { type OpenApiDocument, withOpenApi } from '../../checks/twists/documents.ts'
import { ownTokens } from '../../checks/twists/own-tokens.ts'
import { layered, mapped, numericIds, pageOf, redirected } from '../../checks/twists/shapes.ts'
import {
  answer,
  instead,
  matches,
  onObject,
  rewritten,
  sentBy,
  variants,
  type When,
  withBody,
  withJson,
  withObject,
} from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'

const tokens: When = (_request, path) => path.includes('/access-tokens')

/** A token's id under the names that the reference implementation gives it. */
const idOf = (token: JsonObject): string => String(token.uuid ?? token.id)

const isToken = (value: unknown): value is JsonObject => isObject(value) && ('uuid' in value || 'label' in value)

/** Rewrites each token of an answer, and what holds a list of them. */
const eachToken = (
  token: (token: JsonObject) => unknown,
  list: (items: readonly unknown[], rest: JsonObject) => unknown = (results, rest) => ({ ...rest, results }),
) =>
  withJson(tokens, body => {
    const page = pageOf(body)
    if (page)
      return list(
        page.results.map(item => (isToken(item) ? token(item) : item)),
        { ...page.rest, next: page.next },
      )
    return isToken(body) ? token(body) : body
  })

const resource = (token: JsonObject): unknown => {
  const { uuid: _uuid, id: _id, ...attributes } = token
  return { type: 'access-token', id: idOf(token), attributes }
}

const jsonApi: Twist = (request, next) => {
  const single = withObject(
    (inner, path) => tokens(inner, path),
    body => (isToken(body) ? { data: resource(body), links: { self: new URL(request.url).pathname } } : body),
  )
  return layered(
    single,
    withJson(tokens, body => {
      const page = pageOf(body)
      return page
        ? { data: page.results.filter(isToken).map(resource), links: { next: page.next }, meta: page.rest }
        : body
    }),
  )(request, next)
}

/** Id and label in an object of their own, next to which everything else stands. */
const identified = eachToken(token => {
  const { uuid: _uuid, id: _id, token_label, label, ...rest } = token
  return { metadata: { uid: idOf(token), name: token_label ?? label }, ...rest }
})

const keyed = eachToken(
  token => token,
  (items, rest) => ({ ...rest, results: Object.fromEntries(items.filter(isToken).map(item => [idOf(item), item])) }),
)

/** Ids that are made from the number of a token and its own id, under another name. */
const otherIds = (member: string, make: (number: number, id: string) => string) => (): Twist => {
  const odd = new Map<string, string>()
  const oddOf = (id: string): string => {
    const known = odd.get(id) ?? make(odd.size, id)
    odd.set(id, known)
    return known
  }
  const rewritten = eachToken(token => {
    const { uuid: _uuid, id: _id, ...rest } = token
    return { ...rest, [member]: oddOf(idOf(token)) }
  })
  return async (request, next) => {
    const path = new URL(request.url).pathname
    const [, collection, segment] = /^(.*\/access-tokens)\/([^/]+)$/.exec(path) ?? []
    if (segment === undefined) return rewritten(request, next)
    const id = [...odd].find(([, name]) => name === decodeURIComponent(segment))?.[0]
    return rewritten(redirected(request, `${collection}/${id ?? 'none'}`), next)
  }
}

/** Ids as numbers that lie above 2^53: no JavaScript number holds one of them exactly. */
const largeIds = (): Twist => {
  const ids: string[] = []
  const first = 9_007_199_254_740_993n
  const numberOf = (id: string): bigint => {
    if (!ids.includes(id)) ids.push(id)
    return first + 2n * BigInt(ids.indexOf(id))
  }
  const shown = rewritten(text =>
    text.replaceAll(/"(uuid|id)":"([0-9a-f-]{36})"/g, (_all, key, one) => `"${key}":${numberOf(one)}`),
  )
  return instead(tokens, (request, next) => {
    const [, collection, number] = /^(.*\/access-tokens\/)(\d+)$/.exec(new URL(request.url).pathname) ?? []
    if (number === undefined) return shown(request, next)
    const id = ids[Number((BigInt(number) - first) / 2n)]
    return shown(redirected(request, `${collection}${id ?? 'none'}`), next)
  })
}

/** A token is named by its path, and by no id. */
const pathNames = eachToken(token => {
  const { uuid: _uuid, id: _id, ...rest } = token
  return { name: `access-tokens/${idOf(token)}`, ...rest }
})

const withLabels = (edit: (label: string) => string): Twist =>
  eachToken(token =>
    Object.fromEntries(
      Object.entries(token).map(([key, value]) => [key, /label$/.test(key) ? edit(String(value)) : value]),
    ),
  )
const inCapitals = withLabels(label => label.toUpperCase())
/** Harbor shows a robot as `robot$project+name`. */
const behindOwner = withLabels(label => `robot$conformance+${label}`)

/** One thing alone can be read only some while after it was made; lists show it at once. */
const singlesLate = (): Twist => {
  const made = new Map<string, number>()
  return async (request, next) => {
    const path = new URL(request.url).pathname
    if (request.method === 'POST' && /\/(?:repositories|access-tokens)$/.test(path)) {
      const response = await next(request)
      const body: unknown = response.ok ? await response.clone().json() : undefined
      if (isObject(body)) made.set(String(body.uuid ?? body.id ?? body.name), 3)
      return response
    }
    const [name, left = 0] = [...made].find(([known]) => path.split('/').includes(known)) ?? []
    if (name === undefined || left === 0) return next(request)
    made.set(name, left - 1)
    return answer(404)(request)
  }
}

const published = '/v2/orgs/{org_name}/access-tokens'

/** Tokens of an organization live below its name alone, so that the path of their list ends in a parameter. */
const shortPaths: Twist = layered(
  withOpenApi((document: OpenApiDocument) => {
    document.paths = Object.fromEntries(
      Object.entries(document.paths).map(([path, item]) => [
        path.replace(/^\/v2\/orgs\/\{[^}]+\}\/access-tokens/, '/v2/oats/{org_name}'),
        item,
      ]),
    )
  }),
  async (request, next) => {
    const path = new URL(request.url).pathname
    const [, org, rest = ''] = /^\/v2\/oats\/([^/]+)(\/[^/]+)?$/.exec(path) ?? []
    if (org !== undefined) return next(redirected(request, `/v2/orgs/${org}/access-tokens${rest}`))
    return matches(published, path) || matches(`${published}/{id}`, path) ? answer(404)(request) : next(request)
  },
)

/** Tokens are deleted by an action: the DELETE of both families is published and served as POST …/revoke. */
const revoked = layered(
  withOpenApi(({ paths }) => {
    for (const [path, { delete: own, ...rest }] of Object.entries(paths))
      if (own && /access-tokens\/\{[^{}]*\}$/.test(path)) {
        paths[path] = rest
        paths[`${path}/revoke`] = { parameters: rest.parameters, post: own }
      }
  }),
  async (request, next) => {
    const { pathname } = new URL(request.url)
    const [, own] = /^(.*\/access-tokens\/[^/]+)\/revoke$/.exec(pathname) ?? []
    if (own !== undefined && request.method === 'POST')
      return next(new Request(redirected(request, own), { method: 'DELETE', body: null }))
    return request.method === 'DELETE' && tokens(request, pathname) ? answer(405)(request) : next(request)
  },
)

/** Tokens are created and updated by forms, as a browser sends them, and by nothing else. */
const formBodies: Twist = layered(
  withOpenApi(({ paths, components }) => {
    for (const name of ['createOrgAccessTokenRequest', 'updateOrgAccessTokenRequest'])
      delete components.schemas[name].properties.resources
    for (const [path, { post, patch }] of Object.entries(paths))
      for (const { requestBody: own } of path.includes('access-tokens') ? [post, patch].filter(Boolean) : [])
        own.content = { 'application/x-www-form-urlencoded': own.content['application/json'] }
  }),
  async (request, next) => {
    const { pathname } = new URL(request.url)
    if (!['POST', 'PATCH'].includes(request.method) || !tokens(request, pathname)) return next(request)
    if (!isFormType(request.headers.get('content-type') ?? '')) return answer(415)(request)
    const { is_active, scopes, ...sent } = Object.fromEntries(new URLSearchParams(await request.clone().text()))
    return next(
      withBody(request, {
        ...sent,
        ...(is_active === undefined ? {} : { is_active: is_active === 'true' }),
        ...(scopes === undefined ? {} : { scopes: [scopes] }),
      }),
    )
  },
)

/** The members of a document, of a request or of an answer that say when a token expires, changed. */
const withExpiries = (value: unknown, edit: (expiry: unknown) => unknown): unknown =>
  mapped(
    value,
    onObject(inner => ('expires_at' in inner ? { ...inner, expires_at: edit(inner.expires_at) } : inner)),
  )

/** Shows another expiry of each token. */
const showingExpiry = (edit: (expiry: unknown) => unknown): Twist => withJson(tokens, body => withExpiries(body, edit))

/** Tokens expire at the end of a day, which every creation has to name. */
const expiryDays = layered(
  withOpenApi(({ components }) => {
    components.schemas = withExpiries(components.schemas, () => ({ type: ['string', 'null'], format: 'date' }))
    for (const name of ['createAccessTokenRequest', 'createOrgAccessTokenRequest'])
      components.schemas[name].required.push('expires_at')
  }),
  showingExpiry(at => (typeof at === 'string' ? at.slice(0, 10) : at)),
  instead(
    (request, path) => tokens(request, path) && request.method === 'POST',
    async (request, next) => {
      const asked = await sentBy(request)
      const day = String(asked.expires_at)
      if (!/^\d{4}-\d\d-\d\d$/.test(day)) return answer(422, { message: 'expires_at is a day' })(request)
      return next(
        withBody(
          request,
          withExpiries(asked, () => `${day}T23:59:59Z`),
        ),
      )
    },
  ),
)

export default variants({
  'json-api': ['tokens as resources of JSON:API', jsonApi],
  metadata: ['ids and labels of tokens in an object of their own', identified],
  'metadata-whole': [
    'all members of a token except its switch in one object',
    eachToken(({ is_active, ...metadata }) => ({ metadata, is_active })),
  ],
  'metadata-spec': [
    'ids and labels of tokens in one object, the rest of them in another',
    eachToken(({ uuid, id, token_label, label, ...spec }) => ({
      metadata: { id: uuid ?? id, name: token_label ?? label },
      spec,
    })),
  ],
  spec: [
    'all members of a token except its id in one object',
    eachToken(({ uuid, id, ...spec }) => ({ id: uuid ?? id, spec })),
  ],
  'keyed-lists': ['lists of tokens as objects with ids as keys', keyed],
  'path-names': ['tokens have paths as ids', pathNames],
  'labels-in-capitals': ['labels are shown in capitals', inCapitals],
  'labels-behind-owner': ['labels are shown behind the name of their owner', behindOwner],
  'odd-ids': {
    says: 'ids of tokens with a slash, in a member with an unrelated name',
    twist: otherIds('handle', (number, id) => `k${number}/${id.slice(0, 6)}+==`),
  },
  'uri-ids': {
    says: 'ids of tokens are URIs',
    twist: otherIds('id', (number, id) => `gid://hub/token/${number}${id}`),
  },
  'link-lists': [
    'tokens have a list of links, and no id',
    eachToken(token => {
      const { uuid: _uuid, id: _id, ...rest } = token
      return { ...rest, links: [{ rel: 'self', href: `/v2/access-tokens/${idOf(token)}` }] }
    }),
  ],
  'long-ids': {
    says: 'ids of tokens of three hundred characters',
    twist: otherIds('id', (number, id) => `${number}${id}`.padEnd(300, 'x')),
  },
  'singles-late': {
    says: 'created resources are listed at once, but can be read individually only later',
    twist: singlesLate,
  },
  'large-ids': { says: 'ids of tokens are numbers above 2^53', twist: largeIds },
  'numeric-ids': { says: 'ids of tokens are numbers', twist: numericIds },
  'expires-null': ['expires_at is always null', showingExpiry(() => null)],
  'expires-offset': ['expires_at with an offset', showingExpiry(() => '2031-01-01T02:00:00+02:00')],
  revoked: ['tokens are deleted by POST …/revoke', revoked],
  'expiry-days': ['requires an expiry as a date without a time, and declares that', expiryDays],
  'own-tokens': ['personal tokens below the name of their account, with other members', ownTokens],
  'form-bodies': ['tokens are created and updated by forms', formBodies],
  'short-paths': ['the path of a list ends in a parameter', shortPaths],
})
