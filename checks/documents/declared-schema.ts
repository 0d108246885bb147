import {
  type JsonSchema,
  type ReferenceOperation,
  type ReferenceResponse,
  type Unresolved,
  unresolvedKey,
} from '../../contracts/documents.ts'
import { has, isObject, type JsonObject } from '../reading/json.ts'
import { wrappers } from '../reading/things.ts'
import { matchesPattern } from '../schemas/pattern.ts'

/** Whether a schema declares nothing of a value, as none does: it is empty, or describes alone. */
export const declaresNothing = (schema: JsonSchema): boolean =>
  Object.keys(schema).every(key => ['title', 'description', 'example', 'examples', 'default'].includes(key))

/** Parts of a schema that all or any of which describe the same value. What only describes another part in words is none. */
const parts = (schema: JsonObject): readonly JsonObject[] =>
  ['allOf', 'oneOf', 'anyOf'].flatMap(key => {
    const all = Array.isArray(schema[key]) ? schema[key].filter(isObject) : []
    const telling = key === 'allOf' ? all.filter(part => !declaresNothing(part)) : all
    return telling.length > 0 ? telling : all
  })

// A hostile document has more.
const most = 200

/** The schemas that are reached from one, the nearest first. */
const reached = <T>(start: T, next: (one: T) => readonly T[]): readonly T[] => {
  const found = [start]
  for (let at = 0; at < found.length && found.length < most; at++) found.push(...next(found[at] as T))
  return found.slice(0, most)
}

/** The first reference in a schema that leads to nothing, so that what it describes is unknown. */
export const unresolvedIn = (schema: JsonSchema): Unresolved | undefined => {
  const values = reached<unknown>(schema, value =>
    isObject(value) || Array.isArray(value) ? Object.values(value) : [],
  )
  return values.filter(isObject).find(value => has(value, unresolvedKey))?.[unresolvedKey] as Unresolved | undefined
}

/** Whether an answer can have a member of that schema: what is `writeOnly` is in requests alone. */
const isShown = (schema: unknown): boolean => schema !== false && !(isObject(schema) && schema.writeOnly === true)

/** Whether a schema holds only for values without a property. */
const forbids = ({ not }: JsonObject, property: string): boolean =>
  isObject(not) && Object.keys(not).length === 1 && Array.isArray(not.required) && String(not.required) === property

/** Whether a schema enumerates a name for a column of a table: in a list next to one of rows. */
const hasColumn = (properties: JsonObject, property: string): boolean => {
  const lists = Object.values(properties).filter(isObject)
  const items = lists.map(list => list.items).filter(isObject)
  return (
    items.some(({ type }) => type === 'array') &&
    items.some(({ enum: names }) => Array.isArray(names) && names.includes(property))
  )
}

/** Whether a schema declares a property of an answer for the value itself, through `allOf`, `oneOf` and `anyOf`. */
export const declares = (schema: JsonSchema, property: string): boolean =>
  reached<JsonObject>(schema, part => (forbids(part, property) ? [] : parts(part))).some(part => {
    if (forbids(part, property)) return false
    const { properties, required, additionalProperties } = part
    const named = isObject(properties) && has(properties, property) ? properties[property] : undefined
    if (named !== undefined) return isShown(named)
    if (isObject(properties) && hasColumn(properties, property)) return true
    // What is required is there, declared or not.
    return Array.isArray(required) && required.includes(property) && additionalProperties !== false
  })

/** Whether a schema leaves open what the value has: it names no property, or allows others by a pattern or a schema. */
const leavesOpen = (schema: JsonObject, property: string): boolean => {
  if (schema.additionalProperties === true || isObject(schema.additionalProperties)) return true
  if (schema.unevaluatedProperties === true || isObject(schema.unevaluatedProperties)) return true
  const patterns = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : []
  if (patterns.some(pattern => matchesPattern(pattern, property) !== false)) return true
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const mayBeObject = schema.type === undefined || types.includes('object')
  const says = ['properties', 'items', 'prefixItems', 'allOf', 'oneOf', 'anyOf', 'enum', 'const', 'not'].some(key =>
    has(schema, key),
  )
  return mayBeObject && !says
}

interface Part {
  readonly schema: JsonObject
  readonly depth: number
  /** Whether it stands in a list. */
  readonly listed: boolean
  /** Whether it is what stands under any key, which may be its id. */
  readonly keyed?: boolean
}

const deepest = 4

