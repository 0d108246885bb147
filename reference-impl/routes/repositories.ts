import { badRequest, type Call, HubError, notFound, param, principalOf, type Reply, type Route } from '../http.ts'
import { pageParameters, paginate } from '../pagination.ts'
import { levelOf, owns, permissionsOf, repositoryFor, requireNamespaceWriter } from '../permissions.ts'
import { newRepository, type Repository, record, repositoriesOf, timestamp } from '../store.ts'

const mediaTypesOf = ({ tags }: Repository): readonly string[] =>
  tags.length > 0 ? ['application/vnd.docker.container.image.v1+json'] : []

const contentTypesOf = ({ tags }: Repository): readonly string[] => (tags.length > 0 ? ['image'] : [])

const storageSize = (repository: Repository): number => repository.tags.reduce((sum, { size }) => sum + size, 0)

const listEntry = (repository: Repository, affiliation: string) => ({
  name: repository.name,
  namespace: repository.namespace,
  repository_type: 'image',
  status: repository.isActive ? 1 : 0,
  status_description: repository.isActive ? 'active' : 'inactive',
  description: repository.description,
  is_private: repository.isPrivate,
  star_count: repository.starCount,
  pull_count: repository.pullCount,
  last_updated: repository.updatedAt,
  last_modified: repository.updatedAt,
  date_registered: repository.createdAt,
  affiliation,
  media_types: mediaTypesOf(repository),
  content_types: contentTypesOf(repository),
  categories: repository.categories,
  storage_size: storageSize(repository),
})

const affiliationOf = (call: Call, repository: Repository): string => {
  const level = levelOf(call.store, call.principal, repository)
  return level === 'admin' ? 'owner' : level === 'write' ? 'collaborator' : ''
}

/** Full representation of a repository. */
export const repositoryInfo = (call: Call, repository: Repository) => ({
  user: repository.namespace,
  ...listEntry(repository, affiliationOf(call, repository)),
  is_automated: false,
  collaborator_count: 0,
  hub_user: repository.namespace,
  has_starred: false,
  full_description: repository.fullDescription,
  permissions: permissionsOf(levelOf(call.store, call.principal, repository)),
  immutable_tags_settings: repository.immutableTags,
  source: null,
})

const orderings: Readonly<Record<string, (a: Repository, b: Repository) => number>> = {
  name: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  last_updated: (a, b) => Date.parse(a.updatedAt) - Date.parse(b.updatedAt),
  pull_count: (a, b) => a.pullCount - b.pullCount,
}

const orderingNames = Object.keys(orderings).flatMap(name => [name, `-${name}`])

/** Whether a list has one of the comma-separated wishes, or nothing was wished for. */
const hasAny = (call: Call, name: string, list: readonly string[]): boolean => {
  const wanted = call.query.get(name)?.split(',').filter(Boolean) ?? []
  return wanted.length === 0 || wanted.some(one => list.includes(one))
}

const pageOf = (call: Call, repositories: readonly Repository[]): Reply => {
  const ordering = call.query.get('ordering') ?? '-last_updated'
  if (!orderingNames.includes(ordering)) {
    throw badRequest('Invalid ordering.', { ordering: [`Must be one of: ${orderingNames.join(', ')}.`] })
  }
  const compare = orderings[ordering.replace('-', '')] ?? (() => 0)
  const direction = ordering.startsWith('-') ? -1 : 1
  const part = call.query.get('name')?.toLowerCase() ?? ''
  const visible = repositories
    .filter(({ name }) => name.includes(part))
    .filter(repository => levelOf(call.store, call.principal, repository) !== 'none')
    .filter(repository => hasAny(call, 'media_types', mediaTypesOf(repository)))
    .filter(repository => hasAny(call, 'content_types', contentTypesOf(repository)))
    .sort((a, b) => direction * compare(a, b) || b.id - a.id)
  const page = paginate(call, visible)
  return { status: 200, body: { ...page, results: page.results.map(one => listEntry(one, affiliationOf(call, one))) } }
}

export const list = (call: Call): Reply => {
  const namespace = param(call, 'namespace')
  if (!call.store.namespaces.has(namespace)) throw notFound('Namespace')
  return pageOf(call, repositoriesOf(call.store, namespace))
}

const listOwn = (call: Call): Reply => {
  const principal = principalOf(call)
  const own = [...call.store.namespaces.keys()].filter(
    namespace => principal.name === namespace || owns(call.store, principal, namespace),
  )
  return pageOf(
    call,
    own.flatMap(namespace => repositoriesOf(call.store, namespace)),
  )
}

export const get = (call: Call): Reply => ({ status: 200, body: repositoryInfo(call, repositoryFor(call, 'read')) })

