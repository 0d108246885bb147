import { grouped } from '../../contracts/causes/grouped.ts'
import { type IsoDate, lifecycle, sentence } from '../../contracts/lifecycle.ts'
import type { ReportedRequirement } from '../../contracts/results/report.ts'
import { readingOrder } from '../shared/facts.ts'
import { plural } from '../shared/text.ts'
import { anchor, breakable, type Html, html, type MarkupChild, prose, requirementLink } from './markup.ts'
import type { HtmlPage } from './page.ts'
import { badge, sign, verdictWords } from './words.ts'

interface Event {
  readonly date: IsoDate
  readonly kind: string
  readonly text: string
  readonly things: readonly string[]
  readonly told: readonly { readonly where: string; readonly id: string }[]
}

/** The cell of a table row of the document that tells what changed. */
const cell = (key: string, at: number): string => sentence(key).text.split(' | ')[at] ?? ''

/** An event that history and log both tell of is one. */
const events = (): readonly Event[] => {
  const all: readonly Event[] = [
    ...lifecycle.changeHistory.map(({ slug, date, kind, names, about, sentence: key }) => ({
      date,
      kind,
      text: cell(key, 2),
      things: [...names, ...about.operations, ...about.endpoints, ...about.tags],
      told: [{ where: 'change history', id: `change-history/${slug}` }],
    })),
    ...lifecycle.deprecationLog.flatMap(({ slug, date, status, endpoints, sentence: key }) =>
      status === null
        ? []
        : {
            date,
            kind: status === 'Deprecated' ? 'Deprecation' : status,
            text: `${cell(key, 1)}.`,
            things: endpoints,
            told: [{ where: 'deprecation log', id: `deprecation-log/${slug}` }],
          },
    ),
  ]
  return [...grouped(all, ({ date, kind, things }) => [date, kind, ...things].join(' ')).values()].map(same => ({
    ...same[0],
    told: same.flatMap(({ told }) => told),
  }))
}

/** Whether a published document has the entry: that says nothing of the behaviour that the entry announces, so it has no colour of a verdict. */
const listing = ({ verdict }: ReportedRequirement): string => {
  if (verdict === 'pass') return 'listed'
  return verdict === 'fail' ? 'not listed as documented' : `not known: ${verdictWords[verdict].toLowerCase()}`
}

/** The requirements on the behaviour that an event announces. */
const behaviourOf = (page: HtmlPage, { date, things }: Event): readonly ReportedRequirement[] => {
  const { operations: known, families: areas, legacyEndpoints: legacy, v1Routes: removed } = lifecycle
  const isNamed = (...names: readonly (string | null)[]): boolean =>
    names.some(name => name !== null && things.includes(name))
  const slugs = [
    ...known.filter(({ id }) => isNamed(id)).map(({ slug }) => `presence/${slug}`),
    ...areas.filter(({ tag }) => isNamed(tag)).map(({ slug }) => `presence/${slug}`),
    ...legacy
      .filter(({ method, path }) => isNamed(`${method} ${path}`))
      .flatMap(({ slug }) => [`labels/${slug}`, `replacements/${slug}`]),
    ...removed
      .filter(({ path }) => isNamed(path))
      .flatMap(({ slug }) => [`v1-removed/${slug}`, `replacements/${slug}`]),
  ]
  // What holds of an area from that day on, `access-tokens/…` of its fields.
  const isOfArea = ({ suite, since }: ReportedRequirement): boolean => since === date && things.includes(suite)
  return page.report.requirements.filter(each => slugs.includes(each.id) || isOfArea(each))
}

const eventLine = (page: HtmlPage, event: Event): Html => {
  const { kind, text, told } = event
  const behaviour = behaviourOf(page, event)
  return html`<li><span class="kind k-${kind.toLowerCase()}">${kind}</span> <span class="things">${prose(text)}</span>
<ul class="states">${told.map(({ where, id }) => {
    const requirement = page.requirement(id)
    return (
      requirement &&
      html`<li><a href="#${anchor(id)}">${where}</a> <span class="quiet">${listing(requirement)}</span></li>
`
    )
  })}${behaviour.map(
    ({ id, verdict }) => html`<li>${requirementLink(id)} ${badge(verdict)}</li>
`,
  )}</ul></li>
`
}

