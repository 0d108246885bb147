import { grouped } from '../../contracts/causes/grouped.ts'
import type { PublishedLog, PublishedReference, PublishedReplacement } from '../../contracts/documents.ts'
import { type DocumentedOperation, type LegacyEndpoint, lifecycle } from '../../contracts/lifecycle.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { type Evidence, type Excerpt, exempt, type Finding, holds, violated } from '../../contracts/results/finding.ts'
import { normalTemplate } from '../path-template.ts'
import { oncePer } from '../remembered.ts'
import { possibleReplacement } from './absence.ts'
import { openStatement } from './claims.ts'
import { isMentionOf, isRemovedRoute, operationsAt, sameName, wholeDocument } from './published-documents.ts'

/** What a document or an answer states as the replacement of a legacy endpoint. */
export interface ReplacementClaim {
  /** The documented operations that it names: one sentence may name several for several endpoints. */
  readonly operations: readonly DocumentedOperation[]
  readonly published: string
  readonly place: string
  /** False where it may be about a part of what the endpoint does. */
  readonly sure: boolean
  /** Whether it names several for the one endpoint, to choose from or to use together. */
  readonly choice: boolean
  readonly seen: Evidence
}

export type ReplacementSource = 'deprecation-log' | 'changelog' | 'reference'

export const endpointText = ({ method, path }: LegacyEndpoint): string => `${method} ${path}`

/** HEAD of a legacy endpoint may lead to what GET of it leads to. */
export const accepted = ({ method, replacedBy }: LegacyEndpoint): readonly DocumentedOperation[] =>
  method === 'HEAD' ? [replacedBy, 'GetRepository'] : [replacedBy]

/** Whether the reference says the same of GET and HEAD of an endpoint in one text. */
const isShared = (reference: PublishedReference, endpoint: LegacyEndpoint): boolean => {
  const textOf = (method: string): string | undefined => {
    const [operation] = operationsAt(reference, { ...endpoint, method })
    return operation && JSON.stringify([operation.summary, operation.description, operation.notes])
  }
  const text = textOf('GET')
  return text !== undefined && text === textOf('HEAD')
}

const ids = lifecycle.operations.map(({ id }) => id)

/** Documented operations that a replacement names, by id and by path; several may share a path. */
const namedBy = (probe: Probe, { operationId, path, method }: PublishedReplacement): readonly DocumentedOperation[] => {
  const byId = ids.filter(id => sameName(operationId, id))
  const isAt = (id: DocumentedOperation): boolean => {
    const bound = probe.bind(id)
    // A page may have the path of the server in front.
    return (
      path !== undefined &&
      normalTemplate(path).endsWith(normalTemplate(bound.path)) &&
      (method === undefined || method === bound.method)
    )
  }
  const byPath = ids.filter(isAt)
  return byId.some(id => byPath.includes(id)) ? byId : [...byId, ...byPath]
}

const inReference = async (probe: Probe, endpoint: LegacyEndpoint): Promise<readonly ReplacementClaim[]> => {
  const reference = await probe.fixture('reference')
  const shared = isShared(reference, endpoint)
  const published = reference.operations.flatMap(({ method, path, replacements = [] }) =>
    claimsOf(probe, endpoint, replacements).map(told => ({ ...told, by: `${method} ${path}` })),
  )
  const told = published.map(({ replacement, claim, by }) => ({
    ...claim,
    by,
    // One text for both names the replacement of one of them.
    operations:
      shared && !replacement.extension && accepted(endpoint).some(id => claim.operations.includes(id))
        ? [...claim.operations, endpoint.replacedBy]
        : claim.operations,
    choice: claim.choice && !shared,
    isOwn: replacement.extension === true || !shared,
  }))
  const right = told.some(({ operations }) => operations.includes(endpoint.replacedBy))
  const ofOperation = told.map(({ isOwn, by, ...claim }) => ({
    ...claim,
    // Next to the right one, a text for several methods may name that of another one.
    sure: claim.sure && (isOwn || !right),
    place: `${reference.from}, ${by}`,
    seen: { document: 'reference' as const, from: reference.from, text: `${by}: ${claim.published}` },
  }))
  return [...ofOperation, ...(reference.prose ? onPage(probe, endpoint, 'reference', reference.prose) : [])]
}

/** Whether a path is like that of a legacy endpoint: it can be no replacement of one, whatever its method. */
const isOld = (path: string): boolean =>
  lifecycle.legacyEndpoints.some(legacy => normalTemplate(legacy.path) === normalTemplate(path))

/** Whether a name that is none of the document's can be that of an operation: an id, or a path of the API. */
const isOfApi = ({ operationId, path }: PublishedReplacement): boolean =>
  operationId !== undefined || (path !== undefined && /\/v\d/.test(path))

type Told = Pick<ReplacementClaim, 'operations' | 'published' | 'sure' | 'choice'>

