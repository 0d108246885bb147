import { lookupOf } from '../../contracts/causes/evidence.ts'
import { grouped } from '../../contracts/causes/grouped.ts'
import type { Excerpt } from '../../contracts/results/finding.ts'
import type { ReportedCase, ReportedRequirement } from '../../contracts/results/report.ts'
import { levels } from '../../contracts/results/verdict.ts'
import { shorten } from '../shared/bounds.ts'
import { sourceName } from '../shared/evidence.ts'
import { readingOrder } from '../shared/facts.ts'
import { clip, plural } from '../shared/text.ts'
import { entryNote } from './baseline.ts'
import { exchangeId, outcome } from './exchange.ts'
import { anchor, breakable, type Html, html, type MarkupChild, marked, prose, told } from './markup.ts'
import type { HtmlPage } from './page.ts'
import { badge, capitalized, sign, verdictWords } from './words.ts'

/** Bounds of what one requirement may take, whatever a target answered. */
const mostReasons = 12
const mostExcerpts = 6
const excerptBound = 1_000
export const messageBound = 600
/** So many cases are read at a glance; more of them stand behind a line. */
const fewCases = 8

const exchangeLinks = (page: HtmlPage, kase: ReportedCase): MarkupChild =>
  kase.exchanges.slice(0, 12).map(id => {
    const exchange = lookupOf(page.report)(id)
    const text = html`<span class="number">${id}</span> ${exchange === undefined ? 'not recorded' : outcome(exchange)}`
    return page.evidence.has(id) ? html`<a href="#${exchangeId(id)}">${text}</a> ` : html`<span>${text}</span> `
  })

const caseLine = (page: HtmlPage, kase: ReportedCase): Html =>
  html`<li>${sign(kase.verdict)}<span class="case">${clip(kase.name, 300)}${kase.attempts > 1 && ` (${kase.attempts} attempts)`}${kase.known !== undefined && ' (known)'}</span> <span class="links">${exchangeLinks(page, kase)}</span></li>
`

const caseList = (page: HtmlPage, cases: readonly ReportedCase[], room: number): MarkupChild => {
  const more = cases.length - room
  return html`<ul class="cases">
${cases.slice(0, room).map(kase => caseLine(page, kase))}${more > 0 && html`<li class="quiet">and ${plural(more, 'more case')}; the JSON report has all of them</li>`}</ul>`
}

const excerpt = ({ from, line, text }: Excerpt): Html => {
  const short = shorten(text, excerptBound)
  return html`<figure class="excerpt"><figcaption>${clip(from, 300)}${line !== undefined && `, line ${line}`}</figcaption>
<pre tabindex="0">${marked(short.text)}${short.left > 0 && html`<span class="note">… ${plural(short.left, 'more character')} left out</span>`}</pre></figure>
`
}

const excerpts = (cases: readonly ReportedCase[]): MarkupChild => {
  const all = new Map(
    cases.flatMap(kase => kase.excerpts).map(each => [`${each.from}:${each.line}:${each.text}`, each]),
  )
  const more = all.size - mostExcerpts
  return [
    [...all.values()].slice(0, mostExcerpts).map(excerpt),
    more > 0 && html`<p class="quiet">and ${plural(more, 'more place')} in the documents</p>`,
  ]
}

/** Cases with the same verdict and reason. */
const caseGroup = (
  page: HtmlPage,
  cases: readonly [ReportedCase, ...ReportedCase[]],
  all: number,
  room: number,
): Html => {
  const [{ verdict, reason }] = cases
  const share = cases.length === all ? plural(all, 'case') : `${cases.length} of ${plural(all, 'case')}`
  const list = caseList(page, cases, room)
  return html`<section class="group g-${verdict}">
<p class="found">${badge(verdict)} <span>${reason === null ? share : html`<strong>${told(clip(reason.message, messageBound))}</strong> <span class="quiet">${share}</span>`}</span></p>
${cases.length > fewCases ? html`<details class="more"><summary>Show the ${plural(cases.length, 'case')}</summary>${list}</details>` : list}
</section>
`
}

const groups = (page: HtmlPage, { cases }: ReportedRequirement): MarkupChild => {
  const all = [
    ...grouped(
      readingOrder.flatMap(verdict => cases.filter(kase => kase.verdict === verdict)),
      kase => `${kase.verdict} ${kase.reason?.message ?? ''}`,
    ).values(),
  ]
  const left = all.slice(mostReasons).reduce((sum, group) => sum + group.length, 0)
  let room = page.mostCases
  return [
    all.slice(0, mostReasons).map(group => {
      const block = caseGroup(page, group, cases.length, Math.max(1, room))
      room -= group.length
      return block
    }),
    left > 0 &&
      html`<p class="quiet">${plural(left, 'more case')} for other reasons; the JSON report has all of them</p>`,
    excerpts(readingOrder.flatMap(verdict => cases.filter(kase => kase.verdict === verdict))),
  ]
}

