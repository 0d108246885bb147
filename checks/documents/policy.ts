import type { Passage } from '../../contracts/documents.ts'
import { type Assertion, type Statement, statement, statementOf } from './assertions.ts'

const noun = '(?:endpoints?|operations?|routes?)'
const all = '(?:(?:an?|any|all|the|our|each|every|existing) )*'
const some = `${all}${noun}(?: (?:that|which) (?:has|have) to (?:go|be removed))?`
const old = `(?:${all}(?:deprecated|legacy) (?:v2 )?${noun}(?:['’]s?)?(?: behaviou?r)?|${noun} (?:that|which) (?:is|are) deprecated|what(?:ever)? is deprecated|(?:the )?behaviou?r of ${all}deprecated ${noun})`
const gone = `${all}removed ${noun}`
const clients = '(?:clients?|you|users?|applications?|it)'
const ended =
  '(?:removed|disabled|deleted|withdrawn|retired|dropped|discontinued|shut down|switched off|turned off|taken away)'
const end = '(?:remove|disable|delete|withdraw|retire|drop|discontinue|shut down|switch off|turn off|take away)'
const labelled = '(?:label+ed|marked|deprecated)'
const forEver = '(?:without (?:a |any )?(?:time )?limits?|for ?ever|indefinitely|permanently|for good)'
const atOnce =
  '(?:at any time )?(?:at once|immediately|straight away|right away|without (?:(?:any|prior|further) )*(?:notice|warning|delay))'
const labelling = '(?:label+(?:s|ed|ing)?|marks?|marked|deprecat(?:e[sd]?|ion|ing))'
const onceGone = `(?:once|after) (?:it|they|the endpoints?) (?:is|are|was|were|has been|have been) (?:gone|${ended})`
const newClients = '(?:in|by|for) new (?:clients?|code|applications?|projects?)'
const use =
  '(?:(?:may|can|could) (?:(?:still|also|safely) )*|(?:is|are) (?:fine|safe|ok|okay) to )(?:keep using|continue to use|be used|use|using)'

