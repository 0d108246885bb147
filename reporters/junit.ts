import { lookupOf } from '../contracts/causes/evidence.ts'
import { grouped } from '../contracts/causes/grouped.ts'
import { type GateFinding, type Report, type ReportedRequirement, subjectFields } from '../contracts/results/report.ts'
import type { Level } from '../contracts/results/verdict.ts'
import type { RenderOptions, Reporter } from './reporter.ts'
import { line, share, wholeMs } from './shared/bounds.ts'
import { evidenceText, publishedExcerpts } from './shared/evidence.ts'
import {
  conclusion,
  insecureWarning,
  isInsecure,
  leftOpen,
  selected,
  startInstant,
  tookMs,
  why,
} from './shared/facts.ts'
import {
  entryLocation,
  findingsOf,
  isDecisive,
  noteText,
  otherFindings,
  placedFinding,
  placedNote,
} from './shared/gate.ts'
import { element, xmlText } from './shared/xml.ts'

/**
 * JUnit XML. `jenkins` is valid under the schema of the Jenkins xUnit plugin (junit-10.xsd): no `properties` and no `file` on a test
 * case, times with at most three decimals. `gitlab` is what GitLab's parser (lib/gitlab/ci/parsers/test/junit.rb) reads: it shows
 * `classname` as the suite, links `file`, and takes the first of two cases with the same name.
 *
 * A gate that reads only this file sees `<skipped>` as harmless. So a run that left something open and found nothing wrong gets one
 * further test case, `result`, with an `<error>` that says how much was verified; `--allow-incomplete` makes it `<skipped>`, so that the
 * file is as red as the exit code.
 *
 * A known failure is skipped with the note of its entry, and a failure of a level that does not decide the exit code is skipped as a
 * warning: both are harmless. What differs from the baseline and no failure shows is a test case of the suite `baseline`, the first.
 */
type Dialect = NonNullable<RenderOptions['junitDialect']>

/** GitLab refuses a file of 30 MB. */
const budget = 12_000_000

/** Times of the schema: three decimals, never an exponent. */
const seconds = (ms: number): string => (ms / 1000).toFixed(3)

type Outcome = 'passed' | 'failure' | 'error' | 'skipped'

interface TestCase {
  readonly suite: string
  readonly outcome: Outcome
  readonly ms: number
  readonly xml: string
}

/** How failures are shown. */
interface Rules {
  readonly dialect: Dialect
  readonly known: NonNullable<RenderOptions['junitKnown']>
  readonly failOn: Level | undefined
  readonly report: Report
  readonly room: number
}

const outcomeOf = (requirement: ReportedRequirement, { known, failOn, report }: Rules): Outcome => {
  switch (requirement.verdict) {
    case 'pass':
      return 'passed'
    case 'fail':
      if (requirement.known) return known === 'fail' ? 'failure' : 'skipped'
      return isDecisive(report, requirement, failOn) ? 'failure' : 'skipped'
    case 'error':
      return 'error'
    case 'inconclusive':
    case 'untestable':
    case 'not-applicable':
    case 'not-selected':
      return 'skipped'
  }
}

/** The published document that decides the requirement, else the id of the requirement. */
const fileOf = (requirement: ReportedRequirement): string =>
  line(requirement.cases.flatMap(publishedExcerpts)[0]?.from ?? requirement.id, 300)

/** Why something is skipped: known, a warning, or not verified. */
const skipped = ({ level, verdict, reason, known }: ReportedRequirement): { type: string; message: string } => {
  const found = `${verdict === 'fail' ? level.toUpperCase() : verdict}: ${line(why(reason), 1_000)}`
  if (known) return { type: 'known', message: `known: ${placedNote(known)}; ${found}` }
  return verdict === 'fail' ? { type: 'warning', message: `warning: ${found}` } : { type: verdict, message: found }
}

const detail = (
  report: Report,
  requirement: ReportedRequirement,
  outcome: Outcome,
  text: () => string,
): readonly string[] => {
  const { id, level, verdict, reason, known } = requirement
  const differences = findingsOf(report, id).flatMap(({ entry, message: words }) =>
    entry === undefined ? [] : [` (${entryLocation(entry)}: ${line(words, 300)})`],
  )
  const note = known === undefined ? (differences[0] ?? '') : ` (known: ${placedNote(known)})`
  const message = `${line(why(reason), 1_000)}${note}`
  switch (outcome) {
    case 'passed':
      return []
    case 'failure':
      return [
        element(
          'failure',
          { type: `${level}/${reason?.code ?? verdict}`, message: `${level.toUpperCase()}: ${message}` },
          [xmlText(text())],
        ),
      ]
    case 'error':
      return [element('error', { type: reason?.code ?? verdict, message }, [xmlText(text())])]
    case 'skipped':
      return [element('skipped', skipped(requirement))]
  }
}

