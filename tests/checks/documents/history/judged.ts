import { judge } from '../../../../checks/documents/history/judging.ts'
import { shipped } from '../../../../checks/documents/history/subjects.ts'
import type { PublishedChangelog } from '../../../../contracts/documents.ts'
import { type ChangeFact, lifecycle } from '../../../../contracts/lifecycle.ts'
import type { Evidence, Finding } from '../../../../contracts/results/finding.ts'
import { readChangelog } from '../../../../engine/documents/published.ts'

export const fact = (slug: string): ChangeFact => lifecycle.changeHistory.find(one => one.slug === slug) as ChangeFact
export const page = (text: string): PublishedChangelog => readChangelog(`# Changes\n\n${text}\n`, 'changes.md')
/** An entry below its day and its kind. */
export const entry = (day: string, kind: string, ...texts: readonly string[]): string =>
  [`## ${day}`, ...(kind === '' ? [] : [`### ${kind}`]), texts.map(text => `- ${text}`).join('\n')].join('\n\n')

const textOf = (seen: Evidence): string => ('text' in seen ? seen.text : '')
/** What a finding says, of what, and in which words it is published. */
export const told = (finding: Finding): string => {
  const { about = '', feature = '', date = '', expected = '' } = 'values' in finding ? finding.values : {}
  const what = [about, feature, date, expected].filter(Boolean).join(', ')
  const seen = finding.seen.map(textOf)
  return `${'code' in finding ? `${finding.kind}: ${finding.code} (${what})` : finding.kind}: ${seen.join('; ')}`
}
export const judged = (slug: string, ...texts: readonly string[]) =>
  told(judge(page(texts.join('\n\n')), fact(slug), shipped))
