import { type Failure, failuresOf } from '../contracts/causes/causes.ts'
import { simplestFirst } from '../contracts/causes/grounds.ts'
import { openApart, openGroups } from '../contracts/causes/open.ts'
import type { GateFinding, KnownEntry, Report, ReportedRequirement } from '../contracts/results/report.ts'
import { levels } from '../contracts/results/verdict.ts'
import type { RenderOptions, Reporter } from './reporter.ts'
import { type Annotation, annotationLine } from './shared/annotation.ts'
import { line } from './shared/bounds.ts'
import { caseLines, fixLines } from './shared/evidence.ts'
import {
  conclusion,
  expectedWords,
  isExpected,
  isInsecure,
  oneCauseText,
  resultText,
  tally,
  toldLevels,
  weightiestFirst,
  why,
} from './shared/facts.ts'
import {
  decides,
  entryLocation,
  findingsOf,
  findingText,
  gateWords,
  knownOf,
  noteText,
  otherFindings,
  placedFinding,
  placedNote,
} from './shared/gate.ts'
import { count } from './shared/text.ts'

/**
 * Workflow commands of GitHub Actions (docs.github.com, "Workflow commands for GitHub Actions"); they are read from standard output. Every
 * line that this writes is a command of ours: text of others is made visible first, so that it has no line end of its own and no
 * `##[`, and is escaped then as the runner unescapes it (actions/runner, ActionCommand.cs).
 */

/** GitHub shows so many of a kind per step and drops the rest without a word. */
const most = 10

/** What the baseline says of failures, with the entry that it says it of. */
const fromBaseline = (
  report: Report,
  ids: readonly string[],
): { readonly lines: string[]; readonly entry?: KnownEntry } => {
  const findings = ids.flatMap(id => findingsOf(report, id))
  const entry = findings.find(finding => finding.entry)?.entry
  const lines = findings.slice(0, 10).map(finding => `Baseline: ${placedFinding(finding)}`)
  return { lines, ...(entry && { entry }) }
}

const failed = (
  requirement: ReportedRequirement,
  kind: Annotation['kind'],
  report: Report,
  common?: string,
): Annotation => {
  const { id, level, title, cases, verdict, reason } = requirement
  const worst = simplestFirst(
    cases.filter(kase => kase.verdict === verdict && kase.known === undefined),
    report,
  )
  const [first] = worst
  const label = verdict === 'error' ? 'Bug of the suite' : `${level.toUpperCase()} failed`
  const { lines, entry } = fromBaseline(report, [id])
  return {
    kind,
    place: entry,
    title: `${label}: ${id}`,
    message: [
      line(title, 500),
      ...lines,
      ...(first === undefined ? [line(why(reason), 1_000)] : caseLines(requirement, first, report)),
      ...(common === undefined ? [] : [line(`common: ${common}`, 500)]),
      ...(verdict === 'fail' ? fixLines(requirement.fix) : []),
      ...(worst.length > 1 ? [`and ${count(worst.length - 1, 'more case')}`] : []),
    ].join('\n'),
  }
}

const idsOf = (requirements: readonly ReportedRequirement[]): string =>
  line(requirements.map(({ id }) => id).join(', '), 1_000)

/** What several requirements share is one annotation: GitHub shows few of them. */
const sharedFailure = (
  { requirement, cases, messages, shares, blocked, common, fix, entries }: Failure,
  kind: Annotation['kind'],
  report: Report,
): Annotation => {
  const ids = shares.map(share => share.requirement.id)
  const { lines, entry } = fromBaseline(report, ids)
  return {
    kind,
    place: entry,
    title: `${requirement.level.toUpperCase()} failed: ${shares.length} requirements, one cause`,
    message: [
      ...messages.slice(0, 3).map(message => line(message, 500)),
      idsOf(shares.map(share => share.requirement)),
      ...lines,
      ...cases.slice(0, 1).flatMap(kase => caseLines(requirement, kase, report)),
      ...(common === undefined ? [] : [line(`common: ${common}`, 500)]),
      ...fixLines(fix, entries),
      ...(blocked.length > 0 ? [`also not verified because of this: ${idsOf(blocked)}`] : []),
    ].join('\n'),
  }
}

