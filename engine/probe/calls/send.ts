import { ownUuid } from '../../../checks/http/fields.ts'
import { isV1Path } from '../../../checks/path-template.ts'
import { redirectsBelow, redirectsToItself, redirectsWithin } from '../../../checks/reading/exchanges.ts'
import { defined } from '../../../contracts/defined.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import type { Ask, FollowOptions, Probe } from '../../../contracts/requirement.ts'
import { NoAnswer } from '../../../contracts/results/finding.ts'
import { bodyOf, undecided } from '../../http/client.ts'
import { createRecorder, type Recorder } from '../../http/recorder.ts'
import { climbs, isSafe } from '../../http/request-guard.ts'
import type { ProbeScope, Session } from '../session.ts'

/** A request with the form of its credentials: null for the default; undefined if the path determines it. */
export type ProbeRequest = Ask & { readonly form?: string | null }

/** The form of the credentials that a request carried. */
const carriedBy = ({ forms }: Session, { request }: Answered): string | undefined => forms.carriedBy(request.headers)

const formOf = (session: Session, { form, like, method, path }: ProbeRequest): string | undefined =>
  form !== undefined ? (form ?? undefined) : like ? carriedBy(session, like) : session.formAt?.({ method, path })

const identityOf = ({ credentials }: Session, { as }: Ask) => as ?? (credentials.available ? 'valid' : 'anonymous')

/** Sends a request with its credentials, and repeats it after a new login. */
export const sendRecorded = async (session: Session, asked: ProbeRequest, into: Recorder): Promise<Answered> => {
  const { client, credentials, forms } = session
  const required = session.fieldsAt?.(asked)
  const request = required ? { ...asked, headers: { ...required, ...asked.headers } } : asked
  const as = identityOf(session, request)
  if (as === 'anonymous') return client.send({ ...request, as }, into)
  // With another form, a 401 does not mean that the token has expired.
  if (as === 'valid' && request.sending !== undefined)
    return client.send({ ...request, as, authorization: await credentials.authorization(into, request.sending) }, into)
  const own = forms.in(formOf(session, request))
  if (as === 'malformed') return client.send({ ...request, as, authorization: own.malformed }, into)
  const sent = { ...request, as, authorization: await own.authorization(into) }
  const answer = await client.send({ ...sent, renew: () => own.renew(sent.authorization) }, into)
  if (answer.repeated !== 'login') return answer
  const again = await client.send({ ...sent, authorization: await own.authorization(into) }, into)
  if (again.response.status === 401) own.useless()
  return again
}

/** Sends a request and records it for the case. */
export const send = ({ session, recorder }: ProbeScope, request: ProbeRequest): Promise<Answered> =>
  sendRecorded(session, request, recorder)

/** Attempts at a control request before its 500 counts as the answer. */
const mostControlAttempts = 3

/**
 * Sends a control request ahead of the queue, since earlier cases may wait for it. A 429 or a gateway error is not its answer. A 500 may be
 * how a server answers unknown paths; it counts if it persists.
 */
const sendControl = async ({ session, recorder }: ProbeScope, request: ProbeRequest): Promise<readonly Answered[]> => {
  const answers: Answered[] = []
  for (let count = 0; count < mostControlAttempts; count++) {
    const answer = await sendRecorded(session, { ...request, anyStatus: true }, { ...recorder, order: undefined })
    const { status } = answer.response
    if (undecided(status) !== undefined && status !== 500) throw new NoAnswer(answer)
    answers.push(answer)
    if (status !== 500) break
  }
  return answers
}

/** A control request that cases share: sent once in a run. */
export const control = async (scope: ProbeScope, request: ProbeRequest): Promise<Answered> => {
  const { session, recorder } = scope
  const as = identityOf(session, request)
  const { method, path, headers = {}, sending } = request
  const id = JSON.stringify([method, path, as, bodyOf(request), headers, sending, formOf(session, request)])
  const pending = session.controls.get(id) ?? sendControl(scope, { ...request, as })
  session.controls.set(id, pending)
  try {
    const answers = await pending
    for (const answer of answers) recorder.record(answer)
    return answers.at(-1) as Answered
  } catch (error) {
    // A control request without an answer may be repeated by the next case.
    session.controls.delete(id)
    if (error instanceof NoAnswer) recorder.record(error.exchange)
    throw error
  }
}

