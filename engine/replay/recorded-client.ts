import type { Answered, Exchange } from '../../contracts/exchange.ts'
import { NoAnswer } from '../../contracts/results/finding.ts'
import { admit, bare, bodyOf, type Client, type Outgoing, retryAfter, undecided } from '../http/client.ts'
import { mayBeFull } from '../probe/creation/answer.ts'
import { canonical } from '../reports/digest.ts'

type Asked = Pick<Exchange['request'], 'method' | 'url' | 'body' | 'as'>

/** A placeholder of a secret inside a path looks different once it is encoded again; it is the same secret all the same. */
const plainUrl = (url: string): string => url.replace(/%5B(secret-\d+)%5D/gi, '[$1]')

/** The order of members says nothing, and follows from that of a published schema, which says nothing either. */
const plainBody = (body: string | null): string | null => {
  // Most requests have none, and an error for each takes longer than all the rest.
  if (!body) return body
  try {
    return canonical(JSON.parse(body))
  } catch {
    return body
  }
}

const fingerprint = ({ method, url, body, as }: Asked): string =>
  JSON.stringify([method, plainUrl(url), plainBody(body), as])

/** Whether an answer can have kept later requests from being sent: it was taken as it is, and says when to come back. */
export const isLimit = (exchange: Exchange): boolean =>
  (exchange.response?.status === 429 || exchange.response?.status === 503) &&
  exchange.repeated === undefined &&
  retryAfter(exchange, 0) !== undefined

const routeOf = ({ method, url }: Pick<Asked, 'method' | 'url'>): string => `${method} ${url.split('?')[0]}`

const isGone = ({ response }: Exchange): boolean => response?.status === 404 || response?.status === 410

/**
 * The recorded exchanges of one case or fixture, from which its requests are answered. Each exchange answers one request.
 *
 * @param ofOthers - what fixtures received: a case shows it and need not ask for it
 */
export const createRecording = (exchanges: readonly Exchange[], ofOthers: ReadonlySet<Exchange> = new Set()) => {
  const open = new Map(exchanges.map(exchange => [exchange, fingerprint(exchange.request)]))
  const lacking: string[] = []
  const used = new Set<Exchange>()
  const limits: Exchange[] = []
  const takeOut = (exchange: Exchange): Exchange => {
    open.delete(exchange)
    if (isLimit(exchange)) limits.push(exchange)
    return exchange
  }
  return {
    /** Takes the first exchange that records this request. */
    take: (request: Asked): Exchange | undefined => {
      const print = fingerprint(request)
      const own = [...open.keys()].filter(exchange => open.get(exchange) === print)
      const [first] = own
      return first && takeOut((used.has(first) && own.find(isGone)) || first)
    },
    /** The limit because of which a request was not sent at all: the answer to another request stands in its place. */
    limit: (request: Pick<Asked, 'method' | 'url'>): Exchange | undefined => {
      const first = [...open.keys()].find(exchange => isLimit(exchange) || !ofOthers.has(exchange))
      if (first && isLimit(first)) return takeOut(first)
      // A route may have a limit of its own.
      return limits.findLast(limit => routeOf(limit.request) === routeOf(request)) ?? limits.at(-1)
    },
    /** Whether a limit may have kept requests from being sent. */
    isLimited: (): boolean => [...limits, ...open.keys()].some(isLimit),
    /** Everything that was not taken, in order. */
    rest: (): readonly Exchange[] => [...open.keys()],
    /** Another case received this. Where a case finds the same gone, that is its own answer. */
    use: (exchange: Exchange): unknown => used.add(exchange),
    /** Requests that would have been sent and of which there is no record. */
    lacking,
  }
}

export type Recording = ReturnType<typeof createRecording>

/** Whether an answer was asked for once more, for a reason that the client can have had. */
const isRepeated = ({ repeated, response: { status } }: Answered): boolean =>
  (repeated === 'limit' && (status === 429 || status === 503)) || (repeated === 'room' && mayBeFull(status))

/** How the message starts where a request has no record. */
export const noRecord = 'no record of'

/** Thrown where a request has no record; what catches it on the way must not make it a verdict, so the recording notes it as well. */
const lack = (recording: Recording, { method, as }: Outgoing, url: string): Error => {
  const what = `${method} ${url} (${as})`
  recording.lacking.push(what)
  return new Error(`${noRecord} ${what}`)
}

/** What was not recorded because it was expected. */
const unrecorded = ({ method, as }: Outgoing, url: string, status: number): Answered => ({
  id: 'unrecorded',
  request: { method, url, headers: [], body: null, as },
  response: bare(status),
  ms: 0,
})

export interface ReplayRules {
  /** Base URL of the target, without a trailing slash. */
  readonly base: string
  readonly allowWrites: boolean
  /** Takes a limit's answer for one that stands in the place of a request that was not sent: the record alone does not tell. */
  readonly limited?: boolean
}

/** A client that sends nothing and answers from the record, by the rules of the one that wrote it. */
export const replayClient = (recording: Recording, { base, allowWrites, limited = false }: ReplayRules): Client => ({
  send: async (ask, recorder) => {
    admit(ask, allowWrites)
    const url = base + ask.path
    const body = bodyOf(ask)
    for (;;) {
      const own = recording.take({ method: ask.method, url, body, as: ask.as })
      if (!own && ask.unrecorded !== undefined) return unrecorded(ask, url, ask.unrecorded)
      const exchange = own ?? recording.limit({ method: ask.method, url })
      if (!exchange) throw lack(recording, ask, url)
      recorder.record(exchange)
      // After a request that was not sent comes no other.
      const unsent = limited && isLimit(exchange) && recording.rest().length === 0
      if (!own || exchange.response === null || unsent) {
        if (own && exchange.repeated === 'connection') continue
        // Taken as the client takes it: the answer that set the limit is the answer of what is asked once.
        if (ask.once === true && ask.anyStatus === true && exchange.response !== null) return exchange as Answered
        throw new NoAnswer(exchange)
      }
      const answer = exchange as Answered
      if (isRepeated(answer)) continue
      if (ask.anyStatus !== true && undecided(answer.response.status) !== undefined) throw new NoAnswer(answer)
      return answer
    }
  },
})
