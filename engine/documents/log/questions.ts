/** The word for a state in a text. */
export const stateWord = (text: string): string | undefined =>
  /\b(?:deprecat|remov|retir|disabl|sunset|hidden|delet)\w*/i.exec(text)?.[0]

/** `Which are removed?` */
export const asksWhich = /^\W*(?:Q\W+)?(?:which|what|when|where|who|how)\b/i

/** `What was the last deprecation?`, `Has anything been removed?`: what the answer names is. */
const asksForThings =
  /^\W*(?:Q\W+)?(?:(?:which|what)\b[^?]{0,80}?\b(?:was|were|is|are|been)\b|(?:has|have|was|were|is|are) (?:anything|any|something|there)\b)/i
const asksOtherwise =
  /\b(?:will|may|might|can|could|should|must|would|next|soon|going|not|never|no|mean\w*|happen\w*|if|when|for)\b|n['’]t\b/i
const asksWhen = /^\W*(?:Q\W+)?when (?:was|were)\b/i

/** A question that an answer follows, as what it adds to that. */
export const asLabel = (question: string): string => {
  if (asksWhen.test(question)) return question.replace('?', ' ')
  const state = stateWord(question)
  const isLabel =
    state !== undefined && asksForThings.test(question) && !asksOtherwise.test(question.replace(/ for good\b/, ''))
  return isLabel ? `${state}:`.padEnd(question.length) : question
}
