import type {
  PublishedLog,
  PublishedReference,
  PublishedReplacement,
  ReferenceOperation,
} from '../../contracts/documents.ts'
import { type Evidence, type Excerpt, type Finding, holds, violated } from '../../contracts/finding.ts'
import { type DocumentedOperation, type LegacyEndpoint, lifecycle } from '../../contracts/lifecycle.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { normalTemplate } from '../path-template.ts'
import { openStatement } from './claims.ts'
import { isMentionOf, isRemovedRoute, operationsAt, sameName } from './published-documents.ts'
import { denials, isOwn, isPartly, replacementSpans, statesReplacement } from './replacement-words.ts'

/** What a document or an answer states as the replacement of a legacy endpoint. */
export interface ReplacementClaim {
  /** The documented operations that it names: one sentence may name several for several endpoints. */
  readonly operations: readonly DocumentedOperation[]
  readonly published: string
  readonly place: string
  /** False where it may be about a part of what the endpoint does. */
  readonly sure: boolean
  /** Whether it names several for the one endpoint, to choose from or to use together. */
  readonly choice?: boolean
  readonly seen: Evidence
}

export type ReplacementSource = 'deprecation-log' | 'changelog' | 'reference'

export const endpointText = ({ method, path }: LegacyEndpoint): string => `${method} ${path}`

/** HEAD of a legacy endpoint may lead to what GET of it leads to. */
export const accepted = ({ method, replacedBy }: LegacyEndpoint): readonly DocumentedOperation[] =>
  method === 'HEAD' ? [replacedBy, 'GetRepository'] : [replacedBy]

/** Whether the reference says the same of GET and HEAD of an endpoint in one text; an extension is of its own operation. */
const isShared = (reference: PublishedReference, endpoint: LegacyEndpoint): boolean => {
  const textOf = (method: string): string | undefined => {
    const [operation] = operationsAt(reference, { ...endpoint, method })
    return operation && JSON.stringify([operation.description, operation.notes])
  }
  return operationsAt(reference, endpoint)[0]?.replacedBy === undefined && textOf('GET') === textOf('HEAD')
}

/** What the reference may name for a legacy endpoint: HEAD has a replacement of its own, unless its text is that of GET. */
export const acceptedIn = (reference: PublishedReference, endpoint: LegacyEndpoint): readonly DocumentedOperation[] =>
  isShared(reference, endpoint) ? accepted(endpoint) : [endpoint.replacedBy]

const ids = lifecycle.operations.map(({ id }) => id)

/** Documented operations that a replacement names, by id and by path; several may share a path. */
const namedBy = (probe: Probe, { operationId, path }: PublishedReplacement): readonly DocumentedOperation[] => {
  const byId = ids.filter(id => sameName(operationId, id))
  const byPath =
    path === undefined ? [] : ids.filter(id => normalTemplate(probe.bind(id).path) === normalTemplate(path))
  return byId.some(id => byPath.includes(id)) ? byId : [...byId, ...byPath]
}

const leading = /^\W*(?:instead of|rather than|in place of|in lieu of)\b/i

type Said = Pick<ReplacementClaim, 'operations' | 'published' | 'sure' | 'choice'>

/** Two ids with nothing but `or`, `and` or a mark between them. */
const choice = new RegExp(
  `\\b(?:${ids.join('|')})\\b\\W*(?:\\b(?:or|and)\\b|[,/&])\\W*(?:\\b(?:by|with|the|use)\\b\\W*)*(?:${ids.join('|')})\\b`,
  'i',
)

/** The paths of the API that a text names, in words or as a pointer: `#/paths/~1v2~1x/get`. */
const pathsIn = (text: string): readonly string[] => {
  const plain = text.replaceAll(/#\/paths\/([^\s/]+)(?:\/\w+)?/g, (_, path: string) => path.replaceAll('~1', '/'))
  return [...plain.matchAll(/\/v[12]\/[\w{}/.-]*[\w}]/g)].map(([path]) => path)
}

/** The documented operations that a text names, by id or by path. */
const operationsIn = (probe: Probe, text: string): readonly DocumentedOperation[] => {
  const paths = pathsIn(text).map(normalTemplate)
  return ids.filter(
    id => new RegExp(`\\b${id}\\b`, 'i').test(text) || paths.includes(normalTemplate(probe.bind(id).path)),
  )
}

/** Whether a link is named by one documented operation and leads to another one. */
const isMislinked = (text: string): boolean =>
  [...text.matchAll(/\[\W*(\w+)\W*\]\([^()\s]*\boperations?\/(\w+)[^()]*\)/gi)].some(([, name = '', target = '']) => {
    const known = ids.filter(id => sameName(name, id) || sameName(target, id))
    return known.length === 2
  })

