import { oncePer } from '../remembered.ts'
import { has, isObject, type JsonObject } from './json.ts'
import { holdsMark } from './things.ts'

/** Usual keys of lists; others are found by shape. */
const listKeys = ['results', 'items', 'data', 'entries', 'logs', 'tokens', 'repositories', 'tags', 'values', 'content']

/** Keys next to a list: links, counts, cursors. */
const besideList = /^(?:_?links|_?meta(?:data)?|pag(?:e|ing|ination)|page_?info|summary|_embedded)$/i

/** Keys of lists of messages and links, next to a list deeper in an answer. */
const noticeLists =
  /^(?:_?links|errors?|warnings?|messages?|notices?|hints?|infos?|alerts?|deprecations?|diagnostics?|problems?)$/i

/** Whether objects look like items of one kind: at least half of their keys are in all of them. */
export const alike = (items: readonly JsonObject[]): boolean => {
  const names = new Map<string, number>()
  for (const item of items) for (const key of Object.keys(item)) names.set(key, (names.get(key) ?? 0) + 1)
  const shared = [...names.values()].filter(times => times === items.length).length
  return shared * 2 >= names.size
}

const memberValues = (object: JsonObject): readonly unknown[] => Object.keys(object).map(key => object[key])

const isListOfObjects = (value: unknown): value is readonly JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)

/** Whether an object can be an item rather than another envelope. */
const isItem = (value: unknown): value is JsonObject =>
  isObject(value) && memberValues(value).some(member => typeof member !== 'object' || member === null)

const withoutKey = new WeakMap<object, JsonObject>()

/** The original items of a list, without the keys that were added. */
export const originals = (items: readonly unknown[]): readonly unknown[] =>
  items.map(item => (isObject(item) ? (withoutKey.get(item) ?? item) : item))

/** A key that is an id, and no name of a member. */
const idKey = /^(?:\d+|[0-9a-f-]{16,})$/i

/** Adds the key of an item in its list, which may be the only value that identifies it. */
const withKey = (key: string, item: JsonObject): JsonObject => {
  if (holdsMark(item, [key])) return item
  const member = (idKey.test(key) ? ['id', 'name'] : ['name', 'id']).find(name => !has(item, name))
  if (member === undefined) return item
  const keyed = { [member]: key, ...item }
  withoutKey.set(keyed, item)
  return keyed
}

/**
 * The items of a list that is a map of ids or names to items. A map with one item or none only counts if it is expected, such as under a
 * usual key, if its key is an id, or if the item contains its own key.
 */
const keyedItems = (value: unknown, isExpected: boolean): readonly JsonObject[] | undefined => {
  if (!isObject(value) || Object.keys(value).some(key => besideList.test(key))) return undefined
  const items = memberValues(value)
  if (!items.every(isItem)) return undefined
  const [key] = Object.keys(value) as [string]
  const isList =
    items.length > 1
      ? alike(items)
      : (isExpected && !items.some(item => memberValues(item).some(isListOfObjects))) ||
        items.some(item => idKey.test(key) || holdsMark(item, [key]))
  return isList ? Object.keys(value).map(key => withKey(key, value[key] as JsonObject)) : undefined
}

/** The items of a map without an envelope; an empty object is an empty list. */
const bareKeyedItems = (value: unknown): readonly JsonObject[] | undefined =>
  keyedItems(value, isObject(value) && Object.keys(value).length === 0)

/** The keys that lead to an array. */
const pathTo = (value: unknown, array: unknown): readonly string[] | undefined => {
  if (value === array) return []
  if (!isObject(value)) return undefined
  for (const key of Object.keys(value)) {
    const path = pathTo(value[key], array)
    if (path) return [key, ...path]
  }
  return undefined
}

/** Reads the later pages of a list like the first: if that is a map of items or contains a list, a single item is a page too. */
export const itemsLike = (first: unknown): ((page: unknown) => readonly unknown[] | undefined) => {
  if (bareKeyedItems(first) !== undefined) return page => keyedItems(page, true) ?? listItems(page)
  const groups = listGroups(first)
  const path = groups?.length === 1 ? pathTo(first, groups[0]) : undefined
  if (!path?.length) return listItems
  return page => {
    const inner = path.reduce((value, key) => (isObject(value) ? value[key] : undefined), page)
    return isItem(inner) ? [inner] : listItems(page)
  }
}

/** The total that an object states. */
const totalIn = (object: JsonObject): number | undefined => {
  const total = Object.entries(object).find(([key]) => /^total_?(?:elements|items|results|count)?$/i.test(key))?.[1]
  return /^\d+$/.test(String(total)) ? Number(total) : undefined
}

/** Whether a key is the plural or collection of another one: `TagList`, `Tags`. */
const isListOf = (name: string, item: string): boolean =>
  name.toLowerCase().startsWith(item.toLowerCase().replace(/y$/, '')) &&
  /^(?:e?s|ies|y?_?(?:list|collection|set|array))$/i.test(name.slice(item.replace(/y$/i, '').length))

