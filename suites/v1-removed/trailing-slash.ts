import { redirectsToItself } from '../../checks/reading/exchanges.ts'
import { published } from '../../checks/source.ts'
import { answer, faultsFor, instead, variants } from '../../checks/twists/twist.ts'
import { ordinaryNames } from '../../checks/v1/factors.ts'
import { judgeGone, judgeGoneAnswer, judgeWithEither, namesFor, v1Path, v1RouteOf } from '../../checks/v1-routes.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'

const slashed = (_request: Request, path: string): boolean => path.endsWith('/') && v1RouteOf(path) !== undefined

export default {
  id: 'v1-removed/trailing-slash',
  level: 'should',
  statement: 'The removed v1 shapes answer 410 with a trailing slash as well.',
  since: '2022-08-23',
  source: published(
    'Deprecation log, v1 routes',
    'The v1 routes are gone; existing clients call them with a trailing slash, which the document does not show.',
  ),
  needs: [],
  how: 'Each of the six shapes is requested with GET and a trailing slash, and the first also with DELETE. A redirect to the path without it passes if that path answers 410. Where every path is refused without credentials, valid ones are sent.',
  fix: 'Match an optional trailing slash in the routes that answer 410.',
  cases: lifecycle.v1Routes.flatMap((route, at) =>
    (at === 0 ? (['GET', 'DELETE'] as const) : (['GET'] as const)).map(method => ({
      name: `${method} ${route.path}/`,
      check: probe =>
        judgeWithEither(probe, async as => {
          const given = namesFor(probe, method, ordinaryNames)
          const ask = { method, path: v1Path(route, given), as }
          const slashed = { ...ask, path: `${ask.path}/` }
          const first = await probe.send(slashed)
          // What leads to the path without the slash is judged there.
          return redirectsToItself(first) === undefined
            ? judgeGoneAnswer(probe, slashed, given, route.status, first, 1)
            : judgeGone(probe, ask, given, route.status)
        }),
    })),
  ),
  faults: faultsFor('not-gone', {
    'not-found': ['answers 404 to a trailing slash', instead(slashed, answer(404))],
    'one-shape': [
      'answers 404 to the trailing slash of one shape',
      instead((request, path) => slashed(request, path) && v1RouteOf(path)?.slug === 'name-tag', answer(404)),
    ],
  }),
  tolerates: variants({
    empty: ['a 410 without a body', instead(slashed, () => new Response(null, { status: 410 }))],
    redirect: [
      'redirects to the path without the slash',
      instead(slashed, request =>
        answer(308, {}, { location: new URL(request.url).pathname.replace(/\/$/, '') })(request),
      ),
    ],
  }),
} satisfies Requirement
