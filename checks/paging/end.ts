import type { Answered } from '../../contracts/exchange.ts'
import { linksOf } from '../http/links.ts'
import { countingOf } from '../http/page-parameters.ts'
import { header } from '../reading/exchanges.ts'
import { isObject, type JsonObject, json } from '../reading/json.ts'
import { envelopesOf, moreFlag, type Page, paramsOf } from './envelope.ts'
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

/** The first number under one of the keys. A total may be an object with its value. */
const numberIn = (place: JsonObject, names: readonly string[]): number | undefined =>
  names
    .map(name => place[name])
    .map(value => (isObject(value) ? value.value : value))
    .map(value => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value))
    .find(value => typeof value === 'number' && Number.isFinite(value)) as number | undefined

const hasLastFlag = (place: JsonObject, value: boolean): boolean => lastNames.some(name => place[name] === value)

/** The page number in an answer, else in its request. It may start at zero. */
export const pageNumberOf = (exchange: Answered, value: unknown): number | undefined => {
  const isNumber = (name: string): boolean => name === 'number' || countingOf(name) === 'number'
  const named = envelopesOf(exchange, value).map(place => numberIn(place, Object.keys(place).filter(isNumber)))
  const asked = paramsOf(exchange).flatMap(([name, number]) => (isNumber(name) ? Number.parseInt(number, 10) : []))
  return [...named, ...asked].find(Number.isFinite)
}

/** The Content-Range of an answer (RFC 9110, section 14.4), in any unit. */
const rangeIn = (exchange: Answered) => {
  const [, unit, from, last, total] =
    /^(\S+) +(?:(\d+)-(\d+)|\*)\/(\d+|\*)/.exec(header(exchange, 'content-range') ?? '') ?? []
  return { unit, from: Number(from), last: Number(last), total: Number(total) }
}

/** Whether Accept-Ranges names a unit of the server's own (RFC 9110, section 14.3). */
const hasOwnUnit = (exchange: Answered): boolean => !/^(?:bytes|none|)$/i.test(header(exchange, 'accept-ranges') ?? '')

/** The totals that a page states. */
const totalsIn = (exchange: Answered, value: unknown): readonly number[] => {
  const counted = header(exchange, 'x-total-count') ?? header(exchange, 'x-total') ?? String(rangeIn(exchange).total)
  const total = Number.parseInt(counted, 10)
  return total >= 0 ? [total] : envelopesOf(exchange, value).flatMap(place => numberIn(place, totals) ?? [])
}

/** Whether an answer without a link to a next page states that it is the last page. `first` is the first page. */
export const statedEnd = (
  exchange: Answered,
  value: unknown,
  seen: number,
  page: number,
  first: Answered,
): 'last' | 'more' | 'nothing' => {
  const range = rangeIn(exchange)
  const all = envelopesOf(exchange, value)
  // A next page that is null or empty means that there is none.
  const noNext = all.some(place => nextNames.some(name => place[name] === null || place[name] === ''))
  if (header(exchange, 'x-next-page')?.trim() === '') return 'last'
  // A server that pages with ranges has sent the whole list if there is no next range.
  if (exchange.response.status === 200 && hasOwnUnit(exchange) && rangeAfter(exchange) === undefined) return 'last'
  if (noNext || all.some(place => moreFlag(place) === false || hasLastFlag(place, true))) return 'last'
  if (all.some(moreFlag)) return 'more'
  // The total may be that of the first page.
  if (range.last + 1 >= range.total) return 'last'
  const numbersOf = (names: readonly string[]) => all.flatMap(place => numberIn(place, names) ?? [])
  const stated = totalsIn(exchange, value)
  const numbers = numbersOf(pageTotals)
  // Items that were added since need not be on a later page.
  const atFirst = totalsIn(first, json(first))
  const isGrown = atFirst.length > 0 && atFirst.every(number => number <= seen)
  const isShort = stated.some(number => number > seen) && !isGrown
  // `count` may be that of the page, so it only counts if it is larger than what was seen.
  const isCounted = stated.length === 0 && numbersOf(['count']).some(number => number > seen)
  if (isShort || isCounted || numbers.some(number => number > page)) return 'more'
  if (stated.length > 0 || numbers.length > 0) return 'last'
  if (all.some(place => hasLastFlag(place, false))) return 'more'
  // Links to other pages, but not to a next one.
  const links = linksOf(header(exchange, 'link') ?? '') ?? []
  if (links.some(({ relations }) => relations.some(relation => otherPages.includes(relation)))) return 'last'
  return exchange.response.status === 206 || namesRange(exchange) ? 'more' : 'nothing'
}

