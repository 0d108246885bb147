import { type Call, forbidden, notFound, principalOf } from './http.ts'
import type { Organization, Permission, PersonalToken, Principal, Repository, Scope, Store } from './store.ts'

const ranks = { none: 0, read: 1, write: 2, admin: 3 } as const
type Level = keyof typeof ranks

const lower = (a: Level, b: Level): Level => (ranks[a] < ranks[b] ? a : b)
const higher = (a: Level, b: Level): Level => (ranks[a] > ranks[b] ? a : b)

const levelOfScope: Readonly<Record<Scope, Level>> = {
  'repo:admin': 'admin',
  'repo:write': 'write',
  'repo:read': 'read',
  'repo:public_read': 'read',
}

/** The most that a personal access token lets its owner do; without one, by password, everything. */
const ceiling = (token: PersonalToken | undefined): Level =>
  token ? token.scopes.reduce<Level>((level, scope) => higher(level, levelOfScope[scope]), 'none') : 'admin'

/** Whether the principal is the user of the namespace, or an owner of the organization. */
export const owns = (store: Store, principal: Principal | undefined, namespace: string): boolean =>
  principal?.kind === 'user' &&
  (principal.name === namespace || store.orgs.get(namespace)?.owners.has(principal.name) === true)

const publicLevel = ({ isPrivate }: Repository): Level => (isPrivate ? 'none' : 'read')

const levelOfOrgToken = (principal: Principal, repository: Repository): Level => {
  let level = publicLevel(repository)
  for (const { type, path, scopes } of principal.org?.resources ?? []) {
    const covers = path === `${repository.namespace}/${repository.name}` || path === `${repository.namespace}/*`
    if (type !== 'TYPE_REPO' || !covers || repository.namespace !== principal.name) continue
    for (const scope of scopes) {
      if (scope.includes('pull')) level = higher(level, 'read')
      if (scope.includes('push')) level = higher(level, 'write')
      if (scope.includes('admin')) level = higher(level, 'admin')
    }
  }
  return level
}

/** What the principal may do with a repository. */
export const levelOf = (store: Store, principal: Principal | undefined, repository: Repository): Level => {
  if (!principal) return publicLevel(repository)
  if (principal.kind === 'org') return levelOfOrgToken(principal, repository)
  if (principal.personal?.scopes.every(scope => scope === 'repo:public_read')) return publicLevel(repository)
  let level: Level = owns(store, principal, repository.namespace) ? 'admin' : publicLevel(repository)
  for (const group of store.orgs.get(repository.namespace)?.groups ?? []) {
    if (group.members.includes(principal.name)) level = higher(level, repository.groups.get(group.id) ?? 'none')
  }
  return lower(level, ceiling(principal.personal))
}

/** The `permissions` object of a repository's representation. */
export const permissionsOf = (level: Level): Readonly<Record<Permission, boolean>> => ({
  read: ranks[level] >= ranks.read,
  write: ranks[level] >= ranks.write,
  admin: ranks[level] >= ranks.admin,
})

/**
 * The repository of the path, for someone who may do `wanted` with it. One that the principal may not even read is 404,
 * as if it did not exist: a 403 would give away the name of a private repository.
 */
export const repositoryFor = (call: Call, wanted: Permission): Repository => {
  const { namespace = '', repository: name = '' } = call.params
  const repository = call.store.namespaces.get(namespace)?.get(name)
  const level = repository ? levelOf(call.store, call.principal, repository) : 'none'
  if (!repository || level === 'none') throw notFound('Repository')
  if (ranks[level] < ranks[wanted]) throw forbidden(`This needs ${wanted} permission on the repository.`)
  return repository
}

/** A user whose credentials reach everything the user owns: a password, or a personal access token of full scope. */
export const fullUserOf = (call: Call): string => {
  const principal = principalOf(call)
  if (principal.kind !== 'user' || ceiling(principal.personal) !== 'admin') {
    throw forbidden('This needs the credentials of a user, of full scope.')
  }
  return principal.name
}

/** The organization of that name, for one of its owners: 404 where there is none, 403 to everyone else. */
export const orgForOwner = (call: Call, name: string): Organization => {
  const principal = principalOf(call)
  const org = call.store.orgs.get(name)
  if (!org) throw notFound('Organization')
  if (!owns(call.store, principal, name)) throw forbidden('This needs an owner of the organization.')
  fullUserOf(call)
  return org
}

/** The user who may create repositories in the namespace: 404 where there is none, 403 to everyone else. */
export const requireNamespaceWriter = (call: Call, namespace: string): string => {
  const principal = principalOf(call)
  if (!call.store.namespaces.has(namespace)) throw notFound('Namespace')
  if (!owns(call.store, principal, namespace) || ranks[ceiling(principal.personal)] < ranks.write) {
    throw forbidden('This needs write permission in the namespace.')
  }
  return principal.name
}
