import { describe, expect, it } from 'vitest'
import { verifyReport } from '../../engine/replay/replay.ts'
import { runTwisted, virtualClock, withVerdict } from '../support/run.ts'

/** A run that is cut short has verdicts for what it asked, and says of the rest that it was not reached. */
describe('a run that the time for it cuts short', () => {
  it('finishes what it began before it begins the rest', async () => {
    const clock = virtualClock()
    const report = await runTwisted(
      async (request, next) => {
        await clock.pause(1_000)
        return next(request)
      },
      { clock, deadlineMs: 150_000, select: { skip: ['v1-removed/*'] } },
    )
    const asked = report.requirements.filter(({ cases }) =>
      cases.some(({ exchanges }) => exchanges.some(id => report.exchanges.find(one => one.id === id)?.response)),
    )
    const open = withVerdict(report, 'inconclusive')
    const late = Object.keys(open).filter(id => open[id] === 'out-of-time')
    const unreached = Object.keys(open).filter(id => open[id] === 'not-reached')
    expect(Object.keys(withVerdict(report, 'pass')).length).toBeGreaterThan(20)
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(unreached.length).toBeGreaterThan(20)
    // No more than what eight requests at a time are about, and what waits for one thing that they share.
    expect(late.length).toBeLessThan(asked.length / 2)
    for (const { reason, cases } of report.requirements.flatMap(({ cases }) =>
      cases.map(one => ({ reason: one.reason, cases: one.exchanges })),
    ))
      if (reason?.code === 'not-reached')
        for (const id of cases) expect(report.exchanges.find(one => one.id === id)?.response ?? null).toBeNull()
    expect((await verifyReport(report)).disagreements).toEqual([])
  })
})
