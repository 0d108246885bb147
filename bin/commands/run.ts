import type { ExitCode } from '../exit-code.ts'
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
  describe: 'Judge a hub.',
  options: [
    'target',
    'namespace',
    'repository',
    'tag',
    'org',
    'group-id',
    'token-file',
    'auth-header',
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
    'watch',
    'watch-path',
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
    ['hub-conformance --target http://localhost:8080 --watch', 'again whenever it restarts'],
    ['hub-conformance --target https://hub.example.com --report json=report.json', 'read only, with a report'],
  ],
  run,
}
