import type { Report } from '../contracts/report.ts'
import { levels, type Result } from '../contracts/verdict.ts'
import type { Reporter } from './reporter.ts'
import { toJson } from './shared/encode.ts'
import { isInsecure } from './shared/facts.ts'

/** What a badge endpoint of shields.io answers (shields.io/badges/endpoint-badge); it rejects every key that it does not know. */
interface Badge {
  readonly schemaVersion: 1
  readonly label: string
  readonly message: string
  readonly color: string
}

const colors: Readonly<Record<Result, string>> = {
  conformant: 'brightgreen',
  'non-conformant': 'red',
  incomplete: 'orange',
}

/** `58/58 MUST`; the level that was asked for where that was no MUST. */
const shareOf = ({ summary }: Report): string => {
  const level = levels.find(each => summary[each].inForce > 0) ?? 'must'
  return `${summary[level].verified}/${summary[level].inForce} ${level.toUpperCase()}`
}

const render = (report: Report): string => {
  const { fail } = report.summary.must.counts
  const insecure = isInsecure(report)
  const failed = fail > 0 ? `, ${fail} failed` : ''
  const badge: Badge = {
    schemaVersion: 1,
    label: 'hub conformance',
    message: `${report.result}, ${shareOf(report)}${failed}${insecure ? ', INSECURE' : ''}`,
    // Nobody knows who answered, so nothing of it is green.
    color: insecure && report.result === 'conformant' ? colors.incomplete : colors[report.result],
  }
  return toJson(badge)
}

export const badgeReporter: Reporter = { describe: 'the JSON of a shields.io endpoint badge', render }
