import { createHash, randomInt } from 'node:crypto'
import { plainForm } from '../../checks/answers/plain-form.ts'
import { wholeThingOf } from '../../checks/answers/tokens.ts'
import { unfillable } from '../../checks/bound-path.ts'
import { controlPathOf, fill, rolesOf } from '../../checks/path-template.ts'
import {
  has,
  header,
  isFormType,
  isObject,
  isSuccess,
  type JsonObject,
  mentions,
  objectsIn,
  parseJson,
  redirectsBelow,
  redirectsToItself,
  representation,
  sentIn,
} from '../../checks/reading.ts'
import { isIn, repositoryPlaceOf } from '../../checks/repository-place.ts'
import { operationRoles } from '../../contracts/bindings/roles.ts'
import { defined } from '../../contracts/defined.ts'
import type { Answered, Exchange } from '../../contracts/exchange.ts'
import { type Finding, Missing, NoAnswer, Unreadable } from '../../contracts/finding.ts'
import type { Binding, OperationName, RoleValues } from '../../contracts/operations.ts'
import type {
  Ask,
  CallOptions,
  CreateOptions,
  Creation,
  CreationKind,
  FixtureName,
  Fixtures,
  Probe,
  Received,
  TokenFixture,
} from '../../contracts/requirement.ts'
import { isNonce, isOfRun, nonceOf, prefixesOf } from '../../contracts/run-name.ts'
import type { Ledger } from '../cleanup/ledger.ts'
import type { SentCredentials } from '../credentials/credentials.ts'
import type { Forms } from '../credentials/forms.ts'
import { bodyOf, type Client, type Recorder, undecided } from '../http/client.ts'
import { climbs, comparablePath, isSafe, isSendable, isWhereItWasShown, touchesOnlyOwn } from '../http/request-guard.ts'
import type { Clock } from '../options.ts'
import type { Verifier } from '../pact/verifier.ts'
import type { Redactor } from '../redaction/redaction.ts'
import { ownUuid } from './bindings.ts'
import { creating, learnSecrets, mayBeFull, publishedBody } from './creation.ts'
import { asJsonPatch, isJsonPatch } from './json-patch.ts'
import { callBody, membersSaying, needsWhole, requestBody, shownBy } from './request-bodies.ts'
import { addressByIdAlone, createAddresses, idsBefore, isUsableId } from './token-address.ts'
import type { TokenLimit } from './token-limit.ts'

/** What all probes of a run share. */
export interface Session {
  readonly client: Client
  readonly credentials: SentCredentials
  /** The same in the forms that single operations declare. */
  readonly forms: Forms
  /** The form that the target's own document declares for what is published at a path, where it declares several. */
  formAt?(endpoint: Pick<Binding, 'method' | 'path'>): string | undefined
  readonly bindings: ReadonlyMap<OperationName, Binding>
  readonly clock: Clock
  readonly redactor: Redactor
  readonly ledger: Ledger
  readonly origin: string
  readonly basePath: string
  /** Start of the run, milliseconds since the epoch. */
  readonly startedAt: number
  readonly seed: number
  /** Requests with generated names, all told. */
  readonly cases: number
  /** Six characters that every name of the run carries; see {@link newRun}. */
  readonly run: string
  readonly patienceMs: number
  /** Resolves a needed thing; set up once, asked by every probe. */
  fixture<N extends FixtureName>(need: N): Promise<Fixtures[N]>
  /** Creates a token and finds out how it is addressed. */
  makeToken(probe: Probe, family: 'pat' | 'oat', options: CreateOptions, ledger: Ledger): Promise<TokenFixture>
  /** Makes room where the target takes only so many tokens; none where nothing is sent. */
  readonly tokenLimit?: TokenLimit
  /** The successes of an operation that were recorded by now, for whatever case. */
  received(operation: OperationName): readonly Received[]
  /** Pact's verifier, in a run of the contract. */
  readonly verifier?: Verifier
  /** Control requests, sent once in a run. */
  readonly controls: Map<string, Promise<readonly Answered[]>>
  /** What cases share, with the exchanges that it depends on. */
  readonly shared: Map<string, { readonly finding: Promise<Finding>; readonly exchanges: readonly Exchange[] }>
  /** What is changed in turn, with the end of the last work on it. */
  readonly turns: Map<string, Promise<unknown>>
}

