import { isObject } from '../../checks/reading.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import { defined } from '../../contracts/defined.ts'
import type { Answered, Exchange } from '../../contracts/exchange.ts'
import { Missing } from '../../contracts/finding.ts'
import type { Binding, OperationName } from '../../contracts/operations.ts'
import type { Report } from '../../contracts/report.ts'
import type { FixtureName } from '../../contracts/requirement.ts'
import { createLedger } from '../cleanup/ledger.ts'
import { bearerForm } from '../credentials/form.ts'
import type { Loaded } from '../documents/load.ts'
import type { SetupName } from '../options.ts'
import { recordedVerifier } from '../pact/recorded.ts'
import { createFixtureProviders, type FixtureSources, makeToken } from '../probe/fixture-providers.ts'
import { createFixtures, type FixtureStore, fixtureKey, isDocument, type ProbeOf } from '../probe/fixtures.ts'
import { createProbe, documentsRun } from '../probe/probe.ts'
import { createReceived } from '../probe/received.ts'
import { bySetup, type Setup } from '../probe/setup.ts'
import { createRedactor, type Redactor } from '../redaction/redaction.ts'
import { optionsOfReport } from '../run-options.ts'
import { type Logins, loginOf, replayCredentials, stillClock } from './credentials.ts'
import { createTape, replayClient, type Tape } from './recorded-client.ts'

/** A report's run, to be asked once more, from its exchanges alone. */
export interface Replay {
  /** What cases share, recomputed from its own exchanges. */
  readonly fixtures: FixtureStore
  /** Probes that answer from these exchanges; `limited` as in {@link ReplayRules}. */
  probesOf(tape: Tape, limited?: boolean): ProbeOf
  exchangesOf(ids: readonly string[]): readonly Exchange[]
  /** Requests for something shared of which there is no record. */
  lacking(): readonly string[]
}

const loginBindings = (bindings: ReadonlyMap<OperationName, Binding>): readonly [Binding, ...Binding[]] => {
  const shipped = dockerHub.filter(({ operation }) => operation === 'login')
  const [first, ...rest] = [bindings.get('login'), ...shipped].filter(binding => binding !== undefined)
  if (!first) throw new Error('no binding for login')
  return [first, ...rest]
}

const placeOf = (target: string | null): { readonly origin: string; readonly basePath: string } => {
  if (target === null || !URL.canParse(target)) return { origin: 'http://hub.invalid', basePath: '' }
  const { origin, pathname } = new URL(target)
  return { origin, basePath: pathname.replace(/\/+$/, '') }
}

/** The answers that left it open what given documents say: the last of what was asked for each. */
export const unavailableIn = (report: Pick<Report, 'fixtures' | 'exchanges'>): Loaded['unavailable'] => {
  const of = (need: FixtureName): Answered | undefined => {
    const fixture = report.fixtures.find(fixture => fixture.need === need)
    if (fixture?.reason?.code !== 'rate-limited' && fixture?.reason?.code !== 'server-error') return undefined
    const last = report.exchanges.find(({ id }) => id === fixture.exchanges.at(-1))
    return last?.response ? { ...last, response: last.response } : undefined
  }
  return defined({ reference: of('reference'), deprecationLog: of('deprecation-log'), changelog: of('changelog') })
}

/** What the target had in the place of documents. */
const unfitIn = ({ fixtures }: Report): Loaded['unfit'] => {
  const of = (need: FixtureName): Missing | undefined => {
    const fixture = fixtures.find(each => each.need === need)
    const { code, values } = fixture?.reason ?? {}
    return code === 'document-unfit' || code === 'document-refused' ? new Missing(code, values) : undefined
  }
  return defined({ reference: of('reference'), deprecationLog: of('deprecation-log'), changelog: of('changelog') })
}

const formsOf = (text: unknown): readonly string[] => (typeof text === 'string' ? text.split(', ') : [])

/** The forms of credentials that the run tried, up to the one that was accepted. */
const formsIn = (fixture: Report['fixtures'][number] | undefined): readonly string[] => {
  const { value, reason } = fixture ?? {}
  return isObject(value)
    ? [value.refused, value.unproven, value.form, value.also].flatMap(formsOf)
    : formsOf(reason?.values.forms)
}

/** The form of a cookie that no login set. */
const cookieFormIn = ({ fixtures, requirements }: Report): string | undefined => {
  const [cookie] = [...fixtures, ...requirements].flatMap(({ reason }) =>
    reason?.code === 'login-token-unknown' ? (reason.values.cookie ?? []) : [],
  )
  return cookie === undefined ? undefined : `Cookie: ${cookie}={token}`
}

