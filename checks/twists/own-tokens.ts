import type { Twist } from '../../contracts/requirement.ts'
import { isObject, type JsonObject } from '../reading/json.ts'
import { type OpenApiDocument, withOpenApi } from './documents.ts'
import { layered, pageOf, redirected } from './shapes.ts'
import { edited, to, unrouted } from './twist.ts'

const published = '/v2/access-tokens'

/** Where {@link ownTokens} has personal tokens, and one of them. */
export const keys = '/v2/users/{user}/keys'
export const key = `${keys}/{id}`

/** What they call the members that are left of a token, and the published names. */
const publishedNames = { id: 'uuid', title: 'token_label', enabled: 'is_active', createdAt: 'created_at' } as const

const ownForm = (token: JsonObject): JsonObject => ({
  ...Object.fromEntries(Object.entries(publishedNames).map(([name, usual]) => [name, token[usual]])),
  ...('expires_at' in token ? { expires_at: token.expires_at } : {}),
  ...(token.token ? { secret: token.token } : {}),
})

const shownAll =
  (path: string) =>
  (body: unknown): unknown => {
    const page = pageOf(body)
    if (page) {
      const next = page.next?.replace(published, path) ?? null
      return { ...page.rest, next, results: page.results.map(one => ownForm(one as JsonObject)) }
    }
    return isObject(body) && 'uuid' in body ? ownForm(body) : body
  }

/** The schemas of a token and of what creates and changes one. */
const text = { type: 'string' }
export const keySchema = {
  type: 'object',
  properties: { id: text, title: text, enabled: { type: 'boolean' }, createdAt: text, expires_at: {} },
}
const { id: _id, createdAt: _createdAt, ...settable } = keySchema.properties
const { expires_at: _expiry, ...changeable } = settable

const json = (schema: object) => ({ content: { 'application/json': { schema } } })

const publish = (document: OpenApiDocument): void => {
  const { [published]: collection, [`${published}/{uuid}`]: item, ...paths } = document.paths
  const parameters = ['user', 'id'].map(name => ({ name, in: 'path', required: true, schema: text }))
  const body = { required: true, ...json({ type: 'object', required: ['title'], properties: settable }) }
  const list = { type: 'object', properties: { results: { type: 'array', items: keySchema }, next: {} } }
  document.paths = {
    ...paths,
    [keys]: {
      post: {
        ...collection?.post,
        parameters: parameters.slice(0, 1),
        requestBody: body,
        responses: { 201: json(keySchema) },
      },
      get: {
        ...collection?.get,
        parameters: [...parameters.slice(0, 1), ...(collection?.get?.parameters ?? [])],
        responses: { 200: json(list) },
      },
    },
    [key]: {
      get: { ...item?.get, parameters, responses: { 200: json(keySchema) } },
      patch: {
        ...item?.patch,
        parameters,
        requestBody: { ...body, ...json({ type: 'object', properties: changeable }) },
        responses: { 200: json(keySchema) },
      },
      delete: { ...item?.delete, parameters },
    },
  }
}

/** Personal tokens below the name of their account, with other names of members. */
export const ownTokens: Twist = layered(withOpenApi(publish), async (request, next) => {
  const { pathname } = new URL(request.url)
  if (to(published)(request, pathname) || to(`${published}/{uuid}`)(request, pathname)) return unrouted(request, next)
  if (!to(keys)(request, pathname) && !to(key)(request, pathname)) return next(request)
  const inner = redirected(request, `${published}${/^\/v2\/users\/[^/]+\/keys(.*)$/.exec(pathname)?.[1] ?? ''}`)
  if (request.method === 'DELETE') return next(inner)
  const sent: unknown = await inner
    .clone()
    .json()
    .catch(() => undefined)
  const body = isObject(sent)
    ? JSON.stringify({
        ...(request.method === 'POST' ? { scopes: ['repo:read'] } : {}),
        ...Object.fromEntries(
          Object.entries(sent).map(([name, value]) => [
            (publishedNames as Readonly<Record<string, string>>)[name] ?? name,
            value,
          ]),
        ),
      })
    : undefined
  return edited(shownAll(pathname))(body === undefined ? inner : new Request(inner, { body }), next)
})
