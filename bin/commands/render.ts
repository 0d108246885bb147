import { reporters } from '../../reporters/index.ts'
import { reportPath } from '../../reporters/shared/facts.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { colorsOn, runnerOf, terminalColumns } from '../io.ts'
import { failOnOf, readReportFile } from '../run/report-file.ts'
import { planOutput, printsConsole, writeReports } from '../run/reports.ts'
import type { Invocation } from './command.ts'

/** Shows a report in other formats. The exit code says only whether that worked: `verify` and the run judge. */
export const render = async (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, values, io } = invocation
  const { reports, verbosity, noColor, junit } = planOutput(invocation)
  const report = await readReportFile(positionals['json-report'] ?? '', io)
  const plain = { verbosity, failOn: values['fail-on'] ?? failOnOf(report), ...junit, columns: 80 }
  if (printsConsole(reports)) {
    const colors = colorsOn(io.stdout, io, noColor)
    io.stdout.write(
      reporters.console.render(report, { ...plain, colors, columns: terminalColumns(io.stdout), runner: runnerOf(io) }),
    )
  }
  const textOf = (format: keyof typeof reporters): string => reporters[format].render(report, plain)
  const complete = await writeReports(reports, textOf, io, path => reportPath(path, report))
  return complete ? exitCodes.conformant : exitCodes.ownError
}
