import type { Act } from '../lexicon.ts'
import type { PlacedDate } from '../published-dates.ts'
import { complementOf, groupAt, isUnlabelled, piecesOf, subjectOf, verbAt } from './phrases.ts'
import { type Clause, halved, isStray, markedBy, type Said, withMore } from './said.ts'
import {
  actsOf,
  arrow,
  datesOf,
  entryOf,
  is,
  isName,
  isNominal,
  isUnknown,
  isYear,
  mannerOf,
  type Name,
  namedIn,
  plainText,
  type Thing,
  type Token,
  tokensOf,
} from './tokens.ts'

/** What leads to a clause and says of what it is so: `Instead of X`, `For X`, `Clients of X`. */
const ledBy = (
  tokens: readonly Token[],
): { readonly things: readonly Thing[]; readonly rest: readonly Token[] } | undefined => {
  const [first, second] = tokens
  const ofAgent = is(first, 'client') && second?.text === 'of'
  if (!first || !(is(first, 'than', 'favour') || first.text === 'for' || ofAgent)) return undefined
  const from = ofAgent ? 2 : 1
  const to = tokens.findLastIndex(token => token.thing !== undefined || is(token, 'noun', 'this')) + 1
  const { things, other } = subjectOf(tokens.slice(from, to))
  return things.length > 0 && !other ? { things, rest: [...(ofAgent ? [first] : []), ...tokens.slice(to)] } : undefined
}

/** What a clause names last: what `, which` goes on with. */
const namedLast = (said: Said | undefined): readonly Thing[] =>
  [said?.by, said?.others, said?.than, said?.of].find(some => some !== undefined && some.length > 0) ?? []

/** Where the second half of a clause begins that has the verb of the one before: `X by Y`, `B instead of X`, `B the GET`, `B of X`. */
const elliptic = (piece: readonly Token[]): number => {
  const at = piece.findIndex(
    (token, index) =>
      is(token, 'favour', 'than') ||
      /^(?:by|with)$/.test(token.text) ||
      (isName(piece[index - 1]) &&
        (is(token, 'article', 'of', 'to', 'preposition', 'be') || isOtherKind(piece, index))),
  )
  return at > 0 && piece.slice(0, at).some(isName) && piece.slice(at).some(isNominal) ? at : -1
}

const isOtherKind = (piece: readonly Token[], at: number): boolean => {
  const [one, other] = [piece[at - 1]?.thing, piece[at]?.thing]
  return one !== undefined && other !== undefined && one.is !== other.is
}

const isPronoun = (token: Token): boolean =>
  is(token, 'pronoun') || /^(?:its|their|these|those|both|all)$/.test(token.text)

