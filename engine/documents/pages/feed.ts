import { datesIn } from '../../../checks/documents/published-dates.ts'
import { isKind } from '../../../checks/documents/vocabulary.ts'
import type { Problems } from '../problems.ts'
import { escaped, lineAttribute, lineComment } from './html.ts'

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

/** What an element of a feed holds: its text, which may be HTML. */
const textOf = (source: string): string =>
  source
    .split(/<!\[CDATA\[([\s\S]*?)\]\]>/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll(/&(lt|gt|quot|apos|amp|#\d{1,7}|#x[\da-f]{1,6});/gi, characterOf),
    )
    .join('')
    .trim()

const elementsOf = (source: string, names: string): readonly string[] =>
  [...source.matchAll(new RegExp(`<(${names})(?:\\s[^>]*)?>([\\s\\S]*?)</\\1>`, 'gi'))].map(([, , value = '']) =>
    textOf(value),
  )

const withoutTags = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').trim()

/** A feed as HTML: each entry below its title, with its day where the title has none, and with the categories that are kinds. */
export const htmlOfFeed = (source: string, from: string, problems: Problems): string => {
  const entries = [...source.matchAll(/<(item|entry)\b[^>]*>([\s\S]*?)<\/\1>/gi)]
  if (entries.length === 0) throw new SyntaxError()
  return entries
    .map(({ index, 2: entry = '' }) => {
      const line = source.slice(0, index).split('\n').length
      const [title = ''] = elementsOf(entry, 'title').map(withoutTags)
      const content = ['content:encoded', 'content', 'description', 'summary'].map(name => elementsOf(entry, name)[0])
      const text = content.find(Boolean) ?? ''
      const isDated = datesIn(title).length > 0
      // An entry may be edited later than it is published.
      const moments = ['published', 'dc:date', 'pubDate', 'updated'].flatMap(name => elementsOf(entry, name))
      const [moment = ''] = isDated ? [] : moments
      const day = dayOf(moment)
      if (day !== '' && !/^\d{4}-/.test(moment))
        problems.unread({ line, why: `Line ${line} of ${from} has its day only in the form that a feed has for it.` })
      const kinds = elementsOf(entry, 'category').filter(isKind)
      const heading = [day, ...kinds, title].filter(Boolean).join(' · ')
      const body = /<\w/.test(text)
        ? `${lineComment(line)}${text}`
        : `<p ${lineAttribute}="${line}">${escaped(text)}</p>`
      return `<h2 ${lineAttribute}="${line}">${escaped(heading)}</h2>\n${body}\n`
    })
    .join('')
}

/** The day of a moment as it is published: one of another zone may be the day before or after. */
const dayOf = (published: string): string =>
  /^\d{4}-\d{2}-\d{2}/.exec(published)?.[0] ??
  (Number.isNaN(Date.parse(published))
    ? ''
    : new Date(`${published.replace(/\d{2}:\d{2}.*$/, '')} UTC`).toISOString().slice(0, 10))