/** The schemas of what the value of a schema is made of: its alternatives, its members and its items. */
const within = ({ schema, depth, listed, keyed = false }: Part): readonly Part[] => {
  if (depth > deepest) return []
  const at = (inner: JsonObject, inList = listed): Part => ({ schema: inner, depth: depth + 1, listed: inList })
  return [
    // An alternative is of the value itself, and no deeper in it.
    ...parts(schema).map(part => ({ schema: part, depth, listed, keyed })),
    ...['items', 'additionalProperties', 'contains'].flatMap(key =>
      isObject(schema[key]) ? [{ ...at(schema[key], true), keyed: key === 'additionalProperties' }] : [],
    ),
    ...(Array.isArray(schema.prefixItems) ? schema.prefixItems.filter(isObject).map(item => at(item, true)) : []),
    ...['then', 'else'].flatMap(key => (isObject(schema[key]) ? [at(schema[key])] : [])),
    ...[schema.properties, schema.patternProperties].flatMap(named =>
      isObject(named)
        ? Object.entries(named).flatMap(([name, inner]) =>
            isObject(inner) && isShown(inner) && !isScalar(inner) && !isOfLinks.test(name) ? [at(inner)] : [],
          )
        : [],
    ),
  ]
}

/** `_links: { next: { href } }` has no fields of what it stands in, whatever its keys. */
const isOfLinks = /^_?links$/

type Carries = 'yes' | 'no' | 'open'

const partOf = (schema: JsonObject): Part => ({ schema, depth: 0, listed: false })

/**
 * Whether what a schema describes carries a property: the value itself, the items of a list wherever it stands, or an object in an
 * envelope. `open` where no part declares it and one leaves it open.
 */
export const carries = (schema: JsonSchema, property: string): Carries => {
  const all = reached(partOf(schema), within)
  if (all.some(part => declares(part.schema, property))) return 'yes'
  const isOpen = all.length === most || all.some(part => part.depth > deepest || leavesOpen(part.schema, property))
  return isOpen ? 'open' : 'no'
}

/** Names of objects in a thing that are about something else than it. */
const ofAnother = /session|owner|user|creator|account|org|client|secret|link|url|job|request/i

/**
 * The member of a thing with an id, or whose key is one (`keyed`), that is an object of the thing itself and alone declares a property: `validity` in
 * `{ id, validity: { expires_at } }`. Undefined where what declares it has an id of its own, or may be about something else, and where the
 * schema is an envelope.
 */
export const partHolding = (schema: JsonSchema, property: string, keyed = false): string | undefined => {
  const members = reached<JsonObject>(schema, parts)
    .map(({ properties }) => properties)
    .filter(isObject)
    .flatMap(properties => Object.entries(properties))
  const objects = members.filter(
    (member): member is [string, JsonObject] => isObject(member[1]) && !isScalar(member[1]),
  )
  const hasId = (one: JsonObject): boolean => ids.some(name => declares(one, name))
  const [only, ...others] = objects.filter(([, inner]) => declares(inner, property))
  if (!only || others.length > 0 || objects.some(([name]) => wrappers.includes(name))) return undefined
  const [name, inner] = only
  return (keyed || hasId(schema)) && !declares(schema, property) && !hasId(inner) && !ofAnother.test(name)
    ? name
    : undefined
}

/** The parts in which the things of a schema, wherever it describes them, have a property. */
export const partsHolding = (schema: JsonSchema, property: string): readonly string[] =>
  reached(partOf(schema), within).flatMap(part => partHolding(part.schema, property, part.keyed) ?? [])

/** Whether a schema declares a property for the value itself, in a part of it, or in a member that wraps what it holds. */
const ofItself = (schema: JsonSchema, property: string): boolean =>
  declares(schema, property) ||
  partHolding(schema, property) !== undefined ||
  [schema, ...parts(schema)].some(
    part =>
      isObject(part.properties) &&
      Object.entries(part.properties).some(
        ([name, inner]) => wrappers.includes(name) && isObject(inner) && declares(inner, property),
      ),
  )

const mostAlternatives = 32

/** The schemas that a value can have one of, by `oneOf` and `anyOf`, each with what holds for all. */
const alternatives = (schema: JsonObject): readonly JsonObject[] => {
  let found: readonly JsonObject[] = [{ ...schema, allOf: [], oneOf: [], anyOf: [] }]
  const choices: (readonly JsonObject[])[] = []
  if (Array.isArray(schema.allOf)) choices.push(...schema.allOf.filter(isObject).map(alternatives))
  for (const key of ['oneOf', 'anyOf'])
    if (Array.isArray(schema[key])) choices.push(schema[key].filter(isObject).flatMap(alternatives))
  for (const choice of choices) {
    if (choice.length === 0) continue
    if (found.length * choice.length > mostAlternatives) return [schema]
    found = found.flatMap(base => choice.map(one => ({ ...base, allOf: [...(base.allOf as JsonObject[]), one] })))
  }
  return found
}

