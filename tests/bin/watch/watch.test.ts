import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHub } from '../../../reference-impl/hub.ts'
import { refused } from '../harness.ts'
import { bundleProgram, type Program, startProgram } from '../program.ts'

let folder = ''
let program = ''
let cwd = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance-watch-'))
  program = await bundleProgram()
})

afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  cwd = await mkdtemp(join(folder, 'work '))
})

const endings: (() => unknown)[] = []

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const start = (argv: readonly string[], env: Readonly<Record<string, string>> = {}): Program => {
  const started = startProgram(program, argv, { cwd, env })
  endings.push(async () => {
    started.child.kill('SIGKILL')
    await started.ended()
  })
  return started
}

const kill = async (started: Program): Promise<void> => {
  started.child.kill('SIGKILL')
  await started.ended()
}

const interrupt = async (started: Program, signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> => {
  started.child.kill(signal)
  return started.ended()
}

/** The reference hub as a process of its own. */
const serve = async (
  port = '0',
  argv: readonly string[] = [],
): Promise<{ hub: Program; url: string; port: string }> => {
  const hub = start(['serve', '--port', port, ...argv])
  await hub.said('press Ctrl-C to stop.')
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(hub.text.all) ?? []
  return { hub, url, port: new URL(url).port }
}

const few = ['--only', 'v1-removed/name-*', '--quiet', '--watch']
const id = 'v1-removed/name-tags'
const fault = ['--fault', `${id}/not-found`]

/** A server of this process, so that a test can hold its answers back and bring it down. */
const listen = async (server: Server, port = 0): Promise<string> => {
  for (let listening = false; !listening; ) {
    server.listen(port, '127.0.0.1')
    // While nothing listened on it, a connection of another test may have been given the port.
    listening = await once(server, 'listening').then(
      () => true,
      () => pause(50).then(() => false),
    )
  }
  endings.push(() => bringDown(server))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const bringDown = async (server: Server): Promise<void> => {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

const headers = ({ text }: Program): readonly string[] => text.stdout.match(/^\d\d:\d\d:\d\d {2}.*$/gm) ?? []

describe('--watch', () => {
  test('runs again when the target restarts, first what failed, and ends with the last exit code', async () => {
    const { hub, url, port } = await serve('0', fault)
    const watch = start(['--target', url, ...few])
    await watch.said(`watching ${url}; Ctrl-C ends with 1`)
    expect(watch.text.stdout).toContain(`✗ ${id}`)
    await kill(hub)
    await watch.said('the target stopped; waiting for it')
    await serve(port)
    await watch.said(`watching ${url}; Ctrl-C ends with 0`)
    const after = watch.text.stdout.slice(watch.text.stdout.indexOf('the target restarted'))
    expect(after).toMatch(
      new RegExp(
        `^the target restarted; first the 1 that failed before\n\n✓ ${id} passes now\nNow the other requirements\n\nPARTIAL  3 of \\d+ MUST selected, passed\\s· since the last run: 1 fixed\n`,
      ),
    )
    expect(await interrupt(watch), watch.text.all).toBe(0)
    expect(headers(watch)).toHaveLength(1)
  })

  test('counts what fails as before, and does not repeat it', async () => {
    const { hub, url, port } = await serve('0', fault)
    const watch = start(['--target', url, ...few])
    await watch.said('ends with 1')
    await kill(hub)
    await watch.said('the target stopped')
    await serve(port, fault)
    await watch.said('ends with 1', 2)
    expect(watch.text.stdout).toMatch(
      /\n✗ 1 of 1 still fails\nNow the other requirements\n\nNON-CONFORMANT\s+.*\s.*since the last\s+run: nothing changed,\s+1 fails as before\n/,
    )
    expect(watch.text.stdout.split(`✗ ${id}`)).toHaveLength(2)
    expect(await interrupt(watch, 'SIGTERM'), watch.text.all).toBe(1)
  })

  test('waits for a target that is not there, and ends with 4 where it never came', async () => {
    const { hub, url, port } = await serve()
    await kill(hub)
    const [watch, never] = [start(['--target', url, ...few]), start(['--target', url, ...few])]
    await Promise.all([watch, never].map(each => each.said(`no answer from ${url}; waiting for it`)))
    expect(await interrupt(never)).toBe(4)
    await serve(port)
    await watch.said('ends with 0')
    expect(watch.text.stdout).toMatch(/^\n\d\d:\d\d:\d\d {2}the target started\n\nPARTIAL/)
    expect(await interrupt(watch)).toBe(0)
  })

  test('runs again when a given file changes, in place or replaced, and takes a broken one for what is being edited', async () => {
    const { url } = await serve('0', fault)
    await writeFile(join(cwd, 'baseline.yaml'), '')
    const watch = start(['--target', url, ...few, '--baseline', 'baseline.yaml'])
    await watch.said(`watching ${url} and 1 path; Ctrl-C ends with 1`)
    await appendFile(join(cwd, 'baseline.yaml'), 'failures: [\n')
    await watch.said('invalid YAML')
    await watch.said('ends with 3')
    await writeFile(
      join(cwd, 'new.yaml'),
      `failures:\n  - { id: ${id}, verdict: fail, code: not-gone, reason: known }\n`,
    )
    await rename(join(cwd, 'new.yaml'), join(cwd, 'baseline.yaml'))
    await watch.said('ends with 0')
    expect(watch.text.stdout).toContain('  baseline.yaml changed; first the 1 that failed before\n')
    expect(await interrupt(watch), watch.text.all).toBe(0)
  })

  test('reads the configuration anew, with what it extends and the files that it names', async () => {
    const { url } = await serve()
    await writeFile(join(cwd, 'shared.yaml'), 'suite: v1-removed\n')
    await writeFile(join(cwd, 'hub-conformance.config.yaml'), `extends: shared.yaml\ntarget: ${url}\n`)
    const watch = start(['--quiet', '--watch'])
    await watch.said(`watching ${url} and 2 paths; Ctrl-C ends with 0`)
    await writeFile(join(cwd, 'baseline.yaml'), '')
    await writeFile(join(cwd, 'shared.yaml'), 'only: v1-removed/name-tags\nbaseline: baseline.yaml\n')
    await watch.said(`watching ${url} and 3 paths; Ctrl-C ends with 0`)
    expect(watch.text.stdout).toMatch(/PARTIAL\s+1 of \d+ MUST selected, passed/)
    expect(watch.text.stdout).toMatch(/baseline: no\s+regression/)
    await writeFile(join(cwd, 'hub-conformance.config.yaml'), `extends: shared.yaml\ntarget: ${url}\nbaselin: x\n`)
    await watch.said('did you mean "baseline"?')
    expect(await interrupt(watch), watch.text.all).toBe(3)
  })

  test('what it writes itself is no change', async () => {
    const { url } = await serve()
    const watch = start(['--target', url, ...few, '--watch-path', '.', '--report', 'json=reports/report.json'])
    await watch.said('ends with 0')
    await writeFile(join(cwd, 'hub.js'), 'changed')
    await watch.said('ends with 0', 2)
    expect(headers(watch).map(line => line.slice(10))).toEqual(['hub.js changed'])
    expect(await interrupt(watch)).toBe(0)
  })

  test('a change during a run ends it and begins another', async () => {
    let hold = true
    let asked = 0
    const server = createServer((request, response) => {
      asked += 1
      if (hold && request.url?.startsWith('/v1/')) {
        void appendFile(join(cwd, 'baseline.yaml'), '# more\n')
        return
      }
      response.statusCode = 410
      response.end('{}')
    })
    await writeFile(join(cwd, 'baseline.yaml'), '')
    const watch = start(['--target', await listen(server), ...few, '--baseline', 'baseline.yaml', '--concurrency', '1'])
    await watch.said('baseline.yaml changed')
    hold = false
    await watch.said('Ctrl-C ends with')
    expect(asked).toBeGreaterThan(3)
    expect(watch.text.stdout.match(/of \d+ MUST/g)).toHaveLength(1)
    expect(watch.text.stderr).not.toContain('interrupted')
    await interrupt(watch)
  })

  test('an interrupted rerun ends with the exit code of the last run that was complete', async () => {
    let hold = false
    let held = (): void => undefined
    const waiting = new Promise<void>(resolve => {
      held = resolve
    })
    const server = createServer((request, response) => {
      if (hold && request.url?.startsWith('/v1/')) return held()
      response.statusCode = request.url?.includes('hub-conformance') ? 404 : 410
      response.end('{}')
    })
    await writeFile(join(cwd, 'baseline.yaml'), '')
    const watch = start(['--target', await listen(server), ...few, '--baseline', 'baseline.yaml'])
    await watch.said('Ctrl-C ends with')
    const [, expected] = /Ctrl-C ends with (\d)/.exec(watch.text.stderr) ?? []
    hold = true
    await appendFile(join(cwd, 'baseline.yaml'), '# more\n')
    await waiting
    expect(await interrupt(watch), watch.text.all).toBe(Number(expected))
    expect(watch.text.stderr).toContain('SIGINT: stopping and cleaning up')
  })

  test('what a run left behind when its target went away is deleted when it is back', async () => {
    const { handler, credentials, fixtures } = createHub()
    const listener = getRequestListener(handler)
    let created = 0
    let broken: Promise<void> | undefined
    const server: Server = createServer((request, response) => {
      if (request.method === 'POST' && broken === undefined)
        response.on('finish', () => {
          // The removed routes are asked with POST as well.
          if (response.statusCode === 201) created += 1
          if (created === 3) broken = bringDown(server)
        })
      void listener(request, response)
    })
    const url = await listen(server)
    const { namespace, repository, tag, org, groupId } = fixtures
    const given = Object.entries({ namespace, repository, tag, org, 'group-id': String(groupId) })
    const watch = start(
      [
        '--target',
        url,
        '--allow-writes',
        '--quiet',
        '--watch',
        ...given.flatMap(([name, text]) => [`--${name}`, text]),
      ],
      { HUB_CONFORMANCE_TOKEN: credentials.token },
    )
    await watch.said('the target stopped; waiting for it')
    await broken
    expect((await readdir(cwd)).filter(name => name.endsWith('.ledger.json'))).toHaveLength(1)
    await listen(createServer(listener), Number(new URL(url).port))
    await watch.said('Ctrl-C ends with 0')
    expect(await readdir(cwd)).toEqual([])
    expect(await interrupt(watch), watch.text.all).toBe(0)
    const list = async (path: string): Promise<string> => {
      const authorization = `Bearer ${credentials.token}`
      const response = await handler(new Request(`http://hub.invalid${path}`, { headers: { authorization } }))
      expect(response.status).toBe(200)
      return response.text()
    }
    expect(await list(`/v2/namespaces/${namespace}/repositories?page_size=100`)).not.toContain('hub-conformance-')
    expect(await list('/v2/access-tokens?page_size=100')).not.toContain('hub-conformance-')
  })

  test('a server that the runs bring down is not run against for ever', async () => {
    const server = (): Server => {
      const own: Server = createServer((request, response) => {
        if (request.url?.startsWith('/v1/')) {
          if (!own.listening) return
          const { port } = own.address() as AddressInfo
          // As a supervisor does: whatever ended is started again.
          void bringDown(own).then(() => listen(server(), port))
          return
        }
        response.end('{}')
      })
      return own
    }
    const watch = start(['--target', await listen(server()), ...few])
    await watch.said('the target stopped during 3 runs in a row, possibly because of them; waiting for a change')
    await watch.said('Ctrl-C ends with')
    expect(headers(watch)).toHaveLength(2)
    expect(await interrupt(watch)).toBe(2)
  })
})

test.each<readonly [readonly string[], string]>([
  [['--target', 'reference', '--watch'], '--watch: nothing to watch; set --watch-path PATH, or'],
  [['--target', 'http://localhost:1', '--watch', '--dry-run'], '--watch and --dry-run cannot be combined'],
  [['--target', 'http://localhost:1', '--watch', '--report', 'json'], '--report: with --watch a report needs a file'],
  [['--target', 'http://localhost:1', '--watch', '--token-file', '-'], 'standard input can be read only once'],
])('%j is refused', async (argv, message) => {
  const { code, stderr } = await refused(argv)
  expect(stderr).toContain(message)
  expect(code).toBe(3)
})

test('several targets are refused', async () => {
  await writeFile(
    join(cwd, 'hub-conformance.config.yaml'),
    'targets: { a: { target: "http://localhost:1" }, b: { target: "http://localhost:2" } }\n',
  )
  const { code, stderr } = await refused(['--watch'], { cwd })
  expect(stderr).toContain('--watch needs one target; select it with --target NAME')
  expect(code).toBe(3)
})
