import { describe, expect, test } from 'vitest'
import { createHub } from '../../reference-impl/hub.ts'
import { asker, bearerOf, client } from './client.ts'

const pats = '/v2/access-tokens'
const oats = '/v2/orgs/conformance-org/access-tokens'
const patBody = { token_label: 'laptop', scopes: ['repo:read'] }
const future = '2030-01-02T03:04:05.123456Z'

describe('logging in', () => {
  test.each([
    ['/v2/auth/token', 'identifier', 'secret', 'access_token'],
    ['/v2/users/login', 'username', 'password', 'token'],
  ])('%s takes password and personal access token', async (path, name, secret, key) => {
    const { ask, hub } = client()
    const pat = (await ask(`POST ${pats}`, { body: { ...patBody, scopes: ['repo:admin'] } })).body
    for (const value of [hub.credentials.password, pat.token]) {
      const answer = await ask(`POST ${path}`, { token: null, body: { [name]: 'conformance', [secret]: value } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect((await ask(`GET ${pats}`, { token: answer.body[key] })).status).toBe(200)
    }
    const wrong = await ask(`POST ${path}`, { token: null, body: { [name]: 'conformance', [secret]: 'no' } })
    expect(wrong.status).toBe(401)
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer realm="hub"')
    expect((await ask(`POST ${path}`, { token: null, body: { [name]: 'conformance' } })).status).toBe(400)
    const other = await ask(`POST ${path}`, { token: null, body: { [name]: 'stranger', [secret]: pat.token } })
    expect(other.status).toBe(401)
    expect((await ask(`GET ${pats}/${pat.uuid}`)).body.last_used).not.toBeNull()
  })

  test('a bearer token lasts ten minutes, the one of the credentials as long as the hub', async () => {
    let time = Date.parse('2026-03-01T12:00:00Z')
    const hub = createHub({ now: () => new Date(time) })
    const ask = asker(hub)
    const token = await bearerOf({ ask, hub }, 'conformance', hub.credentials.password)
    time += 10 * 60 * 1000 - 1
    expect((await ask(`GET ${pats}`, { token })).status).toBe(200)
    time += 1
    expect((await ask(`GET ${pats}`, { token })).status).toBe(401)
    time += 10 * 365 * 24 * 60 * 60 * 1000
    expect((await ask(`GET ${pats}`)).status).toBe(200)
  })

  test.each(['Bearer', 'Bearer nonsense', 'Basic Y29uZm9ybWFuY2U6eA==', 'Bearer a b'])(
    '%s is refused, also where nothing is needed',
    async header => {
      const { ask } = client()
      const headers = { Authorization: header }
      for (const path of [pats, '/v2/namespaces/conformance-org/repositories']) {
        const refused = await ask(`GET ${path}`, { token: null, headers })
        expect(refused.status).toBe(401)
        expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="hub", error="invalid_token"')
      }
    },
  )
})

describe('personal access tokens', () => {
  test('show their secret once', async () => {
    const { ask } = client()
    const created = await ask(`POST ${pats}`, { body: patBody })
    expect(created.status).toBe(201)
    expect(created.headers.get('cache-control')).toBe('no-store')
    expect(created.body.token).toMatch(/^dckr_pat_[\w-]{27}$/)
    const { uuid, token } = created.body
    const got = await ask(`GET ${pats}/${uuid}`)
    expect(got.body).toEqual({ ...created.body, token: '' })
    const listed = await ask(`GET ${pats}?page_size=100`)
    const patched = await ask(`PATCH ${pats}/${uuid}`, { body: { token_label: 'desk' } })
    expect(patched.body).toEqual({ ...got.body, token_label: 'desk' })
    for (const later of [got, listed, patched]) expect(later.text).not.toContain(token)
  })

  test('have expires_at in every representation', async () => {
    const { ask } = client()
    for (const [requested, expected] of [
      [undefined, null],
      [null, null],
      [future, future],
      ['2030-01-02T03:04:05+02:00', '2030-01-02T03:04:05+02:00'],
    ]) {
      const created = await ask(`POST ${pats}`, { body: { ...patBody, expires_at: requested } })
      expect(created.status).toBe(201)
      const { uuid } = created.body
      const listed = (await ask(`GET ${pats}`)).body.results
      expect(listed[0].uuid).toBe(uuid)
      const patched = await ask(`PATCH ${pats}/${uuid}`, { body: { is_active: false } })
      const seen = [created.body, (await ask(`GET ${pats}/${uuid}`)).body, patched.body, ...listed]
      for (const token of seen) expect(token).toHaveProperty('expires_at')
      for (const token of seen.slice(0, 4)) expect(token.expires_at).toBe(expected)
    }
  })

  test.each([
    ['no label', { scopes: [] }],
    ['an empty label', { ...patBody, token_label: '' }],
    ['a long label', { ...patBody, token_label: 'a'.repeat(101) }],
    ['no scopes', { token_label: 'x' }],
    ['an unknown scope', { ...patBody, scopes: ['repo:own'] }],
    ['scopes of a wrong type', { ...patBody, scopes: 'repo:read' }],
    ['an end in the past', { ...patBody, expires_at: '2001-01-01T00:00:00Z' }],
    ['an end without an offset', { ...patBody, expires_at: '2030-01-01T00:00:00' }],
    ['an end that is no date', { ...patBody, expires_at: '2030-02-31T00:00:00Z' }],
    ['an end that is a number', { ...patBody, expires_at: 1 }],
  ])('refuse %s', async (_what, body) => {
    const { ask } = client()
    expect((await ask(`POST ${pats}`, { body })).status).toBe(400)
  })

  test('stop working when switched off, deleted or past their end', async () => {
    let time = Date.parse('2026-03-01T12:00:00Z')
    const hub = createHub({ now: () => new Date(time) })
    const ask = asker(hub)
    const body = { ...patBody, expires_at: '2026-03-01T12:05:00Z' }
    const pat = (await ask(`POST ${pats}`, { body })).body
    const bearer = await bearerOf({ ask, hub }, 'conformance', pat.token)
    const works = async () => (await ask('GET /v2/auditlogs/conformance-org', { token: bearer })).status
    expect(await works()).toBe(200)
    await ask(`PATCH ${pats}/${pat.uuid}`, { body: { is_active: false } })
    expect(await works()).toBe(401)
    await ask(`PATCH ${pats}/${pat.uuid}`, { body: { is_active: true } })
    expect(await works()).toBe(200)
    time += 5 * 60 * 1000
    expect(await works()).toBe(401)
    expect((await ask(`DELETE ${pats}/${pat.uuid}`)).status).toBe(204)
    expect((await ask(`GET ${pats}/${pat.uuid}`)).status).toBe(404)
    expect((await ask(`DELETE ${pats}/${pat.uuid}`)).status).toBe(404)
    expect(await bearerOf({ ask, hub }, 'conformance', pat.token)).toBeUndefined()
  })

  test('cannot be managed with a token of a lesser scope, nor by an organization', async () => {
    const made = client()
    const pat = (await made.ask(`POST ${pats}`, { body: patBody })).body
    const oat = (await made.ask(`POST ${oats}`, { body: { label: 'x' } })).body
    for (const token of [
      await bearerOf(made, 'conformance', pat.token),
      await bearerOf(made, 'conformance-org', oat.token),
    ]) {
      expect((await made.ask(`GET ${pats}`, { token })).status).toBe(403)
      expect((await made.ask(`POST ${oats}`, { token, body: { label: 'y' } })).status).toBe(403)
    }
  })
})

describe('organization access tokens', () => {
  const resources = [{ type: 'TYPE_REPO', path: 'conformance-org/secret', scopes: ['repo-pull'] }]

  test('go through their life, and the audit log tells it', async () => {
    const { ask } = client()
    const created = await ask(`POST ${oats}`, { body: { label: 'robot', resources, expires_at: future } })
    expect(created.status).toBe(201)
    const { token, ...rest } = created.body
    expect(token).toMatch(/^dckr_oat_/)
    expect(rest).toMatchObject({ label: 'robot', created_by: 'conformance', expires_at: future, resources })
    const item = `${oats}/${rest.id}`
    expect((await ask(`GET ${item}`)).body).toEqual(rest)
    const listed = (await ask(`GET ${oats}`)).body
    expect(listed).toMatchObject({ total: 12, previous: null })
    const { resources: _resources, ...summary } = rest
    expect(listed.results[0]).toEqual(summary)
    const patched = await ask(`PATCH ${item}`, { body: { label: 'android', is_active: false, resources: [] } })
    expect(patched.body).toEqual({ ...rest, label: 'android', is_active: false, resources: [] })
    expect((await ask(`DELETE ${item}`)).status).toBe(204)
    expect((await ask(`GET ${item}`)).status).toBe(404)
    const { logs } = (await ask('GET /v2/auditlogs/conformance-org?page_size=3')).body
    expect(logs.map((event: { action: string }) => event.action)).toEqual([
      'org.access_token.delete',
      'org.access_token.update',
      'org.access_token.create',
    ])
    for (const event of logs) {
      expect(event.data.access_token_id).toBe(rest.id)
      expect(event.action_description).toContain(rest.id)
    }
    expect(logs.at(-1).data.access_token_label).toBe('robot')
    expect(JSON.stringify(logs)).not.toContain(token)
  })

  test('reach what their resources name', async () => {
    const made = client()
    const oat = (await made.ask(`POST ${oats}`, { body: { label: 'robot', resources } })).body
    const token = await bearerOf(made, 'conformance-org', oat.token)
    const repository = '/v2/namespaces/conformance-org/repositories/secret'
    expect((await made.ask(`GET ${repository}`, { token })).body.permissions.write).toBe(false)
    expect((await made.ask('GET /v2/auditlogs/conformance-org', { token })).status).toBe(200)
    expect((await made.ask('GET /v2/auditlogs/stranger-org', { token })).status).toBe(403)
    await made.ask(`PATCH ${oats}/${oat.id}`, { body: { resources: [] } })
    expect((await made.ask(`GET ${repository}`, { token })).status).toBe(404)
    await made.ask(`DELETE ${oats}/${oat.id}`)
    expect((await made.ask(`GET ${repository}`, { token })).status).toBe(401)
  })

  test('are for owners', async () => {
    const { ask } = client()
    expect((await ask('GET /v2/orgs/stranger-org/access-tokens')).status).toBe(403)
    expect((await ask('GET /v2/orgs/nobody/access-tokens')).status).toBe(404)
    expect((await ask(`GET ${oats}`, { token: null })).status).toBe(401)
    expect((await ask(`GET ${oats}/none`)).status).toBe(404)
    for (const body of [{}, { label: '' }, { label: 'x', resources: [{}] }, { label: 'x', expires_at: 'soon' }]) {
      expect((await ask(`POST ${oats}`, { body })).status, JSON.stringify(body)).toBe(400)
    }
  })
})

describe('audit logs', () => {
  const log = '/v2/auditlogs/conformance-org'

  test('list their actions, and every event has one of them', async () => {
    const { ask } = client()
    const { actions } = (await ask(`GET ${log}/actions`)).body
    const known = Object.entries<{ actions: { name: string }[] }>(actions).flatMap(([group, { actions: own }]) =>
      own.map(({ name }) => `${group}.${name}`),
    )
    const { logs } = (await ask(`GET ${log}?page_size=100`)).body
    expect(logs.length).toBeGreaterThan(25)
    for (const event of logs) expect(known).toContain(event.action)
  })

  test('are filtered', async () => {
    const { ask } = client()
    const events = async (query: string) => (await ask(`GET ${log}?page_size=100&${query}`)).body.logs
    const pushes = await events('action=repo.tag.push')
    expect(pushes.length).toBeGreaterThan(0)
    expect(await events('action=tag.push')).toEqual(pushes)
    expect(await events('action=none')).toEqual([])
    expect(await events('name=conformance-org/sample')).toHaveLength(5)
    expect(await events('name=sample')).toHaveLength(5)
    expect(await events('actor=conformance')).toHaveLength((await events('')).length)
    expect(await events('actor=stranger')).toEqual([])
    const { timestamp } = pushes[3]
    const encoded = encodeURIComponent(timestamp)
    for (const event of await events(`from=${encoded}&to=${encoded}`)) expect(event.timestamp).toBe(timestamp)
    expect(await events('from=2020-01-01T00:00:00+02:00&to=2020-01-02T00:00:00Z')).toEqual([])
    expect((await ask(`GET ${log}?from=yesterday`)).status).toBe(400)
    expect((await ask(`GET ${log}?to=`)).status).toBe(400)
  })

  test('come in pages of 25, newest first, and end in an empty page', async () => {
    const { ask } = client()
    const first = (await ask(`GET ${log}`)).body.logs
    const second = (await ask(`GET ${log}?page=2`)).body.logs
    expect(first).toHaveLength(25)
    const times = [...first, ...second].map(event => Date.parse(event.timestamp))
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect((await ask(`GET ${log}?page=1000`)).body).toEqual({ logs: [] })
  })

  test('are for whoever owns the account', async () => {
    const { ask } = client()
    expect((await ask('GET /v2/auditlogs/conformance')).status).toBe(200)
    expect((await ask('GET /v2/auditlogs/stranger')).status).toBe(403)
    expect((await ask('GET /v2/auditlogs/nobody/actions')).status).toBe(404)
    expect((await ask(`GET ${log}`, { token: null })).status).toBe(401)
  })
})
