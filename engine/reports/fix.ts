import { operationWords } from '../../contracts/operations.ts'
import type { ReasonCode } from '../../contracts/reasons.ts'
import type { Report, ReportedReason } from '../../contracts/report.ts'
import type { Requirement } from '../../contracts/requirement.ts'

/** Reasons that say that an operation is not where it was called. */
const notThere: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['absent', 'gone', 'redirected'])

/**
 * How a requirement is fixed. Where the user gave the path of an operation, that path may be what is wrong; where two statements contradict
 * each other, the right one may be there already.
 */
export const fixOf = (
  { fix }: Pick<Requirement, 'fix'>,
  reason: Pick<ReportedReason, 'code' | 'values'> | null,
  bindings: Report['bindings'],
): string => {
  if (reason?.code === 'contradicting-statements')
    return `Correct or remove the quoted statement that contradicts this: ${fix}`
  const given = bindings.find(({ operation, from }) => from === 'file' && operation === reason?.values.operation)
  return given && reason && notThere.has(reason.code)
    ? `Correct the given method and path of ${operationWords(given.operation)} (${given.method} ${given.path}), or serve the operation there.`
    : fix
}
