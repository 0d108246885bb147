import type { Clock } from '../options.ts'

/** How long no request is sent to a target that is gone. */
const restMs = 2_000

/** Time-outs after which a run stops waiting the whole time-out for an answer. */
const manyTimeouts = 24

/** From then on a request is given at least so long, and so many times the time of the slowest answer. */
const shortened = { leastMs: 2_000, timesSlowest: 4 } as const

interface LivenessOptions {
  /** Milliseconds that a request may take. */
  readonly timeoutMs: number
  /** Failures in a row after which the target is looked for: one path that hangs says nothing about the others. */
  readonly patience: number
  /** Asks for what was answered before; whether it still is. */
  readonly look: () => Promise<boolean>
  readonly clock: Clock
}

/**
 * Keeps a dead target from costing a time-out per request. A target that answers some requests and leaves others without an answer is still
 * sent requests, but not waited for as long: what is answered at all is answered within four times the slowest answer so far.
 */
export const createLiveness = ({ timeoutMs, patience, look, clock }: LivenessOptions) => {
  let failuresInARow = 0
  let timeouts = 0
  let slowestMs = 0
  let goneUntil = 0
  let looking: Promise<boolean> | undefined
  return {
    answered: (ms: number): void => {
      failuresInARow = 0
      slowestMs = Math.max(slowestMs, ms)
    },
    failed: (isTimeout: boolean): void => {
      failuresInARow++
      if (isTimeout) timeouts++
    },
    /** Whether nothing has been answered for long, and the target does not answer either when it is looked for. */
    isGone: async (): Promise<boolean> => {
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
    /** Milliseconds to wait for an answer. */
    worthMs: (): number =>
      timeouts < manyTimeouts
        ? timeoutMs
        : Math.min(timeoutMs, Math.max(shortened.leastMs, shortened.timesSlowest * slowestMs)),
  }
}