/** Sends many requests, and records the first whose answer has another status than the expected one. */
export const sweep =
  ({ session, recorder }: ProbeScope): Probe['sweep'] =>
  async asks => {
    const outcomes = await Promise.all(
      asks.map(async ({ ask, expected }) => {
        const own = createRecorder(recorder.order)
        const [sent] = await Promise.allSettled([sendRecorded(session, { ...ask, unrecorded: expected }, own)])
        return { own, sent, isExpected: sent.status === 'fulfilled' && sent.value.response.status === expected }
      }),
    )
    const at = outcomes.findIndex(({ isExpected }) => !isExpected)
    const first = outcomes[at]
    if (!first) return undefined
    for (const exchange of first.own.exchanges) recorder.record(exchange)
    if (first.sent.status === 'rejected') throw first.sent.reason
    return { at, answer: first.sent.value }
  }

/** Path and query of a link to any host, unchanged if they can be sent as they are. */
const pathOfLink = (link: string, base: string): string => {
  const text = link.split('#')[0] ?? ''
  if (/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return text
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : '/'
}

/** The request for a link of an answer, with the credentials and required header fields of the previous request. */
export const linkRequest = (
  session: Session,
  from: Answered,
  link: string,
  { headers, json }: FollowOptions = {},
): ProbeRequest => {
  const { basePath } = session
  const url = pathOfLink(link, from.request.url)
  const path = basePath !== '' && url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url
  const demanded = new Map([...session.bindings.values()].flatMap(({ headers: own }) => Object.entries(own ?? {})))
  const sent = Object.fromEntries(
    from.request.headers
      .filter(([name]) => demanded.has(name))
      .map(([name, value]) => [name, demanded.get(name) === ownUuid ? ownUuid : value]),
  )
  const form = carriedBy(session, from) ?? null
  const asked = { path, as: from.request.as, form, headers: { ...sent, ...headers } }
  const [own] = from.request.url.slice(session.origin.length).split('?')
  // Only links to the same path repeat the body of a search.
  if (json === undefined || own !== url.split('?')[0]) return { ...asked, method: 'GET' }
  const jsonType = from.request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return { ...asked, method: from.request.method, json, ...defined({ jsonType }) }
}

/** Where a redirect leads that is followed whatever is asked: to another spelling of the same path, or below a prefix. */
const sameResource = (first: Answered): string | undefined => redirectsToItself(first) ?? redirectsBelow(first)

/**
 * The request for the target of a redirect: by default the same path with another query, trailing slash or prefix. Unsafe requests are
 * repeated only if the status keeps the method (RFC 9110, sections 15.4.8 and 15.4.9). Undefined if the redirect itself is the answer.
 */
export const redirectRequest = (
  session: Session,
  request: ProbeRequest,
  first: Answered,
  targetOf: typeof sameResource = sameResource,
): ProbeRequest | undefined => {
  const place = targetOf(first)
  const path = place === undefined ? undefined : pathOfLink(place, first.request.url)
  // A path with `..` may leave the base path.
  if (place === undefined || !path?.startsWith(`${session.basePath}/`) || climbs(path)) return undefined
  const queryOf = (link: string): string => new URL(link, first.request.url).search
  const isRepeatable =
    isSafe(request.method) || ([307, 308].includes(first.response.status) && queryOf(place) === queryOf(request.path))
  return isRepeatable ? { ...request, path: linkRequest(session, first, place).path } : undefined
}

/** The answer after up to three redirects, or the first one if it is not followed. */
export const followRedirects = async (
  scope: ProbeScope,
  request: ProbeRequest,
  first: Answered,
  targetOf: typeof sameResource = sameResource,
  left = 3,
): Promise<Answered> => {
  const there = left === 0 ? undefined : redirectRequest(scope.session, request, first, targetOf)
  return there === undefined ? first : followRedirects(scope, request, await send(scope, there), targetOf, left - 1)
}

/** The target of any redirect on the same origin, except to a removed route. */
const anywhere =
  ({ basePath }: Session) =>
  (first: Answered): string | undefined => {
    const place = redirectsWithin(first)
    const isRemoved = place !== undefined && isV1Path(pathOfLink(place, first.request.url).slice(basePath.length))
    return isRemoved ? undefined : place
  }

/**
 * The answer to a read after redirects to any path, such as below ids. If a path that does not exist is redirected too, the redirect is not followed.
 */
export const followReadRedirects = async (
  scope: ProbeScope,
  request: ProbeRequest,
  first: Answered,
  control: () => Promise<Answered>,
): Promise<Answered> => {
  const targetOf = anywhere(scope.session)
  if (!isSafe(request.method) || targetOf(first) === undefined) return first
  const { status } = (await control()).response
  return status >= 300 && status < 400 ? first : followRedirects(scope, request, first, targetOf)
}
