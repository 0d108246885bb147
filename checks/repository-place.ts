import type { Answered } from '../contracts/exchange.ts'
import type { Probe } from '../contracts/requirement.ts'
import { has, isObject, isSuccess, listItems, parseJson } from './reading.ts'

/** Where a repository is. */
export interface Place {
  readonly namespace: string
  readonly name: string
}

/** The namespace and the name that an item gives itself: two members, else one text with a slash. What else has one may be where it comes from. */
export const placeOf = (item: unknown): Place | undefined => {
  if (!isObject(item)) return undefined
  const textOf = (key: string): string => (has(item, key) && typeof item[key] === 'string' ? item[key] : '')
  const name = ['name', 'repository'].map(textOf).find(text => text !== '' && !text.includes('/'))
  const namespace = textOf('namespace')
  if (namespace !== '') return name === undefined ? undefined : { namespace, name }
  const [, within, last] =
    ['full_name', 'name', 'repository'].map(key => /^([^/]+)\/([^/]+)$/.exec(textOf(key))).find(Boolean) ?? []
  return within === undefined || last === undefined ? undefined : { namespace: within, name: last }
}

/** Whether a place is in a namespace, in whatever case it is written. */
export const isIn = (place: Place, namespace: string): boolean =>
  place.namespace.toLowerCase() === namespace.toLowerCase()

/** The list of a namespace, where there is one of that name with something in it: else it may be another name of the one that was asked for. */
export const listOf = async (probe: Probe, namespace: string): Promise<Answered | undefined> => {
  const list = await probe.call('listNamespaceRepositories', { namespace }, { anyStatus: true })
  const parsed = isSuccess(list) ? parseJson(list) : undefined
  return parsed?.ok && (listItems(parsed.value) ?? []).length > 0 ? list : undefined
}
