import type { Clock } from './options.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  pause: ms => new Promise(resolve => setTimeout(resolve, ms)),
}

/** A clock whose pauses end with the signal: who interrupts a run does not wait for a rate limit. */
export const interruptible = (clock: Clock, signal: AbortSignal | undefined): Clock =>
  signal === undefined
    ? clock
    : {
        now: clock.now,
        pause: ms =>
          new Promise((resolve, reject) => {
            if (signal.aborted) return resolve()
            const stop = (): void => resolve()
            signal.addEventListener('abort', stop, { once: true })
            clock
              .pause(ms)
              .then(resolve, reject)
              .finally(() => signal.removeEventListener('abort', stop))
          }),
      }

/** A clock whose pauses end with the run's time. */
export const bounded = (clock: Clock, until: number): Clock => ({
  now: clock.now,
  pause: ms => clock.pause(Math.max(0, Math.min(ms, until - clock.now()))),
})
