import { dockerHub } from '../contracts/bindings/docker-hub.ts'
import { defined } from '../contracts/defined.ts'
import type { Exchange } from '../contracts/exchange.ts'
import type { Binding, OperationName } from '../contracts/operations.ts'
import { type Report, reportSchemaVersion } from '../contracts/report.ts'
import type { FixtureName, Requirement } from '../contracts/requirement.ts'
import { nonceOf, prefixOf } from '../contracts/run-name.ts'
import { tool } from '../contracts/version.ts'
import { catalogue } from '../suites/catalogue.ts'
import { cleanUp, removeEarly } from './cleanup/cleanup.ts'
import { createLedger } from './cleanup/ledger.ts'
import { keptBindings } from './cleanup/resume.ts'
import { bounded, interruptible, systemClock } from './clock.ts'
import { conclude, type Judged, subjectOf } from './conclude.ts'
import { createCredentials } from './credentials/credentials.ts'
import { formsToTry } from './credentials/form.ts'
import { createForms, formsOfOperations } from './credentials/forms.ts'
import { createDocumentClient } from './documents/document-client.ts'
import { loadDocuments, readDocuments } from './documents/load.ts'
import { type Client, type ClientOptions, createClient } from './http/client.ts'
import { socketTransport } from './http/socket-transport.ts'
import { handlerTransport, type Transport } from './http/transport.ts'
import { permitWrites } from './http/write-guard.ts'
import { judgeAll } from './judge-all.ts'
import { type CredentialsInput, defaults, handlerBase, type RunInput, UsageError } from './options.ts'
import type { Verifier } from './pact/verifier.ts'
import { createPhases } from './phases.ts'
import { asOfDate, type Planned, plan } from './plan.ts'
import { resolveBindings } from './probe/bindings.ts'
import { createFixtureProviders, makeToken } from './probe/fixture-providers.ts'
import { createFixtures, type ProbeOf, withDocumentExchanges } from './probe/fixtures.ts'
import { createProbe, createRecorder, newRun, type Session } from './probe/probe.ts'
import { createReceived } from './probe/received.ts'
import { createSetup, type Setup } from './probe/setup.ts'
import { createTokenLimit } from './probe/token-limit.ts'
import { redactorFor } from './redaction/given-secrets.ts'
import { learnFromExchange } from './redaction/learn-secrets.ts'
import type { Redactor } from './redaction/redaction.ts'
import { effectiveOptions } from './run-options.ts'
import { fetcherOf, parseTarget, preflight } from './target.ts'

export { checkDocs } from './check-docs.ts'
export { TargetUnreachable, UsageError } from './options.ts'

/** Part of the run's time that the requests of one case may take: a list without end must not leave the rest unasked. */
const caseShare = 1 / 3

/** What cleaning up may take whatever it does, and how soon it gives up a target that does not answer: it asks one thing at a time. */
const cleaning = { mostMs: 300_000, patience: 3 } as const

/** Requests that a case takes, amply. */
const requestsPerCase = 3

/** What keeping to a rate adds to the time of a run: whoever asks for it has the time. */
const pacedMs = (planned: readonly Planned[], generated: number, ratePerMinute: number | undefined): number => {
  if (ratePerMinute === undefined) return 0
  const cases = planned.reduce((sum, { requirement, skip }) => sum + (skip ? 0 : requirement.cases.length), 0)
  return ((cases * requestsPerCase + generated) * 60_000) / ratePerMinute
}

/** Published text is shown as evidence, and may hold anything. */
const withoutSecrets = (judged: Judged, redactor: Redactor): Judged => ({
  ...judged,
  cases: judged.cases.map(kase => ({ ...kase, excerpts: redactor.value(kase.excerpts) })),
})

/** The input with credentials of the setup module, where it has a function for them and none are given. */
const withSetupToken = (input: RunInput, setup: Setup | undefined): RunInput =>
  input.credentials !== undefined || !setup?.has('token')
    ? input
    : { ...input, credentials: { tokenFrom: async () => (await setup.make('token', {})).token ?? '' } }

/** What is thrown leaves the engine, so it may hold no secret either. */
const redacted = (error: unknown, redactor: Redactor): unknown => {
  if (!(error instanceof Error)) return error
  error.message = redactor.text(error.message)
  if (error.stack !== undefined) error.stack = redactor.text(error.stack)
  return error
}

/** What a target is asked. */
export interface Judging {
  readonly catalogue: readonly Requirement[]
  readonly verifier?: Verifier
}

