import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Report, ReportedRequirement } from '../contracts/results/report.ts'
import { counts } from '../contracts/results/verdict.ts'
import { UsageError } from '../engine/options.ts'
import { asOfDate, plan } from '../engine/plan.ts'
import { reporters } from '../reporters/index.ts'
import { caseLines, sourceText } from '../reporters/shared/evidence.ts'
import { conclusion, reportPath, why } from '../reporters/shared/facts.ts'
import { catalogue } from '../suites/catalogue.ts'
import { checkOptions } from './check-options.ts'
import { testSchema } from './option-schema.ts'
import type { ConformanceOptions, TestOptions } from './options.ts'
import { checkedOptions, named, runConformance, selectionOf } from './run.ts'

export type { TestOptions } from './options.ts'

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
const mostFailedCases = 3

const failure = (requirement: ReportedRequirement, report: Report): string => {
  const { id, level, title, cases, verdict, reason } = requirement
  const bad = cases.filter(kase => kase.verdict === verdict)
  return [
    `${level.toUpperCase()} ${id}: ${title}`,
    `  ${sourceText(requirement)}`,
    ...(bad.length === 0 ? [`  ${why(reason)}`] : []),
    ...bad
      .slice(0, mostFailedCases)
      .flatMap(kase => caseLines(requirement, kase, report, 400).map(line => `  ${line}`)),
    ...(bad.length > mostFailedCases ? [`  and ${bad.length - mostFailedCases} more`] : []),
  ].join('\n')
}

/** What the test of a requirement does. */
const outcomeOf = (id: string, report: Report, { failOn }: TestOptions): TestOutcome => {
  const requirement = report.requirements.find(each => each.id === id)
  if (requirement === undefined) return { kind: 'fail', message: `${id} is not in the report` }
  const { verdict, level, reason } = requirement
  switch (verdict) {
    case 'pass':
      return { kind: 'pass' }
    case 'error':
      return { kind: 'fail', message: failure(requirement, report) }
    case 'fail':
      return counts(level, failOn)
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
const completeness = (report: Report, { failOn, allowIncomplete = false }: TestOptions): TestOutcome => {
  const open = report.requirements.filter(
    ({ verdict, level }) => (verdict === 'inconclusive' || verdict === 'untestable') && counts(level, failOn),
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
interface Runner {
  describe(title: string, body: () => void): void
  beforeAll(prepare: () => Promise<void>, timeoutMs: number): void
  test(name: string, body: (context: { skip(why: string): void }) => void): void
}

/** The options of the run, with the selection that the tests were registered with. */
const optionsOf = async (prepared: Prepared, { select }: TestOptions): Promise<ConformanceOptions> => {
  const made = typeof prepared === 'function' ? await prepared() : prepared
  if (select === undefined) return made
  if (made?.select !== undefined)
    throw new UsageError('select is given twice: in the options of the run and in those of the tests')
  return { ...made, select }
}

/** The requirements that are asked, as far as that is known before a function has made the options. */
const selectedIds = (prepared: Prepared, { select: given }: TestOptions): readonly string[] => {
  const { asOf, select = given } = typeof prepared === 'function' ? {} : checkedOptions(prepared)
  try {
    return plan(catalogue, asOfDate(asOf), selectionOf(select))
      .filter(({ skip }) => skip?.reason.code !== 'not-selected')
      .map(({ requirement }) => requirement.id)
  } catch (error) {
    throw named(error)
  }
}

const writeReports = async (report: Report, { reports = {}, failOn = 'must' }: TestOptions): Promise<void> => {
  for (const [format, { render }] of Object.entries(reporters)) {
    const file = reports[format as keyof typeof reporters]
    if (file === undefined) continue
    try {
      const path = resolve(reportPath(file, report))
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, render(report, { failOn }))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new UsageError(`reports.${format} cannot be written: ${why}`)
    }
  }
}

/** Registers every requirement that is selected as a test of the runner. The hub is judged once, before the first of them. */
export const registerWith = ({ describe, beforeAll, test }: Runner, prepared: Prepared, options: TestOptions): void => {
  checkOptions(testSchema, 'the second argument of hubConformance', options)
  const ids = selectedIds(prepared, options)
  describe(options.title ?? defaultTitle, () => {
    let report: Report
    beforeAll(async () => {
      report = await runConformance(await optionsOf(prepared, options))
      await writeReports(report, options)
    }, options.runTimeoutMs ?? defaultRunTimeoutMs)
    const register = (name: string, outcome: () => TestOutcome): void =>
      test(name, context => {
        const result = outcome()
        if (result.kind === 'fail') throw failed(result.message)
        if (result.kind === 'skip') context.skip(result.why)
      })
    for (const id of ids) register(id, () => outcomeOf(id, report, options))
    register('everything that counts was verified', () => completeness(report, options))
  })
}
