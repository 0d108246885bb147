import { missingAsExisting, readsWhatIsMissing, showsAsExisting } from '../../checks/answers/existence.ts'
import { documentedPresence, isAskedOfOwn } from '../../checks/presence/documented.ts'
import { isAnswered, isSuccess } from '../../checks/reading/exchanges.ts'
import { jsonOfSuccess } from '../../checks/reading/json.ts'
import { mentions } from '../../checks/reading/things.ts'
import { ownAnswer, refused } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { declaringOnlySuccess } from '../../checks/twists/documents.ts'
import { checkedByGet } from '../../checks/twists/operations.ts'
import { inEveryNamespace, inOtherNamespace, layered, missingAs } from '../../checks/twists/shapes.ts'
import { answer, edited, fault, inPlaceOf, instead, onObject, to, variant } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { RoleValues } from '../../contracts/operations.ts'
import type { Fault, FixtureName, Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { type Finding, holds } from '../../contracts/results/finding.ts'

type Operation = 'GetRepository' | 'CheckRepository' | 'GetRepositoryTag'

interface Told {
  readonly slug: string
  readonly operation: Operation
  readonly what: string
  readonly since: Requirement['since']
  readonly needs: readonly FixtureName[]
  readonly covers: readonly string[]
  /** What exists, and the same with names that nothing ever had. */
  values(probe: Probe, operation: Operation): Promise<readonly [existing: RoleValues, ...missing: RoleValues[]]>
  readonly faults: Requirement['faults']
  readonly tolerates?: Requirement['tolerates']
  readonly here: ReturnType<typeof to>
}

/** A name that nothing has, and that begins as one that exists: what looks for a beginning finds that. */
const longer = (probe: Probe, name: string): string => `${name}-${probe.nonce('missing')}`

/** The run's own repository in another namespace, if one is known: nothing else has its name. What both list may be one namespace with two names. */
const ownElsewhere = async (probe: Probe): Promise<readonly RoleValues[]> => {
  if (!(await probe.hasFixture('own-repository')) || !(await probe.hasFixture('listed'))) return []
  const { namespace, repository, witness } = await probe.fixture('own-repository')
  // What is not found where it was to be may have been made elsewhere.
  if (!witness) return []
  const other = (await probe.fixture('listed')).listed.find(one => one.namespace !== namespace)
  if (!other) return []
  const own = await probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true, control: true })
  return mentions(jsonOfSuccess(own), other.repository) ? [] : [{ namespace: other.namespace, repository }]
}

const repository = async (probe: Probe, operation: Operation): Promise<readonly [RoleValues, ...RoleValues[]]> => {
  const isOwn = operation === 'CheckRepository' && isAskedOfOwn(probe.bind(operation))
  const { namespace, repository } = await probe.fixture(isOwn ? 'own-repository' : 'repository')
  return [
    { namespace, repository },
    { namespace, repository: longer(probe, repository) },
    { namespace: probe.nonce('missing'), repository },
    ...(await ownElsewhere(probe)),
  ]
}

/** The answer for what exists: the one that shows the operation, where there is one. */
const knownAnswer = async (probe: Probe, operation: Operation, existing: RoleValues): Promise<Answered> => {
  const presence = await documentedPresence(probe, operation)
  const [first] = presence.kind === 'holds' ? presence.seen : []
  return first && isAnswered(first) ? first : probe.call(operation, existing)
}

const judge = async (probe: Probe, { operation, values }: Told): Promise<Finding> => {
  const [existing, ...missing] = await values(probe, operation)
  const known = await knownAnswer(probe, operation, existing)
  if (!isSuccess(known)) return refused(operation, known)
  const open = await ownAnswer(probe, operation, existing, known)
  if (open) return open
  const others: Answered[] = []
  const nameIn = ({ repository, tag }: RoleValues): readonly string[] => [tag ?? repository ?? '']
  for (const one of missing) {
    const other = await probe.call(operation, one, one.namespace === existing.namespace ? {} : { control: true })
    const marks = [nameIn(one), nameIn(existing)] as const
    // To check is to be told whether it exists, which a success may do.
    const isFound =
      operation === 'CheckRepository'
        ? showsAsExisting(known, other, ...marks)
        : await readsWhatIsMissing(probe, operation, known, other, ...marks)
    if (isFound) return missingAsExisting(probe, operation, existing, known, other, nameIn(existing))
    others.push(other)
  }
  return holds(known, ...others)
}

const item = '/v2/namespaces/{namespace}/repositories/{repository}'
const tagItem = `${item}/tags/{tag}`

/** Answers for a name that nothing has as if it were there. */
const always = (here: ReturnType<typeof to>, like: string, also?: Fault['also']): Fault =>
  fault(
    'gives the same answer for missing and existing resources',
    'missing-like-existing',
    instead(here, async (request, next) => {
      const response = await next(request)
      if (response.status !== 404) return response
      const url = new URL(request.url)
      const name = url.pathname.split('/').at(-1)
      url.pathname = url.pathname.replace(/[^/]+$/, like)
      return edited(onObject(body => ({ ...body, name })))(new Request(url, request), next)
    }),
    also,
  )

