import { defined } from '../contracts/defined.ts'
import type { PublishedDocuments } from '../contracts/documents.ts'
import type { Exchange } from '../contracts/exchange.ts'
import type { Binding, OperationName } from '../contracts/operations.ts'
import { type Leftover, type Report, reportSchemaVersion } from '../contracts/report.ts'
import type { FixtureName, Requirement } from '../contracts/requirement.ts'
import { nonceOf, prefixOf } from '../contracts/run-name.ts'
import { tool } from '../contracts/version.ts'
import { cleanUp, removeEarly } from './cleanup/cleanup.ts'
import { createLedger, keptBindings } from './cleanup/ledger.ts'
import { bounded, interruptible, systemClock } from './clock.ts'
import { conclude, type Judged, reportSubject } from './conclude.ts'
import { formsToTry } from './credentials/form.ts'
import { type FormsOfOperations, formsOfOperations } from './credentials/forms.ts'
import { readDocuments } from './documents/loading/given.ts'
import { type Kind, kinds, type Loaded } from './documents/loading/kinds.ts'
import { createDocuments } from './documents/loading/store.ts'
import { type ClientOptions, createClient } from './http/client.ts'
import { socketTransport } from './http/socket-transport.ts'
import { handlerTransport } from './http/transport.ts'
import { permitWrites } from './http/write-guard.ts'
import { judgeAll } from './judge-all.ts'
import { defaults, handlerBase, type RunInput } from './options.ts'
import type { Verifier } from './pact/verifier.ts'
import { createPhases } from './phases.ts'
import { asOfDate, type Planned, plan } from './plan.ts'
import { checkBindings, resolveBindings } from './probe/bindings.ts'
import { createFixtureProviders } from './probe/fixture-providers.ts'
import {
  createFixtures,
  documentFixtures,
  type ProbeOf,
  type ResolvedFixture,
  withDocumentExchanges,
} from './probe/fixtures.ts'
import { createProbe } from './probe/probe.ts'
import { createReceived } from './probe/received.ts'
import { newRun, newSession, type Session } from './probe/session.ts'
import { createSetup, type Setup } from './probe/setup.ts'
import { createTokenLimit } from './probe/token-limit.ts'
import { redactorFor } from './redaction/given-secrets.ts'
import { learnFromExchange } from './redaction/learn-secrets.ts'
import type { Redactor } from './redaction/redaction.ts'
import { effectiveOptions } from './run-options.ts'
import { type OpenTarget, openTarget, parseTarget } from './target.ts'

export { checkDocs } from './check-docs.ts'
export { TargetUnreachable, UsageError } from './options.ts'

/** The part of a run's time that the requests of one case may take: a list without end must not use up all of it. */
const caseShare = 1 / 3

/** The most time that cleaning up may take, and the failures in a row after which it gives up a target. */
const cleaning = { mostMs: 300_000, patience: 3 } as const

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

/** Errors leave the engine, so they may hold no secret either. */
const redacted = (error: unknown, redactor: Redactor): unknown => {
  if (!(error instanceof Error)) return error
  error.message = redactor.text(error.message)
  if (error.stack !== undefined) error.stack = redactor.text(error.stack)
  return error
}

/** The requirements that a target is judged by. */
export interface Judging {
  readonly catalogue: readonly Requirement[]
  readonly verifier?: Verifier
}

/** Checks the input and makes what a run needs before it sends anything. */
const prepare = async (given: RunInput, catalogue: readonly Requirement[]) => {
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

type Prepared = Awaited<ReturnType<typeof prepare>>

/** How requests are sent while the run judges. */
const clientOptions = (prepared: Prepared): ClientOptions => {
  const { base, input, network, phases, progress, redactor } = prepared
  const tell = (): void => input.onProgress?.({ type: 'request', of: progress.of })
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
      tell()
    },
    onUnrecorded: () => {
      phases.unrecorded()
      tell()
    },
  }
}

/**
 * The documents, given and published, and how each operation is called: the target's own reference says that, so there are no bindings before it
 * has been looked for.
 */
