import { isObject, type JsonObject } from '../reading/json.ts'
import { flat, holdsMark, objectsIn } from '../reading/things.ts'
import { isCalled } from '../request-form.ts'
import { nameForms } from '../tags.ts'

/** Keys of lists next to the list of tags. */
const noticeName = /^(?:errors?|warnings?|messages?|notices?|hints?|links?|schemas?)$/i
/** Keys of lists of tags that do not match. */
const otherList =
  /^(?:un|non?[_-]?|not[_-]?)(?:match|immutab|cover|affect)|^(?:others?|rest|remaining|excluded|mutable)(?:[-_]?tags?)?$/i
/** A key that is the opposite of another one, such as `unlocked` next to `locked`. */
const negated = /^(?:un|non|not)[_-]?(\w+)$/
/** A member of a tag that states whether the pattern matches it. */
const flagName = /match|immutab|result|covered|affected/i
/** A member with the name of a tag, for answers without a list. */
const tagName = /^(?:match(?:e[sd]|ing)?[-_]?)?tags?(?:[-_]?names?)?$/i

/** Whether items are the results of patterns, each with its own list: `[{ "regex": "1.*", "tags": ["1.0"] }]`. */
const areByPattern = (items: readonly unknown[]): boolean =>
  items.length > 0 &&
  items.every(
    item =>
      isObject(item) &&
      Object.keys(item).some(key => isCalled(key, 'regex')) &&
      Object.values(item).some(Array.isArray),
  )

/** The items of an object that maps tags to booleans or to objects. */
const fromMap = (object: JsonObject, known: readonly string[]): readonly unknown[] | undefined => {
  const entries = Object.entries(object)
  const isMap = (isValue: (value: unknown) => boolean): boolean =>
    entries.length > 0 && entries.every(([key, value]) => known.includes(key) && isValue(value))
  if (isMap(value => typeof value === 'boolean')) return entries.map(([name, matches]) => ({ name, matches }))
  return isMap(isObject) ? entries.map(([name, value]) => ({ ...(value as JsonObject), name })) : undefined
}

/** The tags that exist, and the pattern that was sent. */
export interface MatchRequest {
  readonly known: readonly string[]
  readonly pattern: string
}

/** The outermost lists of an answer, but the inner ones of results per pattern. A repetition of the pattern is not a list of tags. */
const listsIn = (value: unknown, request: MatchRequest): readonly (readonly unknown[])[] => {
  if (Array.isArray(value)) return areByPattern(value) ? value.flatMap(item => listsIn(item, request)) : [value]
  if (!isObject(value)) return []
  const map = fromMap(value, request.known)
  if (map) return [map]
  const isEcho = (key: string): boolean =>
    isCalled(key, 'regex') && [value[key]].flat().every(text => text === request.pattern)
  const names = Object.keys(value).map(key => key.toLowerCase())
  const isOther = (key: string): boolean => {
    const opposite = negated.exec(key.toLowerCase())?.[1]
    return otherList.test(key) || (opposite !== undefined && names.includes(opposite))
  }
  return Object.keys(value).flatMap(key =>
    noticeName.test(key) || isOther(key) || isEcho(key) ? [] : listsIn(value[key], request),
  )
}

/** The known tag that a text names in one of the usual forms, else the text. */
const nameIn = (text: string, known: readonly string[]): string =>
  nameForms.flatMap(form => form(text) ?? []).find(name => known.includes(name)) ?? text

/** The single tag in an answer without a list. */
const singleTag = (body: unknown, known: readonly string[]): readonly string[] | undefined => {
  const texts = objectsIn(body).flatMap(object =>
    Object.keys(object).flatMap(key => (tagName.test(key) && typeof object[key] === 'string' ? [object[key]] : [])),
  )
  const names = texts.map(text => nameIn(text, known)).filter(name => known.includes(name))
  return names.length === 1 ? names : undefined
}

/** The matched tags of an answer: those in its only list, or those that are flagged in it. Undefined if this is ambiguous. */
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
  // Next to an empty list, another one may contain the tags that do not match.
  return filled.length === 1 && lists.length === 1 ? filled[0] : undefined
}
