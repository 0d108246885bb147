import { parametersOf, rolesOf } from '../../../checks/path-template.ts'
import type { JsonObject } from '../../../checks/reading/json.ts'
import { declaredItems, placesOf } from '../../../checks/request-form.ts'
import { boundRoles } from '../../../contracts/bindings/roles.ts'
import { defined } from '../../../contracts/defined.ts'
import type { Binding, OperationName, RoleValues } from '../../../contracts/operations.ts'
import type { CreateOptions, CreationKind } from '../../../contracts/requirement.ts'
import { bindingOf, daysFromNow, type Session } from '../session.ts'
import { description, requestBody } from './body.ts'

/** The operation that creates each kind of resource. */
export const createOperations: Readonly<Record<CreationKind, OperationName>> = {
  repository: 'CreateRepository',
  pat: 'pat.create',
  oat: 'oat.create',
}

export const isCreation = (operation: OperationName): boolean => Object.values(createOperations).includes(operation)

/** What to create. */
export interface CreationRequest {
  readonly kind: CreationKind
  readonly name: string
  /** The namespace or organization. */
  readonly values: RoleValues
}

/** The body of a creation in the published form. */
const publishedBody = ({ kind, name, values }: CreationRequest, options: CreateOptions): Record<string, unknown> => {
  const expiry = options.expiresAt === undefined ? {} : { expires_at: options.expiresAt }
  switch (kind) {
    case 'repository':
      return {
        name,
        namespace: values.namespace,
        description,
        registry: 'docker.io',
        is_private: !options.isPublic,
      }
    case 'pat':
      return { token_label: name, scopes: options.scopes ?? ['repo:read'], ...expiry }
    case 'oat':
      return {
        label: name,
        description,
        resources: [{ type: 'TYPE_REPO', path: `${values.org}/*`, scopes: ['repo-pull'] }],
        ...expiry,
      }
  }
}

/** The owner in a body: the namespace of a repository, or the organization of a token if the path does not contain it. */
const ownerIn = (path: string, { kind, values }: CreationRequest): string | undefined => {
  if (kind === 'repository') return values.namespace
  return kind === 'oat' && parametersOf(path).length === 0 ? values.org : undefined
}

/** Whether the namespace of what is created is in the path or the query. */
const placesOwner = (binding: Binding): boolean =>
  Object.values(rolesOf(binding.path, boundRoles(binding)) ?? {}).includes('namespace') ||
  Object.values(binding.query ?? {}).includes('{namespace}')

/** The scope to read, for an organization's token whose body lists it as a scope and has no member for resources. */
const leastScopes = (binding: Binding): JsonObject =>
  binding.operation === 'oat.create' &&
  declaredItems(binding, 'scopes')?.includes('repo:read') &&
  !placesOf(binding.requestSchema).some(({ path }) => path.includes('resources'))
    ? { scopes: ['repo:read'] }
    : {}

/** The body of a creation in the target's form. */
export const creationBody = (session: Session, wanted: CreationRequest, asked: CreateOptions): unknown => {
  const binding = bindingOf(session, createOperations[wanted.kind])
  return requestBody(binding, {
    name: wanted.name,
    later: daysFromNow(session, 30),
    now: daysFromNow(session, 0),
    published: { ...leastScopes(binding), ...publishedBody(wanted, asked) },
    ...(boundRoles(binding).includes('id') && { isNamed: true }),
    ...(placesOwner(binding) && { isPlaced: true }),
    ...defined({ namespace: ownerIn(binding.path, wanted) }),
    ...defined({ expiresAt: asked.expiresAt }),
    ...(wanted.kind === 'repository' && { isPrivate: !asked.isPublic }),
  })
}
