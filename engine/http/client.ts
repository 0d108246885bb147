import { randomUUID } from 'node:crypto'
import { exactJson } from '../../checks/exact-ids.ts'
import { ownUuid, preferring } from '../../checks/http/fields.ts'
import { isV1Path } from '../../checks/path-template.ts'
import { isFormType } from '../../checks/reading/exchanges.ts'
import { isObject, type JsonObject } from '../../checks/reading/json.ts'
import type {
  Answered,
  Exchange,
  HeaderList,
  Identity,
  ReceivedResponse,
  WireFailure,
} from '../../contracts/exchange.ts'
import type { Ask } from '../../contracts/requirement.ts'
import { Missing, NoAnswer, type Reason } from '../../contracts/results/finding.ts'
import type { ReasonCode } from '../../contracts/results/reasons.ts'
import { tool } from '../../contracts/version.ts'
import { cookieNames } from '../credentials/form.ts'
import { type Clock, defaults, type NetworkInput } from '../options.ts'
import { createBodyBudget } from './body-budget.ts'
import { createLiveness } from './liveness.ts'
import { createQueue } from './queue.ts'
import { createRateLimiter } from './rate-limit.ts'
import type { Recorder } from './recorder.ts'
import { checkHeaders, isSafe, isSendable, isV1Request } from './request-guard.ts'
import { decode, type Ending, type Transport, WireError, type WireRequest, type WireResponse } from './transport.ts'
import type { WritePermission } from './write-guard.ts'

export { retryAfter } from './rate-limit.ts'

/** A request to the target, with the credential already chosen. */
export interface Outgoing extends Ask {
  readonly as: Identity
  /** The fields that carry the credential. */
  readonly authorization?: HeaderList
  /** Sent even without write permission: a login changes nothing on the hub. */
  readonly login?: boolean
  /** Called after a 401: whether there are new credentials to repeat the request with. */
  readonly renew?: () => boolean
}

export interface ClientOptions {
  readonly transport: Transport
  readonly origin: string
  /** Path of the base URL without a trailing slash. */
  readonly basePath: string
  /** Permission of {@link permitWrites}; without it, unsafe requests reach removed v1 routes and the login only. */
  readonly writes: WritePermission | null
  readonly network: NetworkInput
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
  /** When the client stops sending requests, milliseconds since the epoch; never by default. */
  readonly until?: number
  /** Time limit of all requests of one case, in milliseconds; unlimited by default. */
  readonly caseMs?: number
  /** After this number of consecutive failures the client checks whether the target still answers; default 8. */
  readonly patience?: number
  /** Called with every exchange before it is recorded. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Called for every answer that is not recorded because it was expected. */
  readonly onUnrecorded?: () => void
}

/** Sends requests to one target: verbatim paths, limited time and body size, no redirects, no unsafe methods without permission. */
export interface Client {
  send(ask: Outgoing, recorder: Recorder): Promise<Answered>
}

/** The default of {@link ClientOptions.patience}. */
const defaultPatience = 8

/** Statuses about a limit or a server failure, which decide nothing. 501 and 505 are answers. */
export const undecided = (status: number): 'rate-limited' | 'server-error' | undefined =>
  status === 429 ? 'rate-limited' : status >= 500 && status !== 501 && status !== 505 ? 'server-error' : undefined

/** Members as form fields: a list becomes several fields, null none. */
const asForm = (members: JsonObject): string =>
  new URLSearchParams(
    Object.entries(members).flatMap(([name, value]) =>
      [value].flat().flatMap((one): [string, string][] => (one == null ? [] : [[name, String(one)]])),
    ),
  ).toString()

/** The body of the request. */
export const bodyOf = ({ json, jsonType = '', text }: Ask): string | null => {
  if (text !== undefined || json === undefined) return text ?? null
  return isObject(json) && isFormType(jsonType) ? asForm(json) : exactJson(json)
}

/** The fields with an id or a key of this request in place of what stands for one: no other request has it, nor one of a run before. */
const withOwnUuids = ({ headers }: Ask): Pick<Ask, 'headers'> =>
  headers === undefined
    ? {}
    : {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, value === ownUuid ? randomUUID() : value]),
        ),
      }

/** Whether a request changes nothing and so can be repeated. Throws if it must not be sent at all. */
export const admit = (ask: Outgoing, mayWrite: boolean): boolean => {
  if (!isSendable(ask)) throw new Error(`not a request: ${ask.method} ${ask.path.slice(0, 200)}`)
  const repeatable = isSafe(ask.method) || isV1Request(ask.path)
  if (!repeatable && !mayWrite && !(ask.login === true && ask.method === 'POST')) throw new Missing('need-writes')
  return repeatable
}

/** An answer of which only the status is known. */
export const bare = (status: number): ReceivedResponse => ({
  status,
  headers: [],
  body: '',
  encoding: 'utf8',
  truncated: false,
})

