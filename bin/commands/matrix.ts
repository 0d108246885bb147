import { UsageError } from '../../engine/options.ts'
import { matrixOf, type ReadReport } from '../../engine/reports/matrix.ts'
import { matrixFormats } from '../../reporters/matrix/index.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { colorsOn } from '../io.ts'
import { readReportFile } from '../run/report-file.ts'
import { planReports, printsConsole, writeReports } from '../run/reports.ts'
import type { Invocation } from './command.ts'

const formatNames = Object.keys(matrixFormats) as readonly (keyof typeof matrixFormats)[]

/** Compares several reports on one page. The exit code says only whether that worked: runs and `compare` judge. */
export const matrix = async (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, more, values, io } = invocation
  const reports = planReports(invocation, formatNames)
  const files = [positionals['json-report'] ?? '', ...more]
  const twice = files.find((file, at) => files.indexOf(file) !== at)
  if (twice !== undefined) throw new UsageError(`${twice} is given twice`)
  const read: ReadReport[] = []
  for (const file of files) read.push({ file, report: await readReportFile(file, io) })
  const data = matrixOf(read)
  const verbosity = values.verbose ? 'verbose' : 'normal'
  if (printsConsole(reports)) {
    const colors = colorsOn(io.stdout, io, values['no-color'])
    io.stdout.write(matrixFormats.console(data, { verbosity, colors }))
  }
  const complete = await writeReports(reports, format => matrixFormats[format](data, { verbosity }), io)
  return complete ? exitCodes.conformant : exitCodes.ownError
}
