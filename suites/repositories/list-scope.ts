import { declaredLists } from '../../checks/answers/declared-lists.ts'
import { judgeForeign } from '../../checks/answers/foreign-repositories.ts'
import { itemsOf } from '../../checks/answers/plain-form.ts'
import { listPathOf, placesIn } from '../../checks/answers/tokens.ts'
import { isUnfinished, readList, unfinished } from '../../checks/paging/list.ts'
import { documentedPresence, presenceNeeds } from '../../checks/presence/documented.ts'
import { isAnswered, isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject, type JsonObject, jsonIn, jsonOfSuccess } from '../../checks/reading/json.ts'
import { mentions } from '../../checks/reading/things.ts'
import { isIn, membersIn, repositoryPlacesOf } from '../../checks/repository-place.ts'
import { cite } from '../../checks/source.ts'
import { listedByQuery } from '../../checks/twists/by-query.ts'
import {
  byLetter,
  grouped,
  inEveryNamespace,
  layered,
  missingAs,
  namedGroups,
  withItems,
} from '../../checks/twists/shapes.ts'
import { answer, type FaultRow, faultsFor, instead, to, variant } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const operation = 'listNamespaceRepositories'
const list = to('/v2/namespaces/{namespace}/repositories', 'GET')

const judge = async (probe: Probe): Promise<Finding> => {
  const { namespace } = await probe.fixture('namespace')
  const presence = await documentedPresence(probe, operation)
  if (presence.kind === 'violated') return unclear(presence.code, presence.values, ...presence.seen)
  if (presence.kind !== 'holds') return presence
  const first = presence.seen.find(isAnswered)
  if (!first) return unclear('no-list', { operation }, ...presence.seen)
  if (jsonOfSuccess(first) === undefined) return unclear('no-list', { operation }, first)
  const list = await readList(probe, first)
  const finding = await judgeForeign(
    probe,
    namespace,
    list.pages.map(({ exchange }) => exchange),
  )
  // What a list says that it has, and does not show, may be anybody's.
  return finding.kind === 'holds' && isUnfinished(list.end)
    ? unfinished(operation, list, list.pages.at(-1)?.exchange ?? first)
    : finding
}

/** What other cases received of the same list, with a query of their own or at another time, and of that of the user's own namespace. */
const judgeReceived = async (probe: Probe): Promise<Finding> => {
  const { namespace } = await probe.fixture('namespace')
  const nowhere = probe.nonce('missing')
  // It lists another namespace of the credentials, where one is known.
  await probe.hasFixture('listed')
  const received = probe.received(operation).filter(({ values }) => values.namespace !== nowhere)
  let found: Finding | undefined
  for (const owner of new Set([namespace, ...received.map(({ values }) => values.namespace)])) {
    if (owner === undefined) continue
    const lists = received.filter(({ values }) => values.namespace === owner)
    const finding = await judgeForeign(
      probe,
      owner,
      lists.map(({ answer }) => answer),
    )
    if (finding.kind === 'violated') return finding
    if (found === undefined || finding.kind === 'unclear') found = finding
  }
  return found ?? exempt('not-seen', { what: `a success of ${operation}` })
}

/** The list with the parameters that the target declares for it. */
const judgeDeclared = async (probe: Probe): Promise<Finding> => {
  const { namespace, repository } = await probe.fixture('repository')
  const lists = await declaredLists(probe, operation, { namespace }, repository)
  return judgeForeign(probe, namespace, lists)
}

/** The list of a namespace that does not exist: what it shows in the known namespace is of another one. */
const judgeMissing = async (probe: Probe): Promise<Finding> => {
  const { namespace, repository } = await probe.fixture('repository')
  const shown = await probe.call(operation, { namespace }, { anyStatus: true, control: true })
  if (!isSuccess(shown)) return exempt('not-seen', { what: `a success of ${operation}` }, shown)
  const nowhere = probe.nonce('missing')
  const found = await probe.call(operation, { namespace: nowhere }, { control: true })
  const items = itemsOf(found) ?? []
  const members = membersIn(items, { namespace, repository })
  const places = items.filter(item => !mentions(item, nowhere)).flatMap(item => repositoryPlacesOf(item, members))
  const known = places.find(place => isIn(place, namespace))
  // What stands elsewhere than the repositories of a namespace, such as a suggestion, is not listed.
  const pathsIn = (answer: Answered): readonly string[] =>
    placesIn(answer)
      .filter(({ object }) => repositoryPlacesOf(object, members).some(place => isIn(place, namespace)))
      .map(listPathOf)
  const [paths, usual] = known && jsonIn(shown) !== undefined ? [pathsIn(found), pathsIn(shown)] : [[], []]
  if (!known || (paths.length > 0 && !paths.some(path => usual.includes(path)))) return holds(found, shown)
  const got = `${known.namespace}/${known.name}`
  return violated('other-namespace', { operation, what: nowhere, got }, found)
}

