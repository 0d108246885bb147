import type { Answered } from '../../contracts/exchange.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { countingOf, type PageParameters, parameterFor, parameterNamed } from '../http/page-parameters.ts'
import { header, isSuccess, sentAgain } from '../reading/exchanges.ts'
import { isObject, type JsonObject } from '../reading/json.ts'
import { cursorText, envelopesOf, moreFlag, paramsOf, soleObjectIn } from './envelope.ts'

/** The next link of a Link header. A malformed header counts too: else items would be missed. */
const linkNext = (exchange: Answered): string | undefined =>
  /<([^<>]*)>[^<]*;\s*rel\s*=\s*(?:"[^"]*\bnext\b[^"]*"|next\b)/i.exec(header(exchange, 'link') ?? '')?.[1]

/** Keys of cursors, and the query parameter that usually sends them back. */
export const cursors: Readonly<Record<string, string>> = {
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

/** Whether a request already has this value of a parameter, so that the answer only repeats it. */
const isEcho = (exchange: Answered, parameter: string, value: string): boolean =>
  paramsOf(exchange).some(([name, sent]) => name === parameter && sent === value)

const furtherName = /next|more|older|further|contin|forward|onward|follow|after|rest|weiter|nächste/i

/** The only link with a key such as `more` or `older` to the same list with another query. */
const otherLink = (exchange: Answered, all: readonly JsonObject[]): string | undefined => {
  const here = new URL(exchange.request.url)
  const links = all.flatMap(place =>
    Object.keys(place).flatMap(key => {
      const link = furtherName.test(key) ? cursorText(place[key]) : undefined
      if (link === undefined || !/^(?:https?:\/\/|\/|\?)[^\s]*$/.test(link) || !URL.canParse(link, here.href)) return []
      const { pathname, search, origin } = new URL(link, here)
      return pathname === here.pathname && origin === here.origin && search !== here.search && search !== ''
        ? [link]
        : []
    }),
  )
  return new Set(links).size === 1 ? links[0] : undefined
}

/** Keys of links to the next page other than `next`. */
export const linkNames = ['next_url', 'nextUrl', 'next_link', 'nextLink', 'next_href', 'nextHref', '@odata.nextLink']

/** The link with the relation `next` in a list of links. */
const relNextLink = (place: JsonObject): string | undefined => {
  const link = Object.values(place)
    .flat()
    .filter(isObject)
    .find(({ rel }) => [rel].flat().includes('next'))
  return link && cursorText(link.href ?? link.url)
}

export const withQuery = (url: string, name: string, value: string): string => {
  const [path = '', query = ''] = url.split('?', 2)
  const others = query.split('&').filter(pair => pair !== '' && pair.split('=')[0] !== name)
  return `${path}?${[...others, `${name}=${encodeURIComponent(value)}`].join('&')}`
}

/** Header fields with a cursor of the next page. */
const cursorField = /^(?:x-)?(?:\w+-)?(?:next|continuation)-(?:page-)?(?:cursor|token|marker|key)$/i

/** A link to the next page, or a cursor and its parameter. */
export type NextPage = string | readonly [parameter: string, value: string]

const isLink = (text: string): boolean => /^(?:https?:\/\/|\/|\?)/.test(text)

/** The links and cursors of the next page in an answer, in the usual forms and with the declared parameters. */
export const nextPages = function* (exchange: Answered, value: unknown, declared: PageParameters): Generator<NextPage> {
  const sent = (key: string, cursor: string, usual: string): NextPage =>
    isLink(cursor) ? cursor : [parameterFor(declared, key, cursor, usual), cursor]
  const fromHeader = linkNext(exchange)
  if (fromHeader !== undefined) yield fromHeader
  const page = header(exchange, 'x-next-page')?.trim()
  if (page !== undefined && /^\d+$/.test(page)) yield sent('page', page, 'page')
  const [, field = ''] = exchange.response.headers.find(([name]) => cursorField.test(name)) ?? []
  const all = envelopesOf(exchange, value)
  for (const place of all) {
    const { next } = place
    const named = linkNames.map(name => cursorText(place[name])).find(Boolean)
    const link = (isObject(next) ? cursorText(next.href ?? next.url) : cursorText(next)) ?? named ?? relNextLink(place)
    if (link !== undefined)
      yield link.startsWith('.') ? link : sent('next', link, /^\d+$/.test(link) ? 'page' : 'cursor')
    // Without a next page, a cursor is that of the last item.
    if (moreFlag(place) === false) continue
    for (const [key, usual] of Object.entries(cursors)) {
      const cursor = cursorText(place[key])
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
 * Whether an answer states exactly where its next page is: by a link, or by a cursor under the name of its declared parameter. A template,
 * and a cursor with a guessed parameter, may have been misread.
 */
export const isLinked = (exchange: Answered, value: unknown, declared: PageParameters): boolean => {
  const next: NextPage = nextPages(exchange, value, declared).next().value
  if (typeof next === 'string') return !/[{}]/.test(next)
  const [parameter, cursor] = next
  const carriesCursor = ([key, sent]: readonly [string, unknown]): boolean =>
    cursorText(sent) === cursor && parameterNamed(declared, key) === parameter
  return envelopesOf(exchange, value).some(place => Object.entries(place).some(carriesCursor))
}

/** The first link or cursor of the next page that does not repeat the request. */
export const nextPageOf = (exchange: Answered, value: unknown, declared: PageParameters = []): NextPage | undefined => {
  for (const next of nextPages(exchange, value, declared))
    if (typeof next === 'string' || !isEcho(exchange, ...next)) return next
  return undefined
}

/** The URL of the next page. */
export const nextLink = (exchange: Answered, value: unknown, declared: PageParameters = []): string | undefined => {
  const next = nextPageOf(exchange, value, declared)
  return next === undefined || typeof next === 'string' ? next : withQuery(exchange.request.url, ...next)
}

/** Adds a member to a body, or to the only object in it. */
const withMember = (sent: JsonObject = {}, name: string, value: unknown): JsonObject => {
  const root = soleObjectIn(sent)
  return root ? { [root.name]: { ...root.object, [name]: value } } : { ...sent, [name]: value }
}

/** Requests the next page: by its link, or by repeating the request with the cursor in the query or body. */
export const requestPage = async (probe: Probe, from: Answered, next: NextPage, inBody: boolean): Promise<Answered> => {
  const sameBody = sentAgain(from)
  if (typeof next !== 'string')
    return inBody
      ? probe.follow(from, from.request.url, {
          json: withMember(sameBody.json as JsonObject, next[0], numberInJson(...next)),
        })
      : probe.follow(from, withQuery(from.request.url, ...next), sameBody)
  const answer = await probe.follow(from, next, sameBody)
  // The link may be meant for GET.
  return answer.request.method === 'POST' && !isSuccess(answer) ? probe.follow(from, next) : answer
}

/** Converts a page number or offset to a number. */
const numberInJson = (name: string, value: string): unknown => {
  const isCounted = ['number', 'offset'].includes(String(countingOf(name)))
  return isCounted && Number.isSafeInteger(Number(value)) ? Number(value) : value
}
