import { isObject } from '../../checks/reading/json.ts'
import { tokenFamilies } from '../../checks/token-calls.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { withFields } from '../../checks/twists/http-fields.ts'
import { layered, nestedBodies, redirected, restated, slashed } from '../../checks/twists/shapes.ts'
import { replacing } from '../../checks/twists/tokens.ts'
import {
  answer,
  edited,
  instead,
  isChange,
  isLegacy,
  isV2,
  onObject,
  sentBy,
  to,
  unrouted,
  variants,
  type When,
  withBody,
} from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { isRunName } from '../../contracts/run/run-name.ts'

const tokens = '/v2/access-tokens'
const settings = '/v2/namespaces/{namespace}/repositories/{repository}/immutabletags'

const isCurrentChange: When = (request, path) => isChange(request, path) && !isLegacy(request, path)

const isTokenCreation: When = ({ method }, path) => method === 'POST' && path.endsWith('/access-tokens')

/** Creates tokens in batches, each with a status of its own, and declares that. */
const batches = layered(
  withOpenApi(({ paths }) => {
    for (const [path, { post }] of Object.entries(paths)) {
      const content = path.endsWith('/access-tokens') ? post.requestBody.content['application/json'] : undefined
      if (!content) continue
      content.schema = { type: 'array', minItems: 1, items: content.schema }
      post.responses = { 207: { description: 'Multi-Status' } }
    }
  }),
  instead(isTokenCreation, async (request, next) => {
    const asked: unknown = await request.clone().json()
    if (!Array.isArray(asked) || asked.length !== 1) return answer(400)(request)
    const response = await next(withBody(request, asked[0]))
    const { status, ok } = response
    if (status === 401) return response
    return answer(207, { results: [{ status, ...(ok ? { resource: await response.json() } : {}) }] })(request)
  }),
)

/** Answers 400 to the creations of tokens whose body fits. */
const refusing = (fits: (asked: Readonly<Record<string, unknown>>) => boolean): Twist =>
  instead(isTokenCreation, async (request, next) =>
    fits(await sentBy(request)) ? answer(400)(request) : next(request),
  )

const isThing: When = (_request, path) => /\/(?:access-tokens|repositories)\/[^/]+(?:\/immutabletags)?$/.test(path)

/** Shows a field with each thing, and takes changes of it only with its value in another field (RFC 6585, section 3; RFC 9110, section 13.1). */
const conditional = (shown: string, value: string, demanded: string): Twist =>
  layered(
    instead(
      (request, path) =>
        isThing(request, path) &&
        ['PATCH', 'DELETE'].includes(request.method) &&
        request.headers.get(demanded) !== value,
      answer(428),
    ),
    withFields((request, path) => isThing(request, path) && request.method === 'GET', { [shown]: value }),
  )

/** The same with a change in between: every other request with the validator is late. */
const changedInBetween = (): Twist => {
  let late = false
  return layered(
    instead(
      (request, path) => isThing(request, path) && request.method === 'PATCH' && request.headers.has('if-match'),
      (request, next) => {
        late = !late
        return late ? answer(412)(request) : next(request)
      },
    ),
    conditional('etag', '"7"', 'if-match'),
  )
}

const sinceModified = conditional('last-modified', 'Tue, 18 Nov 2025 08:00:00 GMT', 'if-unmodified-since')

/** The settings of a repository are read at their own path, which alone shows the validator that a change of them demands. */
const ownValidator = layered(
  withOpenApi(({ paths }) => {
    const { patch } = paths[settings] ?? {}
    paths[settings] = { ...paths[settings], get: { ...patch, operationId: 'ShowSettings', requestBody: undefined } }
  }),
  instead(to(settings), async (request, next) => {
    if (request.method !== 'GET')
      return request.headers.get('if-match') === '"5"' ? next(request) : answer(428)(request)
    const { pathname } = new URL(request.url)
    const response = await next(redirected(request, pathname.replace(/\/immutabletags$/, '')))
    return restated(response, response.status, new Headers({ 'content-type': 'application/json', etag: '"5"' }))
  }),
)

