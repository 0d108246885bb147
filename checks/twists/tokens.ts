import { expiryField } from '../../contracts/lifecycle.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { has, isObject, type JsonObject } from '../reading/json.ts'
import type { TokenFacts } from '../token-calls.ts'
import { type OpenApiDocument, operationAt, withOpenApi } from './documents.ts'
import { whenNull } from './expiry.ts'
import { layered, onEachThing } from './shapes.ts'
import { answer, edited, instead, onObject, sentBy, to, withBody, withJson } from './twist.ts'

/** Edits the label of a token. */
export const onLabel = (member: string, edit: (label: string) => string) =>
  onObject(body => (typeof body[member] === 'string' ? { ...body, [member]: edit(body[member]) } : body))

/** Shows the label that a renamed token had before. */
export const oldLabel = (member: string) => edited(onLabel(member, label => label.replace('-renamed', '')))

/** A token as a resource of JSON:API. */
export const resource = onObject(body => ({
  data: { type: 'token', id: String(body.uuid ?? body.id), attributes: body },
}))

/** Updates by a PUT of the whole token, with its expiry unless that is ignored. */
export const replacing = (
  { item, collection, label: member }: Pick<TokenFacts, 'item' | 'collection' | 'label'>,
  isIgnored = false,
): Twist => {
  const expiries = new Map<string, unknown>()
  const withExpiry = onObject(token => {
    const id = String(token.uuid ?? token.id)
    return expiries.has(id) ? { ...token, [expiryField]: expiries.get(id) } : token
  })
  return layered(
    instead(
      (request, path) => to(item)(request, path) || to(collection, 'GET')(request, path),
      edited(onEachThing(withExpiry)),
    ),
    withOpenApi(document => {
      const path = document.paths[item]
      if (path === undefined) return
      const { patch: update, ...rest } = path
      const properties = {
        [member]: { type: 'string' },
        is_active: { type: 'boolean' },
        [expiryField]: { type: 'string', format: 'date-time', nullable: true },
      }
      const schema = { type: 'object', required: Object.keys(properties), properties }
      document.paths[item] = {
        ...rest,
        put: { ...update, requestBody: { content: { 'application/json': { schema } } } },
      }
    }),
    instead(to(item, 'PUT'), async (request, next) => {
      const { [expiryField]: expiry = null, ...sent } = await sentBy(request)
      if (expiry !== null && Number.isNaN(Date.parse(String(expiry)))) return answer(422)(request)
      const response = await next(withBody(new Request(request, { method: 'PATCH' }), sent))
      // Every token has the field: one that is replaced without an expiry has none.
      if (response.ok && !isIgnored) expiries.set(new URL(request.url).pathname.split('/').at(-1) ?? '', expiry)
      return response
    }),
  )
}

/** Updates that take rights, in a list of declared values, and that keep them or only answer with them. */
export const takingRights = ({ item, collection }: Pick<TokenFacts, 'item' | 'collection'>, isKept = true): Twist => {
  const kept = new Map<string, unknown>()
  const idIn = ({ url }: Request): string => new URL(url).pathname.split('/').at(-1) ?? ''
  const withRights = onObject(token => {
    const id = String(token.uuid ?? token.id)
    return { ...token, scopes: kept.get(id) ?? token.scopes ?? ['repo:read'] }
  })
  return layered(
    withJson(
      (request, path) => (to(item)(request, path) || to(collection)(request, path)) && request.method !== 'PATCH',
      onEachThing(withRights),
    ),
    withOpenApi(({ paths }) => {
      const update = paths[item]?.patch as { requestBody: { content: Record<string, { schema: unknown }> } }
      const scopes = { type: 'array', items: { type: 'string', enum: ['repo:write', 'repo:read', 'repo:public_read'] } }
      for (const content of Object.values(update.requestBody.content))
        content.schema = { allOf: [content.schema, { properties: { scopes } }] }
    }),
    instead(to(item, 'PATCH'), async (request, next) => {
      const { scopes, ...sent } = await sentBy(request)
      const response = await next(withBody(request, sent))
      if (scopes === undefined) return response
      if (isKept) kept.set(idIn(request), scopes)
      return edited(onObject(token => ({ ...token, scopes })))(request, async () => response)
    }),
  )
}

/** Updates by a PUT of the whole token, with the expiry shown only where a token has one. */
export const replacingUnshown = (facts: TokenFacts): Twist =>
  layered(
    withOpenApi(({ components }) => {
      for (const schema of Object.values<JsonObject>(components.schemas))
        if (isObject(schema.properties) && has(schema.properties, expiryField) && Array.isArray(schema.required))
          Object.assign(schema, { required: schema.required.filter(name => name !== expiryField) })
    }),
    withJson(
      (request, path) => to(facts.item)(request, path) || to(facts.collection)(request, path),
      onEachThing(whenNull),
    ),
    replacing(facts),
  )

/** Organization access tokens that have their expiry in a member of another name, edited in what is shown. */
export const calledExpiresAt = (collection: string, item: string, edit: (expiry: unknown) => unknown): Twist => {
  const own = 'expiresAt'
  const shown = (value: unknown): unknown => {
    if (!isObject(value) || !has(value, expiryField)) return value
    const { [expiryField]: expiry, ...rest } = value
    return { ...rest, [own]: edit(expiry) }
  }
  return layered(
    withOpenApi(({ components }) => {
      for (const name of Object.keys(components.schemas))
        if (/org/i.test(name))
          components.schemas[name] = JSON.parse(JSON.stringify(components.schemas[name]).replaceAll(expiryField, own))
    }),
    instead(to(collection), async (request, next) => {
      const sent = request.method === 'POST' ? (await request.clone().text()).replaceAll(own, expiryField) : undefined
      const inner = sent === undefined ? request : new Request(request, { body: sent })
      return edited(onEachThing(shown))(inner, next)
    }),
    withJson(to(item), shown),
  )
}

/** Demands a list of rights called `grants` of a creation, declares it, and shows in the answer what is made of it. */
export const granting = ({ collection }: TokenFacts, edit: (rights: readonly unknown[]) => readonly unknown[]): Twist =>
  layered(
    withOpenApi(document => {
      const creation = operationAt(document, { method: 'POST', path: collection }) as OpenApiDocument
      const items = { type: 'string', enum: ['pull', 'pull-own', 'push', 'manage'] }
      const grants = { type: 'object', required: ['grants'], properties: { grants: { type: 'array', items } } }
      for (const one of Object.values<{ schema: unknown }>(creation.requestBody.content))
        one.schema = { allOf: [one.schema, grants] }
    }),
    instead(to(collection, 'POST'), async (request, next) => {
      const { grants, ...sent } = await sentBy(request)
      if (!Array.isArray(grants)) return answer(422)(request)
      return edited(onObject(body => ({ ...body, grants: edit(grants) })))(withBody(request, sent), next)
    }),
  )

/** A log whose actions have none for the deletion of a token. */
export const withoutDeletionAction: Twist = withJson(
  to('/v2/auditlogs/{account}/actions', 'GET'),
  body => JSON.parse(JSON.stringify(body).replaceAll('access_token.delete', 'access_token.rotate')) as unknown,
)
