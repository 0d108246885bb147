import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import { isSuccess } from '../reading/exchanges.ts'
import { has, isObject, jsonIn } from '../reading/json.ts'
import { objectsIn } from '../reading/things.ts'
import { dateTimePattern, formRefusals, type PactInteraction } from './interactions.ts'

const dateTime = new RegExp(dateTimePattern)

/** Whether a token has `expires_at` in the published form: null, or a date-time. */
export const hasExpiryForm = (value: unknown): boolean =>
  isObject(value) &&
  has(value, expiryField) &&
  (value[expiryField] === null || (typeof value[expiryField] === 'string' && dateTime.test(value[expiryField])))

const bodyMeets = (shows: NonNullable<PactInteraction['shows']>, answer: Answered): boolean => {
  const value = jsonIn(answer)
  switch (shows) {
    case 'expires-at':
      return objectsIn(value).some(object => has(object, expiryField))
    case 'expiry-form':
      return hasExpiryForm(value)
    case 'expiry-form-of-items':
      return (
        isObject(value) &&
        Array.isArray(value.results) &&
        value.results.length > 0 &&
        value.results.every(hasExpiryForm)
      )
  }
}

/**
 * Whether an answer meets what an interaction demands, as far as it can be told without Pact: a verdict that rests on the verifier's word
 * can so be recomputed from the exchange.
 */
export const meetsDemand = ({ status, shows }: PactInteraction, answer: Answered): boolean => {
  const given = answer.response.status
  if (status === 'gone') return given === 410
  if (!isSuccess(answer) && !(status === 'answered' && formRefusals.includes(given))) return false
  return shows === undefined || bodyMeets(shows, answer)
}
