import { isObject } from '../../checks/reading/json.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { settingsApart } from '../../checks/twists/settings.ts'
import { layered, redirected, restated } from '../../checks/twists/shapes.ts'
import {
  answer,
  edited,
  instead,
  isLegacy,
  onObject,
  sentBy,
  to,
  unrouted,
  variants,
  withBody,
} from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'

const collection = '/v2/namespaces/{namespace}/repositories'
const item = `${collection}/{repository}`
const settings = `${item}/immutabletags`
const assignments = '/v2/repositories/{namespace}/{repository}/groups'

const text = { type: 'string' }

/** A body with required members, as a reference declares it. */
const bodyOf = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)) => ({
  content: { 'application/json': { schema: { type: 'object', required, properties } } },
})

const ofRepository = [
  { name: 'namespace', in: 'path', required: true, schema: text },
  { name: 'repository', in: 'path', required: true, schema: text },
]

/** Legacy endpoints name no successor: what replaces them is somewhere else. */
const unlinked = instead(isLegacy, async (request, next) => {
  const response = await next(request)
  const headers = new Headers(response.headers)
  headers.delete('link')
  return restated(response, response.status, headers)
})

/** Creates repositories at a path without a namespace, by their full names. */
const fullNames = layered(
  withOpenApi(({ paths }) => {
    const { post, ...others } = paths[collection] ?? {}
    const full_name = { ...text, pattern: '^[a-z0-9-]+/[a-z0-9._-]+$' }
    Object.assign(paths, {
      [collection]: others,
      '/v2/repos': { post: { ...post, parameters: [], requestBody: bodyOf({ full_name }) } },
    })
  }),
  unlinked,
  instead(to(collection, 'POST'), answer(405)),
  instead(to('/v2/repos', 'POST'), async (request, next) => {
    const [namespace, name, ...others] = String((await sentBy(request)).full_name).split('/')
    if (name === undefined || others.length > 0) return answer(422)(request)
    const asked = withBody(redirected(request, `/v2/namespaces/${namespace}/repositories`), { namespace, name })
    return edited(onObject(made => ({ ...made, full_name: `${namespace}/${name}` })))(asked, next)
  }),
)

/** Reads and lists repositories by POST. */
const lookups = layered(
  withOpenApi(({ paths }) => {
    const { get: list, ...all } = paths[collection] ?? {}
    const { get: read, ...one } = paths[item] ?? {}
    Object.assign(paths, {
      [collection]: all,
      [`${collection}/search`]: { post: list },
      [item]: one,
      [`${item}/lookup`]: { post: read },
    })
  }),
  unlinked,
  async (request, next) => {
    const { pathname } = new URL(request.url)
    const place = /^(.*)\/(?:search|lookup)$/.exec(pathname)
    const isMoved = to(item, 'GET')(request, pathname) || to(collection, 'GET')(request, pathname)
    if (isMoved) return unrouted(request, next)
    if (place?.[1] === undefined || request.method !== 'POST') return next(request)
    const { headers } = request
    // Everything is on one page.
    return next(new Request(new URL(`${place[1]}?page_size=100`, request.url), { headers }))
  },
)

/** Says whether a repository exists by POST with its name. */
const checkedByName = layered(
  withOpenApi(({ paths }) => {
    const { head, ...others } = paths[item] ?? {}
    const schema = { type: 'object', required: ['exists'], properties: { exists: { type: 'boolean' } } }
    const responses = { 200: { description: 'whether it exists', content: { 'application/json': { schema } } } }
    const post = { ...head, requestBody: bodyOf({ name: text }), responses }
    Object.assign(paths, { [item]: others, [`${collection}/exists`]: { parameters: [ofRepository[0]], post } })
  }),
  instead(to(item, 'HEAD'), unrouted),
  instead(to(`${collection}/exists`, 'POST'), async (request, next) => {
    const { name } = await sentBy(request)
    const { pathname } = new URL(request.url)
    const { headers } = request
    const path = pathname.replace(/exists$/, encodeURIComponent(String(name)))
    const { status } = await next(new Request(new URL(path, request.url), { headers }))
    return status === 401 ? answer(401)(request) : answer(200, { exists: status === 200 })(request)
  }),
)

/** Takes settings as a member of the repository, with a state for the switch. */
const states = layered(
  withOpenApi(({ paths }) => {
    const { patch, ...others } = paths[settings] ?? {}
    const properties = { state: { ...text, enum: ['off', 'on'] }, patterns: { type: 'array', items: text } }
    const requestBody = bodyOf({ immutable_tags: { type: 'object', properties } })
    Object.assign(paths, { [settings]: others, [item]: { ...paths[item], patch: { ...patch, requestBody } } })
  }),
  instead(to(item, 'PATCH'), async (request, next) => {
    const { immutable_tags: sent } = await sentBy(request)
    if (!isObject(sent)) return answer(422)(request)
    const { state, patterns } = sent
    const asked = redirected(request, `${new URL(request.url).pathname}/immutabletags`)
    return next(withBody(asked, { immutable_tags: state === 'on', immutable_tags_rules: patterns ?? [] }))
  }),
)

