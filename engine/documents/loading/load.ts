import { linksOf } from '../../../checks/http/links.ts'
import { contentKind, header, isObject, isSuccess, objectsIn, parseJson } from '../../../checks/reading.ts'
import { defined } from '../../../contracts/defined.ts'
import type { PublishedDocuments } from '../../../contracts/documents.ts'
import type { Answered, Exchange } from '../../../contracts/exchange.ts'
import { Missing, NoAnswer } from '../../../contracts/finding.ts'
import type { Setting } from '../../../contracts/settings.ts'
import { type Recorder, undecided } from '../../http/client.ts'
import { type DocumentInput, type DocumentsInput, UsageError } from '../../options.ts'
import { createRecorder } from '../../probe/probe.ts'
import { DocumentError } from '../problems.ts'
import type { readReferenceWith } from '../reference/reference.ts'
import type { OpenSibling, Sibling } from '../reference/siblings.ts'

/** Where a hub's documents are looked for when they are not given; the first that can be read is taken. */
export const places = {
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
    '/v3/api-docs',
    '/openapi/v1.json',
    '/swagger/v1/swagger.json',
    '/api/schema',
    '/api-json',
    '/q/openapi',
  ],
  deprecationLog: ['/deprecated.md', '/docs/deprecated.md', '/deprecations.md', '/deprecated', '/docs/deprecated'],
  changelog: ['/changelog.md', '/docs/changelog.md', '/CHANGELOG.md', '/changelog', '/docs/changelog'],
} as const

