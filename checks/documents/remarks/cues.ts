import type { EndpointMention } from '../../../contracts/documents.ts'
import { lifecycle } from '../../../contracts/lifecycle.ts'
import { lastFew } from '../../remembered.ts'
import { v1RouteOf } from '../../v1-routes.ts'
import { isOldMention, namesV1 } from '../claims.ts'
import type { Thing } from '../clauses.ts'
import { field } from '../lexicon.ts'
import { thingsIn } from '../prose/names.ts'
import { isMentionOf, isV1Template, sameName } from '../published-documents.ts'

const isV1Route = ({ path }: EndpointMention): boolean =>
  /\/v1\/?$/.test(path) || (isV1Template(path) && v1RouteOf(path.slice(path.indexOf('/v1/'))) !== undefined)
export const isMention = (thing: Thing): thing is Thing & EndpointMention => thing.is === 'endpoint'
export const mentionsOf = (things: readonly Thing[]): readonly EndpointMention[] => things.filter(isMention)
export const areaPaths = /^\/v2\/(?:.+\/)?(?:access-tokens|auditlogs)\b/
export const isOperation = (thing: Thing): thing is Thing & { readonly is: 'operation' } =>
  thing.is === 'operation' && lifecycle.operations.some(({ id }) => sameName(thing.id, id))
/** Whether a thing is of the current generation. */
export const isNewer = (thing: Thing): boolean =>
  thing.is === 'v2' ||
  isOperation(thing) ||
  (isMention(thing) &&
    (areaPaths.test(thing.path) || lifecycle.operations.some(({ published }) => isMentionOf(thing, published))))

export const ofSeveral = /\b(?:both|all four|the four|the two) (?:of them|endpoints?|operations?|were|are|have)/i
export const oldWords =
  /\b(?:old|legacy|former|previous)\s+(?:\w+\s+)?(?:lists?|endpoints?|operations?|calls?|paths?)\b|\b(?:both|the two) POST |\bthe .?(?:HEAD|POST).? requests?|\bendpoints for \w+ing\b|\bold and new\b/i
export const routes =
  /\b(?:the|these|those|old|such|a|removed|all|every|any)\s+(?:\w+\s+)?routes?\b|\bfirst generation\b|\bboth (?:generations|versions)\b/i

const ownName = String.raw`(?:(?!expires_at)[a-z]+(?:_[a-z]+)+|[a-z]*[a-z][A-Z]\w*|(?:[A-Z][a-z]+){2,})(?!\w)`
const nameInFront = new RegExp(`^\\W*${ownName}`)
const nameAnywhere = new RegExp(`(?<![\\w/{])${ownName}`)
/** Whether a sentence begins with the name of an operation: `getOwner is current.` */
const beginsWithName = (text: string): boolean => nameInFront.test(text)
/** Whether a sentence names operations or endpoints, and none of the document: `Owners: add_owner and remove_owner change them.` */
const namesOthers = (text: string): boolean => {
  const named = thingsIn(text).filter(thing => isMention(thing) || isOperation(thing))
  return named.length > 0
    ? named.every(thing => isMention(thing) && !isOldMention(thing) && !isNewer(thing))
    : nameAnywhere.test(text)
}

/** What a sentence names for itself, or the one before it for both; `other` where that is nothing old. */
export const topicOf = (text: string, before = ''): 'v1' | 'legacy' | 'other' | undefined => {
  const things = thingsIn(text)
  const mentions = mentionsOf(things)
  if (mentions.some(isV1Route)) return 'v1'
  if (mentions.some(mention => isOldMention(mention) && !isV1Template(mention.path))) return 'legacy'
  if (mentions.length > 0 || things.some(isOperation)) return 'other'
  // A sentence that begins with a small letter begins with the name of a program.
  if (/^\W*(?!v1)[a-z]\w+ v1\b/.test(text)) return 'other'
  if (namesV1(text) || routes.test(text)) return 'v1'
  if (beginsWithName(text)) return 'other'
  if (ofSeveral.test(text)) return namesOthers(before) ? 'other' : 'legacy'
  if (oldWords.test(text)) return 'legacy'
  return /^\W*(?:its|the) (?:successor|replacement)s?\b(?! does not)/i.test(text) ? 'other' : undefined
}

