import { type Act, type Entry, lexicon, longestFrom, type Manner, manners, type Tag } from '../lexicon.ts'
import { datesIn, type PlacedDate, yearDate } from '../published-dates.ts'
import { withoutFrames } from './frames.ts'

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

export interface Token {
  readonly text: string
  readonly entries: readonly Entry[]
  readonly thing?: Thing
  readonly date?: PlacedDate
  readonly mark?: string
}

// What is longer says more than one thing.
export const longest = 400

const methods = '(?:GET|HEAD|POST|PUT|PATCH|DELETE)'
const methodWord = new RegExp(`^${methods}$`)
/** `its v1` is of what was named before: often of another product. */
const tokenPattern = new RegExp(
  `(?<methods>(?:${methods}[\\s,/&]{1,3}(?:and |or )?){0,6})(?<path>/[\\w{}<>:*./-]*[\\w}>*])|(?<generation>(?<!\\b(?:[Ii]ts|[Tt]heir|[Ww]hose) )(?:version |generation )?\\b[vV](?:ersion )?[1-9](?:\\.0)?(?![\\w-]|\\.\\d)|\\bfirst generation\\b)|(?<id>\\b[a-z]*[a-z][A-Z]\\w*|\\b(?:[A-Z][a-z]+){2,}\\w*)|(?<word>[\\p{L}][\\p{L}\\p{N}_'’-]*)|(?<arrow>[→⇒➜➔➞⟶⟹]|[-=]>)|(?<number>\\p{N}+)|(?<mark>[^\\s\\p{L}\\p{N}])`,
  'gu',
)

const thingOf = (groups: Readonly<Record<string, string | undefined>>): readonly Thing[] => {
  const { methods, path, generation, id } = groups
  if (path !== undefined)
    return methods?.match(/[A-Z]+/g)?.map(method => ({ is: 'endpoint', method, path })) ?? [{ is: 'endpoint', path }]
  if (id !== undefined) return [{ is: 'operation', id }]
  if (generation === undefined) return []
  const number = /[1-9]/.exec(generation)?.[0] ?? '1'
  return [{ is: number === '1' ? 'v1' : number === '2' ? 'v2' : 'later' }]
}

export const arrow = '→'
const blank = (text: string): string => ' '.repeat(text.length)
const nameMark = '\uE010'

/** `in a later release`, `from one release to the next`: no more than an adverb. */
const inRelease =
  /\b(?:in|with|from) (?:(?:an?|the|any|each|every|one|of|our|its|later|planned|future|next|coming|new|newer|upcoming) ){0,4}releases?\b(?: to the next\b)?/gi

/** `GET /x now: GetRepository`, `For GET /x, yes: GetRepository` */
const labelBehind = /(?<=(?:\/[\w{}<>:*./-]*[\w}>*]|\uE010),?\s+)(?:now|today|new|(?:also )?yes):(?=\s)/gi

/** `The board notes that v1 is removed, and that clients must use v2.` */
const notesThat =
  /^\W*(?:we|(?:the|this|our) (?:\p{L}+ ){0,2}(?:team|board|guild|committee|group|council|panel|meeting|assembly|secretary|chair|members)) (?:note|record|recall|confirm|state)(?:s|d|ed)? that\b/iu

/** `Change it to GET /x`: switch to that. */
const changeTo =
  /\b(?:change|convert|adapt|rewrite|point|turn) (?:it|them|(?:the|your) (?:calls?|routes?|paths?|urls?|requests?|code|scripts?)) (?:in)?to (?=(?:the )?\W?(?:\uE010|(?:GET|HEAD|POST|PUT|PATCH|DELETE) \/|\/v\d|[a-z]*[A-Z][a-z]+[A-Z]))/g

