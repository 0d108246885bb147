import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface Listening {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** Ends a server with all its connections. */
export const listening = async (server: Server, scheme = 'http', host = '127.0.0.1'): Promise<Listening> => {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A server that is called for each connection. */
export const listenRaw = (serve: (socket: Socket) => void): Promise<Listening> => listening(createServer(serve))
