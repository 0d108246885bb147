import type { ComparedCase, Comparison } from '../../contracts/results/comparison.ts'
import { code, summaryBytes, withinBytes } from '../shared/markdown-text.ts'
import {
  type ComparedGroup,
  comparedGroups,
  comparisonLine,
  filledParts,
  noteSentence,
  resultsLine,
  step,
} from './words.ts'

const because = (message: string | undefined): string => (message === undefined ? '' : `: ${code(message, 1_000)}`)

/** Requirements of a group that are named before they are only counted. */
const mostNames = 200

const groupItem = ({ step: way, message, requirements }: ComparedGroup): string => {
  const [{ level, id }] = requirements
  if (requirements.length === 1) return `- ${level.toUpperCase()} ${code(id, 300)} ${way}${because(message)}\n`
  const names = requirements.slice(0, mostNames).map(each => `  - ${each.level.toUpperCase()} ${code(each.id, 300)}\n`)
  const left = requirements.length - names.length
  const more = left > 0 ? [`  - and ${left} more\n`] : []
  return [`- ${requirements.length} × ${way}${because(message)}\n`, ...names, ...more].join('')
}

const caseItem = (kase: ComparedCase): string =>
  `- ${kase.level.toUpperCase()} ${code(kase.id, 300)}, ${code(kase.name, 300)} ${step(kase)}${because(kase.newReason?.message)}\n`

/** A comparison as GitHub Flavored Markdown. Text that is not ours is code. */
export const compareMarkdown = (comparison: Comparison): string => {
  const { notes } = comparison
  const head = [
    '# Hub conformance, compared\n',
    `**${resultsLine(comparison)}: ${comparisonLine(comparison)}**\n`,
    ...(notes.length > 0 ? [`${notes.map(note => `- ${code(noteSentence(note), 1_000)}`).join('\n')}\n`] : []),
  ]
  const sections = filledParts(comparison).map(part => ({
    heading: part.heading,
    total: part.requirements.length + part.cases.length,
    items: [
      ...comparedGroups(part).map(group => () => groupItem(group)),
      ...part.cases.map(kase => () => caseItem(kase)),
    ],
  }))
  return withinBytes(summaryBytes, head, sections)
}
