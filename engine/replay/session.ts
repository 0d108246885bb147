import { isObject } from '../../checks/reading/json.ts'
import { publishedLogin } from '../../contracts/bindings/docker-hub.ts'
import { defined } from '../../contracts/defined.ts'
import type { Answered, Exchange } from '../../contracts/exchange.ts'
import type { FixtureName } from '../../contracts/requirement.ts'
import { Missing } from '../../contracts/results/finding.ts'
import type { Report } from '../../contracts/results/report.ts'
import { createLedger } from '../cleanup/ledger.ts'
import type { Sent } from '../credentials/credentials.ts'
import { bearerForm } from '../credentials/form.ts'
import type { Loaded } from '../documents/loading/kinds.ts'
import { handlerBase, type SetupName } from '../options.ts'
import { recordedVerifier } from '../pact/recorded.ts'
import { createFixtureProviders } from '../probe/fixture-providers.ts'
import { createFixtures, type FixtureStore, fixtureKey, type ProbeOf } from '../probe/fixtures.ts'
import type { FixtureSources } from '../probe/name-search.ts'
import { createProbe } from '../probe/probe.ts'
import { createReceived } from '../probe/received.ts'
import { documentsRun, newSession, type Session } from '../probe/session.ts'
import { bySetup, type Setup } from '../probe/setup.ts'
import { createRedactor, type Redactor } from '../redaction/redaction.ts'
import { optionsOfReport } from '../run-options.ts'
import { type Logins, loginOf, replayCredentials, stillClock } from './credentials.ts'
import { createRecording, isLimit, type Recording, replayClient } from './recorded-client.ts'
import { same } from './same-request.ts'

/** A report's run, to be asked once more, from its exchanges alone. */
export interface Replay {
  /** What cases share, recomputed from its own exchanges. */
  readonly fixtures: FixtureStore
  /** Probes that answer from these exchanges; `limited` as in {@link ReplayRules}. */
  probesOf(recording: Recording, limited: boolean): ProbeOf
  exchangesOf(ids: readonly string[]): readonly Exchange[]
  /** What fixtures received. */
  readonly ofFixtures: ReadonlySet<Exchange>
  /** Requests for something shared of which there is no record. */
  lacking(): readonly string[]
}

const placeOf = (target: string | null): { readonly origin: string; readonly basePath: string } => {
  if (target === null || !URL.canParse(target)) return { origin: handlerBase, basePath: '' }
  const { origin, pathname } = new URL(target)
  return { origin, basePath: pathname.replace(/\/+$/, '') }
}

type Fixture = Report['fixtures'][number]

/** What a function tells about the fixture of each document. */
const perDocument = <V>({ fixtures }: Pick<Report, 'fixtures'>, tell: (fixture: Fixture) => V | undefined) => {
  const of = (need: FixtureName): V | undefined => {
    const fixture = fixtures.find(each => each.need === need)
    return fixture && tell(fixture)
  }
  return defined({ reference: of('reference'), deprecationLog: of('deprecation-log'), changelog: of('changelog') })
}

/** Whether a limit or a failure of the server left a fixture open. */
const isUnanswered = ({ reason }: Fixture): boolean =>
  reason?.code === 'rate-limited' || reason?.code === 'server-error'

/** The answers that left open what documents say: the last to a request for each. */
export const unavailableIn = (report: Pick<Report, 'fixtures' | 'exchanges'>): Loaded['unavailable'] =>
  perDocument(report, (fixture): Answered | undefined => {
    if (!isUnanswered(fixture)) return undefined
    const last = report.exchanges.find(({ id }) => id === fixture.exchanges.at(-1))
    return last?.response ? { ...last, response: last.response } : undefined
  })

/** What the target had in the place of documents. */
const unfitIn = (report: Report): Loaded['unfit'] =>
  perDocument(report, ({ reason }) =>
    reason?.code === 'document-unfit' || reason?.code === 'document-refused'
      ? new Missing(reason.code, reason.values)
      : undefined,
  )

const formsOf = (text: unknown): readonly string[] => (typeof text === 'string' ? text.split(', ') : [])

/** The forms of credentials that the run tried, up to the one that was accepted. */
const formsIn = (fixture: Fixture | undefined): readonly string[] => {
  const { value, reason } = fixture ?? {}
  return isObject(value)
    ? [...new Set([value.refused, value.unproven, value.form, value.also].flatMap(formsOf))]
    : formsOf(reason?.values.forms)
}

