import { dockerHub } from '../contracts/bindings/docker-hub.ts'
import type { PublishedDocuments } from '../contracts/documents.ts'
import type { Answered } from '../contracts/exchange.ts'
import { Missing, NoAnswer } from '../contracts/finding.ts'
import { type IsoDate, lifecycle } from '../contracts/lifecycle.ts'
import type { Binding, OperationName } from '../contracts/operations.ts'
import { type Report, reportSchemaVersion } from '../contracts/report.ts'
import type { Case, Requirement } from '../contracts/requirement.ts'
import { prefixOf } from '../contracts/run-name.ts'
import { tool } from '../contracts/version.ts'
import { catalogue } from '../suites/catalogue.ts'
import { resolveBindings } from './bindings.ts'
import { cleanUp } from './cleanup.ts'
import { type ClientOptions, createClient } from './client.ts'
import { bounded, interruptible, systemClock } from './clock.ts'
import { conclude, type Judged } from './conclude.ts'
import { createCredentials } from './credentials.ts'
import { belowMount } from './documents/servers.ts'
import { effectiveOptions } from './effective.ts'
import { createProviders, makeToken } from './fixtures.ts'
import { attemptsOf, type JudgedCase, judgeCase, judgeRequirement } from './judge.ts'
import { learnFromExchange, learnFromUrls } from './learn-secrets.ts'
import { createLedger } from './ledger.ts'
import { type Fetcher, loadDocuments, readDocuments } from './load.ts'
import { createNeeds, type ProbeOf } from './needs.ts'
import {
  type DocumentInput,
  type DocumentsInput,
  defaults,
  type RunInput,
  type SelectionInput,
  UsageError,
} from './options.ts'
import type { Verifier } from './pact/verifier.ts'
import { aboutDocuments, type Planned, plan } from './plan.ts'
import { createRedactor, type Redactor } from './redaction.ts'
import { keptBindings } from './resume.ts'
import { createProbe, createRecorder, documentsRun, newRun, type Session } from './session.ts'
import { fetcherOf, parseTarget, preflight } from './target.ts'
import { socketTransport } from './transport.ts'
import { handlerTransport, type Transport, WireError } from './wire.ts'

export { TargetUnreachable, UsageError } from './options.ts'

/** Stands for a target that is a handler and has no address. */
const handlerBase = 'http://hub.invalid'

/** Part of the run's time that the requests of one case may take: a list without end must not leave the rest unasked. */
const caseShare = 1 / 3

/** What cleaning up may take whatever it does, and how soon it gives up a target that does not answer: it asks one thing at a time. */
const cleaning = { mostMs: 300_000, patience: 3 } as const

/** A given value that is shorter is not redacted by value: it may be a word such as `test`. */
const shortestGiven = 6

/** The day that a text names; the newest of the document without one. */
export const asOfDate = (text: string | undefined): IsoDate => {
  if (text === undefined) return lifecycle.version
  const parsed = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  if (!parsed || Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== text)
    throw new UsageError(`"${text}" is no day; give one such as 2025-06-27`)
  return text as IsoDate
}

/** Requests that a case takes, amply. */
const requestsPerCase = 3

/** What keeping to a rate adds to the time of a run: whoever asks for it has the time. */
const pacedMs = (planned: readonly Planned[], ratePerMinute: number | undefined): number =>
  ratePerMinute === undefined
    ? 0
    : (planned.reduce((sum, { requirement, skip }) => sum + (skip ? 0 : requirement.cases.length), 0) *
        requestsPerCase *
        60_000) /
      ratePerMinute

const skipped = ({ requirement, skip }: Planned): Judged | undefined =>
  skip ? { requirement, verdict: skip.verdict, reason: skip.reason, cases: [] } : undefined

/** What is judged before the rest, and who is told. */
interface First {
  readonly ids: readonly string[]
  readonly done: (judged: readonly Judged[]) => void
}

/** Stands for what was not come to yet. */
const notYet = ({ requirement, skip }: Planned): Judged => ({
  requirement,
  ...(skip ?? { verdict: 'not-selected', reason: { code: 'not-selected', values: {} } }),
  cases: [],
})

