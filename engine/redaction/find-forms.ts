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
 * Forms of values, and which of them stand in a text, the longest first: one may be the beginning of another. One pass over the text for all
 * of them: a run knows hundreds of forms, and every text of its report is searched. Of two values with one form the later one counts.
 */
export const createFinder = () => {
  const values = new Map<string, string>()
  const short: string[] = []
  const byKey: string[][] = []
  return {
    add: (form: string, value: string): void => {
      if (!values.has(form)) {
        if (form.length < keyLength) short.push(form)
        const key = keyAt(form, 0)
        byKey[key] ??= []
        byKey[key].push(form)
      }
      values.set(form, value)
    },
    foundIn: (text: string): readonly (readonly [form: string, value: string])[] => {
      const found = new Set(short.filter(form => text.includes(form)))
      for (let at = 0; at <= text.length - keyLength; at++) {
        const candidates = byKey[keyAt(text, at)]
        if (candidates) for (const form of candidates) if (text.startsWith(form, at)) found.add(form)
      }
      return [...found].sort((a, b) => b.length - a.length).map(form => [form, values.get(form) as string])
    },
  }
}
