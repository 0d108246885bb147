import { describe, expect, test } from 'vitest'
import type { LedgerRecord } from '../../engine/cleanup/ledger.ts'
import { resumeCleanup } from '../../engine/cleanup/resume.ts'
import { createHub, type Hub } from '../../reference-impl/hub.ts'
import { serveHub } from '../../reference-impl/serve.ts'
import { runTwisted, virtualClock } from '../support/run.ts'
import { collection } from './support/lies.ts'
import { oddHubs } from './support/odd-hubs.ts'
import { thingsOn } from './support/things.ts'

/** Whatever a hub makes of what it is asked to make: it is deleted, or it is named in the report and in the ledger. */

const addOthers = async (hub: Hub, count: number): Promise<void> => {
  for (let made = 0; made < count; made++)
    await hub.handler(
      new Request(`http://hub.invalid${collection}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${hub.credentials.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ token_label: `other ${made}`, scopes: ['repo:read'] }),
      }),
    )
}

const ledgerInMemory = () => {
  let last: LedgerRecord | undefined
  return {
    store: {
      write: async (record: LedgerRecord) => {
        last = record
      },
    },
    /** What the ledger names at last. */
    names: (): string[] => (last?.entries ?? []).map(({ name }) => name).sort(),
    record: (): LedgerRecord => {
      if (last === undefined) throw new Error('nothing was written')
      return last
    },
  }
}

const credentialsOf = ({ credentials: { token, username, password } }: Hub, login: true | undefined) =>
  login ? { username, password } : { token }

describe.each(Object.entries(oddHubs))('a hub that %s', (_, { twist, leaves, mends, login, others = 0 }) => {
  test(`keeps ${leaves}`, async () => {
    const hub = createHub()
    await addOthers(hub, others)
    const before = await thingsOn(hub)
    const ledger = ledgerInMemory()
    const odd = twist()
    const report = await runTwisted(undefined, {
      target: { handler: request => odd(request, hub.handler) },
      credentials: credentialsOf(hub, login),
      clock: virtualClock(),
      ledger: ledger.store,
    })
    const after = await thingsOn(hub)
    expect(before.filter(thing => !after.includes(thing))).toEqual([])
    const left = after.filter(thing => !before.includes(thing))
    expect(ledger.names()).toEqual(report.leftovers.map(({ name }) => name).sort())
    if (leaves === 'nothing') {
      expect(left).toEqual([])
      expect(report.leftovers).toEqual([])
      return
    }
    expect(report.leftovers.length).toBeGreaterThanOrEqual(Math.max(1, left.length))
    for (const { name, why } of report.leftovers) {
      expect(name).toMatch(/^hub-conformance-[0-9a-z]{6}-[0-9a-f]{6}$/)
      expect(why.length).toBeGreaterThan(10)
    }
    if (!mends) return
    const served = await serveHub(hub.handler)
    try {
      const stays = await resumeCleanup({
        record: { ...ledger.record(), target: served.url },
        allowWrites: true,
        store: ledger.store,
        credentials: credentialsOf(hub, login),
      })
      expect(stays).toEqual([])
      expect(ledger.names()).toEqual([])
      expect(await thingsOn(hub)).toEqual(before)
    } finally {
      await served.close()
    }
  })
})

describe('a mistake of the suite in the middle of a run', () => {
  test.each([1, 40, 200, 400])('at case %i leaves nothing', async at => {
    const hub = createHub()
    const before = await thingsOn(hub)
    const ledger = ledgerInMemory()
    let cases = 0
    const run = runTwisted(undefined, {
      target: { handler: hub.handler },
      credentials: { token: hub.credentials.token },
      clock: virtualClock(),
      ledger: ledger.store,
      onProgress: ({ type }) => {
        if (type === 'case' && ++cases === at) throw new Error('a mistake of the suite')
      },
    })
    await expect(run).rejects.toThrow('a mistake of the suite')
    expect(await thingsOn(hub)).toEqual(before)
    expect(ledger.names()).toEqual([])
  })
})
