import { isObject, type JsonObject } from '../reading/json.ts'
import { flat, holdsMark, objectsIn } from '../reading/things.ts'
import { isCalled } from '../request-form.ts'
import { nameForms } from '../tags.ts'

/** Names of lists that stand next to the one of the tags. */
const noticeName = /^(?:errors?|warnings?|messages?|notices?|hints?|links?|schemas?)$/i
/** Names of lists of what is not matched. */
const otherListName =
  /^(?:un|non?[_-]?|not[_-]?)(?:match|immutab|cover|affect)|^(?:others?|rest|remaining|excluded|mutable)$/i
/** The name of a list that says the opposite of another one, such as `unlocked` next to `locked`. */
const negated = /^(?:un|non|not)[_-]?(\w+)$/
/** A member of a tag that says whether the pattern matches it. */
const flagName = /match|immutab|result|covered|affected/i
/** A member with the name of a tag, which is a list of one where there is no other. */
const tagNameMember = /^(?:match(?:e[sd]|ing)?[-_]?)?tags?(?:[-_]?names?)?$/i

/** Whether items are the results of patterns, each with its own list: `[{ "regex": "1.*", "tags": ["1.0"] }]`. */
const areByPattern = (items: readonly unknown[]): boolean =>
  items.length > 0 &&
  items.every(
    item =>
      isObject(item) &&
      Object.keys(item).some(key => isCalled(key, 'regex')) &&
      Object.values(item).some(Array.isArray),
  )

/** The items of an object from tags to whether they match, or to what is shown of them. */
const fromMap = (object: JsonObject, known: readonly string[]): readonly unknown[] | undefined => {
  const entries = Object.entries(object)
  const isMap = (isValue: (value: unknown) => boolean): boolean =>
    entries.length > 0 && entries.every(([key, value]) => known.includes(key) && isValue(value))
  if (isMap(value => typeof value === 'boolean')) return entries.map(([name, matches]) => ({ name, matches }))
  return isMap(isObject) ? entries.map(([name, value]) => ({ ...(value as JsonObject), name })) : undefined
}

/** What of an answer is judged, and what of it is known: the tags that there are, and the pattern that was sent. */
export interface MatchRequest {
  readonly known: readonly string[]
  readonly pattern: string
}

/** The lists of an answer that stand in no other list, but for the results of patterns; what repeats the pattern is none. */
const listsIn = (value: unknown, request: MatchRequest): readonly (readonly unknown[])[] => {
  if (Array.isArray(value)) return areByPattern(value) ? value.flatMap(item => listsIn(item, request)) : [value]
  if (!isObject(value)) return []
  const map = fromMap(value, request.known)
  if (map) return [map]
  const isEcho = (key: string): boolean =>
    isCalled(key, 'regex') && [value[key]].flat().every(text => text === request.pattern)
  const names = Object.keys(value).map(key => key.toLowerCase())
  const isOther = (key: string): boolean =>
    otherListName.test(key) || names.includes(negated.exec(key.toLowerCase())?.[1] ?? '')
  return Object.keys(value).flatMap(key =>
    noticeName.test(key) || isOther(key) || isEcho(key) ? [] : listsIn(value[key], request),
  )
}

/** The name of a tag in one of the forms in which it stands in a text, where that is known. */
const nameIn = (text: string, known: readonly string[]): string =>
  nameForms.flatMap(form => form(text) ?? []).find(name => known.includes(name)) ?? text

/** The one tag that is named where an answer has no list. */
const singleTag = (body: unknown, known: readonly string[]): readonly string[] | undefined => {
  const texts = objectsIn(body).flatMap(object =>
    Object.keys(object).flatMap(key =>
      tagNameMember.test(key) && typeof object[key] === 'string' ? [object[key]] : [],
    ),
  )
  const names = texts.map(text => nameIn(text, known)).filter(name => known.includes(name))
  return names.length === 1 ? names : undefined
}

/** The tags that an answer says are matched: those of its one list, or those that are marked in it. Undefined where that cannot be told. */
export const matchedTags = (body: unknown, request: MatchRequest): readonly string[] | undefined => {
  const { known } = request
  const matchedIn = (items: readonly unknown[]): readonly string[] | undefined => {
    const parts = items.map(flat)
    const flags = parts.map(item =>
      isObject(item) ? Object.keys(item).filter(key => flagName.test(key) && typeof item[key] === 'boolean') : [],
    )
    const [key] = flags[0] ?? []
    const marked = key !== undefined && flags.every(keys => keys.length === 1 && keys[0] === key)
    const names = parts
      .filter(item => !marked || (isObject(item) && item[key] === true))
      .map(item =>
        isObject(item)
          ? known.find(name => holdsMark(item, [name]))
          : typeof item === 'string'
            ? nameIn(item, known)
            : undefined,
      )
    return names.every(name => name !== undefined) ? names : undefined
  }
  const lists = listsIn(body, request)
  if (lists.length === 0) return singleTag(body, known)
  const filled = lists.filter(items => items.length > 0).map(matchedIn)
  if (filled.length === 0) return []
  // Next to an empty list, the other one may be of what does not match.
  return filled.length === 1 && lists.length === 1 ? filled[0] : undefined
}
