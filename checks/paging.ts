import type { Answered, Exchange } from '../contracts/exchange.ts'
import { type Finding, Unreadable, unclear, violated } from '../contracts/finding.ts'
import type { OperationName } from '../contracts/operations.ts'
import type { Probe } from '../contracts/requirement.ts'
import { plainForm } from './answers/plain-form.ts'
import { linksOf } from './http/links.ts'
import {
  type PageParameters,
  pageParameters,
  parameterFor,
  parameterNamed,
  type Scheme,
  schemesOf,
} from './http/page-parameters.ts'
import { header } from './reading/exchanges.ts'
import { has, isObject, type JsonObject, json } from './reading/json.ts'
import { itemsLike, listItems, originals } from './reading/lists.ts'
import { idKeys, wrapped } from './reading/things.ts'
import { oncePer } from './remembered.ts'

/** Pages asked for before a list counts as endless: what it says beyond is left open. */
export const pageLimit = 500

/** One page of a list. */
export interface Page {
  readonly exchange: Answered
  readonly items: readonly unknown[]
}

/** Half a character cannot be sent back. */
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !/\p{Cs}/u.test(value)
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined

/** A malformed field leads to the next page as well: to end there would leave out items that the target shows. */
const linkNext = (exchange: Answered): string | undefined =>
  /<([^<>]*)>[^<]*;\s*rel\s*=\s*(?:"[^"]*\bnext\b[^"]*"|next\b)/i.exec(header(exchange, 'link') ?? '')?.[1]

/** Objects in which a list's links and cursors are usually found, the body's own first. */
const placesIn = (object: JsonObject): readonly JsonObject[] =>
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

/** Envelopes of a list; its items are none. */
const places = oncePer((body): readonly JsonObject[] => {
  const items = new Set(originals(listItems(body) ?? []))
  const found: JsonObject[] = []
  let level = [body].filter(isObject)
  for (let depth = 0; depth < 4; depth++) {
    found.push(...level.flatMap(placesIn))
    level = level.flatMap(object => Object.keys(object).map(key => object[key])).filter(isObject)
    level = level.filter(object => !items.has(object))
  }
  return [...new Set(found)].map(inCamelCase)
})

/** With names that begin with a capital, as `NextMarker`, under those that do not as well. */
const inCamelCase = (object: JsonObject): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key.charAt(0).toLowerCase() + key.slice(1), value]),
  ),
  ...object,
})

/** A cursor and the query parameter in which it is usually sent back. */
const cursors: Readonly<Record<string, string>> = {
  next_cursor: 'cursor',
  nextCursor: 'cursor',
  next_page_token: 'page_token',
  nextPageToken: 'pageToken',
  next_token: 'token',
  nextToken: 'nextToken',
  next_page: 'page',
  nextPage: 'page',
  continuation_token: 'continuation_token',
  continuationToken: 'continuationToken',
  cursor: 'cursor',
  end_cursor: 'cursor',
  endCursor: 'cursor',
  next_after: 'after',
  next_marker: 'marker',
  nextMarker: 'marker',
  continue: 'continue',
  lastEvaluatedKey: 'exclusive_start_key',
  after: 'after',
}

/** Whether a request already has this value of a parameter: an answer may repeat what it was asked. */
const isEcho = (exchange: Answered, parameter: string, value: string): boolean =>
  URL.canParse(exchange.request.url) && new URL(exchange.request.url).searchParams.get(parameter) === value

const furtherWord = /next|more|older|further|contin|forward|onward|follow|after|rest|weiter|nächste/i

/** The one link with a name such as `more` or `older` that leads to the same list with another query. */
const otherLink = (exchange: Answered, all: readonly JsonObject[]): string | undefined => {
  if (!URL.canParse(exchange.request.url)) return undefined
  const here = new URL(exchange.request.url)
  const links = all.flatMap(place =>
    Object.keys(place).flatMap(key => {
      const link = furtherWord.test(key) ? text(place[key]) : undefined
      if (link === undefined || !/^(?:https?:\/\/|\/|\?)[^\s]*$/.test(link) || !URL.canParse(link, here.href)) return []
      const { pathname, search, origin } = new URL(link, here)
      return pathname === here.pathname && origin === here.origin && search !== here.search && search !== ''
        ? [link]
        : []
    }),
  )
  return new Set(links).size === 1 ? links[0] : undefined
}

