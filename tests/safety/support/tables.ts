/** When a run is killed, and how. The page on reliability is generated from this table. */
export const killPoints = (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const).flatMap(signal =>
  ([1, 2, 5, 8] as const).map(creation => ({ signal, creation })),
)