const foreign = { name: 'plans', namespace: 'globex', user: 'globex' }
const readable = instead(to('/v2/namespaces/globex/repositories/plans', 'GET'), answer(200, foreign))

/** A list with other items. */
const withListed = (change: (items: readonly JsonObject[]) => readonly unknown[]): Twist =>
  withItems(list, items => change(items.filter(isObject)))

/** A list with further items made of its first one. */
const listing = (further: (first: JsonObject) => readonly unknown[]): Twist =>
  withListed(items => [...items, ...items.slice(0, 1).flatMap(further)])

/** A list with a repository of another namespace. */
const withForeign = listing(first => [{ ...first, ...foreign }])

/** The same with all items in another form. */
const inForm = (form: (one: JsonObject) => unknown): Twist =>
  layered(
    withListed(items => items.map(form)),
    withForeign,
    readable,
  )

/** The same in groups. */
export const groups = (group: (items: readonly unknown[]) => unknown, ...further: readonly unknown[]): Twist =>
  layered(
    grouped('/v2/namespaces/{namespace}/repositories', group),
    listing(first => further.map(one => ({ ...first, ...(one as object) }))),
    readable,
  )

/** Names of this hub's own for name and namespace. */
const inOwnMembers = ({ name, namespace, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  slug: name,
  space: namespace,
})

/** The same with the foreign one alone on the last page, which the first one names in one of the usual forms. */
const onLastPage = (form: 'link' | 'header' | 'cursor' | 'more'): Twist =>
  layered(
    instead(list, async (request, next) => {
      const url = new URL(request.url)
      const isLast = url.searchParams.has('cursor') || url.searchParams.get('page') === '2'
      url.searchParams.set('page_size', '100')
      for (const name of ['page', 'cursor']) url.searchParams.delete(name)
      const { results } = (await (await next(new Request(url, request))).json()) as { results: readonly JsonObject[] }
      const items = (isLast ? [foreign] : results).map(inOwnMembers)
      const further = `${url.pathname}?cursor=2`
      if (form === 'header') return answer(200, items, isLast ? {} : { link: `<${further}>; rel="next"` })(request)
      const says = { link: { next: further }, cursor: { next_cursor: '2' }, more: { has_more: true } }[form]
      return answer(200, { items, ...(isLast ? { has_more: false } : says) })(request)
    }),
    readable,
  )

