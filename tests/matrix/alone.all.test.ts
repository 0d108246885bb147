import { describe, expect, it } from 'vitest'
import { suiteOf } from '../../engine/plan.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { runTwisted } from '../support/run.ts'
import { casesOf } from './kill.ts'

/** The first fault of each suite; the full matrix compares every one. */
const first = new Map(
  catalogue.toReversed().flatMap(({ id, faults }) => {
    const [entry] = Object.entries(faults)
    return entry ? [[suiteOf(id), [`${id}/${entry[0]}`, entry[1]] as const] as const] : []
  }),
)

describe('a suite finds alone what it finds among all', () => {
  it.each([...first].map(([suite, [name, fault]]) => ({ suite, name, fault })))('$name', async ({ suite, fault }) => {
    const alone = await runTwisted(fault.twist(), { select: { suites: [suite] } })
    const skip = suite === 'v1-removed' ? [] : ['v1-removed/*']
    const among = await runTwisted(fault.twist(), { select: { skip } })
    expect(casesOf(alone, suite)).toEqual(casesOf(among, suite))
  })
})
