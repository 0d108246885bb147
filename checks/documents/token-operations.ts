import type { PublishedReference, ReferenceOperation } from '../../contracts/documents.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { carries, declaredSuccesses, type OwnMembers, ownMembers, returnsToken } from './declared-schema.ts'
import { declaredFor, hasTag } from './published-documents.ts'

const returning = ['pat.create', 'pat.list', 'pat.get', 'pat.update'] as const

/** What a reference publishes on personal tokens. */
interface TokenOperations {
  /** Operations of the management itself that return a token, whatever they declare. */
  readonly management: readonly ReferenceOperation[]
  /** Others of the area that declare a token as their answer: with a schema of the management, by the members of the target's own tokens, or by usual ones. */
  readonly further: readonly ReferenceOperation[]
  readonly own: OwnMembers
}

/** The schemas that an operation declares for its success, as texts, as far as they have the expiry. */
const schemasOf = (operation: ReferenceOperation): readonly string[] =>
  declaredSuccesses(operation).flatMap(({ schema }) =>
    schema !== undefined && carries(schema, expiryField) === 'yes' ? JSON.stringify(schema) : [],
  )

export const tokenOperations = (probe: Probe, reference: PublishedReference): TokenOperations => {
  const management = returning.flatMap(name => declaredFor(reference, probe.bind(name)) ?? [])
  const own = ownMembers(management, expiryField)
  const known = new Set(management.flatMap(schemasOf))
  const further = reference.operations.filter(
    operation =>
      hasTag(operation.tags, 'access-tokens') &&
      !['HEAD', 'OPTIONS'].includes(operation.method) &&
      !management.includes(operation) &&
      (returnsToken(operation, own) || schemasOf(operation).some(schema => known.has(schema))),
  )
  return { management, further, own }
}