/** Names of links to the next page that are not just `next`. */
const linkNames = ['next_url', 'nextUrl', 'next_link', 'nextLink', 'next_href', 'nextHref', '@odata.nextLink']

/** The target of the link to the next page among several, each with its relations: one or a list of them. */
const amongLinks = (place: JsonObject): string | undefined => {
  const link = Object.values(place)
    .flat()
    .filter(isObject)
    .find(({ rel }) => [rel].flat().includes('next'))
  return link && text(link.href ?? link.url)
}

const withQuery = (url: string, name: string, value: string): string => {
  const [path = '', query = ''] = url.split('?', 2)
  const kept = query.split('&').filter(pair => pair !== '' && pair.split('=')[0] !== name)
  return `${path}?${[...kept, `${name}=${encodeURIComponent(value)}`].join('&')}`
}

/** A header field with a cursor of the next page, by its name. */
const cursorField = /^(?:x-)?(?:\w+-)?(?:next|continuation)-(?:page-)?(?:cursor|token|marker|key)$/i

/** What an answer announces the next page with: a link, or a value and the parameter that it is to be sent back in. */
type Announced = string | readonly [parameter: string, value: string]

const isLink = (text: string): boolean => /^(?:https?:\/\/|\/|\?)/.test(text)

/** What an answer announces the next page with, in the forms that are in use, and in the parameters that the target declares. */
const announced = function* (exchange: Answered, value: unknown, declared: PageParameters): Generator<Announced> {
  const sent = (key: string, cursor: string, usual: string): Announced =>
    isLink(cursor) ? cursor : [parameterFor(declared, key, cursor, usual), cursor]
  const fromHeader = linkNext(exchange)
  if (fromHeader !== undefined) yield fromHeader
  const page = header(exchange, 'x-next-page')?.trim()
  if (page !== undefined && /^\d+$/.test(page)) yield sent('page', page, 'page')
  const [, field = ''] = exchange.response.headers.find(([name]) => cursorField.test(name)) ?? []
  const all = places(value)
  for (const place of all) {
    const next = has(place, 'next') ? place.next : undefined
    const named = linkNames.map(name => (has(place, name) ? text(place[name]) : undefined)).find(Boolean)
    const link = (isObject(next) ? text(next.href ?? next.url) : text(next)) ?? named ?? amongLinks(place)
    if (link !== undefined)
      yield link.startsWith('.') ? link : sent('next', link, /^\d+$/.test(link) ? 'page' : 'cursor')
    // A cursor of the last item is no next page where there is none.
    if (saysMore(place) === false) continue
    for (const [key, usual] of Object.entries(cursors)) {
      const cursor = has(place, key) ? text(place[key]) : undefined
      if (cursor !== undefined) yield sent(key, cursor, usual)
    }
    for (const [key, cursor] of Object.entries(place)) {
      const parameter = typeof cursor === 'string' && cursor !== '' ? parameterNamed(declared, key) : undefined
      if (parameter !== undefined) yield sent(key, cursor as string, parameter)
    }
  }
  const parameter = parameterFor(declared, 'cursor', field, '')
  if (field !== '' && parameter !== '') yield [parameter, field]
  const other = otherLink(exchange, all)
  if (other !== undefined) yield other
}

/**
 * Whether an answer says in full where its next page is: by a link, or by a value under the name of the parameter that the target declares for it. A
 * template, and a value of which the parameter was chosen here, may have been misread.
 */
const isLinked = (exchange: Answered, value: unknown, declared: PageParameters): boolean => {
  const [next] = announced(exchange, value, declared)
  if (typeof next === 'string') return !/[{}]/.test(next)
  const [parameter, cursor] = next ?? []
  const isIt = ([key, sent]: readonly [string, unknown]): boolean =>
    text(sent) === cursor && parameterNamed(declared, key) === parameter
  return next !== undefined && places(value).some(place => Object.entries(place).some(isIt))
}

