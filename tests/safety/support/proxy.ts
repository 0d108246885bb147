import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type Listening, listening } from './listen.ts'

/** What a proxy does with a request before it passes it on: answer it with a status of its own, or drop the connection. */
export type Meddling = (line: string, count: number) => number | 'drop' | undefined

/** A proxy as they are in use: forwards http, tunnels by CONNECT, and to port 443 or a TLS port of the test only if told so. */
export const startProxy = async (
  meddle: Meddling = () => undefined,
): Promise<Listening & { readonly seen: readonly string[] }> => {
  const seen: string[] = []
  const note = (line: string): ReturnType<Meddling> => {
    seen.push(line)
    return meddle(line, seen.length)
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const own = note(`${request.method} ${request.url}`)
    if (own === 'drop') return void request.socket.destroy()
    if (own !== undefined) return void response.writeHead(own, { 'content-type': 'text/html' }).end('<h1>proxy</h1>')
    // Only what is asked for as a whole URL is the proxy's to forward.
    const [, host = '', path = ''] = /^http:\/\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? []
    if (host === '') return void response.writeHead(400).end()
    const [hostname, port] = host.split(':')
    const upstream = forward(
      { hostname, port, path, method: request.method, headers: request.headers, setHost: false },
      answer => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      },
    )
    upstream.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    request.pipe(upstream)
  }
  const server = createServer(onRequest).on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined)
    const own = note(`CONNECT ${request.url}`)
    if (own === 'drop') return void socket.destroy()
    if (own !== undefined) return void socket.end(`HTTP/1.1 ${own} No\r\ncontent-length: 0\r\n\r\n`)
    const [hostname, port] = (request.url ?? '').split(':')
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      socket.pipe(upstream).pipe(socket)
    })
    socket.on('close', () => upstream.destroy())
    upstream.on('error', () => socket.destroy())
  })
  return { ...(await listening(server)), seen }
}
