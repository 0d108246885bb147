import { type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici'
import type { HeaderList, WireFailure } from '../../contracts/exchange.ts'
import { defaults, type NetworkInput } from '../options.ts'
import { sendRaw } from './raw-socket.ts'
import { bodyLimit, type Ending, type Transport, WireError, type WireRequest, type WireResponse } from './transport.ts'

const failures: Readonly<Record<string, WireFailure>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'closed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'malformed-answer',
  UND_ERR_HEADERS_OVERFLOW: 'malformed-answer',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
}

const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return ''
  const { code, errors } = error as { code?: unknown; errors?: unknown }
  if (typeof code === 'string') return code
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : ''
}

const wireError = (error: unknown, signal: Ending): WireError => {
  if (error instanceof WireError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (signal.aborted) return new WireError('timeout', 'no answer in time')
  // The one thing that undici's own code for it, that of an abort, does not tell.
  if (message.startsWith('Proxy response')) return new WireError('proxy', message)
  const code = codeOf(error)
  const known = failures[code]
  if (known)
    return new WireError(known, message || code, code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET')
  // What the parser refuses has a code of its own, or only the name of the error.
  if (code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError'))
    return new WireError('malformed-answer', message)
  // A port that speaks http answers in letters, which TLS reads as a version or as a length.
  if (/^(?:ERR_SSL|EPROTO)/.test(code) && /wrong.version.number|packet.length.too.long/i.test(`${code} ${message}`))
    return new WireError('not-tls', message)
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH)/.test(code))
    return new WireError('tls', message)
  return new WireError('closed', message)
}

/** A flat list of names and values, each a byte a character. */
const headersIn = (raw: readonly Buffer[]): HeaderList =>
  Array.from({ length: raw.length >> 1 }, (_, at) => [
    String(raw[2 * at]),
    Buffer.from(raw[2 * at + 1] as Buffer).toString('latin1'),
  ])

type RequestAddress = Pick<WireRequest, 'origin' | 'path'>

/** How requests leave: direct or through a tunnel, or, for http through a proxy, by asking the proxy for the whole URL. */
export interface Connection {
  readonly dispatcher: Dispatcher
  readonly address: (place: RequestAddress) => Pick<Dispatcher.RequestOptions, 'origin' | 'path'>
  readonly headers: (place: RequestAddress) => readonly string[]
}

const direct = (dispatcher: Dispatcher): Connection => ({
  dispatcher,
  address: ({ origin, path }) => ({ origin, path }),
  headers: () => [],
})

/** Many proxies let CONNECT through to port 443 only. */
const forwarded = (proxy: string, options: Pool.Options): Connection => ({
  dispatcher: new Pool(new URL(proxy).origin, options),
  address: ({ origin, path }) => ({ path: origin + path }),
  headers: ({ origin }) => ['host', new URL(origin).host],
})

/**
 * Connections through a tunnel. One that the proxy closes before it answers fails the request: undici takes that for a kept-alive
 * connection that was dropped, and would connect again and again.
 */
const tunnelled = (origin: URL, options: object): Dispatcher => {
  const { connect, ...others } = options as Pool.Options & { readonly connect: buildConnector.connector }
  const closed = new WireError('proxy', 'the proxy closed the connection', true)
  return new Pool(origin, {
    ...others,
    connect: (place, callback) =>
      connect(place, (...[error, socket]) =>
        error === null ? callback(null, socket) : callback(codeOf(error) === 'UND_ERR_SOCKET' ? closed : error, null),
      ),
  })
}

/** Connections to an origin as the options say: through a proxy, with further authorities, without verifying. No time limit of undici's. */
export const connectionTo = (
  origin: string,
  { proxy, insecure, ca }: NetworkInput,
  options: Pool.Options = {},
): Connection => {
  const tls = { rejectUnauthorized: insecure !== true, ...(ca === undefined ? {} : { ca }) }
  const connect = { ...tls, autoSelectFamily: true, ...options.connect }
  const all = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 64 * 1024, ...options, connect }
  if (proxy === undefined) return direct(new Pool(origin, all))
  if (origin.startsWith('http:')) return forwarded(proxy, all)
  return direct(new ProxyAgent({ ...all, uri: proxy, requestTls: tls, proxyTls: tls, factory: tunnelled }))
}

