import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHub } from '../../../reference-impl/hub.ts'
import { type ServedHub, serveHub } from '../../../reference-impl/serve.ts'
import { planted, sessionFixture } from '../../support/session.ts'
import { cli } from '../harness.ts'

let cwd = ''
let hub: ServedHub

const har = (...urls: readonly string[]): string =>
  JSON.stringify({ log: { entries: urls.map(url => ({ request: { method: 'GET', url } })) } })

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-scan-'))
  await cp(sessionFixture.path, join(cwd, 'session.har'))
  await writeFile(join(cwd, 'deprecated.har'), `\uFEFF${har('https://hub.example.com/v2/repositories/acme')}`)
  await writeFile(join(cwd, 'fine.har'), har('https://hub.example.com/v2/namespaces/acme/repositories'))
  await writeFile(join(cwd, 'elsewhere.har'), har('https://example.com/'))
  await writeFile(join(cwd, 'empty.har'), har())
  await writeFile(join(cwd, 'truncated.har'), har('https://hub.example.com/v2/').slice(0, -5))
  await writeFile(join(cwd, 'other.har'), '{}')
  await writeFile(join(cwd, 'notes.har'), 'GET /v1/repositories/a/tags')
  await writeFile(join(cwd, 'latin1.har'), Buffer.from([0x7b, 0xe9]))
  await writeFile(join(cwd, 'large.har'), '')
  await truncate(join(cwd, 'large.har'), 256 * 1024 * 1024 + 1)
  hub = await serveHub(createHub({ seed: 1 }).handler)
})

afterAll(async () => {
  await hub.close()
  await rm(cwd, { recursive: true })
})

describe('scan of a file', () => {
  test('says what is used, what to use instead, and where it was seen first', async () => {
    const { code, stdout, stderr } = await cli(['scan', 'session.har'], { cwd })
    expect(code).toBe(1)
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^Removed: .*\n\n {2}\/v1\/repositories\/\{name\}\/tags\n/)
    expect(stdout).toContain(`  GET /v2/repositories/{namespace}
    since    2025-06-27
    instead  listNamespaceRepositories
             GET /v2/namespaces/{namespace}/repositories
    used     2 requests (GET 2×; status 200 2×)
    first    entry 3, 20`)
    expect(stdout).toMatch(/\n11 requests, 9 to the hub API: uses 2 removed routes and 4 deprecated routes\n$/)
    // A URL stays whole, to be copied.
    for (const line of stdout.split('\n').filter(text => !text.includes('http://')))
      expect(line.length, line).toBeLessThanOrEqual(80)
    for (const secret of Object.values(planted)) expect(stdout).not.toContain(secret)
  })

  test.each([
    ['session.har', [], 1],
    ['deprecated.har', [], 0],
    ['deprecated.har', ['--fail-on', 'deprecated'], 1],
    ['deprecated.har', ['--fail-on', 'removed'], 0],
    ['fine.har', [], 0],
    ['fine.har', ['--fail-on', 'deprecated'], 0],
    ['elsewhere.har', [], 2],
    ['empty.har', [], 2],
  ])('%s %j exits with %i', async (file, more, code) => {
    expect((await cli(['scan', file, ...more], { cwd })).code).toBe(code)
  })

  test('warns of deprecated routes, --quiet leaves them to the last line', async () => {
    expect((await cli(['scan', 'deprecated.har'], { cwd })).stdout).toMatch(/^Deprecated: /)
    expect((await cli(['scan', 'deprecated.har', '--quiet'], { cwd })).stdout).toBe(
      '1 request, 1 to the hub API: uses 1 deprecated route\n',
    )
  })

  test('writes JSON to standard output or to a file', async () => {
    const piped = await cli(['scan', 'session.har', '--report', 'json'], { cwd })
    const { routes, ...usage } = JSON.parse(piped.stdout)
    expect(usage).toEqual({
      schemaVersion: '1.0',
      source: { kind: 'har', file: 'session.har' },
      result: 'removed',
      requests: { seen: 11, toApi: 9, leftOut: 0 },
    })
    expect(routes).toHaveLength(sessionFixture.routes.length)
    expect(piped.stderr).toContain('uses 2 removed routes')
    const filed = await cli(['scan', 'session.har', '--report', 'json=out/usage.json'], { cwd })
    expect(filed.stdout).toContain('uses 2 removed routes')
    expect(await readFile(join(cwd, 'out/usage.json'), 'utf8')).toBe(piped.stdout)
    expect((await cli(['scan', 'fine.har', '--report', 'json=fine.har/x'], { cwd })).code).toBe(5)
  })

  test('is not led astray by variables that are meant for a run', async () => {
    const env = {
      HUB_CONFORMANCE_PROXY: 'http://proxy.example.com:3128',
      HUB_CONFORMANCE_FAIL_ON: 'should',
      HUB_CONFORMANCE_TARGET: 'https://hub.example.com',
    }
    expect(await cli(['scan', 'deprecated.har'], { cwd, env })).toMatchObject({ code: 0, stderr: '' })
  })

  test.each([
    [[], 'scan needs files or folders, a HAR file, or --proxy PORT and --target URL for live traffic'],
    [['nowhere.har'], 'scan: nowhere.har cannot be read: no such file'],
    [['nowhere.sh'], 'nowhere.sh does not exist'],
    [['*.sh'], 'no file matches *.sh'],
    [
      ['.', '--fix', '--dry-run', '--report', 'json'],
      '--fix --dry-run prints the patch; write the report to a file, as in --report json=FILE',
    ],
    [['.', '--dry-run'], '--dry-run needs --fix'],
    [['session.har', '--fix'], '--fix is for source code, not for traffic'],
    [
      ['.', '--report', 'html'],
      '--report: unknown report format "html" (console, json, junit, markdown, github, sarif)',
    ],
    [['truncated.har'], 'truncated.har breaks off before its end; record or export the session again'],
    [['other.har'], 'other.har is not a HAR file: it has no log.entries'],
    [['notes.har'], 'notes.har is not a HAR file; export the session as HAR 1.2'],
    [['latin1.har'], 'scan: latin1.har is not UTF-8 text'],
    [['large.har'], 'scan: large.har is larger than 256 MiB'],
    [['session.har', 'fine.har'], 'scan takes one HAR file alone; scan session.har by itself'],
    [['session.har', '--proxy', '0'], 'scan takes files or --proxy PORT, not both'],
    [
      ['session.har', '--target', 'http://localhost'],
      '--target needs --proxy; a HAR file is scanned for requests to every host',
    ],
    [['session.har', '--fail-on', 'must'], '--fail-on is "must"; use one of removed, deprecated'],
    [['session.har', '--report', 'tap'], '--report: unknown report format "tap" (console, json, html)'],
    [['--proxy', '0'], '--proxy needs --target URL, the hub to forward to'],
    [['--proxy', '0', '--target', 'reference'], '--proxy needs --target URL, the hub to forward to'],
    [['--proxy', '70000', '--target', 'http://localhost'], '--proxy is "70000"; use a whole number from 0 to 65535'],
    [
      ['--proxy', 'http://localhost:3128'],
      '--proxy is the port to listen on; to set an HTTP proxy for scan, use HUB_CONFORMANCE_PROXY',
    ],
    [['--proxy', '0', '--target', 'http://me:hunter2@localhost'], '--target must not contain a user name or password'],
  ])('%j is refused: %s', async (argv, message) => {
    const { code, stdout, stderr } = await cli(['scan', ...argv], { cwd })
    expect(stderr).toContain(`hub-conformance: ${message}`)
    expect(stderr).toMatch(/^[^\n]*\n$/)
    expect(stderr).not.toContain('hunter2')
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  })
})

