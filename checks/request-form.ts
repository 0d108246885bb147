import type { Binding } from '../contracts/operations.ts'
import type { ReasonValues } from '../contracts/results/finding.ts'
import type { ReasonCode } from '../contracts/results/reasons.ts'
import { isRunName } from '../contracts/run/run-name.ts'
import { numberOf, saysOff, stateIn } from './answers/activity.ts'
import { instantOf } from './date-time.ts'
import { idValue } from './exact-ids.ts'
import { isNameOf } from './path-template.ts'
import { has, isObject, type JsonObject } from './reading/json.ts'
import { oncePer } from './remembered.ts'
import { membersOf, writable } from './schemas/form-members.ts'
import { matchesPattern } from './schemas/pattern.ts'

/** One member of a request, in the published form. */
export interface Field {
  /** The field's name in the published reference. */
  readonly name: string
  readonly value: unknown
}

/** The maximum depth of a schema to search. */
const deepest = 6

/** The maximum number of members to search. */
const mostPlaces = 2_000

/** The segment of a path for the items of a list. */
export const eachItem = '*'

/** A member of a schema, and the keys that lead to it: `['data', 'attributes', 'name']`. */
export interface Place {
  readonly path: readonly string[]
  readonly schema: unknown
}

/** Every writable member of a schema at any depth, shallowest first. */
export const placesOf = oncePer((schema: unknown): readonly Place[] => {
  const found: Place[] = []
  let level: readonly Place[] = [{ path: [], schema }]
  for (let depth = 0; depth < deepest && level.length > 0 && found.length < mostPlaces; depth++) {
    level = level.flatMap(({ path, schema }) => {
      const items = isObject(schema) && isObject(schema.items) ? [[eachItem, schema.items] as const] : []
      return [...Object.entries(membersOf(schema).properties), ...items].map(([name, inner]) => ({
        path: [...path, name],
        schema: inner,
      }))
    })
    found.push(...level.filter(({ path }) => path.at(-1) !== eachItem))
  }
  return found
})

/** Whether a schema declares members. */
export const hasMembers = (schema: unknown): boolean => Object.keys(membersOf(schema).properties).length > 0

/** Whether a schema allows only one value. */
export const isFixed = (schema: unknown): boolean =>
  isObject(schema) && (has(schema, 'const') || (Array.isArray(schema.enum) && schema.enum.length === 1))

/** The declared types of a schema. */
export const typesOf = (schema: unknown): readonly unknown[] =>
  isObject(schema) && schema.type !== undefined ? [schema.type].flat() : []

const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'

const hasType = (schema: unknown, given: unknown): boolean => {
  const types = typesOf(schema)
  const value = coerce(schema, given)
  return (
    types.length === 0 ||
    types.includes(Array.isArray(value) ? 'array' : isNumber(value) ? 'number' : typeof value) ||
    (isNumber(value) && types.includes('integer'))
  )
}

/** Whether a schema accepts a list of such values. */
const acceptsList = (schema: unknown, value: unknown): boolean =>
  isObject(schema) &&
  typesOf(schema).includes('array') &&
  isObject(schema.items) &&
  !hasMembers(schema.items) &&
  hasType(schema.items, value)

/** The enumerated value that equals a text, ignoring case; undefined if none does. */
const declaredSpelling = (schema: JsonObject, value: string): unknown => {
  const declared: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : []
  if (declared.length === 0 || declared.includes(value)) return value
  return declared.find(one => typeof one === 'string' && one.toLowerCase() === value.toLowerCase())
}

/** Whether a value is valid for a schema: constant, enumeration, type, length and pattern. */
export const accepts = (schema: unknown, value: unknown): boolean => {
  if (!isObject(schema)) return schema !== false
  if (has(schema, 'const')) return schema.const === value
  if (Array.isArray(value) && isObject(schema.items)) return value.every(item => accepts(schema.items, item))
  const coerced = Array.isArray(value) ? coerce(schema, value) : value
  if (coerced !== value && !Array.isArray(coerced)) return accepts(schema, coerced)
  if (typeof value !== 'string')
    return Array.isArray(schema.enum) ? schema.enum.includes(value) : hasType(schema, value)
  const { maxLength, minLength, pattern } = schema
  return (
    hasType(schema, value) &&
    declaredSpelling(schema, value) !== undefined &&
    !(typeof maxLength === 'number' && maxLength < value.length) &&
    !(typeof minLength === 'number' && minLength > value.length) &&
    !(typeof pattern === 'string' && matchesPattern(pattern, value) === false)
  )
}

