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
    const open = withVerdict(report, 'inconclusive')
    const codes = Object.values(open)
    expect(Object.keys(withVerdict(report, 'pass')).length).toBeGreaterThan(90)
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(codes.filter(code => code === 'not-reached').length).toBeGreaterThan(20)
    expect(codes.filter(code => code === 'out-of-time').length).toBeLessThan(9)
    // What was answered decides something, but for the last that was begun.
    const cases = report.requirements.flatMap(requirement => requirement.cases)
    const used = new Set(cases.flatMap(({ verdict, exchanges }) => (verdict === 'inconclusive' ? [] : exchanges)))
    const late = cases.filter(({ verdict }) => verdict === 'inconclusive').flatMap(({ exchanges }) => exchanges)
    const wasted = report.exchanges.filter(({ id, response }) => response && late.includes(id) && !used.has(id))
    expect(wasted.length).toBeLessThan(20)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('finishes one case after the other, of one requirement, too', async () => {
    const clock = virtualClock()
    const report = await runTwisted(
      async (request, next) => {
        await clock.pause(1_000)
        return next(request)
      },
      {
        clock,
        deadlineMs: 60_000,
        select: { only: ['v1-removed/*'] },
        network: { concurrency: 4, timeoutMs: 600_000 },
      },
    )
    const codes = report.requirements.flatMap(({ cases }) => cases.map(({ reason }) => reason?.code ?? 'pass'))
    expect(codes.filter(code => code === 'pass').length).toBeGreaterThan(20)
    expect(codes).toContain('not-reached')
    expect(codes.filter(code => code === 'out-of-time').length).toBeLessThan(5)
  })
})
