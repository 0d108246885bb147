import type { Report } from '../contracts/results/report.ts'
import { hideRun } from '../contracts/run/run-name.ts'
import type { Reporter } from './reporter.ts'

const render = (report: Report): string => `${hideRun(JSON.stringify(report, null, 2), report.run)}\n`

export const jsonReporter: Reporter = { describe: 'all data; the source of every other format', render }
