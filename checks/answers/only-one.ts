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

/** Values of the reason that nothing in a list of repositories is recognised as their names. */
export const unnamedRepositories = (items: readonly unknown[]): ReportedReason['values'] => ({
  operation: listing,
  count: items.length,
  read: 'its first page',
  what: 'a repository',
  members: memberList(items),
})

/** What is open where the run knows no repository but its own: there is no other, or nothing in the list is recognised as the name of one. */
export const onlyOne = async (
  probe: Probe,
  operation: OperationName,
  { namespace, repository }: RepositoryFixture,
  ...seen: readonly Answered[]
): Promise<Finding> => {
  // What fails itself needs no other for comparison.
  const failed = seen.find(answer => !isSuccess(answer))
  if (failed) return refused(operation, failed)
  const list = await probe.call(listing, { namespace }, { anyStatus: true, control: true })
  const others = (itemsOf(list) ?? []).filter(item => !mentions(item, repository))
  const isUnnamed = others.length > 0 && others.every(item => isObject(item) && !has(item, 'name'))
  return isUnnamed
    ? unclear('names-unknown', unnamedRepositories(others), list)
    : unclear('only-one', { operation, what: repository }, ...seen)
}
