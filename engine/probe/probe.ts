import type { Answered } from '../../contracts/exchange.ts'
import type { Probe, Received } from '../../contracts/requirement.ts'
import { nonceOf } from '../../contracts/run/run-name.ts'
import { createRecorder, type Recorder } from '../http/recorder.ts'
import { call, callControlPath } from './calls/call.ts'
import { control, followRedirects, linkRequest, send, sweep } from './calls/send.ts'
import { create } from './creation/create.ts'
import { noteFailedWait } from './creation/first-token.ts'
import { bindingOf, daysFromNow, isAvailable, type ProbeScope, type Session } from './session.ts'
import { makeToken } from './token-fixtures.ts'

/** A repeated wait gets a fifth of the time. */
const confirmingShare = 5

/** Pauses between attempts, multiplied by the requests of an attempt: a list may have many pages. */
const firstPauseMs = 100
const longestPauseMs = 1_000

/** Repeats the attempt until it returns a value or the patience of the run ends. */
export const eventually =
  ({ session, recorder }: ProbeScope): Probe['eventually'] =>
  async (attempt, before = false) => {
    // Taken from the record and not from a clock, so that recomputed verdicts are the same.
    const spent = (): number => recorder.spentMs?.() ?? 0
    const count = (): number => recorder.count?.() ?? 0
    const spentBefore = spent()
    let wasUnseen: boolean | undefined
    let paused = 0
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      const passed = spent() - spentBefore + paused
      const countBefore = count()
      const result = await attempt()
      if (result !== undefined) return result
      wasUnseen ??= typeof before === 'function' ? await before() : before
      const patienceMs = recorder.confirms || wasUnseen ? session.patienceMs / confirmingShare : session.patienceMs
      if (passed >= patienceMs) return undefined
      const left = patienceMs - (spent() - spentBefore + paused)
      // After an earlier wait in vain, one more attempt is enough.
      const next = Math.max(0, wasUnseen ? left : Math.min(pause * Math.max(1, count() - countBefore), left))
      await session.clock.pause(next)
      paused += next
    }
  }

/** Work that cases share: done once by its own probe, and recorded for every case that uses it. */
const shared =
  ({ session, recorder }: ProbeScope): Probe['shared'] =>
  async (name, work) => {
    let entry = session.shared.get(name)
    if (!entry) {
      const own = createRecorder(undefined, recorder.confirms)
      entry = { finding: work(createProbe(session, `shared ${name}`, own)), exchanges: own.exchanges }
      session.shared.set(name, entry)
    }
    let holds = false
    try {
      const finding = await entry.finding
      holds = finding.kind === 'holds'
      return finding
    } finally {
      for (const exchange of entry.exchanges) recorder.record(exchange)
      // A second attempt may repeat work that did not hold.
      if (!holds && session.shared.get(name) === entry) session.shared.delete(name)
    }
  }

/** All successes of an operation in this run, recorded for the case. */
const received =
  ({ session, recorder }: ProbeScope): Probe['received'] =>
  operation => {
    // The order of arrival differs from run to run, and so do the texts of URLs. Their lengths are stable.
    const lengthOf = ({ answer }: Received): number => session.redactor.text(answer.request.url).length
    const successes = session.received(operation).toSorted((a, b) => lengthOf(a) - lengthOf(b))
    for (const { answer } of successes) recorder.record(answer)
    return successes
  }

/** The probe of one case or fixture. `key` makes its generated names unique, and the same when repeated. */
export const createProbe = (session: Session, key: string, recorder: Recorder): Probe => {
  let isInTurn = false
  const scope: ProbeScope = {
    session,
    key,
    owner: key.replace(/ \d+$/, ''),
    recorder: {
      ...recorder,
      // Other cases wait for this work, so its requests are sent first.
      get order() {
        return isInTurn ? undefined : recorder.order
      },
    },
    waitedFor: new Set(),
    named: { things: 0 },
  }
  /** Loads the target's own reference before the first call: it declares paths and credentials. */
  const afterReference =
    <Asked extends readonly unknown[]>(work: (...asked: Asked) => Promise<Answered>) =>
    async (...asked: Asked): Promise<Answered> => {
      await isAvailable(session.fixture('reference'))
      return work(...asked)
    }
  const probe: Probe = {
    send: ask => send(scope, ask),
    bind: operation => bindingOf(session, operation),
    control: ask => control(scope, ask),
    sweep: sweep(scope),
    shared: shared(scope),
    inTurn: (resource, work) => {
      const turn = (session.turns.get(resource) ?? Promise.resolve()).then(async () => {
        isInTurn = true
        return work().finally(() => {
          isInTurn = false
        })
      })
      session.turns.set(resource, Promise.allSettled([turn]))
      return turn
    },
    call: afterReference(call(scope)),
    callControlPath: afterReference(callControlPath(scope)),
    follow: afterReference(async (...asked: Parameters<Probe['follow']>) => {
      const request = linkRequest(session, ...asked)
      return followRedirects(scope, request, await send(scope, request))
    }),
    create: (...asked) => create(scope, probe)(...asked),
    ownToken: async (family, options = {}) => {
      try {
        return await makeToken(probe, family, options, session.ledger)
      } catch (error) {
        noteFailedWait(scope, family, error)
        throw error
      }
    },
    hasFixture: need => isAvailable(session.fixture(need)),
    fixture: session.fixture,
    verify: async (interaction, params, ask) => {
      if (!session.verifier) throw new Error("Pact's verifier is not part of this run")
      return session.verifier.verify(interaction, params, ask)
    },
    eventually: eventually(scope),
    received: received(scope),
    seed: session.seed,
    cases: session.cases,
    nonce: label => nonceOf(session.run, label),
    fresh: label => nonceOf(session.run, recorder.confirms ? `${label}-again` : label),
    daysFromNow: days => daysFromNow(session, days),
  }
  return probe
}
