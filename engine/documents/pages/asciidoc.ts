import { recordsOf } from './separated.ts'
import { escaped, on } from './written.ts'

/** Whether a text is AsciiDoc: its name says so, or it begins with a title and has headings or tables that no Markdown has, whatever its name is. */
export const looksLikeAsciiDoc = (text: string, from: string): boolean => {
  if (/\.(?:adoc|asciidoc|asc)$/i.test(from)) return true
  if (/\.(?:rst|rest|html?|json|ya?ml)$/i.test(from)) return false
  return /^\s*(?::[\w-]+:.*\n|\/\/.*\n|\[.*\]\n)*= \S/.test(text) && /^(?:==+ \S|\|===)/m.test(text)
}

const link = (url: string, text: string): string => `<a href="${url}">${text || url}</a>`

/** What no other markup is looked for in: `+{namespace}+`. */
const passed = /(?<![\p{L}\p{N}+])\+([^+\s](?:[^+]*[^+\s])?)\+(?![\p{L}\p{N}+])/gu

/** Inline markup: `code`, *strong*, links, and letters that a backslash keeps from being markup. */
const inline = (text: string): string =>
  text
    .split(/((?<![\p{L}\p{N}\\])`[^`\n]+`(?![\p{L}\p{N}]))/u)
    .map((part, index) =>
      index % 2 === 1
        ? `<code>${escaped(unescaped(part.slice(1, -1).replaceAll(passed, '$1')))}</code>`
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
              .replaceAll(/\bicon:[\w-]{1,100}\[[^\]]{0,200}\]/g, '')
              .replaceAll(/\[(\.[\w.-]{1,100}|line-through)\](##?)([^#\n]{1,500})\2/g, (_, role, _mark, said) =>
                role.includes('line-through') ? `<del>${said}</del>` : said,
              )
              .replaceAll(/(?<![\p{L}\p{N}*\\])(\*\*?)([^*\n]{1,500}?)\1(?![\p{L}\p{N}*])/gu, '<strong>$2</strong>')
              .replaceAll(/(?<![\p{L}\p{N}_\\/{])_([^_\s](?:[^_\n]{0,300}[^_\s])?)_(?![\p{L}\p{N}_])/gu, '<em>$1</em>')
              .replaceAll(/ \+(?=\n|$)/g, '<br>'),
          ),
    )
    .join('')

const unescaped = (text: string): string => text.replaceAll(/\\([{}*_`|<[#+])/g, '$1')

interface Cell {
  text: string
  readonly line: number
  /** Over how many rows and columns it goes. */
  readonly rows: number
  readonly columns: number
}

/** The rows that cells fill, where one may go on in the rows below. Undefined where they do not fill them. */
const rowsOf = (cells: readonly Cell[], columns: number): readonly (readonly Cell[])[] | undefined => {
  // In how many rows each column is filled.
  const filled = Array.from({ length: columns }, () => 0)
  const rows: Cell[][] = []
  for (const cell of cells) {
    const top = Math.min(...filled)
    const column = filled.indexOf(top)
    if (filled.slice(column, column + cell.columns).some(end => end !== top)) return undefined
    filled.fill(top + cell.rows, column, column + cell.columns)
    rows[top] = [...(rows[top] ?? []), cell]
  }
  return new Set(filled).size === 1 ? rows : undefined
}

/** How many columns `cols` declares: `1,4,1` or `3*`. */
const declaredColumns = (attributes: string): number | undefined =>
  /\bcols="?([^"\]]+)/
    .exec(attributes)?.[1]
    ?.split(/[,;]/)
    .reduce((sum, part) => sum + Number(/(\d+)\*/.exec(part)?.[1] ?? 1), 0)

/** The bar before a cell, with how far the cell goes: `.2+|`. What else stands before the bar is about its style. */
const cellMark = /(?:(?<=^|\s)([\d.]+[+*])?[.<^>]{0,3}[a-z]?)?(?<!\\)\|/

