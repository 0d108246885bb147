import { type Answered, type Exchange, isSuccessStatus } from '../contracts/exchange.ts'
import { Unreadable } from '../contracts/finding.ts'
import { withExactIds } from './exact-ids.ts'
import { lastFew, oncePer } from './remembered.ts'

/** A JSON object as read from the wire: own keys only are ever looked at. */
export type JsonObject = { readonly [key: string]: unknown }

/** Objects looked at before a reader gives up on a body: a bound against hostile nesting. */
const searchBudget = 20_000

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const has = (object: JsonObject, key: string): boolean => Object.hasOwn(object, key)

export const isSuccess = ({ response }: Answered): boolean => isSuccessStatus(response.status)

/** Whether a request was carried out: 303 to one that is not safe says where the result is (RFC 9110, section 15.4.4). */
export const isCarriedOut = (exchange: Answered): boolean =>
  isSuccess(exchange) || (exchange.response.status === 303 && !['GET', 'HEAD'].includes(exchange.request.method))

/** The value of a header, or undefined; several fields are joined with a comma (RFC 9110, section 5.3). */
export const header = (exchange: Exchange, name: string): string | undefined => {
  const values = (exchange.response?.headers ?? [])
    .filter(([key]) => key.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value)
  return values.length > 0 ? values.join(', ') : undefined
}

/** Where a redirect leads, if that is the path that was asked for, with another query or a slash at its end: the same thing, spelt otherwise. */
export const redirectsToItself = (exchange: Answered): string | undefined => {
  const place = header(exchange, 'location') ?? ''
  if (![301, 302, 303, 307, 308].includes(exchange.response.status)) return undefined
  const asked = new URL(exchange.request.url)
  const there = URL.canParse(place, exchange.request.url) ? new URL(place, asked) : undefined
  const isSame =
    there?.origin === asked.origin &&
    safeDecode(there.pathname).replace(/\/$/, '') === safeDecode(asked.pathname).replace(/\/$/, '') &&
    there.pathname + there.search !== asked.pathname + asked.search
  return isSame ? place : undefined
}

/** Where a redirect leads, if that is the same path of v2 on the same host, below another prefix: everything is served there. */
export const redirectsBelow = (exchange: Answered): string | undefined => {
  const place = header(exchange, 'location') ?? ''
  if (![301, 302, 307, 308].includes(exchange.response.status)) return undefined
  const asked = new URL(exchange.request.url)
  const there = URL.canParse(place, exchange.request.url) ? new URL(place, asked) : undefined
  const generation = asked.pathname.indexOf('/v2/')
  const isSame =
    generation >= 0 &&
    there?.origin === asked.origin &&
    there.pathname.length > asked.pathname.length &&
    there.pathname.endsWith(asked.pathname.slice(generation)) &&
    there.search === asked.search
  return isSame ? place : undefined
}

/** What sort of content an answer has, whatever its status. */
export const contentKind = (exchange: Answered): 'none' | 'json' | 'html' | 'other' => {
  const type = header(exchange, 'content-type')?.toLowerCase() ?? ''
  const body = exchange.response.body.trim()
  if (/[/+]json\b/.test(type)) return 'json'
  if (/html/.test(type)) return 'html'
  if (parseJson(exchange).ok) return 'json'
  return body === '' ? 'none' : 'other'
}

/** The type of a form as a browser sends it. */
export const isFormType = (type: string): boolean => /^application\/x-www-form-urlencoded\b/i.test(type)

/** What a request of the suite was sent with, as JSON or as a form; undefined where it had no body. */
export const sentIn = ({ request }: Answered): unknown => {
  if (request.body === null) return undefined
  return request.headers.some(([name, value]) => name.toLowerCase() === 'content-type' && isFormType(value))
    ? Object.fromEntries(new URLSearchParams(request.body))
    : JSON.parse(request.body)
}

/** The same as an option of a call. */
export const sentAgain = (answer: Answered): { readonly json?: unknown } =>
  answer.request.body === null ? {} : { json: sentIn(answer) }

/** Levels of nesting beyond which a body is not read: no hub means them, and walks over them would exhaust the stack. */
const deepest = 200

export const isTooDeep = (text: string): boolean => {
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

/** Commas beyond which a body is not read: no list of a hub is that long, and lists of all that it holds would exhaust the memory. */
const mostCommas = 500_000

const isTooLong = (text: string): boolean => {
  if (text.length < mostCommas) return false
  let commas = 0
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) if (++commas > mostCommas) return true
  return false
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false }

