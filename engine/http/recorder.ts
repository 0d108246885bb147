import { defined } from '../../contracts/defined.ts'
import type { Exchange } from '../../contracts/exchange.ts'
import type { Recorder } from './client.ts'

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
