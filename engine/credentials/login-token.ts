import { has } from '../../checks/reading/json.ts'
import { objectsIn } from '../../checks/reading/things.ts'
import { shownAt } from '../../checks/request-form.ts'
import { isSendableToken } from './form.ts'

/** Where a login answer usually carries its token. */
const tokenKeys = ['access_token', 'token', 'accessToken', 'jwt', 'id_token']

/** Members that may hold the token under another name, and members with a token for another use. */
const tokenLike = /token|jwt|bearer/i
const jwt = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/

export const isOfOtherUse = (member: string): boolean => /refresh|csrf|xsrf|type|expir/i.test(member)

/**
 * The token in the answer to a login: in a usual member, else the only text in a member named like one, else the only JWT, else where the
 * target declares the only text that may be one.
 */
export const tokenIn = (value: unknown, declaredAt?: readonly string[]): string | undefined => {
  const objects = objectsIn(value)
  for (const object of objects)
    for (const key of tokenKeys)
      if (has(object, key) && typeof object[key] === 'string' && isSendableToken(object[key])) return object[key]
  const texts = [{ '': value }, ...objects]
    .flatMap(object => Object.entries(object))
    .flatMap(([key, text]) =>
      typeof text === 'string' && isSendableToken(text) && !isOfOtherUse(key) ? { key, text } : [],
    )
  const only = (fits: (one: { readonly key: string; readonly text: string }) => boolean): string | undefined => {
    const found = new Set(texts.filter(fits).map(({ text }) => text))
    return found.size === 1 ? [...found][0] : undefined
  }
  const declared = declaredAt && shownAt(value, declaredAt)
  return (
    only(({ key }) => tokenLike.test(key)) ??
    only(({ text }) => jwt.test(text)) ??
    (typeof declared === 'string' && isSendableToken(declared) ? declared : undefined)
  )
}
