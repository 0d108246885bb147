import type { Answered } from '../../contracts/exchange.ts'
import { linksOf } from '../http/links.ts'
import { countingOf } from '../http/page-parameters.ts'
import { header } from '../reading/exchanges.ts'
import { isObject, type JsonObject, json } from '../reading/json.ts'
import { envelopesOf, moreFlag, type Page, requestParameters } from './envelope.ts'
import { cursors, linkNames } from './next.ts'

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
const lastNames = ['last', 'is_last', 'isLast', 'end', 'done', 'complete']
const nextNames = ['next', ...linkNames, ...Object.keys(cursors).filter(name => name !== 'cursor')]

const otherPages = ['prev', 'first', 'last', 'self']

/** The first number under one of the names; a total may be an object with its value. */
const numberIn = (place: JsonObject, names: readonly string[]): number | undefined =>
  names
    .map(name => place[name])
    .map(value => (isObject(value) ? value.value : value))
    .map(value => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value))
    .find(value => typeof value === 'number' && Number.isFinite(value)) as number | undefined

const hasLastFlag = (place: JsonObject, value: boolean): boolean => lastNames.some(name => place[name] === value)

/** The number that an answer gives its page, which may be counted from zero; in its own words, else in those of the request. */
export const pageNumberOf = (exchange: Answered, value: unknown): number | undefined => {
  const isNumber = (name: string): boolean => name === 'number' || countingOf(name) === 'number'
  const named = envelopesOf(exchange, value).map(place => numberIn(place, Object.keys(place).filter(isNumber)))
  const asked = requestParameters(exchange).flatMap(([name, number]) =>
    isNumber(name) ? Number.parseInt(number, 10) : [],
  )
  return [...named, ...asked].find(Number.isFinite)
}

/** The part of a list that an answer says it shows (RFC 9110, 14.4): items are counted in a unit of the server's own. */
const rangeIn = (exchange: Answered) => {
  const [, unit, from, last, total] =
    /^(\S+) +(?:(\d+)-(\d+)|\*)\/(\d+|\*)/.exec(header(exchange, 'content-range') ?? '') ?? []
  return { unit, from: Number(from), last: Number(last), total: Number(total) }
}

/** Whether a server says that it serves parts of a list (RFC 9110, 14.3). */
const hasOwnUnit = (exchange: Answered): boolean => !/^(?:bytes|none|)$/i.test(header(exchange, 'accept-ranges') ?? '')

/** How many items a list has, in the words of one of its pages. */
const totalsIn = (exchange: Answered, value: unknown): readonly number[] => {
  const counted = header(exchange, 'x-total-count') ?? header(exchange, 'x-total') ?? String(rangeIn(exchange).total)
  const total = Number.parseInt(counted, 10)
  return total >= 0 ? [total] : envelopesOf(exchange, value).flatMap(place => numberIn(place, totals) ?? [])
}

/** What an answer that names no next page says of whether it is the last one. `first` is the first page. */
export const statedEnd = (
  exchange: Answered,
  value: unknown,
  seen: number,
  page: number,
  first: Answered,
): 'last' | 'more' | 'nothing' => {
  const range = rangeIn(exchange)
  const all = envelopesOf(exchange, value)
  // A next page that is named and is nothing says it in so many words.
  const noNext = all.some(place => nextNames.some(name => place[name] === null || place[name] === ''))
  if (header(exchange, 'x-next-page')?.trim() === '') return 'last'
  // What is served in parts, in a unit of the server's own, is whole where it is no part.
  if (exchange.response.status === 200 && hasOwnUnit(exchange) && rangeAfter(exchange) === undefined) return 'last'
  if (noNext || all.some(place => moreFlag(place) === false || hasLastFlag(place, true))) return 'last'
  if (all.some(moreFlag)) return 'more'
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
  if (all.some(place => hasLastFlag(place, false))) return 'more'
  // Links to other pages, and none to a next one.
  const links = linksOf(header(exchange, 'link') ?? '') ?? []
  if (links.some(({ relations }) => relations.some(relation => otherPages.includes(relation)))) return 'last'
  return exchange.response.status === 206 || namesRange(exchange) ? 'more' : 'nothing'
}