/** Where the next page is. */
export const nextLink = (exchange: Answered, value: unknown, declared: PageParameters = []): string | undefined => {
  for (const next of announced(exchange, value, declared)) {
    if (typeof next === 'string') return next
    if (!isEcho(exchange, ...next)) return withQuery(exchange.request.url, ...next)
  }
  return undefined
}

const totals = [
  'total',
  'total_count',
  'totalCount',
  'total_results',
  'totalResults',
  'totalElements',
  'total_items',
  'totalItems',
]
const pageTotals = ['total_pages', 'totalPages', 'page_count', 'pageCount', 'last_page', 'lastPage', 'pages']
const moreNames = /^(?:is_?|has_?)?(?:more|next(?:_?page)?|additional|truncated)$/i
const lastNames = ['last', 'is_last', 'isLast', 'end', 'done', 'complete']
const numberNames = ['page', 'page_number', 'pageNumber', 'current_page', 'currentPage', 'number']
const nextNames = ['next', ...linkNames, ...Object.keys(cursors).filter(name => name !== 'cursor')]

const otherPages = ['prev', 'first', 'last', 'self']

/** The first number under one of the names; a total may be an object with its value. */
const numberIn = (place: JsonObject, names: readonly string[]): number | undefined =>
  names
    .map(name => (has(place, name) ? place[name] : undefined))
    .map(value => (isObject(value) && has(value, 'value') ? value.value : value))
    .map(value => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value))
    .find(value => typeof value === 'number' && Number.isFinite(value)) as number | undefined

/** Whether an answer says in a flag that there is more; undefined where it has none. */
const saysMore = (place: JsonObject): boolean | undefined =>
  Object.entries(place).find(
    (entry): entry is [string, boolean] => moreNames.test(entry[0]) && typeof entry[1] === 'boolean',
  )?.[1]

const saysLast = (place: JsonObject, value: boolean): boolean =>
  lastNames.some(name => has(place, name) && place[name] === value)

/** The number that an answer gives its page; in its own words, else in those of the request. */
const ownNumber = (exchange: Answered, value: unknown): number | undefined => {
  const named = places(value).map(place => numberIn(place, numberNames))
  const asked = /[?&]page=(\d+)/.exec(exchange.request.url)?.[1]
  return named.find(number => number !== undefined) ?? (asked === undefined ? undefined : Number(asked))
}

/** The part of a list that an answer says it shows (RFC 9110, 14.4): items are counted in a unit of the server's own. */
const rangeIn = (exchange: Answered) => {
  const [, unit, from, last, total] =
    /^(\S+) +(?:(\d+)-(\d+)|\*)\/(\d+|\*)/.exec(header(exchange, 'content-range') ?? '') ?? []
  return { unit, from: Number(from), last: Number(last), total: Number(total) }
}

/** How many items a list has, in the words of one of its pages. */
const totalsIn = (exchange: Answered, value: unknown): readonly number[] => {
  const counted = header(exchange, 'x-total-count') ?? header(exchange, 'x-total') ?? String(rangeIn(exchange).total)
  const total = Number.parseInt(counted, 10)
  return total >= 0 ? [total] : places(value).flatMap(place => numberIn(place, totals) ?? [])
}

