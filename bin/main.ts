import { errorText, TargetUnreachable, UsageError } from '../engine/options.ts'
import type { Invocation } from './commands/command.ts'
import { completeOption, shells } from './commands/completion.ts'
import { commands } from './commands/index.ts'
import { crashText } from './crash.ts'
import { type Deps, deps as realDeps } from './deps.ts'
import { type ExitCode, exitCodes } from './exit-code.ts'
import { type Io, say, terminalColumns } from './io.ts'
import { readCommandLine } from './options/command-line.ts'
import { configure } from './options/configure.ts'
import { printConfig } from './options/print-config.ts'
import { doubtfulVariables } from './options/read-options.ts'
import { settingNames } from './options/setting-names.ts'
import { optionsOf } from './options/table.ts'

/** Runs a command line and returns the exit code; everything that goes wrong ends here, as one line. */
export const main = async (argv: readonly string[], io: Io, deps: Deps = realDeps): Promise<ExitCode> => {
  try {
    if (argv[0] === completeOption) {
      const { completionWords } = await import('./completion/words.ts')
      const [, given, ...words] = argv
      const shell = shells.find(known => known === given)
      if (shell !== undefined) io.stdout.write(await completionWords(shell, words, { commands, io }))
      return exitCodes.conformant
    }
    const commandLine = readCommandLine(argv, commands, terminalColumns(io.stdout))
    if ('text' in commandLine) {
      io.stdout.write(commandLine.text)
      return exitCodes.conformant
    }
    for (const doubt of doubtfulVariables(io.env)) say(io, `note: ${doubt}`)
    const { command, positionals, more } = commandLine
    const invoke = async (): Promise<Invocation> => ({
      ...(await configure(command, commandLine.given, io)),
      positionals,
      more,
      deps,
      reread: invoke,
    })
    const invocation = await invoke()
    return invocation.values['print-config']
      ? printConfig(invocation, optionsOf(command.name))
      : await command.run(invocation)
  } catch (error) {
    if (error instanceof UsageError || error instanceof TargetUnreachable) {
      say(io, errorText(error, settingNames))
      return error instanceof UsageError ? exitCodes.usage : exitCodes.unreachable
    }
    io.stderr.write(crashText(error, io.env))
    return exitCodes.ownError
  }
}
