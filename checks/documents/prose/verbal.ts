import {
  type Complement,
  complementOf,
  type Group,
  groupAt,
  isOnDay,
  ledBy,
  type Mood,
  type Subject,
  subjectOf,
} from './phrases.ts'
import { type Place, type Progress, settle } from './progress.ts'
import type { Clause, Said } from './said.ts'
import { actsOf, datesOf, is, isDated, isName, isWord, mannerOf, namedIn, type Thing, type Token } from './tokens.ts'

/** What a clause names last: what `, which` goes on with. Behind words that are not read it may go on with these. */
const namedLast = (said: Said | undefined): readonly Thing[] =>
  [said?.by, said?.others, said?.than, said?.limited ? said.names : [], said?.unread.length === 0 ? said.of : []].find(
    some => some !== undefined && some.length > 0,
  ) ?? []

interface Opening {
  /** Its subject, with what stands around that. */
  readonly lead: readonly Token[]
  /** What it names in front of the subject: `Instead of X we …`. */
  readonly things: readonly Thing[]
  /** The word that sets something apart in front of the subject: `Because of feedback we …`. */
  readonly apart: string | undefined
}

/** What stands in front of a verb. */
const openingOf = (piece: readonly Token[], verb: number): Opening => {
  const start = ledBy(piece.slice(0, verb))
  const beforeVerb = start?.rest ?? piece.slice(0, verb)
  const [first, second] = beforeVerb
  // `since they are deprecated`
  const isReason = isWord(first, 'since', 'as') && second !== undefined && !isDated(second)
  // `means that X and that it may be removed` is no relative clause.
  const isJoined = isWord(first, 'that') && is(second, 'pronoun')
  const whole = isReason || isJoined ? beforeVerb.slice(1) : beforeVerb
  // `On 2025-01-01 we …` sets nothing apart.
  const isApart =
    is(whole[0], 'preposition') &&
    is(whole.at(-1), 'author', 'client', 'pronoun') &&
    (whole.length < 3 || !whole.slice(1, -1).every(isDated))
  const word = isApart ? whole[0] : undefined
  return {
    lead: isApart ? whole.slice(-1) : whole,
    things: start?.things ?? [],
    apart: isWord(word, 'because of') ? undefined : word?.text,
  }
}

interface Topic {
  /** What it is about where its subject goes on with that. */
  readonly head: readonly Thing[]
  /** Names that wait for it and are its subject. */
  readonly ahead: readonly Token[]
  readonly subject: Subject
  /** Whether it has no subject of its own. */
  readonly isOpen: boolean
  readonly goesOn: boolean
  /** Whether its verb goes on with that of the clause before. */
  readonly inherits: boolean
}

const topicOf = (progress: Progress, place: Place, lead: readonly Token[], group: Group): Topic => {
  const { waiting, last } = progress
  // `GET /x: use Y`, `GET /x: Y replaces it`
  const isHead =
    waiting.length > 0 &&
    !subjectOf(waiting).other &&
    (':–—→'.includes(place.mark) && lead.some(isName)
      ? group.act === 'replace'
      : lead.length === 0 && group.order && (group.act === 'use' || group.act === 'move'))
  const ahead = isHead ? [] : waiting
  const subject = subjectOf([...ahead, ...lead])
  // `is removed first and labelled later`: what has no subject has that of the clause before.
  const isOpen = [...ahead, ...lead].every(
    token =>
      token.text !== 'nothing' &&
      (token.date !== undefined || is(token, 'adverb', 'not', 'still', 'later', 'first', 'pronoun')),
  )
  // `may be removed or change its behavior`
  const isGoverned = place.mark === 'or'
  return {
    head: isHead ? subjectOf(waiting).things : place.antecedent,
    ahead,
    subject,
    isOpen,
    goesOn: isOpen || (subject.goesOn && subject.things.length === 0 && !subject.other),
    inherits: isOpen && last !== undefined && group.bare && (group.active === last.group.active || isGoverned),
  }
}

