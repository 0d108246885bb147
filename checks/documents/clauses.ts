import { withoutFrames } from './frames.ts'
import { type Act, type Entry, lexicon, longestFrom, type Manner, type Tag } from './lexicon.ts'
import { datesIn, type PlacedDate, yearDate } from './published-dates.ts'
import { sentencesOf } from './sentences.ts'

/**
 * What a clause can be about: an endpoint, an operation, a generation of the API, the operation that the text describes (`this`), or a class of
 * endpoints: `any`, those that are deprecated (`old`), those that were removed (`gone`).
 */
export type Thing = (
  | { readonly is: 'endpoint'; readonly method?: string; readonly path: string }
  | { readonly is: 'operation'; readonly id: string }
  | { readonly is: 'v1' | 'v2' | 'later' | 'this' | 'label' | 'any' | 'old' | 'gone' }
) & {
  /** Where it stands, if it is named there. */
  readonly at?: { readonly start: number; readonly end: number }
}

/** A name that the reader of a page found in a text: it is one word of a sentence. */
export interface Name {
  readonly start: number
  readonly end: number
  readonly things: readonly Thing[]
}

/** What a clause says, with all that could change its meaning. */
export interface Said {
  /** What it says it of; empty where the subject is something else than a thing of the API. */
  readonly of: readonly Thing[]
  /** Undefined where its verb is not understood. */
  readonly act: Act | undefined
  /** The word of the act. */
  readonly verb: string
  readonly denied: boolean
  /** `due`: it must be. `needless`: it need not be. `supposed`: a question, or what is so under a condition. */
  readonly mood: 'stated' | 'past' | 'planned' | 'possible' | 'ordered' | 'due' | 'needless' | 'supposed'
  readonly how: ReadonlySet<Manner>
  /** Things named behind the verb that it does not say it of. */
  readonly others: readonly Thing[]
  /** What it names as what stands in the place of these: `in favour of X`, `replaced by X`. */
  readonly by: readonly Thing[]
  /** In the place of what it is so: `instead of X`, `for X`. */
  readonly than: readonly Thing[]
  /** What `it` is in the clause, or what it is about where it has no subject of its own. */
  readonly it: readonly Thing[]
  /** Numbers of statuses behind its verb. */
  readonly statuses: readonly string[]
  /** The days and years of the clause. */
  readonly dates: readonly PlacedDate[]
  /** Whether it is said for a time, for a case or of a part alone. */
  readonly limited: boolean
  /** The word that limits it, such as `until` or `if`. */
  readonly limit?: string | undefined
  /** The words that were not understood: with one, nothing is certain. */
  readonly unread: readonly string[]
  /** Its subject as published, in small letters. */
  readonly subject: string
  /** Whether its subject is something else than the API: `Deprecated fields`, `The documentation of v1`. */
  readonly alien: boolean
  /** What its subject names instead of a verb: `The removal of v1 was postponed`. */
  readonly nominal?: Act | undefined
  /** All that its words can say, understood or not. */
  readonly words: ReadonlySet<Act>
  /** All that it names, understood or not. */
  readonly names: readonly Thing[]
}

interface Token {
  readonly text: string
  readonly entries: readonly Entry[]
  readonly thing?: Thing
  readonly date?: PlacedDate
  readonly mark?: string
}

// What is longer says more than one thing.
const longest = 400

const methods = '(?:GET|HEAD|POST|PUT|PATCH|DELETE)'
const methodWord = new RegExp(`^${methods}$`)
/** `its v1` is of what was named before: often of another product. */
const tokenPattern = new RegExp(
  `(?<endpoint>(?:${methods}[\\s,/&]{1,3}(?:and |or )?){0,6}/[\\w{}<>:*./-]*[\\w}>*])|(?<generation>(?<!\\b(?:[Ii]ts|[Tt]heir|[Ww]hose) )(?:version |generation )?\\b[vV](?:ersion )?[1-9](?:\\.0)?(?![\\w-])|\\bfirst generation\\b)|(?<id>\\b[a-z]*[a-z][A-Z]\\w*|\\b(?:[A-Z][a-z]+){2,}\\w*)|(?<word>[\\p{L}][\\p{L}\\p{N}_'’-]*)|(?<arrow>[→⇒➜➔➞⟶⟹]|[-=]>)|(?<number>\\p{N}+)|(?<mark>[^\\s\\p{L}\\p{N}])`,
  'gu',
)

const thingOf = (groups: Readonly<Record<string, string | undefined>>): readonly Thing[] => {
  const { endpoint, generation, id } = groups
  if (endpoint !== undefined) {
    const path = endpoint.slice(endpoint.search(/\/(?![A-Z]+\b)/))
    const named = endpoint.slice(0, endpoint.length - path.length).match(/[A-Z]{3,6}/g) ?? []
    return named.length > 0 ? named.map(method => ({ is: 'endpoint', method, path })) : [{ is: 'endpoint', path }]
  }
  if (id !== undefined) return [{ is: 'operation', id }]
  if (generation === undefined) return []
  const number = /[1-9]/.exec(generation)?.[0] ?? '1'
  return [{ is: number === '1' ? 'v1' : number === '2' ? 'v2' : 'later' }]
}

const arrow = '→'
const blank = (text: string): string => ' '.repeat(text.length)
const nameMark = '\uE010'