const openDocuments = async (prepared: Prepared, { documents, credentials }: OpenTarget) => {
  const { base, input, run, asOf, network } = prepared
  checkBindings(input.bindings)
  const given = await readDocuments(input.documents ?? {}, documents.fetch, base.basePath)
  const publisher = { ...documents, controlPath: `/${nonceOf(run, 'no-such-path')}` }
  const store = createDocuments(given, publisher, base.href, base.basePath)
  const formsBy = (reference: PublishedDocuments['reference']) =>
    formsOfOperations(reference, input.credentials ?? {}, network.headers)
  const bindingsBy = (reference: PublishedDocuments['reference']): ReadonlyMap<OperationName, Binding> => {
    const account = input.credentials?.username ?? credentials.account
    return resolveBindings(input.bindings, reference, asOf, account, formsBy(reference).at)
  }
  const bindings = new Map<OperationName, Binding>()
  let operationForms = formsBy(undefined)
  return {
    given,
    known: store.known,
    bindings,
    operationForms: {
      at: endpoint => operationForms.at(endpoint),
      choose: (endpoint, form) => operationForms.choose(endpoint, form),
    } satisfies FormsOfOperations,
    look: async (kind: Kind): Promise<Loaded> => {
      const loaded = await store.look(kind)
      if (kind === 'reference' && bindings.size === 0) {
        const { reference } = loaded.documents
        operationForms = formsBy(reference)
        for (const [name, binding] of bindingsBy(reference)) bindings.set(name, binding)
        credentials.logInAt(bindings.get('login') as Binding)
        if (reference?.csrfHeader !== undefined) credentials.useCsrf(reference.csrfHeader)
      }
      return loaded
    },
    /** As they would be without a reference, where nothing has asked for one. */
    bound: (): readonly Binding[] => [...(bindings.size > 0 ? bindings : bindingsBy(undefined)).values()],
  }
}

type Documents = Awaited<ReturnType<typeof openDocuments>>

/** What the run has found, with the place where it was. */
type FoundAt = Map<FixtureName, string>

/** Fixtures are named in the input, found on the target, or made by the setup module, in this order. */
const fixtureProviders = (
  prepared: Prepared,
  { credentials }: OpenTarget,
  { look, known, operationForms }: Documents,
  { forms }: Session,
  foundAt: FoundAt,
) => {
  const { input, setup, network, redactor } = prepared
  return createFixtureProviders({
    fixtures: input.fixtures ?? {},
    username: input.credentials?.username,
    get account() {
      return credentials.account
    },
    onFound: (need, name, from) => {
      // How credentials travel is a value of its own.
      if (need !== 'credentials') foundAt.set(need, from)
      // A target knows the secrets that it is sent, and may list them as names.
      input.onProgress?.({ type: 'found', need, name: redactor.text(name), from: redactor.text(from) })
    },
    credentials,
    refuse: forms.refuse,
    logIn: forms.logIn,
    choose: operationForms.choose,
    get forms() {
      const { documents, credentialForms = documents.reference?.credentialForms ?? [] } = known()
      return formsToTry(credentialForms, input.credentials ?? {}, network.headers)
    },
    ...(setup && { setup }),
    writes: prepared.writes !== null,
    look,
  })
}

