import { reporters } from '../../reporters/index.ts'
import { reportPath } from '../../reporters/shared/facts.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { colorsOn, columnsOf } from '../io.ts'
import { failOnOf, readReportFile } from '../run/report-file.ts'
import { planOutput, writeReport } from '../run/reports.ts'
import type { Invocation } from './command.ts'

/** Shows a report once more. That it could be shown is all that the exit code says; `verify` and the run judge. */
export const render = async (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, values, io } = invocation
  const { reports, verbosity, noColor, junit } = planOutput(invocation)
  const report = await readReportFile(positionals['json-report'] ?? '', io)
  const plain = { verbosity, failOn: values['fail-on'] ?? failOnOf(report), ...junit, columns: 80 }
  let complete = true
  for (const { format, path } of reports.length > 0 ? reports : [{ format: 'console', path: undefined } as const]) {
    const { render: text } = reporters[format]
    if (path !== undefined)
      complete = (await writeReport(reportPath(path, report), text(report, plain), io)) && complete
    else if (format !== 'console') io.stdout.write(text(report, plain))
    else
      io.stdout.write(
        text(report, { ...plain, colors: colorsOn(io.stdout, io, noColor), columns: columnsOf(io.stdout) }),
      )
  }
  return complete ? exitCodes.conformant : exitCodes.ownError
}
