import { defined } from '../../contracts/defined.ts'
import type { Exchange } from '../../contracts/exchange.ts'

/** Records the exchanges, in order. */
export interface Recorder {
  record(exchange: Exchange): void
  /** The total duration of the recorded exchanges, in milliseconds. */
  spentMs?(): number
  /** The number of recorded exchanges. */
  count?(): number
  /** The position of its requests in the queue: the lowest are sent first, those without one before all others. */
  readonly order?: number | undefined
  /** Whether it belongs to an attempt that confirms a failure. */
  readonly confirms?: boolean | undefined
}

/** Keeps exchanges in the order in which they were answered, each once; `order` is their place in the queue. */
export const createRecorder = (
  order?: number,
  confirms?: boolean,
): Recorder & { readonly exchanges: readonly Exchange[] } => {
  const exchanges: Exchange[] = []
  const known = new Set<Exchange>()
  let spentMs = 0
  return {
    exchanges,
    ...defined({ order, confirms }),
    spentMs: () => spentMs,
    count: () => exchanges.length,
    record: exchange => {
      if (known.has(exchange)) return
      known.add(exchange)
      exchanges.push(exchange)
      spentMs += exchange.ms
    },
  }
}
