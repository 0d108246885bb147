import type { Passage } from '../../contracts/documents.ts'
import { type Assertion, surest } from './assertions.ts'
import { isSaidOf, readText, type Said, type Thing } from './clauses.ts'

const endpoint = isSaidOf('any')
const deprecated = isSaidOf('old')
const namesLabel = ({ of, others }: Said): boolean => [...of, ...others].some(thing => thing.is === 'label')
const labels = (said: Said): boolean => said.act === 'deprecate' || namesLabel(said)

/** What a clause says of endpoints that cannot be true with the document: `open` where other words have to show what is meant. */
const contradicts = (said: Said, all: readonly Said[]): Assertion => {
  const { act, denied, mood, how } = said
  if (mood === 'supposed' || mood === 'past' || said.limited) return 'no'
  const sure: Assertion = said.unread.length > 0 || mood === 'possible' ? 'open' : 'yes'
  const isTimed = how.has('yet') || how.has('at-once') || how.has('unlabelled') || how.has('first') || how.has('later')
  if (said.nominal === 'end') return act === 'need' && denied && namesLabel(said) ? 'yes' : 'no'
  if (deprecated(said) && denied)
    return (act === 'end' || act === 'change' || act === 'deprecate') && !isTimed && mood !== 'possible' ? sure : 'no'
  if (deprecated(said)) {
    if (act === 'prefer') return sure
    if (act !== 'use' && act !== 'serve') return 'no'
    if (how.has('for-new') || how.has('for-ever')) return said.unread.length > 0 ? 'open' : 'yes'
    return mood === 'ordered' || mood === 'needless' ? 'no' : 'open'
  }
  if (denied) return 'no'
  // Labelled once it is gone.
  if (labels(said) && how.has('later') && (act !== 'deprecate' || endpoint(said)))
    return all.some(other => other.act === 'end' && endpoint(other)) && !all.some(other => other.how.has('first'))
      ? 'no'
      : sure
  if (endpoint(said) && act === 'end') {
    if (how.has('unlabelled')) return said.unread.length > 0 ? 'open' : 'yes'
    if (how.has('first')) return all.some(other => other !== said && labels(other)) ? sure : 'open'
    return how.has('at-once') ? sure : 'no'
  }
  const isThere =
    act === 'use' || act === 'serve' || (act === 'answer' && how.has('still') && said.statuses.length === 0)
  return isSaidOf('gone')(said) && isThere ? sure : 'no'
}

const allows = (said: Said): boolean =>
  deprecated(said) && !said.denied && said.mood === 'possible' && (said.act === 'end' || said.act === 'change')

const definition =
  /(?<=^|[.;:?]\s+|^\W*\w+\W{1,3})(?:[Ww]hat does\W{1,3})?([Dd]eprecated|[Rr]emoved)(?:\W{0,3}[:=–—|-]|\s+means(?:\s+that)?|\W{1,3}mean\?)\s+(?=\p{L})/u

/** A sentence of a page on its policy, and whether it contradicts the document. */
export interface PolicySentence {
  readonly text: string
  readonly says: Assertion
  /** Whether it says that what is deprecated may be removed or changed. */
  readonly allows: boolean
}

/** The sentences of a passage. What defines a state is about the endpoints that have it: `Deprecated: it may be removed.` */
export const policySentences = ({ text }: Passage): readonly PolicySentence[] => {
  const [before = '', ...defined] = text.split(definition)
  const weighed = (part: string, of?: readonly Thing[]): readonly PolicySentence[] =>
    part.split(/(?<=[.!?])\s+/).map(sentence => {
      const said = readText(sentence, of)
      return { text: sentence, says: surest(said.map(one => contradicts(one, said))), allows: said.some(allows) }
    })
  return [
    ...weighed(before),
    ...defined.flatMap((part, at) =>
      at % 2 === 0 ? [] : weighed(part, [{ is: /^d/i.test(defined[at - 1] ?? '') ? 'old' : 'gone' }]),
    ),
  ]
}
