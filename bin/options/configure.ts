import { UsageError } from '../../engine/options.ts'
import type { Command, Invocation, NamedTarget } from '../commands/command.ts'
import type { Io } from '../io.ts'
import { readConfig } from './config-file.ts'
import { type GivenOptions, readOptions } from './read-options.ts'
import { configOptions, configurable, environmentName, optionsOf, secrets } from './table.ts'

const ownVariable = (target: string, secret: string): string =>
  environmentName(`${target.replace(/\W/g, '-')}-${secret}`)

/** The environment as a named target sees it: its own secrets before those without a name. */
export const environmentOf = ({ env }: Io, target: string, alone: boolean): Io['env'] => {
  const own = secrets.map(secret => env[ownVariable(target, secret)])
  const general = Object.fromEntries(
    secrets.map((secret, at) => [
      environmentName(secret),
      own.some(Boolean) ? own[at] : alone ? env[environmentName(secret)] : undefined,
    ]),
  )
  return { ...env, ...general }
}

/** Refuses secrets without a target in their names: they would be sent to every target. */
const refuseShared = ({ env }: Io, targets: readonly NamedTarget[]): void => {
  for (const secret of secrets) {
    if (!env[environmentName(secret)]) continue
    const own = targets.map(({ name }) => ownVariable(name, secret)).join(', ')
    throw new UsageError(
      `${environmentName(secret)} would be sent to every target of the configuration; set ${own} instead`,
    )
  }
}

/** The options of a command from everywhere that they may be given. */
export const configure = async (
  command: Command,
  given: GivenOptions,
  io: Io,
): Promise<Omit<Invocation, 'positionals' | 'more' | 'deps' | 'reread'>> => {
  const names = optionsOf(command.name)
  if (!names.includes('config'))
    return { ...readOptions(names, given, io.env, new Map(), command.meanings), io, configFiles: [] }
  const about = readOptions(configOptions, given, io.env)
  const config = await readConfig(about.values.config, about.source('config'), io, configurable)
  const configFiles = config.files
  const [target, another] = given.get('target') ?? [io.env[environmentName('target')]]
  const chosen = typeof target === 'string' && another === undefined ? config.targets.get(target) : undefined
  if (typeof target === 'string' && chosen !== undefined) {
    const rest = new Map([...given].filter(([name]) => name !== 'target'))
    const values = new Map([...config.values, ...chosen])
    const own: Io = { ...io, env: { ...environmentOf(io, target, true), [environmentName('target')]: undefined } }
    return { ...readOptions(names, rest, own.env, values), io: own, configFiles }
  }
  const options = readOptions(names, given, io.env, config.values)
  if (target || config.targets.size === 0 || !names.includes('target')) {
    if (options.values.matrix)
      throw new UsageError(`${options.source('matrix')} needs several targets in the configuration`)
    return { ...options, io, configFiles }
  }
  const targets = [...config.targets].map(
    ([name, values]): NamedTarget => ({
      name,
      options: readOptions(names, given, environmentOf(io, name, false), new Map([...config.values, ...values])),
    }),
  )
  refuseShared(io, targets)
  return { ...options, io, configFiles, targets }
}
