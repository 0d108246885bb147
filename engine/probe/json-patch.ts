import { has, isObject, type JsonObject } from '../../checks/reading/json.ts'
import { objectsIn } from '../../checks/reading/things.ts'
import { membersOf } from '../../checks/schemas/form-members.ts'
import type { JsonSchema } from '../../contracts/documents.ts'
import type { Binding } from '../../contracts/operations.ts'

/** The media type of JSON Patch (RFC 6902). */
export const patchType = 'application/json-patch+json'

export const isJsonPatch = (type: string): boolean => /^application\/json-patch\+json\b/i.test(type)

/** Whether a body is a JSON Patch. */
export const isOperations = (body: unknown): body is readonly JsonObject[] =>
  Array.isArray(body) && body.length > 0 && body.every(one => isObject(one) && has(one, 'op') && has(one, 'path'))

/** Keys in the schema of a member: its path and operation in a patch, and whether its members are patched one by one. */
const [pathKey, opKey, innerKey] = ['x-path', 'x-op', 'x-inner']

/** Converts a body to patch operations (RFC 6902, section 4; RFC 7644, section 3.5.2) with the declared paths. */
export const toOperations = (form: unknown, json: unknown, usual: (name: string) => string): unknown => {
  if (!isObject(json)) return json
  const { properties } = membersOf(form)
  return Object.entries(json).flatMap(([name, value]) => {
    const member = has(properties, name) && isObject(properties[name]) ? properties[name] : {}
    if (member[innerKey] === true && isObject(value)) return toOperations(member, value, usual)
    return { op: member[opKey] ?? 'replace', path: member[pathKey] ?? usual(name), value }
  })
}

/** A schema with the types of a value. */
const schemaOf = (value: unknown): JsonObject => {
  if (value === null) return {}
  if (Array.isArray(value)) return { type: 'array', ...(value.length > 0 && { items: schemaOf(value[0]) }) }
  if (!isObject(value)) return { type: typeof value }
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)])),
  }
}

/** The segments of a JSON pointer (RFC 6901) or a dotted attribute path; undefined for a path with a filter. */
const pathSegments = (path: string): readonly string[] | undefined => {
  if (path.startsWith('/'))
    return path
      .slice(1)
      .split('/')
      .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return /^[\w$-]+(?:\.[\w$-]+)*$/.test(path) ? path.split('.') : undefined
}

interface Change {
  readonly path: string
  readonly value: JsonObject
  readonly op?: string | undefined
}

const stringsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string')

/** The declared operation to use; undefined for the default. */
const opOf = (schema: unknown, isCreation: boolean): string | undefined => {
  const declared = isObject(schema) ? [...stringsIn(schema.const), ...stringsIn(schema.enum)] : []
  const [first, second] = isCreation ? [/^add$/i, /^replace$/i] : [/^replace$/i, /^(?:add|set|update)$/i]
  return declared.find(one => first.test(one)) ?? declared.find(one => second.test(one)) ?? declared[0]
}

/** Adds a member at a path to the properties of a schema. */
const withMember = (properties: JsonObject, names: readonly string[], member: JsonObject): JsonObject => {
  const [name = '', ...rest] = names
  const known = has(properties, name) && isObject(properties[name]) ? properties[name] : {}
  // A declaration with a type replaces one without.
  if (rest.length === 0)
    return { ...properties, [name]: { ...member, ...known, ...(known.type === undefined && member) } }
  const inner = isObject(known.properties) ? known.properties : {}
  return { ...properties, [name]: { type: 'object', [innerKey]: true, properties: withMember(inner, rest, member) } }
}

/**
 * The schema of the members that a JSON Patch may change, from the declared paths, else from examples; `isOpen` if only examples show them.
 * An item of a list is replaced by changing the whole list, unless it is created. A schema that is not a list is returned as it is.
 * Undefined if no member is known.
 */
