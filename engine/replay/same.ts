import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../contracts/exchange.ts'
import type { Reason } from '../../contracts/finding.ts'
import type { ReportedReason } from '../../contracts/report.ts'

const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** Whether two values are the same as JSON, whatever the order of their keys. */
export const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(plain(a), plain(b))

/** The length of a body is not what it was before its secrets were taken out. */
const withoutLength = ({ bytes: _bytes, ...values }: Reason['values']): Reason['values'] => values

/** Whether a reason that was recomputed is the one that was reported. */
export const sameReason = (recomputed: Reason | null, reported: ReportedReason | null): boolean =>
  recomputed === null || reported === null
    ? recomputed === reported
    : recomputed.code === reported.code && same(withoutLength(recomputed.values), withoutLength(reported.values))

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether taking out a secret has spoilt a body: a number that was one has left JSON that is none. */
export const isSpoilt = ({ response }: Exchange): boolean =>
  response !== null &&
  response.encoding === 'utf8' &&
  /\[secret-\d+\]/.test(response.body) &&
  !parses(response.body) &&
  parses(response.body.replace(/\[secret-\d+\]/g, '0'))
