/** Whether a sentence states something of what it names for certain. `open`: it is not understood. */
export type Assertion = 'yes' | 'no' | 'open'

const condition =
  /^\W*(?:if|when(?:ever)?|once|unless|until|before|should|suppose|assuming|as soon as|as long as|in case|provided|even (?:if|when)|only (?:if|when))\b/i
/** Whether a sentence is a question, or says what is so under a condition. */
export const isConditional = (sentence: string): boolean => condition.test(sentence) || /\?\W*$/.test(sentence)

const denial = /\b(?:none|neither|nor|no|nothing|not|never|cannot|nobody)\b|n['’]t\b/i
const names =
  /[/`][\w{}<>:/.-]*`?|\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b|\b[a-z]*[a-z][A-Z]\w*\b|\b(?:[A-Z][a-z]+){2,}\b/g
/** What may stand around the name of an operation that a sentence is about. */
const around =
  /\b(?:an?|the|and|or|both|also|now|today|since|as of|from|on|in|effective|immediately|with|notes?|notice|attention|important|warning|update|therefore|furthermore|moreover|besides|operations?|endpoints?|methods?|routes?|current|v2|api|version|deprecat\w+|removed|new|january|february|march|april|may|june|july|august|september|october|november|december)\b/gi
const limit = /\b(?:if|when(?:ever)?|unless|once|where|only|except|in case|for (?!good\b|ever\b)|until|yet)\b/i

/** Whether nothing but names and the words around them stands in a part of a sentence. */
const isPlain = (part: string): boolean =>
  !/\p{L}/u.test(
    part
      .replaceAll(names, ' ')
      .replaceAll(/\([^()]*\)/g, ' ')
      .replaceAll(around, ' '),
  )

interface Places {
  /** What the sentence is looked at for: its name in the sentence. */
  readonly name: RegExp
  /** Where the verb and its state begin and end. */
  readonly from: number
  readonly to: number
}

/**
 * Whether a sentence states a state of what it names: of that itself, in the indicative, without a condition, a denial or a limit, and not as
 * what somebody said.
 */
export const assertionOf = (sentence: string, { name, from, to }: Places): Assertion => {
  const subject = sentence.slice(0, from)
  const at = subject.search(name)
  if (at < 0 || isConditional(sentence) || denial.test(subject) || isOfPart(subject, name)) return 'no'
  // `GetRepository tells which tag is deprecated`: the state is that of something else.
  const behind = subject.slice(at).replaceAll(/,[^,]*,/g, ' ')
  if (!isPlain(behind)) return 'no'
  return isPlain(subject) && !limit.test(sentence.slice(to)) ? 'yes' : 'open'
}

/** The sentences of a text. */
export const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.!?;])\s+|\n+/)

const ofWhole =
  /\b(?:an?|the|of|use|usage|using|calls?|calling|requests?|support|access|operations?|endpoints?|methods?|routes?|apis?|versions?|v2|deprecat\w+|remov\w+|legacy|old|and|or|all)\b/gi

/** Whether a text is about something in or of what it names, such as `Empty descriptions in NAME`, and not about that itself. */
export const isOfPart = (text: string, name: RegExp): boolean => {
  const at = text.search(name)
  if (at < 0) return false
  const before =
    /^(.*)\b(?:in|on|of|for|from|with|without|to|by|at|within|during)\W+(?:(?:the|operations?|endpoints?|answers?|responses?|requests?|to|of)\W+)*(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE)\W+)?$/is.exec(
      text.slice(0, at),
    )?.[1]
  if (/^\W*(?:without|with an?|when|if|where|by|from)\b/i.test(text.slice(at).replace(name, ''))) return true
  return before !== undefined && /\p{L}/u.test(before.replaceAll(ofWhole, ' '))
}
