import { grouped } from '../../contracts/causes/grouped.ts'
import { levels } from '../../contracts/results/verdict.ts'
import { readingOrder } from '../shared/facts.ts'
import { plural } from '../shared/text.ts'
import { anchor, type Html, html, type MarkupChild } from './markup.ts'
import type { HtmlPage } from './page.ts'
import { requirementCard } from './requirement.ts'
import { sign, verdictWords } from './words.ts'

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
