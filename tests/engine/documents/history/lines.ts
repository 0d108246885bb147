import { readChangelog } from '../../../../engine/documents/published.ts'

/** The days of a page, each with its line, then its changes: line and day, kind, text, and what it names. */
export const linesOf = (text: string): readonly string[] => {
  const { dates, entries } = readChangelog(text, 'changes.md')
  return [
    ...dates.map(({ line, date, days, iso, group }) => {
      const unread = days.length === 0 ? `, no day${iso ? ' in ISO 8601' : ''}` : ''
      return `${line} ${date}${unread}${group === undefined ? '' : `, below line ${group}`}`
    }),
    ...entries.map(({ line, date, kind, text: said, endpoints, operationIds }) => {
      const named = [...endpoints.map(({ method, path }) => `${method} ${path}`), ...operationIds]
      return [`${line} ${date}`, kind, said, ...(named.length > 0 ? [named.join(', ')] : [])].join(' | ')
    }),
  ]
}
