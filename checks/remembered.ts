/** Computes a value once for each object, for as long as the object is held by someone else; for anything else each time. */
export const oncePer = <K, V>(compute: (key: K) => V): ((key: K) => V) => {
  const known = new WeakMap<object, { readonly value: V }>()
  return key => {
    if (typeof key !== 'object' || key === null) return compute(key)
    const found = known.get(key) ?? { value: compute(key) }
    known.set(key, found)
    return found.value
  }
}

/** Computes a value once for each text, and keeps it; beyond `most` texts, each time. */
export const oncePerText = <K extends string, V>(
  compute: (text: K) => V,
  most = Number.POSITIVE_INFINITY,
): ((text: K) => V) => {
  const known = new Map<K, V>()
  return text => {
    const value = known.get(text) ?? compute(text)
    if (known.size < most) known.set(text, value)
    return value
  }
}

/** Characters of a text of which several are kept; of longer ones only the last is. */
const longestRemembered = 1_000_000

/** Keeps what belongs to the last few texts. */
export const keepFew = <V>(few: number): { get(text: string): V | undefined; set(text: string, value: V): void } => {
  const known = new Map<string, V>()
  let long: { readonly text: string; readonly value: V } | undefined
  return {
    get: text => (long?.text === text ? long.value : known.get(text)),
    set: (text, value) => {
      if (text.length > longestRemembered) {
        long = { text, value }
        return
      }
      known.delete(text)
      known.set(text, value)
      for (const [oldest] of known) {
        if (known.size <= few) break
        known.delete(oldest)
      }
    },
  }
}

/** Characters beyond which what was computed of a piece of a document is not kept. */
const longestPiece = 4_000

/** Remembers what was computed of the last few pieces of documents, which are read for several purposes, and are the same from run to run. */
export const lastPieces = <Given extends readonly unknown[], V>(
  few: number,
  compute: (...given: Given) => V,
): ((...given: Given) => V) => {
  const known = keepFew<{ readonly value: V }>(few)
  return (...given) => {
    const key = JSON.stringify(given)
    const found = known.get(key) ?? { value: compute(...given) }
    if (key.length <= longestPiece) known.set(key, found)
    return found.value
  }
}

/** Remembers what was computed of the last few texts: several readers look at one answer, and many a server says the same again and again. */
export const lastFew = <V>(few: number, compute: (text: string) => V): ((text: string) => V) => {
  const known = keepFew<{ readonly value: V }>(few)
  return text => {
    const found = known.get(text) ?? { value: compute(text) }
    known.set(text, found)
    return found.value
  }
}