/** Whether a schema enumerates its values. */
export const isOneOf = (schema: unknown): boolean => isFixed(schema) || (isObject(schema) && Array.isArray(schema.enum))

/** An object with the value in one of its declared members: `{ regex: 'v.*' }`. Undefined if none accepts it. */
const asObject = (schema: JsonObject, value: string | number | bigint): JsonObject | undefined => {
  const { properties, required } = membersOf(schema)
  const names = Object.keys(properties).filter(name => !isOneOf(properties[name]) && hasType(properties[name], value))
  const chosen = names.find(name => isCalled(name, 'regex')) ?? names.find(name => required.includes(name)) ?? names[0]
  if (chosen === undefined) return undefined
  const others = Object.entries(properties).flatMap(([name, member]): readonly (readonly [string, unknown])[] => {
    if (name === chosen || !required.includes(name) || !isObject(member)) return []
    const given = ['const', 'default', 'example'].find(key => has(member, key))
    return given !== undefined ? [[name, member[given]]] : Array.isArray(member.enum) ? [[name, member.enum[0]]] : []
  })
  return { [chosen]: coerce(properties[chosen], value), ...Object.fromEntries(others) }
}

/** Converts a list to the declared type: a list, the values of a map, the names in a map of switches, or a text if it has only one item. */
const listAs = (schema: JsonObject, list: readonly unknown[]): unknown => {
  const types = typesOf(schema)
  if (types.length === 0 || types.includes('array')) return list.map(item => coerce(schema.items, item))
  const { additionalProperties: values } = schema
  if (types.includes('object') && values !== undefined && values !== false)
    return Object.fromEntries(
      // `{ "v.*": true }`
      list.map((item, at) =>
        typesOf(values).includes('boolean') ? [String(item), true] : [`item-${at + 1}`, coerce(values, item)],
      ),
    )
  return list.length === 1 && types.includes('string') ? coerce(schema, list[0]) : list
}

/** Whether a number is an instant in milliseconds, not in seconds: its words say so, or what is declared of its values is too large. */
const isInMilliseconds = (schema: JsonObject): boolean => {
  const { description, title, format, example, examples, default: usual, minimum } = schema
  // `In seconds, not in milliseconds`
  const [unit = ''] = /milli|\b(?:ms|seconds?)\b/i.exec([description, title, format].join(' ')) ?? []
  return /^m/i.test(unit) || [example, examples, usual, minimum].flat().some(value => Number(value) > 1e11)
}

/**
 * Converts a value to the declared type: digits to a number or text, an instant to its day or the time since the epoch, a text to the declared case,
 * and a value to an object with it, or a list of such objects.
 */
export const coerce = (schema: unknown, value: unknown): unknown => {
  if (!isObject(schema)) return value
  if (Array.isArray(value)) return listAs(schema, value)
  if (typeof value === 'string' || isNumber(value)) {
    const object = hasMembers(schema) ? asObject(schema, value) : undefined
    if (object) return object
  }
  if (typeof value === 'string' && Array.isArray(schema.enum)) return declaredSpelling(schema, value) ?? value
  if (typeof value === 'string' && schema.format === 'date' && instantOf(value) !== undefined) return value.slice(0, 10)
  const types = typesOf(schema)
  // HTML forms and XML only have texts.
  if (typeof value === 'boolean' && Array.isArray(schema.enum) && !schema.enum.includes(value))
    return declaredSpelling(schema, String(value)) ?? value
  if (isNumber(value) && types.includes('string')) return String(value)
  if (typeof value !== 'string' || types.includes('string')) return value
  if (!types.includes('integer') && !types.includes('number')) return value
  const instant = instantOf(value)
  return instant === undefined ? idValue(value) : Math.floor(isInMilliseconds(schema) ? instant : instant / 1000)
}

