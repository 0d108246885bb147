import type { PublishedLog } from '../../contracts/documents.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { v1RouteOf } from '../v1-routes.ts'
import { type Assertion, isConditional, type Statement, statement, statementOf, surest } from './assertions.ts'
import { namesV1, namesV1Api } from './claims.ts'
import { datesIn, isAfter } from './published-dates.ts'
import { isV1Template, passageExcerpt } from './published-documents.ts'
import { sentencesOf } from './sentences.ts'
import { deniesStatus, saysServed, statusesStated } from './stated-status.ts'

const excepted =
  /\b(?:other than|except(?: for)?|besides|apart from|unlike)\b[^,;.]*|\bv1 (?:\w+ )?(?:tokens?|keys?|credentials?)\b/gi
const pronoun = /\b(?:they|these|its?|their|them)\b/i
/** A clause about what the text before it names: `Requests are answered …`, `Response: …`, `answers …`. */
const bare =
  /^\W*(?:(?:all|any|every|each|the|such|of) )*(?:(?:requests?|routes?|calls?|endpoints?|clients?|callers?)(?! (?:to|for|of|from|with|without|in|on|above|over|below|under|that|which|who)\b)|answers?|respon(?:ses?|ds?)|returns?|status(?: codes?)?)\b/i
const hedged =
  /^\W*(?:during|while)\b|\b(?:if|when|unless|without|may|might|could|can|some|sometimes|planned|eventually|until (?:the )?\w*\s?\d)/i
/** The subject of a clause on other routes than the listed ones, or on a class of endpoints to which they do not belong. */
const ofOthers =
  /^[^.;\d]*?\b(?:(?:any|all|every|each|some|the|no) other|anything else|everything else|the rest|unknown|unlisted|undocumented|unrelated|mistyped|non-?existent|nonexisting|other)\b(?! than)|\boutside (?:of )?(?:this|the|that|our) list\b|\b(?:not|without a) (?:listed|named)\b|^\W*(?:(?:an?|any|all|every|each|the|most|some) )*deprecated (?:endpoints?|routes?|operations?)\b/i
const paths = /\/v1\/[\w{}<>:*./-]*/g

const pathsIn = (clause: string): readonly string[] =>
  clause.match(paths)?.map(path => path.replace(/[.:]+$/, '')) ?? []
const isListed = (path: string): boolean => /^\/v1\/\W*$/.test(path) || v1RouteOf(path) !== undefined

const isOfOthers = (clause: string): boolean => {
  const named = pathsIn(clause)
  return ofOthers.test(clause) || (named.length > 0 && !named.some(isListed))
}
/** What was so once: `the old route answered 404 as well before its removal`. */
const past =
  /(?:^|,)[^,;]*\b(?:answered|returned|gave|responded|sent|got)\b(?:(?!\b(?:and|but|now)\b)[^,;])*\b(?:before|until|prior to)\b(?:(?!\b(?:and|but|now)\b)[^,;])*(?=[,;]|$)/gi
/** A status that is about how often or with what something is asked for, not about what is asked for. */
const ofRequest = '429'
const between = /\b(?:prox(?:y|ies)|gateways?|load balancers?)\b/i
const methods = '(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\\b[\\s,`/:]*(?:(?:and|or)\\s+)?)+'
/** A clause on requests with some methods to what the text before it names. */
const ofMethods = new RegExp(
  `^\\W*${methods}(?:(?:requests?|calls?)\\s+)?(?:(?:returns?|answers?|gives?|gets?|yields?|responds?)\\b|\\d{3}\\W*$)`,
)
const methodStatus = new RegExp(`^\\W*${methods}(\\d{3})\\W*$`)
/** A clause on what some requests are answered: `with 401 to all others`. */
const ofCase =
  /^\W*(?:with )?([1-5]\d\d) (?:to|for)\b((?!.*\b(?:v2|nobody|none|no one|paths?|routes?|urls?|endpoints?|hosts?)\b).*)$/is
