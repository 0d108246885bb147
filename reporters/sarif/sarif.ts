import type { Location, Notification, ReportingDescriptor, Result } from 'sarif'
import { cited } from '../../contracts/causes/evidence.ts'
import type { GateFinding, KnownEntry, Report, ReportedRequirement } from '../../contracts/results/report.ts'
import { isOpen, type Level } from '../../contracts/results/verdict.ts'
import type { RenderOptions, Reporter } from '../reporter.ts'
import { cut, firstOf, share } from '../shared/bounds.ts'
import { reproduction } from '../shared/command.ts'
import { pathReference } from '../shared/encode.ts'
import { publishedExcerpts, sourceText } from '../shared/evidence.ts'
import {
  conclusion,
  endInstant,
  insecureWarning,
  isInsecure,
  leftUnselected,
  selected,
  startInstant,
  weightiestFirst,
  why,
} from '../shared/facts.ts'
import { findingsOf, findingText, isDecisive, noteText, otherFindings } from '../shared/gate.ts'
import { locationsOf, webEvidence } from './evidence.ts'
import { mostResults, sarifText } from './log.ts'

/**
 * SARIF 2.1.0 (OASIS, errata 01). A rule is a requirement, with its verdict among its properties; a failure is one result for each failed
 * case, what was not verified one for each requirement. Its `kind` is `open`, and then `level` is `none` (section 3.27.10). What passed or
 * does not apply is no result: GitHub makes an alert of every one, whatever its kind. Our own mistakes are notifications of the
 * invocation as well.
 *
 * Under a baseline each result has its `baselineState`. A known failure is suppressed by its entry (section 3.35), with the note as the
 * justification. What differs from the baseline and no failure shows is a result of the rule `baseline`, at the line of the entry.
 */

/** Bodies and texts together; GitHub takes 10 MB compressed. */
const budget = 8_000_000

const failureLevels: Readonly<Record<Level, Result.level>> = { must: 'error', should: 'warning', may: 'note' }

const baselineRule: ReportingDescriptor = {
  id: 'baseline',
  shortDescription: { text: 'The baseline matches the report exactly.' },
  fullDescription: { text: 'Remove or renew an entry that passes now, has expired or matches nothing.' },
  help: { text: 'Correct the entry, or update the baseline from the JSON report.' },
  defaultConfiguration: { level: 'error' },
}

const entryLocation = ({ file, line }: KnownEntry): Location => ({
  physicalLocation: { artifactLocation: { uri: pathReference(cut(file, 1_000)) }, region: { startLine: line } },
})

/** How a result compares with the baseline; nothing where there is none. */
const stateOf = (report: Report, id: string, entry: KnownEntry | undefined): Partial<Result> => {
  if (report.gate === undefined) return {}
  if (entry === undefined) {
    const listed = findingsOf(report, id).find(finding => finding.entry !== undefined)
    if (listed === undefined) return { baselineState: 'new' }
    return { baselineState: listed.kind === 'expired' ? 'unchanged' : 'updated' }
  }
  return {
    baselineState: 'unchanged',
    suppressions: [
      { kind: 'external', status: 'accepted', justification: noteText(entry), location: entryLocation(entry) },
    ],
  }
}

const differenceResult = (finding: GateFinding, ruleIndex: number): Result => {
  const { kind, requirement, case: kase, entry } = finding
  return {
    ruleId: 'baseline',
    ruleIndex,
    kind: 'fail',
    level: 'error',
    message: { text: findingText(finding) },
    ...(entry === undefined ? locationsOf(requirement, undefined, []) : { locations: [entryLocation(entry)] }),
    partialFingerprints: { 'hubConformanceBaseline/v1': cut(`${kind} ${requirement}: ${kase ?? ''}`, 500) },
    baselineState: 'new',
    properties: { kind, ...(entry && { note: noteText(entry) }) },
  }
}

const ruleOf = (report: Report, requirement: ReportedRequirement): ReportingDescriptor => {
  const { id, suite, level, title, since, until, verdict, fix } = requirement
  return {
    id: cut(id, 300),
    shortDescription: { text: cut(title, 500) || '-' },
    fullDescription: { text: `${cut(title, 500)} (${level.toUpperCase()})` },
    help: {
      text: [
        sourceText(requirement),
        ...(fix === '' ? [] : [`Fix: ${cut(fix, 600)}`]),
        ...(verdict === 'fail' ? [`Repeat: ${cut(reproduction(report, id), 1_000)}`] : []),
      ].join('\n\n'),
    },
    defaultConfiguration: { level: failureLevels[level] },
    properties: { tags: [cut(suite, 100), level], verdict, since, ...(until === null ? {} : { until }) },
  }
}

