import { readGate } from './baseline-gate.ts'
import type { Command, Invocation } from './command.ts'
import { type ExitCode, exitCodes } from './exit-code.ts'
import { startProgress } from './progress.ts'
import { planOutput, showReport } from './reports.ts'
import { readRunInput } from './run-input.ts'

const run = async (invocation: Invocation): Promise<ExitCode> => {
  const { io, deps } = invocation
  const output = planOutput(invocation)
  const gate = await readGate(invocation)
  const input = await readRunInput(invocation)
  const { runConformance } = await deps.engine()

  const abort = new AbortController()
  const progress = await startProgress(io, output.verbosity === 'quiet')
  const stopListening = io.onInterrupt(signal => {
    progress.stop()
    io.stderr.write(`hub-conformance: ${signal}: stopping, cleaning up; once more to leave at once\n`)
    abort.abort()
  })
  try {
    const report = await runConformance({ ...input, signal: abort.signal, onProgress: progress.show })
    progress.stop()
    if (!abort.signal.aborted) return await showReport(report, output, io, gate)
    const exit = { ...output.exit, allowIncomplete: false }
    const code = await showReport(report, { ...output, exit }, io, gate && { ...gate, interrupted: true })
    io.stderr.write('hub-conformance: the run was interrupted; the report holds what was verified until then\n')
    return code === exitCodes.conformant ? exitCodes.incomplete : code
  } catch (error) {
    if (!abort.signal.aborted) throw error
    io.stderr.write('hub-conformance: the run was interrupted before there was anything to report\n')
    return exitCodes.incomplete
  } finally {
    progress.stop()
    stopListening()
  }
}

export const runCommand: Command = {
  name: 'run',
  describe: 'Judge a hub.',
  options: [
    'target',
    'namespace',
    'repository',
    'tag',
    'org',
    'group-id',
    'token-file',
    'allow-writes',
    'reference',
    'deprecation-log',
    'changelog',
    'binding',
    'as-of',
    'suite',
    'only',
    'skip',
    'level',
    'fail-on',
    'allow-incomplete',
    'baseline',
    'report',
    'quiet',
    'verbose',
    'no-color',
    'concurrency',
    'timeout',
    'patience',
    'retries',
    'rate',
    'seed',
    'header',
    'ca',
    'insecure',
    'proxy',
  ],
  examples: [
    ['hub-conformance --target reference', 'the built-in hub, to see what a run looks like'],
    ['hub-conformance --target http://localhost:8080 --allow-writes', 'a hub on this machine'],
    ['hub-conformance --target https://hub.example.com --report json=report.json', 'read only, with a report'],
  ],
  run,
}
