import type {
  ChangeEntry,
  EndpointMention,
  LogRow,
  PublishedChangelog,
  PublishedLog,
  PublishedReference,
  ReferenceOperation,
} from '../../contracts/documents.ts'
import type { Excerpt } from '../../contracts/finding.ts'
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
  document: 'deprecation-log',
  from: log.from,
  line: row.line,
  text: `${row.status || '(none)'} | ${row.feature} | ${row.date}`,
})

export const entryExcerpt = (changelog: PublishedChangelog, entry: ChangeEntry): Excerpt => ({
  document: 'changelog',
  from: changelog.from,
  line: entry.line,
  text: `${entry.date} | ${entry.kind || '(none)'} | ${entry.text.slice(0, 200)}`,
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

/** States of the deprecation log, by the word that a status begins with: a page may say "Deprecated", "deprecation" or "Removed in v3". */
export const statusOf = (row: LogRow): 'Deprecated' | 'Removed' | null | undefined => {
  const text = row.status.replace(/[*_`]/g, '').trim().toLowerCase()
  if (text === '' || text === '-' || text === '–' || text === '—' || text === 'none' || text === '(none)') return null
  if (/\bremov|\bdisabled|\bhidden|\bgone\b|\bretired/.test(text)) return 'Removed'
  if (/\bdeprecat/.test(text)) return 'Deprecated'
  return undefined
}

/** Operations of a reference that are that endpoint. */
export const operationsAt = (reference: PublishedReference, endpoint: Endpoint): readonly ReferenceOperation[] =>
  reference.operations.filter(operation => isMentionOf(operation, endpoint))

/** Rows of a log that name an endpoint, themselves or in the section that they link to. */
export const rowsOf = (log: PublishedLog, endpoint: Endpoint): readonly LogRow[] =>
  log.rows.filter(row => row.endpoints.some(mention => isMentionOf(mention, endpoint)))

/** Whether a published path belongs to the v1 generation, wherever the hub is mounted. */
export const isV1Template = (path: string): boolean => /(?:^|\/)v1\//.test(path)
