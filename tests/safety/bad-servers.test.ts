import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/report.ts'
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

const judge = (
  url: string,
  suites: readonly string[],
  allowWrites: boolean,
  timeoutMs: number,
  factor = 1,
): Promise<Report | 'unreachable'> =>
  runConformance({
    target: { url },
    credentials: { token: 'a-token-for-bad-servers' },
    fixtures: { namespace: 'acme', repository: 'probe', tag: 'latest', org: 'acme', groupId: '1' },
    allowWrites,
    select: { suites },
    deadlineMs: 5_000 * factor,
    network: { timeoutMs: timeoutMs * factor, retries: 1 },
    patienceMs: 200,
  }).catch((error: unknown) => {
    if (error instanceof TargetUnreachable) return 'unreachable' as const
    throw error
  })

/** For a server that answers: where a slow machine does not get the answer within the limits, they grow. */
const untilAnswered = async (
  run: (factor: number) => Promise<Report | 'unreachable'>,
): Promise<Report | 'unreachable'> => {
  for (let factor = 1; factor <= 64; factor *= 4) {
    const outcome = await run(factor)
    if (outcome !== 'unreachable') return outcome
  }
  return 'unreachable'
}

describe('a server that', () => {
  // Most of the time is spent waiting for what never comes.
  test.concurrent.each(badServers)('$does ends a run: $ends', async ({ ends, serve }) => {
    const server = await listenRaw(serve)
    try {
      const suites = ['access-tokens', 'presence']
      const outcome =
        ends === 'unreachable'
          ? await judge(server.url, suites, true, 300)
          : await untilAnswered(factor => judge(server.url, suites, true, 3_000, factor))
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
  test.concurrent.each(badServers)('$does: $behind', async ({ behind, serve }) => {
    const server = await listenRaw(behindRoot(serve))
    try {
      const outcome = await untilAnswered(factor =>
        judge(server.url, ['v1-removed', 'access-tokens', 'presence'], false, 1_500, factor),
      )
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
