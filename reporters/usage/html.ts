import type { RouteUse, Shares, Usage } from '../../contracts/run/usage.ts'
import { htmlDocument } from '../html/document.ts'
import { breakable, type Html, html } from '../html/markup.ts'
import { routeText, stateHeadings } from '../shared/route.ts'
import { clip, count } from '../shared/text.ts'
import { usageLine } from './console.ts'

interface Day {
  readonly day: string
  readonly requests: number
}

/** So many days have a bar of their own. */
const mostDays = 1_100

const msPerDay = 86_400_000

/** Requests to the given routes by day, days without any included. */
const daysOf = (routes: readonly RouteUse[]): readonly Day[] => {
  const counts = new Map<string, number>()
  for (const { by } of routes)
    for (const { day, requests } of by?.days ?? []) if (day !== '') counts.set(day, (counts.get(day) ?? 0) + requests)
  const known = [...counts.keys()].sort()
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return []
  const length = (Date.parse(last) - Date.parse(first)) / msPerDay + 1
  if (length > mostDays) return known.slice(-mostDays).map(day => ({ day, requests: counts.get(day) ?? 0 }))
  return Array.from({ length }, (_, at) => {
    const day = new Date(Date.parse(first) + at * msPerDay).toISOString().slice(0, 10)
    return { day, requests: counts.get(day) ?? 0 }
  })
}

/** Bars of requests by day, with the numbers in a table below. */
const plot = (title: string, days: readonly Day[]): Html => {
  const most = Math.max(1, ...days.map(({ requests }) => requests))
  const width = 100 / Math.max(1, days.length)
  const bars = days.map(({ day, requests }, at) => {
    const height = (requests / most) * 40
    return html`<rect x="${(at * width).toFixed(3)}" y="${(40 - height).toFixed(3)}" width="${(width * 0.85).toFixed(3)}" height="${height.toFixed(3)}" fill="currentColor"><title>${day}: ${requests}</title></rect>`
  })
  return html`<figure>
<p class="label">${title}: at most ${most} a day</p>
<svg role="img" aria-label="${title} by day, from ${days[0]?.day} to ${days.at(-1)?.day}, at most ${most} a day" viewBox="0 0 100 40" width="100%" height="160" preserveAspectRatio="none">${bars}</svg>
<p class="quiet">${days[0]?.day} to ${days.at(-1)?.day}</p>
<details><summary>Numbers</summary>
<table><thead><tr><th scope="col">Day</th><th scope="col">Requests</th></tr></thead>
<tbody>
${days
  .filter(({ requests }) => requests > 0)
  .map(
    ({ day, requests }) => html`<tr><td>${day}</td><td>${requests}</td></tr>
`,
  )}</tbody></table></details>
</figure>
`
}

const shareRow = ({ name, requests }: Shares['shown'][number]): Html =>
  html`<tr><td>${name === '' ? 'not named' : breakable(clip(name, 300))}</td><td>${requests}</td></tr>
`

const sharesTable = (
  what: string,
  { shown, others }: Shares,
): Html => html`<details><summary>${what}: ${shown.length}${others > 0 && ' and others'}</summary>
<table><thead><tr><th scope="col">${what}</th><th scope="col">Requests</th></tr></thead>
<tbody>
${shown.map(shareRow)}${
  others > 0 &&
  html`<tr><td>others</td><td>${others}</td></tr>
`
}</tbody></table></details>
`

const routeSection = (route: RouteUse): Html => {
  const { state, since, requests, statuses, replacement, first, by, slug } = route
  const days = daysOf([route])
  return html`<section aria-labelledby="r-${slug}">
<h3 id="r-${slug}"><code>${breakable(routeText(route))}</code></h3>
<p>${state} since ${since}. ${replacement === null ? 'No replacement is named.' : html`Use <code>${breakable(`${replacement.method} ${replacement.path}`)}</code> (${replacement.operation}).`}</p>
<p>${count(requests, 'request')} (${Object.entries(statuses)
    .map(([status, number]) => `status ${clip(status, 20)}: ${number}`)
    .join(
      ', ',
    )}). First: ${first.at ?? 'time not known'}, <code>${breakable(clip(`${first.method} ${first.url}`, 300))}</code></p>
${days.length > 0 && plot('Requests', days)}${by && sharesTable('Clients', by.clients)}${by && sharesTable('User agents', by.agents)}</section>
`
}

/** A usage as a page; with a plot of the use by day where the source has many days. */
export const usageHtml = (usage: Usage): string => {
  const { source, routes } = usage
  const days = daysOf(routes)
  const of = source.kind === 'har' ? source.file : source.kind === 'proxy' ? source.target : source.files.join(', ')
  return htmlDocument(
    { title: html`Deprecated and removed routes: ${clip(of, 100)}` },
    html`<div class="frame">
<header class="head"><h1>Deprecated and removed routes</h1>
<p class="lead">${breakable(clip(of, 500))}</p>
<p>${usageLine(usage)}.</p></header>
<main>
${
  days.length > 0 &&
  html`<section aria-labelledby="h-days"><h2 id="h-days">Use by day</h2>
${plot('Requests to deprecated and removed routes', days)}</section>
`
}${(['removed', 'deprecated'] as const).map(state => {
  const own = routes.filter(route => route.state === state)
  return (
    own.length > 0 &&
    html`<section aria-labelledby="h-${state}"><h2 id="h-${state}">${stateHeadings[state]}</h2>
${own.map(routeSection)}</section>
`
  )
})}</main>
</div>
`,
  )
}
