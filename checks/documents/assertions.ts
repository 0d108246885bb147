/** Whether a sentence states something of what it names for certain. `open`: it is not understood. */
export type Assertion = 'yes' | 'no' | 'open'

export const surest = (all: readonly Assertion[]): Assertion =>
  all.includes('yes') ? 'yes' : all.includes('open') ? 'open' : 'no'

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
      .replaceAll(names, '')
      .replaceAll(/\([^()]*\)/g, '')
      .replaceAll(around, ''),
  )

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
  return before !== undefined && /\p{L}/u.test(before.replaceAll(ofWhole, ''))
}