/** No token can be read alone, and the reference has no operation for it. */
const tokensNotRead = layered(
  withOpenApi(({ paths }) => {
    delete paths[`${tokens}/{uuid}`]?.get
  }),
  instead(to(`${tokens}/{uuid}`, 'GET'), unrouted),
)

/** No token can be read alone, and its validator is shown by what creates and changes it. */
const validatorOfChanges = (): Twist => {
  const versions = new Map<string, number>()
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    const id = /^\/v2\/access-tokens\/([^/]+)$/.exec(pathname)?.[1]
    if (id === undefined && !(pathname === tokens && request.method === 'POST')) return next(request)
    const isCurrent = request.headers.get('if-match') === `"${versions.get(id ?? '') ?? 1}"`
    if (request.method === 'PATCH' && !isCurrent) return answer(request.headers.has('if-match') ? 412 : 428)(request)
    const response = await next(request)
    if (!response.ok || response.status === 204) return response
    const version = id === undefined ? 1 : (versions.get(id) ?? 1) + 1
    if (id !== undefined) versions.set(id, version)
    return withFields(() => true, { etag: `"${version}"` })(request, async () => response)
  }
}

/** Takes what is written, but for a login, as `application/vnd.api+json`, and says so. */
const ownJsonType = (type: string): Twist =>
  layered(
    withOpenApi(({ paths }) => {
      for (const [path, operations] of Object.entries(paths))
        for (const { requestBody } of path.startsWith('/v2/auth/') ? [] : Object.values(operations)) {
          const { 'application/json': form } = requestBody?.content ?? {}
          if (form) requestBody.content = { [type]: form }
        }
    }),
    instead(
      (request, path) =>
        isCurrentChange(request, path) && request.body !== null && request.headers.get('content-type') !== type,
      answer(415),
    ),
  )

/** Takes changes of tokens in a type and form of their own alone, and declares them; `membersIn` are those to change, undefined for another form. */
const changesAs = (
  type: string,
  schema: object,
  membersIn: (sent: unknown) => readonly { readonly path: string; readonly value: unknown }[] | undefined,
): Twist =>
  layered(
    withOpenApi(({ paths }) => {
      for (const [path, { patch }] of Object.entries(paths))
        if (patch && path.includes('access-tokens')) patch.requestBody = { content: { [type]: { schema } } }
    }),
    instead(
      (request, path) => request.method === 'PATCH' && path.includes('access-tokens'),
      async (request, next) => {
        if (request.headers.get('content-type') !== type) return answer(415)(request)
        const members = membersIn(await sentBy(request))
        if (!members) return answer(400)(request)
        return next(withBody(request, Object.fromEntries(members.map(({ path, value }) => [path, value]))))
      },
    ),
  )

const text = { type: 'string' }
const arrayOf = (properties: object) => ({ type: 'array', items: { type: 'object', properties } })

/** Operations on members (RFC 6902). */
const jsonPatch = changesAs('application/json-patch+json', arrayOf({ op: text, path: text, value: {} }), sent =>
  Array.isArray(sent) ? sent.map(({ path, value }) => ({ path: path.slice(1), value })) : undefined,
)

/** A PatchOp (RFC 7644, section 3.5.2). */
const patchOp = changesAs(
  'application/scim+json',
  {
    type: 'object',
    required: ['schemas', 'Operations'],
    properties: {
      schemas: { type: 'array', items: { ...text, enum: ['PatchOp'] } },
      Operations: arrayOf({
        op: { ...text, enum: ['replace'] },
        path: { ...text, enum: ['token_label', 'label', 'is_active'] },
        value: {},
      }),
    },
  },
  sent => {
    const { schemas, Operations: operations } = isObject(sent) ? sent : {}
    return Array.isArray(operations) && Array.isArray(schemas) && schemas[0] === 'PatchOp' ? operations : undefined
  },
)

/** Declares a parameter of all operations, or of those with a method, a login aside. */
const declaring = (parameter: object, method?: string): Twist =>
  withOpenApi(({ paths }) => {
    for (const [path, operations] of Object.entries(paths))
      for (const [name, operation] of Object.entries(operations))
        if (method === undefined || (name === method && !path.startsWith('/v2/auth/')))
          operation.parameters = [...(operation.parameters ?? []), parameter]
  })

