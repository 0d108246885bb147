import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

/** What a run against a server must end in. */
export type Ending = 'unreachable' | 'not conformant'

/**
 * What it must end in where only the routes of the API are served so, behind a root that answers as it should: `open`, nothing fails,
 * since nothing was seen; `seen`, a status was seen and counts, so a removed route that answers 200 fails.
 */
export type Behind = 'open' | 'seen'

/** A server that does what none should; `serve` is called for each connection. */
export interface BadServer {
  readonly does: string
  readonly ends: Ending
  readonly behind: Behind
  serve(socket: Socket): void
}

/** Calls back with each header block that arrives, which is all that a bad server needs to know. */
const onRequest = (socket: Socket, answer: (line: string) => void): void => {
  let text = ''
  socket.on('data', chunk => {
    text += chunk.toString('latin1')
    for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
      const line = text.slice(0, text.indexOf('\r\n'))
      text = text.slice(end + 4)
      answer(line)
    }
  })
}

const always =
  (...parts: readonly (string | Buffer)[]) =>
  (socket: Socket): void =>
    onRequest(socket, () => {
      for (const part of parts) socket.write(part)
    })

const once =
  (...parts: readonly (string | Buffer)[]) =>
  (socket: Socket): void =>
    onRequest(socket, () => {
      for (const part of parts) socket.write(part)
      socket.end()
    })

const dripping = (socket: Socket, text: string): void => {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++ % text.length] as string), 50)
  socket.once('close', () => clearInterval(timer))
}

const flooding =
  (head: string, piece: Buffer | string) =>
  (socket: Socket): void =>
    onRequest(socket, () => {
      const more = (): void => {
        while (!socket.destroyed && socket.write(piece));
      }
      socket.write(head)
      socket.on('drain', more)
      more()
    })

