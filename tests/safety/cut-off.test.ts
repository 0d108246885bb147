import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Exchange } from '../../contracts/exchange.ts'
import { NoAnswer } from '../../contracts/results/finding.ts'
import { systemClock } from '../../engine/clock.ts'
import { type Client, createClient } from '../../engine/http/client.ts'
import { socketTransport } from '../../engine/http/socket-transport.ts'
import type { Transport } from '../../engine/http/transport.ts'
import { writesTo } from '../support/writes.ts'
import { type Listening, listenRaw } from './support/listen.ts'
import { cuts, framings } from './support/tables.ts'

const open: (Listening | Transport)[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** A client of a server that is called with each request's method, and what was exchanged. */
const clientOf = async (
  answer: (socket: Socket, method: string, requestsOnSocket: number) => void,
): Promise<{ client: Client; exchanges: Exchange[]; methods: string[] }> => {
  const methods: string[] = []
  const server = await listenRaw(socket => {
    let requests = 0
    socket.on('data', chunk => {
      const method = chunk.toString('latin1').split(' ')[0] ?? ''
      methods.push(method)
      answer(socket, method, ++requests)
    })
  })
  const transport = socketTransport({}, 4, 5_000)
  open.push(server, transport)
  const exchanges: Exchange[] = []
  const client = createClient({
    transport,
    origin: server.url,
    basePath: '',
    writes: await writesTo(server.url),
    network: { concurrency: 4 },
    clock: systemClock,
    signal: undefined,
    patience: 10_000,
    onExchange: exchange => exchanges.push(exchange),
  })
  return { client, exchanges, methods }
}

const nobody = { record: () => undefined }

describe('an answer that is cut off', () => {
  test.each(cuts.flatMap(cut => Object.keys(framings).map(framing => [cut, framing] as const)))(
    'by %s within %s is no answer, wherever it is cut',
    async (cut, framing) => {
      const whole = framings[framing] as string
      let at = 0
      const { client, methods } = await clientOf(socket => {
        socket.write(whole.slice(0, at), () => (cut === 'FIN' ? socket.end() : socket.resetAndDestroy()))
      })
      for (at = 0; at < whole.length; at++) {
        const before = methods.length
        const asked = client.send({ method: 'GET', path: '/x', as: 'anonymous' }, nobody)
        await expect(asked, `after ${at} of ${whole.length} bytes`).rejects.toThrow(NoAnswer)
        // Once more on a connection of its own, and no more.
        expect(methods.length - before).toBeLessThanOrEqual(2)
      }
    },
  )
})

describe('a kept-alive connection that is closed under the next request', () => {
  const alive = (body: string): string => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`

  test.each(['closes', 'resets'])('and %s: asked once more on a new one, every time', async how => {
    const { client, exchanges } = await clientOf((socket, _, requests) => {
      if (requests === 1) socket.write(alive('{"a":1}'))
      else if (how === 'closes') socket.destroy()
      else socket.resetAndDestroy()
    })
    for (let count = 0; count < 10; count++) {
      const answer = await client.send({ method: 'GET', path: '/x', as: 'anonymous' }, nobody)
      expect(answer.response.body).toBe('{"a":1}')
    }
    const repeated = exchanges.filter(exchange => exchange.repeated === 'connection')
    expect(repeated.length).toBeGreaterThan(2)
    expect(exchanges.filter(({ response }) => response !== null)).toHaveLength(10)
  })

  test('what may change something has a connection of its own, and is never sent twice', async () => {
    const { client, methods } = await clientOf((socket, method) => {
      if (method === 'GET') socket.write(alive('{}'))
      else socket.destroy()
    })
    await client.send({ method: 'GET', path: '/x', as: 'anonymous' }, nobody)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      await expect(client.send({ method, path: '/v2/x', as: 'valid', json: {} }, nobody)).rejects.toThrow(NoAnswer)
    expect(methods).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
  })

  test('a HEAD that is answered with a body does not spoil the next answer', async () => {
    const { client } = await clientOf((socket, method) => {
      socket.write(alive(method === 'HEAD' ? '{"of":"head"}' : '{"of":"get"}'))
    })
    for (let count = 0; count < 5; count++) {
      const head = await client.send({ method: 'HEAD', path: '/x', as: 'anonymous' }, nobody)
      expect(head.response.body).toBe('')
      const get = await client.send({ method: 'GET', path: '/x', as: 'anonymous' }, nobody)
      expect(get.response.body).toBe('{"of":"get"}')
    }
  })
})
