import type { Answered } from '../../contracts/exchange.ts'
import { Missing, NoAnswer } from '../../contracts/finding.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { Client } from '../http/client.ts'
import { UsageError } from '../options.ts'
import { createRecorder } from '../probe/probe.ts'
import type { Fetcher } from './load.ts'

/** How published documents are read, from the target and from elsewhere. */
export interface DocumentClient {
  /** Below the base URL: anonymously, and with credentials where that is refused. Throws {@link NoAnswer}. */
  get(path: string): Promise<Answered>
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
}

export const createDocumentClient = (options: DocumentClientOptions): DocumentClient => {
  const { client, credentials, origin, basePath, elsewhere } = options
  const get = async (path: string): Promise<Answered> => {
    const recorder = createRecorder()
    const anonymous = await client.send({ method: 'GET', path, as: 'anonymous', anyStatus: true }, recorder)
    if (![401, 403].includes(anonymous.response.status) || !credentials.available) return anonymous
    try {
      const authorization = await credentials.authorization(recorder)
      return await client.send({ method: 'GET', path, as: 'valid', authorization, anyStatus: true }, recorder)
    } catch (error) {
      if (error instanceof Missing) return anonymous
      throw error
    }
  }
  const fetch: Fetcher = async text => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const ownPath = url && url.origin === origin && `${url.pathname}/`.startsWith(`${basePath}/`)
    if (!ownPath) return elsewhere(text)
    try {
      const { response } = await get(url.pathname.slice(basePath.length) + url.search)
      if (response.encoding === 'base64') throw new UsageError(`${url.origin}${url.pathname} is no UTF-8 text`)
      return { status: response.status, body: response.body }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      throw new UsageError(`${url.origin}${url.pathname} cannot be read: ${error.exchange.failure ?? 'no answer'}`)
    }
  }
  return { get, fetch }
}