/** Runs what is planned. Each case costs only its own verdict. */
const judgeAll = async (
  planned: readonly Planned[],
  probeOf: ProbeOf,
  onProgress: RunInput['onProgress'],
  first: First = { ids: [], done: () => undefined },
): Promise<readonly Judged[]> => {
  const asked = planned.filter(({ skip }) => skip === null)
  onProgress?.({
    type: 'plan',
    requirements: asked.length,
    cases: asked.reduce((sum, { requirement }) => sum + requirement.cases.length, 0),
  })
  const judgeOne = async (requirement: Requirement, kase: Case): Promise<JudgedCase> => {
    const judged = await judgeCase(kase, attemptsOf(requirement, kase, probeOf))
    onProgress?.({ type: 'case', requirement: requirement.id, name: kase.name, verdict: judged.verdict })
    return judged
  }
  const judgeRequirements = async (group: readonly Planned[]): Promise<readonly Judged[]> => {
    const outcomes = await Promise.allSettled(
      group.map(async (entry): Promise<Judged> => {
        const skip = skipped(entry)
        if (skip) return skip
        const { requirement } = entry
        const judged = judgeRequirement(await Promise.all(requirement.cases.map(kase => judgeOne(requirement, kase))))
        onProgress?.({ type: 'requirement', requirement: requirement.id, verdict: judged.verdict })
        return { requirement, ...judged }
      }),
    )
    // Only now, when nothing is under way any more: what comes next cleans up.
    return outcomes.map(outcome => {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    })
  }
  const isFirst = ({ requirement, skip }: Planned): boolean => skip === null && first.ids.includes(requirement.id)
  const judged = new Map<Planned, Judged>()
  for (const group of [planned.filter(isFirst), planned.filter(entry => !isFirst(entry))]) {
    const outcomes = await judgeRequirements(group)
    for (const [at, entry] of group.entries()) judged.set(entry, outcomes[at] as Judged)
    if (judged.size > 0 && judged.size < planned.length)
      first.done(planned.map(entry => judged.get(entry) ?? notYet(entry)))
  }
  return planned.map(entry => judged.get(entry) as Judged)
}

/** Published text is shown as evidence, and may hold anything. */
const withoutSecrets = (judged: Judged, redactor: Redactor): Judged => ({
  ...judged,
  cases: judged.cases.map(kase => ({ ...kase, excerpts: redactor.value(kase.excerpts) })),
})

/** What is thrown leaves the engine, so it may hold no secret either. */
const redacted = (error: unknown, redactor: Redactor): unknown => {
  if (!(error instanceof Error)) return error
  error.message = redactor.text(error.message)
  if (error.stack !== undefined) error.stack = redactor.text(error.stack)
  return error
}

/** What a target is asked. */
export interface Exam {
  readonly catalogue: readonly Requirement[]
  readonly verifier?: Verifier
}

/**
 * Judges a target. Throws {@link UsageError} for input that cannot be used and {@link TargetUnreachable} where no request reaches the
 * target; everything else is in the report.
 */
