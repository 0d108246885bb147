import { beforeAll, describe, test } from 'vitest'
import type { Report } from '../contracts/report.ts'
import { catalogue } from './catalogue.ts'
import {
  completeness,
  defaultRunTimeoutMs,
  defaultTitle,
  failed,
  type Outcome,
  outcomeOf,
  type Prepared,
  type TestOptions,
} from './register.ts'
import { runConformance } from './run.ts'

export type { Prepared, TestOptions } from './register.ts'

/** Registers every requirement as a test of Vitest. The hub is judged once, before the first of them. */
export const hubConformance = (prepared: Prepared, options: TestOptions = {}): void => {
  describe(options.title ?? defaultTitle, () => {
    let report: Report
    beforeAll(async () => {
      report = await runConformance(typeof prepared === 'function' ? await prepared() : prepared)
    }, options.runTimeoutMs ?? defaultRunTimeoutMs)
    const settle = (outcome: Outcome, skip: (why: string) => void): void => {
      if (outcome.kind === 'fail') throw failed(outcome.message)
      if (outcome.kind === 'skip') skip(outcome.why)
    }
    for (const { id } of catalogue)
      test(id, context => settle(outcomeOf(id, report, options), why => context.skip(why)))
    test('everything that counts was verified', context =>
      settle(completeness(report, options), why => context.skip(why)))
  })
}
