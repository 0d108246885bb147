interface Waiting {
  readonly order: number
  readonly begin: () => void
}

/** Runs so many tasks at a time. Of those that wait, the lowest order comes first, and within an order the first that came. */
export const createQueue = (atOnce: number): (<T>(order: number, work: () => Promise<T>) => Promise<T>) => {
  const waiting: Waiting[] = []
  let busy = 0
  return async (order, work) => {
    if (busy < atOnce) busy++
    else
      await new Promise<void>(begin => {
        const at = waiting.findIndex(other => other.order > order)
        waiting.splice(at < 0 ? waiting.length : at, 0, { order, begin })
      })
    try {
      return await work()
    } finally {
      // Not at once: what was waiting for this task may queue its next request first, so that what was begun is finished.
      setImmediate(() => {
        const next = waiting.shift()
        if (next) next.begin()
        else busy--
      })
    }
  }
}