/** What an answer that names no next page says of whether it is the last one. `first` is the first page. */
const endSaid = (
  exchange: Answered,
  value: unknown,
  seen: number,
  page: number,
  first: Answered,
): 'last' | 'more' | 'nothing' => {
  const range = rangeIn(exchange)
  const all = places(value)
  // A next page that is named and is nothing says it in so many words.
  const noNext = all.some(place =>
    nextNames.some(name => has(place, name) && (place[name] === null || place[name] === '')),
  )
  if (header(exchange, 'x-next-page')?.trim() === '') return 'last'
  if (noNext || all.some(place => saysMore(place) === false || saysLast(place, true))) return 'last'
  if (all.some(saysMore)) return 'more'
  // The list may have grown since its first page was read.
  if (range.last + 1 >= range.total) return 'last'
  const numbersOf = (names: readonly string[]) => all.flatMap(place => numberIn(place, names) ?? [])
  const stated = totalsIn(exchange, value)
  const numbers = numbersOf(pageTotals)
  // What was added since the first page was read need not be on a later one.
  const atFirst = totalsIn(first, json(first))
  const isGrown = atFirst.length > 0 && atFirst.every(number => number <= seen)
  const isShort = stated.some(number => number > seen) && !isGrown
  // Only a number that is larger than what was seen says something under a name that may mean the page alone.
  const isCounted = stated.length === 0 && numbersOf(['count']).some(number => number > seen)
  if (isShort || isCounted || numbers.some(number => number > page)) return 'more'
  if (stated.length > 0 || numbers.length > 0) return 'last'
  if (all.some(place => saysLast(place, false))) return 'more'
  // Links to other pages, and none to a next one.
  const links = linksOf(header(exchange, 'link') ?? '') ?? []
  if (links.some(({ relations }) => relations.some(relation => otherPages.includes(relation)))) return 'last'
  return exchange.response.status === 206 ? 'more' : 'nothing'
}

/** Names under which an answer may say that a list goes on, in whatever form. */
const markName =
  /^(?!.*(?:rate-?limit|retry-after)).*(?:next|more|contin|cursor|marker|token(?!s)|after|resum|evaluated|remain|truncat|partial|scroll|older|bookmark)/i

/** Whether a value under such a name says anything: nothing, zero and false say that the list is over. */
const isMark = (value: unknown): boolean =>
  isObject(value)
    ? Object.keys(value).length > 0
    : !Array.isArray(value) && !/^(?:|0|false|no|none|null|undefined)$/i.test(String(value).trim())

/** Sizes of pages that are usual: behind so many items there may be more. */
const isFull = (size: number): boolean => size >= 5 && (size % 5 === 0 || (size & (size - 1)) === 0)

/**
 * Whether the last page of a list that does not say where it ends has something under a name which was not understood. What such a list does not
 * show is not known to be absent, as where that page has as many items as a page usually has.
 */
const isMarked = ({ exchange }: Page): boolean => {
  const { url } = exchange.request
  const asked = URL.canParse(url) ? [...new URL(url).searchParams] : []
  // An answer may repeat what it was asked; a cursor that is the size of the page by chance is none of that.
  const isRepeated = (name: string, value: unknown): boolean =>
    asked.some(([parameter, sent]) => sent === String(value) && name.toLowerCase().includes(parameter.toLowerCase()))
  const said = [...places(json(exchange)).flatMap(Object.entries), ...exchange.response.headers]
  return said.some(([name, value]) => markName.test(name) && isMark(value) && !isRepeated(name, value))
}

/**
 * How a list ended: with its end shown, without a word on whether there is more, short of what it says there is (or of a page that could
 * not be read), or with pages that show again what others show: `circular` where each of them was linked in full, or by a
 * parameter that is declared for it, so that nothing was left to guess.
 */
export type ListEnd = 'shown' | 'silent' | 'short' | 'repeated' | 'circular'

/** Whether pages show again what others show. */
export const isRepetition = (end: ListEnd): boolean => end === 'repeated' || end === 'circular'

/** Whether a list says that it has more than it shows. */
export const isUnfinished = (end: ListEnd): boolean => end === 'short' || isRepetition(end)

/** What is open about a list of which the end was not shown. */
export const unfinished = (
  operation: string,
  { end, pages: read = [] }: { readonly end: ListEnd; readonly pages?: readonly Page[] },
  ...seen: readonly [Exchange, ...Exchange[]]
): Finding => {
  if (isRepetition(end)) return unclear('page-repeated', { operation }, ...seen)
  const total = statedBeyond(read)
  if (total === undefined) return unclear('list-unfinished', { operation }, ...seen)
  const pages = read.length === 1 ? '1 page' : `${read.length} pages`
  return unclear('total-not-shown', { operation, total, shown: countOf(read), pages }, ...seen)
}

