import { boundRoles, operationRoles } from '../contracts/bindings/roles.ts'
import type { Binding, OperationName, Role, RoleValues } from '../contracts/operations.ts'
import type { Probe } from '../contracts/requirement.ts'
import { Missing } from '../contracts/results/finding.ts'
import type { ReportedReason } from '../contracts/results/report.ts'
import { fill, rolesOf, spareParameter, withValue } from './path-template.ts'

/** Why the path of an operation cannot be filled in, for a sentence. */
export const unfillable = ({
  operation,
  method,
  path,
}: Pick<Binding, 'operation' | 'method' | 'path'>): ReportedReason['values'] => {
  const roles = boundRoles({ operation, method, path })
  const spare = spareParameter(path, roles)
  const takes =
    spare === undefined ? roles.map(role => `{${role}}`).join(', ') || 'no parameter' : `{${spare}}, which has no value`
  const bound = withValue(path, roles, 'NAME')
  return { operation, path, takes, ...(bound === path ? {} : { bound }) }
}

/** Whose things a reading operation is to be about, where neither its path nor its query says it. */
export const unnamedOwner = ({
  operation,
  method,
  path,
  query = {},
}: Binding): 'namespace' | 'organization' | undefined => {
  const roles = operationRoles[operation]
  const inPath = Object.values(rolesOf(path, roles) ?? {})
  const isOpen = (role: Role): boolean => roles.includes(role) && !inPath.includes(role)
  const isFilled = Object.values(query).some(value => /^\{\w+\}$/.test(value))
  if (isFilled || (method !== 'GET' && method !== 'HEAD')) return undefined
  return isOpen('namespace') ? 'namespace' : isOpen('org') ? 'organization' : undefined
}

/** The path that an operation is bound to, filled in: for asking it with another method. Throws {@link Missing} where it cannot be filled. */
export const boundPath = (probe: Probe, operation: OperationName, values: RoleValues): string => {
  const binding = probe.bind(operation)
  const path = fill(binding.path, boundRoles(binding), values)
  if (path.includes('{')) throw new Missing('binding-unusable', unfillable(binding))
  return path
}
