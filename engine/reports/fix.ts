import { operationWords } from '../../contracts/operations.ts'
import type { ReasonCode } from '../../contracts/reasons.ts'
import type { Report, ReportedReason } from '../../contracts/report.ts'
import type { Requirement } from '../../contracts/requirement.ts'

/** Reasons that say that an operation is not where it was called. */
const notThere: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['absent', 'gone', 'redirected'])

/** What a reason itself says is to be done, more closely than the fix of its requirement. */
const closer: { readonly [Code in ReasonCode]?: (values: ReportedReason['values'], fix: string) => string } = {
  'label-date': ({ endpoint, expected }) =>
    `Give ${expected} as the date since which ${endpoint} is deprecated, where the reference says it.`,
  'field-missing': ({ field, similar }, fix) =>
    similar === undefined ? fix : `Name the member ${field}, not ${similar}. ${fix}`,
}

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
  const own = reason && closer[reason.code]?.(reason.values, fix)
  if (own) return own
  const given = bindings.find(({ operation, from }) => from === 'file' && operation === reason?.values.operation)
  return given && reason && notThere.has(reason.code)
    ? `Correct the given method and path of ${operationWords(given.operation)} (${given.method} ${given.path}), or serve the operation there.`
    : fix
}