/** A table between `|===`. Undefined where its cells do not fill rows, or stand in a form of their own. */
const tableOf = (lines: readonly string[], first: number, attributes: string): string | undefined => {
  const form = /\bformat="?(csv|dsv|tsv)\b/.exec(attributes)?.[1]
  const mark = /\bseparator="?([;:,|!/])/.exec(attributes)?.[1] ?? (form && { csv: ',', dsv: ':', tsv: '\t' }[form])
  if (form && mark) {
    // Where a value goes on, no line is empty.
    const barred = lines.map((line): string => line && ' ')
    for (const { line, cells } of recordsOf(lines.join('\n'), mark))
      barred[line - 1] = cells.map(cell => `|${cell.replaceAll('|', '\\|').replaceAll('\n', ' ')}`).join(' ')
    return tableOf(barred, first, attributes.replaceAll(/\b(?:format|separator)=/g, ''))
  }
  const isOther = /\b(?:format|separator)=(?!"?(?:psv\b|\|))/.test(attributes)
  if (lines.some(line => line.startsWith('!===')) || isOther) return undefined
  const cells: Cell[] = []
  let columns = declaredColumns(attributes)
  const width = (): number => cells.reduce((sum, cell) => sum + cell.columns, 0)
  let heads = /%header|\b(?:options|opts)=[^\]]*header/.test(attributes)
  for (const [at, line] of lines.entries()) {
    const [before, ...parts] = line.split(cellMark)
    const last = cells.at(-1)
    // The first row heads the others where it is one line, with an empty one below it.
    if (line === '' && at === 1 && width() === columns) heads = true
    if (last) last.text += `\n${before}`
    for (let next = 0; next < parts.length; next += 2) {
      // `2.3+` is two columns and three rows; a cell may be repeated as well.
      const span = /^(\d{0,3})(?:\.(\d{1,3}))?\+/.exec(parts[next] ?? '+')
      if (!span) return undefined
      const [, wide, rows = 1] = span
      cells.push({ text: parts[next + 1] as string, line: first + at, rows: Number(rows), columns: Number(wide || 1) })
    }
    if (cells.length > 0) columns ??= width()
  }
  // Nothing is made of a billion columns that no cells fill.
  const rows = columns !== undefined && columns <= width() ? rowsOf(cells, columns) : undefined
  return (
    rows &&
    `<table${on(first)}>${rows
      .map((row, index) => {
        const name = heads && index === 0 ? 'th' : 'td'
        const inner = row.map(({ text, rows: height, columns: width }) => {
          const over = width > 1 ? ` colspan="${width}"` : ''
          return `<${name} rowspan="${height}"${over}>${inline(text.trim())}</${name}>`
        })
        return `<tr${on(row[0]?.line ?? first)}>${inner.join('')}</tr>\n`
      })
      .join('')}</table>\n`
  )
}

/** Lines with the values of the attributes that the page sets: `:gone: 2022-08-23` and `{gone}`. Others are parameters of paths. */
const withAttributes = (lines: readonly string[]): readonly string[] => {
  const values = new Map([
    ['empty', ''],
    ['blank', ''],
    ['nbsp', ' '],
    ['sp', ' '],
  ])
  return lines.map(line => {
    const stated = /^:([\w-]+):\s*(.*)/.exec(line)
    const text = line.replaceAll(/\{([\w-]+)\}/g, (whole, key) => values.get(key) ?? whole)
    if (stated) values.set(stated[1] as string, (stated[2] as string).replace(/^pass:[a-z,]*\[(.*)\]$/, '$1'))
    return text
  })
}

// `term::` and, within its definition, `term:::`
const termMark = /^\s*(\S.*?)(:{2,4}|;;)(?:\s+(.*))?$/
const listMark = /^\s*(\*+|-|\.+|\d{1,4}\.)\s+(.*)$/
const blockMark = /^(?:={4,}|_{4,}|\*{4,}|\+{4,})$/

const titleBelow =
  /^\[(?:\[([^\],\n]{1,200})(?:,[^\]\n]*)?\]|#([^\],\n]{1,200})(?:,[^\]\n]*)?)\]\n(?:\[.*\]\n)*=+ (.+)$/gm

/** Text with the titles of the places that links without a text of their own lead to: `<<removed>>`. */
const withTitles = (source: string): string => {
  const titles = new Map([...source.matchAll(titleBelow)].map(([, id, other, title]) => [id ?? other, title]))
  return source.replaceAll(/<<#?([^\s<>,]{1,200})>>/g, (whole, id) =>
    titles.has(id) ? `<<${id},${titles.get(id)}>>`.replaceAll('`', '') : whole,
  )
}

