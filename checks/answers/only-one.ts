import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName } from '../../contracts/operations.ts'
import type { Probe, RepositoryFixture } from '../../contracts/requirement.ts'
import { type Finding, unclear } from '../../contracts/results/finding.ts'
import type { ReportedReason } from '../../contracts/results/report.ts'
import { isSuccess } from '../reading/exchanges.ts'
import { has, isObject } from '../reading/json.ts'
import { mentions } from '../reading/things.ts'
import { refused } from '../round-trip.ts'
import { memberList } from '../tags.ts'
import { itemsOf } from './plain-form.ts'

const listing = 'listNamespaceRepositories'

/** Reason values for a list in which no names of a kind of item are recognized. */
export const unnamedItems = (
  operation: OperationName,
  what: string,
  items: readonly unknown[],
): ReportedReason['values'] => ({
  operation,
  count: items.length,
  read: 'its first page',
  what,
  members: memberList(items),
})

/** The finding if the run only knows its own repository: there is no other, or no name in the list is recognized. */
export const onlyOne = async (
  probe: Probe,
  operation: OperationName,
  { namespace, repository }: RepositoryFixture,
  ...seen: readonly Answered[]
): Promise<Finding> => {
  // A failed request needs no comparison.
  const failed = seen.find(answer => !isSuccess(answer))
  if (failed) return refused(operation, failed)
  const list = await probe.call(listing, { namespace }, { anyStatus: true, control: true })
  const others = (itemsOf(list) ?? []).filter(item => !mentions(item, repository))
  const isUnnamed = others.length > 0 && others.every(item => isObject(item) && !has(item, 'name'))
  return isUnnamed
    ? unclear('names-unknown', unnamedItems(listing, 'a repository', others), list)
    : unclear('only-one', { operation, what: repository }, ...seen)
}
