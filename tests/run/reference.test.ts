import { describe, expect, it } from 'vitest'
import { oncePerText } from '../../checks/remembered.ts'
import type { Report } from '../../contracts/results/report.ts'
import { runConformance } from '../../engine/run.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { serveHub } from '../../reference-impl/serve.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

const verified = (report: Awaited<ReturnType<typeof runTwisted>>): void => {
  expect(withVerdict(report, 'fail')).toEqual({})
  expect(withVerdict(report, 'error')).toEqual({})
  expect(withVerdict(report, 'inconclusive')).toEqual({})
  expect(withVerdict(report, 'untestable')).toEqual({})
  expect(report.result).toBe('conformant')
  expect(report.summary.must.verified).toBe(report.summary.must.inForce)
  const { counts, inForce } = report.summary.must
  expect(inForce + counts['not-applicable']).toBe(catalogue.filter(({ level }) => level === 'must').length)
}

/** In process: two tests read it. */
const inProcess = oncePerText(() => runTwisted(undefined))

describe('the reference implementation', () => {
  it('is conformant in process, every must verified', async () => {
    const report = await inProcess('')
    verified(report)
    expect(report.leftovers).toEqual([])
  })

  it('is conformant over a socket, with a user name and password, and keeps nothing of the run', async () => {
    const hub = createHub()
    const { url, close } = await serveHub(hub.handler, { port: 0 })
    try {
      const { namespace, repository, tag, org, groupId } = hub.fixtures
      const { username, password, token } = hub.credentials
      const report = await runConformance({
        target: { url },
        credentials: { username, password },
        fixtures: { namespace, repository, tag, org, groupId: String(groupId) },
        allowWrites: true,
      })
      verified(report)
      const headers = { authorization: `Bearer ${token}` }
      for (const path of [
        '/v2/access-tokens',
        `/v2/orgs/${org}/access-tokens`,
        `/v2/namespaces/${namespace}/repositories`,
      ]) {
        const list = await (await hub.handler(new Request(`http://hub.test${path}?page_size=100`, { headers }))).text()
        expect(list).not.toContain('hub-conformance-')
      }
    } finally {
      await close()
    }
  })

  it('is found without fixtures: namespace and credentials are enough for all but what needs an organization', async () => {
    const hub = createHub()
    const report = await runTwisted(undefined, { fixtures: { namespace: hub.fixtures.namespace } })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'error')).toEqual({})
    expect(report.summary.must.verified).toBe(report.summary.must.inForce)
  })

  // As of the newest day, every other run is.
  it.each(['2022-08-23', '2025-03-25', '2025-06-27', '2025-09-19'] as const)('is conformant as of %s', async asOf => {
    const report = await runTwisted(undefined, { asOf })
    expect(report.result).toBe('conformant')
    for (const { since, verdict } of report.requirements) if (since > asOf) expect(verdict).toBe('not-applicable')
  })

  it('gives the same report twice, but for times and ids that it makes up', async () => {
    const told = ({ requirements }: Report): string =>
      JSON.stringify(
        requirements.map(({ id, verdict, reason, cases }) => [
          id,
          verdict,
          reason,
          cases.map(({ name, verdict: of }) => [name, of]),
        ]),
      )
    expect(told(await runTwisted(undefined))).toBe(told(await inProcess('')))
  })
})