/** The form of a cookie that no login set. */
const cookieFormIn = ({ fixtures, requirements }: Report): string | undefined => {
  const [cookie] = [...fixtures, ...requirements].flatMap(({ reason }) => reason?.values.cookie ?? [])
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

const credentialsIn = ({ fixtures }: Report): Fixture | undefined => fixtures.find(({ need }) => need === 'credentials')

/** What the run sent, as far as its report says it. */
const sentIn = ({ value, reason }: Partial<Fixture> = {}): Sent => {
  const { kind, header, place, source, isBoth } = { ...(isObject(value) ? value : {}), ...reason?.values }
  return {
    kind: String(kind),
    header: String(header),
    place: String(place),
    ...(typeof source === 'string' && { source }),
    ...(isBoth === true && { isBoth }),
  }
}

/** The logins of the run, and whether it had credentials. */
const loginsIn = (report: Report, exchangesOf: Replay['exchangesOf'], base: string): Logins => {
  const { reason, exchanges = [] } = credentialsIn(report) ?? {}
  const used = report.bindings.findLast(({ operation }) => operation === 'login')
  return {
    available:
      reason === undefined
        ? report.exchanges.some(({ request }) => request.as === 'valid')
        : reason?.code !== 'need-credentials',
    ...(reason?.code === 'token-unavailable' ? { unavailable: new Missing('token-unavailable', reason.values) } : {}),
    bindings: [used ?? publishedLogin, publishedLogin],
    ...defined({ header: cookieFormIn(report) }),
    refused: new Set(),
    sent: sentIn(credentialsIn(report)),
    exchanges: exchangesOf(exchanges).filter(exchange => loginOf(exchange) !== undefined),
    base,
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
  const logins = loginsIn(report, exchangesOf, origin + basePath)
  // What was a secret is a placeholder now, and stays recognisable as one.
  const redactor: Redactor = { ...createRedactor(), text: text => text.replace(/\[secret-\d+\]/g, '[redacted]') }
  const ledger = createLedger()
  const validators: Session['validators'] = new Map()
  const verifier = recordedVerifier(report)
  const probesOf = (recording: Recording, limited: boolean): ProbeOf => {
    const client = replayClient(recording, { base: origin + basePath, allowWrites, limited })
    const received = createReceived({ basePath, bindings }, recording.rest)
    const session = newSession({
      client,
      credentials: replayCredentials(recording, client, logins),
      bindings,
      clock: stillClock,
      redactor,
      ledger,
      validators,
      origin,
      basePath,
      startedAt,
      seed: report.seed,
      cases,
      run: report.run ?? documentsRun,
      patienceMs,
      fixture: need => fixtures.fixture(need),
      received: operation => {
        const found = received(operation)
        for (const { answer } of found) recording.use(answer)
        return found
      },
      verifier,
    })
    return (key, recorder) => createProbe(session, key, recorder)
  }
  const shared = new Map(
    report.fixtures.map(({ need, exchanges }) => [fixtureKey(need), createRecording(exchangesOf(exchanges))]),
  )
  const published = {
    documents: report.documents,
    unavailable: unavailableIn(report),
    unfit: unfitIn(report),
  }
  /** Whether a limit at the end may stand for a request that was never sent: what was refused again and again was sent. */
  const mayBeUnsent = (fixture: Fixture): boolean => {
    const refused = exchangesOf(fixture.exchanges).filter(isLimit)
    const last = refused.at(-1)
    return isUnanswered(fixture) && refused.filter(({ request }) => same(request, last?.request)).length < 2
  }
  const limited = new Set(report.fixtures.filter(mayBeUnsent).map(({ need }) => fixtureKey(need)))
  const fixtures = createFixtures(
    createFixtureProviders({
      ...namesIn(report),
      setup: setupIn(report),
      credentials: { ...logins, form: bearerForm, use: () => undefined },
      forms: formsIn(credentialsIn(report)),
      refuse: form => logins.refused.add(form),
      writes: allowWrites,
      look: async () => published,
    }),
    (key, recorder) => {
      const recording = shared.get(key) ?? createRecording([])
      shared.set(key, recording)
      return probesOf(recording, limited.has(key))(key, recorder)
    },
  )
  return {
    fixtures,
    probesOf,
    exchangesOf,
    ofFixtures: new Set(report.fixtures.flatMap(fixture => exchangesOf(fixture.exchanges))),
    lacking: () => [...shared.values()].flatMap(({ lacking }) => lacking),
  }
}
