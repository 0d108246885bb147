import type { Table } from 'mdast'
import type { EndpointMention, LogRow, PublishedReplacement } from '../../contracts/documents.ts'
import { readable, runOf } from './markdown-text.ts'
import { uniqueEndpoints } from './mentions.ts'
import type { Problems } from './problems.ts'
import { deadLink, linkedSection, type Section, wholeSection } from './sections.ts'
import { endpointsOfRow, endpointsOfSection, replacementsOfRow, replacementsOfSection } from './statements.ts'
import { cellOf, type ReadTable, readTable } from './table-columns.ts'

// Many rows may link to one section; none may carry more of it than a person would read.
const mostText = 5_000
const mostNamed = 200

interface Digest {
  readonly text: string
  readonly endpoints: readonly EndpointMention[]
  readonly replacements: readonly PublishedReplacement[]
}

/** The rows of every table of the page that logs deprecations, in page order. */
export const rowsOfTables = (sections: readonly Section[], from: string, problems: Problems): LogRow[] => {
  const digests = new Map<number, Digest>()
  const digest = (index: number): Digest => {
    const known = digests.get(index) ?? digestOf(sections, index)
    digests.set(index, known)
    return known
  }
  const readRow = (table: ReadTable, row: ReadTable['rows'][number], at: number): LogRow => {
    const linked = new Set<number>()
    for (const link of row.cells.flatMap(cell =>
      cell.links.map(({ url, start, end }) => ({ url, title: cell.text.slice(start, end) })),
    )) {
      const index = linkedSection(sections, link.url, link.title)
      // A row that links to its own table would take the whole page for its section.
      if (index !== undefined && !encloses(sections, index, at)) linked.add(index)
      else if (index === undefined && link.url.startsWith('#')) problems.add(deadLink(link.url, row.line, from))
    }
    const parts = [...linked].slice(0, 10).map(digest)
    const feature = cellOf(table, row, table.roles.includes('feature') ? 'feature' : 'old')
    return {
      status: readable(cellOf(table, row, 'status')),
      feature: readable(feature),
      date: readable(cellOf(table, row, 'date')),
      line: row.line,
      text: [row.cells.map(readable).filter(Boolean).join(' '), ...parts.map(part => part.text)]
        .join('\n')
        .slice(0, mostText),
      endpoints: uniqueEndpoints([...endpointsOfRow(table, row), ...parts.flatMap(part => part.endpoints)]).slice(
        0,
        mostNamed,
      ),
      replacements: [...replacementsOfRow(table, row), ...parts.flatMap(part => part.replacements)].slice(0, mostNamed),
    }
  }
  return sections.flatMap((section, at) =>
    section.blocks
      .filter((block): block is Table => block.type === 'table')
      .map(readTable)
      .filter(table => isLog(table, sections))
      .flatMap(table => table.rows.map(row => readRow(table, row, at))),
  )
}

/** What a section and those below it say. */
export const digestOf = (sections: readonly Section[], index: number): Digest => {
  const whole = wholeSection(sections, index)
  return {
    text: whole
      .flatMap(section => [section.title, ...section.blocks.map(block => readable(runOf(block)))])
      .filter(Boolean)
      .join('\n')
      .slice(0, mostText),
    endpoints: uniqueEndpoints(whole.flatMap(endpointsOfSection)).slice(0, mostNamed),
    replacements: whole.flatMap(section => replacementsOfSection(section, sections)).slice(0, mostNamed),
  }
}

// A table of two columns without dates may just as well explain the words `Deprecated` and `Removed`.
const isLog = (table: ReadTable, sections: readonly Section[]): boolean => {
  const names = table.roles.includes('feature') || table.roles.includes('old')
  if (!names) return false
  if (table.roles.includes('date')) return true
  const concrete = table.rows.some(
    row =>
      endpointsOfRow(table, row).length > 0 ||
      row.cells.some(cell => cell.links.some(link => linkedSection(sections, link.url, '') !== undefined)),
  )
  return table.roles.includes('status') && concrete
}

const encloses = (sections: readonly Section[], outer: number, inner: number): boolean => {
  for (let at: number | undefined = inner; at !== undefined; at = sections[at]?.parent) if (at === outer) return true
  return false
}
