import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/report.ts'
import type { Clock } from '../../engine/options.ts'
import { runConformance, TargetUnreachable } from '../../engine/run.ts'
import { withVerdict } from '../support/run.ts'
import { badServers, behindRoot } from './support/bad-servers.ts'
import { listenRaw } from './support/listen.ts'

const rejections: unknown[] = []
const onRejection = (error: unknown): unknown => rejections.push(error)

beforeAll(() => {
  process.on('unhandledRejection', onRejection)
})

afterAll(() => {
  process.off('unhandledRejection', onRejection)
})

/** The time of the run is counted: a look at the clock takes a while, a pause takes none. So a run ends after as much work on every machine. */
const countedClock = (): Clock => {
  let now = Date.now()
  return {
    now: () => {
      now += 50
      return now
    },
    pause: async ms => {
      now += ms
    },
  }
}

/** Milliseconds that nothing which answers ever takes. */
const ample = 600_000

const judge = (
  url: string,
  suites: readonly string[],
  allowWrites: boolean,
  timeoutMs: number,
): Promise<Report | 'unreachable'> =>
  runConformance({
    target: { url },
    credentials: { token: 'a-token-for-bad-servers' },
    fixtures: { namespace: 'acme', repository: 'probe', tag: 'latest', org: 'acme', groupId: '1' },
    allowWrites,
    select: { suites },
    clock: countedClock(),
    network: { timeoutMs, retries: 1 },
    patienceMs: 200,
  }).catch((error: unknown) => {
    if (error instanceof TargetUnreachable) return 'unreachable' as const
    throw error
  })

describe('a server that', () => {
  // Most of the time is spent waiting for what never comes.
  test.concurrent.each(badServers)('$does ends a run: $ends', async ({ ends, serve }) => {
    const server = await listenRaw(serve)
    try {
      const outcome = await judge(server.url, ['access-tokens', 'presence'], true, ends === 'unreachable' ? 300 : ample)
      expect(rejections).toEqual([])
      if (outcome === 'unreachable') return expect(ends).toBe('unreachable')
      expect(ends).toBe('not conformant')
      expect(outcome.result).not.toBe('conformant')
      expect(withVerdict(outcome, 'error')).toEqual({})
    } finally {
      await server.close()
    }
  })
})

describe('a server whose root answers as it should, and the routes of whose API', () => {
  test.concurrent.each(badServers)('$does: $behind', async ({ behind, ends, serve }) => {
    const server = await listenRaw(behindRoot(serve))
    try {
      // What never answers needs a limit; on a slow machine the root may need a longer one.
      let outcome: Report | 'unreachable' = 'unreachable'
      for (let ms = ends === 'unreachable' ? 1_500 : ample; outcome === 'unreachable' && ms <= ample; ms *= 6)
        outcome = await judge(server.url, ['v1-removed', 'access-tokens', 'presence'], false, ms)
      expect(rejections).toEqual([])
      if (outcome === 'unreachable') throw new Error('the root was answered')
      expect(withVerdict(outcome, 'error')).toEqual({})
      expect(withVerdict(outcome, 'pass')).toEqual({})
      if (behind === 'open') expect(withVerdict(outcome, 'fail')).toEqual({})
    } finally {
      await server.close()
    }
  })
})
