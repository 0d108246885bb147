import { isGivenPermission, isOneRule, marksIn } from '../../../checks/own-body.ts'
import { isNameOf, rolesOf } from '../../../checks/path-template.ts'
import { has, isObject, type JsonObject } from '../../../checks/reading/json.ts'
import {
  accepts,
  buildBody,
  coerce,
  type Entries,
  eachItem,
  entriesIn,
  type Fill,
  groupEntry,
  hasMembers,
  isCalled,
  isFixed,
  type Place,
  placedValue,
  placesOf,
  shownAt,
  typesOf,
} from '../../../checks/request-form.ts'
import { membersOf, writable } from '../../../checks/schemas/form-members.ts'
import { operationRoles, readingOperations } from '../../../contracts/bindings/roles.ts'
import {
  type Binding,
  familyOf,
  type OperationName,
  type Role,
  type RoleValues,
} from '../../../contracts/operations.ts'
import { sampleValue, takesFullName, takesNull } from '../creation/body.ts'
import { isOperations } from '../json-patch.ts'

/** The operation that reads what another one changes. */
export const readOperations: Readonly<Partial<Record<OperationName, OperationName>>> = {
  'pat.update': 'pat.get',
  'pat.delete': 'pat.get',
  'oat.update': 'oat.get',
  'oat.delete': 'oat.get',
  DeleteRepository: 'GetRepository',
  UpdateRepositoryImmutableTags: 'GetRepository',
}

/** The value of a call for a role, or for a member under one of its names. */
const valueFor = (name: string, json: JsonObject, values: RoleValues): unknown => {
  const known: Readonly<Record<string, unknown>> = { ...values, ...json }
  if (has(known, name)) return known[name]
  const alias = Object.keys(json).find(member => isCalled(name, member))
  return alias === undefined ? undefined : json[alias]
}

/** Whether a body must contain the whole resource: PUT replaces it (RFC 9110, section 9.3.4), and a schema may require members that do not change. */
export const needsWhole = (binding: Binding, json: JsonObject, values: RoleValues = {}): boolean => {
  const { operation, method, requestSchema, requestBody } = binding
  if (readOperations[operation] === undefined) return false
  // A body of the user may have placeholders for members that do not change: they are sent with their current value.
  if (requestBody !== undefined)
    return !isOperations(requestBody) && marksIn(requestBody).some(mark => valueFor(mark, json, values) === undefined)
  if (method === 'PUT') return true
  let lacks = false
  const said = [...placeValues(requestSchema, json).said, ...namedInBody(binding, values)]
  buildBody(requestSchema, said, ({ isRequired, schema, path }) => {
    lacks ||= isRequired && !isFixed(schema) && !isId(path)
    return undefined
  })
  return lacks
}

const isId = (path: readonly string[]): boolean => path.at(-1) === 'id'

/** Whether a patch operation has a value if it needs one. */
const hasValue = (operation: unknown): boolean =>
  !isObject(operation) || !has(operation, 'value') || operation.value !== undefined

/** Fills a body of the user: placeholders for roles and members, and members of the same name. */
const fillTemplate = (template: unknown, json: JsonObject, values: RoleValues, current: JsonObject = {}): unknown => {
  const fillText = (text: string, key?: string): unknown => {
    const whole = /^\{(\w+)\}$/.exec(text)?.[1]
    const shown = key !== undefined && has(current, key) ? current[key] : undefined
    if (whole !== undefined) {
      const said = valueFor(whole, json, values) ?? shown
      return isOneRule(whole) && Array.isArray(said) && said.length === 1 ? said[0] : said
    }
    return text.replace(/\{(\w+)\}/g, (mark, name: string) => String(valueFor(name, json, values) ?? mark))
  }
  const walk = (value: unknown, name?: string): unknown => {
    if (typeof value === 'string' && /\{\w+\}/.test(value)) return fillText(value, name)
    if (name !== undefined && !isObject(value) && !isGivenPermission(name, value)) {
      const said = valueFor(name, json, values)
      if (said !== undefined) return said
    }
    if (isOperations(value)) return value.map(one => walk(one)).filter(hasValue)
    if (Array.isArray(value)) return value.map(item => walk(item))
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, key)]))
      : value
  }
  return walk(template)
}

