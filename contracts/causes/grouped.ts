/** Items by key, in the order in which the keys first appear. */
export const grouped = <T, K = string>(
  items: readonly T[],
  keyOf: (item: T) => K,
): ReadonlyMap<K, readonly [T, ...T[]]> => {
  const groups = new Map<K, [T, ...T[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
