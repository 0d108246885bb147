import { createHash } from 'node:crypto'
import { isFullName } from '../../../checks/path-template.ts'
import { has, isObject, type JsonObject } from '../../../checks/reading/json.ts'
import { objectsIn } from '../../../checks/reading/things.ts'
import { accepts, coerce, isCalled, isFixed, placeFor, placesOf } from '../../../checks/request-form.ts'
import { membersOf, writable } from '../../../checks/schemas/form-members.ts'
import { matchesPattern } from '../../../checks/schemas/pattern.ts'
import type { JsonSchema } from '../../../contracts/documents.ts'
import type { Binding } from '../../../contracts/operations.ts'

/** The description of what a run creates, sent wherever a target declares one. */
export const description = 'Created by a conformance run; may be deleted.'

/** The values for a request body. */
interface BodyValues {
  /** The name of the resource, with the run's prefix. */
  readonly name: string
  /** The path of the request contains the name. */
  readonly isNamed?: boolean
  readonly namespace?: string
  /** The path or the query of the request contains the namespace. */
  readonly isPlaced?: boolean
  /** RFC 3339; null for a body that states that nothing expires. */
  readonly expiresAt?: string | null
  /** An instant in the future, for a target that requires an expiry although none is requested. */
  readonly later: string
  /** The start of the run: an example of the target is only used if it is later. */
  readonly now?: string
  readonly published: Readonly<Record<string, unknown>>
  /** Whether a repository is to be private; undefined for what is no repository. */
  readonly isPrivate?: boolean
}

/** Usual keys of a name, in tokens and repositories. */
const nameFields = /^(?:token_?)?(?:label|name|title|slug)$|^(?:repo(?:sitory)?|display)_?name$|^repo(?:sitory)?$/i
const namespaceFields = /^(?:namespace|owner|account|org(?:anization)?(?:_name)?)$/i

/** Words in less usual keys of a name, for a schema without a usual one. */
const otherNames = /nick|handle|alias|slug|name|label|title|caption/i

/** Whether a member accepts this name: a free text, and not an object with a text in it. */
const acceptsName = (schema: unknown, name: string): boolean =>
  isObject(schema)
    ? !has(schema, 'const') &&
      !has(schema, 'enum') &&
      schema.format === undefined &&
      accepts(schema, name) &&
      !isObject(coerce(schema, name))
    : schema !== false

/** Whether a member takes namespace and repository in one. */
export const takesFullName = (member: string, schema: unknown): boolean =>
  isFullName(member, isObject(schema) ? (schema.example ?? [schema.examples].flat()[0] ?? schema.default) : undefined)

/**
 * The name as a member takes it: behind its namespace if its pattern demands a slash, or if it is called so or its example has one and nothing
 * else in the request is the namespace.
 */
const nameFor = (member: string, schema: unknown, { name, namespace, isPlaced }: BodyValues): string => {
  const whole = `${namespace}/${name}`
  if (namespace === undefined || !acceptsName(schema, whole)) return name
  return (!isPlaced && takesFullName(member, schema)) || !acceptsName(schema, name) ? whole : name
}

const isReserved = (member: string): boolean => namespaceFields.test(member) || isCalled(member, 'expires_at')

/**
 * The members for the name: those with a usual key, else the most likely one that accepts any text. A required member without an example
 * comes before one with an example, which shows another kind of value.
 */
const namingMembers = (schema: JsonSchema, values: BodyValues): readonly string[] => {
  const { properties, required } = membersWithExamples(schema)
  const free = Object.keys(properties).filter(member => {
    const property = properties[member]
    return acceptsName(property, nameFor(member, property, values)) && !isReserved(member)
  })
  const known = free.filter(member => nameFields.test(member))
  if (known.length > 0) return known
  const demanded = free.filter(member => required.includes(member))
  const isShown = (member: string): boolean => {
    const property = properties[member]
    return isObject(property) && ['example', 'examples', 'default'].some(key => has(property, key))
  }
  const soundsLikeName = (member: string): boolean => nameFields.test(member) || otherNames.test(member)
  const likeliest =
    [...demanded, ...free].find(soundsLikeName) ??
    demanded.find(member => !isShown(member)) ??
    (Object.keys(properties).some(soundsLikeName) ? undefined : demanded[0])
  return likeliest === undefined ? [] : [likeliest]
}

