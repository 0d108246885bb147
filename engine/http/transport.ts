import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { HeaderList, ReceivedResponse, WireFailure } from '../../contracts/exchange.ts'
import type { FetchHandler } from '../options.ts'

/** A request on its way out; `path` goes onto the wire verbatim. */
export interface WireRequest {
  readonly method: string
  readonly origin: string
  readonly path: string
  readonly headers: HeaderList
  readonly body: string | null
  /** Use a connection of its own, so that no kept-alive socket can close under it. */
  readonly fresh: boolean
  /** Return whatever follows the header block as the body, although the method allows none. */
  readonly raw?: boolean
}

/** An answer as bytes. */
export interface WireResponse {
  readonly status: number
  readonly headers: HeaderList
  readonly body: Uint8Array
  readonly truncated: boolean
}

/** What a transport needs of an AbortSignal: a whole one for each request takes a thirtieth of a run. */
export interface Ending {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Sends one request. Throws {@link WireError}; never follows a redirect, never reads more than the bound. */
export interface Transport {
  send(request: WireRequest, signal: Ending): Promise<WireResponse>
  /** Whether the port of an https origin speaks http; only where there is a port. */
  readonly speaksHttp?: (origin: string) => Promise<boolean>
  close(): Promise<void>
}

/** No answer, and why. */
export class WireError extends Error {
  readonly failure: WireFailure
  /** A kept-alive socket may have closed under the request: worth one more try on a new one. */
  readonly stale: boolean
  constructor(failure: WireFailure, message: string, stale = false) {
    super(message)
    this.name = 'WireError'
    this.failure = failure
    this.stale = stale
  }
}

/** Bytes of a body that are read, on the wire and after decoding. */
export const bodyLimit = 8 * 1024 * 1024

/** Reads a stream up to the bound; what lies beyond is not read. */
const readBounded = async (chunks: AsyncIterable<Uint8Array>): Promise<Pick<WireResponse, 'body' | 'truncated'>> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    parts.push(chunk.subarray(0, bodyLimit - size))
    size += chunk.length
    if (size > bodyLimit) return { body: Buffer.concat(parts), truncated: true }
  }
  return { body: Buffer.concat(parts), truncated: false }
}

const decoders: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  gzip: body => gunzipSync(body, { maxOutputLength: bodyLimit, finishFlush: constants.Z_SYNC_FLUSH }),
  'x-gzip': body => gunzipSync(body, { maxOutputLength: bodyLimit, finishFlush: constants.Z_SYNC_FLUSH }),
  br: body => brotliDecompressSync(body, { maxOutputLength: bodyLimit }),
  deflate: body => {
    try {
      return inflateSync(body, { maxOutputLength: bodyLimit })
    } catch {
      return inflateRawSync(body, { maxOutputLength: bodyLimit })
    }
  },
}

/** Codings on top of one another that a body may have: honest servers use one. */
const mostCodings = 3

/** The content codings that fields list (RFC 9110, section 8.4). Throws {@link WireError} for more than an honest server uses. */
const codingsIn = (fields: readonly string[]): readonly string[] => {
  const codings = fields
    .flatMap(value => value.split(','))
    .map(coding => coding.trim().toLowerCase())
    .filter(coding => coding !== '' && coding !== 'identity')
  if (codings.length > mostCodings) throw new WireError('undecodable-body', `${codings.length} content codings`)
  return codings
}

/** A body without its content codings, as the fields list them. Throws {@link WireError} for one that cannot be decoded. */
export const uncoded = (body: Uint8Array, fields: readonly string[]): Uint8Array => {
  const codings = codingsIn(fields)
  if (body.length === 0) return body
  return codings.reduceRight((coded, coding) => {
    const decoder = decoders[coding]
    if (!decoder) throw new WireError('undecodable-body', `unknown content coding ${coding}`)
    try {
      return decoder(coded)
    } catch (error) {
      throw new WireError('undecodable-body', `${coding}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }, body)
}

/** Undoes the content codings and decodes the text. Throws {@link WireError} for a body that cannot be decoded. */
export const decode = (method: string, response: WireResponse): ReceivedResponse => {
  const { status, headers, truncated } = response
  const fields = headers.flatMap(([name, value]) => (name.toLowerCase() === 'content-encoding' ? value : []))
  // What HEAD sends is no content, though its fields are those of GET.
  if (method === 'HEAD') codingsIn(fields)
  const body = method === 'HEAD' ? response.body : uncoded(response.body, fields)
  try {
    return {
      status,
      headers,
      truncated,
      encoding: 'utf8',
      body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body),
    }
  } catch {
    return { status, headers, truncated, encoding: 'base64', body: Buffer.from(body).toString('base64') }
  }
}

/** A transport that calls a handler instead of a socket. A handler that does not answer is left alone: the client does not wait for it. */
export const handlerTransport = (handler: FetchHandler): Transport => ({
  send: async ({ method, origin, path, headers, body, raw }) => {
    const request = new Request(origin + path, { method, headers: headers.map(([name, value]) => [name, value]), body })
    try {
      const response = await handler(request)
      const { status } = response
      const isRead = response.body && (method !== 'HEAD' || raw === true)
      const read = isRead ? await readBounded(response.body) : { body: new Uint8Array(), truncated: false }
      return { status, headers: [...response.headers], ...read }
    } catch (error) {
      throw new WireError('closed', error instanceof Error ? error.message : String(error))
    }
  },
  close: async () => undefined,
})
