import type { IsoDate } from '../../contracts/lifecycle.ts'
import type { ReportedRequirement } from '../../contracts/results/report.ts'
import { counts, type Level, type Verdict } from '../../contracts/results/verdict.ts'

/** What a baseline may expect: a failure, or one of the two ways not to be verified. */
export type ExpectedVerdict = 'fail' | 'inconclusive' | 'untestable'

/** A gap that is known and put up with. */
export interface BaselineEntry {
  readonly id: string
  /** One case of the requirement; without it the entry is about the requirement as a whole. */
  readonly case?: string
  readonly verdict: ExpectedVerdict
  /** Always there for a failure; an unverified requirement without it may be so for any reason. */
  readonly code?: string
  readonly reason: string
  readonly link?: string
  /** The last day on which the entry holds. */
  readonly expires?: IsoDate
}

export interface Baseline {
  readonly failures: readonly BaselineEntry[]
  /** A list of its own: what is not verified is not known to fail. */
  readonly unverified: readonly BaselineEntry[]
}

/** What is compared with a baseline: a report, or anything that fails and passes by ids and cases. */
export interface BaselineReport {
  readonly requirements: readonly (Pick<ReportedRequirement, 'id' | 'level' | 'verdict'> & {
    /** What is not listed as a whole is compared case by case: the cases are not known beforehand. */
    readonly byCase?: true
    readonly reason: { readonly code: string } | null
    readonly cases: readonly {
      readonly name: string
      readonly verdict: Verdict
      readonly reason: { readonly code: string } | null
    }[]
  })[]
}

/** A requirement, or one of its cases, as the report has it. */
export interface BaselineSubject {
  readonly id: string
  readonly case?: string
  readonly level: Level
  readonly verdict: Verdict
  readonly code: string | null
}

/** One way in which a report and a baseline differ. */
export type BaselineFinding =
  /** Fails, and is not listed as failing; `entry` where it is listed as unverified. */
  | { readonly kind: 'new'; readonly actual: BaselineSubject; readonly entry?: BaselineEntry }
  /** Is no longer verified, and not listed as such; `entry` where it is listed as failing. */
  | { readonly kind: 'unverified'; readonly actual: BaselineSubject; readonly entry?: BaselineEntry }
  /** Listed, but has come to pass or no longer applies. */
  | { readonly kind: 'stale'; readonly actual: BaselineSubject; readonly entry: BaselineEntry }
  /** Listed with another verdict or reason code. */
  | { readonly kind: 'changed'; readonly actual: BaselineSubject; readonly entry: BaselineEntry }
  | { readonly kind: 'expired'; readonly entry: BaselineEntry }
  /** No such requirement, or it has no such case. */
  | { readonly kind: 'unmatched'; readonly entry: BaselineEntry; readonly known: readonly string[] }
  /** The same thing is listed before, or a requirement as a whole and by its cases. */
  | { readonly kind: 'duplicate'; readonly entry: BaselineEntry }

export interface BaselineRules {
  /** The weakest level at which something unlisted counts; what is listed counts at any. */
  readonly failOn?: Level
  /** What is not listed may be unverified. */
  readonly allowIncomplete?: boolean
  /** Ids that are known beyond those of the report, which may be about documents alone. */
  readonly known?: readonly string[]
}

const isOpen = (verdict: Verdict): verdict is 'inconclusive' | 'untestable' =>
  verdict === 'inconclusive' || verdict === 'untestable'

const keyOf = ({ id, case: name }: Pick<BaselineEntry, 'id' | 'case'>): string => JSON.stringify([id, name ?? null])

/** Entries that cannot be matched with anything, and those that can. */
const sift = (
  report: BaselineReport,
  entries: readonly BaselineEntry[],
  known: readonly string[],
): { readonly findings: readonly BaselineFinding[]; readonly usable: readonly BaselineEntry[] } => {
  const requirements = new Map(report.requirements.map(requirement => [requirement.id, requirement]))
  const ids = [...new Set([...requirements.keys(), ...known])]
  const findings: BaselineFinding[] = []
  const usable: BaselineEntry[] = []
  for (const entry of entries) {
    const cases = requirements.get(entry.id)?.cases.map(({ name }) => name) ?? []
    if (!ids.includes(entry.id)) findings.push({ kind: 'unmatched', entry, known: ids })
    // A requirement that was not asked has no cases in the report, so nothing can be said of them.
    else if (entry.case !== undefined && cases.length > 0 && !cases.includes(entry.case))
      findings.push({ kind: 'unmatched', entry, known: cases })
    else if (
      usable.some(
        other =>
          other.id === entry.id && (other.case === undefined || entry.case === undefined || other.case === entry.case),
      )
    )
      findings.push({ kind: 'duplicate', entry })
    else usable.push(entry)
  }
  return { findings, usable }
}