/** Takes settings with the version that the settings alone show. */
const versions = (): Twist => {
  const versionOf = new Map<string, number>()
  const at = (request: Request): number => versionOf.get(new URL(request.url).pathname) ?? 1
  return layered(
    withOpenApi(({ paths }) => {
      const { patch } = paths[settings] ?? {}
      const requestBody = bodyOf({
        version: { type: 'integer' },
        immutable_tags: { type: 'boolean' },
        immutable_tags_rules: { type: 'array', items: text },
      })
      Object.assign(paths[settings] ?? {}, { patch: { ...patch, requestBody } })
    }),
    instead(to(settings), async (request, next) => {
      if (request.method === 'GET') return edited(onObject(own => ({ ...own, version: at(request) })))(request, next)
      const { version, ...sent } = await sentBy(request)
      if (version !== at(request)) return answer(409)(request)
      const response = await next(withBody(request, sent))
      if (response.ok) versionOf.set(new URL(request.url).pathname, at(request) + 1)
      return response
    }),
    settingsApart(),
  )
}

const permissions = ['read', 'write', 'admin']

/** Assigns groups at their own paths, with the repository and a code for the permission in the body. */
const assignedThere = layered(
  withOpenApi(({ paths }) => {
    const { post, ...others } = paths[assignments] ?? {}
    const parameters = ['org', 'group'].map(name => ({ name, in: 'path', required: true, schema: text }))
    const requestBody = bodyOf({ repository: text, level: { type: 'integer', enum: [10, 20, 30] } })
    Object.assign(paths, {
      [assignments]: others,
      '/v2/orgs/{org}/groups/{group}/repositories': { post: { ...post, parameters, requestBody } },
    })
  }),
  instead(to(assignments, 'POST'), unrouted),
  instead(to('/v2/orgs/{org}/groups/{group}/repositories', 'POST'), async (request, next) => {
    const [, , , org, , group] = new URL(request.url).pathname.split('/')
    const { repository, level } = await sentBy(request)
    const permission = permissions[Number(level) / 10 - 1]
    if (permission === undefined) return answer(422)(request)
    const asked = redirected(request, `/v2/repositories/${org}/${repository}/groups`)
    const shown = edited(onObject(({ permission: _word, ...made }) => ({ ...made, level, repository })))
    return shown(withBody(asked, { group_id: Number(group), permission }), next)
  }),
)

/** Assigns a repository to a group by PUT below the group, which lists the repositories that it has. */
const listedByGroup = (): Twist => {
  const base = '/v2/orgs/{org}/groups/{group}/repositories'
  const assigned = new Map<string, string[]>()
  return layered(
    withOpenApi(({ paths }) => {
      const { post, ...others } = paths[assignments] ?? {}
      const parameters = ['org', 'group'].map(name => ({ name, in: 'path', required: true, schema: text }))
      const requestBody = bodyOf({ permission: { ...text, enum: permissions } })
      const responses = { 200: { description: 'the repositories of the group' } }
      Object.assign(paths, {
        [assignments]: others,
        [base]: { get: { operationId: 'ListGroupRepositories', tags: ['repositories'], parameters, responses } },
        [`${base}/{repository}`]: { put: { ...post, parameters: [...parameters, ofRepository[1]], requestBody } },
      })
    }),
    instead(to(assignments, 'POST'), unrouted),
    instead(to(base, 'GET'), request => answer(200, assigned.get(new URL(request.url).pathname) ?? [])(request)),
    instead(to(`${base}/{repository}`, 'PUT'), async (request, next) => {
      const path = new URL(request.url).pathname
      const [, , , org, , group, , repository = ''] = path.split('/')
      const { permission } = await sentBy(request)
      const asked = new Request(redirected(request, `/v2/repositories/${org}/${repository}/groups`), { method: 'POST' })
      const response = await next(withBody(asked, { group_id: Number(group), permission }))
      const list = path.replace(/\/[^/]+$/, '')
      if (response.ok) assigned.set(list, [...(assigned.get(list) ?? []), repository])
      return response
    }),
  )
}

export default variants({
  'full-names': ['creates repositories by their full names, in one member of the body', fullNames],
  lookups: ['lists repositories by POST to a search, and reads one by POST to a lookup', lookups],
  'checked-by-name': ['says whether a repository exists by POST with its name', checkedByName],
  'settings-states': ['takes the settings of tags as an object of the repository with a state', states],
  'settings-versions': {
    says: 'takes settings of tags with the version that reading them shows',
    twist: versions,
  },
  'assigned-there': ['assigns a group at its own path, and the repository in the body', assignedThere],
  'listed-by-group': {
    says: 'assigns a repository below the group, which lists its repositories',
    twist: listedByGroup,
  },
})
