import type { Answered } from '../../contracts/exchange.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { Unreadable } from '../../contracts/results/finding.ts'
import { plainForm } from '../answers/plain-form.ts'
import { pagingOf, type Scheme, schemesOf } from '../http/page-parameters.ts'
import { json } from '../reading/json.ts'
import { itemsLike } from '../reading/lists.ts'
import { idKeys, withWrapped } from '../reading/things.ts'
import { namesRange, pageNumberOf, rangeAfter, statedEnd, stateMoreThan } from './end.ts'
import { cursorText, envelopesOf, moreFlag, type Page } from './envelope.ts'
import { isLinked, nextPageOf, nextPages, requestPage } from './next.ts'

/** Pages asked for before a list counts as endless: what it says beyond is left open. */
export const pageLimit = 500

/**
 * How a list ended: with its end shown, without a word on whether there is more, short of what it says there is (or of a page that could
 * not be read), or with pages that show again what others show: `circular` where each of them was linked in full, or by a
 * parameter that is declared for it, so that nothing was left to guess.
 */
export type ListEnd = 'shown' | 'silent' | 'short' | 'repeated' | 'circular'

const idOf = (item: unknown, names: readonly string[]): string | undefined =>
  withWrapped(item)
    .flatMap(one => names.map(key => cursorText(one[key])))
    .find(id => id !== undefined)

/** What tells a request for a page from others. */
const addressOf = ({ request: { url, body } }: Answered): string => `${url} ${body}`

/** What tells an item from others: its id, where the items of a first page have one each; a token that is used meanwhile is the same one. */
const itemKeys = (first: readonly unknown[]): ((item: unknown) => string) => {
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
  const visited = new Set<string>([addressOf(first)])
  const itemsIn = itemsLike(plainForm(json(first)))
  const { declared, inBody } = await pagingOf(probe, first)
  const start = itemsIn(plainForm(json(first))) ?? []
  const keyOf = itemKeys(start)
  const seen = new Set<string>()
  const isSeen = (item: unknown): boolean => seen.has(keyOf(item))
  /** Whether an answer has further items. What begins like the list does shows the same part of it again, with what is new since. */
  const continues = (answer: Answered): boolean => {
    const items = itemsIn(plainForm(json(answer))) ?? []
    return !items.every(isSeen) && !items.some(item => keyOf(item) === keyOf(start[0]))
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
    // A list that grows moves its items to later pages.
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
    // What it announces is what it was asked with. The run itself may add to a list while it is read: a page that is shown again has something new.
    if (linked && isKnown && [...nextPages(exchange, value, declared)].length > 0) return 'repeated'
    if (linked) return envelopesOf(exchange, value).some(moreFlag) ? 'short' : 'shown'
    if (said === 'nothing' && count === 0) return 'silent'
    if (items.length === 0) return 'short'
    number++
    let attempted: Answered | undefined
    const range = rangeAfter(exchange)
    if (range !== undefined) {
      const next = await probe.follow(first, first.request.url, { headers: { range } })
      // Nothing stands behind the last item.
      if (next.response.status === 416) return 'shown'
      // What an answer names is there, also where it is the last part and no longer called one.
      const isPart = next.response.status === 206 || (next.response.status === 200 && namesRange(exchange))
      if (isPart && continues(next)) attempted = next
    }
    for (const attempt of attempted ? [] : scheme ? [scheme] : schemesOf(declared)) {
      const valuesToTry = {
        number: String(number),
        offset: String(seen.size),
        'last-id': idOf(items.at(-1), [...idKeys, 'name']),
      }
      const value = valuesToTry[attempt.counting]
      if (value === undefined) continue
      const next = await requestPage(probe, first, [attempt.name, value], inBody)
      if (next.response.status < 300 && continues(next)) {
        scheme = attempt
        attempted = next
        break
      }
    }
    if (!attempted) return said === 'more' ? 'short' : 'shown'
    exchange = attempted
  }
  // What was not found until here may stand on a later page.
  throw new Unreadable('list-too-long', { pages: pageLimit }, [exchange])
}