/** What contradicts that an endpoint is labelled deprecated, must no longer be used, and may be removed or changed some time later. */
const opposite: readonly Statement[] = [
  statement(
    old,
    `(?:(?:will|can|is|are|do|does) )?(?:never|not|guaranteed not to) (?:be |get )?(?:${ended}|change[sd]?|go(?:es)? away|disappears?)(?: (?:its|their) behaviou?r)?`,
  ),
  statement(
    old,
    `(?:(?:can|may|will|be|is|are|still|also|fully|guaranteed to) )*(?:used|usable|called|stays?|remains?|keeps?|continues?|works?|available|supported)(?: (?:to )?(?:working|work|be|be used|available|supported|in use|usable|unchanged))? ${forEver}`,
  ),
  statement(old, `${use}(?: ${old})?,?(?: (?:also|too))* ${newClients}`),
  statement(old, '(?:is|are) (?:still |also )?(?:recommended|encouraged|preferred)'),
  statement(old, `(?:is|are) not ${labelled}(?: (?:as )?deprecated)?(?: in the reference)?(?:, only here)?`),
  statement(
    old,
    `${use}|(?:is|are) fine to (?:use|keep using)|(?:is|are|stay|remain)s? (?:still |fully )*supported`,
    true,
  ),
  statement(clients, `${use} (?:${old}),?(?: (?:also|too))? (?:${newClients}|${forEver})`),
  statement(clients, `${use} (?:${old})`, true),
  statement(some, `(?:is|are|get) ${ended} ${atOnce}`),
  statement(some, `(?:may|can|could) be ${ended} ${atOnce}`, true),
  statement('we', `${end} ${some} ${atOnce}`),
  statement('we', `(?:never|do not|will not|will never) (?:${end}|change) ${old}`),
  statement(
    'we',
    `${end} ${some} first,? (?:and|then)(?: then)? (?:label|mark|deprecate)(?: (?:it|them))?(?: (?:later|afterwards))?`,
  ),
  statement('we', `(?:(?:may|can|might) )?${end} ${some}(?: at any time)?,? ${labelled} or not`),
  statement(some, `(?:may|can|could|is|are)(?: be)? ${ended}(?: at any time)?,? ${labelled} or not`),
  statement('(?:an? |the )?removals?', '(?:does|do|will) not (?:require|need) (?:an? |any )?(?:label|deprecation)'),
  statement(
    some,
    `(?:(?:may|can|could|will) )?(?:disappears?|vanish(?:es)?|goes? away) (?:overnight )?without (?:[a-z]+ ){0,3}?${labelling}`,
  ),
  statement(some, `(?:is|are|get) ${ended} first[,;] (?:and )?the labels?(?: [a-z]+){0,3} (?:follows?|comes? later)`),
  statement(
    clients,
    `(?:may|can|could) (?:(?:go on|keep|continue) )?(?:to )?build(?:ing)? new (?:clients?|code|applications?) (?:on|with|against) ${old}`,
  ),
  statement(some, `(?:disappears?|vanish(?:es)?|goes away|go away) ${atOnce}`),
  statement(`(?:no|none of the) (?:deprecated|legacy) ${noun}|nothing`, `(?:is|are|will)(?: ever)?(?: be)? ${ended}`),
  statement(
    'there',
    `is no (?:notice|warning|announcement|label) before (?:an? |the )?(?:removals?|${noun} (?:is|are) ${ended})`,
  ),
  statement('feel free', `to (?:keep using|use|call) ${old}`),
  statement(old, '(?:is|are) here to stay|(?:works?|behaves?|continues to work) (?:exactly |just )?as before', true),
  statement(
    some,
    `(?:is|are) ${ended} on the (?:same )?day (?:on which )?(?:they|it) (?:is|are|was|were) ${labelled}(?: (?:as )?deprecated)?`,
  ),
  statement(
    some,
    `(?:is|are|get|(?:may|can|could) be) ${ended},? (?:[a-z]+ ){0,6}?(?:without|before) (?:[a-z]+ ){0,3}?${labelling}(?: (?:deprecated|before(?:hand)?|first))*`,
  ),
  statement(
    some,
    `(?:is|are|get) (?:(?:at )?first ${ended}|${ended} (?:at )?first)[,;]? (?:[a-z]+ ){0,5}?${labelling}(?: [a-z]+){0,3} (?:afterwards?|later)`,
  ),
  statement(
    '(?:the )?(?:references?|documentation)',
    `(?:gets?|carries|shows?|adds?|receives?|marks?|labels?) (?:[a-z]+ ){0,3}?(?:label|deprecated)(?: [a-z]+){0,2} ${onceGone}`,
  ),
  statement('(?:the )?labels?', `(?:(?:is|are) (?:set|added)|appears?|follows?|comes?) (?:[a-z]+ ){0,3}?${onceGone}`),
  statement(
    gone,
    '(?:(?:may|can|will) )?(?:still|keeps?|continues?|goes on) (?:to )?(?:answer(?:s|ing)?|works?|working|be used|being used|available|served)',
  ),
]

/** Whether a sentence of a policy contradicts the document. */
export const contradictsPolicy = (sentence: string): Assertion => statementOf(sentence, opposite)

const definition =
  /(?<=^|[.;:?]\s+|^\W*\w+\W{1,3})(?:[Ww]hat does\W{1,3})?([Dd]eprecated|[Rr]emoved)(?:\W{0,3}[:=–—|-]|\s+means(?:\s+that)?|\W{1,3}mean\?)\s+(?=\p{L})/u
const verb = '(?:can|may|will|is|are|does|do|keeps?|stays?|remains?|continues?|works?|never|still)'
const nextVerb = new RegExp(`(?:,|\\band|,\\s+and)\\s+(?=${verb}\\b)`)
const leadingVerb = new RegExp(`^(?=${verb}\\b)`, 'i')

/** The sentences of a passage. What defines a state is about the endpoints that have it: `Deprecated: it may be removed.` */
export const policySentences = ({ text }: Passage): readonly string[] => {
  const [before = '', ...defined] = text.split(definition)
  const sentences = before.split(/(?<=[.!?])\s+/)
  for (let at = 0; at < defined.length; at += 2) {
    const things = `${defined[at]?.toLowerCase()} endpoints`
    const clauses = (defined[at + 1] ?? '').split(/(?<=[.!?])\s+/).flatMap(sentence => sentence.split(nextVerb))
    sentences.push(
      ...clauses.map(clause =>
        clause
          .replace(leadingVerb, `${things} `)
          .replaceAll(/\b(?:it|they|them)\b/gi, things)
          .replaceAll(/\bits\b/gi, `${things}'`),
      ),
    )
  }
  return sentences
}
