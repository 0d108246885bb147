import { vi } from 'vitest'
import { runTwisted } from '../../support/run.ts'

/**
 * Rounds of the event loop after which whatever can go on without a timer has gone on: a run that sends nothing more lets go of its requests a
 * few in a round.
 */
const rounds = 250

/** A run loads some modules on demand. They are loaded before, since timers would go off while files are read. */
let loaded: Promise<unknown> | undefined

/**
 * Runs something on timers that jump to the next one: what takes an hour is over in a moment, and takes the same on every machine.
 * Returns what came of it and the virtual milliseconds it took; gives up after `limitMs` of them.
 */
export const inVirtualTime = async <T>(
  run: () => Promise<T>,
  limitMs: number,
): Promise<{ readonly outcome: T | undefined; readonly ms: number }> => {
  loaded ??= runTwisted(undefined)
  await loaded
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  try {
    const start = Date.now()
    let settled: { readonly value: T } | { readonly error: unknown } | undefined
    run().then(
      value => {
        settled = { value }
      },
      (error: unknown) => {
        settled = { error }
      },
    )
    while (settled === undefined && Date.now() - start < limitMs) {
      for (let round = 0; round < rounds; round++) await new Promise(resolve => setImmediate(resolve))
      if (settled === undefined) vi.advanceTimersToNextTimer()
    }
    const ms = Date.now() - start
    if (settled && 'error' in settled) throw settled.error
    return { outcome: settled?.value, ms }
  } finally {
    vi.useRealTimers()
  }
}
