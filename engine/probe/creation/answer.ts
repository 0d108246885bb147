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

/** Why a request that changes something never left: no connection was made, or the run was not to send it any more. */
const unsent: ReadonlySet<WireFailure> = new Set<WireFailure>([
  'refused',
  'name-not-found',
  'aborted',
  'gone',
  'out-of-time',
  'case-out-of-time',
])

/** Whether a request that changes something, and asks for any answer, cannot have left. */
export const isUnsent = ({ failure, response }: Exchange): boolean =>
  response !== null || (failure !== undefined && unsent.has(failure))

/**
 * Whether an answer to a creation says that nothing was made: a refusal, an operation that is not there, or a redirect that asks for the
 * same request elsewhere. A 302 or 303 may follow on what was made.
 */
export const madeNothing = (status: number): boolean =>
  (status >= 400 && status < 500 && status !== 408) || [301, 307, 308, 501].includes(status)

/** Whether a request was refused for what it says. */
export const isFormRefused = ({ response }: Answered): boolean => response.status === 400 || response.status === 422

/** Whether a refusal may mean that there are as many things as there may be. */
export const mayBeFull = (status: number): boolean => [400, 402, 403, 409, 422].includes(status)

/** Whether an answer to a creation names something, and not what it was asked to make. */
export const namesAnother = (exchange: Answered, name: string): boolean => {
  const shown = jsonIn(exchange)
  const keys = ['name', ...keysWithValue(sentIn(exchange), name)]
  const isNaming = objectsIn(shown).some(object => keys.some(key => has(object, key) && object[key] != null))
  return isNaming && !mentions(shown, name)
}

/** The namespace in which an answer to a creation says that the repository is, where that is not the one that was asked for. */
export const otherNamespace = (
  exchange: Answered,
  { namespace = '' }: RoleValues,
  repository: string,
): string | undefined => {
  const place = otherPlaceIn(exchange, { namespace, repository })
  return place && isUsableId(place.namespace) ? place.namespace : undefined
}

/** A creation shows its secret once: from then on no output may. */
export const learnSecrets = (redactor: Redactor, exchange: Answered, name: string): void => {
  for (const object of objectsIn(jsonOfSuccess(exchange)))
    for (const key of Object.keys(object)) {
      const value = has(object, key) ? object[key] : undefined
      if (typeof value === 'string' && value !== name && isTokenSecret(key)) redactor.learn(value, shortestFound)
    }
}
