import { parametersIn, parametersOf, rolesOf } from '../../checks/path-template.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { oncePer } from '../../checks/remembered.ts'
import { boundRoles } from '../../contracts/bindings/roles.ts'
import type { Answered, Exchange } from '../../contracts/exchange.ts'
import type { Binding, OperationName, RoleValues } from '../../contracts/operations.ts'
import type { Received } from '../../contracts/requirement.ts'

interface Target {
  readonly basePath: string
  readonly bindings: ReadonlyMap<OperationName, Binding>
}

const isAnswered = (exchange: Exchange): exchange is Answered => exchange.response !== null

/** The role values in the path and query of a request; undefined if it is not a request of this binding. */
const valuesOf = (binding: Binding, requestMethod: string, url: URL): RoleValues | undefined => {
  const { method, path, query } = binding
  if (requestMethod !== method) return undefined
  const parameters = parametersIn(path, url.pathname)
  if (!parameters || !Object.keys(query ?? {}).every(name => url.searchParams.has(name))) return undefined
  const roles = boundRoles(binding)
  const inPath = rolesOf(path, roles) ?? {}
  const inQuery = Object.entries(query ?? {}).flatMap(([name, mark]) => {
    const role = roles.find(one => mark === `{${one}}`)
    return role ? [[role, url.searchParams.get(name)]] : []
  })
  return Object.fromEntries([
    ...inQuery,
    ...Object.entries(parameters).flatMap(([name, value]) => (inPath[name] ? [[inPath[name], value]] : [])),
  ])
}

interface ReceivedByOperation extends Received {
  readonly operation: OperationName
}

/**
 * The operation of a successful exchange, and its role values. If several bindings match, the one with the fewest parameters counts;
 * undefined if there are several of these.
 */
const receivedFrom = ({ basePath, bindings }: Target, exchange: Exchange): ReceivedByOperation | undefined => {
  if (!isAnswered(exchange) || !isSuccess(exchange) || exchange.repeated !== undefined) return undefined
  if (!URL.canParse(exchange.request.url)) return undefined
  const url = new URL(exchange.request.url)
  if (!url.pathname.startsWith(`${basePath}/`)) return undefined
  url.pathname = url.pathname.slice(basePath.length)
  const matching = [...bindings.values()].flatMap(binding => {
    const values = valuesOf(binding, exchange.request.method, url)
    return values ? [{ binding, values, parameters: parametersOf(binding.path).length }] : []
  })
  const fewest = Math.min(...matching.map(({ parameters }) => parameters))
  const [own, ...others] = matching.filter(({ parameters }) => parameters === fewest)
  return own && others.length === 0
    ? { operation: own.binding.operation, answer: exchange, values: own.values }
    : undefined
}

/** Returns the successes of an operation with their role values. Each exchange is matched once. */
export const createReceived = (
  target: Target,
  exchanges: () => readonly Exchange[],
): ((operation: OperationName) => readonly Received[]) => {
  const receivedOnce = oncePer((exchange: Exchange) => receivedFrom(target, exchange))
  return operation =>
    exchanges().flatMap(exchange => {
      const received = receivedOnce(exchange)
      return received?.operation === operation ? [received] : []
    })
}
