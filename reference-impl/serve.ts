import { createServer as createSecureServer } from 'node:https'
import { createAdaptorServer } from '@hono/node-server'

export interface ServeOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** Loopback unless told otherwise: the hub's credentials are no secret worth the name. */
  readonly hostname?: string
  /** Serves HTTPS: a certificate and its key, in PEM. */
  readonly tls?: { readonly cert: string; readonly key: string }
}

export interface ServedHub {
  readonly url: string
  readonly close: () => Promise<void>
}

/**
 * The request as the platform's own class. The server's lazy look-alike is accepted by `new Request(…)` only where the
 * server may replace the global classes, which it may not here; and a handler may well be wrapped by another.
 */
const nativeRequest = (request: Request): Request => {
  const { method, url } = request
  const headers = [...request.headers]
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  if (method !== 'TRACE') return new Request(url, { method, headers, body: request.body, duplex: 'half' })
  // `Request` refuses TRACE, sockets do not.
  return Object.defineProperty(new Request(url, { headers }), 'method', { value: method })
}

/** How long requests that are under way may take to be answered when the server is closed. */
const graceMs = 1000
const pollMs = 20

/** Serves a handler over HTTP/1.1 until it is closed; rejects if it cannot listen, or if the certificate cannot be used. */
export const serveHub = (
  handler: (request: Request) => Promise<Response>,
  { port = 0, hostname = '127.0.0.1', tls }: ServeOptions = {},
): Promise<ServedHub> =>
  new Promise((resolve, reject) => {
    const server = createAdaptorServer({
      fetch: (request: Request) => handler(nativeRequest(request)),
      overrideGlobalObjects: false,
      ...(tls && { createServer: createSecureServer, serverOptions: { cert: tls.cert, key: tls.key } }),
    })
    const close = () =>
      new Promise<void>(done => {
        if (!('closeAllConnections' in server)) return done()
        const idle = setInterval(() => server.closeIdleConnections(), pollMs)
        const cut = setTimeout(() => server.closeAllConnections(), graceMs)
        server.close(() => {
          clearInterval(idle)
          clearTimeout(cut)
          done()
        })
        server.closeIdleConnections()
      })
    server.once('error', reject)
    server.listen(port, hostname, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('The server has no port.'))
      const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
      resolve({ url: `${tls ? 'https' : 'http'}://${host}:${address.port}`, close })
    })
  })
