import { describe, expect, it } from 'vitest'
import { layered } from '../../checks/twists/shapes.ts'
import { variants } from '../../suites/catalogue.ts'
import { countSent, expectWithinPlan, planned } from '../safety/support/plans.ts'
import { expectEqual } from '../support/replay.ts'
import { runVariant, withVerdict } from '../support/run.ts'
import { expectReadable } from './kill.ts'

/** What these are sent is compared with the plan of a run. */
const compared: readonly string[] = planned.variants

const shapes = Object.entries(variants)

describe('conforming hubs of other shapes', () => {
  it('are at least twenty-five', () => {
    expect(shapes.length).toBeGreaterThanOrEqual(25)
  })

  it.each(shapes)(
    '%s fails nothing at must and hides nothing, and its report is recomputed and equal',
    async (name, shape) => {
      const { counting, ledger, sent } = countSent(shape.basePath)
      const report = await runVariant({ ...shape, twist: () => layered(counting, shape.twist()) }, { ledger })
      const failed = report.requirements.filter(({ level, verdict }) => level === 'must' && verdict === 'fail')
      expect(failed.map(({ id, reason }) => [id, reason?.message])).toEqual([])
      expect(withVerdict(report, 'error')).toEqual({})
      expectReadable(report)
      const open = report.requirements.filter(
        ({ level, verdict }) => level === 'must' && (verdict === 'inconclusive' || verdict === 'untestable'),
      )
      if (shape.complete !== false) expect(open.map(({ id, reason }) => [id, reason?.message])).toEqual([])
      await expectEqual(report)
      if (compared.includes(name)) await expectWithinPlan(sent())
    },
  )
})
