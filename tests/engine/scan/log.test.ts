import { describe, expect, it } from 'vitest'
import { readLine } from '../../../engine/scan/log/line.ts'
import { scanLogs } from '../../../engine/scan/log/log.ts'

const nginx =
  '203.0.113.7 - - [21/Nov/2026:23:30:00 -0200] "GET /v2/repositories/acme/?page=2&token=planted HTTP/1.1" 200 512 "-" "curl/8.5.0"'
const apache =
  'hub.example.com:443 2001:db8::1 - "a b" [22/Nov/2026:10:00:00 +0000] "HEAD /v2/repositories/acme/app HTTP/2.0" 200 - "https://x/\\"" "a \\"quoted\\" agent"'
const caddy = JSON.stringify({
  level: 'info',
  ts: 1795341600.5,
  logger: 'http.log.access',
  request: {
    remote_ip: '10.0.0.1',
    client_ip: '198.51.100.2',
    method: 'GET',
    host: 'hub.example.com',
    uri: '/v1/repositories/acme/tags',
    headers: { 'User-Agent': ['Go-http-client/1.1'], Authorization: ['Bearer planted'] },
  },
  status: 410,
})
const traefik = JSON.stringify({
  ClientHost: '198.51.100.3',
  RequestMethod: 'POST',
  RequestPath: '/v2/repositories/',
  DownstreamStatus: 201,
  OriginStatus: 200,
  StartUTC: '2026-11-23T00:00:00.123456789Z',
  'request_User-Agent': 'python-requests/2.32',
})

const chunked = async function* (text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const scan = (text: string, size?: number) => scanLogs([{ file: 'access.log', chunks: chunked(text, size) }])

describe('a line of a log', () => {
  it.each([
    [
      'nginx',
      nginx,
      [
        'GET',
        '/v2/repositories/acme/?page=2&token=planted',
        200,
        '2026-11-21T23:30:00-02:00',
        '203.0.113.7',
        'curl/8.5.0',
      ],
    ],
    [
      'Apache',
      apache,
      ['HEAD', '/v2/repositories/acme/app', 200, '2026-11-22T10:00:00+00:00', '2001:db8::1', 'a "quoted" agent'],
    ],
    [
      'common',
      '10.0.0.1 - frank [22/Nov/2026:10:00:00 +0000] "GET /v2/ HTTP/1.0" 404 12',
      ['GET', '/v2/', 404, '2026-11-22T10:00:00+00:00', '10.0.0.1', ''],
    ],
    [
      'escaped',
      '10.0.0.1 - - [22/Nov/2026:10:00:00 +0000] "GET /v2/a\\x22b HTTP/1.1" 404 12 "-" "-"',
      ['GET', '/v2/a"b', 404, '2026-11-22T10:00:00+00:00', '10.0.0.1', ''],
    ],
    [
      'Caddy',
      caddy,
      ['GET', '/v1/repositories/acme/tags', 410, '2026-11-22T10:00:00.500Z', '198.51.100.2', 'Go-http-client/1.1'],
    ],
    [
      'Traefik',
      traefik,
      ['POST', '/v2/repositories/', 201, '2026-11-23T00:00:00.123456789Z', '198.51.100.3', 'python-requests/2.32'],
    ],
  ])('of %s', (_, line, expected) => {
    const read = readLine(line)
    if (typeof read !== 'object') throw new Error(String(read))
    const { method, url, status, at, client, agent } = read
    expect([method, url, status, at, client, agent]).toEqual(expected)
  })

  it.each([
    [
      'the beginning of TLS',
      '10.0.0.1 - - [22/Nov/2026:10:00:00 +0000] "\\x16\\x03\\x01" 400 150 "-" "-"',
      'no request',
    ],
    ['no request', '10.0.0.1 - - [22/Nov/2026:10:00:00 +0000] "-" 408 0 "-" "-"', 'no request'],
    ['a message of the server', '{"level":"info","msg":"server running"}', 'no request'],
    ['an error log', '2026/11/22 10:00:00 [error] 1#1: *1 open() failed', undefined],
    ['broken JSON', caddy.slice(0, -4), undefined],
    ['a request without a path', '{"RequestMethod":"GET"}', undefined],
    ['text', 'GET /v1/repositories/a/tags', undefined],
  ])('may be %s', (_, line, expected) => {
    expect(readLine(line)).toBe(expected)
  })
})

describe('access logs', () => {
  it.each([1, 7, 100_000])('say who still uses what, read in pieces of %i bytes', async size => {
    const usage = await scan(`${[nginx, apache, '', caddy, traefik, nginx].join('\r\n')}`, size)
    expect(usage).toMatchObject({
      source: { kind: 'log', files: ['access.log'] },
      result: 'removed',
      requests: { seen: 5, toApi: 5, leftOut: 0 },
    })
    expect(usage.routes.map(({ slug, requests }) => [slug, requests])).toEqual([
      ['name-tags', 1],
      ['post-repositories', 1],
      ['head-repository', 1],
      ['get-namespace', 2],
    ])
    expect(usage.routes[3]).toMatchObject({
      first: { request: 1, url: '/v2/repositories/acme/' },
      by: {
        clients: { shown: [{ name: '203.0.113.7', requests: 2 }], others: 0 },
        agents: { shown: [{ name: 'curl/8.5.0', requests: 2 }], others: 0 },
        // Days are those of UTC.
        days: [{ day: '2026-11-22', requests: 2 }],
      },
    })
    expect(JSON.stringify(usage)).not.toContain('planted')
  })

  it('with many clients name those with the most requests', async () => {
    const line = (client: number): string => nginx.replace('203.0.113.7', `client-${client}`)
    const lines = Array.from({ length: 12_000 }, (_, at) => line(at)).concat(line(5), line(5), line(7))
    const [route] = (await scan(lines.join('\n'), 65_536)).routes
    expect(route?.requests).toBe(12_003)
    expect(route?.by?.clients.shown.slice(0, 3)).toEqual([
      { name: 'client-5', requests: 3 },
      { name: 'client-7', requests: 2 },
      { name: 'client-0', requests: 1 },
    ])
    expect(route?.by?.clients.shown).toHaveLength(100)
    expect(route?.by?.clients.others).toBe(12_003 - 103)
  })

  it('with lines that are not understood never say that nothing is used', async () => {
    const fine = nginx.replace('/v2/repositories/acme/', '/v2/namespaces/acme/repositories')
    expect((await scan(fine)).result).toBe('none')
    expect(await scan(`${fine}\nsomething else\n`)).toMatchObject({ result: 'not-all-seen', requests: { leftOut: 1 } })
    expect((await scan(`${fine}\n${'x'.repeat(200_000)}`)).result).toBe('not-all-seen')
  })

  it('of no known format are refused', async () => {
    await expect(scan('a\nb\n')).rejects.toThrow(
      'access.log is not an access log in a known format: nginx or Apache (combined), Caddy or Traefik (JSON)',
    )
    expect((await scan('')).result).toBe('nothing-seen')
  })
})
