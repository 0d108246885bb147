import { isDeepStrictEqual } from 'node:util'
import { Document, isCollection, isMap, isNode, isPair, isScalar, isSeq, type Node, stringify, visit } from 'yaml'
import { asMapping } from '../documents/reference/local-reference.ts'
import { dataOf, readStructuredText, type StructuredText } from '../documents/reference/structured-text.ts'

/** A text again, and whether it kept its comments and layout. */
export interface Written {
  readonly text: string
  readonly kept: boolean
}

/** What readers of YAML 1.1 take for a date or a number although it is text. */
const ambiguous = /^\d[\d-]*$/

const quoteAmbiguous = (node: Node): void =>
  visit(node, {
    Scalar: (_key, scalar) => {
      if (typeof scalar.value === 'string' && ambiguous.test(scalar.value)) scalar.type = 'QUOTE_SINGLE'
    },
  })

/** Puts into a YAML document what makes `before` to `after`; what both share is not looked at. */
const put = (document: Document, before: unknown, after: unknown, at: readonly string[]): void => {
  if (before === after) return
  const old = asMapping(before)
  const now = asMapping(after)
  if (old === undefined || now === undefined) {
    const node = document.createNode(after, { aliasDuplicateObjects: false })
    quoteAmbiguous(node)
    const present = document.getIn(keysIn(document, at), true)
    // A scalar keeps its comment.
    if (isScalar(present) && isScalar(node)) Object.assign(present, { value: node.value })
    else document.setIn(keysIn(document, at), node)
    return
  }
  for (const key of Object.keys(old)) if (!Object.hasOwn(now, key)) document.deleteIn(keysIn(document, [...at, key]))
  for (const key of Object.keys(now))
    put(document, Object.hasOwn(old, key) ? old[key] : undefined, now[key], [...at, key])
}

/** The keys as the document has them: `200` may be a number there. */
const keysIn = (document: Document, at: readonly string[]): readonly unknown[] =>
  at.map((key, index) => {
    const parent = index === 0 ? document.contents : document.getIn(keysIn(document, at.slice(0, index)), true)
    const items = (parent as { items?: readonly { readonly key?: unknown }[] } | null)?.items ?? []
    const found = items.find(item => isScalar(item.key) && String(item.key.value) === key)
    if (found !== undefined) return found.key
    const node = document.createNode(key)
    quoteAmbiguous(node)
    return node
  })

/** How the text is laid out, by what stands right below the root; so that what is not touched stays as it was. */
const layoutOf = (document: Document, source: string): { readonly indent: number; readonly indentSeq: boolean } => {
  const values = isMap(document.contents) ? document.contents.items.map(({ value }) => value) : []
  const column = (node: unknown): number | undefined => {
    const start = isCollection(node) && !node.flow ? node.range?.[0] : undefined
    return start === undefined ? undefined : start - (source.lastIndexOf('\n', start - 1) + 1)
  }
  const indent = values.filter(isMap).map(column).find(Boolean) ?? 2
  const list = values
    .filter(isSeq)
    .map(column)
    .find(found => found !== undefined)
  return { indent: Math.min(8, Math.max(2, indent)), indentSeq: list !== 0 }
}

/** A piece of text to be put in at an offset. */
interface Insertion {
  readonly at: number
  readonly text: string
}

const rangeOf = (node: unknown): readonly [start: number, end: number] => {
  const [start = Number.NaN, end = Number.NaN] = isNode(node) ? (node.range ?? []) : []
  return [start, end]
}

/** Where the line ends on which the last value of a block ends. */
const endOf = (node: unknown, source: string): number => {
  if (isCollection(node) && !node.flow && node.items.length > 0) {
    const last = node.items.at(-1)
    return endOf(isPair(last) ? (last.value ?? last.key) : last, source)
  }
  const [, end] = rangeOf(node)
  const before = source[end - 1] === '\n' ? end - 1 : end
  const line = source.indexOf('\n', before)
  return line === -1 ? source.length : line
}

