import type { PublishedChangelog, PublishedLog } from '../../contracts/documents.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { normalTemplate } from '../path-template.ts'
import { v1RouteOf } from '../v1-routes.ts'
import { isRow } from './absence.ts'
import { type Assertion, surest } from './assertions.ts'
import { namesV1, namesV1Api } from './claims.ts'
import { read, type Said, type Thing } from './clauses.ts'
import { withoutFrames } from './prose/frames.ts'
import { isJoint, wordsIn } from './prose/names.ts'
import { datesIn, isAfter } from './published-dates.ts'
import { isV1Template, passageExcerpt } from './published-documents.ts'
import { isQuestion, statedBy } from './questions.ts'
import { sentencesOf } from './sentences.ts'
import { deniesStatus, saysServed, statusesStated } from './stated-status.ts'

const excepted =
  /\b(?:other than|except(?: for)?|besides|apart from|unlike)\b[^,;.]*|\bv1 (?:\w+ )?(?:tokens?|keys?|credentials?)\b/gi
const allBut =
  /\b((?:all|any|every|each)(?:thing)?(?: (?:of|the|our|other|old|older|legacy|deprecated|endpoints?|routes?|operations?|calls?|apis?|versions?))*) but (?:not )?/gi
/** `All endpoints but v1` as `all endpoints except v1`. */
const withExceptions = (sentence: string): string => sentence.replaceAll(allBut, '$1 except ')
const pronoun = /\b(?:they|these|its?|their|them)\b/i
/** A clause about what the text before it names: `Requests are answered …`, `Response: …`, `answers …`. */
const bare =
  /^\W*(?:(?:all|any|every|each|the|such|of|http) )*(?:(?:requests?|routes?|calls?|endpoints?|clients?|callers?)(?! (?:to|for|of|from|with|without|in|on|above|over|below|under|that|which|who)\b)|answers?|respon(?:ses?|ds?|den)|returns?|(?:status[- ]?)?codes?|status|c[oó]digos?|codice|estado|statut|stato|antwort(?:en)?)(?![\p{L}\p{N}])/iu
const hedged =
  /^\W*(?:during|while)\b|\b(?:if|when|unless|without|may|might|could|can|some|sometimes|planned|eventually|until (?:the )?\w*\s?\d)/i
/** The subject of a clause on other routes than the listed ones, or on a class of endpoints to which they do not belong. */
const ofOthers =
  /^[^.;\d]*?\b(?:(?:any|all|every|each|some|the|no) other|anything else|everything else|the rest|unknown|unlisted|undocumented|unrelated|mistyped|non-?existent|nonexisting|other)\b(?! than)|\boutside (?:of )?(?:this|the|that|our) list\b|\b(?:not|without a) (?:listed|named)\b|\b(?:except(?: for)?|other than|besides|apart from|not (?:one )?(?:of|among)) (?:(?:of|the|these|those|routes?|ones?) )*(?:six|listed|above|below)\b|^\W*(?:(?:an?|any|all|every|each|the|most|some) )*deprecated (?:endpoints?|routes?|operations?)\b/i
const pathsIn = (clause: string): readonly string[] => clause.match(/\/v1\/(?:[\w{}<>:*./-]*[\w{}<>*/-])?/g) ?? []
/** Whether a path is that of all that is below a part of the listed routes: `/v1/`, `/v1/repositories/*`. */
const isAboveListed = (path: string): boolean => {
  const above = path.replace(/\/[*.]*$/, '')
  return (
    above !== path &&
    lifecycle.v1Routes.some(route => normalTemplate(route.path).startsWith(`${normalTemplate(above)}/`))
  )
}
const isListed = (path: string): boolean => isAboveListed(path) || v1RouteOf(path) !== undefined

const isOfOthers = (clause: string): boolean => {
  const named = pathsIn(clause)
  return ofOthers.test(clause) || (named.length > 0 && !named.some(isListed))
}
/** What was so once: `the old route answered 404 as well before its removal`. */
const past =
  /(?:^|,|[.!?]\s)[^,;]{0,300}\b(?:answered|returned|gave|responded|sent|got)\b(?:(?!\b(?:and|but|now)\b|[.!?]\s)[^,;])*\b(?:before|until|prior to)\b(?:(?!\b(?:and|but|now)\b|[.!?]\s)[^,;])*(?=[,;]|[.!?]\s|$)/gi
