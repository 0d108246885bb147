import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import type { PublishedLog, PublishedReference, ReferenceOperation } from '../../contracts/documents.ts'
import { type Excerpt, Missing } from '../../contracts/finding.ts'
import type { DocumentedOperation } from '../../contracts/lifecycle.ts'
import type { Probe } from '../../contracts/requirement.ts'
import {
  type Endpoint,
  isMentionOf,
  operationsAt,
  referenceExcerpt,
  rowExcerpt,
  rowsOf,
  statusOf,
  wholeOf,
} from './published-documents.ts'

/** The published documents in which labels stand; either alone may be there. */
export interface LabelSources {
  readonly reference: PublishedReference | undefined
  readonly log: PublishedLog | undefined
}

export const labelSources = async (probe: Probe): Promise<LabelSources> => ({
  reference: (await probe.hasFixture('reference')) ? await probe.fixture('reference') : undefined,
  log: (await probe.hasFixture('deprecation-log')) ? await probe.fixture('deprecation-log') : undefined,
})

/** Where an endpoint is labelled deprecated (or already removed); undefined where it is not. Throws {@link Missing} where a document that could bear the label is not there. */
export const labelOf = ({ reference, log }: LabelSources, endpoint: Endpoint): Excerpt | undefined => {
  const inReference = reference && operationsAt(reference, endpoint).find(operation => operation.deprecated)
  if (reference && inReference) return referenceExcerpt(reference, inReference)
  const row = log && rowsOf(log, endpoint).find(candidate => statusOf(candidate) != null)
  if (log && row) return rowExcerpt(log, row)
  if (!reference) throw new Missing('need-reference')
  if (!log) throw new Missing('need-deprecation-log')
  if (log.rows.length === 0)
    throw new Missing('unreadable-document', {
      document: 'the deprecation log',
      what: 'a table of status, feature and date',
    })
  return undefined
}

/** All documents that were searched, as evidence that something does not stand in them. */
export const searched = ({ reference, log }: LabelSources): readonly Excerpt[] => [
  ...(reference ? [wholeOf('reference', reference)] : []),
  ...(log ? [wholeOf('deprecation-log', log)] : []),
]

/** Operations of the reference that carry that id; ids are compared as written, then without regard to case. */
export const publishedAs = (reference: PublishedReference, id: DocumentedOperation): ReferenceOperation | undefined =>
  reference.operations.find(operation => operation.operationId === id) ??
  reference.operations.find(operation => operation.operationId?.toLowerCase() === id.toLowerCase())

/** Where a current operation is labelled deprecated, if anywhere. */
export const deprecationOf = ({ reference, log }: LabelSources, id: DocumentedOperation): Excerpt | undefined => {
  const operation = reference && publishedAs(reference, id)
  if (reference && operation?.deprecated) return referenceExcerpt(reference, operation)
  if (!log) return undefined
  const shipped = dockerHub.find(binding => binding.operation === id)
  const endpoint: Endpoint | undefined = operation ?? shipped
  // Only what a row itself names counts: the section behind it speaks of replacements too, in words that no reader can be sure of.
  const row =
    endpoint &&
    log.rows.find(
      candidate =>
        statusOf(candidate) != null &&
        (candidate.replacements.some(({ old }) => isMentionOf(old, endpoint)) ||
          candidate.endpoints.some(
            mention => isMentionOf(mention, endpoint) && namesItself(candidate.feature, mention.path),
          )),
    )
  return log && row ? rowExcerpt(log, row) : undefined
}

const namesItself = (feature: string, path: string): boolean => {
  const index = feature.indexOf(path)
  return index >= 0 && !/[\w{}/-]/.test(feature.charAt(index + path.length))
}
