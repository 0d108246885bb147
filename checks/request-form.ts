import type { Binding } from '../contracts/operations.ts'
import { has, isObject, type JsonObject } from './reading.ts'

/** One thing that a request is to say. */
export interface Field {
  /** The field's name in the published reference. */
  readonly name: string
  readonly value: unknown
  /** What the field may be called where the target's own reference calls it otherwise. */
  readonly like: RegExp
}

const propertiesOf = (schema: unknown, depth = 0): JsonObject => {
  if (!isObject(schema) || depth > 4) return {}
  const parts = Array.isArray(schema.allOf) ? schema.allOf.map(part => propertiesOf(part, depth + 1)) : []
  return Object.assign({}, ...parts, isObject(schema.properties) ? schema.properties : {}) as JsonObject
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

const takes = (schema: unknown, value: unknown): boolean => {
  if (!isObject(schema) || schema.type === undefined) return true
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.includes(typeOf(value)) || (typeof value === 'number' && types.includes('integer'))
}

/**
 * A request body that says these things in the form that the target's reference declares, else in the published one. Members that
 * are required besides are taken from what the target itself shows of the thing. Undefined where the declared form has no place
 * for something that is to be said.
 */
export const requestForm = (
  binding: Binding,
  fields: readonly Field[],
  current?: JsonObject,
): Readonly<Record<string, unknown>> | undefined => {
  const properties = propertiesOf(binding.requestSchema)
  const names = Object.keys(properties)
  if (names.length === 0) return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  const body: Record<string, unknown> = {}
  for (const { name, value, like } of fields) {
    const own = has(properties, name)
      ? name
      : names.find(candidate => like.test(candidate) && takes(properties[candidate], value))
    if (own === undefined) return undefined
    body[own] = value
  }
  const required = isObject(binding.requestSchema) ? binding.requestSchema.required : undefined
  if (Array.isArray(required) && current)
    for (const name of required)
      if (typeof name === 'string' && !has(body, name) && has(current, name)) body[name] = current[name]
  return body
}
