import type {
  EndpointMention,
  PublishedChangelog,
  PublishedDate,
  PublishedLog,
  PublishedReference,
  ReferenceOperation,
} from '../../contracts/documents.ts'
import type { Excerpt, Finding } from '../../contracts/results/finding.ts'
import { oncePer } from '../remembered.ts'
import { isOldMention, namesV1, openStatement } from './claims.ts'
import { elsewhere } from './lexicon.ts'
import { speaksAgainstRule } from './policy.ts'
import { withoutFrames } from './prose/frames.ts'
import { thingsIn } from './prose/names.ts'
import { datesIn } from './published-dates.ts'
import { type Endpoint, isMentionOf, isV1Template, passageExcerpt, referenceExcerpt } from './published-documents.ts'
import { isQuestion } from './questions.ts'
import { areaPaths, mentionsOf, ofSeveral, topicOf } from './remarks/cues.ts'
import {
  areaWords,
  endsCurrent,
  families,
  isDoubtful,
  isDoubtfulArea,
  isDoubtfulChange,
  isUsage,
  misdatesAddition,
  missed,
  takenBack,
} from './remarks/doubts.ts'
import { endsWith, sentencesOf } from './sentences.ts'
import { isStateWord } from './vocabulary.ts'

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

/** `We had planned to remove GET /x. That was put off`: it is the removal that was. */
const planned = /\b(?:intend|plan|schedul|propos|want|mean|meant)\w*\b[^.;]*\b(?:remov|retir|disabl|delet|shut)\w*/i
const putOff =
  /^\W*(?:(?:but|however),? )?(?:that|this|it|the (?:plan|removal)) (?:was|has been|is) (?:\w+ )?(?:put off|postponed|delayed|deferred|called off|cancel+ed|abandoned|dropped)\b/i

/** What does not hold on a page that is a draft. */
const ofDraft: readonly Topic[] = ['v1', 'legacy', 'policy', 'history']

/** How a paragraph begins that goes on with the one before. */
const goesOn =
  /^\W*(?:(?:and|but|so|still|yet|all|each|both|neither|none|some) (?:of )?)?(?:it|they|them|these|this|that|those|its|their|the|both|each|neither)\b/i

const theEndpoint = /\b(?:this|these|the old|the legacy) (?:endpoint|route|call)s?\b/i

const isExplanation = (sentence: string): boolean => {
  const [, word = ''] = /([^:]{1,40}?):? (?:the|an) endpoint (?:is|was|has)\b/i.exec(sentence) ?? []
  return isStateWord(word.replaceAll(/\([^()]*\)/g, ''))
}

