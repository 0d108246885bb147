import yargs from 'yargs'
import { tool } from '../../contracts/version.ts'
import { UsageError } from '../../engine/options.ts'
import { suggestion } from '../../engine/suggestion.ts'
import type { Command } from '../commands/command.ts'
import { refuseUnknown } from './read-options.ts'
import { type OptionKind, type OptionName, type OptionSpec, optionTable } from './table.ts'
import { looksLikeUrl } from './values.ts'

/** A command with what was given to it, or text that was asked for. */
export type CommandLine =
  | {
      readonly command: Command
      readonly argv: Readonly<Record<string, unknown>>
      readonly positionals: Readonly<Record<string, string>>
    }
  | { readonly text: string }

/** Values stay the texts that were typed, names stay as typed: the option table does the rest. */
const parserConfiguration = {
  'boolean-negation': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'greedy-arrays': false,
  'parse-numbers': false,
  'parse-positional-numbers': false,
  'short-option-groups': false,
}

const kindOf = (name: string): OptionKind | undefined =>
  Object.hasOwn(optionTable, name) ? optionTable[name as OptionName].kind : undefined

/**
 * What the parser would trip over: a flag with a value would be read as unset, a lone dash as an argument, and a name that every object
 * has as an option of its own.
 */
const prepare = (argv: readonly string[]): readonly string[] => {
  const prepared: string[] = []
  for (const [at, argument] of argv.entries()) {
    if (argument === '--') return [...prepared, ...argv.slice(at)]
    const [, name = '', given] = /^--([^=]+)(=?)/.exec(argument) ?? []
    if (name in {}) throw new UsageError(`--${name} is no option; see --help`)
    if (kindOf(name) === 'flag' && given === '=') {
      throw new UsageError(`--${name} takes no value; write --${name} alone, or leave it out`)
    }
    const [, before = ''] = /^--([^=]+)$/.exec(argv[at - 1] ?? '') ?? []
    if (argument === '-' && kindOf(before) === 'value') prepared.push(`${prepared.pop()}=-`)
    else prepared.push(argument)
  }
  return prepared
}

const refuseExtra = (
  extra: readonly string[],
  command: Command,
  commands: readonly Command[],
  isDefault: boolean,
): void => {
  const [first] = extra
  if (first === undefined) return
  // What holds an "@" may hold a password and is not repeated.
  const quoted = first.includes('@') ? 'an argument' : JSON.stringify(first.slice(0, 60))
  if (isDefault) {
    const hint = looksLikeUrl(first)
      ? '; a target is given as --target URL'
      : suggestion(
          first,
          commands.map(known => known.name),
        )
    throw new UsageError(`${quoted} is no command${hint || '; see --help'}`)
  }
  throw new UsageError(`${quoted} is one argument too many: ${usageLine(command)}`)
}

const usageLine = (command: Command): string =>
  [
    'hub-conformance',
    command.name,
    ...(command.positionals ?? []).map(name => name.toUpperCase()),
    ...(command.optionalPositionals ?? []).map(name => `[${name.toUpperCase()}]`),
  ].join(' ')

const optionsFor = ({ options, meanings = {} }: Command) =>
  Object.fromEntries(
    options.map(name => {
      const { kind, group, describe, value }: OptionSpec = meanings[name] ?? optionTable[name]
      const shape = kind === 'flag' ? { type: 'boolean' as const } : {}
      return [name, { group, describe: value === '' ? describe : `${value}  ${describe}`, ...shape }]
    }),
  )

/** What stands below the options. Examples are lines of their own, so that none is broken. */
const epilogue = ({ examples }: Command, isDefault: boolean): string =>
  [
    'Examples:',
    ...examples.flatMap(([line, says]) => [`  # ${says}`, `  ${line}`]),
    ...(isDefault ? ['', ...notes] : []),
  ].join('\n')

const notes = [
  'Every option is also read from the environment: --fail-on as',
  'HUB_CONFORMANCE_FAIL_ON. Secrets are read only from there:',
  'HUB_CONFORMANCE_TOKEN, or HUB_CONFORMANCE_USERNAME and _PASSWORD.',
  '',
  'Exit codes: 0 conformant, 1 non-conformant, 2 incomplete, 3 usage error,',
  "4 target unreachable, 5 the suite's own error.",
]

/** Reads the command line; what is wrong with it is a {@link UsageError}. */
export const readCommandLine = (
  argv: readonly string[],
  commands: readonly [Command, ...Command[]],
  columns: number,
): CommandLine => {
  let chosen: Command | undefined
  const parser = yargs()
    .scriptName(tool.name)
    .locale('en')
    .parserConfiguration(parserConfiguration)
    .wrap(Math.min(80, columns))
    .exitProcess(false)
    .usage('$0 [command] [options]\n\nJudges whether a container-image hub API keeps to its lifecycle document.')
    .help('help', 'show this help')
    .version('version', 'show the version', tool.version)
    .group(['help', 'version'], 'Options:')
  commands.forEach((command, index) => {
    const words = [...(command.positionals ?? []), ...(command.optionalPositionals ?? [])].map(name => `[${name}]`)
    const names = [[command.name, ...words].join(' '), ...(index === 0 ? ['$0'] : [])]
    parser.command(
      names,
      command.describe,
      builder => {
        builder.options(optionsFor(command))
        if (index > 0) builder.usage(`${usageLine(command)} [options]\n\n${command.describe}`)
        return builder.epilogue(epilogue(command, index === 0))
      },
      () => {
        chosen = command
      },
    )
  })

  let output = ''
  let problem: string | undefined
  const parsed = parser.parse([...prepare(argv)], (_error: unknown, _argv: unknown, text: string) => {
    output = text
    problem = _error instanceof Error ? _error.message : undefined
  }) as Record<string, unknown> & { readonly _: readonly (string | number)[] }
  if (problem !== undefined) throw new UsageError(problem)
  if (chosen === undefined) return { text: `${output}\n` }

  const command: Command = chosen
  const words = parsed._.map(String)
  const named = words[0] === command.name
  const positionals: Record<string, string> = {}
  for (const name of command.positionals ?? []) {
    const given = parsed[name]
    if (given === undefined || given === '')
      throw new UsageError(`${command.name} needs ${name.toUpperCase()}: ${usageLine(command)}`)
    positionals[name] = String(given)
  }
  for (const name of command.optionalPositionals ?? []) {
    const given = parsed[name]
    if (given !== undefined && given !== '') positionals[name] = String(given)
  }
  refuseUnknown(
    Object.keys(parsed).filter(key => key !== '_' && key !== '$0' && !Object.hasOwn(positionals, key)),
    command.options,
  )
  refuseExtra(named ? words.slice(1) : words, command, commands, !named)
  return { command, argv: parsed, positionals }
}