interface Rules {
  readonly report: Report
  readonly failOn: Level | undefined
  /** How much of a body a result may hold. */
  readonly room: number
}

const failureResults = (
  requirement: ReportedRequirement,
  ruleIndex: number,
  { report, failOn, room }: Rules,
): readonly Result[] => {
  const { id, level, known } = requirement
  const severity = isDecisive(report, requirement, failOn) ? 'error' : failureLevels[level]
  const base = { ruleId: cut(id, 300), ruleIndex, kind: 'fail', level: severity } as const
  const failed = requirement.cases.filter(({ verdict }) => verdict === 'fail')
  // The engine reports no failure without a case; it is shown all the same.
  if (failed.length === 0)
    return [
      {
        ...base,
        message: { text: cut(why(requirement.reason), 1_000) },
        ...locationsOf(id, undefined, []),
        ...stateOf(report, id, known),
      },
    ]
  return failed.map(kase => {
    const [decisive] = cited(kase, report)
    return {
      ...base,
      message: { text: `${cut(why(kase.reason), 1_000)} (${cut(kase.name, 200)})` },
      ...locationsOf(id, decisive, publishedExcerpts(kase)),
      partialFingerprints: { 'hubConformanceCase/v1': cut(`${id}: ${kase.name}`, 500) },
      ...stateOf(report, id, kase.known ?? known),
      ...(decisive === undefined ? {} : webEvidence(decisive, room)),
      properties: { verdict: 'fail', ...(kase.reason && { code: kase.reason.code }), attempts: kase.attempts },
    }
  })
}

const openResult = (
  { id, verdict, reason, cases, known }: ReportedRequirement,
  ruleIndex: number,
  report: Report,
): Result => ({
  ruleId: cut(id, 300),
  ruleIndex,
  kind: 'open',
  level: 'none',
  message: { text: `${verdict}: ${cut(why(reason), 1_000)}` },
  ...locationsOf(id, undefined, []),
  partialFingerprints: { 'hubConformanceRequirement/v1': cut(id, 500) },
  ...stateOf(report, id, known),
  properties: { verdict, ...(reason && { code: reason.code }), cases: cases.length },
})

const render = (report: Report, { failOn }: RenderOptions = {}): string => {
  const differences = otherFindings(report)
  // The rule of the baseline takes the place of one.
  const rules = firstOf(weightiestFirst(selected(report)), mostResults - Math.min(1, differences.length))
  const failedCases = rules.kept
    .filter(({ verdict }) => verdict === 'fail')
    .reduce((sum, { cases }) => sum + Math.max(1, cases.filter(({ verdict }) => verdict === 'fail').length), 0)
  const room = share(budget, failedCases, { min: 200, max: 8_000 })
  const results = firstOf(
    [
      ...differences.map(finding => differenceResult(finding, rules.kept.length)),
      ...rules.kept.flatMap((requirement, at) => {
        if (requirement.verdict === 'fail') return failureResults(requirement, at, { report, failOn, room })
        return isOpen(requirement.verdict) ? [openResult(requirement, at, report)] : []
      }),
    ],
    mostResults,
  )
  const mistakes = rules.kept.flatMap(({ verdict, id, reason }, index): Notification[] =>
    verdict === 'error'
      ? [{ level: 'error', message: { text: cut(why(reason), 1_000) }, associatedRule: { id: cut(id, 300), index } }]
      : [],
  )
  const notifications: readonly Notification[] = [
    ...(isInsecure(report) ? [{ level: 'warning', message: { text: insecureWarning } } as const] : []),
    ...mistakes,
  ]
  return sarifText({
    tool: {
      driver: {
        name: cut(report.tool.name, 100),
        version: cut(report.tool.version, 100),
        rules: [
          ...rules.kept.map(requirement => ruleOf(report, requirement)),
          ...(differences.length === 0 ? [] : [baselineRule]),
        ],
      },
    },
    automationDetails: { id: 'hub-conformance/' },
    invocations: [
      {
        executionSuccessful: mistakes.length === 0,
        startTimeUtc: startInstant(report),
        endTimeUtc: endInstant(report),
        ...(notifications.length === 0 ? {} : { toolExecutionNotifications: [...notifications] }),
      },
    ],
    results: [...results.kept],
    properties: {
      result: report.result,
      ...(report.gate && { baseline: cut(report.gate.file, 300), baselinePassed: report.gate.passed }),
      conclusion: conclusion(report),
      target: report.target === null ? null : cut(report.target, 1_000),
      asOf: report.asOf,
      notSelected: leftUnselected(report),
      resultsLeftOut: results.left,
      requirementsLeftOut: rules.left,
    },
  })
}

export const sarifReporter: Reporter = { describe: 'SARIF 2.1.0, for tools that show and compare findings', render }
