import type { Act, Manner } from '../lexicon.ts'
import {
  arrow,
  entryOf,
  is,
  isDated,
  isName,
  isNominal,
  isWord,
  mannerOf,
  type Thing,
  type Token,
  upTo,
} from './tokens.ts'

export const auxiliary = ['be', 'have', 'do', 'will', 'may', 'must', 'lasting'] as const
const isAuxiliary = (token: Token): boolean => is(token, ...auxiliary)

/** Where the verb of a piece begins; -1 where it has none. */
export const verbAt = (piece: readonly Token[]): number => {
  const at = piece.findIndex((token, index) => {
    // `We also deprecated X`
    if (is(token, 'adverb') && is(piece[index - 1], 'author') && is(piece[index + 1], 'participle')) return true
    if (isAuxiliary(token) || (index === 0 && token.text === 'be')) return true
    const [previous, next] = [piece[index - 1], piece[index + 1]]
    if (is(token, 'verb')) {
      // `Build API v1` is the name of another one.
      if (token.text === 'build' && is(next, 'noun')) return false
      // `A later release may …`, and `Labeling an endpoint is optional.`
      if (is(next, ...auxiliary) || (token.text.endsWith('ing') && piece.some(other => is(other, 'be')))) return false
      // `The call …`, `Calls of X`
      if (!is(token, 'noun-of', 'label')) return true
      if (previous ? is(previous, 'article', 'of', 'old', 'plain', 'preposition') || previous.text === 'no' : !next)
        return false
      return !is(next, 'of', 'to') && next?.text !== 'for'
    }
    if (!is(token, 'participle')) return false
    // `We deprecated X`, `A replaced B`
    const isDoer = is(previous, 'author') || (isName(previous) && entryOf(token, 'participle')?.act === 'replace')
    // `X and Y, both replaced by Z`
    const isOfNoun = isNominal(next) || (is(previous, 'article') && !is(previous, 'adverb'))
    return isDoer || !(isOfNoun || piece.some(isAuxiliary))
  })
  if (at >= 0) return at
  // `Removed GET /x`: without another verb, the participle is one.
  return is(piece[0], 'participle') && isName(piece[1]) ? 0 : -1
}

/** Whether the noun that a subject is about, the last one before a preposition, is not one for things of the API. */
const isAlien = (tokens: readonly Token[]): boolean => {
  const named = upTo(tokens, (token, at) => at > 0 && is(token, 'preposition', 'of', 'to', 'relative')).filter(
    isNominal,
  )
  const head = named.findLast(token => !is(token, 'plain', 'old')) ?? named.findLast(token => is(token, 'plain'))
  return head !== undefined && !is(tokens[0], 'author') && !isName(head) && !is(head, 'noun', 'label')
}

export interface Subject {
  readonly things: readonly Thing[]
  readonly act?: Act
  readonly denied: boolean
  readonly agent: boolean
  readonly goesOn: boolean
  /** Whether it is something else than a thing of the API. */
  readonly other: boolean
  /** Whether its noun is that of something else. */
  readonly alien: boolean
  readonly isCurrent: boolean
}

export const subjectOf = (tokens: readonly Token[]): Subject => {
  const things: Thing[] = []
  let [denied, agent, goesOn, other, hasNoun] = [false, false, false, false, false]
  let kind: 'any' | 'old' | 'gone' = 'any'
  let act: Act | undefined
  let isCurrent = false
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    const nominal = entryOf(token, 'noun-of')?.act
    const done = entryOf(token, 'participle')?.act
    if (is(token, 'noun')) hasNoun = true
    // `Its behavior`
    if (isWord(token, 'its', 'their')) goesOn = true
    if (token.thing) things.push(token.thing)
    else if (at === 0 && is(token, 'condition', 'limit')) continue
    else if (at > 0 && is(token, 'relative') && !isNominal(next)) other = true
    else if (is(token, 'this')) things.push({ is: 'this' })
    else if (is(token, 'label')) things.push({ is: 'label' })
    else if (
      nominal &&
      act === undefined &&
      (is(next, 'of', 'to') || next?.text === 'for' || next === undefined || (nominal === 'replace' && isName(next)))
    )
      act = nominal
    else if (is(token, 'not')) {
      denied = true
      if (token.text === 'nothing') hasNoun = true
      agent ||= is(token, 'client')
    } else if (is(token, 'old')) kind = 'old'
    // `Endpoints with the label deprecated`
    else if (token.text === 'with' && tokens.some(later => is(later, 'label'))) {
      kind = 'old'
      break
    } else if (done === 'deprecate') kind = 'old'
    else if (done === 'end') kind = 'gone'
    else if (is(token, 'client', 'author')) agent = true
    else if (is(token, 'pronoun')) goesOn = true
    else if (is(token, 'noun')) continue
    else if (is(token, 'preposition', 'to')) {
      if (!isDated(next) && act === undefined) other = true
    } else if (isDated(token) || mannerOf(token) || is(token, 'article', 'plain', 'of', 'adverb', 'and')) {
      if (token.text === 'current') isCurrent = true
      // `This is deprecated`
      if (next === undefined && isWord(token, 'this', 'these', 'those', 'both', 'all')) goesOn = true
    } else other = true
  }
  // `The documentation of deprecated endpoints` does nothing.
  if (agent && (hasNoun || things.length > 0)) other = true
  // `The legacy CreateRepository` is not the operation of that name.
  if (things.some(thing => thing.is === 'label')) things.splice(0, things.length, { is: 'label' })
  const named = kind === 'any' ? things : things.filter(thing => thing.is === 'v1' || thing.is === 'endpoint')
  const isClass = things.length === 0 || (kind !== 'any' && things.every(thing => thing.is === 'v2'))
  return {
    things: other ? [] : isClass && hasNoun && !goesOn ? [{ is: kind }] : named,
    ...(act && { act }),
    denied,
    agent,
    goesOn,
    other,
    alien: isAlien(tokens),
    isCurrent,
  }
}

