import { isV1Path } from '../../../checks/path-template.ts'
import { redirectsBelow, redirectsToItself, redirectsWithin } from '../../../checks/reading/exchanges.ts'
import { defined } from '../../../contracts/defined.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import type { FollowOptions } from '../../../contracts/requirement.ts'
import { climbs, isSafe } from '../../http/request-guard.ts'
import type { ProbeScope, Session } from '../session.ts'
import { carriedBy, type Formed, send } from './send.ts'

/** Path and query of a link, whatever host it names; verbatim where it can be sent so. */
const pathOfLink = (link: string, base: string): string => {
  const text = link.split('#')[0] ?? ''
  if (/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return text
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : '/'
}

/** The request to a link of an answer, with the credentials and the demanded fields of the request before. */
export const linked = (
  session: Session,
  from: Answered,
  link: string,
  { headers, json }: FollowOptions = {},
): Formed => {
  const { basePath } = session
  const url = pathOfLink(link, from.request.url)
  const path = basePath !== '' && url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url
  const demanded = new Set([...session.bindings.values()].flatMap(({ headers: own }) => Object.keys(own ?? {})))
  const sent = Object.fromEntries(from.request.headers.filter(([name]) => demanded.has(name)))
  const form = carriedBy(session, from) ?? null
  const asked = { path, as: from.request.as, form, headers: { ...sent, ...headers } }
  const [own] = from.request.url.slice(session.origin.length).split('?')
  // A list that is searched has further pages there alone.
  if (json === undefined || own !== url.split('?')[0]) return { ...asked, method: 'GET' }
  const jsonType = from.request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return { ...asked, method: from.request.method, json, ...defined({ jsonType }) }
}

/** Where a redirect leads that is followed whatever is asked: to another spelling of the same path, or below a prefix. */
const sameThing = (first: Answered): string | undefined => redirectsToItself(first) ?? redirectsBelow(first)

/**
 * The request to the place that one is redirected to: by default where that is its own path with another query, a slash at its end or a prefix.
 * What is not safe is sent there if the status keeps its method (RFC 9110, sections 15.4.8 and 15.4.9). Undefined where the redirect is the answer.
 */
export const redirected = (
  session: Session,
  request: Formed,
  first: Answered,
  leads: typeof sameThing = sameThing,
): Formed | undefined => {
  const place = leads(first)
  const path = place === undefined ? undefined : pathOfLink(place, first.request.url)
  // A path that climbs may lead out of the base path, whatever it begins with.
  if (place === undefined || !path?.startsWith(`${session.basePath}/`) || climbs(path)) return undefined
  const queryOf = (link: string): string => new URL(link, first.request.url).search
  const keeps =
    isSafe(request.method) || ([307, 308].includes(first.response.status) && queryOf(place) === queryOf(request.path))
  return keeps ? { ...request, path: linked(session, first, place).path } : undefined
}

/** The answer where a request is redirected to in the end, or the first where that is the answer. */
export const settled = async (
  scope: ProbeScope,
  request: Formed,
  first: Answered,
  leads: typeof sameThing = sameThing,
  left = 3,
): Promise<Answered> => {
  const there = left === 0 ? undefined : redirected(scope.session, request, first, leads)
  return there === undefined ? first : settled(scope, request, await send(scope, there), leads, left - 1)
}

/** Where a read is redirected to on the target, wherever that is: not to what is removed. */
const anywhere =
  ({ basePath }: Session) =>
  (first: Answered): string | undefined => {
    const place = redirectsWithin(first)
    const isRemoved = place !== undefined && isV1Path(pathOfLink(place, first.request.url).slice(basePath.length))
    return isRemoved ? undefined : place
  }

/**
 * The answer to a read, where it is redirected to in the end: things may be served elsewhere, such as below their ids. A redirect that a path
 * that does not exist is answered with as well leads to nothing that was asked for.
 */
export const readThere = async (
  scope: ProbeScope,
  request: Formed,
  first: Answered,
  control: () => Promise<Answered>,
): Promise<Answered> => {
  const leads = anywhere(scope.session)
  if (!isSafe(request.method) || leads(first) === undefined) return first
  const { status } = (await control()).response
  return status >= 300 && status < 400 ? first : settled(scope, request, first, leads)
}
