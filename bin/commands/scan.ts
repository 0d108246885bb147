import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { constants, createGunzip, gunzipSync } from 'node:zlib'
import { type CodeScan, isFailing } from '../../contracts/code-scan.ts'
import { defined } from '../../contracts/defined.ts'
import type { Usage } from '../../contracts/run/usage.ts'
import { UsageError } from '../../engine/options.ts'
import { codeFormats } from '../../reporters/code/index.ts'
import { routeText } from '../../reporters/shared/route.ts'
import { count } from '../../reporters/shared/text.ts'
import { usageFormats } from '../../reporters/usage/index.ts'
import { parseBaseline } from '../baseline/file.ts'
import { todayOf } from '../baseline/gate.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { fileTrouble, readTextFile } from '../files.ts'
import { type Sink, say, untilInterrupt } from '../io.ts'
import { environmentName } from '../options/table.ts'
import * as parse from '../options/values.ts'
import { portTrouble } from '../port.ts'
import { readNetwork } from '../run/input.ts'
import { showResult } from '../run/reports.ts'
import type { ScanState, ScanValues } from '../scan/options.ts'
import type { Invocation } from './command.ts'

/** Scans source code, and corrects it where that is asked for. A patch goes to standard output. */
const scanSources = async (
  paths: readonly string[],
  failOn: ScanState,
  invocation: Invocation,
  sink: Sink,
): Promise<CodeScan> => {
  const { values, source, io } = invocation
  const name = values.baseline
  const file =
    name === undefined ? undefined : await parseBaseline(await readTextFile(name, source('baseline'), io), name)
  const { scanCode, patchFor, applyFixes } = await import('../../engine/scan/code/scan.ts')
  const { heldAgainst } = await import('../../engine/scan/code/baseline.ts')
  const scanned = await scanCode(paths, io.cwd, values.host)
  let { scan } = scanned
  if (values.fix && values['dry-run']) io.stdout.write(patchFor(scanned.fixes))
  else if (values.fix) {
    scan = await applyFixes(scanned, io.cwd)
    const fixed = scanned.fixes.reduce((sum, { uses }) => sum + uses.length, 0)
    sink.write(`Fixed ${count(fixed, 'use')} in ${count(scanned.fixes.length, 'file')}.\n`)
  }
  return file === undefined || name === undefined ? scan : heldAgainst(scan, { ...file, name }, todayOf(io), failOn)
}

const codeExitCode = ({ uses, differences, files }: CodeScan, failOn: ScanState): ExitCode => {
  if (differences !== undefined && differences.length > 0) return exitCodes.nonConformant
  if (differences === undefined && uses.some(use => isFailing(use, failOn))) return exitCodes.nonConformant
  // Where nothing was read, nothing was shown.
  return files === 0 ? exitCodes.incomplete : exitCodes.conformant
}

/** What servers call their logs, also when they are rotated; `-` is standard input. */
const logName = /^-$|\.(?:log|ndjson|jsonl|json)(?:[.-][\w-]+)*(?:\.gz)?$|access[._-]?log/i

const isGzip = (file: string): boolean => /\.gz$/i.test(file)

const startOf = async (path: string): Promise<string> => {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(16_384), 0, 16_384, 0)
    const bytes = buffer.subarray(0, bytesRead)
    return (isGzip(path) ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes).toString('utf8')
  } finally {
    await file.close()
  }
}

/** Whether a file is an access log: by its name, and by its first lines. */
const isAccessLog = async (file: string, { io }: Invocation): Promise<boolean> => {
  if (!logName.test(file)) return false
  if (file === '-') return true
  const { readLine } = await import('../../engine/scan/log/line.ts')
  const start = await startOf(resolve(io.cwd, file)).catch(() => '')
  return start
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(0, 20)
    .some(line => typeof readLine(line) === 'object')
}

/** Scans access logs as they are read. */
const scanAccessLogs = async (files: readonly string[], { io }: Invocation): Promise<Usage> => {
  const { scanLogs } = await import('../../engine/scan/log/log.ts')
  const chunksOf = (file: string): AsyncIterable<Uint8Array | string> => {
    if (file === '-') return io.stdin
    const stream = createReadStream(resolve(io.cwd, file))
    if (!isGzip(file)) return stream
    const unpacked = createGunzip()
    stream.on('error', error => unpacked.destroy(error))
    return stream.pipe(unpacked)
  }
  return scanLogs(files.map(file => ({ file: file === '-' ? 'standard input' : file, chunks: chunksOf(file) }))).catch(
    (error: unknown) => {
      if (error instanceof UsageError) throw error
      throw new UsageError(`scan: ${files.join(', ')} cannot be read: ${fileTrouble(error)}`)
    },
  )
}

/** A recorded session holds bodies and images; beyond this it does not fit into one string of the engine when parsed. */
const largestHar = 256 * 1024 * 1024

/** Scans a recorded session. */
const scanRecording = async (file: string, { io }: Invocation): Promise<Usage> => {
  const text = await readTextFile(file, 'scan', io, largestHar)
  const { scanHar } = await import('../../engine/scan/har.ts')
  return scanHar(text, file)
}

/** Forwards until the user has seen enough. */
const scanLive = async (listenOn: number, invocation: Invocation, sink: Sink): Promise<Usage> => {
  const { values, io } = invocation
  const { target } = values
  if (target === undefined || target === 'reference')
    throw new UsageError('--proxy needs --target URL, the hub to forward to')
  // The variable, unlike the option, is the proxy on the way to the hub.
  const upstream = io.env[environmentName('proxy')]?.trim()
  const { proxy: _own, ...others } = values
  const via = upstream === undefined || upstream === '' ? {} : { proxy: parse.httpUrl(upstream) }
  const network = await readNetwork({ ...invocation, values: { ...others, ...via } })
  const { forward } = await import('../../engine/scan/forward.ts')
  const forwarding = await forward({
    target: target.href,
    port: listenOn,
    network,
    ...defined({ clock: io.clock }),
    onRoute: route => say(io, `${route.state} since ${route.since}: ${routeText(route)}`),
    onNoAnswer: why => say(io, `no answer from ${target.origin} (${why}); the client gets a 502`),
  }).catch((error: unknown) => {
    throw portTrouble(error, listenOn, '--proxy')
  })
  const interrupted = untilInterrupt(io)
  sink.write(
    `Forwarding ${forwarding.url} to ${target.href.replace(/\/$/, '')}; press Ctrl-C to stop and print the result.\n`,
  )
  await interrupted
  return forwarding.close()
}

const trafficExitCode = ({ result }: Usage, failOn: ScanState): ExitCode => {
  // Who recorded nothing has not shown that nothing is used.
  if (result === 'nothing-seen' || result === 'not-all-seen') return exitCodes.incomplete
  const counts = result === 'removed' || (result === 'deprecated' && failOn === 'deprecated')
  return counts ? exitCodes.nonConformant : exitCodes.conformant
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
