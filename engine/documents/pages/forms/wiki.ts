import { escaped } from '../written.ts'

const named = /\.(?:media)?wiki$/i

const isInCode = /^[ \t]*(?:```|~~~)/m

/** Whether all of a text is MediaWiki: its name says so, or its headings and its links or strong words do. */
const isWhollyWiki = (text: string, from: string): boolean =>
  named.test(from) ||
  ((text.match(/^={2,6} [^=\n]{1,200} ={2,6}[ \t]*$/gm) ?? []).length > 1 &&
    /'''\S[^'\n]{0,200}'''|\S \[\[[^\]\n]{1,200}\]\]/.test(text) &&
    !isInCode.test(text))

/** Whether a text is MediaWiki, or has tables of it; what stands in a block of code is no table. */
export const looksLikeWiki = (text: string, from: string): boolean =>
  isWhollyWiki(text, from) || (/^[ \t]*\{\|/m.test(text) && /^[ \t]*\|\}/m.test(text) && !isInCode.test(text))

const attributes = /^((?:\s*[\w-]+=(?:"[^"]*"|[^\s|"]+)(?=[\s|]))+)\s*\|(?!\|)/

const cellsOf = (texts: readonly string[], name: 'td' | 'th'): string =>
  texts
    .map(text => {
      const [stated = ''] = attributes.exec(text) ?? []
      const spans = stated.match(/\b(?:row|col)span="?\d{1,3}"?/gi) ?? []
      return `<${name} ${spans.join(' ')}>${inline(text.slice(stated.length))}`
    })
    .join('')

/** `'''strong'''`, `[[#place|link]]`, `[https://… link]`, and `<nowiki>`, in which nothing is markup. */
const inline = (text: string): string =>
  text
    .replaceAll(/<nowiki>(.*?)<\/nowiki>/g, (_, plain: string) => `<code>${escaped(plain)}</code>`)
    .replaceAll(/'{2,5}([^'\n]{1,500})'{2,5}/g, '<b>$1</b>')
    .replaceAll(
      /\[\[([^\]|\n]{1,200})(?:\|([^\]\n]{0,200}))?\]\]/g,
      (_, target: string, label?: string) => `<a href="${target}">${label ?? target}</a>`,
    )
    .replaceAll(/\[(https?:\/\/[^\s\]]{1,500}) ([^\]\n]{1,200})\]/g, '<a href="$1">$2</a>')

/** An item of a list, a term, or its definition as an item of Markdown: `** text`, `; term`, `: definition`. */
const itemOf = (line: string): string | undefined => {
  const [, marks = '', text = ''] = /^([*#:;]+)\s*(.*)$/.exec(line) ?? []
  if (marks === '') return undefined
  const depth = marks.length - 1 + (marks.endsWith(':') ? 1 : 0)
  return `${'  '.repeat(depth)}- ${inline(text)}`
}

/** The headings, lists and tables of MediaWiki as those of Markdown and HTML, line by line. */
export const markdownOfWiki = (source: string, from: string): string => {
  let inTable = false
  let inTemplate = false
  const isWhole = isWhollyWiki(source, from)
  const lineOf = (line: string): string => {
    const [, marks = '', title] = /^(={1,6})(.+)\1$/.exec(line) ?? []
    if (!inTable && title !== undefined) return `${'#'.repeat(marks.length)} ${title.trim()}`
    const starts = (mark: string): boolean => line.startsWith(mark)
    if (starts('{|')) inTable = true
    if (!inTable) return line
    if (starts('|}')) inTable = false
    if (!inTable) return '</table>'
    if (starts('{|')) return '<table><tr>'
    if (starts('|-')) return '<tr>'
    // An empty line would end the table.
    if (line === '' || starts('|+')) return '<!-- -->'
    if (starts('!')) return cellsOf(line.slice(1).split(/!!|\|\|/), 'th')
    return starts('|') ? cellsOf(line.slice(1).split('||'), 'td') : inline(line)
  }
  return source
    .split('\n')
    .map(line => {
      if (inTable || (!inTemplate && /^\s*(?:=|\{\|)/.test(line))) return lineOf(line.trim())
      if (!isWhole) return line
      // The values of a box next to the page.
      const begins = /^\{\{[^{}|]*$/.test(line)
      if (inTemplate || begins) {
        inTemplate = begins || !line.startsWith('}}')
        return line.replace(/^\|\s*([\w ]+?)\s*=\s*/, '- $1: ').replace(/^[{}]{2}.*/, '')
      }
      // What a template shows is not in the text.
      return /^\{\{[A-Z]+:[^{}]*\}\}$/.test(line) ? '' : (itemOf(line) ?? inline(line))
    })
    .join('\n')
}
