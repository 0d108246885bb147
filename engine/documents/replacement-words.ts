// Nobody writes more of them into one paragraph, and no statement reaches farther.
const mostMarkers = 300
export const farthest = 4_000

// `OLD replaced by NEW`, `replace OLD with NEW`, `OLD → NEW`, `Replacement: NEW`
const forwardMarker =
  /\b(?:replac(?:e|ed|ing)|supersed(?:e|ed)|succeeded|substituted?)\b(?:[^.;\n]|[.;](?!\s)){0,300}?\b(?:by|with)\b|\b(?:in favou?r of|renamed (?:to|as)|moved to|(?:migrat|mov|switch|chang)(?:e|es|ed|ing)?\b(?:[^.;\n]|[.;](?!\s)){0,80}?\bto)\b|\b(?:replacements?|successors?|alternatives?)\b\s*(?:is\b|are\b|:|=)|→|⇒|[-=]>/giu
// `use NEW` as an order; `clients that use OLD` is none.
const useMarker =
  /(?:^|[.;:,!?()–—|\n-]\s{0,9}|\b(?:please|must|should|and|then|can|now)\s)use\b|\buse\b(?=(?:[^.;\n]|[.;](?!\s)){1,300}\binstead\b(?!\s+of\b))/gimu
// `NEW instead of OLD`, `NEW replaces OLD`
const backwardMarker = /\b(?:instead of|rather than|in place of|in lieu of|replaces|supersedes)\b/giu
const sentenceEndPattern = /[.;!?](?=[\s\uE001]|$)|\n/gu

export interface Marker {
  readonly start: number
  readonly end: number
  readonly sentenceEnd: number
  readonly backward: boolean
}

export const markers = (text: string): Marker[] => {
  const of = (pattern: RegExp, backward: boolean): Marker[] =>
    [...text.matchAll(pattern)].slice(0, mostMarkers).map(match => {
      const end = match.index + match[0].length
      return { start: match.index, end, sentenceEnd: sentenceEndAfter(text, end), backward }
    })
  const backward = of(backwardMarker, true)
  const forward = [...of(forwardMarker, false), ...of(useMarker, false)].filter(
    // `use NEW instead of OLD` is one statement, and its second half says which way it points.
    ({ end, sentenceEnd }) => !backward.some(other => other.start >= end && other.start < sentenceEnd),
  )
  return [...backward, ...forward].sort((a, b) => a.start - b.start || a.end - b.end)
}

const sentenceEndAfter = (text: string, from: number): number => {
  const ahead = text.slice(from, from + farthest)
  const end = ahead.search(sentenceEndPattern)
  return from + (end === -1 ? ahead.length : end)
}

export const sentenceStart = (text: string, from: number, to: number): number => {
  const ends = [...text.slice(from, to).matchAll(sentenceEndPattern)]
  return from + ((ends.at(-1)?.index ?? -1) + 1)
}

/** Where a text names what stands in the place of something else. */
export const replacementSpans = (text: string): readonly { readonly start: number; readonly end: number }[] =>
  markers(text).map(({ start, end, sentenceEnd, backward }) =>
    backward
      ? { start: sentenceStart(text, Math.max(0, start - farthest), start), end: start }
      : { start: end, end: sentenceEnd },
  )
