import type { Invocation } from './command.ts'
import { type ExitCode, exitCodes } from './exit-code.ts'
import { type OptionName, optionNames, optionTable } from './option-table.ts'
import { type ReportRequest, withoutQuery } from './parse.ts'
import type { ReadOptions } from './read-options.ts'
import { oneLine } from './say.ts'

/** A value as it would be written, without what may be a secret. */
const written = (name: OptionName, value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(item => one(name, item)).join(', ')}]`
  return one(name, value)
}

const one = (name: OptionName, value: unknown): string => {
  if (value instanceof URL) return value.href
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

const block = ({ values, source }: ReadOptions): readonly string[] => {
  const set = optionNames.filter(name => values[name] !== undefined && name !== 'print-config')
  const lines = set.map(name => [`${name}: ${written(name, values[name])}`, source(name)] as const)
  const width = Math.max(0, ...lines.map(([line]) => line.length))
  return lines.map(([line, from]) => oneLine(`${line.padEnd(width)}  # ${from}`))
}

const credentials = ({ io }: Invocation): readonly string[] =>
  Object.keys(io.env)
    .filter(name => /^HUB_CONFORMANCE_(?:\w+_)?(?:TOKEN|USERNAME|PASSWORD)$/.test(name) && io.env[name])
    .sort()
    .map(name => `# ${name} is set`)

/** `--print-config`: every option that is set, and where. What is not set has its default, which the help names. */
export const printConfig = (invocation: Invocation): ExitCode => {
  const { io, targets } = invocation
  const blocks =
    targets === undefined
      ? block(invocation)
      : targets.flatMap(({ name, options }) => [`# target ${name}`, ...block(options), ''])
  const lines = [...blocks, ...credentials(invocation)]
  io.stdout.write(`${(lines.length === 0 ? ['# nothing is set'] : lines).join('\n')}\n`)
  return exitCodes.conformant
}
