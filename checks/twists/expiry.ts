import { expiryField } from '../../contracts/lifecycle.ts'
import type { Fault } from '../../contracts/requirement.ts'
import { has, isObject } from '../reading.ts'
import { edited, onObject, sentBy, to } from './twist.ts'

/** Where personal access tokens are created and listed. */
const collection = '/v2/access-tokens'

/** A representation without the field. */
export const without = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const { [expiryField]: _dropped, ...rest } = value
  return rest
}

/** The same for one that never expires only. */
export const whenNull = onObject(value => (value[expiryField] === null ? without(value) : value))

/** The same for one that expires only. */
export const whenSet = onObject(value => (value[expiryField] !== null ? without(value) : value))

/** The same for an inactive one only. */
export const whenInactive = onObject(value => (value.is_active === false ? without(value) : value))

export const renamed = (value: unknown): unknown => {
  if (!isObject(value) || !has(value, expiryField)) return value
  const { [expiryField]: kept, ...rest } = value
  return { ...rest, expiresAt: kept }
}

/** Members as names and values. */
export const asNameAndValue = onObject(body => Object.keys(body).map(name => ({ name, value: body[name] })))

/** A token whose label and id stand in a part of their own. */
export const withHead = (body: unknown): unknown => {
  if (!isObject(body)) return body
  const { uuid, token_label: name, ...rest } = body
  return { metadata: { uid: uuid, name }, ...rest }
}

/** A token in two parts: one that identifies it, and one with its members. */
export const inParts = (body: unknown): unknown => {
  if (!isObject(body)) return body
  const { uuid, token_label: name, token, ...spec } = body
  return {
    kind: 'AccessToken',
    metadata: { uid: uuid, name },
    spec,
    ...(token === undefined ? {} : { status: { token } }),
  }
}

/** Leaves the field out of tokens that were created with null as their expiry, where a path shows them. */
export const nullAsked = (
  path: string,
  inForm: (edit: (value: unknown) => unknown) => (body: unknown) => unknown,
  method = 'GET',
): Fault => ({
  says: 'leaves it out of tokens that were created with null as their expiry',
  code: 'field-missing',
  twist: () => {
    const ids = new Set<unknown>()
    const ofThese = onObject(value => (ids.has(value.uuid) ? without(value) : value))
    return async (request, next) => {
      const { pathname } = new URL(request.url)
      if (to(path, method)(request, pathname)) return edited(inForm(ofThese))(request, next)
      if (!to(collection, 'POST')(request, pathname)) return next(request)
      const { [expiryField]: expiry } = await sentBy(request)
      return edited(body => {
        if (expiry === null && isObject(body)) ids.add(body.uuid)
        return body
      })(request, next)
    }
  },
})