/** What leads to a fault that was repaired, or is to be: the answer that it describes is not the one that is meant to be. */
const ofFault = /\b(?:bug|fix|repair|resolv|correct|issue|problem|regression|behoben|korrig|corrig|behebung)\p{L}*/iu
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
const server = /\b(?:server|service|hub|api)\b/
const success = 'a success'
const removedOn = lifecycle.deprecationLog.find(({ slug }) => slug === 'v1-api')?.date ?? ''
const refusing = /\b(?:410|gone|errors?|refus\w*|fail\w*|reject\w*)\b/i

/** Where a text names the newer generation. */
const newerAt = (text: string): number => /(?<![\p{L}\p{N}/])v2(?![\p{L}\p{N}])|\/v2\//iu.exec(text)?.index ?? Infinity
/** `404 from v2 where v1 gave 200`: a status of the newer generation. */
const ofNewer = /(?<!\d)[1-5]\d\d(?!\d)[^.;,]{0,20}?\b(?:from|by|on|of|in|with|through) (?:the )?v2(?![\p{L}\p{N}])/iu
/** `v1 and v2 answer 404`: a status of each. */
const ofBoth = (clause: string): boolean =>
  read(clause).some(({ of, statuses, denied, limited, mood }) => {
    const [first, second] = of
    return (
      mood === 'stated' &&
      !denied &&
      !limited &&
      statuses.length > 0 &&
      of.some(isOfV1) &&
      of.some(({ is }) => is === 'v2') &&
      isJoint(clause.slice(first?.at?.end, second?.at?.start))
    )
  })
const late = (clause: string): boolean => datesIn(clause).some(date => isAfter(date, removedOn))

/** What a page says that removed v1 routes answer, clause by clause: of routes that it names, and of those in a list that it introduces. */
export const statusesToldBy = (log: PublishedLog) =>
  log.passages.flatMap((passage, at) => {
    const { introduces = 0 } = passage
    const sentences = sentencesOf(statedBy(log.passages, at))
      .filter(sentence => !isQuestion(sentence))
      .map(sentence => withExceptions(withoutFrames(sentence)))
    const said = sentences.join(' ')
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
    const headings = [before.at(-1), before.findLast(({ heading }) => heading)].flatMap(other => other?.text ?? [])
    const subject =
      ofV1(said) ||
      // A v1 of something else is what `it` is.
      (!isRow(said) &&
        !namesV1(said) &&
        headings.some(text => text.length < longestHeading && ofV1(text) && newerAt(text) === Infinity))
    const clauses = sentences.flatMap(sentence =>
      sentence
        .replaceAll(past, ' ')
        .split(
          / \| |,? (?:but|whereas|while) |, (?:and )?(?=(?:any|all|every|each) other\b)|,? and (?=(?:with )?[1-5]\d\d (?:to|for)\b)|(?<= [1-5]\d\d),? (?:and )?(?=(?:the )?v2\b)/,
        ),
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
      const parts = read(clause)
      const answers = parts.filter(one => one.statuses.length > 0)
      // `You will get a 404.`
      const isOfClient = answers.some(
        ({ subject: who, limit }) => wordsIn(who).has('client') && (limit === undefined || limit === 'to'),
      )
      // `Requests use tokens, and the console answers 404.`
      const isOfThing =
        answers.length > 0 &&
        answers.length < parts.length &&
        answers.every(one => one.alien && !server.test(one.subject))
      const refers = isOfClient || goesOn || (!isOfThing && (pronoun.test(clause) || bare.test(clause)))
      const about = last && introduces > 0 ? introducesV1 : ofV1(clause) || (subject && refers)
      // What is said behind the name of the newer generation is said of that one.
      const place =
        statuses[0] === success
          ? clause.search(/\b(?:still|keep|continue|remain|stay)/i)
          : clause.search(/(?<!\d)[1-5]\d\d(?!\d)|redirect|[A-Z][a-z]+ [A-Z]/)
      if (
        statuses.length === 0 ||
        !about ||
        (newer < place && !ofBoth(clause)) ||
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
              ofFault.test(clause) ||
              (wrong === success && refusing.test(said))
            ? 'open'
            : 'contradicts'
      return [{ says, status: wrong ?? '410', excerpt: passageExcerpt(log, passage) }]
    })
  })

