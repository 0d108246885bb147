import type { LogRow } from '../../contracts/documents.ts'
import { digestOf } from './log-rows.ts'
import { lineOf, readable, runOf } from './markdown-text.ts'
import { endpointsOf } from './mentions.ts'
import { dateIn } from './published-dates.ts'
import type { Block, Section } from './sections.ts'
import { replacementsOfSection } from './statements.ts'

const statusWords =
  /\b(?:deprecated|deprecations?|deprecates?|removed|removals?|retired|sunset|disabled|discontinued|obsolete|hidden)\b/i
const fieldLine =
  /^(status|state|stage|date|since|deprecated(?: on| since)?|removed(?: on)?|sunset(?: on)?|announced)\s*[:–—]\s*(.+)$/i

/** The rows of a log that has no table: a heading per endpoint, or dated headings with a list below them. */
export const rowsOfLists = (sections: readonly Section[]): LogRow[] => {
  return sections.flatMap((section, index) => {
    const fields = fieldsOf(section)
    const names = section.heading !== undefined && endpointsOf([section.heading]).length > 0
    const around = contextOf(section, sections)
    if (names || fields.size > 0) return [rowOfSection(section, index, sections, fields, around)]
    return section.blocks
      .flatMap(block => (block.type === 'list' ? block.children : [block]))
      .flatMap(block => rowOfBlock(block, section, sections, around))
  })
}

interface Context {
  readonly date: string
  readonly status: string
}

const rowOfSection = (
  section: Section,
  index: number,
  sections: readonly Section[],
  fields: ReadonlyMap<string, string>,
  around: Context,
): LogRow => {
  const digest = digestOf(sections, index)
  const field = (words: RegExp) => [...fields].find(([name]) => words.test(name))?.[1]
  return {
    status: field(/^(?:status|state|stage)$/) ?? around.status,
    feature: section.title,
    date: field(/^(?!status|state|stage)/) ?? (around.date || (dateIn(digest.text) ?? '')),
    line: section.line,
    ...digest,
  }
}

const rowOfBlock = (
  block: Block | ({ readonly type: 'listItem' } & Parameters<typeof runOf>[0]),
  section: Section,
  sections: readonly Section[],
  around: Context,
): LogRow[] => {
  if (block.type !== 'listItem' && block.type !== 'paragraph') return []
  const run = runOf(block)
  const text = readable(run)
  const endpoints = endpointsOf([run])
  const date = dateIn(text)
  const status = statusWords.exec(text)?.[0]
  const concerns =
    endpoints.length > 0
      ? [date ?? around.date, status ?? around.status].some(Boolean)
      : date !== undefined && status !== undefined
  if (!concerns) return []
  const single: Section = {
    ...section,
    blocks: [block.type === 'listItem' ? { type: 'list', children: [block] } : block],
  }
  return [
    {
      status: around.status || (status ?? ''),
      feature: text.slice(0, 500),
      date: around.date || (date ?? ''),
      line: lineOf(block),
      text,
      endpoints,
      replacements: replacementsOfSection(single, sections),
    },
  ]
}

/** `Status: Removed` and the like, one per paragraph or list item. */
const fieldsOf = (section: Section): Map<string, string> => {
  const fields = new Map<string, string>()
  for (const block of section.blocks) {
    const parts = block.type === 'list' ? block.children : block.type === 'paragraph' ? [block] : []
    for (const part of parts) {
      for (const line of readableLines(part)) {
        const [, name, value] = fieldLine.exec(line) ?? []
        if (name === undefined || value === undefined) continue
        // `Deprecated: no longer in use` explains a word.
        if (/^sta/i.test(name) || dateIn(value) !== undefined) fields.set(name.toLowerCase(), value.trim())
      }
    }
  }
  return fields
}

const readableLines = (node: Parameters<typeof runOf>[0]): string[] => {
  return runOf(node)
    .text.split('\n')
    .map(text => readable({ text, links: [] }))
}

/** The date and the status that the headings around a block state, the nearest first. */
const contextOf = (section: Section, sections: readonly Section[]): Context => {
  let date = ''
  let status = ''
  let current: Section | undefined = section
  while (current !== undefined) {
    date ||= dateIn(current.title) ?? ''
    // The title of the whole page says what the page is, not what became of an endpoint.
    if (current.depth > 1) status ||= statusWords.exec(current.title)?.[0] ?? ''
    current = current.parent === undefined ? undefined : sections[current.parent]
  }
  return { date, status }
}
