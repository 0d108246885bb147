import type { LevelSummary, Report } from '../../contracts/results/report.ts'
import { counts, isOpen, type Level, levels, type Verdict } from '../../contracts/results/verdict.ts'
import { reproduction } from '../shared/command.ts'
import {
  conditionsOf,
  expectedWords,
  isExpected,
  isInsecure,
  oneCauseText,
  readingOrder,
  requestsText,
  serverHeader,
  tallies,
  tally,
  timeParts,
} from '../shared/facts.ts'
import { clip, plural, seconds } from '../shared/text.ts'
import { type Html, html, type MarkupChild, marked, prose, requirementLink, told } from './markup.ts'
import type { HtmlPage } from './page.ts'
import { levelSources, resultVerdict, resultWords, sign, verdictWords } from './words.ts'

export const targetName = (report: Report): string => {
  if (report.options.target === 'reference') return 'the built-in reference hub'
  return report.target ?? 'published documents alone'
}

const bar = ({ counts: counted, inForce }: LevelSummary): Html => {
  const parts = readingOrder.filter(verdict => isOpen(verdict) || verdict === 'pass' || verdict === 'fail')
  // What passed stands first, as in the sentence above it.
  const ordered: readonly Verdict[] = ['pass', ...parts.filter(verdict => verdict !== 'pass')]
  let x = 0
  const pieces = ordered.map(verdict => {
    const width = inForce === 0 ? 0 : (counted[verdict] / inForce) * 100
    const piece =
      width > 0 &&
      html`<rect class="b-${verdict}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="6"></rect>`
    x += width
    return piece
  })
  return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">${pieces}</svg>`
}

const verdictList = ({ counts: counted }: LevelSummary): MarkupChild => {
  const shown = readingOrder.filter(verdict => counted[verdict] > 0)
  return shown.map(
    verdict => html`<li class="v-${verdict}">${sign(verdict)}<b>${counted[verdict]}</b> ${verdictWords[verdict].toLowerCase()}</li>
`,
  )
}

const levelLine = ({ report, failOn }: HtmlPage, level: Level): Html => {
  const summary = report.summary[level]
  const asked = summary.inForce > 0
  return html`<li class="grade${!asked && ' empty'}">
<p class="grade-name"><b>${level.toUpperCase()}</b> <span class="quiet">${levelSources[level]}${level !== 'must' && counts(level, failOn) && '; failures count'}</span></p>
${
  asked
    ? html`<p class="grade-share">${tally(report, level)}</p>
${bar(summary)}
<ul class="tally">${verdictList(summary)}</ul>`
    : html`<p class="grade-share quiet">none</p>`
}
</li>
`
}

