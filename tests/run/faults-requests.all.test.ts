import { expect, it } from 'vitest'
import type { Twist } from '../../contracts/requirement.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { runTwisted } from '../support/run.ts'

const requestsOf = async (twist: Twist = (request, next) => next(request)): Promise<number> => {
  let count = 0
  const counting: Twist = (request, next) => {
    count += 1
    return twist(request, next)
  }
  await runTwisted(counting, { patienceMs: 10_000 })
  return count
}

// Those that make a run look again and again at lists of many pages.
it.each([
  ['access-tokens/deleted', 'listed'],
  ['org-access-tokens/deleted', 'listed'],
  ['access-tokens/created-list', 'between'],
  ['access-tokens/get-expires-at', 'array'],
])('a hub with the fault %s/%s is sent at most half as many requests more', async (id, name) => {
  const fault = catalogue.find(requirement => requirement.id === id)?.faults[name]
  expect(await requestsOf(fault?.twist())).toBeLessThanOrEqual(1.5 * (await requestsOf()))
})
