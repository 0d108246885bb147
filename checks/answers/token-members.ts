import { expiryField } from '../../contracts/lifecycle.ts'
import { instantOf } from '../date-time.ts'
import { has, type JsonObject } from '../reading/json.ts'
import { isCalled } from '../request-form.ts'
import { lastOf } from '../token-calls.ts'
import { activityIn } from './activity.ts'

/** Keys of members that a server may change by itself. */
const volatile =
  /updat|modif|chang|last|used|seen|access|version|etag|rev|count|time|_at$|At$|label|name|title|link|href|url|self|(?:^|[._-])(?:age|ttl|ago|left)|expires?_?in|remain|days_|seconds/i

/** Members whose words say how far a thing has come by itself, such as `pending`. */
const progress = /^(?:state|status|phase)$/i

/** Whether a member is the expiry, whatever its spelling: an organization access token may show `expiresAt`. */
const isExpiry = (key: string): boolean => isCalled(lastOf(key), expiryField)

/** A comparable form of a value, whatever the notation of an instant or the order of a list; undefined for members that a server may change. */
export const comparable = (key: string, value: unknown): string | undefined => {
  // Other members that a server sets may change, but the creation date does not.
  if (isExpiry(key) || /^creat/i.test(lastOf(key))) {
    const instant = typeof value === 'string' ? instantOf(value) : undefined
    if (instant !== undefined) return String(Math.floor(instant / 1000))
  }
  if (isExpiry(key)) return JSON.stringify(value)
  if (volatile.test(key)) return undefined
  if (progress.test(lastOf(key)) && activityIn(lastOf(key), value) === undefined) return undefined
  return Array.isArray(value) ? JSON.stringify(value.map(item => JSON.stringify(item)).sort()) : JSON.stringify(value)
}

// More than a run changes one thing.
const mostChanges = 20

/** Whether a number may count the changes of a thing: a generation, a revision. */
const isCounter = (then: unknown, now: unknown): boolean =>
  typeof then === 'number' && typeof now === 'number' && now > then && now - then <= mostChanges

/** A compared member whose value has changed, if it is shown both times. */
export const changedMember = (then: JsonObject, now: JsonObject, among: (key: string) => boolean): string | undefined =>
  Object.keys(then).find(key => {
    const [before, after] = has(now, key) ? [comparable(key, then[key]), comparable(key, now[key])] : []
    if (!among(key) || before === undefined || after === undefined || before === after) return false
    return isExpiry(key) || !isCounter(then[key], now[key])
  })

/**
 * The same among the members that do not change by themselves: where one has changed, the token is read twice more, and what differs between
 * the two is left out. An expiry never is.
 */
export const changedForGood = async (
  then: JsonObject,
  now: JsonObject,
  among: (key: string) => boolean,
  read: () => Promise<JsonObject>,
): Promise<string | undefined> => {
  if (changedMember(then, now, among) === undefined) return undefined
  const [once, again] = [await read(), await read()]
  const isSteady = (key: string): boolean => isExpiry(key) || comparable(key, once[key]) === comparable(key, again[key])
  return changedMember(then, now, key => among(key) && isSteady(key))
}

const writes = /write|push|delete|admin|manage/i

/** Whether a scope is read-only, by its name. */
export const readsOnly = (right: string): boolean => /read|pull/i.test(right) && !writes.test(right)

/** Whether a write scope was added although only read scopes were sent. */
export const isWidened = (sent: readonly unknown[], shown: readonly unknown[]): boolean =>
  sent.length > 0 && sent.every(right => readsOnly(String(right))) && shown.some(right => writes.test(String(right)))
