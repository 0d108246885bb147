import type { Report, ReportedRequirement } from '../contracts/report.ts'
import { type Level, levels } from '../contracts/verdict.ts'
import { caseLines, sourceName } from '../reporters/shared/evidence.ts'
import { conclusion, why } from '../reporters/shared/facts.ts'
import { catalogue } from './catalogue.ts'
import { type ConformanceOptions, runConformance } from './run.ts'

/** How the requirements become tests. */
export interface TestOptions {
  /** The weakest level whose failures fail a test; failures below it are skipped tests that say so. `must` by default. */
  readonly failOn?: Level
  /** Lets the run pass although something that counts was not verified. */
  readonly allowIncomplete?: boolean
  /** Milliseconds for the whole run; default ten minutes. */
  readonly runTimeoutMs?: number
  /** What the group of tests is called. */
  readonly title?: string
}

/** What is run, or what makes it once the tests start: a server is often made ready in a hook. */
export type Prepared = ConformanceOptions | (() => ConformanceOptions | Promise<ConformanceOptions>)

const defaultTitle = 'hub conformance'
const defaultRunTimeoutMs = 600_000

/** What a test is to do. */
type TestOutcome =
  | { readonly kind: 'pass' }
  | { readonly kind: 'skip'; readonly why: string }
  | { readonly kind: 'fail'; readonly message: string }

/** How many cases are shown in a message. */
const few = 3

const failure = (requirement: ReportedRequirement, report: Report): string => {
  const { id, level, title, cases, verdict, reason, source } = requirement
  const context = { report, body: 400 }
  const bad = cases.filter(kase => kase.verdict === verdict)
  return [
    `${level.toUpperCase()} ${id}: ${title}`,
    `  "${source.sentence}" (${sourceName(requirement)})`,
    ...(bad.length === 0 ? [`  ${why(reason)}`] : []),
    ...bad.slice(0, few).flatMap(kase => caseLines(requirement, kase, context).map(line => `  ${line}`)),
    ...(bad.length > few ? [`  and ${bad.length - few} more`] : []),
  ].join('\n')
}

/** What the test of a requirement does. */
const outcomeOf = (id: string, report: Report, { failOn = 'must' }: TestOptions): TestOutcome => {
  const requirement = report.requirements.find(each => each.id === id)
  if (requirement === undefined) return { kind: 'fail', message: `${id} is not in the report` }
  const { verdict, level, reason } = requirement
  switch (verdict) {
    case 'pass':
      return { kind: 'pass' }
    case 'error':
      return { kind: 'fail', message: failure(requirement, report) }
    case 'fail':
      return levels.indexOf(level) <= levels.indexOf(failOn)
        ? { kind: 'fail', message: failure(requirement, report) }
        : { kind: 'skip', why: `fails, which does not count at ${level}: ${why(reason)}` }
    case 'inconclusive':
    case 'untestable':
    case 'not-applicable':
    case 'not-selected':
      return { kind: 'skip', why: `${verdict}: ${why(reason)}` }
  }
}

/** What the last test does: skipped tests look green, so a run that left something open says so here. */
const completeness = (report: Report, { failOn = 'must', allowIncomplete = false }: TestOptions): TestOutcome => {
  const open = report.requirements.filter(
    ({ verdict, level }) =>
      (verdict === 'inconclusive' || verdict === 'untestable') && levels.indexOf(level) <= levels.indexOf(failOn),
  )
  if (allowIncomplete || (report.result !== 'incomplete' && open.length === 0)) return { kind: 'pass' }
  const reasons = [...new Set(open.map(({ reason }) => why(reason)))]
  return {
    kind: 'fail',
    message: [conclusion(report), ...reasons.map(reason => `  ${reason}`), '  (allowIncomplete lets this pass)'].join(
      '\n',
    ),
  }
}

/** An error whose message is all there is to say: its stack would only lead into this package. */
const failed = (message: string): Error => {
  const error = new Error(message)
  error.name = 'NotConformant'
  error.stack = `NotConformant: ${message}`
  return error
}

/** What a test runner gives to {@link registerWith}. */
export interface Runner {
  describe(title: string, body: () => void): void
  beforeAll(prepare: () => Promise<void>, timeoutMs: number): void
  test(name: string, body: (context: { skip(why: string): void }) => void): void
}

/** Registers every requirement as a test of the runner. The hub is judged once, before the first of them. */
export const registerWith = ({ describe, beforeAll, test }: Runner, prepared: Prepared, options: TestOptions): void =>
  describe(options.title ?? defaultTitle, () => {
    let report: Report
    beforeAll(async () => {
      report = await runConformance(typeof prepared === 'function' ? await prepared() : prepared)
    }, options.runTimeoutMs ?? defaultRunTimeoutMs)
    const register = (name: string, outcome: () => TestOutcome): void =>
      test(name, context => {
        const result = outcome()
        if (result.kind === 'fail') throw failed(result.message)
        if (result.kind === 'skip') context.skip(result.why)
      })
    for (const { id } of catalogue) register(id, () => outcomeOf(id, report, options))
    register('everything that counts was verified', () => completeness(report, options))
  })
