import type { PublishedLog, ReferenceOperation } from '../../contracts/documents.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { Probe } from '../../contracts/requirement.ts'
import type { Finding } from '../../contracts/results/finding.ts'
import { type Assertion, surest } from './assertions.ts'
import { openStatement, statedOtherwise } from './claims.ts'
import { hasTag, passageExcerpt } from './published-documents.ts'
import { endsWith, sentencesOf } from './sentences.ts'

const field = `(?:the |an? |their )?(?:field |member |property )?${expiryField}`
const missing = `(?:(?:do(?:es)?|will)(?: not| never| no longer|n['’]t) (?:show|return|include|contain|carry|have|expose)|omits?|leaves? out|(?:has|have) no|no longer (?:shows?|returns?|includes?|contains?|carry|carries|has|have)) ${field}`
const absent =
  '(?:(?:is|are) (?:not|never|no longer) (?:returned|shown|included|present|there)|(?:is|are) (?:still )?missing|(?:was|were|has been|have been) removed)'
const nouns = '(?:management )?(?:lists?|responses?|answers?|endpoints?|operations?|api|tokens?)'
const some = '(?:(?:the|this|these|all|our) )*'
const intro =
  'please|note(?: that)?|important|attention|in general|generally|in particular|also|and|but|however|moreover|so|then|remember(?: that)?|therefore'
const condition =
  /^\W*(?:no|if|when(?:ever)?|once|unless|until|before|should|suppose|assuming|as soon as|as long as|in case|provided|even|only)\b/i
/** What narrows a statement to less than what it seems to say. */
const narrowing =
  /\b(?:if|when(?:ever)?|where|unless|until|before|within|yet|only|except\w*|on the|for (?!good\b|ever\b)|today|now|not?|nothing|none|neither|never|cannot|from|page|docs|documentation|errors?)\b|\d{3}|n['’]t\b/i
const limit = /\b(?:if|when(?:ever)?|unless|where|only|except|until|yet)\b/i
const trailing =
  /\b(?:too|also|as well|at all|any ?more|any longer|in (?:the|any|a) (?:api|future|release)|(?:of|in|by) (?:the|our|this) (?:hub|api|service))\b/gi

const statement = (subject: string, says: string): RegExp =>
  new RegExp(`^\\W*(?:(?:${intro})\\W+)*(?:([^,]+),\\W+)?(?:${subject})\\b([^;]*?)\\b(?:${says})(?![\\w-])([^;]*)`, 'i')

/** Whether a sentence says something of its subject, in general and in these words; with other words next to them it is open. */
const saysOf = (sentence: string, pattern: RegExp): Assertion => {
  const [, lead = '', between = '', rest] = pattern.exec(sentence.slice(0, 400)) ?? []
  const [own = '', ...more] = rest?.split(/\band\b/) ?? []
  if (/\p{L}/u.test(between.replaceAll(/,[^,]*,|\([^()]*\)/g, ' '))) return 'no'
  if (rest === undefined || condition.test(sentence) || endsWith(sentence, '?') || narrowing.test(own)) return 'no'
  const [said = ''] = own.replaceAll(trailing, ' ').split(/[:,–—]|\b(?:or|but)\b/)
  return /\p{L}/u.test(lead + said) || more.some(part => limit.test(part)) ? 'open' : 'yes'
}

/** What contradicts that the field is present, in the description of an operation and on a page. */
const inDescription = [
  statement(`${some}${nouns}|it`, missing),
  statement(field, `${absent}(?: (?:in|by|for|of) ${some}${nouns})?`),
]
const pats = `${some}(?:pats?|personal access tokens?)(?: ${nouns})?`
const onPage = [statement(pats, missing), statement(field, `${absent} (?:in|by|for|of|on|from) ${pats}`)]

/** That one of the operations alone has the field: `expires_at is only returned when the token is created`. */
const ofOneOperation = new RegExp(
  `${field}\\b[^.;]{0,80}?\\b(?:only (?:returned|shown|included|present|given|sent)|(?:returned|shown|included|present|given|sent) only) (?:when|while|by|on|at|in|once)\\b[^.;]{0,40}\\bcreat|\\bonly (?:the )?(?:creat\\w+|list|get|read|updat\\w+)\\b[^.;]{0,40}\\b(?:returns?|shows?|includes?|has|have|carry|carries) ${field}`,
  'i',
)

/** Where a document says in words that tokens do not have the field. */
export const deniedIn = async (
  probe: Probe,
  operations: readonly ReferenceOperation[],
): Promise<Finding | undefined> => {
  const reference = await probe.fixture('reference')
  const log = (await probe.hasFixture('deprecation-log')) ? await probe.fixture('deprecation-log') : undefined
  const says = (text: string, statements: readonly RegExp[]): Assertion =>
    surest(
      sentencesOf(text.replaceAll('`', '')).flatMap(sentence => [
        ...statements.map(one => saysOf(sentence, one)),
        ofOneOperation.test(sentence) ? 'open' : 'no',
      ]),
    )
  const told = [
    ...operations.flatMap(operation =>
      [operation.summary ?? '', operation.description ?? ''].map(text => ({
        says: says(text, inDescription),
        excerpt: {
          document: 'reference' as const,
          from: `${reference.from}, ${operation.method} ${operation.path}`,
          text: text.slice(0, 200),
        },
      })),
    ),
    ...[log, reference.prose].flatMap(page => {
      let ofArea = false
      return (page?.passages ?? []).map(passage => {
        if (passage.heading) ofArea = hasTag(passage.tags, 'access-tokens')
        return {
          says: says(passage.text, ofArea ? [...onPage, ...inDescription] : onPage),
          excerpt: passageExcerpt(page as PublishedLog, passage),
        }
      })
    }),
  ]
  const wrong = told.find(one => one.says === 'yes')
  const unsure = told.find(one => one.says === 'open')
  const feature = `${expiryField} of personal access tokens`
  return wrong ? statedOtherwise(feature, wrong.excerpt) : unsure && openStatement(feature, unsure.excerpt)
}
