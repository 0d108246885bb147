/** The part of OpenAPI 3.0 schemas that this hub publishes. */
export interface Schema {
  readonly $ref?: string
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  readonly description?: string
  readonly nullable?: boolean
  readonly enum?: readonly (string | null)[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly default?: unknown
  readonly example?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
  readonly allOf?: readonly Schema[]
}

const dateTime =
  /^(\d{4}-(\d\d)-(\d\d))[Tt]((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Milliseconds of an RFC 3339 date-time (section 5.6), or undefined; a leap second counts as the second before it. */
export const instantOf = (text: string): number | undefined => {
  const found = dateTime.exec(text)
  if (!found) return undefined
  const [, date, , day, time, second, fraction = '', zone] = found
  // Date.parse rolls 31 February over into March instead of refusing it.
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return undefined
  const ms = Date.parse(
    `${date}T${time}:${second === '60' ? '59' : second}${fraction.slice(0, 4)}${zone?.toUpperCase()}`,
  )
  return Number.isNaN(ms) ? undefined : ms
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

/** What is wrong with a value, and where: `['resources[0].path', 'Must …']`. */
export type Problem = readonly [field: string, text: string]

const problemOfText = (schema: Schema, value: string): string | undefined => {
  const { minLength = 0, maxLength = Infinity } = schema
  if (value.length < minLength) return `Must have at least ${minLength} characters.`
  if (value.length > maxLength) return `Must have at most ${maxLength} characters.`
  if (schema.enum && !schema.enum.includes(value)) return `Must be one of: ${schema.enum.join(', ')}.`
  if (schema.pattern && !new RegExp(schema.pattern).test(value)) return `Must match ${schema.pattern}.`
  if (schema.format === 'date-time' && instantOf(value) === undefined) return 'Must be an RFC 3339 date-time.'
  return undefined
}

const problemOfNumber = ({ minimum = -Infinity, maximum = Infinity }: Schema, value: number): string | undefined => {
  if (value < minimum) return `Must be at least ${minimum}.`
  return value > maximum ? `Must be at most ${maximum}.` : undefined
}

/**
 * The problems of a value, empty if it is valid.
 * The walk follows the schema, never the value, so depth and unusual keys of a hostile body cost nothing.
 */
export const problemsOf = (
  components: Readonly<Record<string, Schema>>,
  schema: Schema,
  value: unknown,
  at = '',
): readonly Problem[] => {
  const one = (text: string | undefined): readonly Problem[] => (text === undefined ? [] : [[at || 'body', text]])
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return problemsOf(components, components[name] ?? {}, value, at)
  }
  const type = typeOf(value)
  if (type === 'null' && schema.nullable) return []
  const fits = schema.type === undefined || type === schema.type || (schema.type === 'number' && type === 'integer')
  if (!fits) return one(`Must be of type ${schema.type}.`)
  if (typeof value === 'string') return one(problemOfText(schema, value))
  if (typeof value === 'number') return one(problemOfNumber(schema, value))
  if (Array.isArray(value)) {
    const { items, maxItems = Infinity } = schema
    if (value.length > maxItems) return one(`Must have at most ${maxItems} items.`)
    return items ? value.flatMap((item, index) => problemsOf(components, items, item, `${at}[${index}]`)) : []
  }
  if (typeof value !== 'object' || value === null) return []
  const fields = new Map(Object.entries(value))
  const inside = (name: string) => (at ? `${at}.${name}` : name)
  return [
    ...(schema.required ?? [])
      .filter(name => !fields.has(name))
      .map((name): Problem => [inside(name), 'This field is required.']),
    ...(schema.additionalProperties === false
      ? [...fields.keys()]
          .filter(name => schema.properties?.[name] === undefined)
          .map((name): Problem => [inside(name), 'This field is not known.'])
      : []),
    ...Object.entries(schema.properties ?? {})
      .filter(([name]) => fields.has(name))
      .flatMap(([name, property]) => problemsOf(components, property, fields.get(name), inside(name))),
  ]
}
