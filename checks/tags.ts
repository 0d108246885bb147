import type { Answered } from '../contracts/exchange.ts'
import { Unreadable } from '../contracts/finding.ts'
import type { CallOptions, Probe, TagFixture } from '../contracts/requirement.ts'
import { extentOf, type ReadList, readList } from './paging.ts'
import { flat, groupsOf, has, holdsMark, isObject, isSuccess, json, listItems } from './reading.ts'

/** The tags of a repository as its list names them. */
export interface ListedTags extends Pick<ReadList, 'pages' | 'end' | 'whole'> {
  /** First page of the list. */
  readonly first: Answered
  readonly names: readonly string[]
  /** The member that holds the names, where items are objects. */
  readonly key: string
}

/** The member under which items of a list hold their names: the one that holds the name which is known, else a usual one. */
const nameKey = (items: readonly unknown[], known: string): string => {
  const objects = items.filter(isObject)
  const holding = objects.flatMap(item => Object.keys(item).find(candidate => item[candidate] === known) ?? [])
  const usual = ['name', 'tag', 'tag_name', 'label', 'ref']
  return holding[0] ?? usual.find(key => objects.every(item => typeof item[key] === 'string')) ?? 'name'
}

/** Walks the list of tags to its end. Throws {@link Unreadable} for a refusal, for what is no list, or for items whose names cannot be told. */
export const listTags = async (
  probe: Probe,
  fixture: TagFixture,
  options: Pick<CallOptions, 'control'> = {},
): Promise<ListedTags> => {
  const operation = 'ListRepositoryTags'
  const { namespace, repository, tag } = fixture
  const first = await probe.call(operation, { namespace, repository }, options)
  if (!isSuccess(first)) throw new Unreadable('request-refused', { operation, status: first.response.status }, [first])
  if (listItems(json(first)) === undefined) throw new Unreadable('no-list', { operation }, [first])
  const { pages, end, whole } = await readList(probe, first)
  const listed = pages.flatMap(page => page.items)
  const isKnown = (item: unknown): boolean => item === tag || (isObject(item) && holdsMark(item, [tag]))
  const items = (groupsOf([listed], isKnown)?.flat() ?? listed).map(flat)
  const key = nameKey(items, tag)
  const names = items.map(item => (isObject(item) && has(item, key) ? item[key] : item))
  if (!names.every(name => typeof name === 'string'))
    throw new Unreadable(
      'names-unknown',
      {
        operation,
        count: items.length,
        read: extentOf(pages, end),
        members: membersOf(items),
        what: tag,
        isWhole: end === 'shown',
        isRepeated: end === 'repeated',
      },
      [first],
    )
  return { first, names: [...new Set(names)], key, pages, end, whole }
}

/** The members of the items of a list, for a sentence. */
export const membersOf = (items: readonly unknown[]): string =>
  [...new Set(items.filter(isObject).flatMap(item => Object.keys(item)))].slice(0, 10).join(', ') || 'none'
