import type { Report } from './report.ts'
import type { Level, Verdict } from './verdict.ts'

/** The version of the form in which a matrix is written as JSON. */
export const matrixSchemaVersion = '1.0'

/** One report of a matrix. */
export interface MatrixReport extends Pick<Report, 'asOf' | 'startedAt' | 'result' | 'summary'> {
  /** The file that it was read from. */
  readonly file: string
  /** Product and version, or the target where no product was named. */
  readonly name: string
  /** What it is a version of; reports of one product are compared over time. */
  readonly product: string
}

/** A requirement with its verdict in each report, in the order of the reports; null where a report does not have it. */
export interface MatrixRow {
  readonly id: string
  readonly level: Level
  readonly title: string
  readonly verdicts: readonly (Verdict | null)[]
}

/** Requirements by reports: of several implementations, or of one over time. */
export interface Matrix {
  readonly reports: readonly MatrixReport[]
  readonly rows: readonly MatrixRow[]
}