const parseAsSent = lastFew(4, (text): Parsed => {
  if (isTooDeep(text) || isTooLong(text)) return { ok: false }
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, '')) }
  } catch {
    return { ok: false }
  }
})

const parse = lastFew(16, (text): Parsed => parseAsSent(withExactIds(text)))

/** One JSON value a line, or after each record separator (RFC 7464, section 2.1), as an array. */
const parseLines = lastFew(4, (text): Parsed => {
  const values = text
    .split('\u001e')
    .flatMap(record => record.split('\n'))
    .filter(line => line.trim() !== '')
    .map(parse)
  return values.every(parsed => parsed.ok) ? { ok: true, value: values.map(({ value }) => value) } : { ok: false }
})

/** Whether a body is a JSON value in each of its lines: what is declared of it is of the text, or of a line. */
export const isLines = (exchange: Answered): boolean =>
  /ndjson|jsonl|json-lines|json-seq/i.test(header(exchange, 'content-type') ?? '')

/** The body as JSON, or that it is none. */
export const parseJson = (exchange: Answered): Parsed => {
  const { body, encoding } = exchange.response
  if (encoding === 'base64') return { ok: false }
  const parsed = parse(body)
  return !parsed.ok && isLines(exchange) ? parseLines(body) : parsed
}

/** The body with each value of the type that it was sent as: large ids too are numbers, and not exact. */
export const jsonAsSent = (exchange: Answered): unknown => {
  const sent = parseAsSent(exchange.response.body)
  return sent.ok ? sent.value : json(exchange)
}

