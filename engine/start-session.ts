import { defined } from '../contracts/defined.ts'
import type { PublishedDocuments } from '../contracts/documents.ts'
import type { Exchange } from '../contracts/exchange.ts'
import type { Binding, OperationName } from '../contracts/operations.ts'
import type { FixtureName } from '../contracts/requirement.ts'
import { nonceOf, prefixOf } from '../contracts/run/run-name.ts'
import { removeEarly } from './cleanup/cleanup.ts'
import { createLedger, keptBindings } from './cleanup/ledger.ts'
import { formsToTry } from './credentials/form.ts'
import { type FormsOfOperations, fieldsOfOperations, formsOfOperations } from './credentials/forms.ts'
import { lacksAccount, ownAccount } from './credentials/own-account.ts'
import { readDocuments } from './documents/loading/given.ts'
import type { Kind, Loaded } from './documents/loading/kinds.ts'
import { createDocuments } from './documents/loading/store.ts'
import { createRecorder } from './http/recorder.ts'
import type { Verifier } from './pact/verifier.ts'
import type { Prepared } from './prepare.ts'
import { checkBindings, resolveBindings } from './probe/bindings.ts'
import { createFixtureProviders } from './probe/fixture-providers.ts'
import { createFixtures, type ProbeOf, type ResolvedFixture, withDocumentExchanges } from './probe/fixtures.ts'
import { createProbe } from './probe/probe.ts'
import { createReceived } from './probe/received.ts'
import { newSession, type Session } from './probe/session.ts'
import { createTokenLimit } from './probe/token-limit.ts'
import type { OpenTarget } from './target.ts'

/**
 * The documents, given and published, and how each operation is called: the target's own reference says that, so there are no bindings before it
 * has been looked for.
 */
export const openDocuments = async (prepared: Prepared, { documents, credentials, client }: OpenTarget) => {
  const { base, input, run, asOf, network } = prepared
  checkBindings(input.bindings)
  const given = await readDocuments(input.documents ?? {}, documents.fetch, base.basePath)
  const publisher = { ...documents, controlPath: `/${nonceOf(run, 'no-such-path')}` }
  const store = createDocuments(given, publisher, base.href, base.basePath)
  const formsBy = (reference: PublishedDocuments['reference']) =>
    formsOfOperations(reference, input.credentials ?? {}, network.headers)
  const bindingsBy = (
    reference: PublishedDocuments['reference'],
    account = input.credentials?.username ?? credentials.account,
  ): ReadonlyMap<OperationName, Binding> =>
    resolveBindings(input.bindings, reference, asOf, account, formsBy(reference).at)
  const bindings = new Map<OperationName, Binding>()
  const asked = createRecorder()
  let named: Promise<void> | undefined
  /** Has personal tokens below the name of their account, where the target says who is asking. */
  const nameAccount = async ({ reference }: PublishedDocuments): Promise<void> => {
    if (!lacksAccount(bindings.get('pat.list'))) return
    const forms = formsToTry(reference?.credentialForms ?? [], input.credentials ?? {}, network.headers)
    const account = await ownAccount(reference, client, credentials, forms, asked)
    if (account !== undefined) for (const [name, binding] of bindingsBy(reference, account)) bindings.set(name, binding)
  }
  let operationForms = formsBy(undefined)
  let operationFields = fieldsOfOperations(undefined)
  return {
    given,
    /** What was asked to find out how operations are called belongs to the reference. */
    known: (): Loaded => {
      const loaded = store.known()
      const { reference = [], ...exchanges } = loaded.exchanges
      return asked.exchanges.length === 0
        ? loaded
        : { ...loaded, exchanges: { ...exchanges, reference: [...reference, ...asked.exchanges] } }
    },
    bindings,
    operationForms: {
      at: endpoint => operationForms.at(endpoint),
      choose: (endpoint, form) => operationForms.choose(endpoint, form),
    } satisfies FormsOfOperations,
    fieldsAt: (endpoint: Parameters<typeof operationFields>[0]) => operationFields(endpoint),
    look: async (kind: Kind): Promise<Loaded> => {
      const loaded = await store.look(kind)
      if (kind === 'reference' && bindings.size === 0) {
        const { reference } = loaded.documents
        operationForms = formsBy(reference)
        operationFields = fieldsOfOperations(reference)
        for (const [name, binding] of bindingsBy(reference)) bindings.set(name, binding)
        credentials.logInAt(bindings.get('login') as Binding)
        if (reference?.csrfHeader !== undefined) credentials.useCsrf(reference.csrfHeader)
        named = nameAccount(loaded.documents)
      }
      await named
      return loaded
    },
    /** As they would be without a reference, where nothing has asked for one. */
    bound: (): readonly Binding[] => [...(bindings.size > 0 ? bindings : bindingsBy(undefined)).values()],
  }
}

export type Documents = Awaited<ReturnType<typeof openDocuments>>

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
export const startSession = (
  prepared: Prepared,
  target: OpenTarget,
  documents: Documents,
  verifier: Verifier | undefined,
) => {
  const { run, base, input, phases, progress, startedAt } = prepared
  const { bindings, operationForms, fieldsAt } = documents
  const received = new Set<Exchange>()
  const foundAt: FoundAt = new Map()
  const session: Session = newSession({
    client: target.client,
    credentials: target.credentials,
    formAt: operationForms.at,
    fieldsAt,
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
