import type { Binding } from '../../contracts/operations.ts'
import type { Leftover, Report } from '../../contracts/results/report.ts'
import { leftoverGroups, readingOrder } from '../shared/facts.ts'
import { clip, plural, seconds } from '../shared/text.ts'
import { breakable, type Html, html, type MarkupChild, marked } from './markup.ts'
import type { HtmlPage } from './page.ts'
import { badge, verdictMeanings } from './words.ts'

const origins: Readonly<Record<Binding['from'], string>> = {
  file: 'binding file',
  document: 'lifecycle document',
  reference: "target's reference",
  default: 'published default',
}

const bindingRow = ({ operation, method, path, from }: Binding): Html =>
  html`<tr role="row"><td role="cell">${operation}</td><td role="cell"><b>${method}</b> <code>${breakable(clip(path, 300))}</code></td><td role="cell">${origins[from] ?? from}</td></tr>
`

const bindings = ({ bindings: bound }: Report): MarkupChild =>
  bound.length > 0 &&
  html`<h3>Where operations were found</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Bindings"><table class="plain bound" role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Operation</th><th role="columnheader" scope="col">Bound to</th><th role="columnheader" scope="col">Source</th></tr></thead>
<tbody role="rowgroup">${bound.map(bindingRow)}</tbody></table></div>
`

const documents = ({ documents: found }: Report): Html => {
  const line = (name: string, from: string | undefined, problems: readonly string[] = []): Html =>
    html`<li><b>${name}</b> ${from === undefined ? html`<span class="quiet">not found</span>` : marked(clip(from, 400))}${
      problems.length > 0 &&
      html`<details class="more"><summary>${plural(problems.length, 'corner')} could not be read</summary><ul>${problems.slice(0, 40).map(problem => html`<li>${marked(clip(problem, 300))}</li>`)}</ul></details>`
    }</li>
`
  return html`<h3>Published documents</h3>
<ul class="list">
${line('OpenAPI reference:', found.reference?.from, found.reference?.problems)}${line('Deprecation log:', found.deprecationLog?.from, found.deprecationLog?.problems)}${line('Change history:', found.changelog?.from, found.changelog?.problems)}</ul>
`
}

/** A value in a line: an object by its values, as far as they say anything. */
const valueText = (value: unknown): string => {
  if (value === true) return 'yes'
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  const entries = Object.entries(value).filter(([, each]) => each !== '' && each !== null)
  return entries.length === 1
    ? valueText(entries[0]?.[1])
    : entries.map(([name, each]) => `${name} ${typeof each === 'object' ? JSON.stringify(each) : each}`).join(', ')
}

const fixtureItem = ({ need, value, from, reason }: Report['fixtures'][number]): Html =>
  html`<li><b>${need}:</b> ${value === null ? html`<span class="quiet">${marked(clip(reason?.message ?? 'not there', 300))}</span>` : marked(clip(valueText(value), 200))}${from !== undefined && html` <span class="quiet">from ${marked(clip(from, 200))}</span>`}</li>
`

const fixtures = ({ fixtures: all }: Report): MarkupChild =>
  all.length > 0 &&
  html`<h3>What cases share</h3>
<ul class="list">${all.map(fixtureItem)}</ul>
`

/** Options that are times, in milliseconds. */
const times: ReadonlySet<string> = new Set(['timeout', 'deadline', 'patience'])

const optionItem = ([name, value]: readonly [string, unknown]): Html =>
  html`<li><b>${name}:</b> ${times.has(name) && typeof value === 'number' ? seconds(value) : marked(clip(valueText(value), 300))}</li>
`

const options = ({ options: given }: Report): Html => html`<h3>Options</h3>
<ul class="list">${Object.entries(given).map(optionItem)}</ul>
`

/** Names of things that are shown before they are only counted. */
const mostNames = 40

const leftoverItem = ([first, ...others]: readonly [Leftover, ...Leftover[]]): Html =>
  html`<li><div><p><b>${first.kind}</b> ${[first, ...others].slice(0, mostNames).map(({ name }) => html`<code>${marked(clip(name, 200))}</code> `)}${
    others.length >= mostNames && `and ${others.length + 1 - mostNames} more`
  }</p>
<p>${marked(clip(first.url, 400))}</p><p class="quiet">${marked(clip(first.why, 300))}</p></div></li>
`

export const leftovers = ({ report }: HtmlPage): MarkupChild =>
  report.leftovers.length > 0 &&
  html`<section class="panel p-open leftovers" id="leftovers" aria-labelledby="h-leftovers">
<h2 id="h-leftovers">Left behind on the target <span class="quiet">${report.leftovers.length}</span></h2>
<p>The run created these and could not delete them:</p>
<ul class="findings">${leftoverGroups(report).map(leftoverItem)}</ul></section>
`

/** A page proves nothing by itself: what it was made from, and how to judge that once more. */
const recompute = ({ digest }: Report): Html => html`<h3>Recompute the verdicts</h3>
<p class="lead">This page is made from the JSON report of the run, which holds every exchange. <code>hub-conformance verify report.json</code> runs every check again, offline, on those exchanges, and reports every difference.</p>
${digest !== undefined && html`<p class="list">Digest of that report: <code>${digest}</code></p>`}
`

const meanings = (): Html => html`<h3>Meaning of the verdicts</h3>
<dl class="words">${readingOrder.map(
  verdict => html`<div><dt>${badge(verdict)}</dt><dd>${verdictMeanings[verdict]}</dd></div>
`,
)}</dl>
`

const rest = ({ evidence }: HtmlPage): MarkupChild =>
  evidence.rows.length > 0 &&
  html`<section id="exchanges" aria-labelledby="h-exchanges">
<h2 id="h-exchanges">Other exchanges</h2>
<p class="lead">${plural(evidence.shown, 'exchange')} ${evidence.shown === 1 ? 'is' : 'are'} shown in full under their requirements, those of failures first. ${evidence.rows.length.toLocaleString('en-US')} more are listed below${
    evidence.left > 0 && html`; <b>${evidence.left.toLocaleString('en-US')} more are left out</b>`
  }. The JSON report has all of them in full.</p>
<details class="more on-request"><summary>Show the lines</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Other exchanges"><table class="plain rows">
<thead><tr><th scope="col">Id</th><th scope="col">Method</th><th scope="col">Path</th><th scope="col">Answer</th></tr></thead>
<tbody>
${evidence.rows}</tbody></table></div></details>
</section>
`

/** How the run was made, and what found no place above. */
export const appendix = (page: HtmlPage): Html => html`${rest(page)}<section id="run" aria-labelledby="h-run">
<h2 id="h-run">About this run</h2>
${meanings()}${recompute(page.report)}${documents(page.report)}${bindings(page.report)}${fixtures(page.report)}${options(page.report)}</section>
`
