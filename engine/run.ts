import { dockerHub } from '../contracts/bindings/docker-hub.ts'
import type { PublishedDocuments } from '../contracts/documents.ts'
import type { Answered, Exchange } from '../contracts/exchange.ts'
import { Missing, NoAnswer } from '../contracts/finding.ts'
import { type IsoDate, lifecycle } from '../contracts/lifecycle.ts'
import type { Binding, OperationName } from '../contracts/operations.ts'
import { type Report, reportSchemaVersion } from '../contracts/report.ts'
import type { Case, Requirement } from '../contracts/requirement.ts'
import { tool } from '../contracts/version.ts'
import { catalogue } from '../suites/catalogue.ts'
import { resolveBindings } from './bindings.ts'
import { cleanUp } from './cleanup.ts'
import { type Client, createClient } from './client.ts'
import { conclude, type Judged } from './conclude.ts'
import { createCredentials } from './credentials.ts'
import { effectiveOptions } from './effective.ts'
import { createProviders, makeToken } from './fixtures.ts'
import { attemptsOf, type JudgedCase, judgeCase, judgeRequirement } from './judge.ts'
import { createLedger } from './ledger.ts'
import { type Fetcher, loadDocuments, readDocuments } from './load.ts'
import { createNeeds, type ProbeOf } from './needs.ts'
import {
  type Clock,
  type DocumentsInput,
  type NetworkInput,
  type RunInput,
  type SelectionInput,
  TargetUnreachable,
  UsageError,
} from './options.ts'
import { aboutDocuments, type Planned, plan } from './plan.ts'
import { createRedactor } from './redaction.ts'
import { createProbe, createRecorder, documentsPrefix, prefixOf, type Session } from './session.ts'
import { socketTransport } from './transport.ts'
import { handlerTransport, type Transport, WireError } from './wire.ts'

export { TargetUnreachable, UsageError } from './options.ts'

/** Stands for a target that is a handler and has no address. */
const handlerBase = 'http://hub.invalid'

const systemClock: Clock = {
  now: () => Date.now(),
  pause: ms => new Promise(resolve => setTimeout(resolve, ms)),
}

/** The base URL of a target. Throws {@link UsageError} for what is none. */
export const parseTarget = (
  text: string,
): { readonly origin: string; readonly basePath: string; readonly href: string } => {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new UsageError(`--target ${JSON.stringify(text)} is no URL; give one such as http://localhost:8080`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`--target must be an http or https URL, not ${url.protocol}`)
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      '--target must not carry a user name or password; set HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD instead',
    )
  if (url.search !== '' || url.hash !== '')
    throw new UsageError('--target is a base URL; leave out the query and the fragment')
  const basePath = url.pathname.replace(/\/+$/, '')
  return { origin: url.origin, basePath, href: url.origin + basePath }
}

const unreachable = (base: string, exchange: Exchange, timeoutMs: number): TargetUnreachable => {
  const hints: Readonly<Record<string, string>> = {
    refused: 'nothing listens there; is the server running?',
    'name-not-found': 'the name cannot be resolved; check the host in --target',
    tls: 'its certificate cannot be verified; give the authority with --ca FILE (or, for a test hub, --insecure)',
    timeout: `no answer within ${timeoutMs / 1000} s; is it the right port, or raise --timeout`,
    reset: 'it closes connections without an answer',
    closed: 'it closes connections without an answer',
    'malformed-answer': 'what answers there does not speak HTTP/1.1',
    unreachable: 'the network has no way to it',
    aborted: 'interrupted before the first answer',
  }
  const failure = exchange.failure ?? 'unreachable'
  return new TargetUnreachable(`cannot reach ${base} (${failure}): ${hints[failure] ?? 'no answer that can be read'}`)
}

/** Any HTTP answer will do: it says that something is there. Throws {@link TargetUnreachable}. */
const preflight = async (client: Client, base: string, clock: Clock, timeoutMs: number): Promise<void> => {
  let last: Exchange | undefined
  for (const path of ['/', '/v2/', '/openapi.json']) {
    try {
      await client.send({ method: 'GET', path, as: 'anonymous', anyStatus: true }, { record: () => undefined })
      return
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      last = error.exchange
      if (
        last.failure === 'refused' ||
        last.failure === 'name-not-found' ||
        last.failure === 'tls' ||
        last.failure === 'aborted'
      )
        break
      await clock.pause(100)
    }
  }
  if (last) throw unreachable(base, last, timeoutMs)
}

