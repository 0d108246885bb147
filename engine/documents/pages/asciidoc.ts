import { escaped, lineAttribute } from './html.ts'

/** Whether a text is AsciiDoc: its name says so, or it begins with a title and has headings or tables that no Markdown has, whatever its name is. */
export const looksLikeAsciiDoc = (text: string, from: string): boolean => {
  if (/\.(?:adoc|asciidoc|asc)$/i.test(from)) return true
  if (/\.(?:rst|rest|html?|json|ya?ml)$/i.test(from)) return false
  return /^\s*(?::[\w-]+:.*\n|\/\/.*\n|\[.*\]\n)*= \S/.test(text) && /^(?:==+ \S|\|===)/m.test(text)
}

const link = (url: string, text: string): string => `<a href="${url}">${text || url}</a>`

/** Inline markup: `code`, *strong*, links, and letters that a backslash keeps from being markup. */
const inline = (text: string): string =>
  text
    .split(/((?<![\p{L}\p{N}\\])`[^`\n]+`(?![\p{L}\p{N}]))/u)
    .map((part, index) =>
      index % 2 === 1
        ? `<code>${escaped(unescaped(part.slice(1, -1).replace(/^\+(.*)\+$/, '$1')))}</code>`
        : unescaped(
            escaped(part)
              .replaceAll(/&lt;&lt;#?([^,&]{1,200})(?:,([^&]{0,200}))?&gt;&gt;/g, (_, id, label) =>
                link(`#${id}`, label),
              )
              .replaceAll(/\bxref:#?([^\s[]{1,200})\[([^\]]{0,200})\]/g, (_, id, label) => link(`#${id}`, label))
              .replaceAll(
                /(?:\blink:([^\s[]{1,500})|\b(https?:\/\/[^\s[]{1,500}))\[([^\]]{0,200})\]/g,
                (_, a, b, label) => link(a ?? b, label),
              )
              .replaceAll(/\[line-through\]#{1,2}([^#\n]{1,500})#{1,2}/g, '<del>$1</del>')
              .replaceAll(
                /(?<![\p{L}\p{N}*\\])\*{1,2}([^*\n]{1,500}?)\*{1,2}(?![\p{L}\p{N}*])/gu,
                '<strong>$1</strong>',
              )
              .replaceAll(/ \+(?=\n|$)/g, '<br>'),
          ),
    )
    .join('')

const unescaped = (text: string): string => text.replaceAll(/\\([{}*_`|<[#+])/g, '$1')

interface Cell {
  text: string
  readonly line: number
  /** Over how many rows it goes. */
  readonly rows: number
}

/** The rows that cells fill, where one may go on in the rows below. Undefined where they do not fill them. */
const rowsOf = (cells: readonly Cell[], columns: number): readonly (readonly Cell[])[] | undefined => {
  const held = Array.from({ length: columns }, () => 0)
  const rows: Cell[][] = []
  for (let next = 0; next < cells.length; ) {
    const row: Cell[] = []
    for (const [column, left] of held.entries()) {
      const cell = left > 0 ? undefined : cells[next++]
      if (left === 0 && cell === undefined) return undefined
      held[column] = cell ? cell.rows - 1 : left - 1
      if (cell) row.push(cell)
    }
    rows.push(row)
  }
  return held.every(left => left === 0) ? rows : undefined
}

/** How many columns `cols` declares: `1,4,1` or `3*`. */
const declaredColumns = (attributes: string): number | undefined => {
  const cols = /\bcols="?([^"\]]+)"?/.exec(attributes)?.[1]
  if (cols === undefined) return undefined
  return cols
    .split(/[,;]/)
    .map(part => Number(/^\s*(\d+)\*/.exec(part)?.[1] ?? 1))
    .reduce((sum, count) => sum + count, 0)
}

/** A table between `|===`. Undefined where its cells do not fill rows, or stand in a form of their own. */
const tableOf = (lines: readonly string[], first: number, attributes: string): string | undefined => {
  if (lines.some(line => /^\s*!===/.test(line)) || /\b(?:format|separator)=/.test(attributes)) return undefined
  const groups: Cell[][] = [[]]
  let ofFirstLine = 0
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') {
      if ((groups.at(-1)?.length ?? 0) > 0) groups.push([])
      continue
    }
    const [before = '', ...cells] = line.split(/(?<!\\)\|/)
    const spans = [before, ...cells].map(text => /(?:^|\s)([\d.]+[+*])[<^>a-z.]*$/.exec(text)?.[1])
    // A cell over several columns, or repeated.
    if (spans.slice(0, cells.length).some(span => span !== undefined && !/^\.[1-9]\d{0,2}\+$/.test(span)))
      return undefined
    const last = groups.findLast(group => group.length > 0)?.at(-1)
    if (cells.length === 0 && last) last.text += `\n${before}`
    for (const [index, text] of cells.entries())
      groups.at(-1)?.push({
        text: text.replace(/\s(?:\.\d+\+)?[<^>]?[aehlms]?$/, '').trim(),
        line: first + at,
        rows: Number(spans[index]?.slice(1, -1) ?? 1),
      })
    if (ofFirstLine === 0) ofFirstLine = cells.length
  }
  const filled = groups.filter(group => group.length > 0)
  const cells = filled.flat()
  const width = new Set(filled.map(group => group.length))
  const columns = declaredColumns(attributes) ?? (ofFirstLine > 1 || width.size > 1 ? ofFirstLine : [...width][0])
  const rows = columns === undefined || columns === 0 ? undefined : rowsOf(cells, columns)
  if (rows === undefined) return undefined
  const heads = /%header|\b(?:options|opts)="?[^"\]]*header/.test(attributes) || filled[0]?.length === columns
  const written = rows.map((row, index) => {
    const name = heads && index === 0 ? 'th' : 'td'
    const inner = row.map(({ text, rows: span }) => `<${name} rowspan="${span}">${inline(text)}</${name}>`).join('')
    return `<tr ${lineAttribute}="${row[0]?.line ?? first}">${inner}</tr>\n`
  })
  return `<table ${lineAttribute}="${first}">${written.join('')}</table>\n`
}

// `term::` and, within its definition, `term:::`
const termMark = /^\s*(\S.*?)(:{2,4}|;;)(?:\s+(.*))?$/
const listMark = /^\s*(\*{1,6}|-|\.{1,6}|\d{1,4}\.)\s+(\S.*)$/
const blockMark = /^(?:\.\.\.\.+|----+|====+|____+|\*\*\*\*+|\+\+\+\++)\s*$/

/** AsciiDoc as HTML that says on which line of the source each of its parts stands; `unread` is told where a table is not read. */
export const htmlOfAsciiDoc = (source: string, unread: (line: number) => void): string => {
  const lines = source.split('\n')
  let written = ''
  let attributes = ''
  let paragraph: { readonly line: number; text: string } | undefined
  let open: string[] = []
  const isTerms = (mark: string): boolean => /^[:;]/.test(mark)
  const closeParagraph = (): void => {
    if (paragraph) written += `<p ${lineAttribute}="${paragraph.line}">${inline(paragraph.text)}</p>\n`
    paragraph = undefined
  }
  const closeLists = (to = 0): void => {
    closeParagraph()
    for (; open.length > to; open.pop()) written += isTerms(open.at(-1) ?? '') ? '</dd></dl>\n' : '</li></ul>\n'
  }
  /** Index of the line that ends what begins on this one; that of the last line where nothing does. */
  const endOf = (at: number, mark: string): number => {
    const end = lines.findIndex((line, index) => index > at && line.trimEnd() === mark)
    return end === -1 ? lines.length : end
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const number = at + 1
    const mark = line.trimEnd()
    const [, marks = '', title = ''] = /^(={1,6})\s+(\S.*)$/.exec(line) ?? []
    const item = listMark.exec(line)
    const term = termMark.exec(line)
    if (mark === '////') at = endOf(at, mark)
    else if (/^\/\/(?!\/)/.test(line) || /^:!?[\w-]+!?:(?:\s|$)/.test(line)) continue
    else if (/^'''+$/.test(mark)) closeLists()
    else if (/^\[.*\]\s*$/.test(line)) {
      // Between an empty line and the next list, attributes are those of a list of its own.
      if ((lines[at - 1] ?? '').trim() === '') closeLists()
      else closeParagraph()
      attributes += mark
    } else if (marks !== '') {
      closeLists()
      const id = /\[\[([^\]]+)\]\]|\[#([^\],]+)/.exec(attributes)
      const anchor = id ? ` id="${escaped(id[1] ?? id[2] ?? '')}"` : ''
      const name = `h${marks.length}`
      written += `<${name}${anchor} ${lineAttribute}="${number}">${inline(title)}</${name}>\n`
      attributes = ''
    } else if (/^[|,:!]===\s*$/.test(line)) {
      closeLists()
      const end = endOf(at, mark)
      const table = mark === '|===' ? tableOf(lines.slice(at + 1, end), number + 1, attributes) : undefined
      if (table === undefined) unread(number)
      written += table ?? ''
      attributes = ''
      at = end
    } else if (/^(?:\.\.\.\.+|----+)\s*$/.test(line)) {
      closeLists()
      const end = endOf(at, mark)
      written += `<pre ${lineAttribute}="${number}">${escaped(lines.slice(at + 1, end).join('\n'))}</pre>\n`
      at = end
    } else if (/^\.[^\s.]/.test(line) && !paragraph) {
      // The title of the list or the table that follows.
      closeLists()
      open = []
      written += `<p ${lineAttribute}="${number}"><strong>${inline(line.slice(1))}</strong></p>\n`
    } else if (line.trim() === '') closeParagraph()
    else if (item || term) {
      closeParagraph()
      const [, kind = '', text = ''] = item ?? ['', term?.[2], term?.[3]]
      const [list, end] = isTerms(kind) ? ['dl', '</dd>'] : ['ul', '</li>']
      const depth = open.indexOf(kind)
      if (depth === -1) {
        written += `<${list} ${lineAttribute}="${number}">`
        open.push(kind)
      } else {
        closeLists(depth + 1)
        written += `${end}\n`
      }
      if (term && !item) written += `<dt ${lineAttribute}="${number}">${inline(term[1] ?? '')}</dt>`
      written += `<${item ? 'li' : 'dd'} ${lineAttribute}="${number}">`
      if (text !== '') paragraph = { line: number, text }
    } else if (mark === '+' && open.length > 0) closeParagraph()
    else if (!blockMark.test(line)) {
      // A text after an empty line is no longer of the list, unless a plus sign keeps it there. A definition may begin below its term.
      const above = lines[at - 1] ?? ''
      if (!paragraph && open.length > 0 && above.trim() !== '+' && !termMark.test(above)) {
        closeLists()
        open = []
      }
      paragraph = paragraph ? { ...paragraph, text: `${paragraph.text}\n${line}` } : { line: number, text: line }
      attributes = ''
    }
  }
  closeLists()
  return written
}
