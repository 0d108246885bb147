import type { Element, Node } from '@xmldom/xmldom'
import { grouped } from '../../../../contracts/causes/grouped.ts'
import { htmlOfRecords } from '../records.ts'
import type { Data, Members } from '../structured.ts'
import { isElement, parseXml } from './xml-tree.ts'

/** Whether a text is XML with elements of its own; pages and feeds in XML are read before. */
export const looksLikeXml = (text: string): boolean => /^\s*<\?xml\s/.test(text)

const deepest = 40

const isText = ({ nodeType, TEXT_NODE, CDATA_SECTION_NODE }: Node): boolean =>
  nodeType === TEXT_NODE || nodeType === CDATA_SECTION_NODE

/** An element with attributes or further elements is an object, and any other one its text. */
const dataOf = (element: Element, lineOf: (element: Element) => number, depth = 0): Data => {
  if (depth > deepest) throw new RangeError()
  const line = lineOf(element)
  const nodes = [...element.childNodes]
  const attributes = [...element.attributes].filter(({ name }) => !/^xmlns\b|:/.test(name))
  const own = nodes.some(node => isText(node) && /\S/.test(node.nodeValue ?? ''))
  // Elements within a sentence are words of it.
  const text = own ? (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim() : ''
  const children = own ? [] : nodes.filter(isElement)
  if (attributes.length + children.length === 0) return { line, value: text }
  const members: Members = new Map(attributes.map(({ name, value }) => [name, { line, value }]))
  if (text !== '') members.set('description', { line, value: text })
  for (const [name, same] of grouped(children, ({ tagName }) => tagName)) {
    const [first, ...others] = same.map(child => dataOf(child, lineOf, depth + 1))
    if (!first) continue
    // An element with attributes and nothing below it could be there again: it is a list of one.
    const [{ attributes: own, childNodes }] = same
    const says = (node: Node): boolean => isElement(node) || (isText(node) && /\S/.test(node.nodeValue ?? ''))
    const isOne = others.length === 0 && (own.length === 0 || [...childNodes].some(says))
    members.set(name, isOne ? first : { line: first.line, value: new Map([first, ...others].entries()) })
  }
  return { line, value: members }
}

/** XML as HTML: elements that are there again are rows of a table, or sections where they have further ones. Throws on what is not XML. */
export const htmlOfXml = (source: string): string => {
  const { root, lineOf } = parseXml(source)
  return htmlOfRecords(new Map([[root.tagName, dataOf(root, lineOf)]]))
}