/** Creates the repository that the body describes, in `namespace`, which the body has to name too. */
export const createIn = (call: Call, namespace: string): Reply => {
  const { store, body } = call
  const actor = requireNamespaceWriter(call, namespace)
  if (body.namespace !== namespace) {
    throw badRequest('Namespaces of path and body differ.', { namespace: ['Must equal the namespace of the path.'] })
  }
  const name = String(body.name)
  const siblings = store.namespaces.get(namespace)
  if (!siblings) throw notFound('Namespace')
  if (siblings.has(name)) throw new HubError(409, 'A repository of this name already exists.')
  const repository = newRepository(store, {
    namespace,
    name,
    description: String(body.description ?? ''),
    fullDescription: String(body.full_description ?? ''),
    isPrivate: body.is_private === true,
  })
  siblings.set(name, repository)
  record(store, {
    account: namespace,
    action: 'repo.create',
    name: `${namespace}/${name}`,
    actor,
    data: { is_private: String(repository.isPrivate) },
    description: `created the repository ${namespace}/${name}`,
  })
  return { status: 201, body: repositoryInfo(call, repository) }
}

export const create = (call: Call): Reply => createIn(call, param(call, 'namespace'))

const update = (call: Call): Reply => {
  const repository = repositoryFor(call, 'admin')
  const { description, full_description: fullDescription, status } = call.body
  if (status === 1 && !repository.isActive && repository.tags.length === 0) {
    throw badRequest('A repository without images cannot be activated.', { status: ['Must be 0.'] })
  }
  if (typeof description === 'string') repository.description = description
  if (typeof fullDescription === 'string') repository.fullDescription = fullDescription
  if (status !== undefined) repository.isActive = status === 1
  repository.updatedAt = timestamp(call.store)
  return { status: 200, body: repositoryInfo(call, repository) }
}

const remove = (call: Call): Reply => {
  const { namespace, name } = repositoryFor(call, 'admin')
  call.store.namespaces.get(namespace)?.delete(name)
  record(call.store, {
    account: namespace,
    action: 'repo.delete',
    name: `${namespace}/${name}`,
    actor: call.principal?.name ?? '',
    data: {},
    description: `deleted the repository ${namespace}/${name}`,
  })
  return { status: 202, body: {} }
}

const tag = 'repositories'
const collection = '/v2/namespaces/{namespace}/repositories'
const item = '/v2/namespaces/{namespace}/repositories/{repository}'

/** Query parameters of listing repositories. */
export const listParameters = {
  ...pageParameters,
  name: { type: 'string', description: 'Part of the name.' },
  ordering: { type: 'string', enum: orderingNames, description: 'Field to order by; a minus sign reverses it.' },
  media_types: { type: 'string', description: 'Only repositories with one of these media types, separated by commas.' },
  content_types: { type: 'string', description: 'Only repositories with one of these contents, separated by commas.' },
} as const

export const repositoryRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: collection,
    tag,
    operationId: 'listNamespaceRepositories',
    summary: 'List repositories',
    auth: 'optional',
    query: listParameters,
    success: { status: 200, schema: 'list_repositories_response' },
    handle: list,
  },
  {
    method: 'POST',
    path: collection,
    tag,
    operationId: 'CreateRepository',
    summary: 'Create repository',
    auth: 'required',
    body: 'repo_creation_request',
    success: { status: 201, schema: 'repository_info' },
    failures: [403, 409],
    handle: create,
  },
  {
    method: 'GET',
    path: item,
    tag,
    operationId: 'GetRepository',
    summary: 'Get repository',
    auth: 'optional',
    success: { status: 200, schema: 'repository_info' },
    handle: get,
  },
  {
    method: 'HEAD',
    path: item,
    tag,
    operationId: 'CheckRepository',
    summary: 'Check repository',
    auth: 'optional',
    success: { status: 200, schema: null },
    handle: get,
  },
  {
    // On no page of the published reference, like the two after it; hub-mcp changes descriptions with it.
    method: 'PATCH',
    path: item,
    tag,
    summary: 'Update repository',
    auth: 'required',
    body: 'repo_update_request',
    success: { status: 200, schema: 'repository_info' },
    failures: [403],
    handle: update,
  },
  {
    method: 'GET',
    path: '/v2/repositories',
    tag,
    summary: 'List repositories of the account (older path)',
    auth: 'required',
    query: listParameters,
    success: { status: 200, schema: 'list_repositories_response' },
    handle: listOwn,
  },
  {
    // Clients clean up with it; it has no successor.
    method: 'DELETE',
    path: '/v2/repositories/{namespace}/{repository}',
    tag,
    summary: 'Delete repository',
    auth: 'required',
    success: { status: 202, schema: 'empty' },
    failures: [403],
    handle: remove,
  },
]
