import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { socketTransport } from '../../engine/http/socket-transport.ts'
import type { WireRequest } from '../../engine/http/transport.ts'
import { WireError } from '../../engine/http/transport.ts'
import type { NetworkInput } from '../../engine/options.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server that says what it is told to, whatever it is asked. */
const serve = async (answer: (socket: Socket, asked: string) => void): Promise<string> => {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', data => answer(socket, data.toString('latin1')))
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const head = async (
  origin: string,
  more: Partial<WireRequest> = {},
  signal = AbortSignal.timeout(5_000),
  network: NetworkInput = {},
) => {
  const transport = socketTransport(network, 2, 5_000)
  try {
    const request = {
      method: 'HEAD',
      origin,
      path: '/a%2Fb?x=1',
      headers: [['accept', '*/*']],
      body: null,
      fresh: false,
    }
    return await transport.send({ ...(request as unknown as WireRequest), raw: true, ...more }, signal)
  } finally {
    await transport.close()
  }
}

const text = (body: Uint8Array): string => Buffer.from(body).toString()

describe('HEAD on a raw socket', () => {
  it('shows content that follows the header block', async () => {
    const origin = await serve(socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'))
    const answer = await head(origin)
    expect(answer.status).toBe(200)
    expect(answer.headers).toEqual([['Content-Length', '5']])
    expect(text(answer.body)).toBe('hello')
  })

  it('leaves a proxy that does not open a tunnel', async () => {
    const ending = new AbortController()
    let left: Promise<unknown> | undefined
    const proxy = await serve(socket => {
      left = once(socket, 'close')
      ending.abort()
    })
    const asking = head('https://hub.invalid', {}, ending.signal, { proxy })
    await expect(asking).rejects.toMatchObject({ failure: 'timeout' })
    await left
  })

  it('an HTTP client does not show it', async () => {
    const origin = await serve(socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'))
    const shown = await head(origin, { raw: false }).then(
      ({ body }) => text(body),
      (error: unknown) => error,
    )
    expect(shown === '' || shown instanceof WireError).toBe(true)
  })

  it('waits for content that comes late, on a connection that stays open', async () => {
    const origin = await serve(socket => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      setTimeout(() => socket.write('late'), 60)
    })
    expect(text((await head(origin)).body)).toBe('late')
  })

  it('ends by itself where a connection without content stays open', async () => {
    const origin = await serve(socket => socket.write('HTTP/1.1 204 No Content\r\nx: y\r\n\r\n'))
    const answer = await head(origin)
    expect(answer.status).toBe(204)
    expect(text(answer.body)).toBe('')
  })

  it('passes interim answers over and reads a block that comes in pieces', async () => {
    const origin = await serve(socket => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\nHTTP/1.1 4')
      setTimeout(() => socket.end('10 Gone\r\ncontent-type: text/plain\r\n\r\n'), 30)
    })
    const answer = await head(origin)
    expect(answer.status).toBe(410)
    expect(answer.headers).toEqual([['content-type', 'text/plain']])
    expect(text(answer.body)).toBe('')
  })

  it('does not take a second answer for content', async () => {
    const origin = await serve(socket =>
      socket.end('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n'),
    )
    expect(text((await head(origin)).body)).toBe('')
  })

  it('sends path and headers verbatim, with the host, and asks to close', async () => {
    let asked = ''
    const origin = await serve((socket, data) => {
      asked = data
      socket.end('HTTP/1.1 200 OK\r\n\r\n')
    })
    await head(origin)
    expect(asked).toBe(
      `HEAD /a%2Fb?x=1 HTTP/1.1\r\nhost: ${new URL(origin).host}\r\naccept: */*\r\nconnection: close\r\n\r\n`,
    )
  })

  it('bounds what it reads', async () => {
    const origin = await serve(socket => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const chunk = Buffer.alloc(1024 * 1024, 97)
      const more = (): void => {
        while (!socket.destroyed && socket.write(chunk));
        if (!socket.destroyed) socket.once('drain', more)
      }
      more()
    })
    const answer = await head(origin)
    expect(answer.truncated).toBe(true)
    expect(answer.body.length).toBe(64 * 1024)
  })

  it.each([
    ['nothing', (socket: Socket) => socket.end(), 'closed'],
    ['no HTTP', (socket: Socket) => socket.end('SSH-2.0-x\r\n\r\n'), 'malformed-answer'],
    [
      'an endless block',
      (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}`),
      'malformed-answer',
    ],
    ['a reset', (socket: Socket) => socket.resetAndDestroy(), 'reset'],
  ])('says why no answer came: %s', async (_name, answer, failure) => {
    await expect(head(await serve(answer))).rejects.toMatchObject({ failure })
  })

  it('times out with the request', async () => {
    const origin = await serve(() => undefined)
    await expect(head(origin, {}, AbortSignal.timeout(80))).rejects.toMatchObject({ failure: 'timeout' })
  })

  it('refuses to send a header that would begin another', async () => {
    const origin = await serve(socket => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    await expect(head(origin, { headers: [['x', 'a\r\nb: c']] })).rejects.toBeInstanceOf(Error)
  })
})
