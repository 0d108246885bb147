import { isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject, type JsonObject, parseJson } from '../../checks/reading/json.ts'
import { objectsIn } from '../../checks/reading/things.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import type { Ledger } from './ledger.ts'

/** Whether a member says that a thing was deleted; the year 1 is the time of nothing. */
const saysDeleted = ([key, value]: readonly [string, unknown]): boolean => {
  if (/^(?:is_?)?(?:deleted|revoked)$/i.test(key)) return value === true
  if (/^(?:status|state|phase|lifecycle_?state)$/i.test(key))
    return typeof value === 'string' && /^(?:(?:soft[-_ ]?)?deleted|revoked)$/i.test(value)
  return (
    /^(?:deleted|revoked)_?(?:at|on|date|time)$/i.test(key) && typeof value === 'string' && /^(?!0001-)\S/.test(value)
  )
}

/** The members of a thing and of its parts. What stands in lists of it are other things. */
const membersOf = (thing: unknown): readonly (readonly [string, unknown])[] =>
  isObject(thing) ? Object.entries(thing).flatMap(member => [member, ...membersOf(member[1])]) : []

const kinds = ['repository', 'pat', 'oat'] as const

/** Whether this is the record of something of the run that the target said that it deleted. */
const isRecord = (thing: unknown, ledger: Ledger): boolean => {
  const members = membersOf(thing)
  return (
    members.some(saysDeleted) && members.some(([, value]) => kinds.some(kind => ledger.isDeleted(String(value), kind)))
  )
}

/** The items of lists, with nothing in place of records: a list stays as long as it says that it is. */
const withoutRecords = (value: unknown, ledger: Ledger): unknown => {
  if (Array.isArray(value)) return value.map(item => (isRecord(item, ledger) ? {} : withoutRecords(item, ledger)))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutRecords(inner, ledger)]))
}

const readsOne: ReadonlySet<OperationName> = new Set<OperationName>(['GetRepository', 'pat.get', 'oat.get'])

const with404 = (answer: Answered): Answered => ({
  ...answer,
  response: { ...answer.response, status: 404, body: '{}' },
})

/** A probe to which what the target keeps of deleted things, and marks as deleted, is not there. */
export const withoutKeptRecords = (probe: Probe, ledger: Ledger): Probe => {
  const shown = (answer: Answered, operation?: OperationName): Answered => {
    const parsed = isSuccess(answer) ? parseJson(answer) : undefined
    if (
      parsed?.ok !== true ||
      !objectsIn(parsed.value).some((one: JsonObject) => Object.entries(one).some(saysDeleted))
    )
      return answer
    if (operation && readsOne.has(operation)) return isRecord(parsed.value, ledger) ? with404(answer) : answer
    return { ...answer, response: { ...answer.response, body: JSON.stringify(withoutRecords(parsed.value, ledger)) } }
  }
  return {
    ...probe,
    call: async (operation, values, options) => shown(await probe.call(operation, values, options), operation),
    follow: async (from, link, options) => shown(await probe.follow(from, link, options)),
  }
}
