import { describe, expect, it } from 'vitest'
import { variants } from '../../suites/catalogue.ts'
import { expectEqual } from '../support/replay.ts'
import { runVariant, withVerdict } from '../support/run.ts'
import { expectReadable } from './kill.ts'

const shapes = Object.entries(variants)

describe('conforming hubs of other shapes', () => {
  it('are at least twenty-five', () => {
    expect(shapes.length).toBeGreaterThanOrEqual(25)
  })

  it.each(shapes)(
    '%s fails nothing at must and hides nothing, and its report is recomputed and equal',
    async (_name, shape) => {
      const report = await runVariant(shape)
      const failed = report.requirements.filter(({ level, verdict }) => level === 'must' && verdict === 'fail')
      expect(failed.map(({ id, reason }) => [id, reason?.message])).toEqual([])
      expect(withVerdict(report, 'error')).toEqual({})
      expectReadable(report)
      const open = report.requirements.filter(
        ({ level, verdict }) => level === 'must' && (verdict === 'inconclusive' || verdict === 'untestable'),
      )
      if (shape.complete !== false) expect(open.map(({ id, reason }) => [id, reason?.message])).toEqual([])
      await expectEqual(report)
    },
  )
})