/** Demands the version of the API, in a field or in the query, of everything but legacy endpoints, and says so. */
const versioned = (place: 'header' | 'query', name: string): Twist =>
  layered(
    declaring({ name, in: place, required: true, schema: { ...text, enum: ['2'] } }),
    instead(
      (request, path) =>
        isV2(request, path) &&
        !isLegacy(request, path) &&
        (place === 'header' ? request.headers : new URL(request.url).searchParams).get(name) !== '2',
      answer(400, { message: `${name} is missing` }),
    ),
  )

/** Demands an id of its own for every request of v2, the login and legacy endpoints as well, and says so. */
const identified = (): Twist => {
  const used = new Set<string>()
  const name = 'X-Correlation-Id'
  return layered(
    declaring({ name, in: 'header', required: true, schema: { ...text, format: 'uuid' } }),
    instead(isV2, (request, next) => {
      const id = request.headers.get(name) ?? ''
      const isOpen = request.headers.get('authorization') === null && !request.url.includes('/v2/auth/')
      if (isOpen || (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) && !used.has(id.toLowerCase()))) {
        used.add(id.toLowerCase())
        return next(request)
      }
      return answer(400, { message: `${name} is missing or used` })(request)
    }),
  )
}

/** Demands a key of its own for every creation, and refuses one that another request had; says so. */
const keyed = (): Twist => {
  const used = new Set<string>()
  const name = 'Idempotency-Key'
  return layered(
    declaring({ name, in: 'header', required: true, schema: {} }, 'post'),
    instead(
      (request, path) => request.method === 'POST' && isCurrentChange(request, path),
      (request, next) => {
        const key = request.headers.get(name) ?? ''
        if (key === '' || used.has(key)) return answer(400, { message: `${name} is missing or used` })(request)
        used.add(key)
        return next(request)
      },
    ),
  )
}

/**
 * Personal tokens are created by PUT at a path that ends in their names, next to one for their values, and replaced there; says so. They are
 * shown with their names and a note, or without.
 */
const byName = (isShown: boolean) => (): Twist => {
  const ids = new Map<string, string>()
  const notes = new Map<unknown, unknown>()
  const item = `${tokens}/{uuid}`
  const named = edited(
    onObject(({ uuid: _, token_label, ...shown }) =>
      isShown ? { ...shown, token_label, note: notes.get(token_label) ?? '' } : shown,
    ),
  )
  return layered(
    withOpenApi(({ paths }) => {
      const { [tokens]: { post, ...others } = {}, [item]: { patch, ...own } = {} } = paths
      const properties = { scope: text, is_active: { type: 'boolean' }, ...(isShown ? { note: text } : {}) }
      const requestBody = { content: { 'application/json': { schema: { type: 'object', properties } } } }
      const responses = { 200: patch.responses[200], 201: post.responses[201] }
      if (!isShown) {
        const properties = { is_active: { type: 'boolean' }, expires_at: { type: ['string', 'null'] } }
        const content = { 'application/json': { schema: { type: 'object', properties } } }
        for (const status of [200, 201] as const) responses[status] = { description: 'a token', content }
        Object.assign(own.get, { responses: { 200: responses[200] } })
      }
      paths[tokens] = others
      paths[item] = { ...own, put: { ...post, summary: 'Create or replace a token', requestBody, responses } }
      paths[`${item}/value`] = { put: { ...patch, summary: 'Give a token a new value' } }
    }),
    instead(to(tokens, 'POST'), answer(405)),
    instead(to(item), async (request, next) => {
      const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
      const id = ids.get(name)
      const kept = redirected(request.clone(), `${tokens}/${id ?? name}`)
      if (request.method !== 'PUT') return named(kept, next)
      const { scope, note, ...sent } = await sentBy(request)
      if (isRunName(String(scope))) return answer(400)(request)
      if (note !== undefined) notes.set(name, note)
      if (id !== undefined) return named(withBody(new Request(kept, { method: 'PATCH' }), sent), next)
      const creation = new Request(redirected(request, tokens), { method: 'POST' })
      const made = await next(withBody(creation, { ...sent, token_label: name, scopes: ['repo:read'] }))
      if (made.ok) ids.set(name, String(((await made.clone().json()) as { readonly uuid: string }).uuid))
      return named(request, async () => made)
    }),
  )
}