/** Keys and header fields that may mean that a list continues. */
const continuationName =
  /^(?!.*(?:rate-?limit|retry-after)).*(?:next|more|contin|cursor|marker|token(?!s)|after|resum|evaluated|remain|truncat|partial|scroll|older|bookmark)/i

/** Whether such a value means that a list continues: empty, zero and false do not. */
const isSet = (value: unknown): boolean =>
  isObject(value)
    ? Object.keys(value).length > 0
    : !Array.isArray(value) && !/^(?:|0|false|no|none|null|undefined)$/i.test(String(value).trim())

/** Whether a number of items is a usual page size, so that there may be more. */
export const isFull = (size: number): boolean => size >= 5 && (size % 5 === 0 || (size & (size - 1)) === 0)

/**
 * Whether the last page of a list without a stated end has a value that may mean that the list continues. Then an item that was not seen
 * may still exist, as after a full page.
 */
export const hasContinuation = ({ exchange }: Page): boolean => {
  const asked = paramsOf(exchange)
  // An answer may repeat its request parameters. A cursor may equal the page size by chance, so the keys must match as well.
  const isEchoed = (name: string, value: unknown): boolean =>
    asked.some(([parameter, sent]) => sent === String(value) && name.toLowerCase().includes(parameter.toLowerCase()))
  const members = [...envelopesOf(exchange).flatMap(Object.entries), ...exchange.response.headers]
  return members.some(([name, value]) => continuationName.test(name) && isSet(value) && !isEchoed(name, value))
}

/** Whether an answer names the next range. */
export const namesRange = (exchange: Answered): boolean => Boolean(header(exchange, 'next-range'))

/** The next range (RFC 9110, section 14.5), as the answer names it or computed. */
export const rangeAfter = (exchange: Answered): string | undefined => {
  const named = header(exchange, 'next-range')
  if (named !== undefined) return named || undefined
  const { unit, from, last } = rangeIn(exchange)
  if (exchange.response.status !== 206 || Number.isNaN(last) || unit === 'bytes') return undefined
  return `${unit}=${last + 1}-${2 * last + 1 - from}`
}

/** Whether each of these pages states a larger total than was seen. Pages that were requested by guessed parameters may leave out some. */
export const stateMoreThan = (seen: number, ...read: readonly Answered[]): boolean =>
  read.every(page => totalsIn(page, json(page)).some(number => number > seen))

export const countOf = (read: readonly Page[]): number => read.reduce((sum, { items }) => sum + items.length, 0)

/** The total or count of a list, if its pages show fewer items. */
export const statedBeyond = (read: readonly Page[]): number | undefined =>
  read
    .flatMap(({ exchange }) => {
      const value = json(exchange)
      const counts = envelopesOf(exchange, value).flatMap(place => numberIn(place, ['count']) ?? [])
      return [...totalsIn(exchange, value), ...counts]
    })
    .find(number => number > countOf(read))

/** The largest total of a list, if each page states one and they show more different items. */
export const statedBelow = (read: readonly Page[]): { readonly total: number; readonly shown: number } | undefined => {
  const stated = read.map(({ exchange }) => totalsIn(exchange, json(exchange)))
  // Items may be added and deleted while a list is read: the largest total of any page counts.
  const total = Math.max(...stated.flat())
  const shown = new Set(read.flatMap(({ items }) => items.map(item => JSON.stringify(item)))).size
  return stated.length > 0 && stated.every(({ length }) => length > 0) && total < shown ? { total, shown } : undefined
}
