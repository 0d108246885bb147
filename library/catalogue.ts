import type { IsoDate } from '../contracts/lifecycle.ts'
import type { FixtureName, SourceRef } from '../contracts/requirement.ts'
import type { Level } from '../contracts/results/verdict.ts'
import { listedFacts } from '../engine/plan.ts'
import { catalogue as requirements } from '../suites/catalogue.ts'

/** One statement that can be true or false of a hub. */
export interface RequirementInfo {
  /** `suite/slug`, stable for ever. */
  readonly id: string
  readonly suite: string
  readonly level: Level
  readonly statement: string
  readonly since: IsoDate
  readonly until?: IsoDate
  readonly source: SourceRef
  readonly needs: readonly FixtureName[]
  /** How it is checked, and how a failure is fixed. */
  readonly how: string
  readonly fix: string
  readonly cases: readonly string[]
}

/** Every requirement, in the order in which a report has them. */
export const catalogue: readonly RequirementInfo[] = requirements.map(requirement => ({
  ...listedFacts(requirement),
  how: requirement.how,
  fix: requirement.fix,
  cases: requirement.cases.filter(kase => !kase.thorough).map(({ name }) => name),
}))
