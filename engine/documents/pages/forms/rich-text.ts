import { type Data, fieldsOf, itemsOf, published } from '../structured.ts'
import { elementsByName, escaped, headingTag, on } from '../written.ts'

/** Elements of HTML by the names of nodes, without their marks: those of Contentful, of ProseMirror, of Slate and of Atlassian's document format. */
const elements = elementsByName({
  p: 'paragraph',
  ul: 'bulletlist unorderedlist list',
  ol: 'orderedlist',
  li: 'listitem',
  table: 'table',
  tr: 'tablerow',
  td: 'tablecell',
  th: 'tableheader tableheadercell',
  pre: 'codeblock',
  blockquote: 'blockquote',
})

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
  const level = /^heading(?:-(\d))?$/.exec(type)
  if (level)
    return headingTag(
      Number((level[1] ?? textOf(attributes, 'level')) || textOf(node, 'level')) + below,
      node.line,
      inner,
    )
  if (type === 'text' || (type === '' && memberOf(node, 'text'))) {
    const text = marked(textOf(node, 'text', 'value'), listOf(node, 'marks'))
    return textOf(node, 'code') === 'true' ? `<code>${text}</code>` : text
  }
  if (/^hard-?_?break$/i.test(type)) return '<br>'
  const url = textOf(attributes, 'uri') || (type === 'link' ? textOf(node, 'url') : '')
  if (url !== '') return `<a href="${escaped(url)}">${inner}</a>`
  const name = elements.get(type.toLowerCase().replaceAll(/[^a-z]/g, ''))
  return name === undefined
    ? inner + escaped(textOf(attributes, 'text'))
    : `<${name}${on(node.line)}>${inner}</${name}>`
}
