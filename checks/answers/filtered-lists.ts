import type { ReferenceParameter } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'
import { isSuccess } from '../reading/exchanges.ts'
import { lettersAndDigits, objectsIn } from '../reading/things.ts'
import { refused } from '../round-trip.ts'
import { declaredParameters } from './declared-lists.ts'
import { itemsOf } from './plain-form.ts'

/** The member of an item that a parameter selects by: `action` of `filter[action]`. */
const memberOf = ({ name }: ReferenceParameter): string => lettersAndDigits(name).replace(/^filter/, '')

/** What an item has in a member, itself or in an object of its own. */
export const valueIn = (item: unknown, member: string): string | undefined =>
  objectsIn(item)
    .flatMap(object => Object.entries(object))
    .filter(([key]) => lettersAndDigits(key) === member)
    .map(([, value]) => value)
    .find((value): value is string => typeof value === 'string' && value !== '')

const includes = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())

/**
 * Whether a list is another one with a parameter that the target declares by the name of a member of its items. Whether that is to be equal, or to
 * have the text in it, is open; a list that shows the same as without it, with items that have neither, and the same for a value that nothing has, was not filtered.
 */
export const judgeFilter = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  members: readonly string[],
  valuesIn: (items: readonly unknown[], member: string) => readonly string[],
  /** What others ask for, if it is listed. */
  usual?: string,
): Promise<Finding> => {
  const parameter = (await declaredParameters(probe, operation)).find(one => members.includes(memberOf(one)))
  const what = `a parameter of ${operation} for a ${members.join(' or ')}`
  if (!parameter) return exempt('not-published', { what })
  const all = await probe.call(operation, values, { anyStatus: true })
  if (!isSuccess(all)) return refused(operation, all)
  const shownIn = (answer: Answered): readonly string[] => valuesIn(itemsOf(answer) ?? [], memberOf(parameter))
  const others = (answer: Answered, text: string): readonly string[] =>
    shownIn(answer).filter(other => !includes(other, text))
  const shown = shownIn(all)
  const telling = shown.filter(text => others(all, text).length > 0)
  const chosen = telling.find(text => text === usual) ?? telling[0] ?? shown[0]
  if (chosen === undefined) return exempt('not-seen', { what: `items with ${memberOf(parameter)}` }, all)
  const query = { [parameter.name]: chosen }
  const filtered = await probe.call(operation, values, { query, anyStatus: true })
  if (!isSuccess(filtered)) return refused(operation, filtered)
  if (itemsOf(filtered) === undefined) return unclear('no-list', { operation }, filtered)
  const isUnfiltered = (answer: Answered): boolean => shownIn(answer).join('\n') === shown.join('\n')
  const [got] = others(filtered, chosen)
  if (got === undefined || !isUnfiltered(filtered)) return holds(filtered, all)
  // A group of values may be meant, and that of the newest items be one: no group has this one.
  const nothing = { [parameter.name]: probe.nonce('missing') }
  const missing = await probe.call(operation, values, { query: nothing, anyStatus: true })
  return isSuccess(missing) && isUnfiltered(missing)
    ? violated('filter-ignored', { operation, member: parameter.name, value: chosen, got }, filtered, all)
    : holds(filtered, all, missing)
}
