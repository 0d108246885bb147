import { type EndpointFact, lifecycle } from '../../contracts/lifecycle.ts'
import type { RouteUse } from '../../contracts/run/usage.ts'

/** What to use instead of a route, and where Docker Hub publishes it. */
export const replacementOf = ({ replacedBy }: EndpointFact): RouteUse['replacement'] => {
  const operation = lifecycle.operations.find(({ id }) => id === replacedBy)
  return operation === undefined ? null : { operation: operation.id, ...operation.published }
}
