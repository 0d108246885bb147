import type { Answered } from '../contracts/exchange.ts'
import { type Finding, holds, masked, unclear, violated } from '../contracts/finding.ts'
import { contentKind, isObject, isSuccess, parseJson } from './reading.ts'

const keysOf = (exchange: Answered): string => {
  const parsed = parseJson(exchange)
  if (!parsed.ok) return ''
  return isObject(parsed.value) ? Object.keys(parsed.value).sort().join('\n') : Array.isArray(parsed.value) ? '[]' : ''
}

/**
 * Whether two answers can be told apart as answers of different routes: by status, by the sort of content, by the members of a
 * JSON object. Echoes of the path do not count.
 */
export const distinct = (a: Answered, b: Answered): boolean =>
  a.response.status !== b.response.status || contentKind(a) !== contentKind(b) || keysOf(a) !== keysOf(b)

/** Statuses by which something in front of a service refuses a request before any route sees it. */
const refusals = new Set([400, 401, 402, 403, 405, 406, 407, 411, 413, 414, 415, 421, 426, 428, 431, 501, 511])

/** Whether an answer is a refusal that a path which never existed gets as well. */
export const refusedBeforeRouting = (answer: Answered, stranger: Answered): boolean =>
  refusals.has(answer.response.status) && answer.response.status === stranger.response.status

/** What presence is judged from. */
export interface PresenceEvidence {
  readonly operation: string
  /** The operation's own answer for something that should exist. */
  readonly answer: Answered
  /** The same request to a sibling path that never existed. */
  readonly stranger: Answered
  /** The operation's answer for something that does not exist, where it has such a form. */
  readonly missing?: () => Promise<Answered>
  /** An exchange that shows that what was asked for exists; null where nothing shows it. */
  readonly witness: Answered | null
  /** What is asked for is the caller's own and exists without a fixture, so that absence needs no witness. */
  readonly selfEvident?: boolean
  /** Whether the path is known to be the operation's (stated, bound, or the target keeps to the published layout). */
  readonly pathKnown: boolean
}

/**
 * Presence is differential: an operation is there when its route answers otherwise than a path that never existed. 404 alone, 401
 * alone and 200 alone prove nothing. Statuses other than those of absence are "not shown", hence as good as any other.
 */
export const judgePresence = async (evidence: PresenceEvidence): Promise<Finding> => {
  const { operation, answer, stranger, witness } = evidence
  const status = answer.response.status
  const values = { operation, status, stranger: stranger.response.status, method: answer.request.method }
  if (status === 429 || (status >= 500 && status !== 501 && status !== 505))
    return unclear('server-error', values, answer)
  if (isSuccess(answer)) {
    if (distinct(answer, stranger)) return holds(answer, stranger)
    const missing = await evidence.missing?.()
    if (missing && distinct(answer, missing)) return holds(answer, missing)
    // What exists cannot look to the letter like a path that never existed.
    const exists = witness !== null || evidence.selfEvident === true
    const { body } = answer.response
    if (exists && evidence.pathKnown && body !== '' && body === stranger.response.body)
      return violated('indistinguishable', values, answer, stranger, ...(witness ? [witness] : []))
    return unclear('indistinguishable', values, answer, stranger)
  }
  if (status >= 300 && status < 400) {
    if (stranger.response.status === status) return masked('redirects-everything', values, answer, stranger)
    return evidence.pathKnown
      ? violated('redirected', values, answer, stranger)
      : unclear('layout-unknown', values, answer, stranger)
  }
  if (status === 404 || status === 405 || status === 410 || status === 501) {
    if (!evidence.pathKnown) return unclear('layout-unknown', values, answer, stranger)
    const gone = status === 404 || status === 410
    if (gone && witness === null && evidence.selfEvident !== true)
      return unclear('fixture-unproven', values, answer, stranger)
    if (status === 410) return violated('gone', values, answer, stranger, ...(witness ? [witness] : []))
    return witness === null
      ? violated('absent', values, answer, stranger)
      : violated('absent', values, answer, stranger, witness)
  }
  if (status !== stranger.response.status) return holds(answer, stranger)
  return unclear('refused-like-any-path', values, answer, stranger)
}
