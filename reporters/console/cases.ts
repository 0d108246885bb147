import type { ReportedRequirement } from '../../contracts/results/report.ts'
import type { Verdict } from '../../contracts/results/verdict.ts'
import { answerExcerpts, exchangeLine } from '../shared/exchange-line.ts'
import { columnsOf, visible } from '../shared/text.ts'
import { block, type View } from './view.ts'

const marks: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  fail: '✗',
  inconclusive: '?',
  untestable: '-',
  'not-applicable': '·',
  'not-selected': '·',
  error: '!',
}

const mark = ({ colors }: View, verdict: Verdict): string => {
  const color = {
    pass: colors.green,
    fail: colors.red,
    error: colors.red,
    inconclusive: colors.yellow,
    untestable: colors.yellow,
  }
  return verdict in color ? color[verdict as keyof typeof color](marks[verdict]) : colors.dim(marks[verdict])
}

const heading = (view: View, { id, level, verdict }: ReportedRequirement): string[] => {
  const name = `${mark(view, verdict)} ${view.colors.bold(visible(id))}`
  const found = `${level.toUpperCase()} ${verdict}`
  const fits = columnsOf(visible(id)) + found.length + 4 <= view.columns
  return fits ? [`${name}  ${found}`] : [name, `  ${found}`]
}

const requirementCases = (view: View, requirement: ReportedRequirement): string[] => [
  '',
  ...heading(view, requirement),
  ...requirement.cases.flatMap(kase => [
    `  ${mark(view, kase.verdict)} ${visible(kase.name)}${kase.attempts > 1 ? ` (${kase.attempts} attempts)` : ''}`,
    ...(kase.reason === null ? [] : block(view, kase.reason.message, 4)),
    ...kase.exchanges.flatMap(id => {
      const exchange = view.exchange(id)
      if (exchange === undefined) return []
      const answer = answerExcerpts(exchange, view.columns - 10)
      return [
        ...block(
          view,
          `${exchangeLine(exchange, view.report.target)}, ${Math.round(exchange.ms)} ms (exchange ${id})`,
          6,
          2,
        ).map(view.colors.dim),
        ...answer.map(text => view.colors.dim(`        │ ${text}`)),
      ]
    }),
    ...kase.excerpts.flatMap(({ from, line, text }) =>
      block(view, `${from}${line === undefined ? '' : `:${line}`} ${text.slice(0, 400)}`, 6, 2).map(view.colors.dim),
    ),
  ]),
]

/** Every tested case, with its exchanges. */
export const cases = (view: View): string[] =>
  view.report.requirements
    .filter(({ verdict }) => verdict !== 'not-selected' && verdict !== 'not-applicable')
    .flatMap(requirement => requirementCases(view, requirement))