/** Published names of members, and patterns of other names, most likely first. */
const aliases: readonly (readonly [published: RegExp, ...like: readonly RegExp[]])[] = [
  [
    /^(?:token_)?label$/,
    /^(?:token[-_]?)?(?:label|name|title)$|^display[-_]?name$/i,
    /nick|handle|alias|caption|^(?:token[-_]?)?note$/i,
  ],
  [/^description$/, /^summary$|^(?:short|long|full)[-_]?description$/i],
  [/^is_active$/, /^(?:is[-_]?)?(?:active|enabled)$/i],
  [/^expires_at$/, /^(?:expir(?:es?|y|ation)|valid[-_]?until)(?:[-_]?(?:at|date|on|time))?$/i],
  [/^immutable_tags$/, /immutab|enabled|active|locked|^(?:is[-_]?)?on$|enforce/i],
  [/^immutable_tags_rules$/, /rules?|patterns?|regex|expressions?|selectors?|globs?/i],
  [/^regex$/, /regex|pattern|rule|expression|globs?$|wildcard/i],
  [/^tag$/, /^(?:image[-_]?)?tags?(?:[-_]?names?)?$/i],
  [/^group_id$/, /group|team/i],
  [/^permission$/, /permission|role|access|level/i],
  [/^username$/, /^(?:user(?:[-_]?(?:name|id))?|log-?in|identifier|principal|e?-?mail|account|name|id)$/i],
  [/^password$/, /pass(?:word|phrase|wd)?$|^secret$/i],
]

const namesOf = (published: string): readonly RegExp[] => aliases.find(([name]) => name.test(published))?.slice(1) ?? []

/** Whether a key may stand for a published name. */
export const isCalled = (member: string, published: string): boolean => {
  const name = member.replace(/^@/, '')
  return name === published || namesOf(published).some(like => like.test(name))
}

/** Formats that identify a member whatever its name. */
const formats: Readonly<Record<string, string>> = { regex: 'regex', password: 'password' }

const formatOf = (schema: unknown): unknown =>
  isObject(schema) ? (schema.format ?? (isObject(schema.items) ? schema.items.format : undefined)) : undefined

const memberName = ({ path }: Place): string => path.at(-1) ?? ''

/** The key of the object or list that contains a member. */
const parentName = ({ path }: Place): string => path.slice(0, -1).findLast(name => name !== eachItem) ?? ''

/** The value of a representation at a path. Objects of the path that it does not have are skipped. */
export const shownAt = (shown: unknown, path: readonly string[]): unknown => {
  const inner = path
    .slice(0, -1)
    .reduce(
      (object, name) => (isObject(object) && isObject(object[name]) && has(object, name) ? object[name] : object),
      shown,
    )
  const name = path.at(-1) ?? ''
  return isObject(inner) && has(inner, name) ? inner[name] : undefined
}

/** The shallowest member; one that accepts the value before one that accepts a list of it. Undefined if several objects have one. */
const nearest = (places: readonly Place[], value: unknown): Place | undefined => {
  const depth = Math.min(...places.map(({ path }) => path.length))
  const top = places.filter(({ path }) => path.length === depth)
  const isOne = new Set(top.map(({ path }) => path.slice(0, -1).join('\n'))).size === 1
  return isOne ? (top.find(({ schema }) => hasType(schema, value)) ?? top[0]) : undefined
}

/** Whether a member identifies the object around it, which has such a name: `id` in `role`. */
const isIdOf = (like: RegExp, place: Place): boolean =>
  like.test(parentName(place)) && /^(?:uu)?id$|^name$|^slug$|^key$|^code$|^value$/i.test(memberName(place))

/**
 * The member that corresponds to a published one: by its name, by its current value such as the name that the run gave, by another name or
 * a format, or as the only one that enumerates the value. Undefined if there is none, or several.
 */
