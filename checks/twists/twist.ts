import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Fault, HubVariant, Twist, Variant } from '../../contracts/requirement.ts'
import type { ReasonCode } from '../../contracts/results/reasons.ts'
import { isObject, type JsonObject } from '../reading/json.ts'

/** Which requests a twist is about. */
export type When = (request: Request, path: string) => boolean

type Next = (request: Request) => Promise<Response>

/** The path of a request, whose URL is written out: every twist around a hub looks at every request. */
const pathOf = ({ url }: Request): string => url.slice(url.indexOf('/', url.indexOf('//') + 2)).replace(/[?#].*/, '')

/** Answers these requests otherwise; the rest goes through. */
export const instead =
  (when: When, respond: (request: Request, next: Next) => Response | Promise<Response>): Twist =>
  async (request, next) =>
    when(request, pathOf(request)) ? respond(request, next) : next(request)

/** Fields that HTTP wants with a status, so that a wrong answer is wrong in one thing. */
const owed = (status: number, method: string): Record<string, string> =>
  status === 401
    ? { 'www-authenticate': 'Bearer' }
    : status === 405
      ? { allow: method === 'OPTIONS' ? 'GET' : 'OPTIONS' }
      : {}

/** A small JSON answer; without a body where HTTP allows none. */
export const answer =
  (status: number, body: unknown = { message: `status ${status}` }, headers: Record<string, string> = {}) =>
  (request: Request): Response => {
    const all = { ...owed(status, request.method), ...headers }
    return request.method === 'HEAD' || status === 204 || status === 304
      ? new Response(null, { status, headers: all })
      : new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...all } })
  }

/** Lets the server answer, then edits the text of a success. */
export const rewritten =
  (edit: (text: string, headers: Headers) => string) =>
  async (request: Request, next: Next): Promise<Response> => {
    const response = await next(request)
    if (!response.ok || response.body === null || request.method === 'HEAD') return response
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    const text = edit(await response.text(), headers)
    return new Response(text, { status: response.status, headers })
  }

/** The same for the JSON of a success, and for the fields that are sent with it. */
export const edited = (edit: (body: unknown, headers: Headers) => unknown) =>
  rewritten((text, headers) =>
    /json/.test(headers.get('content-type') ?? '') ? JSON.stringify(edit(JSON.parse(text), headers)) : text,
  )

/** Edits what is an object. */
export const onObject =
  (edit: (object: JsonObject) => unknown) =>
  (value: unknown): unknown =>
    isObject(value) ? edit(value) : value

/** Edits the JSON of every success of these requests. */
export const withJson = (when: When, edit: Parameters<typeof edited>[0]): Twist => instead(when, edited(edit))

/** The same where that is an object. */
export const withObject = (when: When, edit: (object: JsonObject) => unknown): Twist => withJson(when, onObject(edit))

/** Adds or replaces members of it. */
export const withMembers = (when: When, members: JsonObject): Twist =>
  withObject(when, object => ({ ...object, ...members }))

/** What a request sends as JSON. */
export const sentBy = async (request: Request): Promise<JsonObject> => (await request.clone().json()) as JsonObject

/** The same request with another body, as JSON. */
export const withBody = (request: Request, body: unknown): Request =>
  new Request(request, {
    headers: { ...Object.fromEntries(request.headers), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Edits what these requests send before the server gets it. */
export const withSent = (when: When, edit: (sent: JsonObject) => unknown): Twist =>
  instead(when, async (request, next) => next(withBody(request, edit(await sentBy(request)))))

/** Reads what a request would change. */
export const reading = (request: Request): Request => new Request(request.url, { headers: request.headers })

/** What reading it shows. */
export const shownBefore = async (request: Request, next: Next): Promise<JsonObject> =>
  (await (await next(reading(request))).json()) as JsonObject

/** Takes note of these requests, and lets them through. */
export const noting = (when: When, note: (request: Request, path: string) => unknown): Twist =>
  instead(when, async (request, next) => {
    await note(request, pathOf(request))
    return next(request)
  })

/** Another answer of these requests in place of one with this status, or of a success. */
export const inPlaceOf = (status: number | 'success', when: When, other: (request: Request) => Response): Twist =>
  instead(when, async (request, next) => {
    const response = await next(request)
    return (status === 'success' ? response.ok : response.status === status) ? other(request) : response
  })

/** Requests whose path fits a template; a trailing slash is let pass. */
export const to = (template: string, ...methods: readonly string[]): When => {
  const expected = template.split('/')
  return (request, path) => (methods.length === 0 || methods.includes(request.method)) && fits(expected, path)
}

/** Requests of any of these kinds. */
export const anyOf =
  (...kinds: readonly When[]): When =>
  (request, path) =>
    kinds.some(when => when(request, path))

/** Requests for legacy endpoints. */
export const isLegacy: When = anyOf(...lifecycle.legacyEndpoints.map(({ path, method }) => to(path, method)))

/** Requests for routes of v2, and those of them that change something, but for a login. */
export const isV2: When = (_request, path) => path.startsWith('/v2/')
export const isChange: When = (request, path) =>
  isV2(request, path) && !['GET', 'HEAD'].includes(request.method) && !path.startsWith('/v2/auth/')

const fits = (expected: readonly string[], path: string): boolean => {
  const given = path.replace(/\/$/, '').split('/')
  return (
    expected.length === given.length &&
    expected.every((segment, index) => (segment.startsWith('{') ? given[index] !== '' : segment === given[index]))
  )
}

/** Whether a path fits a template such as `/v2/namespaces/{namespace}`. */
export const matches = (template: string, path: string): boolean => fits(template.split('/'), path)

/** A fault whose twist keeps no state. */
export const fault = (
  says: string,
  code: ReasonCode,
  twist: Twist,
  also?: Readonly<Record<string, ReasonCode>>,
): Fault => ({
  says,
  code,
  twist: () => twist,
  ...(also ? { also } : {}),
})

/** A fault without its reason: one whose twist keeps no state as a row. */
export type FaultRow = readonly [says: string, twist: Twist, also?: Fault['also']] | Omit<Fault, 'code'>

/** Faults that a requirement fails on for one reason. */
export const faultsFor = (
  code: ReasonCode,
  faults: Readonly<Record<string, FaultRow>>,
): Readonly<Record<string, Fault>> =>
  Object.fromEntries(
    Object.entries(faults).map(([name, row]) => [
      name,
      'says' in row ? { ...row, code } : fault(row[0], code, row[1], row[2]),
    ]),
  )

/** A variant whose twist keeps no state. */
export const variant = (says: string, twist: Twist): Variant => ({ says, twist: () => twist })

/** Variants: one whose twist keeps no state is a row. */
export const variants = (
  rows: Readonly<Record<string, readonly [says: string, twist: Twist] | HubVariant>>,
): Readonly<Record<string, HubVariant>> =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, 'says' in row ? row : variant(...row)]))

/** Answers as a path does that the server does not know. */
export const unrouted = (request: Request, next: Next): Promise<Response> => {
  const url = new URL(request.url)
  url.pathname = `/no-such-route${url.pathname}`
  return next(new Request(url, request))
}
