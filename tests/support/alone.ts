import { expect } from 'vitest'
import type { Twist } from '../../contracts/requirement.ts'
import type { Report } from '../../contracts/results/report.ts'
import type { RunInput } from '../../engine/options.ts'
import { runTwisted } from './run.ts'

/** A run that asks one requirement alone: what it must say of that, and that it judges nothing else. */
export const expectAlone = async (
  id: string,
  twist: Twist,
  verdict: string,
  code?: string,
  input: Partial<RunInput> = {},
): Promise<Report> => {
  const report = await runTwisted(twist, { ...input, select: { only: [id] } })
  const judged = report.requirements.filter(requirement => requirement.verdict !== 'not-selected')
  expect(judged.map(one => [one.id, one.verdict, one.reason?.code])).toEqual([[id, verdict, code]])
  return report
}
