/** What a run takes where it is told nothing else, as far as a report carries it. */
export const runDefaults = { patienceMs: 10_000, seed: 1, cases: 20 } as const
