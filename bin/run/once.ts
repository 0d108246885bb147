import { defined } from '../../contracts/defined.ts'
import type { OperationName } from '../../contracts/operations.ts'
import type { Report } from '../../contracts/results/report.ts'
import type { Rehearsed } from '../../engine/dry-run.ts'
import type { RunInput } from '../../engine/options.ts'
import { redactorFor } from '../../engine/redaction/given-secrets.ts'
import { wrap } from '../../reporters/shared/text.ts'
import { readGate, withoutSecrets } from '../baseline/gate.ts'
import type { Invocation } from '../commands/command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { type Io, oneLine, runnerOf, type Sink, say, terminalColumns } from '../io.ts'
import { dryRunLines, planLines } from './dry-run.ts'
import { builtInHub, readRunInput } from './input.ts'
import { type LedgerFile, neededFor, newLedgerFile } from './ledger-file.ts'
import { foundLine, startProgress } from './progress.ts'
import { checkReportPaths, planOutput, showReport } from './reports.ts'

/** The requirements of a run, if they are not the catalogue, and how they are tested. */
export interface Judge {
  run(input: RunInput): Promise<Report>
  readonly rehearsed: Rehearsed
}

/** What a run takes beyond its options. */
interface RunControl extends Pick<RunInput, 'first'> {
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

/** What a run left behind, and the command that deletes it. */
export const leftText = (io: Io, command: string): string =>
  `some resources were not deleted; to delete them, with the same credentials: ${runnerOf(io)}${command}`

/** A line each; a terminal breaks words, so that there each is wrapped. */
const planned = (lines: readonly string[], sink: Sink): string => {
  const whole = lines.map(line => `hub-conformance: plan: ${line}`)
  const shown = sink.isTTY === true ? whole.map(line => wrap(line, terminalColumns(sink) - 2).join('\n  ')) : whole
  return `${shown.join('\n')}\n`
}

/** What a run may create; the whole plan also says what would be sent, counted on the built-in hub. */
const planOf = async (
  input: RunInput,
  { deps }: Invocation,
  judge: Judge | undefined,
  isWhole: boolean,
): Promise<readonly string[]> => {
  const { dryRunOf, askedIn } = await deps.dryRun()
  return isWhole
    ? dryRunLines(await dryRunOf(input, await builtInHub(), judge?.rehearsed), input)
    : planLines(askedIn(input, judge?.rehearsed.catalogue), input)
}

/** Runs once and shows what came out of it. */
export const runOnce = async (invocation: Invocation, control: RunControl = {}): Promise<RunOutcome> => {
  const { values, source, io, deps } = invocation
  const { first, onFirst, superseded, judge } = control
  const output = planOutput(invocation)
  await checkReportPaths(output.reports, io)
  const read = await readGate(invocation)
  const input = await readRunInput(invocation)
  const gate = read && withoutSecrets(read, redactorFor(input).text)
  if (values['dry-run']) {
    io.stdout.write(`${(await planOf(input, invocation, judge, true)).join('\n')}\nno request was sent\n`)
    return { code: exitCodes.conformant, interrupted: false }
  }
  const writes = Boolean(input.allowWrites) && values.target !== 'reference'
  const printsFound = values.target !== 'reference' && !values.quiet && !control.again
  // What may be created is printed before the first request.
  if (writes && printsFound)
    io.stderr.write(planned(await planOf(input, invocation, judge, output.verbosity === 'verbose'), io.stderr))

  const ledger = writes ? await newLedgerFile(values.ledger, source('ledger'), io.cwd) : undefined
  let needed: readonly OperationName[] = []
  const resume = (): string | undefined => {
    const command = ledger?.resume(needed)
    return command && leftText(io, command)
  }
  io.onCrash?.(resume)
  const runConformance = judge?.run ?? (await deps.engine()).runConformance

  const abort = new AbortController()
  const progress = await startProgress(io, output.verbosity === 'quiet')
  const stopListening = io.onInterrupt(signal => {
    progress.stop()
    if (abort.signal.aborted) {
      io.stderr.write(`hub-conformance: ${signal}: stopped without cleanup; ${resume() ?? 'nothing was left behind'}\n`)
      return
    }
    say(io, `${signal}: stopping and cleaning up; press again to stop without cleanup`)
    abort.abort()
  })
  const ended = (code: ExitCode, report?: Report): RunOutcome => ({
    code,
    interrupted: abort.signal.aborted,
    ...defined({ report, ledger }),
  })
  try {
    const report = await runConformance({
      ...input,
      ...(ledger && { ledger }),
      ...(first && {
        first,
        onFirst: early => {
          progress.clear()
          onFirst?.(early)
        },
      }),
      signal: superseded ? AbortSignal.any([abort.signal, superseded]) : abort.signal,
      onProgress: event => {
        if (event.type === 'found' && printsFound) {
          progress.clear()
          io.stderr.write(planned([oneLine(foundLine(event))], io.stderr))
        }
        progress.show(event)
      },
    })
    progress.stop()
    needed = neededFor(report.leftovers)
    if (!abort.signal.aborted) {
      if (superseded?.aborted) return ended(exitCodes.incomplete)
      const shown = await showReport(report, { ...output, ...defined({ since: control.since }) }, io, gate)
      return ended(shown.code, shown.report)
    }
    const exit = { ...output.exit, allowIncomplete: false }
    const shown = await showReport(report, { ...output, exit }, io, gate && { ...gate, interrupted: true })
    say(io, 'the run was interrupted; the report contains what was verified so far')
    return ended(shown.code === exitCodes.conformant ? exitCodes.incomplete : shown.code, shown.report)
  } catch (error) {
    if (superseded?.aborted && !abort.signal.aborted) return ended(exitCodes.incomplete)
    if (!abort.signal.aborted) throw error
    say(io, 'the run was interrupted before anything could be reported')
    return ended(exitCodes.incomplete)
  } finally {
    progress.stop()
    stopListening()
    const words = superseded?.aborted ? undefined : resume()
    if (words !== undefined) io.stderr.write(`hub-conformance: ${words}\n`)
  }
}
