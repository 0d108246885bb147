import { badRequest, type Call, HubError, notFound, param, type Reply, type Route } from '../http.ts'
import { pageParameters, paginate } from '../pagination.ts'
import { levelOf, permissionsOf, repositoryFor, requireNamespaceWriter } from '../permissions.ts'
import { newId, type Repository, record, repositoriesOf, timestamp } from '../store.ts'

const mediaTypes = ['application/vnd.docker.container.image.v1+json']

const storageSize = (repository: Repository): number => repository.tags.reduce((sum, { size }) => sum + size, 0)

const listEntry = (repository: Repository, affiliation: string) => ({
  name: repository.name,
  namespace: repository.namespace,
  repository_type: 'image',
  status: 1,
  status_description: 'active',
  description: repository.description,
  is_private: repository.isPrivate,
  star_count: repository.starCount,
  pull_count: repository.pullCount,
  last_updated: repository.updatedAt,
  last_modified: repository.updatedAt,
  date_registered: repository.createdAt,
  affiliation,
  media_types: repository.tags.length > 0 ? mediaTypes : [],
  content_types: repository.tags.length > 0 ? ['image'] : [],
  categories: [],
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

export const list = (call: Call): Reply => {
  const namespace = param(call, 'namespace')
  if (!call.store.namespaces.has(namespace)) throw notFound('Namespace')
  const ordering = call.query.get('ordering') ?? '-last_updated'
  if (!orderingNames.includes(ordering)) {
    throw badRequest('Invalid ordering.', { ordering: [`Must be one of: ${orderingNames.join(', ')}.`] })
  }
  const compare = orderings[ordering.replace('-', '')] ?? (() => 0)
  const direction = ordering.startsWith('-') ? -1 : 1
  const part = call.query.get('name')?.toLowerCase() ?? ''
  const visible = repositoriesOf(call.store, namespace)
    .filter(({ name }) => name.includes(part))
    .filter(repository => levelOf(call.store, call.principal, repository) !== 'none')
    .sort((a, b) => direction * compare(a, b) || b.id - a.id)
  const page = paginate(call, visible)
  return { status: 200, body: { ...page, results: page.results.map(one => listEntry(one, affiliationOf(call, one))) } }
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
  const now = timestamp(store)
  const repository: Repository = {
    id: newId(store),
    namespace,
    name,
    description: String(body.description ?? ''),
    fullDescription: String(body.full_description ?? ''),
    isPrivate: body.is_private === true,
    createdAt: now,
    updatedAt: now,
    pullCount: 0,
    starCount: 0,
    tags: [],
    groups: new Map(),
    immutableTags: { enabled: false, rules: [] },
  }
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
    // On no page of the published reference; clients clean up with it, and it has no successor.
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
