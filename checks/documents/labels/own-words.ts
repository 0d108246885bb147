import type { Passage, PublishedReference, ReferenceOperation } from '../../../contracts/documents.ts'
import type { Excerpt, Finding } from '../../../contracts/results/finding.ts'
import type { Assertion } from '../assertions.ts'
import { openStatement } from '../claims.ts'
import { ends, read, type Said, type Thing } from '../clauses.ts'
import { isOldWord, isWordOf } from '../lexicon.ts'
import { beginsLabelled, isToCome, ownSentences, passageExcerpt, referenceExcerpt } from '../published-documents.ts'
import { isHedgedState } from '../vocabulary.ts'

interface SaidOfOwn {
  readonly says: Assertion
  readonly text: string
}

const isTheOne = /^the (?:endpoint|operation|route|method|call)$/

const hasReplaced = /\b(?:has|have) (?:(?!been\b)\w+ )?(?:replaced|superseded)\b/i

const thing = /\s(?:endpoint|operation|route|method|call)\W*$/i

/** What the reference says of its own operation in words that are no label: that it must not be used, or is planned to end. */
export const saidOfOwn = (operation: ReferenceOperation): SaidOfOwn => {
  const bracketed = [operation.summary, operation.description].flatMap(
    text => text?.match(/(?<=^[^\n]{0,100}[([])[^()[\]\n]{1,60}(?=[)\]]\W*$)|(?<=^\W*\[)[^\]]{1,60}(?=\])/) ?? [],
  )
  const isItself = (thing: Thing): boolean =>
    thing.is === 'this' || (thing.is === 'operation' && thing.id === operation.operationId)
  const weigh = (text: string, surest: Assertion): SaidOfOwn => {
    const said = read(text).filter(one => !one.limited && (one.of.some(isItself) || isTheOne.test(one.subject)))
    const isOver = said.some(one => ends(one) === 'yes')
    const isToEnd = (one: Said): boolean => (one.act === 'deprecate' || one.act === 'end') && !one.denied
    const isPlanned = said.some(
      one =>
        ((one.mood === 'planned' || one.mood === 'possible') && isToEnd(one)) ||
        (one.act === 'replace' && !one.denied && isWordOf(one.verb, 'participle') && !hasReplaced.test(text)) ||
        (isToEnd(one) && isToCome(one)),
    )
    const isReplaced = read(text).some(
      one =>
        one.act === 'use' &&
        one.mood === 'ordered' &&
        !one.denied &&
        (one.than.some(isItself) || (one.how.has('instead') && !one.limited && one.unread.length === 0)),
    )
    const open = isPlanned || isReplaced || isOldWord(text.replace(thing, '')) || isHedgedState(text)
    return { says: open ? 'open' : isOver ? surest : 'no', text }
  }
  const said = [
    ...ownSentences(operation).map(text => weigh(text, 'yes')),
    ...bracketed.map(text => weigh(text, 'open')),
  ]
  return said.find(({ says }) => says === 'yes') ?? said.find(({ says }) => says === 'open') ?? { says: 'no', text: '' }
}

/** What an operation has that may be a label. */
export const unclearLabel = (
  reference: PublishedReference,
  operation: ReferenceOperation,
  feature: string,
): Finding => {
  const { method, path, unclearLabel = saidOfOwn(operation).text } = operation
  const place = `${reference.from}, ${method} ${path}`
  return openStatement(feature, referenceExcerpt(reference, operation), place, unclearLabel)
}

export const endExcerpt = (reference: PublishedReference, operation: ReferenceOperation): Excerpt => {
  const { description, responses } = operation
  const answers = responses.map(({ status }) => status).join(', ')
  const excerpt = referenceExcerpt(reference, operation)
  return { ...excerpt, text: `${excerpt.text}, answers: ${answers || 'none'}; ${(description ?? '').slice(0, 100)}` }
}

/** Where the description of a path begins with a label of its operations. */
export const labelOfPath = ({ prose }: PublishedReference, { path }: ReferenceOperation): Excerpt | undefined => {
  const isOfPath = (above: Passage | undefined) => above?.heading === true && above.endpoints[0]?.path === path
  const passage = prose?.passages.find(
    ({ heading, text }, at, all) => !heading && isOfPath(all[at - 1]) && beginsLabelled(text),
  )
  return prose && passage && passageExcerpt(prose, passage)
}