/** What of a requirement is compared: its cases where the baseline lists them, else the requirement as a whole. */
const subjectsOf = (
  requirement: BaselineReport['requirements'][number],
  byCase: boolean,
): readonly BaselineSubject[] => {
  const { id, level, cases, verdict, reason } = requirement
  if (!byCase || cases.length === 0) return [{ id, level, verdict, code: reason?.code ?? null }]
  return cases.map(kase => ({ id, case: kase.name, level, verdict: kase.verdict, code: kase.reason?.code ?? null }))
}

const unlisted = (actual: BaselineSubject, { failOn, allowIncomplete = false }: BaselineRules): BaselineFinding[] => {
  if (!counts(actual.level, failOn)) return []
  if (actual.verdict === 'fail') return [{ kind: 'new', actual }]
  return isOpen(actual.verdict) && !allowIncomplete ? [{ kind: 'unverified', actual }] : []
}

const compared = (actual: BaselineSubject, entry: BaselineEntry, today: IsoDate): BaselineFinding[] => {
  const { verdict, code } = actual
  // A mistake of the suite's own says nothing of the target; it has an exit code of its own.
  if (verdict === 'error') return []
  if (verdict !== 'fail' && !isOpen(verdict)) return [{ kind: 'stale', actual, entry }]
  if (verdict === 'fail' && entry.verdict !== 'fail') return [{ kind: 'new', actual, entry }]
  if (isOpen(verdict) && entry.verdict === 'fail') return [{ kind: 'unverified', actual, entry }]
  if (verdict !== entry.verdict || (entry.code !== undefined && code !== entry.code))
    return [{ kind: 'changed', actual, entry }]
  return entry.expires !== undefined && entry.expires < today ? [{ kind: 'expired', entry }] : []
}

/** An entry that says what is so. */
export interface Match {
  readonly entry: BaselineEntry
  readonly actual: BaselineSubject
}

/**
 * Compares a report with what is known, both ways: what got worse is found, and what is listed but no longer true as well, so that the
 * list can only shrink unless someone writes in it. What was not selected is left alone, except for its date.
 */
export const matchBaseline = (
  report: BaselineReport,
  baseline: Baseline,
  today: IsoDate,
  rules: BaselineRules = {},
): { readonly findings: readonly BaselineFinding[]; readonly matches: readonly Match[] } => {
  const { findings, usable } = sift(report, [...baseline.failures, ...baseline.unverified], rules.known ?? [])
  const entries = new Map(usable.map(entry => [keyOf(entry), entry]))
  const met = new Set<BaselineEntry>()
  const matches: Match[] = []
  const found = report.requirements
    .filter(({ verdict }) => verdict !== 'not-selected')
    .flatMap(requirement => {
      const own = usable.filter(({ id }) => id === requirement.id)
      const byCase = requirement.byCase
        ? own.every(({ case: name }) => name !== undefined)
        : own.some(({ case: name }) => name !== undefined)
      return subjectsOf(requirement, byCase).flatMap(actual => {
        const entry = entries.get(keyOf(actual))
        if (entry === undefined) return unlisted(actual, rules)
        met.add(entry)
        const different = compared(actual, entry, today)
        if (different.length === 0 && actual.verdict !== 'error') matches.push({ entry, actual })
        return different
      })
    })
  const late = usable
    .filter(entry => !met.has(entry) && entry.expires !== undefined && entry.expires < today)
    .map((entry): BaselineFinding => ({ kind: 'expired', entry }))
  return { findings: [...found, ...findings, ...late], matches }
}

/** What differs between a report and a baseline. */
export const judgeBaseline = (...given: Parameters<typeof matchBaseline>): readonly BaselineFinding[] =>
  matchBaseline(...given).findings
