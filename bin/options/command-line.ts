import { parseArgs } from 'node:util'
import { tool } from '../../contracts/version.ts'
import { UsageError } from '../../engine/options.ts'
import { suggestion } from '../../engine/suggestion.ts'
import type { Command } from '../commands/command.ts'
import { helpText, helpUsageLine } from './help.ts'
import { type GivenOptions, refuseUnknown } from './read-options.ts'
import { optionNames, optionsOf, optionTable } from './table.ts'
import { looksLikeUrl } from './values.ts'

/** A command with its arguments, or the text of `--help` or `--version`. */
type CommandLine =
  | {
      readonly command: Command
      readonly given: GivenOptions
      readonly positionals: Readonly<Record<string, string>>
      readonly more: readonly string[]
    }
  | { readonly text: string }

/** The parser has to know which options take no value; the option table interprets the rest. */
const parserOptions = Object.fromEntries(
  ['help', 'version', ...optionNames].map(name => {
    const takesNone = !Object.hasOwn(optionTable, name) || optionTable[name as keyof typeof optionTable].kind === 'flag'
    return [name, { type: takesNone ? ('boolean' as const) : ('string' as const) }]
  }),
)

/** What begins with a dash is an option and not the value of the one before it, but for a dash alone and a negative number. */
const withoutValue = (argument: string, next = ''): boolean =>
  /^-[^\d]/.test(next) && argument.startsWith('--') && parserOptions[argument.slice(2)]?.type === 'string'

const parse = (argv: readonly string[]): { readonly given: GivenOptions; readonly words: readonly string[] } => {
  const args = argv.map((argument, at) => (withoutValue(argument, argv[at + 1]) ? `${argument}=` : argument))
  const { tokens } = parseArgs({ args, options: parserOptions, strict: false, tokens: true })
  const given = new Map<string, (string | true)[]>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, value } = token
    if (value !== undefined && parserOptions[name]?.type === 'boolean')
      throw new UsageError(`--${name} does not take a value`)
    given.set(name, [...(given.get(name) ?? []), value ?? true])
  }
  return { given, words: tokens.flatMap(token => (token.kind === 'positional' ? [token.value] : [])) }
}

/** What commands are called elsewhere. */
const otherNames = new Map([
  ['replay', 'verify'],
  ['recheck', 'verify'],
  ['test', 'run'],
  ['lint', 'check-docs'],
  ['diff', 'compare'],
  ['convert', 'render'],
  ['start', 'serve'],
  ['clean', 'cleanup'],
])

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
          otherNames.get(first) ?? first,
          commands.map(known => known.name),
        )
    throw new UsageError(`unknown command${quoted}${hint || '; see --help'}`)
  }
  throw new UsageError(`unexpected argument${quoted}; usage: ${helpUsageLine(command)}`)
}

/** Reads the command line. Throws {@link UsageError} for a mistake in it. */
export const readCommandLine = (
  argv: readonly string[],
  commands: readonly [Command, ...Command[]],
  columns: number,
): CommandLine => {
  const { given, words } = parse(argv)
  const named = commands.find(({ name }) => name === words[0])
  if (given.has('help')) return { text: helpText(named, commands, columns) }
  if (given.has('version')) return { text: `${tool.version}\n` }
  const command = named ?? commands[0]
  refuseUnknown([...given.keys()], optionsOf(command.name))
  const { positionals: required = [], optionalPositionals = [], moreArguments } = command
  const own = named === undefined ? words : words.slice(1)
  if (named === undefined) refuseExtra(own, command, commands, true)
  const names = [...required, ...optionalPositionals]
  const missing = required.find((_, at) => (own[at] ?? '') === '')
  if (missing !== undefined)
    throw new UsageError(`missing argument ${missing.toUpperCase()}; usage: ${helpUsageLine(command)}`)
  const more = own.slice(names.length)
  if (!moreArguments) refuseExtra(more, command, commands, false)
  const positionals = Object.fromEntries(
    names.flatMap((name, at) => (own[at] === undefined || own[at] === '' ? [] : [[name, own[at]]])),
  )
  return { command, given, positionals, more }
}