/** What the verb is said of where it has an object: `Use X`, `We removed it`. */
const objectOf = (
  { endpoints, own }: Progress,
  { head }: Topic,
  { act }: Group,
  { goesOn, things }: Complement,
): readonly Thing[] => {
  if (!goesOn) return things
  // `One reads it (GET /x), and Y has taken its place`: an operation is not replaced by another one.
  if (act === 'replace' && endpoints.length > 0 && head.every(thing => thing.is === 'operation')) return endpoints
  return head.length > 0 || act !== 'use' ? head : own
}

/** What kind of clause it is. */
interface Form {
  readonly isOrder: boolean
  /** Whether it is nothing but a verb with what follows it: `Deprecated: X`. */
  readonly isTitle: boolean
  /** Whether it is said of its object: `We removed X`. */
  readonly takesObject: boolean
  /** `Replaces X` says what the thing described is. */
  readonly isReplacing: boolean
  /** `The current one is X` */
  readonly isEquation: boolean
  /** `The replacement for X is Y` */
  readonly isNamed: boolean
}

const formOf = (
  { last }: Progress,
  piece: readonly Token[],
  { subject, isOpen, goesOn }: Topic,
  group: Group,
  complement: Complement,
  object: readonly Thing[],
): Form => {
  const isAgent = subject.agent || (goesOn && last?.subject.agent === true)
  const isFirst = isOpen && !subject.goesOn
  const isReplacing = group.act === 'replace' && complement.by.length === 0 && !isAgent
  const isOrder = isFirst && group.order && (last === undefined || object.length > 0)
  const isAllowed = isFirst && group.mood === 'possible'
  const isTitle = isFirst && group.bare && !last
  const isDone = group.active && (isAgent || isOrder || isAllowed)
  const isOfObject = isTitle && (object.length > 0 || complement.unread.length > 0)
  const isVerbless = group.act === undefined && !subject.other
  return {
    isOrder,
    isTitle,
    takesObject: !isReplacing && (isDone || isOfObject),
    isReplacing,
    isEquation: isVerbless && subject.isCurrent,
    isNamed:
      isVerbless &&
      subject.act === 'replace' &&
      group.passive &&
      (complement.things.length > 0 || isWord(piece[group.end - 1], 'none', 'nothing')),
  }
}

/** What a clause is about. */
const thingsOf = (
  { before }: Place,
  { head, ahead, subject, goesOn }: Topic,
  { isNamed, isEquation, takesObject }: Form,
  isRelative: boolean,
  object: readonly Thing[],
  hasRest: boolean,
): readonly Thing[] => {
  if (isNamed) return subject.things.length > 0 ? subject.things : head
  if (isRelative) return ahead.length > 0 ? subjectOf(ahead).things : namedLast(before)
  if (isEquation || (takesObject && !subject.other && hasRest)) return object
  return goesOn ? head : subject.things
}

/** Notes what a condition says of its endpoint: it is so of any endpoint in the clauses that follow. */
const noteGiven = (progress: Progress, { act, mood }: Group, isDenied: boolean): void => {
  const { supposed, condition } = progress
  if (!supposed || isDenied || !/\b(?:once|after|if|when|whenever|as)\b/.test(String(condition))) return
  if (mood !== 'stated' && mood !== 'past') return
  if (act === 'end') progress.given = 'gone'
  if (act === 'deprecate') progress.given = 'old'
}

const moodOf = (
  { supposed, last }: Progress,
  { inherits }: Topic,
  { isOrder }: Form,
  lead: readonly Token[],
  mood: Mood,
): Mood => {
  // `To remove an endpoint at once would be …`, `It breaks on the day the endpoint is gone.`
  if (
    supposed ||
    is(lead[0], 'condition') ||
    (lead.length === 1 && isWord(lead[0], 'to')) ||
    lead.some((_, at) => isOnDay(lead, at))
  )
    return 'supposed'
  if (inherits && last) return last.group.mood
  return isOrder ? 'ordered' : mood
}

/** What stands between a relative and its verb, and is no subject of its own: `which since 2025 is`, and not `which came out the day it is`. */
const isBesideRelative = (token: Token): boolean =>
  isDated(token) || is(token, 'adverb', 'not', 'still', 'first', 'later', 'preposition', 'author', 'client')