/** Paths of the name and the expiry below an object of a schema; absent if they are not in a nested object. */
interface NestedPaths {
  readonly naming?: readonly string[] | undefined
  readonly ending?: readonly string[] | undefined
}

const nestedPathsIn = (schema: JsonSchema, values: BodyValues): NestedPaths => {
  const places = placesOf(schema)
  const named = places.filter(({ path, schema }) => acceptsName(schema, values.name) && !isReserved(path.at(-1) ?? ''))
  const isNamed = namingMembers(schema, values).some(member => nameFields.test(member))
  return {
    naming: isNamed ? undefined : placeFor(named, 'label', values.name)?.path,
    ending: values.expiresAt === undefined ? undefined : placeFor(places, 'expires_at', values.later)?.path,
  }
}

const pathBelow = (path: readonly string[] | undefined, name: string): readonly string[] | undefined =>
  path !== undefined && path.length > 1 && path[0] === name ? path.slice(1) : undefined

/** Where an object is in a schema. */
interface FormContext extends NestedPaths {
  readonly depth: number
  /** The name is already in the body, so other texts are parts of the resource. */
  readonly isNamed: boolean
}

const atTop: FormContext = { depth: 0, isNamed: false }

export const sampleValue = (
  schema: unknown,
  name: string,
  values: BodyValues,
  within: FormContext = atTop,
): unknown => {
  const { depth } = within
  if (!isObject(schema) || depth > 6) return undefined
  const inner = { ...within, depth: depth + 1 }
  if (isObject(schema.properties)) return fromSchema(schema as JsonSchema, values, inner)
  for (const key of ['const', 'example', 'default']) if (has(schema, key)) return writable(schema, schema[key])
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return writable(schema, schema.examples[0])
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0]
  const type = Array.isArray(schema.type) ? schema.type.find(entry => entry !== 'null') : schema.type
  if (type === 'string') return sampleText(schema, values)
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 1
  // Only an active token can be deactivated.
  if (type === 'boolean') return isCalled(name, 'is_active')
  if (type === 'array') {
    const item = sampleValue(schema.items, name, values, { depth: depth + 1, isNamed: true })
    return item === undefined ? [] : [item]
  }
  return fromSchema(schema as JsonSchema, values, inner)
}

/** Text around a name in some formats, with host names that do not exist (RFC 2606). */
const aroundNames: Readonly<Record<string, readonly [before: string, after: string]>> = {
  email: ['', '@example.org'],
  'idn-email': ['', '@example.org'],
  hostname: ['', '.example.org'],
  'idn-hostname': ['', '.example.org'],
  uri: ['https://', '.example.org/'],
  url: ['https://', '.example.org/'],
  iri: ['https://', '.example.org/'],
}

/** Addresses for documentation (RFC 5737, RFC 3849). */
const addresses: Readonly<Record<string, string>> = { ipv4: '192.0.2.1', ipv6: '2001:db8::1' }

/** A UUID derived from a text, of version 8 (RFC 9562, section 5.8) by default. */
export const uuidOf = (text: string, version: 4 | 8 = 8): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, `$1-$2-${version}$3-8$4-$5`)