/** Six characters that tell two runs apart, whatever their seed; names that carry them stay below 30 characters. */
export const newRun = (): string =>
  randomInt(36 ** 6)
    .toString(36)
    .padStart(6, '0')

/** Whether a request that asks for any answer cannot have left: a connection was never made, or the run was not to send it any more. */
const isUnsent = ({ failure, response }: Exchange): boolean =>
  response !== null || failure === 'aborted' || failure === 'refused' || failure === 'name-not-found'

/**
 * Whether an answer to a creation says that nothing was made: a refusal, an operation that is not there, or a redirect that asks for the
 * same request elsewhere. A 302 or 303 may follow on what was made.
 */
const madeNothing = (status: number): boolean =>
  (status >= 400 && status < 500 && status !== 408) || [301, 307, 308, 501].includes(status)

/** Whether a request was refused for what it says. */
const isFormRefused = ({ response }: Answered): boolean => response.status === 400 || response.status === 422

/** The same for a run on documents alone, which creates nothing. */
export const documentsRun = 'documents'

/** An instant of the day of the run, so that what two runs of a day ask for is the same; with minutes and seconds, which a server may drop. */
const timeOfDay = 'T10:20:30Z'

/** Keeps exchanges in the order in which they were answered, each once; `order` is their place in the queue. */
export const createRecorder = (
  order?: number,
  confirms?: boolean,
): Recorder & { readonly exchanges: readonly Exchange[] } => {
  const exchanges: Exchange[] = []
  const known = new Set<Exchange>()
  let spentMs = 0
  return {
    exchanges,
    ...defined({ order, confirms }),
    spentMs: () => spentMs,
    record: exchange => {
      if (known.has(exchange)) return
      known.add(exchange)
      exchanges.push(exchange)
      spentMs += exchange.ms
    },
  }
}

/** Why nothing leads to a token that was made. */
const unaddressed: ReadonlySet<string> = new Set(['id-foreign', 'id-shared', 'id-unknown'])

/** Why a token that was made is not known to be shown: it was waited for. */
const unshown: ReadonlySet<string> = new Set([...unaddressed, 'id-unshown', 'name-not-shown', 'name-not-taken'])

/** How often a control that is answered 500 is asked before the 500 is taken for its answer. */
const askedOfFailing = 3

/** What was waited for already is confirmed within a fifth of the time. */
const confirmingShare = 5

/** Pauses between two askings for something that may appear late. */
const firstPauseMs = 100
const longestPauseMs = 1_000

/** A body of the same form, with one text in the place of every other. */
const withoutTexts = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map(item => withoutTexts(item, text))
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutTexts(inner, text)]))
    : value
}

/** Whether a path says which thing it is about: one parameter for two names, say, cannot be filled in by anybody. */
const namesItsThing = ({ operation, path, query }: Binding): boolean => {
  const roles = operationRoles[operation]
  const thing = (['tag', 'repository', 'id'] as const).find(role => roles.includes(role))
  if (thing === undefined || operation === 'CreateRepository' || query !== undefined) return true
  return Object.values(rolesOf(path, roles) ?? {}).includes(thing)
}

/** A request with the form of its credentials: null for the usual one; undefined where its path tells. */
type Formed = Ask & { readonly form?: string | null }

