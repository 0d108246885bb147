import { endsWith } from './sentences.ts'

/** Whether a sentence states something of what it names for certain. `open`: it is not understood. */
export type Assertion = 'yes' | 'no' | 'open'

export const surest = (all: readonly Assertion[]): Assertion =>
  all.includes('yes') ? 'yes' : all.includes('open') ? 'open' : 'no'

const condition =
  /^\W*(?:if|when(?:ever)?|once|unless|until|before|should|suppose|assuming|as soon as|as long as|in case|provided|even (?:if|when)|only (?:if|when))\b/i
/** Whether a sentence is a question, or says what is so under a condition. */
const isConditional = (sentence: string): boolean => condition.test(sentence) || endsWith(sentence, '?')

const denial = /\b(?:none|neither|nor|no|nothing|not|never|cannot|nobody)\b|n['’]t\b/i
const names =
  /[/`][\w{}<>:/.-]*`?|\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b|\b[a-z]*[a-z][A-Z]\w*\b|\b(?:[A-Z][a-z]+){2,}\b/g
/** Words that stand next to a name and say nothing of it. */
export const naming =
  'an?|the|this|that|both|all|and|or|of|to|deprecat\\w+|v[12]|apis?|versions?|endpoints?|operations?|methods?|routes?|paths?|calls?|requests?|GET|HEAD|POST|PUT|PATCH|DELETE'
/** What may stand around the name of an operation that a sentence is about. */
const around = new RegExp(
  `\\b(?:${naming}|also|now|today|since|as|from|on|in|effective|immediately|with|notes?|notice|attention|important|warning|update|therefore|furthermore|moreover|besides|current|removed|new|january|february|march|april|may|june|july|august|september|october|november|december)\\b`,
  'gi',
)
/** Whether nothing but names and the words around them stands in a part of a sentence. */
export const isPlain = (part: string): boolean =>
  !/\p{L}/u.test(
    part
      .replaceAll(names, ' ')
      .replaceAll(/\([^()]*\)/g, ' ')
      .replaceAll(around, ' '),
  )

const limit = /\b(?:if|when(?:ever)?|unless|once|where|only|except|in case|for (?!good\b|ever\b)|until|yet)\b/i

/** Something that a sentence can say of a subject. */
export interface Statement {
  readonly pattern: RegExp
  /** Whether other words have to show what is meant: then it is open at most. */
  readonly weak: boolean
}

export const statement = (subject: string, says: string, weak = false): Statement => ({
  pattern: new RegExp(`^(.*?)\\b(?:${subject})(?![\\w-])(.*?)\\b(?:${says})(?![\\w-])(.*)$`, 'is'),
  weak,
})

// What is longer says more than one thing.
const longestSentence = 400

const intro =
  /\b(?:please|note(?: that)?|important|attention|in general|generally|in particular|also|and|but|however|moreover|so|then|remember(?: that)?|therefore)\b/gi
/** What narrows a statement to less than what it seems to say. */
const narrowing =
  /\b(?:if|when(?:ever)?|where|unless|until|before|within|yet|only|except\w*|on the|for (?!good\b|ever\b)|without (?:further |prior |any |an? |being )*(?:notice|warning|announce\w*|label\w*)|at once|immediately|today|now|not?|nothing|none|neither|never|cannot|from|page|docs|documentation|errors?)\b|\d{3}|n['’]t\b/i
const refusal = /\d{3}|\b(?:errors?|fail\w*|refus\w*|reject\w*)\b/i
const trailing =
  /\b(?:too|also|as well|at all|any ?more|any longer|in (?:the|any|a) (?:api|future|release)|(?:of|in|by) (?:the|our|this) (?:hub|api|service))\b/gi

/** Whether a sentence says something of its subject, in general and in these words; with other words next to them it is open. */
const saysOf = (sentence: string, { pattern, weak }: Statement): Assertion => {
  const found = pattern.exec(sentence)
  if (!found) return 'no'
  const [before = '', between = '', after = ''] = found.slice(1)
  const lead = before.replaceAll(intro, ' ').trim()
  // `The documentation of NAME stays`, `Experimental NAME are removed`: the subject is another one.
  if (/\p{L}/u.test(lead) && (weak || !lead.endsWith(',') || denial.test(lead))) return 'no'
  if (/\p{L}/u.test(between.replaceAll(/,[^,]*,|\([^()]*\)/g, ' '))) return 'no'
  const [clause = ''] = after.split(';')
  const [own = '', ...more] = clause.split(/\band\b/)
  if (narrowing.test(own)) return 'no'
  const [rest = ''] = own.replaceAll(trailing, ' ').split(/[:,–—]|\b(?:or|but)\b/)
  if (more.some(part => refusal.test(part))) return 'no'
  return weak || /\p{L}/u.test(lead + rest) || more.some(part => limit.test(part)) ? 'open' : 'yes'
}

/** What a sentence says of several things that it can say. */
export const statementOf = (sentence: string, statements: readonly Statement[]): Assertion => {
  const said = isConditional(sentence) ? [] : statements.map(one => saysOf(sentence.slice(0, longestSentence), one))
  return surest(said)
}

const ofWhole = new RegExp(`\\b(?:${naming}|use|usage|using|calling|support|access|remov\\w+|legacy|old)\\b`, 'gi')

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