/** `2026-01-02 03:04:05 UTC` of `2026-01-02T03:04:05.000Z`; anything else as it is. */
const instant = (text: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? `${text.slice(0, 10)} ${text.slice(11, 19)} UTC` : text

const fact = (name: string, value: MarkupChild): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`

const notGiven = html`<span class="quiet">not given</span>`

/** What was judged: in the words of whoever ran the suite, then in those of the server. */
const subject = ({ report }: HtmlPage): Html => {
  const { organization, url, contact } = report.subject
  const server = serverHeader(report)
  return html`<dl class="facts">
${fact('Product', report.subject.product === null ? notGiven : marked(clip([report.subject.product, report.subject.version ?? ''].join(' ').trim(), 200)))}${fact('Organization', organization === null ? notGiven : marked(clip(organization, 200)))}${
  url !== null && fact('URL', marked(clip(url, 200)))
}${contact !== null && fact('Contact', marked(clip(contact, 200)))}${fact('Target', marked(targetName(report)))}${
  server !== undefined && fact('Server, as it says', marked(clip(server, 100)))
}</dl>
`
}

const facts = ({ report }: HtmlPage): Html => {
  const parts = timeParts(report)
  return html`<dl class="facts">
${fact('Date', instant(report.startedAt))}${conditionsOf(report).map(([name, value]) => fact(name, marked(clip(value, 200))))}${fact(
  'Suite',
  `${report.tool.name} ${report.tool.version}`,
)}${fact('Seed', String(report.seed))}${fact(
  'Took',
  `${seconds(report.durationMs)}, ${requestsText(report)}`,
)}${parts !== undefined && fact('Time per phase', parts)}</dl>
`
}

/** What to do next, as the report has it. */
const next = ({ report }: HtmlPage): MarkupChild => {
  const steps = report.next
  if (steps.length === 0) return null
  return html`<div class="next"><h2 class="label">Next steps</h2>
<ol>${steps.map(
    ({ message, snippet, requirements }) => html`<li>${prose(clip(message, 600))} ${
      requirements[0] !== undefined &&
      html`<span class="quiet">${plural(requirements.length, 'requirement')}: ${requirementLink(requirements[0])}${requirements.length > 1 && ` and ${requirements.length - 1} more`}</span>`
    }${snippet !== undefined && html`<pre tabindex="0" aria-label="Lines to paste">${marked(snippet.join('\n'))}</pre>`}</li>
`,
  )}</ol></div>
`
}

const needsSecrets = ({ report }: HtmlPage): boolean => report.exchanges.some(({ request }) => request.as === 'valid')

const reproduce = (page: HtmlPage): Html => html`<div class="reproduce"><h3 class="label">Reproduce</h3>
<pre class="command" tabindex="0" aria-label="Command line">${told(reproduction(page.report))}</pre>
${needsSecrets(page) && page.report.options.target !== 'reference' && html`<p class="quiet">with credentials in <code>HUB_CONFORMANCE_TOKEN</code>, or in <code>HUB_CONFORMANCE_USERNAME</code> and <code>HUB_CONFORMANCE_PASSWORD</code></p>`}</div>
`

const insecureBanner = html`<div class="insecure" role="note"><strong>INSECURE</strong> Certificates were not verified, so it is not known which server answered. Nothing below is evidence of the named target.</div>
`

const explanation = (page: HtmlPage): string => {
  const { report } = page
  const same = oneCauseText(report)
  if (same !== undefined) return same
  if (isExpected(report)) return 'Every MUST requirement that failed or was not verified is listed in the baseline.'
  const open = page.having('error', 'inconclusive', 'untestable').filter(({ level }) => level === 'must').length
  switch (report.result) {
    case 'conformant':
      return 'Every MUST requirement in force was tested and passed.'
    case 'non-conformant':
      return open === 0
        ? 'At least one MUST requirement in force failed.'
        : `At least one MUST requirement in force failed, and ${open} could not be verified.`
    case 'incomplete':
      return 'No MUST requirement failed, but not all of them were verified, so this report makes no statement about conformance.'
    case 'partial':
      return 'Only a selection of the requirements was tested, so this report makes no statement about conformance.'
  }
}

/** Under which conditions the run was made, and how to make it again. */
export const conditions = (page: HtmlPage): Html => html`<section id="conditions" aria-labelledby="h-conditions">
<h2 id="h-conditions">Conditions of the run</h2>
${facts(page)}${reproduce(page)}</section>
`

/** The result first, and what to do about it. */
export const head = (page: HtmlPage): Html => {
  const { report } = page
  return html`<header class="head">
<p class="eyebrow">Hub API conformance report</p>
${isInsecure(report) && insecureBanner}
<div class="result r-${report.result}">
<h1><span class="stamp">${sign(resultVerdict[report.result])}${resultWords[report.result]}</span> <span class="headline">${isExpected(report) && `${expectedWords}: `}${tallies(report)}</span></h1>
<p class="lead">${explanation(page)}</p>
</div>
<ul class="grades">
${levels.map(level => levelLine(page, level))}</ul>
${subject(page)}${next(page)}</header>
`
}
