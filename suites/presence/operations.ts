import { documentedPresence, presenceNeeds } from '../../checks/presence/documented.ts'
import { cite } from '../../checks/source.ts'
import { moved, redirected, withStatus } from '../../checks/twists/shapes.ts'
import {
  answer,
  fault,
  inPlaceOf,
  instead,
  sentBy,
  to,
  unrouted,
  variant,
  withBody,
} from '../../checks/twists/twist.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import { earliestDate, lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement, Twist } from '../../contracts/requirement.ts'
import type { ReasonCode } from '../../contracts/results/reasons.ts'

/** What leads to an operation leads nowhere when it is not there. */
const leadingTo = (
  id: string,
  code: 'replacement-absent' | 'created-elsewhere' = 'replacement-absent',
): Readonly<Record<string, ReasonCode>> =>
  Object.fromEntries(
    [...lifecycle.legacyEndpoints, ...lifecycle.v1Routes]
      .filter(({ replacedBy }) => replacedBy === id)
      .map(({ slug }) => [`replacements/${slug}`, code] as const),
  )

/** Only says that it takes the creation, and shows what it makes when that is asked for the fourth time. */
const later = (): Twist => {
  const asked = new Map<string, number>()
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    if (to('/v2/namespaces/{namespace}/repositories', 'POST')(request, pathname)) {
      const response = await next(request)
      if (!response.ok) return response
      const { name } = (await response.json()) as { readonly name: string }
      asked.set(`${pathname}/${name}`, 0)
      return answer(202, {})(request)
    }
    const times = asked.get(pathname)
    if (times === undefined || times >= 3) return next(request)
    asked.set(pathname, times + 1)
    return answer(404)(request)
  }
}

/** Creates repositories in the namespace of the user, whatever namespace is asked for. */
const createdInOther = fault(
  'creates repositories in the namespace of the user, whatever the requested namespace',
  'created-elsewhere',
  instead(to('/v2/namespaces/{namespace}/repositories', 'POST'), async (request, next) => {
    const there = redirected(request, '/v2/namespaces/conformance/repositories')
    return next(withBody(there, { ...(await sentBy(request)), namespace: 'conformance' }))
  }),
  {
    ...leadingTo('CreateRepository', 'created-elsewhere'),
    'repositories/created-get': 'created-not-found',
    'repositories/created-check': 'created-not-found',
    'repositories/created-list': 'not-listed',
  },
)

export default lifecycle.operations.map((fact): Requirement => {
  const shipped = dockerHub.find(binding => binding.operation === fact.id)
  if (!shipped) throw new Error(`no shipped binding for ${fact.id}`)
  const here = to(shipped.path, shipped.method)
  const also = leadingTo(fact.id)
  const isRead = ['GET', 'HEAD'].includes(shipped.method)
  const stated = fact.path === null ? '; its path is not shown' : ` at ${fact.path}`
  return {
    id: `presence/${fact.slug}`,
    level: 'must',
    statement: `The operation ${fact.id} exists${stated}.`,
    since: fact.since ?? earliestDate,
    source: cite(fact.sentence),
    covers: fact.path === null ? ['operations-exist', 'resource-repository'] : ['path-parameters', 'resource-tag'],
    needs: presenceNeeds(fact.id),
    how: `The operation is called at its bound path for an existing resource, and compared with a control path and, if the answer does not name the resource, with a missing resource. It passes if it answers with success and these do not. It fails if it answers 404 exactly like the control path, or 405, 410 or 501. A read is followed to where it is redirected on the target, unless the control path is redirected as well. Other answers are inconclusive.${
      fact.id === 'CreateRepository'
        ? ' It also fails if the answer says that the repository is in another namespace, and the repository is found only there.'
        : fact.id === 'CheckRepository'
          ? ' It also fails if HEAD answers 404 where GET of the same URL shows the repository.'
          : ''
    }`,
    fix:
      fact.path === null
        ? `Serve ${fact.id}; if its path is not ${shipped.method} ${shipped.path}, publish it under this operationId in the OpenAPI reference or name it in a --binding file.`
        : `Serve ${fact.id} at ${shipped.method} ${shipped.path}: the lifecycle document states this path.`,
    cases: [{ name: `${fact.id}, compared with a control path`, check: probe => documentedPresence(probe, fact.id) }],
    faults: {
      'not-found': fault('has no such route', 'absent', instead(here, unrouted), also),
      'method-not-allowed': fault('does not allow the method', 'absent', instead(here, answer(405)), also),
      'not-implemented': fault('answers 501', 'absent', instead(here, answer(501)), also),
      gone: fault('answers 410 for a current operation', 'gone', instead(here, answer(410)), also),
      ...(isRead
        ? {
            redirect: fault(
              'redirects to a path that does not exist',
              'absent',
              instead(here, answer(302, {}, { location: '/elsewhere' })),
              also,
            ),
          }
        : {}),
      ...(fact.id === 'CreateRepository' ? { elsewhere: createdInOther } : {}),
      ...(fact.id === 'CheckRepository'
        ? {
            'never-found': fault(
              'answers 404 for every repository, in other words than for a path that does not exist',
              'absent',
              instead(here, answer(404)),
              also,
            ),
          }
        : {}),
    },
    tolerates: {
      ...(isRead
        ? { moved: variant('redirects to another path, which serves it', moved(here)) }
        : {
            'see-other': variant(
              '303 with the Location of the result',
              inPlaceOf('success', here, answer(303, {}, { location: '/elsewhere' })),
            ),
          }),
      ...(fact.id === 'CreateRepository'
        ? { late: { says: 'answers 202, and shows the repository a while later', twist: later } }
        : {}),
      accepted: variant('another status of success', withStatus(here, 203)),
    },
  }
})