const remarksOnPage = (page: PublishedLog | PublishedChangelog, document: Excerpt['document']): readonly Remark[] => {
  const remarks: Remark[] = []
  let topic: ReturnType<typeof topicOf>
  let endpoints: readonly EndpointMention[] = []
  let days: readonly PublishedDate[] = []
  /** Whether a sentence of an earlier paragraph has set the topic, and no heading. */
  let isSaidBefore = false
  let isArea = false
  let asked = ''
  let previous = ''
  /** What the section was about before it named something current. */
  let old: typeof topic
  for (const passage of page.passages) {
    const { text, heading } = passage
    if (heading) {
      topic = topicOf(text)
      isSaidBefore = false
      old = undefined
      endpoints = mentionsOf(thingsIn(text)).filter(isOldMention)
      if (datesIn(text).length > 0) days = datesIn(text)
      isArea = document === 'reference' && /token|audit/.test(text)
      asked = isQuestion(text) ? text : ''
      continue
    }
    // A row has cells, which are read elsewhere.
    if (text.includes(' | ')) continue
    if (isSaidBefore && !goesOn.test(text)) topic = undefined
    for (const sentence of sentencesOf(text)) {
      // `Removed: the endpoint was removed, disabled or hidden.` explains a word.
      if (isExplanation(sentence)) continue
      const own = topicOf(sentence, previous)
      if (topic !== 'other') old = topic
      topic = own ?? (theEndpoint.test(sentence) ? old : topic)
      isSaidBefore ||= own !== undefined
      const olds = mentionsOf(thingsIn(sentence)).filter(isOldMention)
      // `The legacy list endpoint` is not what was named before.
      if (olds.length > 0 || (own === 'legacy' && !ofSeveral.test(sentence))) endpoints = olds
      // What leads to a list is about what stands in it.
      if (own === undefined && endsWith(sentence, ':')) [topic, endpoints] = [undefined, []]
      const isPutOff = putOff.test(sentence) && planned.test(previous)
      const taken = takenBack(sentence, previous)
      previous = sentence
      if (isPutOff) continue
      const before = asked
      asked = isQuestion(sentence) ? sentence : ''
      if (sentence.length > longest || asked !== '' || !endsWith(sentence, '.!:;')) continue
      const excerpt = passageExcerpt({ ...page, document }, { ...passage, text: sentence })
      if (taken)
        remarks.push(
          ...ofDraft
            .filter(one => taken === 'page' || one === 'policy')
            .map(one => ({ topic: one, endpoints: [], days: [], excerpt })),
        )
      const about = kindOf(sentence, document, { own, topic, endpoints, days, isArea, asked: before })
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

/** `A removed endpoint` and `an endpoint` are none of those above. */
const ofClass =
  /^\W*(?:where|wherever|if|when|whenever)\b[^,;]{0,60}\b(?:an?|any) (?:\w+ )?(?:endpoint|operation|request|call)\b|^\W*(?:an?|any|every|no) (?:existing )?endpoint (?:is|are|will|may|can|must|has|gets?)\b|\b(?:an?|any|every|all) (?:removed|deprecated) (?:endpoint|operation)s?\b|(?<!\b(?:the|these) )\b(?:removed|deprecated) (?:endpoint|operation)s\b/i

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
    if (own === undefined && speaksAgainstRule(sentence)) return 'policy'
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
  if (about === undefined || about === 'other' || !isDoubtful(sentence, about, endpoints, asked)) return undefined
  const isRule = own === 'legacy' && ofAnyOld.test(sentence) && mentionsOf(thingsIn(sentence)).length === 0
  return isRule ? 'policy' : about
}

/** Doubtful sentences of the texts of an operation. */
const remarksOnOperation = (reference: PublishedReference, operation: ReferenceOperation): readonly Remark[] => {
  const { method, path, summary = '', description = '' } = operation
  const itself = { method, path }
  const own = isOldMention(itself) ? (isV1Template(path) ? 'v1' : 'legacy') : undefined
  return [summary, description].flatMap(sentencesOf).flatMap((sentence): readonly Remark[] => {
    if (sentence.length > longest || isQuestion(sentence)) return []
    const mentions = mentionsOf(thingsIn(sentence))
    const endpoints = own ? [itself] : mentions.filter(isOldMention)
    const remark = (topic: Topic): readonly Remark[] => [
      {
        topic,
        endpoints,
        days: [],
        excerpt: { ...referenceExcerpt(reference, operation), text: `${method} ${path}: ${sentence.slice(0, 200)}` },
      },
    ]
    if (areaPaths.test(path) && isDoubtfulArea(sentence)) return remark('area')
    const named = topicOf(sentence)
    // What it says of another operation is read elsewhere.
    const isNamed = mentions.length > 0 || namesV1(sentence)
    const about = named === 'other' ? undefined : (own ?? (isNamed ? named : undefined))
    const isOfUse = own === 'legacy' && isUsage(sentence)
    return about && !isOfUse && isDoubtful(sentence, about, endpoints) ? remark(about) : []
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

/** Whether a remark is about an area, or does not say about which. */
export const isRemarkOnArea =
  (tag: string) =>
  ({ excerpt: { text } }: Remark): boolean => {
    const named = Object.keys(families).filter(family => families[family]?.test(text))
    return named.length === 0 ? tag in families : named.includes(tag)
  }