const without = (headers: HeaderList, others: HeaderList): HeaderList =>
  headers.filter(([name]) => !others.some(([other]) => other.toLowerCase() === name.toLowerCase()))

/** Credentials in a cookie, with the other cookies of the user in the same field (RFC 6265, section 5.4). */
const withCookies = (credentials: HeaderList, given: HeaderList): HeaderList =>
  credentials.map(([name, value]) => {
    if (name !== 'cookie') return [name, value]
    const own = new Set(cookieNames(value))
    const others = given
      .flatMap(([field, text]) => (field.toLowerCase() === 'cookie' ? text.split(/;\s*/) : []))
      .filter(cookie => cookie !== '' && cookieNames(cookie).every(other => !own.has(other)))
    return [name, [value, ...others].join('; ')]
  })

/**
 * The header fields of a request. Fields of the check override those of the user, and these override the defaults. The credential overrides all:
 * neither the check nor the user decides with which identity a request is sent.
 */
const headersOf = (ask: Outgoing, ofUser: HeaderList, body: string | null): HeaderList => {
  const asked = Object.entries(ask.headers ?? {})
  const given = [...without(ofUser, asked), ...asked]
  const credentials = withCookies(ask.authorization ?? [], given)
  // A field that a check sets to an empty value is left out.
  const sent = given.filter(([name, value]) => value !== '' || !Object.hasOwn(ask.headers ?? {}, name))
  const own: HeaderList = [
    ['accept', isV1Path(ask.path) ? '*/*' : preferring('application/json')],
    ['user-agent', `${tool.name}/${tool.version}`],
    ...(body === null ? [] : ([['content-type', ask.jsonType ?? 'application/json']] as const)),
  ]
  return [...without(own, given), ...credentials, ...without(sent, credentials)]
}

const createEnding = (): Ending & { abort(): void } => {
  const listeners = new Set<() => void>()
  let aborted = false
  return {
    get aborted() {
      return aborted
    },
    addEventListener: (_type, listener) => listeners.add(listener),
    removeEventListener: (_type, listener) => listeners.delete(listener),
    abort: () => {
      aborted = true
      for (const listener of listeners) listener()
      listeners.clear()
    },
  }
}

/** Returns a function that calls the transport with its own timer. It does not rely on the transport's timer, which queued requests may ignore. */
const createTimed = (transport: Transport, signal: AbortSignal | undefined) => {
  // One listener for all requests, since Node warns about many listeners of one signal.
  const underWay = new Set<() => void>()
  const abortAll = (): void => {
    for (const abort of underWay) abort()
  }
  signal?.addEventListener('abort', abortAll, { once: true })
  return async (wire: WireRequest, ms: number, abortable: boolean): Promise<WireResponse> => {
    const ending = createEnding()
    let abort = (): void => undefined
    const aborted = new Promise<never>((_, reject) => {
      abort = () => {
        ending.abort()
        reject(new WireError('timeout', 'no answer in time'))
      }
    })
    const timer = setTimeout(abort, ms)
    if (abortable) underWay.add(abort)
    if (abortable && signal?.aborted) abort()
    try {
      return await Promise.race([transport.send(wire, ending), aborted])
    } finally {
      clearTimeout(timer)
      underWay.delete(abort)
    }
  }
}

type Tried = Exchange & { readonly stale?: boolean }

