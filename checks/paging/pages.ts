import type { Answered } from '../../contracts/exchange.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { Unreadable } from '../../contracts/results/finding.ts'
import { plainForm } from '../answers/plain-form.ts'
import { pagingOf, type Scheme, schemesOf } from '../http/page-parameters.ts'
import { isSuccess } from '../reading/exchanges.ts'
import { json } from '../reading/json.ts'
import { itemsLike } from '../reading/lists.ts'
import { idKeysOf, withWrapped } from '../reading/things.ts'
import { namesRange, pageNumberOf, rangeAfter, statedEnd, stateMoreThan } from './end.ts'
import { cursorText, envelopesOf, moreFlag, type Page } from './envelope.ts'
import { isLinked, nextPageOf, nextPages, requestPage } from './next.ts'

/** The maximum number of pages; a longer list counts as endless. */
export const pageLimit = 500

/**
 * How a list ended: `shown` with its end, `silent` without stating whether there is more, `short` of what it states (or with an unreadable
 * page), `repeated` with pages that repeat others; `circular` if each of these was linked exactly, so that nothing was guessed; `emptied` if the next
 * page by a declared number is empty although the list states more.
 */
export type ListEnd = 'shown' | 'silent' | 'short' | 'repeated' | 'circular' | 'emptied'

const idOf = (item: unknown, ...others: readonly string[]): string | undefined =>
  withWrapped(item)
    .flatMap(one => [...idKeysOf(one), ...others].map(key => cursorText(one[key])))
    .find(id => id !== undefined)

/** Identifies the request for a page. */
const addressOf = ({ request: { url, body } }: Answered): string => `${url} ${body}`

/** Identifies an item: by its id if all items of the first page have different ids, since other members may change meanwhile. */
const itemKeys = (first: readonly unknown[]): ((item: unknown) => string) => {
  const ids = first.map(item => idOf(item))
  const byId = !ids.includes(undefined) && new Set(ids).size === ids.length
  return item => (byId ? idOf(item) : undefined) ?? JSON.stringify(item)
}

/**
 * Reads a list from its first page. If a page has no link to the next one, usual parameters such as page numbers are tried, and used as
 * long as they return new items. Returns how the list ended. Throws {@link Unreadable} if it is endless.
 */
export const pages = async function* (probe: Probe, first: Answered): AsyncGenerator<Page, ListEnd> {
  const visited = new Set<string>([addressOf(first)])
  const itemsIn = itemsLike(plainForm(json(first)))
  const { declared, inBody } = await pagingOf(probe, first)
  const start = itemsIn(plainForm(json(first))) ?? []
  const keyOf = itemKeys(start)
  const seen = new Set<string>()
  const isSeen = (item: unknown): boolean => seen.has(keyOf(item))
  /** Whether an answer has new items. One that begins with the first item of the list shows the same part again, with items added since. */
  const continues = (answer: Answered): boolean => {
    const items = itemsIn(plainForm(json(answer))) ?? []
    return !items.every(isSeen) && !items.some(item => keyOf(item) === keyOf(start[0]))
  }
  /** Whether an answer is the first page again. */
  const repeatsFirst = (answer: Answered): boolean => {
    const items = itemsIn(plainForm(json(answer))) ?? []
    return items.length === start.length && items.every((item, at) => keyOf(item) === keyOf(start[at]))
  }
  let exchange = first
  let number = pageNumberOf(first, json(first)) ?? 1
  let linked = false
  let isRepeated = false
  let isFullyLinked = true
  const repetition = (): ListEnd => (isFullyLinked ? 'circular' : 'repeated')
  let scheme: Scheme | undefined
  for (let count = 0; count < pageLimit; count++) {
    const value = json(exchange)
    const items = itemsIn(plainForm(value))
    if (items === undefined) return 'short'
    const isKnown = items.some(isSeen)
    const isStale = count > 0 && items.every(isSeen)
    for (const item of items) seen.add(keyOf(item))
    // In a growing list, items move to later pages.
    if (isStale && (items.length === 0 || isRepeated)) return items.length === 0 ? 'shown' : repetition()
    isRepeated = isStale
    if (!isStale) yield { exchange, items }
    const nextLink = nextPageOf(exchange, value, declared)
    if (nextLink !== undefined) {
      isFullyLinked &&= isLinked(exchange, value, declared)
      const next = await requestPage(probe, exchange, nextLink, inBody)
      if (visited.has(addressOf(next))) return repetition()
      visited.add(addressOf(next))
      if (next.response.status >= 300) return 'short'
      exchange = next
      linked = true
      continue
    }
    if (isStale) return repetition()
    const said = statedEnd(exchange, value, seen.size, count + 1, first)
    if (said === 'last') return scheme && stateMoreThan(seen.size, first, exchange) ? 'short' : 'shown'
    // The page only announces itself. A repeated page may have new items, since the run itself adds to the list.
    if (linked && isKnown && [...nextPages(exchange, value, declared)].length > 0) return 'repeated'
    if (linked) return envelopesOf(exchange, value).some(moreFlag) ? 'short' : 'shown'
    if (said === 'nothing' && count === 0) return 'silent'
    if (items.length === 0) return 'short'
    number++
    let attempted: Answered | undefined
    let ignored: string | undefined
    let emptied: string | undefined
    const range = rangeAfter(exchange)
    if (range !== undefined) {
      const next = await probe.follow(first, first.request.url, { headers: { range } })
      if (next.response.status === 416) return 'shown'
      // A named range exists, even if the last part is sent with 200.
      const isPart = next.response.status === 206 || (next.response.status === 200 && namesRange(exchange))
      if (isPart && continues(next)) attempted = next
    }
    for (const attempt of attempted ? [] : scheme ? [scheme] : schemesOf(declared)) {
      const valuesToTry = {
        number: String(number),
        offset: String(seen.size),
        'last-id': idOf(items.at(-1), 'name'),
      }
      const value = valuesToTry[attempt.counting]
      if (value === undefined) continue
      const next = await requestPage(probe, first, [attempt.name, value], inBody)
      if (next.response.status < 300 && continues(next)) {
        scheme = attempt
        attempted = next
        break
      }
      // What only says that there is more may be paged in a way that is not declared.
      const isCounted = count === 0 && stateMoreThan(seen.size, first)
      const isDeclared = attempt.counting === 'number' && declared.includes(attempt.name)
      if (!isCounted || !isDeclared || !isSuccess(next)) continue
      if (repeatsFirst(next)) ignored = attempt.name
      else if (itemsIn(plainForm(json(next)))?.length === 0) emptied = attempt.name
    }
    // What was added to a list meanwhile moves one page to the next one, but no two.
    if (!attempted && ignored !== undefined) {
      const next = await requestPage(probe, first, [ignored, String(number + 1)], inBody)
      if (isSuccess(next) && repeatsFirst(next)) return 'circular'
    }
    // If pages are counted from another number, the page before is not the first one, which shows most of what it did, though items are added.
    if (!attempted && emptied !== undefined) {
      const before = await requestPage(probe, first, [emptied, String(number - 1)], inBody)
      const shown = isSuccess(before) ? (itemsIn(plainForm(json(before))) ?? []) : []
      if (shown.filter(isSeen).length * 2 > start.length) return 'emptied'
    }
    if (!attempted) return said === 'more' ? 'short' : 'shown'
    exchange = attempted
  }
  // What was not found until here may stand on a later page.
  throw new Unreadable('list-too-long', { pages: pageLimit }, [exchange])
}
