import { isDateTime } from '../date-time.ts'
import { has, isObject, type JsonObject } from '../reading/json.ts'
import { shortened } from '../source.ts'

/** The first way in which a value does not fit. */
export interface Mismatch {
  /** The member, as `results[0].name`, or `the body`. */
  readonly where: string
  readonly problem: string
}

/** The schema that a `$ref` names. */
type Referred = (reference: string) => unknown

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: value => typeof value === 'boolean',
  integer: Number.isInteger,
  null: value => value === null,
  number: Number.isFinite,
  object: isObject,
  string: value => typeof value === 'string',
}

/** What a value is, in a word or two. */
const brief = (value: unknown): string => {
  if (Array.isArray(value)) return 'an array'
  if (isObject(value)) return 'an object'
  return shortened(JSON.stringify(value), 60)
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Whether two values of JSON are equal. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => isSame(item, b[at]))
  if (!isObject(a) || !isObject(b)) return a === b
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every(name => has(b, name) && isSame(a[name], b[name]))
}

/** What is wrong with a value itself, apart from what is in it: a bound says nothing of what is of another type. */
const problemOf = (schema: JsonObject, value: unknown): string | undefined => {
  const wrong = (problem: string): string => `${problem}, but is ${brief(value)}`
  if (has(schema, 'type') && ![schema.type].flat().some(type => types[String(type)]?.(value)))
    return wrong(`must be ${schema.type}`)
  if (has(schema, 'const') && !isSame(schema.const, value)) return wrong('must be equal to constant')
  if (has(schema, 'enum') && !list(schema.enum).some(one => isSame(one, value)))
    return wrong('must be equal to one of the allowed values')
  if (typeof value === 'number') {
    if (value > Number(schema.maximum)) return wrong(`must be <= ${schema.maximum}`)
    if (value < Number(schema.minimum)) return wrong(`must be >= ${schema.minimum}`)
  }
  if (typeof value === 'string') {
    const length = has(schema, 'maxLength') || has(schema, 'minLength') ? [...value].length : Number.NaN
    if (length > Number(schema.maxLength)) return `must NOT have more than ${schema.maxLength} characters`
    if (length < Number(schema.minLength)) return `must NOT have fewer than ${schema.minLength} characters`
    if (schema.format === 'date-time' && !isDateTime(value)) return wrong('must match format "date-time"')
  }
  if (Array.isArray(value)) {
    if (value.length > Number(schema.maxItems)) return `must NOT have more than ${schema.maxItems} items`
    if (value.length < Number(schema.minItems)) return `must NOT have fewer than ${schema.minItems} items`
  }
  const missing = isObject(value) ? list(schema.required).find(name => !has(value, String(name))) : undefined
  return missing === undefined ? undefined : `must have required property '${missing}'`
}

/** The parts of a value that a schema describes, each with the schema of that part: the value as a whole, its items and its members. */
const partsOf = (
  schema: JsonObject,
  value: unknown,
  where: string,
  referred: Referred,
): readonly (readonly [schema: unknown, value: unknown, where: string])[] => {
  const whole = [...list(schema.allOf), referred(String(schema.$ref))].map(part => [part, value, where] as const)
  const { items, additionalProperties: others } = schema
  if (Array.isArray(value) && isObject(items))
    return [...whole, ...value.map((item, at) => [items, item, `${where}[${at}]`] as const)]
  if (!isObject(value)) return whole
  const properties = isObject(schema.properties) ? schema.properties : {}
  const member = (name: string, part: unknown) => [part, value[name], where === '' ? name : `${where}.${name}`] as const
  return [
    ...whole,
    ...Object.keys(value)
      .filter(name => isObject(others) && !has(properties, name))
      .map(name => member(name, others)),
    ...Object.entries(properties)
      .filter(([name]) => has(value, name))
      .map(([name, part]) => member(name, part)),
  ]
}

/**
 * How a value does not fit a schema, in the words of ajv; undefined where it does. It knows the keywords that are judged and no others. A schema
 * judges a few answers of a run: to compile it takes longer than to read it each time.
 */
export const mismatchIn = (
  schema: unknown,
  value: unknown,
  referred: Referred = () => undefined,
  where = '',
): Mismatch | undefined => {
  if (!isObject(schema)) return undefined
  const problem = problemOf(schema, value)
  if (problem !== undefined) return { where: where || 'the body', problem }
  const unlike = list(schema.anyOf).map(part => mismatchIn(part, value, referred, where))
  if (unlike.length > 0 && unlike.every(Boolean)) return unlike[0]
  for (const [part, inner, at] of partsOf(schema, value, where, referred)) {
    const mismatch = mismatchIn(part, inner, referred, at)
    if (mismatch) return mismatch
  }
  return undefined
}
