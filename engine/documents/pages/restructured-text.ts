import { isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { escaped, lineAttribute } from './html.ts'

const underline = /^([=\-~^"'`#*+.:_<>])\1{2,}[ \t]*$/
const gridRule = /^[ \t]*\+(?:[-=]+\+)+[ \t]*$/
const simpleRule = /^[ \t]*=+(?:[ \t]+=+)+[ \t]*$/

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
    (!/^#{1,6} /m.test(text) && (/^[ \t]*={2,}(?:[ \t]+={2,})+[ \t]*$/m.test(text) || hasTitles(text)))
  )
}

/** Inline markup: ``literals``, **strong**, `text <target>`_, :role:`text`. */
const inline = (text: string): string =>
  text
    .split(/(``[^\n]*?``)/)
    .map((part, index) =>
      index % 2 === 1
        ? `<code>${escaped(part.slice(2, -2))}</code>`
        : escaped(part)
            .replaceAll(/:[\w-]+:`([^`<]*?)\s*&lt;([^`]*?)&gt;`/g, '<a href="$2">$1</a>')
            .replaceAll(/:[\w-]+:`([^`]*)`/g, '<code>$1</code>')
            .replaceAll(/`([^`]*?)\s*&lt;([^`]*?)&gt;`__?/g, '<a href="$2">$1</a>')
            .replaceAll(/`([^`]+)`__?/g, '<a href="#$1">$1</a>')
            .replaceAll(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
            .replaceAll(/\*([^*\n]+)\*/g, '<em>$1</em>')
            .replaceAll(/\\(.)/g, '$1'),
    )
    .join('')

const indentOf = (line: string): number => line.length - line.trimStart().length

const row = (cells: readonly string[], name: 'th' | 'td', line: number): string =>
  `<tr ${lineAttribute}="${line}">${cells.map(cell => `<${name}>${inline(cell)}</${name}>`).join('')}</tr>\n`

interface Lines {
  readonly all: readonly string[]
  at: number
}

/** Rows between rules; a rule of `=` ends the head. Cells that span columns are one cell. */
const gridTable = (lines: Lines): string => {
  const first = lines.at
  const width = [...(lines.all[first] ?? '').matchAll(/\+/g)].map(({ index }) => index)
  let written = ''
  let rows = ''
  let cells: string[] = []
  let begins = first + 2
  for (; /^[ \t]*[+|]/.test(lines.all[lines.at] ?? ''); lines.at++) {
    const line = lines.all[lines.at] ?? ''
    if (gridRule.test(line)) {
      const heads = line.includes('=')
      if (cells.length > 0) rows += row(cells, heads ? 'th' : 'td', begins)
      written += rows
      rows = ''
      cells = []
      begins = lines.at + 2
    } else
      width.slice(0, -1).forEach((from, column) => {
        const part = line.slice(from + 1, width[column + 1]).trim()
        cells[column] = `${cells[column] ?? ''} ${part}`.trim()
      })
  }
  return `<table ${lineAttribute}="${first + 1}">${written}${rows}</table>\n`
}

const simpleTable = (lines: Lines): string => {
  const first = lines.at
  const columns = [...(lines.all[first] ?? '').matchAll(/=+/g)].map(({ index }) => index)
  const parsed: { readonly cells: string[]; readonly line: number }[] = []
  let head = 0
  for (lines.at++; lines.at < lines.all.length; lines.at++) {
    const line = lines.all[lines.at] ?? ''
    if (simpleRule.test(line)) {
      const last = (lines.all[lines.at + 1] ?? '').trim() === ''
      if (head === 0 && !last) head = parsed.length
      else {
        lines.at++
        break
      }
      continue
    }
    if (line.trim() === '') continue
    const cells = columns.map((from, column) => line.slice(from, columns[column + 1]).trim())
    const above = parsed.at(-1)
    // A first cell that is empty continues the row above.
    if (cells[0] === '' && above && parsed.length > head)
      cells.forEach((cell, column) => {
        above.cells[column] = `${above.cells[column] ?? ''} ${cell}`.trim()
      })
    else parsed.push({ cells, line: lines.at + 1 })
  }
  return `<table ${lineAttribute}="${first + 1}">${parsed.map(({ cells, line }, index) => row(cells, index < head ? 'th' : 'td', line)).join('')}</table>\n`
}

/** The lines that belong to a directive: those that are indented, from the line after it. */
const body = (lines: Lines): { readonly text: string[]; readonly first: number } => {
  const first = lines.at
  while (lines.at < lines.all.length) {
    const line = lines.all[lines.at] ?? ''
    if (line.trim() !== '' && indentOf(line) === 0) break
    lines.at++
  }
  const text = lines.all.slice(first, lines.at)
  const least = Math.min(...text.filter(line => line.trim() !== '').map(indentOf))
  return { text: text.map(line => line.slice(Number.isFinite(least) ? least : 0)), first }
}

const listTable = (text: readonly string[], first: number): string => {
  const heads = Number(/^:header-rows:\s*(\d+)/m.exec(text.join('\n'))?.[1] ?? 0)
  const rows: { readonly cells: string[]; readonly line: number }[] = []
  text.forEach((line, index) => {
    const [, star, cell] = /^(\*\s+)?\s*(?:-\s?(.*))$/.exec(line) ?? []
    if (cell !== undefined) {
      if (star !== undefined) rows.push({ cells: [cell], line: first + index + 1 })
      else rows.at(-1)?.cells.push(cell)
    } else if (!line.startsWith(':') && line.trim() !== '') {
      const last = rows.at(-1)
      if (last) last.cells[last.cells.length - 1] += ` ${line.trim()}`
    }
  })
  return `<table>${rows.map(({ cells, line }, index) => row(cells, index < heads ? 'th' : 'td', line)).join('')}</table>\n`
}

const csvCells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
    (quoted?.replaceAll('""', '"') ?? bare ?? '').trim(),
  )

const csvTable = (text: readonly string[], first: number): string => {
  const header = /^:header:\s*(.*)$/m.exec(text.join('\n'))?.[1]
  const heads = Number(/^:header-rows:\s*(\d+)/m.exec(text.join('\n'))?.[1] ?? 0)
  let seen = 0
  const rows = text.map((line, index) => {
    if (line.trim() === '' || line.startsWith(':')) return ''
    seen++
    return row(csvCells(line), seen <= heads ? 'th' : 'td', first + index + 1)
  })
  return `<table>${header === undefined ? '' : row(csvCells(header), 'th', first)}${rows.join('')}</table>\n`
}

/** reStructuredText as HTML that says on which line of the source each of its parts stands. A directive that is not known is its text. */
export const htmlOfRestructuredText = (source: string): string => {
  const all = source.split('\n').map(line => line.replaceAll('\t', '        '))
  return blocks({ all, at: 0 }, [], 0)
}

/** Whether a directive stands in a row of directives in which its name is there again: they cannot all be of what stands above. */
const isOneOfSeveral = (all: readonly string[], at: number): boolean => {
  const end = all.findIndex((line, index) => index > at && /^(?!\.\. )\S/.test(line))
  const names = all.slice(at, end < 0 ? undefined : end).map(line => /^\.\. ([\w-]+)::/.exec(line)?.[1])
  return names.filter(name => name === names[0]).length > 1
}

const blocks = (lines: Lines, levels: string[], offset: number): string => {
  let written = ''
  const on = (index: number): string => `${lineAttribute}="${offset + index + 1}"`
  while (lines.at < lines.all.length) {
    const start = lines.at
    const line = lines.all[start] ?? ''
    const next = lines.all[start + 1] ?? ''
    const over = underline.test(line) && next.trim() !== '' && underline.test(lines.all[start + 2] ?? '')
    if (line.trim() === '') lines.at++
    else if (gridRule.test(line)) written += gridTable(lines)
    else if (simpleRule.test(line)) written += simpleTable(lines)
    else if (over || (underline.test(next) && indentOf(line) === 0 && !underline.test(line))) {
      const mark = over ? `${line[0]}${line[0]}` : (next[0] ?? '')
      if (!levels.includes(mark)) levels.push(mark)
      const depth = Math.min(6, levels.indexOf(mark) + 1)
      const title = (over ? next : line).trim()
      written += `<h${depth} id="${escaped(title)}" ${on(start)}>${inline(title)}</h${depth}>\n`
      lines.at += over ? 3 : 2
    } else if (underline.test(line)) {
      written += '<hr>\n'
      lines.at++
    } else if (/^\.\. /.test(line)) {
      const [, name = '', argument = ''] = /^\.\. (?:\|[^|]*\| )?([\w:-]+)::\s*(.*)$/.exec(line) ?? []
      const anchor = /^\.\. _([^:]+):\s*$/.exec(line)?.[1]
      lines.at++
      if (anchor !== undefined) written += `<a id="${escaped(anchor)}"></a>\n`
      else if (name === '') body(lines)
      else {
        const { text, first } = body(lines)
        if (name === 'list-table') written += listTable(text, offset + first)
        else if (name === 'csv-table') written += csvTable(text, offset + first)
        else if (/^(?:code|code-block|sourcecode|literalinclude)$/.test(name))
          written += `<pre ${on(first)}>${escaped(text.join('\n'))}</pre>\n`
        else {
          const word = {
            deprecated: 'Deprecated since',
            versionremoved: 'Removed in',
            versionadded: 'New in',
            versionchanged: 'Changed in',
          }[name]
          const title = [word, argument].filter(part => part !== undefined && part !== '').join(' ')
          const said = text.filter(part => !/^:[\w-]+:/.test(part))
          const end = said.findIndex(part => part.trim() === '')
          // What became of something in a version is said of what stands above, and its first paragraph goes on with it.
          const kind = word?.split(' ')[0]
          const stands =
            word === undefined || /^$|<\/(?:h\d|ul|div)>\n$/.test(written) || isOneOfSeveral(lines.all, start)
          if (isOnlyDate(argument) && stands && said.some(part => part.trim() !== '')) {
            // Below a heading or another directive, it is an entry of its own.
            const own = blocks({ all: said, at: 0 }, levels, offset + first)
            written += `<ul><li ${on(start)}>${inline(`${[argument, kind].filter(Boolean).join(' ')}: `)}${own}</li></ul>\n`
            continue
          }
          if (word !== undefined && written.endsWith('</p>\n')) {
            const own = said.splice(0, end === -1 ? said.length : end, '').join('\n')
            written = `${written.slice(0, -'</p>\n'.length)}<br>${inline(`${title}. ${own}`)}</p>\n`
          } else {
            if (title !== '') written += `<p ${on(start)}>${inline(title)}</p>\n`
            written += `<div>${blocks({ all: said, at: 0 }, levels, offset + first)}</div>\n`
          }
        }
      }
    } else if (/^\s*(?:[-*+•]|\d+[.)]|#\.)\s+/.test(line)) written += list(lines, levels, offset)
    else if (/^:[^:\n]+:(?:\s|$)/.test(line)) {
      written += `<p ${on(start)}>${inline(line.replace(/^:([^:\n]+):/, '$1:'))}</p>\n`
      lines.at++
    } else if (indentOf(line) === 0 && next.trim() !== '' && indentOf(next) > 0) {
      lines.at++
      const { text, first } = body(lines)
      written += `<dl><dt ${on(start)}>${inline(line)}</dt><dd ${on(first)}>${blocks({ all: text, at: 0 }, levels, offset + first)}</dd></dl>\n`
    } else {
      const text: string[] = []
      while (lines.at < lines.all.length && (lines.all[lines.at] ?? '').trim() !== '') {
        if (
          lines.at > start &&
          underline.test(lines.all[lines.at + 1] ?? '') &&
          !underline.test(lines.all[lines.at] ?? '')
        )
          break
        text.push((lines.all[lines.at] ?? '').trim())
        lines.at++
      }
      written += `<p ${on(start)}>${inline(text.join('\n'))}</p>\n`
    }
  }
  return written
}

const list = (lines: Lines, levels: string[], offset: number): string => {
  const indent = indentOf(lines.all[lines.at] ?? '')
  let items = ''
  while (lines.at < lines.all.length) {
    const start = lines.at
    const [marker] = /^\s*(?:[-*+•]|\d+[.)]|#\.)\s+/.exec(lines.all[start] ?? '') ?? []
    if (marker === undefined || indentOf(lines.all[start] ?? '') !== indent) break
    const text = [(lines.all[start] ?? '').slice(marker.length)]
    lines.at++
    while (lines.at < lines.all.length) {
      const line = lines.all[lines.at] ?? ''
      if (line.trim() !== '' && indentOf(line) <= indent) break
      text.push(line.slice(Math.min(marker.length, indentOf(line))))
      lines.at++
    }
    items += `<li ${lineAttribute}="${offset + start + 1}">${indent > 60 ? escaped(text.join('\n')) : blocks({ all: text, at: 0 }, levels, offset + start)}</li>\n`
  }
  return `<ul>${items}</ul>\n`
}
