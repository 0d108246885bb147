import type { Report, ReportedRequirement } from '../../contracts/results/report.ts'
import type { Level, Verdict } from '../../contracts/results/verdict.ts'
import type { RenderOptions } from '../reporter.ts'
import { type EvidencePlan, planEvidence } from './evidence.ts'

/** What every section is made from. */
export interface HtmlPage {
  readonly report: Report
  readonly failOn: Level
  readonly evidence: EvidencePlan
  /** How many cases of a requirement are listed. */
  readonly mostCases: number
  requirement(id: string): ReportedRequirement | undefined
  /** Requirements with one of these verdicts, in the order of the report. */
  having(...verdicts: readonly Verdict[]): readonly ReportedRequirement[]
  /** The same without what the baseline lists. */
  unexpected(...verdicts: readonly Verdict[]): readonly ReportedRequirement[]
}

/** So many cases have room in the page; where there are more of them, each requirement gets its share. */
const roomCases = 3_000

export const createPage = (report: Report, options: RenderOptions): HtmlPage => {
  const byId = new Map(report.requirements.map(requirement => [requirement.id, requirement]))
  const cases = report.requirements.reduce((sum, requirement) => sum + requirement.cases.length, 0)
  return {
    report,
    failOn: options.failOn ?? 'must',
    evidence: planEvidence(report),
    mostCases: cases <= roomCases ? roomCases : Math.max(3, Math.floor(roomCases / report.requirements.length)),
    requirement: id => byId.get(id),
    having: (...verdicts) => report.requirements.filter(({ verdict }) => verdicts.includes(verdict)),
    unexpected: (...verdicts) =>
      report.requirements.filter(({ verdict, known }) => verdicts.includes(verdict) && known === undefined),
  }
}
