import { visible } from './text.ts'

/** A century. */
const longestMs = 3e12

/** A whole number that is written without an exponent: what a damaged report says of time must not damage a format. */
export const wholeMs = (ms: number): number => (ms > 0 ? Math.min(Math.round(ms), longestMs) : 0)

/** The beginning of a text, at most so many UTF-16 units, and how many were left out. No character is cut in two. */
export const shorten = (text: string, length: number): { readonly text: string; readonly left: number } => {
  if (text.length <= length) return { text, left: 0 }
  const last = text.charCodeAt(length - 1)
  const end = last >= 0xd800 && last < 0xdc00 ? length - 1 : length
  return { text: text.slice(0, end), left: text.length - end }
}

/** The same as text that says how much was left out. */
export const cut = (text: string, length: number): string => {
  const { text: start, left } = shorten(text, length)
  return left === 0 ? text : `${start}… (${left} more characters left out)`
}

/** One line of text of others, bounded and with everything visible that is not seen. */
export const line = (text: string, length: number): string => visible(cut(text, length))

/** What each of so many may take of a total, so that the total is kept to and none is left without. */
export const share = (total: number, among: number, bounds: { readonly min: number; readonly max: number }): number =>
  Math.max(bounds.min, Math.min(bounds.max, Math.floor(total / Math.max(1, among))))

/** The first so many, and how many there are beyond. */
export const firstOf = <T>(
  items: readonly T[],
  most: number,
): { readonly kept: readonly T[]; readonly left: number } =>
  items.length <= most ? { kept: items, left: 0 } : { kept: items.slice(0, most), left: items.length - most }
