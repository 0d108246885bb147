import type { Log, Notification, ReportingDescriptor, Result } from 'sarif'
import type { Report, ReportedRequirement } from '../../contracts/report.ts'
import type { Level } from '../../contracts/verdict.ts'
import type { Reporter } from '../reporter.ts'
import { cut, firstOf, share } from '../shared/bounds.ts'
import { toJson } from '../shared/encode.ts'
import { sourceName } from '../shared/evidence.ts'
import { publishedExcerpts } from '../shared/excerpts.ts'
import {
  cited,
  conclusion,
  endInstant,
  insecureWarning,
  isInsecure,
  isOpen,
  leftUnselected,
  selected,
  startInstant,
  weightiestFirst,
  why,
} from '../shared/facts.ts'
import { locationsOf, webEvidence } from './evidence.ts'

/**
 * SARIF 2.1.0 (OASIS, errata 01). A rule is a requirement, with its verdict among its properties; a failure is one result for each failed
 * case, what was not verified one for each requirement. Its `kind` is `open`, and then `level` is `none` (section 3.27.10). What passed or
 * does not apply is no result: GitHub makes an alert of every one, whatever its kind. Our own mistakes are notifications of the
 * invocation as well.
 */

/** GitHub refuses a run with more results or more rules (code scanning, "SARIF results file exceeds a limit"). */
const mostResults = 25_000

/** Bodies and texts together; GitHub takes 10 MB compressed. */
const budget = 8_000_000

const failureLevels: Readonly<Record<Level, Result.level>> = { must: 'error', should: 'warning', may: 'note' }

const ruleOf = (requirement: ReportedRequirement): ReportingDescriptor => {
  const { id, suite, level, title, since, until, source, verdict, fix } = requirement
  return {
    id: cut(id, 300),
    shortDescription: { text: cut(title, 500) || '-' },
    fullDescription: { text: `${cut(title, 500)} (${level.toUpperCase()})` },
    help: {
      text: `${cut(sourceName(requirement), 300)}: "${cut(source.sentence, 1_000)}"${fix === '' ? '' : `\n\nFix: ${cut(fix, 600)}`}`,
    },
    defaultConfiguration: { level: failureLevels[level] },
    properties: { tags: [cut(suite, 100), level], verdict, since, ...(until === null ? {} : { until }) },
  }
}

const render = (report: Report): string => {
  const rules = firstOf(weightiestFirst(selected(report)), mostResults)
  const failedCases = rules.kept
    .filter(({ verdict }) => verdict === 'fail')
    .reduce((sum, { cases }) => sum + Math.max(1, cases.filter(({ verdict }) => verdict === 'fail').length), 0)
  const room = share(budget, failedCases, { min: 200, max: 8_000 })

  const failuresOf = (requirement: ReportedRequirement, ruleIndex: number): readonly Result[] => {
    const { id, level } = requirement
    const base = { ruleId: cut(id, 300), ruleIndex, kind: 'fail', level: failureLevels[level] } as const
    const failed = requirement.cases.filter(({ verdict }) => verdict === 'fail')
    // A failure without a case is none of the engine's; it is shown all the same.
    if (failed.length === 0)
      return [{ ...base, message: { text: cut(why(requirement.reason), 1_000) }, ...locationsOf(id, undefined, []) }]
    return failed.map(kase => {
      const [decisive] = cited(kase, report)
      return {
        ...base,
        message: { text: `${cut(why(kase.reason), 1_000)} (${cut(kase.name, 200)})` },
        ...locationsOf(id, decisive, publishedExcerpts(kase)),
        partialFingerprints: { 'hubConformanceCase/v1': cut(`${id}: ${kase.name}`, 500) },
        ...(decisive === undefined ? {} : webEvidence(decisive, room)),
        properties: { verdict: 'fail', ...(kase.reason && { code: kase.reason.code }), attempts: kase.attempts },
      }
    })
  }

  const resultsOf = (requirement: ReportedRequirement, ruleIndex: number): readonly Result[] => {
    const { id, verdict, reason, cases } = requirement
    if (verdict === 'fail') return failuresOf(requirement, ruleIndex)
    if (!isOpen(verdict)) return []
    return [
      {
        ruleId: cut(id, 300),
        ruleIndex,
        kind: 'open',
        level: 'none',
        message: { text: `${verdict}: ${cut(why(reason), 1_000)}` },
        ...locationsOf(id, undefined, []),
        partialFingerprints: { 'hubConformanceRequirement/v1': cut(id, 500) },
        properties: { verdict, ...(reason && { code: reason.code }), cases: cases.length },
      },
    ]
  }

  const results = firstOf(rules.kept.flatMap(resultsOf), mostResults)
  const mistakes = rules.kept.flatMap(({ verdict, id, reason }, index): Notification[] =>
    verdict === 'error'
      ? [{ level: 'error', message: { text: cut(why(reason), 1_000) }, associatedRule: { id: cut(id, 300), index } }]
      : [],
  )
  const notifications: readonly Notification[] = [
    ...(isInsecure(report) ? [{ level: 'warning', message: { text: insecureWarning } } as const] : []),
    ...mistakes,
  ]
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: cut(report.tool.name, 100),
            version: cut(report.tool.version, 100),
            rules: rules.kept.map(ruleOf),
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
          conclusion: conclusion(report),
          target: report.target === null ? null : cut(report.target, 1_000),
          asOf: report.asOf,
          notSelected: leftUnselected(report),
          resultsLeftOut: results.left,
          requirementsLeftOut: rules.left,
        },
      },
    ],
  }
  return toJson(log)
}

export const sarifReporter: Reporter = { describe: 'SARIF 2.1.0, for tools that show and compare findings', render }
