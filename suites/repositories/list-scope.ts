import { documentedPresence, presenceNeeds } from '../../checks/calling.ts'
import { readList } from '../../checks/paging.ts'
import { isObject, isSuccess, json, listItems, mentions, parseJson } from '../../checks/reading.ts'
import { isIn, membersIn, type Place, type PlaceMembers, placesOf } from '../../checks/repository-place.ts'
import { ownAnswer } from '../../checks/round-trip.ts'
import { cite } from '../../checks/source.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { answer, edited, fault, instead, to, variant } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { type Evidence, exempt, type Finding, holds, unclear, violated } from '../../contracts/finding.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'

const operation = 'listNamespaceRepositories'
const list = to('/v2/namespaces/{namespace}/repositories', 'GET')

/** A list, or a page of one. */
interface Shown {
  readonly exchange: Answered
  readonly items: readonly unknown[]
}

/** Whether a repository of another namespace is that and nothing else: it is there, and not in the namespace that was asked for. */
const isElsewhere = async (probe: Probe, namespace: string, found: Place): Promise<readonly Answered[] | undefined> => {
  const there = { namespace: found.namespace, repository: found.name }
  const elsewhere = await probe.call('GetRepository', there, { anyStatus: true })
  if (!isSuccess(elsewhere) || !parseJson(elsewhere).ok || !mentions(json(elsewhere), found.name)) return undefined
  if (await ownAnswer(probe, 'GetRepository', there, elsewhere)) return undefined
  const here = await probe.call('GetRepository', { namespace, repository: found.name }, { anyStatus: true })
  return here.response.status === 404 ? [elsewhere, here] : undefined
}

const isAnswered = (evidence: Evidence): evidence is Answered => 'response' in evidence && evidence.response !== null

const judge = async (probe: Probe): Promise<Finding> => {
  const { namespace } = await probe.fixture('namespace')
  const presence = await documentedPresence(probe, operation)
  if (presence.kind === 'violated') return unclear(presence.code, presence.values, ...presence.seen)
  if (presence.kind !== 'holds') return presence
  const first = presence.seen.find(isAnswered)
  if (!first) return unclear('no-list', { operation }, ...presence.seen)
  if (!isSuccess(first) || !parseJson(first).ok) return unclear('no-list', { operation }, first)
  return judgeShown(probe, namespace, (await readList(probe, first)).pages)
}

/** What other cases received of the same list, with a query of their own or at another time. */
const judgeReceived = async (probe: Probe): Promise<Finding> => {
  const { namespace } = await probe.fixture('namespace')
  const lists = probe.received(operation).flatMap(({ answer, values }): readonly Shown[] => {
    const parsed = values.namespace === namespace ? parseJson(answer) : undefined
    const items = parsed?.ok ? listItems(parsed.value) : undefined
    return items ? [{ exchange: answer, items }] : []
  })
  return judgeShown(probe, namespace, lists)
}

const judgeShown = async (probe: Probe, namespace: string, shown: readonly Shown[]): Promise<Finding> => {
  const members = await membersOf(probe, namespace, shown)
  let own: Answered | undefined
  const others: { readonly place: Place; readonly page: Answered; readonly isSure: boolean }[] = []
  for (const { exchange, items } of shown)
    for (const item of items) {
      const places = placesOf(item, members)
      const isOwn = places.some(place => isIn(place, namespace))
      if (isOwn) own ??= exchange
      // What stands in another member than the namespace may be who created it: only what is found there is there.
      for (const place of places) if (!isIn(place, namespace)) others.push({ place, page: exchange, isSure: !isOwn })
    }
  const [first] = shown
  const valuesOf = (place: Place) => ({ operation, what: namespace, got: `${place.namespace}/${place.name}` })
  // Where no item has the name that was asked for, the namespace goes by another name.
  if (own)
    for (const { place, page } of others.slice(0, mostOthers)) {
      const elsewhere = await isElsewhere(probe, namespace, place)
      if (elsewhere) return violated('other-namespace', valuesOf(place), page, ...elsewhere)
    }
  const open = others.find(({ isSure }) => isSure)
  if (open) return unclear('other-namespace', valuesOf(open.place), open.page)
  return own
    ? holds(own)
    : exempt('not-seen', { what: 'items that name their namespace' }, ...(first ? [first.exchange] : []))
}

/** Repositories that name another namespace, of which it is looked up whether they are there. */
const mostOthers = 3

