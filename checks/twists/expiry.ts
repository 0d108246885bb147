import { expiryField } from '../../contracts/lifecycle.ts'
import type { Fault, Variant } from '../../contracts/requirement.ts'
import type { ReasonCode } from '../../contracts/results/reasons.ts'
import { has, isObject } from '../reading/json.ts'
import { type OpenApiDocument, withOpenApi } from './documents.ts'
import { layered, onEachThing, tableOf } from './shapes.ts'
import {
  edited,
  type FaultRow,
  faultsFor,
  onObject,
  sentBy,
  to,
  variants,
  type When,
  withJson,
  withMembers,
} from './twist.ts'

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

/** A token in three parts: one that identifies it, one of what it is, and one of how long it is valid. */
const inSections = onObject(({ uuid, token_label: label, is_active, expires_at, ...about }) => ({
  ref: { kind: 'pat', uuid },
  about: { label, ...about },
  validity: { is_active, expires_at },
}))

/** A fault that leaves the field out of tokens that were created with null as their expiry, where a path shows them. */
export const nullAsked = (
  path: string,
  inForm: (edit: (value: unknown) => unknown) => (body: unknown) => unknown,
  method = 'GET',
): FaultRow => ({
  says: 'leaves it out of tokens that were created with null as their expiry',
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

export const whenFar = (body: unknown): unknown => {
  const days = isObject(body) ? [body.created_at, body[expiryField]].map(day => Date.parse(String(day))) : []
  return (days[1] ?? 0) - (days[0] ?? 0) > 400 * 86_400_000 ? without(body) : body
}

/** Moves the expiry of a token into a part of it. */
const inValidity = onObject(value => {
  if (!has(value, expiryField)) return value
  const { [expiryField]: expiry, ...rest } = value
  return { ...rest, validity: { since: value.created_at, [expiryField]: expiry } }
})

/** Has each schema that declares the expiry, and an id, declare it in a part. */
const declareValidity = (document: OpenApiDocument): void => {
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { properties } = value as { properties?: Record<string, unknown> }
    if (isObject(properties) && has(properties, expiryField) && has(properties, 'uuid')) {
      const { [expiryField]: expiry, ...rest } = properties
      const part = { type: 'object', properties: { since: { type: 'string' }, [expiryField]: expiry } }
      Object.assign(value, { properties: { ...rest, validity: part } })
    } else for (const inner of Object.values(value)) visit(inner)
  }
  visit(document)
}

/** A document in which tokens have their expiry in a part, and answers that show it there, or elsewhere. */
export const declaredPart = (when: When, edit: (body: unknown) => unknown = inValidity) =>
  layered(withOpenApi(declareValidity), withJson(when, onEachThing(edit)))

type Also = Readonly<Record<string, ReasonCode>>

/** Wrong shapes of one representation, on one operation: one without the field, whatever its form. */
export const faultsOf = (when: When, also: Also): Record<string, Fault> =>
  faultsFor('field-missing', {
    missing: ['leaves expires_at out', withJson(when, without)],
    renamed: ['calls it expiresAt', withJson(when, renamed)],
    envelope: [
      'puts it on the answer and not on the token',
      withJson(when, body => ({ status: 'ok', expires_at: null, data: without(body) })),
    ],
    neighbour: [
      'puts it on the session and the owner, and not on the token',
      withJson(when, body => ({
        session: { id: 's-1', expires_at: null },
        token: { ...(without(body) as object), owner: { id: 'o-1', expires_at: null } },
      })),
      also,
    ],
    head: [
      'returns label and id in a nested object, and the rest without expires_at',
      withJson(when, body => withHead(without(body))),
    ],
    parts: [
      'returns identity and members of the token in two nested objects, without expires_at',
      withJson(when, body => inParts(without(body))),
    ],
    sections: [
      'returns identity, label and validity of the token in three nested objects, without expires_at',
      withJson(when, body => inSections(without(body))),
    ],
    'part-of-another': [
      'returns two nested objects, with expires_at on the session',
      withJson(when, body => ({ ...(inParts(without(body)) as object), session: { id: 's-1', expires_at: null } })),
    ],
    'part-elsewhere': [
      'declares it in a nested object of the token, and returns it in one of the owner',
      declaredPart(when, body => ({
        ...(without(body) as object),
        validity: {},
        owner: { id: 'o-1', validity: { [expiryField]: null } },
      })),
    ],
    columns: ['returns a table without a column for it', withJson(when, body => tableOf([without(body)]))],
    members: [
      'lists members as names and values, without this one',
      withJson(when, body => ({ fields: asNameAndValue(without(body)) })),
    ],
  })

/** No representation at all where there must be one. */
export const nothingOf = (when: When, none: Also): Record<string, Fault> =>
  faultsFor('wrong-type', {
    array: ['returns an array', withJson(when, () => []), none],
    null: ['returns null', withJson(when, () => null), none],
    number: ['returns a number', withJson(when, () => 7), none],
  })

export const toleratesOf = (when: When): Record<string, Variant> =>
  variants({
    columns: ['a table with a column for each member', withJson(when, body => tableOf([body]))],
    members: ['members as names and values', withJson(when, body => ({ fields: asNameAndValue(body) }))],
    pairs: ['members as pairs', withJson(when, body => ({ fields: Object.entries(body as object) }))],
    head: ['label and id in a nested object', withJson(when, withHead)],
    parts: ['identity and members of the token in two nested objects', withJson(when, inParts)],
    sections: ['identity, label and validity of the token in three nested objects', withJson(when, inSections)],
    'in-a-text': [
      'the representation as JSON in a string',
      withJson(when, body => ({ version: 1, payload: JSON.stringify(body) })),
    ],
    'in-a-list': [
      'a list with only that token, next to its owner',
      withJson(when, body => ({ tokens: [body], owners: [{ id: 'o-1', name: 'someone' }] })),
    ],
    null: ['expires_at is always null', withMembers(when, { [expiryField]: null })],
    offset: ['expires_at with an offset', withMembers(when, { [expiryField]: '2031-01-01T02:00:00+02:00' })],
    number: ['expires_at as a number', withMembers(when, { [expiryField]: 1924991999 })],
    envelope: ['the representation in an envelope', withJson(when, body => ({ data: body }))],
    'declared-part': ['in a nested object of the token, as its own document declares', declaredPart(when)],
    extra: ['additional fields', withMembers(when, { colour: 'blue', nested: { id: 1 } })],
  })
