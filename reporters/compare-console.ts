import type { ComparedCase, ComparedRequirement, Comparison } from '../contracts/comparison.ts'
import { type ComparedPart, comparisonLine, noteSentence, partsOf, step } from './compare-words.ts'
import { type Paint, paint } from './paint.ts'
import type { RenderOptions } from './reporter.ts'
import { count, defuse, visible, wrap } from './text.ts'

/** Cases that are named before they are only counted. */
const few = 10

const colorOf = (colors: Paint, kind: ComparedPart['kind']): ((text: string) => string) =>
  kind === 'worse' ? colors.red : kind === 'better' ? colors.green : colors.yellow

const row = (level: string, name: string, change: string, message: string | undefined, columns: number): string[] => [
  `  ${level.toUpperCase().padEnd(6)} ${visible(name)}  ${change}`,
  ...(message === undefined ? [] : wrap(message, columns - 9).map(line => `         ${line}`)),
]

const requirementRow = (requirement: ComparedRequirement, columns: number): string[] => {
  const { level, id, newReason, oldReason } = requirement
  return row(level, id, step(requirement), (newReason ?? oldReason)?.message, columns)
}

const caseRow = (kase: ComparedCase, columns: number): string[] =>
  row(kase.level, `${kase.id}, ${kase.name}`, step(kase), kase.newReason?.message, columns)

/** A comparison for people: what got worse first. */
export const compareConsole = (comparison: Comparison, options: RenderOptions = {}): string => {
  const { columns = 80, verbosity = 'normal' } = options
  const colors = paint(options.colors ?? false)
  const shown = (cases: readonly ComparedCase[]) => (verbosity === 'verbose' ? cases : cases.slice(0, few))
  const lines =
    verbosity === 'quiet' ? [] : comparison.notes.flatMap(note => wrap(`Note: ${noteSentence(note)}`, columns))
  for (const { heading, kind, requirements, cases } of partsOf(comparison)) {
    if (verbosity === 'quiet' && kind !== 'worse') continue
    const left = cases.length - shown(cases).length
    lines.push(
      '',
      `${colors.bold(colorOf(colors, kind)(heading))}  ${requirements.length + cases.length}`,
      ...requirements.flatMap(requirement => requirementRow(requirement, columns)),
      ...shown(cases).flatMap(kase => caseRow(kase, columns)),
      ...(left > 0 ? [`         and ${count(left, 'more case')}`] : []),
    )
  }
  lines.push('', `${comparison.old.result}, then ${comparison.new.result}`, comparisonLine(comparison))
  return `${lines.map(defuse).join('\n').replace(/^\n+/, '')}\n`
}
