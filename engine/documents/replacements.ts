import { naming } from '../../checks/documents/assertions.ts'
import {
  denials,
  deniesReplacement,
  farthest,
  isPartly,
  isReserved,
  markers,
  sentenceStart,
  statesReplacement,
} from '../../checks/documents/replacement-words.ts'
import type { EndpointMention, PublishedReplacement } from '../../contracts/documents.ts'
import {
  isChoice,
  operationIdsOf,
  operationsNamed,
  type PlacedMention,
  placedMentions,
  uniqueEndpoints,
} from './mentions.ts'
import { type Run, slice } from './pages/text.ts'

/** What stands in the place of an old endpoint, as far as the page names it. */
export interface Successor {
  readonly path?: string
  readonly operationId?: string
  /** The methods that it is said of: `GetRepository (for GET)`. */
  readonly methods?: readonly string[]
}

/** The cell of what has no successor. A dash names none, and does not say that there is none. */
export const deniesSuccessor = (cell: string): boolean =>
  /^\W*(?:none|nothing|no (?:replacement|successor))\W*$/i.test(cell)

/** `Replacement: none`, or a member without a value. */
const noSuccessor = /^[\s:=–—-]*(?:$|(?:none|nothing|null|n\/a|no replacement)\b)/i

// A statement about more endpoints than these is no statement; and pairs multiply.
const mostOfAStatement = 50

/** Statements of one paragraph, list item or cell. Where it names no old endpoint itself, `about` is its subject. */
export const replacementsIn = (run: Run, line: number, about: readonly EndpointMention[]): PublishedReplacement[] => {
  const found: PublishedReplacement[] = []
  const mentions = placedMentions(run)
  let settled = 0
  let last: readonly EndpointMention[] = []
  for (const { start, end, sentenceEnd, backward } of markers(run.text)) {
    if (start < settled) continue
    const before = Math.max(settled, start - farthest)
    if (!backward && run.text[sentenceEnd] === ';' && noSuccessor.test(run.text.slice(end, sentenceEnd)))
      settled = sentenceEnd
    const part = backward ? slice(run, sentenceStart(run.text, before, start), start) : slice(run, end, sentenceEnd)
    const news = successorsIn(part)
    if (news.length === 0) continue
    const olds = uniqueEndpoints(
      backward ? placedMentions(slice(run, end, sentenceEnd)) : namedLast(mentions, run.text, before, end),
    )
    // `To find one, call NEW` is not about what the sentence before it names.
    const from = sentenceStart(run.text, before, start)
    const isPurpose = !backward && /^\W*(?:to|for|if|when)\b/i.test(run.text.slice(from, start))
    if (isPurpose && placedMentions(slice(run, from, end)).length === 0) continue
    settled = sentenceEnd
    if (deniesReplacement(run.text.slice(from, start), backward)) continue
    const sentence = run.text.slice(from, sentenceEnd)
    // `It is also replaced by NEW` is about what the statement before it is about.
    const goesOn = olds.length === 0 && !backward && last.length > 0
    const unsure =
      isReserved(sentence) ||
      (backward && !isOwn(run.text.slice(end, sentenceEnd))) ||
      (goesOn && (isPartly(sentence) || !statesReplacement(sentence)))
    const subjects = olds.length > 0 || backward ? olds : ofMethods(goesOn ? last : about, run.text.slice(from, start))
    if (olds.length > 0 || last.length === 0) last = subjects
    const choice = subjects.length === 1 && isChoice(part)
    const marks = { statement: start, ...(unsure && { unsure }), ...(choice && { choice }) } as const
    found.push(...paired(subjects, news, line).map(one => ({ ...one, ...marks })))
  }
  return [...found, ...deniedIn(run, line, about)]
}

/** The endpoints whose methods a text names alone: `GET is replaced by NEW`. */
const ofMethods = (endpoints: readonly EndpointMention[], text: string): readonly EndpointMention[] => {
  const methods: readonly string[] | null = text.match(methodWord)
  return methods === null
    ? endpoints
    : endpoints.filter(({ method }) => method === undefined || methods.includes(method))
}

