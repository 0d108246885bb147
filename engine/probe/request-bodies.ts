import { has, isObject, type JsonObject, objectsIn } from '../../checks/reading.ts'
import { each, innerForm, inType, isFixed, itemForm, memberFor, propertiesOf } from '../../checks/request-form.ts'
import { matchesPattern } from '../../checks/schemas/pattern.ts'
import type { JsonSchema } from '../../contracts/documents.ts'
import type { Binding, OperationName, RoleValues } from '../../contracts/operations.ts'

/** What a request body is to say. */
export interface BodyValues {
  /** The name of the thing, which carries the run's prefix. */
  readonly name: string
  readonly namespace?: string
  /** RFC 3339; null where it is to be said that nothing expires. */
  readonly expiresAt?: string | null
  /** An instant to come, for a target that wants one although none is asked for. */
  readonly later: string
  /** What a target shows as an example of such an instant is to come after this. */
  readonly now?: string
  /** The body in the published reference's form. */
  readonly published: Readonly<Record<string, unknown>>
}

/** Names that fields for a human-chosen name go by, in tokens and repositories. */
const nameFields = /^(?:token_?)?(?:label|name|title|slug)$|^(?:repo(?:sitory)?|display)_?name$|^repo(?:sitory)?$/i
const namespaceFields = /^(?:namespace|owner|account|org(?:anization)?(?:_name)?)$/i
const expiryFields = /^expir(?:es|y|ation)(?:_?(?:at|date|on))?$/i

/** What is off cannot be seen to be switched off. */
const switches = /^(?:is_?)?(?:active|enabled)$/i

/** Further words in a name of a member that names or labels a thing; looked for where a form has none of the names above. */
const otherNames = /nick|handle|alias|slug|name|label|title|caption/i

/** Whether a declared member takes this name: a text of no closed form. */
const takesName = (schema: unknown, name: string): boolean => {
  if (!isObject(schema)) return schema !== false
  if (has(schema, 'const') || has(schema, 'enum') || schema.format !== undefined) return false
  const types: readonly unknown[] = [schema.type].flat()
  if (types[0] !== undefined && !types.includes('string')) return false
  const { maxLength, pattern } = schema
  return (
    (typeof maxLength !== 'number' || maxLength >= name.length) &&
    (typeof pattern !== 'string' || matchesPattern(pattern, name) !== false)
  )
}

/**
 * The members of a form that carry the name of a thing: those that are called so, else the likeliest of those that take any text. An example
 * of a name is somebody else's.
 */
const namingMembers = (schema: JsonSchema, name: string): readonly string[] => {
  const { properties, required } = merged(schema)
  const free = Object.keys(properties).filter(
    member => takesName(properties[member], name) && !namespaceFields.test(member) && !expiryFields.test(member),
  )
  const known = free.filter(member => nameFields.test(member))
  if (known.length > 0) return known
  const demanded = free.filter(member => required.includes(member))
  const isShown = (member: string): boolean => {
    const property = properties[member]
    return isObject(property) && ['example', 'examples', 'default'].some(key => has(property, key))
  }
  const sounds = (member: string): boolean => nameFields.test(member) || otherNames.test(member)
  const likeliest =
    [...demanded, ...free].find(sounds) ??
    demanded.find(member => !isShown(member)) ??
    (Object.keys(properties).some(sounds) ? undefined : demanded[0])
  return likeliest === undefined ? [] : [likeliest]
}

/** `isNamed`: the thing carries its name already, and what else takes a text is a part of it. */
const sample = (schema: unknown, name: string, values: BodyValues, depth: number, isNamed = false): unknown => {
  if (!isObject(schema) || depth > 6) return undefined
  if (isObject(schema.properties)) return fromSchema(schema as JsonSchema, values, depth + 1, isNamed)
  for (const key of ['const', 'example', 'default']) if (has(schema, key)) return schema[key]
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0]
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0]
  const type = Array.isArray(schema.type) ? schema.type.find(entry => entry !== 'null') : schema.type
  if (type === 'string') return schema.format === 'date-time' ? (values.expiresAt ?? values.later) : values.name
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 1
  if (type === 'boolean') return switches.test(name)
  if (type === 'array') {
    const item = sample(schema.items, name, values, depth + 1, true)
    return item === undefined ? [] : [item]
  }
  return fromSchema(schema as JsonSchema, values, depth + 1, isNamed)
}

