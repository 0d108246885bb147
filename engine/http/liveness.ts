import type { Clock } from '../options.ts'

/** How long a target that is gone is not asked again. */
const restMs = 2_000

/** Time-outs after which a run stops waiting the whole time-out for an answer. */
const manyTimeouts = 24

/** What is waited for at least from then on, and how many times the slowest answer so far. */
const shortened = { leastMs: 2_000, timesSlowest: 4 } as const

/** What answers and silences say of the target: whether it is there at all, and how long an answer is worth waiting for. */
export interface Liveness {
  answered(ms: number): void
  silent(failure: 'timeout' | 'other'): void
  /** Whether nothing has been answered for long, and the target does not answer either when it is looked for. */
  isGone(): Promise<boolean>
  /** Milliseconds to wait for an answer. */
  worthMs(): number
}

export interface LivenessOptions {
  /** Milliseconds that a request may take. */
  readonly timeoutMs: number
  /** Failures in a row after which the target is looked for: one path that hangs says nothing of the others. */
  readonly patience: number
  /** Asks for what was answered before; whether it still is. */
  readonly look: () => Promise<boolean>
  readonly clock: Clock
}

/**
 * Keeps a dead target from costing a time-out per request. One that answers some requests and leaves others hanging is asked on, but not
 * waited for as long: a request that is answered at all is answered within four times the slowest answer so far.
 */
export const createLiveness = ({ timeoutMs, patience, look, clock }: LivenessOptions): Liveness => {
  let failuresInARow = 0
  let timeouts = 0
  let slowestMs = 0
  let goneUntil = 0
  let looking: Promise<boolean> | undefined
  const worthMs = (): number =>
    timeouts < manyTimeouts
      ? timeoutMs
      : Math.min(timeoutMs, Math.max(shortened.leastMs, shortened.timesSlowest * slowestMs))
  return {
    answered: ms => {
      failuresInARow = 0
      slowestMs = Math.max(slowestMs, ms)
    },
    silent: failure => {
      failuresInARow++
      if (failure === 'timeout') timeouts++
    },
    isGone: async () => {
      if (failuresInARow < patience) return false
      if (clock.now() < goneUntil) return true
      looking ??= look().finally(() => {
        looking = undefined
      })
      if (await looking) {
        failuresInARow = 0
        return false
      }
      goneUntil = clock.now() + restMs
      return true
    },
    worthMs,
  }
}
