import { type Name, read, type Said, type Thing } from '../../checks/documents/clauses.ts'
import { isUnfinished } from '../../checks/documents/lexicon.ts'
import { isMentionOf } from '../../checks/documents/published-documents.ts'
import { replacingsIn } from '../../checks/documents/replacing.ts'
import { sentenceSpans } from '../../checks/documents/sentences.ts'
import { lastPieces } from '../../checks/remembered.ts'
import type { EndpointMention, PublishedReplacement } from '../../contracts/documents.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import {
  isChoice,
  isOfOld,
  namesOf,
  operationIdsOf,
  operationsNamed,
  type PlacedId,
  placedIds,
  placedMentions,
  uniqueEndpoints,
} from './mentions.ts'
import { isNew, movesIn } from './moves.ts'
import { beginningIn, insideOf, masked, type Run, type Span, slice, spanOf } from './pages/text.ts'

/** What stands in the place of an old endpoint, as far as the page names it. */
export interface Successor {
  readonly path?: string
  /** The method of the path, where one is named. */
  readonly method?: string
  readonly operationId?: string
  /** The methods that it is said of: `GetRepository (for GET)`. */
  readonly methods?: readonly string[]
}

/** The cell of what has no successor. A dash names none, and does not say that there is none. */
export const deniesSuccessor = (cell: string): boolean =>
  /^\W*(?:none|nothing|nowhere|no (?:replacement|successor)|keine?[rns]?|kein ersatz|nichts|ningun[oa]|nada|aucune?|rien|nessun[oa]?|nenhuma?)\W*$/i.test(
    cell,
  )

// A statement about more endpoints than these is no statement; and pairs multiply.
const mostOfAStatement = 50

/** What one statement says stands in the place of what, and where in its run. */
interface Replacement {
  readonly olds: readonly EndpointMention[]
  /** Undefined where it says that there is nothing. */
  readonly news: Run | undefined
  readonly sure: boolean
  readonly start: number
  /** The end of what it may say of the new ones. */
  readonly end: number
}

const endpointsAmong = (things: readonly Thing[]): EndpointMention[] =>
  uniqueEndpoints(things.flatMap(thing => (thing.is === 'endpoint' ? [thing] : []))).slice(0, mostOfAStatement)

const thingsOf = (endpoints: readonly EndpointMention[]): readonly Thing[] =>
  endpoints.map(endpoint => ({ is: 'endpoint', ...endpoint }))

