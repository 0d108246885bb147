import { tool } from '../../contracts/version.ts'
import { wrap } from '../../reporters/shared/text.ts'
import type { Command } from '../commands/command.ts'
import { type OptionName, type OptionSpec, optionsOf, optionTable } from './table.ts'

/** A line of a list: what is typed, and what it does. */
type Row = readonly [term: string, text: string]

/** The widest term that has its description on the same line. */
const widestTerm = 26

const argumentsOf = ({ positionals = [], moreArguments, optionalPositionals = [] }: Command): readonly string[] =>
  [...positionals, ...optionalPositionals].map((name, at, { length }) => {
    const term = `${name.toUpperCase()}${moreArguments && at === length - 1 ? '…' : ''}`
    return at < positionals.length ? term : `[${term}]`
  })

/** A command with its arguments: `hub-conformance explain ID`. */
export const helpUsageLine = (command: Command): string => [tool.name, command.name, ...argumentsOf(command)].join(' ')

const list = (rows: readonly Row[], columns: number): readonly string[] => {
  const width = Math.min(widestTerm, Math.max(...rows.map(([term]) => term.length)))
  const indent = ' '.repeat(width + 4)
  return rows.flatMap(([term, text]) => {
    const lines = wrap(text, columns - indent.length)
    const own = term.length <= width
    const [first = '', ...rest] = own ? lines : ['', ...lines]
    return [`  ${term.padEnd(width)}  ${first}`.trimEnd(), ...rest.map(line => indent + line)]
  })
}

const termOf = (name: string, { kind, value }: OptionSpec): string => {
  switch (kind) {
    case 'flag':
      return `--${name}`
    case 'optional':
      return `--${name} [${value}]`
    case 'value':
    case 'list':
      return `--${name} ${value}`
  }
}

const specOf = ({ meanings = {} }: Command, name: OptionName): OptionSpec => meanings[name] ?? optionTable[name]

/** The options of a command, by group, `--help` and `--version` last. */
const optionLines = (command: Command, columns: number): readonly string[] => {
  const groups = new Map<string, Row[]>()
  for (const name of optionsOf(command.name)) {
    const spec = specOf(command, name)
    const rows = groups.get(spec.group) ?? []
    groups.set(spec.group, rows)
    rows.push([termOf(name, spec), spec.describe])
  }
  const general = groups.get('General') ?? []
  groups.delete('General')
  const last: readonly Row[] = [...general, ['--help', 'print this help'], ['--version', 'print the version']]
  return [...groups, [groups.size === 0 ? 'Options' : 'General', last] as const].flatMap(([group, rows]) => [
    '',
    `${group}:`,
    ...list(rows, columns),
  ])
}

const notes = [
  'Every option can also be set in the environment (HUB_CONFORMANCE_FAIL_ON for --fail-on) and in a configuration file.',
  'Credentials are never read from the command line. Set HUB_CONFORMANCE_TOKEN, or HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD, or use --token-file or --token-command.',
]

const exitCodes: readonly Row[] = [
  ['0', 'conformant, or a selection that passes'],
  ['1', 'non-conformant'],
  ['2', 'incomplete: nothing failed, but not everything was verified'],
  ['3', 'usage or configuration error'],
  ['4', 'target unreachable'],
  ['5', 'a bug of the suite, or a report could not be written'],
]

/** The help of a command; without one, of all commands and the default one. */
export const helpText = (
  command: Command | undefined,
  commands: readonly [Command, ...Command[]],
  columns: number,
): string => {
  const [first] = commands
  const { describe, examples } = command ?? first
  const overview = [
    `Usage: ${tool.name} [command] [options]`,
    '',
    ...wrap('Tests whether a container-image hub API conforms to its lifecycle document.', columns),
    '',
    'Commands:',
    ...list(
      commands.map(each => [
        [each.name, ...argumentsOf(each)].join(' '),
        each === first ? `${each.describe} This is the default command.` : each.describe,
      ]),
      columns,
    ),
    '',
    ...wrap(`"${tool.name} COMMAND --help" describes a command. Options of the default command:`, columns),
  ]
  return [
    ...(command === undefined
      ? overview
      : [`Usage: ${helpUsageLine(command)} [options]`, '', ...wrap(describe, columns)]),
    ...optionLines(command ?? first, columns),
    '',
    'Examples:',
    ...examples.flatMap(([line, says]) => [`  # ${says}`, `  ${line}`]),
    ...(command === undefined || command === first
      ? ['', ...notes.flatMap(note => wrap(note, columns)), '', 'Exit codes:', ...list(exitCodes, columns)]
      : []),
    '',
  ].join('\n')
}
