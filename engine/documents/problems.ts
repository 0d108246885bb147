import { shortened } from '../../checks/source.ts'
import type { Unread } from '../../contracts/documents.ts'

/** A text that is not a document of the expected sort at all. The message is one sentence that says what to do. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}

/** Where a reader puts the corners that it could not read; each sentence is kept once. */
export interface Problems {
  add(sentence: string): void
  /** A part that may hold anything, since it was not read. */
  unread(part: Unread): void
  parts(): readonly Unread[]
  list(): readonly string[]
}

// A page of garbage must not become a report of garbage.
const mostSentences = 100

/** An empty collection; beyond a hundred sentences only the number of the others is kept. */
export const collectProblems = (): Problems => {
  const sentences = new Set<string>()
  const parts: Unread[] = []
  let dropped = 0
  const add = (sentence: string): void => {
    if (sentences.has(sentence)) return
    if (sentences.size < mostSentences) sentences.add(sentence)
    else dropped += 1
  }
  return {
    add,
    unread(part) {
      add(part.why)
      if (parts.length < mostSentences) parts.push(part)
    },
    parts: () => parts,
    list: () => (dropped === 0 ? [...sentences] : [...sentences, `${dropped} more problems are not listed.`]),
  }
}

/** Notes lines of a document of which a part is not read; `what` says what they have. */
export const unreadLines =
  (problems: Problems, from: string, what: string) =>
  (line: number): void =>
    problems.unread({ line, why: `Line ${line} of ${from} ${what}` })

/** Text of a published document made fit to be quoted in a sentence: one line, not longer than `most`. */
export const quoted = (text: string, most = 80): string => shortened(text.replaceAll(/\s+/g, ' ').trim(), most)