/** The members in which the list says where a repository is, told by those that are known to be in the namespace. */
const membersOf = async (probe: Probe, namespace: string, shown: readonly Shown[]): Promise<PlaceMembers> => {
  const items = shown.flatMap(page => page.items)
  const known = (await probe.hasFixture('repository')) ? await probe.fixture('repository') : undefined
  return membersIn(items, { namespace, repository: known?.namespace === namespace ? known.repository : '' })
}

const stranger = { name: 'plans', namespace: 'globex', user: 'globex' }

/** A list with further items made of its first one. */
const listing = (further: (first: Readonly<Record<string, unknown>>) => readonly unknown[]) =>
  instead(
    list,
    edited(body =>
      isObject(body) && Array.isArray(body.results) && isObject(body.results[0])
        ? { ...body, results: [...body.results, ...further(body.results[0])] }
        : body,
    ),
  )

const requirement: Requirement = {
  id: 'repositories/list-scope',
  level: 'must',
  statement: 'listNamespaceRepositories lists no repository of another namespace.',
  since: '2025-06-27',
  source: cite('op-list-namespace-repositories'),
  covers: ['resource-repository'],
  needs: presenceNeeds(operation),
  how: 'All pages of the list are read; every other list of the namespace in the run is judged at the end. It fails if an item names another namespace than the others, and GetRepository finds it there and not in the requested namespace. Items without a namespace are not judged; a list in which no item names the requested namespace is inconclusive.',
  fix: 'List the repositories of the namespace in the path.',
  cases: [
    { name: 'all pages of the list', check: judge },
    { name: 'other lists of the run', last: true, check: judgeReceived },
  ],
  faults: {
    others: fault(
      'lists a repository of another namespace',
      'other-namespace',
      layered(
        listing(first => [{ ...first, ...stranger }]),
        instead(to('/v2/namespaces/globex/repositories/plans', 'GET'), answer(200, stranger)),
      ),
    ),
    'own-members': fault(
      'lists a repository of another namespace, under members of its own',
      'other-namespace',
      layered(
        instead(
          list,
          edited(body =>
            isObject(body) && Array.isArray(body.results)
              ? {
                  ...body,
                  results: [...body.results, stranger].map(item => {
                    const { name, namespace, ...rest } = item as Readonly<Record<string, unknown>>
                    return { ...rest, slug: name, space: namespace }
                  }),
                }
              : body,
          ),
        ),
        instead(to('/v2/namespaces/globex/repositories/plans', 'GET'), answer(200, stranger)),
      ),
    ),
    later: {
      says: 'lists a repository of another namespace whenever it is asked again',
      code: 'other-namespace',
      twist: () => {
        let asked = false
        const listed = listing(first => {
          const isFirst = !asked
          asked = true
          return isFirst ? [] : [{ ...first, ...stranger }]
        })
        return layered(listed, instead(to('/v2/namespaces/globex/repositories/plans', 'GET'), answer(200, stranger)))
      },
    },
  },
  tolerates: {
    creators: variant(
      'the creator of each repository, who may have the name of the namespace, under the name that this hub gives its namespaces elsewhere',
      instead(
        list,
        edited(body =>
          isObject(body) && Array.isArray(body.results)
            ? {
                ...body,
                results: body.results.map((item, at) => {
                  if (!isObject(item)) return item
                  const { namespace, ...rest } = item
                  return { ...rest, space: namespace, by: at === 0 ? 'somebody' : namespace }
                }),
              }
            : body,
        ),
      ),
    ),
    capitals: variant(
      'shows the namespace in capitals',
      instead(
        list,
        edited(body =>
          isObject(body) && Array.isArray(body.results)
            ? {
                ...body,
                results: body.results.map(item =>
                  isObject(item) ? { ...item, namespace: String(item.namespace).toUpperCase() } : item,
                ),
              }
            : body,
        ),
      ),
    ),
    mirrors: variant(
      'shows where a mirror comes from',
      layered(
        listing(first => [{ ...first, name: 'mirror', path: 'globex/plans', repository: 'globex/plans' }]),
        instead(to('/v2/namespaces/globex/repositories/plans', 'GET'), answer(200, stranger)),
      ),
    ),
    owners: variant(
      'shows who created a repository',
      listing(first => [{ ...first, name: 'sample-two', user: 'somebody', owner: 'somebody' }]),
    ),
  },
}

export default requirement
