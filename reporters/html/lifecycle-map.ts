import { grouped } from '../../contracts/causes/grouped.ts'
import { pathBelow, valuesOf } from '../../contracts/causes/paths.ts'
import { isSuccessStatus } from '../../contracts/exchange.ts'
import { type EndpointFact, lifecycle } from '../../contracts/lifecycle.ts'
import type { Report } from '../../contracts/results/report.ts'
import { exchangeId } from './exchange.ts'
import { anchor, breakable, type Html, html, type MarkupChild } from './markup.ts'
import type { HtmlPage } from './page.ts'
import { badge, capitalized } from './words.ts'

/** A status that an endpoint answered with, and the first exchange that shows it. */
interface AnsweredRoute {
  readonly status: number
  readonly exchange: string
  readonly times: number
}

/** What an endpoint answered, to every method for `*`: success first, then what came most often. */
export const answersOf = (
  { exchanges, target }: Pick<Report, 'exchanges' | 'target'>,
  method: string,
  template: string,
): readonly AnsweredRoute[] => {
  const seen = new Map<number, AnsweredRoute>()
  for (const { id, request, response, repeated } of exchanges) {
    if (response === null || repeated !== undefined) continue
    if (method !== '*' && request.method !== method) continue
    if (!valuesOf(template, pathBelow(request.url, target) ?? '')) continue
    const { status } = response
    const before = seen.get(status)
    seen.set(status, { status, exchange: before?.exchange ?? id, times: (before?.times ?? 0) + 1 })
  }
  return [...seen.values()].sort(
    (a, b) => Number(isSuccessStatus(b.status)) - Number(isSuccessStatus(a.status)) || b.times - a.times,
  )
}

/** A claim of the map with its live state; without a requirement in the report there is none. */
const state = (page: HtmlPage, name: string, id: string): MarkupChild => {
  const requirement = page.requirement(id)
  return (
    requirement !== undefined &&
    html`<li><a href="#${anchor(id)}">${name}</a> ${badge(requirement.verdict)}</li>
`
  )
}

/** Statuses that are shown of a route that is asked with every method: they should be one. */
const mostStatuses = 3

/** What an endpoint answered in this run: success where it was ever seen, else what came most often; a removed route by all that it answers. */
const live = (page: HtmlPage, method: string, template: string): MarkupChild => {
  if (page.report.exchanges.length === 0) return null
  const answered = answersOf(page.report, method, template)
  if (answered.length === 0)
    return html`<li>Live <span class="quiet">not requested</span></li>
`
  const statuses = answered.slice(0, method === '*' ? mostStatuses : 1).map(({ status, exchange }) => {
    const shown = html`<b class="status">${status}</b>`
    return page.evidence.has(exchange) ? html` <a href="#${exchangeId(exchange)}">${shown}</a>` : html` ${shown}`
  })
  return html`<li>Live${statuses}</li>
`
}

const dated = ({ report }: HtmlPage, { state: word, since }: EndpointFact): Html =>
  since > report.asOf
    ? html`current; ${word} only from <time>${since}</time>`
    : html`${capitalized(word)} since <time>${since}</time>`

/** What a requirement says of the endpoint itself. */
const ownClaim = (page: HtmlPage, { slug, state: word, status }: EndpointFact): MarkupChild =>
  word === 'removed' ? state(page, `Answers ${status}`, `v1-removed/${slug}`) : state(page, 'Label', `labels/${slug}`)

const oldCell = (
  page: HtmlPage,
  old: EndpointFact,
): Html => html`<td role="cell" class="old"><p class="endpoint">${old.method !== '*' && html`<b>${old.method}</b> `}<code>${breakable(old.path)}</code></p>
<p class="quiet">${dated(page, old)}</p>
<ul class="states">${ownClaim(page, old)}${old.replacedBy !== null && state(page, 'Replacement', `replacements/${old.slug}`)}${live(page, old.method, old.path)}</ul></td>`

const newCell = (page: HtmlPage, name: string | null, rows: number): Html => {
  if (name === null)
    return html`<td role="cell" class="new none" rowspan="${rows}"><p class="quiet">no replacement named</p></td>`
  const operation = lifecycle.operations.find(({ id }) => id === name)
  const binding = page.report.bindings.find(bound => bound.operation === name)
  const path = binding?.path ?? operation?.path
  return html`<td role="cell" class="new" rowspan="${rows}"><p class="operation"><b>${name}</b></p>
${path !== undefined && path !== null && html`<p class="endpoint">${binding && html`<b>${binding.method}</b> `}<code>${breakable(path)}</code></p>`}
<p class="quiet">${operation?.since ? html`new on <time>${operation.since}</time>` : 'current'}</p>
<ul class="states">${operation && state(page, 'Present', `presence/${operation.slug}`)}${binding && live(page, binding.method, binding.path)}</ul></td>`
}

/** Lines from each row to the middle of the next cell, dashed if the replacement fails. */
const connector = (page: HtmlPage, members: readonly EndpointFact[], isReplaced: boolean): Html => {
  const rows = members.length
  const lines = members.map(({ slug }, at) => {
    const y = (((at + 0.5) / rows) * 100).toFixed(1)
    const verdict = page.requirement(`replacements/${slug}`)?.verdict
    return isReplaced
      ? html`<path class="j-${verdict ?? 'none'}" d="M0 ${y}C55 ${y} 45 50 100 50"></path>`
      : html`<path class="open-end" d="M0 ${y}H60"></path>`
  })
  return html`<td class="joint${isReplaced && ' leads'}" rowspan="${rows}" aria-hidden="true"><svg viewBox="0 0 100 100" preserveAspectRatio="none" focusable="false">${lines}</svg></td>`
}

const group = (
  page: HtmlPage,
  name: string | null,
  members: readonly EndpointFact[],
): Html => html`<tbody role="rowgroup">
${members.map(
  (
    old,
    at,
  ) => html`<tr role="row">${oldCell(page, old)}${at === 0 && [connector(page, members, name !== null), newCell(page, name, members.length)]}</tr>
`,
)}</tbody>
`

/** From old to new, as a table, so that it needs no text alternative. */
export const lifecycleMap = (page: HtmlPage): Html => html`<section id="lifecycle" aria-labelledby="h-lifecycle">
<h2 id="h-lifecycle">Lifecycle map</h2>
<p class="lead">The deprecated and removed endpoints, their replacements, and the test results of each${page.report.exchanges.length > 0 && ': its label, its replacement, and its status in this run'}.</p>
<table class="map" role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Old endpoint</th><td class="joint" aria-hidden="true"></td><th role="columnheader" scope="col">Current operation</th></tr></thead>
${[...grouped(lifecycle.endpoints, ({ replacedBy }) => replacedBy ?? '')].map(([name, members]) => group(page, name || null, members))}</table>
</section>
`
