import pLimit from 'p-limit'
import type { Answered, Exchange, HeaderList, Persona, WireFailure } from '../contracts/exchange.ts'
import { Missing, NoAnswer } from '../contracts/finding.ts'
import type { Ask } from '../contracts/requirement.ts'
import { tool } from '../contracts/version.ts'
import type { Clock, NetworkInput } from './options.ts'
import { createGate } from './rate-limit.ts'
import { checkHeaders, isSafe, isSendable, isV1Request } from './request-guard.ts'
import { decode, type Transport, WireError } from './wire.ts'

export { retryAfter } from './rate-limit.ts'

/** Keeps what was exchanged, in order. */
export interface Recorder {
  record(exchange: Exchange): void
}

/** A request to the target, with the credential already chosen. */
export interface Outgoing extends Ask {
  readonly as: Persona
  readonly authorization?: string
  /** Sent although writing is not allowed: an exchange of credentials changes nothing on the hub. */
  readonly login?: boolean
  /** Asked after a 401: whether there are new credentials to send the request with once more. */
  readonly renew?: () => boolean
}

export interface ClientOptions {
  readonly transport: Transport
  readonly origin: string
  /** Path of the base URL without a trailing slash. */
  readonly basePath: string
  readonly allowWrites: boolean
  readonly network: NetworkInput
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
  /** Sees every exchange before anyone else does. */
  readonly onExchange?: (exchange: Exchange) => void
}

/** Sends requests to the one target: verbatim paths, bounded time and bodies, never a redirect followed, never an unsafe method without leave. */
export interface Client {
  send(ask: Outgoing, recorder: Recorder): Promise<Answered>
}

/** Network failures in a row after which it is looked whether the target is still there, so that a dead one does not cost a time-out per request. */
const patience = 12

/** How long a target that is gone is not asked again. */
const restMs = 2_000

/** Characters of bodies that a run keeps as evidence; small ones do not count. */
const keptBodies = { total: 64 * 1024 * 1024, small: 16 * 1024 } as const

/** Statuses that decide nothing: the wire's trouble, not the target's word (501 and 505 are an answer). */
export const undecided = (status: number): 'rate-limited' | 'server-error' | undefined =>
  status === 429 ? 'rate-limited' : status >= 500 && status !== 501 && status !== 505 ? 'server-error' : undefined

/** Whether a request changes nothing, so that it can be repeated. Throws what keeps it from being sent at all. */
export const admit = (ask: Outgoing, allowWrites: boolean): boolean => {
  if (!isSendable(ask)) throw new Error(`not a request: ${ask.method} ${ask.path.slice(0, 200)}`)
  const repeatable = isSafe(ask.method) || isV1Request(ask.path)
  if (!repeatable && !allowWrites && !(ask.login === true && ask.method === 'POST')) throw new Missing('need-writes')
  return repeatable
}

type Tried = Exchange & { readonly stale?: boolean }

