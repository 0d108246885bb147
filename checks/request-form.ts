import type { Binding } from '../contracts/operations.ts'
import { anyRun } from '../contracts/run-name.ts'
import { has, isObject, type JsonObject } from './reading.ts'

/** One thing that a request is to say. */
export interface Field {
  /** The field's name in the published reference. */
  readonly name: string
  readonly value: unknown
  /** What the field may be called where the target's own reference calls it otherwise. */
  readonly like: RegExp
  /** The format that a member for it may be declared with, whatever it is called. */
  readonly format?: string
}

export const propertiesOf = (schema: unknown, depth = 0): JsonObject => {
  if (!isObject(schema) || depth > 4) return {}
  const parts = Array.isArray(schema.allOf) ? schema.allOf.map(part => propertiesOf(part, depth + 1)) : []
  return Object.assign({}, ...parts, isObject(schema.properties) ? schema.properties : {}) as JsonObject
}

/** Members around what a body says: they say what kind of thing it is, or which one. */
const envelopeName = /^(?:type|kind|api_?version|version|id|jsonapi|meta(?:data)?|_?links|included|relationships)$/i

/** Whether a declared member takes one value alone. */
export const isFixed = (schema: unknown): boolean =>
  isObject(schema) && (has(schema, 'const') || (Array.isArray(schema.enum) && schema.enum.length === 1))

/** The object of a form that says something, and the names that lead to it: `attributes` in `{ data: { type, attributes: { name } } }`. */
export const innerForm = (
  schema: unknown,
  path: readonly string[] = [],
): { readonly path: readonly string[]; readonly schema: unknown } => {
  const properties = propertiesOf(schema)
  const free = Object.keys(properties).filter(name => !isFixed(properties[name]))
  const said = free.filter(name => !envelopeName.test(name))
  const [only, ...others] = said.length > 0 ? said : free
  if (only === undefined || others.length > 0 || path.length > 3) return { path, schema }
  return Object.keys(propertiesOf(properties[only])).length > 0
    ? innerForm(properties[only], [...path, only])
    : { path, schema }
}

/** What stands in a path of names for each item of a list. */
export const each = '*'

interface ItemForm {
  readonly path: readonly string[]
  readonly schema: JsonObject
  /** The name of the list. */
  readonly within: string
}

