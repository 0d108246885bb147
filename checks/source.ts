import { sentence } from '../contracts/lifecycle.ts'
import type { SourceRef } from '../contracts/requirement.ts'

/** A sentence or row of the lifecycle document as the source of a requirement. */
export const cite = (key: string): SourceRef => {
  const { section, text } = sentence(key)
  return { document: 'lifecycle', section, sentence: text }
}

/** What the published reference says, in our own words, where the document says "not shown". */
export const published = (section: string, sentence: string): SourceRef => ({
  document: 'published-reference',
  section,
  sentence,
})

/** As much of a text as a sentence quotes; a mark shows that more follows. */
export const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)
