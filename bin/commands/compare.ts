import { compareReports, gotWorse } from '../../engine/reports/compare.ts'
import { compareFormats } from '../../reporters/compare/index.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { readReportFile } from '../run/report-file.ts'
import { showResult, verbosityOf } from '../run/reports.ts'
import type { Invocation } from './command.ts'

export const compare = async (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, values, io } = invocation
  const options = { verbosity: verbosityOf(invocation) }
  const comparison = await showResult(invocation, compareFormats, options, async () =>
    compareReports(await readReportFile(positionals.old ?? '', io), await readReportFile(positionals.new ?? '', io)),
  )
  if (comparison === undefined) return exitCodes.ownError
  return gotWorse(comparison, values['fail-on'] ?? 'must') ? exitCodes.nonConformant : exitCodes.conformant
}
