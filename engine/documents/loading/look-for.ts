import { linksOf } from '../../../checks/http/links.ts'
import { header, isSuccess } from '../../../checks/reading/exchanges.ts'
import { contentKind, isObject, parseJson } from '../../../checks/reading/json.ts'
import { objectsIn } from '../../../checks/reading/things.ts'
import { defined } from '../../../contracts/defined.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import { Missing, NoAnswer } from '../../../contracts/results/finding.ts'
import { undecided } from '../../http/client.ts'
import type { Recorder } from '../../http/recorder.ts'
import { DocumentError } from '../problems.ts'
import type { OpenSibling } from '../reference/siblings.ts'
import { isOfTheApi, isPageOf, isText, kindWords, pageUnread, plausible, unfitted } from './fit.ts'
import { type Kind, type Read, readDocument, siblingIn } from './kinds.ts'

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
export interface Found<K extends Kind> {
  readonly document?: Read<K>
  readonly unavailable?: Answered
  readonly unfit?: Missing
  readonly credentialForms?: readonly string[]
  /** The status of an answer that it is not for everybody. */
  readonly refused?: number
}

const answerOf = async (get: Getter, path: string, recorder: Recorder): Promise<Answered | undefined> => {
  try {
    return await get(path, recorder)
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

const mostNamed = 5
const mostOfPage = 200_000

/** Pages for people at which a description is shown. */
const descriptionPages = ['/docs', '/swagger-ui/', '/swagger', '/api-docs', '/documentation', '/redoc']

/** How pages of Swagger UI, Redoc and the like name the description that they show. */
const shownDescription = /(?:\burl|spec-?url|apiDescriptionUrl)["']?\s*[:=]\s*["']([^"'\s]{1,500})["']/gi

/** The script of a page of Swagger UI that names the description in its place. */
const initialScript = /\bsrc\s*=\s*["']([^"'\s]{0,200}swagger-(?:initializer|ui-init)\.js)["']/i

/** Where frameworks serve the description next to a page that does not name it. */
const nextToPage = ['-json', '/json']

/**
 * Where a target says that its description is: in a link of its root (RFC 8631), in its catalog of APIs (RFC 9727), or on a page that shows
 * it to people.
 */
const namedPlaces = async (get: Getter, base: string, recorder: Recorder): Promise<readonly string[]> => {
  const ask = async (path: string): Promise<Answered | undefined> => {
    const answer = await answerOf(get, path, recorder)
    return answer && isSuccess(answer) ? answer : undefined
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
  const below = (addresses: readonly { readonly target: string; readonly at: string }[]): readonly string[] =>
    addresses
      .filter(({ target, at }) => URL.canParse(target, at))
      .map(({ target, at }) => new URL(target, at).href)
      .filter(href => href.startsWith(`${base}/`))
      .map(href => href.slice(base.length))
  const shownBy = async (page: Answered): Promise<readonly string[]> => {
    const { url: at } = page.request
    const body = page.response.body.slice(0, mostOfPage)
    const inText = (text: string) => [...text.matchAll(shownDescription)].map(([, target = '']) => ({ target, at }))
    const [path] = below([{ target: initialScript.exec(body)?.[1] ?? 'https://[', at }])
    const script = path === undefined ? undefined : await ask(path)
    const found = below(inText(`${body}\n${script?.response.body.slice(0, mostOfPage) ?? ''}`))
    const beside = nextToPage.map(end => ({ target: `${at.replace(/\/$/, '')}${end}`, at }))
    return found.length === 0 && path !== undefined ? below(beside) : found
  }
  const html = [root, ...pages].flatMap(page => (page && contentKind(page) === 'html' ? [page] : []))
  const shown = await Promise.all(html.map(shownBy))
  return [...new Set([...below(named), ...shown.flat()])].slice(0, mostNamed)
}

/** Looks for a document where hubs have it, then where the target says that it is. */
export const lookFor = async <K extends Kind>(
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
      const document = await readDocument(kind, answer.response.body, base + path, basePath, sibling)
      return isOfTheApi(answer.response.body, document)
        ? { path, document }
        : {
            path,
            unfit: unfitted(kind, path, 'it does not mention the operations and routes of this API'),
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
    const answer = await answerOf(get, address.slice(base.length), recorder)
    return answer && siblingIn(answer)
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
  const open = found.flatMap(({ path, unavailable }) =>
    unavailable ? [{ path, status: unavailable.response.status }] : [],
  )
  // A 500 may be how a server answers what it does not know.
  const everywhere =
    open.some(({ status }) => status === 500) && (await at(controlPath)).unavailable?.response.status === 500
  for (const { path, status } of open) {
    if (everywhere && status === 500) continue
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
  if (control.refused !== undefined) return {}
  const { parameter, document: name } = kindWords[kind]
  return { unfit: new Missing('document-refused', { parameter, document: name, ...refused }) }
}