/** Takes in a piece that has a verb, at `verb`. */
export const readVerbal = (progress: Progress, place: Place, verb: number): void => {
  const { found, last, waiting, condition } = progress
  const { piece, mark, before, beforeAt } = place
  settle(progress, place.antecedent)
  const { lead, things, apart } = openingOf(piece, verb)
  // `In favour of Y we removed X`
  const isFavoured = is(piece[0], 'favour')
  const group = groupAt(piece, verb)
  if (progress.isOver && !progress.isAsked && (lead.length > 0 || group.order)) progress.supposed = false
  const rest = piece.slice(group.end)
  const complement = complementOf(rest, group.act)
  const topic = topicOf(progress, place, lead, group)
  const { subject, goesOn, head } = topic
  const object = objectOf(progress, topic, group, complement)
  const form = formOf(progress, piece, topic, group, complement, object)
  const { isNamed, isEquation, takesObject } = form
  const isRelative = is(lead[0], 'relative')
  const isOfRelative = !isRelative || lead.slice(1).every(isBesideRelative)
  const of = isOfRelative ? thingsOf(place, topic, form, isRelative, object, rest.length > 0) : []
  // `Before we remove or replace X`
  const isShared = ['and', 'or'].includes(mark) && lead.length === 0 && takesObject && last?.group.active === true
  if (before && isShared && namedLast(before).length === 0 && before.unread.length === 0)
    found[beforeAt] = { ...before, of: object }
  const isDenied = group.denied || (topic.inherits && last?.group.denied === true)
  noteGiven(progress, group, isDenied)
  const { given, supposed } = progress
  const mood = moodOf(progress, topic, form, lead, group.mood)
  // `Not every endpoint`
  const partOf = is(lead[0], 'limit') ? lead[0]?.text : apart
  const isConditional = progress.isOver && !supposed
  found.push({
    ...complement,
    of: given && !supposed ? of.map(thing => (thing.is === 'any' ? { is: given } : thing)) : of,
    act: isNamed ? 'replace' : isEquation ? 'prefer' : group.act,
    verb: piece[group.end - 1]?.text ?? '',
    denied: subject.denied !== (isDenied !== complement.none),
    mood,
    how: new Set([...lead.flatMap(token => mannerOf(token) ?? []), ...group.how, ...complement.how]),
    others: isEquation || takesObject || isNamed ? [] : form.isReplacing ? object : complement.things,
    by: isNamed ? complement.things : isFavoured ? things : complement.by,
    than: [...progress.led, ...(isFavoured ? [] : things), ...complement.than],
    // `POST is replaced by X` is of something else.
    it: goesOn || subject.agent || subject.things.length > 0 || isNamed ? head : [],
    dates: [...progress.days, ...datesOf(piece)],
    subject: [...waiting, ...lead].map(token => token.text).join(' '),
    alien: of.length === 0 && (goesOn ? last?.subject.alien === true : subject.alien),
    limited: complement.limited || partOf !== undefined || (isRelative && mark !== ',') || isConditional,
    limit:
      isConditional && condition === 'before'
        ? condition
        : (complement.limit ?? partOf ?? (isConditional ? condition : undefined)),
    unread: [...complement.unread, ...progress.odd.map(token => token.text)],
    words: actsOf(piece),
    names: namedIn(piece),
    ...(subject.act && { nominal: subject.act }),
  })
  if (form.isTitle && rest.length === 0) progress.implied = found.length - 1
  progress.relative = isRelative ? of : undefined
  if (isRelative) return
  const slotOfThings: Clause['slot'] = isNamed ? 'by' : takesObject ? 'of' : 'others'
  Object.assign(progress, {
    last: {
      subject: goesOn && last ? last.subject : subject,
      group: { ...group, mood, denied: subject.denied !== isDenied },
      of,
      slot: complement.slot === 'things' ? slotOfThings : complement.slot,
    },
    waiting: [],
    odd: [],
    days: [],
    led: [],
  } satisfies Partial<Progress>)
}