/** The body as JSON. Throws {@link Unreadable} where it is none: the document shows no payload, so this is never a failure. */
export const json = (exchange: Answered): unknown => {
  const parsed = parseJson(exchange)
  if (!parsed.ok)
    throw exchange.response.status === 204
      ? new Unreadable('no-body', { status: 204 }, [exchange])
      : new Unreadable('not-json', { status: exchange.response.status, bytes: exchange.response.body.length }, [
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

/** An object of a value, and the objects it stands in, nearest first. */
interface Placed {
  readonly object: JsonObject
  readonly within: Placed | undefined
}

const placedIn = oncePer((value): readonly Placed[] => {
  const found: Placed[] = []
  let level: { readonly item: unknown; readonly within: Placed | undefined }[] = [{ item: value, within: undefined }]
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
export const objectsIn = (value: unknown): readonly JsonObject[] => placedIn(value).map(({ object }) => object)

const scalar = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** Whether an object holds one of the marks as the value of a property of its own. */
export const holdsMark = (object: JsonObject, marks: readonly string[]): boolean =>
  Object.keys(object).some(key => marks.some(mark => mark === scalar(object[key])))

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

/** Names of the part of a thing that only says which one it is: `metadata: { uid, name }`. */
export const identityName =
  /^_?(?:meta(?:data)?|ident(?:ity|ification|ifiers?)?|ids?|ref(?:erence)?|head(?:er)?|info)$/i

/**
 * Where a thing that we know a value of is represented: the shallowest object that holds the value, the objects with an id in which that
 * one stands, nearest first, what it wraps, and what identifies it next to it. Empty where no object holds one of the marks.
 */
export const representations = (value: unknown, marks: readonly string[]): readonly JsonObject[] => {
  const marked = placedIn(value).find(({ object }) => holdsMark(object, marks))
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
  wrappers.flatMap(name => {
    const inner = has(object, name) ? object[name] : undefined
    return isObject(inner) ? [inner] : []
  })

/** Members by which a thing says what it is called. */
const naming = /(?:name|slug|repository|repo|label|path|tag|ref|title)$/i

/**
 * A thing that says nothing of its own name, with the members of what it wraps and of the part that says which one it is as its own:
 * `{ id, attributes: { slug } }` as `{ id, slug, attributes }`. Everything else is as it was.
 */
export const flat = (item: unknown): unknown => {
  if (!isObject(item) || Object.keys(item).some(key => naming.test(key) && typeof item[key] === 'string')) return item
  const parts = Object.keys(item).filter(key => identityName.test(key) && isObject(item[key]))
  return Object.assign({}, ...parts.map(key => item[key]), ...wrapped(item), item)
}

/** Names under which lists are usually found; others are found by shape. */
const listKeys = ['results', 'items', 'data', 'entries', 'logs', 'tokens', 'repositories', 'tags', 'values', 'content']

/** Names of what stands beside a list and is none: links, counts, cursors. */
const besideList = /^(?:_?links|_?meta(?:data)?|pag(?:e|ing|ination)|page_?info|summary|_embedded)$/i

/** Whether objects look like items of one kind: half of the names of members are those of all. */
const alike = (items: readonly JsonObject[]): boolean => {
  const names = new Map<string, number>()
  for (const item of items) for (const key of Object.keys(item)) names.set(key, (names.get(key) ?? 0) + 1)
  const shared = [...names.values()].filter(times => times === items.length).length
  return shared * 2 >= names.size
}

const memberValues = (object: JsonObject): readonly unknown[] => Object.keys(object).map(key => object[key])

const isListOfObjects = (value: unknown): value is readonly JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)

/** Whether an object can be an item, and is no further envelope. */
const isItem = (value: unknown): value is JsonObject =>
  isObject(value) && memberValues(value).some(member => typeof member !== 'object' || member === null)

const withoutKey = new WeakMap<object, JsonObject>()

/** Items of a list as they stand in it: the objects themselves, without the keys that were added. */
export const originals = (items: readonly unknown[]): readonly unknown[] =>
  items.map(item => (isObject(item) ? (withoutKey.get(item) ?? item) : item))

/** An item with the key that it has in its list, which may be all that says which one it is. */
const withKey = (key: string, item: JsonObject): JsonObject => {
  if (holdsMark(item, [key])) return item
  const isNumber = /^(?:\d+|[0-9a-f-]{16,})$/i.test(key)
  const member = (isNumber ? ['id', 'name'] : ['name', 'id']).find(name => !has(item, name))
  if (member === undefined) return item
  const keyed = { [member]: key, ...item }
  withoutKey.set(keyed, item)
  return keyed
}

/**
 * The items of a list that is an object from keys (ids, names) to items; one alone, or none, only where that is `expected`, as under a usual
 * name. One that holds its own key is no envelope.
 */
const keyedItems = (value: unknown, expected: boolean): readonly JsonObject[] | undefined => {
  if (!isObject(value) || Object.keys(value).some(key => besideList.test(key))) return undefined
  const items = memberValues(value)
  if (!items.every(isItem)) return undefined
  const [key] = Object.keys(value) as [string]
  const isList =
    items.length > 1
      ? alike(items)
      : (expected && !items.some(item => memberValues(item).some(isListOfObjects))) ||
        items.some(item => holdsMark(item, [key]))
  return isList ? Object.keys(value).map(key => withKey(key, value[key] as JsonObject)) : undefined
}

/** The same where nothing stands around it; nothing at all is a list without items. */
const bareKeyedItems = (value: unknown): readonly JsonObject[] | undefined =>
  keyedItems(value, isObject(value) && Object.keys(value).length === 0)

/** How the later pages of a list are read: where the first is an object from keys to items, one item alone is a page. */
export const itemsLike = (first: unknown): ((page: unknown) => readonly unknown[] | undefined) =>
  bareKeyedItems(first) === undefined ? listItems : page => keyedItems(page, true) ?? listItems(page)

interface FoundList {
  readonly key: string
  readonly items: readonly unknown[]
  readonly within: JsonObject
}

const namesOfAll = (items: readonly unknown[]): ReadonlySet<string> =>
  new Set(items.filter(isObject).flatMap(item => Object.keys(item)))

const areTexts = (items: readonly unknown[]): boolean => items.every(item => typeof item === 'string')

/** Whether two arrays hold things of one kind: objects that share half of their names, or texts where nothing but such arrays stands. */
const isAkin = (one: FoundList, other: FoundList): boolean => {
  if (areTexts(one.items))
    return (
      one.within === other.within && memberValues(one.within).every(member => Array.isArray(member) && areTexts(member))
    )
  const [names, others] = [namesOfAll(one.items), namesOfAll(other.items)]
  return [...names].filter(name => others.has(name)).length * 2 >= Math.max(names.size, others.size)
}

/**
 * What may be the list among the members of some objects, likeliest first: arrays and keyed items under usual names, then what looks like
 * items. Where the likeliest is one of several groups of things of one kind, all of them.
 */
const likeliest = (level: readonly JsonObject[]): readonly FoundList[] => {
  const all = level.flatMap(within => Object.keys(within).map(key => ({ key, value: within[key], within })))
  const arrays = all.flatMap(({ key, value, within }): readonly FoundList[] =>
    Array.isArray(value) ? [{ key, items: value, within }] : [],
  )
  const keyed = all.flatMap(({ key, value, within }): readonly FoundList[] => {
    const items = besideList.test(key) ? undefined : keyedItems(value, listKeys.includes(key))
    return items ? [{ key, items, within }] : []
  })
  const usual = listKeys
    .map(key => [...arrays, ...keyed].filter(list => list.key === key))
    .find(lists => lists.length > 0)
  const ofObjects = arrays.filter(({ items }) => isListOfObjects(items))
  const candidates = usual ?? [ofObjects, keyed].find(lists => lists.length > 0) ?? arrays
  const first = usual?.find(({ items }) => items.length > 0) ?? candidates[0]
  return first ? candidates.filter(list => list === first || isAkin(first, list)) : []
}

/** Whether an answer says that a list has no items, and leaves out the list itself. */
const saysNone = (value: JsonObject): boolean =>
  [value, ...memberValues(value).filter(isObject)].some(object =>
    Object.keys(object).some(key => /^total_?(?:elements|items|results|count)?$/i.test(key) && object[key] === 0),
  )

/**
 * The items of a list, whatever its envelope: a bare array, an array or an object of items under a usual name, else the one that looks like
 * it; in groups where an object has several arrays of things of one kind. Undefined where no list can be told.
 */
export const listGroups = oncePer((value): readonly (readonly unknown[])[] | undefined => {
  if (Array.isArray(value)) return [value]
  const keyed = bareKeyedItems(value)
  if (keyed) return [keyed]
  if (!isObject(value)) return undefined
  let level: readonly JsonObject[] = [value]
  for (let depth = 0; depth < 4; depth++) {
    const chosen = likeliest(level)
    if (chosen.length > 0) return chosen.map(({ items }) => items)
    level = level.flatMap(memberValues).filter(isObject).slice(0, 100)
  }
  return saysNone(value) ? [[]] : undefined
})

/** The items of all groups. */
export const listItems = oncePer((value): readonly unknown[] | undefined => listGroups(value)?.flat())

/** The groups of a list that hold what is looked for, where its items may be groups themselves, each with an array. Undefined where none does. */
export const groupsOf = (
  groups: readonly (readonly unknown[])[],
  isThing: (item: unknown) => boolean,
  depth = 3,
): readonly (readonly unknown[])[] | undefined => {
  if (groups.some(items => items.some(isThing))) return groups
  const inner = groups.flat().filter(isObject).flatMap(memberValues).filter(Array.isArray)
  return depth > 0 ? groupsOf(inner, isThing, depth - 1) : undefined
}

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
        if (shown === text || shown.split(/[\s/:,;"'<>()[\]{}]/).includes(text)) return true
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

const linkKeys = ['self', 'href', 'url', 'uri', '@id', 'links', '_links', 'name']

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
const linkIn = (value: unknown, depth = 0): string | undefined => {
  if (typeof value === 'string') return value.includes('/') ? value : undefined
  if (Array.isArray(value))
    return linkIn(
      value.find(link => isObject(link) && [link.rel].flat().includes('self')),
      depth + 1,
    )
  return isObject(value) && depth < 2 ? linkIn(value.self ?? value.href ?? value.url, depth + 1) : undefined
}

/** The Location of a creation, where that is the path which was asked and so names the list, and no name of what was created is in it. */
export const locationOfList = (created: Answered, names: readonly string[]): string | undefined => {
  const { url, method } = created.request
  const location = header(created, 'location')
  if (method !== 'POST' || location === undefined || !URL.canParse(location, url)) return undefined
  if (names.some(name => location.includes(name))) return undefined
  const pathOf = (link: string): string => new URL(link, url).pathname.replace(/\/+$/, '')
  return pathOf(location) === pathOf(url) ? location : undefined
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
  const parsed = parseJson(exchange)
  const value = parsed.ok ? parsed.value : undefined
  const object = representation(value, marks)
  const objects = object ? [...new Set([object, ...representations(value, marks)])] : []
  const keys = hint === undefined ? idKeys : [hint, ...idKeys]
  for (const each of objects) for (const key of keys) add(each[key])
  if (locationOfList(exchange, marks) === undefined)
    add(lastSegment(header(exchange, 'location') ?? header(exchange, 'content-location')))
  for (const each of objects) for (const key of Object.keys(each)) if (/id$/i.test(key)) add(each[key])
  for (const each of objects) for (const key of [...linkKeys, ...keys]) add(lastSegment(linkIn(each[key])))
  return found
}

/** What two spellings of one name have in common. */
export const lettersAndDigits = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '')

/** Percent-decodes, or returns the text as it is where it cannot be decoded. */
export const safeDecode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
