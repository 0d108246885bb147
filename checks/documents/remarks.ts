import type {
  EndpointMention,
  PublishedChangelog,
  PublishedDate,
  PublishedLog,
  PublishedReference,
  ReferenceOperation,
} from '../../contracts/documents.ts'
import type { Excerpt, Finding } from '../../contracts/finding.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { lastFew, oncePer } from '../remembered.ts'
import { v1RouteOf } from '../v1-routes.ts'
import { isOldMention, namesV1, namesV1Api, openStatement } from './claims.ts'
import { read, type Thing, thingsIn } from './clauses.ts'
import { elsewhere, field } from './lexicon.ts'
import { withoutFrames } from './prose/frames.ts'
import { datesIn, isAfter, isDay, yearDate } from './published-dates.ts'
import {
  type Endpoint,
  isMentionOf,
  isV1Template,
  passageExcerpt,
  referenceExcerpt,
  sameName,
} from './published-documents.ts'
import { isQuestion } from './questions.ts'
import { sentencesOf } from './sentences.ts'
import { statusesStated } from './stated-status.ts'

/** What a sentence is about. */
type Topic = 'v1' | 'legacy' | 'policy' | 'current' | 'area' | 'history'

/** A sentence that has a word with which it can say something else of its topic than the document, and is not understood as agreeing. */
export interface Remark {
  readonly topic: Topic
  /** The old endpoints that it is about, as far as it or what it goes on with names them. */
  readonly endpoints: readonly EndpointMention[]
  /** The day that stands above it. */
  readonly days: readonly PublishedDate[]
  readonly excerpt: Excerpt
}

// What is longer says more than one thing.
const longest = 400

const isV1Route = ({ path }: EndpointMention): boolean =>
  /\/v1\/?$/.test(path) || (isV1Template(path) && v1RouteOf(path.slice(path.indexOf('/v1/'))) !== undefined)
const isMention = (thing: Thing): thing is Thing & EndpointMention => thing.is === 'endpoint'
const mentionsOf = (things: readonly Thing[]): readonly EndpointMention[] => things.filter(isMention)
const areaPaths = /^\/v2\/(?:.+\/)?(?:access-tokens|auditlogs)\b/
const isOperation = (thing: Thing): boolean =>
  thing.is === 'operation' && lifecycle.operations.some(({ id }) => sameName(thing.id, id))
/** Whether a thing is of the current generation. */
const isNewer = (thing: Thing): boolean =>
  thing.is === 'v2' ||
  isOperation(thing) ||
  (isMention(thing) &&
    (areaPaths.test(thing.path) || lifecycle.operations.some(({ published }) => isMentionOf(thing, published))))

const oldWords =
  /\b(?:old|legacy|former|previous)\s+(?:\w+\s+)?(?:lists?|endpoints?|operations?|calls?|paths?)\b|\b(?:both|all four|the four|the two) (?:POST |of them|endpoints?|operations?|were|are|have)|\bthe .?(?:HEAD|POST).? requests?|\bendpoints for \w+ing\b|\bold and new\b/i
const routes =
  /\b(?:the|these|those|old|such|a|removed|all|every|any)\s+(?:\w+\s+)?routes?\b|\bfirst generation\b|\bboth (?:generations|versions)\b/i

/** What a sentence names for itself; `other` where that is nothing old. */
const topicOf = (text: string): 'v1' | 'legacy' | 'other' | undefined => {
  const things = thingsIn(text)
  const mentions = mentionsOf(things)
  if (mentions.some(isV1Route)) return 'v1'
  if (mentions.some(mention => isOldMention(mention) && !isV1Template(mention.path))) return 'legacy'
  if (mentions.length > 0 || things.some(isOperation)) return 'other'
  // A sentence that begins with a small letter begins with the name of a program.
  if (/^\W*(?!v1)[a-z]\w+ v1\b/.test(text)) return 'other'
  if (namesV1(text) || routes.test(text)) return 'v1'
  if (oldWords.test(text)) return 'legacy'
  return /^\W*(?:its|the) (?:successor|replacement)s?\b(?! does not)/i.test(text) ? 'other' : undefined
}