/** The values of a body with their paths in a schema. `others` are values without a place in it. */
const placeValues = (
  form: unknown,
  json: JsonObject,
  current?: JsonObject,
): { readonly said: Entries; readonly others: JsonObject } => {
  const places = placesOf(form)
  const own = entriesIn(json, form)
  const { properties } = membersOf(form)
  const isDeclared = ([name = '', ...rest]: readonly string[], value: unknown): boolean =>
    rest.length > 0 ||
    // The value of a declared object is in one of its members, which is searched for.
    (has(properties, name) && (isObject(value) || Object.keys(membersOf(properties[name]).properties).length === 0))
  const found = own.map(([path, value]) => {
    if (isDeclared(path, value)) return { path, value }
    const saying = placedValue(places, { name: path[0] ?? '', value }, current)
    return saying && { path: saying.place.path, value: saying.value }
  })
  return {
    said: found.flatMap((one): Entries => (one ? [[one.path, one.value]] : [])),
    others: Object.fromEntries(own.flatMap(([[name = ''], value], at) => (found[at] ? [] : [[name, value]]))),
  }
}

/**
 * Converts a body in the published form to that of the target: the user's, or the one that its reference declares. Required members that do
 * not change have their current value, else a declared one. A body that replaces a resource contains all that is shown of it.
 */
export const callBody = (
  binding: Binding,
  asked: JsonObject,
  values: RoleValues,
  whole: JsonObject | undefined,
): unknown => {
  if (binding.requestBody !== undefined) return fillTemplate(binding.requestBody, asked, values, whole)
  const json = groupEntry(binding.requestSchema, asked) ?? asked
  const isDeclared = placesOf(binding.requestSchema).length > 0
  const replaces = binding.method === 'PUT' && whole !== undefined
  if (!isDeclared && !replaces) return json
  const form = isDeclared ? binding.requestSchema : formOf(whole)
  const found = placeValues(form, json, whole)
  // Undeclared members are sent next to known ones.
  const inner = placesOf(form).at(-1)?.path.slice(0, -1) ?? []
  const guessed = binding.isGuessed || !isDeclared ? Object.entries(found.others) : []
  const said = [...found.said, ...guessed.map(([name, value]) => [[...inner, name], value] as const)]
  // A schema without a place for any of the values is not understood; its example is sent instead. Not for tokens: their label is needed as
  // proof of ownership. A PUT sends the whole resource in any case.
  if (said.length === 0 && !replaces)
    return (
      (familyOf(binding.operation) === undefined ? writable(form, binding.requestSchema?.example) : undefined) ?? json
    )
  const name = Object.values(json).find(value => typeof value === 'string') ?? 'hub-conformance'
  const fill: Fill = ({ path, schema, isRequired, isAround }) => {
    const member = path.at(-1) ?? ''
    if ((replaces || isRequired) && Object.keys(membersOf(schema).properties).length > 0) {
      const part = buildBody(schema, [], fill, path)
      return isRequired || Object.keys(part).length > 0 ? part : undefined
    }
    const shown = replaces || isRequired ? currentValueFor(whole, path, schema) : undefined
    if (shown !== undefined) return shown
    if (isAround && member === 'id' && values.id !== undefined) return coerce(schema, values.id)
    if (!isRequired && !(isAround && isFixed(schema))) return undefined
    // A member that is not shown has no value: a made-up one would be a change.
    if (isObject(schema) && takesNull(schema) && (whole !== undefined || typesOf(schema).length > 0)) return null
    return sampleValue(schema, member, { name: String(name), later: farFuture, published: {} })
  }
  return buildBody(form, said, fill)
}

/** An expiry if one is required and not known. */
const farFuture = '2099-12-31T00:00:00Z'

