import { isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { recordsOf } from './separated.ts'
import { escaped, on, tableRow } from './written.ts'

/** A line of one mark; below a title of two letters, two of it are enough. */
const isUnderline = (line: string, title?: string): boolean =>
  /^([=\-~^"'`#*+.:_<>])\1+$/.test(line) && line.length >= Math.min(3, title?.length ?? 3)
export const gridRule = /^ *\+(?:[-=]+\+)+$/
const simpleRule = /^ *=+(?: +=+)+$/
const marker = /^ *(?:[-*+•]|\d+[.)]|#\.) +/

/** Whether a text has titles with lines below them that Markdown does not have: `~~~~` below four letters is no code block. */
const hasTitles = (text: string): boolean =>
  [...text.matchAll(/^(\S[^\n]*)\n(([~^"'+.:*])\3{3,})[ \t]*$/gm)].some(
    ([, title = '', line = '']) => title.trimEnd().length === line.length,
  )

/** Whether a text is reStructuredText: its name says so, or marks that no Markdown has. */
export const looksLikeRestructuredText = (text: string, from: string): boolean => {
  if (/\.(?:rst|rest)$/i.test(from)) return true
  if (/\.(?:md|markdown|mdx)$/i.test(from)) return false
  return (
    /^\.\. [\w:-]+::(?:\s|$)/m.test(text) ||
    /^\+(?:[-=]{3,}\+)+[ \t]*$/m.test(text) ||
    (!/^#+ /m.test(text) && (/^([ \t]*={2,}(?:[ \t]+={2,})+)[ \t]*$[\s\S]*^\1[ \t]*$/m.test(text) || hasTitles(text)))
  )
}

/** A link to a label, which may be one of the page. */
const reference = (_: string, text: string | undefined, label: string): string =>
  `<a href="ref:${label}">${text || label}</a>`

/** Inline markup: ``literals``, **strong**, `text <target>`_, :role:`text`. */
const inline = (text: string): string =>
  text
    .split(/(``[^\n]*?``)/)
    .map((part, index) =>
      index % 2 === 1
        ? `<code>${escaped(part.slice(2, -2))}</code>`
        : escaped(part)
            .replaceAll(/:(?:std:)?(?:num)?ref:`(?:([^`]*?)\s*&lt;)?([^`]*?)(?:&gt;)?`/g, reference)
            .replaceAll(/(?::[\w-]+)+:`([^`<]*?)\s*&lt;([^`]*?)&gt;`/g, '<a href="$2">$1</a>')
            .replaceAll(/(?::[\w-]+)+:`([^`]*)`/g, '<code>$1</code>')
            .replaceAll(/`([^`]*?)\s*&lt;([^`]*?)&gt;`__?/g, '<a href="$2">$1</a>')
            .replaceAll(/`([^`]+)`__?/g, '<a href="#$1">$1</a>')
            .replaceAll(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
            .replaceAll(/\*([^*\n]+)\*/g, '<em>$1</em>')
            .replaceAll(/\\(.)/g, '$1'),
    )
    .join('')

const indentOf = (line: string): number => line.length - line.trimStart().length

const row = (cells: readonly string[], name: 'th' | 'td', line: number): string =>
  `${tableRow(cells.map(inline), line, name)}\n`

interface Lines {
  readonly all: readonly string[]
  at: number
}

/** A line without its end: the current one, or one of those behind it. */
const lineOf = ({ all, at }: Lines, behind = 0): string => all[at + behind] ?? ''

/** Whether the current line is one of the text and not of what stands around. */
const isWithin = (lines: Lines, indent: number): boolean =>
  lines.at < lines.all.length && (lineOf(lines) === '' || indentOf(lineOf(lines)) > indent)

/** The lines between two rules as rows: one, or one for each line with a day of its own in it. */
const rowsBetween = (
  lines: readonly (readonly string[])[],
): readonly { readonly at: number; readonly cells: string[] }[] => {
  const areDated = lines.filter(cells => cells.some(isOnlyDate)).length > 1
  const rows: { at: number; cells: string[] }[] = []
  for (const [at, cells] of lines.entries()) {
    const last = rows.at(-1)
    if (!last || (areDated && cells.some(isOnlyDate))) rows.push({ at, cells: [...cells] })
    else last.cells = last.cells.map((cell, column) => `${cell} ${cells[column]}`.trim())
  }
  return rows
}

/** Lines between two rules, as cells. Where a rule stops short, `goesOn` has the columns whose cell is that of the part above. */
interface Part {
  readonly lines: (readonly string[])[]
  readonly goesOn: readonly boolean[]
  readonly begins: number
}

/** Each part that a cell spans has its text: many parts of a long one would take for ever. */
const mostSpanned = 300

/** The lines of each part with what stands in a cell that spans parts: all of it, in each of them. */
const withSpans = (parts: readonly Part[]): readonly (readonly (readonly string[])[])[] => {
  const filled = parts.map(({ lines }) => lines.map(cells => [...cells]))
  for (const column of parts[0]?.goesOn.keys() ?? []) {
    const ends = [...parts.keys()].filter(at => parts[at + 1]?.goesOn[column] !== true)
    for (const [index, end] of ends.entries()) {
      const spanned = filled.slice((ends[index - 1] ?? -1) + 1, end + 1)
      if (spanned.length === 1) continue
      const text = spanned.flatMap(lines => lines.flatMap(cells => cells[column] || [])).join(' ')
      for (const lines of spanned)
        for (const [at, cells] of lines.entries()) cells[column] = at === 0 ? text.slice(0, mostSpanned) : ''
    }
  }
  return filled
}

/** Rows between rules; a rule of `=` ends the head. Cells that span columns are one cell. */
export const gridTable = (lines: Lines): string => {
  const first = lines.at
  const width = [...lineOf(lines).matchAll(/\+/g)].map(({ index }) => index)
  const open = (goesOn: readonly boolean[]): Part => ({ lines: [], goesOn, begins: lines.at + 2 })
  let rows = ''
  let parts = [open(width.slice(1).map(() => false))]
  for (lines.at++; /^ *[+|]/.test(lineOf(lines)); lines.at++) {
    const line = lineOf(lines)
    const cells = width.slice(0, -1).map((from, column) => line.slice(from + 1, width[column + 1]))
    const isRule = cells.map(cell => /^(?:-+|=+)$/.test(cell))
    if (isRule.every(Boolean)) {
      for (const [index, filled] of withSpans(parts).entries())
        for (const { at, cells } of rowsBetween(filled))
          rows += row(cells, line.includes('=') ? 'th' : 'td', (parts[index] as Part).begins + at)
      parts = [open(isRule.map(is => !is))]
    } else if (isRule.includes(true)) parts.push(open(isRule.map(is => !is)))
    else parts.at(-1)?.lines.push(cells.map(cell => cell.trim()))
  }
  return `<table${on(first + 1)}>${rows}</table>\n`
}

/** A text in which each such table is HTML on its first line, and what it took is empty. `written` is given that HTML. */
export const withGridTables = (all: readonly string[], written = (html: string): string => html): readonly string[] => {
  const lines: string[] = []
  while (lines.length < all.length) {
    const at = lines.length
    if (!gridRule.test(all[at] ?? '') || !/^ *\|/.test(all[at + 1] ?? '')) lines.push(all[at] as string)
    else {
      const table = { all, at }
      lines.push(written(gridTable(table).replaceAll('\n', '')))
      while (lines.length < table.at) lines.push('')
    }
  }
  return lines
}

/** Rows between the first and the last rule; one between them ends the head. */
const simpleTable = (lines: Lines): string => {
  const first = lines.at
  const columns = [...lineOf(lines).matchAll(/=+/g)].map(({ index }) => index)
  const parsed: { readonly cells: string[]; readonly line: number }[] = []
  let head = 0
  for (lines.at++; lines.at < lines.all.length; lines.at++) {
    const line = lineOf(lines)
    if (simpleRule.test(line)) {
      if (head > 0 || lineOf(lines, 1) === '') break
      head = parsed.length
      continue
    }
    const cells = columns.map((from, column) => line.slice(from, columns[column + 1]).trim())
    const above = parsed.at(-1)
    // A first cell that is empty continues the row above.
    if (cells[0] === '' && above && parsed.length > head)
      cells.forEach((cell, column) => {
        above.cells[column] = `${above.cells[column]} ${cell}`.trim()
      })
    else parsed.push({ cells, line: lines.at + 1 })
  }
  lines.at++
  return `<table${on(first + 1)}>${tableRows(parsed, head)}</table>\n`
}

const tableRows = (
  rows: readonly { readonly cells: readonly string[]; readonly line: number }[],
  heads: number,
): string => rows.map(({ cells, line }, index) => row(cells, index < heads ? 'th' : 'td', line)).join('')

/** The lines that belong to a directive: those that are indented, from the current one. */
const body = (lines: Lines): { readonly text: string[]; readonly first: number } => {
  const first = lines.at
  while (isWithin(lines, 0)) lines.at++
  const text = lines.all.slice(first, lines.at)
  const least = Math.min(...text.filter(line => line !== '').map(indentOf))
  return { text: text.map(line => line.slice(least)), first }
}

/** How many rows of a table of a directive are its head. */
const headsOf = (text: readonly string[]): number =>
  Number(text.find(line => line.startsWith(':header-rows:'))?.slice(13) ?? 0)

const listTable = (text: readonly string[], first: number): string => {
  const rows: { readonly cells: string[]; readonly line: number }[] = []
  for (const [index, line] of text.entries()) {
    const [, star, cell] = /^(\* )? *- ?(.*)/.exec(line) ?? []
    const last = rows.at(-1)?.cells
    if (cell === undefined) last?.push(`${last.pop()} ${line.trim()}`.trim())
    else if (star === undefined) last?.push(cell)
    else rows.push({ cells: [cell], line: first + index + 1 })
  }
  return `<table>${tableRows(rows, headsOf(text))}</table>\n`
}

const csvTable = (text: readonly string[], first: number): string => {
  // Tabs are spaces by now, in docutils as well.
  const [mark = ','] = text.flatMap(line => /^:delim: *(\S)$/.exec(line)?.slice(1) ?? [])
  const rows = text.flatMap((line, index) => {
    const header = line.startsWith(':header:') ? line.slice(8) : undefined
    if (header === undefined && /^(?::|$)/.test(line)) return []
    const cells = recordsOf(header ?? line, header === undefined ? mark : ',').flatMap(record => record.cells)
    return [{ cells, line: first + index + 1 }]
  })
  return `<table>${tableRows(rows, headsOf(text) + text.filter(line => line.startsWith(':header:')).length)}</table>\n`
}

/** reStructuredText as HTML that says on which line of the source each of its parts stands. A directive that is not known is its text. */
export const htmlOfRestructuredText = (source: string): string => {
  const all = source.split('\n').map(line => line.replaceAll('\t', '        ').trimEnd())
  const page = blocks({ all, at: 0 }, [], 0)
  const labels = new Set([...page.matchAll(/<a id="([^"]*)">/g)].map(([, label]) => label))
  const written = page.replaceAll(/<a href="ref:([^"]*)">([^<]*)<\/a>/g, (_, label: string, text: string) => {
    if (labels.has(label)) return `<a href="#${label}">${text}</a>`
    return text === label ? `<code>${text}</code>` : `<a href="${label}">${text}</a>`
  })
  const substitutions = new Map(
    [...source.matchAll(/^\.\. \|([^|\n]{1,60})\| replace:: *(\S.{0,300})$/gm)].map(([, name, text = '']) => [
      name,
      inline(text),
    ]),
  )
  return written.replaceAll(/\|([^|<>\n]{1,60})\|/g, (whole, name: string) => substitutions.get(name) ?? whole)
}

const codeNames = new Set(['code', 'code-block', 'sourcecode', 'literalinclude'])

const directives = new Map([
  ['deprecated', 'Deprecated since'],
  ['versionremoved', 'Removed in'],
  ['versionadded', 'New in'],
  ['versionchanged', 'Changed in'],
])

const withoutField = (line: string): string => (/^:[\w-]+:/.test(line) ? '' : line)

/** Whether a directive stands in a row of directives in which its name is there again: they cannot all be of what stands above. */
const isOneOfSeveral = (behind: readonly string[], name: string): boolean => {
  const next = behind.find(line => /^(?!\.\. )\S/.test(line) || line.startsWith(`.. ${name}::`))
  return next?.startsWith('.. ') === true
}

const blocks = (lines: Lines, levels: string[], offset: number, begun = ''): string => {
  let written = begun
  /** Endpoints of directives that share the text of the next one. */
  let shared: readonly string[] = []
  const onLine = (index: number): string => on(offset + index + 1)
  const within = (text: readonly string[], first: number, begun = ''): string =>
    blocks({ all: text, at: 0 }, levels, offset + first, begun)
  while (lines.at < lines.all.length) {
    const start = lines.at
    const line = lineOf(lines)
    const next = lineOf(lines, 1)
    const over = isUnderline(line, next) && isUnderline(lineOf(lines, 2), next)
    if (line === '') lines.at++
    else if (gridRule.test(line)) written += gridTable(lines)
    else if (simpleRule.test(line)) written += simpleTable(lines)
    else if (over || (isUnderline(next, line) && !isUnderline(line))) {
      const mark = over ? `over ${line[0]}` : `${next[0]}`
      if (!levels.includes(mark)) levels.push(mark)
      const depth = Math.min(6, levels.indexOf(mark) + 1)
      const title = (over ? next : line).trim()
      written += `<h${depth} id="${escaped(title)}"${onLine(start)}>${inline(title)}</h${depth}>\n`
      lines.at += over ? 3 : 2
    } else if (isUnderline(line)) {
      written += '<hr>\n'
      lines.at++
    } else if (line.startsWith('.. ')) {
      const [, name, argument = ''] = /^\.\. (?:\|[^|]*\| )?([\w:-]+):: *(.*)$/.exec(line) ?? []
      const anchor = /^\.\. _([^:]+):$/.exec(line)?.[1]
      lines.at++
      if (anchor !== undefined) {
        written += `<a id="${escaped(anchor)}"></a>\n`
        continue
      }
      const { text, first } = body(lines)
      if (name === undefined || name === 'replace') continue
      const method = /^http:([a-z]+)$/.exec(name)?.[1]
      if (method !== undefined) {
        shared = [...shared, `${method.toUpperCase()} ${argument}`]
        if (text.every(part => part === '') && lineOf(lines).startsWith('.. http:')) continue
        written += within(text.map(withoutField), first, `<p${onLine(start)}>${inline(shared.join(', '))}</p>\n`)
        shared = []
      } else if (name === 'list-table') written += listTable(text, offset + first)
      else if (name === 'csv-table') written += csvTable(text, offset + first)
      else if (name === 'rubric') written += `<h6${onLine(start)}>${inline(argument)}</h6>\n`
      else if (codeNames.has(name)) written += `<pre${onLine(first)}>${escaped(text.join('\n'))}</pre>\n`
      else {
        const word = directives.get(name)
        const title = `${word ?? ''} ${argument}`.trim()
        const said = text.map(withoutField)
        // What became of something in a version is said of what stands above, and its first paragraph goes on with it.
        const stands =
          word === undefined ||
          /^$|<\/(?:h\d|ul|div)>\n$/.test(written) ||
          isOneOfSeveral(lines.all.slice(start + 1), name)
        if (isOnlyDate(argument) && stands && said.some(part => part !== '')) {
          // Below a heading or another directive, it is an entry of its own.
          const entry = inline(`${argument} ${word?.split(' ')[0] ?? ''}`.trim())
          written += `<ul><li${onLine(start)}>${entry}: ${within(said, first)}</li></ul>\n`
        } else if (word !== undefined && written.endsWith('</p>\n')) {
          const begin = said.findIndex(part => part !== '')
          const end = said.indexOf('', begin)
          const [own, rest] = end === -1 ? [said, []] : [said.slice(0, end), said.slice(end)]
          written = `${written.slice(0, -'</p>\n'.length)}<br>${inline(`${title}. ${own.join('\n').trim()}`)}</p>\n`
          written += within(rest, first + end)
        } else
          written += `${title === '' ? '' : `<p${onLine(start)}>${inline(title)}</p>\n`}<div>${within(said, first)}</div>\n`
      }
    } else if (marker.test(line)) written += list(lines, levels, offset)
    else if (/^:[^:]+:(?: |$)/.test(line) && !isOnlyDate(line)) {
      lines.at++
      const { text, first } = body(lines)
      const goesOn = text.findIndex(part => part === '' || marker.test(part))
      const end = goesOn === -1 ? text.length : goesOn
      const own = [line.replace(/:([^:]+):/, '$1:'), ...text.slice(0, end)]
      written += `<p${onLine(start)}>${inline(own.join('\n'))}</p>\n${within(text.slice(end), first + end)}`
    } else if (indentOf(line) === 0 && indentOf(next) > 0) {
      lines.at++
      const { text, first } = body(lines)
      const term = line.replace(/^:([^:]+):$/, '$1')
      const before = written.endsWith('</dl>\n') ? written.slice(0, -'</dl>\n'.length) : `${written}<dl>`
      written = `${before}<dt${onLine(start)}>${inline(term)}</dt><dd${onLine(first)}>${within(text, first)}</dd></dl>\n`
    } else {
      const text: string[] = []
      do {
        text.push(lineOf(lines).trim())
        lines.at++
      } while (lineOf(lines) !== '' && !isUnderline(lineOf(lines, 1), lineOf(lines)))
      written += `<p${onLine(start)}>${inline(text.join('\n'))}</p>\n`
    }
  }
  return written
}

const list = (lines: Lines, levels: string[], offset: number): string => {
  const indent = indentOf(lineOf(lines))
  let items = ''
  for (;;) {
    const start = lines.at
    const mark = marker.exec(lineOf(lines))?.[0].length
    if (mark === undefined) break
    const text = [lineOf(lines).slice(mark)]
    for (lines.at++; isWithin(lines, indent); lines.at++)
      text.push(lineOf(lines).slice(Math.min(mark, indentOf(lineOf(lines)))))
    items += `<li${on(offset + start + 1)}>${blocks({ all: text, at: 0 }, levels, offset + start)}</li>\n`
  }
  return `<ul>${items}</ul>\n`
}
