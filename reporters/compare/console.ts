import type { ComparedCase, Comparison } from '../../contracts/results/comparison.ts'
import type { RenderOptions } from '../reporter.ts'
import { type Paint, paint } from '../shared/paint.ts'
import { count, defuse, visible, wrap } from '../shared/text.ts'
import {
  type ComparedGroup,
  type ComparedPart,
  comparedGroups,
  comparisonLine,
  filledParts,
  noteSentence,
  resultsLine,
  step,
} from './words.ts'

/** Cases that are named before they are only counted. */
const mostComparedCases = 10

const colorOf = (colors: Paint, kind: ComparedPart['kind']): ((text: string) => string) =>
  kind === 'worse' ? colors.red : kind === 'better' ? colors.green : colors.yellow

const row = (level: string, name: string, change: string, message: string | undefined, columns: number): string[] => [
  `  ${level.toUpperCase().padEnd(6)} ${visible(name)}  ${change}`,
  ...(message === undefined ? [] : wrap(message, columns - 9).map(line => `         ${line}`)),
]

/** Requirements of a group that are named before they are only counted; what got worse is always named. */
const fewNames = 6

const groupRows = (group: ComparedGroup, columns: number, most: number): string[] => {
  const { step: way, message, requirements } = group
  const [{ level, id }] = requirements
  if (requirements.length === 1) return row(level, id, way, message, columns)
  const kept = requirements.slice(0, most)
  const left = requirements.length - kept.length
  return [
    `  ${requirements.length} × ${way}`,
    ...(message === undefined ? [] : wrap(message, columns - 9).map(line => `         ${line}`)),
    ...kept.map(each => `         ${each.level.toUpperCase().padEnd(6)} ${visible(each.id)}`),
    ...(left > 0 ? [`         and ${left} more`] : []),
  ]
}

const caseRow = (kase: ComparedCase, columns: number): string[] =>
  row(kase.level, `${kase.id}, ${kase.name}`, step(kase), kase.newReason?.message, columns)

/** A comparison for people: what got worse first. */
export const compareConsole = (comparison: Comparison, options: RenderOptions = {}): string => {
  const { columns = 80, verbosity = 'normal' } = options
  const colors = paint(options.colors ?? false)
  // What was deselected is a choice; what got worse otherwise is to be read name by name.
  const mostOf = (kind: ComparedPart['kind'], { requirements }: ComparedGroup): number =>
    verbosity === 'verbose' || (kind === 'worse' && requirements[0].new !== 'not-selected')
      ? requirements.length
      : fewNames
  const shown = (cases: readonly ComparedCase[]) =>
    verbosity === 'verbose' ? cases : cases.slice(0, mostComparedCases)
  const lines =
    verbosity === 'quiet' ? [] : comparison.notes.flatMap(note => wrap(`Note: ${noteSentence(note)}`, columns))
  for (const part of filledParts(comparison)) {
    const { heading, kind, requirements, cases } = part
    if (verbosity === 'quiet' && kind !== 'worse') continue
    const left = cases.length - shown(cases).length
    lines.push(
      '',
      `${colors.bold(colorOf(colors, kind)(heading))}  ${requirements.length + cases.length}`,
      ...comparedGroups(part).flatMap(group => groupRows(group, columns, mostOf(kind, group))),
      ...shown(cases).flatMap(kase => caseRow(kase, columns)),
      ...(left > 0 ? [`         and ${count(left, 'more case')}`] : []),
    )
  }
  lines.push('', ...wrap(resultsLine(comparison), columns), ...wrap(comparisonLine(comparison), columns))
  return `${lines.map(defuse).join('\n').replace(/^\n+/, '')}\n`
}