/** Takes no name that is long or has a hyphen, and declares no limit. */
const shortNames = instead(
  (request, path) => isChange(request, path) && /^P(?:OST|ATCH)$/.test(request.method),
  async (request, next) => {
    const { name, token_label, label } = await sentBy(request).catch(() => ({}) as Record<string, unknown>)
    const given = name ?? token_label ?? label
    return given === undefined || /^[a-z\d]{1,16}$/i.test(String(given))
      ? next(request)
      : answer(422, { message: 'a name has at most 16 letters and digits' })(request)
  },
)

/** Demands of what creates a token texts of several formats, and declares these. */
const formats: Readonly<Record<string, RegExp>> = {
  email: /^[^@\s]+@[^@\s.]+\.\w+$/,
  hostname: /^[a-z\d][a-z\d-]*\.example\.org$/,
  uri: /^https:\/\/\S+$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  ipv4: /^\d+\.\d+\.\d+\.\d+$/,
}
const inFormats = layered(
  withOpenApi(({ components }) => {
    for (const name of ['createAccessTokenRequest', 'createOrgAccessTokenRequest']) {
      const schema = components.schemas[name]
      schema.required = [...schema.required, ...Object.keys(formats).map(format => `of_${format}`)]
      for (const format of Object.keys(formats)) schema.properties[`of_${format}`] = { ...text, format }
    }
  }),
  instead(isTokenCreation, async (request, next) => {
    const sent = await sentBy(request)
    const others = Object.fromEntries(Object.entries(sent).filter(([name]) => !name.startsWith('of_')))
    return Object.keys(formats).every(format => formats[format]?.test(String(sent[`of_${format}`])))
      ? next(withBody(request, others))
      : answer(422, { message: 'a text has not its format' })(request)
  }),
)

/** Members of a token that it shows, and that no request may have. */
const shownOnly = { uuid: text, created_at: { ...text, format: 'date-time' } }

/** Replaces tokens by PUT, and declares one schema of them for requests and answers: what is `readOnly` there is required of answers alone. */
const readOnlyMembers = layered(
  withOpenApi(({ paths }) => {
    const properties = Object.fromEntries(
      Object.entries(shownOnly).map(([name, schema]) => [name, { ...schema, readOnly: true }]),
    )
    const read = { type: 'object', required: Object.keys(properties), properties }
    for (const [path, operations] of Object.entries(paths))
      for (const { requestBody } of path.includes('access-tokens') ? Object.values(operations) : []) {
        const own = requestBody?.content?.['application/json']
        if (own) own.schema = { allOf: [own.schema, read] }
      }
  }),
  instead(
    (request, path) => path.includes('access-tokens') && /^P(?:OST|UT)$/.test(request.method),
    async (request, next) => {
      const sent = await sentBy(request)
      return Object.keys(shownOnly).some(name => name in sent)
        ? answer(400, { message: 'a member that is readOnly was sent' })(request)
        : next(request)
    },
  ),
  ...tokenFamilies.map(facts => replacing(facts)),
)

/** A repository is assigned to a group once: the group that it has already is a conflict, whatever the permission. */
const assignedOnce = (): Twist => {
  const assigned = new Set<string>()
  return instead(to('/v2/repositories/{namespace}/{repository}/groups', 'POST'), async (request, next) => {
    const { pathname } = new URL(request.url)
    if (assigned.has(pathname)) return answer(409)(request)
    const response = await next(request)
    if (response.ok) assigned.add(pathname)
    return response
  })
}

