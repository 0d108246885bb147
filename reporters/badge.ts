import type { Report } from '../contracts/results/report.ts'
import type { Result } from '../contracts/results/verdict.ts'
import type { Reporter } from './reporter.ts'
import { toJson } from './shared/encode.ts'
import { isInsecure, resultText, subjectName, tallies } from './shared/facts.ts'
import { clip } from './shared/text.ts'

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
  partial: 'lightgrey',
}

/** `incomplete, 56 passed, 0 failed, 2 not verified, of 58 MUST`; `partial 1/58`, since a badge has little room for what says so little. */
const messageOf = (report: Report): string => {
  const { must } = report.summary
  return report.result === 'partial'
    ? `partial ${must.counts.pass}/${must.inForce}`
    : `${resultText(report)}, ${tallies(report)}`
}

const render = (report: Report): string => {
  const insecure = isInsecure(report)
  const named = subjectName(report)
  const badge: Badge = {
    schemaVersion: 1,
    label: named === undefined ? 'hub conformance' : `hub conformance of ${clip(named, 60)}`,
    message: `${messageOf(report)}${insecure ? ', INSECURE' : ''}`,
    // Nobody knows who answered, so nothing of it is green.
    color: insecure && report.result === 'conformant' ? colors.incomplete : colors[report.result],
  }
  return toJson(badge)
}

export const badgeReporter: Reporter = { describe: 'the JSON of a shields.io endpoint badge', render }
