import { defined } from '../contracts/defined.ts'
import type { Answered, Identity } from '../contracts/exchange.ts'
import type { V1Route } from '../contracts/lifecycle.ts'
import { lifecycle } from '../contracts/lifecycle.ts'
import type { Ask, Probe } from '../contracts/requirement.ts'
import { type Finding, holds, masked, unclear, violated } from '../contracts/results/finding.ts'
import { mayBeCredential } from '../contracts/run/secret-names.ts'
import { refusedBeforeRouting } from './presence/judging.ts'
import { isSuccess, redirectsToItself } from './reading/exchanges.ts'
import { bounds, isReading, ordinaryNames, type V1Names } from './v1/factors.ts'

export { v1Methods } from './v1/factors.ts'

/** The path of a v1 shape with its parameters filled in. */
export const v1Path = (route: V1Route, { namespace, name, tag }: V1Names): string =>
  route.path.replace('{namespace}', namespace).replace('{name}', name).replace('{tag_name}', tag)

/**
 * What a method may be tried on. A hub that still serves v1 carries out what it is asked, so what could change something is only sent of names
 * that nobody has. They are as long as they were, where there is room.
 */
export const namesFor = (probe: Probe, method: string, names: V1Names): V1Names => {
  if (isReading(method) || method === 'OPTIONS') return names
  const suffix = `-${probe.nonce('v1')}`
  const room = Math.max(names.name.length, bounds.name[1]) - suffix.length
  return { ...names, name: names.name.slice(0, room) + suffix }
}

/** The same request to a path that does not exist; below `/v1/` where an unsafe one may not be sent elsewhere. */
const controlsOf = async (probe: Probe, ask: Ask, names: V1Names): Promise<readonly Answered[]> => {
  const tail = `${probe.nonce('no-such-path')}/${names.namespace}/${names.name}/${names.tag}${ask.path.includes('?') ? `?${ask.path.split('?')[1]}` : ''}`
  const outside = { ...ask, path: `/${tail}` }
  if (isReading(ask.method) || ask.method === 'OPTIONS' || (await probe.hasFixture('writes')))
    return [await probe.control(outside)]
  return [await probe.control({ ...ask, path: `/v1/${tail}` }), await probe.control({ ...outside, method: 'GET' })]
}

/** An answer that shows that the target does not say 410 to everything; undefined where there is none. */
const livingAnswer = async (probe: Probe, as: Identity): Promise<Answered | undefined> => {
  const answer = await probe.control({ method: 'GET', path: `/${probe.nonce('no-such-path')}`, as })
  if (answer.response.status !== 410) return answer
  if (await probe.hasFixture('repository')) {
    const { witness } = await probe.fixture('repository')
    if (witness) return witness
  }
  if (await probe.hasFixture('namespace')) {
    const { namespace } = await probe.fixture('namespace')
    const list = await probe.call('listNamespaceRepositories', { namespace }, { as, anyStatus: true })
    if (list.response.status !== 410) return list
  }
  return undefined
}

const sentField = ({ request }: Answered, name: string): string | undefined =>
  request.headers.find(([field]) => field.toLowerCase() === name)?.[1]

/** A shape with a namespace and one without: a server in front that lets one of them through looks at more than credentials. */
const witnesses = lifecycle.v1Routes.filter(({ path }) => path.endsWith('/tags'))

/**
 * An answer that shows that nothing in front refuses these credentials: the same request to another removed route that is gone, or a current
 * route that accepts them. Undefined where none does, and where it is the names that are refused.
 */
