import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Dispatcher } from 'undici'
import type { HeaderList } from '../../contracts/exchange.ts'
import type { EndpointFact } from '../../contracts/lifecycle.ts'
import type { Usage } from '../../contracts/run/usage.ts'
import { systemClock } from '../clock.ts'
import { type Connection, connectionTo } from '../http/socket-transport.ts'
import type { Clock, NetworkInput } from '../options.ts'
import { parseTarget } from '../target.ts'
import { createLinks, type Links } from './links.ts'
import { createTally } from './tally.ts'

export interface ForwardOptions {
  /** Base URL of the hub. */
  readonly target: string
  /** Port of the loopback interface to listen on; 0 takes a free one. */
  readonly port: number
  readonly network: NetworkInput
  readonly clock?: Clock
  /** Called when a route that is not to be used any more is used for the first time. */
  readonly onRoute?: (endpoint: EndpointFact) => void
  /** Called once, when a request gets no answer. */
  readonly onNoAnswer?: (why: string) => void
}

/** A forward of this machine to a hub. */
export interface Forward {
  readonly url: string
  /** Takes no more requests, waits a moment for those under way, and reports what was used. */
  close(): Promise<Usage>
}

/** Milliseconds that requests under way have when the forward ends. */
const graceMs = 2_000

/** What belongs to one connection and is not forwarded (RFC 9110, section 7.6.1); undici frames its own messages. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Fields as they came, in order and as often, without those of the connection and those that `Connection` names. */
const endToEnd = (fields: readonly (string | Buffer)[], more: readonly string[] = []): string[] => {
  const flat = fields.map(field => (typeof field === 'string' ? field : field.toString('latin1')))
  const named = flat.flatMap((value, index) =>
    index % 2 === 1 && flat[index - 1]?.toLowerCase() === 'connection' ? value.toLowerCase().split(/[\s,]+/) : [],
  )
  const left = new Set([...hopByHop, ...named, ...more])
  return flat.filter((_, index) => !left.has(flat[index - (index % 2)]?.toLowerCase() ?? ''))
}

const pairs = (flat: readonly string[]): HeaderList =>
  flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : []))

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** A client that was told of a proxy asks for whole URLs; those of other hosts are none of the target's business. */
const originForm = (url: string, origin: string): string | undefined => {
  if (url.startsWith('/') || url === '*') return url
  return url.toLowerCase().startsWith(`${origin}/`) ? url.slice(origin.length) : undefined
}

const refuse = (response: ServerResponse, status: number, text: string): void => {
  if (response.headersSent) {
    // The client must not take a part for the whole.
    response.destroy()
    return
  }
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(`hub-conformance scan: ${text}\n`)
}

/** An answer that comes before the answer, as 103. */
const sendInformation = (response: ServerResponse, status: number, fields: readonly (string | Buffer)[]): void => {
  if (response.headersSent) return
  const lines = pairs(endToEnd(fields)).map(([name, value]) => `${name}: ${value}\r\n`)
  response.socket?.write(`HTTP/1.1 ${status} \r\n${lines.join('')}\r\n`, 'latin1')
}

/** A page of a list is much smaller; what is larger is sent on as it comes. */
const largestPage = 4 * 1024 * 1024

const hasJsonType = (fields: HeaderList): boolean =>
  fields.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /^\s*application\/(?:[\w.-]+\+)?json\b/i.test(value),
  )

const fieldValue = (fields: HeaderList, name: string): string =>
  fields.find(([own]) => own.toLowerCase() === name)?.[1] ?? ''

/** Fields of a body that is written anew; those that are about its bytes go. */
const ofNewBody = (fields: HeaderList, body: Buffer): HeaderList => [
  ...fields.filter(([name]) => !/^(?:content-(?:length|encoding|md5|digest)|repr-digest|digest|etag)$/i.test(name)),
  ['content-length', String(body.byteLength)],
]

/** The beginning of a body, and what is left of it; nothing where that was all. */
const startOf = async (
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly bytes: Buffer; readonly rest?: AsyncIterator<Uint8Array> }> => {
  const chunks: Uint8Array[] = []
  const iterator = body[Symbol.asyncIterator]()
  let size = 0
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    chunks.push(next.value)
    size += next.value.byteLength
    if (size > largestPage) return { bytes: Buffer.concat(chunks), rest: iterator }
  }
  return { bytes: Buffer.concat(chunks) }
}

