import { entryOf, is, isName, longest, type Token, tokensOf } from './tokens.ts'

/** Words that do not change which of two events is the first one. */
const neutral =
  /^(?:put|puts|set|sets|goes|comes?|goes? on|stages?|steps?|phases?|prior|previous|of|on|onto|from|to|this|order|own)$/
/** With one of these, the order is not a rule. */
const vague = /^(?:sometimes|occasionally|often|for now|after all|all)$/
const signWords: readonly (readonly [RegExp, string])[] = [
  [/^(?:before|precedes?|prior to)$/, '<'],
  [/^(?:after|follows?)$/, '>'],
  [/^(?:first|at first|1)$/, 'F'],
  [
    /^(?:then|and then|later|later on|afterwards|second|secondly|some time later|after some time|after a while|2)$/,
    'T',
  ],
  [/^(?:without|with no)$/, 'W'],
  [/^without .*\blabels?\b/, 'WL'],
  [/^together$/, '='],
]

/** A token as a sign: `L` for a label, `R` for a removal, or how they follow each other, `=` for at once. Undefined where it may say something else. */
const signOf = (token: Token): string | undefined => {
  const { text, mark } = token
  if (isName(token) || vague.test(text) || entryOf(token, 'be')?.past) return undefined
  if (mark !== undefined) return ',;'.includes(mark) ? ',' : '.!'.includes(mark) ? '' : undefined
  const sign = signWords.find(([pattern]) => pattern.test(text))?.[1]
  if (sign !== undefined) return sign
  if (is(token, 'label') || entryOf(token, 'participle', 'verb', 'noun-of')?.act === 'deprecate') return 'L'
  if (/^(?:remov|retir|delet)/.test(text)) return 'R'
  if (is(token, 'not')) return 'N'
  if (is(token, 'and')) return ','
  const isEmpty = is(token, 'article', 'noun', 'be', 'been', 'pronoun', 'author', 'adverb', 'must', 'will')
  return isEmpty || entryOf(token, 'verb')?.act === 'have' || neutral.test(text) ? '' : undefined
}

/** Signs of a sentence in which the first event comes first, and of one in which the second one does. */
const forward = [
  /^([LR])<,?([LR])$/,
  /^>([LR]),?([LR])$/,
  /^([LR]),?T([LR])$/,
  /^(?:F([LR])|([LR])F),(?:T?([LR])|([LR])T)$/,
]
const backward = [/^([LR])>,?([LR])$/, /^<([LR]),?([LR])$/, /^(?:T([LR])|([LR])T),(?:F([LR])|([LR])F)$/]
const matched = (signs: string, forms: readonly RegExp[]): readonly string[] =>
  forms.flatMap(form => form.exec(signs)?.slice(1).filter(Boolean) ?? [])

const unless =
  /\b(?:(?:that|which|if it|if they) (?:was|were|is|are|has|have) (?:not|never)|unless (?:it|they) (?:was|were|is|are|has|have))(?: been)?\b/gi

/** `Removed endpoints come before deprecated ones` is about the endpoints of a list, and not about the two events. */
const attribute = (participle: string): RegExp =>
  new RegExp(`\\b(?:${participle}) (?:\\w+ )?(?:endpoints?|operations?|routes?|calls?|paths?|ones?)\\b`, 'i')
const removedThings = attribute('removed|retired|deleted')
const labelledThings = attribute('deprecated|labell?ed|marked')

/** `Deprecation is not always followed by removal`: what may be removed need not be. */
const isNotFollowed = /\b(?:not|never|no|n['’]t)\b.*\bfollow(?:s|ed)?\b/i

const ending = '(?:removed?|replaced?)'
const labelled = '(?:label+ed|marked|flagged)(?: as)? \\W{0,3}deprecated\\b'
/** `An endpoint that is removed or replaced is first labeled deprecated`: the label comes first for what is to end. */
const labelledFirst = new RegExp(
  `\\bendpoints?(?: (?:that|which|we|is|are|must|has|have|needs?|to|be)){0,6} ${ending}(?:,? or ${ending})?,? (?:is|are|gets?|will be) (?:first ${labelled}|${labelled}[^.;]{0,60}\\bfirst[^\\w.;]*(?:[.;]|$))`,
  'i',
)

/** Whether a sentence has endpoints that are to end labelled first. */
const hasLabelFirst = (sentence: string): boolean =>
  labelledFirst.test(sentence) &&
  !/\b(?:not|never|no|unless|except|sometimes|often|usually|most|some endpoints)\b|n['’]t\b/i.test(sentence)

/** Which of a label and a removal a sentence has come first, a removal also where both come at once, where it says nothing else: none for one that is not read to its end. */
export const firstOf = (sentence: string): 'label' | 'removal' | undefined => {
  if (sentence.length > longest) return undefined
  if (hasLabelFirst(sentence)) return 'label'
  if (isNotFollowed.test(sentence) || (removedThings.test(sentence) && labelledThings.test(sentence))) return undefined
  const text = sentence
    .replaceAll(/\b(?:preceded by)\b/gi, 'after')
    .replaceAll(/\bfollowed by\b/gi, 'before')
    .replaceAll(/\bonly (?:after|once|when)\b/gi, 'after')
    .replaceAll(/\bin (?:the|our) (?:API )?(?:reference|documentation|docs)\b/gi, ' ')
    .replaceAll(/\bfor (?:some|a) (?:time|while)\b/gi, ' ')
    .replaceAll(/\b(?:on|in|at|with) the (?:very )?same (?:day|moment|time|release|version)\b/gi, 'together')
    .replaceAll(unless, 'without')
  const tokens = tokensOf(text)
  const read = tokens.map(signOf)
  if (read.includes(undefined)) return undefined
  const signs = read
    .join('')
    .replaceAll(/([LRT])\1+/g, '$1')
    // `The label follows, as always.`
    .replace(/[,>]+$/, '')
  const all = /[<>]/.test(signs) ? signs.replaceAll('T', '') : signs
  // `No removal without a label`, `The label comes first`. What `it` is that gets one is not said.
  if (/^(?:L,?R|R,?L)=$|^(?:L=,?R|R=,?L)$/.test(all)) return 'removal'
  if (/^NRWF?L[F<]?$/.test(all) || (/^(?:FL|LF)$/.test(all) && !is(tokens[0], 'pronoun'))) return 'label'
  const plain = all.replace('N', '')
  const [one, other] = matched(plain, forward)
  const turned = one ? [one, other] : matched(plain, backward).toReversed()
  const [early, late] = plain === all ? turned : /[<>]/.test(plain) ? turned.toReversed() : []
  return early === late ? undefined : early === 'L' ? 'label' : 'removal'
}
