import type { GateFinding, Report, ReportedRequirement } from '../contracts/results/report.ts'
import { type Level, severity, type Verdict } from '../contracts/results/verdict.ts'
import type { Reporter } from './reporter.ts'
import { firstOf, line, share, wholeMs } from './shared/bounds.ts'
import { toJson } from './shared/encode.ts'
import { evidenceText, sourceName } from './shared/evidence.ts'
import { conclusion, insecureWarning, isInsecure, leftOpen, requestsOf, selected, why } from './shared/facts.ts'
import { findingsOf, isDecisive, noteText, otherFindings, placedFinding, placedNote } from './shared/gate.ts'
import { count } from './shared/text.ts'

/**
 * TAP 14 (testanything.org/tap-version-14-specification.html). What is not verified is never `ok`: it is `not ok … # TODO`, which a
 * harness shows and does not count. Known failures, and those of a level that does not decide the exit code, are TODO as well; what differs
 * from the baseline and no failure shows is a test point `baseline`, the first. `ok … # SKIP` is left to
 * what does not apply. The cases of a requirement, where there are several, are its subtest. A run that is incomplete has one further test
 * point, `result`, that fails; with `--allow-incomplete` it is TODO.
 */

const budget = 8_000_000

/** Description and reasons: `\` and `#` are escaped (section "Escaping"), and nothing can end the line. */
const prose = (text: string, length: number): string => line(text, length).replace(/[\\#]/g, '\\$&')

/** A scalar of YAML: JSON strings are such, all of what YAML cannot print is escaped. */
const scalar = (value: string | number): string =>
  toJson(value)
    .trimEnd()
    .replace(/[\ufffe\uffff]/g, character => `\\u${character.charCodeAt(0).toString(16)}`)

const diagnostic = (values: Readonly<Record<string, string | number>>): readonly string[] => [
  '  ---',
  ...Object.entries(values).map(([key, value]) => `  ${key}: ${scalar(value)}`),
  '  ...',
]

interface Point {
  readonly ok: boolean
  readonly directive: string
}

const pointOf = (
  { verdict, reason, known }: Pick<ReportedRequirement, 'verdict' | 'reason' | 'known'>,
  level: Level,
  decides: boolean,
): Point => {
  const because = prose(why(reason), 300)
  if (known) return { ok: false, directive: ` # TODO known: ${prose(placedNote(known), 500)}` }
  switch (verdict) {
    case 'pass':
      return { ok: true, directive: '' }
    case 'fail':
      return {
        ok: false,
        directive: decides ? '' : ` # TODO ${level.toUpperCase()} does not count: ${because}`,
      }
    case 'error':
      return { ok: false, directive: '' }
    case 'inconclusive':
    case 'untestable':
      return { ok: false, directive: ` # TODO ${verdict}: ${because}` }
    case 'not-applicable':
    case 'not-selected':
      return { ok: true, directive: ` # SKIP ${verdict}: ${because}` }
  }
}

/** Test points of cases in the whole document, as far as there is a choice. */
const mostCases = 20_000

/** What an entry for the requirement as a whole lists. */
const isListed = (verdict: Verdict): boolean =>
  verdict === 'fail' || verdict === 'inconclusive' || verdict === 'untestable'

/** Each case as a test point of its requirement; where there are too many, the worst of them. */
const subtest = (
  { id, level, cases, known }: ReportedRequirement,
  decides: boolean,
  most: number,
): readonly string[] => {
  if (cases.length < 2) return []
  const worst = [...cases].sort((a, b) => severity.indexOf(a.verdict) - severity.indexOf(b.verdict))
  const { kept, left } = cases.length <= most ? { kept: cases, left: 0 } : firstOf(worst, most)
  const points = kept.flatMap((kase, at) => {
    const { ok, directive } = pointOf(isListed(kase.verdict) && known ? { known, ...kase } : kase, level, decides)
    const { verdict, reason } = kase
    const why = reason === null ? {} : { message: line(reason.message, 300), code: reason.code }
    return [
      `${ok ? 'ok' : 'not ok'} ${at + 1} - ${prose(kase.name, 200)}${directive}`,
      ...(ok ? [] : diagnostic({ verdict, ...why })),
    ]
  })
  const more = left === 0 ? [] : [`# ${count(left, 'more case')} left out; the JSON report has them all`]
  return [`# Subtest: ${prose(id, 300)}`, ...[`1..${kept.length}`, ...points, ...more].map(text => `    ${text}`)]
}

/** A difference from the baseline, with the line of its entry. */
const differencePoint = (finding: GateFinding, number: number): readonly string[] => [
  `not ok ${number} - baseline: ${prose(finding.requirement, 300)}`,
  ...diagnostic({
    message: placedFinding(finding),
    severity: 'must',
    kind: finding.kind,
    ...(finding.entry && {
      file: line(finding.entry.file, 300),
      line: finding.entry.line,
      note: noteText(finding.entry),
    }),
  }),
]

interface Rules {
  readonly failOn: Level | undefined
  readonly report: Report
  readonly room: number
  readonly cases: number
}

const pointLines = (
  requirement: ReportedRequirement,
  number: number,
  { failOn, report, room, cases }: Rules,
): readonly string[] => {
  const { id, level, verdict, reason } = requirement
  const decides = isDecisive(report, requirement, failOn)
  const { ok, directive } = pointOf(requirement, level, decides)
  const differences = findingsOf(report, id).slice(0, 10)
  return [
    ...subtest(requirement, decides, cases),
    `${ok ? 'ok' : 'not ok'} ${number} - ${prose(id, 300)}${directive}`,
    ...(ok
      ? []
      : diagnostic({
          message: line(why(reason), 1_000),
          severity: level,
          verdict,
          code: reason?.code ?? verdict,
          source: line(sourceName(requirement), 300),
          ...(differences.length === 0 ? {} : { baseline: differences.map(placedFinding).join('\n') }),
          ...(verdict === 'fail' || verdict === 'error' ? { evidence: evidenceText(requirement, report, room) } : {}),
        })),
  ]
}

const render = (report: Report, { failOn }: { readonly failOn?: Level } = {}): string => {
  const asked = selected(report)
  const room = share(budget, asked.filter(({ reason }) => reason !== null).length, { min: 500, max: 6_000 })
  const cases = share(mostCases, asked.length, { min: 3, max: 1_000 })
  const open = leftOpen(report, failOn)
  const differences = otherFindings(report)
  const before = differences.length
  const lines = [
    'TAP version 14',
    `1..${before + asked.length + (open ? 1 : 0)}`,
    `# ${line(report.tool.name, 100)} ${line(report.tool.version, 100)}, ${line(report.target ?? 'documents alone', 500)}, as of ${line(report.asOf, 20)}`,
    ...(isInsecure(report) ? [`# ${insecureWarning}`] : []),
    ...differences.flatMap((finding, at) => differencePoint(finding, at + 1)),
    ...asked.flatMap((requirement, at) => pointLines(requirement, before + at + 1, { failOn, report, room, cases })),
    ...(open
      ? [
          `not ok ${before + asked.length + 1} - result${open.allowed === undefined ? '' : ` # TODO ${open.allowed}`}`,
          ...diagnostic({ message: open.message, severity: 'must', verdict: 'incomplete' }),
        ]
      : []),
    `# ${conclusion(report)}`,
    `# ${requestsOf(report)} requests in ${wholeMs(report.durationMs)} ms`,
  ]
  return `${lines.join('\n')}\n`
}

export const tapReporter: Reporter = {
  describe: 'TAP 14: one test point per requirement, its cases as a subtest',
  render,
}
