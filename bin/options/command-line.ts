import yargs from 'yargs'
import { tool } from '../../contracts/version.ts'
import { UsageError } from '../../engine/options.ts'
import { suggestion } from '../../engine/suggestion.ts'
import type { Command } from '../commands/command.ts'
import { helpText, usageLine } from './help.ts'
import { refuseUnknown } from './read-options.ts'
import { type OptionKind, type OptionName, optionTable } from './table.ts'
import { looksLikeUrl } from './values.ts'

/** A command with its arguments, or the text of `--help` or `--version`. */
export type CommandLine =
  | {
      readonly command: Command
      readonly argv: Readonly<Record<string, unknown>>
      readonly positionals: Readonly<Record<string, string>>
      readonly more: readonly string[]
    }
  | { readonly text: string }

/** The parser leaves names and values as typed; the option table interprets them. */
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
 * Handles what the parser would misread: a flag with a value (read as unset), a single dash as a value (read as an argument), and names of
 * properties that every object has.
 */
const prepare = (argv: readonly string[]): readonly string[] => {
  const prepared: string[] = []
  for (const [at, argument] of argv.entries()) {
    if (argument === '--') return [...prepared, ...argv.slice(at)]
    const [, name = '', given] = /^--([^=]+)(=?)/.exec(argument) ?? []
    if (name in {}) throw new UsageError(`unknown option --${name}; see --help`)
    if (kindOf(name) === 'flag' && given === '=') {
      throw new UsageError(`--${name} does not take a value`)
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
  // A text with an "@" may contain a password and is not repeated.
  const quoted = first.includes('@') ? '' : ` ${JSON.stringify(first.slice(0, 60))}`
  if (isDefault) {
    const hint = looksLikeUrl(first)
      ? '; a target is given as --target URL'
      : suggestion(
          first,
          commands.map(known => known.name),
        )
    throw new UsageError(`unknown command${quoted}${hint || '; see --help'}`)
  }
  throw new UsageError(`unexpected argument${quoted}; usage: ${usageLine(command)}`)
}

/** Declares the options, so that the parser knows which ones take no value. */
const optionsFor = ({ options, meanings = {} }: Command) =>
  Object.fromEntries(
    options.map(name => [
      name,
      (meanings[name] ?? optionTable[name]).kind === 'flag' ? { type: 'boolean' as const } : {},
    ]),
  )

/** Reads the command line. Throws {@link UsageError} for a mistake in it. */
export const readCommandLine = (
  argv: readonly string[],
  commands: readonly [Command, ...Command[]],
  columns: number,
): CommandLine => {
  let chosen: Command | undefined
  const parser = yargs()
    .locale('en')
    .parserConfiguration(parserConfiguration)
    .exitProcess(false)
    .help(false)
    .version(false)
    .options({ help: { type: 'boolean' }, version: { type: 'boolean' } })
  commands.forEach((command, index) => {
    const names = [...(command.positionals ?? []), ...(command.optionalPositionals ?? [])]
    const words = names.map(name => `[${name}]`)
    parser.command(
      [[command.name, ...words].join(' '), ...(index === 0 ? ['$0'] : [])],
      command.describe,
      builder =>
        names.reduce((all, name) => all.positional(name, { type: 'string' }), builder.options(optionsFor(command))),
      () => {
        chosen = command
      },
    )
  })

  let problem: string | undefined
  const parsed = parser.parse([...prepare(argv)], (error: unknown) => {
    problem = error instanceof Error ? error.message : undefined
  }) as Record<string, unknown> & { readonly _: readonly (string | number)[] }
  if (problem !== undefined) throw new UsageError(problem)
  const command = chosen ?? commands[0]
  const words = parsed._.map(String)
  const named = words[0] === command.name
  if (parsed.help) return { text: helpText(named ? command : undefined, commands, columns) }
  if (parsed.version) return { text: `${tool.version}\n` }
  const positionals: Record<string, string> = {}
  // The parser reads a single dash as an option without a value.
  const given = (name: string): unknown => (parsed[name] === '' && argv.includes('-') ? '-' : parsed[name])
  for (const name of command.positionals ?? []) {
    const value = given(name)
    if (value === undefined || value === '')
      throw new UsageError(`missing argument ${name.toUpperCase()}; usage: ${usageLine(command)}`)
    positionals[name] = String(value)
  }
  for (const name of command.optionalPositionals ?? []) {
    const value = given(name)
    if (value !== undefined && value !== '') positionals[name] = String(value)
  }
  refuseUnknown(
    Object.keys(parsed).filter(
      key => !['_', '$0', 'help', 'version'].includes(key) && !Object.hasOwn(positionals, key),
    ),
    command.options,
  )
  const more = named && command.moreArguments ? words.slice(1) : []
  if (!command.moreArguments) refuseExtra(named ? words.slice(1) : words, command, commands, !named)
  return { command, argv: parsed, positionals, more }
}
