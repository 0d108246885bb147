import { type Context, Hono } from 'hono'
import { authenticate } from './auth.ts'
import { schemas } from './documents/schemas.ts'
import {
  badRequest,
  type Call,
  HubError,
  notFound,
  principalOf,
  type Reply,
  type Route,
  readJson,
  reasonOf,
} from './http.ts'
import { routes } from './routes/index.ts'
import { gone, removedPaths } from './routes/removed.ts'
import type { Store } from './store.ts'
import { problemsOf } from './validate.ts'

/** The store travels with each request, so one app, and one router, serves every hub of the process. */
type Env = { Bindings: { readonly store: Store } }
type HubContext = Context<Env>

const noContent = new Set([204, 304])

const respond = (
  context: HubContext,
  { status, body, headers }: Reply,
  more?: Readonly<Record<string, string>>,
): Response => {
  if (body === undefined || noContent.has(status))
    return new Response(null, { status, headers: { ...headers, ...more } })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const all: Record<string, string> = { 'Content-Type': 'application/json', ...headers, ...more }
  if (context.req.method !== 'HEAD') return new Response(text, { status, headers: all })
  // RFC 9110 section 9.3.2: HEAD describes the content of a GET and sends none.
  all['Content-Length'] = String(Buffer.byteLength(text))
  return new Response(null, { status, headers: all })
}

const bodyOf = (route: Route, value: unknown): Readonly<Record<string, unknown>> => {
  const problems = problemsOf(schemas, { $ref: `#/components/schemas/${route.body}` }, value)
  if (problems.length > 0) {
    throw badRequest('Invalid request body.', Object.fromEntries(problems.map(([field, text]) => [field, [text]])))
  }
  return value as Readonly<Record<string, unknown>>
}

const noQuery = new URLSearchParams()
const noBody = {}

const run = async (context: HubContext, route: Route): Promise<Response> => {
  const { store } = context.env
  const request = context.req.raw
  const params = context.req.param() as Readonly<Record<string, string>>
  let sent: unknown
  const replyOf = async (): Promise<Reply> => {
    const principal = route.auth === 'none' ? undefined : authenticate(store, request)
    const [, search] = request.url.split(/[?#]/, 2)
    const query = request.url.includes('?') ? new URLSearchParams(search) : noQuery
    const call: Call = { store, request, params, query, principal, body: noBody }
    if (route.auth === 'required') principalOf(call)
    if (route.body === undefined) return route.handle(call)
    sent = await readJson(request)
    return route.handle({ ...call, body: bodyOf(route, sent) })
  }
  const reply = await replyOf().catch((error: unknown) => {
    if (error instanceof HubError) return error.reply
    throw error
  })
  // Only now: the successor of a legacy endpoint may stand in the body.
  return respond(context, reply, route.headers?.(params, sent))
}

/** The handlers of one path, by method; HEAD goes wherever GET goes (RFC 9110 section 9.1). */
const register = (app: Hono<Env>, path: string, own: readonly Route[]): void => {
  const byMethod = new Map<string, Route>(own.map(route => [route.method, route]))
  const read = byMethod.get('GET')
  if (read && !byMethod.has('HEAD')) byMethod.set('HEAD', read)
  const allow = { Allow: [...byMethod.keys(), 'OPTIONS'].join(', ') }
  const wrongMethod: Reply = {
    status: 405,
    body: { detail: 'This path does not take this method.', message: reasonOf(405) },
    headers: allow,
  }
  app.all(path, context => {
    const route = byMethod.get(context.req.method)
    if (route) return run(context, route)
    return respond(context, context.req.method === 'OPTIONS' ? { status: 204, headers: allow } : wrongMethod)
  })
}

const unreserved = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi

/**
 * The path to route by: without one trailing slash, which legacy clients send, and with the escapes of unreserved
 * characters undone, which RFC 3986 section 6.2.2.2 calls the same URI. All other escapes stay, so `%2F` separates nothing.
 */
const pathOf = (request: Request): string => {
  const { url } = request
  const start = url.indexOf('/', url.indexOf('://') + 3)
  if (start === -1) return '/'
  const end = url.slice(start).search(/[?#]/)
  const path = end === -1 ? url.slice(start) : url.slice(start, start + end)
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  return trimmed.includes('%') ? trimmed.replace(unreserved, one => decodeURIComponent(one)) : trimmed
}

const pattern = (template: string): string => template.replace(/\{(\w+)\}/g, ':$1')

const createApp = (): Hono<Env> => {
  const app = new Hono<Env>({ getPath: pathOf })
  for (const path of removedPaths) app.all(pattern(path), context => respond(context, gone))
  for (const path of new Set(routes.map(route => route.path))) {
    register(
      app,
      pattern(path),
      routes.filter(route => route.path === path),
    )
  }
  app.notFound(context => respond(context, notFound('Path').reply))
  app.onError((_error, context) =>
    respond(context, { status: 500, body: { detail: 'Something broke.', message: 'Internal Server Error' } }),
  )
  return app
}

const app = createApp()

/** Answers a request from a store. */
export const answer = async (store: Store, request: Request): Promise<Response> => app.fetch(request, { store })
