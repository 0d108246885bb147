import type { Answered } from '../contracts/exchange.ts'
import { Unreadable } from '../contracts/finding.ts'
import type { CallOptions, Probe, TagFixture } from '../contracts/requirement.ts'
import { type ListEnd, readList } from './paging.ts'
import { has, isObject, isSuccess, json, listItems } from './reading.ts'

/** The tags of a repository as its list names them. */
export interface ListedTags {
  /** First page of the list. */
  readonly first: Answered
  readonly names: readonly string[]
  readonly end: ListEnd
  /** Whether what it does not show is not in it. */
  readonly whole: boolean
}

/** The member under which items of a list hold their names: the one that holds the name which is known, else the usual one. */
const nameKey = (items: readonly unknown[], known: string): string => {
  for (const item of items)
    if (isObject(item)) {
      const key = Object.keys(item).find(candidate => item[candidate] === known)
      if (key !== undefined) return key
    }
  return 'name'
}

/**
 * Walks the list of tags to its end. Undefined where the list answers without success; throws {@link Unreadable} for what is no
 * list, or for items whose names cannot be told.
 */
export const listTags = async (
  probe: Probe,
  fixture: TagFixture,
  options: Pick<CallOptions, 'control'> = {},
): Promise<ListedTags | undefined> => {
  const { namespace, repository, tag } = fixture
  const first = await probe.call('ListRepositoryTags', { namespace, repository }, options)
  if (!isSuccess(first)) return undefined
  if (listItems(json(first)) === undefined)
    throw new Unreadable('no-list', { operation: 'ListRepositoryTags' }, [first])
  const { pages, end, whole } = await readList(probe, first)
  const items = pages.flatMap(page => page.items)
  const key = nameKey(items, tag)
  const names = items.map(item => (isObject(item) && has(item, key) ? item[key] : item))
  if (!names.every(name => typeof name === 'string'))
    throw new Unreadable('no-list', { operation: 'ListRepositoryTags' }, [first])
  return { first, names: [...new Set(names)], end, whole }
}
