import { compareReports, gotWorse } from '../../engine/reports/compare.ts'
import { compareFormats } from '../../reporters/compare/index.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { colorsOn, terminalColumns } from '../io.ts'
import { readReportFile } from '../run/report-file.ts'
import { planReports, stdoutReport, verbosityOf, writeReports } from '../run/reports.ts'
import type { Invocation } from './command.ts'

const formatNames = Object.keys(compareFormats) as readonly (keyof typeof compareFormats)[]

export const compare = async (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, values, io } = invocation
  const reports = planReports(invocation, formatNames)
  const verbosity = verbosityOf(invocation)
  const comparison = compareReports(
    await readReportFile(positionals.old ?? '', io),
    await readReportFile(positionals.new ?? '', io),
  )
  const sink = stdoutReport(reports) ? io.stderr : io.stdout
  const colors = colorsOn(sink, io, values['no-color'])
  sink.write(compareFormats.console(comparison, { verbosity, colors, columns: terminalColumns(sink) }))
  const plain = { verbosity, columns: 80 }
  const complete = await writeReports(reports, format => compareFormats[format](comparison, plain), io)
  if (!complete) return exitCodes.ownError
  return gotWorse(comparison, values['fail-on'] ?? 'must') ? exitCodes.nonConformant : exitCodes.conformant
}