const longestHeading = 80
const success = 'a success'
const removedOn = lifecycle.deprecationLog.find(({ slug }) => slug === 'v1-api')?.date ?? ''
const refusing = /\b(?:410|gone|errors?|refus\w*|fail\w*|reject\w*)\b/i

/** Where a text names the newer generation. */
const newerAt = (text: string): number => /(?<![\p{L}\p{N}/])v2(?![\p{L}\p{N}])|\/v2\//iu.exec(text)?.index ?? Infinity
/** `404 from v2 where v1 gave 200`: a status of the newer generation. */
const ofNewer = /(?<!\d)[1-5]\d\d(?!\d)[^.;,]{0,20}?\b(?:from|by|on|of|in|with|through) (?:the )?v2(?![\p{L}\p{N}])/iu
const late = (clause: string): boolean => datesIn(clause).some(date => isAfter(date, removedOn))

/** What a page says that removed v1 routes answer, clause by clause: of routes that it names, and of those in a list that it introduces. */
export const statusesToldBy = (log: PublishedLog) =>
  log.passages.flatMap((passage, at) => {
    const { text: said, introduces = 0 } = passage
    const introduced = log.passages.slice(at + 1, at + 1 + introduces)
    // Where an item states a status of its own, the sentence above may be about the others.
    const introducesV1 =
      introduced.some(({ endpoints }) => endpoints.some(({ path }) => isV1Template(path))) &&
      introduced.every(item => statusesStated(item.text).length === 0)
    const ofV1 = (clause: string): boolean => {
      const about = clause.replaceAll(excepted, ' ')
      return namesV1Api(about) || pathsIn(about).some(isListed)
    }
    // `They` below a heading are what it names.
    const before = log.passages.slice(0, at)
    const headings = [before.at(-1), before.findLast(({ heading }) => heading)].map(other => other?.text ?? '')
    const subject =
      ofV1(said) ||
      // A v1 of something else is what `it` is.
      (!namesV1(said) &&
        headings.some(text => text.length < longestHeading && ofV1(text) && newerAt(text) === Infinity))
    const clauses = said
      .replaceAll(past, ' ')
      .split(
        /(?<=[.!?])\s+|;\s+|,?\s(?:but|whereas|while)\s|,\s(?:and\s)?(?=(?:any|all|every|each) other\b)|,?\sand\s(?=(?:with\s)?[1-5]\d\d\s(?:to|for)\b)/,
      )
    return clauses.flatMap((clause, index) => {
      const [, ofSome, who = clause] = ofCase.exec(clause) ?? []
      const stated = [ofSome ?? methodStatus.exec(clause)?.[1] ?? statusesStated(clause)]
        .flat()
        .filter(status => status !== ofRequest && !(status.startsWith('5') && between.test(clause)))
      const told = deniesStatus(clause, '410') ? ['anything but 410'] : saysServed(clause) ? [success] : []
      const statuses = stated.length === 0 ? told : stated
      const last = index === clauses.length - 1
      const newer = newerAt(clause)
      const previous = clauses[index - 1] ?? ''
      const goesOn =
        (ofSome !== undefined || ofMethods.test(clause)) && newerAt(previous) === Infinity && !isOfOthers(previous)
      const refers = pronoun.test(clause) || bare.test(clause) || goesOn
      const about = last && introduces > 0 ? introducesV1 : ofV1(clause) || (subject && refers)
      // What is said behind the name of the newer generation is said of that one.
      const place =
        statuses[0] === success
          ? clause.search(/\b(?:still|keep|continue|remain|stay)/i)
          : clause.search(/(?<!\d)[1-5]\d\d(?!\d)|redirect|[A-Z][a-z]+ [A-Z]/)
      if (
        statuses.length === 0 ||
        !about ||
        newer < place ||
        ofNewer.test(clause) ||
        (!statuses.includes('410') && isOfOthers(who))
      )
        return []
      const wrong = statuses.find(status => status !== '410')
      const says =
        wrong === undefined
          ? late(clause) || (newer === Infinity && saysServed(clause))
            ? 'open'
            : 'agrees'
          : statuses.includes('410') ||
              /\bothers\b/i.test(who) ||
              hedged.test(clause) ||
              (wrong === success && refusing.test(said))
            ? 'open'
            : 'contradicts'
      return [
        {
          says,
          status: wrong ?? '410',
          excerpt: passageExcerpt(log, passage),
        },
      ]
    })
  })

