import { type Call, notFound, param, type Reply, type Route } from '../http.ts'
import { pageParameters, paginate } from '../pagination.ts'
import { orgForOwner, repositoryFor } from '../permissions.ts'
import type { Permission } from '../store.ts'

/** Gives a team of the repository's organization access to it; a later assignment replaces an earlier one. */
const assign = (call: Call): Reply => {
  const repository = repositoryFor(call, 'admin')
  const group = call.store.orgs.get(repository.namespace)?.groups.find(({ id }) => id === call.body.group_id)
  if (!group) throw notFound('Group')
  const permission = call.body.permission as Permission
  repository.groups.set(group.id, permission)
  return { status: 200, body: { group_name: group.name, permission, group_id: group.id } }
}

const list = (call: Call): Reply => {
  const org = orgForOwner(call, param(call, 'org_name'))
  const username = call.query.get('username')
  const search = call.query.get('search') ?? ''
  const found = org.groups
    .filter(({ name }) => name.includes(search))
    .filter(({ members }) => username === null || members.includes(username))
  const page = paginate(call, found)
  const results = page.results.map(({ id, uuid, name, description, members }) => ({
    id,
    uuid,
    name,
    description,
    member_count: members.length,
  }))
  return { status: 200, body: { ...page, results } }
}

export const groupRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v2/repositories/{namespace}/{repository}/groups',
    tag: 'repositories',
    operationId: 'CreateRepositoryGroup',
    summary: 'Assign repository group',
    auth: 'required',
    body: 'RepositoryGroupCreationRequest',
    success: { status: 200, schema: 'RepositoryGroup' },
    failures: [403],
    handle: assign,
  },
  {
    method: 'GET',
    path: '/v2/orgs/{org_name}/groups',
    tag: 'groups',
    summary: 'Get groups of an organization',
    auth: 'required',
    query: {
      ...pageParameters,
      username: { type: 'string', description: 'Only groups with this member.' },
      search: { type: 'string', description: 'Part of the name.' },
    },
    success: { status: 200, schema: 'org_groups' },
    failures: [400, 403],
    handle: list,
  },
]