const ownWords = new RegExp(`\\b(?:${naming}|old|older|legacy|former)\\b`, 'gi')

/** Whether nothing but its name stands between `instead of` and an endpoint: `the answers of GET /x` are a part of it. */
const isOwn = (text: string): boolean =>
  !/\p{L}/u.test(text.slice(0, Math.max(0, text.search(/\/|[^\p{L}\s\uE000]/u))).replaceAll(ownWords, ' '))

/** The endpoints of the last sentence of a part that names any: those that end in it. */
const namedLast = (
  mentions: readonly PlacedMention[],
  text: string,
  from: number,
  to: number,
): readonly PlacedMention[] => {
  const start = sentenceStart(text, from, to)
  const named = mentions.filter(({ end }) => end > start && end <= to)
  return named.length > 0 || start <= from ? named : namedLast(mentions, text, from, start - 1)
}

/** Statements that an old endpoint has no replacement. */
const deniedIn = (run: Run, line: number, about: readonly EndpointMention[]): PublishedReplacement[] =>
  denials(run.text).flatMap(({ start, sentenceStart: from }) => {
    const named = uniqueEndpoints(placedMentions(slice(run, from, start)))
    // Of a sentence that states a replacement too, only the last endpoint is without one.
    const mixed = markers(run.text).some(marker => marker.start >= from && marker.start < start)
    // Several endpoints of a heading are not all without one.
    const olds = named.length > 0 ? named.slice(mixed ? -1 : 0) : about.length === 1 ? about : []
    return olds.slice(0, mostOfAStatement).map(old => ({ old, none: true as const, line }))
  })

/** The successors that a cell or the end of a sentence names: paths and operation ids, matched up in order. */
export const successorsIn = (run: Run, lenient = false): Successor[] => {
  const paths = [...new Set(placedMentions(run, lenient).map(mention => mention.path))].slice(0, mostOfAStatement)
  const named = operationIdsOf(run)
  const ids = (named.length + paths.length > 0 ? named : operationsNamed(run)).slice(0, mostOfAStatement)
  const at = (list: readonly string[], index: number) => (list.length === 1 ? list[0] : list[index])
  return Array.from({ length: Math.max(paths.length, ids.length) }, (_, index) => {
    const path = at(paths, index)
    const operationId = at(ids, index)
    const methods = operationId === undefined || paths.length > 0 ? undefined : methodsOf(run.text, ids, index)
    return {
      ...(methods !== undefined && { methods }),
      ...(path !== undefined && { path }),
      ...(operationId !== undefined && { operationId }),
    }
  })
}

const methodWord = /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b(?!\s*\/)/g

/** The methods that stand with one of several ids: in front of it where they do so of the first one, else behind it. */
const methodsOf = (text: string, ids: readonly string[], index: number): readonly string[] | undefined => {
  const places = ids.map(id => text.indexOf(id))
  if (places.includes(-1)) return undefined
  const end = (at: number): number => (places[at] ?? 0) + (ids[at] ?? '').length
  const before = text.slice(0, places[0]).match(methodWord) !== null
  const part = before
    ? text.slice(index === 0 ? 0 : end(index - 1), places[index])
    : text.slice(end(index), places[index + 1])
  const methods = part.match(methodWord)
  return methods ? [...methods] : undefined
}

/** Each old endpoint with its successor: one for one where there are as many, each with each otherwise. */
export const paired = (
  olds: readonly EndpointMention[],
  news: readonly Successor[],
  line: number,
): PublishedReplacement[] => {
  const few = olds.slice(0, mostOfAStatement)
  const pair = (old: EndpointMention, { methods: _, ...successor }: Successor): PublishedReplacement => ({
    old,
    ...successor,
    line,
  })
  const isOf = (old: EndpointMention, { methods }: Successor): boolean =>
    methods === undefined || old.method === undefined || methods.includes(old.method)
  if (few.length === news.length && news.every(({ methods }) => methods === undefined))
    return few.map((old, index) => pair(old, news[index] as Successor))
  return few.flatMap(old => news.filter(successor => isOf(old, successor)).map(successor => pair(old, successor)))
}
