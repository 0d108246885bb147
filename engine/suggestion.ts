import { closest, distance } from 'fastest-levenshtein'

/** Fewer characters begin too many words. */
const fewest = 3

/** `; did you mean "x"?` where something begins with what was given, has it as its last part or in it, or is near enough; else nothing. */
export const suggestion = (given: string, known: readonly string[]): string => {
  const begun = given.replace(/^-+/, '').length < fewest ? [] : known.filter(each => each.startsWith(given))
  const ended = known.filter(each => each.endsWith(`/${given}`))
  const within = given.length < fewest ? [] : known.filter(each => each.includes(given))
  const [candidates = []] = [begun, ended, within, known].filter(({ length }) => length > 0)
  if (candidates.length === 0) return ''
  // Of those that have it in them, a shorter one is no nearer.
  const nearest = candidates === within ? within[0] : closest(given, [...candidates])
  if (nearest === undefined) return ''
  const isNear = candidates !== known || distance(given, nearest) <= Math.max(2, Math.floor(given.length / 3))
  return isNear ? `; did you mean "${nearest}"?` : ''
}