export const createClient = (options: ClientOptions): Client => {
  const { network, clock, origin, basePath } = options
  const { until = Number.POSITIVE_INFINITY, caseMs = Number.POSITIVE_INFINITY } = options
  checkHeaders(network.headers ?? [])
  if (options.writes && options.writes.origin !== origin) throw new Error('write permission for another origin')
  const inTurn = createQueue(network.concurrency ?? defaults.concurrency)
  const timeoutMs = network.timeoutMs ?? defaults.timeoutMs
  const limiter = createRateLimiter(network, clock, until)
  const keep = createBodyBudget()
  const timed = createTimed(options.transport, options.signal)
  let counter = 0
  /** The last path that was answered; requested to check whether the target still answers. */
  let lastGood = '/'

  const liveness = createLiveness({
    timeoutMs,
    patience: options.patience ?? defaultPatience,
    clock,
    look: () =>
      timed(
        { method: 'GET', origin, path: lastGood, headers: [['accept', '*/*']], body: null, fresh: true },
        Math.min(timeoutMs, until - clock.now()),
        true,
      ).then(
        () => true,
        error => {
          if (!(error instanceof WireError)) throw error
          return false
        },
      ),
  })

  /** Why repeatable requests are no longer sent or awaited. */
  const over = (): WireFailure | undefined =>
    options.signal?.aborted ? 'aborted' : clock.now() >= until ? 'out-of-time' : undefined

  const notSent = async (spentMs: number): Promise<WireFailure | undefined> => {
    const ended = over() ?? (spentMs > caseMs ? 'case-out-of-time' : undefined)
    if (ended !== undefined) return ended
    // Checking the target takes time as well.
    return (await liveness.isGone()) ? (over() ?? 'gone') : undefined
  }

  const once = async (ask: Outgoing, repeatable: boolean, fresh: boolean, spentMs: number): Promise<Tried> => {
    const body = bodyOf(ask)
    const headers = headersOf(ask, network.headers ?? [], body)
    const path = basePath + ask.path
    const request = { method: ask.method, url: origin + path, headers, body, as: ask.as }
    const id = `r${++counter}`
    const failed = (failure: WireFailure, ms: number): Exchange => ({ id, request, response: null, failure, ms })
    const why = await notSent(spentMs)
    if (why !== undefined) return failed(why, 0)
    // A request that may have changed something is not aborted: its answer says what must be cleaned up.
    const worthMs = repeatable ? liveness.worthMs() : timeoutMs
    const started = clock.now()
    const elapsed = (): number => Math.round((clock.now() - started) * 10) / 10
    try {
      const wire = { ...request, origin, path, fresh: fresh || !repeatable, ...(ask.raw ? { raw: true } : {}) }
      const received = await timed(wire, repeatable ? Math.min(worthMs, until - clock.now()) : worthMs, repeatable)
      const ms = elapsed()
      liveness.answered(ms)
      if (ask.method === 'GET') lastGood = path
      const { status } = received
      if (status === ask.unrecorded) return { id, request, response: bare(status), ms }
      return { id, request, response: keep(decode(ask.method, received)), ms }
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      const { failure, stale } = error
      const ended = repeatable ? over() : undefined
      if (ended !== undefined) return failed(ended, elapsed())
      // An answer that could not be decoded or stored is still an answer.
      if (failure !== 'undecodable-body' && failure !== 'evidence-full') liveness.failed(failure === 'timeout')
      const cutShort = failure === 'timeout' && worthMs < timeoutMs
      return { ...failed(cutShort ? 'cut-short' : failure, elapsed()), ...(stale ? { stale } : {}) }
    }
  }

  const send = async (asked: Outgoing, recorder: Recorder): Promise<Answered> => {
    const ask = { ...asked, ...withOwnUuids(asked) }
    const repeatable = admit(ask, options.writes !== null)
    const record = <E extends Exchange>(exchange: E, repeated?: Exchange['repeated']): E => {
      const kept = repeated === undefined ? exchange : { ...exchange, repeated }
      options.onExchange?.(kept)
      recorder.record(kept)
      return kept
    }
    const route = `${ask.method} ${ask.path.split('?')[0]}`
    let fresh = false
    for (let attempt = 0; ; ) {
      const forbidden = await limiter.pass(route)
      if (forbidden) {
        const limited = record(forbidden)
        // While the limit lasts, the answer that set it is the answer of this route.
        if (ask.once === true && limited.response !== null && ask.anyStatus === true) return limited as Answered
        throw new NoAnswer(limited)
      }
      const { stale, ...exchange } = await once(ask, repeatable, fresh, recorder.spentMs?.() ?? 0)
      if (exchange.response === null) {
        // Retried once on a separate connection: other kept-alive connections may be stale as well.
        const again = stale === true && repeatable && !fresh
        record(exchange, again ? 'connection' : undefined)
        if (!again) throw new NoAnswer(exchange)
        fresh = true
        continue
      }
      const answered = exchange as Answered
      if (limiter.again(answered, ask.once === true ? Number.POSITIVE_INFINITY : attempt, route)) {
        record(answered, 'limit')
        attempt++
        continue
      }
      if (answered.response.status === ask.unrecorded) {
        options.onUnrecorded?.()
        return answered
      }
      if (answered.response.status === 401 && ask.renew?.()) return record(answered, 'login')
      record(answered)
      if (ask.anyStatus !== true && undecided(answered.response.status) !== undefined) throw new NoAnswer(answered)
      return answered
    }
  }

  return { send: (ask, recorder) => inTurn(recorder.order ?? -1, () => send(ask, recorder)) }
}

/** Failures with their own reason; the others are reported by name. */
const ownReasons = {
  'out-of-time': 'out-of-time',
  'case-out-of-time': 'case-out-of-time',
  gone: 'target-gone',
  'cut-short': 'cut-short',
  'evidence-full': 'evidence-full',
} as const satisfies Partial<Record<WireFailure, ReasonCode>>

/** Why an exchange decides nothing, as a reason. */
export const noAnswerReason = ({ response, failure = 'unreachable', ms }: Exchange): Reason => {
  if (response !== null)
    return { code: undecided(response.status) ?? 'server-error', values: { status: response.status } }
  if (failure === 'out-of-time' && ms === 0) return { code: 'not-reached', values: {} }
  if (failure === 'cut-short') return { code: 'cut-short', values: { seconds: Math.round(ms / 1_000) } }
  return Object.hasOwn(ownReasons, failure)
    ? { code: ownReasons[failure as keyof typeof ownReasons], values: {} }
    : { code: 'no-answer', values: { failure } }
}