const isOfV1 = (thing: Thing): boolean => thing.is === 'v1' || (thing.is === 'endpoint' && isListed(thing.path))

const redirect = 'a redirect'

/** What a change history says that v1 routes answer since a day after their removal: `Requests to v1 routes now return 404`. */
export const statusesSince = ({ from, entries }: PublishedChangelog) =>
  entries
    .filter(({ dates }) => dates.length > 0 && dates.every(date => isAfter(date, removedOn)))
    .flatMap(entry =>
      sentencesOf(entry.text).flatMap(sentence => {
        const isFixed = ofFault.test(`${entry.kind} ${sentence}`)
        return read(sentence).flatMap(one => {
          const statuses = one.act === 'redirect' ? [redirect] : one.statuses
          const isSure = one.unread.length === 0 && !one.limited && !one.denied && one.mood === 'stated' && !isFixed
          if (!isSure || !one.of.some(isOfV1) || statuses.length === 0 || statuses.includes('410')) return []
          const excerpt = { document: 'changelog' as const, from, line: entry.line, text: entry.text.slice(0, 200) }
          return [{ says: 'contradicts' as const, status: statuses[0] ?? '', excerpt }]
        })
      }),
    )

const endsLater = ({ dates }: Said): boolean => dates.some(date => isAfter(date, removedOn))

/** Whether what is so up to a day, or up to something else, was so after the removal. */
const upTo = (said: Said): Assertion | undefined => {
  if (said.limit === 'until its end') return 'no'
  if (said.limit !== 'until') return undefined
  return endsLater(said) ? 'yes' : said.dates.length > 0 ? 'no' : 'open'
}

/** What a clause says of whether the v1 API is there, or may be used. */
const v1Is = (said: Said): Assertion => {
  const { of, others, act, denied, mood, nominal, how } = said
  const things = [...of, ...others, ...said.by, ...said.than]
  const sure: Assertion = said.limited || said.unread.length > 0 ? 'open' : 'yes'
  if (mood === 'supposed' || (mood === 'past' && act !== 'restore')) return 'no'
  // `You do not have to use v2.`
  if (of.some(thing => thing.is === 'v2') && !things.some(isOfV1))
    return (act === 'use' && mood === 'needless') || (act === 'need' && denied) ? sure : 'no'
  if (act === 'move')
    return mood === 'needless' && things.some(isOfV1) && things.some(thing => thing.is === 'v2') ? sure : 'no'
  // `Before its removal, v1 could be used without a token.`
  if (!of.some(isOfV1) || (said.limit === 'before' && !endsLater(said))) return 'no'
  if (denied) return act === 'end' && nominal !== 'end' && !said.limited ? sure : 'no'
  if (nominal === 'end') return act === 'defer' ? (endsLater(said) ? sure : 'open') : endsLater(said) ? 'open' : 'no'
  if (act === 'end' || act === 'deprecate') return mood === 'planned' && act === 'end' && endsLater(said) ? sure : 'no'
  if (act === undefined) return said.unread.length > 0 ? 'open' : 'no'
  // `v1 API, use v2`, `/v1/x Use /v2/y` in two lines
  if (act === 'use' && others.some(thing => thing.is === 'v2' || (thing.is === 'endpoint' && !isOfV1(thing))))
    return 'no'
  // `You are calling a removed v1 route.`
  if (/^you\b/.test(said.subject) && /ing$/.test(said.verb)) return 'no'
  if (act === 'use') return mood === 'possible' ? (upTo(said) ?? sure) : nominal ? sure : 'open'
  return act === 'serve' || act === 'restore' || act === 'prefer' || how.has('again') ? (upTo(said) ?? sure) : 'no'
}

/** Whether a text says that the v1 API is there again, still the current one, or still to be used. `open` where its verb is not understood. */
export const saysV1IsBack = (text: string): Assertion =>
  surest(
    sentencesOf(text).map(sentence =>
      refusing.test(sentence) || !/v[12]|version|generation/i.test(sentence)
        ? 'no'
        : surest(read(withExceptions(sentence)).map(v1Is)),
    ),
  )