/** AsciiDoc as HTML that says on which line of the source each of its parts stands; `unread` is told where a table is not read. */
export const htmlOfAsciiDoc = (source: string, unread: (line: number) => void): string => {
  const lines = withAttributes(
    withTitles(source)
      .split('\n')
      .map(line => line.trimEnd()),
  )
  const open: string[] = []
  let written = ''
  let attributes = ''
  let paragraph: { readonly line: number; readonly text: string } | undefined
  /** How many lists are open around a block between `--`: where a plus sign attaches it, those of the item that keeps it. */
  let around: number | undefined
  const isTerms = (mark = ''): boolean => /[:;]/.test(mark)
  const closeParagraph = (): void => {
    if (paragraph) written += `<p${on(paragraph.line)}>${inline(paragraph.text)}</p>\n`
    paragraph = undefined
  }
  const closeLists = (to = 0): void => {
    closeParagraph()
    while (open.length > to) written += isTerms(open.pop()) ? '</dd></dl>\n' : '</li></ul>\n'
  }
  /** The lines up to the one that ends what begins with a mark. */
  const within = (at: number, mark: string): readonly string[] => {
    const end = lines.indexOf(mark, at + 1)
    return lines.slice(at + 1, end === -1 ? undefined : end)
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const number = at + 1
    const heading = /^(={1,6})\s+(.+)/.exec(line)
    const item = listMark.exec(line)
    const term = termMark.exec(line)
    if (line === '--') {
      const isKept = lines[at - 1] === '+'
      closeLists(around ?? (isKept ? open.length : 0))
      around = around === undefined ? open.length : undefined
    } else if (line === '////') at += within(at, line).length + 1
    else if (/^\/\/(?!\/)|^:!?[\w-]+!?:(?:\s|$)/.test(line)) continue
    else if (/^'{3,}$/.test(line)) closeLists()
    else if (/^\[.*\]$/.test(line)) {
      // Between an empty line and the next list, attributes are those of a list of its own.
      if (lines[at - 1] === '') closeLists()
      else closeParagraph()
      attributes += line
    } else if (heading) {
      closeLists()
      const [, marks = '', title = ''] = heading
      const id = /\[[[#]([^\],]+)/.exec(attributes)?.[1]
      const name = `h${marks.length}`
      written += `<${name}${id === undefined ? '' : ` id="${escaped(id)}"`}${on(number)}>${inline(title)}</${name}>\n`
      attributes = ''
    } else if (/^[|,:!]={3,}$/.test(line)) {
      closeLists()
      const inner = within(at, line)
      const table = line.startsWith('|') ? tableOf(inner, number + 1, attributes) : undefined
      if (table === undefined) unread(number)
      written += table ?? ''
      attributes = ''
      at += inner.length + 1
    } else if (/^(?:\.{4,}|-{4,})$/.test(line)) {
      closeLists()
      const inner = within(at, line)
      written += `<pre${on(number)}>${escaped(inner.join('\n'))}</pre>\n`
      at += inner.length + 1
    } else if (/^\.[^\s.]/.test(line) && !paragraph) {
      // The title of the list or the table that follows.
      closeLists()
      written += `<p${on(number)}><strong>${inline(line.slice(1))}</strong></p>\n`
    } else if (line === '' || line === '+') closeParagraph()
    else if (item || term) {
      closeParagraph()
      const [name = '', kind = '', text = ''] = item ? ['', ...item.slice(1)] : (term?.slice(1) ?? [])
      const [list, end] = item ? ['ul', '</li>'] : ['dl', '</dd>']
      const depth = open.indexOf(kind)
      if (depth === -1) {
        written += `<${list}${on(number)}>`
        open.push(kind)
      } else {
        closeLists(depth + 1)
        written += end
      }
      written += item ? `<li${on(number)}>` : `<dt${on(number)}>${inline(name)}</dt><dd${on(number)}>`
      if (text !== '') paragraph = { line: number, text }
    } else if (line.startsWith('|')) {
      // A row of a table of another form: its cells would be read as a sentence.
      closeLists()
      unread(number)
    } else if (!blockMark.test(line)) {
      // A text after an empty line is no longer of the list, unless a plus sign keeps it there. A definition may begin below its term.
      const above = lines[at - 1] ?? ''
      if (!paragraph && above !== '+' && !termMark.test(above)) closeLists(around)
      paragraph = paragraph ? { ...paragraph, text: `${paragraph.text}\n${line}` } : { line: number, text: line }
      attributes = ''
    }
  }
  closeLists()
  return written
}
