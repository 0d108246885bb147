import { createServer, type RequestListener, type Server } from 'node:http'
import { Server as TlsServer } from 'node:https'
import { type FetchHandler, type TargetInput, UsageError } from '../engine/options.ts'

/** A server of Node, listening or not; one that does not listen is started on a free loopback port and closed after the run. */
export interface ServerTarget {
  readonly server: Server
}

/** What `http.createServer` takes: an Express application, `app.callback()` of Koa. */
export interface ListenerTarget {
  readonly listener: RequestListener
}

/** A Fastify application: it is made ready, and its server asked. */
export interface ReadyTarget extends ServerTarget {
  ready(): PromiseLike<unknown>
}

/** A Koa application. */
export interface CallbackTarget {
  callback(): RequestListener
}

/** What answers a `Request` with a `Response`: a Hono application has this form. No socket is opened for it. */
export interface FetchTarget {
  readonly fetch: FetchHandler
}

/**
 * What is judged. A bare function with two parameters or more is taken for a request listener, one with fewer for a Fetch handler; where
 * that is wrong, name it: `{ listener }` or `{ fetch }`.
 */
export type Target =
  | string
  | URL
  | Server
  | RequestListener
  | FetchHandler
  | ServerTarget
  | ReadyTarget
  | CallbackTarget
  | ListenerTarget
  | FetchTarget

/** A target that requests can be sent to, until it is closed. */
interface LibraryTarget {
  readonly input: TargetInput
  readonly close: () => Promise<void>
  /** What is wrong with the target: a better message than a closed connection. */
  readonly mistake: () => string | undefined
}

const unattended = { close: async () => undefined, mistake: () => undefined }

const isServer = (value: object): value is Server =>
  ['listen', 'close', 'address'].every(name => typeof (value as Record<string, unknown>)[name] === 'function')

const urlOfServer = (server: Server): string => {
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new UsageError(
      'the server does not listen on a TCP port; give one that does, or one that does not listen yet',
    )
  const scheme = server instanceof TlsServer ? 'https' : 'http'
  // A server that listens everywhere is asked at the loopback address of its family.
  const host = address.address === '::' ? '::1' : address.address === '0.0.0.0' ? '127.0.0.1' : address.address
  return `${scheme}://${address.family === 'IPv6' ? `[${host}]` : host}:${address.port}`
}

const listening = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Servers that are listening for runs of ours, and for how many. */
const started = new WeakMap<Server, { runs: number; readonly ready: Promise<void> }>()

const openServer = async (server: Server): Promise<LibraryTarget> => {
  const shared = started.get(server)
  if (shared === undefined && server.listening) return { ...unattended, input: { url: urlOfServer(server), own: true } }
  const use = shared ?? { runs: 0, ready: listening(server) }
  started.set(server, use)
  use.runs += 1
  const close = async (): Promise<void> => {
    use.runs -= 1
    if (use.runs > 0) return
    started.delete(server)
    if (!server.listening) return
    await new Promise<void>(done => {
      server.close(() => done())
      server.closeAllConnections()
    })
  }
  try {
    await use.ready
  } catch (error) {
    await close()
    throw error
  }
  return { ...unattended, input: { url: urlOfServer(server), own: true }, close }
}

const openFetch = (handler: FetchHandler): LibraryTarget => {
  let mistake: string | undefined
  const checked: FetchHandler = async request => {
    const response: unknown = await handler(request)
    if (response instanceof Response) return response
    mistake = 'the target returned no Response; give a request listener as { listener }'
    throw new TypeError(mistake)
  }
  return { ...unattended, input: { handler: checked }, mistake: () => mistake }
}

const wanted =
  'target must be a URL, a server of Node, a request listener or a Fetch handler; use { server }, { listener } or { fetch } to say which'

/** Makes a target ready for requests. Throws {@link UsageError} if it is not a target. */
export const libraryTarget = async (target: Target): Promise<LibraryTarget> => {
  if (typeof target === 'string') return { ...unattended, input: { url: target } }
  if (target instanceof URL) return { ...unattended, input: { url: target.href } }
  if (typeof target === 'function')
    return target.length >= 2 ? openServer(createServer(target as RequestListener)) : openFetch(target as FetchHandler)
  if (typeof target !== 'object' || target === null) throw new UsageError(wanted)
  if ('listener' in target && typeof target.listener === 'function') return openServer(createServer(target.listener))
  if ('fetch' in target && typeof target.fetch === 'function') return openFetch(request => target.fetch(request))
  if ('server' in target && isServer(target.server)) {
    // The routes of an application that is not ready are not there yet.
    if ('ready' in target && typeof target.ready === 'function') await target.ready()
    return openServer(target.server)
  }
  if ('callback' in target && typeof target.callback === 'function') return openServer(createServer(target.callback()))
  if (isServer(target)) return openServer(target)
  throw new UsageError(wanted)
}
