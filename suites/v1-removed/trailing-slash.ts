import { published } from '../../checks/source.ts'
import { answer, fault, instead, variant } from '../../checks/twists/twist.ts'
import { ordinaryNames } from '../../checks/v1/factors.ts'
import { judgeGone, namesFor, v1Path, v1RouteOf } from '../../checks/v1-routes.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'

const slashed = (_request: Request, path: string): boolean => path.endsWith('/') && v1RouteOf(path) !== undefined

const requirement: Requirement = {
  id: 'v1-removed/trailing-slash',
  level: 'should',
  statement: 'The removed v1 shapes answer 410 with a trailing slash as well.',
  since: '2022-08-23',
  source: published(
    'Deprecation log, v1 routes',
    'The v1 routes are gone; existing clients call them with a trailing slash, which the document does not show.',
  ),
  needs: [],
  how: 'Each of the six shapes is requested with GET and DELETE and a trailing slash.',
  fix: 'Match an optional trailing slash in the routes that answer 410.',
  cases: lifecycle.v1Routes.flatMap(route =>
    (['GET', 'DELETE'] as const).map(method => ({
      name: `${method} ${route.path}/`,
      check: probe => {
        const given = namesFor(probe, method, ordinaryNames)
        return judgeGone(probe, { method, path: `${v1Path(route, given)}/`, as: 'anonymous' }, given, route.status)
      },
    })),
  ),
  faults: {
    'not-found': fault('answers 404 to a trailing slash', 'not-gone', instead(slashed, answer(404))),
    'one-shape': fault(
      'answers 404 to the trailing slash of one shape',
      'not-gone',
      instead((request, path) => slashed(request, path) && v1RouteOf(path)?.slug === 'name-tag', answer(404)),
    ),
  },
  tolerates: {
    empty: variant(
      'a 410 without a body',
      instead(slashed, () => new Response(null, { status: 410 })),
    ),
  },
}

export default requirement
