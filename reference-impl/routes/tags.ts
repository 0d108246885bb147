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

// The published reference asks for credentials; Docker Hub shows the tags of public repositories without.
export const tagRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: collection,
    tag: 'repositories',
    operationId: 'ListRepositoryTags',
    summary: 'List repository tags',
    auth: 'optional',
    query: pageParameters,
    success: { status: 200, schema: 'paginated_tags' },
    handle: list,
  },
  {
    method: 'HEAD',
    path: collection,
    tag: 'repositories',
    summary: 'Check repository tags',
    auth: 'optional',
    query: pageParameters,
    success: { status: 200, schema: null },
    handle: list,
  },
  {
    method: 'GET',
    path: item,
    tag: 'repositories',
    operationId: 'GetRepositoryTag',
    summary: 'Read repository tag',
    auth: 'optional',
    success: { status: 200, schema: 'tag' },
    handle: get,
  },
  {
    method: 'HEAD',
    path: item,
    tag: 'repositories',
    summary: 'Check repository tag',
    auth: 'optional',
    success: { status: 200, schema: null },
    handle: get,
  },
  // The older paths are on no page of the published reference, and the deprecation log does not name them.
  {
    method: 'GET',
    path: olderCollection,
    tag: 'repositories',
    summary: 'List repository tags (older path)',
    auth: 'optional',
    query: pageParameters,
    success: { status: 200, schema: 'paginated_tags' },
    handle: list,
  },
  {
    method: 'GET',
    path: olderItem,
    tag: 'repositories',
    summary: 'Read repository tag (older path)',
    auth: 'optional',
    success: { status: 200, schema: 'tag' },
    handle: get,
  },
  {
    method: 'DELETE',
    path: olderItem,
    tag: 'repositories',
    summary: 'Delete repository tag',
    auth: 'required',
    success: { status: 204, schema: null },
    failures: [403],
    handle: remove,
  },
]
