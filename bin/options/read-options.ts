import { UsageError } from '../../engine/options.ts'
import { suggestion } from '../../engine/suggestion.ts'
import {
  environmentName,
  type Meanings,
  type OptionName,
  type OptionSpec,
  type OptionValues,
  optionNames,
  optionTable,
  secrets,
} from './table.ts'
import { located } from './values.ts'

/** What configuration files say, parsed, and where. */
export type FileValues = ReadonlyMap<OptionName, { readonly value: unknown; readonly source: string }>

/** What the command line says: each option with its values as they were written, `true` where one has none. */
export type GivenOptions = ReadonlyMap<string, readonly (string | true)[]>

export interface ReadOptions {
  readonly values: OptionValues
  /** What the user wrote an option as: `--suite`, or the name of a variable. */
  source(name: OptionName): string
}

/** Options that pass secrets in other programs, so people try them here. */
export const secretOptions: Readonly<Record<string, string>> = {
  token: 'HUB_CONFORMANCE_TOKEN',
  bearer: 'HUB_CONFORMANCE_TOKEN',
  password: 'HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD',
  username: 'HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD',
  'csrf-token': 'HUB_CONFORMANCE_CSRF_TOKEN',
  user: 'HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD',
}

const optionText = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`)

/** Refuses what is not an option of the command. Values are not repeated: they may be secrets. */
export const refuseUnknown = (given: readonly string[], known: readonly OptionName[]): void => {
  for (const name of given) {
    if ((known as readonly string[]).includes(name)) continue
    const variable = Object.hasOwn(secretOptions, name) ? secretOptions[name] : undefined
    if (variable !== undefined) {
      throw new UsageError(
        `${optionText(name)} is not supported, since other users can see the command line; set ${variable} in the environment, or use --token-file`,
      )
    }
    const elsewhere = (optionNames as readonly string[]).includes(name) ? ' for this command' : ''
    const near = elsewhere === '' ? suggestion(optionText(name), known.map(optionText)) : ''
    throw new UsageError(`unknown option ${optionText(name)}${elsewhere}${near || '; see --help'}`)
  }
}

const truths: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  yes: true,
  on: true,
  0: false,
  false: false,
  no: false,
  off: false,
}

const parsed = (spec: OptionSpec, source: string, text: string): unknown => located(source, () => spec.parse(text))

const pieces = (text: string, separator: string | undefined): readonly string[] =>
  separator === undefined
    ? [text]
    : text
        .split(separator)
        .map(piece => piece.trim())
        .filter(piece => piece !== '')

/** A value that may also say that the option is on or off. */
const orTruth = (text: string, read: () => unknown): unknown => {
  const truth = truths[text.trim().toLowerCase()]
  return truth === undefined ? read() : truth || undefined
}

const fromArgv = (name: OptionName, spec: OptionSpec, texts: readonly (string | true)[]): unknown => {
  const source = `--${name}`
  if (spec.kind === 'flag') return true
  if (spec.kind !== 'list' && texts.length > 1) throw new UsageError(`${source} may be given only once`)
  const [first] = texts
  if (spec.kind === 'optional' && first !== undefined)
    return first === true || first === '' || orTruth(first, () => parsed(spec, source, first))
  const all = texts.flatMap(text => {
    if (text === true || text.trim() === '') throw new UsageError(`${source} needs a value: ${source} ${spec.value}`)
    return pieces(text, spec.splits && spec.separator).map(piece => parsed(spec, source, piece))
  })
  return spec.kind === 'list' ? all : all[0]
}

const fromEnvironment = (name: OptionName, spec: OptionSpec, text: string): unknown => {
  const source = environmentName(name)
  const truth = truths[text.trim().toLowerCase()]
  switch (spec.kind) {
    case 'flag':
      if (truth === undefined) throw new UsageError(`${source} must be 1 or 0`)
      return truth
    case 'optional':
      return orTruth(text, () => parsed(spec, source, text))
    case 'list':
      return pieces(text, spec.separator).map(piece => parsed(spec, source, piece))
    case 'value':
      return parsed(spec, source, text)
  }
}

/**
 * The options of a command: the command line before the environment before the configuration. An empty variable counts as unset.
 */
export const readOptions = (
  names: readonly OptionName[],
  given: GivenOptions,
  env: Readonly<Record<string, string | undefined>>,
  file: FileValues = new Map(),
  meanings: Meanings = {},
): ReadOptions => {
  const values: Record<string, unknown> = {}
  const onCommandLine = (name: OptionName): boolean => given.has(name)
  const inEnvironment = (name: OptionName): boolean => (env[environmentName(name)] ?? '').trim() !== ''
  for (const name of names) {
    const spec: OptionSpec = meanings[name] ?? optionTable[name]
    if (spec.argvOnly && !onCommandLine(name)) continue
    const texts = given.get(name)
    const value = texts
      ? fromArgv(name, spec, texts)
      : inEnvironment(name)
        ? fromEnvironment(name, spec, env[environmentName(name)] ?? '')
        : file.get(name)?.value
    if (value !== undefined) values[name] = value
  }
  return {
    values: values as OptionValues,
    source: name =>
      onCommandLine(name)
        ? `--${name}`
        : inEnvironment(name)
          ? environmentName(name)
          : (file.get(name)?.source ?? environmentName(name)),
  }
}

/** Variables that are not options. */
const otherVariables = [...secrets, 'DEBUG'].map(environmentName)

/** Variables that look like misspelt options: the run would be less strict than its author thinks. */
export const doubtfulVariables = (env: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const known = [...optionNames.map(environmentName), ...otherVariables]
  return Object.keys(env)
    .filter(name => name.startsWith('HUB_CONFORMANCE_') && !known.includes(name))
    .flatMap(name => {
      const near = suggestion(
        name.slice(16),
        known.map(variable => variable.slice(16)),
      )
      return near === '' ? [] : [`${name} is not read${near.replace('"', '"HUB_CONFORMANCE_')}`]
    })
}
