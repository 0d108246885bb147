import type { Report } from '../../contracts/results/report.ts'
import type { RenderOptions, Reporter } from '../reporter.ts'
import { expectedWords, isExpected, oneCauseText, tallies } from '../shared/facts.ts'
import { clip } from '../shared/text.ts'
import { appendix, leftovers } from './appendix.ts'
import { baselineSection } from './baseline.ts'
import { htmlDocument } from './document.ts'
import { findings } from './findings.ts'
import { conditions, head, targetName } from './head.ts'
import { history } from './history.ts'
import { lifecycleMap } from './lifecycle-map.ts'
import { type Html, html } from './markup.ts'
import { matrix } from './matrix.ts'
import { createPage, type HtmlPage } from './page.ts'
import { requirementsSection } from './requirements.ts'
import { script } from './script.ts'
import { resultWords } from './words.ts'

type Entry = readonly [id: string, name: string, number?: number]

const contentsItem = ([id, name, number]: Entry): Html =>
  html`<li><a href="#${id}">${name}${number !== undefined && html` <span class="quiet">${number}</span>`}</a></li>
`

const contents = (page: HtmlPage): Html => {
  const failed = page.unexpected('fail').length
  const open = page.unexpected('error', 'inconclusive', 'untestable').length
  const entries: readonly Entry[] = [
    ...(page.report.gate === undefined ? [] : [['baseline', 'Baseline', page.report.gate.findings.length] as const]),
    ['failed', 'What failed', failed],
    ...(oneCauseText(page.report) === undefined ? [['unverified', 'Not verified', open] as const] : []),
    ['conditions', 'Conditions'],
    ['matrix', 'Suites and levels'],
    ['lifecycle', 'Lifecycle map'],
    ['history', 'Change history'],
    ['requirements', 'Requirements', page.report.requirements.length],
    ['run', 'About this run'],
  ]
  return html`<nav class="contents" aria-label="Contents"><ul>
${entries.map(contentsItem)}</ul></nav>
`
}

const render = (report: Report, options: RenderOptions = {}): string => {
  const page = createPage(report, options)
  const { tool, result, asOf } = report
  return htmlDocument(
    {
      title: html`${resultWords[result]}${isExpected(report) && `, ${expectedWords}`}: ${tallies(report)} · ${clip(targetName(report), 80)}`,
      generator: `${tool.name} ${tool.version}`,
      script,
    },
    html`<a class="skip" href="#requirements">Skip to the requirements</a>
<div class="frame">
${head(page)}${contents(page)}<main>
${baselineSection(page)}${findings(page)}${leftovers(page)}${conditions(page)}${matrix(page)}${lifecycleMap(page)}${history(page)}${requirementsSection(page)}${appendix(page)}</main>
<footer>Made by ${tool.name} ${tool.version}. Every verdict is based on the exchanges and documents shown; what the lifecycle document leaves open is never a failure. Requirements in force on ${asOf}.</footer>
</div>
`,
  )
}

export const htmlReporter: Reporter = {
  describe: 'one page for review, with the evidence of every verdict',
  render,
}