const denial =
  /\b(?:no|not|never|none|nothing|nobody|cannot|neither|nor|without|instead of|rather than|hardly)\b|n['’]t\b/i
const ceasing = /\b(?:stop(?:s|ped)?|cease[sd]?|fail(?:s|ed)? to|refuse[sd]?)\b/i
/** `Never stops` denies nothing. */
const isDenied = (text: string): boolean => denial.test(text) !== ceasing.test(text)

/** What makes of a clause a supposition, or what others say. */
const supposed =
  /\b(?:would|could have|if|unless|whether|unlike|claim\w*|wrong|false|used to(?! do)|once(?! (?:more|again))|when(?:ever)?|only v2|as soon as|suppose|in case)\b/i
const reporting = /\b(?:says?|said|claims?|reads?|wrote) that\b/i
const clauseStart =
  /(?<=[,;:–—])\s|\b(?=(?:and|but|while|whereas|so|although|though|because|if|unless|once|when|whenever|that|which|who|until|before|after)\b)/g
const copula = /\b(?:be|been|being|is|are|was|were|get|gets|got|has|have|had)(?:\s+\w+){0,2}\s+$/i
const author = /\b(?:we|you|they|team|release|nobody|hub)\s+(?:\w+\s+){0,3}$/i

/** `Remains deprecated` is not there. */
const stateBehind =
  /^\s+(?:\w+ly )?(?:deprecated|removed|gone|disabled|hidden|labell?ed|marked|listed|documented|off)\b/i
const intransitive = /^(?:disappear|vanish|cease|stop|end|go|went|gone)/i
const article = /\b(?:the|an?|its|their)\s+$/i

/** A word of the field in a sentence. */
interface Cue {
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
  /** What it is said of, where that is named. */
  readonly of: Thing | undefined
}

/** The words of the field in a sentence that are said of something, and are not under a condition. Each question about a sentence looks at them. */
const cuesIn = lastFew(2, (sentence): readonly Cue[] => {
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
      if (sense === 'served' && stateBehind.test(sentence.slice(end))) return []
      // `Support for v1 ended`
      if (/^support$/i.test(word) && !/\w/.test(lead)) return []
      // `Prefer X to Y`
      if (sense === 'allowed' && /^\s[^,.;]*?\b(?:to|over|than)\b/.test(sentence.slice(end)) && /^prefer/i.test(word))
        return []
      if (supposed.test(clause) || reporting.test(before) || /^\W*(?:until|before|after)\b/i.test(clause)) return []
      const rest = clause.replace(word, '')
      // `They are not removed or disabled.`
      const isJoined = /^(?:and|or|that)\b/.test(clause)
      const near = isJoined && !denial.test(rest) ? before.slice(before.search(/(?:(?![;:–—]|\bbut\b).)*$/s)) : rest
      const object = things.find(({ at }) => at && at.start >= end && at.start < to)
      const subject = things.findLast(({ at }) => at && at.start < index)
      const isPassive = / be /.test(word) || copula.test(lead)
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
            /\b(?:was|were)\s+(?:\w+\s+){0,2}$/i.test(lead) ||
            (/(?:ed|kept|held|ran|went)$/i.test(word) && !/\b(?:be|been|is|are|has|have)\b/i.test(lead)),
          predicate:
            copula.test(lead) ||
            author.test(lead) ||
            (intransitive.test(word) && /\w/.test(lead) && !article.test(lead)),
          of: (sense === 'allowed' && !isPassive ? object : undefined) ?? subject ?? object,
        },
      ]
    }),
  )
})

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
  if (sense === 'returned') return true
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
    : (sentence.match(/\b(?:in|since) (?:19|20)\d\d\b/g) ?? []).map(year => yearDate(year.slice(-4)))
}

/** Whether a word of a sentence on a deprecated endpoint says that it is none, may be used, or is over. */
const altersLegacy = (cue: Cue, sentence: string): boolean => {
  const { sense, word, denied, past, predicate, clause, after, before } = cue
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
      !/^\W*from (?!service|use)\w/.test(after)
    )
  if (denied) return /^(?:exist|available|online|reachable)/i.test(word) && !hedge.test(before) && !limited.test(after)
  // The document says nothing of when it is removed.
  if (sense === 'undone')
    return !/\bremov|\bplan/.test(sentence) && datesIn(sentence).length === 0 && (decisions.test(clause) || predicate)
  if (sense === 'returned' || sense === 'needless') return true
  if (sense === 'unready') return false
  if (sense === 'served') return !past && !mayEnd.test(sentence) && !upTo.test(after) && !someTime.test(after)
  return !/\b(?:migrat|mov|switch|replac)/.test(clause)
}

