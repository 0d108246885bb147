import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { YAMLMap } from 'yaml'
import { mayBeCredential } from '../../contracts/run/secret-names.ts'
import { UsageError } from '../../engine/options.ts'
import { suggestion } from '../../engine/suggestion.ts'
import { dataOfYaml, parseYaml, readTextFile } from '../files.ts'
import type { Io } from '../io.ts'
import { type FileValues, secretOptions } from './read-options.ts'
import { environmentName, type OptionName, type OptionSpec, optionTable } from './table.ts'
import { located, looksLikeUrl, shown } from './values.ts'

/** What a configuration file may be called, in the order of the documentation. */
export const configNames = ['yaml', 'yml', 'json'].map(extension => `hub-conformance.config.${extension}`)

/** Keys that are not options. */
const otherKeys = ['$schema', 'extends', 'targets'] as const

/** The content of the configuration files, the nearest first. */
interface Config {
  /** Every file that was read, by its full path. */
  readonly files: readonly string[]
  readonly values: FileValues
  readonly targets: ReadonlyMap<string, FileValues>
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    info => info.isFile(),
    () => false,
  )

/** The configuration file of the working directory, else of the nearest directory above it. */
export const findConfig = async (cwd: string): Promise<string | undefined> => {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found: string[] = []
    for (const name of configNames) if (await exists(join(folder, name))) found.push(name)
    if (found.length > 1)
      throw new UsageError(`two configuration files in ${folder}: ${found.join(' and ')}; remove one`)
    const [name] = found
    if (name !== undefined) return join(folder, name)
    if (folder === dirname(folder)) return undefined
  }
}

/** Values that are tokens by their looks. */
const tokenLike = /\b(?:dckr_[a-z]+_|gh[pousr]_|glpat-|xox[abp]-)[\w-]{8,}|\beyJ[\w-]{8,}\.[\w-]{8,}/

const refuseSecret = (name: string, texts: readonly string[], where: string): void => {
  for (const text of texts) {
    const header = name === 'header' && mayBeCredential.test(text.split(':')[0] ?? '')
    if (!header && !tokenLike.test(text)) continue
    const variable = header ? environmentName('header') : environmentName('token')
    throw new UsageError(`${where}: ${name} contains a secret; set ${variable} in the environment`)
  }
}

/** A path is relative to the file that contains it. */
const rebased = (spec: OptionSpec, text: string, folder: string, cwd: string): string => {
  const move = (path: string): string =>
    path === '-' || isAbsolute(path) || looksLikeUrl(path) ? path : relative(cwd, resolve(folder, path)) || '.'
  if (spec.value === 'FILE' || spec.value === 'PATH') return move(text)
  const [, format = '', path = ''] = spec.value === 'FORMAT[=PATH]' ? (/^([^=]*=)(.+)$/.exec(text) ?? []) : []
  return path === '' ? text : format + move(path)
}

interface Position {
  /** Name of the file as messages show it. */
  readonly name: string
  readonly folder: string
  readonly cwd: string
  readonly at: (node: unknown) => string
}

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

const readValue = (name: OptionName, value: unknown, where: string, { folder, cwd }: Position): unknown => {
  const spec: OptionSpec = optionTable[name]
  const bad = (what: string): never => {
    throw new UsageError(`${where}: ${name} must be ${what}`)
  }
  if (spec.kind === 'flag') return typeof value === 'boolean' ? value : bad('true or false')
  if (spec.kind === 'optional' && typeof value === 'boolean') return value || undefined
  const given = spec.kind === 'list' && Array.isArray(value) ? value : [value]
  const texts = given.map(item =>
    isText(item) && String(item).trim() !== ''
      ? String(item)
      : bad(`${spec.value}${spec.kind === 'list' ? ', or a list of them' : ''}`),
  )
  refuseSecret(name, texts, where)
  const parsed = texts.map(text => located(`${where}: ${name}`, () => spec.parse(rebased(spec, text, folder, cwd))))
  return spec.kind === 'list' ? parsed : parsed[0]
}

