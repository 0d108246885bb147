import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { isObject, type JsonObject } from '../../checks/reading/json.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Verified } from '../../contracts/pact.ts'
import { type Child, startChild } from './child.ts'
import { openLoopbackServer } from './loopback-server.ts'

/** Judges interactions of the contract, one at a time each. */
export interface Verifier {
  /** See {@link Probe.verify}. */
  verify(key: string, params: Readonly<Record<string, string>>, ask: () => Promise<Answered>): Promise<Verified>
}

/** Pact's own verifier, in a process of its own. */
export interface RunningVerifier extends Verifier {
  close(): Promise<void>
}

/** Verifications under way at once: the native part has four threads. */
const atOnce = 4

const texts = (value: unknown): readonly string[] => (typeof value === 'string' && value !== '' ? [value] : [])

/** A value longer than this is in the exchange, where it can be read, and would bury the verifier's words. */
const longestActual = 60

const wordsOfMismatch = ({ mismatch, path, actual }: JsonObject): readonly string[] =>
  texts(mismatch).map(text => {
    const long = texts(actual).find(value => value.length > longestActual)
    const words = long === undefined ? text : text.replaceAll(long, '…')
    return typeof path === 'string' && path.length > 1 ? `${path}: ${words}` : words
  })

const wordsOfOne = (mismatch: unknown): readonly string[] => {
  if (!isObject(mismatch)) return []
  if (!Array.isArray(mismatch.mismatches)) return texts(mismatch.message)
  return mismatch.mismatches.filter(isObject).flatMap(wordsOfMismatch)
}

/** Mismatches that are told one by one: a list may have one in every item. */
const mostMessages = 4

/** In an order of their own: the verifier tells them in another one each time. */
const bounded = (words: readonly string[]): readonly string[] => {
  const sorted = [...words].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return sorted.length > mostMessages
    ? [...sorted.slice(0, mostMessages), `and ${sorted.length - mostMessages} more`]
    : sorted
}

/**
 * What the verifier's result says of the one interaction. Throws where it says nothing of it: a verifier that ran nothing reports success.
 */
export const readResult = (text: string, key: string): Pick<Verified, 'ok' | 'words'> => {
  const result: unknown = JSON.parse(text)
  const results = isObject(result) && Array.isArray(result.interactionResults) ? result.interactionResults : []
  const [only] = results
  if (!isObject(result) || results.length !== 1 || !isObject(only) || only.interactionKey !== key)
    throw new Error(`Pact's verifier did not verify the interaction ${key}: ${text.slice(0, 500)}`)
  if (only.result === 'OK') return { ok: true, words: [] }
  const errors = [result.errors, result.pendingErrors].flatMap(list => (Array.isArray(list) ? list : []))
  const words = errors.filter(isObject).flatMap(({ mismatch }) => wordsOfOne(mismatch))
  return { ok: false, words: words.length > 0 ? bounded(words) : ['it gives no reason'] }
}

/** Starts Pact's verifier. Throws {@link UsageError} where the package is not there. */
export const startVerifier = async (start: () => Promise<Child> = startChild): Promise<RunningVerifier> => {
  const child = await start()
  const server = await openLoopbackServer()
  const limit = pLimit(atOnce)
  const verifyNow: Verifier['verify'] = async (key, params, ask) => {
    const visit = server.admit(randomUUID(), key, params, ask)
    try {
      const said = await child.verify(visit)
      const { answer } = visit.outcome()
      return { ...readResult(said, key), answer }
    } finally {
      visit.close()
    }
  }
  return {
    verify: (key, params, ask) => limit(() => verifyNow(key, params, ask)),
    close: async () => {
      await Promise.all([child.close(), server.close()])
    },
  }
}
