import type { Answered } from '../../contracts/exchange.ts'
import { sentIn } from '../reading/exchanges.ts'
import { isObject, type JsonObject, json, parse } from '../reading/json.ts'
import { listItems, originals } from '../reading/lists.ts'
import { oncePer } from '../remembered.ts'

/** One page of a list. */
export interface Page {
  readonly exchange: Answered
  readonly items: readonly unknown[]
}

/** A cursor as text. A lone surrogate cannot be sent back. */
export const cursorText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !/\p{Cs}/u.test(value)
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined

/** The only member of a body, if it is an object. */
export const soleObjectIn = (sent: JsonObject): { readonly name: string; readonly object: JsonObject } | undefined => {
  const [only, ...others] = Object.entries(sent)
  if (!only || others.length > 0) return undefined
  const [name, object] = only
  return isObject(object) ? { name, object } : undefined
}

/** The request parameters of a page: those of the query, and members of the body of a search. */
export const paramsOf = (exchange: Answered): readonly (readonly [name: string, value: string])[] => {
  const { url } = exchange.request
  const sent = exchange.request.method === 'POST' ? sentIn(exchange) : undefined
  const members = isObject(sent)
    ? Object.entries(soleObjectIn(sent)?.object ?? sent).map(([name, value]) => [name, String(value)] as const)
    : []
  return [...(URL.canParse(url) ? new URL(url).searchParams : []), ...members]
}

/** Objects that usually contain the links and cursors of a list, the body itself first. */
const possibleEnvelopes = (object: JsonObject): readonly JsonObject[] =>
  [
    object,
    object.links,
    object._links,
    object.paging,
    object.pagination,
    object.meta,
    object.page_info,
    object.pageInfo,
    object.page,
  ].filter(isObject)

/** The envelopes of a list, without its items. */
export const envelopesIn = oncePer((body): readonly JsonObject[] => {
  const items = new Set(originals(listItems(body) ?? []))
  const found: JsonObject[] = []
  let level = [body].filter(isObject)
  for (let depth = 0; depth < 4; depth++) {
    found.push(...level.flatMap(possibleEnvelopes))
    level = level.flatMap(object => Object.keys(object).map(key => object[key])).filter(isObject)
    level = level.filter(object => !items.has(object))
  }
  return [...new Set(found)].map(inCamelCase)
})

/** Adds keys such as `NextMarker` and `total-items` in camel case. */
const inCamelCase = (object: JsonObject): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key.replace(/^[A-Z]/, first => first.toLowerCase()).replaceAll(/-([a-z])/g, (_, next) => next.toUpperCase()),
      value,
    ]),
  ),
  ...object,
})

/** Header fields with an envelope: `X-Pagination: {"currentPage":1,"totalPages":3}`. */
const envelopeField = /^(?:x-)?(?:pagination|paging)(?:-info)?$/i

/** The envelopes of a page, in its body and in header fields. */
export const envelopesOf = (exchange: Answered, value: unknown = json(exchange)): readonly JsonObject[] => [
  ...envelopesIn(value),
  ...exchange.response.headers.flatMap(([name, field]) => {
    const parsed = envelopeField.test(name) ? parse(field) : undefined
    return parsed?.ok ? envelopesIn(parsed.value) : []
  }),
]

const moreNames = /^(?:is_?|has_?)?(?:more|next(?:_?page)?|additional|truncated)$/i

/** A flag that states whether there are more pages; undefined if there is none. */
export const moreFlag = (place: JsonObject): boolean | undefined =>
  Object.entries(place).find(
    (entry): entry is [string, boolean] => moreNames.test(entry[0]) && typeof entry[1] === 'boolean',
  )?.[1]
