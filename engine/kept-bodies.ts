import { WireError } from './wire.ts'

/** Characters of answers that a run keeps as evidence: enough for some ten thousand exchanges, too few to exhaust the memory. */
const limit = 64 * 1024 * 1024

/** What an exchange costs besides its body. */
const overhead = 1_024

/** Bodies of fewer characters are not worth comparing. */
const short = 256

/** Keeps answers as evidence within a bound; equal bodies are kept once. */
export interface KeptBodies {
  /** Throws {@link WireError} where there are too many: an answer is none then, since a part of it could be told from a whole one. */
  keep<R extends { readonly body: string }>(response: R): R
}

export const createKeptBodies = (): KeptBodies => {
  const bodies = new Map<string, string>()
  let kept = 0
  return {
    keep: response => {
      const { body } = response
      const known = bodies.get(body)
      const more = overhead + (known === undefined ? body.length : 0)
      if (kept + more > limit) throw new WireError('evidence-full', 'the run keeps no more answers')
      kept += more
      if (known !== undefined) return { ...response, body: known }
      if (body.length >= short) bodies.set(body, body)
      return response
    },
  }
}
