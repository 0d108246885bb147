import type { ChildProcess } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHub, type Hub } from '../../reference-impl/hub.ts'
import { type ServedHub, serveHub } from '../../reference-impl/serve.ts'
import { buildProgram, ended, type Program } from './support/program.ts'
import { killPoints } from './support/tables.ts'
import { leftOn } from './support/things.ts'

let program: Program

beforeAll(async () => {
  program = await buildProgram()
})

afterAll(() => program.remove())

/** A served hub that calls back when something has been created for the n-th time, before it says so. */
const hubWith = async (
  onCreation: (count: number) => void,
): Promise<{ readonly hub: Hub; readonly served: ServedHub }> => {
  const hub = createHub()
  let count = 0
  const served = await serveHub(async request => {
    const { method } = request
    const { pathname } = new URL(request.url)
    const response = await hub.handler(request)
    if (method === 'POST' && response.status === 201 && /(?:access-tokens|repositories)$/.test(pathname))
      onCreation(++count)
    return response
  })
  return { hub, served }
}

const argvFor = (url: string, hub: Hub): string[] => [
  '--target',
  url,
  '--allow-writes',
  '--suite',
  'access-tokens,presence',
  ...Object.entries(hub.fixtures).flatMap(([name, value]) => [
    `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`,
    String(value),
  ]),
]

const ledgersIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter(name => name.endsWith('.ledger.json')).map(name => join(folder, name))

describe.each(killPoints)('$signal after creation $creation', ({ signal, creation }) => {
  test(signal === 'SIGKILL' ? 'cleanup deletes what the ledger names' : 'leaves nothing on the server', async () => {
    let child: ChildProcess | undefined
    const { hub, served } = await hubWith(count => {
      if (count === creation) child?.kill(signal)
    })
    const env = { HUB_CONFORMANCE_TOKEN: hub.credentials.token }
    try {
      child = program.start(argvFor(served.url, hub), env)
      const { code, stderr, stdout } = await ended(child)
      const ledgers = await ledgersIn(program.folder)
      if (signal !== 'SIGKILL') {
        expect(code, stdout + stderr).toBe(2)
        expect(stderr).toContain(`${signal}: stopping`)
        expect(await leftOn(hub)).toEqual([])
        expect(ledgers).toEqual([])
        return
      }
      const left = await leftOn(hub)
      expect(left.length).toBeGreaterThanOrEqual(1)
      expect(ledgers).toHaveLength(1)
      const [ledger = ''] = ledgers
      const text = await readFile(ledger, 'utf8')
      expect(text).not.toContain(hub.credentials.token)
      for (const thing of left) expect(text).toContain(/hub-conformance-[\w-]+/.exec(thing)?.[0])
      const resumed = await ended(program.start(['cleanup', ledger], env))
      expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0)
      expect(await leftOn(hub)).toEqual([])
      expect(await ledgersIn(program.folder)).toEqual([])
    } finally {
      await served.close()
    }
  })
})

describe('a second interrupt', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends at once and says how to resume', async signal => {
    let child: ChildProcess | undefined
    const { hub, served } = await hubWith(count => {
      if (count === 3) child?.kill(signal)
    })
    // Deletions hang, so that cleaning up is still under way.
    const slow = await serveHub(async request => {
      if (request.method === 'DELETE') {
        child?.kill(signal)
        return new Promise<Response>(() => undefined)
      }
      return fetch(new Request(served.url + new URL(request.url).pathname + new URL(request.url).search, request))
    })
    const env = { HUB_CONFORMANCE_TOKEN: hub.credentials.token }
    try {
      child = program.start([...argvFor(slow.url, hub), '--suite', 'access-tokens'], env)
      const { code, stderr } = await ended(child)
      expect(code).toBe(2)
      const command = /hub-conformance cleanup '?([^\s']+\.ledger\.json)/.exec(stderr)
      expect(command, stderr).not.toBeNull()
      const [ledger = ''] = await ledgersIn(program.folder)
      expect(command?.[1]).toBe(ledger)
      await slow.close()
      // The server that hung is gone; the one behind it has the things.
      const moved = JSON.parse(await readFile(ledger, 'utf8')) as { target: string }
      await writeFile(ledger, JSON.stringify({ ...moved, target: served.url }))
      const resumed = await ended(program.start(['cleanup', ledger], env))
      expect(resumed.code, resumed.stderr).toBe(0)
      expect(await leftOn(hub)).toEqual([])
    } finally {
      await slow.close()
      await served.close()
    }
  })
})
