/** The head of a request. */
export const head = (line: string, ...fields: readonly string[]): string =>
  `${[line, 'Host: hub.test', ...fields].join('\r\n')}\r\n\r\n`

/** What a hub may be sent that is no request: what it is, and its bytes. The page on reliability counts them. */
export const noRequests = (authorization: string): readonly (readonly [is: string, bytes: string | Buffer])[] => {
  const post = 'POST /v2/access-tokens HTTP/1.1'
  const login = `Authorization: ${authorization}`
  return [
    ['a version that there is not', 'GET / HTTP/9.9\r\n\r\n'],
    ['no version', 'GET /\r\n\r\n'],
    ['a method with a space', 'GE T / HTTP/1.1\r\n\r\n'],
    ['a bare line feed', 'GET / HTTP/1.1\n\n'],
    ['a zero byte in the path', head('GET /\0 HTTP/1.1', 'Connection: close')],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', head('GET / HTTP/1.1', 'Host: evil.example', 'Connection: close')],
    ['a folded header', head('GET / HTTP/1.1', 'X-A: b\r\n c', 'Connection: close')],
    ['a header without a name', head('GET / HTTP/1.1', ': b', 'Connection: close')],
    ['a header of 100 kB', head('GET / HTTP/1.1', `X-A: ${'a'.repeat(100_000)}`, 'Connection: close')],
    [
      'ten thousand headers',
      head('GET / HTTP/1.1', ...Array.from({ length: 10_000 }, (_, at) => `X-${at}: b`), 'Connection: close'),
    ],
    ['a path of 100 kB', head(`GET /${'a'.repeat(100_000)} HTTP/1.1`, 'Connection: close')],
    ['two lengths', `${head(post, login, 'Content-Length: 2', 'Content-Length: 3')}{}`],
    ['a negative length', `${head(post, login, 'Content-Length: -1')}{}`],
    ['a length and chunks', `${head(post, login, 'Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`],
    ['a chunk that is none', `${head(post, login, 'Transfer-Encoding: chunked')}zz\r\n`],
    ['a chunk of 2^64 bytes', `${head(post, login, 'Transfer-Encoding: chunked')}ffffffffffffffff0\r\n`],
    ['another transfer coding', `${head(post, login, 'Transfer-Encoding: gzip')}{}`],
    [
      'a body that is no UTF-8',
      Buffer.concat([
        Buffer.from(head(post, login, 'Content-Type: application/json', 'Content-Length: 3', 'Connection: close')),
        Buffer.from([0x22, 0xff, 0x22]),
      ]),
    ],
    ['an upgrade', head('GET / HTTP/1.1', 'Connection: Upgrade, close', 'Upgrade: h2c')],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a client hello of TLS', Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 3])],
    ['an absolute URL of another host', head('GET http://evil.example/v2/access-tokens HTTP/1.1', 'Connection: close')],
    ['CONNECT', head('CONNECT evil.example:443 HTTP/1.1')],
  ]
}
