import { complementOf, ledBy, type Subject, subjectOf } from './phrases.ts'
import { oldsOf, type Place, type Progress, replacing, settle } from './progress.ts'
import { halved, isStray, stated, withMore } from './said.ts'
import { arrow, datesOf, entryOf, is, isName, isNominal, isWord, type Thing, type Token } from './tokens.ts'

/** Where the second half of a clause begins that has the verb of the one before: `X by Y`, `B instead of X`, `B the GET`, `B of X`. */
const elliptic = (piece: readonly Token[]): number => {
  const at = piece.findIndex((token, index) => {
    const before = piece[index - 1]?.thing
    return (
      is(token, 'favour', 'than') ||
      isWord(token, 'by', 'with') ||
      (before && (is(token, 'article', 'of', 'to', 'preposition') || (token.thing && token.thing.is !== before.is)))
    )
  })
  return piece.slice(0, at).some(isName) && piece.slice(at).some(isNominal) ? at : -1
}

interface Verbless extends Place {
  readonly subject: Subject
  /** Whether it is names and nothing else. */
  readonly isNames: boolean
  /** Whether a state in brackets stands behind it, which is a clause of its own. */
  readonly isMarked: boolean
}

/** Whether what follows a piece makes its names those of a clause to come: `, X → Y`, `, X and Y by Z`, `, X, replaced by Y`. */
const isHeld = ({ pieces, last }: Progress, { index, before, subject }: Verbless): boolean => {
  const next = pieces.slice(index + 1).find(({ tokens, mark }) => mark === arrow || !tokens.every(isName))
  if (next === undefined) return false
  if (next.mark === arrow) return pieces[index + 1] === next
  const [thing] = subject.things
  const isOld = before?.of[0]?.is === thing?.is && !before?.by.some(other => other.is === thing?.is)
  const isReplaced = entryOf(next.tokens[0], 'participle')?.act === 'replace'
  return elliptic(next.tokens) >= 0 || (last?.slot === 'by' && isOld && isReplaced)
}

/** Takes in a piece if it is of its kind. */
type Rule = (progress: Progress, place: Verbless) => boolean

/** Notes that things are replaced by what the piece names. */
const replaces = (
  progress: Progress,
  { piece, subject }: Verbless,
  of: readonly Thing[],
  by = subject.things,
): true => {
  const said = stated('replace', of, [...progress.waiting, ...piece], progress.supposed)
  progress.found.push({ ...said, by, denied: subject.denied })
  Object.assign(progress, { last: replacing(subject, piece, of), waiting: [] } satisfies Partial<Progress>)
  return true
}

/** `in favour of Y`, `X (now Y)` */
const favours: Rule = (progress, place) => {
  const { piece, before } = place
  const [first, ...rest] = piece
  if (before || !(is(first, 'favour') || isWord(first, 'now', 'today', 'currently'))) return false
  const { things } = subjectOf(rest)
  if (things.length === 0) return false
  return replaces(progress, place, oldsOf(progress, place), things)
}

/** `X → Y` */
const pointsTo: Rule = (progress, place) => {
  const { piece, mark, before, beforeAt, subject, isNames, isMarked } = place
  if (mark !== arrow || !isNames || isMarked) return false
  const of = oldsOf(progress, place)
  if (!before || progress.waiting.length > 0) return replaces(progress, place, of)
  progress.found[beforeAt] = { ...before, by: [...before.by, ...subject.things] }
  progress.last = replacing(subject, piece, of)
  return true
}

/** `Replacement for X: Y`, behind its mark */
const isBelowTitle: Rule = (progress, place) => {
  const { title } = progress
  const { subject, isNames } = place
  if (title === undefined || !(isNames || subject.denied)) return false
  progress.title = undefined
  return replaces(progress, place, title)
}

/** `Replacement for X:`, `Instead:`, `Successor Y` */
const isTitle: Rule = (progress, place) => {
  const { piece, mark, index, subject, antecedent } = place
  if (piece.every(token => is(token, 'instead')) && progress.pieces[index + 1]?.mark === ':') {
    progress.title = oldsOf(progress, place)
    progress.waiting = []
    return true
  }
  const noun = piece.findIndex(token => entryOf(token, 'noun-of')?.act === 'replace')
  if (subject.act !== 'replace' || subject.other || mark === '|') return false
  const isDirect = isName(piece[noun + 1])
  const olds = isDirect || subject.things.length === 0 ? subjectOf(progress.waiting).things : subject.things
  const of = olds.length > 0 ? olds : antecedent
  if (isDirect) return replaces(progress, place, of)
  progress.title = of
  progress.waiting = []
  return true
}

