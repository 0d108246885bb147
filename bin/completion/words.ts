import { lifecycle } from '../../contracts/lifecycle.ts'
import { requirements } from '../../contracts/listed-requirements.ts'
import { suiteOf } from '../../engine/plan.ts'
import { codeFormats } from '../../reporters/code/index.ts'
import { compareFormats } from '../../reporters/compare/index.ts'
import { formats } from '../../reporters/index.ts'
import { matrixFormats } from '../../reporters/matrix/index.ts'
import type { Command } from '../commands/command.ts'
import { type Shell, shells } from '../commands/completion.ts'
import type { Io } from '../io.ts'
import { readConfig } from '../options/config-file.ts'
import { configurable, type OptionName, type OptionSpec, optionsOf, optionTable } from '../options/table.ts'

/** A word that can be completed at the cursor, with its description. */
interface Candidate {
  readonly word: string
  readonly says?: string
}

interface Setting {
  readonly command: Command
  readonly commands: readonly Command[]
  readonly io: Io
}

const undescribed = (words: Iterable<string>): readonly Candidate[] => [...new Set(words)].map(word => ({ word }))

const idsOf = async (): Promise<readonly Candidate[]> =>
  requirements.map(({ id, statement }) => ({ word: id, says: statement }))

const faultsOf = async (): Promise<readonly Candidate[]> =>
  requirements.flatMap(({ id, faults }) =>
    Object.entries(faults).map(([name, { says }]) => ({ word: `${id}/${name}`, says })),
  )

const variantsOf = async (): Promise<readonly Candidate[]> => {
  const { variants } = await import('../../suites/catalogue.ts')
  return [
    ...Object.entries(variants).map(([word, { says }]) => ({ word, says })),
    ...requirements.flatMap(({ id, tolerates = {} }) =>
      Object.entries(tolerates).map(([name, { says }]) => ({ word: `${id}/${name}`, says })),
    ),
  ]
}

const targetsOf = async ({ io }: Setting): Promise<readonly Candidate[]> => {
  // An unreadable configuration is reported by the run, not by completion.
  const named = await readConfig(undefined, '', io, configurable).then(
    ({ targets }) => [...targets.keys()],
    () => [],
  )
  return [{ word: 'reference', says: 'the built-in hub' }, ...undescribed(named)]
}

const formatsOf = (names: readonly string[]): readonly Candidate[] => undescribed(names.map(name => `${name}=`))

const contractIdsOf = async (): Promise<readonly Candidate[]> => {
  const { pactCatalogue } = await import('../../suites/catalogue.ts')
  return pactCatalogue.map(({ id, statement }) => ({ word: id, says: statement }))
}

/** Values of an option or an argument that apply to one command only. */
const ownValues: Readonly<Record<string, (setting: Setting) => Promise<readonly Candidate[]>>> = {
  'compare --report': async () => formatsOf(Object.keys(compareFormats)),
  'matrix --report': async () => formatsOf(Object.keys(matrixFormats)),
  'pact --only': contractIdsOf,
  'pact --skip': contractIdsOf,
  'scan --report': async () => formatsOf(Object.keys(codeFormats)),
  'scan --target': async () => [],
  'explain id': idsOf,
  'baseline action': async () => undescribed(['update']),
  'completion shell': async () => undescribed(shells),
}

/** Values of options that depend on the catalogue or the configuration; closed sets are in the option table. */
const values: Partial<Readonly<Record<OptionName, (setting: Setting) => Promise<readonly Candidate[]>>>> = {
  target: targetsOf,
  suite: async () => undescribed(requirements.map(({ id }) => suiteOf(id))),
  only: idsOf,
  skip: idsOf,
  'as-of': async () => undescribed([...requirements.map(({ since }) => since), lifecycle.version].sort()),
  report: async () => formatsOf(formats),
  fault: faultsOf,
  variant: variantsOf,
}

const optionOf = (word: string): OptionName | undefined => {
  const [, name = ''] = /^--([^=]+)$/.exec(word) ?? []
  return Object.hasOwn(optionTable, name) ? (name as OptionName) : undefined
}

