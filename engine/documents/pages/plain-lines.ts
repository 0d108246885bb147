import { datesIn, isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { isKind, isStateWord, kindOf } from '../../../checks/documents/vocabulary.ts'
import { withoutDates } from '../days.ts'
import { separatedTable } from './separated.ts'
import { says } from './text.ts'
import { on } from './written.ts'

const gap = /\t+| {2,}/
const rule = /^[-=+|\s]+$/
/** A rule over the page, which is no underline where it stands below several lines. */
const divider = /^-{20,}\s*$/
/** A rule below the names of columns, with a gap between them. */
const ruled = /^ {0,3}[-=]{2,}(?:(?:\t+| {2,})[-=]{2,})+\s*$/

/** Such rules as no mark of Markdown's, which would take them for a heading or a break, and a dash for an empty cell below them for a list. */
export const withoutRules = (source: string): string => {
  const lines = source.split('\n')
  const isWritten = (at: number): boolean => Boolean(lines[at]?.trim())
  let inTable = false
  return lines
    .map((line, at) => {
      const isRule = ruled.test(line) && isWritten(at - 1) && isWritten(at + 1)
      inTable = isRule || (inTable && isWritten(at))
      if (divider.test(line) && isWritten(at - 1) && isWritten(at - 2)) return ''
      if (isRule) return line.replaceAll('-', '=')
      return inTable ? line.replace(/^ {0,3}-(?=\t| {2})/, '–') : line
    })
    .join('\n')
}

/** The rows of a table without bars around them, of which one may begin with an empty cell: its first bar stands behind that. */
export const withFirstCells = (source: string): string => {
  let bars = 0
  return source
    .split('\n')
    .map((line, at, all) => {
      const count = line.split(/(?<!\\)\|/).length - 1
      if (/^ {0,3}:?-[-: \t]*\|[-:| \t]*$/.test(line) && !/^\s*\|/.test(all[at - 1] ?? '|')) bars = count
      else if (count === 0) bars = 0
      return count === bars && /^ {0,3}\|/.test(line) ? `| ${line}` : line
    })
    .join('\n')
}

/** Where the columns of a line begin. */
const startsOf = (line: string): readonly number[] =>
  [...line.matchAll(/(?<=^ {0,3}|\t| {2})[^\s]/g)].map(({ index }) => index)

const isEndpoint = (text: string): boolean => /^(?:[A-Z]{3,7} )?\/v\d\/\S*$/.test(text)

/** What begins a record of its own below a day, or in a cell: a kind in brackets or before a colon, or an endpoint. */
export const begins = (line: string): boolean => {
  const word = /^\s*(?:\[([\p{L} ]{1,20})\]|([\p{L}]{1,20}):(?=\s))/u.exec(line)?.slice(1).find(Boolean)
  // What a letter in brackets means is said elsewhere.
  const isSign = /^\s*\[\p{L}{1,4}\]\s/u.test(line)
  return (
    isSign ||
    (word !== undefined && kindOf(word) !== undefined) ||
    /^\s*(?:`?(?:[A-Z]{3,7} +)?\/v\d\/|(?:\.{3}|…)\/)/.test(line)
  )
}

/**
 * Lines whose columns are divided by tabs or by several spaces, with a day or an endpoint in one column of each, or a rule below their
 * names. A line with fewer cells has them below those of the lines above; one that has the last cell alone goes on with it, in a line of its own where it begins with an endpoint.
 */
const columnsOf = (lines: readonly string[]): readonly (readonly string[])[] | undefined => {
  const isRuled = ruled.test(lines[1] ?? '')
  const all: string[][] = []
  let starts: readonly number[] = []
  for (const line of lines) {
    // Below a rule, what begins with the last column or further in goes on with that, whatever gaps it has.
    const isOfLast = isRuled && line.search(/\S/) >= (starts.at(-1) ?? Infinity)
    const cells = isOfLast ? [line.trim().replaceAll(new RegExp(gap, 'g'), ' ')] : line.trim().split(gap)
    const own = isOfLast ? starts.slice(-1) : startsOf(line)
    if (rule.test(line)) all.push([])
    else if (!own.every(start => starts.includes(start))) {
      starts = own
      all.push(cells)
    } else if (own[0] === starts.at(-1)) {
      const last = all.findLast(row => row.length > 0)
      last?.push(`${last.pop()}${begins(line.replace(/^\s*[-*•] /, '')) ? '\n' : ' '}${cells[0]}`)
      all.push([])
    } else all.push(starts.map(start => cells[own.indexOf(start)] ?? ''))
  }
  const head = all[0] as readonly string[]
  const width = head.length
  const rows = all.filter(cells => cells.length > 0)
  if (width < 2 || rows.length < 2 || rows.some(cells => cells.length !== width)) return undefined
  if (isRuled) return all
  // The first line may name the columns.
  const isOf =
    (is: (cell: string) => boolean) =>
    (_: string, column: number): boolean => {
      const own = rows.map(row => row[column] as string)
      return own.some(is) && own.every((cell, at) => at === 0 || cell === '' || is(cell))
    }
  // Next to endpoints, each row says something of its own.
  const areFull = !head.some(isOnlyDate) && rows.every(cells => !cells.includes(''))
  return head.some(isOf(isOnlyDate)) || (areFull && head.some(isOf(isEndpoint))) ? all : undefined
}

/** Whether a line begins with a day, has one behind a state or a kind, or ends with its only one where lines are broken on purpose. */
const isRecord = (line: string, isBroken: boolean): boolean => {
  const [date] = datesIn(line)
  if (!date) return false
  const word = /^\W*(\p{L}+)/u.exec(line)?.[1] ?? ''
  return (
    !says(line.slice(0, date.start)) ||
    isStateWord(word) ||
    kindOf(word) !== undefined ||
    (isBroken && !says(line.slice(date.end)))
  )
}

/** A line that Markdown ends on purpose, without the mark of that. */
const broken = /(?: {2}|\\)$/
const unbroken = (line: string): string => line.replace(broken, '').trim()

/** The records of lines below a head, each with what goes on with it; what is no record goes on with the one above, unless that is at its end. */
const recordsIn = (
  lines: readonly string[],
  first: number,
  items: { readonly line: number; text: string }[] = [],
): readonly { readonly line: number; readonly text: string }[] => {
  for (const [at, line] of lines.entries()) {
    const before = items.at(-1)
    if (before && !begins(line) && !/[.:;]$/.test(before.text)) before.text += ` ${unbroken(line)}`
    else items.push({ line: first + at, text: unbroken(line) })
  }
  return items
}

const listed = (items: readonly { readonly line: number; readonly text: string }[], inline: (line: string) => string) =>
  `<ul>${items.map(({ line, text }) => `<li${on(line)}>${inline(text)}</li>`).join('')}</ul>`

const indentOf = (line: string): number => line.search(/\S/)
const startsDated = (line: string): boolean => {
  const [date] = datesIn(line)
  return date !== undefined && !says(line.slice(0, date.start))
}
const label = /^\s*\p{Lu}[\p{L} ]{1,30}:\s/u

/** Records that begin with a day or an endpoint, each with indented lines that go on with it: a list, and the endpoints below a day as lists in it. */
const hanging = (lines: readonly string[], first: number, inline: (line: string) => string): string | undefined => {
  const indents = lines.map(indentOf)
  const [least = 0] = indents
  const heads = indents.flatMap((indent, at) => (indent === least ? [at] : []))
  const isIndented = indents.every(indent => indent >= least)
  const isHead = (is: (line: string) => boolean): boolean => heads.every(at => is(lines[at] as string))
  if (heads.length < 2 || heads.length === lines.length || !isIndented) return undefined
  if (!isHead(startsDated) && !isHead(line => isEndpoint(line.trim()))) return undefined
  const items = heads.map((start, index) => {
    const [head = '', ...rest] = lines.slice(start, heads[index + 1])
    const inner = rest.findIndex(begins)
    const own = rest
      .slice(0, inner === -1 ? rest.length : inner)
      .map(line => `${label.test(line) ? '\n' : ' '}${line.trim()}`)
    const text = `${head.trim()}${own.join('')}`.split('\n').map(inline).join('<br>')
    const below = inner === -1 ? '' : listed(recordsIn(rest.slice(inner), first + start + 1 + inner), inline)
    return `<li${on(first + start)}>${text}${below}</li>`
  })
  return `<ul>${items.join('')}</ul>\n`
}

/** A day with what is of it in indented lines below it, or in lines that are broken on purpose, each a record of its own: the day, and those as a list. Undefined where that is not so. */
const belowDay = (lines: readonly string[], first: number, inline: (line: string) => string): string | undefined => {
  const [head = '', ...rest] = lines
  const [day = '', kind = '', ...record] = head.trim().split(gap)
  // A day and a kind in columns of their own, and behind them the first record.
  const isInColumns = record.length > 0 && isOnlyDate(day) && isKind(kind)
  // What stands behind the day goes on in one line below as well.
  const fewest = isOnlyDate(head) ? 1 : 2
  const isBelow = datesIn(head)[0]?.start === 0 && rest.every(line => /^(?: {2}|\t)/.test(line))
  const isBroken =
    broken.test(head) &&
    isStateWord(withoutDates(head)) &&
    rest.every((line, at) => !begins(line) || broken.test(lines[at] as string))
  if (!isBelow && !isBroken) return undefined
  if (!isInColumns && rest.filter(begins).length < fewest) return undefined
  const items = recordsIn(rest, first + 1, isInColumns ? [{ line: first, text: record.join(' ') }] : [])
  return `<p${on(first)}>${inline(isInColumns ? `${day} ${kind}` : unbroken(head))}</p>\n${listed(items, inline)}\n`
}

/** A state or a kind in a line of its own, and indented below it records that begin with their days: the title, and those. */
const belowTitle = (lines: readonly string[], first: number, inline: (line: string) => string): string | undefined => {
  const [head = '', ...rest] = lines
  const isBelow =
    rest.length > 0 && (isStateWord(head) || isKind(head)) && rest.every(line => /^(?: {2}|\t)/.test(line))
  if (!isBelow || !rest.every(startsDated)) return undefined
  const below = htmlOfLines(rest.join('\n'), first + 1, inline) ?? listed(recordsIn(rest, first + 1), inline)
  return `<p${on(first)}>${inline(head)}</p>\n${below}\n`
}

const enumerator = /^\s*\(?(?:(\d{1,2})|[a-z])\)\s+(?=\S)/

/** Lines that begin with a number or a letter in brackets, with their title: `(1) …`, and `a) …` below that. Other lines go on with the one above. */
const enumerated = (lines: readonly string[], first: number, inline: (line: string) => string): string | undefined => {
  const start = lines.findIndex(line => enumerator.test(line))
  const items: { readonly line: number; readonly isNumber: boolean; text: string }[] = []
  for (const [at, line] of lines.entries()) {
    const [mark, number] = enumerator.exec(line) ?? []
    const last = items.at(-1)
    if (mark !== undefined)
      items.push({ line: first + at, isNumber: number !== undefined, text: line.slice(mark.length) })
    else if (last) last.text += ` ${line.trim()}`
  }
  if (start > 1 || items.length < 2) return undefined
  const [outer] = items
  const written = items.map(({ line, isNumber, text }, at) => {
    const isInner = isNumber !== outer?.isNumber
    const [before, after] = [items[at - 1], items[at + 1]].map(other => other && other.isNumber !== outer?.isNumber)
    return `${isInner && !before ? '<ul>' : ''}${isInner || at === 0 ? '' : '</li>'}<li${on(line)}>${inline(text)}${isInner ? '</li>' : ''}${isInner && !after ? '</ul>' : ''}`
  })
  const title = start === 1 ? `<p${on(first)}>${inline(lines[0] as string)}</p>\n` : ''
  return `${title}<ul>${written.join('')}</li></ul>\n`
}

// Nobody writes more paths out before they are abbreviated.
const mostPaths = 50
/** Lines with the end of paths in front, as those that stand above and end so: `.../tags  now /v2/x`. */
const withFullPaths = (lines: readonly string[]): readonly string[] => {
  const paths: string[] = []
  return lines.map(line => {
    const path = /^\s*(\/v\d\/\S+)\s*$/.exec(line)?.[1]
    if (path !== undefined && paths.length < mostPaths) paths.push(path)
    return line.replace(/^(\s*)(?:\.{3}|…)(\/\S+)/, (short, before: string, end: string) => {
      const meant = paths.filter(one => one.endsWith(end))
      return meant.length > 0 ? before + meant.join(' and ') : short
    })
  })
}

/**
 * A paragraph of plain text that is a record in each line, as HTML: Markdown joins such lines to one sentence. `inline` gives a line
 * as HTML. Undefined where the paragraph is no such thing.
 */
export const htmlOfLines = (text: string, first: number, inline: (line: string) => string): string | undefined => {
  const lines = withFullPaths(text.replace(/\n+$/, '').split('\n'))
  const dated = belowDay(lines, first, inline) ?? belowTitle(lines, first, inline) ?? enumerated(lines, first, inline)
  if (dated !== undefined || lines.length < 2) return dated
  // `GET  /path` may be written with a gap of its own.
  const columns = columnsOf(lines) ?? columnsOf(lines.map(line => line.replace(/\b(GET|PUT) +(?=\/)/g, '$1 ')))
  const inLines = (cell: string): string => cell.split('\n').map(inline).join('<br>')
  if (columns)
    return separatedTable(
      columns.flatMap((cells, at) => (cells.length > 0 ? [{ line: first + at, cells: cells.map(inLines) }] : [])),
    )
  const indented = hanging(lines, first, inline)
  if (indented !== undefined) return indented
  const isBroken = lines.slice(0, -1).every(line => broken.test(line))
  if (!lines.every(line => isRecord(line, isBroken))) return undefined
  return `<ul>${lines.map((line, at) => `<li${on(first + at)}>${inline(line)}</li>`).join('')}</ul>\n`
}
