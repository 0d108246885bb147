import { datesIn, isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { isStateWord, kindOf } from '../../../checks/documents/vocabulary.ts'
import { lineAttribute } from './html.ts'
import { separatedTable } from './separated.ts'

const gap = /\t+| {2,}/
const rule = /^[-=+|\s]+$/
/** A rule below the names of columns, with a gap between them. */
const ruled = /^ {0,3}[-=]{2,}(?:(?:\t+| {2,})[-=]{2,})+\s*$/

/** Such rules as no mark of Markdown's, which would take them for a heading or a break, and a dash for an empty cell below them for a list. */
export const withoutRules = (source: string): string =>
  source
    .replaceAll(/(?<=\S[^\n]*\n)[^\S\n]*-[-\t ]*-[^\S\n]*(?=\n\s*\S)/g, line =>
      ruled.test(line) ? line.replaceAll('-', '=') : line,
    )
    .replaceAll(/(?<=\n) {0,3}={2,}(?:(?:\t+| {2,})={2,})+[^\S\n]*(?:\n[^\S\n]*\S[^\n]*)+/g, table =>
      table.replaceAll(/(?<=\n {0,3})-(?=\t| {2,})/g, '–'),
    )

/** Where the columns of a line begin. */
const startsOf = (line: string): readonly number[] =>
  [...line.matchAll(/(?<=^ {0,3}|\t| {2})[^\s]/g)].map(({ index }) => index)

/**
 * Lines whose columns are divided by tabs or by several spaces, with a day in one column of each or a rule below their names. A line with fewer cells has them below
 * those of the lines above; one that has the last cell alone goes on with it.
 */
const columnsOf = (lines: readonly string[]): readonly (readonly string[])[] | undefined => {
  const isRuled = ruled.test(lines[1] ?? '')
  const all: string[][] = []
  let starts: readonly number[] = []
  for (const line of lines) {
    const cells = rule.test(line) ? [] : line.trim().split(gap)
    const own = startsOf(line)
    const partly = cells.length > 0 && own.length < starts.length && own.every(start => starts.includes(start))
    const above = partly && own[0] === starts.at(-1) ? all.findLast(row => row.length > 0) : undefined
    if (above) above.push(`${above.pop()} ${cells.join(' ')}`)
    all.push(above ? [] : partly ? starts.map(start => cells[own.indexOf(start)] ?? '') : cells)
    if (cells.length > 0 && !partly) starts = own
  }
  const width = all[0]?.length ?? 0
  const rows = all.filter(cells => cells.length > 0)
  if (width < 2 || rows.length < 2 || rows.some(cells => cells.length !== width)) return undefined
  if (isRuled) return all
  // The first line may name the columns.
  const dated = (column: number) =>
    rows.slice(1).every(cells => cells[column] === '' || isOnlyDate(cells[column] ?? '')) &&
    rows.some(cells => isOnlyDate(cells[column] ?? ''))
  return rows[0]?.some((_, column) => dated(column)) ? all : undefined
}

/** Whether a line begins with a day, or has one behind a state or a kind. */
const begins = (line: string): boolean => {
  const [date] = datesIn(line)
  if (!date) return false
  const word = /^\W*(\p{L}+)/u.exec(line)?.[1] ?? ''
  return !/[\p{L}\p{N}]/u.test(line.slice(0, date.start)) || isStateWord(word) || kindOf(word) !== undefined
}

/**
 * A paragraph of plain text that is a record in each line, as HTML: Markdown joins such lines to one sentence. `inline` gives a line
 * as HTML. Undefined where the paragraph is no such thing.
 */
export const htmlOfLines = (text: string, first: number, inline: (line: string) => string): string | undefined => {
  const lines = text.replace(/\n+$/, '').split('\n')
  const isTable = ruled.test(lines[1] ?? '')
  if (lines.length < 2 || (!isTable && lines.filter(line => datesIn(line).length > 0).length < 2)) return undefined
  // `GET  /path` may be written with a gap of its own.
  const columns = columnsOf(lines) ?? columnsOf(lines.map(line => line.replace(/\b(GET|PUT) +(?=\/)/g, '$1 ')))
  if (columns)
    return separatedTable(
      columns.flatMap((cells, at) => (cells.length > 0 ? [{ line: first + at, cells: cells.map(inline) }] : [])),
    )
  if (!lines.every(begins)) return undefined
  return `<ul>${lines.map((line, at) => `<li ${lineAttribute}="${first + at}">${inline(line)}</li>`).join('')}</ul>\n`
}
