import { replacementLabel } from '../../replacement-label.ts'
import { htmlOfRecords } from '../records.ts'
import { type Data, type Field, itemsOf } from '../structured.ts'
import { escaped, on } from '../written.ts'

/** `Status: Deprecated`; what goes on with a field is indented. */
const field = /^([\p{L}][\p{L}\p{N}_-]{0,30}(?: [\p{L}]{1,20})?):(?:[ \t]+(.*))?$/u
/** What begins a line of a list: an endpoint, or the name of an operation and no more. */
const item = /^(?:[-*•] |(?:[A-Z]{3,7} +)?\/\S|[A-Za-z]+[a-z][A-Z]\w*$)/

interface Line {
  readonly at: number
  readonly text: string
}

/** A line of a comment; with more marks, it is a heading of Markdown. */
const comment = /^#(?!#)\s*(.*)$/

/** Lines that stand together, without the comments in front of them. */
const stanzasOf = (source: string): readonly (readonly Line[])[] => {
  const stanzas: Line[][] = [[]]
  let begun = false
  for (const [index, text] of source.split('\n').entries())
    if (text.trim() === '') stanzas.push([])
    else if (begun || !comment.test(text)) {
      begun = true
      stanzas.at(-1)?.push({ at: index + 1, text })
    }
  return stanzas.filter(({ length }) => length > 0)
}

const isField = ({ text }: Line): boolean => field.test(text)
const nameIn = ({ text }: Line): string => field.exec(text)?.[1] ?? ''

/** Whether a text is nothing but stanzas of fields, as mail and Debian have them (RFC 822): a name in one of them is one in another. */
export const looksLikeStanzas = (text: string): boolean => {
  const stanzas = stanzasOf(text)
  const [first] = stanzas[0] ?? []
  return (
    stanzas.length > 1 &&
    stanzas.every(
      ([line, ...more]) => line && isField(line) && more.every(one => isField(one) || /^\s/.test(one.text)),
    ) &&
    stanzas.slice(1).some(lines => lines.some(line => first && nameIn(line) === nameIn(first))) &&
    stanzas.some(lines => lines.filter(isField).length > 1)
  )
}

const listOf = (line: number, values: readonly Data[]): Data => ({ line, value: new Map(values.entries()) })

/** Lines of a value: items where they begin as such, or else a text that is folded. */
const valueIn = (lines: readonly Line[]): Data => {
  const texts = lines
    .map(({ at, text }) => ({ at, text: text.trim() }))
    .filter(({ text }) => text !== '' && text !== '.')
  const line = texts[0]?.at ?? lines[0]?.at ?? 1
  const items: { line: number; value: string }[] = []
  for (const { at, text } of texts) {
    const last = items.at(-1)
    if (last && !item.test(text)) last.value += ` ${text}`
    else items.push({ line: at, value: text.replace(/^[-*•] /, '') })
  }
  return items.length > 1 ? listOf(line, items) : { line, value: items[0]?.value ?? '' }
}

const recordOf = (lines: readonly Line[]): Data => {
  const fields = new Map<string, Line[][]>()
  let last: Line[] | undefined
  for (const { at, text } of lines) {
    const [, name, value = ''] = field.exec(text) ?? []
    if (name === undefined) last?.push({ at, text })
    else {
      last = [{ at, text: value }]
      fields.set(name, [...(fields.get(name) ?? []), last])
    }
  }
  const members = [...fields].map(([name, values]): Field => {
    const all = values.map(valueIn)
    const [first] = all as [Data, ...Data[]]
    return [name, all.length > 1 ? listOf(first.line, all) : first]
  })
  return { line: lines[0]?.at ?? 1, value: new Map(inPairs(members)) }
}

/** Fields of which one lists as many things as the other has replacements for them, as one list. */
const inPairs = (members: readonly Field[]): readonly Field[] => {
  const sizeOf = ([, data]: Field): number => itemsOf(data).length
  const news = members.find(([name]) => replacementLabel.test(name.replaceAll(/[_-]/g, ' ')))
  const olds = news && members.find(member => member !== news && sizeOf(member) === sizeOf(news))
  if (!news || !olds || sizeOf(news) === 0) return members
  const pairs = itemsOf(olds[1]).map((old, at): Data => {
    const fields: readonly Field[] = [
      ['endpoint', old],
      [news[0], itemsOf(news[1])[at] as Data],
    ]
    return { line: old.line, value: new Map(fields) }
  })
  return members.flatMap((member): readonly Field[] =>
    member === news ? [] : [member === olds ? [olds[0], listOf(olds[1].line, pairs)] : member],
  )
}

/** Stanzas as HTML: each is a record. Comments above them are paragraphs. */
export const htmlOfStanzas = (source: string): string => {
  const comments = source.split('\n').flatMap((text, index) => {
    const said = comment.exec(text)?.[1]
    return said === undefined ? [] : [`<span${on(index + 1)}>${escaped(said)}</span>`]
  })
  const records = stanzasOf(source).map(recordOf)
  return `<p>${comments.join('\n')}</p>${htmlOfRecords(new Map(records.entries()))}`
}
