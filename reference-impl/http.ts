import type { Principal, Store } from './store.ts'
import type { Schema } from './validate.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One request on its way through a handler. */
export interface Call {
  readonly store: Store
  readonly request: Request
  /** Path parameters by the names of the template, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Absent for anonymous requests. */
  readonly principal: Principal | undefined
  /** The JSON body, valid by the route's schema; an empty object where the route takes none. */
  readonly body: Readonly<Record<string, unknown>>
}

export interface Reply {
  readonly status: number
  /** Text is sent as it is, anything else as JSON, nothing as no content. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Handle = (call: Call) => Reply | Promise<Reply>

/** A row of the route table: what registers the handler also writes the published reference. */
export interface Route {
  readonly method: Method
  /** OpenAPI path template. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly operationId?: string
  /** Labelled deprecated in the reference (lifecycle document, "Versioning" 2). */
  readonly deprecated?: boolean
  /** `required`: 401 without credentials. `optional`: wrong credentials are 401, none are fine. `none`: not looked at. */
  readonly auth: 'required' | 'optional' | 'none'
  readonly query?: Readonly<Record<string, Schema>>
  /** Component name of the request body's schema. */
  readonly body?: string
  /** Status of success and the component name of its schema; `null` for no content. */
  readonly success: { readonly status: number; readonly schema: string | null; readonly mediaType?: string }
  /** Statuses of failure beyond those that follow from `auth`, `body` and the path. */
  readonly failures?: readonly number[]
  readonly handle: Handle
  /** Headers of every answer of this route, also of errors. */
  readonly headers?: (params: Readonly<Record<string, string>>, body: unknown) => Readonly<Record<string, string>>
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
}

export const reasonOf = (status: number): string => reasons[status] ?? 'Error'

/** An answer that ends the request early: a 4xx with the published error body. */
export class HubError extends Error {
  readonly reply: Reply
  constructor(
    status: number,
    detail: string,
    more: { fields?: Record<string, string[]>; headers?: Record<string, string>; body?: Record<string, unknown> } = {},
  ) {
    super(detail)
    const body = {
      detail,
      message: reasonOf(status),
      ...(more.fields && { fields: more.fields, text: detail }),
      ...more.body,
    }
    this.reply = { status, body, ...(more.headers && { headers: more.headers }) }
  }
}

export const badRequest = (detail: string, fields?: Record<string, string[]>): HubError =>
  new HubError(400, detail, fields ? { fields } : {})
export const forbidden = (detail = 'You may not do this.'): HubError => new HubError(403, detail)
export const notFound = (what: string): HubError => new HubError(404, `${what} not found.`)

/** RFC 9110 section 11.6.1 and RFC 6750 section 3: a 401 names the scheme, and the error only where credentials came. */
export const unauthorized = (detail: string, invalid: boolean): HubError =>
  new HubError(401, detail, {
    headers: { 'WWW-Authenticate': `Bearer realm="hub"${invalid ? ', error="invalid_token"' : ''}` },
  })

/** The principal of a route whose `auth` is `required`. */
export const principalOf = (call: Call): Principal => {
  if (!call.principal) throw unauthorized('Authentication credentials were not provided.', false)
  return call.principal
}

/** A path parameter that the route's own template names. */
export const param = (call: Call, name: string): string => call.params[name] ?? ''

/** Largest body that is read. */
const maxBodyBytes = 1024 * 1024

const tooLarge = () => new HubError(413, `The body is larger than ${maxBodyBytes} bytes.`)
const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

const readBytes = async (request: Request): Promise<Uint8Array> => {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBodyBytes) throw tooLarge()
  if (declared !== null) return new Uint8Array(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  // Without a declared length the stream is the only thing that tells: it is left as soon as it is too long.
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBodyBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The request's JSON body, or 413, 415 or 400. */
export const readJson = async (request: Request): Promise<unknown> => {
  const type = request.headers.get('content-type')
  if (type !== null && !jsonType.test(type)) {
    throw new HubError(415, 'The body must be application/json.', { headers: { Accept: 'application/json' } })
  }
  try {
    return JSON.parse(utf8.decode(await readBytes(request)))
  } catch (error) {
    throw error instanceof HubError ? error : badRequest('The body is not valid JSON.')
  }
}