export const createClient = (options: ClientOptions): Client => {
  const { transport, network, clock, origin, basePath } = options
  checkHeaders(network.headers ?? [])
  const limit = pLimit(network.concurrency ?? 8)
  const timeoutMs = network.timeoutMs ?? 10_000
  const gate = createGate(network, clock)
  let counter = 0
  let failuresInARow = 0
  let goneUntil = 0
  let looking: Promise<boolean> | undefined
  /** The last path that was answered: whether the target is still there is asked of it. */
  let lastGood = '/'
  let kept = 0
  const bodies = new Map<string, string>()

  const headersOf = (ask: Outgoing, body: string | null): HeaderList => [
    ...(Object.keys(ask.headers ?? {}).some(name => name.toLowerCase() === 'accept')
      ? []
      : ([['accept', '*/*']] as const)),
    ['user-agent', `${tool.name}/${tool.version}`],
    ...(body === null ? [] : ([['content-type', 'application/json']] as const)),
    ...(ask.authorization === undefined ? [] : ([['authorization', ask.authorization]] as const)),
    ...(network.headers ?? []),
    ...Object.entries(ask.headers ?? {}),
  ]

  /** What an interruption of the run ends: one listener for all requests, since a signal warns of many. */
  const underWay = new Set<() => void>()
  options.signal?.addEventListener(
    'abort',
    () => {
      for (const abort of underWay) abort()
    },
    { once: true },
  )

  /** Calls the transport with a timer of its own: queued requests would ignore one of the transport's. */
  const timed = async <T>(abortable: boolean, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    const timer = setTimeout(abort, timeoutMs)
    if (abortable) underWay.add(abort)
    try {
      return await call(controller.signal)
    } finally {
      clearTimeout(timer)
      underWay.delete(abort)
    }
  }

  /** Whether the target still answers at all: one path that hangs says nothing of the others. */
  const stillThere = (): Promise<boolean> => {
    looking ??= timed(true, signal =>
      transport.send(
        { method: 'GET', origin, path: lastGood, headers: [['accept', '*/*']], body: null, fresh: true },
        signal,
      ),
    )
      .then(
        () => true,
        error => {
          if (!(error instanceof WireError)) throw error
          return false
        },
      )
      .finally(() => {
        looking = undefined
      })
    return looking
  }

  const isGone = async (): Promise<boolean> => {
    if (failuresInARow < patience) return false
    if (clock.now() < goneUntil) return true
    if (await stillThere()) {
      failuresInARow = 0
      return false
    }
    goneUntil = clock.now() + restMs
    return true
  }

  /** Equal bodies are kept once; where there are too many, an answer is none, since a part of it could be told from a whole one. */
  const retained = <R extends { readonly body: string }>(response: R): R => {
    const { body } = response
    if (body.length <= keptBodies.small) return response
    const known = bodies.get(body)
    if (known !== undefined) return { ...response, body: known }
    if (kept + body.length > keptBodies.total) throw new WireError('undecodable-body', 'the run keeps no more bodies')
    kept += body.length
    bodies.set(body, body)
    return response
  }

  const once = async (ask: Outgoing, repeatable: boolean, fresh: boolean): Promise<Tried> => {
    const body = ask.json === undefined ? null : JSON.stringify(ask.json)
    const headers = headersOf(ask, body)
    const path = basePath + ask.path
    const request = { method: ask.method, url: origin + path, headers, body, as: ask.as }
    const id = `r${++counter}`
    const failed = (failure: WireFailure, ms: number): Exchange => ({ id, request, response: null, failure, ms })
    if (options.signal?.aborted) return failed('aborted', 0)
    if (await isGone()) return failed('unreachable', 0)
    const started = performance.now()
    const elapsed = (): number => Math.round((performance.now() - started) * 10) / 10
    try {
      const wire = { ...request, origin, path, fresh: fresh || !repeatable, ...(ask.raw ? { raw: true } : {}) }
      // What may have changed something is not broken off by an interrupt: its answer says what there is to clean up.
      const received = await timed(repeatable, signal => transport.send(wire, signal))
      failuresInARow = 0
      if (ask.method === 'GET') lastGood = path
      return { id, request, response: retained(decode(ask.method, received)), ms: elapsed() }
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      if (error.failure !== 'undecodable-body') failuresInARow++
      const failure = options.signal?.aborted && repeatable ? 'aborted' : error.failure
      return { ...failed(failure, elapsed()), ...(error.stale ? { stale: true } : {}) }
    }
  }

  const send = async (ask: Outgoing, recorder: Recorder): Promise<Answered> => {
    const repeatable = admit(ask, options.allowWrites)
    const record = <E extends Exchange>(exchange: E, repeated?: Exchange['repeated']): E => {
      const kept = repeated === undefined ? exchange : { ...exchange, repeated }
      options.onExchange?.(kept)
      recorder.record(kept)
      return kept
    }
    let fresh = false
    for (let attempt = 0; ; ) {
      const forbidden = await gate.pass()
      if (forbidden) throw new NoAnswer(record(forbidden))
      const { stale, ...exchange } = await once(ask, repeatable, fresh)
      if (exchange.response === null) {
        // Once more, on a connection of its own: another kept-alive one may have gone stale as well.
        const again = stale === true && repeatable && !fresh
        record(exchange, again ? 'connection' : undefined)
        if (!again) throw new NoAnswer(exchange)
        fresh = true
        continue
      }
      const answered = exchange as Answered
      if (gate.again(answered, ask.once === true ? Number.POSITIVE_INFINITY : attempt)) {
        record(answered, 'limit')
        attempt++
        continue
      }
      if (answered.response.status === 401 && ask.renew?.()) return record(answered, 'login')
      record(answered)
      if (ask.anyStatus !== true && undecided(answered.response.status) !== undefined) throw new NoAnswer(answered)
      return answered
    }
  }

  return { send: (ask, recorder) => limit(() => send(ask, recorder)) }
}

/** Why an exchange decides nothing, as a reason. */
export const noAnswerReason = (
  exchange: Exchange,
): {
  readonly code: 'no-answer' | 'rate-limited' | 'server-error'
  readonly values: Readonly<Record<string, string | number>>
} => {
  if (exchange.response === null) return { code: 'no-answer', values: { failure: exchange.failure ?? 'unreachable' } }
  const { status } = exchange.response
  return { code: undecided(status) ?? 'server-error', values: { status } }
}
