import { visible } from './text.ts'

/** A century. */
const longestMs = 3e12

/** A whole number that is written without an exponent: what a damaged report says of time must not damage a format. */
export const wholeMs = (ms: number): number => (ms > 0 ? Math.min(Math.round(ms), longestMs) : 0)

const isHalf = (code: number): boolean => code >= 0xd800 && code < 0xdc00

/** At most so many UTF-16 units of a text, and how many were left out. No character is cut in two. */
export const cut = (text: string, length: number): string => {
  if (text.length <= length) return text
  const end = length > 0 && isHalf(text.charCodeAt(length - 1)) ? length - 1 : length
  return `${text.slice(0, end)}… (${text.length - end} more characters left out)`
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
