/** Whether a text is a manual page: its first macro gives its title. */
export const looksLikeTroff = (text: string): boolean => /^(?:(?:[.']\\".*|[.']?[ \t]*)\n)*\.TH\s/.test(text)

/** Words of a line, of which one in double quotes may have spaces. */
export const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/"((?:[^"]|"")*)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)

/** The macro of a line, and what stands behind it; a comment is a macro without a name. */
export const macroIn = (line: string): readonly [macro: string | undefined, rest: string] => {
  const [, macro, rest = ''] = /^[.']\s*(\w*)\s*(.*)$/.exec(line.replace(/^([.'])\\".*/, '$1')) ?? []
  return [macro, rest]
}

const characters = new Map(
  Object.entries({ bu: '•', em: '—', en: '–', hy: '-', aq: "'", dq: '"', lq: '“', rq: '”', ha: '^', ti: '~' }),
)

/** Text without changes of the font, and with what its escapes stand for. No letter of it is a mark of Markdown. */
export const inline = (text: string): string =>
  text
    .replaceAll(/\\".*$/g, '')
    .replaceAll(/\\f(?:\[[^\]]*\]|\(..|.)|\\s[-+]?\d|\\[&|^%,/]/g, '')
    .replaceAll(/\\\((..)|\\\[(\w+)\]/g, (_, short, long) => characters.get(short ?? long) ?? ' ')
    .replaceAll(/\\([-e ~0])/g, (_, mark: string) => (mark === '-' ? '-' : ' '))
    .replaceAll(/[<*_`#[\]]/g, '\\$&')

const silent = new Set(['', ...'TH ad nh hy sp br ne nf fi PD RS RE in ft UE TE'.split(' ')])
const paragraphs = new Set(['PP', 'P', 'LP', 'HP'])
const fonts = new Set(['B', 'I', 'R', 'SM', 'SB'])
/** Fonts that change from word to word, without a space between them. */
const mixed = new Set(['BR', 'RB', 'IR', 'RI', 'BI', 'IB'])

/** A manual page as Markdown, line by line. `unread` is told of a macro that is not known: it may be of a table. */
export const markdownOfTroff = (source: string, unread: (line: number) => void): string => {
  let begins = false
  let indent = ''
  /** Whether the lines are those of a table, which is not read: they are no sentences. */
  let inTable = false
  const textOf = (text: string): string => {
    const mark = begins ? '- ' : indent
    begins = false
    return mark + text
  }
  const lineOf = (line: string, at: number): string => {
    const [macro, rest] = macroIn(line)
    if (inTable && macro !== 'TE') return ''
    inTable = macro === 'TS'
    if (macro === undefined) return line.trim() === '' ? '' : textOf(inline(line))
    const words = wordsOf(rest).map(inline)
    if (fonts.has(macro)) return textOf(words.join(' '))
    if (mixed.has(macro)) return textOf(words.join(''))
    if (silent.has(macro)) return ''
    begins = false
    indent = ''
    if (macro === 'SH' || macro === 'SS') return `${macro === 'SH' ? '#' : '##'} ${words.join(' ')}`
    if (paragraphs.has(macro)) return ''
    if (macro !== 'IP' && macro !== 'TP') {
      unread(at + 1)
      return ''
    }
    // An item with a mark, or with a term that stands next to the macro or below it.
    const [term = ''] = macro === 'IP' ? words : []
    indent = '  '
    begins = !/[\p{L}\p{N}]/u.test(term) || /^\d{1,3}[.)]?$/.test(term)
    return begins ? '' : `- ${term}`
  }
  return source.split('\n').map(lineOf).join('\n')
}