/** `due`: it must be. `needless`: it need not be. `supposed`: a question, or what is so under a condition. */
export type Mood = 'stated' | 'past' | 'planned' | 'possible' | 'ordered' | 'due' | 'needless' | 'supposed'

export interface Group {
  readonly act: Act | undefined
  readonly end: number
  readonly mood: Mood
  readonly denied: boolean
  readonly passive: boolean
  /** Whether its verb is active: `remove` and not `removed`. */
  readonly active: boolean
  readonly bare: boolean
  /** Whether it can be an order: `Use X`, `Do not use X`. */
  readonly order: boolean
  readonly how: readonly Manner[]
}

/** The verb of a piece with what stands around it: `may no longer be used`, `was removed`, `keeps working`. */
export const groupAt = (piece: readonly Token[], from: number): Group => {
  let mood: Mood = 'stated'
  let [denied, passive, lasting, bare, has, order] = [false, false, false, true, false, false]
  const how: Manner[] = []
  const done = (act: Act | undefined, end: number, past = false, active = false): Group => ({
    active,
    act,
    end,
    mood: past && (mood === 'stated' || mood === 'possible') ? 'past' : mood,
    denied,
    passive,
    bare,
    order: active && (bare || order),
    how: lasting ? [...how, 'still'] : how,
  })
  let at = from
  let isPast = false
  for (; at < piece.length; at++) {
    const token = piece[at] as Token
    const participle = entryOf(token, 'participle')
    const verb = entryOf(token, 'verb')
    const manner = mannerOf(token)
    if (participle && (passive || has || (bare && !verb))) {
      if (participle.negative) denied = !denied
      if (participle.planned) mood = 'planned'
      return done(
        participle.act,
        at + 1,
        isPast,
        lasting || (has && !passive) || (bare && is(piece[from - 1], 'author')),
      )
    }
    // `X is the successor of Y`, `X has no replacement`
    if (entryOf(token, 'noun-of')?.act === 'replace') return done('replace', at + 1, isPast, !has)
    const be = entryOf(token, 'be')
    if (be) {
      passive = true
      bare = false
      isPast ||= be.past === true
    } else if (is(token, 'been')) passive = true
    else if (is(token, 'not')) denied = !denied
    else if (is(token, 'will')) {
      mood = token.text === 'would' ? 'supposed' : 'planned'
      bare = false
      passive ||= token.text === 'to be'
    } else if (is(token, 'may')) [mood, bare] = ['possible', false]
    else if (is(token, 'must'))
      [mood, bare] = [
        /need|have/.test(token.text) && (denied || token.text === 'no need to') ? 'needless' : 'due',
        false,
      ]
    else if (is(token, 'do')) [bare, order, isPast] = [false, token.text === 'do', isPast || token.text === 'did']
    else if (
      is(token, 'have') &&
      (is(piece[at + 1], 'participle') || !(isNominal(piece[at + 1]) || is(piece[at + 1], 'article')))
    )
      [has, bare] = [true, false]
    else if (is(token, 'lasting')) [lasting, passive, bare] = [true, true, false]
    else if (manner) how.push(manner)
    else if (
      is(token, 'adverb', 'to') ||
      // `has since been removed`
      (token.text === 'since' && is(piece[at + 1], 'been', 'participle')) ||
      (passive &&
        is(token, 'article') &&
        (is(piece[at + 1], 'participle') || entryOf(piece[at + 1], 'noun-of')?.act === 'replace'))
    )
      continue
    // `were not correct` corrects nothing.
    else if (verb && !(passive && token.text === 'correct')) {
      if (verb.negative) denied = !denied
      return done(verb.act, at + 1, verb.past === true || isPast, true)
    } else break
  }
  // `stays`, `stays until 2026`, and not `stays listed`.
  return done(lasting && (at === piece.length || isWord(piece[at], 'until')) ? 'serve' : undefined, at, isPast)
}

