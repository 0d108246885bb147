import { contentKind, isSuccess } from '../../checks/reading.ts'
import type { PublishedDocuments } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { NoAnswer } from '../../contracts/finding.ts'
import { type DocumentInput, type DocumentsInput, UsageError } from '../options.ts'
import { DocumentError } from './problems.ts'
import { readChangelog, readDeprecationLog } from './published.ts'
import { readReferenceWith } from './reference.ts'
import type { OpenSibling } from './siblings.ts'

/** Where a hub's documents are looked for when they are not given; the first that can be read is taken. */
const places = {
  reference: [
    '/openapi.json',
    '/openapi.yaml',
    '/openapi.yml',
    '/v2/openapi.json',
    '/v2/openapi.yaml',
    '/docs/openapi.json',
    '/docs/openapi.yaml',
    '/api/openapi.json',
    '/api/openapi.yaml',
    '/latest.yaml',
    '/swagger.json',
  ],
  deprecationLog: ['/deprecated.md', '/docs/deprecated.md', '/deprecations.md', '/deprecated', '/docs/deprecated'],
  changelog: ['/changelog.md', '/docs/changelog.md', '/CHANGELOG.md', '/changelog', '/docs/changelog'],
} as const

const readers = {
  reference: readReferenceWith,
  deprecationLog: async (text: string, from: string) => readDeprecationLog(text, from),
  changelog: async (text: string, from: string) => readChangelog(text, from),
} as const

type Kind = keyof typeof readers

type Read<K extends Kind> = Awaited<ReturnType<(typeof readers)[K]>>

const nowhere: OpenSibling = async () => undefined

const read = async <K extends Kind>(
  kind: K,
  text: string,
  from: string,
  basePath: string,
  open: OpenSibling = nowhere,
): Promise<Read<K>> => {
  const reader = readers[kind] as (text: string, from: string, basePath: string, open: OpenSibling) => Promise<Read<K>>
  return reader(text, from, basePath, open)
}

/** Fetches a URL; credentials go with it only where it is on the target. */
export type Fetcher = (url: string) => Promise<{ readonly status: number; readonly body: string }>

/** Whether an answer could be that document and not a page for everything. */
const plausible = (kind: Kind, answer: Answered): boolean => {
  if (!isSuccess(answer) || answer.response.encoding !== 'utf8' || contentKind(answer) === 'html') return false
  const { body } = answer.response
  if (kind === 'reference')
    return /["']?openapi["']?\s*:\s*["']?3\./.test(body.slice(0, 20_000)) || /["']openapi["']\s*:\s*["']3\./.test(body)
  return /deprecat|\d{4}-\d{2}-\d{2}/i.test(body) && !/^\s*[[{]/.test(body)
}

/** Asks the target for a path, as whoever may read it. */
export type Getter = (path: string) => Promise<Answered>

const lookFor = async <K extends Kind>(
  kind: K,
  get: Getter,
  base: string,
  basePath: string,
): Promise<Read<K> | undefined> => {
  const at = async (path: string): Promise<Read<K> | undefined> => {
    try {
      const answer = await get(path)
      return plausible(kind, answer)
        ? await read(kind, answer.response.body, base + path, basePath, sibling)
        : undefined
    } catch (error) {
      if (error instanceof NoAnswer || error instanceof DocumentError) return undefined
      throw error
    }
  }
  const sibling: OpenSibling = async address => {
    if (!address.startsWith(`${base}/`)) return undefined
    try {
      const answer = await get(address.slice(base.length))
      return isSuccess(answer) && answer.response.encoding === 'utf8' ? answer.response.body : undefined
    } catch (error) {
      if (error instanceof NoAnswer) return undefined
      throw error
    }
  }
  const [first, ...others] = places[kind]
  // All at once where it is not at the first: one after the other they take long on a slow target.
  return (await at(first)) ?? (await Promise.all(others.map(at))).find(found => found !== undefined)
}

/** The text of a document that the caller gave. Throws {@link UsageError} where a URL does not give it. */
export const textOf = async (
  input: DocumentInput,
  fetcher: Fetcher,
): Promise<{ readonly text: string; readonly from: string }> => {
  if (!('url' in input)) return input
  // A query may sign the URL, and is not repeated.
  const from = input.url.split(/[?#]/)[0] ?? ''
  const { status, body } = await fetcher(input.url)
  if (status < 200 || status >= 300)
    throw new UsageError(`${from} answered ${status}; give a URL or file that can be read`)
  return { text: body, from }
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

const readGiven = async <K extends Kind>(
  kind: K,
  input: DocumentInput,
  fetcher: Fetcher,
  basePath: string,
): Promise<Read<K>> => {
  const { text, from } = await textOf(input, fetcher)
  const open: OpenSibling =
    'url' in input
      ? async address => {
          const { status, body } = await fetcher(address).catch(error => {
            if (error instanceof UsageError) return { status: 0, body: '' }
            throw error
          })
          return status >= 200 && status < 300 ? body : undefined
        }
      : (input.sibling ?? nowhere)
  return asUsage(() => read(kind, text, from, basePath, open))
}

/** Documents that the caller gave. Throws {@link UsageError} for one that cannot be read. */
export const readDocuments = async (
  input: DocumentsInput,
  fetcher: Fetcher,
  basePath: string,
): Promise<PublishedDocuments> => {
  const given = <K extends Kind>(kind: K, document: DocumentInput) => readGiven(kind, document, fetcher, basePath)
  return {
    ...(input.reference ? { reference: await given('reference', input.reference) } : {}),
    ...(input.deprecationLog ? { deprecationLog: await given('deprecationLog', input.deprecationLog) } : {}),
    ...(input.changelog ? { changelog: await given('changelog', input.changelog) } : {}),
  }
}

/** The given documents, and for those that are not given what the target itself publishes. */
export const loadDocuments = async (
  given: PublishedDocuments,
  get: Getter,
  base: string,
  basePath: string,
): Promise<PublishedDocuments> => {
  const [reference, deprecationLog, changelog] = await Promise.all([
    given.reference ?? lookFor('reference', get, base, basePath),
    given.deprecationLog ?? lookFor('deprecationLog', get, base, basePath),
    given.changelog ?? lookFor('changelog', get, base, basePath),
  ])
  return {
    ...(reference ? { reference } : {}),
    ...(deprecationLog ? { deprecationLog } : {}),
    ...(changelog ? { changelog } : {}),
  }
}
