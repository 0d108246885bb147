import type { Passage } from '../../contracts/documents.ts'
import { type Assertion, type Statement, statement, statementOf } from './assertions.ts'

const noun = '(?:endpoints?|operations?|routes?)'
const all = '(?:(?:an?|any|all|the|our|each|every|existing) )*'
const some = `${all}${noun}(?: (?:that|which) (?:has|have) to (?:go|be removed))?`
const old = `(?:${all}(?:deprecated|legacy) (?:v2 )?${noun}(?:['’]s?)?(?: behaviou?r)?|${noun} (?:that|which) (?:is|are) deprecated|what(?:ever)? is deprecated|(?:the )?behaviou?r of ${all}deprecated ${noun})`
const gone = `${all}removed ${noun}`
const clients = '(?:clients?|you|users?|applications?|it)'
const ended = '(?:removed|disabled|deleted|withdrawn|retired|switched off|taken away)'
const labelled = '(?:label+ed|marked|deprecated)'
const forEver = '(?:without (?:a |any )?(?:time )?limits?|for ?ever|indefinitely|permanently|for good)'
const atOnce =
  '(?:at any time )?(?:at once|immediately|straight away|right away|without (?:(?:any|prior|further) )*(?:notice|warning|delay))'
const labelling = '(?:label+(?:s|ed|ing)?|marks?|marked|deprecat(?:e[sd]?|ion|ing))'
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
  statement('we', `(?:remove|disable|delete|withdraw) ${some} ${atOnce}`),
  statement(
    some,
    `(?:is|are) ${ended} on the (?:same )?day (?:on which )?(?:they|it) (?:is|are|was|were) ${labelled}(?: (?:as )?deprecated)?`,
  ),
  statement(
    some,
    `(?:is|are|get) ${ended},? (?:[a-z]+ ){0,6}?(?:without|before) (?:[a-z]+ ){0,3}?${labelling}(?: (?:deprecated|before(?:hand)?|first))*`,
  ),
  statement(
    some,
    `(?:is|are|get) (?:(?:at )?first ${ended}|${ended} (?:at )?first)[,;]? (?:[a-z]+ ){0,5}?${labelling}(?: [a-z]+){0,3} (?:afterwards?|later)`,
  ),
  statement(
    '(?:the )?(?:references?|documentation|labels?)',
    `(?:gets?|carries|shows?|adds?|receives?|is set|is added|appears|follows|comes|labels?|marks?) (?:[a-z]+ ){0,4}?(?:once|after) (?:it|they|the endpoints?) (?:is|are|was|were|has been|have been) (?:gone|${ended})`,
  ),
  statement(
    gone,
    '(?:(?:may|can|will) )?(?:still|keeps?|continues?|goes on) (?:to )?(?:answer(?:s|ing)?|works?|working|be used|being used|available|served)',
  ),
]

/** Whether a sentence of a policy contradicts the document. */
export const contradictsPolicy = (sentence: string): Assertion => statementOf(sentence, opposite)

const definition = /^\W*(deprecated|removed)\W{0,3}[:–—|-]\s*(?=\p{L})/iu

/** The sentences of a passage. What defines a state is about the endpoints that have it: `Deprecated: it may be removed.` */
export const policySentences = ({ text }: Passage): readonly string[] => {
  const [label = '', state = ''] = definition.exec(text) ?? []
  const things = `${state.toLowerCase()} endpoints`
  return text
    .slice(label.length)
    .split(/(?<=[.!?])\s+/)
    .map(sentence =>
      state === ''
        ? sentence
        : sentence.replaceAll(/\b(?:it|they|them)\b/gi, things).replaceAll(/\bits\b/gi, `${things}'`),
    )
}
