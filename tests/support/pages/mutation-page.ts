import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { globSync } from 'tinyglobby'

/** A part of the scope: what is mutated, and the tests that decide quickly. */
export interface Area {
  readonly name: string
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
}

/** A change of the source that no test notices: `from` in the line `code` became `to`. */
export interface Mutant {
  readonly code: string
  readonly from: string
  readonly to: string
}

/** What was measured of a file. */
export interface Measured {
  readonly date: string
  /** Of the file as it was measured: the beginning of its SHA-256, in hexadecimal. */
  readonly digest: string
  readonly killed: number
  /** Mutants of what is evaluated when the file is loaded, which were left out. */
  readonly static: number
  readonly survivors: readonly Mutant[]
}

export interface Equivalent {
  readonly file: string
  readonly reason: string
  readonly mutants: readonly Mutant[]
}

const read = (name: string): unknown => JSON.parse(readFileSync(`tests/mutation/${name}.json`, 'utf8'))

export const areas = read('scope') as readonly Area[]
export const results = read('results') as Readonly<Record<string, Measured>>
export const equivalents = read('equivalents') as readonly Equivalent[]

export const filesOf = ({ mutate }: Area): readonly string[] => globSync([...mutate]).sort()

export const isSame = (a: Mutant, b: Mutant): boolean => a.code === b.code && a.from === b.from && a.to === b.to

const cells = (...values: readonly (string | number)[]): string => `| ${values.join(' | ')} |`

const code = (text: string): string => {
  const short = text.length > 80 ? `${text.slice(0, 77)}...` : text
  const ticks = '`'.repeat(1 + Math.max(0, ...[...short.matchAll(/`+/g)].map(([run]) => run.length)))
  const space = short.startsWith('`') || short.endsWith('`') || short === '' ? ' ' : ''
  return `${ticks}${space}${short.replaceAll('|', '\\|')}${space}${ticks}`
}

/** When a file was measured, and whether it has changed since. */
const when = (file: string): string => {
  const { date = '', digest } = results[file] ?? {}
  const isSame = createHash('sha256')
    .update(readFileSync(file))
    .digest('hex')
    .startsWith(digest ?? '')
  return isSame ? date : `${date}, changed since`
}

const figures = (files: readonly string[]): readonly (string | number)[] => {
  const measured = files.flatMap(file => results[file] ?? [])
  const killed = measured.reduce((sum, each) => sum + each.killed, 0)
  const survived = measured.reduce((sum, each) => sum + each.survivors.length, 0)
  const equal = equivalents
    .filter(({ file }) => files.includes(file))
    .reduce((sum, each) => sum + each.mutants.length, 0)
  const omitted = measured.reduce((sum, each) => sum + each.static, 0)
  const score = killed + survived === 0 ? '–' : `${((100 * killed) / (killed + survived)).toFixed(1)} %`
  return [score, killed, survived - equal, equal, omitted]
}

/** The score per folder and file, what was not measured, and the survivors that change nothing. */
export const mutationPage = (): string => {
  const files = areas.flatMap(filesOf).sort()
  const measured = files.filter(file => Object.hasOwn(results, file))
  const folders = [...new Set(measured.map(file => dirname(file)))]
  const head = ['score', 'killed', 'open', 'equivalent', 'static']
  const table = (first: string, last: readonly string[], rows: readonly string[]): readonly string[] => [
    cells(first, ...head, ...last),
    cells('---', ...head.map(() => '---:'), ...last.map(() => '---')),
    ...rows,
  ]
  // Of an area that was not measured at all the globs are enough: a new file in it changes nothing on this page.
  const missing = areas.flatMap(area => {
    const own = filesOf(area)
    const open = own.filter(file => !Object.hasOwn(results, file))
    if (open.length === 0) return []
    const shown = open.length === own.length ? area.mutate : open
    return [cells(area.name, shown.map(file => `\`${file}\``).join(', '))]
  })
  return [
    '# Mutation tests',
    '',
    'A mutant is the code with one small change, such as `>` for `>=`. Tests should fail on it; if none does, the mutant survives and shows',
    'behaviour that is not tested. `npm run mutation` makes the mutants of the code that decides verdicts, guards writes and removes secrets',
    '([scope](../tests/mutation/scope.json)), and runs the quick tests of each area.',
    '',
    '- **score**: share of mutants that were killed, of all including equivalent ones. The aim is 90 % overall and 80 % in each file.',
    '- **open**: survivors without a reason. [results.json](../tests/mutation/results.json) lists them.',
    '- **equivalent**: survivors without an observable difference; the reasons are below.',
    '- **static**: mutants of code that runs when a file is loaded. They are not tested, and not part of the score.',
    '',
    missing.length === 0
      ? 'All of the scope was measured.'
      : `Measured: ${measured.length} files. The rest of the scope was not measured; the score covers the measured files only.`,
    '',
    ...table(
      'folder',
      [],
      [
        ...folders.map(folder =>
          cells(`\`${folder}/\``, ...figures(measured.filter(file => dirname(file) === folder))),
        ),
        cells('**measured**', ...figures(measured)),
      ],
    ),
    '',
    '## Files',
    '',
    ...table(
      'file',
      ['measured'],
      measured.map(file => cells(`\`${file}\``, ...figures([file]), when(file))),
    ),
    '',
    ...(missing.length === 0
      ? []
      : ['## Not measured', '', cells('area', 'files'), cells('---', '---'), ...missing, '']),
    '## Equivalent mutants',
    '',
    ...(equivalents.length === 0 ? ['None.', ''] : []),
    ...equivalents.flatMap(({ file, reason, mutants }) => [
      `\`${file}\`: ${reason}`,
      '',
      ...mutants.map(({ from, to }) => `- ${code(from)} → ${code(to)}`),
      '',
    ]),
  ].join('\n')
}