/** Connects what cases need: the session that they share, its fixtures, and a probe for each. */
const startSession = (prepared: Prepared, target: OpenTarget, documents: Documents, verifier: Verifier | undefined) => {
  const { run, base, input, phases, progress, startedAt } = prepared
  const { bindings, operationForms } = documents
  const received = new Set<Exchange>()
  const foundAt: FoundAt = new Map()
  const session: Session = newSession({
    client: target.client,
    credentials: target.credentials,
    formAt: operationForms.at,
    bindings,
    clock: phases.waiting('lateEffects', prepared.clock),
    redactor: prepared.redactor,
    ledger: createLedger(
      async entries =>
        input.ledger?.write({
          schemaVersion: '1',
          prefix: prefixOf(run),
          target: base.href,
          startedAt: new Date(startedAt).toISOString(),
          bindings: keptBindings(bindings, operationForms.at, form => session.forms.in(form) !== session.credentials),
          credentialForm: target.credentials.form,
          ...defined({ csrfHeader: target.credentials.csrfHeader }),
          entries,
        }),
      prepared.clock.now,
    ),
    origin: base.origin,
    basePath: base.basePath,
    startedAt,
    seed: prepared.seed,
    cases: prepared.cases,
    run,
    patienceMs: prepared.patienceMs,
    received: createReceived({ basePath: base.basePath, bindings }, () => [...received]),
    fixture: need => fixtures.fixture(need),
    ...defined({ verifier }),
  })
  const tokenLimit = createTokenLimit(
    session.ledger,
    entry => removeEarly(session, entry),
    ms => session.clock.pause(ms),
    session.patienceMs,
  )
  const probeOf: ProbeOf = (key, recorder) =>
    createProbe({ ...session, tokenLimit }, key, {
      ...recorder,
      record: exchange => {
        progress.of = key
        received.add(exchange)
        recorder.record(exchange)
      },
    })
  const fixtures = createFixtures(fixtureProviders(prepared, target, documents, session, foundAt), probeOf)
  /** With the exchanges that no single fixture asked for: documents come before all, and a login serves every case. */
  const resolved = (): readonly ResolvedFixture[] =>
    withDocumentExchanges(fixtures.resolved(), documents.known().exchanges).map(fixture => ({
      ...fixture,
      ...(fixture.need === 'credentials' && {
        exchanges: [...new Set([...fixture.exchanges, ...target.credentials.logins])],
      }),
      ...defined({ from: foundAt.get(fixture.need) }),
    }))
  return { session, tokenLimit, probeOf, hasFixture: fixtures.hasFixture, resolved }
}

/** Deletes what was created, on the target and by the setup module. Returns what is left. */
const cleanUpRun = async (prepared: Prepared, target: OpenTarget, session: Session): Promise<readonly Leftover[]> => {
  const { input, setup, phases, patientClock, redactor } = prepared
  phases.begin('cleanup')
  input.onProgress?.({ type: 'cleanup', left: session.ledger.entries.length })
  // An interrupt ends the run, not the cleaning up; neither does a target that seemed gone, nor a limit that was given up.
  const client = createClient({
    ...clientOptions(prepared),
    clock: patientClock,
    signal: undefined,
    until: patientClock.now() + cleaning.mostMs,
    // Deletions run side by side: the sum of their times is longer than the cleaning up.
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
      // Names that came with the credentials and may have been tried: the report has nothing else that says them.
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
  // Published text is shown as evidence, and may hold anything.
  const shown = judged.map(one => ({
    ...one,
    cases: one.cases.map(kase => ({ ...kase, excerpts: redactor.value(kase.excerpts) })),
  }))
  return conclude(redactor.value(head), shown, fixtures, redactor, input.settingNames)
}

/** What is looked for before anything is judged: the documents that were given or that requirements need, and where one needs anything, the reference. */
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

/** The longest time that a timer takes. */
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

/** Judges an open target, and deletes what that has created. */
const judgeTarget = async (prepared: Prepared, target: OpenTarget, verifier: Verifier | undefined): Promise<Report> => {
  const { input, phases } = prepared
  const documents = await openDocuments(prepared, target)
  const { session, tokenLimit, probeOf, hasFixture, resolved } = startSession(prepared, target, documents, verifier)
  await Promise.all(sought(prepared, documents).map(hasFixture))
  // Every report says whether the run had them.
  for (const need of ['credentials', 'writes'] as const) await hasFixture(need)
  const report = (judged: readonly Judged[], leftovers: readonly Leftover[]): Report =>
    reportOf(prepared, target, documents, resolved(), judged, leftovers)
  phases.begin('judging')
  const first = { ids: input.first ?? [], done: (some: readonly Judged[]) => input.onFirst?.(report(some, [])) }
  const judging = judgeAll(prepared.planned, probeOf, input.onProgress, prepared.concurrency, first, tokenLimit)
  // Cleaning up comes after judging, whatever came of it.
  await endingWith(prepared, tokenLimit.close, () => judging.catch(() => undefined))
  const leftovers = await cleanUpRun(prepared, target, session)
  return report(await judging, leftovers)
}

/**
 * Judges a target. Throws {@link UsageError} for input that cannot be used and {@link TargetUnreachable} where no request reaches the
 * target; everything else is in the report.
 */
export const runConformance = async (
  given: RunInput,
  // Who brings requirements of their own has no use for it.
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
    // Does nothing after a run that came as far as cleaning up.
    await setup?.tearDown()
    await transport.close()
  }
}
