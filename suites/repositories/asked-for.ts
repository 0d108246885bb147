import { isDenial } from '../../checks/answers/existence.ts'
import { objectsWithPlaces } from '../../checks/answers/tokens.ts'
import { jsonAlone } from '../../checks/http/fields.ts'
import { pages } from '../../checks/paging/pages.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { has, isObject, type JsonObject, json, jsonIn, jsonOfSuccess } from '../../checks/reading/json.ts'
import { flat, mentions, representation } from '../../checks/reading/things.ts'
import {
  isIn,
  listOf,
  membersIn,
  namesInMembers,
  type PlaceMembers,
  type RepositoryPlace,
  repositoryPlaceOf,
} from '../../checks/repository-place.ts'
import { ownAnswer, refused } from '../../checks/round-trip.ts'
import { cite } from '../../checks/source.ts'
import { inEveryNamespace, layered, missingAs, onEachThing, redirected } from '../../checks/twists/shapes.ts'
import {
  edited,
  faultsFor,
  instead,
  onObject,
  to,
  variants,
  withMembers,
  withObject,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { CallOptions, Probe, RepositoryFixture, Requirement } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'
import { isRunName } from '../../contracts/run/run-name.ts'

const operation = 'GetRepository'
const here = to('/v2/namespaces/{namespace}/repositories/{repository}', 'GET')
const list = to('/v2/namespaces/{namespace}/repositories', 'GET')

const nameKeys = [
  'name',
  'repository',
  'repo',
  'repo_name',
  'repository_name',
  'slug',
  'full_name',
  'path',
  'title',
  'id',
]

/** Names that an answer gives the thing that it describes, with their members. */
const namesByMember = (body: unknown, members?: PlaceMembers): ReadonlyMap<string, string> => {
  const object = flat(representation(body, [])) as JsonObject | undefined
  const found = new Map<string, string>()
  for (const key of [...(members?.name ?? []), ...nameKeys]) {
    const value = object && has(object, key) ? object[key] : undefined
    if (typeof value === 'string') found.set(key, value.split('/').at(-1) ?? value)
  }
  return found
}

const ownNames = (body: unknown, members?: PlaceMembers): readonly string[] => [
  ...namesByMember(body, members).values(),
]

/** Whether an answer names a repository elsewhere than in an address, which may be that of the request. */
const namesIt = (body: unknown, name: string): boolean =>
  mentions(body, name, text => (/^\/|:\/\//.test(text) ? '' : text))

/** Where an answer names a repository: what stands elsewhere than the one that was asked for, such as a suggestion, is not what was returned. */
const placeIn = (body: unknown, name: string): string | undefined =>
  objectsWithPlaces(body)
    .places.find(({ object }) =>
      Object.values(object).some(value => typeof value === 'string' && mentions(value, name)),
    )
    ?.path.join('/')

interface Known {
  /** Other repositories of the namespace that are known to exist. */
  readonly others: readonly string[]
  /** Where the list shows the repositories, as far as it says so. */
  readonly places: ReadonlyMap<string, Listed>
  /** The members in which this hub writes the name and the namespace of a repository; undefined where the list does not tell. */
  readonly members?: PlaceMembers
}

interface Listed {
  readonly place: RepositoryPlace
  readonly page: Answered
}

const knownIn = async (probe: Probe, known: RepositoryFixture): Promise<Known> => {
  const others = new Set<string>()
  const places = new Map<string, Listed>()
  if (await probe.hasFixture('own-repository')) {
    const own = await probe.fixture('own-repository')
    if (own.namespace === known.namespace) others.add(own.repository)
  }
  const list = await probe.call('listNamespaceRepositories', known, { anyStatus: true, control: true })
  let members: PlaceMembers | undefined
  if (jsonOfSuccess(list) !== undefined && !isDenial(list))
    for await (const page of pages(probe, list)) {
      if (mentions(page.items, known.repository)) members ??= membersIn(page.items, known)
      for (const item of page.items) {
        const name = isObject(item) ? ownNames(item, members)[0] : typeof item === 'string' ? item : undefined
        if (name !== undefined) others.add(name)
        const place = repositoryPlaceOf(item, members)
        // Whether the list already has what this run created depends on when it was requested.
        if (place && !isRunName(place.name)) places.set(place.name, { place, page: page.exchange })
      }
      if (others.size > 2) break
    }
  others.delete(known.repository)
  return { others: [...others], places, ...(members ? { members } : {}) }
}

const judgeOne = async (
  probe: Probe,
  asked: RepositoryFixture,
  others: readonly string[],
  members: PlaceMembers | undefined,
  listed?: Listed,
  options: CallOptions = {},
): Promise<Finding> => {
  const first = await probe.call(operation, asked, { ...options, anyStatus: true })
  const found = isSuccess(first) ? first : await probe.call(operation, asked)
  if (!isSuccess(found)) return refused(operation, found)
  if (found.response.body.trim() === '') return exempt('no-representation', { operation, field: 'name' }, found)
  const open = await ownAnswer(probe, operation, asked, found)
  if (open) return open
  const body = json(found)
  const names = ownNames(body, members)
  const shown = representation(body, [asked.repository])
  const place = repositoryPlaceOf(shown, members)
  // Where the list says that it is in the requested namespace, an answer that says otherwise is about another one.
  if (listed && isIn(listed.place, asked.namespace) && place && !isIn(place, asked.namespace)) {
    const elsewhere = await listOf(probe, place.namespace)
    const what = `${asked.namespace}/${asked.repository}`
    const got = `${place.namespace}/${place.name}`
    if (elsewhere) return violated('other-repository', { operation, what, got }, found, listed.page, elsewhere)
  }
  const other = others.find(one => names.includes(one))
  const values = { operation, what: asked.repository, got: other ?? '' }
  if (mentions(body, asked.repository))
    return other !== undefined && !names.includes(asked.repository)
      ? unclear('other-repository', values, found)
      : holds(found)
  if (other !== undefined) return violated('other-repository', values, found)
  // In the member that holds the name of a repository in the list, another name stands.
  const [stated] = members ? namesInMembers(shown, members) : []
  if (stated === undefined) return exempt('no-field', { operation, field: 'name' }, found)
  const got = place ? `${place.namespace}/${place.name}` : stated
  const elsewhere = place && !isIn(place, asked.namespace) ? await listOf(probe, place.namespace) : undefined
  return elsewhere && mentions(json(elsewhere), stated)
    ? violated('other-repository', { ...values, got }, found, elsewhere)
    : unclear('other-repository', { ...values, got }, found)
}

/** Open or undefined, unless the known repository is found in a namespace that does not exist: it names the one in which it is. */
const judgeElsewhere = async (
  probe: Probe,
  { namespace, repository }: RepositoryFixture,
): Promise<Finding | undefined> => {
  const nowhere = probe.nonce('missing')
  const found = await probe.call(operation, { namespace: nowhere, repository }, { control: true })
  const body = jsonOfSuccess(found)
  if (!mentions(body, repository) || !mentions(body, namespace) || mentions(body, nowhere)) return undefined
  const own = await probe.call(operation, { namespace, repository }, { control: true })
  if (placeIn(body, repository) !== placeIn(json(own), repository)) return undefined
  const what = `${nowhere}/${repository}`
  return violated('other-repository', { operation, what, got: `${namespace}/${repository}` }, found)
}

/** The names that begin with another one: what looks a repository up by a part of its name, or without its ending, finds that one. */
const longerNames = (names: readonly string[]): readonly string[] =>
  names.filter(name => names.some(other => other !== name && name.startsWith(other)))

const judge = async (probe: Probe): Promise<Finding> => {
  const { namespace, repository } = await probe.fixture('repository')
  const { others, places, members } = await knownIn(probe, { namespace, repository })
  const known = [repository, ...others]
  const unlike = others.find(name => !isRunName(name) && /[._]/.test(name))
  const [second, ...further] = [
    ...new Set([...longerNames(known), ...(unlike === undefined ? others.slice(0, 1) : [unlike])]),
  ].filter(name => name !== repository)
  // The name of what the run made is nobody else's, so that naming it is enough.
  if (second === undefined)
    return isRunName(repository)
      ? judgeOne(probe, { namespace, repository }, [], members)
      : unclear('only-one', { operation })
  const judgeNamed = (name: string, options?: CallOptions): Promise<Finding> =>
    judgeOne(
      probe,
      { namespace, repository: name },
      known.filter(other => other !== name),
      members,
      places.get(name),
      options,
    )
  // Other requirements accept anything, and ask with credentials.
  const first = await judgeNamed(repository, jsonAlone(probe.bind(operation)))
  if (first.kind === 'violated' || (first.kind === 'unclear' && first.code !== 'other-repository')) return first
  const elsewhere = first.kind === 'holds' ? await judgeElsewhere(probe, { namespace, repository }) : undefined
  if (elsewhere) return elsewhere
  const other = await judgeNamed(second, { as: 'anonymous' })
  if (other.kind === 'violated') return other
  for (const name of further.slice(0, 2)) {
    const more = await judgeNamed(name)
    if (more.kind === 'violated') return more
  }
  // A name that is a word as well may stand in a description; that of the other one need not.
  if (first.kind === 'unclear') return first
  if (first.kind !== 'holds' || other.kind !== 'holds')
    return first.kind === 'exempt' && other.kind === 'holds' ? first : other
  return { ...other, seen: [...first.seen, ...other.seen] as [Answered, ...Answered[]] }
}

/** What else the run received of the operation: with other header fields, or from other requirements. */
const judgeReceived = async (probe: Probe): Promise<Finding> => {
  const received = probe.received(operation)
  const read = received.flatMap(({ answer, values: { repository = '' } }) => {
    const value = jsonIn(answer)
    return value === undefined ? [] : [{ answer, value, repository }]
  })
  const list = probe.received('listNamespaceRepositories').flatMap(({ answer, values }) => {
    const body = jsonIn(answer)
    // What says that nothing was found lists nothing.
    const isList = body !== undefined && !isDenial(answer)
    return isList && received.some(other => other.values.namespace === values.namespace) ? [body] : []
  })
  const names = new Set(read.map(({ repository }) => repository))
  const [shown, ...others] = read.filter(({ value, repository }) => namesIt(value, repository))
  const place = shown && placeIn(shown.value, shown.repository)
  /** Whether this member holds the name wherever an answer names what was asked for. */
  const holdsNames = (member: string): boolean =>
    shown !== undefined &&
    [shown, ...others].every(({ value, repository }) => namesByMember(value).get(member) === repository)
  for (const { answer, value, repository } of read) {
    if (namesIt(value, repository)) continue
    const isNamed = mentions(value, repository)
    const [, other] =
      [...namesByMember(value)].find(
        ([member, name]) =>
          name !== repository &&
          (names.has(name) || mentions(list, name)) &&
          (place === undefined || placeIn(value, name) === place) &&
          (!isNamed || holdsNames(member)),
      ) ?? []
    if (other !== undefined) return violated('other-repository', { operation, what: repository, got: other }, answer)
  }
  return shown
    ? holds(shown.answer)
    : exempt('not-seen', { what: `a success of ${operation} that names its repository` })
}

/** The name and the namespace of repositories under other members. */
const slugs = edited(
  onEachThing(item => {
    if (!isObject(item)) return item
    const { name, namespace, ...rest } = item
    return { ...rest, slug: name, space: namespace }
  }),
)

export default {
  id: 'repositories/get-asked-for',
  level: 'must',
  statement: 'GetRepository never returns a repository other than the one in its path.',
  since: '2025-09-19',
  source: cite('resource-repository'),
  covers: ['op-get-repository', 'area-repositories', 'path-parameters'],
  needs: ['repository'],
  how: 'Two to four existing repositories of one namespace are requested, the first with Accept: application/json, another one without credentials if that is answered. Names that have another name as a prefix, or contain a dot or an underscore, are preferred. The first is also requested in a namespace that does not exist. It fails if an answer contains the name of another listed repository and not the requested one, if it shows another existing namespace while the list shows the requested one, or if the missing namespace returns the repository in its own namespace. An answer without any name is not judged. All other successes in the run are judged at the end.',
  fix: 'Look up the repository by both segments of the path.',
  cases: [
    { name: 'known repositories', check: judge },
    { name: 'other answers of the run', last: true, check: judgeReceived },
  ],
  faults: faultsFor('other-repository', {
    constant: [
      'returns the same repository for every request',
      withMembers(here, { name: 'sample' }),
      { 'repositories/created-get': 'other-thing' },
    ],
    namespace: [
      'shows the requested repository in another namespace than the list does',
      withMembers(here, { namespace: 'conformance' }),
      { 'repositories/created-get': 'other-thing', 'replacements/get-repository-same-resource': 'other-resource' },
    ],
    beginning: [
      'returns the repository whose name is a prefix of the requested one',
      instead(here, async (request, next) => {
        const shorter = new URL(request.url.replace(/(service-\d+)-[^/?]+/, '$1'))
        return next(new Request(shorter, request))
      }),
    ],
    prefix: [
      'returns the repository whose name is a prefix of the missing name, with the requested URL',
      instead(here, async (request, next) => {
        const response = await next(request.clone())
        if (response.status !== 404) return response
        const { pathname, origin } = new URL(request.url)
        const shorter = pathname.replace(/-hub-conformance-missing-[^/]+$/, '')
        return edited(onObject(body => ({ ...body, self: pathname })))(new Request(origin + shorter, request), next)
      }),
      { 'repositories/missing-get': 'missing-like-existing' },
    ],
    'any-namespace': [
      'finds a repository in every namespace',
      inEveryNamespace(here),
      { 'repositories/missing-get': 'missing-like-existing' },
    ],
    'own-members': [
      'returns a repository of another namespace for every request, with other member names',
      layered(
        instead(list, slugs),
        withObject(here, body => ({ slug: 'sample', space: 'conformance', born: body.date_registered })),
      ),
      { 'repositories/created-get': 'other-thing', 'schemas/get-repository': 'schema-mismatch' },
    ],
    json: [
      'returns another repository to clients that accept only JSON',
      instead(
        (request, path) => here(request, path) && request.headers.get('accept') === 'application/json',
        (request, next) => next(redirected(request, '/v2/namespaces/conformance-org/repositories/service-9')),
      ),
    ],
    anonymous: [
      'returns another repository to requests without credentials',
      instead(
        (request, path) => here(request, path) && !request.headers.has('authorization'),
        (request, next) => next(redirected(request, '/v2/namespaces/conformance-org/repositories/sample')),
      ),
    ],
    third: [
      'returns a third repository for every request',
      instead(here, async (request, next) => {
        const { pathname, origin } = new URL(request.url)
        const namespace = pathname.split('/')[3] ?? ''
        const list = await next(new Request(`${origin}/v2/namespaces/${namespace}/repositories`, request))
        const names = list.ok ? (((await list.json()) as { results: { name: string }[] }).results ?? []) : []
        const third = names
          .map(({ name }) => name)
          .find(name => !pathname.endsWith(`/${name}`) && !/sample|hub-/.test(name))
        return edited(body => (isObject(body) && third !== undefined ? { ...body, name: third } : body))(request, next)
      }),
      { 'repositories/created-get': 'other-thing', 'replacements/get-repository-same-resource': 'other-resource' },
    ],
  }),
  tolerates: variants({
    'own-members': [
      'other member names for the name and the namespace',
      layered(instead(here, slugs), instead(list, slugs)),
    ],
    titles: [
      'a title, and the name only in a URL',
      instead(here, (request, next) =>
        edited(
          onObject(({ name: _name, ...rest }) => ({ ...rest, title: 'Images', self: new URL(request.url).pathname })),
        )(request, next),
      ),
    ],
    suggestions: [
      'a success with similar repositories for one that does not exist',
      missingAs(here, 200, {
        message: 'Try one of these.',
        suggestions: [{ name: 'sample', namespace: 'conformance-org' }],
      }),
    ],
    nameless: ['no name at all', withObject(here, ({ name: _name, ...rest }) => rest)],
    display: ['the display name of the namespace', withMembers(here, { namespace: 'Conformance, Inc.' })],
    related: ['the repository that it was forked from', withMembers(here, { forked_from: { name: 'sample' } })],
    'full-name': [
      'namespace and name in one member',
      withObject(here, body => ({ repository: { full_name: `${body.namespace}/${body.name}` } })),
    ],
  }),
} satisfies Requirement
