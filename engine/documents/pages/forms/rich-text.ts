import { type Data, fieldsOf, itemsOf, published } from '../structured.ts'
import { escaped, on } from '../written.ts'

/** Elements of HTML by the names of nodes, without their marks: those of Contentful, of ProseMirror, of Slate and of Atlassian's document format. */
const elements: Readonly<Record<string, string>> = {
  paragraph: 'p',
  bulletlist: 'ul',
  unorderedlist: 'ul',
  orderedlist: 'ol',
  list: 'ul',
  listitem: 'li',
  table: 'table',
  tablerow: 'tr',
  tablecell: 'td',
  tableheader: 'th',
  tableheadercell: 'th',
  codeblock: 'pre',
  blockquote: 'blockquote',
}

const memberOf = (data: Data, ...names: readonly string[]): Data | undefined =>
  names.map(name => fieldsOf(data).find(([own]) => own === name)?.[1]).find(Boolean)
const textOf = (data: Data | undefined, ...names: readonly string[]): string =>
  data ? published(memberOf(data, ...names)) : ''
const typeOf = (node: Data): string => textOf(node, 'nodeType', 'type')
const listOf = (node: Data, name: string): readonly Data[] => {
  const list = memberOf(node, name)
  return list ? itemsOf(list) : []
}

/** Whether data is a document of nodes that have a type and a content, or a list of such nodes with children. */
export const isRichText = (data: Data): boolean =>
  (/^doc(?:ument)?$/.test(typeOf(data)) && listOf(data, 'content').some(node => typeOf(node) !== '')) ||
  (itemsOf(data).length > 0 && itemsOf(data).every(node => typeOf(node) !== '' && listOf(node, 'children').length > 0))

const marked = (text: string, marks: readonly Data[]): string =>
  marks.reduce((html, mark) => {
    const url = textOf(memberOf(mark, 'attrs'), 'href')
    if (typeOf(mark) === 'code') return `<code>${html}</code>`
    if (/^(?:bold|strong)$/.test(typeOf(mark))) return `<b>${html}</b>`
    return url === '' ? html : `<a href="${escaped(url)}">${html}</a>`
  }, escaped(text))

/** A document of nodes as HTML, its headings `below` so many others. */
export const htmlOfRichText = (node: Data, below: number): string => {
  const type = typeOf(node)
  const attributes = memberOf(node, 'attrs', 'data')
  const inner = [...listOf(node, 'content'), ...listOf(node, 'children'), ...itemsOf(node)]
    .map(child => htmlOfRichText(child, below))
    .join('')
  const [, level = textOf(attributes, 'level') || textOf(node, 'level')] = /^heading(?:-(\d))?$/.exec(type) ?? [
    undefined,
    '',
  ]
  if (level !== '') return heading(Number(level) + below, inner, node)
  if (type === 'text' || (type === '' && memberOf(node, 'text'))) {
    const text = marked(textOf(node, 'text', 'value'), listOf(node, 'marks'))
    return textOf(node, 'code') === 'true' ? `<code>${text}</code>` : text
  }
  if (/^hard-?_?break$/i.test(type)) return '<br>'
  const url = textOf(attributes, 'uri') || (type === 'link' ? textOf(node, 'url') : '')
  if (url !== '') return `<a href="${escaped(url)}">${inner}</a>`
  const name = elements[type.toLowerCase().replaceAll(/[^a-z]/g, '')]
  return name === undefined
    ? inner + escaped(textOf(attributes, 'text'))
    : `<${name}${on(node.line)}>${inner}</${name}>`
}

const heading = (level: number, inner: string, { line }: Data): string =>
  `<h${Math.min(6, level)}${on(line)}>${inner}</h${Math.min(6, level)}>`
