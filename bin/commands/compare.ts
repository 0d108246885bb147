import type { Comparison } from '../../contracts/comparison.ts'
import { UsageError } from '../../engine/options.ts'
import { compareReports, gotWorse } from '../../engine/reports/compare.ts'
import { compareConsole } from '../../reporters/compare/console.ts'
import { compareJson } from '../../reporters/compare/json.ts'
import { compareMarkdown } from '../../reporters/compare/markdown.ts'
import type { RenderOptions } from '../../reporters/reporter.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { colorsOn, columnsOf } from '../io.ts'
import { readReportFile } from '../run/report-file.ts'
import { planReports, writeReport } from '../run/reports.ts'
import type { Invocation } from './command.ts'

export const compareFormats = {
  console: compareConsole,
  markdown: compareMarkdown,
  json: compareJson,
} as const satisfies Record<string, (comparison: Comparison, options?: RenderOptions) => string>

const formatNames = Object.keys(compareFormats) as readonly (keyof typeof compareFormats)[]

/** Compares two reports. As after a run, a report that takes standard output sends the console's to standard error. */
export const compare = async (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, values, io } = invocation
  const reports = planReports(invocation, formatNames)
  if (values.quiet && values.verbose) throw new UsageError('--quiet and --verbose cannot be combined; remove one')
  const comparison = compareReports(
    await readReportFile(positionals.old ?? '', io),
    await readReportFile(positionals.new ?? '', io),
  )
  const verbosity = values.quiet ? 'quiet' : values.verbose ? 'verbose' : 'normal'
  const sink = reports.some(({ path, format }) => path === undefined && format !== 'console') ? io.stderr : io.stdout
  const colors = colorsOn(sink, io, values['no-color'])
  sink.write(compareConsole(comparison, { verbosity, colors, columns: columnsOf(sink) }))
  let complete = true
  for (const { format, path } of reports) {
    const text = (): string => compareFormats[format](comparison, { verbosity, columns: 80 })
    if (path !== undefined) complete = (await writeReport(path, text(), io)) && complete
    else if (format !== 'console') io.stdout.write(text())
  }
  if (!complete) return exitCodes.ownError
  return gotWorse(comparison, values['fail-on'] ?? 'must') ? exitCodes.nonConformant : exitCodes.conformant
}
