import { type Failure, failuresOf, type Share } from '../../contracts/causes/causes.ts'
import { cited } from '../../contracts/causes/evidence.ts'
import { type OpenGroup, openApart, openGroups } from '../../contracts/causes/open.ts'
import type { Report, ReportedRequirement } from '../../contracts/results/report.ts'
import { exchangeLine } from '../shared/exchange-line.ts'
import { isOutOfForce, oneCauseText, why } from '../shared/facts.ts'
import { decides } from '../shared/gate.ts'
import { clip, plural } from '../shared/text.ts'
import { breakable, type Html, html, type MarkupChild, marked, prose, requirementLink, told } from './markup.ts'
import type { HtmlPage } from './page.ts'
import { messageBound } from './requirements.ts'
import { badge } from './words.ts'

const level = ({ level: name }: ReportedRequirement): Html =>
  html`<span class="level l-${name}">${name.toUpperCase()}</span>`

const ids = (members: readonly ReportedRequirement[]): Html =>
  html`<ul class="ids">${members.map(
    member => html`<li>${level(member)}${requirementLink(member.id)}</li>
`,
  )}</ul>`

const shareOf = ({ requirement, cases }: Share): string =>
  `${cases.length} of ${plural(Math.max(1, requirement.cases.length), 'case')}`

/** What follows from a failure is decided by fixing it. */
const blocked = ({ blocked: open }: Failure): MarkupChild =>
  open.length > 0 &&
  html`<details class="more"><summary>Also not verified because of this: ${plural(open.length, 'requirement')}</summary>
${ids(open)}</details>
`

/** The request that decides it with its answer, and how it is fixed. */
const fixed = ({ cases, common, fix, entries }: Failure, report: Report): MarkupChild => {
  const [kase] = cases
  const [decisive] = kase === undefined || kase.evidence.length === 0 ? [] : cited(kase, report)
  return html`${decisive && html`<p class="request"><code>${breakable(exchangeLine(decisive, report.target))}</code></p>`}${
    common !== undefined && html`<p><b>Common</b> ${told(clip(common, messageBound))}</p>`
  }${fix !== '' && html`<div class="fix"><b>Fix</b> ${prose(fix)}${entries.length > 0 && html`<ul>${entries.map(entry => html`<li>${prose(entry)}</li>`)}</ul>`}</div>`}`
}

const ownFailure = (failure: Failure, report: Report): Html => {
  const { requirement, messages, shares } = failure
  return html`<li>${level(requirement)}<div><p class="title">${breakable(requirement.title)}</p>
${messages.slice(0, 3).map(
  message => html`<p>${told(clip(message, messageBound))}</p>
`,
)}${fixed(failure, report)}<p class="quiet">${requirementLink(requirement.id)} · ${shareOf(shares[0])}</p>
${blocked(failure)}</div></li>
`
}

/** One cause, and everything that fails for it. */
const sharedFailure = (failure: Failure, report: Report): Html => {
  const { requirement, messages, shares } = failure
  return html`<li>${level(requirement)}<div>${messages.slice(0, 3).map(
    message => html`<p class="title">${told(clip(message, messageBound))}</p>
`,
  )}${fixed(failure, report)}<p class="quiet">one cause, ${plural(shares.length, 'requirement')}:</p>
<ul class="ids">${shares.map(
    share => html`<li>${level(share.requirement)}${requirementLink(share.requirement.id)} <span class="quiet">${shareOf(share)}</span></li>
`,
  )}</ul>
${blocked(failure)}</div></li>
`
}

const failureList = (all: readonly Failure[], report: Report): Html => html`<ul class="findings">
${all.map(each => (each.kind === 'shared' ? sharedFailure : ownFailure)(each, report))}</ul>`

