import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { FamilyOperation } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { declaredSuccesses, partsHolding } from '../documents/declared-schema.ts'
import { declaredFor } from '../documents/published-documents.ts'
import { has, isObject, json } from '../reading/json.ts'
import { idKeysOf } from '../reading/things.ts'
import { plainForm } from './plain-form.ts'

/** Reads the JSON of an answer that may show tokens. */
export type ReadTokens = (answer: Answered) => unknown

/** Reads tokens with the expiry in its usual place. */
export const plainTokens: ReadTokens = answer => plainForm(json(answer))

/** Copies the expiry from one of the parts to each object with an id, or under a key that is one. */
const withExpiryOf = (value: unknown, parts: readonly string[], isKeyed = false): unknown => {
  if (Array.isArray(value)) return value.map(item => withExpiryOf(item, parts))
  if (!isObject(value)) return value
  const isMap = Object.values(value).every(item => isObject(item) && parts.some(name => isObject(item[name])))
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withExpiryOf(member, parts, isMap)]),
  )
  const part = parts
    .map(name => value[name])
    .filter(isObject)
    .find(object => has(object, expiryField))
  return part && (isKeyed || idKeysOf(value).length > 0) ? { [expiryField]: part[expiryField], ...inner } : inner
}

/** Reads the tokens of an operation. If the target's document declares the expiry in a part of a token, it is copied to the token. */
export const tokenReader = async (probe: Probe, operation: FamilyOperation): Promise<ReadTokens> => {
  if (!(await probe.hasFixture('reference'))) return plainTokens
  const declared = declaredFor(await probe.fixture('reference'), probe.bind(operation))
  const schemas = declared ? declaredSuccesses(declared).map(({ schema }) => schema ?? {}) : []
  const parts = schemas.flatMap(schema => partsHolding(schema, expiryField))
  return parts.length === 0 ? plainTokens : answer => withExpiryOf(plainTokens(answer), parts)
}
