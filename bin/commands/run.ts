import type { ExitCode } from '../exit-code.ts'
import { runOnce } from '../run/once.ts'
import { runTargets } from '../run/targets.ts'
import { watch } from '../watch/watch.ts'
import type { Invocation } from './command.ts'

export const run = async (invocation: Invocation): Promise<ExitCode> => {
  if (invocation.values.watch) return watch(invocation)
  if (invocation.targets !== undefined) return runTargets(invocation, invocation.targets, own => runOnce(own))
  return (await runOnce(invocation)).code
}
