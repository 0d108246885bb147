import { describe, expect, it } from 'vitest'
import { layered } from '../../checks/twists/shapes.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { suiteOf } from '../../engine/plan.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { grouped } from '../support/grouped.ts'
import { runTwisted, withVerdict } from '../support/run.ts'
import { casesOf } from './kill.ts'

/** The first fault of each suite; the full matrix compares every one. */
const first = new Map(
  catalogue.toReversed().flatMap(({ id, faults }) => {
    const [entry] = Object.entries(faults)
    return entry ? [[suiteOf(id), [`${id}/${entry[0]}`, entry[1]] as const] as const] : []
  }),
)

/** Hubs with faults of several suites each: what a run finds among all is compared with what each of these suites finds alone. */
const hubs = grouped([...first], Math.ceil(first.size / 4))

describe('a suite finds alone what it finds among all', () => {
  it.each(hubs.map(hub => [hub.map(([, [name]]) => name).join(', '), hub] as const))('%s', async (_names, hub) => {
    const twist = (): Twist => layered(...hub.map(([, [, fault]]) => fault.twist()))
    const skip = hub.some(([suite]) => suite === 'v1-removed') ? [] : ['v1-removed/*']
    const among = await runTwisted(twist(), { select: { skip } })
    for (const [suite] of hub) {
      const alone = await runTwisted(twist(), { select: { suites: [suite] } })
      expect(casesOf(alone, suite)).toEqual(casesOf(among, suite))
      expect(
        Object.keys(withVerdict(alone, 'fail')).some(id => suiteOf(id) === suite),
        suite,
      ).toBe(true)
    }
  })
})