const isBack =
  /\b(?:is|are|was|were|has been|have been)\b[^.;]{0,20}\b(?:available|online|back|supported|usable|served|enabled|active) again\b|\b(?:is|are|was|were|has been|have been) (?:now )?(?:back(?= online|\W*$| since\b| again\b)|restored|reinstated|re-?enabled|re-?activated)\b|\bv1(?: (?:rest|apis?|generation|routes))* (?:stays?|remains?|is) (?:still )?(?:the |an? )?(?:current|supported|active|recommended)\b|\bv1 and v2 are (?:both )?(?:current|supported|active)\b|\bcurrent (?:api )?(?:generation|version|api)(?: of [^.;]{1,40})? (?:is|stays|remains) (?:the )?(?:api )?(?:v1|version 1)\b/i

const clients = '(?:clients?|you|users?|applications?)'
const v1 = '(?:the )?v1(?: (?:apis?|routes|endpoints|generation|images?|tags?))*'
const isOld = 'is (?:deprecated|old|legacy),? (?:but|and|yet)(?: it)?'
const laterYear = '(?:[\\w,]+ ){0,3}20(?:2[3-9]|[3-9]\\d)(?:-\\d\\d){0,2}'
/** What contradicts that clients must use v2. */
const mayUse: readonly Statement[] = [
  statement(
    clients,
    `(?:may|can) (?:(?:still|also|keep|continue to) )*(?:use|using|call|calling) ${v1}(?: (?:and|or|as well as) ${v1.replace('v1', 'v2')})?(?: (?:until further notice|for now))?`,
  ),
  statement('there', `is no need to (?:move|migrate|switch|change) from ${v1} to v2`),
  statement(
    clients,
    `(?:(?:do not|don['’]t) (?:have|need) to|need not) (?:(?:move|migrate|switch|change) from ${v1} to v2|use (?:the )?v2(?: api)?\\W*$)`,
  ),
  statement(v1.replace('v1', 'v2'), 'is (?:optional|not required)'),
  statement(v1, '(?:can|may) (?:(?:still|also) )?(?:continue to )?be (?:used|called|requested)(?: until [\\w ,-]+)?'),
  statement(
    v1,
    `${isOld} (?:(?:is )?still (?:available|usable|supported|served|online|works|answers|responds)|(?:keeps|continues) (?:to )?(?:work|working|answering)|can still be used)`,
  ),
  // It has been gone since.
  statement(v1, `is (?:still )?(?:supported|available|served) until ${laterYear}`),
  statement(
    v1,
    `(?:${isOld} )?will be (?:removed|retired|disabled|switched off|shut down) (?:in|on|by|at|after) ${laterYear}`,
  ),
  statement(v1, 'has not (?:yet )?been (?:removed|retired|disabled|switched off|shut down)(?: yet)?'),
  statement(
    `(?:the )?removal of ${v1}`,
    `(?:is|was|has been) (?:postponed|delayed|deferred) (?:to|until) ${laterYear}`,
  ),
]
const namesRoute = /^\W*(?:(?:the|all|routes?|endpoints?) )*(?:(?:GET|HEAD) )?`?\/v1\//i

/** A sentence whose subject is the v1 API or its use, and what it says of it. */
const ofV1 = new RegExp(
  `^\\W*(?:(?:note(?: that)?|today|currently|however|but|and|so|still|for now|until further notice)\\b\\W*)*(?:(?:the|any|all|further|continued) )*(?:(?:use|usage|using|calling|calls|support|access|requests)(?: (?:of|for|to))? )?${v1}(?: \\([^()]*\\)|,[^,]*,)* (.+[.!])$`,
  'is',
)
/** What can be said of something that is over, or of its form: it does not say that it is there. */
const understood =
  /^(?:(?:is|are|was|were|has been|have been|had been|got|will be) )?(?:(?:now|also|already|completely|long|all|both|therefore|since) )*(?:not?|never|cannot|\w+n['’]t|removed|retired|disabled|deleted|deprecated|gone|shut|switched|turned|taken|discontinued|replaced|superseded|succeeded|unavailable|unsupported|obsolete|hidden|withdrawn|dropped|closed|over|dead|history|legacy|(?:the )?(?:old|older|former|previous|first)|listed|named|shown|described|documented|followed)\b|^(?:was|were|had|did|used to|no longer|stopped|ended|ceased|vanished|disappeared|reached|left|went|began|lacked|offered|gave|listed|returned (?!to\b)|moved|became|answers?|responds?|returns?|redirects?|fails?|ends?|gets?|gives?|lacks?|begins?|starts?|consists?|includes?|contains?)\b|^(?:do|does|can|could|may|must|should|will|shall|is|are|has|have)(?: \w+)? (?:not?|never|no longer|nothing|none|only)\b|^(?:must|should|has to|have to|need to) |^(?:has|have) (?:these|the following|this|an?|two|six|\d|successors?|replacements?|been|ended|stopped|ceased|gone|reached|left|moved|vanished|disappeared)\b|^(?:by|with|to|from|for|in|on|of|as|and|or|which|that)\b|^[a-z]*[^s\W]\W*$/i

/** A sentence in which somebody uses the v1 API, and what is said before it. */
const useOfV1 = new RegExp(
  `^(.*)\\b(?:use|using|call|calling|rely on|relying on|stay(?:ing)? (?:with|on))\\W+${v1}(?![\\w-]).*[.!]$`,
  'is',
)
const noUse =
  /\b(?:not|never|no longer|no one|nobody|cannot|avoid\w*|refrain\w*|instead of|rather than|migrat\w*|mov(?:e|es|ed|ing)|switch\w*|that|who|which|where|thank\w*|if|when|before|after|once|until|since|unless|stop(?:ped|s)? (?:using|calling)|end\w*|used to)\b|n['’]t\b/i

/** Whether a sentence may say that the v1 API is there, or may be used: its verb is none of those that are understood. */
const mayBeThere = (sentence: string): boolean => {
  if (
    isConditional(sentence) ||
    /(?<!\d)[1-5]\d\d(?!\d)|\b(?:errors?|fail\w*|refus\w*|reject\w*|v2|must)\b/i.test(sentence)
  )
    return false
  const [, before] = useOfV1.exec(sentence) ?? []
  const [, says] = ofV1.exec(sentence) ?? []
  return before !== undefined && says === undefined
    ? !noUse.test(before)
    : says !== undefined && /^\p{Ll}/u.test(says) && !understood.test(says)
}

/** Whether a text says that the v1 API is there again, still the current one, or still to be used. `open` where its verb is not understood. */
export const saysV1IsBack = (text: string): Assertion => {
  const said = sentencesOf(text).map((sentence): Assertion => {
    const back =
      isBack.test(sentence) &&
      (namesV1Api(sentence) || namesRoute.test(sentence)) &&
      !/\b(?:not|never|no|if|until|before|temporarily|docs|documentation)\b/i.test(sentence)
    const isOther = /\bv1\b/i.test(sentence) && !namesV1Api(sentence)
    if (back || isOther) return back ? 'yes' : 'no'
    const stated = statementOf(sentence, mayUse)
    return stated === 'no' && namesV1Api(sentence) && mayBeThere(sentence) ? 'open' : stated
  })
  return surest(said)
}
