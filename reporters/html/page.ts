import type { Report, ReportedRequirement } from '../../contracts/report.ts'
import type { Level, Verdict } from '../../contracts/verdict.ts'
import { type Lookup, lookupOf } from '../facts.ts'
import type { RenderOptions } from '../reporter.ts'
import { type Evidence, planEvidence } from './evidence.ts'

/** What every section is made from. */
export interface Page {
  readonly report: Report
  readonly failOn: Level
  readonly insecure: boolean
  readonly lookup: Lookup
  readonly evidence: Evidence
  requirement(id: string): ReportedRequirement | undefined
  /** Requirements with one of these verdicts, in the order of the report. */
  having(...verdicts: readonly Verdict[]): readonly ReportedRequirement[]
}

export const createPage = (report: Report, options: RenderOptions): Page => {
  const byId = new Map(report.requirements.map(requirement => [requirement.id, requirement]))
  const insecure = report.options.insecure === true
  return {
    report,
    failOn: options.failOn ?? 'must',
    insecure,
    lookup: lookupOf(report),
    evidence: planEvidence(report, { target: report.target, insecure }),
    requirement: id => byId.get(id),
    having: (...verdicts) => report.requirements.filter(({ verdict }) => verdicts.includes(verdict)),
  }
}
