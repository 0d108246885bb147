import { type Answered, type Exchange, isSuccessStatus } from '../../contracts/exchange.ts'
import type { Evidence } from '../../contracts/results/finding.ts'

export const isSuccess = ({ response }: Answered): boolean => isSuccessStatus(response.status)

/** Whether evidence is an exchange with an answer. */
export const isAnswered = (evidence: Evidence): evidence is Answered =>
  'response' in evidence && evidence.response !== null

/** Whether a request was carried out. A 303 to an unsafe request links to its result (RFC 9110, section 15.4.4). */
export const isCarriedOut = (exchange: Answered): boolean =>
  isSuccess(exchange) || (exchange.response.status === 303 && !['GET', 'HEAD'].includes(exchange.request.method))

/** The value of a header, or undefined. Several fields are joined with a comma (RFC 9110, section 5.3). */
export const header = (exchange: Exchange, name: string): string | undefined => {
  const values = (exchange.response?.headers ?? [])
    .filter(([key]) => key.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value)
  return values.length > 0 ? values.join(', ') : undefined
}

/** A redirect to the same origin. */
interface SameOriginRedirect {
  /** The Location header, as sent. */
  readonly location: string
  readonly from: URL
  readonly to: URL
}

const sameOriginRedirect = (exchange: Answered): SameOriginRedirect | undefined => {
  const location = header(exchange, 'location')
  if (location === undefined || ![301, 302, 303, 307, 308].includes(exchange.response.status)) return undefined
  const from = new URL(exchange.request.url)
  const to = URL.canParse(location, exchange.request.url) ? new URL(location, from) : undefined
  return to?.origin === from.origin ? { location, from, to } : undefined
}

/** The Location of a redirect to the same origin. */
export const redirectsWithin = (exchange: Answered): string | undefined => sameOriginRedirect(exchange)?.location

/** The Location of a redirect to the requested path with another query, percent-encoding or a slash at the end. */
export const redirectsToItself = (exchange: Answered): string | undefined => {
  const redirect = sameOriginRedirect(exchange)
  if (!redirect) return undefined
  const { location, from, to } = redirect
  const isSame =
    safeDecode(to.pathname).replace(/\/$/, '') === safeDecode(from.pathname).replace(/\/$/, '') &&
    to.pathname + to.search !== from.pathname + from.search
  return isSame ? location : undefined
}

/** The Location of a redirect to the same v2 path below another prefix on the same host, where the whole API is served. */
export const redirectsBelow = (exchange: Answered): string | undefined => {
  const redirect = sameOriginRedirect(exchange)
  if (!redirect || exchange.response.status === 303) return undefined
  const { location, from, to } = redirect
  const start = from.pathname.indexOf('/v2/')
  const isSame =
    start >= 0 &&
    to.pathname.length > from.pathname.length &&
    to.pathname.endsWith(from.pathname.slice(start)) &&
    to.search === from.search
  return isSame ? location : undefined
}

/** The media type of an HTML form. */
export const isFormType = (type: string): boolean => /^application\/x-www-form-urlencoded\b/i.test(type)

/** The body of a request, from JSON or from a form; undefined if it had none. */
export const sentIn = ({ request }: Answered): unknown => {
  if (request.body === null) return undefined
  return request.headers.some(([name, value]) => name.toLowerCase() === 'content-type' && isFormType(value))
    ? Object.fromEntries(new URLSearchParams(request.body))
    : JSON.parse(request.body)
}

/** The body of a request as an option of a call. */
export const sentAgain = (answer: Answered): { readonly json?: unknown } =>
  answer.request.body === null ? {} : { json: sentIn(answer) }

/** Percent-decodes a text; returns it unchanged if it is malformed. */
export const safeDecode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The Location of a creation if it is the path of the list, and does not contain a name of the new resource. */
export const locationOfList = (created: Answered, names: readonly string[]): string | undefined => {
  const { url, method } = created.request
  const location = header(created, 'location')
  if (method !== 'POST' || location === undefined || !URL.canParse(location, url)) return undefined
  if (names.some(name => location.includes(name))) return undefined
  const pathOf = (link: string): string => new URL(link, url).pathname.replace(/\/+$/, '')
  return pathOf(location) === pathOf(url) ? location : undefined
}
