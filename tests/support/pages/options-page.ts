import type { Command } from '../../../bin/commands/command.ts'
import {
  environmentName,
  type OptionName,
  type OptionSpec,
  optionNames,
  optionTable,
} from '../../../bin/options/table.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

const row = (name: OptionName): string => {
  const { kind, value, describe, commands }: OptionSpec = optionTable[name]
  const option = value === '' ? `--${name}` : `--${name} ${kind === 'optional' ? `[${value}]` : value}`
  return `| \`${option}\` | ${cell(describe)} | ${commands.join(', ')} |`
}

/** docs/options.md: every command and every option. */
export const optionsPage = (commands: readonly Command[]): string => {
  const groups = [...new Set(optionNames.map(name => optionTable[name].group))]
  return `${[
    '# Commands and options',
    '',
    'Generated from `bin/commands/` and `bin/options/table.ts`. `npm run renew` updates this page.',
    '',
    '| command | does |',
    '|---|---|',
    ...commands.map(({ name, describe }) => `| \`${name}\` | ${cell(describe)} |`),
    '',
    `Each option is also an environment variable (\`${environmentName('fail-on')}\` for \`--fail-on\`) and, for \`run\`, \`pact\` and \`check-docs\`, a key of the [configuration file](configuration.md). The command line overrides the environment, which overrides the file.`,
    ...groups.flatMap(group => [
      '',
      `## ${group}`,
      '',
      '| option | does | commands |',
      '|---|---|---|',
      ...optionNames.filter(name => optionTable[name].group === group).map(row),
    ]),
    '',
    '`scan` uses some options differently: `--target` is the hub that `--proxy PORT` forwards to, `--fail-on` is `removed` or `deprecated`, `--baseline` lists uses in source code, and `--dry-run` belongs to `--fix`.',
  ].join('\n')}\n`
}
