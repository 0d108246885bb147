import type { JsonSchema } from '../../contracts/documents.ts'
import { has, isObject, type JsonObject } from '../reading.ts'

/** Parts of a schema that all or any of which describe the same value. */
const parts = (schema: JsonObject): readonly JsonObject[] =>
  ['allOf', 'oneOf', 'anyOf'].flatMap(key => (Array.isArray(schema[key]) ? schema[key].filter(isObject) : []))

const budget = 200

/** Whether a schema declares a property for the value itself, through `allOf`, `oneOf` and `anyOf`. */
export const declares = (schema: JsonSchema, property: string): boolean => {
  const open: JsonObject[] = [schema]
  for (let count = 0; open.length > 0 && count < budget; count++) {
    const next = open.shift() as JsonObject
    if (isObject(next.properties) && has(next.properties, property)) return true
    open.push(...parts(next))
  }
  return false
}

/** Whether a schema leaves open what the value has: it names no property, or allows others by a pattern or a schema. */
const leavesOpen = (schema: JsonObject, property: string): boolean => {
  if (schema.additionalProperties === true || isObject(schema.additionalProperties)) return true
  if (schema.unevaluatedProperties === true || isObject(schema.unevaluatedProperties)) return true
  if (isObject(schema.patternProperties))
    for (const pattern of Object.keys(schema.patternProperties)) {
      try {
        if (new RegExp(pattern, 'u').test(property)) return true
      } catch {
        return true
      }
    }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const mayBeObject = schema.type === undefined || types.includes('object')
  const says = ['properties', 'items', 'prefixItems', 'allOf', 'oneOf', 'anyOf', 'enum', 'const', 'not'].some(key =>
    has(schema, key),
  )
  return mayBeObject && !says
}

/**
 * Whether what a schema describes carries a property: the value itself, the items of a list wherever it stands, or an object in an
 * envelope. `open` where no part declares it and one leaves it open.
 */
export const carries = (schema: JsonSchema, property: string): 'yes' | 'no' | 'open' => {
  const queue: { readonly schema: JsonObject; readonly depth: number }[] = [{ schema, depth: 0 }]
  let open = false
  for (let count = 0; queue.length > 0; count++) {
    if (count >= budget) return 'open'
    const { schema: next, depth } = queue.shift() as { schema: JsonObject; depth: number }
    if (declares(next, property)) return 'yes'
    if (leavesOpen(next, property)) open = true
    if (depth > 4) {
      open = true
      continue
    }
    for (const part of parts(next)) queue.push({ schema: part, depth: depth + 1 })
    for (const key of ['items', 'additionalProperties', 'contains', 'then', 'else'])
      if (isObject(next[key])) queue.push({ schema: next[key] as JsonObject, depth: depth + 1 })
    for (const named of [next.properties, next.patternProperties])
      if (isObject(named))
        for (const inner of Object.values(named))
          if (isObject(inner) && !isScalar(inner)) queue.push({ schema: inner, depth: depth + 1 })
  }
  return open ? 'open' : 'no'
}

/** A member that is no object and no list cannot hold a token. */
const isScalar = (schema: JsonObject): boolean => {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return (
    (schema.type !== undefined && !types.includes('object') && !types.includes('array')) ||
    has(schema, 'enum') ||
    has(schema, 'const') ||
    Object.keys(schema).length === 0
  )
}

/** Members by which a schema is known as that of a token. */
const marks = [
  'token',
  'token_label',
  'label',
  'scopes',
  'last_used',
  'last_used_at',
  'is_active',
  'creator_ip',
  'creator_ua',
  'generated_by',
]

/** Whether a schema has the members of a token: an id and what else only tokens have. */
export const describesToken = (schema: JsonSchema): boolean => {
  const named = (name: string): boolean => carries(schema, name) === 'yes'
  return ['uuid', 'id', 'token_id'].some(named) && marks.filter(named).length >= 2
}
