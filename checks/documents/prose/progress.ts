import type { PlacedDate } from '../published-dates.ts'
import { groupAt, type Piece, piecesOf, type Subject, subjectOf } from './phrases.ts'
import type { Clause, Said } from './said.ts'
import { is, type Thing, type Token } from './tokens.ts'

/** What is known of a sentence while its pieces are read in their order. */
export interface Progress {
  readonly pieces: readonly Piece[]
  /** What a piece without a subject is about. */
  readonly own: readonly Thing[]
  readonly isAsked: boolean
  /** The word that begins the sentence as a condition: `once`, `before`. */
  readonly condition: string | undefined
  readonly found: Said[]
  supposed: boolean
  /** Whether the condition has ended. */
  isOver: boolean
  /** What the condition makes of an endpoint: `Once deprecated, an endpoint …`. */
  given: 'old' | 'gone' | undefined
  /** Names that belong to a clause to come. */
  waiting: readonly Token[]
  /** What was not understood in front of a clause. */
  odd: readonly Token[]
  /** Days in front of a clause. */
  days: readonly PlacedDate[]
  /** What leads to the clause: `Instead of X, …`. */
  led: readonly Thing[]
  /** What a title such as `Replacement for X:` is of. */
  title: readonly Thing[] | undefined
  last: Clause | undefined
  /** What the relative clause before is about. */
  relative: readonly Thing[] | undefined
  /** The clause of which it is open whether what follows is its subject: `Deprecated: X`. */
  implied: number | undefined
  /** The endpoints that were named last. */
  endpoints: readonly Thing[]
}

/** A piece, with what the pieces before it make of it. */
export interface Place {
  readonly piece: readonly Token[]
  readonly mark: string
  readonly index: number
  /** What it is about where it does not say so. */
  readonly antecedent: readonly Thing[]
  /** The clause before it, and its place. */
  readonly before: Said | undefined
  readonly beforeAt: number
}

export const begin = (tokens: readonly Token[], own: readonly Thing[], isAsked: boolean): Progress => {
  const first = tokens.find(({ mark }) => mark === undefined)
  const condition = first && is(first, 'condition') ? first.text : undefined
  return {
    pieces: piecesOf(tokens),
    own,
    isAsked,
    condition,
    found: [],
    supposed: condition !== undefined || isAsked,
    isOver: false,
    given: undefined,
    waiting: [],
    odd: [],
    days: [],
    led: [],
    title: undefined,
    last: undefined,
    relative: undefined,
    implied: undefined,
    endpoints: [],
  }
}

/** Gives a clause without a subject, such as `Deprecated:`, the one that follows it. */
export const settle = (progress: Progress, of: readonly Thing[]): void => {
  const { found, implied } = progress
  if (implied !== undefined) found[implied] = { ...(found[implied] as Said), of }
  progress.implied = undefined
}

/** What waits for its clause, or else what the piece is about. */
export const oldsOf = ({ waiting }: Progress, { antecedent }: Place): readonly Thing[] =>
  waiting.length > 0 ? subjectOf(waiting).things : antecedent

/** The clause that names make without a verb: more names that follow are further replacements. */
export const replacing = (subject: Subject, piece: readonly Token[], of: readonly Thing[]): Clause => ({
  subject,
  group: groupAt(piece, piece.length),
  of,
  slot: 'by',
})
