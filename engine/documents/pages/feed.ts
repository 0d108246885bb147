import { datesIn } from '../../../checks/documents/published-dates.ts'
import { isArea, isKind } from '../../../checks/documents/vocabulary.ts'
import { withoutDates } from '../days.ts'
import type { Problems } from '../problems.ts'
import { escaped, headingTag, lineComment, newlines, on } from './written.ts'

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
    return decoded(named.find(name => isKind(name) || isArea(name)) ?? '')
  }),
]

const withoutTags = (html: string): string => html.replaceAll(/<[^<>]*>/g, ' ').trim()

/** An entry of a feed, on the line on which it begins. An entry may be edited later than it is published: the first moment counts. */
interface Entry {
  readonly line: number
  readonly title: string
  readonly moments: readonly string[]
  readonly categories: readonly string[]
  /** Which may be HTML. */
  readonly text: string
}

/** The entry below its title, with its day where the title has none, with the categories that are kinds, and with its areas in front of its only text. */
const written = ({ line, title, moments, categories, text }: Entry, from: string, problems: Problems): string => {
  const [moment = ''] = datesIn(title).length > 0 ? [] : moments
  const [date] = datesIn(moment)
  const day = date?.days.length === 1 ? String(date.days[0]) : ''
  if (day !== '' && !/^\d{4}-/.test(moment))
    problems.unread({ line, why: `Line ${line} of ${from} has its date only in the feed's own form.` })
  const heading = [day, ...new Set(categories.filter(isKind)), title].filter(Boolean).join(' · ')
  const areas = categories.filter(isArea).map(area => `${escaped(area)}: `)
  const isOne = text.split('<p>').length < 3 && !/<(?!\/?(?:p|code|a|b|i|em|strong|br|span)\b)/.test(text)
  const area = areas.length === 1 && isOne ? areas[0] : ''
  // The title may name what the text goes on about: `GET /x is deprecated`, and below it `Use the new one.`
  const name = withoutDates(title)
    .replace(/[([]\s*[)\]]/, '')
    .replace(/^[^\p{L}\p{N}/]+|[\s:·–—-]+$/gu, '')
  const isLead = name !== '' && !isKind(name) && !text.includes(name)
  const lead = isOne && isLead ? `${area}${escaped(name)}: ` : area
  const named = !isOne && isLead && /\/v\d+\//.test(title) ? `<p${on(line)}>${escaped(title)}</p>\n` : ''
  const html = /<\w/.test(text)
    ? `${lineComment(line)}${lead === '' ? text : text.replace(/^\s*(?:<p>)?/, tag => tag + lead)}`
    : `<p${on(line)}>${lead}${escaped(text)}</p>`
  return `${headingTag(2, line, escaped(heading))}\n${named}${html}\n`
}

/** On which lines of a text places stand that come one behind the other. */
const linesIn = (source: string): ((at: number) => number) => {
  let [line, counted] = [1, 0]
  return at => {
    line += newlines(source.slice(counted, at))
    counted = at
    return line
  }
}

export const htmlOfFeed = (source: string, from: string, problems: Problems): string => {
  const items = within(source, 'item')
  const entries = items.length > 0 ? items : within(source, 'entry')
  if (entries.length === 0) throw new SyntaxError()
  const lineOf = linesIn(source)
  return entries
    .map(({ at, inner: entry }) => {
      const line = lineOf(at)
      const [title = ''] = elementsOf(entry, 'title').map(withoutTags)
      const content = ['content:encoded', 'content', 'description', 'summary'].map(name => elementsOf(entry, name)[0])
      const moments = ['published', 'dc:date', 'pubDate', 'updated'].flatMap(name => elementsOf(entry, name))
      const categories = categoriesOf(entry)
      return written({ line, title, moments, categories, text: content.find(Boolean) ?? '' }, from, problems)
    })
    .join('')
}

/** Whether a text is a JSON Feed (jsonfeed.org), which says so itself. */
export const looksLikeJsonFeed = (text: string): boolean =>
  /^\s*\{/.test(text) && /"version"\s*:\s*"https?:\/\/jsonfeed\.org\//.test(text)

/** A JSON Feed as HTML, entry by entry. Throws on what is none. */
export const htmlOfJsonFeed = (source: string, from: string, problems: Problems): string => {
  const { items } = JSON.parse(source) as { readonly items: readonly Readonly<Record<string, unknown>>[] }
  const lineOf = linesIn(source)
  let at = 0
  return items
    .map(item => {
      const texts = (...names: readonly string[]): readonly string[] =>
        names.flatMap(name => item[name] ?? []).filter(value => typeof value === 'string')
      const [id = ''] = texts('id')
      at = Math.max(at, source.indexOf(JSON.stringify(id), at))
      const line = lineOf(at)
      const [title = ''] = texts('title')
      const plain = texts('content_text', 'summary').map(text => `<p>${escaped(text)}</p>`)
      const [text = ''] = [...texts('content_html'), ...plain]
      const moments = texts('date_published', 'date_modified')
      return written({ line, title, moments, categories: texts('tags'), text }, from, problems)
    })
    .join('')
}
