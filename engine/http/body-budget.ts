import { WireError } from './transport.ts'

/** Bytes that the exchanges of a run may take in its report; beyond, a report could neither be held nor written. */
const limit = 96 * 1024 * 1024

/** What an exchange takes besides its body. */
const overhead = 1_024

/** Bodies of fewer characters are not worth comparing. */
const short = 256

/** Keeps answers as evidence within a bound; equal bodies are held and counted once: a report cuts what it would have too often. */
export interface BodyBudget {
  /** Throws {@link WireError} where there are too many: an answer is none then, since a part of it could be told from a whole one. */
  keep<R extends { readonly body: string }>(response: R): R
}

export const createBodyBudget = (): BodyBudget => {
  const bodies = new Map<string, { readonly body: string; readonly size: number }>()
  let kept = 0
  return {
    keep: response => {
      const known = bodies.get(response.body)
      // Some characters take six in JSON.
      const { body, size } = known ?? { body: response.body, size: Buffer.byteLength(JSON.stringify(response.body)) }
      const more = overhead + (known ? 0 : size)
      if (kept + more > limit) throw new WireError('evidence-full', 'the run keeps no more answers')
      kept += more
      if (!known && body.length >= short) bodies.set(body, { body, size })
      return known ? { ...response, body } : response
    },
  }
}