/** A page: a table of an OpenAPI document's paths would be read as one that lacks everything. */
const pageOf =
  <Page>(what: string, read: (text: string, from: string) => Page) =>
  async (text: string, from: string): Promise<Page> => {
    if (
      /^\uFEFF?\s*(?:#[^\n]*\n\s*)*(?:\{\s*"(?:openapi|swagger)"|(?:openapi|swagger)\s*:)/.test(text.slice(0, 10_000))
    )
      throw new DocumentError(`${from} is an OpenAPI document, not a ${what}; give the page with the ${what}.`)
    return read(text, from)
  }

/** What reads them is loaded where there is a text to read: it is a fourth of all that a run loads. */
const readers = {
  reference: async (...given: Parameters<typeof readReferenceWith>) =>
    (await import('../reference/reference.ts')).readReferenceWith(...given),
  deprecationLog: pageOf('deprecation log', async (text, from) =>
    (await import('../published.ts')).readDeprecationLog(text, from),
  ),
  changelog: pageOf('change history', async (text, from) =>
    (await import('../published.ts')).readChangelog(text, from),
  ),
} as const

export type Kind = keyof typeof readers

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
export type Fetcher = (url: string) => Promise<Fetched>

/** An answer that holds text, and every request that it took. */
export interface Fetched {
  readonly answer: Answered
  readonly exchanges: readonly Exchange[]
}

/** Documents of a run, and what was asked for them. */
export interface Loaded {
  readonly documents: PublishedDocuments
  readonly exchanges: { readonly [K in Kind]?: readonly Exchange[] }
  /** The answer that left it open what a document says, or whether the target publishes it. */
  readonly unavailable: { readonly [K in Kind]?: Answered }
  /** What the target has in the place of a document, and why it is none. */
  readonly unfit: { readonly [K in Kind]?: Missing }
  /** How credentials are sent, as the target says in a reference that is not of this API. */
  readonly credentialForms?: readonly string[]
}

/** The document, and what a text must have to be taken for it. */
const kindWords: Readonly<
  Record<Kind, { readonly parameter: Setting; readonly document: string; readonly lacks: string }>
> = {
  reference: {
    parameter: 'reference',
    document: 'the OpenAPI reference',
    lacks: 'it does not begin as an OpenAPI document of version 3 does',
  },
  deprecationLog: { parameter: 'deprecation-log', document: 'the deprecation log', lacks: 'it has no row' },
  changelog: { parameter: 'changelog', document: 'the change history', lacks: 'it has no entry with a date' },
}

/** What a text that is no such document lacks. */
const unfitted = (kind: Kind, path: string, cause?: string): Missing => {
  const { lacks, ...words } = kindWords[kind]
  return new Missing('document-unfit', { ...words, path, why: cause ?? lacks })
}

/** A page for people may be of anything, so that it is read only where it is given. */
const pageUnread = (kind: Kind, path: string): Missing => {
  const { values } = unfitted(kind, path, 'it is an HTML page, which is read only where its URL is given')
  return new Missing('document-unfit', { ...values, isPage: true })
}

const isUtf8 = (answer: Answered): boolean => isSuccess(answer) && answer.response.encoding === 'utf8'

const isText = (answer: Answered): boolean => isUtf8(answer) && contentKind(answer) !== 'html'

const siblingIn = (answer: Answered): Sibling => {
  if (!isSuccess(answer)) return { answered: answer.response.status }
  return answer.response.encoding === 'utf8' ? answer.response.body : undefined
}

/** What a log of deprecations and a change history have. */
const saysHistory = /deprecat|\d{4}-\d{2}-\d{2}/i

/** Whether an answer could be the document as a page for people; a reference is none. */
const isPageOf = (kind: Kind, answer: Answered): boolean =>
  kind !== 'reference' &&
  isUtf8(answer) &&
  contentKind(answer) === 'html' &&
  saysHistory.test(answer.response.body) &&
  ofTheApi.test(answer.response.body)

/** Whether an answer could be that document and not a page for everything. */
const plausible = (kind: Kind, answer: Answered): boolean => {
  if (!isText(answer)) return false
  const { body } = answer.response
  if (kind === 'reference')
    // Swagger 2 is one too, and says so when it is read.
    return (
      /["']?(?:openapi["']?\s*:\s*["']?3|swagger["']?\s*:\s*["']?2)\./.test(body.slice(0, 20_000)) ||
      /["']openapi["']\s*:\s*["']3\./.test(body)
    )
  return saysHistory.test(body) && !/^\s*[[{]/.test(body)
}

/** Words of the API that the lifecycle document is about. */
const ofTheApi =
  /\/v[12]\b|\bv1\b|repositor|\btags?\b|access[\s_-]?token|\b[PO]ATs?\b|audit|immutab|expires_at|\bgroups?\b/i

/** Whether a document that nobody named says anything of the API: a server may have others, of its console for example. */
const isOfTheApi = (text: string, document: Read<Kind>): boolean =>
  'operations' in document
    ? document.operations.length === 0 ||
      document.operations.some(({ path, operationId, tags }) => ofTheApi.test([path, operationId, ...tags].join(' ')))
    : ofTheApi.test(text)

/** Asks the target for a path, as whoever may read it. */
export type Getter = (path: string, recorder: Recorder) => Promise<Answered>

/** How a target is asked for what it publishes. */
export interface Publisher {
  readonly get: Getter
  /** The same, repeated where a limit or a failure of the server keeps the answer back. */
  readonly again: Getter
  /** A path that does not exist. */
  readonly controlPath: string
}

/** A document that the target publishes, or the answer that left it open whether it does. */
interface Found<K extends Kind> {
  readonly document?: Read<K>
  readonly unavailable?: Answered
  readonly unfit?: Missing
  readonly credentialForms?: readonly string[]
  /** The status of an answer that it is not for everybody. */
  readonly refused?: number
}

const mostNamed = 5
const mostOfPage = 200_000

/** Pages for people at which a description is shown. */
const descriptionPages = ['/docs', '/swagger-ui/', '/swagger', '/api-docs', '/redoc']

/** How pages of Swagger UI, Redoc and the like name the description that they show. */
const shownDescription = /(?:\burl|spec-?url|apiDescriptionUrl)["']?\s*[:=]\s*["']([^"'\s]{1,500})["']/gi

/**
 * Where a target says that its description is: in a link of its root (RFC 8631), in its catalog of APIs (RFC 9727), or on a page that shows
 * it to people.
 */
const namedPlaces = async (get: Getter, base: string, recorder: Recorder): Promise<readonly string[]> => {
  const ask = async (path: string): Promise<Answered | undefined> => {
    try {
      const answer = await get(path, recorder)
      return isSuccess(answer) ? answer : undefined
    } catch (error) {
      if (error instanceof NoAnswer) return undefined
      throw error
    }
  }
  const [root, catalog, ...pages] = await Promise.all(['/', '/.well-known/api-catalog', ...descriptionPages].map(ask))
  const linked = linksOf((root && header(root, 'link')) ?? '')?.filter(({ relations }) =>
    relations.includes('service-desc'),
  )
  const listed = catalog ? parseJson(catalog) : undefined
  const described = listed?.ok ? objectsIn(listed.value).flatMap(object => object['service-desc']) : []
  const named = [
    ...(linked ?? []).map(({ target }) => target),
    ...described.flat().flatMap(link => (isObject(link) && typeof link.href === 'string' ? [link.href] : [])),
  ].map(target => ({ target, at: `${base}/` }))
  const shown = [root, ...pages].flatMap(page =>
    page && contentKind(page) === 'html'
      ? [...page.response.body.slice(0, mostOfPage).matchAll(shownDescription)].map(([, target = '']) => ({
          target,
          at: page.request.url,
        }))
      : [],
  )
  const addresses = [...named, ...shown]
    .filter(({ target, at }) => URL.canParse(target, at))
    .map(({ target, at }) => new URL(target, at).href)
    .filter(href => href.startsWith(`${base}/`))
    .map(href => href.slice(base.length))
  return [...new Set(addresses)].slice(0, mostNamed)
}

const lookFor = async <K extends Kind>(
  kind: K,
  { get, again, controlPath }: Publisher,
  base: string,
  basePath: string,
  recorder: Recorder,
): Promise<Found<K>> => {
  const at = async (path: string, ask: Getter = get): Promise<Found<K> & { readonly path: string }> => {
    try {
      const answer = await ask(path, recorder)
      if (undecided(answer.response.status) !== undefined) return { path, unavailable: answer }
      const { status } = answer.response
      if (status === 401 || status === 403) return { path, refused: status }
      if (isPageOf(kind, answer)) return { path, unfit: pageUnread(kind, path) }
      if (!plausible(kind, answer)) return { path, ...(isText(answer) ? { unfit: unfitted(kind, path) } : {}) }
      const document = await read(kind, answer.response.body, base + path, basePath, sibling)
      return isOfTheApi(answer.response.body, document)
        ? { path, document }
        : {
            path,
            unfit: unfitted(kind, path, 'it says nothing of the operations and routes of this API'),
            ...('credentialForms' in document ? defined({ credentialForms: document.credentialForms }) : {}),
          }
    } catch (error) {
      if (error instanceof DocumentError)
        return { path, unfit: unfitted(kind, path, `it cannot be read: ${error.message}`) }
      if (!(error instanceof NoAnswer)) throw error
      const { exchange } = error
      // Not sent because of a limit that another answer announced.
      return exchange.response === null ? { path } : { path, unavailable: exchange as Answered }
    }
  }
  const sibling: OpenSibling = async address => {
    if (!address.startsWith(`${base}/`)) return undefined
    try {
      const answer = await get(address.slice(base.length), recorder)
      return siblingIn(answer)
    } catch (error) {
      if (error instanceof NoAnswer) return undefined
      throw error
    }
  }
  const [first, ...others] = places[kind]
  // All at once where it is not at the first: one after the other they take long on a slow target.
  const atFirst = await at(first)
  const found = atFirst.document ? [atFirst] : [atFirst, ...(await Promise.all(others.map(path => at(path))))]
  const document = found.find(place => place.document !== undefined)?.document
  if (document) return { document }
  for (const path of kind === 'reference' ? await namedPlaces(get, base, recorder) : []) {
    const named = await at(path)
    if (named.document) return { document: named.document }
  }
  const open = found.filter(place => place.unavailable !== undefined)
  // A 500 may be how a server answers what it does not know.
  const everywhere =
    open.some(({ unavailable }) => unavailable?.response.status === 500) &&
    (await at(controlPath)).unavailable?.response.status === 500
  for (const { path, unavailable } of open) {
    if (everywhere && unavailable?.response.status === 500) continue
    const place = await at(path, again)
    if (place.document ?? place.unavailable) return place
  }
  const [unfit] = found.flatMap(place => place.unfit ?? [])
  const [credentialForms] = found.flatMap(place => (place.credentialForms ? [place.credentialForms] : []))
  const [refused] = found.flatMap(({ path, refused: status }) => (status === undefined ? [] : [{ path, status }]))
  if (unfit === undefined && refused === undefined) return {}
  // What every path is answered with is no document.
  const control = await at(controlPath)
  if (unfit !== undefined) return control.unfit === undefined ? { unfit, ...defined({ credentialForms }) } : {}
  if (refused === undefined || control.refused !== undefined) return {}
  const { parameter, document: name } = kindWords[kind]
  return { unfit: new Missing('document-refused', { parameter, document: name, ...refused }) }
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
  to.origin === from.origin ||
  (from.protocol === 'http:' && from.port === '' && to.origin === `https://${from.hostname}`)

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
  if (!('url' in input)) return input.sibling ?? nowhere
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

export const kinds = Object.keys(readers) as readonly Kind[]

/** Documents that the caller gave. Throws {@link UsageError} for one that cannot be read. */
export const readDocuments = async (input: DocumentsInput, fetcher: Fetcher, basePath: string): Promise<Loaded> => {
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
          ? { ...loaded.documents, [kind]: await asUsage(() => read(kind, had.text, had.from, basePath, open)) }
          : loaded.documents,
      exchanges: { ...loaded.exchanges, [kind]: [...had.exchanges, ...siblings.exchanges] },
      unavailable: 'text' in had ? loaded.unavailable : { ...loaded.unavailable, [kind]: had.unavailable },
      unfit: {},
    }
  }
  return loaded
}

/** The documents of a run: those that were given, and each other one as the target publishes it, looked for when it is first asked for. */
export interface DocumentStore {
  /** What is known once this one has been looked for. */
  look(kind: Kind): Promise<Loaded>
  /** What is known by now. */
  known(): Loaded
}

export const createDocuments = (given: Loaded, publisher: Publisher, base: string, basePath: string): DocumentStore => {
  const found: { [K in Kind]?: Found<K> & { readonly exchanges: readonly Exchange[] } } = {}
  const looking = new Map<Kind, Promise<unknown>>()
  const lookOnce = async <K extends Kind>(kind: K): Promise<void> => {
    if (given.documents[kind] !== undefined || given.unavailable[kind] !== undefined) return
    const recorder = createRecorder()
    const published = await lookFor(kind, publisher, base, basePath, recorder)
    Object.assign(found, { [kind]: { ...published, exchanges: recorder.exchanges } })
  }
  const all = <M extends 'document' | 'exchanges' | 'unavailable' | 'unfit'>(member: M) =>
    defined(Object.fromEntries(kinds.map(kind => [kind, found[kind]?.[member]])))
  const known = (): Loaded => ({
    documents: { ...given.documents, ...all('document') },
    exchanges: { ...given.exchanges, ...all('exchanges') },
    unavailable: { ...given.unavailable, ...all('unavailable') },
    unfit: all('unfit'),
    ...defined({ credentialForms: found.reference?.credentialForms }),
  })
  return {
    known,
    look: async kind => {
      const pending = looking.get(kind) ?? lookOnce(kind)
      looking.set(kind, pending)
      await pending
      return known()
    },
  }
}
