import { inline, macroIn, wordsOf } from './troff.ts'

/** Whether a text is a manual page as BSD has it: its first macro gives its day. */
export const looksLikeMdoc = (text: string): boolean => /^(?:(?:[.']\\".*|[.']?[ \t]*)\n)*\.Dd\s/.test(text)

const silent = new Set(['', ...'Dd Dt Os Pp Lp sp br Bd Ed Bk Ek'.split(' ')])
/** Macros for words of a sentence, which may also stand in the line of another macro. */
const words = new Set(
  'Ad An Ar Cd Cm Dq Dv Em Er Ev Fa Fl Fn Ft Ic Li Lk Ms Mt Nm Nd No Ns Pa Pq Ql Qq Sq Sx Sy Tn Va Vt Xr'.split(' '),
)

/** Words as running text: punctuation stands next to the word before it, or behind a bracket. */
const said = (line: string): string =>
  wordsOf(line)
    .filter(word => !words.has(word))
    .map(inline)
    .join(' ')
    .replaceAll(/ +([.,;:!?)]+)(?= |$)/g, '$1')
    .replaceAll(/\( +/g, '(')
    .trim()

const cellsOf = (line: string): readonly string[] =>
  ` ${line} `.split(/ Ta (?=\S)/).map(cell => said(cell).replaceAll('|', '\\|'))
const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

type Sort = 'table' | 'terms' | 'items'

const sortOf = (flags: string): Sort =>
  /-column\b/.test(flags) ? 'table' : /-(?:tag|diag|hang|ohang|inset)\b/.test(flags) ? 'terms' : 'items'

/** Such a page as Markdown, line by line. `unread` is told of a macro that is not known. */
export const markdownOfMdoc = (source: string, unread: (line: number) => void): string => {
  const lists: Sort[] = []
  /** Terms that have the text of the next one. */
  let terms: readonly string[] = []
  let mark = ''
  /** Whether the next row of a table stands above already, in front of the rule below the names of columns. */
  let isRule = false
  const lines = source.split('\n')
  const itemOf = (rest: string, at: number): string => {
    const indent = '    '.repeat(lists.length - 1)
    if (lists.at(-1) === 'table') {
      const cells = cellsOf(rest)
      const row = isRule ? rowOf(cells.map(() => '---')) : rowOf(cells)
      isRule = false
      return row
    }
    if (lists.at(-1) !== 'terms') {
      mark = `${indent}- `
      return rest === '' ? '' : textOf(said(rest))
    }
    terms = [...terms, said(rest)]
    if (/^\.It\b/.test(lines[at + 1] ?? '')) return ''
    const item = `${indent}- ${terms.join(', ')}`
    terms = []
    mark = `${indent}  - `
    return item
  }
  const textOf = (text: string): string => {
    const written = mark + text
    mark = ' '.repeat(mark.length)
    return written
  }
  const lineOf = (line: string, at: number): string => {
    const [macro, rest] = macroIn(line)
    if (macro === 'It' && lists.length > 0) return itemOf(rest, at)
    if (macro === 'Bl') {
      const sort = sortOf(rest)
      lists.push(sort)
      const [, first] = /^\.It\s+(.*)$/.exec(lines[at + 1] ?? '') ?? []
      isRule = sort === 'table' && first !== undefined
      return isRule ? rowOf(cellsOf(first ?? '')) : ''
    }
    if (macro === 'El') {
      lists.pop()
      mark = ''
      return ''
    }
    if (macro === 'Sh' || macro === 'Ss') {
      mark = ''
      return `${macro === 'Sh' ? '#' : '##'} ${said(rest)}`
    }
    if (macro !== undefined && silent.has(macro)) return ''
    const isSaid = macro === undefined || words.has(macro)
    if (!isSaid || lists.at(-1) === 'table') {
      unread(at + 1)
      return ''
    }
    if (macro === 'Sx') {
      const title = wordsOf(rest).filter(word => /\w/.test(word))
      return textOf(`[${said(rest)}](<#${title.join(' ')}>)`)
    }
    return line.trim() === '' ? '' : textOf(macro === undefined ? inline(line) : said(rest))
  }
  return lines.map(lineOf).join('\n')
}
