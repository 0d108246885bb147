import type { Clock } from './options.ts'

export const systemClock: Clock = {
  // In fractions of a millisecond: what is near takes less than one.
  now: () => performance.timeOrigin + performance.now(),
  pause: ms => new Promise(resolve => setTimeout(resolve, ms)),
}

/** A clock whose pauses end with the signal: who interrupts a run does not wait for a rate limit. */
export const interruptible = (clock: Clock, signal: AbortSignal | undefined): Clock => {
  if (signal === undefined) return clock
  // One listener for all pauses: a signal warns of many, on the terminal of whoever runs it.
  const waiting = new Set<() => void>()
  signal.addEventListener(
    'abort',
    () => {
      for (const stop of waiting) stop()
    },
    { once: true },
  )
  return {
    now: clock.now,
    pause: ms =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return resolve()
        waiting.add(resolve)
        clock
          .pause(ms)
          .then(resolve, reject)
          .finally(() => waiting.delete(resolve))
      }),
  }
}

/** A clock whose pauses end with the run's time. */
export const bounded = (clock: Clock, until: number): Clock => ({
  now: clock.now,
  pause: ms => clock.pause(Math.max(0, Math.min(ms, until - clock.now()))),
})
