import { header } from '../../checks/reading/exchanges.ts'
import { type Recorded, requestLineOf } from '../../contracts/causes/evidence.ts'
import type { Exchange } from '../../contracts/exchange.ts'
import type { ReportedRequirement } from '../../contracts/results/report.ts'
import { retryAfter } from '../http/rate-limit.ts'

const isLimited = ({ response }: Exchange): boolean => response?.status === 429

/** The quota that an answer states with its window (`RateLimit-Policy`, or `RateLimit-Limit` as it was before), by the minute. */
const statedRate = (exchange: Exchange): number | undefined => {
  const rates = ['ratelimit-policy', 'ratelimit-limit', 'x-ratelimit-limit'].flatMap(name =>
    (header(exchange, name) ?? '').split(',').flatMap(policy => {
      const [, quota] = /(?:^\s*|;\s*q=)(\d+)\b/.exec(policy) ?? []
      const [, seconds] = /;\s*w=(\d+)/.exec(policy) ?? []
      return quota === undefined || !(Number(seconds) > 0) ? [] : [(Number(quota) * 60) / Number(seconds)]
    }),
  )
  return rates.length === 0 ? undefined : Math.min(...rates)
}

/** The window of a limit of which nothing is known, and the shortest and longest that are believed. */
const windowMs = { usual: 60_000, shortest: 1_000, longest: 3_600_000 } as const

/**
 * Requests in a minute that the target accepts: as it states, else as it was seen. A limit of N in a window accepts N at once and N more with
 * each window, so that a run that waits for the next one gets more answers than a window allows; a refusal that says when to come back says how
 * long that is.
 */
const acceptedRate = (exchanges: readonly Exchange[], durationMs: number): number => {
  const refused = exchanges.filter(isLimited)
  const stated = refused.flatMap(exchange => statedRate(exchange) ?? [])
  const asked = refused.flatMap(exchange => retryAfter(exchange, 0) ?? [])
  const believed = asked.filter(ms => ms <= windowMs.longest)
  const window = believed.length === 0 ? windowMs.usual : Math.max(...believed, windowMs.shortest)
  const accepted = exchanges.filter(({ response }) => response !== null && response.status !== 429).length
  return Math.max(1, Math.floor(stated.length > 0 ? Math.min(...stated) : (accepted * 60_000) / (window + durationMs)))
}

/** The one call that a limit refused each time, where it refused no other: a lower rate may not help. */
const limitedCall = (report: Recorded): string | undefined => {
  const [line, ...others] = new Set(report.exchanges.filter(isLimited).map(each => requestLineOf(each, report)))
  const isAccepted = report.exchanges.some(
    each => each.response !== null && !isLimited(each) && requestLineOf(each, report) === line,
  )
  return others.length > 0 || isAccepted ? undefined : line
}

/** What to do about a limit that refused requests. */
export const limitMessage = (members: readonly ReportedRequirement[], report: Recorded, durationMs: number): string => {
  const { exchanges } = report
  const refused = exchanges.filter(isLimited).length
  const call = limitedCall(report)
  if (call !== undefined && refused > 1)
    return `The target limits ${call}: it answered 429 to each of ${refused} requests. Raise this limit for the given credentials, or run again when it has ended.`
  const [setting] = members.flatMap(({ reason }) => reason?.settings ?? [])
  const rate = acceptedRate(exchanges, durationMs)
  const given = setting?.startsWith('-') ? `${setting} ${rate}` : setting
  return `The target limits requests: ${refused} of ${exchanges.length} were answered 429. Run again with at most ${rate} ${rate === 1 ? 'request' : 'requests'} per minute${given === undefined ? '' : ` (${given})`}.`
}
