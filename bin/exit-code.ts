import type { Report } from '../contracts/results/report.ts'
import { type Level, levels, type Verdict } from '../contracts/results/verdict.ts'

/** What the exit codes mean; nothing else is ever returned. */
export const exitCodes = {
  conformant: 0,
  nonConformant: 1,
  incomplete: 2,
  usage: 3,
  unreachable: 4,
  ownError: 5,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export interface ExitOptions {
  readonly failOn: Level
  readonly allowIncomplete: boolean
}

/** Asked for, but not known: these keep a level from being complete. `not-selected` is the user's own wish. */
const open: readonly Verdict[] = ['inconclusive', 'untestable']

/**
 * The exit code of a report. A failure at or above the level of `--fail-on` comes first, since nothing else that went wrong takes it
 * back; then a mistake of the suite's own, since it leaves unknown what it hid, whatever its level; then what was not verified.
 * Nothing verified is incomplete as well, which the report's result says.
 */
export const exitCode = (report: Report, { failOn, allowIncomplete }: ExitOptions): 0 | 1 | 2 | 5 => {
  const judged = levels.slice(0, levels.indexOf(failOn) + 1)
  const has = (verdict: Verdict, level: Level): boolean =>
    report.requirements.some(requirement => requirement.level === level && requirement.verdict === verdict)
  if (judged.some(level => has('fail', level))) return exitCodes.nonConformant
  if (levels.some(level => has('error', level))) return exitCodes.ownError
  const incomplete = report.result === 'incomplete' || judged.some(level => open.some(verdict => has(verdict, level)))
  return incomplete && !allowIncomplete ? exitCodes.incomplete : exitCodes.conformant
}
