import { read } from '../clauses.ts'
import { topicOf } from './cues.ts'

const forWhom = /^(?:by|for|only|to|with|without)$/
const active =
  /^\W*(?:(?:this|the) \w+|it|you|callers?|clients?|users?)?\s*(?:supports?|(?:can|may|should|must) use)\s(?<object>.*)$/is
const itself = /\b(?:it|this|them|these|endpoints?|operations?|calls?)\b/i

/** Whether a sentence says what its operation takes, or for whom it is: `Supports pagination`, `Can be called without a token`. */
export const isUsage = (sentence: string): boolean => {
  const object = active.exec(sentence)?.groups?.object
  if (object !== undefined && !itself.test(object) && topicOf(object) === undefined) return true
  const said = read(sentence)
  return (
    said.length > 0 &&
    said.every(
      ({ act, how, limit = '' }) =>
        (act === undefined || act === 'use' || act === 'serve') && how.size === 0 && forWhom.test(limit),
    )
  )
}