/** Names under which an answer may say that a list goes on, in whatever form. */
const continuationName =
  /^(?!.*(?:rate-?limit|retry-after)).*(?:next|more|contin|cursor|marker|token(?!s)|after|resum|evaluated|remain|truncat|partial|scroll|older|bookmark)/i

/** Whether a value under such a name says anything: nothing, zero and false say that the list is over. */
const isSet = (value: unknown): boolean =>
  isObject(value)
    ? Object.keys(value).length > 0
    : !Array.isArray(value) && !/^(?:|0|false|no|none|null|undefined)$/i.test(String(value).trim())

/** Sizes of pages that are usual: behind so many items there may be more. */
export const isFull = (size: number): boolean => size >= 5 && (size % 5 === 0 || (size & (size - 1)) === 0)

/**
 * Whether the last page of a list that does not say where it ends has something under a name which was not understood. What such a list does not
 * show is not known to be absent, as where that page has as many items as a page usually has.
 */
export const hasContinuation = ({ exchange }: Page): boolean => {
  const asked = requestParameters(exchange)
  // An answer may repeat what it was asked; a cursor that is the size of the page by chance is none of that.
  const isEchoed = (name: string, value: unknown): boolean =>
    asked.some(([parameter, sent]) => sent === String(value) && name.toLowerCase().includes(parameter.toLowerCase()))
  const members = [...envelopesOf(exchange).flatMap(Object.entries), ...exchange.response.headers]
  return members.some(([name, value]) => continuationName.test(name) && isSet(value) && !isEchoed(name, value))
}

/** Whether an answer names the range that comes after the one that it shows. */
export const namesRange = (exchange: Answered): boolean => Boolean(header(exchange, 'next-range'))

/** The range that comes after the one that an answer shows (RFC 9110, 14.5), in the words of the answer where it names it. */
export const rangeAfter = (exchange: Answered): string | undefined => {
  const named = header(exchange, 'next-range')
  if (named !== undefined) return named || undefined
  const { unit, from, last } = rangeIn(exchange)
  if (exchange.response.status !== 206 || Number.isNaN(last) || unit === 'bytes') return undefined
  return `${unit}=${last + 1}-${2 * last + 1 - from}`
}

/** Whether each of these pages of a list states that it has more items than were seen: pages that were chosen here may leave some out. */
export const stateMoreThan = (seen: number, ...read: readonly Answered[]): boolean =>
  read.every(page => totalsIn(page, json(page)).some(number => number > seen))

export const countOf = (read: readonly Page[]): number => read.reduce((sum, { items }) => sum + items.length, 0)

/** How many items a list states that it has, where its pages show fewer. */
export const statedBeyond = (read: readonly Page[]): number | undefined =>
  read
    .flatMap(({ exchange }) => {
      const value = json(exchange)
      const counts = envelopesOf(exchange, value).flatMap(place => numberIn(place, ['count']) ?? [])
      return [...totalsIn(exchange, value), ...counts]
    })
    .find(number => number > countOf(read))

/** How many items a list states that it has at most, where each of its pages says so and they show more, each item counted once. */
export const statedBelow = (read: readonly Page[]): { readonly total: number; readonly shown: number } | undefined => {
  const stated = read.map(({ exchange }) => totalsIn(exchange, json(exchange)))
  // Items may be added and deleted while a list is read: the largest total of any page counts.
  const total = Math.max(...stated.flat())
  const shown = new Set(read.flatMap(({ items }) => items.map(item => JSON.stringify(item)))).size
  return stated.length > 0 && stated.every(({ length }) => length > 0) && total < shown ? { total, shown } : undefined
}
