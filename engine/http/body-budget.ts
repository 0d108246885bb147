import { WireError } from './transport.ts'

/** Bytes that the exchanges of a run may take in its report; beyond, a report could neither be held nor written. */
const limit = 96 * 1024 * 1024

/** What an exchange takes besides its body. */
const overhead = 1_024

/** Bodies of fewer characters are not worth comparing. */
const short = 256

/**
 * Makes a function that keeps answers as evidence within a bound. Equal bodies are held and counted once: a report shortens them anyway. It
 * throws {@link WireError} when there are too many: a part of an answer could be taken for the whole.
 */
export const createBodyBudget = () => {
  const bodies = new Map<string, { readonly body: string; readonly size: number }>()
  let kept = 0
  return <R extends { readonly body: string }>(response: R): R => {
    const known = bodies.get(response.body)
    // Some characters take six in JSON.
    const { body, size } = known ?? { body: response.body, size: Buffer.byteLength(JSON.stringify(response.body)) }
    const more = overhead + (known ? 0 : size)
    if (kept + more > limit) throw new WireError('evidence-full', 'the run keeps no more answers')
    kept += more
    if (!known && body.length >= short) bodies.set(body, { body, size })
    return known ? { ...response, body } : response
  }
}