/** A text of the declared format and length, with the end of the name, which is unique in the run. */
const sampleText = ({ maxLength, format }: JsonObject, { name, expiresAt, later }: BodyValues): string => {
  const kind = String(format)
  if (kind === 'date-time') return expiresAt ?? later
  if (kind === 'date') return (expiresAt ?? later).slice(0, 10)
  if (kind === 'uuid') return uuidOf(name, 4)
  if (has(addresses, kind)) return addresses[kind] as string
  const [before, after] = (has(aroundNames, kind) ? aroundNames[kind] : undefined) ?? ['', '']
  const room = typeof maxLength === 'number' ? Math.max(0, maxLength - before.length - after.length) : name.length
  return before + name.slice(Math.max(0, name.length - room)) + after
}

/** The members of a schema, with the examples of the whole. */
const membersWithExamples = (
  schema: JsonSchema,
): { readonly properties: Record<string, unknown>; readonly required: readonly string[] } => {
  const { properties, required } = membersOf(schema)
  const example = [schema.example, ...(Array.isArray(schema.examples) ? schema.examples : [])].find(isObject) ?? {}
  const shown = Object.entries(properties).map(([name, property]) => [
    name,
    isObject(property) && has(example, name) && !has(property, 'example')
      ? { ...property, example: example[name] }
      : property,
  ])
  return { properties: Object.fromEntries(shown), required }
}

/** A future instant from the examples of a member, which may have undeclared limits. */
const shownInstant = (schema: unknown, { now }: BodyValues): string | number | undefined => {
  if (!isObject(schema) || now === undefined) return undefined
  const shown = [schema.example, schema.default, ...(Array.isArray(schema.examples) ? schema.examples : [])]
  return shown.find((value): value is string | number => {
    const instant =
      typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
    return instant > Date.parse(now) && accepts(schema, value)
  })
}

/** The expiry in the declared form: date-time, date, or seconds since the epoch. */
const instantFor = (schema: unknown, values: BodyValues): string | number => {
  const shown = values.expiresAt == null ? shownInstant(schema, values) : undefined
  const instant = values.expiresAt ?? values.later
  const typed = coerce(schema, shown ?? instant) as string | number
  if (shown !== undefined) return typed
  const day = instant.slice(0, 10)
  return !accepts(schema, typed) && accepts(schema, day) ? day : typed
}

/** Whether a member accepts null (OpenAPI 3.0: `nullable`; 3.1: a type of its own). */
export const takesNull = (schema: unknown): boolean => {
  if (!isObject(schema) || schema.nullable === true) return true
  if (has(schema, 'const')) return schema.const === null
  if (Array.isArray(schema.enum)) return schema.enum.includes(null)
  if (Array.isArray(schema.allOf) && !schema.allOf.every(takesNull)) return false
  const branches = [schema.anyOf, schema.oneOf].flatMap(branch => (Array.isArray(branch) ? branch : []))
  if (branches.length > 0) return branches.some(takesNull)
  const types: readonly unknown[] = [schema.type].flat()
  return types[0] === undefined || types.includes('null')
}

/** Whether the example of a member is better than a value, since its pattern cannot be evaluated. */
const isShownInstead = (schema: unknown, value: unknown): boolean =>
  isObject(schema) &&
  has(schema, 'example') &&
  typeof schema.pattern === 'string' &&
  matchesPattern(schema.pattern, String(coerce(schema, value))) === undefined

/** What a member takes for a private or public repository: a boolean called after one of them, or one of two words. */
const privacyIn = (member: string, schema: unknown, isPrivate: boolean): unknown => {
  const words: readonly unknown[] = isObject(schema) && Array.isArray(schema.enum) ? schema.enum : []
  const wordFor = (word: string): unknown => words.find(one => String(one).toLowerCase() === word)
  if (wordFor('private') !== undefined && wordFor('public') !== undefined)
    return wordFor(isPrivate ? 'private' : 'public')
  const [, named] = /^(?:is_?)?(private|public)$/i.exec(member) ?? []
  return named !== undefined && accepts(schema, true) ? (named.toLowerCase() === 'private') === isPrivate : undefined
}