/** The schemas of the items of a list, where it has several. */
const itemsOf = ({ prefixItems, items }: JsonObject): readonly JsonObject[] =>
  [...(Array.isArray(prefixItems) ? prefixItems : []), items].filter(isObject)

/** A schema with one part of it replaced. */
const replaced = (value: unknown, part: JsonObject, by: JsonObject): unknown => {
  if (value === part) return by
  if (Array.isArray(value)) return value.map(item => replaced(item, part, by))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner, part, by)]))
}

/** What the tokens of an answer carry. */
const ofTokens = (schema: JsonSchema, property: string, own: OwnMembers): Carries => {
  const isOne = (one: JsonObject, fewest?: number): boolean => isToken(name => declares(one, name), own, fewest)
  /** Next to a token in one list, what has an id and a member of one is a token too. */
  const listedIn = (part: Part): readonly Part[] => {
    const list = itemsOf(part.schema)
    if (list.length < 2 || !list.some(item => isOne(item))) return []
    return list.filter(item => isOne(item, 1)).map(item => ({ ...partOf(item), listed: true }))
  }
  const found = reached(partOf(schema), part => (isOne(part.schema) || listedIn(part).length > 0 ? [] : within(part)))
  const tokens = found.flatMap(part => (isOne(part.schema) ? [part] : listedIn(part)))
  if (tokens.length === 0) return carries(schema, property)
  const listedOnly = tokens.every(({ listed }) => listed)
  const each = tokens.flatMap((token): readonly Carries[] => {
    const carried = (one: JsonObject): Carries =>
      listedOnly
        ? carries(one as JsonSchema, property)
        : carries(replaced(schema, token.schema, one) as JsonSchema, property)
    const all = choicesOf(token.schema)
    const sure = all.filter(one => isOne(one))
    // An alternative that adds the property to what is a token by another one may hold together with it, unless it is one of its own.
    const others = all.filter(one => !sure.includes(one) && declares(one, property))
    const common = { ...token.schema, oneOf: [], anyOf: [] }
    const hasId = (one: JsonObject): boolean => ids.some(name => declares(one, name))
    if (others.length > 0 && !(others.every(hasId) && !hasId(common))) return [carried(token.schema)]
    // With an id and one member it may be a token, or say what was done to one.
    const unsure =
      sure.length > 0 ? all.filter(one => !sure.includes(one) && !others.includes(one) && isOne(one, 1)) : []
    if (sure.length + others.length + unsure.length < 2) return [carried(token.schema)]
    const separate = [...[...sure, ...others].map(carried), ...unsure.map((): Carries => 'open')]
    // Parts of what is a token without them may hold together.
    return (others.length > 0 || isOne(common)) && Array.isArray(token.schema.anyOf)
      ? separate.map(one => (one === 'no' ? 'open' : one))
      : separate
  })
  // Next to a token that stands in no list, one without the property may be a part of it.
  if (!listedOnly && each.length === tokens.length) {
    const whole = carries(schema, property)
    if (whole !== 'yes' || tokens.some(token => ofItself(token.schema, property))) return whole
    // What only a part of the token declares, such as its owner, need not be of the token.
    const rest = tokens.reduce((all: unknown, token) => replaced(all, token.schema, {}), schema)
    return carries(rest as JsonSchema, property) === 'yes' ? 'yes' : 'open'
  }
  return together(each)
}

/** The same with those of a condition, where it says what holds otherwise. */
const choicesOf = (schema: JsonObject): readonly JsonObject[] => {
  const { then: met, else: otherwise, ...rest } = schema
  if (!isObject(met) || !isObject(otherwise)) return alternatives(schema)
  return [met, otherwise].map(one => ({ ...rest, allOf: [...parts({ allOf: schema.allOf }), one] }))
}

const together = (each: readonly Carries[]): Carries =>
  each.includes('no') ? 'no' : each.includes('open') ? 'open' : 'yes'

const mostAnswers = 8