export const runConformance = async (input: RunInput, exam: Exam = { catalogue }): Promise<Report> => {
  const patientClock = input.clock ?? systemClock
  const started = performance.now()
  const startedAt = patientClock.now()
  const asOf = asOfDate(input.asOf)
  const planned = plan(exam.catalogue, asOf, input.select)
  const network = input.network ?? {}
  const deadlineMs = input.deadlineMs ?? defaults.deadlineMs + pacedMs(planned, network.ratePerMinute)
  const until = startedAt + deadlineMs
  const clock = bounded(interruptible(patientClock, input.signal), until)
  const timeoutMs = network.timeoutMs ?? defaults.timeoutMs
  const patienceMs = input.patienceMs ?? defaults.patienceMs
  const { origin, basePath, href } = parseTarget(
    'handler' in input.target ? (input.target.url ?? handlerBase) : input.target.url,
  )
  const transport: Transport =
    'handler' in input.target
      ? handlerTransport(input.target.handler)
      : socketTransport(network, network.concurrency ?? defaults.concurrency, timeoutMs)
  const seed = input.seed ?? defaults.seed
  const redactor = createRedactor()
  for (const secret of input.secrets ?? []) redactor.learn(secret, shortestGiven)
  for (const [name, value] of network.headers ?? []) {
    redactor.learnHeader(name)
    redactor.learn(value, shortestGiven)
  }
  for (const name of [...Object.values(input.fixtures ?? {}), input.credentials?.username])
    if (name !== undefined) redactor.spare(name)
  for (const document of Object.values(input.documents ?? {}) as readonly DocumentInput[])
    learnFromUrls(redactor, 'url' in document ? document.url : document.from)
  try {
    const wire: ClientOptions = {
      transport,
      origin,
      basePath,
      allowWrites: input.allowWrites === true,
      network,
      clock,
      signal: input.signal,
      until,
      caseMs: deadlineMs * caseShare,
      onExchange: exchange => learnFromExchange(redactor, exchange),
    }
    const client = createClient(wire)
    let door = client
    await preflight(client, href, clock, network, patienceMs)
    let bindings: ReadonlyMap<OperationName, Binding> = new Map(dockerHub.map(binding => [binding.operation, binding]))
    const run = newRun()
    const logins = createRecorder()
    const credentials = createCredentials(
      input.credentials ?? {},
      () => bindings.get('login') as Binding,
      {
        send: (ask, recorder) =>
          door.send(ask, {
            record: exchange => {
              logins.record(exchange)
              recorder.record(exchange)
            },
          }),
      },
      redactor,
      clock,
    )
    const session: Omit<Session, 'given' | 'bindings'> = {
      client,
      credentials,
      clock,
      redactor,
      ledger: createLedger(async entries =>
        input.ledger?.write({
          schemaVersion: '1',
          prefix: prefixOf(run),
          target: href,
          startedAt: new Date(startedAt).toISOString(),
          bindings: keptBindings(bindings),
          entries,
        }),
      ),
      origin,
      basePath,
      startedAt,
      seed,
      run,
      patienceMs,
      controls: new Map(),
      makeToken,
      ...(exam.verifier ? { verifier: exam.verifier } : {}),
    }
    const get = async (path: string): Promise<Answered> => {
      const recorder = createRecorder()
      const anonymous = await client.send({ method: 'GET', path, as: 'anonymous', anyStatus: true }, recorder)
      if (![401, 403].includes(anonymous.response.status) || !credentials.available) return anonymous
      try {
        const authorization = await credentials.authorization(recorder)
        return await client.send({ method: 'GET', path, as: 'valid', authorization, anyStatus: true }, recorder)
      } catch (error) {
        if (error instanceof Missing) return anonymous
        throw error
      }
    }
    const elsewhere = fetcherOf(network, timeoutMs)
    const fetcher: Fetcher = async text => {
      const url = URL.canParse(text) ? new URL(text) : undefined
      const ownPath = url && url.origin === origin && `${url.pathname}/`.startsWith(`${basePath}/`)
      if (!ownPath) return elsewhere(text)
      try {
        const { response } = await get(url.pathname.slice(basePath.length) + url.search)
        if (response.encoding === 'base64') throw new UsageError(`${url.origin}${url.pathname} is no UTF-8 text`)
        return { status: response.status, body: response.body }
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        throw new UsageError(`${url.origin}${url.pathname} cannot be read: ${error.exchange.failure ?? 'no answer'}`)
      }
    }
    const given = await readDocuments(input.documents ?? {}, fetcher, basePath)
    const documents = await loadDocuments(given, get, href, basePath)
    bindings = resolveBindings(input.bindings, documents.reference)
    const full = (): Session => ({ ...session, bindings, given: fixtures.given })
    const probeOf: ProbeOf = (key, recorder) => createProbe(full(), key, recorder)
    const { username } = input.credentials ?? {}
    const fixtures = createNeeds(
      createProviders({
        given: input.fixtures ?? {},
        username,
        credentials: credentials.available,
        writes: input.allowWrites === true,
        documents,
      }),
      probeOf,
    )
    // Whatever is asked, the report says who was asked and whether writing was allowed.
    for (const need of ['credentials', 'writes'] as const) await fixtures.has(need)
    const reportOf = (judged: readonly Judged[], leftovers: Report['leftovers']): Report => {
      const head = {
        schemaVersion: reportSchemaVersion,
        tool,
        target: href,
        asOf,
        startedAt: new Date(startedAt).toISOString(),
        durationMs: Math.round(performance.now() - started),
        run,
        seed,
        options: effectiveOptions(input, patienceMs),
        bindings: [...bindings.values()],
        documents,
        leftovers,
      }
      const shared = fixtures
        .resolved()
        // Logging in serves every case; it shows here, whichever case came first.
        .map(fixture => (fixture.need === 'credentials' ? { ...fixture, exchanges: logins.exchanges } : fixture))
      const shown = judged.map(one => withoutSecrets(one, redactor))
      return conclude(redactor.value(head), shown, shared, redactor)
    }
    let judged: readonly Judged[]
    let leftovers: Report['leftovers'] = []
    try {
      judged = await judgeAll(planned, probeOf, input.onProgress, {
        ids: input.first ?? [],
        done: some => input.onFirst?.(reportOf(some, [])),
      })
    } finally {
      input.onProgress?.({ type: 'cleanup', left: session.ledger.entries.length })
      // An interrupt ends the run, not the cleaning up; neither does a target that seemed gone, nor a limit that was given up.
      door = createClient({
        ...wire,
        clock: patientClock,
        signal: undefined,
        until: patientClock.now() + cleaning.mostMs,
        caseMs: cleaning.mostMs,
        patience: cleaning.patience,
      })
      leftovers = await cleanUp({ ...full(), client: door, clock: patientClock })
    }
    return reportOf(judged, leftovers)
  } catch (error) {
    throw redacted(error, redactor)
  } finally {
    await transport.close()
  }
}

