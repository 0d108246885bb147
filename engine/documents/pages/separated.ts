import { escaped, newlines, on, tableRow } from './written.ts'

interface Separated {
  readonly line: number
  readonly cells: readonly string[]
}

const marks = [',', ';', '\t', '|'] as const

/** The records of comma-separated values as RFC 4180 has them, with another mark on demand. Blank lines are no records. */
export const recordsOf = (source: string, mark: string): readonly Separated[] => {
  const text = `${source}\n`
  const records: Separated[] = []
  const field = new RegExp(`(?: *"((?:[^"]|"")*)" *|([^"${mark}\\n][^${mark}\\n]*)?)([${mark}]|\\n)`, 'y')
  let [line, first] = [1, 1]
  let cells: string[] = []
  while (field.lastIndex < text.length) {
    const match = field.exec(text)
    if (match === null) return []
    const [whole, quotedCell, plain = '', end] = match
    cells.push((quotedCell?.replaceAll('""', '"') ?? plain).trim())
    line += newlines(whole)
    if (end === mark) continue
    if (cells.some(cell => cell !== '')) records.push({ line: first, cells })
    cells = []
    first = line
  }
  return records
}

/** Comments at the beginning of a text, and as many empty lines as they are in front of the rest. */
const withoutComments = (text: string): { readonly comments: readonly string[]; readonly rest: string } => {
  // A spreadsheet quotes a comment and fills it up with empty cells.
  const [whole = ''] = /(?:(?:#[^\n]*|"#[^"\n]*"[,;]*)\n)*/.exec(text) ?? []
  const comments = whole.split('\n').map(line => line.replace(/"?#+ ?/, '').replace(/"[,;]*$/, ''))
  return { comments, rest: '\n'.repeat(comments.length - 1) + text.slice(whole.length) }
}

/** The rule below the head of a table of Markdown. */
const isRule = ({ cells }: Separated): boolean => cells.every(cell => /^:?-+:?$/.test(cell))

/** The records of a text that holds as many values in each of its lines, and nothing else but comments in front of them. */
const read = (whole: string, from: string): readonly Separated[] | undefined => {
  const named = /\.[ct]sv$/i.test(from)
  const { rest: text } = withoutComments(whole)
  if (!named && /^[ \t]*(?:[#<|*>]|-(?!\|)|\d+[.)] )/m.test(text)) return undefined
  for (const mark of marks) {
    const records = recordsOf(text, mark)
    const width = records[0]?.cells.length ?? 0
    if (width < (named ? 2 : 3) || records.length < (named ? 2 : 3)) continue
    if (records.every(({ cells }) => cells.length === width) && !records.some(isRule)) return records
  }
  return undefined
}

/** Whether a text is comma-separated values, or the same with semicolons, tabs or bars. */
export const looksSeparated = (text: string, from: string): boolean => read(text, from) !== undefined

/** What a cell lists, a line each: `GET /a | GET /b`, but not `GET | HEAD /a`. */
const linesOf = (cell: string): string =>
  escaped(cell)
    .split(/\n|(?<!\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)) \| /)
    .join('<br>')

/** Such values as a table in HTML. */
export const htmlOfSeparated = (text: string, from: string): string =>
  withoutComments(text)
    .comments.join('\n')
    .split(/\n{2,}/)
    .map(comment => `<p${on(1)}>${escaped(comment)}</p>\n`)
    .join('') + separatedRows(text, from)

/** The values alone, of which the first stands on a line. */
export const separatedRows = (text: string, from: string, first = 1): string =>
  separatedTable(
    (read(text, from) ?? []).map(({ line, cells }) => ({ line: line + first - 1, cells: cells.map(linesOf) })),
  )

/** Rows as a table in HTML; their cells are HTML. */
export const separatedTable = (rows: readonly Separated[]): string =>
  `<table>${rows.map(({ line, cells }) => tableRow(cells, line)).join('')}</table>\n`
