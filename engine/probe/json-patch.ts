import { has, isObject, type JsonObject } from '../../checks/reading/json.ts'
import { objectsIn } from '../../checks/reading/things.ts'
import { membersOf } from '../../checks/schemas/form-members.ts'
import type { JsonSchema } from '../../contracts/documents.ts'
import type { Binding } from '../../contracts/operations.ts'

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
  const names = paths.flatMap(path => (typeof path === 'string' ? (/^\/?([^/]+)$/.exec(path)?.[1] ?? []) : []))
  return names.length === 0
    ? undefined
    : { type: 'object', properties: Object.fromEntries(names.map(name => [name, {}])) }
}

/** The one value that a declared member takes; undefined where it takes several or any. */
const onlyValue = (schema: unknown): unknown => {
  if (!isObject(schema)) return undefined
  if (has(schema, 'const')) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum.length === 1 ? schema.enum[0] : undefined
  const item = schema.type === 'array' ? onlyValue(schema.items) : undefined
  return item === undefined ? undefined : [item]
}

/**
 * The declared operations in a member of a body, as a PatchOp of SCIM has them, and what is required next to them. Undefined where a body has
 * none, or demands what no schema tells.
 */
export const operationsWithin = (
  schema: JsonSchema,
): { readonly operations: JsonSchema; readonly operationsIn: NonNullable<Binding['operationsIn']> } | undefined => {
  const { properties, required } = membersOf(schema)
  const isOperation = (item: unknown): boolean =>
    ['op', 'path', 'value'].every(name => has(membersOf(item).properties, name))
  const [member, ...more] = Object.keys(properties).filter(name => {
    const list = properties[name]
    return isObject(list) && list.type === 'array' && isOperation(list.items)
  })
  if (member === undefined || more.length > 0) return undefined
  const around = required.filter(name => name !== member).map(name => [name, onlyValue(properties[name])] as const)
  if (around.some(([, value]) => value === undefined)) return undefined
  return { operations: properties[member] as JsonSchema, operationsIn: { member, around: Object.fromEntries(around) } }
}

/** The same change in that member: a path there is the name alone. */
export const asOperationsIn = ({ member, around }: NonNullable<Binding['operationsIn']>, json: unknown): unknown =>
  isObject(json)
    ? { ...around, [member]: Object.entries(json).map(([path, value]) => ({ op: 'replace', path, value })) }
    : json