export const clausesOf = (
  sentence: string,
  own: readonly Thing[],
  it: readonly Thing[] | undefined,
  names: readonly Name[] | undefined,
): readonly Said[] => {
  const text = plainText(sentence, names)
  const tokens = tokensOf(text, names)
  const first = tokens.find(({ mark }) => mark === undefined)
  const isAsked = /\?\W*$/.test(text)
  const condition = is(first, 'condition') ? first?.text : undefined
  let supposed = condition !== undefined || isAsked
  /** What the condition makes of an endpoint: `Once deprecated, an endpoint …`. */
  let given: 'old' | 'gone' | undefined
  let isOver = false
  const found: Said[] = []
  let waiting: readonly Token[] = []
  let odd: readonly Token[] = []
  let days: readonly PlacedDate[] = []
  let led: readonly Thing[] = []
  /** What a title such as `Replacement for X:` is of. */
  let title: readonly Thing[] | undefined
  let last: Clause | undefined
  /** A clause of which it is open whether what follows is its subject: `Deprecated: X`. */
  let implied: number | undefined
  const settle = (of: readonly Thing[]): void => {
    const said = implied === undefined ? undefined : found[implied]
    if (said && implied !== undefined) found[implied] = { ...said, of }
    implied = undefined
  }
  const pieces = piecesOf(tokens)
  /** Whether what follows a piece makes its names those of a clause to come: `, X → Y`, `, X and Y by Z`. */
  const isHeld = (index: number): boolean => {
    const next = pieces.slice(index + 1).find(({ tokens: other, mark }) => mark === arrow || !other.every(isName))
    return next !== undefined && (next.mark === arrow ? pieces[index + 1] === next : elliptic(next.tokens) >= 0)
  }
  const stated = (act: Act, of: readonly Thing[], by: readonly Thing[], piece: readonly Token[]): Said => ({
    ...complementOf([], act),
    of,
    act,
    verb: '',
    denied: false,
    mood: supposed ? 'supposed' : 'stated',
    how: new Set(),
    others: [],
    by,
    it: of,
    dates: datesOf(piece),
    subject: '',
    alien: false,
    words: actsOf(piece),
    names: namedIn(piece),
  })
  /** The endpoints that were named last. */
  let lastEndpoints: readonly Thing[] = []
  for (const [index, { tokens: piece, aside, at, mark }] of pieces.entries()) {
    const next = pieces[index + 1]
    const from = verbAt(piece)
    const endpoints = lastEndpoints
    const named = namedIn([...piece, ...aside]).filter(thing => thing.is === 'endpoint')
    if (named.length > 0) lastEndpoints = named
    isOver ||= condition !== undefined && mark === ',' && index > 0
    const before = found.at(-1)
    const marked = aside.length === 0 ? undefined : markedBy(aside, subjectOf(piece.slice(0, at)).things)
    if (marked) found.push({ ...marked, mood: supposed ? 'supposed' : 'stated' })
    const antecedent = last?.of ?? (piece.some(isPronoun) ? (it ?? []) : own)
    if (from < 0) {
      const subject = subjectOf(piece)
      const lead = ledBy(piece)
      const cut = elliptic(piece)
      const noun = piece.findIndex(token => entryOf(token, 'noun-of')?.act === 'replace')
      const isNames = subject.things.length > 0 && !subject.other
      // `in favour of Y`, `X (now Y)`
      const favoured =
        is(piece[0], 'favour') || /^(?:now|today|currently)$/.test(piece[0]?.text ?? '')
          ? subjectOf(piece.slice(1)).things
          : []
      if (favoured.length > 0 && !before) {
        const olds = waiting.length > 0 ? subjectOf(waiting).things : antecedent
        found.push(stated('replace', olds, favoured, piece))
        last = { subject, group: groupAt(piece, piece.length), of: olds, slot: 'by' }
        waiting = []
      } else if (mark === arrow && isNames && !marked) {
        const olds = waiting.length > 0 ? subjectOf(waiting).things : antecedent
        if (before && waiting.length === 0)
          found[found.length - 1] = { ...before, by: [...before.by, ...subject.things] }
        else found.push(stated('replace', olds, subject.things, [...waiting, ...piece]))
        last = { subject, group: groupAt(piece, piece.length), of: olds, slot: 'by' }
        waiting = []
      } else if (title !== undefined && (isNames || subject.denied)) {
        found.push({ ...stated('replace', title, subject.things, piece), denied: subject.denied })
        last = { subject, group: groupAt(piece, piece.length), of: title, slot: 'by' }
        title = undefined
      } else if (noun >= 0 && subject.act === 'replace' && !subject.other && mark !== '|') {
        // `Replacement for X: Y`, `Successor Y`
        const isDirect = isName(piece[noun + 1])
        const olds = isDirect || subject.things.length === 0 ? subjectOf(waiting).things : subject.things
        const of = olds.length > 0 ? olds : antecedent
        if (isDirect) found.push(stated('replace', of, subject.things, piece))
        else title = of
        if (isDirect) last = { subject, group: groupAt(piece, piece.length), of, slot: 'by' }
        waiting = []
      } else if (before && last && cut > 0) {
        found.push(halved(before, last, [...waiting, ...piece.slice(0, cut)], piece.slice(cut)))
        waiting = []
      } else if (before && isNames && isHeld(index)) waiting = [...waiting, ...piece]
      else if (!before && lead && lead.rest.length === 0) led = [...led, ...lead.things]
      else if (!before && led.length > 0 && isNames) led = [...led, ...subject.things]
      // What stands behind a clause without a verb of its own goes on with what the clause names.
      else if (before && mark === '|') settle(own)
      else if (before) {
        const more = complementOf(piece, before.act)
        const at = marked ? found.length - 2 : found.length - 1
        // `Build service: v1 API` builds nothing.
        const slot = last === undefined || (last.slot === 'of' && mark === ':') ? 'others' : last.slot
        // `Replaced by: nothing`
        const isNone = slot === 'by' && subject.denied && !subject.things.some(thing => thing.at)
        found[at] = isNone
          ? { ...before, denied: !before.denied }
          : isStray(before, more.things, slot)
            ? { ...before, unread: [...before.unread, '…'] }
            : withMore(before, more, piece, slot)
        if (more.things.length > 0 || more.unread.length > 0) {
          if (implied !== undefined && last) last = { ...last, of: more.things }
          settle(more.things)
        }
      } else {
        // Names in a list, or what only leads to the clause: `Since 2025-01-01,` and `Replacement: none,`.
        const { things, other, act } = subject
        if ((act === 'end' || act === 'deprecate') && things.length === 0 && !other)
          found.push({ ...stated(act, own, [], piece), mood: 'planned' })
        days = [...days, ...datesOf(piece)]
        if (things.length > 0) waiting = [...waiting, ...piece]
        else if (other && next?.mark !== ':') odd = [...odd, ...piece]
      }
      continue
    }
    settle(antecedent)
    const start = ledBy(piece.slice(0, from))
    // `In favour of Y we removed X`
    const isFavoured = is(piece[0], 'favour')
    const beforeVerb = start?.rest ?? piece.slice(0, from)
    // `since they are deprecated`
    const isReason =
      /^(?:since|as)$/.test(beforeVerb[0]?.text ?? '') &&
      beforeVerb.length > 1 &&
      !beforeVerb[1]?.date &&
      !isYear(beforeVerb[1] as Token)
    // `means that X and that it may be removed` is no relative clause.
    const isJoined = mark === 'and' && beforeVerb[0]?.text === 'that' && is(beforeVerb[1], 'pronoun')
    const whole = isReason || isJoined ? beforeVerb.slice(1) : beforeVerb
    // `Because of feedback we …`
    const isApart = is(whole[0], 'preposition') && whole.length > 2 && is(whole.at(-1), 'author', 'client', 'pronoun')
    const lead = isApart ? whole.slice(-1) : whole
    const apart = isApart && whole[0]?.text !== 'because of' ? whole[0]?.text : undefined
    const group = groupAt(piece, from)
    if (isOver && !isAsked && (lead.length > 0 || group.order)) supposed = false
    const rest = piece.slice(group.end)
    const complement = complementOf(rest, group.act)
    // `GET /x: use Y`, `GET /x: Y replaces it`
    const isHead =
      waiting.length > 0 &&
      !subjectOf(waiting).other &&
      (/^[:–—→]$/.test(mark) && lead.some(isName)
        ? group.act === 'replace'
        : lead.length === 0 && group.order && (group.act === 'use' || group.act === 'move'))
    const head = isHead ? subjectOf(waiting).things : antecedent
    const ahead = isHead ? [] : waiting
    const subject = subjectOf([...ahead, ...lead])
    // `is removed first and labelled later`: what has no subject has that of the clause before.
    const isOpen = [...ahead, ...lead].every(
      token =>
        token.text !== 'nothing' &&
        (token.date !== undefined || is(token, 'adverb', 'not', 'still', 'later', 'first', 'pronoun')),
    )
    const goesOn = isOpen || (subject.goesOn && subject.things.length === 0 && !subject.other)
    // `may be removed or change its behavior`
    const isGoverned = last?.group.mood === 'possible' && /^(?:and|or)$/.test(mark) && group.act === 'change'
    const inherits = isOpen && last !== undefined && group.bare && (group.active === last.group.active || isGoverned)
    // `One reads it (GET /x), and Y has taken its place`: an operation is not replaced by another one.
    const isOfEndpoint =
      group.act === 'replace' && endpoints.length > 0 && head.every(thing => thing.is === 'operation')
    const object =
      complement.goesOn && complement.things.length === 0
        ? isOfEndpoint
          ? endpoints
          : head.length > 0 || group.act !== 'use'
            ? head
            : own
        : complement.things
    const isAgent = subject.agent || (goesOn && last?.subject.agent === true)
    const isFirst = isOpen && !subject.goesOn
    // `Replaces X` says what the thing described is.
    const isReplacing = group.act === 'replace' && complement.by.length === 0 && !isAgent
    const isOrder = isFirst && group.order && (last === undefined || object.length > 0)
    const isAllowed = isFirst && group.mood === 'possible'
    const isTitle = isFirst && group.bare && !last
    const takesObject =
      !isReplacing &&
      ((group.active && (isAgent || isOrder || isAllowed)) ||
        (isTitle && group.act !== 'replace' && (object.length > 0 || complement.unread.length > 0)))
    const isEquation = group.act === undefined && subject.isCurrent && !subject.other
    const isRelative = is(lead[0], 'relative')
    // `Not every endpoint`
    const partOf = is(lead[0], 'limit') ? lead[0]?.text : apart
    // `The replacement for X is Y`
    const isNamed =
      subject.act === 'replace' &&
      group.act === undefined &&
      group.passive &&
      !subject.other &&
      (complement.things.length > 0 || /^(?:none|nothing)$/.test(piece[group.end - 1]?.text ?? ''))
    const of = isNamed
      ? subject.things.length > 0
        ? subject.things
        : head
      : isRelative
        ? ahead.length > 0
          ? subjectOf(ahead).things
          : namedLast(before)
        : isEquation || (takesObject && !subject.other && rest.length > 0)
          ? object
          : goesOn
            ? head
            : subject.things
    // `Before we remove or replace X`
    if (before && /^(?:and|or)$/.test(mark) && lead.length === 0 && takesObject && last?.group.active === true)
      if (namedLast(before).length === 0 && before.unread.length === 0)
        found[found.length - 1] = { ...before, of: object }
    const isDenied = group.denied || (inherits && last?.group.denied === true)
    const isGiven =
      supposed && found.length === 0 && !isDenied && /^(?:once|after|if|when|whenever|as)\b/.test(condition ?? '')
    if (
      isGiven &&
      (group.mood === 'stated' || group.mood === 'past') &&
      (group.act === 'deprecate' || group.act === 'end')
    )
      given = group.act === 'end' ? 'gone' : 'old'
    // `To remove an endpoint at once would be …`
    const isInfinitive = lead.length === 1 && lead[0]?.text === 'to'
    const mood =
      supposed || isInfinitive ? 'supposed' : inherits && last ? last.group.mood : isOrder ? 'ordered' : group.mood
    found.push({
      ...complement,
      of: given && !supposed ? of.map(thing => (thing.is === 'any' ? { is: given as 'old' | 'gone' } : thing)) : of,
      act: isNamed ? 'replace' : isEquation ? 'prefer' : group.act,
      verb: piece[group.end - 1]?.text ?? '',
      denied: subject.denied !== (isDenied !== complement.none),
      mood,
      how: new Set([
        ...lead.flatMap((token, at) => mannerOf(token) ?? (isUnlabelled(lead, at) ? 'unlabelled' : [])),
        ...group.how,
        ...complement.how,
      ]),
      others: isEquation || takesObject || isNamed ? [] : isReplacing ? object : complement.things,
      by: isNamed ? complement.things : isFavoured ? (start?.things ?? []) : complement.by,
      than: [...led, ...(isFavoured ? [] : (start?.things ?? [])), ...complement.than],
      // `POST is replaced by X` is of something else.
      it: goesOn || subject.agent || subject.things.length > 0 || isNamed ? head : [],
      dates: [...days, ...datesOf(piece)],
      subject: [...waiting, ...lead].map(token => token.text).join(' '),
      alien: of.length === 0 && (goesOn ? last?.subject.alien === true : subject.alien),
      limited: complement.limited || partOf !== undefined || (isRelative && mark !== ',') || (isOver && !supposed),
      limit:
        isOver && !supposed && condition === 'before'
          ? condition
          : (complement.limit ?? partOf ?? (isOver && !supposed ? condition : undefined)),
      unread: [...complement.unread, ...odd.map(token => token.text)],
      words: actsOf(piece),
      names: namedIn(piece),
      ...(subject.act && { nominal: subject.act }),
    })
    if (isTitle && rest.length === 0) implied = found.length - 1
    if (isRelative) continue
    last = {
      subject: subject.agent || !goesOn || !last ? subject : last.subject,
      group: { ...group, mood, denied: subject.denied !== isDenied },
      of,
      slot: complement.slot === 'things' ? (isNamed ? 'by' : takesObject ? 'of' : 'others') : complement.slot,
    }
    waiting = []
    odd = []
    days = []
    led = []
  }
  settle(last?.of ?? own)
  // A sentence on an endpoint or an operation whose verb is not known; a row or a field has no full stop.
  const unknown = tokens.filter(isUnknown).map(token => token.text)
  const named = namedIn(tokens).filter(({ is: kind }) => kind === 'endpoint' || kind === 'operation')
  if (found.length === 0 && unknown.length > 0 && named.length > 0 && /[.!]\W*$/.test(text)) {
    const { act, ...said } = stated('have', named, [], tokens)
    found.push({ ...said, act: undefined, unread: unknown })
  }
  return found
}