const memberFor = (
  places: readonly Place[],
  published: string,
  value: unknown,
  current?: JsonObject,
): Place | undefined => {
  const taking = places.filter(({ schema }) => hasType(schema, value) || acceptsList(schema, value))
  const isShown = ({ path }: Place): boolean => {
    const now = shownAt(current, path)
    return typeof now === 'string' && typeof value === 'string' && isRunName(now) && value.startsWith(now)
  }
  const ranks: readonly ((place: Place) => boolean)[] = [
    place => memberName(place) === published && !(typeof value === 'boolean' && hasMembers(place.schema)),
    isShown,
    ...namesOf(published).map(like => (place: Place) => like.test(memberName(place))),
    ({ schema }) => formats[published] !== undefined && formatOf(schema) === formats[published],
    ...namesOf(published).map(like => (place: Place) => isIdOf(like, place)),
    // A list of objects with the value in a member.
    ({ schema }) =>
      Array.isArray(value) &&
      isObject(schema) &&
      Object.keys(membersOf(schema.items).properties).some(member => isCalled(member, published)),
  ]
  for (const isLike of ranks) {
    // A member with the exact name is used, whatever its type; an object with that name may have a switch in it.
    const found = (isLike === ranks[0] ? places : taking).filter(isLike)
    if (found.length > 0) return nearest(found, value)
  }
  const enumerating = taking.filter(
    ({ schema }) =>
      isObject(schema) &&
      Array.isArray(schema.enum) &&
      typeof value === 'string' &&
      declaredSpelling(schema, value) !== undefined,
  )
  if (enumerating.length === 1) return enumerating[0]
  // A member for patterns may be the only one without another meaning or enumerated values.
  if (published === 'regex' || published === 'immutable_tags_rules') {
    const isNamed = (name: string): boolean =>
      isNameOf('repository', name) ||
      isNameOf('namespace', name) ||
      aliases.some(([, ...like]) => like.some(one => one.test(name)))
    const free = taking.filter(place => !isOneOf(place.schema) && !isNamed(memberName(place)))
    if (free.length === 1) return free[0]
  }
  // An assignment has a group and a permission: of two members, the other one is the group.
  const permission =
    published === 'group_id' ? (memberFor(places, 'permission', 'read') ?? codedPlace(places, 'permission')) : undefined
  const others = permission === undefined ? [] : taking.filter(place => place !== permission && !isOneOf(place.schema))
  return others.length === 1 ? others[0] : undefined
}

/** The members inside the only object at the top of a schema, which names the resource. */
const withoutRoot = (places: readonly Place[]): readonly Place[] => {
  const [root, ...others] = places.filter(({ path }) => path.length === 1)
  return root && others.length === 0 ? places.filter(place => place !== root) : []
}

/** Like {@link memberFor}, but ignores the object around a whole body unless nothing in it matches. */
export const placeFor: typeof memberFor = (places, ...args) =>
  memberFor(withoutRoot(places), ...args) ?? memberFor(places, ...args)

/** Published members that mean active. */
const switches = new Set(['is_active', 'immutable_tags'])

/**
 * The only member of that name, or that identifies an object of that name, that enumerates its values: codes may stand for words. Of two members,
 * the one that does is the permission.
 */
const codedPlace = (places: readonly Place[], published: string): Place | undefined => {
  const isLike = (place: Place): boolean =>
    isCalled(memberName(place), published) ||
    namesOf(published).some(like => isIdOf(like, place)) ||
    (published === 'permission' && places.length === 2)
  const [first, ...others] = places.filter(place => isLike(place) && isOneOf(place.schema))
  return others.length === 0 ? first : undefined
}

/** The one of several modes that means that rules say which tags are immutable, or that none is: `none`, `all` and `matching`. */
const modeIn = (modes: readonly unknown[], isOn: boolean): string | undefined => {
  const find = (words: RegExp): string | undefined => {
    const [first, ...others] = modes.filter((mode): mode is string => typeof mode === 'string' && words.test(mode))
    return others.length === 0 ? first : undefined
  }
  const off = find(/^(?:none|off|never|disabled|mutable)$/i)
  const on = find(/match|rule|pattern|expression|regex/i)
  return off === undefined || on === undefined ? undefined : isOn ? on : off
}

