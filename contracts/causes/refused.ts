import { type Unresolved, unresolvedKey } from '../documents.ts'
import { type Exchange, headerValue, otherMethods } from '../exchange.ts'
import { isObject, jsonOf } from '../json.ts'
import { operationWords } from '../operations.ts'
import type { ReportedReason } from '../results/report.ts'
import { isOfPlan, type Setting } from '../run/settings.ts'
import {
  bindingNamed,
  fixtureIn,
  isServedIn,
  lookupOf,
  operationOf,
  type Recorded,
  requestLineOf,
  urlLineOf,
} from './evidence.ts'
import { asksAbout, asksAboutWhole, chosenByRun, complaintsAbout, keepsName } from './members.ts'
import { saidOf, wordsIn } from './said.ts'
import { listed } from './wording.ts'

/** What to do about a request that was refused, by its status. */

/** Requests of a search that are told. */
const mostAsked = 5

export type Values = ReportedReason['values']

/** What to do; where the answer says why, that as well, as the end of a sentence about the answer. */
export type Told = string | { readonly says: string | undefined; readonly todo: string }

/** What is known besides the values of a reason. */
export interface Seen {
  readonly report: Recorded
  /** The exchange that shows it. */
  readonly exchange: Exchange | undefined
  /** What the caller of the run calls a setting of the reason. */
  readonly nameOf: (setting: Setting) => string | undefined
}

export const operationNamed = ({ operation }: Values): string =>
  operation === undefined ? 'the operation' : operationWords(String(operation))

export const saysOf = ({ exchange }: Seen): string | undefined => saidOf([], wordsIn(exchange?.response))

/** What a request body refers to and the document does not have. */
export const unresolvedIn = (requestSchema: unknown): string | undefined => {
  let found: string | undefined
  JSON.stringify(requestSchema, (key, value: unknown) => {
    if (key === unresolvedKey) found ??= (value as Unresolved).reference
    return value
  })
  return found
}

/** The media type of a refused body, and those that the answer names in its place (RFC 9110, Accept; RFC 5789, Accept-Patch). */
const typesIn = ({ request, response }: Exchange): readonly [sent: string, accepted: string] => {
  const sent = headerValue(request.headers, 'content-type')?.replace(/;.*/, '') ?? 'it is declared'
  const named = ['accept-patch', 'accept-post', 'accept'].map(name => headerValue(response?.headers ?? [], name))
  const types = [...named, response?.body].join('\n').match(/\b(?:application|text|multipart)\/[\w.+-]+/g) ?? []
  return [sent, listed([...new Set(types)].filter(type => type !== sent)) || 'the media type that is accepted']
}

/** What to do about the form of a request. */
const ofForm = (values: Values, { exchange, report }: Seen): Told => {
  const name = operationNamed(values)
  const undeclared = `Declare the request body of ${name} in the OpenAPI document, with its media type, its required members and an example.`
  const binding = bindingNamed(report, values.operation)
  if (binding === undefined || exchange === undefined) return undeclared
  const { method, requestBody, requestSchema } = binding
  const complaints = complaintsAbout(exchange, binding)
  const words = wordsIn(exchange.response)
  const says = saidOf(complaints, words)
  if (requestBody !== undefined)
    return { says, todo: `Correct the given request body of ${name}, or give the header field that it requires.` }
  const unresolved = unresolvedIn(requestSchema)
  if (unresolved !== undefined)
    return `The request body of ${name} refers to ${unresolved}: add that to the OpenAPI document, or correct the $ref.`
  if (requestSchema !== undefined && values.status === 415) {
    const [sent, accepted] = typesIn(exchange)
    return {
      says,
      todo: `The body was sent as ${sent}. Accept that, or declare ${accepted} under content of the request body of ${name} in the OpenAPI document.`,
    }
  }
  const asks =
    complaints.length === 0
      ? asksAboutWhole(exchange, binding, report)
      : asksAbout(complaints, exchange, binding, report)
  if (asks !== undefined) return { says, todo: asks }
  if (requestSchema === undefined)
    return ['GET', 'HEAD', 'DELETE'].includes(method)
      ? { says, todo: `Declare the required parameters of ${name} in the OpenAPI document, with an example of each.` }
      : { says, todo: undeclared }
  const chosen = chosenByRun(exchange, binding)
  const accept = values.operation === 'CreateRepositoryGroup' ? 'Name a group that exists, accept' : 'Accept'
  const examples =
    chosen === undefined
      ? 'the values that each member takes, with an example'
      : `an accepted example of each member for which the run chose a value: ${chosen}`
  return {
    says,
    todo: `The OpenAPI document declares a request body of ${name}, so a value, a member or a header field was refused. ${accept} what is declared, or declare ${examples}, or give the body or the required header field.`,
  }
}

/** Statuses of a path or a method that a target does not have. */
export const noSuchPlace: ReadonlySet<unknown> = new Set([404, 405, 501])

/** Where operations are looked for, and what is known of it. */
export interface Places {
  readonly name: string
  readonly places?: string
  readonly from?: string
  readonly allow?: unknown
  readonly isBodiless?: boolean
}

