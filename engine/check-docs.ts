import { type Report, reportSchemaVersion, type Subject } from '../contracts/results/report.ts'
import type { SettingNames } from '../contracts/run/settings.ts'
import { tool } from '../contracts/version.ts'
import { createLedger } from './cleanup/ledger.ts'
import { systemClock } from './clock.ts'
import { conclude, reportSubject } from './conclude.ts'
import { createCredentials } from './credentials/credentials.ts'
import { readDocuments } from './documents/loading/given.ts'
import { createClient } from './http/client.ts'
import { type Transport, WireError } from './http/transport.ts'
import { judgeAll } from './judge.ts'
import { type DocumentsInput, defaults, handlerBase, type SelectionInput, UsageError } from './options.ts'
import { aboutDocuments, asOfDate, plan } from './plan.ts'
import { resolveBindings } from './probe/bindings.ts'
import { createFixtureProviders } from './probe/fixture-providers.ts'
import { createFixtures, type ProbeOf, withDocumentExchanges } from './probe/fixtures.ts'
import { createProbe } from './probe/probe.ts'
import { documentsRun, newSession } from './probe/session.ts'
import { createRedactor } from './redaction/redaction.ts'
import { effectiveOptions } from './run-options.ts'
import { fetcherOf } from './target.ts'

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
  readonly settingNames?: SettingNames
  readonly subject?: Partial<Subject>
}): Promise<Report> => {
  const started = performance.now()
  const clock = systemClock
  const startedAt = Math.floor(clock.now())
  const asOf = asOfDate(input.asOf)
  const loaded = await readDocuments(input.documents, fetcherOf({}, defaults.timeoutMs, clock))
  const { documents, unavailable } = loaded
  if (Object.keys({ ...documents, ...unavailable }).length === 0)
    throw new UsageError('at least one document is needed', 'reference', 'deprecation-log', 'changelog')
  const { catalogue } = await import('../suites/catalogue.ts')
  const planned = plan(aboutDocuments(catalogue, { ...documents, ...unavailable }), asOf, input.select)
  const bindings = resolveBindings(undefined, documents.reference, asOf)
  const redactor = createRedactor()
  const place = { origin: handlerBase, basePath: '' }
  const client = createClient({ ...place, transport: noWire, writes: null, network: {}, clock, signal: undefined })
  const credentials = createCredentials({}, client, redactor, clock)
  const providers = createFixtureProviders({
    fixtures: {},
    username: undefined,
    credentials,
    writes: false,
    look: async () => loaded,
  })
  const session = newSession({
    ...place,
    client,
    credentials,
    bindings,
    clock,
    redactor,
    ledger: createLedger(),
    startedAt,
    run: documentsRun,
    patienceMs: 0,
    fixture: need => fixtures.fixture(need),
  })
  const probeOf: ProbeOf = (key, recorder) => createProbe(session, key, recorder)
  const fixtures = createFixtures(providers, probeOf)
  const judged = await judgeAll(planned, probeOf, undefined)
  return conclude(
    {
      schemaVersion: reportSchemaVersion,
      tool,
      subject: reportSubject(input.subject),
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
    withDocumentExchanges(fixtures.resolved(), loaded.exchanges),
    redactor,
    input.settingNames,
  )
}