const exchanges = (page: HtmlPage, { id }: ReportedRequirement): MarkupChild => {
  const { first, further } = page.evidence.at(id)
  const all = first.length + further.length
  if (all === 0) return null
  if (all <= 4)
    return html`<p class="label">Evidence: ${plural(all, 'exchange')}</p>
${first}${further}`
  if (first.length === 0)
    return html`<details class="more evidence"><summary>Show the evidence: ${plural(all, 'exchange')}</summary>
${further}</details>`
  return html`<p class="label">Evidence: ${plural(all, 'exchange')}</p>
${first}${
  further.length > 0 &&
  html`<details class="more evidence"><summary>Show ${further.length} more</summary>
${further}</details>`
}`
}

const inForce = ({ since, until }: ReportedRequirement): Html =>
  html`in force from <time>${since}</time>${until !== null && html` until <time>${until}</time>`}`

const fixOf = ({ verdict, id, fix }: ReportedRequirement): MarkupChild =>
  verdict === 'fail' &&
  html`<p class="fix"><b>Fix</b> ${prose(fix)}</p>
<p class="hint">Background: <code>hub-conformance explain ${id}</code></p>`

/** Whether a requirement stands open from the start: what failed is what a reader came for. */
const isOpened = ({ verdict, known }: ReportedRequirement): boolean =>
  (verdict === 'fail' && known === undefined) || verdict === 'error'

/** A requirement with the sentence that it is based on, the findings and the evidence. */
const requirementCard = (page: HtmlPage, requirement: ReportedRequirement): Html => {
  const { id, suite, level, title, source, verdict, reason, cases, known } = requirement
  return html`<details class="requirement" id="${anchor(id)}" data-verdict="${verdict}" data-level="${level}" data-suite="${suite}"${isOpened(requirement) && html` open`}>
<summary>${badge(verdict)}<h4 class="title">${breakable(title)}</h4> <span class="id">${breakable(id)}</span> <span class="level l-${level}">${level.toUpperCase()}${known !== undefined && html` · known`}</span></summary>
<div class="inside">
<figure class="source">${source.document === 'lifecycle' ? html`<blockquote>${prose(source.sentence)}</blockquote>` : html`<p>${prose(source.sentence)}</p>`}
<figcaption>${capitalized(sourceName(requirement))} · ${inForce(requirement)} · <a href="#${anchor(id)}">link to this</a></figcaption></figure>
${
  known !== undefined &&
  html`<p class="found"><b>Known</b> <span>${entryNote(known)}</span></p>
`
}${cases.length === 0 && reason !== null && html`<p class="found">${badge(verdict)} <strong>${told(clip(reason.message, messageBound))}</strong></p>`}
${groups(page, requirement)}${fixOf(requirement)}${exchanges(page, requirement)}</div>
</details>
`
}

interface Choice {
  readonly group: string
  readonly value: string
  readonly label: MarkupChild
  readonly number: number
}

const choice = ({ group, value, label, number }: Choice): Html =>
  html`<label class="choice"><input type="checkbox" name="${group}" value="${value}"> ${label} <span class="quiet">${number}</span></label>
`

/** Hidden until the script is there to answer it. */
const filters = ({ report }: HtmlPage): Html => {
  const { requirements } = report
  const number = (key: 'verdict' | 'level' | 'suite', value: string): number =>
    requirements.filter(requirement => requirement[key] === value).length
  const suites = [...new Set(requirements.map(({ suite }) => suite))]
  return html`<div class="filters" id="filters" role="search" aria-label="Filter the requirements" hidden>
<fieldset><legend>Verdict</legend>${readingOrder
    .filter(verdict => number('verdict', verdict) > 0)
    .map(verdict =>
      choice({
        group: 'verdict',
        value: verdict,
        label: html`<span class="verdict v-${verdict}">${sign(verdict)}${verdictWords[verdict]}</span>`,
        number: number('verdict', verdict),
      }),
    )}</fieldset>
<fieldset><legend>Level</legend>${levels
    .filter(level => number('level', level) > 0)
    .map(level =>
      choice({ group: 'level', value: level, label: level.toUpperCase(), number: number('level', level) }),
    )}</fieldset>
<p class="field"><label for="suite">Suite</label> <select id="suite" name="suite"><option value="">All suites</option>${suites.map(
    suite => html`<option value="${suite}">${suite} (${number('suite', suite)})</option>`,
  )}</select></p>
<p class="field grow"><label for="text">Text</label> <input type="search" id="text" name="text" autocomplete="off" spellcheck="false" placeholder="id, title, sentence, reason"></p>
<p class="outcome"><output id="count" aria-live="polite">${plural(requirements.length, 'requirement')}</output>
<button type="button" id="reset">Clear</button>
<button type="button" id="unfold">Open all</button>
<button type="button" id="fold">Close all</button></p>
</div>
<p class="nothing" id="nothing" hidden>No requirement is left by these filters.</p>`
}

/** Every requirement, suite by suite in the order of the report. */
export const requirementsSection = (
  page: HtmlPage,
): Html => html`<section id="requirements" aria-labelledby="h-requirements">
<h2 id="h-requirements">Requirements</h2>
<p class="lead">Each requirement with its sentence in the document, the findings and the recorded exchanges.</p>
${filters(page)}
${[...grouped(page.report.requirements, ({ suite }) => suite)].map(
  ([suite, members]) => html`<section class="suite" aria-labelledby="${anchor(`suite-${suite}`)}">
<h3 id="${anchor(`suite-${suite}`)}">${suite}</h3>
${members.map(requirement => requirementCard(page, requirement))}</section>
`,
)}</section>
`
