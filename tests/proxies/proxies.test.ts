import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyReport } from '../../engine/replay/replay.ts'
import { runConformance } from '../../engine/run.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { type ServedHub, serveHub } from '../../reference-impl/serve.ts'
import { withVerdict } from '../support/run.ts'
import { type ProxyName, proxies, type RunningProxy, startProxy } from './proxies.ts'

const names = Object.keys(proxies) as ProxyName[]

describe.each(names)('behind %s', name => {
  describe.each([
    ['as usual', false],
    ['with compressed answers', true],
  ] as const)('%s', (_how, gzip) => {
    const hub = createHub()
    let served: ServedHub
    let proxy: RunningProxy | undefined

    beforeAll(async () => {
      served = await serveHub(hub.handler)
      proxy = await startProxy(name, new URL(served.url).host, gzip)
    })
    afterAll(async () => {
      await proxy?.close()
      await served.close()
    })

    it('compresses answers, or leaves them', async () => {
      const answer = await fetch(`${proxy?.url}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } })
      expect(answer.ok).toBe(true)
      expect(answer.headers.get('content-encoding')).toBe(gzip ? 'gzip' : null)
      await answer.arrayBuffer()
    })

    it('a correct hub is conformant, and its report verifies offline', async () => {
      const { namespace, repository, tag, org, groupId } = hub.fixtures
      const report = await runConformance({
        target: { url: proxy?.url ?? '' },
        credentials: { token: hub.credentials.token },
        fixtures: { namespace, repository, tag, org, groupId: String(groupId) },
        allowWrites: true,
        patienceMs: 2_000,
      })
      for (const verdict of ['fail', 'inconclusive', 'untestable', 'error'])
        expect(withVerdict(report, verdict), verdict).toEqual({})
      expect(report.result).toBe('conformant')
      expect(report.leftovers).toEqual([])
      expect((await verifyReport(report)).disagreements).toEqual([])
    })
  })
})

it('without the program it says what to install', async () => {
  const start = startProxy('nginx', '127.0.0.1:1', false, 'no-such-program')
  await expect(start).rejects.toThrow('nginx cannot be started: install it (apt-get install -y nginx)')
})