const holdsOn =
  (date: IsoDate) =>
  ({ since, until }: ReportedRequirement): boolean =>
    since <= date && (until === null || date < until)

const tally = (members: readonly ReportedRequirement[]): MarkupChild =>
  readingOrder.flatMap(verdict => {
    const number = members.filter(member => member.verdict === verdict).length
    return number === 0
      ? []
      : html`<span class="v-${verdict}">${sign(verdict)}${number} ${verdictWords[verdict].toLowerCase()}</span> `
  })

const { legacyEndpoints, v1Routes, operations, families } = lifecycle

/** What of endpoints and operations is in one state. */
type Standing = readonly [state: string, things: readonly string[]]

/** What the document says of endpoints and operations on a day. */
const statesOn = (date: IsoDate): readonly Standing[] => {
  const isThere = ({ since }: { readonly since: IsoDate | null }): boolean => since === null || since <= date
  const all: readonly Standing[] = [
    ['Removed', v1Routes.filter(({ removed }) => removed <= date).map(({ path }) => path)],
    [
      'Deprecated',
      legacyEndpoints.filter(({ deprecated }) => deprecated <= date).map(({ method, path }) => `${method} ${path}`),
    ],
    ['There', [...operations, ...families].filter(isThere).map(({ id }) => id)],
  ]
  return all.filter(([, things]) => things.length > 0)
}

const stateItem = ([state, things]: Standing): Html =>
  html`<div><dt>${state}</dt><dd>${things.map(thing => html`<code>${breakable(thing)}</code> `)}</dd></div>
`

const states = (date: IsoDate): Html => html`<dl class="standing">${statesOn(date).map(stateItem)}</dl>
`

const begunItem = ({ id, verdict }: ReportedRequirement): Html =>
  html`<li><span class="v-${verdict}">${sign(verdict)}</span><span class="sr">${verdictWords[verdict]}</span>${requirementLink(id)}</li>
`

const day = (page: HtmlPage, date: IsoDate, happened: readonly Event[]): Html => {
  const { requirements, asOf } = page.report
  const inForce = requirements.filter(holdsOn(date))
  const begun = requirements.filter(({ since }) => since === date)
  return html`<li class="day${date > asOf && ' later'}${date === asOf && ' now'}">
<h3><time>${date}</time>${date === asOf && html` <span class="here">as of this report</span>`}${date > asOf && html` <span class="quiet">after the date of this report</span>`}</h3>
<ul class="events">
${happened.map(event => eventLine(page, event))}</ul>
<details class="more holds"><summary>${plural(inForce.length, 'requirement')} in force from here, ${begun.length} of them new</summary>${states(date)}<p class="quiet">${begun.length === 0 ? 'None is new on this date.' : 'New on this date:'}</p><ul class="ids">${begun.map(begunItem)}</ul></details>
<p class="tallied">${tally(inForce)}</p>
</li>
`
}

/** The document is dated: what changed when, and what holds from each date on. */
export const history = (page: HtmlPage): Html => {
  const { asOf } = page.report
  const byDate = grouped(events(), ({ date }) => date)
  const dates = [...new Set<IsoDate>([...byDate.keys()] as IsoDate[])].concat(
    // A date of the user's own choice has a place of its own between them.
    byDate.has(asOf) ? [] : [asOf],
  )
  return html`<section id="history" aria-labelledby="h-history">
<h2 id="h-history">Change history</h2>
<p class="lead">The changes of the lifecycle document, newest first, with the results of what they announce. <code>--as-of DATE</code> tests the requirements that were in force on that date.</p>
<ol class="timeline">
${dates.sort((a, b) => (a < b ? 1 : -1)).map(date => day(page, date, byDate.get(date) ?? []))}</ol>
</section>
`
}
