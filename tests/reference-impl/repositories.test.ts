import { describe, expect, test } from 'vitest'
import { bearerOf, client, now } from './client.ts'

const org = '/v2/namespaces/conformance-org/repositories'
const sample = `${org}/sample`
const createBody = { name: 'fresh', namespace: 'conformance-org', description: 'New', full_description: 'Newer' }

/** A bearer token bought with a new personal access token of that scope. */
const scoped = async (scope: string) => {
  const made = client()
  const { body } = await made.ask('POST /v2/access-tokens', { body: { token_label: 'scoped', scopes: [scope] } })
  return { ...made, token: await bearerOf(made, 'conformance', body.token) }
}

describe('creating', () => {
  test('makes a repository that can be got, checked, listed and deleted', async () => {
    const { ask } = client()
    const created = await ask(`POST ${org}`, { body: { ...createBody, is_private: true } })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      user: 'conformance-org',
      name: 'fresh',
      namespace: 'conformance-org',
      description: 'New',
      full_description: 'Newer',
      is_private: true,
      permissions: { read: true, write: true, admin: true },
      immutable_tags_settings: { enabled: false, rules: [] },
      date_registered: now.toISOString(),
      storage_size: 0,
    })
    expect((await ask(`GET ${org}/fresh`)).body).toEqual(created.body)
    expect((await ask(`HEAD ${org}/fresh`)).status).toBe(200)
    expect((await ask(`GET ${org}?page_size=1`)).body.results[0].name).toBe('fresh')
    expect((await ask(`GET ${org}/fresh/tags`)).body).toEqual({ count: 0, next: null, previous: null, results: [] })
    expect((await ask('DELETE /v2/repositories/conformance-org/fresh/')).status).toBe(202)
    expect((await ask(`GET ${org}/fresh`)).status).toBe(404)
    expect((await ask(`HEAD ${org}/fresh`)).status).toBe(404)
  })

  test('takes a name once per namespace', async () => {
    const { ask } = client()
    await ask(`POST ${org}`, { body: createBody })
    expect((await ask(`POST ${org}`, { body: createBody })).status).toBe(409)
    const own = { ...createBody, namespace: 'conformance' }
    expect((await ask('POST /v2/namespaces/conformance/repositories', { body: own })).status).toBe(201)
  })

  test.each([
    ['a missing name', { namespace: 'conformance-org' }],
    ['a missing namespace', { name: 'fresh' }],
    ['another namespace than the path', { ...createBody, namespace: 'conformance' }],
    ['a short name', { ...createBody, name: 'a' }],
    ['a long name', { ...createBody, name: 'a'.repeat(256) }],
    ['capitals', { ...createBody, name: 'Fresh' }],
    ['a name of a wrong type', { ...createBody, name: 7 }],
    ['a privacy of a wrong type', { ...createBody, is_private: 'yes' }],
    ['a long description', { ...createBody, description: 'a'.repeat(101) }],
    ['an array', [createBody]],
    ['null', null],
  ])('refuses %s', async (_what, body) => {
    const { ask } = client()
    const refused = await ask(`POST ${org}`, { body })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ detail: expect.any(String), message: 'Bad Request' })
  })

  test('names the fields that are wrong', async () => {
    const { ask } = client()
    const { body } = await ask(`POST ${org}`, { body: { name: 7 } })
    expect(body.fields).toEqual({ namespace: ['This field is required.'], name: ['Must be of type string.'] })
  })

  test('is for owners of the namespace', async () => {
    const { ask } = client()
    const body = { ...createBody, namespace: 'stranger' }
    expect((await ask('POST /v2/namespaces/stranger/repositories', { body })).status).toBe(403)
    expect((await ask('POST /v2/namespaces/nobody/repositories', { body })).status).toBe(404)
    expect((await ask(`POST ${org}`, { body: createBody, token: null })).status).toBe(401)
  })

  test('needs a scope that writes', async () => {
    for (const [scope, status] of [
      ['repo:admin', 201],
      ['repo:write', 201],
      ['repo:read', 403],
      ['repo:public_read', 403],
    ] as const) {
      const { ask, token } = await scoped(scope)
      expect((await ask(`POST ${org}`, { body: createBody, token })).status, scope).toBe(status)
    }
  })
})

