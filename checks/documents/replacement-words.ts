import { naming } from './assertions.ts'

// Nobody writes more of them into one paragraph, and no statement reaches farther.
const mostMarkers = 300
export const farthest = 4_000
const longestOld = 300
const longestGap = 100

// `OLD replaced by NEW`, `OLD, whose place is taken by NEW`, `replace OLD with NEW`, `OLD → NEW`, `Replacement: NEW`, `**Replacement** NEW`
const forwardMarker =
  /\bplace (?:is|was) taken by\b|\b(?:replac(?:e|ed|ing)|supersed(?:e|ed)|succeeded|substituted?)\b(?:[^.;\n]|[.;](?!\s)){0,300}?\b(?:by|with)\b|\b(?:in favou?r of|renamed (?:to|as)|moved to|(?:migrat|mov|switch|chang)(?:e|es|ed|ing)?\b(?:[^.;\n]|[.;](?!\s)){0,80}?\bto)\b|\b(?:replacements?|successors?|alternatives?)\b(?:(?:\s+(?:of|for|to)\b(?:[^.;\n]|[.;](?!\s)){1,200}?)?\s*(?:\bis\b|\bare\b|:|=)|\s+(?=\uE000))|[→⇒➜➔➞⟶⟹]|[-=]>/giu
// `use NEW` and `call NEW` as an order; `clients that use OLD` is none.
const useMarker = /(?:^|[.;:,!?()–—|\n-]\s{0,9}|\b(?:please|must|should|and|then|can|now|do)\s)(?:use|call)\b/gimu
// `call NEW instead`, `instead of OLD call NEW`
const insteadMarker =
  /\b(?:use|call|request|query|try|prefer|choose|(?:switch|go|turn) to)\b(?:(?=(?:[^.;\n]|[.;](?!\s)){1,300}\b(?:instead\b(?!\s+of\b)|in (?:its|their) (?:place|stead)\b))|(?<=\b(?:instead|rather than|in place of|in lieu of)\b(?:[^.;\n]|[.;](?!\s)){1,300}))/giu
// `NEW instead of OLD`, `NEW replaces OLD`
const backwardMarker =
  /\b(?:instead of|rather than|in place of|in lieu of|takes the place of|replaces|supersedes|(?:is|are|as)\s(?:the |a |an )?(?:replacements?|successors?) (?:of|for|to))\b/giu
// `OLD goes away without a replacement`; `no direct replacement` leaves room for another one.
const denial =
  /\b(?:without (?:a |any )?(?:replacement|successor|substitute)|(?:has|have|is|are) no (?:replacement|successor|substitute)|(?:is|are|was|were|will) not (?:be(?:en)? )?(?:replaced|superseded)|(?:replaced|superseded) by:?\s*(?:nothing|none)|(?:replacement|successor)s?\s*[:=]\s*(?:none|nothing))s?\b(?=\s*(?:[.,;:)!\n|]|$))/giu
// `there is no replacement for OLD`
const denialBefore =
  /\bthere (?:is|are|was|were) (?:no (?:replacement|successor|substitute)s? (?:of|for|to)|nothing (?:that|which) (?:replaces|supersedes))\b(?:[^.;\n]|[.;](?!\s|$)){1,300}/giu
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
      return { start: match.index, end, sentenceEnd: bracketEndAfter(text, end, sentenceEndAfter(text, end)), backward }
    })
  const backward = of(backwardMarker, true)
  const forward = [forwardMarker, useMarker, insteadMarker]
    .flatMap(pattern => of(pattern, false))
    .filter(
      // `use NEW instead of OLD` is one statement, and its second half says which way it points.
      ({ end, sentenceEnd }) => !backward.some(other => other.start >= end && other.start < sentenceEnd),
    )
  return [...backward, ...forward.flatMap(marker => split(text, marker))]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((marker, at, all) => ({ ...marker, sentenceEnd: nextOldAfter(text, marker, all[at + 1]) }))
}

