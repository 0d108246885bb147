import type { Report } from '../../contracts/report.ts'

/** A status that an endpoint answered with, and the first exchange that shows it. */
export interface Answered {
  readonly status: number
  readonly exchange: string
  readonly times: number
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a path is of a template: `/v2/{a}` takes one segment for each name in braces. */
const matcher = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\{[^}]*\}/)
      .map(escaped)
      .join('[^/]+')}$`,
  )

/** The path that follows the base URL of the target; nothing for what went elsewhere. */
const pathBelow = (url: string, base: string): string | undefined =>
  url.startsWith(`${base}/`) ? url.slice(base.length).replace(/[?#].*$/s, '') : undefined

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** What an endpoint answered: success first, then what came most often. */
export const answersOf = (
  { exchanges, target }: Pick<Report, 'exchanges' | 'target'>,
  method: string | null,
  template: string,
): readonly Answered[] => {
  const isIt = matcher(template)
  const base = (target ?? '').replace(/\/+$/, '')
  const seen = new Map<number, Answered>()
  for (const { id, request, response, repeated } of exchanges) {
    if (response === null || repeated !== undefined) continue
    if (method !== null && request.method !== method) continue
    if (!isIt.test(pathBelow(request.url, base) ?? '')) continue
    const { status } = response
    const before = seen.get(status)
    seen.set(status, { status, exchange: before?.exchange ?? id, times: (before?.times ?? 0) + 1 })
  }
  return [...seen.values()].sort(
    (a, b) => Number(isSuccess(b.status)) - Number(isSuccess(a.status)) || b.times - a.times,
  )
}
