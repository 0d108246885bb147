import type {
  EndpointMention,
  LogRow,
  Passage,
  PublishedChangelog,
  PublishedLog,
  PublishedReference,
  ReferenceOperation,
  Unread,
} from '../../contracts/documents.ts'
import { type Excerpt, type Finding, unclear } from '../../contracts/finding.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { normalTemplate } from '../path-template.ts'

/** An endpoint of the lifecycle document. */
export interface Endpoint {
  readonly method: string
  readonly path: string
}

export const endpointOf = (text: string): Endpoint => {
  const [method = '', path = ''] = text.split(' ')
  return { method, path }
}

/** Whether a mention in a published text is of that endpoint; a text may leave the method out. */
export const isMentionOf = (mention: EndpointMention, endpoint: Endpoint): boolean =>
  normalTemplate(mention.path) === normalTemplate(endpoint.path) &&
  (mention.method === undefined || mention.method.toUpperCase() === endpoint.method)

export const referenceExcerpt = (reference: PublishedReference, operation: ReferenceOperation): Excerpt => ({
  document: 'reference',
  from: reference.from,
  text: `${operation.method} ${operation.path}${operation.operationId === undefined ? '' : ` (${operation.operationId})`}${operation.deprecated ? ', deprecated' : ''} [${operation.tags.join(', ')}]`,
})

export const rowExcerpt = (log: PublishedLog, row: LogRow): Excerpt => ({
  document: log.document ?? 'deprecation-log',
  from: log.from,
  line: row.line,
  text: `${row.status || '(none)'} | ${row.feature} | ${row.date}`,
})

export const passageExcerpt = (log: PublishedLog, { line, text }: Passage): Excerpt => ({
  document: log.document ?? 'deprecation-log',
  from: log.from,
  line,
  text: text.slice(0, 200),
})

/** A document as a whole, as evidence that something does not stand in it. */
export const wholeOf = (
  document: Excerpt['document'],
  published: PublishedReference | PublishedLog | PublishedChangelog,
): Excerpt => ({
  document,
  from: published.from,
  text:
    'operations' in published
      ? `OpenAPI ${published.version}, ${published.operations.length} operations`
      : 'rows' in published
        ? `${published.rows.length} rows`
        : `${published.entries.length} entries on ${published.dates.length} days`,
})

/** Open, where a reference has nothing that can be read as operations: it shows neither what is published nor what is not. */
export const withoutOperations = (reference: PublishedReference): Finding | undefined =>
  reference.operations.length === 0
    ? unclear('unreadable-document', { document: 'the reference', what: 'operations' }, wholeOf('reference', reference))
    : undefined

/** Operations of a reference that are that endpoint. */
export const operationsAt = (reference: PublishedReference, endpoint: Endpoint): readonly ReferenceOperation[] =>
  reference.operations.filter(operation => isMentionOf(operation, endpoint))

/** Rows of a log that name an endpoint, themselves or in the section that they link to. */
export const rowsOf = (log: PublishedLog, endpoint: Endpoint): readonly LogRow[] =>
  log.rows.filter(row => row.endpoints.some(mention => isMentionOf(mention, endpoint)))

/** Whether a text of the reference says of its own operation that it is deprecated. */
export const isLabelled = ({ deprecated, summary, description }: ReferenceOperation): boolean =>
  deprecated ||
  /[([]\s*deprecated\s*[)\]]|^\W*deprecated\b(?!\s+(?:endpoints|routes|operations))/i.test(summary ?? '') ||
  /^\W*deprecated\b[\s:.!*_]|\bthis (?:endpoint|operation|route|method|api) (?:is|was|has been) (?:now )?deprecated\b/i.test(
    description ?? '',
  )

/** Whether the reference says of its own operation that it was removed: in words, or by 410 as its only answer. */
export const isEnded = ({ responses, summary = '', description = '' }: ReferenceOperation): boolean =>
  (responses.length > 0 && responses.every(({ status }) => status === '410')) ||
  [summary, ...description.split(/(?<=[.!?])\s|\n/)].some(
    sentence =>
      /^\W*this (?:endpoint|operation|route|method|api) (?:is|was|has been) (?:now )?(?:removed|retired|disabled|shut down|decommissioned)\b|^\W*removed (?:on|in|since)\b/i.test(
        sentence,
      ) && !/\b(?:if|when|once|unless|before|not|never|for|from)\b/i.test(sentence),
  )

/** Parts of a reference that may hold whole operations. */
export const unreadOperations = (reference: PublishedReference): readonly Unread[] =>
  reference.unread.filter(({ at }) => at === undefined || /^#\/paths(?:\/[^/]+){0,2}$/.test(at))

/** Whether two published ids are the same: people write them with other capitals. */
export const sameName = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase()

const letters = (tag: string): string => tag.toLowerCase().replaceAll(/[\s_-]+/g, '')

/** Whether a tag is among published ones: `Access Tokens` is how people write `access-tokens`. */
export const hasTag = (tags: readonly string[], tag: string): boolean => tags.some(own => letters(own) === letters(tag))

/** Whether a path is that of a v1 route that the document lists as removed. */
export const isRemovedRoute = (path: string): boolean =>
  lifecycle.v1Routes.some(route => normalTemplate(route.path) === normalTemplate(path))

/** Whether a published path belongs to the v1 generation, wherever the hub is mounted. */
export const isV1Template = (path: string): boolean => /(?:^|\/)v1\//.test(path)
