import type { Answered } from '../contracts/exchange.ts'
import type { TokenFixture } from '../contracts/requirement.ts'
import { tokenSecretNames } from '../contracts/run/secret-names.ts'
import { plainForm } from './answers/plain-form.ts'
import { wholeThingOf, withParts } from './answers/tokens.ts'
import { has, isObject, type JsonObject, jsonIn } from './reading/json.ts'
import { listItems } from './reading/lists.ts'
import { objectsIn, representation } from './reading/things.ts'

/** The tokens that an answer shows, each with what it wraps: the one that holds a mark, or the items of a list. */
export const tokensIn = (answer: Answered, marks: readonly string[] | 'list'): readonly JsonObject[] => {
  const body = plainForm(jsonIn(answer))
  const one = marks === 'list' ? undefined : representation(body, marks)
  const tokens = marks === 'list' ? (listItems(body) ?? []) : one ? [wholeThingOf(body, one)] : []
  return tokens.filter(isObject).flatMap(withParts)
}

/** Shorter values stand in a text by chance, and are not taken out of reports. */
const shortest = 6

/** Names of what is told about a secret: its kind, its first characters. */
const aboutSecret = /(?:type|kind|status|state|hint|prefix|suffix|preview|name|id|_at|[a-z]At)$/

/** The secret that the answer to a creation shows; undefined where it shows none. */
export const secretOf = ({
  created,
  result,
  id,
  label,
}: Pick<TokenFixture, 'created' | 'result' | 'id' | 'label'>): string | undefined => {
  for (const name of tokenSecretNames)
    for (const object of objectsIn(jsonIn(result ?? created)))
      for (const key of Object.keys(object)) {
        const value = has(object, key) ? object[key] : undefined
        if (
          name.test(key) &&
          !aboutSecret.test(key) &&
          typeof value === 'string' &&
          value.length >= shortest &&
          value !== id &&
          value !== label
        )
          return value
      }
  return undefined
}

/** Whether an answer shows a secret, in plain or as a JSON string writes it. */
export const showsSecret = (answer: Answered, secret: string): boolean =>
  answer.response.body.includes(secret) || answer.response.body.includes(JSON.stringify(secret).slice(1, -1))
