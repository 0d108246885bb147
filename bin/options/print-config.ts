import type { Invocation } from '../commands/command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { oneLine } from '../io.ts'
import type { ReadOptions } from './read-options.ts'
import { type OptionName, type OptionSpec, optionNames, optionTable } from './table.ts'
import { type ReportRequest, withoutQuery } from './values.ts'

/** A value as it would be written, without what may be a secret. */
const yamlText = (name: OptionName, value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(item => one(name, item)).join(', ')}]`
  return one(name, value)
}

const one = (name: OptionName, value: unknown): string => {
  if (value instanceof URL) return value.href
  // The query of a URL may sign it.
  if (name === 'header') return `${(value as readonly string[])[0]}: (not shown)`
  if (name === 'report') {
    const { format, path } = value as ReportRequest
    return path === undefined ? format : `${format}=${path}`
  }
  switch (optionTable[name].value as string) {
    case 'TIME':
      return `${value}ms`
    case 'RATE':
      return `${value}/m`
  }
  return typeof value === 'string' ? withoutQuery(value) : String(value)
}

const line = (name: OptionName, { values, source }: ReadOptions): readonly (readonly [string, string])[] => {
  const { unset, before }: OptionSpec = optionTable[name]
  if (values[name] !== undefined) return [[`${name}: ${yamlText(name, values[name])}`, source(name)]]
  return unset === undefined
    ? []
    : [[`${name}: ${unset}`, before === undefined ? 'default' : `default, after ${before}`]]
}

const block = (options: ReadOptions, names: readonly OptionName[]): readonly string[] => {
  const lines = names.filter(name => name !== 'print-config').flatMap(name => line(name, options))
  const width = Math.max(0, ...lines.map(([line]) => line.length))
  return lines.map(([line, from]) => oneLine(`${line.padEnd(width)}  # ${from}`))
}

const credentials = ({ io }: Invocation): readonly string[] =>
  Object.keys(io.env)
    .filter(name => /^HUB_CONFORMANCE_(?:\w+_)?(?:TOKEN|USERNAME|PASSWORD)$/.test(name) && io.env[name])
    .sort()
    .map(name => `# ${name} is set`)

/** `--print-config`: every option that has a value, and where it comes from. */
export const printConfig = (invocation: Invocation, options: readonly OptionName[]): ExitCode => {
  const names = optionNames.filter(name => options.includes(name))
  const { io, targets } = invocation
  const blocks =
    targets === undefined
      ? block(invocation, names)
      : targets.flatMap(({ name, options }) => [`# target ${name}`, ...block(options, names), ''])
  io.stdout.write(`${[...blocks, ...credentials(invocation)].join('\n')}\n`)
  return exitCodes.conformant
}
