import { readFileSync } from 'node:fs'
import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, it } from 'vitest'
import { sentences } from '../../contracts/lifecycle.ts'

const source = readFileSync(new URL('../../../shared/spec/hub-api-lifecycle.md', import.meta.url), 'utf8')

/** Every sentence and table row of the document, with its section, in order. */
const read = (): readonly { readonly section: string; readonly text: string }[] => {
  const found: { section: string; text: string }[] = []
  let section = ''
  const textOf = (node: Nodes): string => source.slice(node.position?.start.offset, node.position?.end.offset)
  const visit = (node: Nodes): void => {
    if (node.type === 'heading') section = textOf(node).replace(/^#+ /, '')
    else if (node.type === 'paragraph')
      for (const text of textOf(node).split(/(?<=[.:])\s+(?=[A-Z`])/)) found.push({ section, text })
    else if (node.type === 'table')
      for (const row of node.children.slice(1))
        found.push({
          section,
          text: row.children
            .map(cell =>
              textOf(cell)
                .replace(/^\|\s*|\s*\|$/g, '')
                .trim(),
            )
            .join(' | '),
        })
    else if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(unified().use(remarkParse).use(remarkGfm).parse(source))
  return found
}

it('has the document’s own sentences, all of them and in order', () => {
  const document = read()
  expect(document.length).toBeGreaterThan(80)
  expect(sentences.map(({ section, text }) => ({ section, text }))).toEqual(document)
})
