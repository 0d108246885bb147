import { escaped, tableRow } from './written.ts'

interface Separated {
  readonly line: number
  readonly cells: readonly string[]
}

const marks = [',', ';', '\t'] as const

/** The records of comma-separated values as RFC 4180 has them, with another mark on demand. Blank lines are no records. */
export const recordsOf = (source: string, mark: string): readonly Separated[] => {
  const text = `${source.replaceAll('\r\n', '\n')}\n`
  const records: Separated[] = []
  const field = new RegExp(`(?: *"((?:[^"]|"")*)" *|([^"${mark}\\n][^${mark}\\n]*)?)(${mark}|\\n)`, 'y')
  let [line, first] = [1, 1]
  let cells: string[] = []
  while (field.lastIndex < text.length) {
    const match = field.exec(text)
    if (match === null) return []
    const [whole, quotedCell, plain = '', end] = match
    cells.push((quotedCell?.replaceAll('""', '"') ?? plain).trim())
    line += whole.split('\n').length - 1
    if (end === mark) continue
    if (cells.some(cell => cell !== '')) records.push({ line: first, cells })
    cells = []
    first = line
  }
  return records
}

/** The records of a text that holds as many values in each of its lines, and nothing else. */
const read = (text: string, from: string): readonly Separated[] | undefined => {
  const named = /\.[ct]sv$/i.test(from)
  if (!named && /^[ \t]*(?:[#<|*>-]|\d+[.)] )/m.test(text)) return undefined
  for (const mark of marks) {
    const records = recordsOf(text, mark)
    const width = records[0]?.cells.length ?? 0
    if (width < (named ? 2 : 3) || records.length < (named ? 2 : 3)) continue
    if (records.every(({ cells }) => cells.length === width)) return records
  }
  return undefined
}

/** Whether a text is comma-separated values, or the same with semicolons or tabs. */
export const looksSeparated = (text: string, from: string): boolean => read(text, from) !== undefined

/** Such values as a table in HTML. */
export const htmlOfSeparated = (text: string, from: string): string =>
  separatedTable((read(text, from) ?? []).map(({ line, cells }) => ({ line, cells: cells.map(escaped) })))

/** Rows as a table in HTML; their cells are HTML. */
export const separatedTable = (rows: readonly Separated[]): string =>
  `<table>${rows.map(({ line, cells }) => tableRow(cells, line)).join('')}</table>\n`
