import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import type { WireFailure } from '../contracts/exchange.ts'
import type { NetworkInput } from './options.ts'
import { sendRaw } from './raw.ts'
import { readBounded, type Transport, WireError } from './wire.ts'

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

const wireError = (error: unknown, signal: AbortSignal): WireError => {
  if (error instanceof WireError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (signal.aborted) return new WireError('timeout', 'no answer in time')
  const code = codeOf(error)
  const known = failures[code]
  if (known)
    return new WireError(known, message || code, code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET')
  if (code.startsWith('HPE_')) return new WireError('malformed-answer', message)
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH)/.test(code))
    return new WireError('tls', message)
  return new WireError('closed', message)
}

/** A transport on undici: kept-alive connections for what is safe to repeat, a connection of its own for what is not. */
export const socketTransport = (network: NetworkInput, connections: number, timeoutMs: number): Transport => {
  const tls = {
    rejectUnauthorized: network.insecure !== true,
    ...(network.ca === undefined ? {} : { ca: network.ca }),
  }
  const options = {
    connections,
    connect: { ...tls, timeout: timeoutMs, autoSelectFamily: true },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 64 * 1024,
  } satisfies Agent.Options
  const agent = (pipelining: 0 | 1): Dispatcher =>
    network.proxy === undefined
      ? new Agent({ ...options, pipelining })
      : new ProxyAgent({ ...options, uri: network.proxy, pipelining, requestTls: tls })
  const kept = agent(1)
  const fresh = agent(0)
  return {
    send: async (request, signal) => {
      try {
        if (request.raw) return await sendRaw(request, network, signal)
        const response = await (request.fresh ? fresh : kept).request({
          origin: request.origin,
          method: request.method as Dispatcher.HttpMethod,
          path: request.path,
          headers: request.headers.flat(),
          body: request.body,
          signal,
          responseHeaders: 'raw',
        })
        // With `raw` the headers come as a flat list of buffers or strings, in order and with duplicates.
        const flat = response.headers as unknown as readonly (string | Buffer)[]
        const headers: [string, string][] = []
        for (let index = 0; index + 1 < flat.length; index += 2)
          headers.push([String(flat[index]), Buffer.from(flat[index + 1] as Buffer).toString('latin1')])
        const { body, truncated } = await readBounded(response.body)
        if (truncated) response.body.destroy()
        return { status: response.statusCode, headers, body, truncated }
      } catch (error) {
        throw wireError(error, signal)
      }
    },
    close: async () => {
      await Promise.all([kept.destroy(), fresh.destroy()])
    },
  }
}