export const patchedForm = (
  schema: JsonSchema,
  examples: readonly unknown[],
  isCreation: boolean,
): { readonly form: JsonSchema; readonly isOpen: boolean } | undefined => {
  if (!isObject(schema) || (schema.type !== 'array' && !has(schema, 'items'))) return { form: schema, isOpen: false }
  const operations = objectsIn(schema.items).flatMap(({ properties }) =>
    isObject(properties) && isObject(properties.path) ? [{ ...properties, path: properties.path }] : [],
  )
  const changesBy = (...keys: readonly string[]): readonly Change[] =>
    operations.flatMap(({ path, ...others }) => {
      const { op, value } = others as JsonObject
      const change = { value: isObject(value) ? value : {}, op: opOf(op, isCreation) }
      return keys.flatMap(key => stringsIn(path[key])).map(text => ({ ...change, path: text }))
    })
  const [first] = operations as readonly JsonObject[]
  const fromExamples = [...examples, schema.example, ...[schema.examples].flat()]
    .flatMap(example => (Array.isArray(example) ? example : []))
    .flatMap((one): readonly Change[] =>
      isObject(one) && typeof one.path === 'string' && !/^(?:remove|test|move|copy)$/i.test(String(one.op))
        ? [{ path: one.path, value: schemaOf(one.value), op: opOf(first?.op, isCreation) }]
        : [],
    )
  const declared = changesBy('const', 'enum')
  const isListed = ({ path }: Change): boolean => declared.length === 0 || declared.some(one => one.path === path)
  const fromPathExamples = declared.length === 0 ? changesBy('example', 'examples') : []
  const properties = [...declared, ...fromExamples.filter(isListed), ...fromPathExamples].reduce<JsonObject>(
    (members, { path, value, op }) => {
      const names = pathSegments(path)
      if (!names || names.includes('')) return members
      const isItem = path.startsWith('/') && names.length > 1 && /^(?:-|\d+)$/.test(names.at(-1) ?? '')
      const changedPath = isItem && !isCreation ? path.slice(0, path.lastIndexOf('/')) : path
      const member = isItem && !isCreation ? { type: 'array', items: value } : value
      return withMember(members, isItem ? names.slice(0, -1) : names, {
        ...member,
        [pathKey]: changedPath,
        ...(op !== undefined && { [opKey]: op }),
      })
    },
    {},
  )
  return Object.keys(properties).length === 0
    ? undefined
    : { form: { type: 'object', properties }, isOpen: declared.length === 0 }
}

/** The only value that a schema allows; undefined if it allows several. */
const onlyValue = (schema: unknown): unknown => {
  if (!isObject(schema)) return undefined
  if (has(schema, 'const')) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum.length === 1 ? schema.enum[0] : undefined
  const item = schema.type === 'array' ? onlyValue(schema.items) : undefined
  return item === undefined ? undefined : [item]
}

/**
 * The list of operations inside a body, such as a SCIM PatchOp, and the required members next to it. Undefined if there is none, or if the
 * value of a required member is not known.
 */
export const wrappedOperations = (
  schema: JsonSchema,
  example: unknown,
):
  | {
      readonly operations: JsonSchema
      readonly examples: readonly unknown[]
      readonly operationsIn: NonNullable<Binding['operationsIn']>
    }
  | undefined => {
  const { properties, required } = membersOf(schema)
  const isOperation = (item: unknown): boolean =>
    ['op', 'path', 'value'].every(name => has(membersOf(item).properties, name))
  const [member, ...others] = Object.keys(properties).filter(name => {
    const list = properties[name]
    return isObject(list) && list.type === 'array' && isOperation(list.items)
  })
  if (member === undefined || others.length > 0) return undefined
  const shown = isObject(example) ? example : {}
  const around = required
    .filter(name => name !== member)
    .map(name => [name, onlyValue(properties[name]) ?? shown[name]] as const)
  if (around.some(([, value]) => value === undefined)) return undefined
  return {
    operations: properties[member] as JsonSchema,
    examples: [shown[member]],
    operationsIn: { member, around: Object.fromEntries(around) },
  }
}
