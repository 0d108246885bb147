import { defined } from '../contracts/defined.ts'
import type { Requirement } from '../contracts/requirement.ts'
import { prefixOf } from '../contracts/run/run-name.ts'
import { bounded, interruptible, systemClock } from './clock.ts'
import type { ClientOptions } from './http/client.ts'
import { socketTransport } from './http/socket-transport.ts'
import { handlerTransport } from './http/transport.ts'
import { permitWrites } from './http/write-guard.ts'
import { defaults, handlerBase, type RunInput } from './options.ts'
import { createPhases } from './phases.ts'
import { asOfDate, type Planned, plan } from './plan.ts'
import { newRun } from './probe/session.ts'
import { createSetup, type Setup } from './probe/setup.ts'
import { redactorFor } from './redaction/given-secrets.ts'
import { learnFromExchange } from './redaction/learn-secrets.ts'
import { parseTarget } from './target.ts'

/** The part of a run's time that the requests of one case may take: a list without end must not use up all of it. */
const caseShare = 1 / 3

/** An ample estimate of the requests that a case takes. */
const requestsPerCase = 3

/** The time that a limit of the rate adds to a run. */
const pacedMs = (planned: readonly Planned[], generated: number, ratePerMinute: number | undefined): number => {
  if (ratePerMinute === undefined) return 0
  const cases = planned.reduce((sum, { requirement, skip }) => sum + (skip ? 0 : requirement.cases.length), 0)
  return ((cases * requestsPerCase + generated) * 60_000) / ratePerMinute
}

/** The input with credentials of the setup module, if it has a function for them and none are given. */
const withSetupToken = (input: RunInput, setup: Setup | undefined): RunInput =>
  input.credentials !== undefined || !setup?.has('token')
    ? input
    : { ...input, credentials: { tokenFrom: async () => (await setup.make('token', {})).token ?? '' } }

/** Checks the input and makes what a run needs before it sends anything. */
export const prepare = async (given: RunInput, catalogue: readonly Requirement[]) => {
  const started = performance.now()
  const run = newRun()
  const base = parseTarget('handler' in given.target ? (given.target.url ?? handlerBase) : given.target.url)
  const setup = given.setup && createSetup(given.setup, { target: base.href, prefix: prefixOf(run) })
  const input = withSetupToken(given, setup)
  const { target, network = {}, clock = systemClock, cases = defaults.cases } = input
  const concurrency = network.concurrency ?? defaults.concurrency
  const phases = createPhases(started)
  const startedAt = Math.floor(clock.now())
  const asOf = asOfDate(input.asOf)
  const planned = plan(catalogue, asOf, input.select, input.thorough)
  const deadlineMs = input.deadlineMs ?? defaults.deadlineMs + pacedMs(planned, cases, network.ratePerMinute)
  const until = startedAt + deadlineMs
  const writes = await permitWrites({ target, allowed: input.allowWrites, proxied: network.proxy !== undefined })
  const transport = 'handler' in target ? handlerTransport(target.handler) : socketTransport(network)
  return {
    run,
    base,
    setup,
    input,
    network,
    concurrency,
    seed: input.seed ?? defaults.seed,
    cases,
    patienceMs: input.patienceMs ?? defaults.patienceMs,
    started,
    startedAt,
    phases,
    asOf,
    planned,
    deadlineMs,
    until,
    writes,
    transport: phases.counted(transport),
    redactor: redactorFor(input),
    /** Waits as long as it is asked to, for cleaning up. */
    patientClock: clock,
    clock: bounded(interruptible(clock, input.signal), until),
    /** The case or fixture that was recorded last, for a progress line. */
    progress: { of: '' },
  }
}

export type Prepared = Awaited<ReturnType<typeof prepare>>

/** How requests are sent while the run judges. */
export const clientOptions = (prepared: Prepared): ClientOptions => {
  const { base, input, network, phases, progress, redactor } = prepared
  const tell = (status?: number): void =>
    input.onProgress?.({ type: 'request', of: progress.of, ...defined({ status }) })
  return {
    transport: prepared.transport,
    origin: base.origin,
    basePath: base.basePath,
    writes: prepared.writes,
    network,
    clock: phases.waiting('limits', prepared.clock),
    signal: input.signal,
    until: prepared.until,
    caseMs: prepared.deadlineMs * caseShare,
    onExchange: exchange => {
      learnFromExchange(redactor, exchange)
      tell(exchange.response?.status)
    },
    onUnrecorded: () => {
      phases.unrecorded()
      tell()
    },
  }
}