/** How what is not at its place comes there, by where the place is from. */
export const atPlaces = ({ name, places, from, allow, isBodiless = false }: Places): string => {
  if (places === undefined)
    return `Serve ${name} for existing resources, or publish the method and path in the OpenAPI document.`
  if (from === 'file') return `Correct the given method and path of ${name} (${places}), or serve the operation there.`
  if (from === 'reference')
    return `Serve ${places}, as published in the OpenAPI document${allow === undefined ? '' : `, or publish ${allow}, which the answer allows`}.${isBodiless ? ' Declare the request body there as well, if there is one.' : ''}`
  if (from === 'document') return `Serve ${name} at ${places}: the lifecycle document states this path.`
  return `Serve ${name} as ${places}, or publish the method and path in the OpenAPI document.`
}

export const placeIn = (values: Values, { exchange, report }: Seen): Places => {
  const name = operationNamed(values)
  const binding = bindingNamed(report, values.operation)
  if (binding === undefined) return { name }
  const { method, path, from, requestSchema } = binding
  const allow = exchange && values.status === 405 ? otherMethods(exchange) : undefined
  const isBodiless = from === 'reference' && /^P(?:OST|UT|ATCH)$/.test(method) && requestSchema === undefined
  return { name, places: `${method} ${path}`, from, allow, isBodiless }
}

/** How a search was answered that found nothing: its status, and whether a list has no items, whatever total it states. */
const foundAt = ({ response, failure }: Exchange): string => {
  if (response === null) return failure ?? 'no answer'
  const body = jsonOf(response.body)
  const isEmpty = [body, ...Object.values(isObject(body) ? body : {})].some(each => Array.isArray(each) && !each.length)
  const total = headerValue(response.headers, 'x-total-count')
  return `${response.status}${isEmpty ? ', an empty list' : ''}${isEmpty && total ? ` with X-Total-Count: ${total}` : ''}`
}

/** What a run asked for a thing that nobody named and that it did not find; empty where it asked nothing. */
export const searchedFor = (need: string, { report }: Seen): string => {
  const { exchanges = [] } = report.fixtures.find(each => each.need === need && each.value === null) ?? {}
  const asked = exchanges.flatMap(id => {
    const exchange = lookupOf(report)(id)
    return exchange === undefined ? [] : [`${urlLineOf(exchange, report)} (${foundAt(exchange)})`]
  })
  return listed([...new Set(asked)], mostAsked)
}

export const lower = (text: string): string => text.replace(/^./, letter => letter.toLowerCase())

/** Whether another operation that is nowhere served says the same of a request without this name. */
const isSaidWithout = (name: unknown, { exchange, report }: Seen): boolean => {
  const words = wordsIn(exchange?.response)
  return (
    words !== undefined &&
    report.exchanges.some(other => {
      const operation = operationOf(other, report)
      return (
        operation !== undefined &&
        other.response?.status === exchange?.response?.status &&
        !other.request.url.includes(String(name)) &&
        wordsIn(other.response) === words &&
        !isServedIn(report, operation)
      )
    })
  )
}

/** What else to do where the answer is that of a path that does not exist; first of all where the name that was sent is not why. */
export const orServed = (first: string, parameter: unknown, values: Values, seen: Seen): string => {
  const isOfOthers = values.name !== undefined && isSaidWithout(values.name, seen)
  if (values.isLikeControl !== true && !isOfOthers) return `${first}.`
  const serve = atPlaces(placeIn(values, seen))
  return fixtureIn(seen.report, parameter).isGiven && !isOfOthers
    ? `${first}, or ${lower(serve)}`
    : `${serve} If that is served: ${lower(first)}.`
}

/** What to do about credentials that were refused in the forms in which they are declared, where others were accepted; undefined for none. */
export const formAdvice = (report: Pick<Recorded, 'fixtures'>): string | undefined => {
  const { form = '', refused, also } = fixtureIn(report, 'credentials').value
  const formsIn = (text: unknown): readonly string[] => (typeof text === 'string' ? text.split(', ') : [])
  const left = formsIn(refused).filter(each => !formsIn(also).includes(each))
  return left.length === 0
    ? undefined
    : `Credentials in the form ${left.join(', ')} were not accepted; those in the form ${form} were, and are used. Give a token for that form, and for the others user name and password as well; or correct securitySchemes in the reference.`
}

/** More logins than this because a session was refused show that sessions end at once. */
const mostLogins = 2

/** What to do about sessions that are refused soon after they were accepted; undefined for none. */
export const sessionAdvice = (report: Pick<Recorded, 'exchanges' | 'bindings' | 'target'>): string | undefined => {
  const refused = report.exchanges.filter(({ repeated }) => repeated === 'login')
  const [first] = refused
  return first === undefined || refused.length <= mostLogins
    ? undefined
    : `Keep a session valid until it ends: ${refused.length} times the run had to log in again, first for ${urlLineOf(first, report)}, which answered ${first.response?.status} with a session that had been accepted before.`
}

/** What to do about credentials that are accepted in part. */
export const acceptanceAdvice = (report: Recorded): string | undefined => sessionAdvice(report) ?? formAdvice(report)

