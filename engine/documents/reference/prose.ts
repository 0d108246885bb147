import { datesIn } from '../../../checks/documents/published-dates.ts'
import type { PublishedLog } from '../../../contracts/documents.ts'
import { readDeprecationLog } from '../published.ts'
import { asMapping, own } from './local-reference.ts'
import { readStructuredText } from './structured-text.ts'

// Nobody reads more of them.
const mostSections = 200
const mostProse = 100_000

interface Part {
  /** Where it stands in the document. */
  readonly name: string
  readonly heading: string
  readonly text: string
}

const told = (value: unknown): string =>
  ['summary', 'description']
    .map(key => own(value, key))
    .filter(text => typeof text === 'string')
    .join('\n\n')

/** The descriptions of the document and its areas, each below a heading of its own. */
const partsOf = (root: unknown): readonly Part[] => {
  const tags = own(root, 'tags')
  return [
    { name: 'info.description', heading: '', text: told(own(root, 'info')) },
    ...(Array.isArray(tags) ? tags : []).map(tag => {
      const name = String(own(tag, 'name'))
      return { name: `the description of the tag ${name}`, heading: `# [${name}](#tag/${name})\n\n`, text: told(tag) }
    }),
  ]
}

const pathsOf = (root: unknown): readonly Part[] =>
  Object.entries(asMapping(own(root, 'paths')) ?? {}).map(([path, item]) => ({
    name: `the description of the path ${path}`,
    heading: `# \`${path}\`\n\n`,
    text: told(item),
  }))

const textOf = (sections: readonly Part[]): string =>
  sections
    .map(({ heading, text }) => `${heading}${text}\n\n`)
    .join('')
    .slice(0, mostProse)

/** The descriptions of the document, its areas and its paths, as a page. */
export const readProse = (root: unknown, from: string): PublishedLog | undefined => {
  const sections = [...partsOf(root), ...pathsOf(root)].filter(({ text }) => text !== '').slice(0, mostSections)
  if (sections.length === 0) return undefined
  let line = 1
  const parts = sections.map(section => {
    const part = { line, name: section.name }
    line += textOf([section]).split('\n').length - 1
    return part
  })
  return { ...readDeprecationLog(textOf(sections), `${from}, descriptions`), from, parts, document: 'reference' }
}

/** The descriptions of an OpenAPI document in which a page may stand: they have days. Throws what reading the document throws. */
export const pageIn = (text: string, from: string): string | undefined => {
  const page = textOf(partsOf(readStructuredText(text, from).value).filter(part => part.text !== ''))
  return datesIn(page).length > 0 ? page : undefined
}
