import { expiryField } from '../../contracts/lifecycle.ts'
import { instantOf } from '../date-time.ts'
import { has, type JsonObject } from '../reading/json.ts'
import { lastOf } from '../token-calls.ts'

/** Members that a server may change by itself. */
const volatile =
  /updat|modif|chang|last|used|seen|access|version|etag|rev|count|time|_at$|At$|label|name|title|link|href|url|self/i

/** Values that can be compared: an instant may be written otherwise, and a list stand in another order. */
export const comparable = (key: string, value: unknown): string | undefined => {
  // What else is written by a server itself may be written again, but a thing is made once.
  if (lastOf(key) === expiryField || /^creat/i.test(lastOf(key))) {
    const instant = typeof value === 'string' ? instantOf(value) : undefined
    if (instant !== undefined) return String(Math.floor(instant / 1000))
  }
  if (lastOf(key) === expiryField) return JSON.stringify(value)
  if (volatile.test(key)) return undefined
  return Array.isArray(value) ? JSON.stringify(value.map(item => JSON.stringify(item)).sort()) : JSON.stringify(value)
}

/** A member of these that has another value than before, as far as it is shown both times. */
export const changedMember = (
  then: JsonObject,
  now: JsonObject,
  isCompared: (key: string) => boolean,
): string | undefined =>
  Object.keys(then).find(
    key => isCompared(key) && has(now, key) && comparable(key, then[key]) !== comparable(key, now[key]),
  )

const writes = /write|push|delete|admin|manage/i

/** Whether a right only reads, by its name. */
export const readsOnly = (right: string): boolean => /read|pull/i.test(right) && !writes.test(right)

/** Whether rights were added that change something, where those that were sent only read: none of these includes one that writes. */
export const isWidened = (sent: readonly unknown[], shown: readonly unknown[]): boolean =>
  sent.length > 0 && sent.every(right => readsOnly(String(right))) && shown.some(right => writes.test(String(right)))
