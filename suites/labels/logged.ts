import { namesPath, passageOf, unreadPart } from '../../checks/documents/absence.ts'
import { entryClaim, openStatement } from '../../checks/documents/claims.ts'
import { isWhole } from '../../checks/documents/history/entry-fit.ts'
import { isUnreadOf } from '../../checks/documents/history/unclaimed.ts'
import { isForeign } from '../../checks/documents/lexicon.ts'
import {
  type Endpoint,
  hasTag,
  isEnded,
  isLabelled,
  isMentionOf,
  isV1Template,
  referenceExcerpt,
  sameName,
  unreadOperations,
  wholeDocument,
} from '../../checks/documents/published-documents.ts'
import { kindOf } from '../../checks/documents/vocabulary.ts'
import { cite } from '../../checks/source.ts'
import { inChangelog, withLog, withOpenApi } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { fault, faultsFor, variant } from '../../checks/twists/twist.ts'
import { listed } from '../../contracts/causes/wording.ts'
import type {
  LogRow,
  Passage,
  PublishedChangelog,
  PublishedLog,
  PublishedReference,
  ReferenceOperation,
  Subjects,
} from '../../contracts/documents.ts'
import { firstChange, lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import { type Evidence, type Finding, holds, violated } from '../../contracts/results/finding.ts'

const areas = lifecycle.areas.map(({ tag }) => tag)

/** What an entry may name for an operation: HEAD is GET without content, so the entry of GET is enough, except for the endpoint of the document. */
const namesFor = (operation: ReferenceOperation): readonly Endpoint[] =>
  operation.method === 'HEAD' && !lifecycle.legacyEndpoints.some(endpoint => isMentionOf(operation, endpoint))
    ? [operation, { ...operation, method: 'GET' }]
    : [operation]

const namesOperation =
  (operation: ReferenceOperation) =>
  ({ endpoints, operationIds }: Subjects): boolean =>
    namesFor(operation).some(endpoint => endpoints.some(mention => isMentionOf(mention, endpoint))) ||
    (operation.operationId !== undefined && operationIds.some(id => sameName(id, operation.operationId as string)))

/** Whether a row deprecates the one operation that it is about. */
const deprecates = ({ states, itself }: LogRow, operation: ReferenceOperation): boolean =>
  states.join() === 'deprecated' && namesOperation(operation)(itself)

/** Operations that the reference labels deprecated, of the areas that the document covers, or announced in the log or the change history. */
const labelled = (
  reference: PublishedReference,
  log: PublishedLog,
  changelog: PublishedChangelog,
): readonly ReferenceOperation[] =>
  reference.operations.filter(
    operation =>
      isLabelled(operation) &&
      !isV1Template(operation.path) &&
      (areas.some(area => hasTag(operation.tags, area)) ||
        log.rows.some(row => deprecates(row, operation)) ||
        changelog.entries.some(entry => kindOf(entry.kind) === 'Deprecation' && namesOperation(operation)(entry))),
  )

/** A labelled operation without an area that no page names: it may be of one that the document covers. */
const withoutArea = (reference: PublishedReference, page: Page): Finding | undefined => {
  const found = reference.operations.find(
    operation =>
      isLabelled(operation) &&
      !isV1Template(operation.path) &&
      operation.tags.length === 0 &&
      !page.entries.some(namesOperation(operation)),
  )
  return found && openStatement('an operation of an area of the document', referenceExcerpt(reference, found))
}

/** Operations that one entry of the change history deprecates as a whole, and that no other entry names. */
const announced = (reference: PublishedReference, { entries }: PublishedChangelog) =>
  reference.operations.flatMap(operation => {
    const isExact = ({ endpoints }: Subjects): boolean =>
      endpoints.some(mention => mention.method !== undefined && isMentionOf(mention, operation))
    const isKnown = lifecycle.legacyEndpoints.some(endpoint => isMentionOf(operation, endpoint))
    const [entry, ...others] = entries.filter(namesOperation(operation))
    return entry &&
      others.length === 0 &&
      !isKnown &&
      kindOf(entry.kind) === 'Deprecation' &&
      isExact(entry) &&
      isWhole(entry)
      ? [{ operation, entry }]
      : []
  })

/** Where a deprecation that the change history announces has neither a label nor a row. */
const judgeAnnounced = (reference: PublishedReference, log: PublishedLog, changelog: PublishedChangelog): Finding => {
  const whole = wholeDocument('reference', reference)
  const all = announced(reference, changelog)
  for (const { operation, entry } of all) {
    const names = namesOperation(operation)
    if (isLabelled(operation) || isEnded(operation) || log.rows.some(names)) continue
    const name = `${operation.method} ${operation.path}`
    const excerpt = entryClaim(changelog, entry)
    if (operation.unclearLabel !== undefined) return openStatement(`a label of ${name}`, excerpt)
    return (
      unreadPart('deprecation-log', log, name) ??
      passageOf('deprecation-log', log, name, names) ??
      violated(
        'not-labelled',
        { endpoint: name, where: 'the reference or the deprecation log' },
        excerpt,
        referenceExcerpt(reference, operation),
        wholeDocument('deprecation-log', log),
      )
    )
  }
  return holds(whole, ...all.map(({ entry }) => entryClaim(changelog, entry)))
}

/** An entry that names nothing, in words that are not read: it may be the one of a labelled operation. */
const unreadEntry = (
  changelog: PublishedChangelog,
  operation: ReferenceOperation,
  name: string,
): Finding | undefined => {
  const since = lifecycle.legacyEndpoints.find(endpoint => isMentionOf(operation, endpoint))?.deprecated
  const entry = changelog.entries.find(
    one =>
      one.endpoints.length + one.operationIds.length === 0 &&
      (since === undefined
        ? (kindOf(one.kind) ?? 'Deprecation') === 'Deprecation' && isForeign(one.text)
        : isUnreadOf(one, since)),
  )
  return entry && openStatement(name, entryClaim(changelog, entry))
}

interface Page {
  readonly document: 'deprecation-log' | 'changelog'
  readonly noun: string
  readonly from: string
  readonly unread: PublishedReference['unread']
  readonly passages: readonly Passage[]
  readonly entries: readonly Subjects[]
  readonly unreadFor?: (operation: ReferenceOperation, name: string) => Finding | undefined
}

const judge = (
  reference: PublishedReference,
  operations: readonly ReferenceOperation[],
  page: Page,
  whole: Evidence,
): Finding => {
  if (operations.length === 0)
    return (
      unreadPart('reference', { from: reference.from, unread: unreadOperations(reference) }, 'a labelled operation') ??
      withoutArea(reference, page) ??
      holds(wholeDocument('reference', reference), whole)
    )
  const lacking = operations.flatMap(operation => {
    const { method, path } = operation
    const names = namesOperation(operation)
    if (page.entries.some(names)) return []
    const name = `${method} ${path}`
    const unread =
      unreadPart(page.document, page, name) ??
      passageOf(page.document, page, name, names) ??
      // What names it as a replacement for the reader may name it as what is replaced.
      passageOf(page.document, page, name, ({ text }) => namesPath(text, operation)) ??
      page.unreadFor?.(operation, name)
    return [{ name, operation, unread }]
  })
  const [first, ...others] = lacking
  const excerpt = (operation: ReferenceOperation) => referenceExcerpt(reference, operation)
  if (!first) return withoutArea(reference, page) ?? holds(whole, ...operations.map(excerpt))
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

const old = '/v2/auditlogs/{account}/old'

/** Publishes an operation that the log and the history do not know. */
const publish = (tags: readonly string[], deprecated: boolean, path = old, method = 'get') =>
  withOpenApi(({ paths }) => {
    paths[path] = { ...paths[path], [method]: { tags, deprecated, responses: { 200: { description: 'entries' } } } }
  })

const label = (tags: readonly string[]) => publish(tags, true)

/** Announces the deprecation of such an operation, below what is announced later. */
const announce = (published: ReturnType<typeof publish>, later = '') =>
  layered(
    published,
    inChangelog('## 2025-11-21', `${later}## 2025-11-22\n\n### Deprecations\n\n- GET ${old}\n\n## 2025-11-21`),
  )

export default {
  id: 'labels/logged',
  level: 'must',
  statement:
    'An endpoint that the reference labels deprecated has an entry in the deprecation log and in the change history, and an endpoint whose deprecation the change history announces is labelled.',
  since: firstChange,
  source: cite('transition-deprecated'),
  needs: ['reference', 'deprecation-log', 'changelog'],
  how: "Each operation that the reference labels deprecated is looked up in the log and in the change history by its path or its id, a HEAD also by the GET of its path. An operation outside the four areas is looked up only if one of the two pages deprecates it: the document covers no further area, and Docker Hub's own reference labels an operation of another area that neither page names. An operation without a tag that a page does not name is inconclusive. An operation that an entry of the history deprecates as a whole, by its method and path, needs a label in the reference or a row in the log, unless another entry names it as well.",
  fix: 'Label the operation `deprecated: true` in the reference, and add an entry to the deprecation log and to the change history for each operation that the reference labels deprecated.',
  cases: [
    {
      name: 'the deprecation log',
      check: async probe => {
        const reference = await probe.fixture('reference')
        const log = await probe.fixture('deprecation-log')
        return judge(
          reference,
          labelled(reference, log, await probe.fixture('changelog')),
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
          labelled(reference, await probe.fixture('deprecation-log'), changelog),
          {
            ...changelog,
            document: 'changelog',
            noun: 'the change history',
            unreadFor: (operation, name) => unreadEntry(changelog, operation, name),
          },
          wholeDocument('changelog', changelog),
        )
      },
    },
    {
      name: 'deprecations that the change history announces',
      check: async probe =>
        judgeAnnounced(
          await probe.fixture('reference'),
          await probe.fixture('deprecation-log'),
          await probe.fixture('changelog'),
        ),
    },
  ],
  faults: {
    ...faultsFor('label-not-logged', {
      unlogged: ['labels an operation that neither the log nor the history has', label(['audit-logs'])],
      head: [
        'labels the HEAD of a path whose GET neither the log nor the history has',
        publish(['audit-logs'], true, old, 'head'),
      ],
    }),
    announced: fault(
      'announces the deprecation of an operation that neither the reference nor the log labels',
      'not-labelled',
      announce(publish(['audit-logs'], false)),
    ),
    ...faultsFor('label-not-logged', {
      'other-area': [
        'labels an operation of another area that the history deprecates and the log does not have',
        announce(label(['search'])),
      ],
      'log-alone': [
        'labels an operation of another area that the log deprecates and the history does not have',
        layered(
          label(['search']),
          withLog(
            source =>
              `${source}\n| Status | Feature | Date |\n|---|---|---|\n| Deprecated | GET ${old} | 2025-11-22 |\n`,
          ),
        ),
      ],
    }),
  },
  tolerates: {
    again: variant(
      'announces the deprecation of an operation, and in a later entry that it was withdrawn',
      announce(
        publish(['audit-logs'], false),
        '## 2025-11-23\n\n### Updates\n\n- The deprecation of GET /v2/auditlogs/{account}/old is withdrawn.\n\n',
      ),
    ),
    head: variant(
      'labels the HEAD next to a labelled GET, where the log and the history have the GET only',
      publish(['repositories'], true, '/v2/repositories/{namespace}', 'head'),
    ),
    'other-area': variant('labels an operation of an area that the document does not cover', label(['search'])),
  },
} satisfies Requirement