// `POST /old` in front of `→ NEW` or of `is replaced by NEW`
const oldAtEnd =
  /(?:\b[A-Z]{3,7}\b(?:[\s,;/&+|\uE000\uE001]|\b(?:and|or)\b){1,9}){0,9}\uE000?\/[^\s\uE000\uE001]+[\s\uE000\uE001:,(–—-]*(?:\b(?:is|are|was|were)\s*)?$/u

// `NEW replaces OLD, NEW replaces OLD`
const nextNewAfter = (text: string, from: number, to: number): number | undefined => {
  const at = text.slice(from, to).search(/(?:,|\s+and\b)(?!.*(?:,|\s+and\b)\s*\S)/s)
  return at < 0 || !/\/|\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b/.test(text.slice(from, from + at))
    ? undefined
    : from + at
}

/** Where a statement ends that another one follows in the same sentence: `OLD → NEW, OLD → NEW`. */
const nextOldAfter = (text: string, { end, sentenceEnd, backward }: Marker, next: Marker | undefined): number => {
  if (!next || next.start <= end || backward !== next.backward) return sentenceEnd
  if (backward) return next.start >= sentenceEnd ? sentenceEnd : (nextNewAfter(text, end, next.start) ?? sentenceEnd)
  const from = Math.max(end, next.start - longestOld)
  const found = oldAtEnd.exec(text.slice(from, next.start))
  if (!found) return sentenceEnd
  // In `OLD → NEW → NEWER` the one in the middle is what the first arrow leads to.
  const named = /\p{L}/u.test(text.slice(end, from + found.index).replaceAll(/\b[A-Z]{3,7}\b/g, ''))
  return named ? Math.min(sentenceEnd, from + found.index) : sentenceEnd
}

// `OLD is replaced by NEW, OLD by NEW, and OLD by NEW`
const further =
  /(?:,|[,\s]+(?:and|while|whereas|und))\s+(?:both\s+)?(?=[\uE000]?(?:[A-Z]{3,7}\b|\/\w))(?:(?!\b(?:by|with|is|are)\b)[^;\n]){1,300}?\b(by|with)\b/u

/** The statements of a sentence whose later ones leave the verb out. */
const split = (text: string, marker: Marker): readonly Marker[] => {
  const [word] = /\b(?:by|with)$/i.exec(text.slice(marker.start, marker.end)) ?? []
  const next = word === undefined ? null : further.exec(text.slice(marker.end, marker.sentenceEnd))
  if (!next || next[1] !== word) return [marker]
  const from = marker.end + next.index
  const end = from + next[0].length
  return [{ ...marker, sentenceEnd: from }, ...split(text, { ...marker, start: end - (word ?? '').length, end })]
}

/** Where a text says that something has no replacement; what denies the denial is none. */
export const denials = (text: string): readonly { readonly start: number; readonly sentenceStart: number }[] =>
  [
    ...[...text.matchAll(denial)].map(({ index }) => ({ index, start: index })),
    ...[...text.matchAll(denialBefore)].map(({ index, 0: { length } }) => ({ index, start: index + length })),
  ]
    .slice(0, mostMarkers)
    .flatMap(({ index, start }) => {
      const from = sentenceStart(text, Math.max(0, index - farthest), index)
      return /\b(?:not|never|no|none|nothing|neither|if|unless)\b/i.test(text.slice(from, index))
        ? []
        : [{ start, sentenceStart: from }]
    })

const sentenceEndAfter = (text: string, from: number): number => {
  // A line that ends with the words themselves goes on below.
  const blank = /[a-z]/i.test(text[from - 1] ?? '') ? /^\s*/.exec(text.slice(from, from + longestGap)) : null
  const begin = from + (blank?.[0].length ?? 0)
  const ahead = text.slice(begin, begin + farthest)
  const end = ahead.search(sentenceEndPattern)
  return begin + (end === -1 ? ahead.length : end)
}

// What stands in brackets ends with them: `OLD (use NEW), OLD`.
const bracketEndAfter = (text: string, from: number, end: number): number => {
  const before = text.slice(Math.max(0, from - 200), from)
  const close = before.lastIndexOf('(') > before.lastIndexOf(')') ? text.indexOf(')', from) : -1
  return close === -1 ? end : Math.min(close, end)
}

export const sentenceStart = (text: string, from: number, to: number): number => {
  const ends = [...text.slice(from, to).matchAll(sentenceEndPattern)]
  return from + ((ends.at(-1)?.index ?? -1) + 1)
}

/** `GET /x: NEW replaces it` */
const pronoun = /^\s*(?:it|them|this|these|those)\b/i

/** Where the name of what replaces something begins: behind the statement before it, and behind the endpoint that a pronoun is for. */
const newBefore = (text: string, { start, end }: Marker, previous: Marker | undefined): number => {
  const from = Math.max(
    sentenceStart(text, Math.max(0, start - farthest), start),
    previous && previous.sentenceEnd <= start ? previous.sentenceEnd : 0,
  )
  if (!pronoun.test(text.slice(end, end + longestGap))) return from
  const paths = [...text.slice(from, start).matchAll(/\/[^\s\uE000\uE001]+/g)].map(
    ({ index, 0: path }) => from + index + path.length,
  )
  return paths.findLast(at => /\p{L}/u.test(text.slice(at, start))) ?? from
}

/** Where a text names what stands in the place of something else. */
export const replacementSpans = (text: string): readonly { readonly start: number; readonly end: number }[] =>
  markers(text).map((marker, at, all) =>
    marker.backward
      ? { start: newBefore(text, marker, all[at - 1]), end: marker.start }
      : { start: marker.end, end: marker.sentenceEnd },
  )

const reserved =
  /^\W*(?:to|for|if|when|where|unless|once|in case|as long as)\b|\b(?:once|used to|formerly|previously|originally|in the past)\b|\bfor (?:those|these|them|that|this)\b|\b(?:that|who) (?:call|use)(?:s|d|ed)?\b[^.;]{0,200}?(?<!\b(?:have|has|need|needs))\sto (?!call|use|switch|move|migrate|change)[a-z]/i

/** Whether a sentence states a replacement for a purpose, for a part, or for what was so once. */
export const isReserved = (sentence: string): boolean => reserved.test(sentence)

const replacing =
  /\b(?:replaced|superseded|succeeded)\b[^.;]{0,40}\bby\b|\binstead\b|\bin (?:its|their) (?:place|stead)\b|\bin favou?r of\b|\b(?:successor|replacement)\b|\b(?:migrate|switch|move|upgrade)\s+(?:\w+\s+)?to\b|\b(?:moved|renamed) to\b|\bdeprecated\b.*\buse\b|\b(?:use|call|prefer|request|query)\b[^.;]{0,120}\b(?:rather than|in place of|in lieu of)\b|^\W*(?:rather than|in place of|in lieu of)\b/i
const partly =
  /\b(?:if|when|where|unless|only|for|not|never|neither|except|or)\b|\balso\b(?! (?:replaced|superseded|succeeded))|\?/i
const purpose = /\b[Tt]o (?!the\b|v\d|\w*[A-Z])\w+/

/** Whether a sentence says in words of its own what stands in the place of something: `use NEW` alone may be an order for another purpose. */
export const statesReplacement = (sentence: string): boolean => replacing.test(sentence)

/** Whether a sentence may say it of a part only. */
export const isPartly = (sentence: string): boolean => partly.test(sentence) || purpose.test(sentence)

const ownWords = new RegExp(`\\b(?:${naming}|old|older|legacy|former)\\b`, 'gi')

/** Whether nothing but its name stands between `instead of` and an endpoint: `the answers of GET /x` are a part of it. */
export const isOwn = (text: string): boolean =>
  !/\p{L}/u.test(text.slice(0, Math.max(0, text.search(/\/|[^\p{L}\s\uE000]/u))).replaceAll(ownWords, ' '))

/** Whether what stands before the words of a statement denies it: `is not replaced by`, `Do not use NEW instead of`. */
export const deniesReplacement = (before: string, backward: boolean): boolean =>
  (backward
    ? /(?:\b(?:not|never)|n['’]t)\s+(?:\w+\s+)?(?:use|call|request|query|try|prefer|choose)\b[^.;:,!?]*$/i
    : /(?:\b(?:not|never)|n['’]t)\s+(?:\w+\s+)?$/i
  ).test(before)
