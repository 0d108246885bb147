/** The value of a name in braces in one segment: none if the template has no name there, undefined if the segment does not match. */
const valueIn = (template: string, segment: string): readonly string[] | undefined => {
  const [open, close] = [template.indexOf('{'), template.lastIndexOf('}')]
  if (open < 0 || close < open) return template === segment ? [] : undefined
  const [before, after] = [template.slice(0, open), template.slice(close + 1)]
  const value = segment.slice(before.length, segment.length - after.length)
  return value !== '' && `${before}${value}${after}` === segment ? [value] : undefined
}

/**
 * The values of the names in braces of a template, in order: `/v2/{a}` takes one segment for each. Nothing where the path is of another one.
 * No regular expression is made of the template, which may be the target's own and of any length.
 */
export const valuesOf = (template: string, path: string): readonly string[] | undefined => {
  const [wanted, given] = [template, path].map(text => text.split('/')) as [string[], string[]]
  if (wanted.length !== given.length) return undefined
  const values: string[] = []
  for (const [at, segment] of given.entries()) {
    const found = valueIn(wanted[at] ?? '', segment)
    if (found === undefined) return undefined
    values.push(...found)
  }
  return values
}

/** The path that follows the base URL of the target; nothing for what went elsewhere. */
export const pathBelow = (url: string, target: string | null): string | undefined => {
  const base = (target ?? '').replace(/\/+$/, '')
  return url.startsWith(`${base}/`) ? url.slice(base.length).replace(/[?#].*$/s, '') : undefined
}
