import { closest, distance } from 'fastest-levenshtein'

/** `; did you mean "x"?` where something near enough exists, else nothing. */
export const suggestion = (given: string, known: readonly string[]): string => {
  if (known.length === 0) return ''
  const nearest = closest(given, [...known])
  return distance(given, nearest) <= Math.max(2, Math.floor(given.length / 3)) ? `; did you mean "${nearest}"?` : ''
}
