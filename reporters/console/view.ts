import { type Failure, failuresOf } from '../../contracts/causes/causes.ts'
import type { Exchange } from '../../contracts/exchange.ts'
import type { Report, ReportedRequirement } from '../../contracts/results/report.ts'
import type { Level, Verdict } from '../../contracts/results/verdict.ts'
import type { RenderOptions } from '../reporter.ts'
import { type Paint, paint } from '../shared/paint.ts'
import { wrap } from '../shared/text.ts'

/** What every part of the console output is made from. */
export interface View {
  readonly report: Report
  readonly columns: number
  readonly verbosity: NonNullable<RenderOptions['verbosity']>
  readonly failOn: Level
  readonly colors: Paint
  readonly failures: readonly Failure[]
  readonly hints: readonly string[]
  readonly runner: string
  exchange(id: string): Exchange<'sealed'> | undefined
  /** Requirements with one of these verdicts, in the order of the report. */
  having(...verdicts: readonly Verdict[]): readonly ReportedRequirement[]
}

export const createView = (report: Report, options: RenderOptions): View => {
  const exchanges = new Map(report.exchanges.map(exchange => [exchange.id, exchange]))
  return {
    report,
    columns: options.columns ?? 80,
    verbosity: options.verbosity ?? 'normal',
    failOn: options.failOn ?? 'must',
    colors: paint(options.colors ?? false),
    failures: failuresOf(report),
    hints: options.hints ?? [],
    runner: options.runner ?? '',
    exchange: id => exchanges.get(id),
    having: (...verdicts) => report.requirements.filter(({ verdict }) => verdicts.includes(verdict)),
  }
}

/** Text under an indent; the lines after the first go one step further in where it hangs. */
export const block = (view: View, text: string, indent: number, hang = 0): string[] =>
  wrap(text, view.columns - indent - hang).map((line, at) => `${' '.repeat(at === 0 ? indent : indent + hang)}${line}`)

const labelWidth = 11

/** A labelled text: the label in front of the first line, the rest aligned with it. */
export const labelled = (view: View, label: string, lines: readonly string[]): string[] =>
  lines.map((line, at) => `  ${at === 0 ? view.colors.dim(label.padEnd(labelWidth)) : ' '.repeat(labelWidth)}${line}`)

/** Width that is left for a labelled text. */
export const labelledWidth = (view: View): number => view.columns - labelWidth - 2

/** The same for a text that is broken to that width. */
export const labelledText = (
  view: View,
  label: string,
  text: string,
  color = (line: string): string => line,
): string[] => labelled(view, label, wrap(text, labelledWidth(view)).map(color))

/** The first few, and how many more there are. */
export const firstFew = (items: readonly string[], few: number, separator = ', '): string =>
  items.length <= few ? items.join(separator) : `${items.slice(0, few).join(separator)} and ${items.length - few} more`
