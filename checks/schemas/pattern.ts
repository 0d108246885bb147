/** Groups and many repetitions may take for ever. */
const isSimple = (pattern: string): boolean =>
  pattern.length <= 200 && !pattern.includes('(') && (pattern.match(/[*+?{]/g)?.length ?? 0) <= 3

/** Whether a text matches a pattern of a target's document; undefined where the pattern is none, or not one that is matched in no time. */
export const matchesPattern = (pattern: string, text: string): boolean | undefined => {
  if (!isSimple(pattern)) return undefined
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return undefined
  }
}