/** A finding that no failure shows: an entry that passes now, expired or matches nothing, or what is no longer verified. */
const difference = (finding: GateFinding): Annotation => ({
  kind: 'error',
  place: finding.entry,
  title: `Baseline: ${gateWords[finding.kind]}: ${finding.requirement}`,
  message: [
    findingText(finding),
    ...(finding.entry ? [`${entryLocation(finding.entry)}: ${noteText(finding.entry)}`] : []),
  ].join('\n'),
})

/** Everything known is one notice: it was looked at before. */
const knownNotice = (report: Report): readonly Annotation[] => {
  const all = knownOf(report)
  if (all.length === 0) return []
  return [
    {
      kind: 'notice',
      title: `Known: ${count(all.length, 'requirement')}, ${expectedWords}`,
      message: all
        .map(({ requirement: { id, verdict }, entry }) => line(`${verdict} ${id}: ${placedNote(entry)}`, 500))
        .join('\n'),
    },
  ]
}

/** What stayed open for the same reason is one warning. */
const open = (requirements: readonly ReportedRequirement[], report: Report): readonly Annotation[] =>
  openGroups(requirements, report).map(({ messages, members }) => ({
    kind: 'warning',
    title: `Not verified: ${count(members.length, 'requirement')}`,
    message: [...messages.slice(0, 3).map(message => line(message, 1_000)), idsOf(members)].join('\n'),
  }))

const render = (report: Report, { failOn }: RenderOptions = {}): string => {
  const ordered = weightiestFirst(report.requirements)
  const failures = failuresOf(report)
  const failure = (each: Failure, kind: Annotation['kind']): Annotation =>
    each.kind === 'shared' ? sharedFailure(each, kind, report) : failed(each.requirement, kind, report, each.common)
  const mistakes = ordered.filter(({ verdict }) => verdict === 'error')
  const decisive = failures.filter(each => decides(report, each, failOn))
  const others = failures.filter(each => !decisive.includes(each))
  const headline = oneCauseText(report)
  const alike: readonly Annotation[] =
    headline === undefined
      ? []
      : [
          {
            kind: decisive.length > 0 ? 'error' : 'warning',
            title: headline,
            message: report.next.map(({ message }) => line(message, 1_000)).join('\n'),
          },
        ]
  const errors = [
    ...(headline === undefined ? decisive.map(each => failure(each, 'error')) : alike),
    ...otherFindings(report).map(difference),
    ...mistakes.map(each => failed(each, 'error', report)),
  ]
  const unverified = openApart(report).filter(({ verdict }) => verdict !== 'error')
  const lesser = [
    ...open(
      unverified.filter(({ level }) => level === 'must'),
      report,
    ),
    ...others.map(each => failure(each, 'warning')),
    ...open(
      unverified.filter(({ level }) => level !== 'must'),
      report,
    ),
  ]
  const warnings = headline === undefined ? lesser : []
  // An incomplete run must not look calm, nor one that does not know who answered: its summary is a warning itself.
  const isLow = ['incomplete', 'partial'].includes(report.result) && !isExpected(report)
  const kind = isLow || isInsecure(report) ? 'warning' : 'notice'
  const room = kind === 'warning' ? most - 1 : most
  const left = [
    [Math.max(0, errors.length - most), 'more error'],
    [Math.max(0, warnings.length - room), 'more warning'],
  ] as const
  const leftOut = left.flatMap(([number, what]) => (number === 0 ? [] : count(number, what)))
  const summary: Annotation = {
    kind,
    title: `hub-conformance: ${resultText(report)}`,
    message: [
      conclusion(report),
      ...levels
        .filter(level => !toldLevels(report).includes(level) && report.summary[level].inForce > 0)
        .map(level => tally(report, level)),
      ...(leftOut.length === 0 ? [] : [`${leftOut.join(' and ')} left out, because GitHub does not show them`]),
      ...(report.leftovers.length === 0
        ? []
        : [`${count(report.leftovers.length, 'thing')} left behind on the target`]),
    ].join('\n'),
  }
  return `${[...errors.slice(0, most), ...warnings.slice(0, room), ...knownNotice(report), summary].map(annotationLine).join('\n')}\n`
}

export const githubReporter: Reporter = { describe: 'annotations of GitHub Actions, on standard output', render }
