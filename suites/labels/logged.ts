import { passageOf, unreadPart } from '../../checks/documents/claims.ts'
import {
  hasTag,
  isLabelled,
  isMentionOf,
  isV1Template,
  referenceExcerpt,
  sameName,
  unreadOperations,
  wholeDocument,
} from '../../checks/documents/published-documents.ts'
import { cite } from '../../checks/source.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { fault, variant } from '../../checks/twists/twist.ts'
import { listed } from '../../contracts/causes/wording.ts'
import type { Passage, PublishedReference, ReferenceOperation, Subjects } from '../../contracts/documents.ts'
import { type Evidence, type Finding, holds, violated } from '../../contracts/finding.ts'
import { firstChange, lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'

const areas = lifecycle.areas.map(({ tag }) => tag)

/** Operations of the areas that the document covers and that the reference labels deprecated. */
const labelled = (reference: PublishedReference): readonly ReferenceOperation[] =>
  reference.operations.filter(
    operation =>
      isLabelled(operation) && !isV1Template(operation.path) && areas.some(area => hasTag(operation.tags, area)),
  )

interface Page {
  readonly document: 'deprecation-log' | 'changelog'
  readonly noun: string
  readonly from: string
  readonly unread: PublishedReference['unread']
  readonly passages: readonly Passage[]
  readonly entries: readonly Subjects[]
}

const judge = (reference: PublishedReference, page: Page, whole: Evidence): Finding => {
  const operations = labelled(reference)
  if (operations.length === 0)
    return (
      unreadPart('reference', { from: reference.from, unread: unreadOperations(reference) }, 'a labelled operation') ??
      holds(wholeDocument('reference', reference), whole)
    )
  const lacking = operations.flatMap(operation => {
    const { operationId, method, path } = operation
    const names = ({ endpoints, operationIds }: Subjects): boolean =>
      endpoints.some(mention => isMentionOf(mention, operation)) ||
      (operationId !== undefined && operationIds.some(id => sameName(id, operationId)))
    if (page.entries.some(names)) return []
    const name = `${method} ${path}`
    const unread = unreadPart(page.document, page, name) ?? passageOf(page.document, page, name, names)
    return [{ name, operation, unread }]
  })
  const [first, ...others] = lacking
  const excerpt = (operation: ReferenceOperation) => referenceExcerpt(reference, operation)
  if (!first) return holds(whole, ...operations.map(excerpt))
  // What may mean one of them may mean the others as well.
  if (first.unread) return first.unread
  const missing = [first, ...others.filter(({ unread }) => unread === undefined)]
  return violated(
    'label-not-logged',
    { endpoint: listed(missing.map(({ name }) => name)), document: page.noun },
    excerpt(first.operation),
    ...missing.slice(1).map(({ operation }) => excerpt(operation)),
    whole,
  )
}

/** Labels an operation of the audit logs, which the log and the history do not know. */
const label = (tags: readonly string[]) =>
  withOpenApi(document => {
    document.paths['/v2/auditlogs/{account}/old'] = {
      get: { tags, deprecated: true, responses: { 200: { description: 'entries' } } },
    }
  })

const requirement: Requirement = {
  id: 'labels/logged',
  level: 'must',
  statement:
    'An endpoint that the reference labels deprecated has an entry in the deprecation log and in the change history.',
  since: firstChange,
  source: cite('transition-deprecated'),
  needs: ['reference', 'deprecation-log', 'changelog'],
  how: 'Each operation of the four areas that the reference labels deprecated is looked up in the rows of the log and in the entries of the history, by its path or its id.',
  fix: 'Add an entry to the deprecation log and to the change history for each operation that the reference labels deprecated.',
  cases: [
    {
      name: 'the deprecation log',
      check: async probe => {
        const reference = await probe.fixture('reference')
        const log = await probe.fixture('deprecation-log')
        return judge(
          reference,
          { ...log, document: 'deprecation-log', noun: 'the deprecation log', entries: log.rows },
          wholeDocument('deprecation-log', log),
        )
      },
    },
    {
      name: 'the change history',
      check: async probe => {
        const reference = await probe.fixture('reference')
        const changelog = await probe.fixture('changelog')
        return judge(
          reference,
          { ...changelog, document: 'changelog', noun: 'the change history' },
          wholeDocument('changelog', changelog),
        )
      },
    },
  ],
  faults: {
    unlogged: fault(
      'labels an operation that neither the log nor the history has',
      'label-not-logged',
      label(['audit-logs']),
    ),
  },
  tolerates: {
    'other-area': variant('labels an operation of an area that the document does not cover', label(['search'])),
  },
}

export default requirement