/** The item of a list of one that is not an array, as XML converters write it: `{ "TagList": { "total": "1", "Tag": {} } }`. */
const onlyItem = (value: JsonObject, name = ''): JsonObject | undefined => {
  const [only, ...others] = Object.entries(value).filter(([, member]) => typeof member === 'object' && member !== null)
  if (!only || others.length > 0) return undefined
  const [key, inner] = only
  if (!isObject(inner)) return undefined
  const hasTotalOne = totalIn(value) === 1 && !listKeys.includes(key) && !memberValues(inner).some(isListOfObjects)
  return isItem(inner) && (hasTotalOne || isListOf(name, key))
    ? inner
    : name === '' && Object.keys(value).length === 1
      ? onlyItem(inner, key)
      : undefined
}

interface FoundList {
  readonly key: string
  readonly items: readonly unknown[]
  readonly within: JsonObject
}

const namesOfAll = (items: readonly unknown[]): ReadonlySet<string> =>
  new Set(items.filter(isObject).flatMap(item => Object.keys(item)))

const areTexts = (items: readonly unknown[]): boolean => items.every(item => typeof item === 'string')

/** Whether two arrays contain items of one kind: objects that share half of their keys, or texts in an object with nothing else. */
const isSameKind = (one: FoundList, other: FoundList): boolean => {
  if (areTexts(one.items))
    return (
      one.within === other.within && memberValues(one.within).every(member => Array.isArray(member) && areTexts(member))
    )
  const [names, others] = [namesOfAll(one.items), namesOfAll(other.items)]
  return [...names].filter(name => others.has(name)).length * 2 >= Math.max(names.size, others.size)
}

/**
 * Possible lists among the members of objects: arrays and maps under usual keys, else those that look like items. If the most likely one is
 * one of several groups of the same kind, all of these.
 */
const likeliestLists = (level: readonly JsonObject[], mayBeList: (key: string) => boolean): readonly FoundList[] => {
  const all = level.flatMap(within =>
    Object.keys(within)
      .filter(mayBeList)
      .map(key => ({ key, value: within[key], within })),
  )
  const arrays = all.flatMap(({ key, value, within }): readonly FoundList[] =>
    Array.isArray(value) ? [{ key, items: value, within }] : [],
  )
  const keyed = all.flatMap(({ key, value, within }): readonly FoundList[] => {
    const items = besideList.test(key) ? undefined : keyedItems(value, listKeys.includes(key))
    return items ? [{ key, items, within }] : []
  })
  const usual = listKeys
    .map(key => [...arrays, ...keyed].filter(list => list.key === key))
    .find(lists => lists.length > 0)
  const ofObjects = arrays.filter(({ items }) => isListOfObjects(items))
  const candidates = usual ?? [ofObjects, keyed].find(lists => lists.length > 0) ?? arrays
  const first = usual?.find(({ items }) => items.length > 0) ?? candidates[0]
  return first ? candidates.filter(list => list === first || isSameKind(first, list)) : []
}

/** Whether an answer without a list states a total of 0. */
const statesEmpty = (value: JsonObject): boolean =>
  [value, ...memberValues(value).filter(isObject)].some(object => totalIn(object) === 0)

const groupsWithin = (
  value: JsonObject,
  mayBeList: (key: string) => boolean,
): readonly (readonly unknown[])[] | undefined => {
  let level: readonly JsonObject[] = [value]
  for (let depth = 0; depth < 4; depth++) {
    const chosen = likeliestLists(level, mayBeList)
    if (chosen.length > 0) return chosen.map(({ items }) => items)
    level = level.flatMap(memberValues).filter(isObject).slice(0, 100)
  }
  return undefined
}

/**
 * The items of a list, whatever its envelope: an array, an array or map under a usual key, else the one that looks like a list; in groups
 * if an object has several arrays of one kind. Undefined if there is no list.
 */
export const listGroups = oncePer((value): readonly (readonly unknown[])[] | undefined => {
  if (Array.isArray(value)) return [value]
  const keyed = bareKeyedItems(value)
  if (keyed) return [keyed]
  if (!isObject(value)) return undefined
  const only = onlyItem(value)
  if (only) return [[only]]
  return (
    groupsWithin(value, key => !noticeLists.test(key)) ??
    groupsWithin(value, () => true) ??
    (statesEmpty(value) ? [[]] : undefined)
  )
})

export const listItems = oncePer((value): readonly unknown[] | undefined => listGroups(value)?.flat())

/** The groups that contain a wanted item, also if the items of the list are groups with arrays. Undefined if none does. */
export const groupsOf = (
  groups: readonly (readonly unknown[])[],
  isThing: (item: unknown) => boolean,
  depth = 3,
): readonly (readonly unknown[])[] | undefined => {
  if (groups.some(items => items.some(isThing))) return groups
  const inner = groups.flat().filter(isObject).flatMap(memberValues).filter(Array.isArray)
  return depth > 0 ? groupsOf(inner, isThing, depth - 1) : undefined
}
