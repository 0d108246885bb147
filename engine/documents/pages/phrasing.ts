import type { PhrasingContent } from 'mdast'
import { datesIn, isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { isKind } from '../../../checks/documents/vocabulary.ts'
import {
  attribute,
  blockNames,
  containers,
  type Element,
  inlineNames,
  isBlock,
  isElement,
  type Node,
  skipped,
  textOf,
} from './elements.ts'
import { unreadPicture } from './text.ts'

const aDay = 86_400_000

/** Whether an element of a time states another day than it shows. With a time of day, the shown one may be that of another place. */
const isOtherDay = (shown: string, stated: string): boolean => {
  const dayIn = (text: string): number => {
    const [first] = datesIn(text)
    return first?.days.length === 1 ? Date.parse(first.days.join()) : Number.NaN
  }
  const apart = Math.abs(dayIn(shown) - dayIn(stated))
  return apart > aDay || (apart > 0 && !/\d:\d/.test(stated))
}

/** A day of an element of a time, written as ISO 8601 has it where the element states that. */
const inIso = (shown: string, stated: string): string => {
  const [day] = datesIn(shown)
  const [meant] = datesIn(stated)
  if (!day || day.iso || !meant?.iso) return shown
  if (meant.days.length > 0 && meant.days.every(one => day.days.includes(one)))
    return shown.replace(day.text, meant.text)
  return day.days.length === 1 ? shown.replace(day.text, day.days.join()) : shown
}

/** A badge of a kind of change stands out from the text that it is in front of. */
const asLabel = (children: PhrasingContent[], text: string): PhrasingContent[] =>
  isKind(text) && !/[.!?]\s*$/.test(text) ? [{ type: 'emphasis', children }] : children

const isTime = (node: Node): boolean => isElement(node) && node.tagName === 'time'

/** Running text of nodes; what is a block in it stands on a line of its own. */
export const phrasing = (nodes: readonly Node[]): PhrasingContent[] => {
  const areSpans = nodes.length > 1 && nodes.every(node => isElement(node) && node.tagName === 'span')
  const written: PhrasingContent[] = []
  const text = (value: string): void => {
    written.push({ type: 'text', value })
  }
  const lastLetter = (): string => {
    const last = written.at(-1)
    return last?.type === 'text' ? last.value.slice(-1) : ''
  }
  for (const [at, node] of nodes.entries()) {
    // Nothing but the style of the page divides a day from what stands next to it.
    if (at > 0 && [node, nodes[at - 1] as Node].every(isElement) && nodes.slice(at - 1, at + 1).some(isTime)) text(' ')
    if ('value' in node) text(node.value)
    if (!isElement(node) || skipped.has(node.tagName)) continue
    const { tagName } = node
    const children = (): PhrasingContent[] => phrasing(node.childNodes)
    switch (tagName) {
      case 'br':
        written.push({ type: 'break' })
        break
      case 'img': {
        const alternative = (attribute(node, 'alt') || attribute(node, 'title') || '').trim()
        written.push(
          ...asLabel([{ type: 'text', value: alternative === '' ? unreadPicture : alternative }], alternative),
        )
        break
      }
      case 'input':
        if (attribute(node, 'type')?.toLowerCase() === 'checkbox')
          text(attribute(node, 'checked') === undefined ? '☐ ' : '☑ ')
        break
      case 'a': {
        const [inner, url] = [children(), attribute(node, 'href')]
        if (node.attrs.length === 0 && lastLetter() === '/') text('<a>')
        if (inner.length > 0 && url !== undefined) written.push({ type: 'link', url, children: inner as [] })
        else written.push(...inner)
        break
      }
      case 'code':
      case 'kbd':
      case 'samp':
      case 'tt': {
        if (node.childNodes.some(child => isElement(child) && child.tagName === 'a')) written.push(...children())
        else written.push({ type: 'inlineCode', value: textOf(node) })
        break
      }
      case 'strong':
      case 'b':
        written.push({ type: 'strong', children: children() })
        break
      case 'del':
      case 's':
      case 'strike':
        written.push({ type: 'delete', children: children() })
        break
      case 'sup':
        // The mark of a footnote states nothing; `21<sup>st</sup>` does.
        if (!/^\W*(?:\d{1,2}|\p{L})?\W*$/u.test(textOf(node))) written.push(...children())
        break
      case 'time': {
        const shown = textOf(node)
        const day = attribute(node, 'datetime') ?? ''
        const isShown = day === '' || (/\d{4}/.test(shown) && !isOtherDay(shown, day))
        text(shown.trim() === '' ? day : isShown ? inIso(shown, day) : `${shown} (${day})`)
        break
      }
      default: {
        // Cells of a layout of spans: nothing but the style of the page divides them.
        if (areSpans && containers.has(node.parentNode?.nodeName ?? '')) text(' ')
        const stated = statedByAttributes(node)
        if (stated !== '') text(`${stated} `)
        const inner = children()
        const label = attribute(node, 'aria-label')
        if (inner.length === 0 && label !== undefined) text(label)
        // `/tags/<name>` is a path with a parameter, which a parser takes for a tag.
        else if (!inlineNames.has(tagName) && !isBlock(node) && lastLetter() === '/' && node.attrs.length === 0)
          text(`<${tagName}>`)
        if (isBlock(node) && written.length > 0) text('\n')
        const isOwnLine = isBlock(node) || ['td', 'th', 'tr', 'li', 'dt', 'dd'].includes(tagName)
        written.push(...(isOwnLine ? inner : asLabel(inner, textOf(node))))
        if (isOwnLine) text('\n')
      }
    }
  }
  return written
}

/** What a component states in its attributes, where one of them is a day: `<Entry status="Removed" date="2022-08-23">`. */
export const statedByAttributes = ({ tagName, attrs }: Element): string =>
  !inlineNames.has(tagName) && !blockNames.has(tagName) && attrs.some(({ value }) => isOnlyDate(value))
    ? attrs.map(({ value }) => value).join(', ')
    : ''
