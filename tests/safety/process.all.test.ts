import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHub } from '../../reference-impl/hub.ts'
import { serveHub } from '../../reference-impl/serve.ts'
import { badServers, behindRoot } from './support/bad-servers.ts'
import { listenRaw } from './support/listen.ts'
import { type BuiltProgram, buildProgram, ended } from './support/program.ts'
import { ceilings, hungry, type lookups } from './support/tables.ts'

let program: BuiltProgram
beforeAll(async () => {
  program = await buildProgram()
})
afterAll(() => program.remove())

/** Code that runs in the process before the program does. */
const before = (code: string): string => `--import data:text/javascript,${encodeURIComponent(code)}`

const start = (url: string, argv: readonly string[], nodeOptions: string, env: Readonly<Record<string, string>> = {}) =>
  ended(
    program.start(['--target', url, '--namespace', 'acme', '--repository', 'probe', '--org', 'acme', ...argv], {
      HUB_CONFORMANCE_TOKEN: 'a-token-for-bad-servers',
      NODE_OPTIONS: nodeOptions,
      ...env,
    }),
  )

describe(`within ${ceilings.heapMb} MB of heap and ${ceilings.residentMb} MB in all, a run ends against a server that`, () => {
  const measure = `--require ${JSON.stringify(resolve('tests/support/usage.cjs'))}`

  test.each(hungry)('%s', async does => {
    const bad = badServers.find(server => server.does === does)
    if (!bad) throw new Error(`no server ${does}`)
    const server = await listenRaw(behindRoot(bad.serve))
    const usage = join(await program.room(), 'usage.json')
    try {
      const argv = ['--quiet', '--deadline', '6s', '--timeout', '2s', '--patience', '200ms']
      const reports = ['--report', 'json=report.json', '--report', 'html=report.html']
      const { code, stderr } = await start(
        server.url,
        [...argv, ...reports],
        `--max-old-space-size=${ceilings.heapMb} ${measure}`,
        { USAGE_FILE: usage },
      )
      expect([1, 2], stderr).toContain(code)
      const { peakMb } = JSON.parse(readFileSync(usage, 'utf8'))
      expect(peakMb).toBeGreaterThan(10)
      expect(peakMb).toBeLessThan(ceilings.residentMb)
    } finally {
      await server.close()
    }
  })
})

describe('where looking up a name', () => {
  const lookup = (body: string): string =>
    before(`import dns from 'node:dns'; dns.lookup = (name, options, done) => { ${body} }`)
  const found = 'done(null, options.all ? [{ address: "127.0.0.1", family: 4 }] : "127.0.0.1", 4)'
  const ways: Readonly<Record<keyof typeof lookups, readonly [body: string, code: number, says: RegExp]>> = {
    'takes 200 ms for each connection': [`setTimeout(() => ${found}, 200)`, 0, /PARTIAL/],
    'never ends': ['', 4, /\(timeout\)/],
    'fails for now': ['done(Object.assign(new Error("EAI_AGAIN"), { code: "EAI_AGAIN" }))', 4, /\(name-not-found\)/],
  }

  test.each(Object.entries(ways))('%s', async (does, [body, code, says]) => {
    const hub = createHub()
    const served = await serveHub(hub.handler)
    try {
      const url = served.url.replace('127.0.0.1', 'hub.test')
      const argv = [
        '--suite',
        'v1-removed',
        '--concurrency',
        '32',
        '--timeout',
        does === 'never ends' ? '300ms' : '20s',
      ]
      const outcome = await start(url, argv, lookup(body))
      expect(outcome.stdout + outcome.stderr).toMatch(says)
      expect(outcome.code).toBe(code)
    } finally {
      await served.close()
    }
  })
})
