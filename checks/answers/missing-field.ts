import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import { type Violated, violated } from '../../contracts/results/finding.ts'
import { has, type JsonObject, json } from '../reading/json.ts'
import { lettersAndDigits, objectsIn } from '../reading/things.ts'

/** Other names of the expiry. */
const expiryNames = /^(?:expir(?:y|es|ation)|validuntil)(?:at|date|on|time)?$/

/** A member that may be the expiry under another name, for advice only. An answer with the field elsewhere has no other name for it. */
const similarTo = (objects: readonly JsonObject[]): { readonly similar?: string } => {
  const names = objects.flatMap(object => Object.keys(object))
  if (names.includes(expiryField)) return {}
  const similar =
    names.find(name => lettersAndDigits(name) === lettersAndDigits(expiryField)) ??
    names.find(name => expiryNames.test(lettersAndDigits(name)))
  return similar === undefined ? {} : { similar }
}

/** A violation: an answer lacks the expiry. `all` are the pages of a whole list, which may lack it everywhere. */
export const missingField = (
  { operation, where }: { readonly operation: string; readonly where: string },
  answer: Answered,
  all: readonly { readonly exchange: Answered; readonly items: readonly unknown[] }[] = [],
): Violated => {
  const objects = (all.length === 0 ? [answer] : all.map(({ exchange }) => exchange)).flatMap(each =>
    objectsIn(json(each)),
  )
  const items = all.flatMap(page => page.items)
  const isNowhere = items.length > 1 && !objects.some(object => has(object, expiryField))
  return violated(
    'field-missing',
    {
      operation,
      field: expiryField,
      where: isNowhere ? `0 of ${items.length} items have it` : where,
      ...similarTo(objects),
    },
    answer,
  )
}
