import type { Answered } from '../../contracts/exchange.ts'
import { oncePer } from '../remembered.ts'
import { header, locationOfList, safeDecode } from './exchanges.ts'
import { has, isObject, type JsonObject, jsonIn } from './json.ts'

/** Objects looked at before a reader gives up on a body: a bound against hostile nesting. */
const searchBudget = 20_000

/** An object of a value, and the objects it stands in, nearest first. */
interface NestedObject {
  readonly object: JsonObject
  readonly within: NestedObject | undefined
}

const nestedObjects = oncePer((value): readonly NestedObject[] => {
  const found: NestedObject[] = []
  let level: { readonly item: unknown; readonly within: NestedObject | undefined }[] = [
    { item: value, within: undefined },
  ]
  let seen = 0
  while (level.length > 0) {
    const next: typeof level = []
    for (const { item, within } of level) {
      if (++seen > searchBudget) break
      if (Array.isArray(item)) for (const child of item) next.push({ item: child, within })
      else if (isObject(item)) {
        const placed = { object: item, within }
        found.push(placed)
        for (const key of Object.keys(item)) next.push({ item: item[key], within: placed })
      }
    }
    level = next
  }
  return found
})

/** All objects of a value, shallowest first, up to the search budget. */
export const objectsIn = (value: unknown): readonly JsonObject[] => nestedObjects(value).map(({ object }) => object)

/** A text or a number, as text. */
export const scalar = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** Whether an object holds one of the marks as the value of a property of its own. */
export const holdsMark = (object: JsonObject, marks: readonly string[]): boolean =>
  Object.values(object).some(value => (marks as readonly unknown[]).includes(scalar(value)))

/**
 * The object that represents a thing we know a value of (its name, its id): the shallowest that holds it. Recognised by values,
 * since names of fields are "not shown". An envelope that holds nothing but one object is opened. Undefined where the value is no object.
 */
export const representation = (value: unknown, marks: readonly string[]): JsonObject | undefined =>
  objectsIn(value).find(object => holdsMark(object, marks)) ?? unwrapped(value)

/** What an envelope holds that has nothing but one object in it. */
const unwrapped = (value: unknown): JsonObject | undefined => {
  let root = value
  for (let depth = 0; depth < 3 && isObject(root); depth++) {
    const keys = Object.keys(root)
    const inner: unknown = keys.length === 1 ? root[keys[0] as string] : undefined
    if (!isObject(inner)) break
    root = inner
  }
  return isObject(root) ? root : undefined
}

/** Names of the part of a thing that only says which one it is: `metadata: { uid, name }`. */
export const identityName =
  /^_?(?:meta(?:data)?|ident(?:ity|ification|ifiers?)?|ids?|ref(?:erence)?|head(?:er)?|info)$/i

/**
 * Where a thing that we know a value of is represented: the shallowest object that holds the value, the objects with an id in which that
 * one stands, nearest first, what it wraps, and what identifies it next to it. Empty where no object holds one of the marks.
 */
export const representations = (value: unknown, marks: readonly string[]): readonly JsonObject[] => {
  const marked = nestedObjects(value).find(({ object }) => holdsMark(object, marks))
  const around: JsonObject[] = []
  for (let placed = marked?.within; placed; placed = placed.within) around.push(placed.object)
  // An envelope describes the answer and has no id of the thing.
  const own = around.filter(object => idKeys.some(key => has(object, key)))
  const beside = Object.entries(marked?.within?.object ?? {}).flatMap(([name, value]) =>
    identityName.test(name) && isObject(value) ? [value] : [],
  )
  return marked ? [marked.object, ...own, ...wrapped(marked.object), ...beside] : []
}

/** Names under which an item of a list is usually wrapped: JSON:API, connections of GraphQL, and the like. */
export const wrappers = [
  'attributes',
  'node',
  'resource',
  'data',
  'token',
  'item',
  'object',
  'properties',
  'fields',
  'value',
]

/** What stands in an object under the name of a wrapper. */
export const wrapped = (object: JsonObject): readonly JsonObject[] =>
  wrappers.map(name => object[name]).filter(isObject)

/** Members by which a thing says what it is called. */
const nameMember = /(?:name|slug|repository|repo|label|path|tag|ref|title)$/i

/**
 * A thing that says nothing of its own name, with the members of what it wraps and of the part that says which one it is as its own:
 * `{ id, attributes: { slug } }` as `{ id, slug, attributes }`. Everything else is as it was.
 */
export const flat = (item: unknown): unknown => {
  if (!isObject(item) || Object.keys(item).some(key => nameMember.test(key) && typeof item[key] === 'string'))
    return item
  const parts = Object.keys(item).filter(key => identityName.test(key) && isObject(item[key]))
  return Object.assign({}, ...parts.map(key => item[key]), ...wrapped(item), item)
}

