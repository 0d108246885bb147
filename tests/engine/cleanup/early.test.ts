import { describe, expect, it } from 'vitest'
import { answer, instead, to } from '../../../checks/twists/twist.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import type { Twist } from '../../../contracts/requirement.ts'
import { Missing } from '../../../contracts/results/finding.ts'
import { removeEarly } from '../../../engine/cleanup/cleanup.ts'
import { createLedger, type Ledger, type StoredEntry } from '../../../engine/cleanup/ledger.ts'
import { createCredentials } from '../../../engine/credentials/credentials.ts'
import { createClient } from '../../../engine/http/client.ts'
import { handlerTransport } from '../../../engine/http/transport.ts'
import { permitWrites } from '../../../engine/http/write-guard.ts'
import { resolveBindings } from '../../../engine/probe/bindings.ts'
import { newSession } from '../../../engine/probe/session.ts'
import { createRedactor } from '../../../engine/redaction/redaction.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { virtualClock } from '../../support/run.ts'

/** What is deleted while the run goes on, to make room. */

const name = 'hub-conformance-abc123-0a1b2c'
const tokens = '/v2/access-tokens'

/** Creates a token on a hub, and deletes it early; what was sent for that, and what is kept of the token. */
const removed = async (twist: Twist, changes: Partial<Ledger> = {}) => {
  const hub = createHub()
  const sent: string[] = []
  const handler = (request: Request): Promise<Response> => {
    sent.push(`${request.method} ${new URL(request.url).pathname.replace(/[0-9a-f-]{36}/, '{id}')}`)
    return twist(request, hub.handler)
  }
  const origin = 'http://hub.invalid'
  const [clock, redactor] = [virtualClock(), createRedactor()]
  const writes = await permitWrites({ target: { handler }, allowed: true, proxied: false })
  const network = { timeoutMs: 600_000 }
  const transport = handlerTransport(handler)
  const client = createClient({ transport, origin, basePath: '', writes, network, clock, signal: undefined })
  const { token } = hub.credentials
  const states: (readonly StoredEntry[])[] = []
  const ledger = createLedger(async entries => void states.push(entries))
  const entry = await ledger.open({ kind: 'pat', name, values: {} })
  const authorization = [['authorization', `Bearer ${token}`]] as const
  const json = { token_label: name, scopes: ['repo:read'] }
  const created: Answered = await client.send(
    { method: 'POST', path: tokens, as: 'valid', authorization, json },
    { record: () => undefined },
  )
  const { uuid } = JSON.parse(created.response.body) as { readonly uuid: string }
  await ledger.made(entry, created, { ids: [uuid] })
  sent.length = 0
  const session = newSession({
    client,
    credentials: createCredentials({ token }, client, redactor, clock),
    bindings: resolveBindings(undefined, undefined),
    clock,
    redactor,
    ledger: { ...ledger, ...changes },
    origin,
    basePath: '',
    startedAt: clock.now(),
    seed: 1,
    cases: 1,
    run: 'abc123',
    patienceMs: 10_000,
    received: () => [],
    fixture: () => Promise.reject(new Missing('need-writes')),
  })
  const before = clock.now()
  const isGone = await removeEarly(session, entry)
  return { isGone, sent, kept: states.at(-1)?.map(({ name: one }) => one), waitedMs: clock.now() - before }
}

const item = to(`${tokens}/{uuid}`, 'DELETE')

describe('a token of which the run has no more use', () => {
  it('is deleted where the target shows it, and kept no longer', async () => {
    const { isGone, sent, kept } = await removed((request, next) => next(request))
    expect(isGone).toBe(true)
    expect(sent.filter(line => line.startsWith('DELETE'))).toEqual([`DELETE ${tokens}/{id}`])
    expect(kept).toEqual([])
  })

  it.each([
    ['refuses that', instead(item, answer(403)), false],
    ['has no such operation', instead(item, answer(405)), false],
    ['says that it did, and shows it', instead(item, answer(204)), false],
    [
      'is gone before',
      (async (request, next) => {
        if (item(request, new URL(request.url).pathname)) await next(request.clone() as Request)
        return next(request)
      }) as Twist,
      true,
    ],
  ])('and where the target %s: it is kept unless it is gone, and nothing is waited for', async (_, twist, gone) => {
    const { isGone, sent, kept, waitedMs } = await removed(twist)
    expect(isGone).toBe(gone)
    expect(kept).toEqual(gone ? [] : [name])
    expect(waitedMs).toBe(0)
    expect(sent.length).toBeLessThan(8)
  })

  it('is kept where looking for it fails', async () => {
    const shownAt = (): never => {
      throw new Error('broken')
    }
    expect(await removed((request, next) => next(request), { shownAt })).toMatchObject({ isGone: false, kept: [name] })
  })
})
