import { operationRoles } from '../contracts/bindings/roles.ts'
import { Missing } from '../contracts/finding.ts'
import type { OperationName, RoleValues } from '../contracts/operations.ts'
import type { Probe } from '../contracts/requirement.ts'
import { fill } from './path-template.ts'

/** The path that an operation is bound to, filled in: for asking it with another method. Throws {@link Missing} where it cannot be filled. */
export const boundPath = (probe: Probe, operation: OperationName, values: RoleValues): string => {
  const binding = probe.bind(operation)
  const path = fill(binding.path, operationRoles[operation], values)
  if (path.includes('{')) throw new Missing('binding-unusable', { operation, path: binding.path })
  return path
}
