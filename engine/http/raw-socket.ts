import { request as connectThrough, validateHeaderName, validateHeaderValue } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { defined } from '../../contracts/defined.ts'
import type { HeaderList } from '../../contracts/exchange.ts'
import type { NetworkInput } from '../options.ts'
import { type Ending, WireError, type WireRequest, type WireResponse } from './transport.ts'

/** Silence after the header block that counts as the end where the connection stays open. */
const quietMs = 250

const headLimit = 64 * 1024

/** Bytes after the header block that are kept: that there are any is what matters. */
const surplusLimit = 64 * 1024

interface Head {
  readonly status: number
  readonly headers: HeaderList
  /** Bytes up to and including the empty line. */
  readonly length: number
}

/** The final header block of what was received; undefined while it is not complete. Interim answers are passed over. */
const headOf = (received: Buffer): Head | undefined => {
  for (let start = 0; ; ) {
    const end = received.indexOf('\r\n\r\n', start)
    if (end < 0) {
      if (received.length - start > headLimit) throw new WireError('malformed-answer', 'no end of the header block')
      return undefined
    }
    const [first = '', ...lines] = received
      .toString('latin1', start, end)
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
    const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1])
    if (Number.isNaN(status)) throw new WireError('malformed-answer', 'no status line')
    const headers = lines.map(line => {
      const colon = line.indexOf(':')
      if (colon < 1) throw new WireError('malformed-answer', 'a header line without a name')
      return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
    })
    start = end + 4
    // Nobody asked for another protocol.
    if (status === 101) throw new WireError('malformed-answer', 'switched protocols')
    if (status >= 200) return { status, headers, length: start }
  }
}

/** Where a URL's host listens; without the brackets of an IPv6 address. */
const endpointOf = (url: string): { readonly host: string; readonly port: number; readonly secure: boolean } => {
  const { protocol, hostname, port } = new URL(url)
  const secure = protocol === 'https:'
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (secure ? 443 : 80), secure }
}

const overTls = (
  host: string,
  network: NetworkInput,
  way: { socket: Socket } | { host: string; port: number },
): Socket =>
  connectTls({
    ...way,
    ...(isIP(host) ? {} : { servername: host }),
    rejectUnauthorized: network.insecure !== true,
    ALPNProtocols: ['http/1.1'],
    ...defined({ ca: network.ca }),
  })

/** A socket to a URL's own host. */
const straight = (url: string, network: NetworkInput): Socket => {
  const { host, port, secure } = endpointOf(url)
  return secure ? overTls(host, network, { host, port }) : connect({ host, port })
}

/** A socket through the proxy, by CONNECT. */
const tunnel = (proxy: string, origin: string, network: NetworkInput, signal: Ending): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { port } = endpointOf(origin)
    const asking = connectThrough({
      createConnection: () => straight(proxy, network),
      method: 'CONNECT',
      path: `${new URL(origin).hostname}:${port}`,
    })
    const stop = (): unknown => asking.destroy()
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    asking.once('connect', ({ statusCode }, socket: Socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new WireError('proxy', `the proxy answered ${statusCode}`))
    })
    asking.on('error', reject)
    asking.end()
  })

/** A socket to the target, or to the proxy that is asked for the whole URL. */
const open = async (origin: string, network: NetworkInput, signal: Ending): Promise<Socket> => {
  const { proxy } = network
  if (proxy === undefined) return straight(origin, network)
  const { host, secure } = endpointOf(origin)
  return secure
    ? overTls(host, network, { socket: await tunnel(proxy, origin, network, signal) })
    : straight(proxy, network)
}

const requestHead = ({ method, origin, path, headers }: WireRequest, proxied: boolean): string => {
  const asked = proxied && origin.startsWith('http:') ? origin + path : path
  const lines = headers.map(([name, value]) => {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return `${name}: ${value}`
  })
  return [`${method} ${asked} HTTP/1.1`, `host: ${new URL(origin).host}`, ...lines, 'connection: close', '', ''].join(
    '\r\n',
  )
}

/**
 * Sends a request without content on a socket of its own and returns all bytes after the header block as the body: an HTTP client drops
 * what a server wrongly sends as the content of a HEAD, or takes it for the next answer.
 */
export const sendRaw = async (request: WireRequest, network: NetworkInput, signal: Ending): Promise<WireResponse> => {
  const asking = requestHead(request, network.proxy !== undefined)
  const socket = await open(request.origin, network, signal)
  return new Promise<WireResponse>((resolve, reject) => {
    let received = Buffer.alloc(0)
    let head: Head | undefined
    let quiet: NodeJS.Timeout | undefined
    const settle = (error?: unknown): void => {
      clearTimeout(quiet)
      signal.removeEventListener('abort', abort)
      socket.destroy()
      if (head) {
        const rest = received.subarray(head.length)
        // A second answer, such as 408 for the connection, is not content of the first.
        const body = /^HTTP\/1\.[01] \d{3}/.test(rest.toString('latin1', 0, 12)) ? rest.subarray(0, 0) : rest
        const { status, headers } = head
        if (network.proxy !== undefined && status === 407)
          reject(new WireError('proxy', 'the proxy requires credentials'))
        else resolve({ status, headers, body: body.subarray(0, surplusLimit), truncated: body.length > surplusLimit })
      } else reject(error ?? new WireError('closed', 'the connection was closed without an answer'))
    }
    const abort = (): void => settle(new WireError('timeout', 'no answer in time'))
    signal.addEventListener('abort', abort, { once: true })
    socket.on('data', chunk => {
      received = Buffer.concat([received, chunk])
      try {
        head ??= headOf(received)
      } catch (error) {
        return settle(error)
      }
      if (!head) return
      clearTimeout(quiet)
      if (received.length - head.length > surplusLimit) return settle()
      quiet = setTimeout(settle, quietMs)
    })
    socket.on('error', settle)
    socket.once('close', () => settle())
    socket.write(asking)
    if (signal.aborted) abort()
  })
}
