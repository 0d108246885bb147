import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHub, type Hub } from '../../../reference-impl/hub.ts'
import { type ServedHub, serveHub } from '../../../reference-impl/serve.ts'
import type { Program } from '../../bin/program.ts'
import { type BuiltProgram, buildProgram, ended } from './program.ts'
import type { KillPoint, Moment } from './tables.ts'
import { leftOn } from './things.ts'

/** The command line as a program, for all tests of a file. */
const useProgram = (): (() => BuiltProgram) => {
  let program: BuiltProgram
  beforeAll(async () => {
    program = await buildProgram()
  })
  afterAll(() => program.remove())
  return () => program
}

/** A served hub that calls back at that moment. */
const hubWith = async (
  { when, what, count }: Moment,
  onMoment: () => void,
): Promise<{ readonly hub: Hub; readonly served: ServedHub }> => {
  const hub = createHub()
  let seen = 0
  const isOne = ({ method, url }: Request): boolean => {
    const { pathname } = new URL(url)
    if (what === 'request') return true
    if (what === 'deletion') return method === 'DELETE' && pathname.startsWith('/v2/')
    return method === 'POST' && /(?:access-tokens|repositories)$/.test(pathname)
  }
  const served = await serveHub(async request => {
    const one = isOne(request)
    if (one && when === 'before' && ++seen === count) onMoment()
    const response = await hub.handler(request)
    if (one && when === 'after' && response.ok && ++seen === count) onMoment()
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

/** Some side by side: after a kill, cleaning up waits for what may still take effect. More would only share the cores. */
const few = pLimit(6)

/** Registers a test per moment at which a run is interrupted or killed. */
export const testKillPoints = (points: readonly KillPoint[]): void => {
  const program = useProgram()
  describe.concurrent.each(points)('$signal $when $what $count', ({ signal, ...moment }) => {
    test(signal === 'SIGKILL' ? 'cleanup deletes what the ledger names' : 'leaves nothing on the server', () =>
      few(async () => {
        let started: Program | undefined
        const { hub, served } = await hubWith(moment, () => started?.child.kill(signal))
        const env = { HUB_CONFORMANCE_TOKEN: hub.credentials.token }
        try {
          const room = await program().room()
          started = program().start(argvFor(served.url, hub), env, room)
          const { code, stderr, stdout } = await ended(started)
          const ledgers = await ledgersIn(room)
          if (signal !== 'SIGKILL') {
            expect(code, stdout + stderr).toBe(2)
            expect(stderr).toContain(`${signal}: stopping`)
            expect(await leftOn(hub)).toEqual([])
            expect(ledgers).toEqual([])
            return
          }
          const left = await leftOn(hub)
          // What is noted is noted before it is created, so that the ledger may name more than there is.
          if (left.length === 0 && ledgers.length === 0) return expect(moment.what).toBe('request')
          expect(ledgers).toHaveLength(1)
          const [ledger = ''] = ledgers
          const text = await readFile(ledger, 'utf8')
          expect(text).not.toContain(hub.credentials.token)
          for (const thing of left) expect(text).toContain(/hub-conformance-\w{6}-[0-9a-f]{6}/.exec(thing)?.[0])
          const resumed = await ended(program().start(['cleanup', ledger], env))
          expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0)
          expect(await leftOn(hub)).toEqual([])
          expect(await ledgersIn(room)).toEqual([])
        } finally {
          await served.close()
        }
      }),
    )
  })
}

/** Registers the tests of a second interrupt, while the first is cleaning up. */
export const testSecondInterrupt = (): void => {
  const program = useProgram()
  describe('a second interrupt', () => {
    test.each(['SIGINT', 'SIGTERM'] as const)('%s ends at once and says how to resume', async signal => {
      let started: Program | undefined
      const moment = { when: 'after', what: 'creation', count: 3 } as const
      const { hub, served } = await hubWith(moment, () => started?.child.kill(signal))
      // Deletions hang, so that cleaning up is still under way.
      const slow = await serveHub(async request => {
        if (request.method === 'DELETE') {
          started?.child.kill(signal)
          return new Promise<Response>(() => undefined)
        }
        return fetch(new Request(served.url + new URL(request.url).pathname + new URL(request.url).search, request))
      })
      const env = { HUB_CONFORMANCE_TOKEN: hub.credentials.token }
      try {
        const room = await program().room()
        started = program().start([...argvFor(slow.url, hub), '--suite', 'access-tokens'], env, room)
        const { code, stderr } = await ended(started)
        expect(code).toBe(2)
        const command = /hub-conformance cleanup '?([^\s']+\.ledger\.json)/.exec(stderr)
        expect(command, stderr).not.toBeNull()
        const [ledger = ''] = await ledgersIn(room)
        expect(command?.[1]).toBe(ledger)
        await slow.close()
        // The server that hung is gone; the one behind it has the things.
        const moved = JSON.parse(await readFile(ledger, 'utf8')) as { target: string }
        await writeFile(ledger, JSON.stringify({ ...moved, target: served.url }))
        const resumed = await ended(program().start(['cleanup', ledger], env))
        expect(resumed.code, resumed.stderr).toBe(0)
        expect(await leftOn(hub)).toEqual([])
      } finally {
        await slow.close()
        await served.close()
      }
    })
  })
}
