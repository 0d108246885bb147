import type { Log, Run } from 'sarif'
import { toJson } from '../shared/encode.ts'

/** GitHub refuses a run with more results or more rules (code scanning, "SARIF results file exceeds a limit"). */
export const mostResults = 25_000

/** SARIF 2.1.0 of one run. */
export const sarifText = (run: Run): string => {
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [run],
  }
  return toJson(log)
}
