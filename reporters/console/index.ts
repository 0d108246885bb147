import type { Report } from '../../contracts/report.ts'
import type { RenderOptions, Reporter } from '../reporter.ts'
import { defuse } from '../shared/text.ts'
import { baseline, known } from './baseline.ts'
import { cases } from './cases.ts'
import { changes } from './changes.ts'
import { conclusion, insecure, resultLine } from './conclusion.ts'
import { failures } from './failures.ts'
import { table } from './table.ts'
import { leftovers, mistakes, unverified } from './unverified.ts'
import { createView, type View } from './view.ts'

/** Calm where there is nothing to say: the table only adds up what is not all the same. */
const mixed = ({ report }: View): boolean =>
  report.requirements.some(({ verdict }) => !['pass', 'not-applicable', 'not-selected'].includes(verdict))

const normal = (view: View): string[] => [
  ...(view.verbosity === 'verbose' ? cases(view) : []),
  ...failures(view),
  ...mistakes(view),
  ...unverified(view),
  ...known(view),
  ...leftovers(view),
  ...(mixed(view) ? table(view) : []),
  ...insecure(view),
  ...conclusion(view),
  ...baseline(view),
]

const quiet = (view: View): string[] => [
  ...failures(view),
  ...leftovers(view),
  ...insecure(view),
  '',
  ...resultLine(view),
  ...baseline(view),
]

const render = (report: Report, options: RenderOptions = {}): string => {
  const view = createView(report, options)
  const { since } = options
  const all = view.verbosity === 'quiet' ? quiet : normal
  const lines = since && view.verbosity !== 'verbose' ? changes(report, since, options) : all(view)
  return `${lines.map(defuse).join('\n').replace(/^\n+/, '')}\n`
}

export const consoleReporter: Reporter = {
  describe: 'for people: failures with what was sent and what came back, then what is open',
  render,
}