/** Whether a member takes what stands for a role alone: `repository`, or `name` in an object `repository`. `unnamed` is the role of a name by itself. */
const takes = (role: Role, value: string, { path, schema }: Place, unnamed?: Role): boolean => {
  const [member = '', around = unnamed ?? ''] = path.toReversed()
  const isNamed = isNameOf(role, /^(?:name|slug)$/i.test(member) ? around : member)
  return isNamed && !hasMembers(schema) && !takesFullName(member, schema) && accepts(schema, value)
}

/** Whose repository the body of a POST is about, and which: what the path does not name, or of a search all of it. */
export const namedInBody = ({ operation, method, path, requestSchema }: Binding, values: RoleValues): Entries => {
  const roles = operationRoles[operation]
  const inPath = readingOperations.has(operation) ? [] : Object.values(rolesOf(path, roles) ?? {})
  const places = method === 'POST' ? placesOf(requestSchema).filter(({ path }) => !path.includes(eachItem)) : []
  return (['namespace', 'repository', 'org'] as const).flatMap((role): Entries => {
    const value = values[role]
    if (value === undefined || !roles.includes(role) || inPath.includes(role)) return []
    // What is read of repositories by a name is read by theirs.
    const unnamed = readingOperations.has(operation) ? 'repository' : undefined
    const place =
      places.find(place => takes(role, value, place)) ?? places.find(place => takes(role, value, place, unnamed))
    return place ? [[place.path, value]] : []
  })
}

/** A body with these values. */
export const withEntries = (body: JsonObject, entries: Entries): JsonObject => {
  const all: Record<string, unknown> = { ...body }
  for (const [[name = '', ...rest], value] of entries) {
    const inner = has(all, name) && isObject(all[name]) ? all[name] : {}
    all[name] = rest.length === 0 ? value : withEntries(inner, [[rest, value]])
  }
  return all
}

/** The body of a read by POST, with the roles that its schema has a member for and what it requires; undefined if it needs none. */
export const readBody = (binding: Binding, values: RoleValues): unknown => {
  const { operation, method, requestSchema } = binding
  if (method !== 'POST' || !readingOperations.has(operation) || requestSchema === undefined) return undefined
  const said = namedInBody(binding, values)
  const fill: Fill = ({ path, schema, isRequired }) =>
    isRequired ? sampleValue(schema, path.at(-1) ?? '', { name: '', later: farFuture, published: {} }) : undefined
  const body = buildBody(requestSchema, said, fill)
  return Object.keys(body).length > 0 ? body : undefined
}

/** A schema with the types of a representation. */
const formOf = (shown: unknown): JsonObject =>
  isObject(shown)
    ? {
        type: 'object',
        properties: Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, formOf(value)])),
      }
    : shown === null
      ? {}
      : { type: Array.isArray(shown) ? 'array' : typeof shown }

/** Members that may have different names in a request body and in a representation. */
const renamedMembers = ['label', 'is_active', 'expires_at'] as const

/** The current value of a member: at the same path, else the one member with the same name or meaning that the schema accepts. */
const currentValueFor = (whole: JsonObject | undefined, path: readonly string[], schema: unknown): unknown => {
  const exact = shownAt(whole, path)
  // An object in the representation may be its name or id in the body.
  if (isObject(exact) && !accepts(schema, exact))
    return ['id', 'name', 'slug', 'login', 'username']
      .map(key => exact[key])
      .find(value => value != null && accepts(schema, value) && coerce(schema, value) === value)
  if (exact !== undefined || whole === undefined) return exact
  const member = path.at(-1) ?? ''
  const meaning = renamedMembers.find(published => isCalled(member, published))
  const places = placesOf(formOf(whole)).filter(place => accepts(schema, shownAt(whole, place.path)))
  const named = places.find(place => place.path.at(-1) === member)
  const alias = places.find(place => meaning !== undefined && isCalled(place.path.at(-1) ?? '', meaning))
  return named || alias ? shownAt(whole, (named ?? alias)?.path ?? []) : undefined
}
