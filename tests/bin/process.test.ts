import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundleProgram } from './program.ts'

/** What only a process of its own shows: signals, pipes, exit codes. */

let program = ''

beforeAll(async () => {
  program = await bundleProgram()
})

const start = (argv: readonly string[]): ChildProcess =>
  spawn(process.execPath, [program, ...argv], { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'pipe'] })

const collected = (child: ChildProcess): { stdout: string; stderr: string } => {
  const text = { stdout: '', stderr: '' }
  child.stdout?.on('data', chunk => {
    text.stdout += chunk
  })
  child.stderr?.on('data', chunk => {
    text.stderr += chunk
  })
  return text
}

const ended = async (child: ChildProcess): Promise<number | null> => {
  const [code] = await once(child, 'close')
  return code as number | null
}

describe('the process', () => {
  test.each([
    [['--version'], 0],
    [['--target', 'reference', '--suite', 'v1-removed', '--quiet'], 0],
    [['--nonsense'], 3],
    [['--target', 'http://127.0.0.1:1'], 4],
    [['--target', 'reference', '--suite', 'v1-removed', '--report', 'json=/dev/null/report.json'], 3],
  ])('%j exits with %i', async (argv, code) => {
    const child = start(argv)
    const text = collected(child)
    expect(await ended(child), text.stderr).toBe(code)
    expect((text.stdout + text.stderr).trim()).not.toBe('')
  })

  test('a long report is written whole into a pipe', async () => {
    const child = start(['--target', 'reference', '--report', 'json'])
    const text = collected(child)
    expect(await ended(child)).toBe(0)
    expect(JSON.parse(text.stdout)).toMatchObject({ result: 'conformant' })
  })

  test('a reader that goes away changes no exit code', async () => {
    const child = start(['--target', 'reference', '--report', 'json'])
    child.stdout?.destroy()
    const text = collected(child)
    expect(await ended(child), text.stderr).toBe(0)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('scan of live traffic ends at %s with what it saw', async signal => {
    const hub = createServer((_request, response) => response.writeHead(410).end())
    hub.listen(0, '127.0.0.1')
    await once(hub, 'listening')
    const child = start(['scan', '--proxy', '0', '--target', `http://127.0.0.1:${(hub.address() as AddressInfo).port}`])
    const text = collected(child)
    await once(child.stdout ?? child, 'data')
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(text.stdout) ?? []
    expect((await fetch(`${url}/v1/repositories/a/tags`)).status).toBe(410)
    child.kill(signal)
    expect(await ended(child), text.stderr).toBe(1)
    expect(text.stdout).toContain('1 request, 1 to the hub API: uses 1 removed route')
    hub.closeAllConnections()
    hub.close()
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('serve ends with 0 at %s', async signal => {
    const child = start(['serve', '--port', '0'])
    const text = collected(child)
    await once(child.stdout ?? child, 'data')
    // Leaves a connection open that could be used again.
    const [url = ''] = /http:\S+\d/.exec(text.stdout) ?? []
    await (await fetch(`${url}/deprecated.md`)).text()
    child.kill(signal)
    expect(await ended(child), text.stderr).toBe(0)
    expect(text.stderr).toBe('')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'a run that is interrupted by %s ends, reports and is incomplete',
    async signal => {
      const asked: string[] = []
      let child: ChildProcess | undefined
      // Answers what a run asks first, then leaves it waiting.
      const server = createServer((request, response) => {
        asked.push(request.url ?? '')
        if (asked.length === 1) response.end('{}')
        if (asked.length === 2) child?.kill(signal)
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      child = start(['--target', `http://127.0.0.1:${port}`, '--concurrency', '32'])
      const text = collected(child)
      const code = await ended(child)
      server.closeAllConnections()
      server.close()
      expect(text.stderr).toContain(`${signal}: stopping`)
      expect(text.stderr).toContain('interrupted')
      expect(code).toBe(2)
    },
  )
})
