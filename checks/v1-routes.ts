import type { Answered, Identity } from '../contracts/exchange.ts'
import { exempt, type Finding, holds, masked, unclear, violated } from '../contracts/finding.ts'
import type { V1Route } from '../contracts/lifecycle.ts'
import { lifecycle } from '../contracts/lifecycle.ts'
import type { Ask, Case, Probe } from '../contracts/requirement.ts'
import { refusedBeforeRouting } from './presence.ts'

/** What stands for the parameters of a v1 shape. */
export interface V1Names {
  readonly namespace: string
  readonly name: string
  readonly tag: string
}

/** Classes of names that clients use (Docker Hub bounds a repository's at 255 characters, a tag's at 128), and the query that goes with them. */
export interface NameClass {
  readonly label: string
  readonly query?: string
  /** What is there, and may be somebody's: only the run's own is asked of with a method that could change it. */
  readonly existing?: true
  /** Path segments as sent; undefined where the target has none to give. */
  names(probe: Probe): Promise<V1Names | undefined>
}

const fixed = (label: string, names: V1Names, query?: string): NameClass => ({
  label,
  ...(query === undefined ? {} : { query }),
  names: async () => names,
})

export const nameClasses: readonly NameClass[] = [
  fixed('ordinary name', { namespace: 'acme', name: 'probe', tag: 'latest' }),
  fixed('library', { namespace: 'library', name: 'library', tag: '3.19' }),
  fixed('dotted-dashed_underscored name', { namespace: 'acme-labs', name: 'my.probe-v2_x', tag: 'v1.0-rc_1' }),
  fixed('capitals and digits', { namespace: 'Acme2', name: 'Probe2', tag: 'RC1' }),
  fixed('long name', { namespace: 'acme', name: 'a'.repeat(255), tag: 'b'.repeat(128) }),
  // Only characters that need no escape are escaped: the name is an ordinary one, spelt otherwise (RFC 3986, section 6.2.2.2).
  fixed('percent-encoded name', { namespace: 'acme%2Dlabs', name: 'hub%2Dprobe%2Ex', tag: 'v1%2E0' }),
  {
    label: 'repository that exists on v2',
    existing: true,
    names: async probe => {
      if (!(await probe.hasFixture('repository'))) return undefined
      const { namespace, repository } = await probe.fixture('repository')
      const tag = (await probe.hasFixture('tag')) ? (await probe.fixture('tag')).tag : 'latest'
      return {
        namespace: encodeURIComponent(namespace),
        name: encodeURIComponent(repository),
        tag: encodeURIComponent(tag),
      }
    },
  },
  fixed('names that are words of the paths', { namespace: 'tags', name: 'images', tag: 'latest' }),
  // Paths that a router may take for another of the shapes.
  fixed('names that make two shapes one', { namespace: 'acme', name: 'tags', tag: 'images' }),
  fixed('digits, with query', { namespace: '2048', name: '2048', tag: '7' }, '?page=2&page_size=10'),
]

export const v1Methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const personas: readonly Identity[] = ['anonymous', 'malformed', 'valid']

const personaLabel: Readonly<Record<Identity, string>> = {
  anonymous: 'no credentials',
  malformed: 'malformed credentials',
  valid: 'valid credentials',
}

/** The path of a v1 shape with its parameters filled in. */
export const v1Path = (route: V1Route, { namespace, name, tag }: V1Names): string =>
  route.path.replace('{namespace}', namespace).replace('{name}', name).replace('{tag_name}', tag)

const longest = 255

/**
 * What a method may be tried on. A hub that still serves v1 carries out what it is asked, so what could change something is only sent of names
 * that nobody has, and without a body.
 */
export const namesFor = (probe: Probe, method: string, names: V1Names): V1Names => {
  if (method === 'GET' || method === 'HEAD') return names
  const suffix = `-${probe.nonce('v1')}`
  return { ...names, name: names.name.slice(0, longest - suffix.length) + suffix }
}

/** The names of a class for a method; what exists and is somebody else's is only read. */
const namesOf = async (probe: Probe, method: string, nameClass: NameClass): Promise<V1Names | undefined> => {
  if (nameClass.existing && method !== 'GET' && method !== 'HEAD') {
    if (!(await probe.hasFixture('writes')) || !(await probe.hasFixture('own-repository'))) return undefined
    const { namespace, repository } = await probe.fixture('own-repository')
    return { namespace: encodeURIComponent(namespace), name: encodeURIComponent(repository), tag: 'latest' }
  }
  const given = await nameClass.names(probe)
  return given && namesFor(probe, method, given)
}

