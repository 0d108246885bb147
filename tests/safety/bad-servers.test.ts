import { describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/report.ts'
import { runConformance, TargetUnreachable } from '../../engine/run.ts'
import { withVerdict } from '../support/run.ts'
import { badServers } from './support/bad-servers.ts'
import { listenRaw } from './support/listen.ts'

const rejections: unknown[] = []
process.on('unhandledRejection', error => rejections.push(error))

const judge = (url: string): Promise<Report | 'unreachable'> =>
  runConformance({
    target: { url },
    credentials: { token: 'a-token-for-bad-servers' },
    fixtures: { namespace: 'acme', repository: 'probe', tag: 'latest', org: 'acme', groupId: '1' },
    allowWrites: true,
    select: { suites: ['access-tokens', 'presence'] },
    network: { timeoutMs: 300, retries: 1 },
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
      const outcome = await judge(server.url)
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
