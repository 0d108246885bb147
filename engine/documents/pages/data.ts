import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node } from 'yaml'
import { jsonOf } from '../../../contracts/json.ts'
import { yamlDocuments } from '../yaml.ts'
import { htmlOfRecords } from './records.ts'
import { type Data, namesIn } from './structured.ts'

/** Whether a text is data: JSON, or YAML by its name or by all that it holds. */
export const looksLikeData = (text: string, from: string): boolean =>
  /^\s*(?:\{|\[(?![^\]"\n]*\]\())/.test(text)
    ? /\.json$/i.test(from) || isJson(text) || isJsonLines(text)
    : /\.ya?ml$/i.test(from) || isYaml(text)

/** Whether a text is nothing but records in YAML: a list of them, or members of which one has further ones. */
const isYaml = (text: string): boolean => {
  if (!/^(?:\s*#.*\n)*(?:---\s*\n)?(?:- )?[\w-]+:(?:[ \t]|\n)/.test(text)) return false
  try {
    const [document, more] = yamlDocuments(text, {})
    const root = document?.contents
    if (!document || document.errors.length > 0 || more) return false
    return isSeq(root)
      ? root.items.every(item => isMap(item) && item.items.length > 1)
      : isMap(root) && root.items.some(({ value }) => isMap(value) || (isSeq(value) && value.items.some(isMap)))
  } catch {
    return false
  }
}

const isJson = (text: string): boolean => jsonOf(text.trim()) !== undefined

const isJsonLines = (text: string): boolean => {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  return lines.length > 1 && lines.every(line => line.startsWith('{') && isJson(line))
}

/** An item of YAML that is a sentence with a colon in it, and no object: `- PAT management: fields added`. */
const sentenceOf = (node: unknown, line: number): Data | undefined => {
  const [pair, more] = isMap(node) ? node.items : []
  const name = isScalar(pair?.key) && !pair.key.type?.startsWith('QUOTE') ? String(pair.key.value) : ''
  const text = isScalar(pair?.value) ? String(pair.value.value) : ''
  return !more && text.includes(' ') && /\p{L} \p{L}/u.test(name) ? { line, value: `${name}: ${text}` } : undefined
}

/** Parts of structured text that are read: an alias stands for as many as what it repeats. */
const mostParts = 100_000

/** The parts of a document; throws where there are too many. */
const partsOf = (document: Document, lineOf: (node: unknown) => number): Data => {
  let count = 0
  const dataOf = (node: unknown): Data => {
    if (++count > mostParts) throw new RangeError()
    if (isAlias(node)) return { ...dataOf(node.resolve(document)), line: lineOf(node) }
    const line = lineOf(node)
    if (isSeq(node)) return { line, value: node.items.map((item, at) => [at, sentenceOf(item, line) ?? dataOf(item)]) }
    if (!isMap(node)) return { line, value: isScalar(node) ? node.value : null }
    const value = node.items.map(({ key, value }) => {
      const data = dataOf(value)
      return [isScalar(key) ? String(key.value) : '', { ...data, line: lineOf(key), begins: data.line }] as const
    })
    return { line, value }
  }
  return dataOf(document.contents)
}

/** JSON or YAML as HTML; several documents of one shape, or a line for each, are a list of them. Throws on what is none of these. */
export const htmlOfData = (source: string): string => {
  const lines = new LineCounter()
  const written = isJsonLines(source) ? `[${source.replaceAll(/\}[ \t\r]*\n(?=\s*\{)/g, '},\n')}]` : source
  const documents = [...yamlDocuments(written, { uniqueKeys: false }, lines)]
  if (documents.some(({ errors }) => errors.length > 0)) throw new SyntaxError()
  const lineOf = (node: unknown): number => lines.linePos((node as Node | null)?.range?.[0] ?? 0).line
  // Behind the last mark of a document, nothing may stand.
  const roots = documents.map(document => partsOf(document, lineOf)).filter(({ value }) => value !== null)
  const [first, ...others] = roots.map(root => new Set(namesIn(root)))
  const isOfOneShape = [...(first ?? [])].some(name => others.every(names => names.has(name)))
  return others.length > 0 && isOfOneShape
    ? htmlOfRecords(new Map(roots.entries()))
    : roots.map(({ value }) => htmlOfRecords(value)).join('')
}
