import { expect } from 'vitest'
import type { Report } from '../../contracts/results/report.ts'
import { verifyReport } from '../../engine/replay/replay.ts'

/** Everything of a report is recomputed from what it looks like in a file. */
export const expectEqual = async (report: Report): Promise<void> => {
  const { total, equal, ...found } = await verifyReport(JSON.parse(JSON.stringify(report)))
  expect(found).toEqual({ disagreements: [], open: [], notes: [] })
  expect(equal).toBe(total)
  expect(total).toBe(report.requirements.length)
  expect(total).toBeGreaterThan(0)
}
