import { openGroups } from '../../contracts/causes/open.ts'
import type { Report, ReportedRequirement } from '../../contracts/report.ts'
import { isOpen } from '../../contracts/verdict.ts'
import type { RenderOptions } from '../reporter.ts'
import { gateText } from '../shared/facts.ts'
import { findingText, gateWords, placedFinding, placeOf } from '../shared/gate.ts'
import { count, visible } from '../shared/text.ts'
import { insecure, resultLine } from './conclusion.ts'
import { failures } from './failures.ts'
import { leftovers } from './unverified.ts'
import { block, createView, firstFew, type View } from './view.ts'

/** What of a requirement is compared: what of it does not hold, and whether the baseline lists that. */
const stateOf = ({ verdict, reason, cases, known }: ReportedRequirement): string =>
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

/** Lines of what changed and is no failure now; what failed before was told when it was judged first. */
const lineOf = (view: View, { before, now }: Change): readonly string[] => {
  const { colors } = view
  const id = visible(now.id)
  if (now.verdict === 'fail' && now.known) return [colors.dim(`· ${id} is known now, ${placeOf(now.known)}`)]
  if (isFailure(now) || before === undefined || before.verdict === 'fail' || before.verdict === 'error') return []
  return now.verdict === 'pass' && isOpen(before.verdict) ? [colors.green(`✓ ${id} passes now`)] : []
}

/** What is no longer verified, or for another reason, once for each reason. */
const opened = (view: View, changed: readonly Change[]): readonly string[] => {
  const { report, colors } = view
  const told = new Set(view.failures.flatMap(({ hence }) => hence))
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
const few = 20

/** `since the last run: 1 new failure, 2 fixed, 3 fail as before`. */
const totalOf = (changes: readonly Change[], unchanged: readonly ReportedRequirement[]): string => {
  const having = (wanted: (change: Change) => boolean): number => changes.filter(wanted).length
  const numbers: readonly (readonly [number: number, text: (number: number) => string])[] = [
    [
      having(({ before, now }) => isFailure(now) && !(before && isFailure(before))),
      number => count(number, 'new failure'),
    ],
    [
      having(({ before, now }) => isFailure(now) && before !== undefined && isFailure(before)),
      number => `${number} ${number === 1 ? 'fails' : 'fail'} otherwise`,
    ],
    [having(({ before, now }) => before?.verdict === 'fail' && now.verdict === 'pass'), number => `${number} fixed`],
    [
      having(({ before, now }) => isOpen(now.verdict) && !(before && isOpen(before.verdict))),
      number => `${number} no longer verified`,
    ],
    [unchanged.filter(isFailure).length, number => `${number} ${number === 1 ? 'fails' : 'fail'} as before`],
  ]
  const told = numbers.filter(([number]) => number > 0).map(([number, text]) => text(number))
  return `since the last run: ${[...(changes.length === 0 ? ['nothing changed'] : []), ...told].join(', ') || 'nothing got worse'}`
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
    return before !== undefined && stateOf(before) === stateOf(now)
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
    ...(lines.length === 0 ? [] : ['', ...lines.slice(0, few)]),
    ...(lines.length > few ? [`and ${lines.length - few} more changes`] : []),
    ...leftovers(view),
    ...insecure(view),
    ...differences(view, since),
    '',
    ...resultLine(view, [
      ...(baseline === undefined ? [] : [`baseline: ${baseline}`]),
      totalOf(changed, report.requirements.filter(isSame)),
    ]),
  ]
}
