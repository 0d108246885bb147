import type { Element, Node } from '@xmldom/xmldom'
import { isKind, isStateWord } from '../../../../checks/documents/vocabulary.ts'
import { elementsByName, escaped, headingTag, on } from '../written.ts'
import { isElement, parseXml } from './xml-tree.ts'

/** Whether a text is a page in XML, such as DocBook, DITA or the XDoc of Maven: it has paragraphs or rows of cells, and no endpoints in attributes. */
export const looksLikeDocument = (text: string): boolean =>
  /^\s*<(?:\?xml\s|!DOCTYPE\s|[a-z]+ xmlns=)/.test(text) &&
  !/="(?:[A-Z]+ )?\/v\d\//.test(text) &&
  /<(?:p|para|simpara|revremark)[\s>]|<(?:tr|row|strow)\b[^<>]*>\s*<(?:t[dh]|entry|stentry)\b/.test(text)

const deepest = 60

/** What stands in HTML for an element. Of others, what is in them counts. */
const names = elementsByName({
  p: 'p para simpara date revremark',
  ul: 'ul ol sl itemizedlist orderedlist simplelist procedure',
  li: 'li sli listitem member step',
  dl: 'dl',
  dt: 'dt',
  dd: 'dd',
  table: 'table simpletable informaltable segmentedlist',
  tr: 'tr row strow sthead seglistitem',
  td: 'td entry stentry seg',
  th: 'th segtitle',
  pre: 'pre source codeblock programlisting screen literallayout',
  code: 'code codeph tt literal returnvalue uri command constant parameter methodname function filename',
  b: 'b strong emphasis',
})
/** Elements with a title, of which each is below the ones around it. */
const sections =
  /^(?:book|part|chapter|appendix|article|preface|section|subsection|sect\d|simplesect|topic|revhistory)$/

const elementAround = ({ parentNode }: Node): Element | undefined =>
  parentNode && isElement(parentNode) ? parentNode : undefined

/** Such a page as HTML. Throws on what is not XML. */
export const htmlOfDocument = (source: string): string => {
  const { root, lineOf } = parseXml(source)
  const titles = new Map(
    [...root.getElementsByTagName('title')].flatMap(title => {
      const around = elementAround(title)
      const own = around?.tagName === 'info' ? (elementAround(around) ?? around) : around
      const id = own?.getAttribute('xml:id') || own?.getAttribute('id')
      return id ? [[id, title.textContent ?? ''] as const] : []
    }),
  )
  const write = (node: Node, level: number, depth: number): string => {
    if (depth > deepest) throw new RangeError()
    if (!isElement(node)) return node.nodeType === node.COMMENT_NODE ? '' : escaped(node.nodeValue ?? '')
    const { tagName } = node
    const inner = (at = level): string => [...node.childNodes].map(child => write(child, at, depth + 1)).join('')
    const parent = elementAround(node)?.tagName
    const target = node.getAttribute('linkend') ?? ''
    // A cross-reference without a text shows the title of what it leads to.
    if (target !== '') return `<a href="#${escaped(target)}">${inner() || escaped(titles.get(target) ?? '')}</a>`
    const isDated = tagName === 'date' && parent === 'revision'
    if (tagName === 'title') return `${headingTag(Math.max(1, level), lineOf(node), inner())}\n`
    // A term and the day of a revision head what stands below them.
    if (isDated || tagName === 'term') return `${headingTag(level + 1, lineOf(node), inner())}\n`
    if (sections.test(tagName)) {
      const title = node.getAttribute('name') ?? ''
      return (title === '' ? '' : `${headingTag(level + 1, lineOf(node), escaped(title))}\n`) + inner(level + 1)
    }
    const name = tagName === 'listitem' && parent === 'varlistentry' ? 'div' : names.get(tagName)
    if (name === undefined) return inner()
    const role = node.getAttribute('role') ?? ''
    const label = name === 'p' && (isKind(role) || isStateWord(role)) ? `<b>${escaped(role)}</b>: ` : ''
    const written = `<${name}${on(lineOf(node))}>${label}${inner()}</${name}>`
    return name === 'code' || name === 'b' ? written : `${written}\n`
  }
  return write(root, 0, 0)
}
