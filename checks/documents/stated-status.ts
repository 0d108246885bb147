import { read } from './clauses.ts'

/** Reason phrases that pages write for a status, in the capitals that tell them from running text. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bMoved Permanently\b/g, '301'],
  [/\bTemporary Redirect\b/g, '307'],
  [/\bPermanent Redirect\b/g, '308'],
  [/\bBad Request\b/g, '400'],
  [/\bUnauthorized\b/g, '401'],
  [/\bForbidden\b/g, '403'],
  [/\bNot Found\b/g, '404'],
  [/\bMethod Not Allowed\b/g, '405'],
  [/\bGone\b/g, '410'],
  [/\bNot Implemented\b/g, '501'],
  [/\bService Unavailable\b/g, '503'],
]

/** What is denied or over, up to where the sentence goes on. */
const denied =
  /\b(?:even (?:to|for|if|when|where)|neither|nor|stop(?:s|ped)?|ceased?|not|never|no longer|instead of|rather than|used to|formerly|previously|until|before)\b[^,;:()]*?(?=\b(?:and|but|now)\b|[,;:()]|$)/gi
/** A number that can be a status: `at most 100` and `100 items` are counts. */
const code =
  /(?<![\p{L}\p{N}.,/#-])(?<!\b(?:most|least|than|up to|first|last|every|of|over|about) )([1-5]\d\d)(?!\p{N}|[.,/-]\p{N}|\s*%|\s+(?!status|responses|errors|redirects)[a-z]{3,}s\b|\s+(?:ms|per)\b)/giu
const verb =
  /\b(?:since then|from then on|expect|answer(?:s|ing|ed with)?|(?:is|are|be) (?:\w+ )?answered|respon(?:d|ds|ding|ses?)|return(?:s|ing)?|repl(?:y|ies)|yields?|gives?|sends?|gets?|receives?|results? in|ends? (?:in|with)|(?:fail|met|reject|refus|serv)(?:s|ed)? with|status(?:es)?|http|codes?|errors?|redirect(?:s|ed|ing|ions?)?|c[oó]digos?|codice|estado|stat[ou]t?|antworten|liefern|beantwortet|responden?|rispondono|répond(?:ent)?|renvoient|retournent|devuelven|restituiscono)\b(?:[^.;\d]|\d(?!\d\d\b)){0,60}$/i
const passive = /^[^.;]{0,40}\b(?:is|are|will be|gets?)\s+(?:\w+\s+)?(?:returned|sent|answered|given|served)\b/i
/** The statuses that a clause states as an answer, each once, in order: codes, reason phrases, and `a redirect` where it names no code. */
export const statusesStated = (clause: string): readonly string[] => {
  let text = clause
  for (const [phrase, status] of phrases) text = text.replaceAll(phrase, ` ${status} `)
  text = text.replaceAll(/\b([1-5]\d\d)\W{0,3}not found\b/gi, '$1').replaceAll(denied, ' ')
  const found: string[] = []
  let end = -Infinity
  for (const match of text.matchAll(code)) {
    const status = match[1] ?? ''
    const before = text.slice(0, match.index)
    const after = text.slice(match.index + status.length)
    if (match.index - end <= 20 || verb.test(before) || /\(\W*$/.test(before) || passive.test(after)) {
      found.push(status)
      end = match.index + status.length
    }
  }
  const isRedirected = read(text).some(
    said =>
      said.words.has('redirect') && !said.denied && !said.alien && said.mood !== 'supposed' && said.mood !== 'past',
  )
  if (found.length === 0 && isRedirected) return ['a redirect']
  return [...new Set(found)]
}

/** Whether a clause says that a status is not answered: `do not answer anything but 410` denies nothing. */
export const deniesStatus = (clause: string, status: string): boolean =>
  read(clause).some(
    ({ act, denied, statuses, limited, unread, how }) =>
      act === 'answer' && denied && statuses.includes(status) && !limited && unread.length === 0 && !how.has('yet'),
  )

/** Whether a clause says that requests to something have success, without naming a status. */
export const saysServed = (clause: string): boolean =>
  read(clause).some(
    ({ of, act, denied, mood, how }) =>
      of.some(({ is }) => is !== 'old') && act === 'serve' && !denied && mood === 'stated' && how.has('still'),
  )

/** The numbers of a text that can be statuses, whatever it says of them. */
export const codesIn = (text: string): readonly string[] => [...text.matchAll(code)].map(([, status = '']) => status)
