import type { CTRFReport, Test } from 'ctrf'
import { lookupOf } from '../contracts/causes/evidence.ts'
import { defined } from '../contracts/defined.ts'
import {
  type GateFinding,
  type KnownEntry,
  type Report,
  type ReportedRequirement,
  subjectFields,
} from '../contracts/results/report.ts'
import type { Level, Verdict } from '../contracts/results/verdict.ts'
import type { RenderOptions, Reporter } from './reporter.ts'
import { cut, firstOf, share, wholeMs } from './shared/bounds.ts'
import { toJson } from './shared/encode.ts'
import { evidenceText, sourceName } from './shared/evidence.ts'
import {
  conclusion,
  isInsecure,
  leftOpen,
  leftUnselected,
  requestsOf,
  selected,
  startInstant,
  startMs,
  tookMs,
  why,
} from './shared/facts.ts'
import { findingsOf, isDecisive, otherFindings, placedFinding, placedNote } from './shared/gate.ts'

/**
 * Common Test Report Format 0.0.0 (github.com/ctrf-io/ctrf). It has no keys of ours outside `extra`. `skipped` is left to what does not
 * apply; what stayed open is `other`, and an incomplete run has one further test, `result`, that failed: a gate counts only those. With
 * `--allow-incomplete` it is `other` as well, and so is a failure that is known or of a level that does not decide the exit code. What
 * differs from the baseline and no failure shows is a failed test of the suite `baseline`, the first.
 */

const budget = 8_000_000

const statuses: Readonly<Record<Verdict, Test['status']>> = {
  pass: 'passed',
  fail: 'failed',
  error: 'other',
  inconclusive: 'other',
  untestable: 'other',
  'not-applicable': 'skipped',
  'not-selected': 'skipped',
}

const mostSteps = 200

const entryOf = ({ note, link, expires, file, line }: KnownEntry) => ({
  note: cut(note, 1_000),
  ...defined({ link: link && cut(link, 1_000), expires }),
  file: cut(file, 300),
  line,
})

const differenceTest = (finding: GateFinding, at: number): Test => ({
  testId: `baseline ${at + 1}`,
  name: cut(`baseline: ${finding.requirement}`, 300),
  status: 'failed',
  duration: 0,
  suite: ['baseline'],
  message: placedFinding(finding),
  rawStatus: finding.kind,
  ...(finding.entry && { filePath: cut(finding.entry.file, 300), line: finding.entry.line }),
  ...(finding.entry && { extra: { entry: entryOf(finding.entry) } }),
})

const testOf = (requirement: ReportedRequirement, report: Report, room: number, failOn: Level | undefined): Test => {
  const { id, suite, level, title, verdict, reason, since, cases, known } = requirement
  const isWarning = verdict === 'fail' && !isDecisive(report, requirement, failOn)
  const differences = findingsOf(report, id).map(placedFinding)
  const words = [
    ...(known === undefined ? [] : [`known: ${placedNote(known)}`]),
    ...(isWarning && known === undefined ? [`warning, ${level.toUpperCase()} does not count`] : []),
    ...(reason === null ? [] : [cut(reason.message, 1_000)]),
    ...differences.slice(0, 10),
  ]
  const { kept, left } = firstOf(cases, Math.min(mostSteps, Math.ceil(room / 100)))
  return {
    testId: cut(id, 300) || '-',
    name: cut(id, 300) || '-',
    status: isWarning ? 'other' : statuses[verdict],
    duration: tookMs(requirement, lookupOf(report)),
    suite: [cut(suite, 200)],
    ...(words.length === 0 ? {} : { message: words.join('\n') }),
    ...(verdict === 'fail' || verdict === 'error' ? { trace: evidenceText(requirement, report, room) } : {}),
    rawStatus: verdict,
    tags: [level],
    labels: { level, since, source: cut(sourceName(requirement), 300) },
    ...(kept.length === 0
      ? {}
      : {
          steps: kept.map(kase => ({
            name: cut(kase.name, 200),
            status: kase.verdict === 'fail' && (isWarning || kase.known) ? 'other' : statuses[kase.verdict],
            extra: {
              verdict: kase.verdict,
              attempts: kase.attempts,
              ...(kase.reason && { message: cut(why(kase.reason), 300) }),
            },
          })),
        }),
    extra: {
      title: cut(title, 500),
      sentence: cut(requirement.source.sentence, 1_000),
      ...(reason === null ? {} : { code: reason.code }),
      ...(known === undefined ? {} : { known: entryOf(known) }),
      ...(left === 0 ? {} : { stepsLeftOut: left }),
    },
  }
}

const render = (report: Report, { failOn }: RenderOptions = {}): string => {
  const asked = selected(report)
  const room = share(budget, asked.length, { min: 500, max: 6_000 })
  const open = leftOpen(report, failOn)
  const result = ({ message, allowed }: NonNullable<typeof open>): Test => ({
    testId: 'result',
    name: 'result',
    status: allowed ? 'other' : 'failed',
    duration: 0,
    message,
    rawStatus: 'incomplete',
  })
  const tests = [
    ...otherFindings(report).map(differenceTest),
    ...asked.map(each => testOf(each, report, room, failOn)),
    ...(open ? [result(open)] : []),
  ]
  const having = (status: Test['status']): number => tests.filter(each => each.status === status).length
  const start = startMs(report)
  const document: CTRFReport = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: startInstant(report),
    generatedBy: cut(`${report.tool.name} ${report.tool.version}`, 200),
    results: {
      tool: { name: cut(report.tool.name, 100) || '-', version: cut(report.tool.version, 100) },
      summary: {
        tests: tests.length,
        passed: having('passed'),
        failed: having('failed'),
        skipped: having('skipped'),
        pending: 0,
        other: having('other'),
        suites: new Set(tests.flatMap(({ suite }) => suite?.[0] ?? [])).size,
        start,
        stop: start + wholeMs(report.durationMs),
        duration: wholeMs(report.durationMs),
        extra: {
          result: report.result,
          conclusion: conclusion(report),
          levels: report.summary,
          notSelected: leftUnselected(report),
          ...(report.gate && { baseline: { file: cut(report.gate.file, 300), passed: report.gate.passed } }),
        },
      },
      tests,
      environment: {
        ...(report.target === null ? {} : { testEnvironment: cut(report.target, 1_000) }),
        healthy: report.result === 'conformant',
        extra: {
          subject: Object.fromEntries(
            subjectFields.map(field => [field, cut(report.subject[field] ?? 'not given', 500)]),
          ),
          asOf: report.asOf,
          ...defined({ lifecycle: report.lifecycle }),
          seed: report.seed,
          requests: requestsOf(report),
          insecure: isInsecure(report),
        },
      },
    },
  }
  return toJson(document)
}

export const ctrfReporter: Reporter = {
  describe: 'Common Test Report Format (JSON), for dashboards of test results',
  render,
}
