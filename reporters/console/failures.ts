import type { Excerpt } from '../../contracts/finding.ts'
import type { ReportedCase, ReportedRequirement } from '../../contracts/report.ts'
import { type Level, levels } from '../../contracts/verdict.ts'
import type { Failure, Share } from '../shared/causes.ts'
import { curlLines } from '../shared/curl.ts'
import { publishedExcerpts } from '../shared/excerpts.ts'
import { grouped } from '../shared/grouped.ts'
import { bodyExcerpt, clip, count, visible, wrap } from '../shared/text.ts'
import { answerExcerpt, exchangeLine } from './exchange-line.ts'
import { firstFew, labelled, labelledWidth, type View } from './view.ts'

const documents: Readonly<Record<string, string>> = {
  lifecycle: 'lifecycle document',
  'published-reference': 'published reference',
}

const written = (view: View, { source }: ReportedRequirement): string[] => {
  const where = `${documents[source.document] ?? source.document}, ${source.section}`
  return labelled(view, 'Document', wrap(`"${source.sentence}" (${where})`, labelledWidth(view)))
}

const excerptLine = ({ from, line, text }: Excerpt): string =>
  `${from}${line === undefined ? '' : `:${line}`}  ${bodyExcerpt(text, 200)}`

/** A message carries values of the target, which may be of any length. */
const longestMessage = 600

/** Requirements of one cause that are named before they are only counted. */
const few = 12

/** A host that stands for a handler: nobody can repeat a request to it from outside. */
const isRepeatable = (url: string): boolean => URL.canParse(url) && !new URL(url).hostname.endsWith('.invalid')

/** The exchange that a failed case rests on, what it was compared with, and how to repeat it. */
const evidenceOf = (view: View, kase: ReportedCase): string[] => {
  const { report, columns, colors } = view
  const width = labelledWidth(view)
  const cited = kase.evidence.flatMap(id => view.exchange(id) ?? [])
  const [decisive, ...others] =
    cited.length > 0 ? cited : kase.exchanges.flatMap(id => view.exchange(id) ?? []).slice(-1)
  const lines = publishedExcerpts(kase)
    .slice(0, 3)
    .flatMap(excerpt => labelled(view, 'Published', wrap(excerptLine(excerpt), width)))
  if (decisive === undefined) return lines
  const body = answerExcerpt(decisive, width - 2)
  lines.push(...labelled(view, 'Exchange', wrap(exchangeLine(decisive, report.target), width)))
  if (body !== undefined) lines.push(...labelled(view, '', [colors.dim(`│ ${body}`)]))
  for (const other of others.slice(0, 2))
    lines.push(...labelled(view, 'beside', wrap(exchangeLine(other, report.target), width)))
  if (isRepeatable(decisive.request.url)) {
    const [first = '', ...rest] = curlLines(decisive.request, columns - 4, {
      insecure: report.options.insecure === true,
    })
    // At the left edge, so that all of it can be copied.
    lines.push(`  ${colors.cyan(first)}`, ...rest.map(line => `    ${colors.cyan(line)}`))
  }
  return lines
}

const found = (view: View, message: string, label = 'Found'): string[] =>
  labelled(
    view,
    label,
    wrap(clip(message, longestMessage) || 'no reason is given', labelledWidth(view)).map(view.colors.bold),
  )

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
      ...labelled(view, '', wrap(which, labelledWidth(view)).map(view.colors.dim)),
      ...evidenceOf(view, cases[0]),
    ]
  })
}

/** What a failure keeps from being verified stands with it: mending it answers that as well. */
const hence = (view: View, requirements: readonly ReportedRequirement[]): string[] => {
  if (requirements.length === 0) return []
  const ids = requirements.map(({ id }) => id)
  const named = firstFew(ids, view.verbosity === 'verbose' ? ids.length : 4)
  return labelled(
    view,
    'Hence',
    wrap(`${ids.length} not verified: ${named}`, labelledWidth(view)).map(view.colors.yellow),
  )
}

/** All that is wrong with one requirement. */
const ownFailure = (view: View, { requirement, cases, hence: open }: Failure): string[] => [
  '',
  `${view.colors.red('✗')} ${view.colors.bold(visible(requirement.id))}`,
  ...wrap(requirement.title, view.columns - 2).map(line => `  ${line}`),
  ...written(view, requirement),
  ...reasons(view, requirement, cases),
  ...hence(view, open),
]

const shareLine = ({ requirement, cases }: Share): string => {
  const asked = Math.max(1, requirement.cases.length)
  return `${visible(requirement.id)}${asked === 1 ? '' : ` (${cases.length} of ${asked} cases)`}`
}

const sharesOf = (view: View, { shares }: Failure): string[] => {
  const kept = view.verbosity === 'verbose' ? shares : shares.slice(0, few)
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
const sharedFailure = (view: View, failed: Failure): string[] => {
  const { requirement, cases, messages, shares, hence: open } = failed
  const [kase] = cases
  return [
    '',
    `${view.colors.red('✗')} ${view.colors.bold(`${shares.length} requirements, one cause`)}`,
    ...messages.slice(0, 3).flatMap((message, at) => found(view, message, at === 0 ? 'Found' : '')),
    ...sharesOf(view, failed),
    ...written(view, requirement),
    ...(kase === undefined ? [] : evidenceOf(view, kase)),
    ...hence(view, open),
  ]
}

const heading = ({ having, failures: all }: View, level: Level): string => {
  const number = having('fail').filter(requirement => requirement.level === level).length
  const told = all.filter(each => each.requirement.level === level).flatMap(({ shares }) => shares)
  const here = new Set(told.flatMap(({ requirement: { id, level: its } }) => (its === level ? [id] : [])))
  const above = number - here.size
  return `${level.toUpperCase()} failed: ${number}${above > 0 ? `, ${above} of them for a cause above` : ''}`
}

/** Every failure, the levels that weigh most first, and there the causes of most. */
export const failures = (view: View): string[] =>
  levels.flatMap(level => {
    const failed = view.failures.filter(({ requirement }) => requirement.level === level)
    if (failed.length === 0) return []
    const title = view.colors.bold(heading(view, level))
    return [
      '',
      level === 'must' ? view.colors.red(title) : view.colors.yellow(title),
      ...failed.flatMap(each => (each.kind === 'shared' ? sharedFailure(view, each) : ownFailure(view, each))),
    ]
  })
