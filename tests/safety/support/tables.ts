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

export interface KillPoint extends Moment {
  readonly signal: NodeJS.Signals
}

/** When a run is killed, and how. The page on reliability is generated from this table. */
export const killPoints: readonly KillPoint[] = (
  [
    ['SIGINT', moments],
    ['SIGTERM', moments.filter(({ count }) => count === 1)],
    ['SIGHUP', moments.filter(({ count }) => count === 1)],
    ['SIGKILL', moments],
  ] as const
).flatMap(([signal, at]) => at.map(moment => ({ signal, ...moment })))

/** The first of each signal with something to clean up: these are always tested, the others with what takes minutes. */
export const firstKillPoints: readonly KillPoint[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'].flatMap(name =>
  killPoints.filter(({ signal, when, what }) => signal === name && when === 'after' && what === 'creation').slice(0, 1),
)

/** How an answer is cut off. */
export const cuts = ['FIN', 'RST'] as const

/** Answers of each framing whose end can be told; one that ends with the connection ends wherever that does. */
export const framings: Readonly<Record<string, string>> = {
  'known length': 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a": 17}',
  chunks:
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n4\r\n{"a"\r\n5\r\n: 17}\r\n0\r\n\r\n',
  'an interim answer': 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}',
}

/** Servers that try the memory, by what they do (see the table of bad servers), and the ceilings that a run of each keeps below. */
export const hungry = [
  'sends a body without end',
  'sends another body of 8 MB each time',
  'sends 10 MB of headers',
  'sends a decompression bomb',
  'nests objects a million levels deep',
  'sends an array of three million numbers',
  'sends eight million control characters',
  'lists long pages without end',
] as const

export const ceilings = { heapMb: 512, residentMb: 1_200 } as const

/** How names are looked up, and what a run ends in. */
export const lookups = {
  'takes 200 ms for each connection': 'conformant',
  'never ends': 'unreachable',
  'fails for now': 'unreachable',
} as const