/** The form of the items of a list, where a form has one list of objects: `id` and `permission` in `{ groups: [{ id, permission }] }`. */
export const itemForm = (schema: unknown): ItemForm | undefined => {
  const { path, schema: outer } = innerForm(schema)
  const [only, ...others] = Object.entries(propertiesOf(outer)).flatMap(([within, list]) =>
    isObject(list) && isObject(list.items) && Object.keys(propertiesOf(list.items)).length > 0
      ? [{ path: [...path, within, each], schema: list.items, within }]
      : [],
  )
  return others.length === 0 ? only : undefined
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

const takes = (schema: unknown, given: unknown): boolean => {
  if (!isObject(schema) || schema.type === undefined) return true
  const value = inType(schema, given)
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.includes(typeOf(value)) || (typeof value === 'number' && types.includes('integer'))
}

/** The declared value that a text stands for, whatever its case; undefined where none of the declared ones does. */
const inEnum = (schema: JsonObject, value: string): unknown => {
  const declared: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : []
  if (declared.length === 0 || declared.includes(value)) return value
  return declared.find(one => typeof one === 'string' && one.toLowerCase() === value.toLowerCase())
}

const isOneOf = (schema: unknown): boolean => isFixed(schema) || (isObject(schema) && Array.isArray(schema.enum))

/** A value as an object that says it in one of its declared members: `{ regex: 'v.*' }`. Undefined where none of them takes it. */
const asObject = (schema: JsonObject, value: string | number): JsonObject | undefined => {
  const members = propertiesOf(schema)
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  const fit = Object.keys(members).filter(name => !isOneOf(members[name]) && takes(members[name], value))
  const own =
    fit.find(name => /regex|pattern|rule|expression/i.test(name)) ?? fit.find(name => required.includes(name)) ?? fit[0]
  if (own === undefined) return undefined
  const others = Object.entries(members).flatMap(([name, member]): readonly (readonly [string, unknown])[] => {
    if (name === own || !required.includes(name) || !isObject(member)) return []
    const given = ['const', 'default', 'example'].find(key => has(member, key))
    return given !== undefined ? [[name, member[given]]] : Array.isArray(member.enum) ? [[name, member.enum[0]]] : []
  })
  return { [own]: inType(members[own], value), ...Object.fromEntries(others) }
}

/**
 * A value as a member is declared: an id of digits may be a number or a text, one of several texts is written as declared, and what is declared
 * as an object, or as a list of them, says it in one of their members.
 */
export const inType = (schema: unknown, value: unknown): unknown => {
  if (!isObject(schema)) return value
  if (Array.isArray(value)) return value.map(item => inType(schema.items, item))
  if (typeof value === 'string' || typeof value === 'number') {
    const object = Object.keys(propertiesOf(schema)).length > 0 ? asObject(schema, value) : undefined
    if (object) return object
  }
  if (typeof value === 'string' && Array.isArray(schema.enum)) return inEnum(schema, value) ?? value
  const types: readonly unknown[] = [schema.type].flat()
  if (typeof value === 'number' && types.includes('string')) return String(value)
  if (typeof value !== 'string' || types.includes('string')) return value
  if ((types.includes('integer') || types.includes('number')) && /^-?\d{1,15}$/.test(value)) return Number(value)
  return value
}

/** Whether a member takes a list of such values. */
const takesList = (schema: unknown, value: unknown): boolean =>
  isObject(schema) && [schema.type].flat().includes('array') && isObject(schema.items) && takes(schema.items, value)

const formatOf = (schema: unknown): unknown =>
  isObject(schema) ? (schema.format ?? (isObject(schema.items) ? schema.items.format : undefined)) : undefined

/** The id in the items of a list that is called like a field: that of a group in `groups`. */
const idWithin = (
  properties: JsonObject,
  like: RegExp,
  value: unknown,
  within: string | undefined,
): string | undefined =>
  within !== undefined && like.test(within)
    ? Object.keys(properties).find(own => /^(?:uu)?id$|^name$|^slug$|^key$/i.test(own) && takes(properties[own], value))
    : undefined

/** The member that a field is declared as: by its name, else by another name or a format; one that takes a value before one that takes a list of it. */
const ownMember = (
  properties: JsonObject,
  { name, value, like, format }: Field,
  current: JsonObject | undefined,
  within: string | undefined,
): string | undefined => {
  if (has(properties, name)) return name
  const names = Object.keys(properties)
  const named = names.filter(own => like.test(own))
  const formatted = format === undefined ? [] : names.filter(own => formatOf(properties[own]) === format)
  const candidates = [...named, ...formatted]
  return (
    candidates.find(own => takes(properties[own], value)) ??
    candidates.find(own => takesList(properties[own], value)) ??
    idWithin(properties, like, value, within) ??
    memberByValue(properties, value, current)
  )
}

/**
 * The member of a form that a value tells, whatever it is called: the target shows there now what the value begins with, such as a name that
 * the run gave, or the declared values of that member alone include it.
 */
const memberByValue = (members: JsonObject, value: unknown, current: JsonObject | undefined): string | undefined => {
  if (typeof value !== 'string') return undefined
  const names = Object.keys(members)
  const shown = names.find(name => {
    const now = current && has(current, name) ? current[name] : undefined
    return typeof now === 'string' && now.startsWith(anyRun) && value.startsWith(now)
  })
  if (shown !== undefined) return shown
  const listing = names.filter(name => {
    const schema = members[name]
    return isObject(schema) && Array.isArray(schema.enum) && inEnum(schema, value) !== undefined
  })
  return listing.length === 1 ? listing[0] : undefined
}

/** The values that the target declares for the member of a field; undefined where it declares none. */
export const declaredValues = ({ requestSchema }: Binding, { name, like }: Field): readonly unknown[] | undefined => {
  const properties = propertiesOf(innerForm(requestSchema).schema)
  const own = has(properties, name) ? name : Object.keys(properties).find(one => like.test(one))
  const schema = own === undefined ? undefined : properties[own]
  return isObject(schema) && Array.isArray(schema.enum) ? schema.enum : undefined
}

/** Published names of members, and what they may be called elsewhere. */
const aliases: readonly (readonly [published: RegExp, like: RegExp])[] = [
  [/^(?:token_)?label$/, /^(?:token_?)?(?:label|name|title)$|^display_?name$|nick|handle|alias|caption|description/i],
  [/^is_active$/, /^(?:is_?)?(?:active|enabled)$/i],
  [/^immutable_tags$/, /immutab|enabled|active|locked/i],
  [/^immutable_tags_rules$/, /rules?|patterns?|regex/i],
  [/^regex$/, /regex|pattern|rule|expression/i],
  [/^group_id$/, /group|team/i],
  [/^permission$/, /permission|role|access|level/i],
  [/^username$/, /^(?:user(?:_?(?:name|id))?|log-?in|identifier|principal|e?-?mail|account|name|id)$/i],
  [/^password$/, /pass(?:word|phrase|wd)?$|^secret$/i],
]

/** The member of a form that a published one stands for; undefined where it has none. */
export const memberFor = (
  members: JsonObject,
  published: string,
  value: unknown,
  current?: JsonObject,
  within?: string,
): string | undefined => {
  if (has(members, published)) return published
  const like = aliases.find(([name]) => name.test(published))?.[1]
  return (
    (like &&
      (Object.keys(members).find(name => like.test(name) && takes(members[name], value)) ??
        idWithin(members, like, value, within))) ??
    memberByValue(members, value, current)
  )
}

/** Whether a body of the user's own has a place for a published member: in braces, or under one of its names. */
export const saysInOwnBody = (template: unknown, name: string, value: unknown): boolean =>
  [...(JSON.stringify(template) ?? '').matchAll(/\{(\w+)\}|"(\w+)":/g)].some(([, mark, key]) => {
    const place = mark ?? key ?? ''
    return memberFor({ [place]: {} }, name, value) === place
  })

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
  const items = itemForm(binding.requestSchema)
  return (
    formed(binding, fields, current, innerForm(binding.requestSchema)) ??
    (items && formed(binding, fields, current, items))
  )
}

const formed = (
  binding: Binding,
  fields: readonly Field[],
  current: JsonObject | undefined,
  { schema, within }: { readonly schema: unknown; readonly within?: string },
): Readonly<Record<string, unknown>> | undefined => {
  const properties = propertiesOf(schema)
  const names = Object.keys(properties)
  if (names.length === 0) return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const { value } = field
    const own = ownMember(properties, field, current, within)
    if (own === undefined) {
      if (!binding.isGuessed) return undefined
      body[field.name] = value
      continue
    }
    const declared = properties[own]
    if (typeof value === 'string' && isObject(declared) && inEnum(declared, value) === undefined) return undefined
    const isList = !takes(declared, value) && takesList(declared, value)
    body[own] = isList && isObject(declared) ? [inType(declared.items, value)] : inType(declared, value)
  }
  const required = isObject(schema) ? schema.required : undefined
  if (Array.isArray(required) && current)
    for (const name of required)
      if (typeof name === 'string' && !has(body, name) && has(current, name)) body[name] = current[name]
  return body
}
