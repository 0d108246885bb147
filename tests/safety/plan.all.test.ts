import { describe, expect, test } from 'vitest'
import { layered } from '../../checks/twists/shapes.ts'
import type { Twist } from '../../contracts/requirement.ts'
import type { RunInput } from '../../engine/options.ts'
import { variants } from '../../suites/catalogue.ts'
import { runTwisted } from '../support/run.ts'
import { oddHubs } from './support/odd-hubs.ts'
import { countSent, expectTwiceThePlan, full, fullPlan, planned, planOf, sum } from './support/plans.ts'

/** What a run really sends and creates. */
const sentBy = async (input: Omit<RunInput, 'target'>, twist?: Twist) => {
  const { counting, ledger, sent } = countSent()
  const { credentials, ...others } = input
  // The token of the plan is nobody's.
  const own = credentials === undefined ? { credentials } : {}
  await runTwisted(twist ? layered(counting, twist) : counting, { ...others, ...own, ledger } as Partial<RunInput>)
  return sent()
}

describe('the plan of a run', () => {
  test.each([
    ['that writes', full()],
    ['that only reads', { ...full(), allowWrites: false }],
    ['without credentials', { fixtures: full().fixtures, allowWrites: false }],
    ['of one suite', { ...full(), select: { suites: ['access-tokens'] } }],
    ['of an earlier day', { ...full(), asOf: '2025-06-27' }],
  ] as [string, Omit<RunInput, 'target'>][])('%s against the built-in hub is what is sent', async (_, input) => {
    const { v1, current, creations } = await planOf(input)
    const sent = await sentBy(input)
    expect(sent.creations).toEqual(creations)
    expect(Object.keys(sent.v1).sort()).toEqual(Object.keys(v1).sort())
    expect(Object.keys(sent.current).sort()).toEqual(Object.keys(current).sort())
    // Who asks first decides how often what all share is asked for.
    expect(Math.abs(sum(sent.v1) + sum(sent.current) - sum(v1) - sum(current))).toBeLessThanOrEqual(20)
  })

  test('is compared with what the conforming hubs are sent: with the tests of these', () => {
    expect(Object.keys(variants)).toEqual(expect.arrayContaining([...planned.variants]))
  })

  test.each(planned.odd)('a hub that %s is sent at most twice as much', async name => {
    const odd = oddHubs[name]
    if (odd === undefined) throw new Error(`there is no odd hub ${name}`)
    await expectTwiceThePlan(await sentBy(full(), odd.twist()))
  })

  test('says how a repository would be deleted, from the files that the user gave', async () => {
    expect((await fullPlan()).deletion).toMatchObject({ from: 'default', method: 'DELETE' })
    const bindings = {
      operations: {
        DeleteRepository: { method: 'DELETE', path: '/v2/namespaces/{namespace}/repositories/{repository}' },
      },
    }
    expect((await planOf({ ...full(), bindings })).deletion).toEqual({
      from: 'file',
      method: 'DELETE',
      path: '/v2/namespaces/{namespace}/repositories/{repository}',
    })
  })

  test('only reads where nothing may be written', async () => {
    const { current, creations } = await planOf({ ...full(), allowWrites: false })
    expect(Object.keys(current).sort()).toEqual(['GET', 'HEAD'])
    expect(creations).toEqual({ repository: 0, pat: 0, oat: 0 })
  })
})
