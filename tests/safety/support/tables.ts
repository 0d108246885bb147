/** A moment in the life of a run: when the hub gets the n-th request of a kind, or has carried it out and not yet answered. */
export interface Moment {
  readonly when: 'before' | 'after'
  readonly what: 'request' | 'creation' | 'deletion'
  readonly count: number
}

const moments: readonly Moment[] = [
  { when: 'before', what: 'request', count: 1 },
  { when: 'before', what: 'creation', count: 1 },
  { when: 'after', what: 'creation', count: 1 },
  { when: 'after', what: 'creation', count: 2 },
  { when: 'after', what: 'creation', count: 5 },
  { when: 'before', what: 'creation', count: 8 },
  { when: 'after', what: 'creation', count: 8 },
  { when: 'before', what: 'deletion', count: 1 },
  { when: 'after', what: 'deletion', count: 1 },
  { when: 'after', what: 'deletion', count: 4 },
]

/** When a run is killed, and how. The page on reliability is generated from this table. */
export const killPoints = (
  [
    ['SIGINT', moments],
    ['SIGTERM', moments.filter(({ count }) => count === 1)],
    ['SIGHUP', moments.filter(({ count }) => count === 1)],
    ['SIGKILL', moments],
  ] as const
).flatMap(([signal, at]) => at.map(moment => ({ signal, ...moment })))
