import { describe, expect, test } from 'vitest'
import { withVerdict } from '../support/run.ts'
import { badServers, behindRoot } from './support/bad-servers.ts'
import { everyRunEnds, judge, rejections, untilAnswered } from './support/judge-bad-server.ts'
import { listenRaw } from './support/listen.ts'

everyRunEnds({ suites: ['access-tokens', 'presence', 'repositories'] })

describe('a server whose root answers as it should, and the routes of whose API', () => {
  test.concurrent.each(badServers)('$does: $behind', async ({ behind, serve }) => {
    const server = await listenRaw(behindRoot(serve))
    try {
      const outcome = await untilAnswered(factor =>
        judge(server.url, { suites: ['v1-removed', 'access-tokens', 'presence'] }, false, 1_500, factor),
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
