import type { EndpointMention, PublishedDate } from '../../../contracts/documents.ts'
import { lifecycle } from '../../../contracts/lifecycle.ts'
import { isOldMention, namesV1, namesV1Api } from '../claims.ts'
import { read } from '../clauses.ts'
import { elsewhere, field } from '../lexicon.ts'
import { thingsIn } from '../prose/names.ts'
import { datesIn, isAfter, isDay, yearDate } from '../published-dates.ts'
import { isMentionOf, sameName } from '../published-documents.ts'
import { statusesStated } from '../stated-status.ts'
import {
  type Cue,
  clauseStart,
  copula,
  cuesIn,
  denial,
  isNewer,
  isOperation,
  mentionsOf,
  ofSeveral,
  oldWords,
  routes,
  topicOf,
} from './cues.ts'

const decisions =
  /\b(?:removal|shutdown|shut-down|deprecation|retirement|decision|announcement|plan|label|fix|correction|change|addition|release)\b/i
const upTo = /\b(?:until|before|till)\b/i
const pastEnd = /\b(?:19|20)\d\d\b|remov|\bits? end/i
const lateYear = /\bnext\b|\b20(?:2[6-9]|[3-9]\d)\b/
const hedge = /\b(?:may|might|can|could|will|later|planned|until|after|be|if|when|once|whether|shall|to)\b/i
const toCome = /\b(?:will|shall|going to|only then|takes effect|in force yet|plan\w*|next|soon)\b/i
const agreeing = /\b(?:410|gone|fails?|errors?|may be removed|hidden)\b/i
const mayEnd = /\bmay be removed\b|\bfor now\b|\btoday\b|\bcurrently\b|\bfor the moment\b/i
/** The document says that it is removed after some time. */
const someTime =
  /\bfor (?:at least |at most |about |another |up to )?(?:an?|one|two|three|six|twelve|some|several|\d+)\b(?: \w+)? ?(?:years?|months?|weeks?|days?|while|time|releases?|versions?)\b|\bfor (?:a while|some time)\b/i
const soFar = /\b(?:other than|before|until|yet|so far|had|was|were|in (?:19|20)\d\d)\b/i
const merely = /\b(?:only|merely|just|solely)\b/i
const isOfNewer = ({ of }: Cue): boolean => of !== undefined && isNewer(of)

const removalOfV1 = lifecycle.deprecationLog.find(({ status }) => status === 'Removed')?.date ?? ''

/** Whether a word of a sentence on the v1 generation takes it out of its end. */
const revivesV1 = (cue: Cue, sentence: string): boolean => {
  const { sense, denied, past, predicate, lead, clause, after } = cue
  if (sense === 'unready') return !denied && isOfNewer(cue)
  if (sense === 'needless') return !denied
  if (isOfNewer(cue)) return false
  if (sense === 'ended')
    return (
      (denied && copula.test(lead) && !/\bnot (?:only|merely|just)\b/i.test(clause)) || (toCome.test(clause) && !denied)
    )
  if (sense === 'labelled') return !denied && merely.test(clause)
  if (denied) return false
  if (sense === 'returned') return !/^ .{0,20}\b410\b/.test(after)
  if (agreeing.test(sentence) || (namesV1(sentence) && !namesV1Api(sentence))) return false
  // `The removal was postponed to` the day of the document
  if (sense === 'undone')
    return (decisions.test(clause) || predicate) && !datesIn(sentence).some(date => isDay(date, removalOfV1) === 'yes')
  if (sense === 'served' && past) return false
  return !upTo.test(after) || lateYear.test(after) || !pastEnd.test(after)
}

/** The days and the bare years of a sentence. */
const daysIn = (sentence: string): readonly PublishedDate[] => {
  const dates = datesIn(sentence)
  return dates.length > 0
    ? dates
    : (sentence.match(/(?<=\b(?:in|since) )(?:19|20)\d\d\b/g) ?? []).map(year => yearDate(year))
}

