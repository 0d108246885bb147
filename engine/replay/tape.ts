import type { Answered, Exchange } from '../../contracts/exchange.ts'
import { Missing, NoAnswer } from '../../contracts/finding.ts'
import { isV1Path } from '../../contracts/path.ts'
import { type Client, isSafe, type Outgoing, undecided } from '../client.ts'

/** The recorded exchanges of one case or fixture, to be asked once more. */
export interface Tape {
  /** Takes the first exchange that records this request and was not taken before. */
  take(request: Pick<Exchange['request'], 'method' | 'url' | 'body' | 'as'>): Exchange | undefined
  /** The next exchange that was not taken, without taking it. */
  peek(): Exchange | undefined
  /** Everything that was not taken. */
  rest(): readonly Exchange[]
  /** Notes a request of which there is no record. */
  lack(what: string): void
  /** Requests that would have been sent and of which there is no record. */
  readonly lacking: readonly string[]
}

/** A placeholder of a secret inside a path looks different once it is encoded again; it is the same secret all the same. */
const plainUrl = (url: string): string => url.replace(/%5B(secret-\d+)%5D/gi, '[$1]')

const fingerprint = ({ method, url, body, as }: Pick<Exchange['request'], 'method' | 'url' | 'body' | 'as'>): string =>
  JSON.stringify([method, plainUrl(url), body, as])

export const createTape = (exchanges: readonly Exchange[]): Tape => {
  const open = exchanges.map(exchange => ({ exchange, print: fingerprint(exchange.request) }))
  const lacking: string[] = []
  return {
    take: request => {
      const print = fingerprint(request)
      const at = open.findIndex(entry => entry.print === print)
      return at < 0 ? undefined : open.splice(at, 1)[0]?.exchange
    },
    peek: () => open[0]?.exchange,
    rest: () => open.map(({ exchange }) => exchange),
    lack: what => lacking.push(what),
    lacking,
  }
}

/** Whether the mark that an answer was not taken is one that the client can have made. */
const isRepeated = ({ repeated, response }: Exchange): boolean =>
  (repeated === 'connection' && response === null) ||
  (repeated === 'limit' && (response?.status === 429 || response?.status === 503)) ||
  (repeated === 'login' && response?.status === 401)

/** Thrown where a request has no record; what catches it on the way must not make it a verdict, so the tape notes it as well. */
const noRecord = (tape: Tape, { method, as }: Outgoing, url: string): Error => {
  const what = `${method} ${url} (${as})`
  tape.lack(what)
  return new Error(`no record of ${what}`)
}

/** A client that sends nothing and answers from the record, by the rules of the one that wrote it. */
export const replayClient = (tape: Tape, base: string, allowWrites: boolean): Client => ({
  send: async (ask, recorder) => {
    if (!isSafe(ask.method) && !isV1Path(ask.path) && !allowWrites && ask.login !== true)
      throw new Missing('need-writes')
    const url = base + ask.path
    const body = ask.json === undefined ? null : JSON.stringify(ask.json)
    for (;;) {
      const exchange = tape.take({ method: ask.method, url, body, as: ask.as })
      if (!exchange) throw noRecord(tape, ask, url)
      recorder.record(exchange)
      const repeated = isRepeated(exchange) ? exchange.repeated : undefined
      if (repeated === 'connection' || repeated === 'limit') continue
      if (exchange.response === null) throw new NoAnswer(exchange)
      if (repeated === undefined && ask.anyStatus !== true && undecided(exchange.response.status) !== undefined)
        throw new NoAnswer(exchange)
      return exchange as Answered
    }
  },
})
