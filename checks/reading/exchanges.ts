import { type Answered, type Exchange, isSuccessStatus } from '../../contracts/exchange.ts'
import type { Evidence } from '../../contracts/results/finding.ts'

export const isSuccess = ({ response }: Answered): boolean => isSuccessStatus(response.status)

/** Whether evidence is an exchange with an answer. */
export const isAnswered = (evidence: Evidence): evidence is Answered =>
  'response' in evidence && evidence.response !== null

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

/** A redirect to a place of the same origin. */
interface RedirectWithin {
  /** Its Location, as it stands there. */
  readonly place: string
  readonly asked: URL
  readonly there: URL
}

const redirectWithin = (exchange: Answered): RedirectWithin | undefined => {
  const place = header(exchange, 'location')
  if (place === undefined || ![301, 302, 303, 307, 308].includes(exchange.response.status)) return undefined
  const asked = new URL(exchange.request.url)
  const there = URL.canParse(place, exchange.request.url) ? new URL(place, asked) : undefined
  return there?.origin === asked.origin ? { place, asked, there } : undefined
}

/** Where a redirect leads, if that is on the same origin. */
export const redirectsWithin = (exchange: Answered): string | undefined => redirectWithin(exchange)?.place

/** Where a redirect leads, if that is the path that was asked for, with another query or a slash at its end: the same thing, spelt otherwise. */
export const redirectsToItself = (exchange: Answered): string | undefined => {
  const found = redirectWithin(exchange)
  if (!found) return undefined
  const { place, asked, there } = found
  const isSame =
    safeDecode(there.pathname).replace(/\/$/, '') === safeDecode(asked.pathname).replace(/\/$/, '') &&
    there.pathname + there.search !== asked.pathname + asked.search
  return isSame ? place : undefined
}

/** Where a redirect leads, if that is the same path of v2 on the same host, below another prefix: everything is served there. */
export const redirectsBelow = (exchange: Answered): string | undefined => {
  const found = redirectWithin(exchange)
  if (!found || exchange.response.status === 303) return undefined
  const { place, asked, there } = found
  const generation = asked.pathname.indexOf('/v2/')
  const isSame =
    generation >= 0 &&
    there.pathname.length > asked.pathname.length &&
    there.pathname.endsWith(asked.pathname.slice(generation)) &&
    there.search === asked.search
  return isSame ? place : undefined
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

/** Percent-decodes, or returns the text as it is where it cannot be decoded. */
export const safeDecode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
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
