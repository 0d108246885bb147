import { Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { htmlOfRecords } from '../data.ts'
import { decoded } from '../feed.ts'

/** Whether a text is XML with elements of its own; pages and feeds in XML are read before. */
export const looksLikeXml = (text: string): boolean => /^\s*<\?xml\s/.test(text)

const part =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<!DOCTYPE[^>[]*>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

interface Element {
  readonly name: string
  readonly at: number
  readonly attributes: readonly Pair[]
  readonly children: Element[]
  text: string
}

const deepest = 40

/** An element with attributes or further elements is an object, and any other one its text. */
const contentOf = ({ attributes, children, text, at }: Element): YAMLMap | Scalar => {
  const said = text.replaceAll(/\s+/g, ' ').trim()
  const range: [number, number, number] = [at, at, at]
  if (attributes.length + children.length === 0) return Object.assign(new Scalar(said), { range })
  const map = new YAMLMap()
  map.range = range
  const names = [...new Set(children.map(({ name }) => name))]
  map.items = [
    ...attributes,
    ...(said === '' ? [] : [new Pair(Object.assign(new Scalar('description'), { range }), new Scalar(said))]),
    ...names.map(name => {
      const same = children.filter(child => child.name === name)
      const [first] = same as [Element, ...Element[]]
      const key = Object.assign(new Scalar(name), { range: [first.at, first.at, first.at] as typeof range })
      const values = same.map(contentOf)
      // One element of a kind that could be there again is a list of one.
      if (values.length === 1 && (first.attributes.length === 0 || first.children.length > 0))
        return new Pair(key, values[0])
      const list = new YAMLSeq()
      list.items = values
      list.range = key.range
      return new Pair(key, list)
    }),
  ]
  return map
}

/** XML as HTML: elements that are there again are rows of a table, or sections where they have further ones. Throws on what is not XML. */
export const htmlOfXml = (source: string): string => {
  const root: Element = { name: '', at: 0, attributes: [], children: [], text: '' }
  const open = [root]
  part.lastIndex = 0
  while (part.lastIndex < source.length) {
    const at = part.lastIndex
    const [whole, data, end, name, attributes = '', empty, text] = part.exec(source) ?? []
    const around = open.at(-1)
    if (whole === undefined || around === undefined || open.length > deepest) throw new SyntaxError()
    around.text += data ?? decoded(text ?? '')
    if (end !== undefined && open.pop()?.name !== end) throw new SyntaxError()
    if (name === undefined) continue
    const range: [number, number, number] = [at, at, at]
    const stated = [...attributes.matchAll(attribute)].filter(([, key = '']) => !/^xmlns\b|:/.test(key))
    const element: Element = {
      name,
      at,
      attributes: stated.map(
        ([, key = '', double, single]) =>
          new Pair(
            Object.assign(new Scalar(key), { range }),
            Object.assign(new Scalar(decoded(double ?? single ?? '')), { range }),
          ),
      ),
      children: [],
      text: '',
    }
    around.children.push(element)
    if (empty === '') open.push(element)
  }
  if (open.length !== 1) throw new SyntaxError()
  const starts = [...source.matchAll(/\n/g)].map(({ index }) => index)
  return htmlOfRecords(contentOf(root), offset => starts.filter(start => start < offset).length + 1)
}
