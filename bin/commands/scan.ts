import { UsageError } from '../../engine/options.ts'
import { codeFormats } from '../../reporters/code/index.ts'
import { usageFormats } from '../../reporters/usage/index.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { colorsOn, type Sink, terminalColumns } from '../io.ts'
import { planReports, stdoutReport, writeReports } from '../run/reports.ts'
import { codeExitCode, scanSources } from '../scan/code.ts'
import { isAccessLog, scanAccessLogs } from '../scan/logs.ts'
import type { ScanState, ScanValues } from '../scan/options.ts'
import { scanLive, scanRecording, trafficExitCode } from '../scan/traffic.ts'
import type { Invocation } from './command.ts'

interface ShownWith {
  readonly verbosity: 'quiet' | 'normal'
  readonly columns: number
  readonly colors?: boolean
  readonly failOn: ScanState
}

type Formats<Result> = Readonly<Record<string, (result: Result, options: ShownWith) => string>> & {
  readonly console: (result: Result, options: ShownWith) => string
}

/**
 * Shows a result and writes the reports.
 *
 * @param taken - whether something else takes standard output
 */
const shown = async <Result>(
  invocation: Invocation,
  formats: Formats<Result>,
  failOn: ScanState,
  taken: boolean,
  scanned: (sink: Sink) => Promise<Result>,
  exitCode: (result: Result, failOn: ScanState) => ExitCode,
): Promise<ExitCode> => {
  const { values, io } = invocation
  const reports = planReports(invocation, Object.keys(formats))
  const sink = taken || stdoutReport(reports) ? io.stderr : io.stdout
  const result = await scanned(sink)
  const plain = { verbosity: values.quiet ? 'quiet' : 'normal', columns: 80, failOn } as const
  const colors = colorsOn(sink, io, values['no-color'])
  sink.write(formats.console(result, { ...plain, colors, columns: terminalColumns(sink) }))
  const complete = await writeReports(reports, format => formats[format]?.(result, plain) ?? '', io)
  return complete ? exitCode(result, failOn) : exitCodes.ownError
}

/** Says which deprecated and removed routes are used: in source code, or by a client whose traffic is recorded or forwarded. */
export const scan = async (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, more, values, source } = invocation
  const { proxy, 'fail-on': failOn = 'removed' } = values as unknown as ScanValues
  const paths = positionals.path === undefined ? [] : [positionals.path, ...more]
  const [first] = paths
  if (first === undefined && proxy === undefined)
    throw new UsageError('scan needs files or folders, a HAR file, or --proxy PORT and --target URL for live traffic')
  if (first !== undefined && proxy !== undefined) throw new UsageError('scan takes files or --proxy PORT, not both')
  if (first !== undefined && values.target !== undefined && source('target') === '--target')
    throw new UsageError('--target needs --proxy; a HAR file is scanned for requests to every host')
  const recordings = paths.filter(path => /\.har$/i.test(path))
  if (recordings.length > 0 && paths.length > 1)
    throw new UsageError(`scan takes one HAR file alone; scan ${recordings[0]} by itself`)
  const logs: string[] = []
  for (const path of paths) if (await isAccessLog(path, invocation)) logs.push(path)
  if (logs.length > 0 && logs.length < paths.length)
    throw new UsageError(`scan takes access logs or source code, not both; ${logs[0]} is an access log`)
  const ofCode = proxy === undefined && recordings.length === 0 && logs.length === 0
  if (!ofCode)
    for (const option of ['fix', 'baseline', 'host'] as const)
      if (values[option] !== undefined && source(option) === `--${option}`)
        throw new UsageError(`--${option} is for source code, not for traffic`)
  if (values['dry-run'] && !values.fix) throw new UsageError('--dry-run needs --fix')
  if (ofCode) {
    const patched = values.fix === true && values['dry-run'] === true
    if (patched && (values.report ?? []).some(({ path }) => path === undefined))
      throw new UsageError('--fix --dry-run prints the patch; write the report to a file, as in --report json=FILE')
    return shown(
      invocation,
      codeFormats,
      failOn,
      patched,
      sink => scanSources(paths, failOn, invocation, sink),
      codeExitCode,
    )
  }
  const traffic = (sink: Sink) =>
    first === undefined
      ? scanLive(proxy ?? 0, invocation, sink)
      : logs.length > 0
        ? scanAccessLogs(logs, invocation)
        : scanRecording(first, invocation)
  return shown(invocation, usageFormats, failOn, false, traffic, trafficExitCode)
}
