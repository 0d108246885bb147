import type { Passage } from '../../contracts/documents.ts'
import { isSaidOf, readText, type Said, type Thing } from './clauses.ts'
import type { Act } from './lexicon.ts'
import { wordsIn } from './prose/names.ts'
import { firstOf } from './prose/order.ts'
import { datesIn } from './published-dates.ts'

/** What a sentence says of the rule of the document. Undefined: it is about something else, or true with any rule. */
export type PolicyWeight = 'agrees' | 'contradicts' | 'open' | undefined

const endpoint = isSaidOf('any')
const deprecated = isSaidOf('old')
const removed = isSaidOf('gone')
const namesLabel = ({ of, others }: Said): boolean => [...of, ...others].some(thing => thing.is === 'label')
const labels = (said: Said): boolean => said.act === 'deprecate' || namesLabel(said)

/** `We may remove or replace it without labeling it first.` */
const isUnlabelledChange = ({ act, how }: Said): boolean => act === 'replace' && how.has('unlabelled')

/** What a clause can say of the life of an endpoint. */
const lives: readonly (Act | undefined)[] = ['end', 'deprecate', 'change', 'use', 'serve', 'need', 'prefer', 'restore']
const isOfLife = (one: Said): boolean =>
  one.nominal === 'end' ||
  one.nominal === 'deprecate' ||
  isUnlabelledChange(one) ||
  (one.act === undefined ? one.unread.length > 0 && one.of.length > 0 : lives.includes(one.act))

const isTimed = ({ how }: Said): boolean =>
  how.has('yet') || how.has('at-once') || how.has('unlabelled') || how.has('first') || how.has('later')

const isWithoutLabel = ({ act, subject }: Said): boolean => act === 'deprecate' && /^with(?:out| no)\b/.test(subject)

/** Until when, or since when, something is so. */
const upTo: readonly Said['limit'][] = ['until', 'until its end', 'before', 'for', 'within', 'at least']
const isUpTo = ({ limit }: Said): boolean => upTo.includes(limit)

const isBefore = ({ limit }: Said): boolean => limit === 'before'

/** `The routes below have been disabled.` */
const isOfSome = /\b(?:below|above|following|these|those)\b/

/** `Existing and new integrations can go on using it` */
const isByNew = /\bnew \p{L}+$/u

/** Whether what a sentence says is for each endpoint that is to go, which is no case of its own: `When we must remove an endpoint, …`. */
const isForEnds = (all: readonly Said[]): boolean => {
  const supposed = all.filter(({ mood }) => mood === 'supposed')
  const isEnd = (said: Said): boolean =>
    (said.act === 'end' || said.act === 'replace') && endpoint(said) && !said.limited && said.unread.length === 0
  return supposed.length > 0 && supposed.every(isEnd)
}

