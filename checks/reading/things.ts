import type { Answered } from '../../contracts/exchange.ts'
import { oncePer } from '../remembered.ts'
import { header, locationOfList, safeDecode } from './exchanges.ts'
import { isObject, type JsonObject, jsonIn } from './json.ts'

/** The maximum number of values to search, a bound against hostile nesting. */
const searchBudget = 20_000

/** An object of a value, and the objects around it. */
interface Nested {
  readonly object: JsonObject
  readonly within: Nested | undefined
}

const nestedObjects = oncePer((value): readonly Nested[] => {
  const found: Nested[] = []
  let level: { readonly item: unknown; readonly within: Nested | undefined }[] = [{ item: value, within: undefined }]
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

/** Whether one of the marks is the value of a member. */
export const holdsMark = (object: JsonObject, marks: readonly string[]): boolean =>
  Object.values(object).some(value => (marks as readonly unknown[]).includes(scalar(value)))

/**
 * The representation of a resource, found by a known value (its name, its id): the shallowest object with it, else an envelope is
 * unwrapped. Keys are "not shown", so values decide. Undefined if the value is not an object.
 */
export const representation = (value: unknown, marks: readonly string[]): JsonObject | undefined =>
  objectsIn(value).find(object => holdsMark(object, marks)) ?? unwrapped(value)

/** Unwraps envelopes with a single object. */
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

/** Keys of the part that identifies a resource: `metadata: { uid, name }`. */
export const identityName =
  /^_?(?:meta(?:data)?|ident(?:ity|ification|ifiers?)?|ids?|ref(?:erence)?|head(?:er)?|info)$/i

/**
 * The objects that represent a resource with a known value: the shallowest object with the value, the objects with an id around it, what it
 * wraps, and the identifying part next to it. Empty if no object has one of the marks.
 */
export const representations = (value: unknown, marks: readonly string[]): readonly JsonObject[] => {
  const marked = nestedObjects(value).find(({ object }) => holdsMark(object, marks))
  const around: JsonObject[] = []
  for (let placed = marked?.within; placed; placed = placed.within) around.push(placed.object)
  // An envelope has no id.
  const own = around.filter(object => idKeysOf(object).length > 0)
  const beside = Object.entries(marked?.within?.object ?? {}).flatMap(([name, value]) =>
    identityName.test(name) && isObject(value) ? [value] : [],
  )
  return marked ? [marked.object, ...own, ...wrapped(marked.object), ...beside] : []
}

/** Usual keys of the wrapper of an item: JSON:API, GraphQL connections, and others. */
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

/** The wrapped objects in an object. */
export const wrapped = (object: JsonObject): readonly JsonObject[] =>
  wrappers.map(name => object[name]).filter(isObject)

/** Keys of names. */
const nameKey = /(?:name|slug|repository|repo|label|path|tag|ref|title)$/i

/**
 * Merges what an item without a name wraps into it: `{ id, attributes: { slug } }` becomes `{ id, slug, attributes }`. Other values are
 * returned as they are.
 */
export const flat = (item: unknown): unknown => {
  if (!isObject(item) || Object.keys(item).some(key => nameKey.test(key) && typeof item[key] === 'string')) return item
  const parts = Object.keys(item).filter(key => identityName.test(key) && isObject(item[key]))
  return Object.assign({}, ...parts.map(key => item[key]), ...wrapped(item), item)
}

/** Separators between a name, its owners and other words. */
export const separators = /[\s/:,;"'<>()[\]{}+$|@~#=]/

/** Whether a value contains this text, as a whole scalar, a part of one between separators, or a key; `form` normalizes each scalar. */
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

/** Whether a body is empty, with or without an envelope and members without a value. */
export const holdsNothing = (body: unknown): boolean =>
  isObject(body) ? Object.values(body).every(holdsNothing) : [null, 0, false, ''].includes(body as null)

/** Usual keys of ids in any spelling, such as `token_id`, `tokenId`, `token-id` and `TokenId`; most likely first. */
const idNames = [
  /^uuid$/i,
  /^id$/i,
  /^token[-_]?id$/i,
  /^access[-_]?token[-_]?id$/i,
  /^identifier$/i,
  /^key$/i,
  /^guid$/i,
  /^uid$/i,
  /^pk$/i,
  /^_id$/i,
]

/** Whether a key is a usual one of ids. */
export const isIdKey = (key: string): boolean => idNames.some(name => name.test(key))

/** The usual keys of ids that an object has, most likely first. */
export const idKeysOf = oncePer((object: JsonObject): readonly string[] => {
  const keys = Object.keys(object).filter(isIdKey)
  return keys.length < 2 ? keys : idNames.flatMap(name => keys.filter(key => name.test(key)))
})

/** The values of an object under usual keys of ids. */
export const idsIn = (object: JsonObject): readonly string[] =>
  idKeysOf(object).flatMap(key => scalar(object[key]) ?? [])

/** The ids of an item, and of what it wraps. */
export const ownIdsOf = (item: unknown): readonly string[] => withWrapped(item).flatMap(idsIn)

/** The texts of an item, and of what it wraps, under matching keys. */
export const ownTextsOf = (item: unknown, name: RegExp): readonly string[] =>
  withWrapped(item).flatMap(object =>
    Object.entries(object).flatMap(([key, value]) => (name.test(key) && typeof value === 'string' ? [value] : [])),
  )

/** An item, and what it wraps. */
export const withWrapped = (item: unknown): readonly JsonObject[] => (isObject(item) ? [item, ...wrapped(item)] : [])

const linkKeys = ['self', 'href', 'url', 'uri', 'link', '@id', 'links', '_links', 'name']

/** Keys of the result of a finished operation, whose own id is not that of the result. */
const resultNames = ['result', 'resource', 'response', 'output', 'target']

/** The last segment of a link, often an id. */
export const lastSegment = (link: string | undefined): string | undefined => {
  const segment = link
    ?.replace(/[?#].*/s, '')
    .split('/')
    .filter(Boolean)
    .at(-1)
  return segment === undefined ? undefined : safeDecode(segment)
}

/** A link in a usual form: `href: "…"`, `self: { href: "…" }`, `links: { self: "…" }`, `links: [{ rel: "self", href: "…" }]`. */
export const linkIn = (value: unknown, depth = 0): string | undefined => {
  if (typeof value === 'string') return value.includes('/') ? value : undefined
  if (Array.isArray(value))
    return linkIn(
      value.find(link => isObject(link) && [link.rel].flat().includes('self')),
      depth + 1,
    )
  return isObject(value) && depth < 2 ? linkIn(value.self ?? value.href ?? value.url, depth + 1) : undefined
}

/** The maximum length of an id. Longer values are texts, or hostile. */
export const longestId = 500

/**
 * Possible ids of the created resource, most likely first: usual keys of its representation, the last segment of `Location`, other keys
 * that end in `id`, links to itself and names with a path. `hint` is the path parameter.
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
  const keysOf = (object: JsonObject) => (hint === undefined ? idKeysOf(object) : [hint, ...idKeysOf(object)])
  // A PUT creates the resource at its own path (RFC 9110, section 9.3.4).
  const own = lastSegment(exchange.request.url)
  if (exchange.request.method === 'PUT') add(marks.find(mark => mark === own))
  for (const each of objects) for (const key of keysOf(each)) add(each[key])
  if (locationOfList(exchange, marks) === undefined)
    add(lastSegment(header(exchange, 'location') ?? header(exchange, 'content-location')))
  for (const each of objects) for (const key of Object.keys(each)) if (/id$/i.test(key)) add(each[key])
  for (const each of objects) for (const key of [...linkKeys, ...keysOf(each)]) add(lastSegment(linkIn(each[key])))
  // The key of a single object may be its id. Keys of envelopes have no digit.
  const [alone, ...others] = isObject(value) ? Object.entries(value) : []
  if (alone && others.length === 0 && objects.has(alone[1] as JsonObject) && /\d/.test(alone[0])) add(alone[0])
  return found
}

/** Normalizes the spelling of a key. */
export const lettersAndDigits = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '')
