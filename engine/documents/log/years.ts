import type { Nodes } from 'mdast'
import { withYear, yearAlone } from '../../../checks/documents/published-dates.ts'
import { type Block, outwards, type Section } from '../pages/sections.ts'
import { readable, runOf } from '../pages/text.ts'

const deepest = 100

/** A node with its days below a year that stands alone: in a heading or a paragraph above, or in the item around a list. */
const datedNode = <N extends Nodes>(node: N, year: string | undefined, depth = 0): N => {
  if (depth > deepest) return node
  if (node.type === 'text') return year === undefined ? node : { ...node, value: withYear(node.value, year) }
  if (!('children' in node)) return node
  const own = yearAlone(readable(runOf(node, { withoutLists: true })))
  return { ...node, children: node.children.map(child => datedNode(child as Nodes, own ?? year, depth + 1)) } as N
}

/** Sections with the year of what stands around them in their days: below `2025`, `September 19` is a day of that year. */
export const withYears = (sections: readonly Section[]): readonly Section[] =>
  sections.map(section => {
    let year = outwards(section, sections)
      .map(({ title }) => yearAlone(title))
      .find(Boolean)
    const blocks = section.blocks.map((block): Block => {
      year = (block.type === 'paragraph' ? yearAlone(readable(runOf(block))) : undefined) ?? year
      return datedNode(block, year)
    })
    return { ...section, blocks }
  })