/** The range that comes after the one that an answer shows (RFC 9110, 14.5). */
const rangeAfter = (exchange: Answered): string | undefined => {
  const { unit, from, last } = rangeIn(exchange)
  if (exchange.response.status !== 206 || Number.isNaN(last) || unit === 'bytes') return undefined
  return `${unit}=${last + 1}-${2 * last + 1 - from}`
}

const idOf = (item: unknown, names: readonly string[]): string | undefined =>
  (isObject(item) ? [item, ...wrapped(item)] : [])
    .flatMap(one => names.map(key => (has(one, key) ? text(one[key]) : undefined)))
    .find(id => id !== undefined)

/** What tells an item from others: its id, where the items of a first page have one each; a token that is used meanwhile is the same one. */
const identified = (first: readonly unknown[]): ((item: unknown) => string) => {
  const ids = first.map(item => idOf(item, idKeys))
  const byId = !ids.includes(undefined) && new Set(ids).size === ids.length
  return item => (byId ? idOf(item, idKeys) : undefined) ?? JSON.stringify(item)
}

/**
 * Walks a list from its first page, whatever form its pages take. Where an answer only says that there is more, or nothing at all, page
 * numbers and the like are tried and kept as long as they bring items that were not seen. Says in the end how the list ended. Throws
 * {@link Unreadable} where there is no end.
 */
export const pages = async function* (probe: Probe, first: Answered): AsyncGenerator<Page, ListEnd> {
  const visited = new Set<string>([first.request.url])
  const itemsIn = itemsLike(plainForm(json(first)))
  const declared = await pageParameters(probe, first)
  const start = itemsIn(plainForm(json(first))) ?? []
  const keyOf = identified(start)
  const seen = new Set<string>()
  const isSeen = (item: unknown): boolean => seen.has(keyOf(item))
  /** Whether an answer has further items. What begins like the list does shows the same part of it again, with what is new since. */
  const continues = (answer: Answered): boolean => {
    const items = itemsIn(plainForm(json(answer))) ?? []
    return !items.every(isSeen) && !items.some(item => keyOf(item) === keyOf(start[0]))
  }
  let exchange = first
  let number = ownNumber(first, json(first)) ?? 1
  let linked = false
  let isRepeated = false
  let isInFull = true
  const repetition = (): ListEnd => (isInFull ? 'circular' : 'repeated')
  let scheme: Scheme | undefined
  for (let count = 0; count < pageLimit; count++) {
    const value = json(exchange)
    const items = itemsIn(plainForm(value))
    if (items === undefined) return 'short'
    const isKnown = items.some(isSeen)
    const isStale = count > 0 && items.every(isSeen)
    for (const item of items) seen.add(keyOf(item))
    // A list that grows moves its items to later pages.
    if (isStale && (items.length === 0 || isRepeated)) return items.length === 0 ? 'shown' : repetition()
    isRepeated = isStale
    if (!isStale) yield { exchange, items }
    const link = nextLink(exchange, value, declared)
    if (link !== undefined) {
      isInFull &&= isLinked(exchange, value, declared)
      const next = await probe.follow(exchange, link)
      if (visited.has(next.request.url)) return repetition()
      visited.add(next.request.url)
      if (next.response.status >= 300) return 'short'
      exchange = next
      linked = true
      continue
    }
    if (isStale) return repetition()
    const said = endSaid(exchange, value, seen.size, count + 1, first)
    if (said === 'last') return 'shown'
    // What it announces is what it was asked with. The run itself may add to a list while it is read: a page that is shown again has something new.
    if (linked && isKnown && [...announced(exchange, value, declared)].length > 0) return 'repeated'
    if (linked) return places(value).some(saysMore) ? 'short' : 'shown'
    if (said === 'nothing' && count === 0) return 'silent'
    if (items.length === 0) return 'short'
    number++
    let found: Answered | undefined
    const range = rangeAfter(exchange)
    if (range !== undefined) {
      const next = await probe.follow(first, first.request.url, { range })
      // Nothing stands behind the last item.
      if (next.response.status === 416) return 'shown'
      if (next.response.status === 206 && continues(next)) found = next
    }
    for (const attempt of found ? [] : scheme ? [scheme] : schemesOf(declared)) {
      const places = {
        number: String(number),
        offset: String(seen.size),
        'last-id': idOf(items.at(-1), [...idKeys, 'name']),
      }
      const asked = places[attempt.counting]
      if (asked === undefined) continue
      const next = await probe.follow(first, withQuery(first.request.url, attempt.name, asked))
      if (next.response.status < 300 && continues(next)) {
        scheme = attempt
        found = next
        break
      }
    }
    if (!found) return said === 'more' ? 'short' : 'shown'
    exchange = found
  }
  // What was not found until here may stand on a later page.
  throw new Unreadable('list-too-long', { pages: pageLimit }, [exchange])
}

