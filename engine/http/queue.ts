interface Waiting {
  readonly order: number
  readonly begin: () => void
}

/** Works on so many things at a time; of those that wait, the lowest order comes first, and of one order the first that came. */
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
      // Whoever comes next takes this place, and whoever had it may ask again first: what was begun is finished before the rest is begun.
      setImmediate(() => {
        const next = waiting.shift()
        if (next) next.begin()
        else busy--
      })
    }
  }
}
