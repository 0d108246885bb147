import { datesIn } from '../../../checks/documents/published-dates.ts'
import { isKind } from '../../../checks/documents/vocabulary.ts'
import type { Problems } from '../problems.ts'
import { escaped, lineComment, on } from './written.ts'

/** Whether a text is an RSS or Atom feed. */
export const looksLikeFeed = (text: string): boolean =>
  /^(?:\s|<\?xml[^>]*>|<\?xml-stylesheet[^>]*>|<!--(?:(?!-->)[\s\S])*-->)*<(?:rss|feed|rdf:RDF)\b/i.test(
    text.slice(0, 4_096),
  )

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** The character that a reference stands for (XML 1.0, section 4.1). */
const characterOf = (reference: string, name: string): string => {
  const [, hex, decimal] = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name) ?? []
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return entities[name] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : reference)
}

/** Text with the references of XML resolved. */
const decoded = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|apos|amp|#\d{1,7}|#x[\da-f]{1,6});/gi, characterOf)

/** What an element of a feed holds: its text, which may be HTML. */
const textOf = (source: string): string =>
  source
    .split('<![CDATA[')
    .map((part, at) => {
      const end = at === 0 ? 0 : part.indexOf(']]>')
      return end < 0 ? part : part.slice(0, end) + decoded(part.slice(at === 0 ? 0 : end + 3))
    })
    .join('')
    .trim()

/** What stands between the tags of each element of a name, and where. It reads the source once, however it is broken. */
const within = (source: string, name: string): readonly { readonly at: number; readonly inner: string }[] => {
  const start = new RegExp(`<${name}(?:\\s[^<>]*)?>`, 'g')
  const end = `</${name}>`
  const found: { at: number; inner: string }[] = []
  for (let match = start.exec(source); match; match = start.exec(source)) {
    const close = source.indexOf(end, start.lastIndex)
    if (close < 0) break
    found.push({ at: match.index, inner: source.slice(start.lastIndex, close) })
    start.lastIndex = close + end.length
  }
  return found
}

const elementsOf = (source: string, name: string): readonly string[] =>
  within(source, name).map(({ inner }) => textOf(inner))

/** What the categories of an entry are called: in the text of RSS, or in attributes of Atom (RFC 4287, section 4.2.2). */
const categoriesOf = (entry: string): readonly string[] => [
  ...elementsOf(entry, 'category'),
  ...[...entry.matchAll(/<category\s[^<>]*>/g)].map(([tag]) => {
    const named = ['label', 'term'].map(name => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? '')
    return decoded(named.find(isKind) ?? '')
  }),
]

const withoutTags = (html: string): string => html.replaceAll(/<[^<>]*>/g, ' ').trim()

/** A feed as HTML: each entry below its title, with its day where the title has none, and with the categories that are kinds. */
export const htmlOfFeed = (source: string, from: string, problems: Problems): string => {
  const items = within(source, 'item')
  const entries = items.length > 0 ? items : within(source, 'entry')
  if (entries.length === 0) throw new SyntaxError()
  let [line, counted] = [1, 0]
  return entries
    .map(({ at, inner: entry }) => {
      line += source.slice(counted, at).split('\n').length - 1
      counted = at
      const [title = ''] = elementsOf(entry, 'title').map(withoutTags)
      const content = ['content:encoded', 'content', 'description', 'summary'].map(name => elementsOf(entry, name)[0])
      const text = content.find(Boolean) ?? ''
      const isDated = datesIn(title).length > 0
      // An entry may be edited later than it is published.
      const moments = ['published', 'dc:date', 'pubDate', 'updated'].flatMap(name => elementsOf(entry, name))
      const [moment = ''] = isDated ? [] : moments
      const [date] = datesIn(moment)
      const day = date?.days.length === 1 ? String(date.days[0]) : ''
      if (day !== '' && !/^\d{4}-/.test(moment))
        problems.unread({ line, why: `Line ${line} of ${from} has its date only in the feed's own form.` })
      const kinds = [...new Set(categoriesOf(entry).filter(isKind))]
      const heading = [day, ...kinds, title].filter(Boolean).join(' · ')
      const body = /<\w/.test(text) ? `${lineComment(line)}${text}` : `<p${on(line)}>${escaped(text)}</p>`
      return `<h2${on(line)}>${escaped(heading)}</h2>\n${body}\n`
    })
    .join('')
}