describe('reading', () => {
  test('public repositories are for everyone, private ones do not exist to others', async () => {
    const { ask } = client()
    expect((await ask(`GET ${sample}`, { token: null })).body.permissions).toEqual({
      read: true,
      write: false,
      admin: false,
    })
    expect((await ask(`GET ${org}/secret`)).status).toBe(200)
    expect((await ask(`GET ${org}/secret`, { token: null })).status).toBe(404)
    expect((await ask('GET /v2/namespaces/stranger/repositories/open')).status).toBe(200)
    expect((await ask('GET /v2/namespaces/stranger/repositories/closed')).status).toBe(404)
    expect((await ask('GET /v2/namespaces/stranger/repositories/closed/tags')).status).toBe(404)
    expect((await ask('DELETE /v2/repositories/stranger/closed')).status).toBe(404)
    expect((await ask('DELETE /v2/repositories/stranger/open')).status).toBe(403)
  })

  test('the list shows what its reader may read', async () => {
    const { ask } = client()
    const names = async (token?: null) =>
      (await ask(`GET ${org}?page_size=100`, token === null ? { token } : {})).body.results.map(
        (entry: { name: string }) => entry.name,
      )
    expect(await names()).toContain('secret')
    expect(await names(null)).not.toContain('secret')
    expect(await names(null)).toContain('sample')
  })

  test('the list is filtered and ordered', async () => {
    const { ask } = client()
    const names = async (query: string) =>
      (await ask(`GET ${org}?page_size=100&${query}`)).body.results.map((entry: { name: string }) => entry.name)
    expect(await names('name=service-1')).toEqual(['service-11', 'service-10'])
    const ascending = await names('ordering=name')
    expect(ascending).toEqual([...ascending].sort())
    expect(await names('ordering=-name')).toEqual([...ascending].reverse())
    expect((await names('ordering=pull_count'))[0]).toBe('secret')
    expect((await names('ordering=-last_updated'))[0]).toBe('sample')
    expect((await ask(`GET ${org}?ordering=size`)).status).toBe(400)
    expect((await ask('GET /v2/namespaces/nobody/repositories')).status).toBe(404)
  })

  test('a token of public_read sees public repositories only', async () => {
    const { ask, token } = await scoped('repo:public_read')
    expect((await ask(`GET ${sample}`, { token })).status).toBe(200)
    expect((await ask(`GET ${org}/secret`, { token })).status).toBe(404)
  })
})

describe('tags', () => {
  test('are listed newest first', async () => {
    const { ask } = client()
    const { status, body } = await ask(`GET ${sample}/tags`)
    expect(status).toBe(200)
    expect(body.results.map((tag: { name: string }) => tag.name)).toEqual(['latest', '2.0.0-rc1', 'v1.1.0', 'v1.0.0'])
    expect((await ask(`HEAD ${sample}/tags`)).status).toBe(200)
  })

  test('are got and checked one by one', async () => {
    const { ask } = client()
    const got = await ask(`GET ${sample}/tags/v1.0.0`)
    expect(got.body).toMatchObject({ name: 'v1.0.0', status: 'active', last_updater_username: 'conformance' })
    expect((await ask(`HEAD ${sample}/tags/v1.0.0`)).status).toBe(200)
    expect((await ask(`GET ${sample}/tags/none`)).status).toBe(404)
    expect((await ask(`HEAD ${sample}/tags/none`)).status).toBe(404)
    expect((await ask(`GET ${org}/none/tags/latest`)).status).toBe(404)
    expect((await ask(`GET ${sample}/tags`, { token: 'wrong' })).status).toBe(401)
    expect((await ask(`GET ${org}/secret/tags`, { token: null })).status).toBe(404)
  })
})

