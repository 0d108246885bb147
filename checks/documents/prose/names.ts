import type { Act, Tag } from '../lexicon.ts'
import { sentencesOf } from '../sentences.ts'
import { auxiliary, piecesOf, subjectOf, verbAt } from './phrases.ts'
import { is, isName, isNominal, namedIn, plainText, type Thing, type Token, tokensOf } from './tokens.ts'

/** What a text is the name of, where it is a name and no more: `The v1 API (removed)`. */
export const nameOf = (text: string): readonly Thing[] => {
  const pieces = piecesOf(tokensOf(plainText(text)))
  const subjects = pieces.map(({ tokens }) => subjectOf(tokens))
  const saysMore = pieces.some(({ tokens }) => verbAt(tokens) >= 0) || subjects.some(({ other }) => other)
  return saysMore ? [] : subjects.flatMap(({ things }) => things)
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
      (is(token, 'verb') && (isName(tokens[at + 1]) || is(tokens[at + 1], 'article') || !is(token, 'noun-of'))) ||
      (is(token, 'participle') && !isNominal(tokens[at + 1]))
    if (isEnd && !token.thing) phrases.push([])
    else phrases.at(-1)?.push(token)
  }
  return phrases
}

const joint = /^[\s,/&+]*$|^[^.:;|→>\d]*\b(?:and|or|as well as)\b[^.:;|→>\d]*$/

/** Whether a text joins two names: what stands behind the first in another way, such as an arrow or a cell, may be its replacement. */
export const isJoint = (text: string): boolean => joint.test(text)