const readValues = (
  map: YAMLMap,
  names: readonly OptionName[],
  place: Position,
  extra: readonly string[],
): FileValues => {
  const values = new Map<OptionName, { readonly value: unknown; readonly source: string }>()
  for (const { key, value } of map.items) {
    const name = String(key)
    if (extra.includes(name)) continue
    const where = place.at(key)
    const variable = Object.hasOwn(secretOptions, name) ? secretOptions[name] : undefined
    if (variable !== undefined)
      throw new UsageError(
        `${where}: ${name} is not supported: secrets do not belong in a file; set ${variable} in the environment, or use token-file`,
      )
    if (!(names as readonly string[]).includes(name)) {
      const snake = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replaceAll('_', '-')
      throw new UsageError(
        `${where}: unknown option ${shown(name)}${suggestion(snake, [...names, ...extra]) || '; see hub-conformance --help'}`,
      )
    }
    const js = (value as { toJSON?: () => unknown } | null)?.toJSON?.() ?? null
    const parsed = js === null ? undefined : readValue(name as OptionName, js, where, place)
    if (parsed !== undefined) values.set(name as OptionName, { value: parsed, source: `${place.name}: ${name}` })
  }
  return values
}

const targetName = /^[A-Za-z0-9][\w.-]*$/

/** Reads a file with all that it extends; `chain` are the files that led to it. */
const readChain = async (
  path: string,
  source: string,
  io: Io,
  names: readonly OptionName[],
  chain: readonly string[],
): Promise<Config> => {
  const name = relative(io.cwd, path) || path
  if (chain.includes(path))
    throw new UsageError(
      `${source}: ${[...chain, path].map(file => relative(io.cwd, file)).join(' extends ')}, which is a cycle`,
    )
  const { isMap, isScalar } = await import('yaml')
  const parsed = await parseYaml(await readTextFile(name, source, io), name)
  const { at } = parsed
  const { contents } = parsed.document
  if (contents === null || (isScalar(contents) && contents.value === null))
    return { files: [path], values: new Map(), targets: new Map() }
  if (!isMap(contents)) throw new UsageError(`${at(contents)}: a configuration must be a mapping of options`)
  const folder = dirname(path)
  const place: Position = { name, folder, cwd: io.cwd, at }
  const values = readValues(contents, names, place, otherKeys)

  const targets = new Map<string, FileValues>()
  const named = contents.get('targets', true)
  if (named !== undefined && named !== null) {
    if (!isMap(named)) throw new UsageError(`${at(named)}: targets must map names to options`)
    for (const { key, value } of named.items) {
      const target = String(key)
      if (!targetName.test(target) || target === 'reference' || looksLikeUrl(target))
        throw new UsageError(
          `${at(key)}: ${shown(target)} is not a valid target name; use letters, digits, ".", "_" and "-"`,
        )
      if (!isMap(value))
        throw new UsageError(`${at(key)}: the target ${shown(target)} needs options, at least "target: URL"`)
      targets.set(target, readValues(value, names, place, []))
    }
  }

  const extended = (dataOfYaml(parsed, name) as Readonly<Record<string, unknown>>).extends ?? []
  const parents = (Array.isArray(extended) ? extended : [extended]).map((parent: unknown) => {
    if (typeof parent !== 'string' || parent === '' || looksLikeUrl(parent))
      throw new UsageError(`${at(contents.get('extends', true))}: extends must be a file, or a list of files`)
    return resolve(folder, parent)
  })
  let merged: Config = { files: [], values: new Map(), targets: new Map() }
  for (const parent of parents)
    merged = over(await readChain(parent, `${name}: extends`, io, names, [...chain, path]), merged)
  return over({ files: [path], values, targets }, merged)
}

/** The first before the second; a target that both have takes its options from both. */
const over = (first: Config, second: Config): Config => {
  const targets = new Map(second.targets)
  for (const [name, values] of first.targets) targets.set(name, new Map([...(targets.get(name) ?? []), ...values]))
  return { files: [...first.files, ...second.files], values: new Map([...second.values, ...first.values]), targets }
}

/** Reads the configuration; what is wrong with it is a {@link UsageError} that names the line. */
export const readConfig = async (
  path: string | undefined,
  source: string,
  io: Io,
  names: readonly OptionName[],
): Promise<Config> => {
  const file = path === undefined ? await findConfig(io.cwd) : resolve(io.cwd, path)
  if (file === undefined) return { files: [], values: new Map(), targets: new Map() }
  return readChain(file, path === undefined ? 'the configuration' : source, io, names, [])
}
