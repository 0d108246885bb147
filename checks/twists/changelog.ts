import type { Variant } from '../../contracts/requirement.ts'
import { withChangelog } from './documents.ts'
import { variant } from './twist.ts'

/** The page without headings: each change is an item of one list. */
const flat = (item: (day: string, kind: string, change: string) => string) =>
  withChangelog(source => {
    let [day, kind] = ['', '']
    const lines = source.split('\n').flatMap(line => {
      const [, marks, words = ''] = /^(##|###|-) (.*)$/.exec(line) ?? []
      if (marks === '##') day = words
      if (marks === '###') kind = words
      return marks === '-' ? [`- ${item(day, kind, words)}`] : []
    })
    return `# Changes of the API\n\n${lines.join('\n')}\n`
  })

/** Forms of a change history that every requirement about it tolerates. */
export const changelogForms: Readonly<Record<string, Variant>> = {
  older: variant(
    'also has older changes',
    withChangelog(source => `${source}\n## 2021-01-01\n\n### New\n\n- The first page.\n`),
  ),
  flat: variant(
    'has no headings, and the kind and the day in front of each change',
    flat((day, kind, change) => `${kind} on ${day}: ${change}`),
  ),
  'flat-behind': variant(
    'has no headings, and the kind and the day behind each change',
    flat((day, kind, change) => `${change} (${kind}, ${day})`),
  ),
  fields: variant(
    'has no headings, and a field with the kind in front of each change',
    flat((day, kind, change) => `${day} Kind: ${kind}. ${change}`),
  ),
  closing: variant(
    'has the kind in brackets at the end of each change',
    flat((day, kind, change) => `${day}: ${change} (${kind})`),
  ),
  columns: variant(
    'is a table with a column for each kind, and one for the areas',
    withChangelog(source => {
      let [day, kind] = ['', '']
      const rows = source.split('\n').flatMap(line => {
        const [, marks, words = ''] = /^(##|###|-) (.*)$/.exec(line) ?? []
        if (marks === '##') day = words
        if (marks === '###') kind = words
        const isOfLogs = /audit log/i.test(words)
        const change = isOfLogs ? 'Access for organization access tokens' : words
        const cells = ['New', 'Updates', 'Deprecations'].map(name => (name === kind ? change : ''))
        return marks === '-' ? [`| ${day} | ${isOfLogs ? 'audit-logs' : ''} | ${cells.join(' | ')} |`] : []
      })
      return `# Changes\n\n| Date | Area | New | Updates | Deprecations |\n|-|-|-|-|-|\n${rows.join('\n')}\n`
    }),
  ),
  releases: variant(
    'lists releases, each with its day and who made it, and has each kind as a word above its changes',
    withChangelog(source =>
      source
        .replaceAll(/^## (\S+)$/gm, (_, day: string) => `## A release\n\n_${day}_ · @ola released this · Latest`)
        .replaceAll(/^### (\w+)\n\n((?:- .*\n)+)/gm, (_, kind: string, items: string) =>
          items.replaceAll(/^- (.*)$/gm, `${kind}\n\n$1\n`),
        ),
    ),
  ),
}
