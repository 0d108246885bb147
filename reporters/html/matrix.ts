import { grouped } from '../../contracts/causes/grouped.ts'
import type { ReportedRequirement } from '../../contracts/results/report.ts'
import { isOpen, type Level, levels } from '../../contracts/results/verdict.ts'
import { readingOrder } from '../shared/facts.ts'
import { anchor, type Html, html } from './markup.ts'
import type { HtmlPage } from './page.ts'
import { sign, verdictWords } from './words.ts'

const cell = (level: Level, members: readonly ReportedRequirement[]): Html => {
  if (members.length === 0)
    return html`<td role="cell" class="none" data-level="${level.toUpperCase()}"><span aria-hidden="true">–</span><span class="sr">none</span></td>`
  const number = (...which: readonly string[]): number =>
    members.filter(({ verdict }) => which.includes(verdict)).length
  const inForce = members.length - number('not-applicable')
  const rest = readingOrder.filter(verdict => verdict !== 'pass' && number(verdict) > 0)
  // The worst of it, since one colour means one thing.
  const state =
    readingOrder.find(
      verdict => (verdict === 'fail' || isOpen(verdict) || verdict === 'not-selected') && number(verdict) > 0,
    ) ?? (inForce === 0 ? 'not-applicable' : 'pass')
  return html`<td role="cell" class="c-${state}" data-level="${level.toUpperCase()}"><span class="share">${sign(state)}<b>${number('pass')}</b> of ${inForce} passed</span>${rest.map(
    verdict => html` <span class="rest v-${verdict}">${number(verdict)} ${verdictWords[verdict].toLowerCase()}</span>`,
  )}</td>`
}

const row = (columns: readonly Level[], name: Html | string, members: readonly ReportedRequirement[]): Html =>
  html`<tr role="row"><th role="rowheader" scope="row">${name}</th>${columns.map(level =>
    cell(
      level,
      members.filter(member => member.level === level),
    ),
  )}</tr>
`

/** Suites by levels: how much of each passed. */
export const matrix = ({ report: { requirements } }: HtmlPage): Html => {
  const columns = levels.filter(level => requirements.some(requirement => requirement.level === level))
  return html`<section id="matrix" aria-labelledby="h-matrix">
<h2 id="h-matrix">Suites and levels</h2>
<p class="lead">The results by suite and level.</p>
<table class="matrix" role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Suite</th>${columns.map(level => html`<th role="columnheader" scope="col">${level.toUpperCase()}</th>`)}</tr></thead>
<tbody role="rowgroup">
${[...grouped(requirements, ({ suite }) => suite)].map(([suite, members]) =>
  row(columns, html`<a href="#${anchor(`suite-${suite}`)}">${suite}</a>`, members),
)}</tbody>
<tfoot role="rowgroup">${row(columns, 'All suites', requirements)}</tfoot>
</table>
</section>
`
}