export interface Complement {
  readonly things: readonly Thing[]
  readonly goesOn: boolean
  readonly how: readonly Manner[]
  readonly by: readonly Thing[]
  readonly than: readonly Thing[]
  /** Where a name that follows belongs. */
  readonly slot: 'things' | 'by' | 'than'
  /** Whether what it names is nothing: `replaced by nothing`. */
  readonly none: boolean
  readonly statuses: readonly string[]
  readonly limited: boolean
  readonly limit: string | undefined
  readonly unread: readonly string[]
  /** What it names as an action: `postponed the removal of v1`. */
  readonly nominal?: Act | undefined
}

/** `on the day it is labelled` */
export const isOnDay = (tokens: readonly Token[], at: number): boolean =>
  is(tokens[at], 'preposition') && tokens.slice(at + 1, at + 4).some(({ text }) => text === 'day')

/** What begins in the middle of a clause and says when or without what: `once it is gone`, `without being labelled`, `on the day it is labelled`. */
const tailAt = (tokens: readonly Token[], at: number): boolean =>
  is(tokens[at], 'condition', 'relative') || isWord(tokens[at], 'without', 'with no') || isOnDay(tokens, at)

const saidByTail = (tail: readonly Token[], act: Act | undefined): readonly Manner[] => {
  const [first] = tail
  const has = (other: Act): boolean => tail.some(token => token.entries.some(entry => entry.act === other))
  const isWithout = isWord(first, 'without', 'with no')
  if (isWithout && has('replace'))
    return tail.slice(1).every(token => is(token, 'article', 'noun-of')) ? ['unreplaced'] : []
  if (first?.text === 'without' && !has('deprecate')) return tail.some(token => is(token, 'notice')) ? ['at-once'] : []
  if (isWord(first, 'once', 'after')) return act !== 'end' && has('end') ? ['later'] : []
  return has('deprecate') && isWord(first, 'without', 'before', 'on') ? ['unlabelled'] : []
}

const isEndpoint = (token: Token | undefined): boolean => token?.thing?.is === 'endpoint'

/** What stands behind a verb. */
export const complementOf = (tokens: readonly Token[], act: Act | undefined): Complement => {
  const cut = tokens.findIndex((_, at) => tailAt(tokens, at))
  const own = cut < 0 ? tokens : tokens.slice(0, cut)
  const tail = cut < 0 ? [] : tokens.slice(cut)
  const tailSays = saidByTail(tail, act)
  const slots = { things: [] as Token[], by: [] as Token[], than: [] as Token[] }
  const [unread, statuses]: [string[], string[]] = [[], []]
  let slot = 'things' as keyof typeof slots
  let isOpen = true
  let none = false
  const isUpToEnd = tail[0]?.text === 'until' && tail.some(token => token.entries.some(entry => entry.act === 'end'))
  let limit = tailSays.length > 0 ? undefined : isUpToEnd ? 'until its end' : tail[0]?.text
  const enter = (next: keyof typeof slots): void => {
    slot = next
    isOpen = true
  }
  for (const [at, token] of own.entries()) {
    const next = own[at + 1]
    if (/^[1-5]\d\d$/.test(token.text)) {
      // `404 instead of 410`
      if (slot !== 'than') statuses.push(token.text)
    } else if (is(token, 'favour') || (act === 'replace' && isWord(token, 'by', 'with'))) enter('by')
    else if (act === 'move' && is(token, 'to')) enter('by')
    else if (act === 'prefer' && is(token, 'to')) enter('than')
    // `Use Y for GET /x`, `Use Y for the GET`
    else if (act === 'use' && token.text === 'for' && isEndpoint(isWord(next, 'the') ? own[at + 2] : next))
      enter('than')
    else if (act === 'move' && token.text === 'from') enter('than')
    else if (act === 'replace' && slot === 'things' && isWord(token, 'for', 'to')) continue
    else if (is(token, 'than')) enter('than')
    else if (is(token, 'limit')) limit ??= token.text
    else if (is(token, 'preposition', 'to')) {
      if (isDated(next) || (act === 'answer' && token.text === 'with')) continue
      limit ??= token.text
      isOpen = false
    } else if (mannerOf(token) || isDated(token) || token.mark !== undefined || is(token, 'adverb')) continue
    else if (slot === 'by' && is(token, 'not')) none = true
    else if (
      token.thing ||
      is(token, ...nominal) ||
      (act === 'defer' && is(token, 'noun-of')) ||
      (is(token, 'participle') && isNominal(next))
    ) {
      if (isOpen) slots[slot].push(token)
    } else if (isOpen) {
      unread.push(token.text)
      isOpen = false
    }
  }
  const { things, goesOn, other, act: noun } = subjectOf(slots.things)
  const than = subjectOf(slots.than)
  // `rather than all at once` may be about anything.
  const isVague = slots.than.length > 0 && (than.other || (than.things.length === 0 && !than.goesOn))
  return {
    things,
    goesOn,
    by: subjectOf(slots.by).things,
    than: than.things,
    slot,
    none,
    how: [...own.flatMap(token => mannerOf(token) ?? []), ...tailSays],
    statuses,
    limited: limit !== undefined || isVague,
    limit: limit ?? (isVague ? 'than' : undefined),
    ...(act === 'defer' && noun && { nominal: noun }),
    unread: other || (noun && act !== 'defer') ? [...unread, ...slots.things.map(({ text }) => text)] : unread,
  }
}

