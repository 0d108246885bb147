import { published } from '../../checks/source.ts'
import { answer, fault, instead, variant } from '../../checks/twists/twist.ts'
import { ordinaryNames } from '../../checks/v1/factors.ts'
import { judgeGone, judgeWithEither, v1Path, v1RouteOf } from '../../checks/v1-routes.ts'
import type { Identity } from '../../contracts/exchange.ts'
import { lifecycle, type V1Route } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'
import { type Finding, unclear } from '../../contracts/results/finding.ts'

/** What answers every path alike, with success, is something in front that serves cross-origin requests. */
const judge = async (probe: Probe, route: V1Route, as: Identity): Promise<Finding> => {
  const ask = { method: 'OPTIONS', path: v1Path(route, ordinaryNames), as }
  const finding = await judgeGone(probe, ask, ordinaryNames, route.status)
  if (finding.kind !== 'violated') return finding
  const [first, ...controls] = finding.seen
  const statuses = finding.seen.map(seen => ('response' in seen ? seen.response?.status : undefined))
  const [status] = statuses
  return status !== undefined && status < 300 && statuses.every(each => each === status)
    ? unclear('answered-before-routing', { method: 'OPTIONS', status }, first, ...controls)
    : finding
}

const options = (request: Request, path: string): boolean =>
  request.method === 'OPTIONS' && !path.endsWith('/') && v1RouteOf(path) !== undefined

export default {
  id: 'v1-removed/options',
  level: 'should',
  statement: 'The removed v1 shapes answer 410 to OPTIONS as well.',
  since: '2022-08-23',
  source: published(
    'Deprecation log, v1 routes',
    'The v1 routes are gone; the document shows no method, and OPTIONS is often answered before any route.',
  ),
  needs: [],
  how: 'Each of the six shapes is requested with OPTIONS, and so is a control path. If every path is answered with the same success, a server in front of the hub may answer OPTIONS, and the requirement is inconclusive. Where every path is refused without credentials, valid ones are sent.',
  fix: 'Answer 410 to OPTIONS on these routes as well.',
  cases: lifecycle.v1Routes.map(route => ({
    name: `OPTIONS ${route.path}`,
    check: probe => judgeWithEither(probe, as => judge(probe, route, as)),
  })),
  faults: {
    'not-found': fault('answers 404 to OPTIONS on v1 routes', 'not-gone', instead(options, answer(404))),
    allowed: fault(
      'answers OPTIONS on one removed shape as on a current route',
      'not-gone',
      instead(
        (request, path) => options(request, path) && v1RouteOf(path)?.slug === 'name-tags',
        () => new Response(null, { status: 204, headers: { allow: 'GET, HEAD' } }),
      ),
    ),
  },
  tolerates: {
    html: variant(
      'a 410 page in HTML',
      instead(options, () => new Response('<h1>Gone</h1>', { status: 410, headers: { 'content-type': 'text/html' } })),
    ),
  },
} satisfies Requirement