/**
 * Judges a target. Throws {@link UsageError} for input that cannot be used and {@link TargetUnreachable} where no request reaches the
 * target; everything else is in the report.
 */
export const runConformance = async (given: RunInput, judging: Judging = { catalogue }): Promise<Report> => {
  const run = newRun()
  const { origin, basePath, href } = parseTarget(
    'handler' in given.target ? (given.target.url ?? handlerBase) : given.target.url,
  )
  const setup = given.setup && createSetup(given.setup, { target: href, prefix: prefixOf(run) })
  const input = withSetupToken(given, setup)
  const patientClock = input.clock ?? systemClock
  const started = performance.now()
  const phases = createPhases(started)
  const startedAt = patientClock.now()
  const asOf = asOfDate(input.asOf)
  const planned = plan(judging.catalogue, asOf, input.select, input.thorough)
  const network = input.network ?? {}
  const cases = input.cases ?? defaults.cases
  const deadlineMs = input.deadlineMs ?? defaults.deadlineMs + pacedMs(planned, cases, network.ratePerMinute)
  const until = startedAt + deadlineMs
  const clock = bounded(interruptible(patientClock, input.signal), until)
  const timeoutMs = network.timeoutMs ?? defaults.timeoutMs
  const patienceMs = input.patienceMs ?? defaults.patienceMs
  const writes = await permitWrites({
    target: input.target,
    allowed: input.allowWrites,
    proxied: network.proxy !== undefined,
  })
  const transport: Transport = phases.counted(
    'handler' in input.target
      ? handlerTransport(input.target.handler)
      : socketTransport(network, network.concurrency ?? defaults.concurrency, timeoutMs),
  )
  const seed = input.seed ?? defaults.seed
  const redactor = redactorFor(input)
  try {
    const wire: ClientOptions = {
      transport,
      origin,
      basePath,
      writes,
      network,
      clock: phases.waiting('limits', clock),
      signal: input.signal,
      until,
      caseMs: deadlineMs * caseShare,
      onExchange: exchange => {
        learnFromExchange(redactor, exchange)
        input.onProgress?.({ type: 'request', of: asking })
      },
      onUnrecorded: () => {
        unrecorded++
        input.onProgress?.({ type: 'request', of: asking })
      },
    }
    let asking = ''
    let unrecorded = 0
    const client = createClient(wire)
    let door = client
    await preflight(client, href, clock, network, patienceMs)
    let bindings: ReadonlyMap<OperationName, Binding> = new Map(dockerHub.map(binding => [binding.operation, binding]))
    const logins = createRecorder()
    const loginClient: Client = {
      send: (ask, recorder) =>
        door.send(ask, {
          record: exchange => {
            logins.record(exchange)
            recorder.record(exchange)
          },
        }),
    }
    const credentialsIn = (form: Pick<CredentialsInput, 'header'>) =>
      createCredentials(
        { ...input.credentials, ...form },
        () => bindings.get('login') as Binding,
        loginClient,
        redactor,
        clock,
      )
    const credentials = credentialsIn({})
    const received = new Set<Exchange>()
    const forms = createForms(credentials, header => credentialsIn({ header }))
    const session: Omit<Session, 'fixture' | 'bindings' | 'formAt' | 'received'> = {
      client,
      credentials,
      forms,
      clock: phases.waiting('lateEffects', clock),
      redactor,
      ledger: createLedger(async entries =>
        input.ledger?.write({
          schemaVersion: '1',
          prefix: prefixOf(run),
          target: href,
          startedAt: new Date(startedAt).toISOString(),
          bindings: keptBindings(bindings, form => forms.in(form) !== credentials),
          credentialForm: credentials.form,
          entries,
        }),
      ),
      origin,
      basePath,
      startedAt,
      seed,
      cases,
      run,
      patienceMs,
      controls: new Map(),
      shared: new Map(),
      turns: new Map(),
      makeToken,
      ...(judging.verifier ? { verifier: judging.verifier } : {}),
    }
    const publisher = createDocumentClient({
      client,
      credentials,
      origin,
      basePath,
      elsewhere: fetcherOf(network, timeoutMs, clock),
      clock,
    })
    const published = await readDocuments(input.documents ?? {}, publisher.fetch, basePath)
    const {
      documents,
      exchanges: asked,
      unavailable,
      unfit,
      credentialForms = documents.reference?.credentialForms ?? [],
    } = await loadDocuments(
      published,
      { ...publisher, controlPath: `/${nonceOf(run, 'never-existed')}` },
      href,
      basePath,
    )
    const loggedInAt = bindings.get('login')?.path
    const { username } = input.credentials ?? {}
    const formAt = formsOfOperations(documents.reference, input.credentials ?? {}, network.headers)
    bindings = resolveBindings(input.bindings, documents.reference, asOf, username ?? credentials.account, formAt)
    // A login for the documents may have failed where this target has none.
    if (bindings.get('login')?.path !== loggedInAt) credentials.refresh()
    const ofOperation = createReceived({ basePath, bindings }, () => [...received])
    const full = (): Session => ({ ...session, bindings, formAt, received: ofOperation, fixture: fixtures.fixture })
    const tokenLimit = createTokenLimit(session.ledger, entry => removeEarly(full(), entry))
    const probeOf: ProbeOf = (key, recorder) =>
      createProbe({ ...full(), tokenLimit }, key, {
        ...recorder,
        record: exchange => {
          asking = key
          received.add(exchange)
          recorder.record(exchange)
        },
      })
    const foundAt = new Map<FixtureName, string>()
    const fixtures = createFixtures(
      createFixtureProviders({
        fixtures: input.fixtures ?? {},
        username,
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
        forms: formsToTry(credentialForms, input.credentials ?? {}, network.headers),
        ...(setup && { setup }),
        writes: writes !== null,
        documents,
        unavailable,
        unfit,
      }),
      probeOf,
    )
    // Whatever is asked, the report says who was asked and whether writing was allowed.
    for (const need of ['credentials', 'writes', 'reference', 'deprecation-log', 'changelog'] as const)
      await fixtures.hasFixture(need)
    const reportOf = (judged: readonly Judged[], leftovers: Report['leftovers']): Report => {
      const head = {
        schemaVersion: reportSchemaVersion,
        tool,
        subject: subjectOf(input.subject),
        target: href,
        asOf,
        startedAt: new Date(startedAt).toISOString(),
        durationMs: Math.round(performance.now() - started),
        timing: { ...phases.timing(), ...(unrecorded === 0 ? {} : { unrecorded }) },
        run,
        seed,
        options: {
          ...effectiveOptions(input, patienceMs),
          // Names that came with the credentials and may have been tried: the report has nothing else that says them.
          ...defined({
            // A user name shows as the namespace, unless another one is given.
            'token-account': credentials.account ?? (input.fixtures?.namespace ? username : undefined),
            'user-name': input.fixtures?.namespace ? undefined : username,
          }),
        },
        bindings: [...bindings.values()],
        documents,
        leftovers,
      }
      const shared = withDocumentExchanges(fixtures.resolved(), asked)
        // Logging in serves every case; it shows here, whichever case came first.
        .map(fixture =>
          fixture.need === 'credentials'
            ? { ...fixture, exchanges: [...new Set([...fixture.exchanges, ...logins.exchanges])] }
            : fixture,
        )
        .map(fixture => ({ ...fixture, ...defined({ from: foundAt.get(fixture.need) }) }))
      const shown = judged.map(one => withoutSecrets(one, redactor))
      return conclude(redactor.value(head), shown, shared, redactor, input.settingNames)
    }
    phases.begin('judging')
    let judged: readonly Judged[]
    let leftovers: Report['leftovers'] = []
    try {
      judged = await judgeAll(
        planned,
        probeOf,
        input.onProgress,
        network.concurrency ?? defaults.concurrency,
        {
          ids: input.first ?? [],
          done: some => input.onFirst?.(reportOf(some, [])),
        },
        tokenLimit,
      )
    } finally {
      phases.begin('cleanup')
      input.onProgress?.({ type: 'cleanup', left: session.ledger.entries.length })
      // An interrupt ends the run, not the cleaning up; neither does a target that seemed gone, nor a limit that was given up.
      door = createClient({
        ...wire,
        clock: patientClock,
        signal: undefined,
        until: patientClock.now() + cleaning.mostMs,
        // What is deleted side by side takes longer in all than it lasts.
        caseMs: Number.POSITIVE_INFINITY,
        patience: cleaning.patience,
      })
      leftovers = await cleanUp({ ...full(), client: door, clock: patientClock })
      leftovers = [...leftovers, ...redactor.value((await setup?.tearDown()) ?? [])]
    }
    return reportOf(judged, leftovers)
  } catch (error) {
    throw redacted(error, redactor)
  } finally {
    // Already done where the run came so far.
    await setup?.tearDown()
    await transport.close()
  }
}
