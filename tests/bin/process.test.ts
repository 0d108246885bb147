import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundleProgram, type Program, startProgram } from './program.ts'

/** What only a process of its own shows: signals, pipes, exit codes. */

let program = ''

beforeAll(async () => {
  program = await bundleProgram()
})

const start = (argv: readonly string[]): Program => startProgram(program, argv)

describe('the process', () => {
  test.each([
    [['--version'], 0],
    [['--target', 'reference', '--suite', 'v1-removed', '--quiet'], 0],
    [['--nonsense'], 3],
    [['--target', 'http://127.0.0.1:1'], 4],
    [['--target', 'reference', '--suite', 'v1-removed', '--report', 'json=/dev/null/report.json'], 3],
  ])('%j exits with %i', async (argv, code) => {
    const { text, ended } = start(argv)
    expect(await ended(), text.stderr).toBe(code)
    expect((text.stdout + text.stderr).trim()).not.toBe('')
  })

  const long = ['--target', 'reference', '--suite', 'v1-removed', '--report', 'json']

  test('a long report is written whole into a pipe', async () => {
    const { text, ended } = start(long)
    expect(await ended()).toBe(0)
    // Many times what a pipe holds.
    expect(text.stdout.length).toBeGreaterThan(500_000)
    expect(JSON.parse(text.stdout)).toMatchObject({ result: 'partial' })
  })

  test('a reader that goes away changes no exit code', async () => {
    const { child, text, ended } = start(long)
    child.stdout?.destroy()
    expect(await ended(), text.stderr).toBe(0)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('scan of live traffic ends at %s with what it saw', async signal => {
    const hub = createServer((_request, response) => response.writeHead(410).end())
    hub.listen(0, '127.0.0.1')
    await once(hub, 'listening')
    const { child, text, ended } = start([
      'scan',
      '--proxy',
      '0',
      '--target',
      `http://127.0.0.1:${(hub.address() as AddressInfo).port}`,
    ])
    await once(child.stdout ?? child, 'data')
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(text.stdout) ?? []
    expect((await fetch(`${url}/v1/repositories/a/tags`)).status).toBe(410)
    child.kill(signal)
    expect(await ended(), text.stderr).toBe(1)
    expect(text.stdout).toContain('1 request, 1 to the hub API: uses 1 removed route')
    hub.closeAllConnections()
    hub.close()
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('serve ends with 0 at %s', async signal => {
    const { child, text, ended } = start(['serve', '--port', '0'])
    await once(child.stdout ?? child, 'data')
    // Leaves a connection open that could be used again.
    const [url = ''] = /http:\S+\d/.exec(text.stdout) ?? []
    await (await fetch(`${url}/deprecated.md`)).text()
    child.kill(signal)
    expect(await ended(), text.stderr).toBe(0)
    expect(text.stderr).toBe('')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'a run that is interrupted by %s ends, reports and is incomplete',
    async signal => {
      const asked: string[] = []
      let started: Program | undefined
      // Answers what a run asks first, then leaves it waiting.
      const server = createServer((request, response) => {
        asked.push(request.url ?? '')
        if (asked.length === 1) response.end('{}')
        if (asked.length === 2) started?.child.kill(signal)
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      started = start(['--target', `http://127.0.0.1:${port}`, '--concurrency', '32'])
      const { text, ended } = started
      const code = await ended()
      server.closeAllConnections()
      server.close()
      expect(text.stderr).toContain(`${signal}: stopping`)
      expect(text.stderr).toContain('interrupted')
      expect(code).toBe(2)
    },
  )
})
