import { defined } from '../contracts/defined.ts'
import { documentFixtures } from '../contracts/documents.ts'
import type { FixtureName, Requirement } from '../contracts/requirement.ts'
import { type Leftover, type Report, reportSchemaVersion } from '../contracts/results/report.ts'
import { tool } from '../contracts/version.ts'
import { cleanUp } from './cleanup/cleanup.ts'
import { conclude, reportSubject } from './conclude.ts'
import { kinds } from './documents/loading/kinds.ts'
import { createClient } from './http/client.ts'
import { type Judged, judgeAll } from './judge.ts'
import type { RunInput } from './options.ts'
import type { Verifier } from './pact/verifier.ts'
import { clientOptions, type Prepared, prepare } from './prepare.ts'
import type { ResolvedFixture } from './probe/fixtures.ts'
import type { Session } from './probe/session.ts'
import type { Redactor } from './redaction/redaction.ts'
import { effectiveOptions } from './run-options.ts'
import { type Documents, openDocuments, startSession } from './start-session.ts'
import { type OpenTarget, openTarget } from './target.ts'

export { checkDocs } from './check-docs.ts'
export { TargetUnreachable, UsageError } from './options.ts'

/** The time limit of the cleanup, and the number of consecutive failures after which it stops. */
const cleaning = { mostMs: 300_000, patience: 3 } as const

/** Errors leave the engine, so secrets are removed from them as well. */
const redacted = (error: unknown, redactor: Redactor): unknown => {
  if (!(error instanceof Error)) return error
  error.message = redactor.text(error.message)
  if (error.stack !== undefined) error.stack = redactor.text(error.stack)
  return error
}

/** The requirements to judge the target by. */
export interface Judging {
  readonly catalogue: readonly Requirement[]
  readonly verifier?: Verifier
}

/** Deletes what was created, on the target and by the setup module. Returns what is left. */
const cleanUpRun = async (prepared: Prepared, target: OpenTarget, session: Session): Promise<readonly Leftover[]> => {
  const { input, setup, phases, patientClock, redactor } = prepared
  phases.begin('cleanup')
  input.onProgress?.({ type: 'cleanup', left: session.ledger.entries.length })
  // Cleanup also happens after an interrupt, after the target seemed gone, and after waiting for a limit was given up.
  const client = createClient({
    ...clientOptions(prepared),
    clock: patientClock,
    signal: undefined,
    until: patientClock.now() + cleaning.mostMs,
    // Deletions are concurrent: the sum of their times is longer than the cleanup.
    caseMs: Number.POSITIVE_INFINITY,
    patience: cleaning.patience,
  })
  target.credentials.logInThrough(client)
  target.credentials.refresh()
  const left = await cleanUp({ ...session, client, clock: patientClock })
  return [...left, ...redactor.value((await setup?.tearDown()) ?? [])]
}

const reportOf = (
  prepared: Prepared,
  { credentials }: OpenTarget,
  documents: Documents,
  fixtures: readonly ResolvedFixture[],
  judged: readonly Judged[],
  leftovers: readonly Leftover[],
): Report => {
  const { base, input, phases, redactor } = prepared
  const username = input.credentials?.username
  const isNamespaceGiven = Boolean(input.fixtures?.namespace)
  const head = {
    schemaVersion: reportSchemaVersion,
    tool,
    subject: reportSubject(input.subject),
    target: base.href,
    asOf: prepared.asOf,
    startedAt: new Date(prepared.startedAt).toISOString(),
    durationMs: Math.round(performance.now() - prepared.started),
    timing: phases.timing(),
    run: prepared.run,
    seed: prepared.seed,
    options: {
      ...effectiveOptions(input, prepared.patienceMs),
      // Names that came with the credentials and may have been tried: they are nowhere else in the report.
      ...defined({
        // A user name shows as the namespace, unless another one is given.
        'token-account': credentials.account ?? (isNamespaceGiven ? username : undefined),
        'user-name': isNamespaceGiven ? undefined : username,
      }),
    },
    bindings: documents.bound(),
    documents: documents.known().documents,
    leftovers,
  }
  // Published text is shown as evidence, and may contain secrets.
  const shown = judged.map(one => ({
    ...one,
    cases: one.cases.map(kase => ({ ...kase, excerpts: redactor.value(kase.excerpts) })),
  }))
  return conclude(redactor.value(head), shown, fixtures, redactor, input.settingNames)
}

