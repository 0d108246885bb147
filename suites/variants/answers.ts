import { isObject } from '../../checks/reading/json.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { withFields } from '../../checks/twists/http-fields.ts'
import { byOperations, withResult } from '../../checks/twists/operations.ts'
import {
  layered,
  mapped,
  missingAs,
  moved,
  pageOf,
  redirected,
  restated,
  seeOther,
  slashed,
  withStatus,
} from '../../checks/twists/shapes.ts'
import {
  answer,
  inPlaceOf,
  instead,
  isChange,
  isLegacy,
  isV2,
  variants,
  type When,
  withJson,
} from '../../checks/twists/twist.ts'
import { v1RouteOf } from '../../checks/v1-routes.ts'
import type { Twist } from '../../contracts/requirement.ts'

const isV1: When = (_request, path) => v1RouteOf(path) !== undefined
const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

/** Whether a path is that of one thing of a list. */
const isOne = (path: string): boolean =>
  /^\/v2\/(?!repositories).*\/(?:repositories|tags|access-tokens)\/[^/]+$/.test(path)

/** What was just created is not shown by the next few reads. */
const late = (): Twist => {
  const hidden = new Map<string, number>()
  return async (request, next) => {
    const path = new URL(request.url).pathname
    if (request.method === 'POST' && isV2(request, path)) {
      const text = await request.clone().text()
      const name = /"(?:name|label|token_label)":"([^"]+)"/.exec(text)?.[1]
      const response = await next(request)
      if (response.ok && name?.startsWith('hub-conformance-')) hidden.set(name, 2)
      return response
    }
    const response = await next(request)
    if (!response.ok || !isV2(request, path) || !isRead(request)) return response
    const text = await response.clone().text()
    for (const [name, left] of hidden) {
      if (!text.includes(name) && !path.includes(name)) continue
      hidden.set(name, left - 1)
      if (left <= 1) hidden.delete(name)
      const body: unknown = request.method === 'HEAD' ? undefined : JSON.parse(text)
      const page = pageOf(body)
      if (page && isObject(body))
        return answer(200, { ...body, results: page.results.filter(item => !JSON.stringify(item).includes(name)) })(
          request,
        )
      if (!path.includes('auditlogs')) return answer(404)(request)
    }
    return response
  }
}

const everyFortieth = (): Twist => {
  let count = 0
  return async (request, next) =>
    ++count % 40 === 0 ? answer(429, {}, { 'retry-after': '1' })(request) : next(request)
}

/** Sends bodies through a stream, with a field that says so. */
const through =
  (
    stream: () => TransformStream<Uint8Array, Uint8Array> | CompressionStream,
    fields: Readonly<Record<string, string>> = {},
  ): Twist =>
  async (request, next) => {
    const response = await next(request)
    if (request.method === 'HEAD' || response.body === null) return response
    const headers = new Headers({ ...Object.fromEntries(response.headers), ...fields })
    headers.delete('content-length')
    return new Response(response.body.pipeThrough(stream()), { status: response.status, headers })
  }

const inPieces = (): TransformStream<Uint8Array, Uint8Array> =>
  new TransformStream({
    transform: (bytes, controller) => {
      for (let at = 0; at < bytes.length; at += 97) controller.enqueue(bytes.subarray(at, at + 97))
    },
  })

/** Redirects what is read to the place that `elsewhere` gives, unless that is undefined. */
const toItself = (elsewhere: (url: URL) => string | undefined): Twist =>
  instead(
    (request, path) => isV2(request, path) && isRead(request),
    (request, next) => {
      const url = new URL(request.url)
      const place = elsewhere(url)
      return place === undefined
        ? next(redirected(request, url.pathname.replace(/\/$/, '')))
        : answer(302, {}, { location: place })(request)
    },
  )

const gate = (status: number, isRefused: (authorization: string) => boolean): Twist =>
  instead(
    ({ headers }, path) => isRefused(headers.get('authorization') ?? '') && !path.startsWith('/v2/auth/'),
    answer(status, { message: 'refused by the gateway' }),
  )

/** Success for every error but that of a HEAD, with a code in the body and nothing where the answer would be. */
const errorCodes: Twist = instead(
  (request, path) => isV2(request, path) && !path.startsWith('/v2/auth/') && request.method !== 'HEAD',
  async (request, next) => {
    const response = await next(request)
    const text = await response.text()
    const data: unknown = response.ok && text !== '' ? JSON.parse(text) : null
    const code = response.ok ? 0 : response.status * 100 + 1
    return Response.json({ code, message: response.ok ? 'OK' : 'failed', data })
  },
)

const page =
  (html: string, status = 200) =>
  (request: Request): Response =>
    new Response(request.method === 'HEAD' ? null : html, { status, headers: { 'content-type': 'text/html' } })

/** XML for everything of v2 to requests that do not ask for this type in so many words. */
const xmlUnless = (type: string): Twist =>
  instead(isV2, async (request, next) => {
    const response = await next(request)
    const isJson = response.headers.get('content-type')?.includes('json')
    const asked = request.headers.get('accept') ?? ''
    if (isJson !== true || (asked.includes(type) && type === 'application/json')) return response
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    headers.set('content-type', asked.includes(type) ? type : 'application/xml')
    const body = asked.includes(type) ? response.body : '<response/>'
    return new Response(request.method === 'HEAD' ? null : body, { status: response.status, headers })
  })

const vendorType = 'application/vnd.hub+json'