describe('immutable tags', () => {
  test('are set, shown and logged', async () => {
    const { ask } = client()
    const body = { immutable_tags: true, immutable_tags_rules: ['v.*', '.*-RELEASE'] }
    const updated = await ask(`PATCH ${sample}/immutabletags`, { body })
    expect(updated.status).toBe(200)
    expect(updated.body.immutable_tags_settings).toEqual({ enabled: true, rules: ['v.*', '.*-RELEASE'] })
    expect((await ask(`GET ${sample}`)).body).toEqual(updated.body)
    const { body: log } = await ask('GET /v2/auditlogs/conformance-org?action=repo.immutable.tags.updated')
    expect(log.logs).toHaveLength(1)
  })

  test('are verified against whole tags', async () => {
    const { ask } = client()
    const verify = (regex: unknown) => ask(`POST ${sample}/immutabletags/verify`, { body: { regex } })
    expect((await verify('v.*')).body).toEqual({ tags: ['v1.1.0', 'v1.0.0'] })
    expect((await verify('lat')).body).toEqual({ tags: [] })
    expect((await verify('(a+)+b')).body).toEqual({ tags: [] })
    for (const regex of ['(', '[a', '*', 'a**', '(?=a)', '\\1', 'a{9999}', 'x'.repeat(256), '', 7, null]) {
      expect((await verify(regex)).status, String(regex)).toBe(400)
    }
    const rules = { immutable_tags: true, immutable_tags_rules: ['ok', '('] }
    expect((await ask(`PATCH ${sample}/immutabletags`, { body: rules })).status).toBe(400)
  })

  test('are for administrators', async () => {
    const { ask, token } = await scoped('repo:write')
    const body = { immutable_tags: true, immutable_tags_rules: [] }
    expect((await ask(`PATCH ${sample}/immutabletags`, { body, token })).status).toBe(403)
    expect((await ask(`PATCH ${sample}/immutabletags`, { body, token: null })).status).toBe(401)
    expect((await ask(`PATCH ${org}/none/immutabletags`, { body })).status).toBe(404)
    const verify = { body: { regex: 'v' }, token }
    expect((await ask(`POST ${sample}/immutabletags/verify`, verify)).status).toBe(403)
  })
})

describe('groups', () => {
  const path = '/v2/repositories/conformance-org/sample/groups'

  test('are listed and assigned', async () => {
    const { ask, hub } = client()
    const { body: groups } = await ask('GET /v2/orgs/conformance-org/groups')
    expect(groups.results.map((group: { id: number }) => group.id)).toContain(hub.fixtures.groupId)
    expect((await ask('GET /v2/orgs/conformance-org/groups?search=rev')).body.count).toBe(1)
    expect((await ask('GET /v2/orgs/conformance-org/groups?username=nobody')).body.count).toBe(0)
    const assigned = await ask(`POST ${path}`, { body: { group_id: hub.fixtures.groupId, permission: 'write' } })
    expect(assigned.status).toBe(200)
    expect(assigned.body).toEqual({ group_name: 'developers', permission: 'write', group_id: hub.fixtures.groupId })
  })

  test('are refused where they do not fit', async () => {
    const { ask, hub } = client()
    const group_id = hub.fixtures.groupId
    const assign = (body: unknown, target = path) => ask(`POST ${target}`, { body })
    expect((await assign({ group_id: 1, permission: 'read' })).status).toBe(404)
    expect((await assign({ group_id: String(group_id), permission: 'read' })).status).toBe(400)
    expect((await assign({ group_id: 1.5, permission: 'read' })).status).toBe(400)
    expect((await assign({ group_id, permission: 'own' })).status).toBe(400)
    expect((await assign({ group_id, permission: 'read' }, '/v2/repositories/stranger/open/groups')).status).toBe(403)
    expect((await assign({ group_id, permission: 'read' }, '/v2/repositories/nobody/none/groups')).status).toBe(404)
    expect((await ask('GET /v2/orgs/stranger-org/groups')).status).toBe(403)
    expect((await ask('GET /v2/orgs/nobody/groups')).status).toBe(404)
    expect((await ask('GET /v2/orgs/conformance-org/groups', { token: null })).status).toBe(401)
  })
})
