import { oncePer } from '../remembered.ts'
import { has, isObject, type JsonObject } from './json.ts'
import { holdsMark } from './things.ts'

/** Names under which lists are usually found; others are found by shape. */
const listKeys = ['results', 'items', 'data', 'entries', 'logs', 'tokens', 'repositories', 'tags', 'values', 'content']

/** Names of what stands beside a list and is none: links, counts, cursors. */
const besideList = /^(?:_?links|_?meta(?:data)?|pag(?:e|ing|ination)|page_?info|summary|_embedded)$/i

/** Names of lists of what is said to whoever asks, and of links: they stand beside a list that is deeper in an answer. */
const noticeLists =
  /^(?:_?links|errors?|warnings?|messages?|notices?|hints?|infos?|alerts?|deprecations?|diagnostics?|problems?)$/i

/** Whether objects look like items of one kind: half of the names of members are those of all. */
export const alike = (items: readonly JsonObject[]): boolean => {
  const names = new Map<string, number>()
  for (const item of items) for (const key of Object.keys(item)) names.set(key, (names.get(key) ?? 0) + 1)
  const shared = [...names.values()].filter(times => times === items.length).length
  return shared * 2 >= names.size
}

const memberValues = (object: JsonObject): readonly unknown[] => Object.keys(object).map(key => object[key])

const isListOfObjects = (value: unknown): value is readonly JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)

/** Whether an object can be an item, and is no further envelope. */
const isItem = (value: unknown): value is JsonObject =>
  isObject(value) && memberValues(value).some(member => typeof member !== 'object' || member === null)

const withoutKey = new WeakMap<object, JsonObject>()

/** Items of a list as they stand in it: the objects themselves, without the keys that were added. */
export const originals = (items: readonly unknown[]): readonly unknown[] =>
  items.map(item => (isObject(item) ? (withoutKey.get(item) ?? item) : item))

/** An item with the key that it has in its list, which may be all that says which one it is. */
const withKey = (key: string, item: JsonObject): JsonObject => {
  if (holdsMark(item, [key])) return item
  const isNumber = /^(?:\d+|[0-9a-f-]{16,})$/i.test(key)
  const member = (isNumber ? ['id', 'name'] : ['name', 'id']).find(name => !has(item, name))
  if (member === undefined) return item
  const keyed = { [member]: key, ...item }
  withoutKey.set(keyed, item)
  return keyed
}

/**
 * The items of a list that is an object from keys (ids, names) to items; one alone, or none, only where that is `expected`, as under a usual
 * name. One that holds its own key is no envelope.
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
        items.some(item => holdsMark(item, [key]))
  return isList ? Object.keys(value).map(key => withKey(key, value[key] as JsonObject)) : undefined
}

/** The same where nothing stands around it; nothing at all is a list without items. */
const bareKeyedItems = (value: unknown): readonly JsonObject[] | undefined =>
  keyedItems(value, isObject(value) && Object.keys(value).length === 0)

/** The names that lead to an array in some objects. */
const pathTo = (value: unknown, array: unknown, depth = 5): readonly string[] | undefined => {
  if (value === array) return []
  if (!isObject(value) || depth === 0) return undefined
  for (const key of Object.keys(value)) {
    const path = pathTo(value[key], array, depth - 1)
    if (path) return [key, ...path]
  }
  return undefined
}

/** How the later pages of a list are read: where the first is an object from keys to items, or has a list of them, one item alone is a page. */
export const itemsLike = (first: unknown): ((page: unknown) => readonly unknown[] | undefined) => {
  if (bareKeyedItems(first) !== undefined) return page => keyedItems(page, true) ?? listItems(page)
  const [list, ...others] = listGroups(first) ?? []
  const path = list && others.length === 0 ? pathTo(first, list) : undefined
  return page => {
    const inner = path?.reduce((value, key) => (isObject(value) ? value[key] : undefined), page)
    return isItem(inner) && path?.length !== 0 ? [inner] : listItems(page)
  }
}

/** How many items an object says that a list has. */
const totalIn = (object: JsonObject): number | undefined => {
  const key = Object.keys(object).find(key => /^total_?(?:elements|items|results|count)?$/i.test(key))
  const total = key === undefined ? undefined : object[key]
  return /^\d+$/.test(String(total)) ? Number(total) : undefined
}

/** Whether a name is that of a list of things with another name: `TagList`, `Tags`. */
const isListOf = (name: string, item: string): boolean =>
  name.toLowerCase().startsWith(item.toLowerCase().replace(/y$/, '')) &&
  /^(?:e?s|ies|y?_?(?:list|collection|set|array))$/i.test(name.slice(item.replace(/y$/i, '').length))

/** The item of a list of one that stands without it, as a converter from XML has it: `{ "TagList": { "total": "1", "Tag": {} } }`. */
const onlyItem = (value: JsonObject, name = ''): JsonObject | undefined => {
  const [key, ...others] = Object.keys(value).filter(key => typeof value[key] === 'object' && value[key] !== null)
  const inner = key === undefined ? undefined : value[key]
  if (key === undefined || others.length > 0 || !isObject(inner)) return undefined
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

/** Whether two arrays hold things of one kind: objects that share half of their names, or texts where nothing but such arrays stands. */
const isSameKind = (one: FoundList, other: FoundList): boolean => {
  if (areTexts(one.items))
    return (
      one.within === other.within && memberValues(one.within).every(member => Array.isArray(member) && areTexts(member))
    )
  const [names, others] = [namesOfAll(one.items), namesOfAll(other.items)]
  return [...names].filter(name => others.has(name)).length * 2 >= Math.max(names.size, others.size)
}

/**
 * What may be the list among the members of some objects, likeliest first: arrays and keyed items under usual names, then what looks like
 * items. Where the likeliest is one of several groups of things of one kind, all of them.
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

/** Whether an answer says that a list has no items, and leaves out the list itself. */
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
 * The items of a list, whatever its envelope: a bare array, an array or an object of items under a usual name, else the one that looks like
 * it; in groups where an object has several arrays of things of one kind. Undefined where no list can be told.
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

/** The items of all groups. */
export const listItems = oncePer((value): readonly unknown[] | undefined => listGroups(value)?.flat())

/** The groups of a list that hold what is looked for, where its items may be groups themselves, each with an array. Undefined where none does. */
export const groupsOf = (
  groups: readonly (readonly unknown[])[],
  isThing: (item: unknown) => boolean,
  depth = 3,
): readonly (readonly unknown[])[] | undefined => {
  if (groups.some(items => items.some(isThing))) return groups
  const inner = groups.flat().filter(isObject).flatMap(memberValues).filter(Array.isArray)
  return depth > 0 ? groupsOf(inner, isThing, depth - 1) : undefined
}
