import { defined } from '../../contracts/defined.ts'
import type { OperationName } from '../../contracts/operations.ts'
import type { Report } from '../../contracts/results/report.ts'
import type { RunInput } from '../../engine/options.ts'
import { redactorFor } from '../../engine/redaction/given-secrets.ts'
import { wrap } from '../../reporters/shared/text.ts'
import { readGate, withoutSecrets } from '../baseline/gate.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { oneLine, type Sink, say, terminalColumns } from '../io.ts'
import { dryRunLines, planLines } from '../run/dry-run.ts'
import { builtInHub, readRunInput } from '../run/input.ts'
import { leftText, neededFor, newLedgerFile } from '../run/ledger-file.ts'
import { foundLine, startProgress } from '../run/progress.ts'
import { checkReportPaths, planOutput, showReport } from '../run/reports.ts'
import { runTargets } from '../run/targets.ts'
import { watch } from '../watch/watch.ts'
import type { Invocation, Judge, RunOnce, RunOutcome } from './command.ts'

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

export const runOnce: RunOnce = async (invocation, control = {}) => {
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

export const run = async (invocation: Invocation): Promise<ExitCode> => {
  if (invocation.values.watch) return watch(invocation, runOnce)
  if (invocation.targets !== undefined) return runTargets(invocation, invocation.targets, runOnce)
  return (await runOnce(invocation)).code
}