const takesNext = (word: string | undefined): OptionName | undefined => {
  const name = word === undefined ? undefined : optionOf(word)
  return name !== undefined && ['value', 'list'].includes(optionTable[name].kind) ? name : undefined
}

/** Words that are neither options nor values of options. */
const argumentsOf = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => !word.startsWith('-') && takesNext(words[at - 1]) === undefined)

/** Values of an option, each with the values of the list before it. */
const valuesOf = async (name: OptionName, current: string, setting: Setting): Promise<readonly Candidate[]> => {
  const { splits, separator = ',', choices }: OptionSpec = setting.command.meanings?.[name] ?? optionTable[name]
  const before = splits ? current.slice(0, current.lastIndexOf(separator) + 1) : ''
  const own = ownValues[`${setting.command.name} --${name}`] ?? values[name]
  const offered = choices === undefined ? await own?.(setting) : undescribed(choices)
  return (offered ?? []).map(({ word, ...more }) => ({ word: before + word, ...more }))
}

const candidates = async (words: readonly string[], current: string, rest: Omit<Setting, 'command'>) => {
  const { commands } = rest
  const [first, ...others] = argumentsOf(words)
  const named = commands.find(({ name }) => name === first)
  const command = named ?? (commands[0] as Command)
  const setting = { ...rest, command }
  const option = takesNext(words.at(-1))
  if (option !== undefined) return valuesOf(option, current, setting)
  const [, given = '', text = ''] = /^(--[^=]+)=(.*)$/s.exec(current) ?? []
  const assigned = optionOf(given)
  if (assigned !== undefined)
    return (await valuesOf(assigned, text, setting)).map(({ word, ...more }) => ({ word: `${given}=${word}`, ...more }))
  if (current.startsWith('-'))
    return [
      ...optionsOf(command.name).map(name => ({
        word: `--${name}`,
        says: (command.meanings?.[name] ?? optionTable[name]).describe,
      })),
      { word: '--help', says: 'print this help' },
      ...(named === undefined ? [{ word: '--version', says: 'print the version' }] : []),
    ]
  if (named === undefined)
    return first === undefined ? commands.map(({ name, describe }) => ({ word: name, says: describe })) : []
  const positional = command.positionals?.[others.length]
  return (await ownValues[`${command.name} ${positional}`]?.(setting)) ?? []
}

/** bash splits words at `=` and `:`. */
const merged = (words: readonly string[]): readonly string[] => {
  const whole: string[] = []
  for (const word of words) {
    const before = whole.at(-1)
    const joins = before !== undefined && (word === '=' || word === ':' || /[=:]$/.test(before))
    if (joins) whole[whole.length - 1] = before + word
    else whole.push(word)
  }
  return whole
}

const firstSentence = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 100)

/** How each shell expects a candidate. */
const completionLine: Readonly<Record<Shell, (candidate: Candidate, current: string) => string>> = {
  // bash replaces only the part after the last break.
  bash: ({ word }, current) => word.slice(Math.max(current.lastIndexOf('='), current.lastIndexOf(':')) + 1),
  zsh: ({ word, says }) => {
    const escaped = word.replaceAll(':', '\\:')
    return says === undefined ? escaped : `${escaped}:${firstSentence(says)}`
  },
  fish: ({ word, says }) => (says === undefined ? word : `${word}\t${firstSentence(says)}`),
}

/**
 * The candidates at the cursor, one per line; none where a file name is expected. `words` are the words after the command's name up to the
 * cursor; the last one is incomplete.
 */
export const completionWords = async (
  shell: Shell,
  words: readonly string[],
  rest: Omit<Setting, 'command'>,
): Promise<string> => {
  const all = shell === 'bash' ? merged(words) : words
  const current = all.at(-1) ?? ''
  const found = (await candidates(all.slice(0, -1), current, rest)).filter(({ word }) => word.startsWith(current))
  return found.map(candidate => `${completionLine[shell](candidate, current)}\n`).join('')
}
