import { openGroups } from '../../contracts/causes/open.ts'
import type { Report, ReportedRequirement } from '../../contracts/results/report.ts'
import { isOpen } from '../../contracts/results/verdict.ts'
import type { RenderOptions } from '../reporter.ts'
import { gateText } from '../shared/facts.ts'
import { entryLocation, findingText, gateWords, placedFinding } from '../shared/gate.ts'
import { count, visible } from '../shared/text.ts'
import { insecure, resultLine } from './conclusion.ts'
import { failures } from './failures.ts'
import { leftBehind } from './unverified.ts'
import { block, createView, firstFew, type View } from './view.ts'

/** What is compared of a requirement: its verdict, the cases that did not pass, and whether the baseline lists them. */
const comparableState = ({ verdict, reason, cases, known }: ReportedRequirement): string =>
  JSON.stringify([
    verdict,
    reason?.code,
    known !== undefined,
    cases.flatMap(kase =>
      kase.verdict === 'pass' ? [] : [[kase.name, kase.verdict, kase.reason?.code, kase.known !== undefined]],
    ),
  ])

const isFailure = ({ verdict, known }: ReportedRequirement): boolean => verdict === 'fail' && known === undefined

interface Change {
  readonly before: ReportedRequirement | undefined
  readonly now: ReportedRequirement
}

/** The line of a change that is not a failure now. What failed before was reported when it was judged first. */
const lineOf = (view: View, { before, now }: Change): readonly string[] => {
  const { colors } = view
  const id = visible(now.id)
  if (now.verdict === 'fail' && now.known) return [colors.dim(`· ${id} is known now, ${entryLocation(now.known)}`)]
  if (isFailure(now) || before === undefined || before.verdict === 'fail' || before.verdict === 'error') return []
  return now.verdict === 'pass' && isOpen(before.verdict) ? [colors.green(`✓ ${id} passes now`)] : []
}

/** What is no longer verified, or not verified for another reason, grouped by reason. */
const opened = (view: View, changed: readonly Change[]): readonly string[] => {
  const { report, colors } = view
  const told = new Set(view.failures.flatMap(({ blocked }) => blocked))
  const open = changed.flatMap(({ before, now }) =>
    isOpen(now.verdict) && before !== undefined && !['fail', 'error'].includes(before.verdict) && !told.has(now)
      ? [now]
      : [],
  )
  return openGroups(open, report).flatMap(({ messages: [message], members }) => [
    ...block(view, `? ${count(members.length, 'requirement')} not verified now: ${message}`, 0, 2).map(colors.yellow),
    ...block(
      view,
      firstFew(
        members.map(({ id }) => visible(id)),
        6,
      ),
      2,
    ).map(colors.dim),
  ])
}

/** Lines that are shown before they are only counted. */
const mostChanges = 20

/** `since the last run: 1 new failure, 2 fixed, 3 fail as before`. */
const totalOf = (changes: readonly Change[], unchanged: readonly ReportedRequirement[]): string => {
  const failed = ({ before }: Change): boolean => before !== undefined && isFailure(before)
  const failing = changes.filter(({ now }) => isFailure(now))
  const otherwise = failing.filter(failed).length
  const same = unchanged.filter(isFailure).length
  const fixed = changes.filter(({ before, now }) => before?.verdict === 'fail' && now.verdict === 'pass').length
  const opened = changes.filter(({ before, now }) => isOpen(now.verdict) && !(before && isOpen(before.verdict))).length
  const fail = (number: number): string => `${number} ${number === 1 ? 'fails' : 'fail'}`
  const parts: readonly (readonly [number: number, text: string])[] = [
    [failing.length - otherwise, count(failing.length - otherwise, 'new failure')],
    [otherwise, `${fail(otherwise)} otherwise`],
    [fixed, `${fixed} fixed`],
    [opened, `${opened} no longer verified`],
    [same, `${fail(same)} as before`],
  ]
  const texts = [
    ...(changes.length === 0 ? ['nothing changed'] : []),
    ...parts.flatMap(([number, text]) => (number === 0 ? [] : text)),
  ]
  return `since the last run: ${texts.join(', ') || 'nothing got worse'}`
}

const differences = (view: View, since: Report): readonly string[] => {
  const before = new Set(since.gate?.findings.map(findingText))
  return (view.report.gate?.findings ?? [])
    .filter(finding => !before.has(findingText(finding)))
    .flatMap(finding => block(view, `Baseline: ${gateWords[finding.kind]}: ${placedFinding(finding)}`, 0, 2))
}

/** What changed since an earlier report, then one line with the result; what fails as before is counted. */
export const changes = (report: Report, since: Report, options: RenderOptions): string[] => {
  const old = new Map(since.requirements.map(requirement => [requirement.id, requirement]))
  const isSame = (now: ReportedRequirement): boolean => {
    const before = old.get(now.id)
    return before !== undefined && comparableState(before) === comparableState(now)
  }
  const changed = report.requirements
    .filter(now => !isSame(now))
    .map((now): Change => ({ before: old.get(now.id), now }))
  const view = createView(report, options)
  // Without what fails as before; its causes are not told again.
  const own = createView(
    { ...report, requirements: report.requirements.filter(now => !(now.verdict === 'fail' && isSame(now))) },
    options,
  )
  const lines = [...changed.flatMap(change => lineOf(view, change)), ...opened(view, changed)]
  const baseline = gateText(report)
  return [
    ...failures(own),
    ...(lines.length === 0 ? [] : ['', ...lines.slice(0, mostChanges)]),
    ...(lines.length > mostChanges ? [`and ${lines.length - mostChanges} more changes`] : []),
    ...leftBehind(view),
    ...insecure(view),
    ...differences(view, since),
    '',
    ...resultLine(view, [
      ...(baseline === undefined ? [] : [`baseline: ${baseline}`]),
      totalOf(changed, report.requirements.filter(isSame)),
    ]),
  ]
}
