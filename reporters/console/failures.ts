import type { Failure, Share } from '../../contracts/causes/causes.ts'
import { cited } from '../../contracts/causes/evidence.ts'
import { grouped } from '../../contracts/causes/grouped.ts'
import { oneFix } from '../../contracts/causes/wording.ts'
import type { Exchange } from '../../contracts/exchange.ts'
import type { Excerpt } from '../../contracts/results/finding.ts'
import type { ReportedCase, ReportedRequirement } from '../../contracts/results/report.ts'
import { type Level, levels } from '../../contracts/results/verdict.ts'
import {
  controlsIn,
  isQuoted,
  membersShown,
  publishedExcerpts,
  receivedLines,
  redirectsTo,
  repeatLines,
  sourceText,
  waitedFor,
} from '../shared/evidence.ts'
import { exchangeLine } from '../shared/exchange-line.ts'
import { isDecisive } from '../shared/gate.ts'
import { bodyExcerpt, chunks, clip, count, visible, wrap } from '../shared/text.ts'
import { block, firstFew, labelled, labelledText, labelledWidth, type View } from './view.ts'

const fixBlock = (view: View, requirement: ReportedRequirement): string[] =>
  labelledText(view, isQuoted(requirement) ? 'Document' : 'Expected', sourceText(requirement))

const excerptLine = ({ from, line, text }: Excerpt): string =>
  `${from}${line === undefined ? '' : `:${line}`}  ${bodyExcerpt(text, 200)}`

/** A message carries values of the target, which may be of any length. */
const longestMessage = 600

/** Requirements of one cause that are named before they are only counted. */
const mostShares = 12

/** A body is shown whole up to this many columns, and cut in the middle beyond. */
const longestBody = 2_048

/** Members are read off a body up to this many characters. */
const shortBody = 300

/** The exchange that decides a failed case, its controls, and how to repeat it. */
export const evidenceOf = (view: View, requirement: ReportedRequirement, kase: ReportedCase): string[] => {
  const { report, columns, colors } = view
  const width = labelledWidth(view)
  const [decisive, ...controls] = cited(kase, report)
  const lines = publishedExcerpts(kase)
    .slice(0, 3)
    .flatMap(excerpt => labelledText(view, 'Published', excerptLine(excerpt)))
  if (decisive === undefined) return lines
  const sentLines = ({ request: { body } }: Exchange): string[] =>
    body === null ? [] : labelled(view, 'Sent', chunks(bodyExcerpt(body, longestBody), width).map(colors.dim))
  const answer = receivedLines(kase, decisive, controls, longestBody)
  const members = answer.join('').length > shortBody ? membersShown(kase, decisive, controls) : undefined
  for (const redirect of redirectsTo(kase, report, decisive))
    lines.push(...labelledText(view, 'Redirect', exchangeLine(redirect, report.target)))
  lines.push(...labelledText(view, 'Exchange', exchangeLine(decisive, report.target)), ...sentLines(decisive))
  const received = answer.flatMap(text => chunks(text, width - 2)).map(part => colors.dim(`│ ${part}`))
  if (received.length > 0) lines.push(...labelled(view, 'Received', received))
  if (members !== undefined) lines.push(...labelledText(view, 'Members', members))
  const waited = waitedFor(kase, report)
  if (waited !== undefined) lines.push(...labelledText(view, 'Asked', waited))
  for (const control of controlsIn(controls, report).slice(0, 2))
    lines.push(
      ...labelledText(view, 'Control', exchangeLine(control, report.target), colors.dim),
      ...sentLines(control),
    )
  // At the left edge, so that all of it can be copied.
  const commands = repeatLines(report, decisive, requirement.id, columns - 4)
  const runner = commands[0]?.startsWith('hub-conformance') ? view.runner : ''
  lines.push(...commands.map((line, at) => `  ${colors.cyan(visible(at === 0 ? runner + line : line))}`))
  return lines
}

const fixOf = (view: View, { fix, entries }: Failure): string[] => {
  const items = entries.flatMap(entry =>
    wrap(entry, labelledWidth(view) - 2).map((text, at) => `${at === 0 ? '-' : ' '} ${text}`),
  )
  return fix === '' ? [] : labelled(view, 'Fix', [...wrap(fix, labelledWidth(view)), ...items])
}

const found = (view: View, message: string, label = 'Problem'): string[] =>
  labelledText(view, label, clip(message, longestMessage) || 'no reason given', view.colors.bold)

/** Cases that failed for the same reason are one message. */
const reasons = (view: View, requirement: ReportedRequirement, failed: readonly ReportedCase[]): string[] => {
  const asked = requirement.cases.length
  return [...grouped(failed, kase => kase.reason?.message ?? '')].flatMap(([message, cases]) => {
    const names = firstFew(
      cases.map(({ name }) => name),
      3,
      '; ',
    )
    const which = asked <= 1 ? `case: ${names}` : `${cases.length} of ${count(asked, 'case')}: ${names}`
    return [
      ...found(view, message),
      ...labelledText(view, '', which, view.colors.dim),
      ...evidenceOf(view, requirement, cases[0]),
    ]
  })
}

const commonIn = (view: View, { common }: Failure): string[] =>
  common === undefined ? [] : labelledText(view, 'Common', common)

