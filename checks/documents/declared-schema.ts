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

/**
 * Whether what a schema describes carries a property: the value itself, the items of a list wherever it stands, or an object in an
 * envelope.
 */
export const carries = (schema: JsonSchema, property: string): boolean => {
  const open: { readonly schema: JsonObject; readonly depth: number }[] = [{ schema, depth: 0 }]
  for (let count = 0; open.length > 0 && count < budget; count++) {
    const { schema: next, depth } = open.shift() as { schema: JsonObject; depth: number }
    if (declares(next, property)) return true
    if (depth > 4) continue
    for (const part of parts(next)) open.push({ schema: part, depth: depth + 1 })
    if (isObject(next.items)) open.push({ schema: next.items, depth: depth + 1 })
    if (isObject(next.properties))
      for (const inner of Object.values(next.properties))
        if (isObject(inner)) open.push({ schema: inner, depth: depth + 1 })
  }
  return false
}
