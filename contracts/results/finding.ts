import type { Answered, Exchange } from '../exchange.ts'
import type { ReasonCode } from './reasons.ts'

/** A place in a published document, or a message of Pact's verifier: evidence that is not an exchange. */
export interface Excerpt {
  readonly document: 'reference' | 'deprecation-log' | 'changelog' | 'pact'
  /** File or URL; the interaction of a pact. */
  readonly from: string
  readonly line?: number
  readonly text: string
}

/** What a finding depends on. */
export type Evidence = Exchange | Excerpt

/** At least one piece of evidence: no pass without it. */
export type Seen = readonly [Evidence, ...Evidence[]]

/** The values of a reason's sentence. */
export type ReasonValues = Readonly<Record<string, string | number | boolean | null>>

export interface Reason {
  readonly code: ReasonCode
  readonly values: ReasonValues
}

/** The claim was seen to hold. */
export interface Holds {
  readonly kind: 'holds'
  readonly seen: Seen
}

/** The claim was seen to be false. */
export interface Violated extends Reason {
  readonly kind: 'violated'
  readonly seen: Seen
}

/** The claim does not apply to what was seen. */
export interface Exempt extends Reason {
  readonly kind: 'exempt'
  readonly seen: readonly Evidence[]
}

/** Something in front of the service answered; a sibling case must show the claim, or it stays open. */
export interface Masked extends Reason {
  readonly kind: 'masked'
  readonly seen: Seen
}

/** Asked, but what came back decides nothing. */
export interface Unclear extends Reason {
  readonly kind: 'unclear'
  readonly seen: readonly Evidence[]
}

/** What a check reports. It is the engine that makes a verdict of it. */
export type Finding = Holds | Violated | Exempt | Masked | Unclear

export const holds = (...seen: Seen): Holds => ({ kind: 'holds', seen })

const because =
  <Kind extends string, S extends readonly Evidence[]>(kind: Kind) =>
  (code: ReasonCode, values: ReasonValues, ...seen: S) => ({ kind, code, values, seen })

export const violated = because<'violated', Seen>('violated')

export const exempt = because<'exempt', readonly Evidence[]>('exempt')

export const masked = because<'masked', Seen>('masked')

export const unclear = because<'unclear', readonly Evidence[]>('unclear')

/** Thrown by a probe when no answer came; the engine makes `inconclusive` of it. */
export class NoAnswer extends Error {
  readonly exchange: Exchange
  constructor(exchange: Exchange) {
    super(`no answer: ${exchange.failure ?? 'unknown'}`)
    this.name = 'NoAnswer'
    this.exchange = exchange
  }
}

/** Thrown by a probe when something the check needs is not there; the engine makes `untestable` of it. */
export class Missing extends Error {
  readonly code: ReasonCode
  readonly values: ReasonValues
  readonly seen: readonly Exchange[]
  constructor(code: ReasonCode, values: ReasonValues = {}, seen: readonly Exchange[] = []) {
    super(`missing: ${code}`)
    this.name = 'Missing'
    this.code = code
    this.values = values
    this.seen = seen
  }
}

/** Thrown by a reader when an answer cannot be read as what was asked for; the engine makes `inconclusive` of it. */
export class Unreadable extends Error {
  readonly code: ReasonCode
  readonly values: ReasonValues
  readonly seen: readonly [Answered, ...Answered[]]
  constructor(code: ReasonCode, values: ReasonValues, seen: readonly [Answered, ...Answered[]]) {
    super(`unreadable: ${code}`)
    this.name = 'Unreadable'
    this.code = code
    this.values = values
    this.seen = seen
  }
}
