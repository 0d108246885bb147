import { describe, expect, it } from 'vitest'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { verifyReport } from '../../engine/replay/replay.ts'
import { hubOfDay } from '../support/hub-of-day.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

const days = [...new Set([...lifecycle.changeHistory, ...lifecycle.deprecationLog].map(({ date }) => date))]

/** What the suite asks as of a day must not need what came later. */
describe('a correct hub of its day is conformant', () => {
  it.each(days)('%s', async asOf => {
    const report = await runTwisted(hubOfDay(asOf), { asOf })
    const open = report.requirements.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable')
    expect(open.filter(({ level }) => level === 'must').map(({ id, reason }) => `${id}: ${reason?.message}`)).toEqual(
      [],
    )
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(report.result).toBe('conformant')
    expect(report.leftovers).toEqual([])
    expect((await verifyReport(report)).disagreements).toEqual([])
  })
})