/** What stands directly behind a name and is still of it: `GetRepository (GET /x) for GET`. */
const goesOn = /^[\s\uE001]*(?:\([^()]{0,200}\))?(?:\s+for\s+(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b)?/u

/** Where the methods in front of a name begin: `GET: GetRepository`, and not `A replaces GET, CheckRepository`. */
const methodsBefore = (text: string, from: number, at: number): number =>
  from + text.slice(from, at).search(/(?:(?:\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b[\s:,/&]*)+(?<!,\s*))?$/)

/** A sentence that names old endpoints and current ones and was not understood: which of them replaces what is open. */
interface Unread {
  readonly olds: readonly EndpointMention[]
  readonly news: readonly Successor[]
  readonly start: number
}

/** Whether an endpoint is of the operations that the document names with a path. */
export const isCurrent = (endpoint: EndpointMention): boolean =>
  lifecycle.operations.some(({ published }) => published !== undefined && isMentionOf(endpoint, published))

/** Whether a clause is understood as one that names no replacement: it is on something else, or denies one. */
const namesNone = ({ act, unread, denied }: Said): boolean =>
  act !== undefined && unread.length === 0 && (denied || !['use', 'replace', 'prefer'].includes(act))

/** `For the images routes there is none`: of some that it does not name. */
const ofSome =
  /\bfor (?:the|all|both|either|any|our) (?:(?:two|three|four|six) )?(?!(?:two|three|four|six|old|legacy|former|removed|deprecated|retired|v1|above|affected|listed|whole) )[a-z]+ (?:routes?|endpoints?|calls?|paths?|ones)\b/i

/**
 * The endpoints and operations of a sentence that none of its clauses tells apart. Where it goes from one to the other, each stands next to its
 * own: `Whoever sent GET /x finds that X does the same, and HEAD /x lives on as Y`.
 */
const unreadIn = (
  span: Span,
  operations: readonly PlacedId[],
  names: readonly Name[],
  told: readonly Replacement[],
  isTold: (at: number) => boolean,
): readonly Unread[] => {
  const known = new Set(told.flatMap(({ olds }) => olds).map(old => JSON.stringify(old)))
  const ids = beginningIn(operations, span).filter(
    one => !isTold(one.start) && lifecycle.operations.some(({ id }) => id === one.id),
  )
  const places = beginningIn(names, span).flatMap(name =>
    endpointsAmong(name.things).flatMap((endpoint): readonly Placed[] => {
      if (isCurrent(endpoint)) return isTold(name.start) ? [] : [{ start: name.start, new: endpoint }]
      return known.has(JSON.stringify(endpoint)) ? [] : [{ start: name.start, old: endpoint }]
    }),
  )
  const all = [...places, ...ids.map(({ id, start }): Placed => ({ start, new: { operationId: id } }))].toSorted(
    (one, other) => one.start - other.start,
  )
  const order = all.map(one => ('old' in one ? 'o' : 'n')).join('')
  const groups = [/o+n/g, /no+/g].find(group => order.replaceAll(group, '') === '') ?? /.+/g
  return [...order.matchAll(groups)].map(({ 0: { length }, index }) => {
    const own = all.slice(index, index + length)
    const olds = endpointsAmong(own.flatMap(one => ('old' in one ? [{ is: 'endpoint', ...one.old }] : [])))
    const news = own.flatMap(one => ('new' in one ? [one.new] : []))
    return { olds, news: [...new Map(news.map(one => [JSON.stringify(one), one])).values()], start: span.start }
  })
}

/** An old endpoint or a successor, and where a run names it. */
type Placed = { readonly start: number } & ({ readonly old: EndpointMention } | { readonly new: Successor })

/** What the sentences of a run say of replacements. */
export const replacementsSaid = (run: Run): readonly Replacement[] => replacementsRead(run, []).found

export const withoutReplacements = (run: Run): Run => ({ text: masked(run.text, replacementsSaid(run)), links: [] })

/** An endpoint, and in the line below it what is there now: `GET /x\n  New: GetRepository`. */
const labelBelow = /^([^\w/\n]{0,3}(?:[A-Z]{3,7} )?\/\S+[^\S\n]{0,20})\n(?=\s{0,40}(?:New|Now|Today): \S+\s*$)/

/** A sentence, with the brackets in it; or one within brackets, with what these are about. */
interface Sentence extends Span {
  readonly brackets: readonly Span[]
  readonly before?: readonly EndpointMention[]
}

/**
 * The sentences of a text, and behind each those of its brackets: what stands in brackets is about what stands in front of them, as in
 * `GET /x (use Y instead)`.
 */
const sentencesIn = (text: string, names: readonly Name[]): readonly Sentence[] => {
  const brackets = [...text.matchAll(/(?<=\()(?:[^()]|\([^()]{0,200}\)){1,400}(?=\))/g)].map(spanOf)
  // The end of a sentence within brackets is not that of the sentence around them: `GET /x (gone; use Y) and GET /z`.
  const insides = brackets.map(({ start, end }) => ({ start, end: end - 1 }))
  const thingsIn = (span: Span): readonly Thing[] => beginningIn(names, span).flatMap(({ things }) => things)
  /** What stands in front of a bracket. Where items of a list have brackets of their own, one is not about the items before its own: `/v1/a, /v1/b (now /v2/b), /v1/c (now /v2/c)`. */
  const inFrontOf = (span: Span, isOfItem: boolean): readonly EndpointMention[] => {
    const [before, last] = beginningIn(names, span).slice(-2)
    const isOfLast = isOfItem && before && last && /^\W*,\W*$/.test(text.slice(before.end, last.start))
    return endpointsAmong(isOfLast ? last.things : thingsIn(span))
  }
  return sentenceSpans(masked(text, insides, 'x'))
    .flatMap(span => itemsOf(text, span, beginningIn(names, span)))
    .flatMap((span): readonly Sentence[] => {
      const own = beginningIn(brackets, span)
      const areOfItems = own.filter(bracket => beginningIn(names, bracket).length > 0).length > 1
      let last: Span = { start: span.start, end: span.start }
      let before: readonly EndpointMention[] = []
      const within = own.flatMap((bracket): readonly Sentence[] => {
        const near = inFrontOf({ start: last.end, end: bracket.start }, areOfItems)
        // `GET /x (old) (use Y)`, `Old ones (GET /x) (use Y)`
        before = near.length > 0 ? near : endpointsAmong([...thingsOf(before), ...thingsIn(last)])
        last = bracket
        return sentenceSpans(text.slice(bracket.start, bracket.end)).map(({ start, end }) => ({
          start: start + bracket.start,
          end: end + bracket.start,
          brackets: [],
          before,
        }))
      })
      return [{ ...span, brackets: own }, ...within]
    })
}

/** What the sentences of a run say of replacements, and which of them may say something that was not understood. What names no endpoint itself goes on with those before it, or is about the given ones. */
const readReplacements = (
  run: Run,
  about: readonly EndpointMention[],
): { readonly found: readonly Replacement[]; readonly unread: readonly Unread[] } => {
  // `GET and HEAD /x (GET is replaced by Y, HEAD by Z)`
  const names = namesOf(run, uniqueEndpoints([...about, ...placedMentions(run)]))
  const found: Replacement[] = []
  const others = new Set<number>()
  let it = about
  // A name is no end of a sentence, nor is the end of a line in the middle of a phrase or in front of what stands in brackets.
  const unbroken = run.text
    .replace(labelBelow, '$1 ')
    .replaceAll(/\n(?:[^\S\n]{0,40}\p{Ll}|\s{0,20}\()?/gu, (line, at: number) =>
      line.trim() !== '' || isUnfinished(run.text.slice(Math.max(0, at - 30), at)) ? line.replaceAll('\n', ' ') : line,
    )
  const text = masked(unbroken, names, 'X')
  const spans = sentencesIn(text, names)
  for (const { before, brackets, ...span } of spans) {
    const kept = it
    if (before && before.length > 0) it = before
    const own = beginningIn(names, span).map(
      (name): Name => ({ ...name, start: name.start - span.start, end: name.end - span.start }),
    )
    const isAbout = it.length > 0 && it.length <= mostOfAStatement
    if (own.length === 0 && (before || !isAbout)) {
      it = kept
      continue
    }
    const sentence = text.slice(span.start, span.end)
    const around = thingsOf(it)
    const said = read(sentence, around, around, own)
    for (const { at } of said.filter(namesNone).flatMap(one => one.names)) if (at) others.add(span.start + at.start)
    const things = said.flatMap(({ of, others, by, than }) => [...of, ...others, ...by, ...than])
    const named = endpointsAmong(own.flatMap(name => name.things))
    const moves = movesIn(sentence, own)
    const replacings = moves.length > 0 ? moves : replacingsIn(said)
    for (const { olds, news, sure } of replacings) {
      const at = news.flatMap(thing => thing.at ?? [])
      const start = Math.min(...at.map(place => place.start))
      const last = Math.max(...at.map(place => place.end))
      const next = Math.min(...things.flatMap(thing => (thing.at && thing.at.start >= last ? [thing.at.start] : [])))
      if (news.length > 0 && at.length === 0) continue
      if (own.length === 0 && ofSome.test(sentence)) continue
      const from = news.length > 0 ? methodsBefore(run.text, span.start, span.start + start) : span.start
      const bracket = brackets.find(one => one.start <= from && from < one.end)
      // What stands in brackets says nothing of what stands behind them.
      const end = bracket?.end ?? span.end
      const to = span.start + last + (goesOn.exec(run.text.slice(span.start + last, end))?.[0].length ?? 0)
      const told = endpointsAmong(olds.flatMap(thing => (thing.is === 'this' ? around : [thing])))
      found.push({
        // `Where you called GET /x, call Y now`
        olds: told.length > 0 || news.length === 0 ? told : named,
        news: news.length > 0 ? slice(run, from, Math.min(end, to)) : undefined,
        sure: sure && told.length > 0,
        start: from,
        // The mark of the sentence stays where what it says is left out, and so does what stands behind its brackets.
        end: Math.min(span.start + Math.min(sentence.trimEnd().replace(/[.!]$/, '').length, next), end),
      })
    }
    const subjects = said.map(({ of, than }) => endpointsAmong([...of, ...than])).find(some => some.length > 0)
    // What is to be used is not what the next sentence goes on about: `Use X. Use Y for tags.`
    const isOrder = said.some(({ act, mood, denied }) => act === 'use' && mood === 'ordered' && !denied)
    if (replacings.length > 0) it = found.at(-1)?.olds ?? it
    else if (!isOrder && (subjects || named.length > 0)) it = subjects ?? named
    if (before) it = kept
  }
  const operations = placedIds(run).filter(({ start }) => !others.has(start) && !isOfOld(run, start))
  // `GET /y is not affected` is no replacement.
  const isDenied = ({ start, end }: Name): boolean =>
    others.has(start) || /^\W*(?:is|are|was|were|does|do|has|have)\s+(?:not\b|un)/.test(run.text.slice(end, end + 30))
  const told = names.filter(
    name => !isDenied(name) || !name.things.some(thing => thing.is === 'endpoint' && isCurrent(thing)),
  )
  const isTold = insideOf(
    found.map(({ start, news }) => ({ start, end: start + (news?.text.length ?? 0) })),
    run,
  )
  const unread = spans.flatMap(span => unreadIn(span, operations, told, beginningIn(found, span), isTold))
  return { found, unread }
}

/** `OLD → NEW` or `OLD (no replacement)`, where a name is as many X as it has letters. */
const item = /X\W{0,3}(?:(?:->|=>|[→⇒➔➜])\s{0,3}\S+|\([^()]*\))\W{0,3}(?:and )?$/
/** What stands between such items and has no replacement: `OLD, OLD → NEW, OLD → NEW` */
const bare = /X\W{0,3}(?:and )?$/

/**
 * The items of a sentence that lists several such, each of which stands for itself; else the sentence. What replaces something is no such item:
 * `replaced by X (for GET), Y (for HEAD)`.
 */
const itemsOf = (text: string, { start, end }: Span, [first]: readonly Name[]): readonly Span[] => {
  const parts = text.slice(start, end).split(/(?=\W?XX)(?<=[,;]\s{1,3}(?:and )?)/)
  if (
    first?.things.every(isNew) ||
    parts.filter(part => item.test(part)).length < 2 ||
    !parts.every(part => item.test(part) || bare.test(part))
  )
    return [{ start, end }]
  let at = start
  return parts.map(part => {
    const span = { start: at, end: at + part.length }
    at = span.end
    return span
  })
}

const replacementsRead = lastPieces(4_000, readReplacements)

/** Statements of one paragraph, list item or cell. Where it names no old endpoint itself, `about` is its subject. */
export const replacementsIn = (run: Run, line: number, about: readonly EndpointMention[]): PublishedReplacement[] => {
  const { found, unread } = replacementsRead(run, about)
  const open = unread.flatMap(({ olds, news, start: statement }) =>
    olds.flatMap(old => news.map(one => ({ old, ...one, line, statement, unsure: true, choice: true }) as const)),
  )
  const read = found.flatMap(({ olds, news, sure, start }): readonly PublishedReplacement[] => {
    // Several endpoints of a heading are not all without one.
    if (!news)
      return olds.length > 1 && olds.length === about.length ? [] : olds.map(old => ({ old, none: true, line }))
    const choice = olds.length === 1 && isChoice(news)
    const marks = { statement: start, ...(!sure && { unsure: true as const }), ...(choice && { choice }) } as const
    // A link that is named by one operation and leads to another one makes two statements.
    const apart = olds.length === 1 && news.links.length === 1 && !choice
    return paired(olds, successorsIn(news), line).map((one, at) => ({
      ...one,
      ...marks,
      statement: apart ? start + at : start,
    }))
  })
  // Of a statement that was not understood as a whole, the path may be that of the old one, next to an operation.
  return [...read, ...open].flatMap((one): readonly PublishedReplacement[] =>
    !isOfItself(one) ? [one] : one.operationId === undefined ? [] : [{ ...one, unsure: true }],
  )
}

/** Whether a statement has an endpoint replace itself: the old one was not found. */
const isOfItself = ({ old, path, method }: PublishedReplacement): boolean =>
  path === old.path && (method === undefined || method === old.method)

/** The successors that a cell or the end of a sentence names: paths and operation ids, matched up in order. */
export const successorsIn = (run: Run, lenient = false): Successor[] => {
  const mentions = placedMentions(run, lenient)
  const paths = [...new Set(mentions.map(mention => mention.path))].slice(0, mostOfAStatement)
  const named = operationIdsOf(run)
  const ids = (named.length + paths.length > 0 ? named : operationsNamed(run)).slice(0, mostOfAStatement)
  const at = (list: readonly string[], index: number) => (list.length === 1 ? list[0] : list[index])
  return Array.from({ length: Math.max(paths.length, ids.length) }, (_, index) => {
    const path = at(paths, index)
    const called = mentions.filter(mention => mention.path === path)
    const method = called.length === 1 ? called[0]?.method : undefined
    const operationId = at(ids, index)
    const methods = paths.length > 0 ? undefined : methodsOf(run.text, ids, index)
    return {
      ...(methods !== undefined && { methods }),
      ...(path !== undefined && { path }),
      ...(method !== undefined && { method }),
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
  const part = before ? text.slice(end(index - 1), places[index]) : text.slice(end(index), places[index + 1])
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
