import { sentIn } from '../../../checks/reading/exchanges.ts'
import { has, jsonIn, jsonOfSuccess } from '../../../checks/reading/json.ts'
import { mentions, objectsIn } from '../../../checks/reading/things.ts'
import { otherPlaceIn } from '../../../checks/repository-place.ts'
import type { Answered, Exchange, WireFailure } from '../../../contracts/exchange.ts'
import type { RoleValues } from '../../../contracts/operations.ts'
import { isTokenSecret } from '../../../contracts/run/secret-names.ts'
import { type Redactor, shortestFound } from '../../redaction/redaction.ts'
import { isUsableId } from '../token-address.ts'
import { keysWithValue } from './body.ts'

/** Failures of a request that was never sent: there was no connection, or the run ended first. */
const unsent: ReadonlySet<WireFailure> = new Set<WireFailure>([
  'refused',
  'name-not-found',
  'aborted',
  'gone',
  'out-of-time',
  'case-out-of-time',
])

/** Whether an unsafe request that accepts any status was never sent. */
export const isUnsent = ({ failure, response }: Exchange): boolean =>
  response !== null || (failure !== undefined && unsent.has(failure))

/**
 * Whether the status of a creation means that nothing was created: a refusal, a missing operation, or a redirect that asks for the same
 * request elsewhere. A 302 or 303 may follow a creation.
 */
export const madeNothing = (status: number): boolean =>
  (status >= 400 && status < 500 && status !== 408) || [301, 307, 308, 501].includes(status)

/** Whether a request was refused because of its content. */
export const isFormRefused = ({ response }: Answered): boolean => response.status === 400 || response.status === 422

/** Whether a refusal may mean that a limit is reached. */
export const mayBeFull = (status: number): boolean => [400, 402, 403, 409, 422].includes(status)

/** Whether an answer to a creation contains a name, but not the requested one. */
export const namesAnother = (exchange: Answered, name: string): boolean => {
  const shown = jsonIn(exchange)
  const keys = ['name', ...keysWithValue(sentIn(exchange), name)]
  const isNaming = objectsIn(shown).some(object => keys.some(key => has(object, key) && object[key] != null))
  return isNaming && !mentions(shown, name)
}

/** The namespace of a new repository according to the answer, if it is not the requested one. */
export const otherNamespace = (
  exchange: Answered,
  { namespace = '' }: RoleValues,
  repository: string,
): string | undefined => {
  const place = otherPlaceIn(exchange, { namespace, repository })
  return place && isUsableId(place.namespace) ? place.namespace : undefined
}

/** Redacts the secret that a creation shows once. */
export const learnSecrets = (redactor: Redactor, exchange: Answered, name: string): void => {
  for (const object of objectsIn(jsonOfSuccess(exchange)))
    for (const key of Object.keys(object)) {
      const value = has(object, key) ? object[key] : undefined
      if (typeof value === 'string' && value !== name && isTokenSecret(key)) redactor.learn(value, shortestFound)
    }
}
