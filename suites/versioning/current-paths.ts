import { unreadPart } from '../../checks/documents/absence.ts'
import type { Assertion } from '../../checks/documents/assertions.ts'
import { contradicted, nouns, openStatement, statedOtherwise, v1Claims } from '../../checks/documents/claims.ts'
import { wordsIn } from '../../checks/documents/prose/names.ts'
import {
  hasTag,
  isLabelled,
  isV1Template,
  ownSentences,
  passageExcerpt,
  publishedAs,
  referenceExcerpt,
  unreadOperations,
  wholeDocument,
} from '../../checks/documents/published-documents.ts'
import { statedBy } from '../../checks/documents/questions.ts'
import { openRemark } from '../../checks/documents/remarks.ts'
import { wrongSuccessorOfV1 } from '../../checks/documents/replacement-claims.ts'
import { saysV1IsBack, statusesToldBy } from '../../checks/documents/v1-claims.ts'
import { cite } from '../../checks/source.ts'
import { withDescription, withOpenApi } from '../../checks/twists/documents.ts'
import { fault, variant } from '../../checks/twists/twist.ts'
import { v1RouteOf } from '../../checks/v1-routes.ts'
import type { PublishedReference, ReferenceOperation } from '../../contracts/documents.ts'
import { earliestDate, lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

/** A reference that publishes an operation at another path. */
const movedTo = (path: string): Twist =>
  withOpenApi(document => {
    const { '/v2/auditlogs/{account}/actions': item, ...others } = document.paths
    document.paths = { ...others, ...(item && { [path]: item }) }
  })

const familyTags = lifecycle.families.map(({ tag }) => tag)

/** Operations that the document covers: those it names, and those of the areas that it names as a whole. */
const current = (reference: PublishedReference): readonly ReferenceOperation[] => {
  const named = lifecycle.operations.flatMap(({ id }) => publishedAs(reference, id) ?? [])
  return [
    ...named,
    ...reference.operations.filter(operation => familyTags.some(tag => hasTag(operation.tags, tag))),
  ].filter(operation => !isLabelled(operation))
}

/** A route whose only answer is 410 is described as removed; `default` describes errors that no status names. */
const isRemoved = ({ responses }: ReferenceOperation): boolean => {
  const named = responses.filter(({ status }) => status !== 'default')
  return named.length > 0 && named.every(({ status }) => status === '410')
}

const isV1Route = ({ path }: ReferenceOperation): boolean =>
  isV1Template(path) && v1RouteOf(path.slice(path.indexOf('/v1/'))) !== undefined

/** Whether a reference declares for a removed route something else than 410. `open`: 410 or a word for its end stands next to it. */
const answersElse = (operation: ReferenceOperation): Assertion => {
  const statuses = operation.responses.map(({ status }) => status)
  const succeeds = statuses.some(status => status.startsWith('2'))
  // Next to a success, `default` describes errors of what is there.
  const canBeGone = statuses.some(status => (succeeds ? ['410'] : ['410', '4XX', 'default']).includes(status))
  if (statuses.length === 0 || (canBeGone && !succeeds)) return 'no'
  const sentences = ownSentences(operation)
  const isEnded = sentences.some(sentence => /\b410\b|\bgone\b/i.test(sentence) || wordsIn(sentence).has('end'))
  // Of what is removed, 404 alone is what it answers now; another status may be what it answered once.
  const isNotFound = statuses.every(status => status === '404') && !sentences.some(sentence => sentence.includes('410'))
  return canBeGone || (isEnded && !isNotFound) ? 'open' : 'yes'
}

/** Why something may be published that a reference does not show: it has parts that were not read, or no operation at all. */
const unreadWhole = (reference: PublishedReference, what: string): Finding | undefined =>
  reference.operations.length === 0
    ? unclear(
        'unreadable-document',
        { document: 'the reference', what: 'operations' },
        wholeDocument('reference', reference),
      )
    : unreadPart('reference', { from: reference.from, unread: unreadOperations(reference) }, what)

const v1Row = lifecycle.deprecationLog.find(({ slug }) => slug === 'v1-api')

/** What the reference says in words of the v1 API that contradicts the document. */
const toldOfV1 = ({ prose }: PublishedReference): Finding | undefined => {
  if (!prose || !v1Row) return undefined
  const routes = lifecycle.v1Routes.map(({ path }) => path)
  const answer = statusesToldBy(prose).find(({ says }) => says === 'contradicts')
  if (answer)
    return violated('v1-status', { document: nouns.reference, status: answer.status, expected: 410 }, answer.excerpt)
  const back = prose.passages.find((_, at) => saysV1IsBack(statedBy(prose.passages, at)) === 'yes')
  const told =
    contradicted(v1Claims(prose, routes), { state: 'removed', date: v1Row.date })?.excerpt ??
    (back && passageExcerpt(prose, back))
  return told && statedOtherwise('the v1 API', told)
}

/** What stands before `/v2/`; undefined where nothing does. A hub may be mounted anywhere, but in one place. */
const mount = (path: string): string | undefined => /^((?:\/[^/{}]+)*?)\/v2\//.exec(`${path}/`)?.[1]

/** Operations that a sentence names before they are only counted. */
const mostNamed = 12

const sentenceList = (names: readonly string[]): string => {
  const left = names.length - mostNamed
  return names.slice(0, mostNamed).join(', ') + (left > 0 ? ` and ${left} more` : '')
}

const paths: Requirement = {
  id: 'versioning/current-paths',
  level: 'must',
  statement: 'The published paths of current operations start with /v2/.',
  since: earliestDate,
  source: cite('generation-v2'),
  needs: ['reference'],
  how: 'Every operation that the document names, and every operation of the areas it names as a whole, is looked up in the reference. The prefix before /v2/ is the base path of the hub and must be the same for all.',
  fix: 'Serve and publish current operations below /v2/.',
  cases: [
    {
      name: 'every current operation of the reference',
      check: async probe => {
        const reference = await probe.fixture('reference')
        const operations = current(reference)
        const whole = wholeDocument('reference', reference)
        if (operations.length === 0 && reference.operations.length === 0)
          return (
            unreadWhole(reference, 'a current operation') ??
            exempt('not-published', { what: 'a current operation' }, whole)
          )
        if (operations.length === 0) return exempt('not-published', { what: 'a current operation' }, whole)
        const mounts = operations.map(({ path }) => mount(path)).filter(prefix => prefix !== undefined)
        const usual = mounts.reduce<string | undefined>(
          (best, prefix) =>
            best === undefined ||
            mounts.filter(other => other === prefix).length > mounts.filter(other => other === best).length
              ? prefix
              : best,
          undefined,
        )
        const [wrong, ...others] = operations.filter(({ path }) => mount(path) === undefined || mount(path) !== usual)
        if (!wrong) return unreadWhole(reference, 'a current operation') ?? holds(whole)
        return violated(
          'path-outside-v2',
          {
            problem: mount(wrong.path) === undefined ? 'outside /v2/' : 'below another base path than the others',
            paths: sentenceList([wrong, ...others].map(({ method, path }) => `${method} ${path}`)),
          },
          referenceExcerpt(reference, wrong),
        )
      },
    },
  ],
  faults: {
    v3: fault('publishes an operation below /v3/', 'path-outside-v2', movedTo('/v3/auditlogs/{account}/actions'), {
      'presence/audit-actions': 'absent',
    }),
    unversioned: fault(
      'publishes an operation without a generation',
      'path-outside-v2',
      movedTo('/auditlogs/{account}/actions'),
      { 'presence/audit-actions': 'absent' },
    ),
  },
  tolerates: {
    'unrelated-path': variant(
      'publishes an operation outside the areas and outside /v2/',
      withOpenApi(document => {
        document.paths['/healthz'] = { get: { tags: ['health'], responses: { 200: { description: 'well' } } } }
      }),
    ),
  },
}

const v1: Requirement = {
  id: 'versioning/v1-not-current',
  level: 'must',
  statement: 'No removed v1 route is published as a current operation.',
  since: '2022-08-23',
  source: cite('generation-v1'),
  needs: ['reference'],
  how: 'The reference is searched for the six v1 shapes; a published route must be labelled deprecated. A labelled route that declares other answers fails; if 410 or, for another answer than 404, a word for its removal is next to them, it is inconclusive. What the descriptions of the reference, its areas and its paths say about the v1 API must agree with the document.',
  fix: 'Remove the v1 routes from the reference, or label them deprecated.',
  cases: [
    {
      name: 'every operation of the reference',
      check: async probe => {
        const reference = await probe.fixture('reference')
        const wrong = reference.operations.find(
          operation => !isLabelled(operation) && !isRemoved(operation) && isV1Route(operation),
        )
        const shown = reference.operations.find(
          operation => isV1Route(operation) && !isRemoved(operation) && answersElse(operation) !== 'no',
        )
        const answers = shown?.responses.map(({ status }) => status).join(', ') ?? ''
        const told = wrong ? undefined : (toldOfV1(reference) ?? wrongSuccessorOfV1(probe, reference))
        if (told) return told
        if (!wrong && shown && answersElse(shown) === 'yes')
          return violated(
            'v1-status',
            { document: nouns.reference, status: answers, expected: 410 },
            referenceExcerpt(reference, shown),
          )
        if (!wrong && shown)
          return openStatement(
            'a removed route',
            referenceExcerpt(reference, shown),
            `${reference.from}, ${shown.method} ${shown.path}`,
            `deprecated, answers ${answers}`,
          )
        if (!wrong)
          return (
            openRemark({ reference }, 'the v1 API', 'v1') ??
            unreadWhole(reference, 'a v1 route') ??
            holds(wholeDocument('reference', reference))
          )
        return violated('v1-current', { endpoint: `${wrong.method} ${wrong.path}` }, referenceExcerpt(reference, wrong))
      },
    },
  ],
  faults: {
    published: fault(
      'publishes a v1 route as current',
      'v1-current',
      withOpenApi(document => {
        document.paths['/v1/repositories/{name}/tags'] = {
          get: { tags: ['repositories'], responses: { 200: { description: 'tags' } } },
        }
      }),
    ),
    'other-successor': fault(
      'names another replacement of a removed route than the document',
      'contradicting-replacement',
      withOpenApi(document => {
        document.paths['/v1/repositories/{name}/tags'] = {
          get: {
            deprecated: true,
            description: 'Replaced by GetRepositoryTag.',
            responses: { 410: { description: 'gone' } },
          },
        }
      }),
    ),
    'labelled-with-success': fault(
      'publishes a v1 route as deprecated, and a success as its only answer',
      'v1-status',
      withOpenApi(document => {
        document.paths['/v1/repositories/{name}/tags'] = {
          get: { deprecated: true, responses: { 200: { description: 'tags' } } },
        }
      }),
    ),
    'current-in-words': fault(
      'says in its description that v1 is current',
      'stated-otherwise',
      withDescription('The current generation of the API is v1. v2 is a preview.'),
    ),
    'day-in-words': fault(
      'gives the removal of v1 another day in its description',
      'stated-otherwise',
      withDescription('The v1 API was removed on 2023-01-01.'),
    ),
    'there-in-words': fault(
      'says in its description that v1 is deprecated, and still there',
      'stated-otherwise',
      withDescription('The v1 API is deprecated, but still available.'),
    ),
    'status-in-words': fault(
      'says in its description that v1 routes answer 404',
      'v1-status',
      withDescription('The v1 API is gone. Its routes answer 404.'),
    ),
  },
  tolerates: {
    words: variant(
      'describes v1 as the document does',
      withDescription(
        'The current API is v2. Both v1 and its webhooks are history: the v1 API was deprecated in 2020 and removed on 23 August 2022, and its routes answer 410. The documentation of v1 is still available. Unknown repositories answer 404.',
      ),
    ),
    'another-v1': variant(
      'describes a v1 of something else',
      withDescription(
        'The webhook format v1 still works. v1 of the CLI is still supported. Manifest schema v1 images answer 404.',
      ),
    ),
    gone: variant(
      'publishes a v1 route with 410 as its only answer',
      withOpenApi(document => {
        document.paths['/v1/repositories/{name}/tags'] = { get: { responses: { 410: { description: 'gone' } } } }
      }),
    ),
    deprecated: variant(
      'publishes a v1 route as deprecated',
      withOpenApi(document => {
        document.paths['/v1/repositories/{name}/tags'] = {
          get: { deprecated: true, responses: { 410: { description: 'gone' } } },
        }
      }),
    ),
  },
}

export default [paths, v1]
