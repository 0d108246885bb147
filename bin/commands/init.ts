import { writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { UsageError } from '../../engine/options.ts'
import { wrap } from '../../reporters/shared/text.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { fileTrouble } from '../files.ts'
import { runnerOf, say } from '../io.ts'
import { configNames, findConfig } from '../options/config-file.ts'
import { configurable, type OptionName, type OptionSpec, optionTable } from '../options/table.ts'
import type { Invocation } from './command.ts'

const example = (name: OptionName): string => {
  const { kind, value, unset, example: given }: OptionSpec = optionTable[name]
  return given ?? unset ?? (kind === 'flag' ? 'true' : value.toLowerCase())
}

/** A configuration in which every option is a comment, grouped as in the help. */
export const template = (names: readonly OptionName[]): string => {
  const lines = [
    '# yaml-language-server: $schema=./node_modules/hub-conformance/contracts/config.schema.json',
    '# Options of hub-conformance. The command line overrides the environment, which overrides this file.',
    '# Secrets do not belong here: set HUB_CONFORMANCE_TOKEN, or HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD.',
    '',
    '# extends: ../hub-conformance.config.yaml',
  ]
  let group = ''
  for (const name of names) {
    const spec = optionTable[name]
    if (spec.group !== group) {
      group = spec.group
      lines.push('', `## ${group}`)
    }
    lines.push(...wrap(spec.describe, 96).map(line => `# ${line}`), `# ${name}: ${example(name)}`)
  }
  lines.push(
    '',
    '## Several targets, each with its own options; --target NAME runs one of them.',
    '# The secrets of a target are HUB_CONFORMANCE_<NAME>_TOKEN, _USERNAME and _PASSWORD.',
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

export const init = async ({ io }: Invocation): Promise<ExitCode> => {
  const found = await findConfig(io.cwd)
  if (found !== undefined && dirname(found) === resolve(io.cwd))
    throw new UsageError(`${relative(io.cwd, found)} already exists; edit or remove it`)
  const [name = ''] = configNames
  try {
    await writeFile(join(io.cwd, name), template(configurable), { flag: 'wx' })
  } catch (error) {
    say(io, `${name} could not be written: ${fileTrouble(error)}`)
    return exitCodes.ownError
  }
  io.stdout.write(`${name} written; ${runnerOf(io)}hub-conformance --print-config shows the effective values\n`)
  return exitCodes.conformant
}