const fromSchema = (
  schema: JsonSchema,
  values: BodyValues,
  { depth, isNamed, ...places }: FormContext = {
    depth: 0,
    isNamed: values.isNamed === true,
    ...(values.isNamed ? {} : nestedPathsIn(schema, values)),
  },
): Record<string, unknown> => {
  const { properties, required } = membersWithExamples(schema)
  const body: Record<string, unknown> = {}
  // A resource with its name in a nested object needs none here.
  const isNamedBelow = (places.naming?.length ?? 0) > 1
  const naming = namingMembers(schema, values).filter(member => !(isNamed || isNamedBelow) || nameFields.test(member))
  const isAround = isNamedBelow || (places.ending?.length ?? 0) > 1
  const isNamedNextToIt = isNamed || isNamedBelow || naming.length > 0
  for (const [name, property] of Object.entries(properties)) {
    const inner = { naming: pathBelow(places.naming, name), ending: pathBelow(places.ending, name) }
    const publishedName = isCalled(name, 'description') ? 'description' : name
    const privacy = values.isPrivate === undefined ? undefined : privacyIn(name, property, values.isPrivate)
    const value = privacy ?? (has(values.published, publishedName) ? values.published[publishedName] : undefined)
    const leadsToNested = inner.naming !== undefined || inner.ending !== undefined
    if (naming.includes(name)) body[name] = nameFor(name, property, values)
    else if (values.namespace !== undefined && namespaceFields.test(name)) body[name] = values.namespace
    else if (isCalled(name, 'expires_at')) {
      if (values.expiresAt === null && takesNull(property)) body[name] = null
      else if (typeof values.expiresAt === 'string' || required.includes(name))
        body[name] = instantFor(property, values)
    } else if (value !== undefined && accepts(property, value) && !isShownInstead(property, value))
      body[name] = coerce(property, value)
    // A schema may not state that an object is required, nor the kind of the resource next to it.
    else if (required.includes(name) || leadsToNested || (isAround && isFixed(property)))
      body[name] = sampleValue(property, name, values, {
        ...inner,
        depth,
        isNamed: inner.naming === undefined && isNamedNextToIt,
      })
  }
  for (const name of required)
    if (!has(body, name)) body[name] = has(values.published, name) ? values.published[name] : values.name
  return body
}

const fillTemplate = (template: unknown, values: BodyValues): unknown => {
  if (template === '{expires_at}' && values.expiresAt === null) return null
  if (typeof template === 'string')
    return template
      .replaceAll('{name}', values.name)
      .replaceAll('{label}', values.name)
      .replaceAll('{namespace}', values.namespace ?? '')
      .replaceAll('{expires_at}', values.expiresAt ?? '')
  if (Array.isArray(template)) return template.map(item => fillTemplate(item, values))
  if (isObject(template))
    return Object.fromEntries(
      Object.entries(template)
        .filter(([, value]) => value !== '{expires_at}' || values.expiresAt !== undefined)
        .map(([key, value]) => [key, fillTemplate(value, values)]),
    )
  return template
}

/**
 * The body of a creation: the user's, else as the target's reference declares it, else the published one. The lifecycle document does not
 * show bodies, so a target may require other fields than Docker Hub's.
 */
export const requestBody = (binding: Binding, values: BodyValues): unknown => {
  if (binding.requestBody !== undefined) return fillTemplate(binding.requestBody, values)
  const schema = binding.requestSchema
  // A schema for several resources gets one.
  if (schema?.type === 'array' && isObject(schema.items))
    return [requestBody({ ...binding, requestSchema: schema.items }, values)]
  if (schema && isObject(schema) && Object.keys(membersWithExamples(schema).properties).length > 0)
    return fromSchema(schema, { ...values, published: { description, ...values.published } })
  return values.published
}

/** The keys in a body whose value is the name, at any depth. */
export const keysWithValue = (body: unknown, name: string): readonly string[] =>
  objectsIn(body).flatMap(object => Object.keys(object).filter(key => object[key] === name))
