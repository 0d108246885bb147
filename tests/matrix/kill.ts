import { describe, expect, it } from 'vitest'
import type { Requirement } from '../../contracts/requirement.ts'
import { levels } from '../../contracts/verdict.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

/** Generates its requests from the seed: whether it meets a fault that is about something else is chance, so it stands apart. */
const generated = 'v1-removed/generated-names'

/** Registers a test per fault of the chosen requirements: the whole suite must fail exactly what the fault names, for the reason it names. */
export const killMatrix = (chosen: (requirement: Requirement) => boolean): void => {
  for (const requirement of catalogue.filter(chosen))
    describe(requirement.id, () => {
      for (const [name, fault] of Object.entries(requirement.faults))
        it(`is failed by a server that ${fault.says} (${name})`, async () => {
          const report = await runTwisted(
            fault.twist(),
            requirement.id === generated ? {} : { select: { skip: [generated] } },
          )
          expect(withVerdict(report, 'error')).toEqual({})
          expect(withVerdict(report, 'fail')).toEqual({ [requirement.id]: fault.code, ...fault.also })
        })
    })
}

/** Registers a test per variant of the chosen requirements: nothing of its level or above may fail, and what the variant is about must still pass. */
export const latitudeMatrix = (chosen: (requirement: Requirement) => boolean): void => {
  for (const requirement of catalogue.filter(candidate => candidate.tolerates && chosen(candidate)))
    describe(requirement.id, () => {
      for (const [name, variant] of Object.entries(requirement.tolerates ?? {}))
        it(`holds still for ${variant.says} (${name})`, async () => {
          const report = await runTwisted(variant.twist())
          expect(withVerdict(report, 'error')).toEqual({})
          // What the document leaves open, the published reference may still fix: such a variant may fail a lower level, never its own.
          const binding = report.requirements.filter(
            ({ level }) => levels.indexOf(level) <= levels.indexOf(requirement.level),
          )
          expect(withVerdict({ ...report, requirements: binding }, 'fail')).toEqual({})
          expect(['pass', 'not-applicable']).toContain(
            report.requirements.find(({ id }) => id === requirement.id)?.verdict,
          )
        })
    })
}