/** Documents to find before anything is judged: those given, those that requirements need, and the reference if a requirement has needs. */
const sought = ({ planned }: Prepared, { given }: Documents): readonly FixtureName[] => {
  const needs = planned.flatMap(({ requirement, skip }) => (skip === null ? requirement.needs : []))
  return kinds
    .filter(
      kind =>
        needs.includes(documentFixtures[kind]) ||
        (kind === 'reference' && needs.length > 0) ||
        given.documents[kind] !== undefined ||
        given.unavailable[kind] !== undefined,
    )
    .map(kind => documentFixtures[kind])
}

/** The maximum delay of a timer. */
const longestTimerMs = 2 ** 31 - 1

/** Calls `close` at the run's deadline or when it is interrupted, if its work has not ended by then. */
const endingWith = async <T>(
  { input, clock, until }: Prepared,
  close: () => void,
  work: () => Promise<T>,
): Promise<T> => {
  const timer = setTimeout(close, Math.min(Math.max(0, until - clock.now()), longestTimerMs))
  input.signal?.addEventListener('abort', close, { once: true })
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    input.signal?.removeEventListener('abort', close)
  }
}

/** Judges an open target, then deletes what was created. */
const judgeTarget = async (prepared: Prepared, target: OpenTarget, verifier: Verifier | undefined): Promise<Report> => {
  const { input, phases } = prepared
  const documents = await openDocuments(prepared, target)
  const { session, tokenLimit, probeOf, hasFixture, resolved } = startSession(prepared, target, documents, verifier)
  const needed = sought(prepared, documents)
  // The reference says how operations are called. The other documents are requested next, and read while cases are judged.
  if (needed.includes('reference')) await hasFixture('reference')
  const looking = Promise.all(needed.map(hasFixture))
  looking.catch(() => undefined)
  // Every report says whether the run had credentials.
  for (const need of ['credentials', 'writes'] as const) await hasFixture(need)
  const report = (judged: readonly Judged[], leftovers: readonly Leftover[]): Report =>
    reportOf(prepared, target, documents, resolved(), judged, leftovers)
  phases.begin('judging')
  if (input.first !== undefined) await looking
  const first = { ids: input.first ?? [], done: (some: readonly Judged[]) => input.onFirst?.(report(some, [])) }
  const judging = judgeAll(prepared.planned, probeOf, input.onProgress, prepared.concurrency, first, tokenLimit)
  // Cleanup follows judging, even if judging failed.
  await endingWith(prepared, tokenLimit.close, () => Promise.allSettled([looking, judging]))
  const leftovers = await cleanUpRun(prepared, target, session)
  await looking
  return report(await judging, leftovers)
}

/**
 * Judges a target. Throws {@link UsageError} for input that cannot be used and {@link TargetUnreachable} where no request reaches the
 * target; everything else is in the report.
 */
export const runConformance = async (
  given: RunInput,
  // Callers with their own requirements do not need it.
  judging: Promise<Judging> | Judging = import('../suites/catalogue.ts'),
): Promise<Report> => {
  const { catalogue, verifier } = await judging
  const prepared = await prepare(given, catalogue)
  const { input, redactor, setup, transport, patienceMs } = prepared
  try {
    const target = await openTarget(clientOptions(prepared), input.credentials ?? {}, redactor, patienceMs)
    return await judgeTarget(prepared, target, verifier)
  } catch (error) {
    throw redacted(error, redactor)
  } finally {
    // Does nothing if the run reached its cleanup.
    await setup?.tearDown()
    await transport.close()
  }
}
