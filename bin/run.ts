import { readGate } from './baseline-gate.ts'
import type { Command, Invocation } from './command.ts'
import { type ExitCode, exitCodes } from './exit-code.ts'
import { newLedgerFile } from './ledger-file.ts'
import { outlookLines } from './outlook.ts'
import { startProgress } from './progress.ts'
import { planOutput, showReport } from './reports.ts'
import { readRunInput } from './run-input.ts'
import { runTargets } from './targets.ts'

const runOne = async (invocation: Invocation): Promise<ExitCode> => {
  const { values, source, io, deps } = invocation
  const output = planOutput(invocation)
  const gate = await readGate(invocation)
  const input = await readRunInput(invocation)
  const writes = input.allowWrites === true && values.target !== 'reference'
  if (values['dry-run'] || (writes && !values.quiet)) {
    const { outlookOf } = await deps.outlook()
    const plan = outlookLines(outlookOf(input), input)
    if (values['dry-run']) {
      io.stdout.write(`${plan.join('\n')}\nnothing was sent\n`)
      return exitCodes.conformant
    }
    io.stderr.write(`${plan.map(line => `hub-conformance: plan: ${line}`).join('\n')}\n`)
  }
  const ledger = writes ? await newLedgerFile(values.ledger, source('ledger'), io.cwd) : undefined
  const resume = (): string | undefined => {
    const command = ledger?.resume()
    return command && `to delete what is left, with the same credentials: ${command}`
  }
  io.onCrash?.(resume)
  const { runConformance } = await deps.engine()

  const abort = new AbortController()
  const progress = await startProgress(io, output.verbosity === 'quiet')
  const stopListening = io.onInterrupt(signal => {
    progress.stop()
    if (abort.signal.aborted) {
      io.stderr.write(`hub-conformance: ${signal}: leaving at once; ${resume() ?? 'nothing is left behind'}\n`)
      return
    }
    io.stderr.write(`hub-conformance: ${signal}: stopping, cleaning up; once more to leave at once\n`)
    abort.abort()
  })
  try {
    const report = await runConformance({
      ...input,
      ...(ledger ? { ledger } : {}),
      signal: abort.signal,
      onProgress: progress.show,
    })
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
    const words = resume()
    if (words !== undefined) io.stderr.write(`hub-conformance: ${words}\n`)
  }
}

const run = async (invocation: Invocation): Promise<ExitCode> =>
  invocation.targets === undefined ? runOne(invocation) : runTargets(invocation, invocation.targets, runOne)

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
    'ledger',
    'dry-run',
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
    'junit-dialect',
    'quiet',
    'verbose',
    'no-color',
    'config',
    'print-config',
    'matrix',
    'concurrency',
    'timeout',
    'deadline',
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
