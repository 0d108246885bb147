import { describe, expect, it } from 'vitest'
import type { Report } from '../../contracts/report.ts'
import { suiteOf } from '../../engine/plan.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { runTwisted } from '../support/run.ts'

const suites = [...new Set(catalogue.map(({ id }) => suiteOf(id)))]

/** What a report says of the requirements of a suite, case by case. */
const verdictsOf = (report: Report, suite: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    report.requirements
      .filter(requirement => requirement.suite === suite)
      .flatMap(({ id, verdict, reason, cases }) => [
        [id, `${verdict} ${reason?.code ?? ''}`],
        ...cases.map(kase => [`${id}, ${kase.name}`, `${kase.verdict} ${kase.reason?.code ?? ''}`] as const),
      ]),
  )

/** Registers a test per fault of the suites, up to so many of each: a suite alone must find what a run of all suites finds. */
export const suitesAlone = (
  isChosen: (at: number) => boolean = () => true,
  most: number = Number.POSITIVE_INFINITY,
): void => {
  for (const suite of suites) {
    const faults = catalogue
      .filter(({ id }) => suiteOf(id) === suite)
      .flatMap(({ id, faults }) => Object.entries(faults).map(([name, fault]) => [`${id}/${name}`, fault] as const))
    // Spread over the suite, so that a few are about different things.
    const step = Math.max(1, Math.ceil(faults.length / most))
    const some = faults.filter((_, at) => at % step === 0).filter((_, at) => isChosen(at))
    describe(suite, () => {
      it.each(some)('finds the same alone and among all: %s', async (_name, fault) => {
        const alone = await runTwisted(fault.twist(), { select: { suites: [suite] } })
        const skip = suite === 'v1-removed' ? [] : ['v1-removed/*']
        const among = await runTwisted(fault.twist(), { select: { skip } })
        expect(verdictsOf(alone, suite)).toEqual(verdictsOf(among, suite))
      })
    })
  }
}