/** What the run was given, and the names that came with its credentials: a user name is shown as the namespace that it stands for. */
const namesIn = ({ options }: Report): Pick<FixtureSources, 'fixtures' | 'username' | 'account'> => {
  const { namespace, ...rest } = optionsOfReport(options).fixtures
  const text = (name: string): string | undefined =>
    typeof options[name] === 'string' ? (options[name] as string) : undefined
  const username = text('user-name')
  return {
    fixtures: username === undefined ? { ...rest, ...defined({ namespace }) } : rest,
    username,
    account: text('token-account'),
  }
}

/** What a setup module made for the run, and where it failed, told again by the report. */
const setupIn = ({ fixtures }: Report): Setup => {
  const ofName = (name: SetupName) => fixtures.find(({ need }) => need === (name === 'organization' ? 'org' : name))
  return {
    has: name => ofName(name)?.from === bySetup || ofName(name)?.reason?.code === 'setup-failed',
    make: async name => {
      const { value, reason } = ofName(name) ?? {}
      if (reason?.code === 'setup-failed') throw new Missing('setup-failed', reason.values)
      return value as Readonly<Record<string, string>>
    },
    tearDown: async () => [],
  }
}

/** Sets up the session of a report's run: the same probes, the same fixtures, the same names, and no wire. */
export const createReplay = (report: Report): Replay => {
  const exchanges = new Map<string, Exchange>(report.exchanges.map(exchange => [exchange.id, exchange]))
  const exchangesOf = (ids: readonly string[]): readonly Exchange[] => ids.flatMap(id => exchanges.get(id) ?? [])
  const { origin, basePath } = placeOf(report.target)
  const { patienceMs, allowWrites, cases } = optionsOfReport(report.options)
  const bindings = new Map(report.bindings.map(binding => [binding.operation, binding]))
  const startedAt = Date.parse(report.startedAt)
  const credentials = report.fixtures.find(({ need }) => need === 'credentials')
  const logins: Logins = {
    available: credentials
      ? credentials.reason?.code !== 'need-credentials'
      : report.exchanges.some(({ request }) => request.as === 'valid'),
    ...(credentials?.reason?.code === 'token-unavailable'
      ? { unavailable: new Missing('token-unavailable', credentials.reason.values) }
      : {}),
    bindings: loginBindings(bindings),
    ...defined({ header: cookieFormIn(report) }),
    sent: {
      kind: String(credentials?.reason?.values.kind),
      header: String(credentials?.reason?.values.header),
    },
    exchanges: exchangesOf(credentials?.exchanges ?? []).filter(exchange => loginOf(exchange) !== undefined),
    base: origin + basePath,
    now: startedAt,
  }
  // What was a secret is a placeholder now, and stays recognisable as one.
  const redactor: Redactor = { ...createRedactor(), text: text => text.replace(/\[secret-\d+\]/g, '[redacted]') }
  const ledger = createLedger()
  const verifier = recordedVerifier(report)
  const probesOf = (tape: Tape, limited = false): ProbeOf => {
    const client = replayClient(tape, { base: origin + basePath, allowWrites, limited })
    const session = {
      client,
      ...replayCredentials(tape, client, logins),
      formAt: () => undefined,
      bindings,
      clock: stillClock(startedAt),
      redactor,
      ledger,
      origin,
      basePath,
      startedAt,
      seed: report.seed,
      cases,
      run: report.run ?? documentsRun,
      patienceMs,
      fixture: fixtures.fixture,
      // A control that cases shared is in the record of each.
      controls: new Map(),
      shared: new Map(),
      turns: new Map(),
      received: createReceived({ basePath, bindings }, tape.rest),
      makeToken,
      verifier,
    }
    return (key, recorder) => createProbe(session, key, recorder)
  }
  const shared = new Map(
    report.fixtures
      .filter(({ need }) => !isDocument(need))
      .map(fixture => [fixtureKey(fixture.need), createTape(exchangesOf(fixture.exchanges))]),
  )
  // What ended with a limit may never have been sent.
  const limited = new Set(
    report.fixtures
      .filter(({ reason }) => reason?.code === 'rate-limited' || reason?.code === 'server-error')
      .map(({ need }) => fixtureKey(need)),
  )
  const fixtures = createFixtures(
    createFixtureProviders({
      ...namesIn(report),
      setup: setupIn(report),
      credentials: { ...logins, form: bearerForm, use: () => undefined },
      forms: formsIn(credentials),
      writes: allowWrites,
      documents: report.documents,
      unavailable: unavailableIn(report),
      unfit: unfitIn(report),
    }),
    (key, recorder) => {
      const tape = shared.get(key) ?? createTape([])
      shared.set(key, tape)
      return probesOf(tape, limited.has(key))(key, recorder)
    },
  )
  return {
    fixtures,
    probesOf,
    exchangesOf,
    lacking: () => [...shared.values()].flatMap(({ lacking }) => lacking),
  }
}