/** What may stand between a name and those of its owners, or other words. */
export const separators = /[\s/:,;"'<>()[\]{}+$|@~#=]/

/** Whether a value names this text anywhere, as a whole scalar or as a part of one between separators; `form` is what each text is taken as. */
export const mentions = (value: unknown, text: string, form = (shown: string): string => shown): boolean => {
  let seen = 0
  let level: unknown[] = [value]
  while (level.length > 0) {
    const next: unknown[] = []
    for (const item of level) {
      if (++seen > searchBudget) break
      const own = scalar(item)
      if (own !== undefined) {
        const shown = form(own)
        if (shown === text || shown.split(separators).includes(text)) return true
      } else if (Array.isArray(item)) for (const child of item) next.push(child)
      else if (isObject(item))
        for (const key of Object.keys(item))
          if (key === text) return true
          else next.push(item[key])
    }
    level = next
  }
  return false
}

/** Whether an answer has nothing in it, in an envelope or not: members without a value may be null, or left out. */
export const holdsNothing = (body: unknown): boolean =>
  isObject(body) ? Object.values(body).every(holdsNothing) : [null, 0, false, ''].includes(body as null)

/** Names under which things usually have their own ids. */
export const idKeys = [
  'uuid',
  'id',
  'token_id',
  'access_token_id',
  'tokenId',
  'identifier',
  'key',
  'guid',
  'uid',
  'pk',
  '_id',
]

/** The ids that an object gives itself. */
export const idsIn = (object: JsonObject): readonly string[] => idKeys.flatMap(key => scalar(object[key]) ?? [])

/** The ids that an item of a list gives itself. */
export const ownIdsOf = (item: unknown): readonly string[] => withWrapped(item).flatMap(idsIn)

/** The texts that an item of a list gives itself under names of a form. */
export const ownTextsOf = (item: unknown, name: RegExp): readonly string[] =>
  withWrapped(item).flatMap(object =>
    Object.entries(object).flatMap(([key, value]) => (name.test(key) && typeof value === 'string' ? [value] : [])),
  )

/** An item, and what stands in it under the name of a wrapper. */
export const withWrapped = (item: unknown): readonly JsonObject[] => (isObject(item) ? [item, ...wrapped(item)] : [])

const linkKeys = ['self', 'href', 'url', 'uri', 'link', '@id', 'links', '_links', 'name']

/** Names of what an operation that is finished says of what it made: its own id is none of that. */
const resultNames = ['result', 'resource', 'response', 'output', 'target']

/** The last segment of a link, which is often the id of what it leads to. */
export const lastSegment = (link: string | undefined): string | undefined => {
  const segment = link
    ?.replace(/[?#].*/s, '')
    .split('/')
    .filter(Boolean)
    .at(-1)
  return segment === undefined ? undefined : safeDecode(segment)
}

/** A link in one of the forms in use: `href: "…"`, `self: { href: "…" }`, `links: { self: "…" }`, `links: [{ rel: "self", href: "…" }]`. */
export const linkIn = (value: unknown, depth = 0): string | undefined => {
  if (typeof value === 'string') return value.includes('/') ? value : undefined
  if (Array.isArray(value))
    return linkIn(
      value.find(link => isObject(link) && [link.rel].flat().includes('self')),
      depth + 1,
    )
  return isObject(value) && depth < 2 ? linkIn(value.self ?? value.href ?? value.url, depth + 1) : undefined
}

/** Characters of an id; what is longer is a text, or meant to exhaust somebody. */
export const longestId = 500

/**
 * Values of an answer by which the created thing may be addressed, likeliest first: the usual names of identifiers in its representation,
 * the last segment of `Location`, other members that are named like ids, links to itself and names with a path. `hint` is the name of the path parameter.
 */
export const identifiers = (exchange: Answered, marks: readonly string[], hint?: string): readonly string[] => {
  const found: string[] = []
  const add = (value: unknown): void => {
    const text = scalar(value)
    if (text !== undefined && text !== '' && text.length <= longestId && !found.includes(text)) found.push(text)
  }
  const value = jsonIn(exchange)
  const marked = representations(value, marks)
  const whole = [unwrapped(value)].filter(isObject)
  const made = whole.flatMap(object => resultNames.map(name => object[name]).filter(isObject))
  const objects = new Set([marked, made, whole].find(some => some.length > 0))
  const keys = hint === undefined ? idKeys : [hint, ...idKeys]
  // What a PUT creates is at its own path (RFC 9110, section 9.3.4).
  const own = exchange.request.method === 'PUT' ? lastSegment(exchange.request.url) : undefined
  if (own !== undefined && marks.includes(own)) add(own)
  for (const each of objects) for (const key of keys) add(each[key])
  if (locationOfList(exchange, marks) === undefined)
    add(lastSegment(header(exchange, 'location') ?? header(exchange, 'content-location')))
  for (const each of objects) for (const key of Object.keys(each)) if (/id$/i.test(key)) add(each[key])
  for (const each of objects) for (const key of [...linkKeys, ...keys]) add(lastSegment(linkIn(each[key])))
  // What stands alone under a key has its id there: names of envelopes have no digit.
  const [alone, ...others] = isObject(value) ? Object.entries(value) : []
  if (alone && others.length === 0 && objects.has(alone[1] as JsonObject) && /\d/.test(alone[0])) add(alone[0])
  return found
}

/** What two spellings of one name have in common. */
export const lettersAndDigits = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '')
