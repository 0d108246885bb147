import type { Answered } from '../contracts/exchange.ts'
import type { CallOptions, Probe, TagFixture } from '../contracts/requirement.ts'
import { Unreadable } from '../contracts/results/finding.ts'
import { extentOf, isRepetition, type ReadList, readList } from './paging/list.ts'
import { isSuccess } from './reading/exchanges.ts'
import { has, isObject, json } from './reading/json.ts'
import { groupsOf, listItems } from './reading/lists.ts'
import { flat, holdsMark, holdsNothing, lettersAndDigits } from './reading/things.ts'

/** The tags of a repository as its list names them. */
export interface ListedTags extends Pick<ReadList, 'pages' | 'end' | 'whole' | 'closed' | 'goesOn'> {
  /** First page of the list. */
  readonly first: Answered
  readonly names: readonly string[]
  /** The name that an item of such a list has. */
  readonly nameOf: (item: unknown) => unknown
}

/** How the name of a tag can stand in a text: alone, after the path of its repository, after that and a colon. */
export const nameForms: readonly ((text: string) => string | undefined)[] = [
  text => text,
  text => text.split('/').at(-1),
  text => text.split(':').at(-1),
]

/** How items of a list hold their names: where the one that is known stands, else in a usual member. */
const namingOf = (items: readonly unknown[], known: string): ((item: unknown) => unknown) => {
  const objects = items.filter(isObject)
  for (const form of nameForms)
    for (const item of objects)
      for (const [key, value] of Object.entries(item))
        if (typeof value === 'string' && form(value) === known)
          return other => {
            const text = isObject(other) ? (has(other, key) ? other[key] : undefined) : other
            return typeof text === 'string' ? form(text) : text
          }
  const usual = ['name', 'tag', 'tagname', 'label', 'ref']
  const keys = Object.keys(objects[0] ?? {}).filter(key => objects.every(item => typeof item[key] === 'string'))
  const found = usual.map(name => keys.find(key => lettersAndDigits(key) === name))
  const key = found.find(key => key !== undefined) ?? 'name'
  return item => (isObject(item) ? item[key] : item)
}

/** Walks the list of tags to its end. Where there may be none, an empty answer is a list without items. Throws {@link Unreadable} for a refusal, for what is no list, or for items whose names cannot be told. */
export const listTags = async (
  probe: Probe,
  fixture: TagFixture,
  { mayBeEmpty = false, ...options }: Pick<CallOptions, 'control'> & { readonly mayBeEmpty?: boolean } = {},
): Promise<ListedTags> => {
  const operation = 'ListRepositoryTags'
  const { namespace, repository, tag } = fixture
  const first = await probe.call(operation, { namespace, repository }, options)
  if (!isSuccess(first)) throw new Unreadable('request-refused', { operation, status: first.response.status }, [first])
  if (mayBeEmpty && holdsNothing(json(first)))
    return { first, names: [], nameOf: item => item, pages: [], end: 'shown', whole: true, closed: true, goesOn: false }
  if (listItems(json(first)) === undefined) throw new Unreadable('no-list', { operation }, [first])
  const { pages, end, whole, closed, goesOn } = await readList(probe, first)
  const listed = pages.flatMap(page => page.items)
  const isKnown = (item: unknown): boolean => item === tag || (isObject(item) && holdsMark(item, [tag]))
  const items = (groupsOf([listed], isKnown)?.flat() ?? listed).map(flat)
  const nameOf = namingOf(items, tag)
  const names = items.map(nameOf)
  if (!names.every(name => typeof name === 'string'))
    throw new Unreadable(
      'names-unknown',
      {
        operation,
        count: items.length,
        read: extentOf({ pages, end }),
        members: memberList(items),
        what: tag,
        isWhole: end === 'shown',
        isRepeated: isRepetition(end),
      },
      [first],
    )
  return { first, names: [...new Set(names)], nameOf, pages, end, whole, closed, goesOn }
}

/** The members of the items of a list, for a sentence. */
export const memberList = (items: readonly unknown[]): string =>
  [...new Set(items.filter(isObject).flatMap(item => Object.keys(item)))].slice(0, 10).join(', ') || 'none'