/** What a text of the reference says about the replacement of its own operation. */
const inText = (probe: Probe, text: string): readonly Said[] =>
  text
    .split(/(?<=[.;!?])\s+|\n\s*\n|\n(?=\s*[-*#|])/)
    .map(sentence => sentence.replace(/\s+/g, ' ').trim())
    .flatMap((sentence): readonly Said[] => {
      const published = sentence.slice(0, 200)
      const [, replaced] = /\b(?:instead of|rather than|in place of|in lieu of)\b(.*)/is.exec(sentence) ?? []
      const sure = !isPartly(sentence) && (replaced === undefined || leading.test(sentence) || isOwn(replaced))
      if (denials(sentence).length > 0) return [{ operations: [], published, sure }]
      if (!statesReplacement(sentence)) return []
      const spans = replacementSpans(sentence).map(({ start, end }) => sentence.slice(start, end))
      // What stands behind "instead of" is what is replaced, unless the sentence begins with it.
      const news = leading.test(sentence)
        ? spans.join(' ')
        : sentence.replace(
            /\b(?:instead of|rather than|in place of|in lieu of|(?:successors?|replacements?) (?:of|to|for))\b.*/i,
            '',
          )
      const operations = isMislinked(news) ? [] : operationsIn(probe, news)
      // A removed route replaces nothing; elsewhere in the sentence one may be named for another reason.
      const removed = spans.some(span => pathsIn(span).some(isRemovedRoute))
      if (operations.length === 0 && !removed && !isMislinked(news)) return []
      return [{ operations, published, sure, choice: choice.test(news.replaceAll(/\]\([^()]*\)/g, ' ')) }]
    })

/** What an extension such as `x-replaced-by` states. */
const inExtension = (
  probe: Probe,
  { key, value }: { readonly key: string; readonly value: string },
): readonly Said[] => {
  const operations = operationsIn(probe, value)
  return operations.length > 0 || pathsIn(value).some(isRemovedRoute)
    ? [{ operations, published: `${key}: ${value.slice(0, 200)}`, sure: true }]
    : []
}

const inReference = async (probe: Probe, endpoint: LegacyEndpoint): Promise<readonly ReplacementClaim[]> => {
  const reference = await probe.fixture('reference')
  const name = endpointText(endpoint)
  const published = operationsAt(reference, endpoint)
  const told = published
    .flatMap(({ summary = '', description = '', notes = [] }: ReferenceOperation) => [summary, description, ...notes])
    .flatMap(text => inText(probe, text))
  // Next to the right one, a description may name others for other methods.
  const right = told.some(({ operations }) => acceptedIn(reference, endpoint).some(id => operations.includes(id)))
  const shared = isShared(reference, endpoint)
  const isOfOther = ({ published: text }: Said): boolean =>
    shared || (text.match(/\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b/g) ?? []).some(method => method !== endpoint.method)
  const stated = published.flatMap(({ replacedBy = [] }) => replacedBy).flatMap(one => inExtension(probe, one))
  const ofText = told.map(claim => ({
    ...claim,
    sure: claim.sure && !(right && isOfOther(claim)),
    choice: claim.choice === true && !shared,
  }))
  const ofOperation = [...ofText, ...stated].map(claim => ({
    ...claim,
    place: `${reference.from}, ${name}`,
    seen: { document: 'reference' as const, from: reference.from, text: `${name}: ${claim.published}` },
  }))
  return [...ofOperation, ...(reference.prose ? onPage(probe, endpoint, 'reference', reference.prose) : [])]
}

/** Whether a path is like that of a legacy endpoint: it can be no replacement of one, whatever its method. */
const isOld = (path: string): boolean =>
  lifecycle.legacyEndpoints.some(legacy => normalTemplate(legacy.path) === normalTemplate(path))

const onPage = (
  probe: Probe,
  endpoint: LegacyEndpoint,
  document: ReplacementSource,
  { from, replacements }: Pick<PublishedLog, 'from' | 'replacements'>,
): readonly ReplacementClaim[] => {
  const named = replacements
    .filter(({ old }) => old.method !== undefined && isMentionOf(old, endpoint))
    .map(replacement => ({ ...replacement, operations: namedBy(probe, replacement) }))
    .filter(
      ({ operations, none, path }) =>
        operations.length > 0 || none === true || (path !== undefined && (isRemovedRoute(path) || isOld(path))),
    )
  return named.map(({ operationId, path, none, unsure, choice = false, line, statement }): ReplacementClaim => {
    // A denial may be of a part of what stands on its line.
    const together = named.filter(other => other.line === line && (none === true || other.statement === statement))
    const names = (choice ? together : [{ path, operationId }]).map(one => one.path ?? one.operationId ?? 'none')
    const published = [...new Set(names)].join(' or ')
    return {
      operations: together.flatMap(({ operations }) => operations),
      published,
      place: `${from}, line ${line}`,
      sure: !unsure && (path === undefined || !isOld(path)),
      choice,
      seen: { document, from, line, text: `${endpointText(endpoint)} → ${published}` },
    }
  })
}

/** Where the reference names a replacement for a removed route that the document does not name. */
export const wrongSuccessorOfV1 = (probe: Probe, reference: PublishedReference): Finding | undefined => {
  for (const operation of reference.operations) {
    const route = lifecycle.v1Routes.find(({ path }) => normalTemplate(path) === normalTemplate(operation.path))
    if (!route) continue
    const { summary = '', description = '', notes = [] } = operation
    const said = [summary, description, ...notes].flatMap(text => inText(probe, text))
    const wrong = said.find(
      ({ operations, sure }) => sure && operations.length > 0 && !operations.some(id => id === route.replacedBy),
    )
    if (wrong)
      return violated(
        'contradicting-replacement',
        { old: route.path, published: wrong.published, expected: route.replacedBy ?? 'none' },
        {
          document: 'reference',
          from: reference.from,
          text: `${operation.method} ${operation.path}: ${wrong.published}`,
        },
      )
  }
  return undefined
}

/** What a published document states as the replacement of a legacy endpoint. */
export const replacementClaims = (
  probe: Probe,
  endpoint: LegacyEndpoint,
  source: ReplacementSource,
): Promise<readonly ReplacementClaim[]> =>
  source === 'reference'
    ? inReference(probe, endpoint)
    : probe.fixture(source).then(page => onPage(probe, endpoint, source, page))

/** The statement of another document that names the right operation, if there is one. */
const rightElsewhere = async (
  probe: Probe,
  endpoint: LegacyEndpoint,
  besides: readonly ReplacementClaim[],
): Promise<ReplacementClaim | undefined> => {
  for (const source of ['deprecation-log', 'reference', 'changelog'] as const) {
    if (!(await probe.hasFixture(source))) continue
    const claims = await replacementClaims(probe, endpoint, source)
    const right = claims.find(claim => claim.operations.includes(endpoint.replacedBy))
    if (right && !besides.some(({ place }) => place === right.place)) return right
  }
  return undefined
}

/** A statement that names another operation than the document: with one that names the right one, where there is one. */
export const contradicts = async (
  probe: Probe,
  endpoint: LegacyEndpoint,
  wrong: ReplacementClaim,
  claims: readonly ReplacementClaim[],
): Promise<Finding> => {
  const old = endpointText(endpoint)
  const right =
    claims.find(({ operations }) => operations.includes(endpoint.replacedBy)) ??
    (await rightElsewhere(probe, endpoint, claims))
  if (!right)
    return violated(
      'contradicting-replacement',
      { old, published: wrong.published, expected: endpoint.replacedBy },
      wrong.seen,
    )
  return violated(
    'contradicting-statements',
    {
      feature: `the replacement of ${old}`,
      first: 'text' in right.seen ? right.seen.text : right.published,
      place: right.place,
      second: wrong.published,
      other: wrong.place,
    },
    right.seen,
    wrong.seen,
  )
}

/** What the statements of one document say together; undefined where it states nothing. */
export const judgeReplacements = async (
  probe: Probe,
  endpoint: LegacyEndpoint,
  claims: readonly ReplacementClaim[],
  right: readonly DocumentedOperation[] = [endpoint.replacedBy],
): Promise<Finding | undefined> => {
  const [first, ...rest] = claims
  if (!first) return undefined
  const isRight = ({ operations }: ReplacementClaim): boolean => right.some(id => operations.includes(id))
  const wrong = claims.find(claim => claim.sure && !isRight(claim))
  if (wrong) return contradicts(probe, endpoint, wrong, claims)
  // The document names one for each endpoint.
  const several = claims.find(({ choice, operations }) => choice && operations.some(id => !right.includes(id)))
  const agreeing = several ? undefined : claims.find(isRight)
  if (agreeing) return holds(agreeing.seen, ...rest.map(({ seen }) => seen))
  const { place, published, seen } = several ?? first
  return openStatement(`the replacement of ${endpointText(endpoint)}`, seen as Excerpt, place, published)
}