/** Whether a word of a sentence on a deprecated endpoint says that it is none, may be used, or is over. */
const altersLegacy = (cue: Cue, sentence: string): boolean => {
  const { sense, word, denied, past, predicate, clause, after, before, lead } = cue
  if (isOfNewer(cue)) return false
  if (sense === 'labelled')
    return denied && predicate && word !== 'replaced' && !soFar.test(sentence) && datesIn(sentence).length === 0
  if (sense === 'ended')
    return (
      predicate &&
      !denied &&
      !ofPart.test(before) &&
      !datesIn(sentence).some(date => isAfter(date, lifecycle.version)) &&
      !hedge.test(before) &&
      !upTo.test(clause) &&
      !/way out/i.test(word) &&
      !/^ from (?!service|use)/.test(after)
    )
  if (denied) return /exist|available|online|reachable/i.test(word) && !hedge.test(before) && !limited.test(after)
  // The document says nothing of when it is removed.
  if (sense === 'undone')
    return !/\bremov|\bplan/.test(sentence) && datesIn(sentence).length === 0 && (decisions.test(clause) || predicate)
  if (sense === 'returned' || sense === 'needless') return true
  if (sense === 'unready') return false
  // `The old calls still answer`: so far, as what is deprecated does.
  const isSoFar =
    /still answer/i.test(word) || (/\bstill $/i.test(lead) && /(?:work|function|respond|exist|run)s?$/i.test(word))
  if (sense === 'served')
    return !past && !isSoFar && !mayEnd.test(sentence) && !upTo.test(after) && !someTime.test(after)
  // `It was never clear which was the better one.`
  const wasSo = /\b(?:was|were) (?:\w+ ){0,2}$/i.test(lead)
  return !wasSo && !/\b(?:migrat|mov|switch|replac)/.test(clause)
}

const statusWords = /(?<=\b(?:with an?|status|get an?) )[1-5]\d\d\b|\b[345]\d\d(?= is (?:the|our) status)/g
/** A status of somebody else, of once, or that is denied. */
const otherStatus =
  /\bclaim|\bsome say|\bmeans?\b|\b(?:during|into|alarm|used to|neither|stopped|wrong)\b|\b(?:was|were) \w+ed\b/i

const speaksOfStatus = (sentence: string): boolean => {
  const told = sentence.match(statusWords) ?? []
  const hasNewer = thingsIn(sentence).some(isNewer)
  return (
    !otherStatus.test(sentence) &&
    [...statusesStated(sentence), ...told].some(status => status !== '410' && (!hasNewer || /^3|redirect/.test(status)))
  )
}

const unreplaced =
  /\b(?:no|without an?y?) (?:successor|replacement|substitute|alternative|counterpart)s?\b|\bsuccessor does not exist\b|\bnothing\b(?! (?:but|other than|else)).{0,200}\b(?:place|replace\w*)\b/i
/** `If you call X, switch to Y` leads to Y alone. */
const order =
  /(?<!\b(?:if|when(?:ever)?|where(?:ver)?|that|who) (?:you )?(?:still |now |today )?)\b(?:use|take|call|fetch|prefer|go back to|calls|(?:replaced|superseded|succeeded) by|(?:go|goes|move|moves|migrate|switch|change|over) to)\s+(?:the\s+)?(.*)$/i
