import type { ReportedRequirement } from '../../contracts/report.ts'
import { levels } from '../../contracts/verdict.ts'
import { grouped } from '../console/view.ts'
import { why } from '../facts.ts'
import { clip } from '../text.ts'
import { type Child, type Html, html, marked, requirementLink } from './html.ts'
import type { Page } from './page.ts'
import { messageBound } from './requirement.ts'
import { badge, plural, verdictMeanings, verdictWords } from './words.ts'

const level = ({ level: name }: ReportedRequirement): Html =>
  html`<span class="level l-${name}">${name.toUpperCase()}</span>`

const failure = (requirement: ReportedRequirement): Html => {
  const { id, title, reason, cases } = requirement
  const failed = cases.filter(({ verdict }) => verdict === 'fail').length
  return html`<li>${level(requirement)}<div><p class="title">${marked(title)}</p>
<p>${marked(clip(why(reason), messageBound))}</p>
<p class="quiet">${requirementLink(id)} · ${failed} of ${plural(cases.length, 'case')}</p></div></li>
`
}

const failed = (page: Page): Html => {
  const failures = levels.flatMap(name => page.having('fail').filter(requirement => requirement.level === name))
  return html`<section class="panel p-fail" id="failed" aria-labelledby="h-failed">
<h2 id="h-failed">What failed <span class="quiet">${failures.length}</span></h2>
${
  failures.length === 0
    ? html`<p class="quiet">Nothing that was asked came out wrong.</p>`
    : html`<ul class="findings">
${failures.map(failure)}</ul>`
}
</section>
`
}

/** What is missing or went wrong, once, with all that it keeps from being verified. */
const openGroup = (message: string, members: readonly [ReportedRequirement, ...ReportedRequirement[]]): Html =>
  html`<li><p>${badge(members[0].verdict)} <strong>${marked(clip(message, messageBound))}</strong></p>
<details class="more"${members.length <= 6 && html` open`}><summary>${plural(members.length, 'requirement')}</summary>
<ul class="ids">${members.map(
    member => html`<li>${level(member)}${requirementLink(member.id)}</li>
`,
  )}</ul></details></li>
`

const openGroups = (page: Page): Child => {
  const open = page.having('error', 'inconclusive', 'untestable')
  const groups = [...grouped(open, ({ verdict, reason }) => `${verdict} ${why(reason)}`).values()]
  const weigh = (members: readonly ReportedRequirement[]): number =>
    members.length + 1_000 * members.filter(member => member.level === 'must').length
  return groups.sort((a, b) => weigh(b) - weigh(a)).map(members => openGroup(why(members[0].reason), members))
}

const aside = (page: Page, verdict: 'not-applicable' | 'not-selected'): Child => {
  const members = page.having(verdict)
  if (members.length === 0) return null
  return html`<details class="more"><summary>${plural(members.length, 'requirement')} ${verdictWords[verdict].toLowerCase()}: ${verdictMeanings[verdict]}</summary>
<ul class="ids">${members.map(
    member => html`<li>${level(member)}${requirementLink(member.id)} <span class="quiet">${marked(clip(why(member.reason), 200))}</span></li>
`,
  )}</ul></details>
`
}

const unverified = (page: Page): Html => {
  const number = page.having('error', 'inconclusive', 'untestable').length
  return html`<section class="panel p-open" id="unverified" aria-labelledby="h-unverified">
<h2 id="h-unverified">What was not verified, and why <span class="quiet">${number}</span></h2>
${
  number === 0
    ? html`<p class="quiet">Everything in force that was selected was verified.</p>`
    : html`<ul class="findings open">
${openGroups(page)}</ul>`
}
${aside(page, 'not-selected')}${aside(page, 'not-applicable')}</section>
`
}

/** What failed and what was not verified side by side, with equal weight. */
export const findings = (page: Page): Html => {
  const isOneSided = page.having('fail').length === 0 || page.having('error', 'inconclusive', 'untestable').length === 0
  return html`<div class="panels${isOneSided && ' single'}">
${failed(page)}${unverified(page)}</div>
`
}
