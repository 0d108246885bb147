import type { ChangeKind as Kind, State } from '../../contracts/documents.ts'
import { read, readText, type Said } from './clauses.ts'
import { gone, isWordOf } from './lexicon.ts'
import { wordsIn } from './prose/names.ts'
import { inEnglish } from './prose/other-languages.ts'
import { sentencesOf } from './sentences.ts'

/** What a text may mean that states nothing certain. */
export const everyState: readonly State[] = ['active', 'deprecated', 'removed']

const empty = /^[\s\p{P}\p{S}]*(?:none|n\/?a|not applicable|nothing|null|undefined)?[\s\p{P}\p{S}]*$/iu

// In this order; each is taken out of the text before the next is looked for.
const phrases: readonly (readonly [RegExp, readonly State[]])[] = [
  [
    /\bno longer (?:deprecated|obsolete|scheduled for removal)\b|\b(?:not|never|un|non)[\s-]*deprecated\b|\bisn['’]?t deprecated\b|\bdeprecation (?:was |is |has been )?(?:withdrawn|reverted|cancel+ed|planned|pending|proposed|scheduled)\b/g,
    ['active'],
  ],
  [
    /\b(?:to be|will be|being considered for|soon to be|planned|scheduled|proposed|upcoming|pending)[\s:–—-]*(?:for )?(?:to be )?deprecat(?:ed|ion)\b|\bdeprecation\b[^.;]{0,20}\b(?:planned|pending|scheduled|proposed)\b/g,
    ['active'],
  ],
  [
    /\b(?:not|isn['’]?t|never)(?: yet| been| been yet)* (?:removed|retired|disabled|hidden|deleted|gone)\b|\bremoval (?:was |is |has been )?(?:withdrawn|reverted|cancel+ed)\b/g,
    ['active', 'deprecated'],
  ],
  [
    /\b(?:removals?|shutdowns?|sunsets?|retirements?)\b[^.;]{0,20}\b(?:planned|pending|scheduled|proposed|upcoming|announced|due)\b|\b(?:planned|pending|scheduled|slated|due|marked|proposed|upcoming|future|awaiting)\b(?: for)? (?:removal|retirement|shutdown|sunset|deletion)s?\b|\b(?:will|shall|may|might|can|could|to) (?:soon |later )?be (?:removed|retired|disabled|deleted|hidden|shut down)(?:,? (?:or |and )?(?:removed|retired|disabled|deleted|hidden|shut down)\b)*|\b(?:scheduled|planned) to be removed\b/g,
    ['active', 'deprecated'],
  ],
  [
    /\bno longer (?:available|supported|works?|served|exists?)\b|\bnot (?:available|supported|served) any ?(?:more|longer)\b/g,
    ['removed'],
  ],
  [/\b(?:soft|partial(?:ly)?|in part|half)[\s-]*(?:deprecated|removed|disabled)\b/g, everyState],
  [/\b(?:restored|reinstated|re-?enabled|re-?activated|revived|un-?(?:hidden|removed)|undeprecated)\b/g, ['active']],
]

const words: readonly (readonly [RegExp, readonly State[]])[] = [
  [
    new RegExp(`\\b(?:${gone}|remv|removals?|retirements?|shutdown|entfernt|abgeschaltet|gelöscht)\\b`, 'g'),
    ['removed'],
  ],
  [/\b(?:depr(?:ecat(?:ed?|ion|ions|es|ing))?|veraltet|abgekündigt)\b/g, ['deprecated']],
  [
    /\b(?:sunset(?:ted)?|obsolete|discontinued|phased out|end[- ]of[- ]life|eol|unsupported)\b/g,
    ['deprecated', 'removed'],
  ],
  [/\blegacy\b/g, ['active', 'deprecated']],
  [
    /\b(?:active|current|stable|supported|available|live|ga|generally available|in use|enabled|maintained|recommended|new|planned|proposed|upcoming|announced|experimental|beta|preview|alpha|draft)\b/g,
    ['active'],
  ],
]

/** `Creation of the deprecation log`: the name of a page is no state. */
const pageNames =
  /\bdeprecation (?:logs?|tables?|lists?|pages?|polic(?:y|ies))\b|\b(?:logs?|tables?|lists?|pages?) of (?:all )?deprecat(?:ions|ed endpoints)\b/gi

/** `Current deprecations` are not current, and `It does not matter which` and `no way around v2` deny no state. */
const noStates =
  /\b(?:active|current|new|announced) (?=deprecations\b)|\bit (?:does not|doesn['’]t) matter (?:which|how|what)\b|\bno way around\b/g

/** `If you call X, switch to Y` says nothing of the state. */
const hedges =
  /\b(?:may|might|could|maybe|perhaps|possibly|probably|potentially|presumably|(?:un)?likely|un|not|never|no|partly|partial(?:ly)?|formerly|previously|(?!(?=if you(?:r (?:client|code|app|application|script|integration|tool)s?)? (?:still )?(?:call|use|send|request)s?\b)(?<=(?:^|[.!;])\W{0,9}))if|unless|except|(?<!\bwhoever )only|some|pending|soon|considered|candidate|reverted|rolled back|undone|revoked|taken back|cancel+ed|postponed|delayed|deferred|suspended|paused|on hold|tbd|tba|nicht|kein|keine|teilweise|bald|geplant|wird|werden|künftig)\b|\?/

/** `No replacement` is no denial of a state. */
const noSuccessor = /\b(?:no|without(?: an?)?) (?:direct |other )?(?:replacement|successor|substitute|equivalent)s?\b/g

const orderNotToUse =
  /\b(?:do not|don['’]t|never|(?:must|should) (?:not|no longer)) (?:be )?(?:us|call|rel|depend)\w*[^.;]*/g

const considered =
  /\b(?:(?:are|is) )?(?:consider|discuss|evaluat|weigh|contemplat|think)(?:e|s|es|ing)?(?: (?:about|of))? (?:the )?(deprecat|remov|retir|disabl)ing\b/gi

/** `We consider removing X` as `we may remove X`. */
export const asPlans = (text: string): string => text.replaceAll(considered, 'may $1e')

/** What something was before what it is now: `Active → Deprecated`. */
const former =
  /^\W*(?:active|current|live|available|deprecated)\s*(?:[→⇒➜➔⟶]|[-=]>)\s*(?=(?:deprecated|removed|retired|disabled|deleted|hidden)\W*$)/u

/**
 * The states that a text can mean: one where it states one, several where it leaves that open, all where it is not understood.
 * Empty where it states none.
 */
export const statesIn = (text: string): readonly State[] => {
  let rest = asPlans(inEnglish(text))
    .toLowerCase()
    .replace(former, '')
    .replaceAll(/[*_`~]/g, '')
    .replaceAll(pageNames, ' page ')
    .replaceAll(noStates, '')
  // A sign such as a coloured circle means what a legend says, which is not read.
  if (empty.test(rest)) return /\p{So}/u.test(rest) ? everyState : []
  rest = rest.replaceAll(orderNotToUse, ' ').replaceAll(noSuccessor, ' ')
  const takeOut = (patterns: typeof words): readonly (readonly State[])[] =>
    patterns.flatMap(([pattern, states]) => {
      const before = rest
      rest = rest.replaceAll(pattern, ' ')
      return rest === before ? [] : [states]
    })
  const found = takeOut(phrases)
  const hedged = hedges.test(rest)
  const plain = takeOut(words)
  if (hedged) return plain.length > 0 ? everyState : (found[0] ?? everyState)
  // A state beside one that is planned or denied is the one that is stated: `Deprecated, will be removed`.
  const stated = new Set(plain.filter(states => states.length === 1).flat())
  const [state] = stated
  if (stated.size > 1) return stated.has('removed') && stated.has('deprecated') ? ['deprecated', 'removed'] : everyState
  if (state) return found.some(states => !states.includes(state)) ? everyState : [state]
  return plain[0] ?? everyState.filter(one => found.every(states => states.includes(one)))
}

/** Whether a text says that something is not deprecated, or no longer. */
export const deniesDeprecation = (text: string): boolean =>
  /\b(?:no longer|not|never|(?:is|are)n['’]?t|un|non|(?:nothing|none|no \w+)(?: (?:is|was|are|were|has been|have been))?)[\s-]*deprecated\b|\bdeprecation\b[^.;]{0,120}\b(?:withdrawn|reverted|revoked|cancel+ed|undone|taken back)\b|\b(?:withdr|revert|revok|cancel|undo|undid)[^.;]{0,50}\bdeprecation\b/i.test(
    text,
  )

/** Whether a text takes back or puts off what became of something: `v1 API (restored on 2023-01-01)`. */
export const takesBack = (text: string): boolean =>
  deniesDeprecation(text) ||
  /\b(?:restored|reinstated|re-?(?:enabled|activated)|revived|brought back|(?:available|back|online|usable|supported|work(?:s|ing)?) again|reverted|rolled back|undone|postponed|delayed|deferred|suspended|on hold)\b/i.test(
    text,
  )

/** Whether a text says of something that it can still be used: what is removed cannot. */
export const isStillThere = (text: string): boolean =>
  /(?<!\b(?:was|were) )\bstill\b[^.;]{0,20}\b(?:available|supported|usable|served|reachable|accessible|online|active|working|(?:answer|respond|work)s?)\b|(?<!\b(?:was|were|been) (?:still )?)\b(?:available|supported|usable|served|reachable|accessible|online|working|works?)\b[^.;]{0,20}\b(?:until|till|for now)\b/i.test(
    text,
  )

/** Whether a text is about some of the routes alone of what it names. */
export const isLimited = (text: string): boolean =>
  /\bonly (?:[\w-]+ ){0,4}?(?:route|endpoint|operation|method|path|request)s?\b|(?<!\b(?:v1|api) )(?:route|endpoint|operation|method|path|request)s? only\b|\([^()]*(?<!\bread[ -])\bonly\)|\ball (?:of )?(?:(?:the|its|their|old|v1) ){0,3}(?:route|endpoint|operation|path)s (?:but|except|save|apart from|other than)\b/i.test(
    text,
  )

/** What an entry says of a thing first that is as it should be: `the fields, missing so far, are present`. */
const isRight = /^(?:present|available|complete|included|returned)$/
const isWrong = /^(?:missing|absent|lacking|wrong|broken|incorrect|outstanding)$/

/** What an entry of a change history says of its change: that it was made, that it was not, or that this is open. */
export const outcomeOf = (text: string): 'made' | 'denied' | 'open' => {
  const [first = ''] = sentencesOf(text)
  const said = read(first)
  const isBack = ({ act, denied, mood, verb }: Said): boolean =>
    act === 'defer' && !denied && mood !== 'supposed' && isWordOf(verb, 'participle')
  if ([text, ...(text.match(/(?<=\()[^()]*(?=\))/g) ?? [])].some(part => readText(part).some(isBack))) return 'open'
  const changes = said.filter(({ act, verb }) => verb !== '' && (act === 'add' || act === 'fix' || act === 'deprecate'))
  if (changes.some(({ denied, mood }) => !denied && ['stated', 'past', 'ordered'].includes(mood))) return 'made'
  if (changes.some(({ act, denied, subject }) => act !== 'deprecate' && denied && !wordsIn(subject).has('not')))
    return 'denied'
  const words = wordsIn(first)
  return changes.some(({ mood }) => mood === 'planned') ||
    said.some(({ act, how, denied }) => act === undefined && (how.has('planned') || (denied && how.has('yet')))) ||
    said.some(
      one =>
        ['is', 'are', 'still'].includes(one.verb) &&
        !isRight.test(one.unread[0] ?? '') &&
        one.unread.some(word => isWrong.test(word)),
    ) ||
    said.some(one => one.denied && one.mood === 'stated' && one.unread.includes('correct')) ||
    (said.length === 0 && (words.has('planned') || (words.has('yet') && words.has('not'))))
    ? 'open'
    : 'made'
}

/** Whether a text is about a part of what it names. */
export const isPartial = (text: string): boolean =>
  /\b(?:except(?: for)?|excluding|other than|apart from|but not|partly|partially|in part|parts? of(?! the (?:reference|documentation|docs))|some of|most of)\b/i.test(
    text,
  )

/** Whether a text is about an older form of what it names: `the legacy CreateRepository endpoint`. */
export const namesLegacy = (text: string): boolean =>
  /\b(?:legacy|undocumented|old|older|former|previous)\b/i.test(text)

const parts =
  /\b(?:parameters?|params?|arguments?|fields?|members?|propert(?:y|ies)|headers?|options?|flags?|filters?|attributes?|media types?|formats?|values?)\b/i

// What is longer explains, and does not name.
const longestName = 200

/** Whether a text is about a part of an operation, such as a parameter, and not about the operation. */
export const isAboutPart = (text: string): 'yes' | 'no' | 'open' => {
  if (text.length > longestName || !parts.test(text)) return 'no'
  if (new RegExp(`\\bonly (?:the|its|their) (?:\\w+ )?${parts.source}`, 'i').test(text)) return 'yes'
  return new RegExp(`${parts.source}[^.;,]{0,40}\\b(?:of|in|on|for|from|to|by)\\b`, 'i').test(text) &&
    !/\b(?:all|and|with|together|also|as well)\b/i.test(text)
    ? 'yes'
    : 'open'
}

/** Whether a text has a word for what became of something. */
export const mentionsState = (text: string): boolean =>
  /\b(?:(?:deprecate|remove|retire)[sd]?|depr|remv|(?:deprecation|removal)s?|deprecating|retirement|sunset(?:ted)?|disabled|discontinued|obsolete|hidden|deleted|decommissioned|veraltet|abgekündigt|entfernt|abgeschaltet)\b/i.test(
    inEnglish(text).replaceAll(pageNames, ' '),
  )

/** Whether a text is a state and little else: what stands above a column or a group of endpoints. */
export const isStateWord = (text: string): boolean => {
  const rest = inEnglish(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\s]/gu, ' ')
    .replaceAll(/\b(?:(?:api|endpoint|route|operation|feature)s?|since|on|at|in|date|as|of|when|the|and|list)\b/g, ' ')
    .trim()
  return /^(?:(?:deprecation|removal)s?|depr(?:ecated)?|remv|removed|retired|disabled|active|current|hidden|deleted)$/.test(
    rest,
  )
}

const doubtful = /\b(?:maybe|perhaps|possibly|probably|potentially|presumably|likely|soon|tbd|tba)\b/gi
/** `Perhaps X is deprecated` as `X is deprecated`. */
export const withoutDoubts = (text: string): string => text.replaceAll(doubtful, ' ')

/** Whether a text is a state that it leaves open, and little else: `Deprecated?`, `Maybe deprecated.` */
export const isHedgedState = (text: string): boolean => {
  const rest = withoutDoubts(text)
  return (rest !== text || text.includes('?')) && isStateWord(rest)
}

const kindWords: readonly (readonly [RegExp, Kind])[] = [
  [
    /^(?:new|newly added|what[’']?s new|whats new|add|adds|added|adding|additions?|feat(?:ures?)?|introduc(?:e[sd]?|ing|tions?)|launch(?:es|ed)?)$/,
    'New',
  ],
  [
    /^(?:upd(?:at(?:e[sd]?|ing))?|chang(?:e[sd]|ing)|fix(?:e[sd])?|bug ?fix(?:es)?|correct(?:s|ed|ions?)?|modif(?:y|ies|ied|ications?)|improv(?:e[sd]?|ements?)|enhanc(?:e[sd]?|ements?)|revis(?:e[sd]?|ions?)|amended|patch(?:ed|es)?)$/,
    'Update',
  ],
  [/^depr(?:ec(?:at(?:e[sd]?|ions?|ing))?)?$/, 'Deprecation'],
  [
    /^(?:remov(?:e[sd]?|als?|ing)|delet(?:e[sd]?|ions?)|retired|retirements?|drop(?:s|ped)?|disabled|withdrawn)$/,
    'Removal',
  ],
  [/^(?:known issues?|issues?|bugs?|limitations?)$/, 'Issue'],
]

const kindWord = (word: string): Kind | undefined => kindWords.find(([pattern]) => pattern.test(inEnglish(word)))?.[1]

const kindFillers =
  /\b(?:what['’]?s|an?|another|something|two|three|four|five|several|some|more|further|small|little|api|apis|endpoints?|features?|operations?|routes?|functionality|stuff|notices?|of|the|and|in|this|release|minor|major|breaking)\b/g

/** Of a heading with its translation or a count in brackets, what has a kind: `Updates (mises à jour)`, `Mises à jour (Updates)`. */
const withoutGloss = (text: string): string => {
  const [, name = '', gloss = ''] = /^([^()]*)\(([^()]*)\)\W*$/u.exec(text) ?? []
  if (name === '') return text
  // `Added (3 changes)`
  if (/^\d+ \p{L}+$/u.test(gloss)) return name
  const said = gloss.toLowerCase()
  if (!headingWords.test(inEnglish(name.trim())) && headingWords.test(inEnglish(gloss))) return gloss
  if (kindOf(gloss) === kindOf(name)) return name
  const saysMore = [
    ...words.map(([pattern]) => said.search(pattern) >= 0),
    ...said.split(/\P{L}/u).map(word => kindWord(word) !== undefined),
  ]
  return hedges.test(said) || saysMore.includes(true) ? text : name
}

/** The kind that a heading, a cell or a label states. Undefined where it states none, or more than one. */
export const kindOf = (text: string): Kind | undefined => {
  const unbracketed = withoutGloss(text)
  if (unbracketed !== text) return kindOf(unbracketed)
  const inWords = (line: string): string => line.replaceAll(/[^\p{L}’']+/gu, ' ').trim()
  const plain = inWords(text.toLowerCase())
  // How much a release changes says nothing of what it does.
  if (/^(?:major|minor|patch) changes$/.test(plain)) return undefined
  const rest = inWords(plain.replaceAll(kindFillers, ' '))
  const kinds = new Set(rest.split(' ').map(kindWord))
  const [only] = kinds
  return kindWord(plain) ?? (kinds.size === 1 ? only : kindWord(rest))
}

const headingWords =
  /^(?:(?:what['’]?s|(?:and )?(?:an?|another|something|two|three|four|five|several|some)(?: (?:more|further|small|little|minor)){0,3}(?!\s+change))\s+)?(?:new(?:ly added)?|add(?:ed|itions?)?|upd(?:at(?:e|es|ed))?|chang(?:e|es|ed)|fix(?:e[sd])?|bug ?fix(?:es)?|depr(?:ec(?:at(?:e|es|ed|ions?))?)?|remov(?:e|ed|als?)|breaking|secur(?:e|ity)|improv(?:e|ed|ements?)|enhanc(?:ed|ements?)|known issues?|issues?|feat(?:ures?)?|notes?|announcements?|retired|retirements?|sunset|migrations?)(?:\s+(?:features?|changes?|endpoints?|apis?|fixes|updates?|notices?|enhancements?|and\s+\p{L}+))*$/iu

/** True for what change histories write above a group of changes: `New`, `Bug fixes`, `Breaking changes`. */
export const isKind = (text: string): boolean =>
  text.length <= 60 &&
  headingWords.test(
    inEnglish(withoutGloss(text))
      .replace(/^[^\p{L}]+/u, '')
      .replace(/[^\p{L}]+$/u, ''),
  )

/** Whether a text is the name of an area, or of what its operations are about: `Audit logs`, `Personal access tokens (PAT)`. */
export const isArea = (text: string): boolean =>
  /^\W*(?:the )?(?:(?:(?:personal |org(?:ani[sz]ation)?[ -])?access[ -]token|[PO]AT|audit[ -]log|repository)s?|repositories|(?:repository )?(?:tags|groups)|immutable[ -]tags)(?: \([PO]ATs?\))?(?: management)?(?: (?:api|endpoint|operation|area)s?)?\W*$/i.test(
    text,
  )

const nothing = /^(?:nothing|none|no|nobody)$/i
const passiveKind =
  /\b(?:is|are|was|were|has been|have been|been|now|being)\s+(?:now\s+|newly\s+)?(added|introduced|fixed|updated|changed|corrected|improved|deprecated|removed|deleted|retired|dropped|disabled|new)\b/i

/** Kind of the change that the first word of a sentence is: `Add …`, `Deprecates …`, `Fixed …`; `is removed` counts wherever it stands. */
export const kindOfSentence = (text: string): Kind | undefined => {
  // `audit-logs: Added …`
  const label = text.slice(0, text.indexOf(':') + 1)
  const [, first = '', second = ''] =
    /(\p{L}+)(?:\s+(\p{L}+))?/u.exec(isArea(label) ? text.slice(label.length) : text) ?? []
  const leading = kindOf(first)
  if (leading && !/feat|issue|bugs?$|patch$/i.test(first) && !nothing.test(second)) return leading
  const passive = sentencesOf(text)
    .flatMap(sentence => sentence.split(/,\s/))
    .filter(clause => !/^\W*(?:and |but )?(?:nothing|none|nobody|neither|no)\b/i.test(clause))
    .map(clause => passiveKind.exec(clause)?.[1])
    .find(word => word !== undefined)
  return passive === undefined ? undefined : kindOf(passive)
}

/** A kind that a sentence has for what somebody did, or for what it is about, the surest first. */
const namedKinds = [
  // `We fixed X`, `The same release deprecates X`
  /\bwe(?: have|['’]ve)? (?:(?:now|also|just) )*(?=(\p{L}+))|\b(?:release|update|version|letter|change|day) (?:(?:now|also) )?(?=(\p{L}+s)\b)/giu,
  // `There are two new calls`, `New in the hub are X and Y`, `something new`
  /(?<!\b(?:not|no|nothing|without|than|of|for) )(?:\b(?:an?|another|the|two|three|four|some|several|brand|something|there (?:is|are) (?!no\b)\w+) (new|fix|correction|deprecation)\b|\b(new) (?:in|is|are)\b)/giu,
  // `This is an update of X`, `in this update`
  /(?<!\b(?:not|no|without|than|of|for) )\b(?:an?|another|this) (update)\b/giu,
] as const

/** Kind of the change that a sentence is about, whatever says so. */
export const kindInWords = (text: string): Kind | undefined =>
  kindOfSentence(text) ??
  namedKinds
    .flatMap(pattern => [...text.matchAll(pattern)])
    .flatMap(([, first, second]) => kindOf(first ?? second ?? '') ?? [])[0]

const unaffected =
  /\b(?:not|never|isn['’]t|aren['’]t) affected\b|\bunaffected\b|\b(?:does|do) not (?:affect|concern|apply to)\b/i

/** Whether a text says of something that a change leaves it as it is. */
export const isUnaffected = (text: string): boolean => unaffected.test(text)
