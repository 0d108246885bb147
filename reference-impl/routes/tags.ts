import { type Call, notFound, param, type Reply, type Route } from '../http.ts'
import { pageParameters, paginate } from '../pagination.ts'
import { repositoryFor } from '../permissions.ts'
import type { Repository, Tag } from '../store.ts'

const mediaType = 'application/vnd.docker.container.image.v1+json'

/** As Docker Hub answers and clients need it: the published reference has one image where this has a list, and `v2` as text. */
const representation = (repository: Repository, { id, name, digest, size, pushedAt, pushedBy }: Tag) => ({
  id,
  images: [
    {
      architecture: 'amd64',
      features: '',
      variant: '',
      digest,
      layers: [{ digest, size, instruction: 'COPY . .' }],
      os: 'linux',
      os_features: '',
      os_version: '',
      size,
      status: 'active',
      last_pulled: null,
      last_pushed: pushedAt,
    },
  ],
  creator: pushedBy.id,
  last_updated: pushedAt,
  last_updater: pushedBy.id,
  last_updater_username: pushedBy.name,
  name,
  repository: repository.id,
  full_size: size,
  v2: true,
  status: 'active',
  tag_status: 'active',
  tag_last_pulled: null,
  tag_last_pushed: pushedAt,
  media_type: mediaType,
  content_type: 'image',
  digest,
})

const list = (call: Call): Reply => {
  const repository = repositoryFor(call, 'read')
  const page = paginate(call, repository.tags)
  return { status: 200, body: { ...page, results: page.results.map(tag => representation(repository, tag)) } }
}

const get = (call: Call): Reply => {
  const repository = repositoryFor(call, 'read')
  const tag = repository.tags.find(({ name }) => name === param(call, 'tag'))
  if (!tag) throw notFound('Tag')
  return { status: 200, body: representation(repository, tag) }
}

const remove = (call: Call): Reply => {
  const repository = repositoryFor(call, 'write')
  const name = param(call, 'tag')
  if (!repository.tags.some(tag => tag.name === name)) throw notFound('Tag')
  repository.tags = repository.tags.filter(tag => tag.name !== name)
  return { status: 204 }
}

const collection = '/v2/namespaces/{namespace}/repositories/{repository}/tags'
const item = `${collection}/{tag}`
const olderCollection = '/v2/repositories/{namespace}/{repository}/tags'
const olderItem = `${olderCollection}/{tag}`
const shared = { tag: 'repositories', auth: 'optional' } as const

// The published reference asks for credentials; Docker Hub shows the tags of public repositories without.
export const tagRoutes: readonly Route[] = [
  {
    ...shared,
    method: 'GET',
    path: collection,
    operationId: 'ListRepositoryTags',
    summary: 'List repository tags',
    query: pageParameters,
    success: { status: 200, schema: 'paginated_tags' },
    handle: list,
  },
  {
    ...shared,
    method: 'HEAD',
    path: collection,
    summary: 'Check repository tags',
    query: pageParameters,
    success: { status: 200, schema: null },
    handle: list,
  },
  {
    ...shared,
    method: 'GET',
    path: item,
    operationId: 'GetRepositoryTag',
    summary: 'Read repository tag',
    success: { status: 200, schema: 'tag' },
    handle: get,
  },
  {
    ...shared,
    method: 'HEAD',
    path: item,
    summary: 'Check repository tag',
    success: { status: 200, schema: null },
    handle: get,
  },
  // The older paths are on no page of the published reference, and the deprecation log does not name them.
  {
    ...shared,
    method: 'GET',
    path: olderCollection,
    summary: 'List repository tags (older path)',
    query: pageParameters,
    success: { status: 200, schema: 'paginated_tags' },
    handle: list,
  },
  {
    ...shared,
    method: 'GET',
    path: olderItem,
    summary: 'Read repository tag (older path)',
    success: { status: 200, schema: 'tag' },
    handle: get,
  },
  {
    ...shared,
    method: 'DELETE',
    path: olderItem,
    summary: 'Delete repository tag',
    auth: 'required',
    success: { status: 204, schema: null },
    failures: [403],
    handle: remove,
  },
]
