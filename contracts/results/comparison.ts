import type { Report, ReportedReason } from './report.ts'
import type { Level, Verdict } from './verdict.ts'

/** The version of the form in which a comparison is written as JSON. */
export const comparisonSchemaVersion = '1.0'

/** Which of the two a report is. */
export interface ComparedReport extends Pick<Report, 'target' | 'asOf' | 'startedAt' | 'result' | 'summary'> {
  readonly version: string
}

/** Something in which the two reports differ besides their verdicts, so that not every change is the target's. */
export interface ComparisonNote {
  /** `target`, `asOf`, `version`, `order`, an option as `--suite`, or a document. */
  readonly what: string
  readonly old: string
  readonly new: string
}

/** A requirement in both reports; null where one of them does not have it. */
export interface ComparedRequirement {
  readonly id: string
  readonly level: Level
  readonly title: string
  readonly old: Verdict | null
  readonly new: Verdict | null
  readonly oldReason: ReportedReason | null
  readonly newReason: ReportedReason | null
}

/** A case in both reports. */
export interface ComparedCase extends Omit<ComparedRequirement, 'title' | 'oldReason'> {
  readonly name: string
  readonly old: Verdict
}

/** What changed from one report to another. */
export interface Comparison {
  readonly old: ComparedReport
  readonly new: ComparedReport
  readonly notes: readonly ComparisonNote[]
  /** Fails now, and did not. */
  readonly regressions: readonly ComparedRequirement[]
  /** Was verified, whatever came of it, and is not any more. */
  readonly stopped: readonly ComparedRequirement[]
  /** Failed, and passes. */
  readonly fixes: readonly ComparedRequirement[]
  /** Passes now, and was not verified. */
  readonly newlyVerified: readonly ComparedRequirement[]
  /** Fails, or is not verified, for another reason than before. */
  readonly changed: readonly ComparedRequirement[]
  /** In the new report alone. */
  readonly added: readonly ComparedRequirement[]
  /** In the old report alone, where it was not verified. */
  readonly removed: readonly ComparedRequirement[]
  /** Cases that fail now, of requirements that failed before. */
  readonly failingCases: readonly ComparedCase[]
  /** Cases that were verified and are not any more, of requirements that still are. */
  readonly stoppedCases: readonly ComparedCase[]
  readonly unchanged: number
}
