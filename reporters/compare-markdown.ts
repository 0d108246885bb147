import type { ComparedCase, ComparedRequirement, Comparison } from '../contracts/comparison.ts'
import { comparisonLine, noteSentence, partsOf, step } from './compare-words.ts'
import { code, within } from './markdown-text.ts'

/** What one step may write to its summary (docs.github.com, "Adding a job summary"), with room to spare. */
const mostBytes = 900 * 1024

const because = (message: string | undefined): string => (message === undefined ? '' : `: ${code(message, 1_000)}`)

const requirementItem = (requirement: ComparedRequirement): string => {
  const { level, id, newReason, oldReason } = requirement
  return `- ${level.toUpperCase()} ${code(id, 300)} ${step(requirement)}${because((newReason ?? oldReason)?.message)}\n`
}

const caseItem = (kase: ComparedCase): string =>
  `- ${kase.level.toUpperCase()} ${code(kase.id, 300)}, ${code(kase.name, 300)} ${step(kase)}${because(kase.newReason?.message)}\n`

/** A comparison as GitHub Flavored Markdown. What is not our own word stands in code. */
export const compareMarkdown = (comparison: Comparison): string => {
  const { old, new: now, notes } = comparison
  const head = [
    '# Hub conformance, compared\n',
    `**${old.result}, then ${now.result}: ${comparisonLine(comparison)}**\n`,
    ...(notes.length > 0 ? [`${notes.map(note => `- ${code(noteSentence(note), 1_000)}`).join('\n')}\n`] : []),
  ]
  const sections = partsOf(comparison).map(({ heading, requirements, cases }) => ({
    heading,
    items: [
      ...requirements.map(requirement => () => requirementItem(requirement)),
      ...cases.map(kase => () => caseItem(kase)),
    ],
  }))
  return within(mostBytes, head, sections)
}
