import type { ChangeEntry, ChangeKind } from '../../../contracts/documents.ts'
import { type Assertion, naming, surest } from '../assertions.ts'
import { inEnglish } from '../prose/other-languages.ts'
import { sentencesOf } from '../sentences.ts'
import {
  deniesDeprecation,
  isAboutPart,
  kindInWords,
  kindOf,
  kindOfSentence,
  namesLegacy,
  outcomeOf,
} from '../vocabulary.ts'

const oldPath = /\/v1\/|\/v2\/repositories\b/
const isOld = (part: string): boolean => oldPath.test(part) || namesLegacy(part)

/** What a text says of new things: without what it says of those that they replace. */
const ownWords = (text: string): string => {
  const rest = text
    .replaceAll(/\([^()]*\)/g, part => (isOld(part) ? ' ' : part))
    .replaceAll(/\b(?:replac(?:es?|ing)|supersed(?:es?|ing)|instead of)\b[^.;]*/gi, ' ')
    .split(/[.;]\s/)
    .filter(sentence => !isOld(sentence))
    .join('. ')
  return /\p{L}/u.test(rest) ? rest : text
}

const id = /\b[a-z]*[a-z][A-Z]\w*\b|\b(?:[A-Z][a-z]+){2,}\b/
const endpoint = /(?:\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b[\s,/&+`]*(?:(?:and|or)\s+)?)*\/[\w{}<>:/.-]*/g
const names = new RegExp(`${endpoint.source}|\\b\\w+_\\w+\\b|${id.source}`, 'g')
/** Words for the things that a hub adds, changes and takes away. */
const things = new RegExp(
  `\\b(?:${naming}|it|they|these|missing|new|old|legacy|undocumented|given|fields?|access|support|management|for|on|in|namespaces?|repositor(?:y|ies)|personal|organi[sz]ation|tokens?|PATs?|OATs?|audit|logs?)\\b`,
  'gi',
)

/** Whether a text names such things and nothing else: the subject of a verb, or what is left of a sentence without its verb. */
const isNamesOnly = (text: string): boolean => !/\p{L}/u.test(text.replaceAll(names, '').replaceAll(things, ''))

const removed = '(?:removed|deleted|dropped|withdrawn|retired|disabled|discontinued|hidden)'
/** `X is removed`, `X removed`; `removed repositories` and `created, updated or deleted` say what there is, and not what changed. */
const removal = new RegExp(
  `(?<auxiliary>\\b(?:is|are|was|were|has been|have been)\\s+(?:now\\s+)?)?(?<!\\b(?:not|never|cannot|be|been|being|and|or|that|which|who)\\s+|ed,?\\s+)\\b(?:${removed}|renamed)\\b(?=\\W*$|[.;:,)]|\\s+(?:from|in|on|since|again|for|with|by|to|as)\\b)`,
  'giu',
)
/** What is no subject, or that of another clause: `Nothing is removed`, `those that were deleted`, `when a token is deleted`. */
const otherSubject =
  /\b(?:(?:that|which|who|nothing|none|nobody|no \w+)\s*|(?:when(?:ever)?|where|if|while|until|after|before|once)\b[^.;:,]*)$/i
/** A change in which somebody takes something away. */
const removing =
  /\b(?:we|this (?:release|change|version|update))\s+(?:\w+\s+)?(?:removed?|drop(?:ped)?|deleted?|retired?|withdr[ae]w|disabled?|hid|hide)s?\b/i
/** A denial that something is there; `no longer shows the wrong one` is none. */
const absence =
  /(?:\b(?:no longer|never|cannot|(?:is|are|do|does|can|will) not)|n['’]t)\s+(?:be\s+)?(?:includ|contain|show|ha(?:s|ve)|return|list|provid|offer|expos|exist|work|support|available|present|part|there|accessible|possible|cover)\w*\b(?!\s+(?:an?\s+|the\s+)?(?:wrong|incorrect|invalid|outdated|old|obsolete|legacy|undocumented)\b)/i

const takingVerb = /^(?:deletes?|disables?|removes?|drops?|retires?|withdr[ae]ws?|revert(?:s|ed)?|undo(?:es)?|undid)$/i

/** Whether an addition or an update says of its things that they are taken away. */
const takesAway = (text: string): Assertion => {
  const sentences = sentencesOf(text)
  const [, first = '', object = ''] = /(\p{L}+)(.*)/su.exec(sentences[0] ?? '') ?? []
  // `Delete tokens` is what can be done from now on, or a change; `Delete GetRepository` is a change.
  const leading = takingVerb.test(first)
    ? id.test(object) && isNamesOnly(object)
      ? 'yes'
      : 'open'
    : kindOf(first) === 'Removal'
      ? 'yes'
      : 'no'
  return surest([leading, ...sentences.map(saidOfRemoval)])
}

const saidOfRemoval = (sentence: string): Assertion => {
  const said = [...sentence.matchAll(removal)].map((match): Assertion => {
    const before = sentence.slice(0, match.index)
    if (otherSubject.test(before)) return 'no'
    const subject = before.split(/[:,]/).findLast(part => /\p{L}/u.test(part))
    return subject !== undefined && isNamesOnly(subject) ? 'yes' : 'open'
  })
  return surest([...said, removing.test(sentence) || absence.test(sentence) ? 'open' : 'no'])
}

/** What becomes of an endpoint that is not its deprecation: `GET /x was removed`, `Remove GET /x`, `GET /x: disabled`, `GET /x is now available`. */
const otherState = new RegExp(
  `^\\W*(?:(?:is|are|was|were|has been|have been)\\s+)?(?:now\\s+)?(?:${removed}|(?:remove|delete|drop|withdraw|retire|disable|restore)s?|gone|(?:is |are )?no longer (?:exists?|available|works?)|available(?: again)?|added|introduced|restored)\\W*$`,
  'i',
)

const isDeprecated = /^\W*(?:note:?\s+)?(?:(?:is|are|was|were|has been|have been)\s+)?(?:now\s+)?deprecated\W*$/i

const nameless = (text: string): string =>
  text.replaceAll(endpoint, '').replaceAll(/\b(?:the|and|legacy|undocumented|endpoints?)\b/gi, '')

/** Whether a deprecation says of its endpoints that they are not deprecated, or something else than deprecated. */
const deniesIt = (text: string): boolean =>
  text
    .split(/[.;]\s/)
    .some(
      clause => (deniesDeprecation(clause) && (isOld(clause) || !id.test(clause))) || otherState.test(nameless(clause)),
    )

const anyChange =
  /^\W*(?:(?:breaking|api|major|minor|patch) )?changes?(?: to the api)?\W*$|^\W*what['’]?s (?:been )?changed\W*$/i

/** What a history may call an addition as well: `Enhancements`. */
const betterment = /^\W*(?:enhance|improve)/i

const isYetToCome = (sentence: string): boolean =>
  /^\W*(?:it|they|this|these|the (?:endpoint|operation|route)s?) will (?:only )?be deprecated\b/i.test(sentence)

/** A sentence on what the one before it names. */
const goesOn = /[.;]\s+(?:(?:it|they|this|these)|(?:the|this|these|both) (?:endpoint|operation|route|field)s?)\b/i

/** How an entry of a change history fits a change: its kind, and whether it says the opposite. */
export type Fit = 'fits' | 'other-kind' | 'opposite' | 'open'

export const fitOf = (entry: ChangeEntry, kind: ChangeKind): Fit => {
  const own = kind === 'Deprecation' ? entry.text : ownWords(entry.text)
  const inText = kindOfSentence(own)
  // `Changes` may be of every kind.
  const unsorted =
    entry.kind === '' || anyChange.test(inEnglish(entry.kind)) || (kind === 'New' && betterment.test(entry.kind))
  const stated = (unsorted ? kindInWords(own) : undefined) ?? kindOf(entry.kind)
  if (stated === undefined) return 'open'
  const away = kind === 'Deprecation' ? 'no' : takesAway(own)
  const takenBack = kind === 'Deprecation' ? deniesIt(entry.text) : away === 'yes' || inText === 'Deprecation'
  // What a later sentence says may be about something else than the first one.
  const isOther =
    kind !== 'Deprecation' &&
    away !== 'yes' &&
    kindOfSentence(sentencesOf(own)[0] ?? '') !== inText &&
    !goesOn.test(own)
  // Without a kind, "added the missing field" may be an update.
  if (unsorted && kind === 'Update' && stated === 'New') return takenBack ? 'opposite' : 'fits'
  // A sentence of its own below another kind: `New … Note: GET /x is deprecated.`
  if (kind === 'Deprecation' && stated !== kind && isDeprecated.test(nameless(entry.text)))
    return stated === 'New' ? 'fits' : 'open'
  // Without a kind there is only the verb of a sentence, which may be about something else of it.
  // `New: … With that come deprecations: …`
  if (stated !== kind)
    return stated === 'Issue' || unsorted || (kind === 'Deprecation' && /\bdeprecat/i.test(entry.text))
      ? 'open'
      : 'other-kind'
  if (takenBack) return isOther ? 'open' : 'opposite'
  // `Parameter page of GET /x`, and `It will be deprecated next year.`
  if (kind === 'Deprecation' && (isAboutPart(entry.text) === 'yes' || sentencesOf(entry.text).some(isYetToCome)))
    return 'open'
  const outcome = outcomeOf(entry.text)
  if (outcome === 'denied' && kind === 'Update') return 'opposite'
  if (outcome !== 'made') return 'open'
  return away === 'open' && !/\b(?:add|fix|new|correct|introduc)/i.test(entry.text) ? 'open' : 'fits'
}

const fillers =
  /\b(?:a|an|the|for|of|in|to|on|given|endpoints?|apis?|operations?|namespaces?|and|repositor(?:y|ies)|new|now|is|are|was|were|been|has|have|added?|adds|deprecated?|deprecates|introduc\w*|legacy|undocumented|replaced|by|get|head|post|management)\b/gi

/** Whether an entry says no more of its things than that they are there or deprecated: then it can be said once only. */
export const isWhole = (entry: ChangeEntry): boolean =>
  !/[\p{L}]{3}/u.test(
    entry.text
      .replaceAll(/\/[\w{}<>:/.-]*/g, ' ')
      .replaceAll(/\b\w*[a-z][A-Z]\w*\b/g, ' ')
      .replaceAll(fillers, ' '),
  )