const testCase = (requirement: ReportedRequirement, rules: Rules): TestCase => {
  const { dialect, report, room } = rules
  const outcome = outcomeOf(requirement, rules)
  const ms = tookMs(requirement, lookupOf(report))
  const name = line(requirement.id, 300)
  const suite = line(requirement.suite, 200)
  const attributes =
    dialect === 'gitlab'
      ? { name, classname: suite, file: fileOf(requirement), time: seconds(ms) }
      : { name, classname: `hub-conformance.${suite}`, group: requirement.level, time: seconds(ms) }
  const content = detail(report, requirement, outcome, () => evidenceText(requirement, report, room))
  return { suite: requirement.suite, outcome, ms, xml: element('testcase', attributes, content) }
}

/** What makes an incomplete run red: nothing failed, and yet nobody may take it for success unless told to. */
const resultCase = ({ message, allowed }: NonNullable<ReturnType<typeof leftOpen>>, dialect: Dialect): TestCase => {
  const content = allowed
    ? element('skipped', { type: 'incomplete', message: `${message} (${allowed})` })
    : element('error', { type: 'incomplete', message }, [xmlText(`${message}\n`)])
  const classname = dialect === 'gitlab' ? 'result' : 'hub-conformance.result'
  const xml = element('testcase', { name: 'result', classname, time: '0.000' }, [content])
  return { suite: 'result', outcome: allowed ? 'skipped' : 'error', ms: 0, xml }
}

/** A difference from the baseline, with the line of its entry. */
const differenceCase = (finding: GateFinding, dialect: Dialect): TestCase => {
  const { kind, requirement, case: kase, entry } = finding
  const message = placedFinding(finding)
  const note = entry === undefined ? '' : `Note: ${noteText(entry)}\n`
  const content = element('failure', { type: `baseline/${kind}`, message }, [xmlText(`${message}\n${note}`)])
  // GitLab takes the first of two cases with the same name.
  const name = line(`baseline ${kind}: ${requirement}${kase === undefined ? '' : ` [${kase}]`}`, 300)
  const attributes =
    dialect === 'gitlab'
      ? { name, classname: 'baseline', ...(entry && { file: line(entry.file, 300) }), time: '0.000' }
      : { name, classname: 'hub-conformance.baseline', time: '0.000' }
  return { suite: 'baseline', outcome: 'failure', ms: 0, xml: element('testcase', attributes, [content]) }
}

const totals = (cases: readonly TestCase[]) => {
  const having = (outcome: Outcome): number => cases.filter(each => each.outcome === outcome).length
  return {
    tests: cases.length,
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
    time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
  }
}

const properties = (report: Report): string =>
  element(
    'properties',
    {},
    Object.entries({
      result: conclusion(report),
      ...Object.fromEntries(subjectFields.map(field => [`subject.${field}`, report.subject[field] ?? 'not given'])),
      target: report.target ?? 'documents alone',
      'as-of': report.asOf,
      ...(report.lifecycle ? { lifecycle: `${report.lifecycle.version} ${report.lifecycle.digest}` } : {}),
      seed: String(report.seed),
      version: report.tool.version,
      ...(isInsecure(report) ? { insecure: insecureWarning } : {}),
    }).map(([name, value]) => element('property', { name, value: line(value, 500) })),
  )

const render = (
  report: Report,
  { junitDialect = 'jenkins', junitKnown = 'skip', failOn }: RenderOptions = {},
): string => {
  const asked = selected(report)
  const room = share(budget, asked.filter(({ reason }) => reason !== null).length, { min: 500, max: 8_000 })
  const rules = { dialect: junitDialect, known: junitKnown, failOn, report, room }
  const open = leftOpen(report, failOn)
  const cases = [
    ...otherFindings(report).map(finding => differenceCase(finding, junitDialect)),
    ...asked.map(requirement => testCase(requirement, rules)),
    ...(open ? [resultCase(open, junitDialect)] : []),
  ]
  const { skipped: _, ...all } = totals(cases)
  const timestamp = startInstant(report).slice(0, 19)
  const lines = [...grouped(cases, ({ suite }) => suite)].map(
    ([name, members], at) =>
      `  ${element('testsuite', { name: line(name, 200), ...totals(members), timestamp }, [
        '\n',
        ...(at === 0 ? [`    ${properties(report)}\n`] : []),
        ...members.map(({ xml }) => `    ${xml}\n`),
        '  ',
      ])}`,
  )
  // Requests overlap: those of a suite may add up to more than the run lasted.
  const time = seconds(wholeMs(report.durationMs))
  const root = element('testsuites', { name: 'hub-conformance', ...all, time }, [
    '\n',
    ...lines.map(each => `${each}\n`),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

export const junitReporter: Reporter = {
  describe: 'JUnit XML for build servers: one test case per requirement',
  render,
}
