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
import { oncePer } from '../remembered.ts'
import { v1RouteOf } from '../v1-routes.ts'
import { isOldMention, namesV1, namesV1Api, openStatement } from './claims.ts'
import { read } from './clauses.ts'
import { cues, elsewhere } from './lexicon.ts'
import { datesIn, isAfter, isDay } from './published-dates.ts'
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

const named = /((?:\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b[\s,/&`]{1,3}(?:(?:and|or)\s+)?){0,6})(\/[\w{}<>:./-]*[\w}>])/g
const id = /\b[a-z]*[a-z][A-Z]\w*\b|\b(?:[A-Z][a-z]+){2,}\b/g

const mentionsIn = (text: string): readonly EndpointMention[] =>
  [...text.matchAll(named)].flatMap(([, methods = '', path = '']) => {
    const all = methods.match(/[A-Z]{3,6}/g) ?? []
    return all.length > 0 ? all.map(method => ({ method, path })) : [{ path }]
  })

const idsIn = (text: string): readonly string[] =>
  (text.match(id) ?? []).filter(one => lifecycle.operations.some(operation => sameName(operation.id, one)))

const oldWords =
  /\b(?:old|legacy|former|previous)\s+(?:\w+\s+)?(?:lists?|endpoints?|operations?|calls?|paths?)\b|\b(?:both|all four|the four|the two) (?:POST |of them|endpoints?|operations?|were|are|have)|\bthe .?(?:HEAD|POST).? requests?|\bendpoints for \w+ing\b|\bold and new\b/i
const routes = /\b(?:the|these|those|old|such|a|removed|all|every|any)\s+(?:\w+\s+)?routes?\b|\bfirst generation\b/i
const newer = /\bv2\b|\bversion 2\b/i

const isV1Route = ({ path }: EndpointMention): boolean =>
  isV1Template(path) && (v1RouteOf(path.slice(path.indexOf('/v1/'))) !== undefined || /v1\/?\W*$/.test(path))

/** What a sentence names for itself; `other` where that is nothing old. */
const topicOf = (text: string): 'v1' | 'legacy' | 'other' | undefined => {
  const mentions = mentionsIn(text)
  if (mentions.some(isV1Route)) return 'v1'
  if (mentions.some(mention => isOldMention(mention) && !isV1Template(mention.path))) return 'legacy'
  if (mentions.length > 0 || idsIn(text).length > 0) return 'other'
  // A sentence that begins with a small letter begins with the name of a program.
  if (/^\W*(?!v1)[a-z]\w+ v1\b/.test(text)) return 'other'
  if (namesV1(text) || routes.test(text)) return 'v1'
  if (oldWords.test(text)) return 'legacy'
  return /^\W*(?:its|the) (?:successor|replacement)s?\b(?! does not)/i.test(text) ? 'other' : undefined
}

const namesNewer = (text: string): boolean =>
  newer.test(text.replaceAll(named, ' ')) ||
  mentionsIn(text).some(mention => !isOldMention(mention)) ||
  idsIn(text).length > 0

const denial =
  /\b(?:no|not|never|none|nothing|nobody|cannot|neither|nor|without|no longer|instead of|rather than|stop|stopped|cease[ds]?|wrong|false|used to(?! do)|would|could have|if|unlike|claimed|once|only v2)\b|n['’]t\b/i
const upTo = /\b(?:until|before|till)\b/i
const lateYear = /\bnext\b|\b20(?:2[6-9]|[3-9]\d)\b/
const hedge =
  /\b(?:may|might|can|could|will|not|never|later|planned|before|until|after|none|nothing|be|if|when|once|whether)\b/i
const toCome = /\b(?:will|shall|going to|only then|takes effect|in force yet)\b/i
const agreeing = /\b(?:410|gone|fails?|may be removed|hidden|deprecated)\b/i
const mayEnd = /\bmay be removed\b|\bfor now\b/i
const past = /\b(?:was|were) $/
const lives = ['lasting', 'served', 'allowed', 'preferred', 'restored', 'spared'] as const

/** Whether a clause has a word for what is there, or may be used, that nothing in front of it denies. */
const speaksOfLife = (sentence: string, clause: string, start: number, topic: 'v1' | 'legacy'): boolean =>
  lives.some(name => {
    const at = cues[name].exec(clause)
    if (!at) return false
    const before = sentence.slice(0, start + at.index)
    const after = clause.slice(at.index + at[0].length)
    // `v2 remains the current generation`
    if (topic === 'v1' && newer.test(clause.slice(0, at.index)) && !namesV1(clause)) return false
    if (denial.test(before) || (name !== 'lasting' && denial.test(clause))) return false
    if (name !== 'spared' && past.test(before)) return false
    if (name === 'lasting' && /^still/i.test(at[0]) && agreeing.test(sentence)) return false
    if ((name === 'lasting' || name === 'served') && mayEnd.test(sentence)) return false
    // `You can use v1 tokens with v2`, `You can call v1, and it answers 410`
    if (
      name === 'allowed' &&
      topic === 'v1' &&
      (agreeing.test(sentence) || (namesV1(sentence) && !namesV1Api(sentence)))
    )
      return false
    if (name === 'preferred' && topic === 'legacy' && (namesNewer(sentence) || /\b(?:migrat|mov|switch)/.test(clause)))
      return false
    return !upTo.test(after) || lateYear.test(after)
  })

const statusWords = /\b(?:with an?|status|get an?) ([1-5]\d\d)\b|\b([345]\d\d) is (?:the|our) status/g
/** A status of somebody else, of once, or that is denied. */
const otherStatus =
  /\bclaim|\bsome say|\bmeans?\b|\b(?:into|alarm|used to|neither|stopped|wrong)\b|\b(?:was|were) \w+ed\b/i

const speaksOfStatus = (sentence: string): boolean => {
  const told = [...sentence.matchAll(statusWords)].map(([, status, other]) => status ?? other ?? '')
  const isNewer = namesNewer(sentence)
  return (
    !otherStatus.test(sentence) &&
    [...statusesStated(sentence), ...told].some(status => status !== '410' && (!isNewer || /^3|redirect/.test(status)))
  )
}

const isLate = (sentence: string): boolean => {
  const dates = datesIn(sentence)
  return dates.length > 0 && dates.every(date => isAfter(date, lifecycle.version))
}

const speaksOfEnd = (sentence: string, clause: string, topic: 'v1' | 'legacy'): boolean => {
  const end = cues.ended.exec(clause)
  if (topic === 'v1') return end !== null && toCome.test(clause)
  if (upTo.test(clause)) return false
  if (cues.unlabelled.test(clause) || (cues.unreplaced.test(clause) && !/other than/.test(clause))) return true
  // Until its last day, the document has it as deprecated.
  return (
    end !== null &&
    !isLate(sentence) &&
    !hedge.test(sentence.slice(0, sentence.indexOf(end[0]))) &&
    !/\bfrom (?!service|use)\w/.test(clause)
  )
}

const order = /\b(?:use|take|call|fetch|prefer|go back to|calls|go to|goes to)\s+(?:the\s+)?(.*)$/i
const notOrdered = /\b(?:not|no longer|never|cannot|still|may|can)\b|n['’]t\b/i
const replaced = /\b(?:instead of|rather than|in place of|where you|replac\w+)\b/i

/** Whether it leads to something old, or from an old endpoint to the replacement of another one. */
const leadsAstray = (sentence: string): boolean => {
  const found = order.exec(sentence)
  const before = sentence.slice(0, found?.index ?? 0)
  if (!found || notOrdered.test(before)) return false
  const rest = found[1] ?? ''
  const [first] = mentionsIn(rest)
  if (first && isOldMention(first) && rest.replaceAll(/[`'"*]/g, '').startsWith(first.method ?? first.path)) return true
  const [operation] = idsIn(rest)
  const from = mentionsIn(before).flatMap(mention =>
    lifecycle.legacyEndpoints.filter(legacy => isMentionOf(mention, legacy)),
  )
  return (
    operation !== undefined &&
    from.length > 0 &&
    !replaced.test(before) &&
    !from.some(({ replacedBy }) => sameName(operation, replacedBy))
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
  if (!(topic === 'v1' ? cues.ended : labelWords).test(sentence)) return false
  const own = lifecycle.legacyEndpoints.filter(legacy => endpoints.some(mention => isMentionOf(mention, legacy)))
  const days =
    topic === 'v1'
      ? lifecycle.deprecationLog.filter(({ status }) => status === 'Removed').map(({ date }) => date)
      : (own.length > 0 ? own : lifecycle.legacyEndpoints).map(({ deprecated }) => deprecated)
  return !dates.some(date => days.some(day => isDay(date, day) !== 'no'))
}

const people =
  /\b(?:we|you|users?|clients?|callers?|accounts?|programs?|publishers?|customers?|projects?|anyone|team|it|they|label|badge)\b/

/** Whether its subject is something else than the API and those who use it: `Images that were pushed with v1`. */
const isAlien = (sentence: string): boolean => {
  const said = read(sentence)
  return (
    said.length > 0 &&
    said.every(
      ({ alien, subject }) =>
        alien &&
        !people.test(subject) &&
        !oldWords.test(subject) &&
        !routes.test(subject) &&
        !/^(?:the )?v1/.test(subject),
    )
  )
}

const clauses = /(?<=[,;:–—])\s|\b(?=(?:and|but|while|whereas|so)\b)/

/** Whether a sentence on something old can say something else of it than the document. */
const isDoubtful = (published: string, topic: 'v1' | 'legacy', endpoints: readonly EndpointMention[]): boolean => {
  // What is quoted is said by others.
  const sentence = published.replaceAll(/[“"][^“”"]*[”"]/g, '…')
  if (elsewhere.test(sentence)) return false
  if (cues.needless.test(sentence)) return true
  if (isAlien(sentence)) return false
  if (leadsAstray(sentence)) return true
  let start = 0
  for (const clause of sentence.split(clauses)) {
    if (speaksOfLife(sentence, clause, start, topic) || speaksOfEnd(sentence, clause, topic)) return true
    start += clause.length
  }
  return (topic === 'v1' && speaksOfStatus(sentence)) || misdates(sentence, topic, endpoints)
}

const general = /\bdeprecat\w*(?! log)|\b(?:labels?|badges?)\b|\bremov(?:als?|ed endpoints?)\b|\bendpoints?\b/i
const label = /\b(?:labels?|badges?|labell?ed|removals?)\b/i
const inOrder = /\b(?:before|at once|immediately|overnight|on the day|first|until|notice|while|without)\b/i
const without = /\bwithout (?:\w+ ){0,3}(?:label|mark|deprecat)\w*/i

/** Whether a sentence on endpoints in general can say something else than the rule of the document. */
const isDoubtfulRule = (sentence: string): boolean => {
  if (!general.test(sentence)) return false
  if (cues.needless.test(sentence)) return !inOrder.test(sentence)
  const constant = cues.constant.exec(sentence)
  if (constant) return !inOrder.test(sentence) && !denial.test(sentence.slice(0, constant.index))
  if (cues.unlisted.test(sentence)) return true
  if (without.test(sentence))
    return !/\b(?:no|never|not|nothing|none|past)\b/i.test(sentence) && !denial.test(sentence.replace('without', ''))
  if (denial.test(sentence)) return false
  return (
    (cues.together.test(sentence) && label.test(sentence)) ||
    (/\bdeprecated\b/i.test(sentence) && cues.allowed.test(sentence) && !inOrder.test(sentence))
  )
}

const areaWords = /\bexpires?(?:_at)?\b|\b(?:access )?tokens?\b|\baudit logs?\b|\bOATs?\b|\bPATs?\b/
const changes = /\bthe (?:fix|deprecation|change|addition|release|removal)s?\b/i
const adding = /\b(?:added|released|introduced|launched)\b/i

/** Whether a sentence of a change history can take back or date again what stands there. */
const isDoubtfulChange = (sentence: string, days: readonly PublishedDate[]): boolean => {
  if (cues.missed.test(sentence)) return true
  if (cues.undone.test(sentence) && changes.test(sentence)) return !denial.test(sentence.replace(/\bnot\b.*$/, ''))
  const dates = datesIn(sentence)
  const isOfChange = idsIn(sentence).length > 0 || /^\W*(?:the|it|they)\b/i.test(sentence)
  return (
    dates.length > 0 &&
    days.length > 0 &&
    isOfChange &&
    adding.test(sentence) &&
    !/\b(?:had been in|beta|planned|will)\b/.test(sentence) &&
    !dates.some(date => days.some(own => own.days.some(day => isDay(date, day) !== 'no')))
  )
}

const currentEnd =
  /^\W*(?:[A-Z]+ \/|\/|[a-z]*[A-Z][a-z]+[A-Z])\S* (?:has been|is|was) (?:replaced|superseded)\b|\bwhich (?:is|was|has been) (?:now |also )?(?:deprecated|removed|obsolete|outdated)\b/
const isDoubtfulCurrent = (sentence: string): boolean =>
  currentEnd.test(sentence) && !/\b(?:not|never|replac\w+ (?:it|the))\b/.test(sentence)

const remarksOnPage = (page: PublishedLog | PublishedChangelog, document: Excerpt['document']): readonly Remark[] => {
  const remarks: Remark[] = []
  let topic: ReturnType<typeof topicOf>
  let endpoints: readonly EndpointMention[] = []
  let days: readonly PublishedDate[] = []
  let isArea = false
  for (const passage of page.passages) {
    const { text, heading, line } = passage
    if (heading) {
      topic = topicOf(text)
      endpoints = mentionsIn(text).filter(isOldMention)
      if (datesIn(text).length > 0) days = datesIn(text)
      isArea = document === 'reference' && /token|audit/.test(text)
      continue
    }
    // A row has cells, which are read elsewhere.
    if (text.includes(' | ')) continue
    for (const sentence of sentencesOf(text)) {
      const own = topicOf(sentence)
      topic = own ?? topic
      const olds = mentionsIn(sentence).filter(isOldMention)
      if (olds.length > 0) endpoints = olds
      // What leads to a list is about what stands in it.
      if (own === undefined && /:\W*$/.test(sentence)) [topic, endpoints] = [undefined, []]
      if (sentence.length > longest || isQuestion(sentence) || !/[.!:;]\W*$/.test(sentence)) continue
      const about = kindOf(sentence, document, { own, topic, endpoints, days, isArea })
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
}

/** What a sentence is doubtful about, if anything. */
const kindOf = (
  sentence: string,
  document: Excerpt['document'],
  { own, topic, endpoints, days, isArea }: Around,
): Topic | undefined => {
  if (!elsewhere.test(sentence) && own !== 'v1') {
    if (own === undefined && isDoubtfulRule(sentence)) return 'policy'
    if (document !== 'deprecation-log' && (isArea || areaWords.test(sentence)) && cues.absent.test(sentence))
      return 'area'
    if (document === 'changelog' && isDoubtfulChange(sentence, days)) return 'history'
    if (own === 'other' && isDoubtfulCurrent(sentence)) return 'current'
  }
  // A change history goes from one thing to the next.
  const about = own ?? (document === 'changelog' ? undefined : topic)
  return about !== undefined && about !== 'other' && isDoubtful(sentence, about, endpoints) ? about : undefined
}

const areaPaths = /\/(?:access-tokens|auditlogs)\b/

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
        endpoints: own ? [itself] : mentionsIn(sentence).filter(isOldMention),
        days: [],
        excerpt: { ...referenceExcerpt(reference, operation), text: `${method} ${path}: ${sentence.slice(0, 200)}` },
      },
    ]
    if (areaPaths.test(path) && cues.absent.test(sentence)) return remark('area')
    const named = topicOf(sentence)
    // What it says of another operation is read elsewhere.
    const isNamed = mentionsIn(sentence).length > 0 || namesV1(sentence)
    const about = named === 'other' ? undefined : (own ?? (isNamed ? named : undefined))
    return about && isDoubtful(sentence, about, own ? [itself] : []) ? remark(about) : []
  })
}

const onLog = oncePer(page => remarksOnPage(page as PublishedLog, 'deprecation-log'))
const onChangelog = oncePer(page => remarksOnPage(page as PublishedChangelog, 'changelog'))
const onReference = oncePer(page => {
  const reference = page as PublishedReference
  return [
    ...(reference.prose ? remarksOnPage(reference.prose, 'reference') : []),
    ...reference.operations.flatMap(operation => remarksOnOperation(reference, operation)),
  ]
})

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
  'org-access-tokens': /\bOATs?\b|\/orgs\//,
  'audit-logs': /\baudit/i,
}

/** Whether a remark is about an area, or does not say about which. */
export const isRemarkOnArea =
  (tag: string) =>
  ({ excerpt: { text } }: Remark): boolean => {
    const named = Object.keys(families).filter(family => families[family]?.test(text))
    return named.length === 0 ? tag in families : named.includes(tag)
  }
