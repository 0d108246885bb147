import { setImmediate } from 'node:timers/promises'
import type { InPieces } from '../checks/pieces.ts'

/** How long answers may wait for work that can be interrupted. */
const longestMs = 5

/** Does work in pieces, and between them whatever else there is to do: long work would keep requests from being sent. */
export const givingWay = async <T>(work: InPieces<T>): Promise<T> => {
  for (;;) {
    const until = performance.now() + longestMs
    let step = work.next()
    while (!step.done && performance.now() < until) step = work.next()
    if (step.done) return step.value
    await setImmediate()
  }
}