const withBody = (body: string | Buffer, ...headers: readonly string[]): Buffer =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers.map(line => `${line}\r\n`).join('')}\r\n`,
    ),
    Buffer.from(body),
  ])

const json = (body: string | Buffer): ((socket: Socket) => void) =>
  always(withBody(body, 'content-type: application/json'))

const levels = 1_000_000
const controls = gzipSync(Buffer.alloc(8_000_000, 1))
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))

/** Answers that come to no end of their content, so that only a HEAD is answered. */
const onlyHead = new Set([
  'closes within a body of known length',
  'closes within a chunk',
  'closes before the last chunk',
  'sends its body byte by byte',
  'promises 1 GB and sends nothing',
  'sends a decompression bomb',
  'sends invalid gzip as gzip',
  'sends a broken gzip',
  'names an unknown content coding',
  'sends invalid chunks',
  'names a chunk of 2^64 bytes',
])

/** Statuses that say nothing of a route. */
const undecided = new Set([
  'answers with status 999',
  'asks to wait for a year',
  'asks to wait until yesterday',
  'asks to wait for an invalid time',
])

const bad = (does: string, ends: Ending, serve: (socket: Socket) => void): BadServer => ({
  does,
  ends,
  behind: onlyHead.has(does) || (ends === 'not conformant' && !undecided.has(does)) ? 'seen' : 'open',
  serve,
})

/** Serves the routes of the API so, and answers 404 to everything else. */
export const behindRoot =
  (serve: BadServer['serve']): BadServer['serve'] =>
  socket => {
    let received = Buffer.alloc(0)
    const first = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk])
      if (!received.includes('\r\n\r\n')) return
      socket.off('data', first)
      if (/^[A-Z]+ \/v[12]\//.test(received.toString('latin1'))) {
        serve(socket)
        socket.emit('data', received)
        // Another path is asked again on a connection of its own.
        socket.on('data', later => {
          if (/^[A-Z]+ \/(?!v[12]\/)/.test(later.toString('latin1'))) socket.destroy()
        })
      } else socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}')
    }
    socket.on('data', first)
  }

/** The table that the tests run and the page on reliability is generated from. */
export const badServers: readonly BadServer[] = [
  bad('never answers', 'unreachable', socket => onRequest(socket, () => undefined)),
  bad('closes each connection at once', 'unreachable', socket => socket.destroy()),
  bad('closes after the request', 'unreachable', socket => onRequest(socket, () => socket.destroy())),
  bad('resets after the request', 'unreachable', socket => onRequest(socket, () => socket.resetAndDestroy())),
  bad('closes within the status line', 'unreachable', once('HTTP/1.1 2')),
  bad('closes within the headers', 'unreachable', once('HTTP/1.1 200 OK\r\ncontent-ty')),
  bad(
    'closes within a body of known length',
    'unreachable',
    once('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a"'),
  ),
  bad('closes within a chunk', 'unreachable', once('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\n{"a"')),
  bad(
    'closes before the last chunk',
    'unreachable',
    once('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\n{"a"\r\n'),
  ),
  bad('sends its headers byte by byte', 'unreachable', socket =>
    onRequest(socket, () => dripping(socket, 'HTTP/1.1 200 OK\r\nx-slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')),
  ),
  bad('sends its body byte by byte', 'unreachable', socket =>
    onRequest(socket, () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
      dripping(socket, 'a')
    }),
  ),
  bad(
    'promises 1 GB and sends nothing',
    'unreachable',
    always('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n'),
  ),
  bad('sends a body without end', 'not conformant', flooding('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(65_536, 'a'))),
  bad(
    'sends chunks without end',
    'not conformant',
    flooding('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', `10000\r\n${'a'.repeat(65_536)}\r\n`),
  ),
  bad('sends headers without end', 'unreachable', flooding('HTTP/1.1 200 OK\r\n', `x-more: ${'a'.repeat(8_000)}\r\n`)),
  bad(
    'sends 10 MB of headers',
    'unreachable',
    always(`HTTP/1.1 200 OK\r\n${`x-more: ${'a'.repeat(1_000)}\r\n`.repeat(10_000)}\r\n`),
  ),
  bad(
    'sends a header of 1 MB',
    'unreachable',
    always(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(1_000_000)}\r\ncontent-length: 0\r\n\r\n`),
  ),
  bad('sends a decompression bomb', 'unreachable', always(withBody(bomb, 'content-encoding: gzip'))),
  bad('sends invalid gzip as gzip', 'unreachable', always(withBody('{"a":1}', 'content-encoding: gzip'))),
  bad(
    'sends a broken gzip',
    'unreachable',
    always(withBody(gzipSync('{"a":1}').fill(0, 12), 'content-encoding: gzip')),
  ),
  bad(
    'names a hundred content codings',
    'unreachable',
    always(withBody('{}', `content-encoding: ${'gzip, '.repeat(99)}gzip`)),
  ),
  bad('names an unknown content coding', 'unreachable', always(withBody('{}', 'content-encoding: pigeon'))),
  bad(
    'sends more than its Content-Length',
    'not conformant',
    always('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}{"more":"than said"}'),
  ),
  bad(
    'sends a second answer immediately after the first',
    'not conformant',
    always(withBody('{}'), withBody('{"smuggled":true}')),
  ),
  bad(
    'names two lengths',
    'unreachable',
    always('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'),
  ),
  bad('names a negative length', 'unreachable', always('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}')),
  bad(
    'sends invalid chunks',
    'unreachable',
    always('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nno chunk\r\n'),
  ),
  bad(
    'names a chunk of 2^64 bytes',
    'unreachable',
    always('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff0\r\n'),
  ),
  bad(
    'sends random bytes',
    'unreachable',
    always(Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 7_919) % 256))),
  ),
  bad('speaks another protocol', 'unreachable', socket => socket.end('SSH-2.0-OpenSSH_9.6\r\n')),
  bad('answers as HTTP/0.9 did', 'unreachable', once('<html>hello</html>')),
  bad('answers as HTTP/1.0 does', 'not conformant', once('HTTP/1.0 200 OK\r\n\r\n{}')),
  bad('answers as HTTP/9.9', 'unreachable', once('HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\n{}')),
  bad('answers with status 99', 'unreachable', once('HTTP/1.1 99 What\r\ncontent-length: 0\r\n\r\n')),
  bad('answers with status 999', 'not conformant', always('HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n')),
  bad(
    'sends 103 first',
    'not conformant',
    always('HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\n', withBody('{}')),
  ),
  bad('sends 100 and then nothing', 'unreachable', always('HTTP/1.1 100 Continue\r\n\r\n')),
  bad('sends interim answers without end', 'unreachable', flooding('', 'HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n')),
  bad(
    'switches protocols',
    'unreachable',
    always('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhello'),
  ),
  bad(
    'folds its headers',
    'unreachable',
    always('HTTP/1.1 200 OK\r\nx-folded: a\r\n b\r\ncontent-length: 2\r\n\r\n{}'),
  ),
  bad(
    'repeats each header',
    'not conformant',
    always(
      'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-type: application/json\r\nretry-after: 1\r\nretry-after: 2\r\ncontent-length: 2\r\n\r\n{}',
    ),
  ),
  bad(
    'puts a zero byte into a header',
    'unreachable',
    always('HTTP/1.1 200 OK\r\nx-zero: a\0b\r\ncontent-length: 2\r\n\r\n{}'),
  ),
  bad(
    'redirects in a loop',
    'not conformant',
    always(
      'HTTP/1.1 307 Temporary Redirect\r\nlocation: ../v2/../v1/repositories/acme/probe/tags\r\ncontent-length: 0\r\n\r\n',
    ),
  ),
  bad(
    'redirects to itself',
    'not conformant',
    always('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
  ),
  bad(
    'redirects to nowhere',
    'not conformant',
    always('HTTP/1.1 308 Permanent Redirect\r\nlocation: http://[\r\ncontent-length: 0\r\n\r\n'),
  ),
  bad('answers HTML to everything', 'not conformant', always(withBody('<html>hub</html>', 'content-type: text/html'))),
  bad('nests arrays a million levels deep', 'not conformant', json('['.repeat(levels) + ']'.repeat(levels))),
  bad('nests objects a million levels deep', 'not conformant', json(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)),
  bad('repeats keys', 'not conformant', json('{"uuid":1,"uuid":2,"results":[],"results":null,"__proto__":{"x":1}}')),
  bad(
    'sends numbers beyond the range of a double',
    'not conformant',
    json('{"count":1e999,"results":[{"id":123456789012345678901234567890}],"next":1e400}'),
  ),
  bad(
    'sends incomplete characters',
    'not conformant',
    json('{"results":[{"name":"\\ud800"}],"next":"\\udfff","next_cursor":"\\ud800"}'),
  ),
  bad('begins with a byte order mark', 'not conformant', json('\uFEFF{"results":[]}')),
  bad('writes UTF-16', 'not conformant', json(Buffer.from('\uFEFF{"results":[]}', 'utf16le'))),
  bad('writes invalid UTF-8', 'not conformant', json(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]))),
  bad('lists next pages without end', 'not conformant', socket => {
    let page = 0
    onRequest(socket, () =>
      socket.write(
        withBody(
          JSON.stringify({ results: [{ name: `n${page}`, id: page }], next: `/v2/x?page=${++page}` }),
          'content-type: application/json',
        ),
      ),
    )
  }),
  bad('points next to itself', 'not conformant', json('{"results":[{"name":"a"}],"next":"?page=1"}')),
  bad(
    'points next to invalid addresses',
    'not conformant',
    json('{"results":[{"name":"../.."}],"next":"//evil.example/\\\\x y\\u0000#z"}'),
  ),
  bad('sends another body of 8 MB each time', 'not conformant', socket =>
    onRequest(socket, () => socket.write(withBody(`"${randomBytes(4_000_000).toString('hex')}"`))),
  ),
  bad('lists long pages without end', 'not conformant', socket => {
    let page = 0
    const results = Array.from({ length: 100 }, (_, at) => ({ name: `n${at}`, note: 'x'.repeat(100) }))
    onRequest(socket, () =>
      socket.write(
        withBody(
          JSON.stringify({
            results: results.map(item => ({ ...item, id: `${page}-${item.name}` })),
            next: `?page=${++page}`,
          }),
          'content-type: application/json',
        ),
      ),
    )
  }),
  bad('sends an array of three million numbers', 'not conformant', json(`{"results":[${'1,'.repeat(3_000_000)}1]}`)),
  bad(
    'sends a string of four million escapes',
    'not conformant',
    json(`{"id":12345678901234567890,"results":[{"name":"${'\\n'.repeat(4_000_000)}"}]}`),
  ),
  bad('sends eight million dots and digits', 'not conformant', json('1.'.repeat(4_000_000))),
  bad('sends eight million control characters', 'not conformant', always(withBody(controls, 'content-encoding: gzip'))),
  bad(
    'asks to wait for a year',
    'not conformant',
    always('HTTP/1.1 429 Slow\r\nretry-after: 31536000\r\ncontent-length: 0\r\n\r\n'),
  ),
  bad(
    'asks to wait until yesterday',
    'not conformant',
    always('HTTP/1.1 429 Slow\r\nretry-after: Wed, 21 Oct 2015 07:28:00 GMT\r\ncontent-length: 0\r\n\r\n'),
  ),
  bad(
    'asks to wait for an invalid time',
    'not conformant',
    always('HTTP/1.1 503 Slow\r\nretry-after: soon\r\ncontent-length: 0\r\n\r\n'),
  ),
]
