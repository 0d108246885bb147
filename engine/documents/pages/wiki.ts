/** Whether a text has tables of MediaWiki; what stands in a block of code is no table. */
export const looksLikeWiki = (text: string): boolean =>
  /^[ \t]*\{\|/m.test(text) && /^[ \t]*\|\}/m.test(text) && !/^[ \t]*(?:```|~~~)/m.test(text)

const longestHeading = 200
const heading = /^(={1,6})\s*(\S.*?)\s*\1\s*$/
const attributes = /^((?:\s*[\w-]+=(?:"[^"]*"|[^\s|"]+)(?=[\s|]))+)\s*\|(?!\|)/

const cellOf = (text: string, name: 'td' | 'th'): string => {
  const stated = attributes.exec(text)
  const spans = stated?.[1]?.match(/\b(?:row|col)span\s*=\s*"?\d{1,3}"?/gi)?.join(' ') ?? ''
  return `<${name} ${spans}>${inline(text.slice(stated?.[0].length ?? 0))}`
}

/** `'''strong'''`, `[[#place|link]]`, `[https://… link]` */
const inline = (text: string): string =>
  text
    .replaceAll(/'{2,5}([^'\n]{1,500})'{2,5}/g, '<b>$1</b>')
    .replaceAll(
      /\[\[([^\]|\n]{1,200})(?:\|([^\]\n]{0,200}))?\]\]/g,
      (_, target: string, label?: string) => `<a href="${target}">${label ?? target}</a>`,
    )
    .replaceAll(/\[(https?:\/\/[^\s\]]{1,500}) ([^\]\n]{1,200})\]/g, '<a href="$1">$2</a>')

/** The headings and tables of MediaWiki as those of Markdown and HTML, line by line. */
export const markdownOfWiki = (source: string): string => {
  let inTable = false
  const lineOf = (line: string): string => {
    const [, marks = '', title = ''] = line.length > longestHeading ? [] : (heading.exec(line) ?? [])
    if (!inTable && marks !== '') return `${'#'.repeat(marks.length)} ${title}`
    if (/^\s*\{\|/.test(line)) {
      inTable = true
      return '<table><tr>'
    }
    if (!inTable) return line
    if (/^\s*\|\}/.test(line)) {
      inTable = false
      return '</table>'
    }
    if (/^\s*\|-/.test(line)) return '<tr>'
    const [, mark, rest = ''] = /^\s*([|!])(?!\+)(.*)$/.exec(line) ?? []
    // An empty line would end the table.
    if (mark === undefined) return line.trim() === '' || /^\s*\|\+/.test(line) ? '<!-- -->' : inline(line)
    const name = mark === '!' ? 'th' : 'td'
    return rest
      .split(mark === '!' ? /!!|\|\|/ : '||')
      .map(text => cellOf(text, name))
      .join('')
  }
  return source.split('\n').map(lineOf).join('\n')
}