const acceptedElsewhere = async (
  probe: Probe,
  asked: Ask & { readonly as: Identity },
  expected: number,
  refused: Answered,
): Promise<Answered | undefined> => {
  const { status } = refused.response
  if (status !== 401 && status !== 403) return undefined
  // Only what may be credentials matters: without the rest many cases share such requests.
  const onlyCredentials = (entries: Iterable<readonly [string, string]>): Record<string, string> =>
    Object.fromEntries([...entries].filter(([name]) => mayBeCredential.test(name)))
  const [place = '', asQuery = ''] = asked.path.split('?')
  const headers = onlyCredentials(Object.entries(asked.headers ?? {}))
  const given = onlyCredentials(new URLSearchParams(asQuery))
  const query = new URLSearchParams(given).toString()
  const { method, as, sending } = asked
  const ask = { method, as, headers, path: place + (query && `?${query}`), ...defined({ sending }) }
  const ordinary = namesFor(probe, method, ordinaryNames)
  const controls = await controlsOf(probe, ask, ordinary)
  if (controls.some(control => control.response.status !== status)) return undefined
  for (const route of witnesses) {
    const other = await probe.control({ ...ask, path: v1Path(route, ordinary) + (query && `?${query}`) })
    if (other.response.status === expected) return other
  }
  // What may change something may be forbidden for another reason than who asks.
  if ((status === 403 && !isReading(method)) || !(await probe.hasFixture('repository'))) return undefined
  const known = await probe.fixture('repository')
  const how = {
    headers,
    query: given,
    anyStatus: true,
    control: true,
  } as const
  const carried = sentField(refused, 'authorization')
  if (carried !== undefined && known.witness && sentField(known.witness, 'authorization') === undefined) {
    // A field that is not for credentials of this hub: where nobody is refused for having none, it must change nothing.
    const nobody = await probe.control({
      method,
      path: v1Path(lifecycle.v1Routes[0] as V1Route, ordinary),
      as: 'anonymous',
    })
    const both = { ...how, as: 'valid', headers: { ...headers, authorization: carried } } as const
    const current = await probe.call('GetRepository', known, both)
    return nobody.response.status === expected && isSuccess(current) ? current : undefined
  }
  if (as !== 'valid') return undefined
  const current = await probe.call('GetRepository', known, { ...how, as, ...defined({ sending }) })
  if (!isSuccess(current) || sending === undefined) return isSuccess(current) ? current : undefined
  // In another form they count as accepted only where nobody else is served.
  const nobody = await probe.call('GetRepository', known, { ...how, as: 'anonymous' })
  return isSuccess(nobody) ? undefined : current
}

/** Whether a removed route answers 410 each time, with controls that tell it from a server that answers so to everything. */
export const judgeGone = async (
  probe: Probe,
  ask: Ask & { readonly as: Identity },
  names: V1Names,
  expected: number,
  times = 1,
): Promise<Finding> => judgeGoneAnswer(probe, ask, names, expected, await probe.send(ask), times)

/** Whether something in front refused a request for its credentials. */
const isRefused = (finding: Finding): boolean =>
  finding.kind === 'masked' && (finding.values.status === 401 || finding.values.status === 403)

/** Judges as nobody, and with valid credentials where something in front refuses who has none: the requirements on names and methods do both. */
export const judgeWithEither = async (probe: Probe, judge: (as: Identity) => Promise<Finding>): Promise<Finding> => {
  const finding = await judge('anonymous')
  return isRefused(finding) && (await probe.hasFixture('credentials')) ? judge('valid') : finding
}

/** The same for the first of the answers. */
export const judgeGoneAnswer = async (
  probe: Probe,
  ask: Ask & { readonly as: Identity },
  names: V1Names,
  expected: number,
  first: Answered,
  times = 2,
): Promise<Finding> => {
  if (first.response.status === expected) {
    const again: Answered[] = []
    while (again.length < times - 1) {
      const answer = await probe.send(ask)
      again.push(answer)
      const { status } = answer.response
      if (status !== expected)
        return violated('status-changed', { expected, first: expected, second: status }, first, ...again)
    }
    const living = await livingAnswer(probe, ask.as)
    return living ? holds(first, ...again, living) : unclear('catch-all', { status: expected }, first, ...again)
  }
  const controls = await controlsOf(probe, ask, names)
  const { status } = first.response
  if (controls.every(control => refusedBeforeRouting(first, control))) {
    const accepted = await acceptedElsewhere(probe, ask, expected, first)
    return accepted
      ? violated('not-gone', { expected, status }, first, ...controls, accepted)
      : masked('refused-before-routing', { status }, first, ...controls)
  }
  // What redirects every such path to another spelling of it is in front, too.
  if ([first, ...controls].every(answer => redirectsToItself(answer) !== undefined))
    return masked('redirects-everything', { status }, first, ...controls)
  // Redirecting every path, living ones included, is the way of something in front: the target may be meant under another URL.
  if (status >= 300 && status < 400 && controls.every(control => control.response.status === status)) {
    const { as, headers = {} } = ask
    const root = await probe.control({ method: 'GET', path: '/v2/', as, headers, like: first })
    const living = (await probe.hasFixture('repository'))
      ? await probe.call('GetRepository', await probe.fixture('repository'), { as, headers, anyStatus: true })
      : root
    if (root.response.status === status && living.response.status === status)
      return masked('redirects-everything', { status }, first, root, living)
  }
  return violated('not-gone', { expected, status }, first, ...controls)
}

/** The shapes that a v1 path has; with names that are words of other shapes it may be more than one. */
export const v1RoutesOf = (path: string): readonly V1Route[] =>
  lifecycle.v1Routes.filter(route => {
    const expected = route.path.split('/')
    const given = path.replace(/\/$/, '').split('/')
    return (
      expected.length === given.length &&
      expected.every((segment, index) => segment.startsWith('{') || segment === given[index])
    )
  })

/** The first of them. */
export const v1RouteOf = (path: string): V1Route | undefined => v1RoutesOf(path)[0]