/** All pages of a list, how it ended, and whether what they do not show is not in it. */
export interface ReadList {
  readonly pages: readonly Page[]
  readonly end: ListEnd
  readonly whole: boolean
  /** Whether what its pages do not show is shown nowhere: it is whole, or its links lead to nothing new. */
  readonly closed: boolean
  /** Whether it says, or may say in words that were not understood, that there is more. */
  readonly goesOn: boolean
}

const countOf = (read: readonly Page[]): number => read.reduce((sum, { items }) => sum + items.length, 0)

/** How many items a list states that it has, where its pages show fewer. */
const statedBeyond = (read: readonly Page[]): number | undefined =>
  read
    .flatMap(({ exchange }) => {
      const value = json(exchange)
      const counts = places(value).flatMap(place => numberIn(place, ['count']) ?? [])
      return [...totalsIn(exchange, value), ...counts]
    })
    .find(number => number > countOf(read))

/** Whether a list states that it has more items than its pages show. */
export const statesMore = ({ pages: read }: Pick<ReadList, 'pages'>): boolean => statedBeyond(read) !== undefined

/** Whether the cursor of the next page is the one that the page was asked with. */
const leadsToItself = (exchange: Answered): boolean => {
  const { url } = exchange.request
  const asked = URL.canParse(url) ? [...new URL(url).searchParams.values()] : []
  return places(json(exchange)).some(place =>
    Object.keys(place).some(key => /^next/i.test(key) && asked.includes(text(place[key]) ?? '')),
  )
}

/** How much of a list was read, for a sentence: what is missing may be on a page that is not linked. */
export const extentOf = ({ pages: read, end }: Pick<ReadList, 'pages' | 'end'>): string => {
  const { length } = read
  const last = read.at(-1)?.exchange
  const where = isRepetition(end)
    ? 'links to nothing new'
    : last !== undefined && leadsToItself(last)
      ? 'links to itself'
      : 'links to no other'
  return length === 1 ? `1 page, which ${where}` : `${length} pages, of which the last ${where}`
}

/** What is not in the pages of a list: it may be in what was not read of one that is not shown to its end. */
export const notListed = (
  operation: OperationName,
  what: string,
  list: Pick<ReadList, 'pages' | 'end' | 'closed'>,
  ...seen: readonly [Answered, ...Answered[]]
): Finding =>
  list.closed
    ? violated('not-listed', { operation, what, pages: extentOf(list) }, ...seen)
    : unfinished(operation, list, ...seen)

export const readList = async (probe: Probe, first: Answered): Promise<ReadList> => {
  const read: Page[] = []
  const walk = pages(probe, first)
  for (let step = await walk.next(); ; step = await walk.next()) {
    if (step.done) {
      const last = read.at(-1)
      const end = step.value
      const goesOn = isUnfinished(end) || (end === 'silent' && last !== undefined && isMarked(last))
      const whole = !goesOn && (end === 'shown' || !(last && isFull(last.items.length)))
      return { pages: read, end, whole, closed: whole || end === 'circular', goesOn }
    }
    read.push(step.value)
  }
}
