import type { Answered } from '../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../contracts/operations.ts'
import type { CallOptions, Probe } from '../contracts/requirement.ts'
import { type Finding, Missing, unclear } from '../contracts/results/finding.ts'
import { distinct } from './presence/judging.ts'
import { isSuccess, sentAgain } from './reading/exchanges.ts'
import { isObject, json, jsonIn } from './reading/json.ts'
import { objectsIn } from './reading/things.ts'

/** Scalars looked at before a reader gives up on a value. */
const mostScalars = 20_000

/** Every string and number of a value, as text; names of members are not among them. */
export const scalarsIn = (value: unknown): readonly string[] => {
  const found: string[] = []
  const open: unknown[] = [value]
  for (let count = 0; open.length > 0 && count < mostScalars; count++) {
    const item = open.pop()
    if (typeof item === 'string' || typeof item === 'number') found.push(String(item))
    else if (Array.isArray(item)) for (const inner of item) open.push(inner)
    else if (isObject(item)) for (const key of Object.keys(item)) open.push(item[key])
  }
  return found
}

/** Whether a value holds this text somewhere, as a whole scalar. */
export const says = (value: unknown, text: string): boolean => scalarsIn(value).includes(text)

/** The same where it may also be the name of a member: `{ developers: "read" }` names a group. */
export const contains = (value: unknown, text: string): boolean =>
  says(value, text) || objectsIn(value).some(object => Object.hasOwn(object, text))

/** Whether a text that was sent is shown as none, or a switch as the opposite. Another text may be the same in the target's own words. */
export const isLost = (sent: unknown, shown: unknown): boolean =>
  typeof sent === 'boolean'
    ? shown === !sent
    : typeof sent === 'string' && sent !== '' && (shown === '' || shown === null)

/** What comes of work that a verdict does not need; undefined where something that it needs is missing. */
export const ifPossible = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Missing) return undefined
    throw error
  }
}

/** What an answer's JSON is without what differs from one thing to the next: names of members, booleans and nulls. */
const formOf = (exchange: Answered): string | undefined =>
  JSON.stringify(jsonIn(exchange), (_key, value: unknown) =>
    typeof value === 'string' ? '' : typeof value === 'number' ? 0 : Array.isArray(value) ? [] : value,
  )

/** Whether two answers of one operation differ in more than the name of what was asked for. */
export const toldApart = (a: Answered, b: Answered): boolean => distinct(a, b) || formOf(a) !== formOf(b)

/** Open, since an operation answers without success. */
export const refused = (operation: OperationName, answer: Answered, ...seen: readonly Answered[]): Finding =>
  unclear('request-refused', { operation, status: answer.response.status }, answer, ...seen)

/** Open, where a path that does not exist gets the same answer; undefined where the answer is the operation's own. */
export const ownAnswer = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  answer: Answered,
  options: CallOptions = {},
): Promise<Finding | undefined> => {
  const control = await probe.callControlPath(operation, values, options)
  if (distinct(answer, control)) return undefined
  return unclear('catch-all', { operation, status: answer.response.status }, answer, control)
}

/** The same control for an answer to a request with a body: an echo of what is sent is told from an answer. */
export const ownAnswerTo = (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  answer: Answered,
): Promise<Finding | undefined> => ownAnswer(probe, operation, values, answer, sentAgain(answer))

/**
 * Asks until an answer fits or patience ends, as `eventually` does; the last answer either way. Throws {@link Unreadable} where that is a
 * success without JSON: it says neither.
 */
export const until = async (
  probe: Probe,
  ask: () => Promise<Answered>,
  fits: (answer: Answered) => boolean,
  before?: boolean,
): Promise<{ readonly answer: Answered; readonly fits: boolean }> => {
  let last: Answered | undefined
  const found = await probe.eventually(async () => {
    last = await ask()
    return fits(last) ? last : undefined
  }, before)
  if (found) return { answer: found, fits: true }
  const answer = last ?? (await ask())
  if (isSuccess(answer)) json(answer)
  return { answer, fits: false }
}
