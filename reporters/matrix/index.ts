import { type Matrix, type MatrixReport, type MatrixRow, matrixSchemaVersion } from '../../contracts/results/matrix.ts'
import type { Verdict } from '../../contracts/results/verdict.ts'
import { htmlDocument } from '../html/document.ts'
import { breakable, html, marked } from '../html/markup.ts'
import { badge, resultVerdict, resultWords, sign, verdictWords } from '../html/words.ts'
import type { RenderOptions } from '../reporter.ts'
import { pathReference, toJson } from '../shared/encode.ts'
import { tallies } from '../shared/facts.ts'
import { code } from '../shared/markdown-text.ts'
import { paint } from '../shared/paint.ts'
import { columnsOf, count, visible } from '../shared/text.ts'
import { overTime } from './plots.ts'

/** Whether reports that judged it differ: what one of them did not ask says nothing of a difference. */
const isDifferent = ({ verdicts }: MatrixRow): boolean =>
  new Set(verdicts.filter(verdict => verdict !== null && verdict !== 'not-selected')).size > 1

/** The rows to show: those in which reports differ, or all of them. */
const rowsOf = ({ rows }: Matrix, { verbosity }: RenderOptions): readonly MatrixRow[] =>
  verbosity === 'verbose' ? rows : rows.filter(isDifferent)

const sameNote = (matrix: Matrix, shown: readonly MatrixRow[]): string =>
  `Not shown: ${count(matrix.rows.length - shown.length, 'requirement')} without a difference`

const dayOf = ({ startedAt }: MatrixReport): string => startedAt.slice(0, 10)

const wordOf = (verdict: Verdict | null): string => (verdict === null ? 'not in the report' : verdict)

const consoleText = (matrix: Matrix, options: RenderOptions = {}): string => {
  const { red, green, yellow, bold } = paint(options.colors ?? false)
  const colorOf = (verdict: Verdict | null): ((text: string) => string) =>
    verdict === 'pass' ? green : verdict === 'fail' || verdict === 'error' ? red : yellow
  const rows = rowsOf(matrix, options)
  const first = Math.max(...rows.map(({ id }) => columnsOf(visible(id))), 'Requirement'.length)
  const width = 18
  const heads = matrix.reports.map((_, at) => `[${at + 1}]`)
  return `${[
    ...matrix.reports.map(
      (each, at) => `[${at + 1}] ${visible(each.name)}, ${dayOf(each)}: ${each.result} (${tallies(each)})`,
    ),
    ...(rows.length === 0
      ? []
      : ['', bold(['Requirement'.padEnd(first), ...heads.map(head => head.padEnd(width))].join('  ').trimEnd())]),
    ...rows.map(({ id, verdicts }) =>
      [visible(id).padEnd(first), ...verdicts.map(verdict => colorOf(verdict)(wordOf(verdict).padEnd(width)))]
        .join('  ')
        .trimEnd(),
    ),
    ...(rows.length === matrix.rows.length ? [] : ['', sameNote(matrix, rows)]),
  ].join('\n')}\n`
}

const markdownText = (matrix: Matrix, options: RenderOptions = {}): string => {
  const rows = rowsOf(matrix, options)
  // A bar in code would end the cell.
  const cell = (text: string): string => code(text, 200).replaceAll('|', '\\|')
  return `${[
    '# Conformance matrix',
    '',
    ...matrix.reports.map(
      (each, at) => `${at + 1}. ${cell(each.name)}, ${cell(dayOf(each))}: ${each.result} (${tallies(each)})`,
    ),
    '',
    `| requirement | ${matrix.reports.map((_, at) => `${at + 1}`).join(' | ')} |`,
    `| --- |${' --- |'.repeat(matrix.reports.length)}`,
    ...rows.map(({ id, verdicts }) => `| ${cell(id)} | ${verdicts.map(wordOf).join(' | ')} |`),
    '',
    ...(rows.length === matrix.rows.length ? [] : [`${sameNote(matrix, rows)}.`, '']),
  ].join('\n')}`
}

/** The page of a report is looked for next to its JSON. */
const pageOf = ({ file }: MatrixReport): string => pathReference(file.replace(/\.json$/, '.html'))

const htmlText = (matrix: Matrix, options: RenderOptions = {}): string => {
  const rows = rowsOf(matrix, options)
  return htmlDocument(
    { title: html`Conformance of ${count(matrix.reports.length, 'report')}` },
    html`<div class="frame">
<header class="head"><p class="eyebrow">Hub API conformance</p>
<h1>${count(matrix.reports.length, 'report')}</h1></header>
<main>
<section aria-labelledby="h-reports"><h2 id="h-reports">Reports</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Reports"><table class="plain stacked">
<thead><tr><th scope="col">Report</th><th scope="col">Date</th><th scope="col">As of</th><th scope="col">Result</th><th scope="col">Counts</th></tr></thead>
<tbody>
${matrix.reports.map(
  (
    each,
    at,
  ) => html`<tr><th scope="row">${at + 1}. <a href="${pageOf(each)}">${marked(each.name)}</a></th><td><time>${dayOf(each)}</time></td><td>${each.asOf}</td><td><span class="verdict v-${resultVerdict[each.result]}">${sign(resultVerdict[each.result])}${resultWords[each.result]}</span></td><td>${tallies(each)}</td></tr>
`,
)}</tbody></table></div></section>
${overTime(matrix)}<section aria-labelledby="h-rows"><h2 id="h-rows">Requirements <span class="quiet">${rows.length}</span></h2>
<p class="lead">${rows.length === matrix.rows.length ? 'Every requirement.' : `${sameNote(matrix, rows)}.`}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Requirements by reports"><table class="plain marks">
<thead><tr><th scope="col">Requirement</th><th scope="col">Level</th>${matrix.reports.map((each, at) => html`<th scope="col">${at + 1}.<span class="wide"> ${marked(each.name)}</span></th>`)}</tr></thead>
<tbody>
${rows.map(
  ({
    id,
    level,
    verdicts,
  }) => html`<tr><th scope="row">${breakable(id)}</th><td>${level.toUpperCase()}</td>${verdicts.map((verdict, at) => {
    const report = matrix.reports[at]
    return html`<td>${verdict === null || report === undefined ? html`<span class="quiet">not in the report</span>` : html`<a href="${pageOf(report)}#${id}" aria-label="${verdictWords[verdict]} in report ${at + 1}">${badge(verdict)}</a>`}</td>`
  })}</tr>
`,
)}</tbody></table></div></section>
</main>
</div>
`,
  )
}

const jsonText = (matrix: Matrix): string => toJson({ schemaVersion: matrixSchemaVersion, ...matrix })

/** Every format of a matrix. */
export const matrixFormats = {
  console: consoleText,
  markdown: markdownText,
  json: jsonText,
  html: htmlText,
} as const satisfies Record<string, (matrix: Matrix, options?: RenderOptions) => string>