/** Takes the settings of a repository and the assignment of a group in one object that is named for them, under names of its own, and declares it. */
const inRoot = (
  path: string,
  method: 'post' | 'patch',
  root: string,
  names: Readonly<Record<string, string>>,
  types: Readonly<Record<string, object>>,
): Twist =>
  layered(
    withOpenApi(({ paths }) => {
      const operation = paths[path]?.[method]
      const inner = { type: 'object', required: Object.keys(types), properties: types }
      const schema = { type: 'object', required: [root], properties: { [root]: inner } }
      if (operation) operation.requestBody = { content: { 'application/json': { schema } } }
    }),
    instead(to(path, method.toUpperCase()), async (request, next) => {
      const { [root]: sent } = await sentBy(request)
      if (!isObject(sent)) return answer(422)(request)
      return next(withBody(request, Object.fromEntries(Object.keys(sent).map(key => [names[key] ?? key, sent[key]]))))
    }),
  )

const rootKeys = layered(
  inRoot(
    settings,
    'patch',
    'immutable_tags',
    { enabled: 'immutable_tags', rules: 'immutable_tags_rules' },
    { enabled: { type: 'boolean' }, rules: { type: 'array', items: text } },
  ),
  inRoot(
    '/v2/repositories/{namespace}/{repository}/groups',
    'post',
    'group',
    { team_id: 'group_id' },
    { team_id: { type: 'integer' }, permission: { ...text, enum: ['read', 'write', 'admin'] } },
  ),
)

export default variants({
  'nested-bodies': ['accepts the members of a request as the attributes of a resource', nestedBodies(isCurrentChange)],
  'root-keys': ['takes the members of settings and assignments in one object that is named for them', rootKeys],
  'own-json-type': [
    'accepts only bodies of the type that it declares, which is not application/json',
    ownJsonType('application/vnd.api+json'),
  ],
  'patch-documents': ['accepts changes of tokens as operations on their members', jsonPatch],
  'patch-operations': ['accepts changes of tokens as the operations of a PatchOp', patchOp],
  batches: ['creates tokens in batches, with a status for each', batches],
  'own-header': ['requires a header field that it declares with one value', versioned('header', 'X-Api-Version')],
  'own-query': ['requires a query parameter that it declares with one value', versioned('query', 'api-version')],
  'own-keys': { says: 'requires a unique key for every creation', twist: keyed },
  'own-ids': { says: 'requires a unique id in a header field of every request', twist: identified },
  'by-name': { says: 'creates personal access tokens by PUT at a path that ends in their name', twist: byName(true) },
  'by-name-alone': {
    says: 'creates personal access tokens by PUT at a path that ends in their name, and shows their names in the list alone',
    twist: byName(false),
    complete: false,
  },
  'short-names': [
    'accepts at most 16 letters and digits as the name of a repository and the label of a token',
    shortNames,
  ],
  'own-formats': ['requires an e-mail address and other texts with a format to create a token', inFormats],
  'expiry-refused': ['refuses to create tokens if the request has an expiry', refusing(asked => 'expires_at' in asked)],
  'expiry-demanded': [
    'refuses to create tokens if the request has no expiry',
    refusing(asked => typeof asked.expires_at !== 'string'),
  ],
  'read-only-members': [
    'replaces tokens by PUT, and refuses members that its schemas require and declare as readOnly',
    readOnlyMembers,
  ],
  'assigned-once': { says: '409 to a second assignment of the same repository and group', twist: assignedOnce },
  conditional: ['accepts changes only with If-Match', conditional('etag', '"7"', 'if-match')],
  'changed-in-between': {
    says: 'accepts changes only with If-Match, and answers 412 if another request changed the resource in between',
    twist: changedInBetween,
  },
  'since-modified': ['accepts changes only with If-Unmodified-Since', sinceModified],
  'conditional-elsewhere': [
    'redirects every path to one with a slash at its end, and accepts changes only with If-Unmodified-Since',
    layered(
      slashed((request, path) => isV2(request, path) && !path.startsWith('/v2/repositories')),
      sinceModified,
    ),
  ],
  'validator-of-settings': [
    'accepts changes of the settings of a repository only with the validator that reading them shows',
    ownValidator,
  ],
  'tokens-not-read': ['has no operation that reads one personal access token', tokensNotRead],
  'validators-of-changes': {
    says: 'cannot read one personal access token, and accepts changes only with the validator of the creation or last change',
    twist: () => layered(tokensNotRead, validatorOfChanges()),
  },
})