/** `GetRepository has taken its place`: it has replaced it. */
const placeTaken = /\b(tak(?:es?|en)|took|(?:stands?|stood|steps?|stepped) in) (?:its|their) place\b/gi
const tookPlace = (verb: string): string =>
  /(?:take|stand|step)\b/i.test(verb) ? 'replace' : /s\b/i.test(verb) ? 'replaces' : 'replaced'

/** `was the first of the five to be labelled`: was labelled. */
const firstTo = /\b(is|are|was|were) the (?:first|second|last|only)(?: (?:ones?|of [a-z ]{1,20}))? to (?:be|get)\b/gi

const operationVerb = '(?:creat(?:e|ion|ing)|get|check|list|read|updat(?:e|ing)|delet(?:e|ion))'
/** `the legacy create and get repository endpoints`: what their operations do is part of their name. */
const verbsOfEndpoints = new RegExp(
  `(?<=\\b(?:the|an?|legacy|old|former|these|those|undocumented|deprecated) )${operationVerb}(?:(?:,? (?:and |or )?|/)${operationVerb}){0,4} (?:repositor(?:y|ies) )?(?=(?:endpoint|operation|call|route)s? [(\`\uE000]?(?:${nameMark}|(?:GET|HEAD|POST|PUT|PATCH|DELETE)\\b|/v\\d|(?:is|are|was|were)\\b))`,
  'gi',
)

/** `@deprecated use X`, as a comment of code has it. */
const deprecatedTag = /@deprecated\b:?(?=\s)/gi

