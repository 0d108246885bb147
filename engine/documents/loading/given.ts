import { header, isSuccess } from '../../../checks/reading/exchanges.ts'
import type { Answered, Exchange } from '../../../contracts/exchange.ts'
import { undecided } from '../../http/client.ts'
import { createRecorder, type Recorder } from '../../http/recorder.ts'
import { type DocumentInput, type DocumentsInput, UsageError } from '../../options.ts'
import { DocumentError } from '../problems.ts'
import type { OpenSibling } from '../reference/siblings.ts'
import { kinds, type Loaded, readDocument, siblingIn } from './kinds.ts'

/** Fetches a URL; credentials go with it only where it is on the target. */
export type Fetcher = (url: string) => Promise<Fetched>

/** An answer that holds text, and every request that it took. */
export interface Fetched {
  readonly answer: Answered
  readonly exchanges: readonly Exchange[]
}

/** Redirects that are followed from one document: a page has a canonical address, and a loop has no end. */
const mostRedirects = 5

/** Where an answer leads; undefined for one that leads nowhere. */
const leadsTo = (answer: Answered, url: string): URL | undefined => {
  const redirects = [301, 302, 303, 307, 308].includes(answer.response.status)
  const location = redirects ? header(answer, 'location') : undefined
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url) : undefined
}

/** Whether an address is of the same origin, or of the same host where it has become https. */
const isSameHost = (from: URL, to: URL): boolean =>
  to.origin === from.origin || (from.port === '' && to.origin === `https://${from.hostname}`)

/** What stands at a URL, or where it redirects to on its own host: a server must not choose what else this machine asks. */
const followed = async (url: string, fetcher: Fetcher, left = mostRedirects): ReturnType<Fetcher> => {
  const first = await fetcher(url)
  const next = leadsTo(first.answer, url)
  if (left === 0 || next === undefined || !isSameHost(new URL(url), next)) return first
  const last = await followed(next.href, fetcher, left - 1)
  return { ...last, exchanges: [...first.exchanges, ...last.exchanges] }
}

/** Text that the caller gave, or the answer that leaves it open: a limit, or a failure of the server. */
type Text = { readonly from: string; readonly exchanges: readonly Exchange[] } & (
  | { readonly text: string }
  | { readonly unavailable: Answered }
)

/** Throws {@link UsageError} where a URL does not give it. */
const given = async (input: DocumentInput, fetcher: Fetcher): Promise<Text> => {
  if (!('url' in input)) return { ...input, exchanges: [] }
  // A query may sign the URL, and is not repeated.
  const from = input.url.split(/[?#]/)[0] ?? ''
  const { answer, exchanges } = await followed(input.url, fetcher)
  if (isSuccess(answer)) return { text: answer.response.body, from, exchanges }
  if (undecided(answer.response.status) !== undefined) return { unavailable: answer, from, exchanges }
  const elsewhere = leadsTo(answer, input.url)
  const told = elsewhere ? `a redirect to ${elsewhere.origin}${elsewhere.pathname}`.slice(0, 300) : undefined
  const status = [answer.response.status, ...(told === undefined ? [] : [`with ${told}`])].join(' ')
  throw new UsageError(`${from} answered ${status}; give a URL or file that can be read`)
}

/** The text of a document that the caller gave. Throws {@link UsageError} where a URL does not give it. */
export const textOf = async (
  input: DocumentInput,
  fetcher: Fetcher,
): Promise<{ readonly text: string; readonly from: string }> => {
  const had = await given(input, fetcher)
  if ('text' in had) return had
  throw new UsageError(`${had.from} answered ${had.unavailable.response.status}; try again later, or give a file`)
}

/** What comes of reading a document; that it is none is the caller's mistake. */
export const asUsage = async <T>(reading: () => Promise<T>): Promise<T> => {
  try {
    return await reading()
  } catch (error) {
    if (error instanceof DocumentError) throw new UsageError(error.message)
    throw error
  }
}

/** How files next to a document that the caller gave are read; what is fetched for them is recorded. */
const siblingsOf = (input: DocumentInput, fetcher: Fetcher, recorder: Recorder): OpenSibling => {
  if (!('url' in input)) return input.sibling ?? (async () => undefined)
  return async address => {
    try {
      const { answer, exchanges } = await fetcher(address)
      for (const exchange of exchanges) recorder.record(exchange)
      return siblingIn(answer)
    } catch (error) {
      if (error instanceof UsageError) return undefined
      throw error
    }
  }
}

/** Documents that the caller gave, as those of a target at that path. Throws {@link UsageError} for one that cannot be read. */
export const readDocuments = async (input: DocumentsInput, fetcher: Fetcher, basePath?: string): Promise<Loaded> => {
  let loaded: Loaded = { documents: {}, exchanges: {}, unavailable: {}, unfit: {} }
  for (const kind of kinds) {
    const document = input[kind]
    if (document === undefined) continue
    const had = await given(document, fetcher)
    const siblings = createRecorder()
    const open = siblingsOf(document, fetcher, siblings)
    loaded = {
      documents:
        'text' in had
          ? { ...loaded.documents, [kind]: await asUsage(() => readDocument(kind, had.text, had.from, basePath, open)) }
          : loaded.documents,
      exchanges: { ...loaded.exchanges, [kind]: [...had.exchanges, ...siblings.exchanges] },
      unavailable: 'text' in had ? loaded.unavailable : { ...loaded.unavailable, [kind]: had.unavailable },
      unfit: {},
    }
  }
  return loaded
}