export const denial =
  /\b(?:no|not|never|none|nothing|nobody|cannot|neither|nor|without|instead of|rather than|hardly)\b|n['’]t\b/i
const ceasing = /\b(?:stop(?:s|ped)?|cease[sd]?|fail(?:s|ed)? to|refuse[sd]?)\b/i
/** `Never stops` denies nothing. */
const isDenied = (text: string): boolean => denial.test(text) !== ceasing.test(text)

/** What makes of a clause a supposition, or what others say. */
const supposed =
  /\b(?:would|could have|if|unless|whether|unlike|claim\w*|wrong|false|used to(?! do)|once(?! (?:more|again))|when(?:ever)?|only v2|as soon as|on the day|suppose|in case)\b|^\W*(?:until|before|after)\b/i
const reporting = /\b(?:says?|said|claims?|reads?|wrote) that\b/i
export const clauseStart =
  /(?<=[,;:–—])\s|\b(?=(?:and|but|while|whereas|so|although|though|because|if|unless|once|when|whenever|that|which|who|until|before|after)\b)/g
export const copula = /\b(?:be|been|being|is|are|was|were|get|gets|got|has|have|had)(?:\s+\w+){0,2}\s+$/i
const author = /\b(?:we|you|they|team|release|nobody|hub)\s+(?:\w+\s+){0,3}$/i

/** `Remains deprecated` is not there. */
const stateBehind =
  /^\s+(?:\w+ly )?(?:deprecated|removed|gone|disabled|hidden|labell?ed|marked|listed|documented|off)\b/i
const intransitive = /^(?:disappear|vanish|cease|stop|end|go|went|gone)/i
const article = /\b(?:the|an?|its|their)\s+$/i

/** What is again as it was: `works again`. */
const backAgain =
  /\b(?:is|are|was|were|be|been|get|gets|has|have|can|may|will|work|answer|respond|serve|return|run|exist|reach|call|use)(?:s|e?d|ing)?\b/i

/** `A repository that exists` */
const ofStored =
  /\b(?:repositor(?:y|ies)|tags?|images?|tokens?|groups?|namespaces?|organi[sz]ations?|accounts?|users?)(?: (?:that|which|who|still|already|really|do|does|not))* $/i

/** `Clients of /v1/x must use this` says it of something else than what they call now. */
const callers = /\b(?:clients?|callers?|users?|code|programs?|scripts?|integrations?) (?:of|on|calling|using)\b/i

/** What is kept of a page, or in mind. */
const ofPage =
  /^ (?:(?:the|this|that) (?:order|list|page|table|log)|in mind|an eye|(?:it|them) (?:up to date|short|in mind))\b/i

/** A word of the field in a sentence. */
export interface Cue {
  readonly sense: keyof typeof field
  readonly word: string
  /** What stands in front of it and behind it: in its clause, and in the sentence. */
  readonly clause: string
  readonly lead: string
  readonly before: string
  readonly after: string
  readonly denied: boolean
  readonly past: boolean
  /** Whether it stands behind a form of `be` or of its author: `is removed`, `we removed`, and not `a removed one`. */
  readonly predicate: boolean
  /** What is named in front of it, and what it is said of. */
  readonly subject: Thing | undefined
  readonly of: Thing | undefined
}

/** The words of the field in a sentence that are said of something, and are not under a condition. Each question about a sentence looks at them. */
export const cuesIn = lastFew(2, (sentence): readonly Cue[] => {
  const things = thingsIn(sentence)
  const starts = [0, ...[...sentence.matchAll(clauseStart)].map(({ index }) => index), sentence.length]
  return Object.entries(field).flatMap(([sense, pattern]) =>
    [...sentence.matchAll(pattern)].flatMap(({ 0: word, index }): readonly Cue[] => {
      const end = index + word.length
      const start = starts.findLast(at => at <= index) ?? 0
      const to = starts.find(at => at > index) ?? sentence.length
      const [lead, clause, before] = [sentence.slice(start, index), sentence.slice(start, to), sentence.slice(0, index)]
      // A word in a path or in a name says nothing.
      if (things.some(({ at }) => at && at.start <= index && sentence.slice(at.start, index).search(/\s/) < 0))
        return []
      // `You must stop using the endpoint`
      if (/^stop/i.test(word) && /^ (?:using|calling|sending|relying|building)\b/.test(sentence.slice(end))) return []
      // `It has served us well.`
      if (/^serv/i.test(word) && /^ (?:us|you|me|its|their|well)\b/i.test(sentence.slice(end))) return []
      // `Record it again.`
      if (word === 'again' && !backAgain.test(clause)) return []
      // `Exists (legacy)`: what an operation answers.
      if (/^exist/i.test(word) && !/\w/.test(sentence.slice(0, index))) return []
      if (/^exist/i.test(word) && ofStored.test(sentence.slice(0, index))) return []
      if (sense === 'served' && stateBehind.test(sentence.slice(end))) return []
      if (/^keep/i.test(word) && /^ (?:being )?(?:ask|hear|see|get)\w*\b/.test(sentence.slice(end))) return []
      // `Keep the order!`
      if (/^keep/i.test(word) && ofPage.test(sentence.slice(end))) return []
      // `Support for v1 ended`
      if (/^support$/i.test(word) && !/\w/.test(lead)) return []
      // `Prefer X to Y`
      if (/^prefer[^,.;]*?\b(?:to|over|than)\b/i.test(sentence.slice(index))) return []
      if (supposed.test(clause) || reporting.test(before)) return []
      // `neither of which should be called`
      const ofNone = /\b(?:neither|none) of $/i.test(sentence.slice(0, start)) ? 'none ' : ''
      // `A legacy endpoint without an id`
      const rest = ofNone + lead + sentence.slice(end, to).replace(/\b(?:without|instead of|rather than)\b.*/is, '')
      // `They are not removed or disabled.`
      const isJoined = /^(?:and|or|that)\b/.test(clause)
      const near = isJoined && !denial.test(rest) ? before.slice(before.search(/(?:(?![;:–—]|\bbut\b).)*$/s)) : rest
      const object = things.find(({ at }) => at && at.start >= end && at.start < to)
      const subject = things.findLast(({ at }) => at && at.start < index)
      const isPassive = / be /.test(word) || copula.test(lead)
      if (sense === 'allowed' && !isPassive && !object && callers.test(lead)) return []
      return [
        {
          sense: sense as Cue['sense'],
          word,
          clause,
          lead,
          before,
          after: sentence.slice(end),
          denied: isDenied(near),
          past:
            /\b(?:was|were) (?:\w+ ){0,2}$/i.test(lead) ||
            (/(?:ed|kept|held|ran|went)$/i.test(word) && !/\b(?:be|been|is|are|has|have)\b/i.test(lead)),
          predicate:
            copula.test(lead) ||
            author.test(lead) ||
            (intransitive.test(word) && /\w/.test(lead) && !article.test(lead)),
          subject,
          of: (sense === 'allowed' && !isPassive ? object : undefined) ?? subject ?? object,
        },
      ]
    }),
  )
})
