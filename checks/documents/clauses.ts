import { keepFew } from '../remembered.ts'
import { isWordOf } from './lexicon.ts'
import { clausesOf } from './prose/clauses.ts'
import type { Said } from './prose/said.ts'
import { longest, type Name, type Thing } from './prose/tokens.ts'
import { sentencesOf } from './sentences.ts'

export type { Said } from './prose/said.ts'
export type { Name, Thing } from './prose/tokens.ts'

// Several checks ask for the same sentence.
const known = keepFew<readonly Said[]>(10_000)

const itself: readonly Thing[] = [{ is: 'this' }]

/** What a sentence says, clause by clause. `it` is what the clause before is about, or at first what is given. */
export const read = (
  sentence: string,
  own: readonly Thing[] = itself,
  it?: readonly Thing[],
  names?: readonly Name[],
): readonly Said[] => {
  const key = JSON.stringify([sentence.slice(0, longest), own, it, names])
  const said = known.get(key) ?? clausesOf(sentence, own, it, names)
  known.set(key, said)
  return said
}

/** Where the next line of a cell or a list begins in a text that has all of them on one line: `… use CreateRepository POST /x: use …`. */
const nextLine = /(?<=[A-Z]\w*|[})])\s(?=(?:GET|HEAD|POST|PUT|PATCH|DELETE) \/[\w{}<>/.-]*: )/g

/** What the sentences of a text say. `own` is what a sentence without a subject is about. */
export const readText = (text: string, own?: readonly Thing[], it = own): readonly Said[] => {
  let about = it
  return sentencesOf(text.replaceAll(nextLine, '\n')).flatMap(sentence => {
    const said = read(sentence, own, about)
    about = said.findLast(({ of }) => of.length > 0)?.of ?? about
    return said
  })
}

/** Whether a clause is about a class of things. */
export const isSaidOf =
  (...kinds: readonly Thing['is'][]) =>
  ({ of }: Said): boolean =>
    of.some(thing => kinds.includes(thing.is))

/** Whether a clause says of its things that they are deprecated, over, or not to be used. */
export const ends = (said: Said): 'yes' | 'no' | 'open' => {
  const { act, denied, mood, subject, verb, of } = said
  // `Manage tokens: create, list, delete` says what something does.
  const isBare = subject === '' && isWordOf(verb, 'verb') && !isWordOf(verb, 'participle')
  if (isBare && !denied && of.length > 0 && of.every(({ is }) => is === 'this')) return 'no'
  // `Do not use X instead of Y` says nothing of X in other places.
  if (denied && said.than.length > 0) return 'no'
  const isDone = mood === 'stated' || mood === 'past'
  const isOver = denied
    ? isDone
      ? act === 'serve'
      : act === 'use' && !said.limited && mood !== 'supposed' && mood !== 'needless'
    : (isDone || mood === 'ordered') && (act === 'deprecate' || act === 'end')
  if (!isOver || (said.limited && (mood === 'past' || denied))) return 'no'
  return said.limited || said.unread.length > 0 ? 'open' : 'yes'
}