/** The text without marks of code and the like, as long as it was; a name that is known is one mark. */
const plainText = (sentence: string, names: readonly Name[] = []): string => {
  let text = withoutFrames(sentence.slice(0, longest))
  for (const { start, end } of names)
    if (end <= text.length && text.slice(start, end).trim() !== '')
      text = text.slice(0, start) + nameMark + blank(text.slice(start + 1, end)) + text.slice(end)
  return text
    .replaceAll(
      /\[([^[\]]{1,200})\](\([^()\s]{1,300}\))/g,
      (_, words: string, url: string) => ` ${words} ${blank(url)}`,
    )
    .replaceAll(/[*`"“”\uE000-\uE004]/g, ' ')
}

/** `isn't` is two words. */
const wordsOf = (word: string): readonly string[] => {
  const [, stem] = /^(.*?)n['’]t$/.exec(word) ?? []
  if (stem === undefined) return [word.replace(/['’]s?$/, '')]
  return stem === 'ca' || stem === 'can' ? ['cannot'] : [stem === 'wo' ? 'will' : stem, 'not']
}

/** `keep it enabled` is `keep enabled it`. */
const withObjectsBehind = (tokens: readonly Token[]): readonly Token[] => {
  const turned = [...tokens]
  for (const [at, token] of tokens.entries()) {
    const [object, state] = [tokens[at + 1], tokens[at + 2]]
    if (object && state && is(token, 'lasting') && (object.thing || is(object, 'pronoun')) && is(state, 'participle'))
      [turned[at + 1], turned[at + 2]] = [state, object]
  }
  return turned
}

const operationName = '`?[a-z]*[A-Z]\\w*`?'
const listed = '(?:\\s*[,/]\\s*(?:and |or )?|\\s+(?:and|or)\\s+)'
const afterOld = new RegExp(
  `\\b(?:[Ll]egacy|[Oo]ld|[Ff]ormer|[Pp]revious|[Oo]bsolete) ${operationName}(?:${listed}${operationName}){0,8}?${listed}\`?$`,
)

const tokensOf = (text: string, names: readonly Name[] = []): readonly Token[] => {
  const dates = datesIn(text)
  const raw: Token[] = []
  let end = 0
  for (const match of text.matchAll(tokenPattern)) {
    if (match.index < end) continue
    const date = dates.find(({ start }) => start >= match.index && start < match.index + match[0].length)
    const groups = match.groups ?? {}
    end = date?.end ?? match.index + match[0].length
    const name = names.find(({ start }) => start === match.index)
    // `The legacy CreateRepository and GetRepository`: the word is of both.
    const isOfOld = afterOld.test(text.slice(Math.max(0, match.index - 200), match.index))
    const things = (date ? [] : (name?.things ?? thingOf(groups))).map(
      (thing): Thing => (isOfOld && thing.is === 'operation' ? { is: 'old' } : thing),
    )
    const at = { start: match.index, end: name?.end ?? end }
    if (date) raw.push({ text: date.text, entries: [], date })
    else if (things.length > 0)
      raw.push(...things.map(thing => ({ text: match[0], entries: [], thing: { ...thing, at } })))
    else if (groups.arrow) raw.push({ text: match[0], entries: [], mark: arrow })
    else if (methodWord.test(match[0])) raw.push({ text: match[0], entries: [{ tag: 'plain' }] })
    else if (groups.mark === undefined)
      raw.push(...wordsOf(match[0].toLowerCase()).map(word => ({ text: word, entries: [] })))
    else raw.push({ text: match[0], entries: [], mark: match[0] })
  }
  const tokens: Token[] = []
  for (let at = 0; at < raw.length; ) {
    const phrase = phraseAt(raw, at)
    tokens.push(phrase.token)
    at += phrase.length
  }
  return withObjectsBehind(withoutRelatives(withReleases(tokens)))
}

/** `in a later release` says no more than `later`. */
const withReleases = (tokens: readonly Token[]): readonly Token[] => {
  const kept: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const end = tokens.findIndex(({ text }, index) => index > at && /^releases?$/.test(text))
    const isTime =
      /^(?:in|with|from)$/.test(tokens[at]?.text ?? '') &&
      end > at &&
      end - at < 6 &&
      tokens
        .slice(at + 1, end)
        .every(
          token =>
            is(token, 'article', 'of', 'later', 'planned') || /^(?:future|next|coming|new|newer)$/.test(token.text),
        )
    kept.push(isTime ? { text: 'in a release', entries: [{ tag: 'adverb' }] } : (tokens[at] as Token))
    // `from one release to the next`
    if (isTime) at = tokens[end + 1]?.text === 'to' && tokens[end + 3]?.text === 'next' ? end + 3 : end
  }
  return kept
}

/** Whether the clause that goes on has a verb of its own. */
const hasVerb = (tokens: readonly Token[]): boolean => {
  const end = tokens.findIndex(({ mark }) => mark !== undefined)
  return tokens.slice(1, end < 0 ? undefined : end).some(token => is(token, 'be', 'have', 'will', 'may', 'must'))
}

/** `endpoints that are deprecated` are `deprecated endpoints`, and `an endpoint that must be removed` is an endpoint. */
const withoutRelatives = (tokens: readonly Token[]): readonly Token[] => {
  const kept: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const next = tokens[at + 1]
    // `Nothing that replaces X`
    if (is(tokens[at], 'relative') && tokens[at - 1]?.text === 'nothing') continue
    // `an endpoint to be removed is …`
    else if (tokens[at]?.text === 'to be' && is(tokens[at - 1], 'noun') && hasVerb(tokens.slice(at)))
      while (is(tokens[at + 1], 'participle', 'and')) at++
    else if (!is(tokens[at], 'relative') || at === 0) kept.push(tokens[at] as Token)
    // `X, which is deprecated` names X and says more of it.
    else if (tokens[at - 1]?.mark === ',') kept.push(tokens[at] as Token)
    else if (is(next, 'be') && is(tokens[at + 2], 'participle')) at++
    else if (is(next, 'must')) {
      at++
      while (is(tokens[at + 1], 'been', 'to', 'participle', 'verb', 'and')) at++
    } else kept.push(tokens[at] as Token)
  }
  return kept
}

/** The longest phrase of the lexicon that begins with a token, or the token itself. */
const phraseAt = (tokens: readonly Token[], at: number): { readonly token: Token; readonly length: number } => {
  const first = tokens[at] as Token
  const isWord = ({ thing, date, mark, entries }: Token): boolean =>
    !thing && !date && mark === undefined && entries.length === 0
  for (let length = longestFrom.get(first.text) ?? 0; length > 0; length--) {
    const some = tokens.slice(at, at + length)
    if (some.length < length || !some.every(isWord)) continue
    const text = some.map(token => token.text).join(' ')
    const entries = lexicon.get(text)
    if (entries) return { token: { text, entries }, length }
  }
  return { token: first, length: 1 }
}

const is = (token: Token | undefined, ...tags: readonly Tag[]): boolean =>
  token?.entries.some(({ tag }) => tags.includes(tag)) === true

const entryOf = (token: Token | undefined, ...tags: readonly Tag[]): Entry | undefined =>
  token?.entries.find(({ tag }) => tags.includes(tag))

const manners: readonly Manner[] = [
  'yet',
  'instead',
  'for-new',
  'at-once',
  'for-ever',
  'first',
  'later',
  'unlabelled',
  'again',
  'still',
  'planned',
  'unreplaced',
]
const mannerOf = (token: Token): Manner | undefined => manners.find(manner => is(token, manner))

/** The days and years among tokens. */
const datesOf = (tokens: readonly Token[]): readonly PlacedDate[] =>
  tokens.flatMap(token => token.date ?? (isYear(token) ? yearDate(token.text) : []))

const isYear = ({ text }: Token): boolean => /^(?:19|20)\d\d$/.test(text)
const isName = (token: Token | undefined): boolean => token?.thing !== undefined
/** What can stand in the name of a thing next to its noun. */
const isNominal = (token: Token | undefined): boolean =>
  isName(token) || is(token, 'noun', 'plain', 'old', 'foreign', 'label') || (token !== undefined && isUnknown(token))
const isUnknown = ({ entries, thing, date, mark, text }: Token): boolean =>
  entries.length === 0 && !thing && !date && mark === undefined && !/^(?:19|20)\d\d$/.test(text)

const namedIn = (tokens: readonly Token[]): readonly Thing[] => tokens.flatMap(({ thing }) => thing ?? [])

const actsOf = (tokens: readonly Token[]): ReadonlySet<Act> =>
  new Set(tokens.flatMap(({ entries }) => entries.flatMap(({ act }) => act ?? [])))

const auxiliary = ['be', 'have', 'do', 'will', 'may', 'must', 'lasting'] as const

/** Where the verb of a piece begins; -1 where it has none. */
const verbAt = (piece: readonly Token[]): number => {
  const at = piece.findIndex((token, index) => {
    if (is(token, ...auxiliary) || (index === 0 && token.text === 'be')) return true
    const [previous, next] = [piece[index - 1], piece[index + 1]]
    if (is(token, 'verb')) {
      // `Build API v1` is the name of another one.
      if (token.text === 'build' && is(next, 'noun')) return false
      // `A later release may …`, and `Labeling an endpoint is optional.`
      if (is(next, ...auxiliary)) return false
      if (index === 0 && /ing$/.test(token.text) && piece.some(other => is(other, 'be'))) return false
      if (index === 0 && !next && is(token, 'noun', 'noun-of', 'label')) return false
      if (
        is(token, 'noun', 'noun-of', 'label', 'plain', 'participle') &&
        (is(previous, 'article', 'of', 'old', 'plain', 'preposition') || previous?.text === 'no')
      )
        return false
      return !(is(token, 'noun', 'noun-of') && (is(next, 'of', 'to') || next?.text === 'for'))
    }
    // `We deprecated X`
    if (is(token, 'participle') && is(previous, 'author')) return true
    return (
      is(token, 'participle') &&
      !isNominal(next) &&
      !is(previous, 'article') &&
      !piece.slice(index + 1).some(other => is(other, ...auxiliary))
    )
  })
  if (at >= 0) return at
  // `Removed GET /x`: without another verb, the participle is one.
  return is(piece[0], 'participle') && isName(piece[1]) ? 0 : -1
}

/** Whether the noun that a subject is about, the last one before a preposition, is not one for things of the API. */
const isAlien = (tokens: readonly Token[]): boolean => {
  const end = tokens.findIndex((token, at) => at > 0 && is(token, 'preposition', 'of', 'to', 'relative'))
  const named = tokens.slice(0, end < 0 ? undefined : end).filter(isNominal)
  const head = named.findLast(token => !is(token, 'plain', 'old')) ?? named.findLast(token => is(token, 'plain'))
  return (
    head !== undefined && !is(tokens[0], 'author', 'client') && !isName(head) && !is(head, 'noun', 'noun-of', 'label')
  )
}

/** `without the label` */
const isUnlabelled = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'without' && tokens.slice(at + 1, at + 3).some(token => is(token, 'label'))

interface Subject {
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

const subjectOf = (tokens: readonly Token[]): Subject => {
  const things: Thing[] = []
  let [denied, agent, goesOn, other, hasNoun] = [false, false, false, false, false]
  let kind: 'any' | 'old' | 'gone' = 'any'
  let act: Act | undefined
  let isCurrent = false
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    const nominal = entryOf(token, 'noun-of')?.act
    if (is(token, 'noun')) hasNoun = true
    // `Its behavior`
    if (/^(?:its|their)$/.test(token.text)) goesOn = true
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
    // `Endpoints without the label`
    else if (hasNoun && isUnlabelled(tokens, at)) break
    else if (is(token, 'not')) {
      denied = true
      if (token.text === 'nothing') hasNoun = true
      agent ||= is(token, 'client')
    } else if (is(token, 'old')) kind = 'old'
    // `Endpoints with the label deprecated`
    else if (token.text === 'with' && tokens.slice(at + 1, at + 3).some(later => is(later, 'label'))) {
      kind = 'old'
      break
    } else if (is(token, 'participle') && ['deprecate', 'end'].includes(entryOf(token, 'participle')?.act ?? ''))
      kind = entryOf(token, 'participle')?.act === 'end' ? 'gone' : 'old'
    else if (is(token, 'client', 'author')) agent = true
    else if (is(token, 'pronoun')) goesOn = true
    else if (is(token, 'noun')) continue
    else if (is(token, 'preposition', 'to')) {
      const dated = next?.date !== undefined || (next !== undefined && isYear(next)) || act !== undefined
      if (!dated) other = true
    } else if (
      token.date ||
      isYear(token) ||
      mannerOf(token) ||
      is(token, 'article', 'plain', 'of', 'adverb', 'and', 'but')
    ) {
      if (token.text === 'current') isCurrent = true
      // `This is deprecated`
      if (next === undefined && /^(?:this|these|those|both|all)$/.test(token.text)) goesOn = true
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
    alien: (other || things.length === 0) && isAlien(tokens),
    isCurrent,
  }
}

interface Group {
  readonly act: Act | undefined
  readonly end: number
  readonly mood: Said['mood']
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
const groupAt = (piece: readonly Token[], from: number): Group => {
  let mood: Said['mood'] = 'stated'
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
  let isThere = false
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
        (lasting && piece[at + 1] !== undefined && (isName(piece[at + 1]) || is(piece[at + 1], 'pronoun'))) ||
          (has && !passive) ||
          (bare && is(piece[from - 1], 'author')),
      )
    }
    // `X is the successor of Y`, `X has no replacement`
    if ((passive || has || isThere) && entryOf(token, 'noun-of')?.act === 'replace')
      return done('replace', at + 1, isPast, !has && !isThere)
    if (is(token, 'be')) {
      isThere = piece[at - 1]?.text === 'there' && at > 0
      passive = true
      bare = false
      isPast ||= entryOf(token, 'be')?.past === true
    } else if (is(token, 'been')) passive = true
    else if (is(token, 'not')) denied = !denied
    else if (is(token, 'will'))
      [mood, bare, passive] = [
        token.text === 'would' ? 'supposed' : 'planned',
        false,
        passive || token.text === 'to be',
      ]
    else if (is(token, 'may')) [mood, bare] = ['possible', false]
    else if (is(token, 'must'))
      [mood, bare] = [
        /need|have/.test(token.text) && (denied || token.text === 'no need to') ? 'needless' : 'due',
        false,
      ]
    else if (is(token, 'do')) [bare, order, isPast] = [false, token.text === 'do', isPast || token.text === 'did']
    else if (
      is(token, 'have') &&
      (is(piece[at + 1], 'participle') ||
        piece[at + 1]?.text === 'no' ||
        !(isNominal(piece[at + 1]) || is(piece[at + 1], 'article')))
    )
      [has, bare] = [true, false]
    else if (is(token, 'lasting')) [lasting, passive, bare] = [true, true, false]
    else if (manner) how.push(manner)
    else if (
      is(token, 'adverb', 'to') ||
      // `has since been removed`
      ((passive || has) && token.text === 'since' && is(piece[at + 1], 'been', 'participle')) ||
      (passive &&
        is(token, 'article') &&
        (is(piece[at + 1], 'participle') || entryOf(piece[at + 1], 'noun-of')?.act === 'replace'))
    )
      continue
    else if (verb) {
      if (verb.negative) denied = !denied
      return done(verb.act, at + 1, verb.past === true || isPast, true)
    } else break
  }
  // `stays`, and not `stays listed`.
  const isWhole = piece.slice(at).every(token => token.date || is(token, 'adverb', 'preposition'))
  return done(lasting && isWhole ? 'serve' : undefined, at, isPast)
}

interface Complement {
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

/** What begins in the middle of a clause and says when or without what: `once it is gone`, `without being labelled`, `on the day it is labelled`. */
const tailAt = (tokens: readonly Token[], at: number): boolean =>
  is(tokens[at], 'condition', 'relative') ||
  /^(?:without|with no)$/.test(tokens[at]?.text ?? '') ||
  (is(tokens[at], 'preposition') && tokens.slice(at + 1, at + 4).some(({ text }) => text === 'day'))

const saidByTail = (tail: readonly Token[], act: Act | undefined): readonly Manner[] => {
  const [first] = tail
  const has = (other: Act): boolean => tail.some(token => token.entries.some(entry => entry.act === other))
  const labels = has('deprecate') || tail.some(token => is(token, 'label'))
  const isWithout = /^(?:without|with no)$/.test(first?.text ?? '')
  if (isWithout && has('replace'))
    return tail.slice(1).every(token => is(token, 'article', 'noun-of')) ? ['unreplaced'] : []
  if (first?.text === 'without' && !labels) return tail.some(token => is(token, 'notice')) ? ['at-once'] : []
  if (/^(?:once|after)$/.test(first?.text ?? '')) return act !== 'end' && has('end') ? ['later'] : []
  return labels && /^(?:without|before|on)$/.test(first?.text ?? '') ? ['unlabelled'] : []
}

/** What stands behind a verb. */
const complementOf = (tokens: readonly Token[], act: Act | undefined): Complement => {
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
    const isDated = next?.date !== undefined || (next !== undefined && isYear(next))
    if (/^[1-5]\d\d$/.test(token.text)) {
      // `404 instead of 410`
      if (slot !== 'than') statuses.push(token.text)
    } else if (is(token, 'favour') || (act === 'replace' && /^(?:by|with)$/.test(token.text))) enter('by')
    else if (act === 'move' && is(token, 'to')) enter('by')
    else if (act === 'prefer' && is(token, 'to')) enter('than')
    else if (act === 'move' && token.text === 'from') enter('than')
    else if (act === 'replace' && slot === 'things' && /^(?:for|to)$/.test(token.text)) continue
    else if (is(token, 'than')) enter('than')
    else if (is(token, 'limit')) limit ??= token.text
    else if (is(token, 'preposition', 'to')) {
      if (isDated || (act === 'answer' && token.text === 'with')) continue
      limit ??= token.text
      isOpen = false
    } else if (mannerOf(token) || token.date || isYear(token) || token.mark !== undefined || is(token, 'adverb', 'but'))
      continue
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
  const { things, goesOn, other, act: ofUse } = subjectOf(slots.things)
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
    ...(act === 'defer' && !other && ofUse && { nominal: ofUse }),
    unread: other || (ofUse && act !== 'defer') ? [...unread, ...slots.things.map(({ text }) => text)] : unread,
  }
}

const nominal = ['article', 'this', 'plain', 'old', 'noun', 'pronoun', 'of', 'and', 'label', 'been', 'foreign'] as const

/** The pieces of a sentence: what stands between its marks and conjunctions. What stands in brackets is apart. */
const piecesOf = (tokens: readonly Token[]): readonly Piece[] => {
  const pieces: { tokens: Token[]; aside: Token[]; at: number; mark: string }[] = [
    { tokens: [], aside: [], at: 0, mark: '' },
  ]
  let depth = 0
  const isConditional = is(tokens[0], 'condition')
  for (const [index, token] of tokens.entries()) {
    // `Before an endpoint is removed we label it`
    if (
      isConditional &&
      depth === 0 &&
      is(token, 'pronoun', 'author', 'client') &&
      is(tokens[index + 1], ...auxiliary, ...(is(token, 'pronoun') ? [] : (['verb', 'adverb'] as const)))
    )
      if (tokens.slice(1, index).some(other => is(other, 'participle', 'verb')))
        pieces.push({ tokens: [], aside: [], at: 0, mark: ',' })
    const last = pieces.at(-1)
    // `…, yet still available`, and not `not removed yet`
    const isJoint = is(token, 'and', 'but') && !(is(token, 'yet') && tokens[index - 1]?.mark === undefined)
    if (/^[([]$/.test(token.mark ?? '')) {
      if (last && last.aside.length === 0) last.at = last.tokens.length
      depth++
    } else if (/^[)\]]$/.test(token.mark ?? '')) depth = Math.max(0, depth - 1)
    else if (depth > 0) last?.aside.push(token)
    else if ((token.mark !== undefined && /^[,:;–—|·•→]$/.test(token.mark)) || isJoint) {
      // Of several marks in a row the first one says most: `, and`
      const mark = last?.tokens.length === 0 && last.mark !== '' ? last.mark : (token.mark ?? token.text)
      pieces.push({ tokens: [], aside: [], at: 0, mark })
    } else if (token.mark === undefined) last?.tokens.push(token)
  }
  return pieces.filter(piece => piece.tokens.length > 0)
}

interface Piece {
  readonly tokens: readonly Token[]
  /** What stands in brackets, behind as many of the tokens. */
  readonly aside: readonly Token[]
  readonly at: number
  /** The mark or the word in front of it. A cell of a row does not go on with the one before. */
  readonly mark: string
}

interface Clause {
  readonly subject: Subject
  readonly group: Group
  readonly of: readonly Thing[]
  /** Where a name belongs that follows without a verb. */
  readonly slot: 'of' | 'others' | 'by' | 'than'
}

/** What leads to a clause and says of what it is so: `Instead of X`, `For X`, `Clients of X`. */
const ledBy = (
  tokens: readonly Token[],
): { readonly things: readonly Thing[]; readonly rest: readonly Token[] } | undefined => {
  const [first, second] = tokens
  const ofAgent = is(first, 'client') && second?.text === 'of'
  if (!first || !(is(first, 'than') || first.text === 'for' || ofAgent)) return undefined
  const from = ofAgent ? 2 : 1
  const to = tokens.findLastIndex(token => token.thing !== undefined || is(token, 'noun', 'this')) + 1
  const { things, other } = subjectOf(tokens.slice(from, to))
  return things.length > 0 && !other ? { things, rest: [...(ofAgent ? [first] : []), ...tokens.slice(to)] } : undefined
}

/** What a clause names last: what `, which` goes on with. */
const namedLast = (said: Said | undefined): readonly Thing[] =>
  [said?.by, said?.others, said?.than, said?.of].find(some => some !== undefined && some.length > 0) ?? []

/** `X by Y`, `X in favour of Y`, `X instead of Y`: a clause that has the verb of the one before. */
const elliptic = (piece: readonly Token[]): number => {
  const at = piece.findIndex(token => is(token, 'favour', 'than') || /^(?:by|with)$/.test(token.text))
  return at > 0 && piece.slice(0, at).some(isName) && piece.slice(at).some(isName) ? at : -1
}

// Several checks ask for the same sentence.
const mostKnown = 10_000
const known = new Map<string, readonly Said[]>()

/** What a sentence says, clause by clause. `it` is what the clause before is about, or at first what is given. */
export const read = (
  sentence: string,
  own: readonly Thing[] = itself,
  it?: readonly Thing[],
  names?: readonly Name[],
): readonly Said[] => {
  const key = JSON.stringify([sentence.slice(0, longest), own, it, names])
  const said = known.get(key) ?? clausesOf(sentence, own, it, names)
  if (known.size >= mostKnown) known.clear()
  known.set(key, said)
  return said
}

const clausesOf = (
  sentence: string,
  own: readonly Thing[],
  it: readonly Thing[] | undefined,
  names: readonly Name[] | undefined,
): readonly Said[] => {
  const text = plainText(sentence, names)
  const tokens = tokensOf(text, names)
  const first = tokens.find(({ mark }) => mark === undefined)
  const isAsked = /\?\W*$/.test(text)
  const condition = is(first, 'condition') ? first?.text : undefined
  let supposed = condition !== undefined || isAsked
  /** What the condition makes of an endpoint: `Once deprecated, an endpoint …`. */
  let given: 'old' | 'gone' | undefined
  let isOver = false
  const found: Said[] = []
  let waiting: readonly Token[] = []
  let odd: readonly Token[] = []
  let days: readonly PlacedDate[] = []
  let led: readonly Thing[] = []
  /** What a title such as `Replacement for X:` is of. */
  let title: readonly Thing[] | undefined
  let last: Clause | undefined
  /** A clause of which it is open whether what follows is its subject: `Deprecated: X`. */
  let implied: number | undefined
  const settle = (of: readonly Thing[]): void => {
    const said = implied === undefined ? undefined : found[implied]
    if (said && implied !== undefined) found[implied] = { ...said, of }
    implied = undefined
  }
  const pieces = piecesOf(tokens)
  /** Whether what follows a piece makes its names those of a clause to come: `, X → Y`, `, X and Y by Z`. */
  const isHeld = (index: number): boolean => {
    const next = pieces.slice(index + 1).find(({ tokens: other, mark }) => mark === arrow || !other.every(isName))
    return next !== undefined && (next.mark === arrow ? pieces[index + 1] === next : elliptic(next.tokens) >= 0)
  }
  const stated = (act: Act, of: readonly Thing[], by: readonly Thing[], piece: readonly Token[]): Said => ({
    ...complementOf([], act),
    of,
    act,
    verb: '',
    denied: false,
    mood: supposed ? 'supposed' : 'stated',
    how: new Set(),
    others: [],
    by,
    it: of,
    dates: datesOf(piece),
    subject: '',
    alien: false,
    words: actsOf(piece),
    names: namedIn(piece),
  })
  for (const [index, { tokens: piece, aside, at, mark }] of pieces.entries()) {
    const next = pieces[index + 1]
    const from = verbAt(piece)
    isOver ||= condition !== undefined && mark === ',' && index > 0
    const before = found.at(-1)
    const marked = aside.length === 0 ? undefined : markedBy(aside, subjectOf(piece.slice(0, at)).things)
    if (marked) found.push({ ...marked, mood: supposed ? 'supposed' : 'stated' })
    const antecedent = last?.of ?? (piece.some(isPronoun) ? (it ?? []) : own)
    if (from < 0) {
      const subject = subjectOf(piece)
      const lead = ledBy(piece)
      const cut = elliptic(piece)
      const noun = piece.findIndex(token => entryOf(token, 'noun-of')?.act === 'replace')
      const isNames = subject.things.length > 0 && !subject.other
      // `in favour of Y`, `X (now Y)`
      const favoured =
        is(piece[0], 'favour') || /^(?:now|today|currently)$/.test(piece[0]?.text ?? '')
          ? subjectOf(piece.slice(1)).things
          : []
      if (favoured.length > 0 && !before) {
        const olds = waiting.length > 0 ? subjectOf(waiting).things : antecedent
        found.push(stated('replace', olds, favoured, piece))
        last = { subject, group: groupAt(piece, piece.length), of: olds, slot: 'by' }
        waiting = []
      } else if (mark === arrow && isNames && !marked) {
        const olds = waiting.length > 0 ? subjectOf(waiting).things : antecedent
        if (before && waiting.length === 0)
          found[found.length - 1] = { ...before, by: [...before.by, ...subject.things] }
        else found.push(stated('replace', olds, subject.things, [...waiting, ...piece]))
        last = { subject, group: groupAt(piece, piece.length), of: olds, slot: 'by' }
        waiting = []
      } else if (title !== undefined && (isNames || subject.denied)) {
        found.push({ ...stated('replace', title, subject.things, piece), denied: subject.denied })
        last = { subject, group: groupAt(piece, piece.length), of: title, slot: 'by' }
        title = undefined
      } else if (noun >= 0 && subject.act === 'replace' && !subject.other && mark !== '|') {
        // `Replacement for X: Y`, `Successor Y`
        const isDirect = isName(piece[noun + 1])
        const olds = isDirect || subject.things.length === 0 ? subjectOf(waiting).things : subject.things
        const of = olds.length > 0 ? olds : antecedent
        if (isDirect) found.push(stated('replace', of, subject.things, piece))
        else title = of
        if (isDirect) last = { subject, group: groupAt(piece, piece.length), of, slot: 'by' }
        waiting = []
      } else if (before && last && cut > 0) {
        const of = [...subjectOf(waiting).things, ...subjectOf(piece.slice(0, cut)).things]
        found.push({ ...before, ...complementOf(piece.slice(cut), 'replace'), how: before.how, of, others: [], it: of })
        waiting = []
      } else if (before && isNames && isHeld(index)) waiting = [...waiting, ...piece]
      else if (!before && lead && lead.rest.length === 0) led = [...led, ...lead.things]
      else if (!before && led.length > 0 && isNames) led = [...led, ...subject.things]
      // What stands behind a clause without a verb of its own goes on with what the clause names.
      else if (before && mark === '|') settle(own)
      else if (before) {
        const more = complementOf(piece, before.act)
        const at = marked ? found.length - 2 : found.length - 1
        // `Build service: v1 API` builds nothing.
        const slot = last === undefined || (last.slot === 'of' && mark === ':') ? 'others' : last.slot
        // `Replaced by: nothing`
        const isNone = slot === 'by' && subject.denied && !subject.things.some(thing => thing.at)
        found[at] = isNone ? { ...before, denied: !before.denied } : withMore(before, more, piece, slot)
        if (more.things.length > 0 || more.unread.length > 0) {
          if (implied !== undefined && last) last = { ...last, of: more.things }
          settle(more.things)
        }
      } else {
        // Names in a list, or what only leads to the clause: `Since 2025-01-01,` and `Replacement: none,`.
        const { things, other, act } = subject
        if ((act === 'end' || act === 'deprecate') && things.length === 0 && !other)
          found.push({ ...stated(act, own, [], piece), mood: 'planned' })
        days = [...days, ...datesOf(piece)]
        if (things.length > 0) waiting = [...waiting, ...piece]
        else if (other && next?.mark !== ':') odd = [...odd, ...piece]
      }
      continue
    }
    settle(antecedent)
    const start = ledBy(piece.slice(0, from))
    const beforeVerb = start?.rest ?? piece.slice(0, from)
    // `since they are deprecated`
    const isReason =
      /^(?:since|as)$/.test(beforeVerb[0]?.text ?? '') &&
      beforeVerb.length > 1 &&
      !beforeVerb[1]?.date &&
      !isYear(beforeVerb[1] as Token)
    const whole = isReason ? beforeVerb.slice(1) : beforeVerb
    // `Because of feedback we …`
    const isApart = is(whole[0], 'preposition') && whole.length > 2 && is(whole.at(-1), 'author', 'client', 'pronoun')
    const lead = isApart ? whole.slice(-1) : whole
    const apart = isApart && whole[0]?.text !== 'because of' ? whole[0]?.text : undefined
    const group = groupAt(piece, from)
    if (isOver && !isAsked && (lead.length > 0 || group.order)) supposed = false
    const rest = piece.slice(group.end)
    const complement = complementOf(rest, group.act)
    // `GET /x: use Y`, `GET /x: Y replaces it`
    const isHead =
      waiting.length > 0 &&
      !subjectOf(waiting).other &&
      (/^[:–—→]$/.test(mark) && lead.some(isName)
        ? group.act === 'replace'
        : lead.length === 0 && group.order && (group.act === 'use' || group.act === 'move'))
    const head = isHead ? subjectOf(waiting).things : antecedent
    const ahead = isHead ? [] : waiting
    const subject = subjectOf([...ahead, ...lead])
    // `is removed first and labelled later`: what has no subject has that of the clause before.
    const isOpen = [...ahead, ...lead].every(
      token =>
        token.text !== 'nothing' &&
        (token.date !== undefined || is(token, 'adverb', 'not', 'still', 'later', 'first', 'pronoun')),
    )
    const goesOn = isOpen || (subject.goesOn && subject.things.length === 0 && !subject.other)
    // `may be removed or change its behavior`
    const isGoverned = last?.group.mood === 'possible' && /^(?:and|or)$/.test(mark) && group.act === 'change'
    const inherits = isOpen && last !== undefined && group.bare && (group.active === last.group.active || isGoverned)
    const object =
      complement.goesOn && complement.things.length === 0
        ? head.length > 0 || group.act !== 'use'
          ? head
          : own
        : complement.things
    const isAgent = subject.agent || (goesOn && last?.subject.agent === true)
    const isFirst = isOpen && !subject.goesOn
    // `Replaces X` says what the thing described is.
    const isReplacing = group.act === 'replace' && complement.by.length === 0 && !isAgent
    const isOrder = isFirst && group.order && (last === undefined || object.length > 0)
    const isAllowed = isFirst && group.mood === 'possible'
    const isTitle = isFirst && group.bare && !last
    const takesObject =
      !isReplacing &&
      ((group.active && (isAgent || isOrder || isAllowed)) ||
        (isTitle && group.act !== 'replace' && (object.length > 0 || complement.unread.length > 0)))
    const isEquation = group.act === undefined && subject.isCurrent && !subject.other
    const isRelative = is(lead[0], 'relative')
    // `Not every endpoint`
    const partOf = is(lead[0], 'limit') ? lead[0]?.text : apart
    // `The replacement for X is Y`
    const isNamed =
      subject.act === 'replace' &&
      group.act === undefined &&
      group.passive &&
      !subject.other &&
      (complement.things.length > 0 || /^(?:none|nothing)$/.test(piece[group.end - 1]?.text ?? ''))
    const of = isNamed
      ? subject.things.length > 0
        ? subject.things
        : head
      : isRelative
        ? ahead.length > 0
          ? subjectOf(ahead).things
          : namedLast(before)
        : isEquation || (takesObject && !subject.other && rest.length > 0)
          ? object
          : goesOn
            ? head
            : subject.things
    // `Before we remove or replace X`
    if (before && /^(?:and|or)$/.test(mark) && lead.length === 0 && takesObject && last?.group.active === true)
      if (namedLast(before).length === 0 && before.unread.length === 0)
        found[found.length - 1] = { ...before, of: object }
    const isDenied = group.denied || (inherits && last?.group.denied === true)
    const isGiven =
      supposed && found.length === 0 && !isDenied && /^(?:once|after|if|when|whenever|as)\b/.test(condition ?? '')
    if (
      isGiven &&
      (group.mood === 'stated' || group.mood === 'past') &&
      (group.act === 'deprecate' || group.act === 'end')
    )
      given = group.act === 'end' ? 'gone' : 'old'
    // `To remove an endpoint at once would be …`
    const isInfinitive = lead.length === 1 && lead[0]?.text === 'to'
    const mood =
      supposed || isInfinitive ? 'supposed' : inherits && last ? last.group.mood : isOrder ? 'ordered' : group.mood
    found.push({
      ...complement,
      of: given && !supposed ? of.map(thing => (thing.is === 'any' ? { is: given as 'old' | 'gone' } : thing)) : of,
      act: isNamed ? 'replace' : isEquation ? 'prefer' : group.act,
      verb: piece[group.end - 1]?.text ?? '',
      denied: subject.denied !== (isDenied !== complement.none),
      mood,
      how: new Set([
        ...lead.flatMap((token, at) => mannerOf(token) ?? (isUnlabelled(lead, at) ? 'unlabelled' : [])),
        ...group.how,
        ...complement.how,
      ]),
      others: isEquation || takesObject || isNamed ? [] : isReplacing ? object : complement.things,
      by: isNamed ? complement.things : complement.by,
      than: [...led, ...(start?.things ?? []), ...complement.than],
      // `POST is replaced by X` is of something else.
      it: goesOn || subject.agent || subject.things.length > 0 || isNamed ? head : [],
      dates: [...days, ...datesOf(piece)],
      subject: [...waiting, ...lead].map(token => token.text).join(' '),
      alien: of.length === 0 && (goesOn ? last?.subject.alien === true : subject.alien),
      limited: complement.limited || partOf !== undefined || (isRelative && mark !== ',') || (isOver && !supposed),
      limit:
        isOver && !supposed && condition === 'before'
          ? condition
          : (complement.limit ?? partOf ?? (isOver && !supposed ? condition : undefined)),
      unread: [...complement.unread, ...odd.map(token => token.text)],
      words: actsOf(piece),
      names: namedIn(piece),
      ...(subject.act && { nominal: subject.act }),
    })
    if (isTitle && rest.length === 0) implied = found.length - 1
    if (isRelative) continue
    last = {
      subject: subject.agent || !goesOn || !last ? subject : last.subject,
      group: { ...group, mood, denied: subject.denied !== isDenied },
      of,
      slot: complement.slot === 'things' ? (isNamed ? 'by' : takesObject ? 'of' : 'others') : complement.slot,
    }
    waiting = []
    odd = []
    days = []
    led = []
  }
  settle(last?.of ?? own)
  // A sentence on an endpoint or an operation whose verb is not known; a row or a field has no full stop.
  const unknown = tokens.filter(isUnknown).map(token => token.text)
  const named = namedIn(tokens).filter(({ is: kind }) => kind === 'endpoint' || kind === 'operation')
  if (found.length === 0 && unknown.length > 0 && named.length > 0 && /[.!]\W*$/.test(text)) {
    const { act, ...said } = stated('have', named, [], tokens)
    found.push({ ...said, act: undefined, unread: unknown })
  }
  return found
}

const itself: readonly Thing[] = [{ is: 'this' }]

const isPronoun = (token: Token): boolean =>
  is(token, 'pronoun') || /^(?:its|their|these|those|both|all)$/.test(token.text)

/** What a state in brackets says of what stands before it: `GET /x (deprecated since 2025-01-01)`. */
const markedBy = (aside: readonly Token[], of: readonly Thing[]): Said | undefined => {
  const { act, denied, how, end, bare, active } = groupAt(aside, 0)
  const complement = complementOf(aside.slice(end), act)
  return act === undefined || active || !bare || of.length === 0
    ? undefined
    : {
        ...complement,
        of,
        act,
        verb: aside[end - 1]?.text ?? '',
        denied,
        mood: 'stated',
        how: new Set([...how, ...complement.how]),
        others: complement.things,
        it: of,
        dates: datesOf(aside),
        subject: '',
        alien: false,
        words: actsOf(aside),
        names: namedIn(aside),
      }
}

const withMore = (said: Said, more: Complement, piece: readonly Token[], slot: Clause['slot']): Said => ({
  ...said,
  [slot]: [...said[slot], ...more.things],
  by: [...(slot === 'by' ? [...said.by, ...more.things] : said.by), ...more.by],
  than: [...(slot === 'than' ? [...said.than, ...more.things] : said.than), ...more.than],
  dates: [...said.dates, ...datesOf(piece)],
  words: new Set([...said.words, ...actsOf(piece)]),
  names: [...said.names, ...namedIn(piece)],
  how: new Set([...said.how, ...more.how]),
  statuses: [...said.statuses, ...more.statuses],
  limited: said.limited || more.limited,
  limit: said.limit ?? more.limit,
  unread: [...said.unread, ...more.unread],
})

/** What the sentences of a text say. `own` is what a sentence without a subject is about. */
export const readText = (text: string, own?: readonly Thing[], it = own): readonly Said[] => {
  const all: Said[] = []
  for (const sentence of sentencesOf(text))
    all.push(...read(sentence, own, all.findLast(({ of }) => of.length > 0)?.of ?? it))
  return all
}

/** Whether a clause is about a class of things. */
export const isSaidOf =
  (...kinds: readonly Thing['is'][]) =>
  ({ of }: Said): boolean =>
    of.some(thing => kinds.includes(thing.is))

/** What a text is the name of, where it is a name and no more: `The v1 API (removed)`. */
export const nameOf = (text: string): readonly Thing[] => {
  const pieces = piecesOf(tokensOf(plainText(text)))
  const named = pieces.map(({ tokens }) => (verbAt(tokens) < 0 ? subjectOf(tokens) : undefined))
  return named.every(subject => subject && !subject.other) ? named.flatMap(subject => subject?.things ?? []) : []
}

/** The things that a text names, in whatever clause: `v1 of the CLI` and `CLI, version 1` are none of them. */
export const namesIn = (text: string): readonly Thing[] =>
  sentencesOf(text).flatMap(sentence => {
    const pieces = piecesOf(tokensOf(plainText(sentence)))
    return pieces.flatMap(({ tokens }, index) => {
      const before = pieces[index - 1]
      if (tokens.length === 1 && before && verbAt(before.tokens) < 0 && subjectOf(before.tokens).other) return []
      return phrasesOf(tokens).flatMap(phrase =>
        subjectOf(phrase).things.filter(thing => phrase.some(token => token.thing === thing)),
      )
    })
  })

/** All that a text names, whatever it says of it. */
export const thingsIn = (text: string): readonly Thing[] => namedIn(tokensOf(plainText(text)))

/** What the words of a text do, and what they can say. */
export const wordsIn = (text: string): ReadonlySet<Tag | Act | 'name'> =>
  new Set(
    tokensOf(plainText(text)).flatMap(({ entries, thing }) => [
      ...entries.flatMap(({ tag, act }) => (act ? [tag, act] : [tag])),
      ...(thing ? (['name'] as const) : []),
    ]),
  )

/** The parts of a piece between its verbs and prepositions. */
const phrasesOf = (tokens: readonly Token[]): readonly (readonly Token[])[] => {
  const phrases: Token[][] = [[]]
  for (const [at, token] of tokens.entries()) {
    const isEnd =
      is(token, ...auxiliary, 'preposition', 'to', 'favour', 'than', 'condition', 'relative') ||
      (is(token, 'verb') &&
        (isName(tokens[at + 1]) || is(tokens[at + 1], 'article') || !is(token, 'noun', 'noun-of'))) ||
      (is(token, 'participle') && !isNominal(tokens[at + 1]))
    if (isEnd && !token.thing) phrases.push([])
    else phrases.at(-1)?.push(token)
  }
  return phrases
}

/** Whether a clause says of its things that they are deprecated, over, or not to be used. */
export const ends = (said: Said): 'yes' | 'no' | 'open' => {
  const { act, denied, mood } = said
  // `Do not use X instead of Y` says nothing of X in other places.
  if (act === 'use' && denied && said.than.length > 0) return 'no'
  const isOver =
    mood === 'stated' || mood === 'past' || mood === 'ordered'
      ? denied
        ? act === 'serve' || (act === 'use' && mood === 'ordered' && !said.limited)
        : act === 'deprecate' || act === 'end'
      : act === 'use' && denied && !said.limited && mood !== 'supposed' && mood !== 'needless'
  if (!isOver || (said.limited && (mood === 'past' || denied))) return 'no'
  return said.limited || said.unread.length > 0 ? 'open' : 'yes'
}
