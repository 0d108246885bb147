import type { Binding, OperationName, Role } from '../operations.ts'

/** The roles that an operation's path parameters stand for, in the order in which they usually come. */
export const operationRoles: Readonly<Record<OperationName, readonly Role[]>> = {
  ListRepositoryTags: ['namespace', 'repository'],
  GetRepositoryTag: ['namespace', 'repository', 'tag'],
  CreateRepository: ['namespace', 'repository'],
  GetRepository: ['namespace', 'repository'],
  CheckRepository: ['namespace', 'repository'],
  listNamespaceRepositories: ['namespace'],
  CreateRepositoryGroup: ['namespace', 'repository', 'group', 'org'],
  UpdateRepositoryImmutableTags: ['namespace', 'repository'],
  VerifyRepositoryImmutableTags: ['namespace', 'repository'],
  'pat.create': [],
  'pat.list': [],
  'pat.get': ['id'],
  'pat.update': ['id'],
  'pat.delete': ['id'],
  'oat.create': ['org'],
  'oat.list': ['org'],
  'oat.get': ['org', 'id'],
  'oat.update': ['org', 'id'],
  'oat.delete': ['org', 'id'],
  'audit.events': ['org'],
  'audit.actions': ['org'],
  login: [],
  DeleteRepository: ['namespace', 'repository'],
  ListGroups: ['org'],
}

/** The same of an operation as it is bound: what creates by PUT at the path of one thing has the name of that in it. */
export const boundRoles = ({
  operation,
  method,
  path,
}: Pick<Binding, 'operation' | 'method' | 'path'>): readonly Role[] =>
  method === 'PUT' && path.endsWith('}') && operation.endsWith('.create')
    ? [...operationRoles[operation], 'id']
    : operationRoles[operation]

export const operationNames = Object.keys(operationRoles) as readonly OperationName[]

/** Operations that read: whatever a reference says, they are never sent with a method that may change something, but with POST where the path says that it only reads. */
export const readingOperations: ReadonlySet<OperationName> = new Set([
  'ListRepositoryTags',
  'GetRepositoryTag',
  'GetRepository',
  'CheckRepository',
  'listNamespaceRepositories',
  'pat.list',
  'pat.get',
  'oat.list',
  'oat.get',
  'audit.events',
  'audit.actions',
  'ListGroups',
])