/** Declares XML first, and JSON under a name of its own, for every answer. */
const vendorTyped: Twist = withOpenApi(({ paths }) => {
  for (const operations of Object.values(paths))
    for (const operation of Object.values(operations))
      for (const response of Object.values<{ content?: Record<string, unknown> }>(operation?.responses ?? {})) {
        const own = response.content?.['application/json']
        if (own) response.content = { 'application/xml': {}, [vendorType]: own }
      }
})

export default variants({
  'v1-empty': ['410 without a body', instead(isV1, () => new Response(null, { status: 410 }))],
  'v1-html': ['410 with a page of HTML', instead(isV1, page('<h1>Gone</h1>', 410))],
  'v1-problem': [
    '410 with problem details',
    instead(
      isV1,
      answer(410, { type: 'about:blank', title: 'Gone', status: 410 }, { 'content-type': 'application/problem+json' }),
    ),
  ],
  'v1-catch-all': ['410 for everything below /v1/', instead((_request, path) => path.startsWith('/v1/'), answer(410))],
  'legacy-not-found': ['legacy endpoints answer 404', instead(isLegacy, answer(404))],
  'legacy-method-not-allowed': ['legacy endpoints answer 405', instead(isLegacy, answer(405, {}, { allow: 'DELETE' }))],
  'legacy-gone': ['legacy endpoints answer 410', instead(isLegacy, answer(410))],
  'legacy-bare': [
    'legacy endpoints answer without Deprecation and Link',
    withFields(isLegacy, { deprecation: null, link: null }),
  ],
  'legacy-redirect': ['legacy endpoints redirect', instead(isLegacy, answer(301, {}, { location: '/v2/' }))],
  envelope: [
    'answers in an envelope',
    withJson(isV2, body => (isObject(body) && 'access_token' in body ? body : { data: body })),
  ],
  'error-codes': ['200 for every error except to HEAD, with a code and null in an envelope', errorCodes],
  'extra-fields': [
    'additional members everywhere',
    withJson(isV2, body =>
      mapped(body, value => (isObject(value) ? { ...value, 'x-colour': 'blue', x_list: [1] } : value)),
    ),
  ],
  'ok-for-created': ['200 instead of 201', withStatus(isChange, 200)],
  accepted: [
    '202 for every change',
    withStatus((request, path) => isChange(request, path) && request.method !== 'DELETE', 202),
  ],
  'no-content': [
    '204 for updates',
    withStatus((request, path) => isChange(request, path) && request.method === 'PATCH', 204),
  ],
  late: { says: 'created resources appear late', twist: late },
  'see-other': [
    '303 with their Location and no body for tokens that were created',
    seeOther((request, path) => request.method === 'POST' && path.endsWith('/access-tokens')),
  ],
  'redirect-to-query': [
    'reads without a query are redirected to the same path with one',
    toItself(({ search }) => (search === '' ? '?served-by=hub' : undefined)),
  ],
  'redirect-to-slash': [
    'reads are redirected to the same path with a slash at its end',
    toItself(({ pathname, search }) => (pathname.endsWith('/') ? undefined : `${pathname}/${search}`)),
  ],
  'redirect-by-id': [
    'reads of one repository, tag or token are redirected to another path',
    moved((request, path) => isRead(request) && isOne(path)),
  ],
  'redirect-of-all': [
    'every request is redirected to the same path with a slash at its end',
    slashed((request, path) => isV2(request, path) && !isLegacy(request, path)),
  ],
  'xml-by-default': ['XML to what does not ask for JSON', xmlUnless('application/json')],
  'xml-or-vendor': ['XML to what does not ask for its own type of JSON', layered(vendorTyped, xmlUnless(vendorType))],
  gzip: ['answers in gzip', through(() => new CompressionStream('gzip'), { 'content-encoding': 'gzip' })],
  chunked: ['answers in chunks', through(inPieces)],
  'rate-limited': { says: '429 with Retry-After now and then', twist: everyFortieth },
  'gateway-401': [
    'a gateway answers 401 on every path to requests without credentials',
    gate(401, sent => sent === ''),
  ],
  'gateway-403': [
    'a gateway answers 403 on every path to requests without credentials',
    gate(403, sent => sent === ''),
  ],
  'malformed-400': [
    'a gateway answers 400 on every path to malformed credentials',
    gate(400, sent => sent.includes('not-a-valid')),
  ],
  'gone-for-unknown': ['410 instead of 404 for everything that does not exist', missingAs(() => true, 410)],
  spa: [
    'a page of HTML with status 200 for every unknown GET',
    inPlaceOf(404, isRead, page('<!doctype html><div id="app"></div>')),
  ],
  'other-errors': [
    'other statuses for errors',
    instead(isV2, async (request, next) => {
      const response = await next(request)
      const others: Readonly<Record<number, number>> = { 400: 422, 403: 404, 409: 400 }
      const status = others[response.status]
      return status === undefined ? response : restated(response, status)
    }),
  ],
  'text-errors': [
    'errors in plain text',
    async (request, next) => {
      const response = await next(request)
      if (response.status < 400 || request.method === 'HEAD') return response
      const headers = new Headers(response.headers)
      headers.delete('content-length')
      headers.set('content-type', 'text/plain')
      return new Response('no', { status: response.status, headers })
    },
  ],
  operations: {
    says: 'answers every creation with an operation, which returns the created resource when it is done',
    twist: byOperations((_request, path) => /\/(?:access-tokens|repositories)$/.test(path), withResult),
  },
  plain: ['is the reference implementation', (request, next) => next(request)],
})
