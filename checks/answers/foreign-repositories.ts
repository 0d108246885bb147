import type { Answered } from '../../contracts/exchange.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'
import { isObject, jsonIn, jsonOfSuccess } from '../reading/json.ts'
import { groupsOf, listGroups, listItems } from '../reading/lists.ts'
import { mentions } from '../reading/things.ts'
import { isIn, membersIn, type RepositoryPlace, repositoryPlaceOf, repositoryPlacesOf } from '../repository-place.ts'
import { ownAnswer } from '../round-trip.ts'
import { plainForm } from './plain-form.ts'

const operation = 'listNamespaceRepositories'

/** Whether an answer shows that a repository is there: it is shown, or refused where one that does not exist is not found. */
const isThere = async (
  probe: Probe,
  place: { readonly namespace: string; readonly repository: string },
  shown: Answered,
): Promise<boolean> => {
  if (shown.response.status === 401 || shown.response.status === 403) {
    const control = { ...place, repository: probe.nonce('missing') }
    const missing = await probe.call('GetRepository', control, { anyStatus: true, control: true })
    return missing.response.status === 404
  }
  if (!mentions(jsonOfSuccess(shown), place.repository)) return false
  return !(await ownAnswer(probe, 'GetRepository', place, shown))
}

/** Whether a repository of another namespace is that and nothing else: it is there, and not in the namespace that was asked for. */
const isElsewhere = async (
  probe: Probe,
  namespace: string,
  place: RepositoryPlace,
): Promise<readonly Answered[] | undefined> => {
  const there = { namespace: place.namespace, repository: place.name }
  const elsewhere = await probe.call('GetRepository', there, { anyStatus: true })
  if (!(await isThere(probe, there, elsewhere))) return undefined
  const here = await probe.call('GetRepository', { namespace, repository: place.name }, { anyStatus: true })
  return here.response.status === 404 ? [elsewhere, here] : undefined
}

/** The arrays of an answer that stand in no repository: the list, and what stands next to it. */
const arraysIn = (value: unknown, depth = 4): readonly (readonly unknown[])[] => {
  if (Array.isArray(value)) return [value]
  if (!isObject(value) || depth === 0) return []
  return Object.values(value).flatMap(inner =>
    isObject(inner) && repositoryPlaceOf(inner) ? [] : arraysIn(inner, depth - 1),
  )
}

/** A repository of another namespace, as a list shows it. */
interface Foreign {
  readonly place: RepositoryPlace
  readonly page: Answered
  /** Whether it stands in an array of its own: that may be something else than the list. */
  readonly isApart: boolean
  /** Whether no member of it names the namespace that was asked for. */
  readonly isSure: boolean
}

/** Repositories that name another namespace, of which it is looked up whether they are there. */
const mostOthers = 3

export const judgeForeign = async (probe: Probe, namespace: string, shown: readonly Answered[]): Promise<Finding> => {
  const known = (await probe.hasFixture('repository')) ? await probe.fixture('repository') : undefined
  const repository = known?.namespace === namespace ? known.repository : ''
  let ownPage: Answered | undefined
  const others: Foreign[] = []
  const pages = shown.map(page => {
    const body = plainForm(jsonIn(page))
    return {
      page,
      items: listItems(body) ?? [],
      arrays: [...new Set([...(listGroups(body) ?? []), ...arraysIn(body)])],
    }
  })
  // Members have no names in the document: they are learned from what is known to be in the namespace, on whichever page that is.
  const members = membersIn(
    pages.flatMap(({ items, arrays }) => [...items, ...arrays.flat()]),
    { namespace, repository },
  )
  const isOwn = (item: unknown): boolean => repositoryPlacesOf(item, members).some(place => isIn(place, namespace))
  // A text with a slash may be a type of content; one in a list with those of the namespace is a repository.
  const isPlaced = (item: unknown): boolean =>
    (isObject(item) && repositoryPlacesOf(item, members).length > 0) || isOwn(item)
  for (const { page, arrays } of pages) {
    const groups = (groupsOf(arrays, isPlaced) ?? []).filter(items => items.some(isPlaced))
    // What items without a namespace hold is theirs.
    if (!groups.some(items => arrays.includes(items)) && !groups.flat().some(isOwn)) continue
    for (const items of groups) {
      const isApart = (groups.length > 1 || arrays.some(({ length }) => length === 0)) && !items.some(isOwn)
      for (const item of items) {
        const isSure = !isOwn(item)
        if (!isSure) ownPage ??= page
        // What stands in another member than the namespace may be who created it: only what is found there is there.
        for (const place of repositoryPlacesOf(item, members))
          if (!isIn(place, namespace)) others.push({ place, page, isApart, isSure })
      }
    }
  }
  const [first] = shown
  const valuesOf = (place: RepositoryPlace) => ({ operation, what: namespace, got: `${place.namespace}/${place.name}` })
  // Where no item has the name that was asked for, the namespace may go by another name: then each is found under both.
  const likely = others.filter(({ isApart, isSure }) => !isApart && (ownPage !== undefined || isSure))
  for (const { place, page } of likely.slice(0, mostOthers)) {
    const elsewhere = await isElsewhere(probe, namespace, place)
    if (elsewhere) return violated('other-namespace', valuesOf(place), page, ...elsewhere)
  }
  const open = others.find(({ isSure }) => isSure)
  if (open) return unclear('other-namespace', valuesOf(open.place), open.page)
  return ownPage
    ? holds(ownPage)
    : exempt('not-seen', { what: 'items that name their namespace' }, ...(first ? [first] : []))
}