const noWire: Transport = {
  send: async () => {
    throw new WireError('unreachable', 'documents alone are judged')
  },
  close: async () => undefined,
}

/** Judges published documents alone. Throws {@link UsageError} for documents that cannot be read. */
export const checkDocs = async (input: {
  readonly documents: DocumentsInput
  readonly asOf?: string
  readonly select?: SelectionInput
  readonly options?: Readonly<Record<string, unknown>>
}): Promise<Report> => {
  const started = performance.now()
  const clock = systemClock
  const startedAt = clock.now()
  const asOf = asOfDate(input.asOf)
  const read: PublishedDocuments = await readDocuments(input.documents, fetcherOf({}, defaults.timeoutMs), '')
  // Where no target says it, the reference itself says where the hub is mounted.
  const documents = read.reference ? { ...read, reference: belowMount(read.reference) } : read
  if (Object.keys(documents).length === 0)
    throw new UsageError('give at least one document: --reference, --deprecation-log or --changelog')
  const planned = plan(aboutDocuments(catalogue, documents), asOf, input.select)
  const bindings = resolveBindings(undefined, documents.reference)
  const redactor = createRedactor()
  const client = createClient({
    transport: noWire,
    origin: handlerBase,
    basePath: '',
    allowWrites: false,
    network: {},
    clock,
    signal: undefined,
  })
  const providers = createProviders({ given: {}, username: undefined, credentials: false, writes: false, documents })
  const probeOf: ProbeOf = (key, recorder) =>
    createProbe(
      {
        client,
        credentials: createCredentials({}, () => bindings.get('login') as Binding, client, redactor, clock),
        bindings,
        clock,
        redactor,
        ledger: createLedger(),
        origin: handlerBase,
        basePath: '',
        startedAt,
        seed: 0,
        run: documentsRun,
        patienceMs: 0,
        given: fixtures.given,
        controls: new Map(),
        makeToken,
      },
      key,
      recorder,
    )
  const fixtures = createNeeds(providers, probeOf)
  const judged = await judgeAll(planned, probeOf, undefined)
  return conclude(
    {
      schemaVersion: reportSchemaVersion,
      tool,
      target: null,
      asOf,
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.round(performance.now() - started),
      run: null,
      seed: 0,
      options: effectiveOptions(input),
      bindings: [...bindings.values()],
      documents,
      leftovers: [],
    },
    judged,
    fixtures.resolved(),
    redactor,
  )
}