const merged = (
  schema: JsonSchema,
): { readonly properties: Record<string, unknown>; readonly required: readonly string[] } => {
  const parts = [schema, ...(Array.isArray(schema.allOf) ? schema.allOf.filter(isObject) : [])]
  const properties = Object.assign(
    Object.create(null) as Record<string, unknown>,
    ...parts.map(part => (isObject(part.properties) ? part.properties : {})),
  ) as Record<string, unknown>
  const example = [schema.example, ...(Array.isArray(schema.examples) ? schema.examples : [])].find(isObject) ?? {}
  for (const [name, property] of Object.entries(properties))
    if (isObject(property) && has(example, name) && !has(property, 'example'))
      properties[name] = { ...property, example: example[name] }
  return {
    properties,
    required: parts.flatMap(part =>
      Array.isArray(part.required) ? part.required.filter(name => typeof name === 'string') : [],
    ),
  }
}

/** An instant to come that a target itself gives for a member, which it may limit in ways that it does not declare. */
const shownInstant = (schema: unknown, { now }: BodyValues): string | number | undefined => {
  if (!isObject(schema) || now === undefined) return undefined
  const shown = [schema.example, schema.default, ...(Array.isArray(schema.examples) ? schema.examples : [])]
  return shown.find((value): value is string | number => {
    const instant =
      typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
    return instant > Date.parse(now) && allowed(schema, value)
  })
}

/** When something is to expire, as a target declares it: in words, or in seconds since the epoch. */
const instantFor = (schema: unknown, values: BodyValues): string | number => {
  const shown = values.expiresAt == null ? shownInstant(schema, values) : undefined
  if (shown !== undefined) return shown
  const instant = values.expiresAt ?? values.later
  const types: readonly unknown[] = isObject(schema) ? [schema.type].flat() : []
  return types.includes('integer') || types.includes('number') ? Math.floor(Date.parse(instant) / 1000) : instant
}

/** Whether a declared member takes null (OpenAPI 3.0: `nullable`; 3.1: a type of its own). */
const takesNull = (schema: unknown): boolean => {
  if (!isObject(schema) || schema.nullable === true) return true
  const branches = [schema.anyOf, schema.oneOf].flatMap(branch => (Array.isArray(branch) ? branch : []))
  if (branches.length > 0) return branches.some(takesNull)
  const types: readonly unknown[] = [schema.type].flat()
  return types[0] === undefined || types.includes('null')
}

/** Whether a declared member takes a value: of its enumeration where it has one, and of its type. */
const allowed = (schema: unknown, value: unknown): boolean => {
  if (!isObject(schema)) return true
  if (has(schema, 'const')) return schema.const === value
  if (Array.isArray(schema.enum)) return schema.enum.includes(value)
  if (Array.isArray(value) && isObject(schema.items)) return value.every(item => allowed(schema.items, item))
  const types: readonly unknown[] = [schema.type].flat()
  const type = Array.isArray(value) ? 'array' : typeof value
  return types[0] === undefined || types.includes(type) || (type === 'number' && types.includes('integer'))
}

const fromSchema = (schema: JsonSchema, values: BodyValues, depth = 0, isNamed = false): Record<string, unknown> => {
  const { properties, required } = merged(schema)
  const body: Record<string, unknown> = {}
  const naming = namingMembers(schema, values.name).filter(member => !isNamed || nameFields.test(member))
  // A form may say all in an object, and leave out that the object is required, as it may the kind of thing next to it.
  const [envelope] = isNamed ? [] : innerForm(schema).path
  const isNeeded = (member: string): boolean =>
    required.includes(member) || member === envelope || (envelope !== undefined && isFixed(properties[member]))
  for (const [name, property] of Object.entries(properties)) {
    if (naming.includes(name)) body[name] = values.name
    else if (values.namespace !== undefined && namespaceFields.test(name)) body[name] = values.namespace
    else if (expiryFields.test(name)) {
      if (values.expiresAt === null && takesNull(property)) body[name] = null
      else if (typeof values.expiresAt === 'string' || required.includes(name))
        body[name] = instantFor(property, values)
    } else if (has(values.published, name) && allowed(property, values.published[name]))
      body[name] = values.published[name]
    else if (isNeeded(name)) body[name] = sample(property, name, values, depth, isNamed || naming.length > 0)
  }
  for (const name of required)
    if (!has(body, name)) body[name] = has(values.published, name) ? values.published[name] : values.name
  return body
}

