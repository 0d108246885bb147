import { has, isObject } from '../../checks/reading.ts'
import type { JsonSchema } from '../../contracts/documents.ts'
import type { Binding } from '../../contracts/operations.ts'

/** What a request body is to say. */
export interface BodyValues {
  /** The name of the thing, which carries the run's prefix. */
  readonly name: string
  readonly namespace?: string
  readonly expiresAt?: string
  /** An instant to come, for a target that wants one although none is asked for. */
  readonly later: string
  /** The body in the published reference's form. */
  readonly published: Readonly<Record<string, unknown>>
}

/** Names that fields for a human-chosen name go by, in tokens and repositories. */
const nameFields = /^(?:token_?)?(?:label|name|title|slug)$|^(?:repo(?:sitory)?|display)_?name$|^repo(?:sitory)?$/i
const namespaceFields = /^(?:namespace|owner|account|org(?:anization)?(?:_name)?)$/i
const expiryFields = /^expir(?:es|y|ation)(?:_?(?:at|date|on))?$/i

const sample = (schema: unknown, name: string, values: BodyValues, depth: number): unknown => {
  if (!isObject(schema) || depth > 6) return undefined
  for (const key of ['const', 'example', 'default']) if (has(schema, key)) return schema[key]
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0]
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0]
  const type = Array.isArray(schema.type) ? schema.type.find(entry => entry !== 'null') : schema.type
  if (type === 'string') return schema.format === 'date-time' ? (values.expiresAt ?? values.later) : values.name
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 1
  if (type === 'boolean') return false
  if (type === 'array') {
    const item = sample(schema.items, name, values, depth + 1)
    return item === undefined ? [] : [item]
  }
  return fromSchema(schema as JsonSchema, values, depth + 1)
}

const merged = (
  schema: JsonSchema,
): { readonly properties: Record<string, unknown>; readonly required: readonly string[] } => {
  const parts = [schema, ...(Array.isArray(schema.allOf) ? schema.allOf.filter(isObject) : [])]
  return {
    properties: Object.assign(
      Object.create(null) as Record<string, unknown>,
      ...parts.map(part => (isObject(part.properties) ? part.properties : {})),
    ) as Record<string, unknown>,
    required: parts.flatMap(part =>
      Array.isArray(part.required) ? part.required.filter(name => typeof name === 'string') : [],
    ),
  }
}

/** When something is to expire, as a target declares it: in words, or in seconds since the epoch. */
const instantFor = (schema: unknown, values: BodyValues): string | number => {
  const instant = values.expiresAt ?? values.later
  const types: readonly unknown[] = isObject(schema) ? [schema.type].flat() : []
  return types.includes('integer') || types.includes('number') ? Math.floor(Date.parse(instant) / 1000) : instant
}

const fromSchema = (schema: JsonSchema, values: BodyValues, depth = 0): Record<string, unknown> => {
  const { properties, required } = merged(schema)
  const body: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties)) {
    if (nameFields.test(name)) body[name] = values.name
    else if (values.namespace !== undefined && namespaceFields.test(name)) body[name] = values.namespace
    else if (expiryFields.test(name)) {
      if (values.expiresAt !== undefined || required.includes(name)) body[name] = instantFor(property, values)
    } else if (has(values.published, name)) body[name] = values.published[name]
    else if (required.includes(name)) body[name] = sample(property, name, values, depth)
  }
  for (const name of required)
    if (!has(body, name)) body[name] = has(values.published, name) ? values.published[name] : values.name
  return body
}

const fillIn = (template: unknown, values: BodyValues): unknown => {
  if (typeof template === 'string')
    return template
      .replaceAll('{name}', values.name)
      .replaceAll('{label}', values.name)
      .replaceAll('{namespace}', values.namespace ?? '')
      .replaceAll('{expires_at}', values.expiresAt ?? '')
  if (Array.isArray(template)) return template.map(item => fillIn(item, values))
  if (isObject(template))
    return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillIn(value, values)]))
  return template
}

/**
 * The body of a request: the user's own, else in the form that the target's reference declares, else the published one. Payloads are
 * "not shown", so a target may want other fields than Docker Hub's and says so in its reference.
 */
export const requestBody = (binding: Binding, values: BodyValues): unknown => {
  if (binding.requestBody !== undefined) return fillIn(binding.requestBody, values)
  const schema = binding.requestSchema
  if (schema && isObject(schema) && Object.keys(merged(schema).properties).length > 0) return fromSchema(schema, values)
  return values.published
}
