import type { Report } from '../../contracts/results/report.ts'
import type { RenderOptions, Reporter } from '../reporter.ts'
import { oneCauseText } from '../shared/facts.ts'
import { defuse } from '../shared/text.ts'
import { baseline, known } from './baseline.ts'
import { cases } from './cases.ts'
import { changes } from './changes.ts'
import { conclusionLines, firstStep, insecure, resultLine } from './conclusion.ts'
import { failures } from './failures.ts'
import { table } from './table.ts'
import { inapplicable, leftBehind, mistakes, unverified } from './unverified.ts'
import { block, createView, type View } from './view.ts'

/** The table is shown only if not everything passed. */
const mixed = ({ report }: View): boolean =>
  report.requirements.some(({ verdict }) => !['pass', 'not-applicable', 'not-selected'].includes(verdict))

/** Where one thing explains every verdict, nothing else is reported. */
const oneCause = (view: View, headline: string): string[] => [
  ...block(view, view.colors.bold(headline), 0),
  ...block(view, 'Such answers verify nothing; --verbose shows every exchange.', 0),
  ...leftBehind(view),
  ...insecure(view),
  ...conclusionLines(view),
  ...baseline(view),
]

const evidence = (view: View): string[] => [
  ...(view.verbosity === 'verbose' ? cases(view) : []),
  ...failures(view),
  ...mistakes(view),
  ...unverified(view),
]

const normal = (view: View): string[] => {
  const above = evidence(view)
  return [
    ...above,
    ...(mixed(view) || view.verbosity === 'verbose' ? inapplicable(view) : []),
    ...known(view),
    ...leftBehind(view),
    ...(mixed(view) ? table(view) : []),
    ...insecure(view),
    ...conclusionLines(view, above),
    ...baseline(view),
  ]
}

const quiet = (view: View): string[] => [
  ...failures(view),
  ...leftBehind(view),
  ...insecure(view),
  '',
  ...resultLine(view),
  ...firstStep(view),
  ...baseline(view),
]

const render = (report: Report, options: RenderOptions = {}): string => {
  const view = createView(report, options)
  const { since } = options
  const all = view.verbosity === 'quiet' ? quiet : normal
  const headline = view.verbosity === 'normal' ? oneCauseText(report) : undefined
  const whole = (): string[] => (headline === undefined ? all(view) : oneCause(view, headline))
  const lines = since && view.verbosity !== 'verbose' ? changes(report, since, options) : whole()
  return `${lines.map(defuse).join('\n').replace(/^\n+/, '')}\n`
}

export const consoleReporter: Reporter = {
  describe: 'for reading: failures with requests and answers, then what was not verified',
  render,
}