/** What could not be verified because of a failure. */
const blocked = (view: View, requirements: readonly ReportedRequirement[]): string[] => {
  if (requirements.length === 0) return []
  const ids = requirements.map(({ id }) => id)
  const named = firstFew(ids, view.verbosity === 'verbose' ? ids.length : 4)
  return block(view, `Also not verified because of this: ${ids.length} (${named})`, 2, 2).map(view.colors.yellow)
}

const mark = ({ report, colors, failOn }: View, requirement: ReportedRequirement): string =>
  isDecisive(report, requirement, failOn) ? colors.red('✗') : colors.yellow('!')

/** All that is wrong with one requirement. */
const ownParts = (view: View, { requirement, cases }: Failure): string[] => [
  ...wrap(requirement.title, view.columns - 2).map(line => `  ${line}`),
  ...fixBlock(view, requirement),
  ...reasons(view, requirement, cases),
]

const shareLine = ({ requirement, cases }: Share): string => {
  const asked = Math.max(1, requirement.cases.length)
  return `${visible(requirement.id)}${asked === 1 ? '' : ` (${cases.length} of ${asked} cases)`}`
}

const sharesOf = (view: View, { shares }: Failure): string[] => {
  const kept = view.verbosity === 'verbose' ? shares : shares.slice(0, mostShares)
  const left = shares.length - kept.length
  return [
    ...levels.flatMap(level =>
      labelled(
        view,
        level.toUpperCase(),
        kept
          .filter(({ requirement }) => requirement.level === level)
          .flatMap(share => wrap(shareLine(share), labelledWidth(view))),
      ),
    ),
    ...(left > 0 ? labelled(view, '', [`and ${left} more`]) : []),
  ]
}

/** Several requirements that fail for one cause: one message, and the evidence of the weightiest. */
const sharedParts = (view: View, failed: Failure): string[] => {
  const { requirement, cases, messages } = failed
  const [kase] = cases
  return [
    ...messages.slice(0, 3).flatMap((message, at) => found(view, message, at === 0 ? 'Problem' : '')),
    ...sharesOf(view, failed),
    ...fixBlock(view, requirement),
    ...(kase !== undefined && requirement.cases.length > 1
      ? labelledText(view, 'Case', kase.name, view.colors.dim)
      : []),
    ...(kase === undefined ? [] : evidenceOf(view, requirement, kase)),
  ]
}

const failure = (view: View, failed: Failure): string[] => {
  const { kind, requirement, shares, blocked: open } = failed
  const title = kind === 'shared' ? `${shares.length} requirements, one cause` : visible(requirement.id)
  return [
    '',
    `${mark(view, requirement)} ${view.colors.bold(title)}`,
    ...(kind === 'shared' ? sharedParts(view, failed) : ownParts(view, failed)),
    ...commonIn(view, failed),
    ...fixOf(view, failed),
    ...blocked(view, open),
  ]
}

/** Says of a level that does not decide the exit code that its failures are warnings. */
const heading = ({ report, having, failures: all, failOn }: View, level: Level): string => {
  const failed = having('fail').filter(requirement => requirement.level === level && requirement.known === undefined)
  const number = failed.length
  const kind = failed.some(requirement => isDecisive(report, requirement, failOn)) ? 'failed' : 'warnings'
  const told = all.filter(each => each.requirement.level === level).flatMap(({ shares }) => shares)
  const here = new Set(told.flatMap(({ requirement: { id, level: its } }) => (its === level ? [id] : [])))
  const above = number - here.size
  return `${level.toUpperCase()} ${kind}: ${number}${above > 0 ? `, ${above} of them for a cause above` : ''}`
}

/** Failures of one kind that are shown in full before the others are a line each. */
const fewAlike = 3

const oneLine = (view: View, { requirement, messages: [message = ''] }: Failure): string[] =>
  block(view, `${visible(requirement.id)}: ${clip(message, longestMessage)}`, 2, 2)

/** Failures below MUST of one kind with one fix: the first in full, the others in a line each. */
const alikeFailures = (view: View, [first, ...others]: readonly [Failure, ...Failure[]]): string[] => [
  ...failure(view, first),
  '',
  `${mark(view, first.requirement)} ${view.colors.bold(`${others.length} more of this kind; --verbose shows each in full`)}`,
  ...others.flatMap(each => oneLine(view, each)),
]

const failuresOfLevel = (view: View, level: Level, failed: readonly Failure[]): string[] => {
  const kinds = grouped(failed, ({ requirement: { id, suite, reason } }) =>
    level === 'must' || view.verbosity === 'verbose' ? id : `${suite} ${reason?.code}`,
  )
  return [...kinds.values()].flatMap(same =>
    same.length > fewAlike && oneFix(same.map(({ fix }) => fix)) !== undefined
      ? alikeFailures(view, same)
      : same.flatMap(each => failure(view, each)),
  )
}

/** Every failure, the levels that weigh most first, and there the causes of most. */
export const failures = (view: View): string[] =>
  levels.flatMap(level => {
    const failed = view.failures.filter(({ requirement }) => requirement.level === level)
    if (failed.length === 0) return []
    const title = view.colors.bold(heading(view, level))
    return [
      '',
      failed.some(({ requirement }) => isDecisive(view.report, requirement, view.failOn))
        ? view.colors.red(title)
        : view.colors.yellow(title),
      ...failuresOfLevel(view, level, failed),
    ]
  })
