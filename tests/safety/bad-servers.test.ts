import { describe, expect, test } from 'vitest'
import { withVerdict } from '../support/run.ts'
import { badServers } from './support/bad-servers.ts'
import { judge, rejections, untilAnswered, watchRejections } from './support/judge-bad-server.ts'
import { listenRaw } from './support/listen.ts'

watchRejections()

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
