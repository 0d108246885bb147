/** Where a reader puts the corners that it could not read; each sentence is kept once. */
export interface Problems {
  add(sentence: string): void
  list(): readonly string[]
}

// A page of garbage must not become a report of garbage.
const MOST = 100

/** An empty collection; beyond a hundred sentences only the number of the others is kept. */
export function collectProblems(): Problems {
  const sentences = new Set<string>()
  let dropped = 0
  return {
    add(sentence) {
      if (sentences.has(sentence)) return
      if (sentences.size < MOST) sentences.add(sentence)
      else dropped += 1
    },
    list: () => (dropped === 0 ? [...sentences] : [...sentences, `${dropped} more problems are not listed.`]),
  }
}

/** Text of a published document made fit to be quoted in a sentence: one line, not longer than `most`. */
export function quoted(text: string, most = 80): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}