/** The member for a value, and its value there: a switch may be inverted, or one of several states. Undefined if there is no member for it. */
export const placedValue = (
  places: readonly Place[],
  { name, value }: Field,
  current?: JsonObject,
): { readonly place: Place; readonly value: unknown } | undefined => {
  const place = placeFor(places, name, value, current)
  if (place) return { place, value }
  const coded = name === 'permission' ? codedPlace(places, name) : undefined
  if (coded) return { place: coded, value }
  if (!switches.has(name) || typeof value !== 'boolean') return undefined
  const reversed = places.filter(member => saysOff(memberName(member)) && typesOf(member.schema).includes('boolean'))
  if (reversed.length > 0) {
    const reversedPlace = nearest(reversed, !value)
    return reversedPlace && { place: reversedPlace, value: !value }
  }
  const stateOf = (place: Place): unknown => {
    const states: readonly unknown[] =
      isObject(place.schema) && Array.isArray(place.schema.enum) ? place.schema.enum : []
    return (
      stateIn(states, value) ??
      (isCalled(memberName(place), name) ? numberOf(states, value) : undefined) ??
      (name === 'immutable_tags' ? modeIn(states, value) : undefined)
    )
  }
  const state = nearest(
    places.filter(place => stateOf(place) !== undefined),
    value,
  )
  if (state) return { place: state, value: stateOf(state) }
  const other = name === 'immutable_tags' ? besideRules(places) : undefined
  const isOption = other && /dry|force|confirm|notify|valid|preview/i.test(memberName(other))
  return other && !isOption && typesOf(other.schema).includes('boolean') ? { place: other, value } : undefined
}

/** Settings have a switch and rules: what stands alone next to the rules. */
const besideRules = (places: readonly Place[]): Place | undefined => {
  const rules = placeFor(places, 'immutable_tags_rules', ['.*'])
  const [other, ...more] = places.filter(
    place =>
      place !== rules &&
      !place.path.includes(eachItem) &&
      place.path.slice(0, -1).join('\n') === rules?.path.slice(0, -1).join('\n'),
  )
  return more.length === 0 ? other : undefined
}

/** Where a body maps groups to their permissions, `{ devs: 'read' }`, and the schema of these: the whole body, or the only such member of it. */
const mapOf = (schema: unknown): { readonly path: readonly string[]; readonly values: JsonObject } | undefined => {
  const places = placesOf(schema)
  // A map of switches is one from permissions.
  const isNamed = ({ path, schema }: Place): boolean =>
    ['permission', 'group_id'].some(name => isCalled(path.at(-1) ?? '', name)) &&
    !(isObject(schema) && typesOf(schema.additionalProperties).includes('boolean'))
  const around = places.length === 0 ? [{ path: [], schema }] : places.filter(isNamed)
  const maps = around.flatMap(({ path, schema: at }) =>
    isObject(at) && !hasMembers(at) && isObject(at.additionalProperties) && !path.includes(eachItem)
      ? [{ path, values: at.additionalProperties }]
      : [],
  )
  return maps.length === 1 ? maps[0] : undefined
}

/** A group and its permission in a body that is a map, or has one; undefined for others. */
export const groupEntry = (schema: unknown, { group_id: group, permission }: JsonObject): JsonObject | undefined => {
  const { path, values } = mapOf(schema) ?? {}
  if (!path || group === undefined || permission === undefined) return undefined
  return buildBody(schema, [[[...path, String(group)], asDeclared(values, permission)]], () => undefined)
}

/** The values that the target declares for the member of a field; undefined where it declares none. */
export const declaredValues = (
  { requestSchema }: Pick<Binding, 'requestSchema'>,
  { name, value }: Field,
): readonly unknown[] | undefined => {
  const values = name === 'permission' ? mapOf(requestSchema)?.values.enum : undefined
  if (Array.isArray(values)) return values
  const places = placesOf(requestSchema)
  const schema = (placeFor(places, name, value) ?? codedPlace(places, name))?.schema
  return isObject(schema) && Array.isArray(schema.enum) ? schema.enum : undefined
}

/** The values that the target declares for the items of a member; undefined where it declares none. */
export const declaredItems = ({ requestSchema }: Binding, member: string): readonly unknown[] | undefined => {
  const { schema } = placesOf(requestSchema).find(({ path }) => path.at(-1) === member) ?? {}
  const items = isObject(schema) && isObject(schema.items) ? schema.items.enum : undefined
  return Array.isArray(items) ? items : undefined
}

/** The values of a body, with their paths. */
export type Entries = readonly (readonly [path: readonly string[], value: unknown])[]

/** The value of a member without one; undefined leaves it out. `isAround`: an object next to it has a value. */
export type Fill = (member: {
  readonly path: readonly string[]
  readonly schema: unknown
  readonly isRequired: boolean
  readonly isAround: boolean
}) => unknown

