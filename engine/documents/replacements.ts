import type { EndpointMention, PublishedReplacement } from '../../contracts/documents.ts'
import { type Run, slice } from './markdown-text.ts'
import { operationIdsOf, placedMentions, uniqueEndpoints } from './mentions.ts'

/** What stands in the place of an old endpoint, as far as the page names it. */
export interface Successor {
  readonly path?: string
  readonly operationId?: string
}

// A statement about more endpoints than these is no statement; and pairs multiply.
const mostOfAStatement = 50
const mostMarkers = 300

// Nor does a statement reach farther than this.
const farthest = 4_000

// `OLD replaced by NEW`, `replace OLD with NEW`, `OLD → NEW`, `Replacement: NEW`
const forwardMarker =
  /\b(?:replac(?:e|ed|ing)|supersed(?:e|ed)|succeeded|substituted?)\b(?:[^.;\n]|[.;](?!\s)){0,300}?\b(?:by|with)\b|\b(?:in favou?r of|renamed (?:to|as)|moved to|(?:migrat|mov|switch|chang)(?:e|es|ed|ing)?\b(?:[^.;\n]|[.;](?!\s)){0,80}?\bto)\b|\b(?:replacements?|successors?|alternatives?)\b\s*(?:is\b|are\b|:|=)|→|⇒|[-=]>/giu
// `use NEW` as an order; `clients that use OLD` is none.
const useMarker =
  /(?:^|[.;:,!?()–—|\n-]\s{0,9}|\b(?:please|must|should|and|then|can|now)\s)use\b|\buse\b(?=(?:[^.;\n]|[.;](?!\s)){1,300}\binstead\b(?!\s+of\b))/gimu
// `NEW instead of OLD`, `NEW replaces OLD`
const backwardMarker = /\b(?:instead of|rather than|in place of|in lieu of|replaces|supersedes)\b/giu
const sentenceEndPattern = /[.;!?](?=[\s\uE001]|$)|\n/gu

/** Statements of one paragraph, list item or cell. Where it names no old endpoint itself, `about` is what it speaks of. */
export const replacementsIn = (run: Run, line: number, about: readonly EndpointMention[]): PublishedReplacement[] => {
  const found: PublishedReplacement[] = []
  let settled = 0
  for (const { start, end, sentenceEnd, backward } of markers(run.text)) {
    if (start < settled) continue
    const before = Math.max(settled, start - farthest)
    const news = successorsIn(
      backward ? slice(run, sentenceStart(run.text, before, start), start) : slice(run, end, sentenceEnd),
    )
    if (news.length === 0) continue
    const olds = uniqueEndpoints(placedMentions(backward ? slice(run, end, sentenceEnd) : slice(run, before, end)))
    found.push(...paired(olds.length > 0 || backward ? olds : about, news, line))
    settled = sentenceEnd
  }
  return found
}

/** The successors that a cell or the end of a sentence names: paths and operation ids, matched up in order. */
export const successorsIn = (run: Run, lenient = false): Successor[] => {
  const paths = [...new Set(placedMentions(run, lenient).map(mention => mention.path))].slice(0, mostOfAStatement)
  const ids = operationIdsOf(run).slice(0, mostOfAStatement)
  const at = (list: readonly string[], index: number) => (list.length === 1 ? list[0] : list[index])
  return Array.from({ length: Math.max(paths.length, ids.length) }, (_, index) => {
    const path = at(paths, index)
    const operationId = at(ids, index)
    return { ...(path !== undefined && { path }), ...(operationId !== undefined && { operationId }) }
  })
}

/** Each old endpoint with its successor: one for one where there are as many, each with each otherwise. */
export const paired = (
  olds: readonly EndpointMention[],
  news: readonly Successor[],
  line: number,
): PublishedReplacement[] => {
  const few = olds.slice(0, mostOfAStatement)
  if (few.length === news.length) return few.map((old, index) => ({ old, ...news[index], line }))
  return few.flatMap(old => news.map(successor => ({ old, ...successor, line })))
}

interface Marker {
  readonly start: number
  readonly end: number
  readonly sentenceEnd: number
  readonly backward: boolean
}

const markers = (text: string): Marker[] => {
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

const sentenceStart = (text: string, from: number, to: number): number => {
  const ends = [...text.slice(from, to).matchAll(sentenceEndPattern)]
  return from + ((ends.at(-1)?.index ?? -1) + 1)
}
