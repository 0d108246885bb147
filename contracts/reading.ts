import type { Answered, Exchange } from './exchange.ts'
import { Unreadable } from './finding.ts'

/** A JSON object as read from the wire: own keys only are ever looked at. */
export type JsonObject = { readonly [key: string]: unknown }

/** Objects looked at before a reader gives up on a body: a bound against hostile nesting. */
const searchBudget = 20_000

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const has = (object: JsonObject, key: string): boolean => Object.hasOwn(object, key)

export const isSuccess = (exchange: Answered): boolean =>
  exchange.response.status >= 200 && exchange.response.status < 300

/** The value of a header, or undefined; several fields are joined with a comma (RFC 9110, section 5.3). */
export const header = (exchange: Exchange, name: string): string | undefined => {
  const values = (exchange.response?.headers ?? [])
    .filter(([key]) => key.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value)
  return values.length > 0 ? values.join(', ') : undefined
}

/** What sort of content an answer has, whatever its status. */
export const contentKind = (exchange: Answered): 'none' | 'json' | 'html' | 'other' => {
  const type = header(exchange, 'content-type')?.toLowerCase() ?? ''
  const body = exchange.response.body.trimStart()
  if (/[/+]json\b/.test(type)) return 'json'
  if (/html/.test(type)) return 'html'
  if (body === '' && type === '') return 'none'
  if (parseJson(exchange).ok) return 'json'
  return body === '' ? 'none' : 'other'
}

/** Levels of nesting beyond which a body is not read: no hub means them, and walks over them would exhaust the stack. */
const deepest = 200

export const isTooDeep = (text: string): boolean => {
  if (text.length <= deepest) return false
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === 0x5c) index++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

/** The body as JSON, or that it is none. */
export const parseJson = (
  exchange: Answered,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false } => {
  if (exchange.response.encoding === 'base64' || isTooDeep(exchange.response.body)) return { ok: false }
  try {
    return { ok: true, value: JSON.parse(exchange.response.body.replace(/^\uFEFF/, '')) }
  } catch {
    return { ok: false }
  }
}

/** The body as JSON. Throws {@link Unreadable} where it is none: the document shows no payload, so this is never a failure. */
export const json = (exchange: Answered): unknown => {
  const parsed = parseJson(exchange)
  if (!parsed.ok)
    throw new Unreadable('not-json', { status: exchange.response.status, bytes: exchange.response.body.length }, [
      exchange,
    ])
  return parsed.value
}

/** What a JSON value is, for a sentence. */
export const typeName = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' || typeof value === 'number' ? `a ${typeof value}` : String(typeof value)
}

/** All objects of a value, shallowest first, up to the search budget. */
export const objectsIn = (value: unknown): readonly JsonObject[] => {
  const found: JsonObject[] = []
  let level: unknown[] = [value]
  let seen = 0
  while (level.length > 0 && seen < searchBudget) {
    const next: unknown[] = []
    for (const item of level) {
      if (++seen > searchBudget) break
      if (Array.isArray(item)) for (const child of item) next.push(child)
      else if (isObject(item)) {
        found.push(item)
        for (const key of Object.keys(item)) next.push(item[key])
      }
    }
    level = next
  }
  return found
}

const scalar = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** Whether an object holds one of the marks as the value of a property of its own. */
export const holdsMark = (object: JsonObject, marks: readonly string[]): boolean =>
  Object.keys(object).some(key => {
    const text = scalar(object[key])
    return text !== undefined && marks.includes(text)
  })

/**
 * The object that represents a thing we know a value of (its name, its id): the shallowest that holds it. Recognised by values,
 * since names of fields are "not shown". An envelope that holds nothing but one object is opened. Undefined where the value is no object.
 */
export const representation = (value: unknown, marks: readonly string[]): JsonObject | undefined => {
  const marked = objectsIn(value).find(object => holdsMark(object, marks))
  if (marked) return marked
  let root = value
  for (let depth = 0; depth < 3 && isObject(root); depth++) {
    const keys = Object.keys(root)
    const inner: unknown = keys.length === 1 ? root[keys[0] as string] : undefined
    if (!isObject(inner)) break
    root = inner
  }
  return isObject(root) ? root : undefined
}

/** Names under which lists are usually found; others are found by shape. */
const listKeys = ['results', 'items', 'data', 'entries', 'logs', 'tokens', 'repositories', 'tags', 'values', 'content']

/**
 * The items of a list, whatever its envelope: a bare array, an array under a usual name, else the only array there is.
 * Undefined where no list can be told.
 */
export const listItems = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value
  let level: JsonObject[] = isObject(value) ? [value] : []
  for (let depth = 0; depth < 4 && level.length > 0; depth++) {
    const arrays = level.flatMap(object =>
      Object.keys(object).flatMap(key =>
        Array.isArray(object[key]) ? [{ key, items: object[key] as unknown[] }] : [],
      ),
    )
    const usual = listKeys.map(key => arrays.find(array => array.key === key)).find(array => array !== undefined)
    const ofObjects = arrays.find(array => array.items.length > 0 && array.items.every(isObject))
    const chosen = usual ?? ofObjects ?? arrays[0]
    if (chosen) return chosen.items
    level = level
      .flatMap(object => Object.keys(object).map(key => object[key]))
      .filter(isObject)
      .slice(0, 100)
  }
  return undefined
}

/** Whether a value names this text anywhere, as a whole scalar or as a part of one between separators. */
export const mentions = (value: unknown, text: string): boolean => {
  let seen = 0
  let level: unknown[] = [value]
  while (level.length > 0 && seen < searchBudget) {
    const next: unknown[] = []
    for (const item of level) {
      if (++seen > searchBudget) break
      const own = scalar(item)
      if (own !== undefined) {
        if (own === text || own.split(/[\s/:,;"'<>()[\]{}]+/).includes(text)) return true
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

const idKeys = ['uuid', 'id', 'token_id', 'access_token_id', 'tokenId', 'identifier', 'key', 'guid', 'uid']

/**
 * Values of an answer by which the created thing may be addressed, likeliest first: the last segment of `Location`, then the usual
 * names of identifiers, then other short scalars of its representation. `hint` is the name of the path parameter.
 */
export const identifiers = (exchange: Answered, marks: readonly string[], hint?: string): readonly string[] => {
  const found: string[] = []
  const add = (value: unknown): void => {
    const text = scalar(value)
    if (text !== undefined && text !== '' && text.length <= 200 && !found.includes(text)) found.push(text)
  }
  const parsed = parseJson(exchange)
  const object = parsed.ok ? representation(parsed.value, marks) : undefined
  const keys = hint === undefined ? idKeys : [hint, ...idKeys]
  if (object) for (const key of keys) if (has(object, key)) add(object[key])
  const location = header(exchange, 'location') ?? header(exchange, 'content-location')
  const segment = location?.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1)
  if (segment !== undefined) add(safeDecode(segment))
  if (object) for (const key of Object.keys(object)) if (/id$/i.test(key)) add(object[key])
  return found
}

/** Percent-decodes, or returns the text as it is where it cannot be decoded. */
export const safeDecode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
