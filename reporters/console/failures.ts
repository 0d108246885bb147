import type { Excerpt } from '../../contracts/finding.ts'
import type { ReportedCase, ReportedRequirement } from '../../contracts/report.ts'
import { levels } from '../../contracts/verdict.ts'
import { curlLines } from '../curl.ts'
import { bodyExcerpt, clip, count, visible, wrap } from '../text.ts'
import { answerExcerpt, exchangeLine } from './exchange-line.ts'
import { firstFew, grouped, labelled, labelledWidth, type View } from './view.ts'

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

/** A host that stands for a handler: nobody can repeat a request to it from outside. */
const isRepeatable = (url: string): boolean => URL.canParse(url) && !new URL(url).hostname.endsWith('.invalid')

/** The exchange that a failed case rests on, what it was compared with, and how to repeat it. */
const evidenceOf = (view: View, kase: ReportedCase): string[] => {
  const { report, columns, colors } = view
  const width = labelledWidth(view)
  const cited = kase.evidence.flatMap(id => view.exchange(id) ?? [])
  const [decisive, ...others] =
    cited.length > 0 ? cited : kase.exchanges.flatMap(id => view.exchange(id) ?? []).slice(-1)
  const lines = kase.excerpts
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

/** Cases that failed for the same reason are one message. */
const reasons = (view: View, requirement: ReportedRequirement): string[] => {
  const failed = requirement.cases.filter(({ verdict }) => verdict === 'fail')
  const asked = requirement.cases.length
  return [...grouped(failed, kase => kase.reason?.message ?? '')].flatMap(([message, cases]) => {
    const names = firstFew(
      cases.map(({ name }) => name),
      3,
      '; ',
    )
    const which = asked === 1 ? `case: ${names}` : `${cases.length} of ${count(asked, 'case')}: ${names}`
    return [
      ...labelled(
        view,
        'Found',
        wrap(clip(message, longestMessage) || 'no reason is given', labelledWidth(view)).map(view.colors.bold),
      ),
      ...labelled(view, '', wrap(which, labelledWidth(view)).map(view.colors.dim)),
      ...evidenceOf(view, cases[0]),
    ]
  })
}

const failure = (view: View, requirement: ReportedRequirement): string[] => [
  '',
  `${view.colors.red('✗')} ${view.colors.bold(visible(requirement.id))}`,
  ...wrap(requirement.title, view.columns - 2).map(line => `  ${line}`),
  ...written(view, requirement),
  ...reasons(view, requirement),
]

/** Every failure, the levels that weigh most first. */
export const failures = (view: View): string[] =>
  levels.flatMap(level => {
    const failed = view.having('fail').filter(requirement => requirement.level === level)
    if (failed.length === 0) return []
    const heading = `${level.toUpperCase()} failed: ${failed.length}`
    return [
      '',
      level === 'must' ? view.colors.red(view.colors.bold(heading)) : view.colors.yellow(view.colors.bold(heading)),
      ...failed.flatMap(requirement => failure(view, requirement)),
    ]
  })
