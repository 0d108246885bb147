import { type Bound, operationOf } from './causes/evidence.ts'
import type { Exchange } from './exchange.ts'
import type { Report } from './results/report.ts'
import { nonceOf } from './run/run-name.ts'

/** What every control path has in its name, whatever the run. */
const controlName = nonceOf('', 'no-such-path')

/** Fewer exchanges are alike by chance. */
const fewest = 20

const isControl = ({ request }: Exchange): boolean => request.url.includes(controlName)

/** Whether a current operation was called: removed routes and documents that are not there show nothing of the others. A login may be none. */
const isCurrent = (exchange: Exchange, report: Bound): boolean =>
  !isControl(exchange) && ![undefined, 'login'].includes(operationOf(exchange, report))

/**
 * The status that every request to the target of a run was answered with, requests for paths that do not exist and for current operations
 * among them; undefined where answers differ, and where the status says why they do not: credentials (401, 403), a limit (429), a server in
 * trouble (5xx).
 */
export const sameStatus = (report: Bound & Pick<Report, 'exchanges'>): number | undefined => {
  const { exchanges: all, target } = report
  // A document may be elsewhere.
  const exchanges = all.filter(({ request }) => request.url.startsWith(target ?? ''))
  const statuses = new Set(exchanges.map(({ response }) => response?.status))
  const [status] = statuses
  if (exchanges.length < fewest || statuses.size !== 1 || status === undefined) return undefined
  if (!exchanges.some(isControl) || !exchanges.some(exchange => isCurrent(exchange, report))) return undefined
  return [401, 403, 429].includes(status) || status >= 500 ? undefined : status
}

/** The generation of the API at the end of the URL of a target that has none of the operations; undefined for any other. */
export const generationIn = ({ target, requirements }: Pick<Report, 'target' | 'requirements'>): string | undefined =>
  requirements.some(({ suite, verdict }) => suite === 'presence' && verdict === 'pass')
    ? undefined
    : /(\/v[12])\/*$/.exec(target ?? '')?.[1]