/** What alternatives of which each is an answer of its own carry, such as a token and a list of tokens; undefined where there are none. */
const ofAnswers = (schema: JsonObject, property: string, own: OwnMembers): Carries | undefined => {
  const isOne = (one: JsonObject): boolean => isToken(name => declares(one, name), own)
  const holdsOne = (one: JsonObject): boolean => reached(partOf(one), within).some(part => isOne(part.schema))
  for (const part of reached(partOf(schema), one => (isOne(one.schema) ? [] : within(one)))) {
    const all = choicesOf(part.schema)
    const holding = all.filter(holdsOne)
    if (holding.length < 2 || holding.length > mostAnswers || (isOne(part.schema) && holding.every(isOne))) continue
    // What adds the property may hold together with the others.
    if (all.some(one => !holding.includes(one) && declares(one, property))) continue
    return together(
      holding.map(one => {
        const carried = ofTokens(replaced(schema, part.schema, one) as JsonObject, property, own)
        return carried === 'no' && Array.isArray(part.schema.anyOf) && !isOne(one) ? 'open' : carried
      }),
    )
  }
  return undefined
}

/**
 * The same for a token: where items of a list have the members of one, they carry the property themselves, and their envelope does not
 * do it for them. Every alternative that is a token carries it; one that is a message or an error need not.
 */
export const tokenCarries = (schema: JsonSchema, property: string, own: OwnMembers = none): Carries =>
  ofAnswers(schema, property, own) ?? ofTokens(schema, property, own)

/** Whether a schema names no member of a token at all: a message that something was done. */
export const isAcknowledgement = (schema: JsonSchema): boolean =>
  [...ids, ...marks].every(name => carries(schema, name) === 'no')

/** A member that is no object and no list cannot hold a token. */
const isScalar = (schema: JsonObject): boolean => {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return (
    (schema.type !== undefined && !types.includes('object') && !types.includes('array')) ||
    Object.keys(schema).length === 0
  )
}

const ids = ['uuid', 'id', 'token_id']

/** Members by which a schema is known as that of a token. */
const marks =
  'token token_label label scopes last_used last_used_at is_active creator_ip creator_ua generated_by'.split(' ')

/** The members that a target's own tokens have besides the id and the one that is looked for; none where that is not known. */
export type OwnMembers = ReadonlySet<string>

const none: OwnMembers = new Set()

/** Whether something has the members of a token: an id and what else only tokens have, or all that the target's own have. */
const isToken = (has: (name: string) => boolean, own: OwnMembers, fewest = 2): boolean =>
  ids.some(has) && (marks.filter(has).length >= fewest || (own.size >= 2 && [...own].every(has)))

/** Whether a schema has the members of a token anywhere. */
export const describesToken = (schema: JsonSchema, own: OwnMembers = none): boolean =>
  isToken(name => carries(schema, name) === 'yes', own)

/** The responses that say what an operation answers with success: those of a status of its own, else the one for all where that is a token. */
export const declaredSuccesses = (
  { responses }: ReferenceOperation,
  own: OwnMembers = none,
): readonly ReferenceResponse[] => {
  const successes = responses.filter(({ status }) => /^2/.test(status))
  return successes.length > 0
    ? successes
    : responses.filter(
        ({ status, schema }) => status === 'default' && schema !== undefined && describesToken(schema, own),
      )
}

/** Whether an operation declares a token as its answer. */
export const returnsToken = (operation: ReferenceOperation, own: OwnMembers = none): boolean =>
  declaredSuccesses(operation, own).some(({ schema }) => schema !== undefined && describesToken(schema, own))

/** Names of members that things of every kind have. */
const anyName = /^(?:_?id|uuid|guid|type|kind|object|name|description|links?|_links|self|href|url|meta)$/i

/** The names of the members of the first thing that a schema describes with an id and a property, whichever of its alternatives has them. */
const membersWith = (schema: JsonSchema, property: string): readonly string[] | undefined => {
  const isIt = (part: Part): boolean => declares(part.schema, property) && ids.some(name => declares(part.schema, name))
  const thing = reached(partOf(schema), within).find(isIt)?.schema
  if (thing === undefined) return undefined
  const names = reached(thing, parts).flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []))
  return names.filter(name => name !== property && !anyName.test(name))
}

/** The members that all of these operations, as far as they declare things with an id and that property, declare for them. */
export const ownMembers = (operations: readonly ReferenceOperation[], property: string): OwnMembers => {
  const described = operations
    .flatMap(({ responses }) => responses.filter(({ status }) => /^2/.test(status)))
    .flatMap(({ schema }) => (schema && [membersWith(schema, property)]) ?? [])
    .filter(names => names !== undefined)
  const [first = [], ...others] = described
  return new Set(first.filter(name => others.every(names => names.includes(name))))
}
