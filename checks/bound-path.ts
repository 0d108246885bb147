import { operationRoles } from '../contracts/bindings/roles.ts'
import { Missing } from '../contracts/finding.ts'
import type { OperationName, RoleValues } from '../contracts/operations.ts'
import type { ReportedReason } from '../contracts/report.ts'
import type { Probe } from '../contracts/requirement.ts'
import { fill, withValue } from './path-template.ts'

/** Why the path of an operation cannot be filled in, for a sentence. */
export const unfillable = (operation: OperationName, path: string): ReportedReason['values'] => {
  const roles = operationRoles[operation]
  const takes = roles.map(role => `{${role}}`).join(', ') || 'no parameter'
  const bound = withValue(path, roles, 'NAME')
  return { operation, path, takes, ...(bound === path ? {} : { bound }) }
}

/** The path that an operation is bound to, filled in: for asking it with another method. Throws {@link Missing} where it cannot be filled. */
export const boundPath = (probe: Probe, operation: OperationName, values: RoleValues): string => {
  const binding = probe.bind(operation)
  const path = fill(binding.path, operationRoles[operation], values)
  if (path.includes('{')) throw new Missing('binding-unusable', unfillable(operation, binding.path))
  return path
}
