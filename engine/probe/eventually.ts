import type { Probe } from '../../contracts/requirement.ts'
import type { ProbeScope } from './session.ts'

/** Something that was already waited for is confirmed within a fifth of the time. */
const confirmingShare = 5

/** Pauses between two attempts to find something that may appear late, per request of an attempt: a list may have many pages. */
const firstPauseMs = 100
const longestPauseMs = 1_000

/** Repeats the attempt until it returns something or the patience of the run ends. */
export const eventually =
  ({ session, recorder }: ProbeScope): Probe['eventually'] =>
  async (attempt, before = false) => {
    // Computed from the record and not from a clock, so that recomputing verdicts gives the same result.
    const spent = (): number => recorder.spentMs?.() ?? 0
    const count = (): number => recorder.count?.() ?? 0
    const spentBefore = spent()
    let wasUnseen: boolean | undefined
    let paused = 0
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      const passed = spent() - spentBefore + paused
      const countBefore = count()
      const result = await attempt()
      if (result !== undefined) return result
      wasUnseen ??= typeof before === 'function' ? await before() : before
      const patienceMs = recorder.confirms || wasUnseen ? session.patienceMs / confirmingShare : session.patienceMs
      if (passed >= patienceMs) return undefined
      const left = patienceMs - (spent() - spentBefore + paused)
      // Each case looks for things of its own, on every page of a list: where others never appeared, once more is enough.
      const next = Math.max(0, wasUnseen ? left : Math.min(pause * Math.max(1, count() - countBefore), left))
      await session.clock.pause(next)
      paused += next
    }
  }
