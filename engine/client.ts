import pLimit from 'p-limit'
import type { Answered, Exchange, HeaderList, Persona, WireFailure } from '../contracts/exchange.ts'
import { Missing, NoAnswer } from '../contracts/finding.ts'
import { isV1Path } from '../contracts/path.ts'
import { header } from '../contracts/reading.ts'
import type { Ask } from '../contracts/requirement.ts'
import { tool } from '../contracts/version.ts'
import type { Clock, NetworkInput } from './options.ts'
import { decode, type Transport, WireError } from './wire.ts'

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
}

/** Sends requests to the one target: verbatim paths, bounded time and bodies, never a redirect followed, never an unsafe method without leave. */
export interface Client {
  send(ask: Outgoing, recorder: Recorder): Promise<Answered>
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

export const isSafe = (method: string): boolean => safeMethods.has(method)

/** Network failures in a row after which the target counts as gone, so that a dead one does not cost a time-out per request. */
const patience = 12

/** The longest time that a target may ask us to wait in one go. */
const longestWait = 60_000

/**
 * Milliseconds that a 429 or 503 asks us to wait: `Retry-After` in seconds or as an HTTP-date (RFC 9110, section 10.2.3), or as a Unix
 * time stamp, which some hubs send. Undefined where it says nothing.
 */
export const retryAfter = (exchange: Exchange, now: number): number | undefined => {
  const value = (header(exchange, 'retry-after') ?? header(exchange, 'x-ratelimit-reset'))?.trim()
  if (value === undefined || value === '') return undefined
  if (/^\d+(?:\.\d+)?$/.test(value)) {
    const number = Number(value)
    return number > 1_000_000_000 ? Math.max(0, number * 1000 - now) : number * 1000
  }
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Statuses that decide nothing: the wire's trouble, not the target's word (501 and 505 are an answer). */
const undecided = (status: number): 'rate-limited' | 'server-error' | undefined =>
  status === 429 ? 'rate-limited' : status >= 500 && status !== 501 && status !== 505 ? 'server-error' : undefined

export const createClient = (options: ClientOptions): Client => {
  const { transport, network, clock } = options
  const limit = pLimit(network.concurrency ?? 8)
  const timeoutMs = network.timeoutMs ?? 10_000
  const retries = network.retries ?? 3
  let counter = 0
  let failuresInARow = 0
  let nextTrial = 0
  /** No request leaves before this instant: a rate limit holds for all connections. */
  let gate = 0
  let nextSlot = 0
  /** Requests in a row that a limit let down after all retries: past a few, waiting is given up until one is let through. */
  let limitedInARow = 0

  const wait = async (): Promise<void> => {
    const now = clock.now()
    let until = gate
    if (network.ratePerMinute !== undefined) {
      const slot = Math.max(now, nextSlot)
      nextSlot = slot + 60_000 / network.ratePerMinute
      until = Math.max(until, slot)
    }
    if (until > now) await clock.pause(until - now)
  }

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

  const once = async (ask: Outgoing, recorder: Recorder): Promise<Exchange & { readonly stale?: boolean }> => {
    const body = ask.json === undefined ? null : JSON.stringify(ask.json)
    const headers = headersOf(ask, body)
    const path = options.basePath + ask.path
    const request = { method: ask.method, url: options.origin + path, headers, body, as: ask.as }
    const id = `r${++counter}`
    const failed = (failure: WireFailure, ms: number): Exchange => ({ id, request, response: null, failure, ms })
    let exchange: Exchange & { readonly stale?: boolean }
    if (options.signal?.aborted) exchange = failed('aborted', 0)
    else if (failuresInARow >= patience && clock.now() < nextTrial) exchange = failed('unreachable', 0)
    else {
      if (failuresInARow >= patience) nextTrial = clock.now() + 2_000
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort(), timeoutMs)
      const onAbort = (): void => controller.abort()
      options.signal?.addEventListener('abort', onAbort, { once: true })
      const started = performance.now()
      const elapsed = (): number => Math.round((performance.now() - started) * 10) / 10
      try {
        const fresh = !isSafe(ask.method) && !isV1Path(ask.path)
        const response = decode(
          ask.method,
          await transport.send({ ...request, origin: options.origin, path, fresh }, controller.signal),
        )
        failuresInARow = 0
        exchange = { id, request, response, ms: elapsed() }
      } catch (error) {
        if (!(error instanceof WireError)) throw error
        if (error.failure !== 'undecodable-body') failuresInARow++
        const failure = options.signal?.aborted ? 'aborted' : error.failure
        exchange = { ...failed(failure, elapsed()), ...(error.stale ? { stale: true } : {}) }
      } finally {
        clearTimeout(timer)
        options.signal?.removeEventListener('abort', onAbort)
      }
    }
    const { stale, ...kept } = exchange
    recorder.record(kept)
    return stale === true ? { ...kept, stale } : kept
  }

  const send = async (ask: Outgoing, recorder: Recorder): Promise<Answered> => {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(ask.method)) throw new Error(`not a method: ${ask.method}`)
    if (!/^\/[\x21-\x7e]*$/.test(ask.path) || ask.path.includes('#')) throw new Error(`not a path: ${ask.path}`)
    const repeatable = isSafe(ask.method) || isV1Path(ask.path)
    if (!repeatable && !options.allowWrites && ask.login !== true) throw new Missing('need-writes')
    let reconnected = false
    for (let attempt = 0; ; ) {
      await wait()
      const exchange = await once(ask, recorder)
      if (exchange.response === null) {
        if (exchange.stale === true && repeatable && !reconnected) {
          reconnected = true
          continue
        }
        throw new NoAnswer(exchange)
      }
      const answered = exchange as Answered
      const { status } = answered.response
      if (status === 429 || status === 503) {
        const asked = retryAfter(answered, clock.now())
        if (attempt < retries && limitedInARow < 3 && (asked !== undefined || status === 429)) {
          const pause = Math.min(asked ?? 500 * 2 ** attempt, longestWait)
          gate = Math.max(gate, clock.now() + Math.max(pause, 50))
          attempt++
          continue
        }
        limitedInARow++
      } else limitedInARow = 0
      if (ask.anyStatus !== true && undecided(status) !== undefined) throw new NoAnswer(answered)
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
