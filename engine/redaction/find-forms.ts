/** Characters by which a form is looked up. */
const keyLength = 4

/** A number of 14 bits for the characters at a place. */
const keyAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) << 7) ^
    (text.charCodeAt(at + 1) << 5) ^
    (text.charCodeAt(at + 2) << 3) ^
    text.charCodeAt(at + 3)) &
  0x3fff

/**
 * Returns a function that gives the entries whose form stands in a text, in their order. One pass over the text for all of them: a run
 * knows hundreds of forms, and every text of its report is searched.
 */
export const formFinder = <T extends readonly [form: string, ...rest: unknown[]]>(
  entries: readonly T[],
): ((text: string) => readonly T[]) => {
  const short = entries.filter(([form]) => form.length < keyLength)
  const byKey: T[][] = []
  for (const entry of entries) {
    const key = keyAt(entry[0], 0)
    byKey[key] ??= []
    byKey[key].push(entry)
  }
  return text => {
    const found = new Set<T>(short.filter(([form]) => text.includes(form)))
    for (let at = 0; at <= text.length - keyLength; at++) {
      const candidates = byKey[keyAt(text, at)]
      if (candidates) for (const entry of candidates) if (text.startsWith(entry[0], at)) found.add(entry)
    }
    return found.size === 0 ? [] : entries.filter(entry => found.has(entry))
  }
}