/** Builds a body from values at their paths, and adds what `fill` returns for other members. */
export const buildBody = (schema: unknown, entries: Entries, fill: Fill, path: readonly string[] = []): JsonObject => {
  const { properties, required } = membersOf(schema)
  const isAround = entries.some(([{ length }]) => length > 1)
  const body: Record<string, unknown> = {}
  for (const name of new Set([
    ...Object.keys(properties),
    ...required,
    ...entries.flatMap(([[first]]) => first ?? []),
  ])) {
    const at = [...path, name]
    const declared = properties[name]
    const own = entries.flatMap(([[first, ...rest], value]) => (first === name ? [[rest, value] as const] : []))
    const whole = own.find(([rest]) => rest.length === 0)
    const items = own.flatMap(([[first, ...rest], value]) => (first === eachItem ? [[rest, value] as const] : []))
    if (whole) body[name] = writable(declared, asDeclared(declared, whole[1]))
    else if (items.length > 0)
      body[name] = [buildBody(isObject(declared) ? declared.items : undefined, items, fill, [...at, eachItem])]
    else if (own.length > 0) body[name] = buildBody(declared, own, fill, at)
    else {
      const value = fill({ path: at, schema: declared, isRequired: required.includes(name), isAround })
      if (value !== undefined) body[name] = writable(declared, value)
    }
  }
  return body
}

/** Converts a value to the declared type, or to a list of one. A value that is not enumerated is replaced by an enumerated one. */
const asDeclared = (schema: unknown, value: unknown): unknown => {
  const typed = coerce(schema, value)
  if (!isObject(schema)) return typed
  if (!hasType(schema, value) && acceptsList(schema, value)) return [coerce(schema.items, value)]
  return Array.isArray(schema.enum) && !schema.enum.includes(typed)
    ? (schema.example ?? schema.default ?? schema.enum[0])
    : typed
}

/** The values of a body with their paths. A member that is not declared keeps its published name, at the top. */
export const entriesIn = (body: JsonObject, schema: unknown, path: readonly string[] = []): Entries =>
  Object.entries(body).flatMap(([name, value]) => {
    const at = [...path, name]
    const declared = membersOf(schema).properties[name]
    if (isObject(value) && hasMembers(declared)) return entriesIn(value, declared, at)
    const items = isObject(declared) ? declared.items : undefined
    const [only, ...others] = Array.isArray(value) ? value : []
    return isObject(only) && others.length === 0 && hasMembers(items)
      ? entriesIn(only, items, [...at, eachItem])
      : [[at, value] as const]
  })

/**
 * A request body with these members in the form that the target's reference declares, else in the published one. Other required members
 * have their current value. Undefined if the schema has no place for a member, or does not accept its value.
 */
export const requestForm = (
  { requestSchema, isGuessed }: Binding,
  fields: readonly Field[],
  current?: JsonObject,
): JsonObject | undefined => {
  const places = placesOf(requestSchema)
  const inPublished = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  const entry = groupEntry(requestSchema, inPublished)
  if (entry) {
    const { values } = mapOf(requestSchema) ?? {}
    return accepts(values, coerce(values, inPublished.permission)) ? entry : undefined
  }
  if (places.length === 0) return inPublished
  const found = fields.map(field => placedValue(places, field, current))
  if (isGuessed && found.includes(undefined)) return inPublished
  const said = found.flatMap((one): Entries => {
    if (!one) return []
    const { place, value } = one
    const isAccepted = accepts(place.schema, coerce(place.schema, value)) || acceptsList(place.schema, value)
    return isAccepted ? [[place.path, value]] : []
  })
  if (said.length < fields.length) return undefined
  return buildBody(requestSchema, said, ({ path, isRequired }) => (isRequired ? shownAt(current, path) : undefined))
}

/** The reason why a value cannot be sent: no body is declared, or a JSON Patch without a list of members. */
export const undeclaredForm = (
  { operation, requestType: type }: Binding,
  what: string,
): readonly [ReasonCode, ReasonValues] =>
  type === undefined ? ['form-undeclared', { operation, what }] : ['members-undeclared', { operation, type, what }]
