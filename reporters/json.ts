import type { Exchange, ReceivedResponse, SentRequest } from '../contracts/exchange.ts'
import type { Report, ReportedCase, ReportedRequirement } from '../contracts/results/report.ts'
import { hideRun } from '../contracts/run/run-name.ts'
import type { Reporter } from './reporter.ts'

/** Every key of a type, in the order in which it is read; a key that is missing here does not compile. */
type KeyOrder<T> = { readonly [Key in keyof T & string]-?: 0 }

const reportKeys: KeyOrder<Report> = {
  schemaVersion: 0,
  tool: 0,
  subject: 0,
  target: 0,
  lifecycle: 0,
  asOf: 0,
  startedAt: 0,
  durationMs: 0,
  timing: 0,
  run: 0,
  seed: 0,
  options: 0,
  result: 0,
  summary: 0,
  next: 0,
  bindings: 0,
  documents: 0,
  fixtures: 0,
  requirements: 0,
  exchanges: 0,
  leftovers: 0,
  gate: 0,
  digest: 0,
}

const requirementKeys: KeyOrder<ReportedRequirement> = {
  id: 0,
  suite: 0,
  level: 0,
  title: 0,
  since: 0,
  until: 0,
  source: 0,
  verdict: 0,
  reason: 0,
  fix: 0,
  cases: 0,
  known: 0,
}

const caseKeys: KeyOrder<ReportedCase> = {
  name: 0,
  verdict: 0,
  reason: 0,
  attempts: 0,
  exchanges: 0,
  evidence: 0,
  excerpts: 0,
  known: 0,
}

const exchangeKeys: KeyOrder<Exchange<'sealed'>> = { id: 0, request: 0, response: 0, failure: 0, repeated: 0, ms: 0 }
const requestKeys: KeyOrder<SentRequest> = { method: 0, url: 0, headers: 0, body: 0, as: 0 }
const responseKeys: KeyOrder<ReceivedResponse> = { status: 0, headers: 0, body: 0, encoding: 0, truncated: 0 }

/** The same object with its keys in that order; keys that are not known come last, as they came. */
const ordered = <T extends object>(value: T, order: KeyOrder<NoInfer<T>>): T => {
  const known = Object.keys(order).filter(key => Object.hasOwn(value, key))
  const keys = [...known, ...Object.keys(value).filter(key => !Object.hasOwn(order, key))]
  return Object.fromEntries(keys.map(key => [key, value[key as keyof T]])) as T
}

const orderedRequirement = (requirement: ReportedRequirement): ReportedRequirement =>
  ordered({ ...requirement, cases: requirement.cases.map(kase => ordered(kase, caseKeys)) }, requirementKeys)

const orderedExchange = (exchange: Exchange<'sealed'>): Exchange<'sealed'> => {
  const request = ordered(exchange.request, requestKeys)
  const response = exchange.response && ordered(exchange.response, responseKeys)
  return ordered({ ...exchange, request, response }, exchangeKeys)
}

const render = (report: Report): string => {
  const requirements = report.requirements.map(orderedRequirement)
  const exchanges = report.exchanges.map(orderedExchange)
  const text = JSON.stringify(ordered({ ...report, requirements, exchanges }, reportKeys), null, 2)
  return `${hideRun(text, report.run)}\n`
}

export const jsonReporter: Reporter = { describe: 'all data; the source of every other format', render }