/**
 * Sends by undici's own callbacks: a stream for each body costs a tenth of a run. They are called deprecated, and are the ones that give the
 * header fields as they came, in order and with duplicates.
 */
const dispatched = (
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: Ending,
): Promise<WireResponse> =>
  new Promise((resolve, reject) => {
    let stop = (_why: Error): void => undefined
    const abort = (): void => stop(new WireError('timeout', 'no answer in time'))
    const settle = (work: () => void): void => {
      signal.removeEventListener('abort', abort)
      work()
    }
    signal.addEventListener('abort', abort, { once: true })
    let status = 0
    let headers: HeaderList = []
    const parts: Uint8Array[] = []
    let size = 0
    dispatcher.dispatch(options, {
      onConnect: cancel => {
        stop = cancel
        if (signal.aborted) abort()
      },
      onHeaders: (code, raw) => {
        // What is said on the way to an answer is none.
        if (code < 200) return true
        status = code
        headers = headersIn(raw)
        return true
      },
      onData: chunk => {
        parts.push(size + chunk.length > bodyLimit ? chunk.subarray(0, bodyLimit - size) : chunk)
        size += chunk.length
        if (size <= bodyLimit) return true
        settle(() => resolve({ status, headers, body: Buffer.concat(parts), truncated: true }))
        stop(new WireError('closed', 'more than is read'))
        return false
      },
      onComplete: () => settle(() => resolve({ status, headers, body: Buffer.concat(parts), truncated: false })),
      onError: error => settle(() => reject(error)),
    })
  })

/** How long a server has to show that it speaks http. */
const plainMs = 2_000

/** Whether a port that is to speak TLS speaks http; one that speaks TLS answers an error or a redirect to https to that, or nothing. */
const speaksHttp = async (origin: string): Promise<boolean> => {
  const { hostname, port } = new URL(origin)
  const dispatcher = new Pool(`http://${hostname}:${port || '443'}`)
  try {
    const request = { path: '/', method: 'GET', headers: ['accept', '*/*'] }
    const { status, headers } = await dispatched(dispatcher, request, AbortSignal.timeout(plainMs))
    const leadsToTls = headers.some(([name, value]) => /^location$/i.test(name) && /^https:/i.test(value))
    return !leadsToTls && status !== 400 && status !== 426
  } catch {
    return false
  } finally {
    await dispatcher.destroy()
  }
}

/** A transport on undici: kept-alive connections for what is safe to repeat, a connection of its own for what is not. */
export const socketTransport = (
  network: NetworkInput,
  connections: number = network.concurrency ?? defaults.concurrency,
  timeoutMs: number = network.timeoutMs ?? defaults.timeoutMs,
): Transport => {
  const { proxy } = network
  const open = new Map<string, Connection>()
  const connectionFor = ({ origin, fresh }: WireRequest): Connection => {
    const key = `${origin} ${fresh}`
    const connection =
      open.get(key) ??
      connectionTo(origin, network, { connections, pipelining: fresh ? 0 : 1, connect: { timeout: timeoutMs } })
    open.set(key, connection)
    return connection
  }
  return {
    send: async (request, signal) => {
      try {
        if (request.raw) return await sendRaw(request, network, signal)
        const { dispatcher, address, headers: extra } = connectionFor(request)
        const received = await dispatched(
          dispatcher,
          {
            ...address(request),
            method: request.method as Dispatcher.HttpMethod,
            headers: [...extra(request), ...request.headers.flat()],
            body: request.body,
          },
          signal,
        )
        // Whatever a proxy is asked for, this is its own answer and not the target's.
        if (proxy !== undefined && received.status === 407)
          throw new WireError('proxy', 'the proxy requires credentials')
        return received
      } catch (error) {
        throw wireError(error, signal)
      }
    },
    ...(proxy === undefined && { speaksHttp }),
    close: async () => {
      await Promise.all([...open.values()].map(({ dispatcher }) => dispatcher.destroy()))
    },
  }
}
