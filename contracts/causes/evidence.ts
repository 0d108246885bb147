import type { Exchange } from '../exchange.ts'
import { isObject, type JsonObject } from '../json.ts'
import type { Binding } from '../operations.ts'
import type { Report, ReportedCase, ReportedReason } from '../results/report.ts'
import { pathBelow, valuesOf } from './paths.ts'

/** The parts of a report that show which exchanges its verdicts depend on. */
export type Recorded = Pick<Report, 'requirements' | 'exchanges' | 'bindings' | 'target' | 'fixtures'>

export const bindingNamed = ({ bindings }: Pick<Recorded, 'bindings'>, operation: unknown): Binding | undefined =>
  bindings.find(binding => binding.operation === operation)

/** What is known of a fixture, and whether the caller of the run named it. */
export const fixtureIn = (
  { fixtures }: Pick<Recorded, 'fixtures'>,
  wanted: unknown,
): { readonly value: JsonObject; readonly isGiven: boolean; readonly from: string | undefined } => {
  const { value, from } = fixtures.find(({ need }) => need === wanted) ?? {}
  return { value: isObject(value) ? value : {}, isGiven: value !== null && from === undefined, from }
}

export type Lookup = (id: string) => Exchange<'sealed'> | undefined

const lookups = new WeakMap<Recorded['exchanges'], ReadonlyMap<string, Exchange<'sealed'>>>()

export const lookupOf = ({ exchanges }: Pick<Report, 'exchanges'>): Lookup => {
  const known = lookups.get(exchanges) ?? new Map(exchanges.map(exchange => [exchange.id, exchange]))
  lookups.set(exchanges, known)
  return id => known.get(id)
}

type Call = Pick<Binding, 'method' | 'path'>

const isOf = ({ method, path }: Call, { request }: Exchange, target: string | null): boolean =>
  method === request.method && valuesOf(path, pathBelow(request.url, target) ?? '') !== undefined

/** What a reason is about: an endpoint of its own, as `GET /v2/a/{b}`, before the operation that it is compared with. */
const calledIn = (report: Recorded, { values }: ReportedReason): Call | undefined => {
  const [, method, path] = /^(\S+) (\/\S*)$/.exec(String(values.endpoint)) ?? []
  return method !== undefined && path !== undefined ? { method, path } : bindingNamed(report, values.operation)
}

/** How well an exchange fits what the reason says: the call that it names, and the status that it was answered with. */
const fits = (report: Recorded, reason: ReportedReason | null, exchange: Exchange): number => {
  const called = reason === null ? undefined : calledIn(report, reason)
  const status = reason?.values.status
  const isCalled = called !== undefined && isOf(called, exchange, report.target)
  const isAnswered = status !== undefined && String(status) === String(exchange.response?.status)
  return 2 * Number(isCalled) + Number(isAnswered)
}

/** What a case depends on: the exchange that decides it, then its controls. Without evidence it is the last that was sent. */
export const cited = (kase: ReportedCase, report: Recorded): readonly Exchange<'sealed'>[] => {
  const lookup = lookupOf(report)
  const evidence = kase.evidence.flatMap(id => lookup(id) ?? [])
  if (evidence.length === 0) return kase.exchanges.flatMap(id => lookup(id) ?? []).slice(-1)
  return [...evidence].sort((a, b) => fits(report, kase.reason, b) - fits(report, kase.reason, a))
}

/** The exchange that decides a case; undefined where none does. */
export const decisiveOf = (kase: ReportedCase, report: Recorded): Exchange<'sealed'> | undefined =>
  kase.evidence.length === 0 ? undefined : cited(kase, report)[0]

/** The parts that tell which operation an exchange called. */
export type Bound = Pick<Recorded, 'bindings' | 'target'>

const bindingOf = (exchange: Exchange, { bindings, target }: Bound): Binding | undefined =>
  bindings.find(binding => isOf(binding, exchange, target))

/** The operation that was called; undefined for any other path. */
export const operationOf = (exchange: Exchange, report: Bound): string | undefined =>
  bindingOf(exchange, report)?.operation

/** Whether a target answered a request to an operation with success, or this very request. */
export const isServedIn = (report: Recorded, operation: unknown, url?: string): boolean =>
  report.exchanges.some(
    exchange =>
      exchange.response !== null &&
      exchange.response.status < 300 &&
      (url === undefined || exchange.request.url === url) &&
      operationOf(exchange, report) === operation,
  )

/** How the names of the operations on things of one kind begin. */
export const areaOf = (operation: unknown): string | undefined => /^\w+\./.exec(String(operation))?.[0]

/** The method and path of a request. */
export const urlLineOf = ({ request: { method, url } }: Exchange, { target }: Bound): string =>
  `${method} ${pathBelow(url, target) ?? url}`

/** The same without the names that the run gave. */
export const requestLineOf = (exchange: Exchange, report: Recorded): string => {
  const bound = bindingOf(exchange, report)
  return bound === undefined ? urlLineOf(exchange, report) : `${exchange.request.method} ${bound.path}`
}

export const removedRoute = /^\/v1\/repositories\//

/**
 * What was called and how that was answered, the same for requests that differ in names only. A limit is the same whatever it refused, and
 * so are the removed routes, which one handler answers.
 */
export const callOf = (exchange: Exchange, report: Recorded): string => {
  const { request, response, failure } = exchange
  const outcome = response === null ? (failure ?? 'no answer') : response.status
  if (outcome === 429) return 'limit'
  const path = pathBelow(request.url, report.target) ?? request.url
  if (removedRoute.test(path)) return `removed route ${outcome}`
  return `${operationOf(exchange, report) ?? `${request.method} ${path}`} ${outcome}`
}
