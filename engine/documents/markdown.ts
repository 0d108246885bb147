import type { PublishedChangelog, PublishedLog } from '../../contracts/documents.ts'
import { readChanges } from './changes.ts'
import { rowsOfLists } from './log-lists.ts'
import { rowsOfTables } from './log-rows.ts'
import { uniqueEndpoints } from './mentions.ts'
import { collectProblems } from './problems.ts'
import { looksLikeHtml, readSections } from './sections.ts'
import { endpointsOfSection, replacementsOfSection } from './statements.ts'

/** Reads a published deprecation log (Markdown). Never throws: what cannot be read is a sentence in `problems`. */
export const readDeprecationLog = (text: string, from: string): PublishedLog => {
  if (looksLikeHtml(text)) return { from, rows: [], replacements: [], endpoints: [], problems: [isHtml(from)] }
  const problems = collectProblems()
  const sections = readSections(text, from, problems)
  const tabled = rowsOfTables(sections, from, problems)
  const rows = tabled.length > 0 ? tabled : rowsOfLists(sections)
  if (rows.length === 0) problems.add(`${from} has no table and no list of deprecated endpoints.`)
  return {
    from,
    rows,
    replacements: sections.flatMap(section => replacementsOfSection(section, sections)),
    endpoints: uniqueEndpoints(sections.flatMap(endpointsOfSection)),
    problems: problems.list(),
  }
}

/** Reads a published change history (Markdown). Never throws: what cannot be read is a sentence in `problems`. */
export const readChangelog = (text: string, from: string): PublishedChangelog => {
  if (looksLikeHtml(text)) return { from, dates: [], entries: [], problems: [isHtml(from)] }
  const problems = collectProblems()
  const { dates, entries } = readChanges(readSections(text, from, problems))
  if (dates.length === 0) problems.add(`${from} has no dated heading and no table of dated changes.`)
  return { from, dates, entries, problems: problems.list() }
}

const isHtml = (from: string): string => {
  return `${from} is HTML; give the Markdown source of the page.`
}