/** Sends an answer on as it comes, a page of JSON when it is whole; returns its status as soon as it is known. */
const forwardOne = async (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  origin: string,
  connection: Connection,
  links: Links,
  onAnswer: (status: number, fields: HeaderList) => void,
): Promise<void> => {
  const abandoned = new AbortController()
  response.on('close', () => abandoned.abort())
  const answer = await connection.dispatcher.request({
    ...connection.address({ origin, path }),
    method: (request.method ?? 'GET') as Dispatcher.HttpMethod,
    // The server here has told the client to go on already.
    headers: [...connection.headers({ origin, path }), ...endToEnd(request.rawHeaders, ['host', 'expect'])],
    body: hasBody(request) ? request : null,
    signal: abandoned.signal,
    responseHeaders: 'raw',
    onInfo: ({ statusCode, headers }) => sendInformation(response, statusCode, headers as unknown as readonly Buffer[]),
  })
  const came = pairs(endToEnd(answer.headers as unknown as readonly Buffer[]))
  onAnswer(answer.statusCode, came)
  const fields = came.map(([name, value]) => [name, links.field(name, value)] as const)
  const head = (all: HeaderList): unknown => response.writeHead(answer.statusCode, answer.statusText, all.flat())
  response.sendDate = false
  if (hasJsonType(came) && request.method !== 'HEAD') {
    const { bytes, rest } = await startOf(answer.body)
    const body = rest === undefined ? links.body(bytes, fieldValue(came, 'content-encoding')) : undefined
    head(body === undefined ? fields : ofNewBody(fields, body))
    if (bytes.byteLength > 0) response.write(body ?? bytes)
    if (rest !== undefined) {
      links.unread()
      for (let next = await rest.next(); !next.done; next = await rest.next())
        if (!response.write(next.value)) await once(response, 'drain', { signal: abandoned.signal })
    }
  } else {
    head(fields)
    await pipeline(answer.body, response, { end: false })
  }
  response.addTrailers(answer.trailers)
  response.end()
}

const whyOf = (error: unknown): string => {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return typeof code === 'string' && code !== '' ? code : String(message ?? error)
}

/** Forwards requests to a hub and counts which deprecated and removed routes they use. Rejects where the port cannot be had. */
export const forward = async (options: ForwardOptions): Promise<Forward> => {
  const { target, port, network, clock = systemClock, onRoute, onNoAnswer } = options
  const { origin, basePath, href } = parseTarget(target)
  const connection = connectionTo(origin, network)
  const tally = createTally()
  const underWay = new Set<Promise<void>>()
  let complained = false
  let own = ''
  const links = createLinks(origin, basePath, () => own)

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = request
    const at = new Date(clock.now()).toISOString()
    const path = originForm(url, origin)
    if (path === undefined) return refuse(response, 421, `only requests to ${origin} are forwarded`)
    let status: number | null = null
    const headers = [...pairs(request.rawHeaders)]
    try {
      await forwardOne(
        request,
        response,
        path === '*' ? path : basePath + path,
        origin,
        connection,
        links,
        (code, fields) => {
          status = code
          headers.push(...fields)
        },
      )
    } catch (error) {
      if (!response.destroyed && !complained) {
        complained = true
        onNoAnswer?.(whyOf(error))
      }
      refuse(response, 502, `no answer from ${origin}`)
    } finally {
      const first = tally.see({ method, url: origin + basePath + path, status, at, headers })
      if (first !== undefined) onRoute?.(first)
    }
  }

  // Whoever talks through the forward decides how long something may take and how large its fields are.
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 0, maxHeaderSize: 64 * 1024 },
    (request, response) => {
      const handled = handle(request, response).finally(() => underWay.delete(handled))
      underWay.add(handled)
    },
  )
  server.on('connect', (_request, socket) => {
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

  const close = async (): Promise<Usage> => {
    const closed = new Promise<void>(resolve => server.close(() => resolve()))
    server.closeIdleConnections()
    const grace = setTimeout(() => server.closeAllConnections(), graceMs)
    await Promise.all(underWay)
    clearTimeout(grace)
    server.closeAllConnections()
    await Promise.all([closed, connection.dispatcher.destroy()])
    return tally.usage({ kind: 'proxy', target: href }, links.counts())
  }
  const address = server.address()
  const listening = typeof address === 'object' && address !== null ? address.port : port
  own = `http://127.0.0.1:${listening}`
  return { url: own, close }
}