/** The scheme that an answer asks for, where credentials were sent in another form. */
const schemeNotSent = ({ request, response }: Exchange): string | undefined => {
  const challenge = headerValue(response?.headers ?? [], 'www-authenticate') ?? ''
  const [scheme] = /^(?:basic|bearer)\b/i.exec(challenge.trim()) ?? []
  const sent = headerValue(request.headers, 'authorization') ?? ''
  const isSent = sent.toLowerCase().startsWith(String(scheme).toLowerCase())
  return request.as !== 'valid' || isSent ? undefined : scheme
}

export const inSetting = (setting: Setting, { nameOf }: Seen): string => {
  const name = nameOf(setting)
  return name === undefined ? '' : ` in ${name}`
}

/** How the token of a session is sent with it. */
export const csrf = ({ nameOf }: Seen): string => {
  const name = nameOf('csrf')
  return `If that is a CSRF token, declare its header in the OpenAPI document as an API key next to the session, and give its value, or user name and password for a login that returns it${name === undefined ? '' : ` (${name})`}.`
}

const orNotOffered = (values: Values): string =>
  isOfPlan(values) ? ' If the target has no such plan, name the suite as not offered.' : ''

/** What to do about credentials that may not call an operation. */
const ofCredentials = (values: Values, seen: Seen): Told => {
  const { exchange, report } = seen
  const name = operationNamed(values)
  const scheme = values.status === 401 && exchange ? schemeNotSent(exchange) : undefined
  const ofForms = values.status === 401 ? acceptanceAdvice(report) : undefined
  if (ofForms !== undefined) return ofForms
  if (scheme !== undefined)
    return `The answer of ${name} asks for HTTP ${scheme}, but no credentials were sent in this form. ${scheme === 'Basic' ? 'Give user name and password, with or in place of the token; if they are given, declare it' : 'Declare it'} under securitySchemes of the OpenAPI document and as security of each operation that takes it.`
  const says = values.status === 403 ? saysOf(seen) : undefined
  if (says === undefined) return `Give credentials that may call ${name}, or allow these.${orNotOffered(values)}`
  const isSession = /^cookie:/i.test(String(fixtureIn(report, 'credentials').value.form))
  const ofSession = isSession || /[cx]srf/i.test(says) ? ` ${csrf(seen)}` : ''
  return {
    says,
    todo: `Give credentials that may call ${name}, or the header field that the answer asks for.${ofSession}${orNotOffered(values)}`,
  }
}

/** What to do about an answer that something is not there: what was there is lost, what is served otherwise has no such thing, or the operation is missing. */
const notThere = (values: Values, seen: Seen): Told => {
  const { report, exchange } = seen
  const { operation, status } = values
  const isOfToken = /^[po]at\.(?:get|update)$/.test(String(operation))
  const find = isOfToken ? 'find a token by the id that its creation returned' : undefined
  const isServed = Number(status) === 404 && exchange !== undefined && isServedIn(report, operation)
  if (isServed && isServedIn(report, operation, exchange.request.url))
    return `Keep what is there until it is deleted itself: ${requestLineOf(exchange, report)} was answered with success before.`
  if (isServed && find === undefined)
    return `Answer ${urlLineOf(exchange, report)} with success, as others of ${operationNamed(values)}: what it is about exists, and where there is nothing to list, the list is empty.`
  const serve = atPlaces(placeIn(values, seen))
  const says = find !== undefined && Number(status) === 404 ? saysOf(seen) : undefined
  if (isServed) return { says, todo: `F${find?.slice(1)}.` }
  return says === undefined ? serve : { says, todo: `If it is served, ${find}. If not: ${lower(serve)}` }
}

/** What is wrong with a right request that was not carried out, as far as the status says it. */
export const refused = (values: Values, seen: Seen): Told => {
  const status = Number(values.status)
  if (noSuchPlace.has(status)) return notThere(values, seen)
  switch (status) {
    case 400:
    case 415:
    case 422:
      return ofForm(values, seen)
    case 401:
    case 403:
      return ofCredentials(values, seen)
    case 402:
      return `Give credentials of a plan that includes ${operationNamed(values)}.${orNotOffered(values)}`
    case 409:
    case 423:
      if (values.operation === 'CreateRepositoryGroup' && isServedIn(seen.report, values.operation))
        return 'Accept a group that the repository has already, and give it the permission that is sent.'
      if (seen.exchange !== undefined && keepsName(seen.exchange, seen.report))
        return {
          says: saysOf(seen),
          todo: `Accept a change that keeps the name: ${operationNamed(values)} is not to compare what it changes with itself.`,
        }
      return 'Delete what an earlier run left behind, or answer with success; if another request was in progress, send Retry-After: the run then repeats the request.'
    case 412:
    case 428:
      return 'Send an ETag when a resource is read, and accept it in If-Match.'
    case 429:
      return 'Run again with fewer requests per minute.'
    default:
      return status >= 500
        ? 'Check the log of the server for this request.'
        : `Answer a valid request to ${operationNamed(values)} with success (2xx).`
  }
}
