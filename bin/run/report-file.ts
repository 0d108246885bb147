import type { CodeScan } from '../../contracts/code-scan.ts'
import type { Report } from '../../contracts/results/report.ts'
import { type Level, levels } from '../../contracts/results/verdict.ts'
import { readTextFile } from '../files.ts'
import type { Io } from '../io.ts'

/** A report holds every body that a target answered; a run keeps 96 MiB of them. */
const largestReport = 256 * 1024 * 1024

const textOf = (path: string, io: Io): Promise<string> => readTextFile(path, 'the report', io, largestReport)

const reportIn = async (text: string, path: string): Promise<Report> =>
  (await import('../../engine/reports/read.ts')).readReport(text, path)

/** Reads a JSON report. Throws {@link UsageError} for a file that is none. */
export const readReportFile = async (path: string, io: Io): Promise<Report> => reportIn(await textOf(path, io), path)

/** A JSON report of a run, or of a scan of source code. Throws {@link UsageError} for a file that is neither. */
export const readReported = async (path: string, io: Io): Promise<Report | CodeScan> => {
  const text = await textOf(path, io)
  const { readCodeScan } = await import('../../engine/scan/code/read.ts')
  return readCodeScan(text) ?? reportIn(text, path)
}

/** The weakest level whose failures counted in the run. */
export const failOnOf = ({ options }: Report): Level => levels.find(level => level === options['fail-on']) ?? 'must'