const fillIn = (template: unknown, values: BodyValues): unknown => {
  if (template === '{expires_at}' && values.expiresAt === null) return null
  if (typeof template === 'string')
    return template
      .replaceAll('{name}', values.name)
      .replaceAll('{label}', values.name)
      .replaceAll('{namespace}', values.namespace ?? '')
      .replaceAll('{expires_at}', values.expiresAt ?? '')
  if (Array.isArray(template)) return template.map(item => fillIn(item, values))
  if (isObject(template))
    return Object.fromEntries(
      Object.entries(template)
        .filter(([, value]) => value !== '{expires_at}' || values.expiresAt !== undefined)
        .map(([key, value]) => [key, fillIn(value, values)]),
    )
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

/** The members of a body that hold a name, wherever they stand. */
export const membersSaying = (body: unknown, name: string): readonly string[] =>
  objectsIn(body).flatMap(object => Object.keys(object).filter(key => object[key] === name))

/** Operations that change a thing, and the one that shows it. */
export const shownBy: Readonly<Partial<Record<OperationName, OperationName>>> = {
  'pat.update': 'pat.get',
  'pat.delete': 'pat.get',
  'oat.update': 'oat.get',
  'oat.delete': 'oat.get',
  DeleteRepository: 'GetRepository',
  UpdateRepositoryImmutableTags: 'GetRepository',
}

/** What a body of the user's own has in braces. */
export const marksIn = (body: unknown): readonly string[] =>
  [...(JSON.stringify(body) ?? '').matchAll(/\{(\w+)\}/g)].map(match => match[1] as string)

/** What a call says of a role, or of a member under one of its names. */
const saidAs = (name: string, json: JsonObject, values: RoleValues): unknown => {
  const known: Readonly<Record<string, unknown>> = { ...values, ...json }
  if (has(known, name)) return known[name]
  const alias = Object.keys(json).find(member => memberFor({ [name]: {} }, member, json[member]) === name)
  return alias === undefined ? undefined : json[alias]
}

/** Whether a call must say the whole of a thing: PUT replaces (RFC 9110, section 9.3.4), and a form may demand what is not changed. */
export const needsWhole = (
  { operation, method, requestSchema, requestBody }: Binding,
  json: JsonObject,
  values: RoleValues = {},
): boolean => {
  if (shownBy[operation] === undefined) return false
  // A body of the user's own may have a place for what is not to be changed: it is sent as it is.
  if (requestBody !== undefined) return marksIn(requestBody).some(mark => saidAs(mark, json, values) === undefined)
  if (method === 'PUT') return true
  const { schema } = innerForm(requestSchema)
  const { required } = merged((schema ?? {}) as JsonSchema)
  const properties = propertiesOf(schema)
  const said = Object.keys(json).map(name => memberFor(properties, name, json[name]) ?? name)
  return required.some(name => !said.includes(name))
}

/** A body of the user's own with what is asked in its place: roles and members in braces, and members of the same name. */
const filled = (template: unknown, json: JsonObject, values: RoleValues, current: JsonObject = {}): unknown => {
  const fillText = (text: string, key?: string): unknown => {
    const whole = /^\{(\w+)\}$/.exec(text)?.[1]
    const shown = key !== undefined && has(current, key) ? current[key] : undefined
    if (whole !== undefined) return saidAs(whole, json, values) ?? shown
    return text.replace(/\{(\w+)\}/g, (mark, name: string) => String(saidAs(name, json, values) ?? mark))
  }
  const walk = (value: unknown, name?: string): unknown => {
    if (typeof value === 'string' && /\{\w+\}/.test(value)) return fillText(value, name)
    // Which permissions there are is the target's own: one that the user gives is right.
    const isChosen =
      typeof value === 'string' && name !== undefined && memberFor({ [name]: {} }, 'permission', '') === name
    if (name !== undefined && !isObject(value) && !isChosen) {
      const said = saidAs(name, json, values)
      if (said !== undefined) return said
    }
    if (Array.isArray(value)) return value.map(item => walk(item))
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, key)]))
      : value
  }
  return walk(template)
}

