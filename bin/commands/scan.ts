import { UsageError } from '../../engine/options.ts'
import { codeFormats } from '../../reporters/code/index.ts'
import { usageFormats } from '../../reporters/usage/index.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import type { Sink } from '../io.ts'
import { showResult } from '../run/reports.ts'
import { codeExitCode, scanSources } from '../scan/code.ts'
import { isAccessLog, scanAccessLogs } from '../scan/logs.ts'
import type { ScanValues } from '../scan/options.ts'
import { scanLive, scanRecording, trafficExitCode } from '../scan/traffic.ts'
import type { Invocation } from './command.ts'

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
  const options = { verbosity: values.quiet ? 'quiet' : 'normal', failOn } as const
  if (ofCode) {
    const patched = values.fix === true && values['dry-run'] === true
    if (patched && (values.report ?? []).some(({ path }) => path === undefined))
      throw new UsageError('--fix --dry-run prints the patch; write the report to a file, as in --report json=FILE')
    const read = (sink: Sink) => scanSources(paths, failOn, invocation, sink)
    const scanned = await showResult(invocation, codeFormats, options, read, patched)
    return scanned === undefined ? exitCodes.ownError : codeExitCode(scanned, failOn)
  }
  const traffic = (sink: Sink) =>
    first === undefined
      ? scanLive(proxy ?? 0, invocation, sink)
      : logs.length > 0
        ? scanAccessLogs(logs, invocation)
        : scanRecording(first, invocation)
  const usage = await showResult(invocation, usageFormats, options, traffic)
  return usage === undefined ? exitCodes.ownError : trafficExitCode(usage, failOn)
}