const notOrdered = /\b(?:not|no longer|never|cannot|still|may|can)\b|n['’]t\b/i
const replaced = /\b(?:instead of|rather than|in place of|where you|replac\w+)\b/i

/** Whether it leads to something old, or from an old endpoint to the replacement of another one. */
const leadsAstray = (sentence: string): boolean => {
  const found = order.exec(sentence)
  const before = sentence.slice(0, found?.index ?? 0)
  if (!found || notOrdered.test(before)) return false
  const rest = found[1] ?? ''
  const [first] = mentionsOf(thingsIn(rest))
  if (first && isOldMention(first) && rest.replaceAll(/[`'"*]/g, '').startsWith(first.method ?? first.path)) return true
  const operation = thingsIn(rest).find(isOperation)
  const from = mentionsOf(thingsIn(sentence)).flatMap(mention =>
    lifecycle.legacyEndpoints.filter(legacy => isMentionOf(mention, legacy)),
  )
  return (
    operation !== undefined &&
    from.length > 0 &&
    !replaced.test(before) &&
    !from.some(({ replacedBy }) => sameName(operation.id, replacedBy))
  )
}

const labelWords = /\b(?:deprecat\w+|badge|label\w*)\b/i
const undecided =
  /\bfor an? \w+\b|\bbrownouts?\b|\b(?:announc|before|until|after|plan|propos|review|not|no|will|may|if|would)\w*\b/i

/** Whether it gives the end or the label another day than the document. */
const misdates = (sentence: string, topic: 'v1' | 'legacy', endpoints: readonly EndpointMention[]): boolean => {
  const dates = datesIn(sentence)
  if (dates.length === 0 || undecided.test(sentence)) return false
  // `We disabled v1 tokens`
  if (topic === 'v1' && namesV1(sentence) && !namesV1Api(sentence)) return false
  if (topic === 'v1' ? sentence.search(field.ended) < 0 && !/\bremoval\b/i.test(sentence) : !labelWords.test(sentence))
    return false
  const own = lifecycle.legacyEndpoints.filter(legacy => endpoints.some(mention => isMentionOf(mention, legacy)))
  const days =
    topic === 'v1'
      ? [removalOfV1]
      : (own.length > 0 ? own : lifecycle.legacyEndpoints).map(({ deprecated }) => deprecated)
  const isOneOf = (day: string): boolean => dates.some(date => isDay(date, day) !== 'no')
  return !(/\b(?:all|both)\b/i.test(sentence) ? days.every(isOneOf) : days.some(isOneOf))
}

const people =
  /\b(?:we|you|users?|clients?|callers?|accounts?|programs?|publishers?|customers?|partners?|integrations?|projects?|anyone|team|it|they|label|badge|removal|deprecation)\b/

/** Whether its subject is something else than the API and those who use it: `Images that were pushed with v1`, `Run your tests`. */
const isAlien = (sentence: string): boolean => {
  const said = read(sentence)
  const sure = said.filter(({ mood }) => mood !== 'supposed')
  return (
    sure.length > 0 &&
    sure.every(
      ({ alien, subject, mood, names }) =>
        (mood === 'ordered' && names.length === 0) ||
        (alien &&
          !people.test(subject) &&
          !oldWords.test(subject) &&
          !ofSeveral.test(subject) &&
          !routes.test(subject) &&
          !/^(?:the )?v1|\b(?:GET|HEAD|POST)\b/.test(subject)),
    )
  )
}

const things = /\b(?:them|it|these|those|endpoints?|routes?|v1|version 1)\b/i

/** Whether a sentence on something old, or the answer to what is asked, can say something else of it than the document. */
export const isDoubtful = (
  published: string,
  topic: 'v1' | 'legacy',
  endpoints: readonly EndpointMention[],
  asked = '',
): boolean => {
  // What is quoted is said by others.
  const sentence = published.replaceAll(/[“"][^“”"]*[”"]/g, '…')
  if (elsewhere.test(sentence)) return false
  const cues = cuesIn(sentence)
  // `Old accounts may keep calling these endpoints.`
  const isLeave = cues.some(
    ({ sense, after, denied }) => !denied && (sense === 'needless' || (sense === 'allowed' && things.test(after))),
  )
  if (!isLeave && isAlien(sentence)) return false
  if (leadsAstray(sentence) || (topic === 'legacy' && unreplaced.test(sentence) && !soFar.test(sentence))) return true
  const isOther = topic === 'v1' ? revivesV1 : altersLegacy
  return (
    cues.some(cue => isOther(cue, sentence)) ||
    (topic === 'v1' && speaksOfStatus(sentence)) ||
    misdates(`${asked} ${sentence}`, topic, endpoints)
  )
}

const forWhom = /^(?:by|for|only|to|with|without)$/
const withWhat = /^with(?:out)?$/
const active =
  /^\W*(?:(?:this|the) \w+|it|you|callers?|clients?|users?)?\s*(?:supports?|(?:can|may|should|must) use)\s(?<object>.*)$/is
const itself = /\b(?:it|this|them|these|endpoints?|operations?|calls?)\b/i

/** Whether a sentence says what its operation takes, or for whom it is: `Supports pagination`, `Can be called without a token`. */
export const isUsage = (sentence: string): boolean => {
  const object = active.exec(sentence)?.groups?.object
  if (object !== undefined && !itself.test(object) && topicOf(object) === undefined) return true
  const said = read(sentence)
  return (
    said.length > 0 &&
    said.every(
      ({ act, alien, mood, how, limit = '' }) =>
        (alien || act === 'use' || act === 'serve') &&
        how.size === 0 &&
        (mood === 'due' || mood === 'ordered' ? withWhat : forWhom).test(limit),
    )
  )
}

export const areaWords = /\bexpires?(?:_at)?\b|\b(?:access )?tokens?\b|\baudit logs?\b|\bOATs?\b|\bPATs?\b/
const lacking =
  /\bno (?:api|entries|endpoints?|operations?|access)\b|\b(?:is|are|be|(?<!had )been|stays?|remains?)(?: \w+)? (?:(?:left|taken) out|omitted)\b|\bstill missing\b|\bonly be managed\b/i
/** What a token may do, and not what a program may do with tokens. */
const byTokens =
  /^\W*(?:(?:the|an?|access|personal|organi[sz]ation|such|both) )*(?:tokens?|PATs?|OATs?)\b(?!.*\bbe managed\b)/i
const organization = /\borgani[sz]ation\b|\bOATs?\b/
const covers =
  /\b(?:cover|include|contain|record|show|return|tell|manage|list|offer)(?:s|e?d)?\b|\bpossible\b|\bpart of\b|\bamong\b/gi
const ofWhole =
  /^\W*(?:(?:the|our|all|whole|entire|and|so|that|but)\s+)*(?:expires_at|manag\w+|endpoints?|operations?|apis?|access|support|audit|personal|organi[sz]ation|tokens?|[OP]ATs?|field|it|they|this|addition|deprecation)\b/i
const ofPart =
  /\b(?:names?|actions?|parameters?|values?|formats?|options?|headers?|propert(?:y|ies)|scopes?|filters?|terms?|buttons?|pages?|limits?|beta|spellings?|method|members?|v\d (?:\w+ )?tokens)\b/i
const limited = /\b(?:for|to|without|if|when|unless|before|until|with)\b/i

/** `The token is gone` is said of one of them, as what deletes it does. */
const ofOne = /\b(?:the|this|that|its|your|an?|each) (?:\w+ed )?token (?=(?:is|was|has)\b)/i

/** `Tokens are disabled by their owners`: with an operation. */
const byPeople = /^ by (?:\w+ ){0,2}(?:owners?|users?|admin\w*|people|members?|you|anyone|hand)\b/i

/** Whether a sentence on an area can take something from it that the document has. */
export const isDoubtfulArea = (sentence: string): boolean => {
  const lack = lacking.exec(sentence)
  if (lack && !/\b(?:if|when|where|unless)\b[^,;]*$/i.test(sentence.slice(0, lack.index))) return true
  const isTold = (told: RegExpExecArray): boolean =>
    denial.test(sentence.slice(0, told.index).split(clauseStart).at(-1) ?? '') &&
    !limited.test(sentence.slice(told.index))
  if (
    [...sentence.matchAll(covers)].some(isTold) &&
    !/\b(?:did|was|were)(?: not|n['’]t)\b/.test(sentence) &&
    (/\bexpires?(?:_at)?\b/.test(sentence) ||
      (/\baudit/i.test(sentence) && organization.test(sentence)) ||
      (/\bmanag/.test(sentence) && !byTokens.test(sentence)))
  )
    return true
  return cuesIn(sentence).some(
    ({ sense, word, denied, predicate, lead, before, after }) =>
      !denied &&
      predicate &&
      !hedge.test(lead) &&
      !byPeople.test(after) &&
      ofWhole.test(lead) &&
      !ofOne.test(lead) &&
      !ofPart.test(before) &&
      ((sense === 'labelled' && word !== 'replaced') || sense === 'ended' || sense === 'undone'),
  )
}

/** Whether a sentence can take from a current operation, or from v2, that it is there. */
export const endsCurrent = (sentence: string): boolean =>
  !isAlien(sentence) &&
  !elsewhere.test(sentence) &&
  (thingsIn(sentence).some(
    thing => isNewer(thing) && /\bthere (?:is|are) no\W+$/i.test(sentence.slice(0, thing.at?.start)),
  ) ||
    cuesIn(sentence).some(cue => {
      const { sense, denied, predicate, lead, before, after, word, subject } = cue
      if (!subject || !isNewer(subject)) return false
      if (sense === 'unready') return !denied || /not yet/.test(word)
      if (sense === 'ended' || sense === 'labelled' || sense === 'undone')
        return (
          !denied &&
          predicate &&
          !hedge.test(lead) &&
          !/\breplac/.test(before) &&
          !ofPart.test(lead) &&
          !/\bthat\b/.test(lead) &&
          !/^ for (?:an? |some |about |\d)/.test(after)
        )
      return (sense === 'served' || / be /.test(word)) && denied && predicate && !limited.test(after)
    }))

const coming =
  /\b(?:added|released|introduced|launched|shipped|arrived|appeared|published|came|fixed|corrected|available|(?:open|there|existed?|exists) (?:\w+ ){0,3}since)\b/i

/** How a text names the areas that have entries. */
export const families: Readonly<Record<string, RegExp>> = {
  'access-tokens': /\bexpires?|\bpersonal\b|\bPATs?\b|\/v2\/access-tokens/i,
  'org-access-tokens': /\bOATs?\b|\borgani[sz]ation access tokens?\b|\/orgs\//,
  'audit-logs': /\baudit/i,
}

/** The days that the document has for what a sentence names: operations, or areas. */
const daysOf = (sentence: string): readonly string[] => {
  const ids = thingsIn(sentence).filter(isOperation)
  return lifecycle.changeHistory
    .filter(({ about: { operations, tags } }) =>
      ids.length > 0
        ? ids.some(thing => operations.some(id => sameName(thing.id, id)))
        : tags.some(tag => families[tag]?.test(sentence)),
    )
    .map(({ date }) => date)
}

/** Whether a sentence gives what was added another day than the document. */
export const misdatesAddition = (sentence: string): boolean => {
  const dates = daysIn(sentence)
  const days = daysOf(sentence)
  return (
    dates.length > 0 &&
    days.length > 0 &&
    coming.test(sentence) &&
    !denial.test(sentence) &&
    !dates.some(date => days.some(day => isDay(date, day) !== 'no'))
  )
}

export const missed =
  /\bnot (?:been )?added\b|\bcould not be added\b|\bdid not make it\b|\bnot (?:been )?released\b|\b(?:begins?|starts?) with the oldest\b|\boldest \w+ first\b/i

/** Whether a sentence of a change history can take back what stands there. */
export const isDoubtfulChange = (sentence: string): boolean =>
  missed.test(sentence) ||
  (decisions.test(sentence) && cuesIn(sentence).some(({ sense, denied }) => sense === 'undone' && !denied))

const undecidedYet =
  '(?:drafts?|proposals?|under (?:discussion|review|consideration)|not (?:yet )?(?:in force|in effect|final|approved|binding|official|adopted|decided)(?: yet)?)'
const ofRule = /\b(?:rules?|polic(?:y|ies))\b/i
/** That what stands on the page does not hold: `This page is a draft`, `None of the deprecations below is in force`. */
const isNotInForce = new RegExp(
  `\\b(?:this|the|these|following) (?:\\w+ )?(?:page|document|log|list|table|history|notice|rule|policy|deprecation|entrie|removal)s? (?:is|are) (?:only |just |still |an? |\\w+ly ){0,2}${undecidedYet}\\b|\\bnone of (?:the|these|those) (?:deprecation|removal|entrie|change|row|item|rule)s\\b[^.;]{0,60}\\b(?:in force|in effect|final|approved|binding|decided|announced)\\b`,
  'i',
)
const thatIsNot =
  /^\W*(?:and |but )?(?:it|this|that|they) (?:is|are) not (?:yet )?(?:in force|in effect|final|approved|binding|adopted)\b/i

/** What a sentence takes from a page that it calls a draft: all, or only its rule. */
export const takenBack = (sentence: string, previous: string): 'page' | 'rule' | undefined => {
  const isOfPrevious = thatIsNot.test(sentence) && ofRule.test(previous)
  if (!isNotInForce.test(sentence) && !isOfPrevious) return undefined
  return isOfPrevious || ofRule.test(sentence) ? 'rule' : 'page'
}
