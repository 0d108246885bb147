import { writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { UsageError } from '../../engine/options.ts'
import { wrap } from '../../reporters/shared/text.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { fileTrouble } from '../files.ts'
import { oneLine } from '../one-line.ts'
import { configNames, findConfig } from '../options/config-file.ts'
import { configurable } from '../options/configure.ts'
import { type OptionName, type OptionSpec, optionTable } from '../options/table.ts'
import { checkDocsCommand } from './check-docs.ts'
import type { Command, Invocation } from './command.ts'
import { pactCommand } from './pact.ts'
import { runCommand } from './run.ts'

/** What a value looks like where the option's own word for it is no example. */
const examples: Partial<Readonly<Record<OptionName, string>>> = {
  target: 'http://localhost:8080',
  'auth-header': "'X-Api-Key: {token}'",
  'allow-writes': 'true',
  'as-of': '2025-11-21',
  suite: '[v1-removed, presence]',
  only: '[v1-removed/*]',
  skip: '[presence/audit-logs]',
  level: '[must]',
  'fail-on': 'must',
  report: '[json=report.json, junit=junit.xml]',
  'junit-dialect': 'gitlab',
  baseline: 'baseline.yaml',
  'watch-path': '[src]',
  timeout: '10s',
  deadline: '15m',
  patience: '10s',
  rate: '180/m',
  header: "['X-Trace: conformance']",
  proxy: 'http://localhost:3128',
  'pact-broker-url': 'https://broker.example.com',
  'provider-name': 'hub-api',
  'provider-version': '1.4.2',
  'provider-branch': 'main',
}

const example = (name: OptionName): string => {
  const { kind, value }: OptionSpec = optionTable[name]
  return examples[name] ?? (kind === 'flag' ? 'true' : value === 'N' ? '8' : value.toLowerCase())
}

/** A configuration in which everything is a comment, by the groups of the help. */
export const template = (names: readonly OptionName[]): string => {
  const lines = [
    '# yaml-language-server: $schema=./node_modules/hub-conformance/contracts/config.schema.json',
    '# Options of hub-conformance. The command line beats the environment beats this file.',
    '# Secrets have no place here: set HUB_CONFORMANCE_TOKEN, or HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD.',
    '',
    '# extends: ../hub-conformance.config.yaml',
  ]
  let group = ''
  for (const name of names) {
    const spec = optionTable[name]
    if (spec.group !== group) {
      group = spec.group
      lines.push('', `## ${group.replace(/:$/, '')}`)
    }
    lines.push(...wrap(spec.describe, 96).map(line => `# ${line}`), `# ${name}: ${example(name)}`)
  }
  lines.push(
    '',
    '## Several targets, each with options of its own; --target NAME runs one of them.',
    '# The secrets of one are HUB_CONFORMANCE_<NAME>_TOKEN, _USERNAME and _PASSWORD.',
    '# targets:',
    '#   local:',
    '#     target: http://localhost:8080',
    '#     allow-writes: true',
    '#   staging:',
    '#     target: https://staging.example.com',
    '',
  )
  return lines.join('\n')
}

const init = async ({ io }: Invocation): Promise<ExitCode> => {
  const found = await findConfig(io.cwd)
  if (found !== undefined && dirname(found) === resolve(io.cwd))
    throw new UsageError(`${relative(io.cwd, found)} is there already; edit it, or move it away`)
  const [name = ''] = configNames
  try {
    await writeFile(join(io.cwd, name), template(configurable([runCommand, checkDocsCommand, pactCommand])), {
      flag: 'wx',
    })
  } catch (error) {
    io.stderr.write(`hub-conformance: ${name} could not be written: ${oneLine(fileTrouble(error))}\n`)
    return exitCodes.ownError
  }
  io.stdout.write(`${name} written; hub-conformance --print-config shows what it says\n`)
  return exitCodes.conformant
}

export const initCommand: Command = {
  name: 'init',
  describe: 'Write a commented configuration file.',
  options: [],
  examples: [['hub-conformance init', 'hub-conformance.config.yaml in the working directory']],
  run: init,
}
