import { oncePer } from '../checks/remembered.ts'
import { share } from '../checks/shared.ts'
import type { Exchange } from '../contracts/exchange.ts'
import type { Requirement } from '../contracts/requirement.ts'
import type { Reason } from '../contracts/results/finding.ts'
import { reasonSentence } from '../contracts/results/reasons.ts'
import {
  type LevelSummary,
  type Report,
  type ReportedReason,
  type ReportedRequirement,
  type Subject,
  subjectFields,
} from '../contracts/results/report.ts'
import { type Level, levels, openVerdicts, type Result, severity, type Verdict } from '../contracts/results/verdict.ts'
import { type SettingNames, settingsFor } from '../contracts/run/settings.ts'
import type { Judged } from './judge.ts'
import { suiteOf } from './plan.ts'
import { isExchange, type ResolvedFixture } from './probe/fixtures.ts'
import type { Redactor } from './redaction/redaction.ts'
import { nextOf } from './reports/advice.ts'
import { digestOf, edition } from './reports/digest.ts'
import { fixOf } from './reports/fix.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Counts per level: what passed of what is in force. */
export const summarise = (
  requirements: readonly Pick<ReportedRequirement, 'level' | 'verdict'>[],
): Readonly<Record<Level, LevelSummary>> =>
  Object.fromEntries(
    levels.map(level => {
      const verdicts = requirements.filter(requirement => requirement.level === level).map(({ verdict }) => verdict)
      const counts = Object.fromEntries(
        severity.map(verdict => [verdict, verdicts.filter(other => other === verdict).length]),
      ) as Record<Verdict, number>
      return [level, { counts, verified: counts.pass, inForce: verdicts.length - counts['not-applicable'] }]
    }),
  ) as Record<Level, LevelSummary>

/** What was selected of a level and not verified: there is no verdict on the target. */
const openOf = ({ counts }: LevelSummary): number => sum(openVerdicts.map(verdict => counts[verdict]))

const decidedOf = ({ counts }: LevelSummary): number => counts.pass + counts.fail

/**
 * The result is that of the `must` requirements: conformant only where every one in force passed, and there was one. Where one in force was
 * not selected nothing is said of conformance: the run is partial if every selected `must` passed. Nor is anything where a suite is not
 * offered, whatever its level. A selection without a `must` is partial if all of it was verified: as in any other run, what fails at the lower
 * levels does not decide the result.
 */
export const resultOf = (summary: Readonly<Record<Level, LevelSummary>>, isWhole = true): Result => {
  const { counts, inForce } = summary.must
  if (counts.fail > 0) return 'non-conformant'
  if (openOf(summary.must) > 0) return 'incomplete'
  if (counts.pass > 0) return counts.pass === inForce && isWhole ? 'conformant' : 'partial'
  const lower = [summary.should, summary.may]
  const isVerified = sum(lower.map(decidedOf)) > 0 && sum(lower.map(openOf)) === 0
  return isVerified && (counts['not-selected'] > 0 || counts['not-applicable'] === 0) ? 'partial' : 'incomplete'
}

/** Whether the run left nothing out that the target does not offer on purpose. */
export const offersAll = (requirements: readonly Pick<ReportedRequirement, 'reason'>[]): boolean =>
  requirements.every(({ reason }) => reason?.code !== 'not-offered')

/** With null for what was not given. */
export const reportSubject = (given: Partial<Subject> = {}): Subject =>
  Object.fromEntries(subjectFields.map(field => [field, given[field] ?? null])) as Subject

/** What a report says of a requirement, whatever was found. */
const factsOf = (requirement: Requirement) => ({
  id: requirement.id,
  suite: suiteOf(requirement.id),
  level: requirement.level,
  title: requirement.statement,
  since: requirement.since,
  until: requirement.until ?? null,
  source: requirement.source,
})

/** Most requirements, in a run that asks for one: the same in every such run. */
const notSelected = oncePer(
  (requirement: Requirement): ReportedRequirement =>
    share({
      ...factsOf(requirement),
      verdict: 'not-selected',
      reason: { code: 'not-selected', values: {}, message: reasonSentence('not-selected', {}) },
      fix: requirement.fix,
      cases: [],
    }),
)

/** The members of a report that follow from verdicts and evidence. */
type Concluded =
  | 'lifecycle'
  | 'result'
  | 'summary'
  | 'next'
  | 'fixtures'
  | 'requirements'
  | 'exchanges'
  | 'gate'
  | 'digest'

/** Numbers the exchanges in the order of the report, seals them, and puts everything into the report's form. */
export const conclude = (
  head: Omit<Report, Concluded>,
  judged: readonly Judged[],
  fixtures: readonly ResolvedFixture[],
  redactor: Redactor,
  settingNames?: SettingNames,
): Report => {
  const ids = new Map<Exchange, string>()
  const idOf = (exchange: Exchange): string => {
    const known = ids.get(exchange)
    if (known !== undefined) return known
    const id = `x${ids.size + 1}`
    ids.set(exchange, id)
    return id
  }
  const sealText = (value: unknown): unknown => {
    if (typeof value === 'string') return redactor.text(value)
    if (Array.isArray(value)) return value.map(sealText)
    if (isExchange(value)) return { exchange: idOf(value) }
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sealText(inner)]))
  }
  const reasonOf = (reason: Reason | null): ReportedReason | null => {
    if (!reason) return null
    const values = sealText(reason.values) as Reason['values']
    const settings = settingNames && settingsFor(reason.code, values)?.map(setting => settingNames[setting])
    const message = reasonSentence(reason.code, values, settings)
    return { code: reason.code, values, message, ...(settings && { settings }) }
  }
  const resolved = fixtures.map(fixture => {
    const exchanges = fixture.exchanges.map(idOf)
    const { need, from } = fixture
    const where = from === undefined ? {} : { from: redactor.text(from) }
    return { need, value: sealText(fixture.value), ...where, reason: reasonOf(fixture.reason), exchanges }
  })
  const requirements = judged.map((one): ReportedRequirement => {
    const { requirement, verdict, reason, cases } = one
    if (reason?.code === 'not-selected') return notSelected(requirement)
    return {
      ...factsOf(requirement),
      verdict,
      reason: reasonOf(reason),
      fix: fixOf(requirement, one, head.bindings, head.documents.reference),
      cases: cases.map(kase => ({
        name: kase.name,
        verdict: kase.verdict,
        reason: reasonOf(kase.reason),
        attempts: kase.attempts,
        exchanges: kase.exchanges.map(idOf),
        evidence: kase.evidence.map(idOf),
        excerpts: kase.excerpts,
      })),
    }
  })
  const summary = summarise(requirements)
  const exchanges = [...ids].map(([exchange, id]) => ({ ...redactor.seal(exchange), id }))
  const { schemaVersion, tool, subject, target, bindings, documents, leftovers, ...conditions } = head
  // Written in this order.
  const report = {
    schemaVersion,
    tool,
    subject,
    target,
    lifecycle: edition,
    ...conditions,
    options: sealText(head.options) as Report['options'],
    result: resultOf(summary, offersAll(requirements)),
    summary,
    next: nextOf({ ...head, fixtures: resolved, requirements, exchanges }),
    bindings,
    documents,
    fixtures: resolved,
    requirements,
    exchanges,
    leftovers,
  }
  return { ...report, digest: digestOf(report) }
}
