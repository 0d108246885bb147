import { DOMParser, type Element, type Node, onErrorStopParsing } from '@xmldom/xmldom'
import { newlines } from '../written.ts'

export const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE

/** The root of a text in XML, and on which line of the text an element stands. Throws on what is not XML. */
export const parseXml = (source: string): { readonly root: Element; readonly lineOf: (element: Element) => number } => {
  const declared = source.trimStart()
  const before = newlines(source.slice(0, source.length - declared.length))
  const { documentElement } = new DOMParser({ onError: onErrorStopParsing }).parseFromString(declared, 'text/xml')
  if (!documentElement) throw new SyntaxError()
  return { root: documentElement, lineOf: ({ lineNumber }) => (lineNumber ?? 1) + before }
}