/** The same request to a path that never existed; below `/v1/` where an unsafe one may not be sent elsewhere. */
const strangersOf = async (probe: Probe, ask: Ask, names: V1Names): Promise<readonly Answered[]> => {
  const tail = `${probe.nonce('never-existed')}/${names.namespace}/${names.name}/${names.tag}${ask.path.includes('?') ? `?${ask.path.split('?')[1]}` : ''}`
  const outside = { ...ask, path: `/${tail}` }
  if (ask.method === 'GET' || ask.method === 'HEAD' || (await probe.hasFixture('writes')))
    return [await probe.control(outside)]
  return [await probe.control({ ...ask, path: `/v1/${tail}` }), await probe.control({ ...outside, method: 'GET' })]
}

/** An answer that shows that the target does not say 410 to everything; undefined where there is none. */
const livingAnswer = async (probe: Probe, as: Identity): Promise<Answered | undefined> => {
  const asks: Ask[] = [{ method: 'GET', path: `/${probe.nonce('never-existed')}`, as }]
  for (const ask of asks) {
    const answer = await probe.control(ask)
    if (answer.response.status !== 410) return answer
  }
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

/** Whether a removed route answers 410, asked twice, with controls that tell it from a server that answers so to everything. */
export const judgeGone = async (
  probe: Probe,
  ask: Ask & { readonly as: Identity },
  names: V1Names,
  expected: number,
): Promise<Finding> => judgeGoneAnswer(probe, ask, names, expected, await probe.send(ask))

/** The same for the first of the two answers. */
export const judgeGoneAnswer = async (
  probe: Probe,
  ask: Ask & { readonly as: Identity },
  names: V1Names,
  expected: number,
  first: Answered,
): Promise<Finding> => {
  if (first.response.status === expected) {
    const second = await probe.send(ask)
    if (second.response.status !== expected)
      return violated('status-changed', { expected, first: expected, second: second.response.status }, first, second)
    const living = await livingAnswer(probe, ask.as)
    return living ? holds(first, second, living) : unclear('catch-all', { status: expected }, first, second)
  }
  const strangers = await strangersOf(probe, ask, names)
  const { status } = first.response
  if (strangers.every(stranger => refusedBeforeRouting(first, stranger)))
    return masked('refused-before-routing', { status }, first, ...strangers)
  // Redirecting every path, living ones included, is the way of something in front: the target may be meant under another URL.
  if (status >= 300 && status < 400 && strangers.every(stranger => stranger.response.status === status)) {
    const root = await probe.control({ method: 'GET', path: '/v2/', as: ask.as })
    const living = (await probe.hasFixture('repository')) ? (await probe.fixture('repository')).witness : null
    if (root.response.status === status && living === null)
      return masked('redirects-everything', { status }, first, root)
  }
  return violated('not-gone', { expected, status }, first, ...strangers)
}

/** Who asks for a class of names; what exists may be shown to its owner and to nobody else, so there each method meets both. */
const askers = ({ existing }: NameClass, turn: number): readonly Identity[] => {
  const own = personas[turn % personas.length] as Identity
  return existing ? [...new Set<Identity>([own, 'anonymous', 'valid'])] : [own]
}

/** Who asks for what, by what it says that it takes. */
const clients: readonly (readonly [who: string, accept: string])[] = [
  ['a browser', 'text/html,application/xhtml+xml;q=0.9'],
  ['a client of the API', 'application/json'],
]

/**
 * Cases over methods, credentials and names of one shape. Every pair of method and name is there that changes nothing of anybody's, and each method
 * and each name meets every sort of credentials; the full product would be three times as many requests and tell no more.
 */
export const v1Cases = (route: V1Route): readonly Case[] => [
  ...v1Methods.flatMap((method, row) =>
    nameClasses.flatMap((nameClass, column) =>
      askers(nameClass, row + column).map(
        (as): Case => ({
          name: `${method}, ${nameClass.label}, ${personaLabel[as]}`,
          check: async probe => {
            if (as === 'valid' && !(await probe.hasFixture('credentials')))
              return exempt('no-credentials-to-ask-with', {})
            const names = await namesOf(probe, method, nameClass)
            if (!names) return exempt('no-repository-to-ask-for', {})
            const path = v1Path(route, names) + (nameClass.query ?? '')
            return judgeGone(probe, { method, path, as }, names, route.status)
          },
        }),
      ),
    ),
  ),
  ...clients.map(
    ([who, accept]): Case => ({
      name: `GET, as ${who} asks`,
      check: probe => {
        const names = { namespace: 'acme', name: 'probe', tag: 'latest' }
        const path = v1Path(route, names)
        return judgeGone(probe, { method: 'GET', path, as: 'anonymous', headers: { accept } }, names, route.status)
      },
    }),
  ),
]

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