/** What a clause says of endpoints: `open` where it is not understood as a whole, or other words have to show what is meant. */
const weigh = (said: Said, all: readonly Said[]): PolicyWeight => {
  const { act, denied, mood, how } = said
  // `It first gets the label deprecated.`
  if (
    (act === 'have' || act === undefined) &&
    !denied &&
    endpoint(said) &&
    namesLabel(said) &&
    said.unread.length === 0
  )
    return isBefore(said) ? 'agrees' : said.limited && !isUpTo(said) ? 'open' : undefined
  if (act === 'answer' && removed(said) && how.has('still') && said.statuses.length === 0) return 'contradicts'
  // Labelled once it is gone.
  if (labels(said) && how.has('later') && !denied && mood !== 'supposed' && (act !== 'deprecate' || endpoint(said)))
    return all.some(
      other => other.act === 'end' && other.mood !== 'supposed' && endpoint(other) && !other.how.has('first'),
    )
      ? undefined
      : 'contradicts'
  // `Read or change a PAT`
  if (mood === 'ordered' && act === 'change') return undefined
  if (mood === 'supposed' || mood === 'past' || said.alien || !isOfLife(said) || isOfSome.test(said.subject))
    return undefined
  // `A deprecated endpoint keeps its behavior until it is removed.`
  const isWhole = said.unread.length === 0 && (!said.limited || (act === 'change' && said.limit === 'until its end'))
  const sure = isWhole && mood !== 'possible' ? 'contradicts' : 'open'
  if (act === 'need' && said.nominal !== 'end' && said.nominal !== 'deprecate') return undefined
  if (act === 'need' && denied && namesLabel(said) && said.nominal === 'end') return sure
  if (said.nominal === 'replace') return undefined
  if (said.nominal !== undefined)
    return act !== 'have' || denied || how.has('at-once') || how.has('unlabelled') || how.has('first')
      ? 'open'
      : undefined
  if (deprecated(said) && denied && (act === 'end' || act === 'change' || act === 'deprecate'))
    return isTimed(said) || (act === 'end' && isUpTo(said)) ? undefined : sure
  if (deprecated(said)) {
    if (act === 'end' || act === 'change')
      return said.unread.length > 0 ? 'open' : mood === 'possible' ? 'agrees' : undefined
    if (act === 'prefer') return denied ? undefined : sure
    if (act === 'deprecate')
      return said.unread.length > 0 || how.has('later') ? 'open' : how.has('first') && !denied ? 'agrees' : undefined
    if (act !== 'use' && act !== 'serve') return undefined
    if (denied || mood === 'ordered' || mood === 'needless') return undefined
    if (how.has('for-new') || how.has('for-ever') || isByNew.test(said.subject))
      return said.unread.length > 0 ? 'open' : 'contradicts'
    return isUpTo(said) && said.unread.length === 0 ? undefined : 'open'
  }
  if (removed(said)) return act === 'use' || act === 'serve' ? (denied ? undefined : sure) : undefined
  if (!endpoint(said)) {
    if (said.of.some(({ is }) => is === 'label')) return 'open'
    // `We label it first.`
    if (
      act === 'deprecate' &&
      said.unread.length === 0 &&
      wordsIn(said.subject).has('author') &&
      (how.has('first') || isBefore(said))
    )
      return denied ? 'open' : 'agrees'
    if (said.of.length > 0 || ((act === 'deprecate' || act === 'prefer') && denied) || (denied && how.has('yet')))
      return undefined
    // Whatever it is that may be removed, or is deprecated.
    const isNoRule = act === 'deprecate' || ((act === 'end' || act === 'change') && mood === 'possible')
    if (isNoRule && !denied && !isTimed(said) && said.unread.length === 0) return undefined
    return act === 'use' && !how.has('for-new') && !how.has('for-ever') && !said.others.some(({ is }) => is === 'old')
      ? undefined
      : 'open'
  }
  if (act === 'deprecate') {
    if (said.unread.length > 0 || how.has('unlabelled')) return 'open'
    if (denied) return how.has('later') ? undefined : 'open'
    return how.has('first') || isBefore(said) ? 'agrees' : said.limited ? 'open' : undefined
  }
  if (act !== 'end' && !isUnlabelledChange(said)) return how.has('for-ever') ? 'open' : undefined
  if (denied) return how.has('unlabelled') ? 'agrees' : undefined
  // `It may be removed at once, without ever being labelled.`
  const isUnlabelled = how.has('unlabelled') || all.some(isWithoutLabel)
  if (isUnlabelled) return said.unread.length > 0 ? 'open' : 'contradicts'
  if (how.has('first')) return 'open'
  // `We remove it at once from the menu`, `We label it, and remove it at once after a year`
  const isOfAll =
    said.unread.length === 0 && (!said.limited || /^(?:if|when|where)$/.test(said.limit ?? '')) && !all.some(labels)
  if (how.has('at-once')) return isOfAll && isForEnds(all) ? 'contradicts' : sure
  return said.unread.length > 0 || (said.limited && !isUpTo(said) && mood !== 'possible') ? 'open' : undefined
}

/** That something stays as it is until its end. */
const promising =
  /\b(?:guarantee|promise)[sd]?\b[^.;]{0,60}\b(?:behav|unchanged|not to change)|\b(?:behaviou?r|returns?|responses?|answers?|contract)\b[^.;]{0,40}\b(?:never changes?|(?:do|does|will) not change|(?:is|are) guaranteed|is frozen|stays the same|remains unchanged)|\bwithout (?:any )?changes? (?:in|to|of) (?:its|their) behav|\b(?:behav\w+|work\w*|answer\w*|respond\w*) exactly as\b|\bneither\b[^.;]{0,40}\bnor\b[^.;]{0,20}\bchange (?:its|their) behaviou?r|\bbehaves? as (?:(?:it|they) )?always/i