/** Runs a scan of live traffic; the client is called with the address to talk to. */
const live = async (argv: readonly string[], client: (url: string) => Promise<unknown>, env = {}) => {
  let stop: (signal: string) => void
  return cli(['scan', '--proxy', '0', ...argv], {
    env,
    onListening: interrupt => {
      stop = interrupt
    },
    onOutput: text => {
      const url = /^Forwarding (\S+) to /.exec(text)?.[1]
      if (url !== undefined) void client(url).then(() => stop('SIGINT'))
    },
  })
}

describe('scan of live traffic', () => {
  test('forwards, says what is used as it is used, and sums up when it is interrupted', async () => {
    const { code, stdout, stderr } = await live(['--target', `${hub.url}/`], async url => {
      const gone = await fetch(`${url}/v1/repositories/a/tags`)
      expect(gone.status).toBe(410)
      await fetch(`${url}/v1/repositories/b/tags?token=planted-in-a-query`)
      await fetch(`${url}/v2/repositories/conformance-org`)
    })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^Forwarding http:\/\/127\.0\.0\.1:\d+ to http:\/\/127\.0\.0\.1:\d+; press Ctrl-C to stop/)
    expect(stdout).toContain('first    request 1, 20')
    expect(stdout).toMatch(/\n3 requests, 3 to the hub API: uses 1 removed route and 1 deprecated route\n$/)
    expect(stderr).toBe(
      [
        'hub-conformance: removed since 2022-08-23: /v1/repositories/{name}/tags',
        'hub-conformance: deprecated since 2025-06-27: GET /v2/repositories/{namespace}',
        '',
      ].join('\n'),
    )
    expect(stdout + stderr).not.toContain('planted')
  })

  test('leaves standard output to the JSON that was asked for', async () => {
    const { code, stdout, stderr } = await live(['--target', hub.url, '--report', 'json'], async url =>
      fetch(`${url}/v2/namespaces/conformance-org/repositories`),
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ source: { kind: 'proxy', target: hub.url }, result: 'none' })
    expect(stderr).toContain('Forwarding http://127.0.0.1:')
  })

  test('has shown nothing where nothing came through', async () => {
    const { code, stdout } = await live(['--target', hub.url], async () => undefined)
    expect(code).toBe(2)
    expect(stdout).toContain('0 requests, 0 to the hub API: no request of the client was seen')
  })

  test('goes through the HTTP proxy that the environment names', async () => {
    // What takes the place of the hub is reached through its other name alone: nothing resolves the target's own.
    const { code, stderr } = await live(
      ['--target', 'http://hub.invalid'],
      async url => expect((await fetch(`${url}/v2/orgs/a/groups`)).status).toBe(502),
      { HUB_CONFORMANCE_PROXY: 'http://127.0.0.1:1' },
    )
    expect(code).toBe(0)
    expect(stderr).toContain('no answer from http://hub.invalid (ECONNREFUSED); the client gets a 502')
  })

  test('refuses a port that is taken', async () => {
    const argv = ['scan', '--proxy', new URL(hub.url).port, '--target', hub.url]
    const { code, stderr } = await cli(argv)
    expect(code).toBe(3)
    expect(stderr).toMatch(/^hub-conformance: port \d+ is in use; --proxy 0 selects a free port\n$/)
  })
})