const statusWords = /\b(?:with an?|status|get an?) ([1-5]\d\d)\b|\b([345]\d\d) is (?:the|our) status/g
/** A status of somebody else, of once, or that is denied. */
const otherStatus =
  /\bclaim|\bsome say|\bmeans?\b|\b(?:during|into|alarm|used to|neither|stopped|wrong)\b|\b(?:was|were) \w+ed\b/i

const speaksOfStatus = (sentence: string): boolean => {
  const told = [...sentence.matchAll(statusWords)].map(([, status, other]) => status ?? other ?? '')
  const hasNewer = thingsIn(sentence).some(isNewer)
  return (
    !otherStatus.test(sentence) &&
    [...statusesStated(sentence), ...told].some(status => status !== '410' && (!hasNewer || /^3|redirect/.test(status)))
  )
}

const unreplaced =
  /\b(?:no|without an?y?) (?:successor|replacement|substitute|alternative|counterpart)s?\b|\bsuccessor does not exist\b|\bnothing\b(?! (?:but|other than|else)).{0,200}\b(?:place|replace\w*)\b/i
const order =
  /\b(?:use|take|call|fetch|prefer|go back to|calls|(?:replaced|superseded|succeeded) by|(?:go|goes|move|moves|migrate|switch|change|over) to)\s+(?:the\s+)?(.*)$/i
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
    operation?.is === 'operation' &&
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
  return (
    said.length > 0 &&
    said.every(
      ({ alien, subject, mood, names, unread }) =>
        (mood === 'ordered' && names.length === 0 && unread.length > 0) ||
        (alien &&
          !people.test(subject) &&
          !oldWords.test(subject) &&
          !routes.test(subject) &&
          !/^(?:the )?v1|\b(?:GET|HEAD|POST)\b/.test(subject)),
    )
  )
}

const things = /\b(?:them|it|these|those|endpoints?|routes?|v1|version 1)\b/i

/** Whether a sentence on something old can say something else of it than the document. */
const isDoubtful = (published: string, topic: 'v1' | 'legacy', endpoints: readonly EndpointMention[]): boolean => {
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
    misdates(sentence, topic, endpoints)
  )
}

const general = /\bdeprecat\w*(?! log)|\b(?:labels?|badges?)\b|\bremov(?:als?|ed endpoints?)\b|\bendpoints?\b/i
const label = /\b(?:labels?|badges?|labell?ed|removals?)\b/i
const inOrder = /\b(?:before|at once|immediately|overnight|on the day|first|until|notice|while|without)\b/i
const without =
  /\bwithout (?:\w+ ){0,3}(?:label|mark|deprecat|warning)\w*|\bno warning\b|\bskip\w* the (?:label|mark|warning)/i
const unlisted =
  /\b(?<!\b(?:that|which) )(?:(?:are|is) not (?:listed|recorded|announced)|do(?:es)? not (?:announce|list|mention|publish|record)) ?\b/i
const constant = /\bnever (?:changes?|takes?|removes?|drops?)\b|\bno (?:meaning|effect|consequences?)\b/i
const together = /\b(?:same|very) (?:release|day|moment)\b/i

/** Whether a sentence on endpoints in general can say something else than the rule of the document. */
const isDoubtfulRule = (sentence: string): boolean => {
  if (!general.test(sentence) || /^\W*if\b/i.test(sentence)) return false
  const fixed = constant.exec(sentence)
  if (fixed) return !inOrder.test(sentence) && !denial.test(sentence.slice(0, fixed.index))
  if (unlisted.test(sentence)) return true
  if (without.test(sentence)) return !denial.test(sentence.replace(without, '')) && !/\bpast\b/.test(sentence)
  if (together.test(sentence) && label.test(sentence)) return !denial.test(sentence)
  return (
    /\bdeprecated\b/i.test(sentence) &&
    !upTo.test(sentence) &&
    cuesIn(sentence).some(
      ({ sense, denied, word, lead }) =>
        !denied &&
        // `It may continue to answer`, `a release is free to`
        (!/\b(?:endpoint|release)s?(?: is| are)?\s+$/.test(lead) || / be /.test(word)) &&
        (sense === 'needless' ||
          sense === 'allowed' ||
          (sense === 'served' && /^(?:safe|for ?ever|indefinitely|guarantee\w*)$/i.test(word))),
    )
  )
}

