import type { Answered } from '../contracts/exchange.ts'
import { Unreadable } from '../contracts/finding.ts'
import type { Probe } from '../contracts/requirement.ts'
import { has, header, isObject, type JsonObject, json, listItems } from './reading.ts'

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

const linkNext = (exchange: Answered): string | undefined => {
  const field = header(exchange, 'link')
  if (field === undefined) return undefined
  for (const match of field.matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/;\s*rel\s*=\s*(?:"[^"]*\bnext\b[^"]*"|next\b)/i.test(match[2] ?? '')) return match[1]
  }
  return undefined
}

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
const places = (body: JsonObject): readonly JsonObject[] => {
  const items = new Set<unknown>(listItems(body) ?? [])
  const found: JsonObject[] = []
  let level = [body]
  for (let depth = 0; depth < 4 && found.length < 100; depth++) {
    found.push(...level.flatMap(placesIn))
    level = level.flatMap(object => Object.keys(object).map(key => object[key])).filter(isObject)
    level = level.filter(object => !items.has(object))
  }
  return [...new Set(found)]
}

/** A cursor and the query parameters under which it may be sent back, likeliest first. */
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
}

/** Names of links to the next page that are not just `next`. */
const linkNames = ['next_url', 'nextUrl', 'next_link', 'nextLink', 'next_href', 'nextHref', '@odata.nextLink']

/** The target of the link of that relation among several. */
const amongLinks = (value: unknown): string | undefined => {
  const link = Array.isArray(value) ? value.filter(isObject).find(({ rel }) => rel === 'next') : undefined
  return link && text(link.href ?? link.url)
}

const withQuery = (url: string, name: string, value: string): string => {
  const [path = '', query = ''] = url.split('?', 2)
  const kept = query.split('&').filter(pair => pair !== '' && pair.split('=')[0] !== name)
  return `${path}?${[...kept, `${name}=${encodeURIComponent(value)}`].join('&')}`
}

/** Where the next page is, in the forms that are in use: a link in the body, a `Link` header (RFC 8288), a cursor. */
export const nextLink = (exchange: Answered, value: unknown): string | undefined => {
  const fromHeader = linkNext(exchange)
  if (fromHeader !== undefined) return fromHeader
  const page = header(exchange, 'x-next-page')?.trim()
  if (page !== undefined && /^\d+$/.test(page)) return withQuery(exchange.request.url, 'page', page)
  if (!isObject(value)) return undefined
  for (const place of places(value)) {
    const next = has(place, 'next') ? place.next : undefined
    const named = linkNames.map(name => (has(place, name) ? text(place[name]) : undefined)).find(Boolean)
    const link = (isObject(next) ? text(next.href ?? next.url) : text(next)) ?? named ?? amongLinks(place.links)
    if (link !== undefined) {
      if (/^(?:https?:\/\/|\/|\?|\.)/.test(link)) return link
      return withQuery(exchange.request.url, /^\d+$/.test(link) ? 'page' : 'cursor', link)
    }
    for (const [key, parameter] of Object.entries(cursors)) {
      const cursor = has(place, key) ? text(place[key]) : undefined
      if (cursor === undefined) continue
      return /^(?:https?:\/\/|\/|\?)/.test(cursor) ? cursor : withQuery(exchange.request.url, parameter, cursor)
    }
  }
  return undefined
}

const totals = ['count', 'total', 'total_count', 'totalCount', 'total_results', 'totalResults']
const pageTotals = ['total_pages', 'totalPages', 'page_count', 'pageCount', 'last_page', 'lastPage']
const moreNames = ['has_more', 'hasMore', 'has_next', 'hasNext', 'hasNextPage']

const numberIn = (place: JsonObject, names: readonly string[]): number | undefined =>
  names
    .map(name => (has(place, name) ? place[name] : undefined))
    .find(value => typeof value === 'number' && Number.isFinite(value)) as number | undefined

/** Whether an answer says that more items exist than were seen, without saying where. */
const saysMore = (exchange: Answered, value: unknown, seen: number, page: number): boolean => {
  const counted = header(exchange, 'x-total-count') ?? /\/(\d+)$/.exec(header(exchange, 'content-range') ?? '')?.[1]
  if (counted !== undefined && Number(counted) > seen) return true
  return (
    isObject(value) &&
    places(value).some(
      place =>
        (numberIn(place, totals) ?? 0) > seen ||
        (numberIn(place, pageTotals) ?? 0) > page ||
        moreNames.some(name => has(place, name) && place[name] === true),
    )
  )
}

/**
 * Walks a list from its first page, whatever form its pages take. Ends where no next page is named; where an answer only says
 * that there is more, page numbers and offsets are tried and kept as long as they bring items that were not seen. Throws {@link Unreadable}
 * where there is no end.
 */
export const pages = async function* (probe: Probe, first: Answered): AsyncGenerator<Page> {
  const visited = new Set<string>([first.request.url])
  const seen = new Set<string>()
  let exchange = first
  let number = 1
  let scheme: 'page' | 'offset' | undefined
  for (let count = 0; count < pageLimit; count++) {
    const value = json(exchange)
    const items = listItems(value)
    if (items === undefined) return
    const fresh = items.filter(item => !seen.has(JSON.stringify(item)))
    for (const item of fresh) seen.add(JSON.stringify(item))
    if (count > 0 && fresh.length === 0) return
    yield { exchange, items }
    const link = nextLink(exchange, value)
    if (link !== undefined) {
      const next = await probe.follow(exchange, link)
      if (visited.has(next.request.url)) return
      visited.add(next.request.url)
      if (next.response.status >= 300) return
      exchange = next
      continue
    }
    if (items.length === 0 || !saysMore(exchange, value, seen.size, number)) return
    number++
    let found: Answered | undefined
    for (const attempt of scheme ? [scheme] : (['page', 'offset'] as const)) {
      const url = withQuery(first.request.url, attempt, attempt === 'page' ? String(number) : String(seen.size))
      const next = await probe.follow(first, url)
      if (next.response.status >= 300) continue
      const more = listItems(json(next))
      if (more?.some(item => !seen.has(JSON.stringify(item)))) {
        scheme = attempt
        found = next
        break
      }
    }
    if (!found) return
    exchange = found
  }
  // What was not found until here may stand on a later page.
  throw new Unreadable('list-too-long', { pages: pageLimit }, [exchange])
}
