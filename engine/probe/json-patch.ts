import { has, isObject, type JsonObject, objectsIn } from '../../checks/reading.ts'
import type { JsonSchema } from '../../contracts/documents.ts'

/** The type of changes that are operations on members (RFC 6902). */
export const patchType = 'application/json-patch+json'

export const isJsonPatch = (type: string): boolean => /^application\/json-patch\+json\b/i.test(type)

/** Whether a body is a list of such operations. */
export const isOperations = (body: unknown): body is readonly JsonObject[] =>
  Array.isArray(body) && body.length > 0 && body.every(one => isObject(one) && has(one, 'op') && has(one, 'path'))

/** A change as operations on the members that it names (RFC 6902, section 4). */
export const asJsonPatch = (json: unknown): unknown =>
  isObject(json) ? Object.entries(json).map(([name, value]) => ({ op: 'replace', path: `/${name}`, value })) : json

/**
 * The form of what operations change, by their declared form: the members that a path may name. Undefined where it lists none. What is declared
 * as an object is that form itself.
 */
export const patchedForm = (schema: JsonSchema): JsonSchema | undefined => {
  if (!isObject(schema) || (schema.type !== 'array' && !has(schema, 'items'))) return schema
  const paths = objectsIn(schema.items)
    .map(({ properties }) => (isObject(properties) ? properties.path : undefined))
    .flatMap(path => (isObject(path) ? [path.const, path.enum].flat() : []))
  const names = paths.flatMap(path => (typeof path === 'string' ? (/^\/([^/]+)$/.exec(path)?.[1] ?? []) : []))
  return names.length === 0
    ? undefined
    : { type: 'object', properties: Object.fromEntries(names.map(name => [name, {}])) }
}
