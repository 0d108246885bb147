import { escaped } from '../written.ts'

/** Whether a text is Textile, or what Jira and Confluence have in its place: headings such as `h1. Title`, and tables without a rule. */
export const looksLikeTextile = (text: string, from: string): boolean =>
  /\.textile$/i.test(from) || (/^h[1-6]\. \S/m.test(text) && /^\|(?:_\.|\|) ?\S/m.test(text))

/** `@code@` and `{{code}}`, `*strong*`, `"label":address` and `[label|address]`. */
const inline = (text: string): string =>
  text
    .replaceAll(
      /\{\{([^{}\n]*(?:\{[^{}\n]*\}[^{}\n]*)*)\}\}|(?<![\p{L}\p{N}])@([^@\n]+)@/gu,
      (_, one, other) => `<code>${escaped(one ?? other)}</code>`,
    )
    .replaceAll(/"([^"\n]{1,200})":(#?[\w/:.#-]+)/g, '<a href="$2">$1</a>')
    .replaceAll(/\[([^|\]\n]{1,200})\|([^\]\s|]{1,500})\]/g, '<a href="$2">$1</a>')
    .replaceAll(/(?<![\p{L}\p{N}*|])\*([^*\n]+)\*(?![\p{L}\p{N}*])/gu, '<b>$1</b>')

/** A row of a table: `|_. Name|` and `||Name||` are cells of its head. */
const rowOf = (line: string): string => {
  const isHead = /^\|\|.*\|\|$/.test(line)
  const links = line.replaceAll(/\[[^\]\n]*\]/g, link => link.replaceAll('|', '\uE005'))
  const cells = links.replaceAll(isHead ? /^\|\||\|\|$/g : /^\||\|$/g, '').split(isHead ? '||' : '|')
  return `<tr>${cells
    .map(cell => {
      const name = isHead || cell.startsWith('_') ? 'th' : 'td'
      const text = cell.replace(/^(?:[_=<>~^-]|[\\/]\d+)*\. /, '').replaceAll('\uE005', '|')
      return `<${name}>${inline(text.trim())}</${name}>`
    })
    .join('')}</tr>`
}

/** Macros of Confluence: of a status, its title counts, and of a note or a panel, what stands in it. */
const withoutMacros = (source: string): string =>
  source
    .replaceAll(/\{status:(?:[^{}\n]{0,200}\|)?title=([^|{}\n]{0,200})(?:\|[^{}\n]{0,200})?\}/g, '$1')
    .replaceAll(/^\{(?:noformat|code)(?::[^{}\n]*)?\}$/gm, '```')
    .replaceAll(/^\{(?:info|note|tip|warning|panel|toc|expand)(?::[^{}\n]*)?\}$/gm, '')
    .replaceAll(/\\([{}])/g, (_, brace: string) => (brace === '{' ? '\uE006' : '\uE007'))

const unescaped = (text: string): string => text.replaceAll('\uE006', '{').replaceAll('\uE007', '}')

/** The headings, lists and tables of Textile as those of Markdown and HTML, line by line. */
export const markdownOfTextile = (source: string): string => {
  const lines = withoutMacros(source)
    .split('\n')
    .map(line => line.trimEnd())
  const isRow = (at: number): boolean => /^\|.*\|$/.test(lines[at] ?? '')
  return lines
    .map((line, at) => {
      if (isRow(at)) return `${isRow(at - 1) ? '' : '<table>'}${rowOf(line)}${isRow(at + 1) ? '' : '</table>'}`
      const [, depth, title] = /^h([1-6])(?:\([^)]*\))?\. +(.*)$/.exec(line) ?? []
      if (title !== undefined) return `${'#'.repeat(Number(depth))} ${inline(title)}`
      const [, marks = '', item = ''] = /^([*#-]+) +(.*)$/.exec(line) ?? []
      if (marks !== '') return `${'  '.repeat(marks.length - 1)}- ${inline(item)}`
      return inline(line.replace(/^p\. +/, ''))
    })
    .map(unescaped)
    .join('\n')
}