/** `A replaces the POSTs, B the GET` */
const isHalved: Rule = (progress, { piece, before }) => {
  const cut = elliptic(piece)
  if (!before || !progress.last || cut < 0) return false
  const names = [...progress.waiting, ...piece.slice(0, cut)]
  progress.found.push(halved(before, progress.last, names, piece.slice(cut)))
  progress.waiting = []
  return true
}

const waits: Rule = (progress, place) => {
  const { piece, before, isNames } = place
  if (!before || !isNames || !isHeld(progress, place)) return false
  progress.waiting = [...progress.waiting, ...piece]
  return true
}

/** `Instead of X, Z and Y, …` */
const leads: Rule = (progress, { piece, before, subject, isNames }) => {
  if (before) return false
  const lead = ledBy(piece)
  const isLead = lead?.rest.length === 0
  if (!isLead && !(progress.led.length > 0 && isNames)) return false
  progress.led = [...progress.led, ...(isLead ? lead.things : subject.things)]
  return true
}

/** `, on which date the old call`: the subject of a clause to come, of which nothing is known. */
const isRelativeTime: Rule = (progress, { piece, before }) => {
  if (!before || !is(piece[0], 'preposition') || !is(piece[1], 'relative')) return false
  progress.waiting = [...progress.waiting, ...piece]
  return true
}

/** What stands behind a clause without a verb of its own goes on with what the clause names. */
const goesOn: Rule = (progress, { piece, mark, before, beforeAt, subject }) => {
  if (!before) return false
  if (mark === '|') {
    settle(progress, progress.own)
    return true
  }
  const { found, last } = progress
  const more = complementOf(piece, before.act)
  // `Build service: v1 API` builds nothing.
  const ofLast = last === undefined || (last.slot === 'of' && mark === ':') ? 'others' : last.slot
  // `X, which is replaced by Y and Z`: behind `and` stands more of the same.
  const slot = before.by.length > 0 && ['and', 'or'].includes(mark) ? 'by' : ofLast
  // `Replaced by: nothing`
  const isNone = slot === 'by' && subject.denied && !subject.things.some(thing => thing.at)
  if (isNone) found[beforeAt] = { ...before, denied: !before.denied }
  else if (isStray(before, more.things, slot)) found[beforeAt] = { ...before, unread: [...before.unread, '…'] }
  else found[beforeAt] = withMore(before, more, piece, slot)
  if (more.things.length > 0 || more.unread.length > 0) {
    // What is listed behind a colon is all of a kind: `Use instead: X, Y and Z`.
    if (last) progress.last = progress.implied === undefined ? { ...last, slot } : { ...last, of: more.things }
    settle(progress, more.things)
  }
  return true
}

/** Names in a list, or what only leads to the clause: `Since 2025-01-01,` and `Replacement: none,`. */
const takeAhead = (progress: Progress, { piece, index, subject }: Verbless): void => {
  const { things, other, act } = subject
  if ((act === 'end' || act === 'deprecate') && things.length === 0 && !other)
    progress.found.push({ ...stated(act, progress.own, piece, progress.supposed), mood: 'planned' })
  progress.days = [...progress.days, ...datesOf(piece)]
  if (things.length > 0) progress.waiting = [...progress.waiting, ...piece]
  else if (other && progress.pieces[index + 1]?.mark !== ':') progress.odd = [...progress.odd, ...piece]
}

const rules: readonly Rule[] = [
  favours,
  pointsTo,
  isBelowTitle,
  isTitle,
  isHalved,
  waits,
  leads,
  isRelativeTime,
  goesOn,
]

/** Takes in a piece that has no verb. */
export const readVerbless = (progress: Progress, place: Place, isMarked: boolean): void => {
  const subject = subjectOf(place.piece)
  const verbless = { ...place, subject, isNames: subject.things.length > 0, isMarked }
  if (!rules.some(rule => rule(progress, verbless))) takeAhead(progress, verbless)
}
