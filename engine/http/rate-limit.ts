import { header } from '../../checks/reading/exchanges.ts'
import type { Answered, Exchange } from '../../contracts/exchange.ts'
import { type Clock, defaults, type NetworkInput } from '../options.ts'

/** The longest wait for a limit that has not been hit yet, and how often one is believed without ever being hit. */
const foresight = { longestMs: 60_000, times: 5 } as const

/**
 * After so many refused requests of one route in a row a limit counts for that route, and after so many refused routes for all: some routes,
 * such as deprecated ones, may have a limit of their own.
 */
const mostRefused = { requests: 3, routes: 6 } as const

/** Milliseconds of `Retry-After` and its kin: seconds, an HTTP-date (RFC 9110, section 10.2.3), or a Unix time stamp, which some hubs send. */
const delay = (text: string | undefined, now: number): number | undefined => {
  // Several fields are joined with a comma, and so is the date of an HTTP-date.
  const value = text?.trim().replace(/^(\d+(?:\.\d+)?)\s*,.*$/s, '$1')
  if (value === undefined || value === '') return undefined
  if (/^\d+(?:\.\d+)?$/.test(value)) {
    const number = Number(value)
    if (number > 1_000_000_000_000) return Math.max(0, number - now)
    return number > 1_000_000_000 ? Math.max(0, number * 1000 - now) : number * 1000
  }
  if (!/^[A-Z][a-z]+,? /.test(value)) return undefined
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** When an answer was sent, by the clock of the target, which may be wrong. */
const sentAt = (exchange: Exchange, now: number): number => {
  const date = Date.parse(header(exchange, 'date') ?? '')
  return Number.isNaN(date) ? now : date
}

/** Milliseconds that an answer asks us to wait; undefined where it says nothing that can be read. */
export const retryAfter = (exchange: Exchange, ourNow: number): number | undefined => {
  const now = sentAt(exchange, ourNow)
  for (const name of ['retry-after', 'x-retry-after', 'x-ratelimit-reset', 'ratelimit-reset']) {
    const asked = delay(header(exchange, name), now)
    if (asked !== undefined) return asked
  }
  return undefined
}

/** The longest wait for another request that is in progress. */
const longestTurnMs = 10_000

/** Milliseconds after which what was refused because another request is in progress may be sent again: nothing of it was done. */
const turnAfter = (exchange: Answered, now: number): number | undefined => {
  const asked = [409, 423].includes(exchange.response.status) ? delay(header(exchange, 'retry-after'), now) : undefined
  return asked === undefined || asked > longestTurnMs ? undefined : Math.max(asked, 50)
}

/** A limit that is not waited for, and the answer that told of it. */
interface Shut {
  readonly until: number
  readonly by: Answered
}

/**
 * Decides when requests may be sent. A limit holds for all connections.
 *
 * @param until - the end of the run, milliseconds since the epoch: a limit that ends later is not waited for
 */
export const createRateLimiter = (network: NetworkInput, clock: Clock, until: number) => {
  const retries = network.retries ?? defaults.retries
  let open = 0
  let nextSlot = 0
  const refusedInARow = new Map<string, number>()
  let foreseen = 0
  let shut: Shut | undefined
  const shutRoutes = new Map<string, Shut>()
  /** Routes that take one request at a time: when the next one may be sent, and how long after another; 0 where waiting did not help. */
  const turns = new Map<string, { readonly next: number; readonly everyMs: number }>()

  /** Holds requests back until then. Returns false if the run ends before. */
  const holdUntil = (then: number): boolean => {
    if (then >= until) return false
    open = Math.max(open, then)
    return true
  }

  const heed = (answered: Answered): void => {
    const remaining = header(answered, 'x-ratelimit-remaining') ?? header(answered, 'ratelimit-remaining')
    if (remaining?.trim() !== '0' || foreseen >= foresight.times) return
    const asked = retryAfter(answered, clock.now())
    if (asked === undefined || asked > foresight.longestMs || clock.now() + asked <= open) return
    foreseen++
    holdUntil(clock.now() + asked)
  }

  return {
    /** Waits until a request may be sent. Returns the answer that forbids it for longer than the run may wait, if there is one. */
    pass: async (route: string): Promise<Answered | undefined> => {
      if (network.ratePerMinute !== undefined) {
        const slot = Math.max(clock.now(), nextSlot)
        nextSlot = slot + 60_000 / network.ratePerMinute
        if (slot > clock.now()) await clock.pause(slot - clock.now())
      }
      const turn = turns.get(route)
      if (turn !== undefined) {
        const slot = Math.max(clock.now(), turn.next)
        turns.set(route, { ...turn, next: slot + turn.everyMs })
        if (slot > clock.now() && slot < until) await clock.pause(slot - clock.now())
      }
      for (let now = clock.now(); now < open; now = clock.now()) {
        const then = open
        await clock.pause(then - now)
        // A clock that stands still, or a pause that was broken off, must not hold a request for ever.
        if (clock.now() < then) break
      }
      return [shut, shutRoutes.get(route)].find(limit => limit !== undefined && clock.now() < limit.until)?.by
    },
    /** Takes note of an answer. Returns whether the request is to be sent again. */
    again: (answered: Answered, attempt: number, route: string): boolean => {
      const { status } = answered.response
      const everyMs = turnAfter(answered, clock.now())
      if (everyMs !== undefined && attempt >= retries) turns.set(route, { next: 0, everyMs: 0 })
      else if (everyMs !== undefined && turns.get(route)?.everyMs !== 0) {
        turns.set(route, { next: Math.max(turns.get(route)?.next ?? 0, clock.now() + everyMs), everyMs })
        return true
      }
      if (status !== 429 && status !== 503) {
        refusedInARow.clear()
        shutRoutes.delete(route)
        shut = undefined
        heed(answered)
        return false
      }
      const now = clock.now()
      const asked = retryAfter(answered, now)
      if (asked === undefined && status === 503) return false
      foreseen = 0
      const then = now + Math.max(asked ?? 500 * 2 ** Math.min(attempt, 10), 50)
      if (
        attempt < retries &&
        refusedInARow.size < mostRefused.routes &&
        (refusedInARow.get(route) ?? 0) < mostRefused.requests &&
        holdUntil(then)
      )
        return true
      const times = (refusedInARow.get(route) ?? 0) + 1
      refusedInARow.set(route, times)
      if (asked === undefined) return false
      if (times >= mostRefused.requests) shutRoutes.set(route, { until: then, by: answered })
      // Nothing was let through in between, so the limit is not one route's own: it is obeyed without asking on and on.
      if (refusedInARow.size >= mostRefused.routes) shut = { until: then, by: answered }
      return false
    },
  }
}