/** A client of the target for one case (or fixture); `key` makes its names its own and the same when repeated. */
export const createProbe = (session: Session, key: string, recorder: Recorder): Probe => {
  const { client, credentials } = session
  /** The case, whichever attempt at it. */
  const owner = key.replace(/ \d+$/, '')
  let created = 0
  let keys = 0
  /** Kinds of tokens of which one was waited for in vain, as far as the record of this case tells. */
  const waitedFor = new Set<CreationKind>()

  /** How operations are called is told by the target's own reference: it is looked for before. So it is before credentials are first sent. */
  const readReference = (): Promise<boolean> => probe.hasFixture('reference')

  const formOf = ({ form, like, method, path }: Formed): string | undefined =>
    form !== undefined ? (form ?? undefined) : like ? carriedBy(like) : session.formAt?.({ method, path })

  const carriedBy = ({ request }: Answered): string | undefined => session.forms.carriedBy(request.headers)

  const sendAs = async (ask: Formed, into: Recorder): Promise<Answered> => {
    const as = ask.as ?? (credentials.available ? 'valid' : 'anonymous')
    if (as === 'anonymous') return client.send({ ...ask, as }, into)
    // A 401 to another form says nothing of a token that has run out.
    if (as === 'valid' && ask.sending !== undefined)
      return client.send({ ...ask, as, authorization: await credentials.authorization(into, ask.sending) }, into)
    const own = session.forms.in(formOf(ask))
    if (as === 'malformed') return client.send({ ...ask, as, authorization: own.malformed }, into)
    const sent = { ...ask, as, authorization: await own.authorization(into) }
    const answer = await client.send({ ...sent, renew: () => own.renew(sent.authorization) }, into)
    if (answer.repeated !== 'login') return answer
    const again = await client.send({ ...sent, authorization: await own.authorization(into) }, into)
    if (again.response.status === 401) own.useless()
    return again
  }

  /** Others wait for work that is done in turn: what it asks for goes before all that waits. */
  let isInTurn = false

  const send = (ask: Formed): Promise<Answered> => sendAs(ask, isInTurn ? { ...recorder, order: undefined } : recorder)

  /** Sends before all that waits: cases that come first may wait for a control that another asked for. */
  const sendFirst = (ask: Formed): Promise<Answered> => sendAs(ask, { ...recorder, order: undefined })

  const bind = (operation: OperationName): Binding => {
    const binding = session.bindings.get(operation)
    if (!binding) throw new Error(`no binding for ${operation}`)
    return binding
  }

  /** What the run made, or what nobody ever had. */
  const isOwn = (value: string): boolean =>
    isOfRun(session.run, value) || isNonce(session.run, value) || session.ledger.owns(value)

  /** The declared header fields of a request; a key of its own is no other request's, nor that of a run before. */
  const ownHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value === ownUuid ? uuidOf(`${session.run} ${key}#${keys++}`) : value,
      ]),
    )

  const ask = (operation: OperationName, template: string, values: RoleValues, options: CallOptions): Formed => {
    const binding = bind(operation)
    const path = fill(template, operationRoles[operation], values)
    if (path.includes('{') || !namesItsThing(binding))
      throw new Missing('binding-unusable', unfillable(operation, binding.path))
    if (!isSendable({ method: binding.method, path }))
      throw new Missing('binding-unsendable', { operation, method: binding.method, path: binding.path.slice(0, 200) })
    const query = Object.entries({ ...binding.query, ...options.query }).map(([name, value]) => {
      const filled = value
        .replace(
          /^\{(\w+)\}$/,
          (whole, role: string) => values[role as keyof RoleValues] ?? values.namespace ?? values.org ?? whole,
        )
        .replace(/^\{([+-]\d+) date(-time)?\}$/, (_, days: string, time?: string) =>
          probe.daysFromNow(Number(days)).slice(0, time === undefined ? 10 : undefined),
        )
      return `${encodeURIComponent(name)}=${encodeURIComponent(filled)}`
    })
    const { query: _query, control: _control, ...rest } = options
    const { method, requestType = '' } = binding
    if (rest.json !== undefined && isSafe(method)) throw new Missing('binding-bodiless', { operation, method, path })
    const unsendable = rest.json === undefined ? undefined : unsendableAs(requestType, rest.json)
    if (unsendable !== undefined)
      throw new Missing('body-unsendable', { operation, type: requestType, what: unsendable })
    const withoutQuery = (text: string): string => text.split('?')[0] ?? ''
    const place = { template: withoutQuery(template), path: withoutQuery(path) }
    const change = { operation, method, ...place, values, byUser: binding.from === 'file' }
    const shownAt = (id: string): ReadonlySet<string> =>
      isNonce(session.run, id) ? new Set([comparablePath(binding.path)]) : session.ledger.shownAt(id)
    if (!touchesOnlyOwn(change, isOwn)) throw new Missing('binding-unsafe', { operation, method, path: binding.path })
    if (!isWhereItWasShown({ ...change, template: binding.path }, shownAt))
      throw new Missing(binding.from === 'default' ? 'binding-unknown' : 'binding-unsafe', {
        operation,
        method,
        path: binding.path,
      })
    return {
      ...rest,
      ...defined({ headers: binding.headers && { ...ownHeaders(binding.headers), ...rest.headers } }),
      ...(rest.json !== undefined && isJsonPatch(requestType) ? { json: asJsonPatch(rest.json) } : {}),
      // A type such as application/vnd.api+json is JSON for us and another thing for a target that declares it.
      ...(rest.json !== undefined && (/^[^;]*\+json\b/i.test(requestType) || isFormType(requestType))
        ? { jsonType: requestType }
        : {}),
      form: session.formAt?.(binding) ?? binding.credentialForm ?? null,
      method: binding.method,
      path: query.length > 0 ? `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}` : path,
    }
  }

  /** Whether a token is deleted where the target shows it. */
  const isDeletable = (kind: 'pat' | 'oat', shownAt: ReadonlySet<string>): boolean => {
    const { method, path, from } = bind(`${kind}.delete`)
    const change = { operation: `${kind}.delete`, method, values: { id: '' }, byUser: from === 'file' } as const
    return isWhereItWasShown({ ...change, template: path }, () => shownAt)
  }

  /**
   * The first token of a kind shows whether others can be deleted: none is made after one that could not be found again, or where the bindings
   * do not say how it is deleted and the target does not show it. Returns the first, where there is one.
   */
  const throwUnlessDeletable = async (kind: 'pat' | 'oat'): Promise<TokenFixture | undefined> => {
    if (owner === `fixture ${kind}`) return undefined
    const first = await session.fixture(kind).catch((error: unknown) => ({ error }))
    const error = 'error' in first ? first.error : undefined
    if (error instanceof Missing && unaddressed.has(error.code)) throw error
    if (error instanceof Missing && unshown.has(error.code)) waitedFor.add(kind)
    const [get, list] = [bind(`${kind}.get`), bind(`${kind}.list`)]
    const places = [`${comparablePath(list.path)}/{}`, ...(get.from === list.from ? [comparablePath(get.path)] : [])]
    if (isDeletable(kind, new Set(places))) return 'error' in first ? undefined : first
    if ('error' in first) throw error
    if (isDeletable(kind, session.ledger.shownAt(first.id))) return first
    const operation = `${kind}.delete`
    throw new Missing('deletion-unknown', { kind: kind.toUpperCase(), operation, path: bind(`${kind}.delete`).path })
  }

  /** What the target shows of a thing that is about to be changed. Without a declared form, what is shown elsewhere says nothing of what is at this path. */
  const currentOf = async (operation: OperationName, values: RoleValues): Promise<JsonObject | undefined> => {
    const shown = shownBy[operation]
    if (shown === undefined) return undefined
    const { path, requestSchema, requestBody: own } = bind(operation)
    const isDeclared = requestSchema !== undefined || own !== undefined
    if (!isDeclared && comparablePath(path) !== comparablePath(bind(shown).path)) return undefined
    const request: Formed = { ...ask(shown, bind(shown).path, values, {}), anyStatus: true }
    const answer = await settled(request, await send(request))
    const parsed = isSuccess(answer) ? parseJson(answer) : undefined
    if (parsed?.ok !== true) return undefined
    const body = plainForm(parsed.value)
    const marks = [values.id, values.repository].filter(mark => mark !== undefined)
    const part = representation(body, marks) ?? (isObject(body) ? body : undefined)
    return part && wholeThingOf(body, part)
  }

  /** A body in the published form is sent in the target's own. */
  const inOwnForm = async (
    operation: OperationName,
    values: RoleValues,
    options: CallOptions,
  ): Promise<CallOptions> => {
    const { json } = options
    const binding = bind(operation)
    if (!isObject(json) || Object.values(creating).includes(operation)) return options
    if (binding.requestSchema === undefined && binding.requestBody === undefined && binding.method !== 'PUT')
      return options
    const current = needsWhole(binding, json, values) ? await currentOf(operation, values) : undefined
    return { ...options, json: callBody(binding, json, values, current) }
  }

  /**
   * Asks for a control. Anything looks different from one that the wire spoilt, so a limit or a gateway's failure is none; a 500 may be how
   * a server answers what it does not know, and counts where it stays.
   */
  const askControl = async (request: Formed): Promise<readonly Answered[]> => {
    const answers: Answered[] = []
    for (let count = 0; count < askedOfFailing; count++) {
      const answer = await sendFirst({ ...request, anyStatus: true })
      const { status } = answer.response
      if (undecided(status) !== undefined && status !== 500) throw new NoAnswer(answer)
      answers.push(answer)
      if (status !== 500) break
    }
    return answers
  }

  const control = async (request: Formed): Promise<Answered> => {
    const as = request.as ?? (credentials.available ? 'valid' : 'anonymous')
    const id = JSON.stringify([
      request.method,
      request.path,
      as,
      bodyOf(request),
      request.headers ?? {},
      request.sending,
      formOf(request),
    ])
    let pending = session.controls.get(id)
    if (!pending) {
      pending = askControl({ ...request, as })
      session.controls.set(id, pending)
    }
    try {
      const answers = await pending
      for (const answer of answers) recorder.record(answer)
      return answers.at(-1) as Answered
    } catch (error) {
      // A control that got no answer may be asked again by the next case.
      session.controls.delete(id)
      if (error instanceof NoAnswer) recorder.record(error.exchange)
      throw error
    }
  }

  const sweep: Probe['sweep'] = async asks => {
    const outcomes = await Promise.all(
      asks.map(async ({ ask, expected }) => {
        const own = createRecorder(recorder.order)
        const sent = sendAs({ ...ask, unrecorded: expected }, own)
        return { own, sent: (await Promise.allSettled([sent]))[0] }
      }),
    )
    const at = outcomes.findIndex(
      ({ sent }, place) => sent.status === 'rejected' || sent.value.response.status !== asks[place]?.expected,
    )
    const first = outcomes[at]
    if (!first) return undefined
    for (const exchange of first.own.exchanges) recorder.record(exchange)
    if (first.sent.status === 'rejected') throw first.sent.reason
    return { at, answer: first.sent.value }
  }

  const shared: Probe['shared'] = async (name, work) => {
    let entry = session.shared.get(name)
    if (!entry) {
      const own = createRecorder(undefined, recorder.confirms)
      entry = { finding: work(createProbe(session, `shared ${name}`, own)), exchanges: own.exchanges }
      session.shared.set(name, entry)
    }
    let holds = false
    try {
      const finding = await entry.finding
      holds = finding.kind === 'holds'
      return finding
    } finally {
      for (const exchange of entry.exchanges) recorder.record(exchange)
      // What did not hold may be asked again, as a second attempt does.
      if (!holds && session.shared.get(name) === entry) session.shared.delete(name)
    }
  }

  /** Notes what is there before the run adds to it; asked once, in the record of every case that rests on it. */
  const lookBefore = async (family: 'pat' | 'oat', values: RoleValues): Promise<void> => {
    const follow: Probe['follow'] = (from, link, headers) => control(linked(from, link, headers))
    try {
      const list = await control(ask(`${family}.list`, bind(`${family}.list`).path, values, {}))
      const { ids, whole } = await idsBefore(probe, list, follow)
      for (const id of ids) session.ledger.disown(id)
      if (whole) session.ledger.looked(family)
    } catch (error) {
      // A list that is not there, or is no list, shows nobody else's things.
      if (!(error instanceof NoAnswer || error instanceof Missing || error instanceof Unreadable)) throw error
    }
  }

  /** What an answer says that the thing is addressed by; nothing that is a secret. */
  const told = (family: 'pat' | 'oat', values: RoleValues, exchange: Answered, name: string): readonly string[] =>
    createAddresses(probe, family, values.org ?? '', session.ledger)
      .idsIn(exchange, name)
      .filter(id => session.redactor.text(id) === id)

  /** Whether an answer to a creation names something, and not what it was asked to make. */
  const speaksOfAnother = (exchange: Answered, name: string): boolean => {
    const parsed = parseJson(exchange)
    const keys = ['name', ...membersSaying(sentIn(exchange), name)]
    return (
      parsed.ok &&
      objectsIn(parsed.value).some(object => keys.some(key => has(object, key) && object[key] != null)) &&
      !mentions(parsed.value, name)
    )
  }

  /** The namespace in which an answer to a creation says that the repository is, where that is not the one that was asked for. */
  const otherNamespace = (exchange: Answered, { namespace = '' }: RoleValues): string | undefined => {
    const parsed = parseJson(exchange)
    const place = parsed.ok ? repositoryPlaceOf(parsed.value) : undefined
    return place && !isIn(place, namespace) && isUsableId(place.namespace) ? place.namespace : undefined
  }

  /** Sends a creation, and once more where that was refused and there is room for one token more. */
  const sendWhereThereIsRoom = async (
    kind: CreationKind,
    values: RoleValues,
    { expiresAt, scopes }: CreateOptions,
    options: CallOptions,
    called: RoleValues,
  ): Promise<Answered> => {
    const operation = creating[kind]
    const request = ask(operation, bind(operation).path, called, await inOwnForm(operation, called, options))
    const limit = kind === 'repository' ? undefined : session.tokenLimit
    // An expiry in another spelling, or later, is another form: a target need not take every one.
    const form = `${operation} ${expiresAt} ${typeof scopes}`
    for (;;) {
      let refused: Exchange | undefined
      const into: Recorder = {
        ...recorder,
        record: exchange => {
          const { response, repeated } = exchange
          if (limit !== undefined && response !== null && repeated === undefined && mayBeFull(response.status))
            refused = exchange
          else recorder.record(exchange)
        },
      }
      const answer = await settled(request, await sendAs(request, into))
      if (refused === undefined || kind === 'repository') {
        if (isSuccess(answer)) limit?.made(form)
        return answer
      }
      const repeated = await limit?.makeRoom(owner, kind, values, form)
      recorder.record(repeated === undefined ? refused : { ...refused, repeated })
      if (repeated !== 'room') return answer
    }
  }

  const linked = (from: Answered, link: string, headers?: Ask['headers']): Formed => {
    const url = pathOf(link, from.request.url)
    const path =
      session.basePath !== '' && url.startsWith(`${session.basePath}/`) ? url.slice(session.basePath.length) : url
    const demanded = new Set([...session.bindings.values()].flatMap(({ headers: own }) => Object.keys(own ?? {})))
    const sent = Object.fromEntries(from.request.headers.filter(([name]) => demanded.has(name)))
    return { method: 'GET', path, as: from.request.as, form: carriedBy(from) ?? null, headers: { ...sent, ...headers } }
  }

  /**
   * The request to the place that one is redirected to, where that is its own path with another query, a slash at its end or a prefix. What is not
   * safe is sent there if the status keeps its method (RFC 9110, sections 15.4.8 and 15.4.9). Undefined where the redirect is the answer.
   */
  const redirected = (request: Formed, first: Answered): Formed | undefined => {
    const place = redirectsToItself(first) ?? redirectsBelow(first)
    const path = place === undefined ? undefined : pathOf(place, first.request.url)
    // A path that climbs may lead out of the base path, whatever it begins with.
    if (place === undefined || !path?.startsWith(`${session.basePath}/`) || climbs(path)) return undefined
    const queryOf = (link: string): string => new URL(link, first.request.url).search
    const keeps =
      isSafe(request.method) || ([307, 308].includes(first.response.status) && queryOf(place) === queryOf(request.path))
    return keeps ? { ...request, path: linked(first, place).path } : undefined
  }

  const settled = async (request: Formed, first: Answered, left = 3): Promise<Answered> => {
    const there = left === 0 ? undefined : redirected(request, first)
    return there === undefined ? first : settled(request, await send(there), left - 1)
  }

  /** A target may take a change only with the validator of what is changed (RFC 6585, section 3): it is read, and the request sent once more. */
  const sendConditionally = async (
    operation: OperationName,
    values: RoleValues,
    request: Formed,
    refused: Answered,
  ): Promise<Answered> => {
    const shown = shownBy[operation] && (await probe.call(shownBy[operation], values, { anyStatus: true }))
    const etag = shown && header(shown, 'etag')
    const modified = shown && header(shown, 'last-modified')
    const conditions = defined({ 'if-match': etag, 'if-unmodified-since': modified })
    return Object.keys(conditions).length === 0
      ? refused
      : send({ ...request, headers: { ...request.headers, ...conditions } })
  }

  /** The body of a creation, in the target's own form. */
  const creationBody = (kind: CreationKind, name: string, values: RoleValues, asked: CreateOptions): unknown =>
    requestBody(bind(creating[kind]), {
      name,
      later: probe.daysFromNow(30),
      now: probe.daysFromNow(0),
      published: publishedBody(kind, name, values, asked),
      ...(kind === 'repository' && values.namespace !== undefined ? { namespace: values.namespace } : {}),
      ...defined({ expiresAt: asked.expiresAt }),
    })

  const placeOf = (kind: CreationKind, name: string, values: RoleValues): RoleValues =>
    kind === 'repository' ? { ...values, repository: name } : values

  /** Whether a creation says the name of what it creates. */
  const takesName = (kind: CreationKind, name: string, values: RoleValues, asked: CreateOptions): boolean => {
    const { path } = ask(creating[kind], bind(creating[kind]).path, placeOf(kind, name, values), {})
    return path.includes(name) || mentions(creationBody(kind, name, values, asked), name)
  }

  /** Creates something under a name. */
  const createNamed = async (
    kind: CreationKind,
    name: string,
    values: RoleValues,
    options: CreateOptions,
  ): Promise<Creation> => {
    const operation = creating[kind]
    const called = placeOf(kind, name, values)
    const send = (asked: CreateOptions): Promise<Answered> =>
      sendWhereThereIsRoom(
        kind,
        values,
        asked,
        { json: creationBody(kind, name, values, asked), anyStatus: true, ...defined({ headers: options.headers }) },
        called,
      )
    const unnamed = !takesName(kind, name, values, options)
    // A repository is addressed by its name: one that is not ours may be, or become, somebody else's.
    if (unnamed && kind === 'repository') throw new Missing('name-not-taken', { operation })
    if (kind !== 'repository') await lookBefore(kind, values)
    await session.tokenLimit?.turn(owner)
    const entry = await session.ledger.open({ kind, name, values, owner, ...(unnamed ? { unnamed } : {}) })
    const make = async (): Promise<Answered> => {
      const first = await send(options)
      // A target may demand an expiry, which is then a part of its form.
      return kind !== 'repository' && options.expiresAt === undefined && isFormRefused(first)
        ? send({ expiresAt: probe.daysFromNow(30) })
        : first
    }
    const exchange = await make().catch(async error => {
      // What was never sent made nothing; of all else that got no answer nobody knows.
      if (error instanceof Missing || (error instanceof NoAnswer && isUnsent(error.exchange)))
        await session.ledger.drop(entry)
      throw error
    })
    learnSecrets(session.redactor, exchange, name)
    const { status } = exchange.response
    const ids = kind !== 'repository' && isSuccess(exchange) ? told(kind, values, exchange, name) : []
    if (isSuccess(exchange))
      await session.ledger.made(
        entry,
        exchange,
        kind === 'repository'
          ? { renamed: speaksOfAnother(exchange, name), elsewhere: otherNamespace(exchange, values) }
          : { ids },
      )
    else if (madeNothing(status)) await session.ledger.drop(entry)
    const id =
      unnamed && kind !== 'repository' && ids.length > 0
        ? await addressByIdAlone(probe, kind, values.org ?? '', name, ids, session.ledger)
        : undefined
    return { name: id ?? name, exchange, isUnshown: () => isUnshown(kind) }
  }

  /** Whether the fixtures of a kind of token were waited for in vain. The token that the run deletes is not the first: what is shown under every id may be that one. */
  const isUnshown = async (kind: CreationKind): Promise<boolean> => {
    if (waitedFor.has(kind) || kind === 'repository' || owner.startsWith('fixture ')) return waitedFor.has(kind)
    const error = await session.fixture(`${kind}-deletion`).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    return error instanceof Missing && unshown.has(error.code)
  }

  const probe: Probe = {
    send,
    bind,
    control,
    sweep,
    shared,
    inTurn: (what, work) => {
      const turn = (session.turns.get(what) ?? Promise.resolve()).then(async () => {
        isInTurn = true
        return work().finally(() => {
          isInTurn = false
        })
      })
      // Work that failed has ended as well.
      session.turns.set(what, Promise.allSettled([turn]))
      return turn
    },
    call: async (operation, values, options = {}) => {
      await readReference()
      const request = ask(operation, bind(operation).path, values, await inOwnForm(operation, values, options))
      const sent = await (options.control === true ? control(request) : send(request))
      const first = await settled(request, sent)
      const answer = first.response.status === 428 ? await sendConditionally(operation, values, request, first) : first
      if (/^(?:pat|oat)\.delete$/.test(operation) && values.id !== undefined && isSuccess(answer))
        session.ledger.deleted(values.id)
      return answer
    },
    callControlPath: async (operation, values, options = {}) => {
      await readReference()
      const never = probe.nonce('no-such-path')
      const request = ask(operation, controlPathOf(bind(operation).path, never), values, options)
      // Whatever is sent there, nothing is named: so cases share it.
      const bare = request.json === undefined ? request : { ...request, json: withoutTexts(request.json, never) }
      const first = await control(bare)
      // A slash at the end of a path that does not exist says nothing; what everything is redirected to is served there.
      const there = redirectsBelow(first) === undefined ? undefined : redirected(bare, first)
      return there === undefined ? first : control(there)
    },
    follow: async (from, link, headers) => {
      await readReference()
      const request = linked(from, link, headers)
      return settled(request, await send(request))
    },
    create: async (kind: CreationKind, values: RoleValues, options: CreateOptions = {}): Promise<Creation> => {
      await session.fixture('writes')
      await session.fixture('credentials')
      const before = kind === 'repository' ? undefined : await throwUnlessDeletable(kind)
      const part = createHash('sha256').update(`${key}#${created++}`).digest('hex').slice(0, 6)
      const [usual, short] = prefixesOf(session.run).map(prefix => prefix + part) as [string, string]
      const takes = (name: string): boolean => takesName(kind, name, values, options)
      const isShort = before?.label.startsWith(prefixesOf(session.run)[1]) || (!takes(usual) && takes(short))
      const creation = await createNamed(kind, isShort ? short : usual, values, options)
      // A limit of names that nobody declares: the first creation of each kind tells of it.
      if (isShort || !owner.startsWith('fixture ') || !isFormRefused(creation.exchange)) return creation
      const again = await createNamed(kind, short, values, options)
      return isSuccess(again.exchange) ? again : creation
    },
    ownToken: async (family, options = {}) => {
      try {
        return await session.makeToken(probe, family, options, session.ledger)
      } catch (error) {
        if (error instanceof Missing && unshown.has(error.code)) waitedFor.add(family)
        throw error
      }
    },
    hasFixture: async need => {
      try {
        await session.fixture(need)
        return true
      } catch (error) {
        if (error instanceof Missing || error instanceof Unreadable || error instanceof NoAnswer) return false
        throw error
      }
    },
    fixture: session.fixture,
    verify: async (key, params, asked) => {
      if (!session.verifier) throw new Error("Pact's verifier is not part of this run")
      return session.verifier.verify(key, params, asked)
    },
    eventually: async (attempt, before = false) => {
      const { clock } = session
      // Told from what is recorded and not from a clock, so that it comes out the same where verdicts are recomputed.
      const spent = (): number => recorder.spentMs?.() ?? 0
      const spentBefore = spent()
      let wasUnseen: boolean | undefined
      let paused = 0
      for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
        const passed = spent() - spentBefore + paused
        const result = await attempt()
        if (result !== undefined) return result
        wasUnseen ??= typeof before === 'function' ? await before() : before
        const patienceMs = recorder.confirms || wasUnseen ? session.patienceMs / confirmingShare : session.patienceMs
        if (passed >= patienceMs) return undefined
        const left = patienceMs - (spent() - spentBefore + paused)
        // Each case looks for things of its own, on every page of a list: where others never appeared, once more is enough.
        const next = Math.max(0, wasUnseen ? left : Math.min(pause, left))
        await clock.pause(next)
        paused += next
      }
    },
    received: operation => {
      // Which page of a list arrives first differs from run to run, and a report should not. The texts of URLs give no order: names differ, too.
      const lengthOf = ({ answer }: Received): number => session.redactor.text(answer.request.url).length
      const found = session.received(operation).toSorted((a, b) => lengthOf(a) - lengthOf(b))
      for (const { answer } of found) recorder.record(answer)
      return found
    },
    seed: session.seed,
    cases: session.cases,
    nonce: label => nonceOf(session.run, label),
    fresh: label => nonceOf(session.run, recorder.confirms ? `${label}-again` : label),
    daysFromNow: days => {
      const then = new Date(session.startedAt + days * 86_400_000).toISOString()
      return days > 0 ? then.slice(0, 10) + timeOfDay : `${then.slice(0, 19)}Z`
    },
  }
  return probe
}

/** What of a body cannot be sent as this type; undefined where all can. */
const unsendableAs = (type: string, json: unknown): string | undefined => {
  if (/^multipart\/|^[^;]*[/+]xml\b/i.test(type)) return 'a body'
  if (!isFormType(type)) return undefined
  if (!isObject(json)) return 'a list'
  return Object.keys(json).find(name => [json[name]].flat().some(one => typeof one === 'object' && one !== null))
}

/** A UUID (version 8: RFC 9562, section 5.8) that is the same for the same text. */
const uuidOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

/** Path and query of a link, whatever host it names; verbatim where it can be sent so. */
const pathOf = (link: string, base: string): string => {
  const text = link.split('#')[0] ?? ''
  if (/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return text
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : '/'
}
