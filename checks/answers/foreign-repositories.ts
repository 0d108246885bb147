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

/** Whether an answer shows that a repository exists: it is shown, or refused where a missing one gets 404. */
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

/** Whether a repository is in another namespace only: it exists there, and not in the requested namespace. */
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

/** The arrays of an answer outside repositories: the list, and arrays next to it. */
const arraysIn = (value: unknown, depth = 4): readonly (readonly unknown[])[] => {
  if (Array.isArray(value)) return [value]
  if (!isObject(value) || depth === 0) return []
  return Object.values(value).flatMap(inner =>
    isObject(inner) && repositoryPlaceOf(inner) ? [] : arraysIn(inner, depth - 1),
  )
}

/** A listed repository of another namespace. */
interface Foreign {
  readonly place: RepositoryPlace
  readonly page: Answered
  /** Whether it is in a separate array, which may not be the list. */
  readonly isApart: boolean
  /** Whether none of its members is the requested namespace. */
  readonly isSure: boolean
}

/** Repositories of another namespace to look up. */
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
  // The document does not name the members. They are learned from a known repository, on whichever page it is.
  const members = membersIn(
    pages.flatMap(({ items, arrays }) => [...items, ...arrays.flat()]),
    { namespace, repository },
  )
  const isOwn = (item: unknown): boolean => repositoryPlacesOf(item, members).some(place => isIn(place, namespace))
  // A text with a slash may be a media type. In a list with those of the namespace, it is a repository.
  const isPlaced = (item: unknown): boolean =>
    (isObject(item) && repositoryPlacesOf(item, members).length > 0) || isOwn(item)
  for (const { page, arrays } of pages) {
    const groups = (groupsOf(arrays, isPlaced) ?? []).filter(items => items.some(isPlaced))
    // Arrays inside items without a namespace belong to the items.
    if (!groups.some(items => arrays.includes(items)) && !groups.flat().some(isOwn)) continue
    for (const items of groups) {
      const isApart = (groups.length > 1 || arrays.some(({ length }) => length === 0)) && !items.some(isOwn)
      for (const item of items) {
        const isSure = !isOwn(item)
        if (!isSure) ownPage ??= page
        // Another member may be the creator, so the repository is looked up there.
        for (const place of repositoryPlacesOf(item, members))
          if (!isIn(place, namespace)) others.push({ place, page, isApart, isSure })
      }
    }
  }
  const valuesOf = (place: RepositoryPlace) => ({ operation, what: namespace, got: `${place.namespace}/${place.name}` })
  // If no item has the requested namespace, it may have another name: then repositories exist under both.
  const likely = others.filter(({ isApart, isSure }) => !isApart && (ownPage !== undefined || isSure))
  for (const { place, page } of likely.slice(0, mostOthers)) {
    const elsewhere = await isElsewhere(probe, namespace, place)
    if (elsewhere) return violated('other-namespace', valuesOf(place), page, ...elsewhere)
  }
  const open = others.find(({ isSure }) => isSure)
  if (open) return unclear('other-namespace', valuesOf(open.place), open.page)
  return ownPage
    ? holds(ownPage)
    : exempt('not-seen', { what: 'items that name their namespace' }, ...shown.slice(0, 1))
}
