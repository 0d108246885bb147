import { endsWith } from '../sentences.ts'
import { subjectOf, verbAt } from './phrases.ts'
import { begin, settle } from './progress.ts'
import { markedBy, type Said, stated } from './said.ts'
import { is, isUnknown, isWord, type Name, namedIn, plainText, type Thing, type Token, tokensOf } from './tokens.ts'
import { readVerbal } from './verbal.ts'
import { readVerbless } from './verbless.ts'

const isPronoun = (token: Token): boolean =>
  is(token, 'pronoun') || isWord(token, 'its', 'their', 'these', 'those', 'both', 'all')

/** `Neither should be used`: of several things, of which one alone is none. */
const isOfSeveral = (token: Token): boolean => isWord(token, 'they', 'them', 'these', 'those', 'both', 'neither')

const isOne = (thing: Thing): boolean =>
  thing.is === 'this' || thing.is === 'operation' || (thing.is === 'endpoint' && thing.method !== undefined)

/**
 * What a sentence says, clause by clause. `own` is what a clause without a subject is about, `it` what a pronoun stands for, `names` what the
 * target's own document calls its operations.
 */
export const clausesOf = (
  sentence: string,
  own: readonly Thing[],
  it: readonly Thing[] | undefined,
  names: readonly Name[] | undefined,
): readonly Said[] => {
  const text = plainText(sentence, names)
  const tokens = tokensOf(text, names)
  const progress = begin(tokens, own, endsWith(text, '?'))
  const { found } = progress
  for (const [index, { tokens: piece, aside, at, mark }] of progress.pieces.entries()) {
    progress.isOver ||= progress.condition !== undefined && mark === ',' && index > 0
    const beforeAt = found.length - 1
    // `X, which is deprecated and may be removed`
    const ofRelative = ['and', 'or'].includes(mark) ? progress.relative : undefined
    const meant = ofRelative ?? progress.last?.of ?? (piece.some(isPronoun) ? (it ?? []) : own)
    const antecedent = meant.length === 1 && meant.every(isOne) && piece.some(isOfSeveral) ? [] : meant
    const place = { piece, mark, index, antecedent, before: found[beforeAt], beforeAt }
    const marked = markedBy(aside, subjectOf(piece.slice(0, at)).things, progress.supposed)
    if (marked) found.push(marked)
    const verb = verbAt(piece)
    if (verb < 0) readVerbless(progress, place, marked !== undefined)
    else readVerbal(progress, place, verb)
    const named = namedIn([...piece, ...aside]).filter(thing => thing.is === 'endpoint')
    if (named.length > 0) progress.endpoints = named
  }
  settle(progress, own)
  // A sentence on an endpoint or an operation whose verb is not known; a row or a field has no full stop.
  const unknown = tokens.filter(isUnknown).map(token => token.text)
  const named = namedIn(tokens).filter(({ is: kind }) => kind === 'endpoint' || kind === 'operation')
  if (found.length === 0 && unknown.length > 0 && named.length > 0 && endsWith(text, '.!'))
    found.push({ ...stated(undefined, named, tokens, progress.supposed), unread: unknown })
  return found
}