const fetcherOf =
  (network: NetworkInput, timeoutMs: number): Fetcher =>
  async text => {
    const { origin } = parseTarget(text.split(/[?#]/)[0] ?? text)
    const url = new URL(text)
    const transport = socketTransport(network, 1, timeoutMs)
    try {
      const response = await transport.send(
        {
          method: 'GET',
          origin,
          path: url.pathname + url.search,
          headers: [['accept', '*/*']],
          body: null,
          fresh: false,
        },
        AbortSignal.timeout(timeoutMs),
      )
      return { status: response.status, body: new TextDecoder('utf-8', { fatal: true }).decode(response.body) }
    } catch (error) {
      throw new UsageError(
        `${text} cannot be read: ${error instanceof WireError ? error.failure : 'it is no UTF-8 text'}`,
      )
    } finally {
      await transport.close()
    }
  }

const asOfDate = (text: string | undefined): IsoDate => {
  if (text === undefined) return lifecycle.version
  const parsed = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  if (!parsed || Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== text)
    throw new UsageError(`"${text}" is no day; give one such as 2025-06-27`)
  return text as IsoDate
}

const skipped = ({ requirement, skip }: Planned): Judged | undefined =>
  skip ? { requirement, verdict: skip.verdict, reason: skip.reason, cases: [] } : undefined

/** Runs what is planned. Each case costs only its own verdict. */
const judgeAll = async (
  planned: readonly Planned[],
  probeOf: ProbeOf,
  onProgress: RunInput['onProgress'],
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
  return Promise.all(
    planned.map(async (entry): Promise<Judged> => {
      const skip = skipped(entry)
      if (skip) return skip
      const { requirement } = entry
      const judged = judgeRequirement(await Promise.all(requirement.cases.map(kase => judgeOne(requirement, kase))))
      onProgress?.({ type: 'requirement', requirement: requirement.id, verdict: judged.verdict })
      return { requirement, ...judged }
    }),
  )
}

/**
 * Judges a target. Throws {@link UsageError} for input that cannot be used and {@link TargetUnreachable} where no request reaches the
 * target; everything else is in the report.
 */
export const runConformance = async (input: RunInput): Promise<Report> => {
  const clock = input.clock ?? systemClock
  const started = performance.now()
  const startedAt = clock.now()
  const asOf = asOfDate(input.asOf)
  const planned = plan(catalogue, asOf, input.select)
  const network = input.network ?? {}
  const timeoutMs = network.timeoutMs ?? 10_000
  const { origin, basePath, href } = parseTarget(
    'handler' in input.target ? (input.target.url ?? handlerBase) : input.target.url,
  )
  const transport: Transport =
    'handler' in input.target
      ? handlerTransport(input.target.handler)
      : socketTransport(network, network.concurrency ?? 8, timeoutMs)
  const seed = input.seed ?? Math.floor(Math.random() * 2 ** 31)
  const redactor = createRedactor()
  for (const secret of [...(input.secrets ?? []), ...(network.headers ?? []).map(([, value]) => value)])
    redactor.learn(secret)
  try {
    const client = createClient({
      transport,
      origin,
      basePath,
      allowWrites: input.allowWrites === true,
      network,
      clock,
      signal: input.signal,
    })
    await preflight(client, href, clock, timeoutMs)
    let bindings: ReadonlyMap<OperationName, Binding> = new Map(dockerHub.map(binding => [binding.operation, binding]))
    const logins = createRecorder()
    const credentials = createCredentials(
      input.credentials ?? {},
      () => bindings.get('login') as Binding,
      {
        send: (ask, recorder) =>
          client.send(ask, {
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
      ledger: createLedger(),
      origin,
      basePath,
      startedAt,
      seed,
      prefix: prefixOf(startedAt, seed),
      patienceMs: input.patienceMs ?? 10_000,
      controls: new Map(),
      makeToken,
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
      const { response } = await get(url.pathname.slice(basePath.length) + url.search)
      return { status: response.status, body: response.body }
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
    let judged: readonly Judged[]
    let leftovers: Report['leftovers'] = []
    try {
      judged = await judgeAll(planned, probeOf, input.onProgress)
    } finally {
      input.onProgress?.({ type: 'cleanup', left: session.ledger.entries.length })
      leftovers = await cleanUp(full())
    }
    const head = {
      schemaVersion: reportSchemaVersion,
      tool,
      target: href,
      asOf,
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.round(performance.now() - started),
      seed,
      options: effectiveOptions(input, session.patienceMs),
      bindings: [...bindings.values()],
      documents,
      leftovers,
    }
    const shared = fixtures
      .resolved()
      // Logging in serves every case; it shows here, whichever case came first.
      .map(fixture => (fixture.need === 'credentials' ? { ...fixture, exchanges: logins.exchanges } : fixture))
    return conclude(head, judged, shared, redactor)
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
  const documents: PublishedDocuments = await readDocuments(input.documents, fetcherOf({}, 10_000), '')
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
        prefix: documentsPrefix,
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
      seed: 0,
      options: input.options ?? {},
      bindings: [...bindings.values()],
      documents,
      leftovers: [],
    },
    judged,
    fixtures.resolved(),
    redactor,
  )
}
