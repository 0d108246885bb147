import { pathBelow, valuesOf } from '../../contracts/causes/paths.ts'
import { isSuccessStatus } from '../../contracts/exchange.ts'
import type { Report } from '../../contracts/results/report.ts'

/** A status that an endpoint answered with, and the first exchange that shows it. */
export interface AnsweredRoute {
  readonly status: number
  readonly exchange: string
  readonly times: number
}

/** What an endpoint answered, to every method for `*`: success first, then what came most often. */
export const answersOf = (
  { exchanges, target }: Pick<Report, 'exchanges' | 'target'>,
  method: string,
  template: string,
): readonly AnsweredRoute[] => {
  const seen = new Map<number, AnsweredRoute>()
  for (const { id, request, response, repeated } of exchanges) {
    if (response === null || repeated !== undefined) continue
    if (method !== '*' && request.method !== method) continue
    if (!valuesOf(template, pathBelow(request.url, target) ?? '')) continue
    const { status } = response
    const before = seen.get(status)
    seen.set(status, { status, exchange: before?.exchange ?? id, times: (before?.times ?? 0) + 1 })
  }
  return [...seen.values()].sort(
    (a, b) => Number(isSuccessStatus(b.status)) - Number(isSuccessStatus(a.status)) || b.times - a.times,
  )
}