const areaWords = /\bexpires?(?:_at)?\b|\b(?:access )?tokens?\b|\baudit logs?\b|\bOATs?\b|\bPATs?\b/
const organization = /\borgani[sz]ation\b|\bOATs?\b/
const covers =
  /\b(?:cover|include|contain|record|show|return|tell|manage|list|offer)(?:s|e?d)?\b|\bpossible\b|\bpart of\b|\bamong\b/i
const ofWhole =
  /^\W*(?:(?:the|our|all|whole|entire|and|so|that|but)\s+)*(?:expires_at|manag\w+|endpoints?|operations?|apis?|access|support|audit|personal|organi[sz]ation|tokens?|[OP]ATs?|field|it|they|this|addition|deprecation)\b/i
const ofPart =
  /\b(?:names?|actions?|parameters?|values?|formats?|options?|headers?|propert(?:y|ies)|scopes?|filters?|terms?|buttons?|pages?|limits?|beta|spellings?|method|members?|v\d (?:\w+ )?tokens)\b/i
const limited = /\b(?:for|to|without|if|when|unless|before|until|with)\b/i

/** Whether a sentence on an area can take something from it that the document has. */
const isDoubtfulArea = (sentence: string): boolean => {
  if (
    /\bno (?:api|entries|endpoints?|operations?|access)\b|\b(?:left|taken) out\b|\bomitted\b|\bstill missing\b|\bonly be managed\b/i.test(
      sentence,
    )
  )
    return true
  const told = covers.exec(sentence)
  if (
    told &&
    denial.test(sentence.slice(0, told.index).split(clauseStart).at(-1) ?? '') &&
    !/\b(?:did|was|were)(?: not|n['’]t)\b/.test(sentence) &&
    !limited.test(sentence.slice(told.index)) &&
    (/\bexpires?(?:_at)?\b/.test(sentence) ||
      (/\baudit/i.test(sentence) && organization.test(sentence)) ||
      /\bmanag/.test(sentence))
  )
    return true
  return cuesIn(sentence).some(
    ({ sense, word, denied, predicate, lead, before }) =>
      !denied &&
      predicate &&
      !hedge.test(lead) &&
      ofWhole.test(lead) &&
      !ofPart.test(before) &&
      ((sense === 'labelled' && word !== 'replaced') || sense === 'ended' || sense === 'undone'),
  )
}

/** Whether a sentence can take from a current operation, or from v2, that it is there. */
const endsCurrent = (sentence: string): boolean =>
  !isAlien(sentence) &&
  !elsewhere.test(sentence) &&
  (thingsIn(sentence).some(
    thing => isNewer(thing) && /\bthere (?:is|are) no\W+$/i.test(sentence.slice(0, thing.at?.start)),
  ) ||
    cuesIn(sentence).some(cue => {
      const { sense, denied, predicate, lead, before, after, word, of } = cue
      if (!isOfNewer(cue) || (of?.at?.start ?? 0) > before.length) return false
      if (sense === 'unready') return !denied || /not yet/.test(word)
      if (sense === 'ended' || sense === 'labelled' || sense === 'undone')
        return (
          !denied &&
          predicate &&
          !hedge.test(lead) &&
          !/\breplac\w+/.test(before) &&
          !ofPart.test(lead) &&
          !/^that\b/.test(lead) &&
          !/^\s+for (?:an?|some|about|\d+)\b/.test(after)
        )
      return (sense === 'served' || / be /.test(word)) && denied && predicate && !limited.test(after)
    }))

const coming =
  /\b(?:added|released|introduced|launched|shipped|arrived|appeared|published|came|fixed|corrected|available|(?:open|there|existed?|exists) (?:\w+ ){0,3}since)\b/i

/** The days that the document has for what a sentence names: operations, or areas. */
const daysOf = (sentence: string): readonly string[] => {
  const ids = thingsIn(sentence).filter(isOperation)
  return lifecycle.changeHistory
    .filter(({ about: { operations, tags } }) =>
      ids.length > 0
        ? ids.some(thing => thing.is === 'operation' && operations.some(id => sameName(thing.id, id)))
        : tags.some(tag => families[tag]?.test(sentence)),
    )
    .map(({ date }) => date)
}

/** Whether a sentence gives what was added another day than the document. */
const misdatesAddition = (sentence: string): boolean => {
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

const missed =
  /\bnot (?:been )?added\b|\bcould not be added\b|\bdid not make it\b|\bnot (?:been )?released\b|\b(?:begins?|starts?) with the oldest\b|\boldest \w+ first\b/i

/** Whether a sentence of a change history can take back what stands there. */
const isDoubtfulChange = (sentence: string): boolean =>
  missed.test(sentence) ||
  (decisions.test(sentence) && cuesIn(sentence).some(({ sense, denied }) => sense === 'undone' && !denied))

const theEndpoint = /\b(?:this|these|the old|the legacy) (?:endpoint|route|call)s?\b/i

const remarksOnPage = (page: PublishedLog | PublishedChangelog, document: Excerpt['document']): readonly Remark[] => {
  const remarks: Remark[] = []
  let topic: ReturnType<typeof topicOf>
  let endpoints: readonly EndpointMention[] = []
  let days: readonly PublishedDate[] = []
  let isArea = false
  let asked = ''
  /** What the section was about before it named something current. */
  let old: typeof topic
  for (const passage of page.passages) {
    const { text, heading, line } = passage
    if (heading) {
      topic = topicOf(text)
      old = undefined
      endpoints = mentionsOf(thingsIn(text)).filter(isOldMention)
      if (datesIn(text).length > 0) days = datesIn(text)
      isArea = document === 'reference' && /token|audit/.test(text)
      continue
    }
    // A row has cells, which are read elsewhere.
    if (text.includes(' | ')) continue
    for (const sentence of sentencesOf(text)) {
      const own = topicOf(sentence)
      if (topic !== 'other') old = topic
      topic = own ?? (topic === 'other' && theEndpoint.test(sentence) ? old : topic)
      const olds = mentionsOf(thingsIn(sentence)).filter(isOldMention)
      if (olds.length > 0) endpoints = olds
      // What leads to a list is about what stands in it.
      if (own === undefined && /:\W*$/.test(sentence)) [topic, endpoints] = [undefined, []]
      const before = asked
      asked = isQuestion(sentence) ? sentence : ''
      if (sentence.length > longest || asked !== '' || !/[.!:;]\W*$/.test(sentence)) continue
      const about = kindOf(sentence, document, { own, topic, endpoints, days, isArea, asked: before })
      const excerpt =
        'rows' in page
          ? passageExcerpt(page, { ...passage, text: sentence })
          : { document, from: page.from, line, text: sentence }
      if (about) remarks.push({ topic: about, endpoints, days, excerpt })
    }
  }
  return remarks
}

interface Around {
  readonly own: ReturnType<typeof topicOf>
  readonly topic: ReturnType<typeof topicOf>
  readonly endpoints: readonly EndpointMention[]
  readonly days: readonly PublishedDate[]
  readonly isArea: boolean
  /** The question that it may be the answer to. */
  readonly asked: string
}

/** `A removed endpoint` is none of those above. */
const ofClass =
  /\b(?:an?|any|every|all) (?:removed|deprecated) (?:endpoint|operation)s?\b|(?<!\b(?:the|these) )\b(?:removed|deprecated) (?:endpoint|operation)s\b/i

/** `Old endpoints` are any that are old, now or later; `the old endpoints` are those of the document. */
const ofAnyOld =
  /(?<!\b(?:the|these|those|our|its|both|all|two|four|such) (?:\w+ )?)\b(?:old|legacy|former|previous) (?:\w+ )?(?:endpoints|operations|calls|paths|lists)\b/i

/** What a sentence is doubtful about, if anything. */
const kindOf = (
  published: string,
  document: Excerpt['document'],
  { own, topic, endpoints, days, isArea, asked }: Around,
): Topic | undefined => {
  const sentence = withoutFrames(published)
  if (!elsewhere.test(sentence) && own !== 'v1') {
    if (own === undefined && isDoubtfulRule(sentence)) return 'policy'
    if (
      document === 'changelog' &&
      (days.length > 0 ? isDoubtfulChange(sentence) || misdatesAddition(sentence) : missed.test(sentence))
    )
      return 'history'
    const isOfArea = isArea || areaWords.test(asked + sentence)
    if (isOfArea && (isDoubtfulArea(sentence) || misdatesAddition(`${asked} ${sentence}`))) return 'area'
    if ((own === 'other' && misdatesAddition(sentence)) || (own !== 'legacy' && endsCurrent(sentence))) return 'current'
  }
  // A change history goes from one thing to the next.
  const about = own ?? (document === 'changelog' || ofClass.test(sentence) ? undefined : topic)
  if (about === undefined || about === 'other' || !isDoubtful(sentence, about, endpoints)) return undefined
  const isRule = own === 'legacy' && ofAnyOld.test(sentence) && !thingsIn(sentence).some(isMention)
  return isRule ? 'policy' : about
}

/** Doubtful sentences of the texts of an operation. */
const remarksOnOperation = (reference: PublishedReference, operation: ReferenceOperation): readonly Remark[] => {
  const { method, path, summary = '', description = '' } = operation
  const itself = { method, path }
  const own = isOldMention(itself) ? (isV1Template(path) ? 'v1' : 'legacy') : undefined
  return [summary, description].flatMap(sentencesOf).flatMap((sentence): readonly Remark[] => {
    if (sentence.length > longest || isQuestion(sentence)) return []
    const remark = (topic: Topic): readonly Remark[] => [
      {
        topic,
        endpoints: own ? [itself] : mentionsOf(thingsIn(sentence)).filter(isOldMention),
        days: [],
        excerpt: { ...referenceExcerpt(reference, operation), text: `${method} ${path}: ${sentence.slice(0, 200)}` },
      },
    ]
    if (areaPaths.test(path) && isDoubtfulArea(sentence)) return remark('area')
    const named = topicOf(sentence)
    // What it says of another operation is read elsewhere.
    const isNamed = mentionsOf(thingsIn(sentence)).length > 0 || namesV1(sentence)
    const about = named === 'other' ? undefined : (own ?? (isNamed ? named : undefined))
    return about && isDoubtful(sentence, about, own ? [itself] : []) ? remark(about) : []
  })
}

const onLog = oncePer((page: PublishedLog) => remarksOnPage(page, 'deprecation-log'))
const onChangelog = oncePer((page: PublishedChangelog) => remarksOnPage(page, 'changelog'))
const onReference = oncePer((reference: PublishedReference) => [
  ...(reference.prose ? remarksOnPage(reference.prose, 'reference') : []),
  ...reference.operations.flatMap(operation => remarksOnOperation(reference, operation)),
])

interface Documents {
  readonly log?: PublishedLog | undefined
  readonly reference?: PublishedReference | undefined
  readonly changelog?: PublishedChangelog | undefined
}

/** Doubtful sentences of what is published. */
export const remarksIn = ({ log, reference, changelog }: Documents): readonly Remark[] => [
  ...(log ? onLog(log) : []),
  ...(changelog ? onChangelog(changelog) : []),
  ...(reference ? onReference(reference) : []),
]

/** Leaves open what a doubtful sentence can be about: the first one on the topic that fits. */
export const openRemark = (
  documents: Documents,
  feature: string,
  topic: Topic,
  fits: (remark: Remark) => boolean = () => true,
): Finding | undefined => {
  const remark = remarksIn(documents).find(one => one.topic === topic && fits(one))
  return remark && openStatement(feature, remark.excerpt)
}

/** Whether a remark is about one of some endpoints, or names none. */
export const isRemarkOn =
  (...endpoints: readonly Endpoint[]) =>
  (remark: Remark): boolean =>
    remark.endpoints.length === 0 ||
    remark.endpoints.some(mention => endpoints.some(endpoint => isMentionOf(mention, endpoint)))

const families: Readonly<Record<string, RegExp>> = {
  'access-tokens': /\bexpires?|\bpersonal\b|\bPATs?\b|\/v2\/access-tokens/i,
  'org-access-tokens': /\bOATs?\b|\borgani[sz]ation access tokens?\b|\/orgs\//,
  'audit-logs': /\baudit/i,
}

/** Whether a remark is about an area, or does not say about which. */
export const isRemarkOnArea =
  (tag: string) =>
  ({ excerpt: { text } }: Remark): boolean => {
    const named = Object.keys(families).filter(family => families[family]?.test(text))
    return named.length === 0 ? tag in families : named.includes(tag)
  }
