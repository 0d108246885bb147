import { expiryField } from '../../contracts/lifecycle.ts'
import type { Twist } from '../../contracts/requirement.ts'
import type { TokenFacts } from '../token-calls.ts'
import { withOpenApi } from './documents.ts'
import { layered, onEachThing } from './shapes.ts'
import { edited, instead, onObject, sentBy, to, withBody } from './twist.ts'

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
export const replacing = ({ item, collection, label: member }: TokenFacts, isIgnored = false): Twist => {
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
        [expiryField]: { type: 'string', nullable: true },
      }
      const schema = { type: 'object', required: Object.keys(properties), properties }
      document.paths[item] = {
        ...rest,
        put: { ...update, requestBody: { content: { 'application/json': { schema } } } },
      }
    }),
    instead(to(item, 'PUT'), async (request, next) => {
      const { [expiryField]: expiry, ...sent } = await sentBy(request)
      const response = await next(withBody(new Request(request, { method: 'PATCH' }), sent))
      // Every token has the field: one that is replaced without an expiry has none.
      if (response.ok && !isIgnored) expiries.set(new URL(request.url).pathname.split('/').at(-1) ?? '', expiry ?? null)
      return response
    }),
  )
}