/** The text without marks of code and the like, as long as it was; a name that is known is one mark. */
export const plainText = (sentence: string, names: readonly Name[] = []): string => {
  let text = withoutFrames(sentence.slice(0, longest))
  if (notesThat.test(text))
    text = text.replace(notesThat, blank).replaceAll(/, (?:and )?that\b/gi, and => ';'.padEnd(and.length))
  for (const { start, end } of names)
    if (end <= text.length && text.slice(start, end).trim() !== '')
      text = text.slice(0, start) + nameMark + blank(text.slice(start + 1, end)) + text.slice(end)
  return (
    text
      // The letter of an item: `(c) GET /x`
      .replace(/^\s*\((?:\p{L}|[ivx]+|\d{1,2})\)(?=\s)/iu, blank)
      // `back in June 2025`
      .replaceAll(/\bback (?=in (?:\p{L}+ )?(?:19|20)\d\d\b)/giu, blank)
      .replaceAll(verbsOfEndpoints, blank)
      .replaceAll(deprecatedTag, tag => 'deprecated;'.padEnd(tag.length))
      .replaceAll(/\bplease to\b/gi, 'please   ')
      .replaceAll(labelBehind, label => arrow.padEnd(label.length))
      .replaceAll(changeTo, change => 'switch to'.padEnd(change.length))
      .replaceAll(placeTaken, (taken, verb: string) => `${tookPlace(verb)} it`.padEnd(taken.length))
      .replaceAll(firstTo, (whole, be: string) => be.padEnd(whole.length))
      .replaceAll(inRelease, release => 'now'.padEnd(release.length))
      .replaceAll(
        /\[([^[\]]{1,200})\](\([^()\s]{1,300}\))/g,
        (_, words: string, url: string) => ` ${words} ${blank(url)}`,
      )
      .replaceAll(/[*`"“”\uE000-\uE004]/g, ' ')
  )
}

/** `isn't` is two words. */
const wordsOf = (word: string): readonly string[] => {
  const stem = word.replace(/n['’]t$/, '')
  if (stem === word) return [word.replace(/['’]s?$/, '')]
  return stem === 'ca' ? ['cannot'] : [stem === 'wo' ? 'will' : stem, 'not']
}

/** `keep it enabled` is `keep enabled it`. */
const withObjectsBehind = (tokens: readonly Token[]): readonly Token[] => {
  const turned = [...tokens]
  for (const [at, token] of tokens.entries()) {
    const [object, state] = [tokens[at + 1], tokens[at + 2]]
    if (is(token, 'lasting') && (isName(object) || is(object, 'pronoun')) && is(state, 'participle'))
      [turned[at + 1], turned[at + 2]] = [state as Token, object as Token]
  }
  return turned
}

const operationName = '`?[a-z]*[A-Z]\\w*`?'
/** A token before it is looked up. */
type Raw = Omit<Token, 'entries'> & Partial<Pick<Token, 'entries'>>

const listed = '(?:\\s*[,/]\\s*(?:and |or )?|\\s+(?:and|or)\\s+)'
const afterOld = new RegExp(
  `\\b(?:[Ll]egacy|[Oo]ld|[Ff]ormer|[Pp]revious|[Oo]bsolete) ${operationName}(?:${listed}${operationName}){0,8}?${listed}\`?$`,
)

export const tokensOf = (sentence: string, names: readonly Name[] = []): readonly Token[] => {
  const dates = datesIn(sentence)
  const raw: Raw[] = []
  let end = 0
  for (const match of sentence.matchAll(tokenPattern)) {
    if (match.index < end) continue
    const date = dates.find(({ start }) => start >= match.index && start < match.index + match[0].length)
    const groups = match.groups ?? {}
    end = date?.end ?? match.index + match[0].length
    const name = names.find(({ start }) => start === match.index)
    // `The legacy CreateRepository and GetRepository`: the word is of both.
    const isOfOld = afterOld.test(sentence.slice(0, match.index))
    const things = (name?.things ?? thingOf(groups)).map(
      (thing): Thing => (isOfOld && thing.is === 'operation' ? { is: 'old' } : thing),
    )
    const at = { start: match.index, end: name?.end ?? end }
    const text = match[0]
    if (date) raw.push({ text: date.text, date })
    else if (things.length > 0) raw.push(...things.map(thing => ({ text, thing: { ...thing, at } })))
    else if (groups.arrow) raw.push({ text, mark: arrow })
    else if (methodWord.test(text)) raw.push({ text, entries: [{ tag: 'plain' }] })
    else if (groups.mark === undefined) raw.push(...wordsOf(text.toLowerCase()).map(word => ({ text: word })))
    else raw.push({ text, mark: text })
  }
  const tokens: Token[] = []
  for (let at = 0; at < raw.length; ) {
    const phrase = phraseAt(raw, at)
    tokens.push(phrase.token)
    at += phrase.length
  }
  return withObjectsBehind(withoutRelatives(withoutClefts(tokens)))
}

/** `What replaces X is Y` is `Y replaces X`, `what you call is Y` is `you call Y`, and `Y is what replaces X` is `Y replaces X`. */
const withoutClefts = (tokens: readonly Token[]): readonly Token[] => {
  const at = tokens.findIndex(({ text }) => text === 'what')
  if (at < 0) return tokens
  const clause = upTo(tokens.slice(at + 1), ({ mark }) => mark !== undefined)
  const rest = withoutClefts(tokens.slice(at + 1 + clause.length))
  const before = tokens.slice(0, at)
  const isSaid = is(clause[0], 'verb', 'be') || entryOf(clause[0], 'participle')?.act === 'replace'
  if (is(before.at(-1), 'be') && isSaid) return [...before.slice(0, -1), ...clause, ...rest]
  const isAgents = is(clause[0], 'client', 'author')
  const verb = isAgents ? clause.findIndex(token => is(token, 'verb')) : 0
  const be = clause.findIndex((token, index) => index > verb && is(token, 'be'))
  const [said, named] = [clause.slice(0, be), clause.slice(be + 1)]
  if (be < 0 || verb < 0 || !(isAgents || isSaid) || !named.some(isName))
    return [...tokens.slice(0, at + 1 + clause.length), ...rest]
  return [
    ...before,
    ...(isAgents ? [...said.slice(0, verb + 1), ...named, ...said.slice(verb + 1)] : [...named, ...said]),
    ...rest,
  ]
}

/** Whether the clause that goes on has a verb of its own. */
const hasVerb = (tokens: readonly Token[]): boolean =>
  upTo(tokens, ({ mark }) => mark !== undefined).some(token => is(token, 'be', 'have', 'will', 'may', 'must'))

/** `endpoints that are deprecated` are `deprecated endpoints`, and `an endpoint that must be removed` is an endpoint. */
const withoutRelatives = (tokens: readonly Token[]): readonly Token[] => {
  const kept: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const [before, token, next] = [tokens[at - 1], tokens[at] as Token, tokens[at + 1]]
    // `Nothing that replaces X`
    if (is(token, 'relative') && before?.text === 'nothing') continue
    // `an endpoint to be removed is …`
    else if (token.text === 'to be' && is(before, 'noun') && hasVerb(tokens.slice(at + 1)))
      while (is(tokens[at + 1], 'participle', 'and')) at++
    // `X, which is deprecated` names X and says more of it.
    else if (!is(token, 'relative') || !before || before.mark === ',') kept.push(token)
    else if (is(next, 'be') && is(tokens[at + 2], 'participle')) at++
    else if (is(next, 'must')) {
      at++
      while (is(tokens[at + 1], 'been', 'participle', 'verb', 'and')) at++
    } else kept.push(token)
  }
  return kept
}

/** The longest phrase of the lexicon that begins with a token, or the token itself. */
const phraseAt = (tokens: readonly Raw[], at: number): { readonly token: Token; readonly length: number } => {
  const first = tokens[at] as Raw
  for (let length = longestFrom.get(first.text) ?? 0; length > 0; length--) {
    const some = tokens.slice(at, at + length)
    const text = some.map(token => token.text).join(' ')
    const entries = lexicon.get(text)
    if (entries) return { token: { text, entries }, length: some.length }
  }
  return { token: { entries: [], ...first }, length: 1 }
}

export const is = (token: Token | undefined, ...tags: readonly Tag[]): boolean =>
  token?.entries.some(({ tag }) => tags.includes(tag)) === true

/** Whether it is one of these words. */
export const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token !== undefined && words.includes(token.text)

/** The tokens in front of the first one that ends them, or all. */
export const upTo = (tokens: readonly Token[], isEnd: (token: Token, at: number) => boolean): readonly Token[] => {
  const end = tokens.findIndex(isEnd)
  return end < 0 ? tokens : tokens.slice(0, end)
}

export const entryOf = (token: Token | undefined, ...tags: readonly Tag[]): Entry | undefined =>
  token?.entries.find(({ tag }) => tags.includes(tag))

export const mannerOf = (token: Token): Manner | undefined => manners.find(manner => is(token, manner))

/** The days and years among tokens. */
export const datesOf = (tokens: readonly Token[]): readonly PlacedDate[] =>
  tokens.flatMap(token => token.date ?? (isYear(token) ? yearDate(token.text) : []))

const isYear = (token: Token): boolean => /^(?:19|20)\d\d$/.test(token.text)
/** Whether it is a day or a year. */
export const isDated = (token: Token | undefined): boolean =>
  token !== undefined && (token.date !== undefined || isYear(token))
export const isName = (token: Token | undefined): boolean => token?.thing !== undefined
/** What can stand in the name of a thing next to its noun. */
export const isNominal = (token: Token | undefined): boolean =>
  isName(token) || is(token, 'noun', 'plain', 'old', 'foreign', 'label') || (token !== undefined && isUnknown(token))
export const isUnknown = (token: Token): boolean =>
  token.entries.length === 0 && !token.thing && token.mark === undefined && !isDated(token)

export const namedIn = (tokens: readonly Token[]): readonly Thing[] => tokens.flatMap(({ thing }) => thing ?? [])

export const actsOf = (tokens: readonly Token[]): ReadonlySet<Act> =>
  new Set(tokens.flatMap(({ entries }) => entries.flatMap(({ act }) => act ?? [])))
