import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../../contracts/results/report.ts'
import type { SelectionInput } from '../../../engine/options.ts'
import { runConformance, TargetUnreachable } from '../../../engine/run.ts'
import { withVerdict } from '../../support/run.ts'
import { badServers } from './bad-servers.ts'
import { listenRaw } from './listen.ts'

export const rejections: unknown[] = []
const onRejection = (error: unknown): unknown => rejections.push(error)

/** Collects rejections that nobody handles, for as long as the tests of a file run. */
export const watchRejections = (): void => {
  beforeAll(() => {
    process.on('unhandledRejection', onRejection)
  })
  afterAll(() => {
    process.off('unhandledRejection', onRejection)
  })
}

export const judge = (
  url: string,
  select: SelectionInput,
  allowWrites: boolean,
  timeoutMs: number,
  factor = 1,
): Promise<Report | 'unreachable'> =>
  runConformance({
    target: { url },
    credentials: { token: 'a-token-for-bad-servers' },
    fixtures: { namespace: 'acme', repository: 'probe', tag: 'latest', org: 'acme', groupId: '1' },
    allowWrites,
    select,
    deadlineMs: 5_000 * factor,
    network: { timeoutMs: timeoutMs * factor, retries: 1 },
    patienceMs: 200,
  }).catch((error: unknown) => {
    if (error instanceof TargetUnreachable) return 'unreachable' as const
    throw error
  })

/** For a server that answers: where a slow machine does not get the answer within the limits, they grow. */
export const untilAnswered = async (
  run: (factor: number) => Promise<Report | 'unreachable'>,
): Promise<Report | 'unreachable'> => {
  for (let factor = 1; factor <= 64; factor *= 4) {
    const outcome = await run(factor)
    if (outcome !== 'unreachable') return outcome
  }
  return 'unreachable'
}

/** Registers a test per bad server: a run that asks this and writes ends, and the server is not called conformant. */
export const everyRunEnds = (select: SelectionInput): void => {
  watchRejections()
  describe('a server that', () => {
    // Most of the time is spent waiting for what never comes.
    test.concurrent.each(badServers)('$does ends a run: $ends', async ({ ends, serve }) => {
      const server = await listenRaw(serve)
      try {
        const outcome =
          ends === 'unreachable'
            ? await judge(server.url, select, true, 300)
            : await untilAnswered(factor => judge(server.url, select, true, 3_000, factor))
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
}
