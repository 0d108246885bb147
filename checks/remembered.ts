/** Computes a value once for each object, for as long as the object is held by someone else; for anything else each time. */
export const oncePer = <V>(compute: (key: unknown) => V): ((key: unknown) => V) => {
  const known = new WeakMap<object, { readonly value: V }>()
  return key => {
    if (typeof key !== 'object' || key === null) return compute(key)
    const found = known.get(key) ?? { value: compute(key) }
    known.set(key, found)
    return found.value
  }
}

/** Characters of a text that is worth keeping. */
const mostCharacters = 1_000_000

/** Remembers what was computed of the last few texts: several readers look at one answer, and many a server says the same again and again. */
export const lastFew = <V>(few: number, compute: (text: string) => V): ((text: string) => V) => {
  const known = new Map<string, { readonly value: V }>()
  return text => {
    if (text.length > mostCharacters) return compute(text)
    const found = known.get(text) ?? { value: compute(text) }
    known.delete(text)
    known.set(text, found)
    for (const [oldest] of known) if (known.size > few) known.delete(oldest)
    return found.value
  }
}
