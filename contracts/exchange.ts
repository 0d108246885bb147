/** Headers in the order received or sent, names as on the wire. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** The value of a header field, by its name in lower case. */
export const headerValue = (headers: HeaderList, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1]

/** Who a request speaks as. `malformed` is a credential that cannot be valid. */
export type Identity = 'anonymous' | 'malformed' | 'valid'

/** A request as it was sent. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: HeaderList
  readonly body: string | null
  readonly as: Identity
}

/** An answer as it was received; `body` is text, or base64 where the bytes are no valid UTF-8. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: HeaderList
  readonly body: string
  readonly encoding: 'utf8' | 'base64'
  /** The body went on beyond the bound of {@link body}. */
  readonly truncated: boolean
}

/**
 * Why no answer came, or was taken. `not-tls`: https was spoken to a port that answers something else; `cut-short`: waited for, but no longer as long as `--timeout` says, since many requests had timed out;
 * `gone`: not sent, since the target had stopped answering; `out-of-time`, `case-out-of-time`: not sent or not waited for, since the time
 * of the run or of the case was used up; `evidence-full`: answered, but the run keeps no more answers.
 */
export type WireFailure =
  | 'timeout'
  | 'refused'
  | 'reset'
  | 'closed'
  | 'name-not-found'
  | 'tls'
  | 'not-tls'
  | 'malformed-answer'
  | 'undecodable-body'
  | 'aborted'
  | 'unreachable'
  | 'proxy'
  | 'cut-short'
  | 'gone'
  | 'out-of-time'
  | 'case-out-of-time'
  | 'evidence-full'

/** Raw exchanges may hold secrets and never leave the engine; sealed ones are redacted and may. */
type Sealing = 'raw' | 'sealed'

declare const sealing: unique symbol

/** One HTTP request and what came of it: the evidence. */
export interface Exchange<S extends Sealing = Sealing> {
  /** Unique within a report: `x17`. */
  readonly id: string
  readonly request: SentRequest
  readonly response: ReceivedResponse | null
  readonly failure?: WireFailure
  /** The answer was not taken and the request sent again: a kept-alive socket had closed, a limit said when to come back, the login had run out, there was room for one token more, or the whole case was asked again in its turn. */
  readonly repeated?: 'connection' | 'limit' | 'login' | 'room' | 'turn'
  /** Milliseconds from sending to the last byte. */
  readonly ms: number
  readonly [sealing]?: S
}

/** An exchange that got an answer. */
export type Answered<S extends Sealing = Sealing> = Exchange<S> & { readonly response: ReceivedResponse }

export const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300

/** The methods that a refused one may be meant as: those of its kind that an answer allows (RFC 9110, section 10.2.1); undefined for none. */
export const otherMethods = ({ request, response }: Exchange): string | undefined => {
  const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'
  const allowed = (headerValue(response?.headers ?? [], 'allow') ?? '')
    .split(',')
    .map(method => method.trim().toUpperCase())
  const others = allowed.filter(
    method =>
      /^[A-Z]+$/.test(method) &&
      method !== 'OPTIONS' &&
      method !== request.method &&
      isRead(method) === isRead(request.method) &&
      (method === 'DELETE') === (request.method === 'DELETE'),
  )
  return others.length === 0 ? undefined : others.join(', ')
}

/** A token of HTTP, such as a method or the name of a header field (RFC 9110, section 5.6.2), as the source of a pattern. */
export const httpToken = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"

/** Where a field carries a credential, in words: a cookie by the name of the one with the mark or, in what was recorded, the secret. */
export const credentialPlace = (name: string, value: string): string => {
  const cookie =
    name === 'cookie' ? /([^\s;=]+)=[^;]*(?:\{(?:token|basic)\}|\[secret-\d+\])/.exec(value)?.[1] : undefined
  return cookie === undefined ? `header ${name}` : `cookie ${cookie}`
}