const failed = (page: HtmlPage): Html => {
  const { report, failOn } = page
  const number = page.unexpected('fail').length
  const known = page.having('fail').length - number
  const all = failuresOf(report)
  const decisive = all.filter(each => decides(report, each, failOn))
  const warnings = all.filter(each => !decisive.includes(each))
  return html`<section class="panel p-fail" id="failed" aria-labelledby="h-failed">
<h2 id="h-failed">What failed <span class="quiet">${number}${known > 0 && `, and ${known} known`}</span></h2>
${number === 0 && html`<p class="quiet">${known > 0 ? 'Only known failures.' : 'Nothing that was tested failed.'}</p>`}${
  decisive.length > 0 && failureList(decisive, report)
}${
  warnings.length > 0 &&
  html`<h3 class="label">Failures of a level that does not decide the result</h3>
${failureList(warnings, report)}`
}
</section>
`
}

/** What is missing or went wrong, once, with all that it keeps from being verified. */
const openGroup = ({ messages: [message, ...others], action, members }: OpenGroup): Html =>
  html`<li><p class="why">${[...new Set(members.map(({ verdict }) => verdict))].map(badge)} <strong>${told(clip(message, messageBound))}</strong></p>
${others.slice(0, 2).map(
  other => html`<p>${told(clip(other, messageBound))}</p>
`,
)}${action !== undefined && html`<p>${prose(clip(action, messageBound))}</p>`}<details class="more"${members.length <= 6 && html` open`}><summary>${plural(members.length, 'requirement')}</summary>
${ids(members)}</details></li>
`

const everyOpen = (page: HtmlPage): MarkupChild => {
  const { report } = page
  const weigh = ({ members }: OpenGroup): number =>
    members.length + 1_000 * members.filter(member => member.level === 'must').length
  return [...openGroups(openApart(report), report)].sort((a, b) => weigh(b) - weigh(a)).map(openGroup)
}

/** What is outside the counts, by why it is. */
const aside = (members: readonly ReportedRequirement[], label: string): MarkupChild => {
  if (members.length === 0) return null
  return html`<details class="more"><summary>${plural(members.length, 'requirement')} ${label}</summary>
<ul class="ids">${members.map(
    member => html`<li>${level(member)}${requirementLink(member.id)} <span class="quiet">${marked(clip(why(member.reason), 200))}</span></li>
`,
  )}</ul></details>
`
}

const unverified = (page: HtmlPage): Html => {
  const number = page.unexpected('error', 'inconclusive', 'untestable').length
  const known = page.having('error', 'inconclusive', 'untestable').length - number
  const apart = openApart(page.report).length
  return html`<section class="panel p-open" id="unverified" aria-labelledby="h-unverified">
<h2 id="h-unverified">What was not verified, and why <span class="quiet">${number}${known > 0 && `, and ${known} known`}</span></h2>
${
  number === 0
    ? html`<p class="quiet">${known > 0 ? 'Everything else that was selected was verified.' : 'Everything that was selected was verified.'}</p>`
    : html`${apart < number && html`<p class="quiet">${apart === 0 ? 'All' : number - apart} of them because of a failure, and listed with it.</p>`}${
        apart > 0 &&
        html`<ul class="findings open">
${everyOpen(page)}</ul>`
      }`
}
${aside(page.having('not-selected'), 'not selected')}${[true, false].map(outOfForce =>
  aside(
    page.having('not-applicable').filter(each => isOutOfForce(each) === outOfForce),
    outOfForce ? `not in force on ${page.report.asOf}` : 'that cannot apply to this target',
  ),
)}</section>
`
}

/** So many failures still stand next to what was not verified; more of them leave half of the page empty. */
const mostSideBySide = 5

/** What failed and what was not verified side by side, with equal weight. */
export const findings = (page: HtmlPage): Html => {
  const headline = oneCauseText(page.report)
  if (headline !== undefined)
    return html`<div class="panels single"><section class="panel" id="failed" aria-labelledby="h-failed">
<h2 id="h-failed">${headline}</h2>
<p>Such answers verify nothing. <a href="#requirements">Each requirement</a> shows what it saw.</p>
</section></div>
`
  const failures = page.unexpected('fail').length
  const isOneSided =
    failures === 0 || failures > mostSideBySide || page.unexpected('error', 'inconclusive', 'untestable').length === 0
  return html`<div class="panels${isOneSided && ' single'}">
${failed(page)}${unverified(page)}</div>
`
}
