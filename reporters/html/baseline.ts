import type { GateFinding, KnownEntry } from '../../contracts/results/report.ts'
import { gateText } from '../shared/facts.ts'
import { entryLocation, gateWords, type Known, knownOf } from '../shared/gate.ts'
import { clip } from '../shared/text.ts'
import { type Html, html, type MarkupChild, marked, requirementLink } from './markup.ts'
import type { HtmlPage } from './page.ts'
import { badge } from './words.ts'

const textBound = 600

/** The note of an entry, how long it holds, and its line. */
export const entryNote = (entry: KnownEntry): Html =>
  html`${marked(clip(entry.note, textBound))} <span class="quiet">${entry.expires !== undefined && html`until <time>${entry.expires}</time> · `}${
    entry.link !== undefined && html`${marked(clip(entry.link, 300))} · `
  }<code>${marked(entryLocation(entry))}</code></span>`

const caseName = (page: HtmlPage, { requirement: id, case: name }: GateFinding): Html =>
  html`${page.requirement(id) === undefined ? html`<code>${marked(clip(id, 300))}</code>` : requirementLink(id)}${
    name !== undefined && html` <span class="quiet">${marked(clip(name, 300))}</span>`
  }`

const differenceItem = (page: HtmlPage, finding: GateFinding): Html => {
  const { kind, message, entry } = finding
  return html`<li><p><b>${gateWords[kind]}</b> ${caseName(page, finding)}</p>
<p>${marked(clip(message, textBound))}</p>
${entry !== undefined && html`<p>${entryNote(entry)}</p>`}</li>
`
}

const knownItem = ({ requirement, entry, cases }: Known): Html =>
  html`<li><p>${badge(requirement.verdict)} ${requirementLink(requirement.id)}${
    cases.length > 0 && html` <span class="quiet">${marked(clip(cases.join('; '), textBound))}</span>`
  }</p>
<p>${entryNote(entry)}</p></li>
`

/** What makes the run fail under its baseline, then what the baseline lists. */
export const baselineSection = ({ report, ...page }: HtmlPage): MarkupChild => {
  const { gate } = report
  if (gate === undefined) return null
  const known = knownOf(report)
  return html`<section class="panel ${gate.findings.length > 0 ? 'p-fail' : 'p-open'} gate" id="baseline" aria-labelledby="h-baseline">
<h2 id="h-baseline">Baseline <span class="quiet">${gateText(report)}</span></h2>
<p class="quiet">compared with <code>${marked(clip(gate.file, 300))}</code></p>
${
  gate.findings.length > 0 &&
  html`<ul class="findings open">
${gate.findings.map(finding => differenceItem({ report, ...page }, finding))}</ul>
`
}${
  known.length > 0 &&
  html`<details class="more"${gate.findings.length === 0 && html` open`}><summary>Known, as the baseline expects: ${known.length}</summary>
<ul class="findings open">
${known.map(knownItem)}</ul></details>
`
}</section>
`
}
