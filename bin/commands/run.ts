import type { ExitCode } from '../exit-code.ts'
import { optionsOf } from '../options/table.ts'
import { runOnce } from '../run/once.ts'
import { runTargets } from '../run/targets.ts'
import { watch } from '../watch/watch.ts'
import type { Command, Invocation } from './command.ts'

const run = async (invocation: Invocation): Promise<ExitCode> => {
  if (invocation.values.watch) return watch(invocation)
  if (invocation.targets !== undefined) return runTargets(invocation, invocation.targets, own => runOnce(own))
  return (await runOnce(invocation)).code
}

export const runCommand: Command = {
  name: 'run',
  describe: 'Test a hub.',
  options: optionsOf('run'),
  examples: [
    ['hub-conformance --target reference', 'test the built-in hub'],
    ['hub-conformance --target http://localhost:8080 --allow-writes', 'test a local hub completely'],
    ['hub-conformance --target http://localhost:8080 --watch', 'run again whenever the hub restarts'],
    [
      'hub-conformance --target https://hub.example.com --report json=report.json',
      'test a remote hub without writing, with a report',
    ],
  ],
  run,
}
