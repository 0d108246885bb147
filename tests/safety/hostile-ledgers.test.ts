import { describe, expect, test } from 'vitest'
import { readLedger, resumeCleanup } from '../../engine/cleanup/resume.ts'
import { UsageError } from '../../engine/options.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { serveHub } from '../../reference-impl/serve.ts'
import { brokenLedgers, hostileLedgers, ledgerOf } from './support/ledgers.ts'
import { collection } from './support/lies.ts'
import { thingsOn } from './support/things.ts'

/** `cleanup` with a ledger that somebody has changed deletes nothing that does not carry the prefix of a run. */

describe.each(Object.entries(hostileLedgers))('a ledger with %s', (_, changes) => {
  test('deletes nothing and sends no password', async () => {
    const hub = createHub()
    const before = await thingsOn(hub)
    const { token, username, password } = hub.credentials
    const list = await hub.handler(
      new Request(`http://hub.invalid${collection}`, { headers: { authorization: `Bearer ${token}` } }),
    )
    const { results } = (await list.json()) as { results: { uuid: string }[] }
    const foreign = String(results[0]?.uuid)
    const unsafe: string[] = []
    const served = await serveHub(async request => {
      const { pathname } = new URL(request.url)
      const [, echo, name, id] = pathname.split('/')
      // A page of somebody's whom the hub lets publish things.
      if (echo === 'echo')
        return Response.json(
          id === 'all'
            ? [
                { id: foreign, name },
                { id: 'sample', name },
              ]
            : id?.startsWith('hub-')
              ? {}
              : { id, name },
        )
      if (!['GET', 'HEAD'].includes(request.method)) unsafe.push(`${request.method} ${pathname}`)
      return hub.handler(request)
    })
    try {
      const record = readLedger(ledgerOf({ ...changes(foreign), target: served.url }))
      await resumeCleanup({
        record,
        allowWrites: true,
        store: { write: async () => undefined },
        credentials: { username, password },
      })
    } finally {
      await served.close()
    }
    expect(await thingsOn(hub)).toEqual(before)
    const own = /^DELETE \/v2\/repositories\/conformance-org\/hub-conformance-abc123-0a1b2c$/
    expect(unsafe.filter(line => !own.test(line) && line !== 'POST /v2/auth/token')).toEqual([])
  })
})

test.each(Object.entries(brokenLedgers))('a ledger with %s is refused', (_, changes) => {
  expect(() => readLedger(ledgerOf(changes))).toThrow(UsageError)
})