/** What leads to a clause and says of what it is so: `Instead of X`, `For X`, `Clients of X`. */
export const ledBy = (
  tokens: readonly Token[],
): { readonly things: readonly Thing[]; readonly rest: readonly Token[] } | undefined => {
  const [first, second] = tokens
  const ofAgent = is(first, 'client') && isWord(second, 'of')
  if (!first || !(is(first, 'than', 'favour') || first.text === 'for' || ofAgent)) return undefined
  const from = ofAgent ? 2 : 1
  const to = tokens.findLastIndex(token => token.thing !== undefined || is(token, 'noun', 'this')) + 1
  const { things } = subjectOf(tokens.slice(from, to))
  return things.length > 0 ? { things, rest: [...(ofAgent ? [first] : []), ...tokens.slice(to)] } : undefined
}

const nominal = ['article', 'this', 'plain', 'old', 'noun', 'pronoun', 'of', 'and', 'label', 'been', 'foreign'] as const

/** The pieces of a sentence: what stands between its marks and conjunctions. What stands in brackets is apart. */
export const piecesOf = (tokens: readonly Token[]): readonly Piece[] => {
  let last = { tokens: [] as Token[], aside: [] as Token[], at: 0, mark: '' }
  const pieces = [last]
  const begin = (mark: string): void => {
    last = { tokens: [], aside: [], at: 0, mark }
    pieces.push(last)
  }
  let depth = 0
  const isConditional = is(tokens[0], 'condition')
  for (const [index, token] of tokens.entries()) {
    const { mark, text } = token
    // `Before an endpoint is removed we label it`
    if (
      isConditional &&
      depth === 0 &&
      is(token, 'pronoun', 'author', 'client') &&
      is(tokens[index + 1], ...auxiliary, ...(is(token, 'pronoun') ? [] : (['verb', 'adverb'] as const))) &&
      tokens.slice(1, index).some(other => is(other, 'participle', 'verb'))
    )
      begin(',')
    // `…, yet still available`, and not `not removed yet`
    const isJoint =
      is(token, 'and', 'but') &&
      !(is(token, 'yet') && tokens[index - 1]?.mark === undefined) &&
      // `since 2025-06-27 and 2025-09-19`
      !(isDated(tokens[index - 1]) && isDated(tokens[index + 1]))
    // `It was resolved that GET /x is replaced`: what is told is a clause of its own.
    if (depth === 0 && /\bthat$/.test(text) && isEndpoint(tokens[index + 1])) begin(last.mark || ',')
    else if (mark === '(' || mark === '[') {
      if (last.aside.length === 0) last.at = last.tokens.length
      depth++
    } else if (mark === ')' || mark === ']') depth = Math.max(0, depth - 1)
    else if (depth > 0) last.aside.push(token)
    // Of several marks in a row an arrow says most, and else the first one: `, and`
    else if (isJoint || ',:;–—|·•→'.includes(mark ?? ' '))
      begin((mark !== arrow && last.tokens.length === 0 && last.mark) || (mark ?? text))
    else if (mark === undefined) last.tokens.push(token)
  }
  return pieces.filter(piece => piece.tokens.length > 0)
}

export interface Piece {
  readonly tokens: readonly Token[]
  /** What stands in brackets, behind as many of the tokens. */
  readonly aside: readonly Token[]
  readonly at: number
  /** The mark or the word in front of it. A cell of a row does not go on with the one before. */
  readonly mark: string
}
