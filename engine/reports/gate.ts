import { defined } from '../../contracts/defined.ts'
import type { IsoDate } from '../../contracts/lifecycle.ts'
import type {
  Gate,
  GateFinding,
  GateKind,
  KnownEntry,
  Report,
  ReportedCase,
  ReportedRequirement,
} from '../../contracts/results/report.ts'
import { suggestion } from '../suggestion.ts'
import { nextOf } from './advice.ts'
import {
  type Baseline,
  type BaselineEntry,
  type BaselineFinding,
  type BaselineRules,
  type BaselineSubject,
  type Match,
  matchBaseline,
} from './baseline.ts'
import { digestOf } from './digest.ts'

/** What got worse first, then what is wrong with the list. */
const order: readonly GateKind[] = ['new', 'unverified', 'changed', 'expired', 'stale', 'unmatched', 'duplicate']

const stateText = ({
  verdict,
  code,
}: {
  readonly verdict: string
  readonly code?: string | null | undefined
}): string => `${verdict === 'fail' ? 'failing' : verdict}${code === null || code === undefined ? '' : ` (${code})`}`

const verb = (actual: BaselineSubject): string =>
  actual.verdict === 'fail' ? `fails (${actual.code})` : `is ${stateText(actual)}`

/** What differs and what to do, as a clause after the name of what it is about. */
export const findingClause = (finding: BaselineFinding): string => {
  switch (finding.kind) {
    case 'new':
      return finding.entry === undefined
        ? `${verb(finding.actual)} and is not listed`
        : `${verb(finding.actual)}, but is listed as ${stateText(finding.entry)}`
    case 'unverified':
      return finding.entry === undefined
        ? `is not verified: ${stateText(finding.actual)}, and not listed as such`
        : `is no longer verified: ${stateText(finding.actual)}, but listed as ${stateText(finding.entry)}`
    case 'stale': {
      const now = finding.actual.verdict === 'pass' ? 'passes' : `is ${finding.actual.verdict}`
      return `${now}, but is still listed as ${stateText(finding.entry)}; remove the entry`
    }
    case 'changed':
      return `${verb(finding.actual)}, but is listed as ${stateText(finding.entry)}`
    case 'expired':
      return `the entry expired on ${finding.entry.expires}; fix the target, or renew the entry`
    case 'unmatched': {
      const { entry, known } = finding
      const given = entry.case ?? entry.id
      const what = entry.case === undefined ? 'unknown requirement id' : 'unknown case of this requirement'
      return `${what}${suggestion(given, known)}`
    }
    case 'duplicate':
      return 'is listed more than once'
  }
}

/** A baseline with where it is from. */
export interface NamedBaseline extends Baseline {
  readonly name: string
  readonly lineOf: (entry: BaselineEntry) => number
}

export interface GateRules extends BaselineRules {
  /** The run was ended early: what it did not verify is no difference then. */
  readonly interrupted?: boolean
}

export const knownEntry = ({ name, lineOf }: NamedBaseline, entry: BaselineEntry): KnownEntry => ({
  note: entry.reason,
  ...defined({ link: entry.link, expires: entry.expires }),
  file: name,
  line: lineOf(entry),
})

export const gateFinding = (baseline: NamedBaseline, finding: BaselineFinding): GateFinding => {
  const { id, case: name } = 'actual' in finding ? finding.actual : finding.entry
  return {
    kind: finding.kind,
    requirement: id,
    ...defined({ case: name }),
    message: findingClause(finding),
    ...(finding.entry && { entry: knownEntry(baseline, finding.entry) }),
  }
}

/** A requirement is known where it is listed as a whole, or each of its cases with its verdict is listed. */
const withKnown = (
  requirement: ReportedRequirement,
  matches: readonly Match[],
  baseline: NamedBaseline,
): ReportedRequirement => {
  const entryOf = (name: string | undefined): KnownEntry | undefined => {
    const match = matches.find(({ actual }) => actual.case === name)
    return match && knownEntry(baseline, match.entry)
  }
  const cases = requirement.cases.map((kase): ReportedCase => ({ ...kase, ...defined({ known: entryOf(kase.name) }) }))
  const deciding = cases.filter(({ verdict }) => verdict === requirement.verdict)
  const byCase = deciding.every(each => each.known !== undefined) ? deciding[0]?.known : undefined
  return { ...requirement, cases, ...defined({ known: entryOf(undefined) ?? byCase }) }
}

/**
 * The report with what a baseline says of it: each known failure has its entry, `gate` has what differs, and what to do next leaves out
 * what is known. Result and verdicts stay as they are; the digest is that of the new report.
 */
export const holdAgainst = (
  report: Report,
  baseline: NamedBaseline,
  today: IsoDate,
  rules: GateRules = {},
): Report & { readonly gate: Gate } => {
  const { findings: all, matches } = matchBaseline(report, baseline, today, rules)
  const findings = all
    .filter(({ kind }) => !(rules.interrupted && kind === 'unverified'))
    .map(finding => gateFinding(baseline, finding))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  const gate: Gate = {
    file: baseline.name,
    passed:
      findings.length === 0 && !rules.interrupted && report.requirements.every(({ verdict }) => verdict !== 'error'),
    listed: { failures: baseline.failures.length, unverified: baseline.unverified.length },
    findings,
  }
  const { digest, ...rest } = report
  const judged = {
    ...rest,
    requirements: report.requirements.map(requirement => {
      const own = matches.filter(({ actual }) => actual.id === requirement.id)
      return own.length === 0 ? requirement : withKnown(requirement, own, baseline)
    }),
    gate,
  }
  const advised = { ...judged, next: nextOf(judged) }
  return digest === undefined ? advised : { ...advised, digest: digestOf(advised) }
}
