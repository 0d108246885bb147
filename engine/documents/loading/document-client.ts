import type { Answered, Exchange } from '../../../contracts/exchange.ts'
import { Missing, NoAnswer } from '../../../contracts/results/finding.ts'
import type { Credentials } from '../../credentials/credentials.ts'
import { type Client, retryAfter, undecided } from '../../http/client.ts'
import { createRecorder, type Recorder } from '../../http/recorder.ts'
import { type Clock, defaults, UsageError } from '../../options.ts'
import type { Fetcher } from './given.ts'
import type { Getter } from './look-for.ts'

/** How published documents are read, from the target and from elsewhere. */
export interface DocumentClient {
  /** Below the base URL: anonymously, and with credentials where that is refused. Throws {@link NoAnswer}. */
  readonly get: Getter
  /** The same, repeated where a limit or a failure of the server keeps the answer back. */
  readonly again: Getter
  /** Wherever it is. Throws {@link UsageError} for what cannot be read. */
  readonly fetch: Fetcher
}

export interface DocumentClientOptions {
  readonly client: Client
  readonly credentials: Credentials
  readonly origin: string
  readonly basePath: string
  /** Fetches what is not the target's; it never sees a credential. */
  readonly elsewhere: Fetcher
  readonly clock: Clock
}

/** The longest that is waited for a document because a server asks for it. */
const longestWaitMs = 60_000

/** Repeats the request after status 429 or 5xx, at most `defaults.retries` times, and waits as long as `Retry-After` says. */
export const askedAgain = async (ask: () => Promise<Answered>, clock: Clock): Promise<Answered> => {
  for (let attempt = 0; ; attempt++) {
    const answer = await ask()
    if (undecided(answer.response.status) === undefined || attempt >= defaults.retries) return answer
    const waitMs = Math.max(retryAfter(answer, clock.now()) ?? 0, 500 * 2 ** attempt)
    if (waitMs > longestWaitMs) return answer
    await clock.pause(waitMs)
  }
}

/** A document as evidence that it was asked for: what it says is in the report already. */
const evidenceCharacters = 2_000

export const asEvidence = (exchange: Exchange): Exchange => {
  const { response } = exchange
  if (response === null || response.body.length <= evidenceCharacters) return exchange
  const body = response.body.slice(0, evidenceCharacters).replace(/[\ud800-\udbff]$/, '')
  return { ...exchange, response: { ...response, body, truncated: true } }
}

export const createDocumentClient = (options: DocumentClientOptions): DocumentClient => {
  const { client, credentials, origin, basePath, elsewhere, clock } = options
  const get: Getter = async (path, whole) => {
    const recorder: Recorder = { record: exchange => whole.record(asEvidence(exchange)) }
    const ask = { method: 'GET', path, anyStatus: true }
    const anonymous = await client.send({ ...ask, as: 'anonymous' }, recorder)
    if (![401, 403].includes(anonymous.response.status) || !credentials.available) return anonymous
    try {
      const authorization = await credentials.authorization(recorder)
      return await client.send({ ...ask, as: 'valid', authorization }, recorder)
    } catch (error) {
      if (error instanceof Missing) return anonymous
      throw error
    }
  }
  const again: Getter = (path, recorder) => askedAgain(() => get(path, recorder), clock)
  const fetch: Fetcher = async text => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const ownPath = url && url.origin === origin && `${url.pathname}/`.startsWith(`${basePath}/`)
    if (!ownPath) return elsewhere(text)
    const recorder = createRecorder()
    try {
      const path = url.pathname.slice(basePath.length) + url.search
      const answer = await again(path, recorder)
      if (answer.response.encoding === 'base64') throw new UsageError(`${url.origin}${url.pathname} is not UTF-8 text`)
      return { answer, exchanges: recorder.exchanges }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      const { response, failure = 'no answer' } = error.exchange
      // A limit that the target keeps to: it is not asked again.
      if (response !== null) return { answer: error.exchange as Answered, exchanges: recorder.exchanges }
      throw new UsageError(`${url.origin}${url.pathname} cannot be read: ${failure}`)
    }
  }
  return { get, again, fetch }
}