/** The members that an object got, as text to be put in below those that it had. Undefined where it changed otherwise. */
const insertions = (
  document: Document,
  source: string,
  before: unknown,
  after: unknown,
  at: readonly string[],
): readonly Insertion[] | undefined => {
  if (before === after) return []
  const [old, now] = [asMapping(before), asMapping(after)]
  const node = at.length === 0 ? document.contents : document.getIn(keysIn(document, at), true)
  if (old === undefined || now === undefined || !isMap(node) || node.flow || node.items.length === 0)
    return isDeepStrictEqual(before, after) ? [] : undefined
  if (Object.keys(old).some(key => !Object.hasOwn(now, key))) return undefined
  const fresh = Object.keys(now).filter(key => !Object.hasOwn(old, key))
  const inner = Object.keys(old).map(key => insertions(document, source, old[key], now[key], [...at, key]))
  if (inner.includes(undefined)) return undefined
  const [first] = rangeOf(node.items[0]?.key)
  const indent = ' '.repeat(first - (source.lastIndexOf('\n', first - 1) + 1))
  const added = new Document(Object.fromEntries(fresh.map(key => [key, now[key]])), { aliasDuplicateObjects: false })
  quoteAmbiguous(added.contents as Node)
  const lines = added
    .toString({ lineWidth: 0, ...layoutOf(document, source) })
    .trimEnd()
    .split('\n')
  const text = lines.map(line => `\n${indent}${line}`).join('')
  return [...(inner as Insertion[][]).flat(), ...(fresh.length === 0 ? [] : [{ at: endOf(node, source), text }])]
}

/** The text with nothing but the new members put in; undefined where that does not come out as it should. */
const spliced = (
  document: Document,
  source: string,
  before: unknown,
  after: unknown,
  from: string,
): string | undefined => {
  try {
    const pieces = [...(insertions(document, source, before, after, []) ?? [])].sort((a, b) => a.at - b.at)
    let text = ''
    let done = 0
    for (const piece of pieces) {
      text += source.slice(done, piece.at) + piece.text
      done = piece.at
    }
    text += source.slice(done)
    return isDeepStrictEqual(readStructuredText(text, from).value, after) ? text : undefined
  } catch {
    // A text that cannot be read again is no outcome.
    return undefined
  }
}

/** The document with the new members in it, laid out anew. */
const rewritten = (document: Document, source: string, before: unknown, after: unknown): string | undefined => {
  const layout = layoutOf(document, source)
  try {
    put(document, before, after, [])
    // Anchors and merge keys may have carried a change to where it does not belong.
    return isDeepStrictEqual(dataOf(document), after) ? document.toString({ lineWidth: 0, ...layout }) : undefined
  } catch {
    // The library refuses to write a document with errors, and to change what is behind an alias.
    return undefined
  }
}

const asJson = (source: string, after: unknown): string => {
  const indent = /^\s*\{[ \t]*\r?\n([ \t]+)"/.exec(source)?.[1] ?? (source.trimEnd().includes('\n') ? 2 : 0)
  return `${JSON.stringify(after, null, indent)}\n`
}

/** Writes a changed document as it was written: JSON as JSON, YAML as YAML with its comments, and where that can be, with its layout. */
export const writeAgain = (given: string, { value, yaml }: StructuredText, after: unknown, from: string): Written => {
  if (yaml === undefined) return { text: asJson(given, after), kept: true }
  const mark = given.startsWith('\uFEFF') ? '\uFEFF' : ''
  const crlf = given.includes('\r\n')
  const lines = (written: string): string => mark + (crlf ? written.replaceAll(/\r?\n/g, '\r\n') : written)
  const source = given.slice(mark.length)
  // Where the parser had to guess, what is put between may be read otherwise than it was meant.
  const text =
    yaml.errors.length > 0
      ? undefined
      : (spliced(yaml, source, value, after, from) ?? rewritten(yaml, source, value, after))
  return text === undefined
    ? { text: lines(stringify(after, { lineWidth: 0 })), kept: false }
    : { text: lines(text), kept: true }
}