const told: readonly Told[] = [
  {
    slug: 'missing-get',
    operation: 'GetRepository',
    what: 'a repository',
    since: '2025-09-19',
    needs: ['repository'],
    covers: ['area-repositories'],
    values: repository,
    here: to(item, 'GET'),
    faults: {
      always: always(to(item, 'GET'), 'sample'),
      namespace: fault(
        'finds a repository in every namespace, and shows none',
        'missing-like-existing',
        inEveryNamespace(to(item, 'GET'), edited(onObject(body => ({ name: body.name })))),
      ),
      elsewhere: fault(
        'finds a repository in every namespace that exists, and shows none',
        'missing-like-existing',
        inOtherNamespace(to(item, 'GET'), edited(onObject(body => ({ name: body.name })))),
      ),
    },
  },
  {
    slug: 'missing-check',
    operation: 'CheckRepository',
    what: 'a repository',
    since: '2025-09-19',
    needs: ['repository'],
    covers: ['area-repositories'],
    values: repository,
    here: to(item, 'HEAD'),
    faults: {
      namespace: fault(
        'finds a repository in every namespace',
        'missing-like-existing',
        inEveryNamespace(to(item, 'HEAD')),
      ),
      elsewhere: fault(
        'finds a repository in every namespace that exists',
        'missing-like-existing',
        inOtherNamespace(to(item, 'HEAD')),
      ),
      always: always(to(item, 'HEAD'), 'sample', {
        'replacements/head-repository-same-resource': 'missing-like-existing',
      }),
    },
    tolerates: { boolean: variant('a GET that answers 200 and says whether it exists', checkedByGet) },
  },
  {
    slug: 'missing-tag',
    operation: 'GetRepositoryTag',
    what: 'a tag',
    since: '2022-08-23',
    needs: ['tag'],
    covers: ['area-repositories', 'resource-tag', 'tag-path'],
    values: async probe => {
      const { namespace, repository, tag } = await probe.fixture('tag')
      return [
        { namespace, repository, tag },
        { namespace, repository, tag: longer(probe, tag) },
        { namespace: probe.nonce('missing'), repository, tag },
      ]
    },
    here: to(tagItem, 'GET'),
    faults: {
      always: always(to(tagItem, 'GET'), 'latest'),
      namespace: fault(
        'finds a tag of a repository in every namespace',
        'missing-like-existing',
        inEveryNamespace(to(tagItem, 'GET')),
      ),
    },
  },
]

const isCheck = ({ operation }: Told): boolean => operation === 'CheckRepository'

/** 200 with errors that name what was requested. */
const nothingFound = (here: ReturnType<typeof to>): Twist =>
  inPlaceOf(404, here, request => {
    const path = new URL(request.url).pathname.split('/')
    return answer(200, { data: null, errors: [{ message: 'no such thing', name: path.at(-1), path }] })(request)
  })

const answersInTheBody = (here: ReturnType<typeof to>): Requirement['faults'] => ({
  'in-the-body': fault(
    'answers 200 for missing resources, and a body that says that nothing was found',
    'missing-like-existing',
    missingAs(here, 200, { found: false }),
  ),
  'no-content': fault('answers 204 for missing resources', 'missing-like-existing', missingAs(here, 204)),
})

export default told.map(
  (one): Requirement => ({
    id: `repositories/${one.slug}`,
    level: 'should',
    statement: `${one.operation} does not show ${one.what} that does not exist.`,
    since: one.since,
    source: published(
      `operation ${one.operation}`,
      'What does not exist is answered with another status than what does, 404.',
    ),
    covers: one.covers,
    needs: one.needs,
    how: `The operation is called for an existing resource, for a missing one, and for the existing one in a missing namespace; GetRepository and CheckRepository also for the run's own repository in another namespace of the credentials, if one is known. Any status except a success is accepted, with any body. ${
      isCheck(one)
        ? 'So is a success that has no content, or a body that names nothing or says that nothing was found.'
        : "A success is accepted only if the target's own document declares no other status for the operation, and if the answer shows nothing; it is inconclusive if a path that does not exist is also answered with such a success."
    }`,
    fix: `Answer ${one.operation} with 404 or another error status if the resource does not exist.`,
    cases: [{ name: 'existing, compared with missing', check: probe => judge(probe, one) }],
    faults: { ...one.faults, ...(isCheck(one) ? {} : answersInTheBody(one.here)) },
    tolerates: {
      ...one.tolerates,
      ...(isCheck(one)
        ? { 'no-content': variant('204 for missing resources', missingAs(one.here, 204)) }
        : {
            errors: variant(
              '200 with errors, as its own document declares',
              layered(declaringOnlySuccess(item, tagItem), nothingFound(one.here)),
            ),
          }),
      forbidden: variant('403 for missing resources', missingAs(one.here, 403)),
      gone: variant('410 for missing resources', missingAs(one.here, 410)),
    },
  }),
)
