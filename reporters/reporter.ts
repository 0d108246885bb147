import type { Report } from '../contracts/results/report.ts'
import type { Level } from '../contracts/results/verdict.ts'

/** How a report is shown. Nothing here changes what it says. */
export interface RenderOptions {
  /** Off unless told otherwise. */
  readonly colors?: boolean
  /** Width of the lines; 80 unless told otherwise. */
  readonly columns?: number
  readonly verbosity?: 'quiet' | 'normal' | 'verbose'
  /** The weakest level whose failures count; `must` unless told otherwise. */
  readonly failOn?: Level
  /** Further steps from the caller, which knows which files were written. */
  readonly hints?: readonly string[]
  /** What stands before a command to copy, such as `npx `. */
  readonly runner?: string
  /** The report of the run before: the console shows what changed since, unless it shows everything (`verbose`). */
  readonly since?: Report
  /** Whose JUnit XML: valid under Jenkins' schema unless told otherwise, or with what GitLab reads beyond it. */
  readonly junitDialect?: 'jenkins' | 'gitlab'
  /** Whether JUnit XML skips a known failure, as it does unless told otherwise, or has it as a failure. */
  readonly junitKnown?: 'skip' | 'fail'
}

/** One format. Pure: the same report and options give the same text. */
export interface Reporter {
  /** What it is for, in one clause. */
  readonly describe: string
  readonly render: (report: Report, options?: RenderOptions) => string
}
