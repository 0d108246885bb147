import { jsonOf } from '../json.ts'
import type { ReasonCode } from '../results/reasons.ts'
import type { ReportedReason } from '../results/report.ts'
import { isRunName } from '../run/run-name.ts'
import { isFormRefused } from '../run/settings.ts'
import { bindingNamed, cited, type Recorded } from './evidence.ts'
import { asksAboutWhole, complaintsAbout, corrected } from './members.ts'
import type { OpenGroup } from './open.ts'

/** Lines of a file of bindings that give what the run lacks. */

const longestBody = 600

const bindingLines = (operation: string, method: string, path: string, body?: string): readonly string[] => [
  'operations:',
  `  ${operation}:`,
  `    method: ${method}`,
  `    path: '${path}'`,
  ...(body === undefined ? [] : [`    body: ${body}`]),
]

/** A body that was sent, with a mark where it has a name of the run; undefined for one that has none. */
const bodyWithMark = (body: unknown): string | undefined => {
  let isNamed = false
  const marked = JSON.stringify(body, (_key, value: unknown) => {
    if (!isRunName(value)) return value
    isNamed = true
    return '{name}'
  })
  return isNamed && marked.length <= longestBody ? marked : undefined
}

/** What to paste into a file of bindings, as YAML; undefined where no binding is asked for. */
export const snippetFor = ({ members, refused }: OpenGroup, report: Recorded): readonly string[] | undefined => {
  const valuesOf = (...codes: readonly ReasonCode[]): ReportedReason['values'] | undefined =>
    members.find(({ reason }) => reason && codes.includes(reason.code))?.reason?.values
  const login = valuesOf('login-not-found')
  if (login !== undefined) {
    const { from = 'default' } = bindingNamed(report, 'login') ?? {}
    return from !== 'default' || login.scheme !== undefined
      ? undefined
      : bindingLines('login', 'POST', '/v2/session', '{ username: "{username}", password: "{password}" }')
  }
  const other = valuesOf('other-operation', 'other-log')
  if (other !== undefined) {
    const [, method = 'GET', path = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(String(other.path)) ?? []
    return bindingLines(String(other.operation), method, path)
  }
  const why = refused?.kase.reason
  if (!why || !isFormRefused(why.code, why.values) || why.values.status === 415) return undefined
  const binding = bindingNamed(report, why.values.operation)
  const [exchange] = cited(refused.kase, report)
  if (binding === undefined || exchange === undefined || binding.requestBody !== undefined) return undefined
  const complaints = complaintsAbout(exchange, binding)
  // No other body is taken.
  if (complaints.length === 0 && asksAboutWhole(exchange, binding, report) !== undefined) return undefined
  const body = bodyWithMark(corrected(jsonOf(exchange.request.body ?? ''), complaints, binding))
  return body === undefined ? undefined : bindingLines(binding.operation, binding.method, binding.path, body)
}