const isReadOnly = (schema: unknown): boolean => isObject(schema) && schema.readOnly === true

/** The part of a form that has a place for what is said: the one that says something, else the items of its list. */
const formFor = (
  requestSchema: unknown,
  json: JsonObject,
): { readonly path: readonly string[]; readonly schema: unknown; readonly within?: string } => {
  const inner = innerForm(requestSchema)
  const items = itemForm(requestSchema)
  const says = (schema: unknown, within?: string): boolean =>
    Object.entries(json).some(
      ([name, value]) => memberFor(propertiesOf(schema), name, value, undefined, within) !== undefined,
    )
  return items && !says(inner.schema) && says(items.schema, items.within) ? items : inner
}

/**
 * The body of a call that is not a creation, from one in the published form: the user's own, else in the form that the target's reference declares,
 * with what is required and not said as the target shows it now, or as it declares it.
 */
export const callBody = (
  binding: Binding,
  json: JsonObject,
  values: RoleValues,
  whole: JsonObject | undefined,
): unknown => {
  if (binding.requestBody !== undefined) return filled(binding.requestBody, json, values, whole)
  const { path, schema, within } = formFor(binding.requestSchema, json)
  const declared = propertiesOf(schema)
  const isDeclared = Object.keys(declared).length > 0
  const current = whole && innerOf(whole, path)
  const members = isDeclared ? declared : binding.method === 'PUT' ? (current ?? {}) : {}
  if (Object.keys(members).length === 0) return json
  const body: Record<string, unknown> = {}
  if (binding.method === 'PUT' && current)
    for (const [name, value] of Object.entries(current))
      if (has(members, name) && !isReadOnly(members[name])) body[name] = value
  let said = 0
  for (const [name, value] of Object.entries(json)) {
    const own = memberFor(isDeclared ? members : typesOf(members), name, value, current, within)
    if (own === undefined && isDeclared && !binding.isGuessed) continue
    body[own ?? name] = isDeclared && own !== undefined ? declaredValue(members[own], own, value) : value
    said++
  }
  // A form that has a place for nothing of it is not understood; the whole of the thing is its form all the same.
  if (said === 0 && Object.keys(body).length === 0) return json
  if (!isDeclared) return body
  const { properties: formed, required } = merged(schema as JsonSchema)
  const name = Object.values(json).find(value => typeof value === 'string') ?? 'hub-conformance'
  for (const member of required)
    if (!has(body, member))
      body[member] =
        current && has(current, member)
          ? current[member]
          : sample(formed[member], member, { name: String(name), later: '', published: {} }, 0)
  return enveloped(binding.requestSchema, path, body, values.id)
}

/** What is shown of a thing in the objects of those names, as far as it has them. */
const innerOf = (shown: JsonObject, path: readonly string[]): JsonObject =>
  path.reduce((object, name) => {
    const inner = has(object, name) ? object[name] : undefined
    return isObject(inner) ? inner : object
  }, shown)

/** A body in the objects in which a form declares it, with what must stand around it, and the id where that has a place. */
const enveloped = (schema: unknown, path: readonly string[], body: JsonObject, id: string | undefined): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return body
  if (name === each) return [enveloped(isObject(schema) ? schema.items : undefined, rest, body, id)]
  const { properties, required } = merged(schema as JsonSchema)
  const around: Record<string, unknown> = {}
  for (const [other, declared] of Object.entries(properties)) {
    if (other === name) around[name] = enveloped(declared, rest, body, id)
    else if (other === 'id' && id !== undefined) around.id = inType(declared, id)
    else if (isFixed(declared) || required.includes(other))
      around[other] = sample(declared, other, { name: id ?? '', later: '', published: {} }, 0)
  }
  return around
}

/** A value as a member is declared; where it is none of those that the member takes, one of them. */
const declaredValue = (schema: unknown, name: string, value: unknown): unknown => {
  const typed = inType(schema, value)
  if (!isObject(schema) || !Array.isArray(schema.enum) || schema.enum.includes(typed)) return typed
  return sample(schema, name, { name: String(value), later: '', published: {} }, 0)
}

/** What is shown of a thing, as a form: each member takes values of the type that it has. */
const typesOf = (shown: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [
      name,
      value === null ? {} : { type: Array.isArray(value) ? 'array' : typeof value },
    ]),
  )
