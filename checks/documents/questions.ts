import type { Passage } from '../../contracts/documents.ts'
import { read } from './clauses.ts'
import { endsWith } from './sentences.ts'
import { isArea } from './vocabulary.ts'

/** Whether a text is a question, or is named one: `Q: I got a 404.` */
export const isQuestion = (text: string): boolean => endsWith(text, '?') || /^\W*(?:Q|Question)\W*:/.test(text)
const question =
  /^\W*(?:Q(?:uestion)?\W+)?(is|are|was|were|do|does|did|can|may|must|will|has|have|should)\s+(.+?)\s*\?\W*$/is
const answer = /^\W*(?:A(?:nswer)?\W+)?(yes|no)\b\W*(.*)$/is

/** What has no verb of its own goes on with the question. */
const goesOn = /^(?:until|till|since|from|as of|in|on|for|by|at|with|through)\b/i

// Nobody asks for more in one question.
const mostWords = 40

/** A question as the statement that its answer makes it: `Is v1 available? Yes, until 2026.` */
const stated = (asked: string, answered: string): string | undefined => {
  const [, verb = '', rest = ''] = question.exec(asked) ?? []
  const [, says = '', more = ''] = answer.exec(answered) ?? []
  if (says === '') return undefined
  const isYes = says.toLowerCase() === 'yes'
  const joint = verb.toLowerCase()
  const denied = joint === 'must' ? 'do not have to' : `${joint} not`
  // Who asks is who is answered.
  const words = rest.replaceAll(/\b(?:I|we)\b/g, 'you').split(/\s+/)
  const further = isYes && goesOn.test(more) ? ` ${more}` : '.'
  for (let at = 1; at < Math.min(words.length, mostWords); at++) {
    const turned = (between: string): string => [...words.slice(0, at), between, ...words.slice(at)].join(' ')
    const said = read(turned(joint))
    if (said.some(({ act }) => act !== undefined) && said.every(({ unread }) => unread.length === 0))
      return turned(isYes ? joint : denied) + further
  }
  return undefined
}

const product = /\b(\p{Lu}\p{L}+) APIs?\b/gu
const ofHub = /^(?:hub|rest|http|web|public|docker|the|our|this|old|new|legacy|deprecated)$/i

/** Whether a name of a product or a part is that of the hub or of one of its areas. */
export const isOfHub = (name: string): boolean => /\bhub\b/i.test(name) || isArea(name)

/** Whether a line or a heading above a passage is about another product than the hub of the page: `Versions of the Build API:`. */
export const isBelowOther = (passages: readonly Passage[], at: number): boolean => {
  const lead = passages
    .slice(0, Math.max(0, at))
    .findLast(({ heading, introduces = 0 }, index) => heading || index + introduces >= at)
  const named = [...(lead?.text ?? '').matchAll(product)].map(([, name = '']) => name)
  return (
    named.length > 0 &&
    !named.some(name => ofHub.test(name)) &&
    passages.some(passage => passage !== lead && /\bhub apis?\b/i.test(passage.text))
  )
}

/** What a passage states of the hub: its questions count for what their answers say, in the same passage or the next one. */
export const statedBy = (passages: readonly Passage[], at: number): string => {
  if (isBelowOther(passages, at)) return ''
  const sentences = (passages[at]?.text ?? '').split(/(?<=[.!?]["*_)]{0,3})\s+/)
  return sentences
    .map((sentence, index) =>
      isQuestion(sentence)
        ? (stated(sentence, sentences[index + 1] ?? passages[at + 1]?.text ?? '') ?? sentence)
        : sentence,
    )
    .join(' ')
}
