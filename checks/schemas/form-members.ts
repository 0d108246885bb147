import { has, isObject, type JsonObject } from '../reading/json.ts'
import { oncePer } from '../remembered.ts'

/** Schemas in each other that are looked at. */
const deepest = 6

/** A schema and those that it is put together from; of alternatives the first that has members. */
const partsOf = (schema: unknown, depth = 0): readonly JsonObject[] => {
  if (!isObject(schema) || depth > deepest) return []
  const partsIn = (value: unknown): readonly (readonly JsonObject[])[] =>
    Array.isArray(value) ? value.map(part => partsOf(part, depth + 1)) : []
  const hasMembers = (parts: readonly JsonObject[]): boolean => parts.some(part => isObject(part.properties))
  const alternatives = [schema.anyOf, schema.oneOf].flatMap(value => partsIn(value).find(hasMembers) ?? [])
  return [...partsIn(schema.allOf).flat(), ...alternatives, schema]
}

interface Members {
  readonly properties: JsonObject
  readonly required: readonly string[]
}

/** What is in answers alone, whether or not it is required (OpenAPI 3.0.3, Schema Object: `readOnly`). */
const isReadOnly = (schema: unknown): boolean =>
  isObject(schema) && (schema.readOnly === true || (Array.isArray(schema.allOf) && schema.allOf.some(isReadOnly)))

/** The members that a schema declares, in requests or answers. */
export const declaredIn = oncePer(
  (schema: unknown): JsonObject =>
    Object.assign({}, ...partsOf(schema).map(part => (isObject(part.properties) ? part.properties : {}))),
)

/** The members of a form that a request may write, and the names of those that it requires. */
export const membersOf = oncePer((schema: unknown): Members => {
  const declared = declaredIn(schema)
  const isWritten = (name: string): boolean => !(has(declared, name) && isReadOnly(declared[name]))
  return {
    properties: Object.fromEntries(Object.entries(declared).filter(([name]) => isWritten(name))),
    required: partsOf(schema).flatMap(({ required }) =>
      Array.isArray(required) ? required.filter(name => typeof name === 'string' && isWritten(name)) : [],
    ),
  }
})

/** What a request may write of a value that the target shows, or declares as an example. */
export const writable = (schema: unknown, value: unknown): unknown => {
  if (!isObject(schema)) return value
  const declaring = (key: string): unknown => partsOf(schema).find(part => isObject(part[key]))?.[key]
  if (Array.isArray(value)) return value.map(item => writable(declaring('items'), item))
  if (!isObject(value)) return value
  const declared = declaredIn(schema)
  const others = declaring('additionalProperties')
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const member = has(declared, name) ? declared[name] : others
      return isReadOnly(member) ? [] : [[name, writable(member, inner)]]
    }),
  )
}