export default {
  id: 'repositories/list-scope',
  level: 'must',
  statement: 'listNamespaceRepositories lists no repository of another namespace.',
  since: '2025-06-27',
  source: cite('op-list-namespace-repositories'),
  covers: ['resource-repository'],
  needs: presenceNeeds(operation),
  how: 'All pages of the list are read, one page for each of up to four query parameters that the target declares for it, and another page than the first. The list of a namespace that does not exist must show none of the repositories. Every other list in the run is judged at the end, including that of another namespace of the credentials, if one is known. It fails if an item names another namespace, and GetRepository does not find it in the requested namespace, but finds it in the other one (or refuses it there, and answers that a made-up repository does not exist). Repositories of another namespace in a separate array are inconclusive. Items without a namespace are not judged. A list in which no item names the requested namespace, or whose end was not reached, is inconclusive.',
  fix: 'List the repositories of the namespace in the path.',
  cases: [
    { name: 'all pages of the list', check: judge },
    { name: 'declared parameters', check: judgeDeclared },
    { name: 'a namespace that does not exist', check: judgeMissing },
    { name: 'other lists of the run', last: true, check: judgeReceived },
  ],
  faults: faultsFor('other-namespace', {
    all: [
      'lists only repositories of another namespace, whatever the parameters',
      layered(
        withItems(
          (request, path) => list(request, path) && request.url.includes('?'),
          items => items.slice(0, 1).map(one => ({ ...(one as object), ...foreign })),
        ),
        readable,
      ),
      { 'replacements/get-namespace-same-resource': 'not-listed' },
    ],
    others: ['lists a repository of another namespace', layered(withForeign, readable)],
    unreadable: [
      'lists a repository of another namespace that the account may not read',
      layered(withForeign, instead(to('/v2/namespaces/globex/repositories/plans', 'GET'), answer(403))),
    ],
    groups: [
      'lists a repository of another namespace in the second of its groups',
      groups(byLetter, { name: 'aardvark' }, foreign, { name: 'pear' }),
      { 'repositories/listed': 'listed-unreadable' },
    ],
    'group-list': [
      'lists a repository of another namespace in a list of groups',
      groups(namedGroups, { name: 'aardvark' }, foreign, { name: 'pear' }),
    ],
    nested: [
      'lists a repository of another namespace, with namespaces in attributes',
      inForm(one => ({ type: 'repository', id: one.name, attributes: { name: one.name, namespace: one.namespace } })),
    ],
    'named-object': [
      'lists a repository of another namespace, with namespaces as objects',
      inForm(one => ({ name: one.name, namespace: { name: one.namespace } })),
      { 'schemas/list-namespace-repositories': 'schema-mismatch' },
    ],
    owned: [
      'lists a repository of another namespace, with owners for namespaces',
      inForm(one => ({ name: one.name, owner: { login: one.namespace } })),
    ],
    texts: [
      'lists a repository of another namespace, in a list of texts',
      inForm(one => `${one.namespace}/${one.name}`),
      { 'schemas/list-namespace-repositories': 'schema-mismatch' },
    ],
    paths: [
      'lists a repository of another namespace, with paths of collections as names',
      inForm(one => ({ name: `namespaces/${one.namespace}/repositories/${one.name}` })),
    ],
    'own-members': [
      'lists a repository of another namespace, with other member names',
      layered(
        withListed(items => [...items, foreign].map(inOwnMembers)),
        readable,
      ),
    ],
    ...Object.fromEntries<FaultRow>(
      (['link', 'header', 'cursor', 'more'] as const).map(form => [
        `last-page-${form}`,
        [
          `lists only a repository of another namespace on the last page, with other member names (${form})`,
          onLastPage(form),
          form === 'header' ? { 'schemas/list-namespace-repositories': 'schema-mismatch' } : {},
        ],
      ]),
    ),
    filtered: [
      'lists a repository of another namespace in large pages',
      layered(
        withItems(
          (request, path) => list(request, path) && request.url.includes('page_size=100'),
          items => [...items, ...items.slice(0, 1).map(one => ({ ...(one as object), ...foreign }))],
        ),
        readable,
      ),
    ],
    'second-page': [
      'lists a repository of another namespace on pages after the first',
      layered(
        withItems(
          (request, path) => list(request, path) && Number(new URL(request.url).searchParams.get('page')) > 1,
          items => [...items, ...items.slice(0, 1).map(one => ({ ...(one as object), ...foreign }))],
        ),
        readable,
      ),
    ],
    query: [
      'lists a repository of another namespace at a path without a namespace, and ignores the optional namespace parameter',
      layered(
        listedByQuery('owner', items => [...items, { ...items[0], ...foreign }]),
        readable,
      ),
    ],
    missing: ['lists the repositories of one namespace for namespaces that do not exist', inEveryNamespace(list)],
    later: {
      says: 'lists a repository of another namespace on every repeated request',
      twist: () => {
        let asked = false
        const once = listing(first => {
          const isFirst = !asked
          asked = true
          return isFirst ? [] : [{ ...first, ...foreign }]
        })
        return layered(once, readable)
      },
    },
  }),
  tolerates: {
    empty: variant(
      'an empty list for a namespace that does not exist',
      missingAs(list, 200, { count: 0, next: null, previous: null, results: [] }),
    ),
    suggestions: variant(
      'an empty list and similar repositories of other namespaces for a namespace that does not exist',
      missingAs(list, 200, { results: [], suggestions: [{ name: 'sample', namespace: 'conformance-org' }] }),
    ),
    'suggestions-alone': variant(
      'a message and similar repositories of other namespaces for a namespace that does not exist',
      missingAs(list, 200, { message: 'not found', suggestions: [{ name: 'sample', namespace: 'conformance-org' }] }),
    ),
    groups: variant('lists repositories in groups', groups(byLetter)),
    ...Object.fromEntries(
      ['namespace', 'owner', 'account', 'org_name', 'user'].map(name => [
        `by-${name}`,
        variant(
          `lists repositories of all namespaces at a path without a namespace, and those of one namespace if the optional parameter ${name} names it`,
          layered(
            listedByQuery(name, items => items, foreign),
            readable,
          ),
        ),
      ]),
    ),
    sources: variant(
      'shows where repositories come from, and no namespaces',
      inForm(one => ({
        name: one.name,
        media_types: ['text/plain'],
        sources: [{ name: 'plans', namespace: 'globex' }],
      })),
    ),
    creators: variant(
      'the creator of each repository, who may be named like the namespace, in the member that holds the namespace elsewhere',
      withListed(items =>
        items.map(({ namespace, ...rest }, at) => ({
          ...rest,
          space: namespace,
          by: at === 0 ? 'somebody' : namespace,
        })),
      ),
    ),
    'display-names': variant(
      'shows the namespace as an object with a display name',
      withListed(items =>
        items.map(item => ({ ...item, namespace: { slug: item.namespace, name: `The ${item.namespace} Company` } })),
      ),
    ),
    capitals: variant(
      'shows the namespace in capitals',
      withListed(items => items.map(item => ({ ...item, namespace: String(item.namespace).toUpperCase() }))),
    ),
    mirrors: variant(
      'shows where a mirror comes from',
      layered(
        listing(first => [{ ...first, name: 'mirror', path: 'globex/plans', repository: 'globex/plans' }]),
        readable,
      ),
    ),
    owners: variant(
      'shows who created a repository',
      listing(first => [{ ...first, name: 'sample-two', user: 'somebody', owner: 'somebody' }]),
    ),
  },
} satisfies Requirement
