/** Characters by which a form is looked up. */
const keyLength = 4

/** A number of 16 bits for the four characters up to a place, from that for the four before: what is older is shifted out. */
const nextKey = (key: number, text: string, at: number): number => ((key << 4) ^ text.charCodeAt(at)) & 0xffff

/**
 * Forms of values, and which of them stand in a text, the longest first: one may be the beginning of another. One pass over the text for all
 * of them: a run knows hundreds of forms, and every text of its report is searched. Of two values with one form the later one counts.
 */
export const createFinder = () => {
  const values = new Map<string, string>()
  const short: string[] = []
  const isKey = new Uint8Array(0x10000)
  const byKey = new Map<number, string[]>()
  return {
    add: (form: string, value: string): void => {
      if (form.length < keyLength) short.push(form)
      else if (!values.has(form)) {
        let key = 0
        for (let at = 0; at < keyLength; at++) key = nextKey(key, form, at)
        isKey[key] = 1
        byKey.set(key, [...(byKey.get(key) ?? []), form])
      }
      values.set(form, value)
    },
    foundIn: (text: string): readonly (readonly [form: string, value: string])[] => {
      const found = new Set(short.filter(form => text.includes(form)))
      let key = 0
      for (let at = 0; at < text.length; at++) {
        key = nextKey(key, text, at)
        if (isKey[key] === 1)
          for (const form of byKey.get(key) ?? []) if (text.startsWith(form, at + 1 - keyLength)) found.add(form)
      }
      return [...found].sort((a, b) => b.length - a.length).map(form => [form, values.get(form) as string])
    },
  }
}