/** What statements name as the replacement of an endpoint. */
const claimsOf = (
  probe: Probe,
  endpoint: LegacyEndpoint,
  replacements: readonly PublishedReplacement[],
): readonly { readonly replacement: PublishedReplacement; readonly claim: Told }[] => {
  const named = replacements
    .filter(({ old }) => old.method !== undefined && isMentionOf(old, endpoint))
    .map(replacement => ({ ...replacement, operations: namedBy(probe, replacement) }))
    .filter(
      one => one.operations.length > 0 || one.none === true || (isOfApi(one) && !(one.unsure && isOld(one.path ?? ''))),
    )
  const placeOf = ({ line, statement }: PublishedReplacement): string => `${line} ${statement}`
  const ofLine = grouped(named, ({ line }) => String(line))
  const ofStatement = grouped(named, placeOf)
  const operationsOf = oncePer((together: readonly (typeof named)[number][]) =>
    together.flatMap(({ operations }) => operations),
  )
  return named.map(replacement => {
    const { path = '', operationId, none, operations, unsure, choice = false, line } = replacement
    // A denial may be of a part of what stands on its line.
    const together = (none ? ofLine.get(String(line)) : ofStatement.get(placeOf(replacement))) ?? []
    const names = (choice ? together : [replacement]).map(one => one.path ?? one.operationId ?? 'none')
    // What is no operation of the document may be one of the target's own by another name.
    const isKnown = operations.length > 0 || none === true || isRemovedRoute(path)
    return {
      replacement,
      claim: {
        operations: operationsOf(together),
        published: [...new Set(names)].join(' or ') || (operationId ?? ''),
        sure: !unsure && isKnown && !isOld(path),
        choice,
      },
    }
  })
}

const onPage = (
  probe: Probe,
  endpoint: LegacyEndpoint,
  document: ReplacementSource,
  { from, replacements }: Pick<PublishedLog, 'from' | 'replacements'>,
): readonly ReplacementClaim[] =>
  claimsOf(probe, endpoint, replacements).map(({ replacement: { line }, claim }) => ({
    ...claim,
    place: `${from}, line ${line}`,
    seen: { document, from, line, text: `${endpointText(endpoint)} → ${claim.published}` },
  }))

/** Where the reference names a replacement for a removed route that the document does not name. */
export const wrongSuccessorOfV1 = (probe: Probe, reference: PublishedReference): Finding | undefined => {
  for (const operation of reference.operations) {
    const route = lifecycle.v1Routes.find(({ path }) => normalTemplate(path) === normalTemplate(operation.path))
    const named = (operation.replacements ?? []).map(one => ({ ...one, operations: namedBy(probe, one) }))
    const wrong = named.find(
      ({ operations, unsure }) =>
        route && !unsure && operations.length > 0 && !operations.some(id => id === route.replacedBy),
    )
    if (!route || !wrong) continue
    const published = wrong.path ?? wrong.operationId ?? 'none'
    return violated(
      'contradicting-replacement',
      { old: route.path, published, expected: route.replacedBy ?? 'none' },
      { document: 'reference', from: reference.from, text: `${operation.method} ${operation.path}: ${published}` },
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

/** The statement of a document that names the right operation, if there is one. */
const rightOf = async (probe: Probe, endpoint: LegacyEndpoint): Promise<ReplacementClaim | undefined> => {
  for (const source of ['deprecation-log', 'reference', 'changelog'] as const) {
    if (!(await probe.hasFixture(source))) continue
    const claims = await replacementClaims(probe, endpoint, source)
    const right = claims.find(claim => claim.operations.includes(endpoint.replacedBy))
    if (right) return right
  }
  return undefined
}

/** A statement that names another operation than the document: with one that names the right one, where there is one. */
export const contradicts = async (
  probe: Probe,
  endpoint: LegacyEndpoint,
  wrong: Pick<ReplacementClaim, 'published' | 'place' | 'seen'>,
): Promise<Finding> => {
  const old = endpointText(endpoint)
  const right = await rightOf(probe, endpoint)
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
): Promise<Finding | undefined> => {
  const [first, ...rest] = claims
  if (!first) return undefined
  const isRight = ({ operations }: ReplacementClaim): boolean => operations.includes(endpoint.replacedBy)
  const wrong = claims.find(claim => claim.sure && !isRight(claim))
  if (wrong) return contradicts(probe, endpoint, wrong)
  // The document names one for each endpoint.
  const several = claims.find(({ choice, operations }) => choice && operations.some(id => id !== endpoint.replacedBy))
  const agreeing = several ? undefined : claims.find(isRight)
  if (agreeing) return holds(agreeing.seen, ...rest.map(({ seen }) => seen))
  const { place, published, seen } = several ?? first
  return openStatement(`the replacement of ${endpointText(endpoint)}`, seen as Excerpt, place, published)
}

/** What a page that need not name the replacement of an endpoint says of it. */
export const judgePage = async (
  probe: Probe,
  endpoint: LegacyEndpoint,
  document: 'deprecation-log' | 'changelog',
): Promise<Finding> => {
  const page = await probe.fixture(document)
  const what = `replacement of ${endpointText(endpoint)}`
  return (
    (await judgeReplacements(probe, endpoint, onPage(probe, endpoint, document, page))) ??
    possibleReplacement(document, page, endpoint, `the ${what}`) ??
    exempt('not-published', { what: `a ${what}` }, wholeDocument(document, page))
  )
}
