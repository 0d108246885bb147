import type { Report } from '../../contracts/results/report.ts'
import type { Rehearsed } from '../../engine/dry-run.ts'
import type { RunInput } from '../../engine/options.ts'
import type { Deps } from '../deps.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import type { ReadOptions } from '../options/read-options.ts'
import type { Meanings } from '../options/table.ts'
import type { LedgerFile } from '../run/ledger-file.ts'

/** A target that the configuration names. */
export interface NamedTarget {
  readonly name: string
  readonly options: ReadOptions
}

/** One run of a command. */
export interface Invocation extends ReadOptions {
  /** Values of the positional arguments, by name. */
  readonly positionals: Readonly<Record<string, string>>
  /** What was given beyond them, where the command takes that. */
  readonly more: readonly string[]
  /** Targets that the configuration names, each with its own options, where none was chosen. */
  readonly targets?: readonly NamedTarget[]
  /** The configuration files that were read, by their full paths. */
  readonly configFiles: readonly string[]
  /** The same command line with everything else read anew. */
  readonly reread: () => Promise<Invocation>
  readonly io: Io
  readonly deps: Deps
}

/** One command. Its options are those of the option table that name it. */
export interface Command {
  readonly name: string
  readonly describe: string
  /** Names of the arguments that it cannot do without, in order. */
  readonly positionals?: readonly string[]
  /** Whether the last of them may be repeated. */
  readonly moreArguments?: true
  /** Names of further arguments, in order. */
  readonly optionalPositionals?: readonly string[]
  /** What options mean for this command, where that is not what the table says. */
  readonly meanings?: Meanings
  readonly examples: readonly (readonly [line: string, says: string])[]
  run(invocation: Invocation): Promise<ExitCode>
}

/** The requirements of a run, if they are not the catalogue, and how they are tested. */
export interface Judge {
  run(input: RunInput): Promise<Report>
  readonly rehearsed: Rehearsed
}

/** What a run takes beyond its options. */
export interface RunControl extends Pick<RunInput, 'first'> {
  /** The report of the run before; the console shows what changed since. */
  readonly since?: Report | undefined
  /** Called with the report of what is judged first. */
  readonly onFirst?: (report: Report) => void
  /** A repeated run, which does not print its plan. */
  readonly again?: boolean
  readonly judge?: Judge
  /** Ends the run without a message: another run replaces it. */
  readonly superseded?: AbortSignal
}

export interface RunOutcome {
  readonly code: ExitCode
  /** Absent where there was nothing to report. */
  readonly report?: Report
  /** Whether the user ended the run early. */
  readonly interrupted: boolean
  /** Holds what the run could not delete. */
  readonly ledger?: LedgerFile
}

/** Runs once and shows what came out of it. */
export type RunOnce = (invocation: Invocation, control?: RunControl) => Promise<RunOutcome>
