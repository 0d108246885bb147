import type { Answered } from './exchange.ts'

/** Whether a report is one of the contract: a run of it asks nothing else. */
export const isOfContract = ({
  requirements,
}: {
  readonly requirements: readonly { readonly suite: string }[]
}): boolean => requirements.length > 0 && requirements.every(({ suite }) => suite === 'pact')

/** What Pact's own verifier says of an answer. */
export interface Verified {
  readonly ok: boolean
  /** Each mismatch in its own words. */
  readonly words: readonly string[]
  /** The answer that it was given. */
  readonly answer: Answered
}

/** What stands in a report for an answer that the verifier took. */
export const verifiedText = 'verified'
