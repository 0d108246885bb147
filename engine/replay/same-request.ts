import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../contracts/exchange.ts'
import { jsonOf } from '../../contracts/json.ts'
import type { Reason } from '../../contracts/results/finding.ts'
import type { ReportedReason } from '../../contracts/results/report.ts'

const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** Whether two values are the same as JSON, whatever the order of their keys. */
export const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(asJson(a), asJson(b))

/** Whether a reason that was recomputed is the one that was reported. */
export const sameReason = (recomputed: Reason | null, reported: ReportedReason | null): boolean =>
  recomputed === null || reported === null
    ? recomputed === reported
    : recomputed.code === reported.code && same(recomputed.values, reported.values)

/** What stands where a secret could not be taken out by itself. */
const unreadable = '[redacted: holds a secret]'

/** Whether taking out a secret has spoilt an exchange: a number that was one has left JSON that is none, or nothing is left at all. */
export const isSpoilt = ({ request, response }: Exchange): boolean => {
  const texts = [request.url, request.body, response?.body, ...(response?.headers ?? []).flat()]
  if (texts.some(text => text === unreadable || text === Buffer.from(unreadable).toString('base64'))) return true
  const body = response?.encoding === 'utf8' ? response.body : ''
  return jsonOf(body) === undefined && jsonOf(body.replace(/\[secret-\d+\]/g, '0')) !== undefined
}