const noPromise =
  /(?:\b(?:no|not|never|without|cannot|nor)\b|n['’]t\b)[^.;]{0,30}\b(?:guarantee|promise)|\b(?:guarantee|promise)s?\b[^.;]{0,60}\bdifferently\b/i

/** That something can be used in what is new: `You are welcome to go on using it, in new code too.` */
const permitting =
  /\b(?:(?:welcome|free|allowed|fine|safe|ok|okay) to|can|may) (?:(?:go on|keep|continue|carry on) \w+ing|use|build|call)\b(?:(?!\b(?:but|should|must|only|while|whereas)\b)[^.;]){0,60}\bnew (?:code|clients?|programs?|integrations?|projects?)\b/i

/** Whether a sentence promises that what is deprecated does not change, which the document leaves open, or permits its use; `open` where it may be about something else. */
const promised = (sentence: string, it: readonly Thing[] | undefined): PolicyWeight => {
  const isPermission = permitting.test(sentence) && !denied.test(sentence)
  if (!isPermission && (!promising.test(sentence) || noPromise.test(sentence))) return undefined
  return wordsIn(sentence).has('old') || it?.some(({ is }) => is === 'old') ? 'contradicts' : 'open'
}

const order: readonly PolicyWeight[] = ['contradicts', 'open', 'agrees']

const ofLabel = '(?:label|mark|flag)\\w*'
const ofEnd = '(?:remov|disabl|delet|tak(?:e|en|ing)|drop|retir|withdr|pull)\\w*'
const near = (first: string, second: string): RegExp =>
  new RegExp(`(?<!\\p{L})${first}[^.,;:!?]{0,60}?\\b${second}`, 'iu')

/** What tells users not to use something: no denial of the rule. */
const unused =
  /(?:\b(?:not|no longer|cannot|never)\b|n['’]t\b|\bstop\w*)(?: \w+ly)?(?: be| being)? (?:us|call|rel|wait|build|depend)\w*|\bmust no longer\b|\bno longer\b|\b(?:rather than|instead of)(?: to)? wait\w*/gi

/** What denies a denial: `No endpoint disappears without notice`. And `still works for now`, which is no permission. */
const harmless =
  /\b(?:no|never)(?: \p{L}+){1,4} without (?:(?:a|any|prior|due|being|first) ){0,2}(?:notice|warn\w*|announce\w*|label\w*)|\bstill (?:works?|answers?|responds?) for (?:now|the time being)/giu

/** What a sentence has that speaks against the rule, whatever else it says: a denial, another order, a promise, a permission, an exception. */
const altering: readonly RegExp[] = [
  near(
    "(?:no|not|never|neither|nor|none|nothing|cannot|without|instead of|rather than|skip\\w*|omit\\w*|\\w+n['’]t)\\b",
    `(?:${ofLabel}|be(?:en|ing)? deprecated|warn|notice|announc|${ofEnd}|hidden|chang|behav)`,
  ),
  new RegExp(
    `\\b${ofEnd}(?:(?!\\b${ofLabel}|\\bdeprecat)[^.;:!?]){0,60}?\\b(?:first\\b(?! (?:thing|step)\\b| (?:\\w+ ){0,3}?(?:${ofLabel}|deprecated))|at once|immediately|right away|straight away|overnight|directly|at any (?:time|moment)|the same|without|unlabell?ed|unannounced)`,
    'i',
  ),
  near(
    `(?:${ofLabel}|deprecat\\w*)`,
    '(?:later(?! (?:release|version))|afterwards?|follows?|only (?:after|when|if|once)|(?:once|when|after) \\w+ (?:is|are|has|have|was|were)(?! (?:been )?(?:label|mark|flag))|optional\\w*|at the same time|together)',
  ),
  near(
    '(?:usually|mostly|often|sometimes|normally|generally|as a rule|where possible|if possible|(?:some|most|many|few) (?:of|are|endpoints|operations|routes|calls)|hardly|rarely|unless|except\\w*|exempt\\w*|regardless|either way)\\b',
    `(?:${ofLabel}|deprecat|${ofEnd}|endpoint)`,
  ),
  /\b(?:guarantee|promis|commit(?!tee)|forever|for ever|indefinite|permanent|unchanged|frozen|intact|stable|supported|for good|here to stay)\w*|\b(?:in|for) (?:some|most|certain|a few) |\b(?:with or without|or not)\b/i,
  /\b(?:keeps?|kept|continues?|carry on|carries on|stays?|remains?|(?<!\blabels? )goes on|go on|still)\b(?! (?:deprecated|labell?ed|listed|documented|removed))/i,
  /\bas (?:it |they )?(?:always|before|ever|usual)\b|\bexactly as\b|\bsame (?:way|behaviou?r|answer)/i,
  /\b(?:can|may|might|could)(?: still| also| safely)? (?:be )?(?:used?|call(?:ed)?|rel(?:y|ied))\b|\b(?:safe|fine|free|welcome|ok|okay|allowed|permitted)\b/i,
  /\b(?:new|existing) (?:clients?|integrations?|programs?|code|users?)\b|\bno (?:need|hurry|rush|reason)\b|\b(?:recommend|prefer|encourag)/i,
]

/** The order of the document in any words: `gets the label "deprecated" in the reference first`. */
const labelFirst = new RegExp(
  `\\b(?:first|(?:step|stage|phase) (?:one|1)|begins?|starts?|before|beforehand|prior|ahead)\\b[^.;!?]{0,80}\\b(?:${ofLabel}|deprecated)|\\b(?:${ofLabel}|deprecated)\\b[^.;:!?]{0,60}\\b(?:first|before|beforehand|in advance)\\b`,
  'i',
)

const end = '\\b(?:remov|replac|(?:has|have|needs?|must)(?: to)? go\\b)'
const ends = new RegExp(`\\bendpoints?\\b.{0,300}${end}|${end}.{0,300}\\bendpoints?\\b`, 'i')

/** `That always comes first.` */
const isOrderOfAbove = /^(?:that|this)\b[^.;!?]{0,40}\bfirst\W*$/i

/** The other order without a word on labels: `We take it out, and the reference is updated afterwards.` */
const referenceLater = new RegExp(
  `\\b(?:${ofEnd})\\b.{0,200}\\b(?:reference|documentation|docs)\\b.{0,60}\\b(?:afterwards|later|after that|follows?)\\b`,
  'i',
)
const wordOfLabel = new RegExp(`\\b(?:${ofLabel}|deprecated)`, 'i')

/** `There is no deprecation label in between.` */
const neverLabelled =
  /(?:^|[;:,]\s)(?:and )?(?:there (?:is|are|will be)|it (?:gets|has|carries|receives)) no (?:deprecat\w+ )?(?:label|mark|flag)\w* (?:in between|before(?:hand)?|in advance|first)\W*$/i
const denied = /\b(?:no|not|never|cannot)\b|n['’]t\b/i

/** The other order, in words that say nothing else. */
const hasOtherOrder = (sentence: string): boolean =>
  neverLabelled.test(sentence) || (!wordOfLabel.test(sentence) && referenceLater.test(sentence) && ends.test(sentence))

/** `It is removed to begin with.` */
const isEarlyEnd = ({ act, denied, how }: Said): boolean =>
  act === 'end' && !denied && (how.has('first') || how.has('at-once') || how.has('unlabelled'))

/** A sentence that was not understood is open where it has words that can speak against the rule, and agrees where it has the order of the document in any words. */
const settled = (sentence: string, says: PolicyWeight, before: string): PolicyWeight => {
  if (says === 'agrees' || says === 'contradicts') return says
  if (hasOtherOrder(sentence)) return 'contradicts'
  const told = isOrderOfAbove.test(sentence) ? `${before.replace(/[.!]$/, '')}, ${sentence}` : sentence
  const rest = told.replaceAll(unused, ' ').replaceAll(harmless, ' ')
  if (altering.some(words => words.test(rest)) || readText(sentence).some(isEarlyEnd)) return says
  return labelFirst.test(told) && (says === 'open' || ends.test(`${before} ${sentence}`)) ? 'agrees' : undefined
}

const definition =
  /(?<=^["“]?|[.;:?]\s+["“]?|^\W*\w+\W{1,3}|\s(?=\w+\s+=\s))(?:[Ww]hat does\W{1,3})?([Dd]eprecated|[Rr]emoved)(?:(?:\W{0,3}[:=–—|-]|["”]?\s+(?:means(?:\s+that)?|designates|denotes|is\s+(?:only|just|merely))|\W{1,3}mean\?)\s+(?=\p{L})|\s+(?:\p{So}\uFE0F?\s+)?(?=\p{Lu}\p{Ll}+\s))/u

/** A sentence of a page on its policy. */
export interface PolicySentence {
  readonly text: string
  readonly says: PolicyWeight
}

/** Whether a sentence is about endpoints in general: it names none, and no day on which something happened to some. */
const isGeneral = (sentence: string, it: readonly Thing[] | undefined): boolean => {
  const words = wordsIn(sentence)
  return (
    (it !== undefined || words.has('noun') || words.has('old') || words.has('label') || words.has('deprecate')) &&
    !words.has('name') &&
    datesIn(sentence).length === 0
  )
}

const weightOf = (first: ReturnType<typeof firstOf>): PolicyWeight =>
  first && (first === 'label' ? 'agrees' : 'contradicts')

const weightiest = (weights: readonly PolicyWeight[]): PolicyWeight => order.find(weight => weights.includes(weight))

const weighAll = (said: readonly Said[]): PolicyWeight => weightiest(said.map(one => weigh(one, said)))

/** What is removed, and still there: `It remains switched on.` */
const isKept =
  /\b(?:it|they|which|that|endpoints?) (?:(?:still|also) )?(?:remains?|stays?|keeps?|is still|are still) (?:switched on|on\b|up\b|online|available|reachable|callable|enabled|active|accessible|usable|running|working|answering)/i

/** A title that stands in one line with what is below it: `Deprecation policy When an endpoint …`. */
const titleInFront = /^(\W*(?:\p{L}+ ){0,3}policy)\s+(?=\p{Lu})/iu

const mostBefore = 300

/** The sentences of a passage. What defines a state is about the endpoints that have it: `Deprecated: it may be removed.` */
export const policySentences = ({ text }: Pick<Passage, 'text'>): readonly PolicySentence[] => {
  const [before = '', ...defined] = text.replace(titleInFront, '$1: ').split(definition)
  const weighed = (part: string, of?: readonly Thing[]): readonly PolicySentence[] => {
    let it = of
    let before = ''
    return part.split(/(?<=[.!?])\s+/).map(sentence => {
      // What is defined is what `the endpoint` is.
      const said = (part: string): readonly Said[] =>
        readText(part, of, it).map(one =>
          of ? { ...one, of: one.of.flatMap(thing => (thing.is === 'any' ? of : thing)) } : one,
        )
      const parts = sentence.split(/[:–—]\s/)
      const promise = promised(sentence, it)
      const hasOrder = parts.some(part => firstOf(part) !== undefined)
      const isKeptGone = of?.[0]?.is === 'gone' && isKept.test(sentence) && !denied.test(sentence)
      const says = isKeptGone
        ? 'contradicts'
        : hasOrder
          ? weightiest(parts.map(part => weightOf(firstOf(part)) ?? weighAll(said(part))))
          : (promise ?? weighAll(said(sentence)))
      const isOfRule = isKeptGone || hasOrder || promise !== undefined || isGeneral(sentence, it)
      it = of ?? said(sentence).findLast(one => one.of.length > 0)?.of ?? it
      const settling = isOfRule ? settled(sentence, says, before) : undefined
      before = `${before} ${sentence}`.slice(-mostBefore)
      // What a state means is no rule of what comes first.
      const isMeaning = of !== undefined && !hasOrder && settling === 'agrees' && !labelFirst.test(sentence)
      return { text: sentence, says: isMeaning ? undefined : settling }
    })
  }
  return [
    ...weighed(before),
    ...defined.flatMap((part, at) =>
      at % 2 === 0 ? [] : weighed(part, [{ is: /^d/i.test(defined[at - 1] ?? '') ? 'old' : 'gone' }]),
    ),
  ]
}

/** Whether a text says something else than the rule, or can. */
export const speaksAgainstRule = (text: string): boolean =>
  policySentences({ text }).some(({ says }) => says === 'contradicts' || says === 'open')
