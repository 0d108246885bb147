import { grouped } from '../../contracts/causes/grouped.ts'
import type { Matrix } from '../../contracts/results/matrix.ts'
import type { Verdict } from '../../contracts/results/verdict.ts'
import { type Html, html, marked } from '../html/markup.ts'

/** How many tested requirements of a suite passed in one report. */
interface Point {
  readonly day: string
  readonly passed: number
  readonly asked: number
}

const pointOf = (day: string, verdicts: readonly (Verdict | null)[]): Point => {
  const asked = verdicts.filter(verdict => verdict !== null && !['not-applicable', 'not-selected'].includes(verdict))
  return { day, passed: asked.filter(verdict => verdict === 'pass').length, asked: asked.length }
}

const shareOf = ({ passed, asked }: Point): number => passed / asked

const share = ({ passed, asked }: Point): string => `${passed} of ${asked}`

const pointTitle = (point: Point): string => `${point.day}: ${share(point)} passed`

const [width, height, margin] = [160, 32, 4]

/** A line through the shares, in the order of the reports. */
const plot = (points: readonly Point[]): Html => {
  const at = (point: Point, index: number): string =>
    [
      margin + (index * (width - 2 * margin)) / Math.max(1, points.length - 1),
      height - margin - shareOf(point) * (height - 2 * margin),
    ]
      .map(value => value.toFixed(1))
      .join(',')
  const ends = points.map((point, index) => at(point, index).split(','))
  return html`<svg class="plot" role="img" aria-label="${points.map(pointTitle).join('; ')}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><polyline points="${points.map(at).join(' ')}"></polyline>${ends.map(([x, y]) => html`<circle cx="${x}" cy="${y}" r="2"></circle>`)}</svg>`
}

/** Conformance over time if several reports are of one product: a line for each suite. */
export const overTime = ({ reports, rows }: Matrix): Html | undefined => {
  const series = [...grouped([...reports.keys()], at => reports[at]?.product ?? '')].filter(
    ([, places]) => places.length > 1,
  )
  if (series.length === 0) return undefined
  const suites = [...grouped(rows, ({ id }) => id.replace(/\/.*/, ''))]
  return html`<section aria-labelledby="h-time"><h2 id="h-time">Over time</h2>
<p class="lead">The share of tested requirements that passed, oldest report first.</p>
${series.map(
  ([
    product,
    places,
  ]) => html`<div class="scroll" tabindex="0" role="region" aria-label="Over time"><table class="plain">
<thead><tr><th scope="col">${marked(product)}</th><th scope="col">First</th><th scope="col">Passed</th><th scope="col">Last</th></tr></thead>
<tbody>
${suites.map(([suite, members]) => {
  const points = places
    .map(at =>
      pointOf(
        reports[at]?.startedAt.slice(0, 10) ?? '',
        members.map(({ verdicts }) => verdicts[at] ?? null),
      ),
    )
    .filter(({ asked }) => asked > 0)
  const [first, last] = [points[0], points.at(-1)]
  // Of one point nothing can be told over time.
  return first === undefined || last === undefined || first === last
    ? undefined
    : html`<tr><th scope="row">${marked(suite)}</th><td>${share(first)}</td><td>${plot(points)}</td><td>${share(last)}</td></tr>
`
})}</tbody></table></div>
`,
)}</section>
`
}
