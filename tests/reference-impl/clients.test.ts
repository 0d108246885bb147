import { Ajv, type Schema } from 'ajv'
import addFormats from 'ajv-formats'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type StartedReferenceHub, startReferenceHub } from '../../library/reference-hub.ts'

/** What public clients of Docker Hub call, and what they read from the answers, as their sources have it. */
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true })
addFormats.default(ajv)

const text = { type: 'string' }
const number = { type: 'number' }
const flag = { type: 'boolean' }
const instant = { type: 'string', format: 'date-time' }
const texts = { type: 'array', items: text }
const choice = (...values: readonly string[]) => ({ enum: [...values, null] })
const maybe = (schema: Readonly<Record<string, unknown>>) => ({ ...schema, nullable: true })

/** A client takes an answer without a member; that this hub sends each of them makes the check mean something. */
const object = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const page = (item: Schema) => ({
  ...object({ count: number, next: maybe(text), previous: maybe(text), results: { type: 'array', items: item } }),
})

/** A user whose logins take a second step. */
const careful = { name: 'careful', password: 'long enough', second_factor: '123456' }

let hub: StartedReferenceHub
let bearer = ''

// A hub of its own for each test: they change what they find.
beforeEach(async () => {
  hub = await startReferenceHub({ seed: 11, data: { users: [careful] } })
  bearer = (await hubMcp('POST /users/login', undefined, { username: user(), password: await pat() }, '')).body.token
})
afterEach(() => hub.close())

const user = () => hub.credentials.username
const org = () => hub.fixtures.org

interface Answer {
  readonly status: number
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: the schemas judge the bodies
  readonly body: any
}

const send = async (line: string, body: unknown, token: string): Promise<Answer> => {
  const [method = '', path = ''] = line.split(' ')
  const response = await fetch(path.startsWith('http') ? path : hub.url + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token !== '' && { Authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const said = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true && said !== ''
  return { status: response.status, text: said, body: isJson ? JSON.parse(said) : undefined }
}

const expectShape = (line: string, { status, body }: Answer, schema: object | undefined): void => {
  expect(Math.floor(status / 100), `${line}: ${status} ${JSON.stringify(body)}`).toBe(2)
  if (schema) expect(ajv.validate(schema, body), `${line}: ${ajv.errorsText()}`).toBe(true)
}

const at =
  (base: string) =>
  async (line: string, schema?: object, body?: unknown, token = bearer): Promise<Answer> => {
    const answer = await send(line.replace(' /', ` ${base}/`), body, token)
    expectShape(line, answer, schema)
    return answer
  }

/** Every path of docker/hub-mcp lies below `/v2`. */
const hubMcp = at('/v2')
const hubTool = at('')

/** A personal access token, which both clients log in with. */
const pat = async (): Promise<string> =>
  (await send('POST /v2/access-tokens', { token_label: 'cli', scopes: ['repo:admin'] }, hub.credentials.token)).body
    .token

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

const category = object({ name: text, slug: text })
const entry = {
  name: text,
  namespace: text,
  repository_type: choice('image', 'docker engine plugin'),
  is_private: flag,
  status: number,
  status_description: text,
  description: maybe(text),
  star_count: number,
  pull_count: number,
  last_updated: text,
  last_modified: maybe(text),
  date_registered: text,
  affiliation: text,
  media_types: texts,
  content_types: texts,
  categories: { type: 'array', items: category },
  storage_size: maybe(number),
}
const repository = object({
  ...entry,
  full_description: maybe(text),
  immutable_tags_settings: object({ enabled: flag, rules: texts }),
  user: text,
  hub_user: maybe(text),
  has_starred: flag,
  is_automated: flag,
  collaborator_count: number,
  permissions: object({ read: flag, write: flag, admin: flag }),
})
const image = object({
  architecture: text,
  features: text,
  variant: maybe(text),
  digest: maybe(text),
  layers: { type: 'array', items: object({ digest: text, size: number, instruction: text }) },
  os: maybe(text),
  os_features: maybe(text),
  os_version: maybe(text),
  size: number,
  status: { enum: ['active', 'inactive'] },
  last_pulled: maybe(text),
  last_pushed: maybe(text),
})
const tag = object({
  id: number,
  images: { type: 'array', minItems: 1, items: image },
  creator: number,
  last_updated: text,
  last_updater: number,
  last_updater_username: text,
  name: text,
  repository: number,
  full_size: number,
  v2: flag,
  tag_status: { enum: ['active', 'inactive'] },
  tag_last_pulled: maybe(text),
  tag_last_pushed: maybe(text),
  media_type: text,
  content_type: choice('image', 'plugin', 'helm', 'volume', 'wasm', 'compose', 'unrecognized', 'model'),
  digest: text,
})

const account = {
  id: text,
  full_name: text,
  location: text,
  company: text,
  profile_url: text,
  date_joined: instant,
  gravatar_email: text,
  gravatar_url: text,
  type: text,
}

describe('docker/hub-mcp', () => {
  test('logs in with a personal access token, and finds its namespace in the claims', async () => {
    const body = { username: user(), password: await pat() }
    const login = await hubMcp('POST /users/login', object({ token: text, refresh_token: text }), body, '')
    expect(claimsOf(login.body.token)['https://hub.docker.com']).toEqual({ username: user() })
    expect(claimsOf(hub.credentials.token)['https://hub.docker.com']).toEqual({ username: user() })
    const wrong = await send('POST /v2/users/login', { ...body, password: 'wrong' }, '')
    expect([wrong.status, wrong.body.detail]).toEqual([401, 'Incorrect authentication credentials.'])
  })

  test('lists organizations', async () => {
    const item = object({
      ...account,
      uuid: text,
      orgname: text,
      badge: text,
      user_role: text,
      is_active: flag,
      user_groups: texts,
      org_groups_count: number,
      plan_name: maybe(text),
      parent_name: maybe(text),
    })
    const { body } = await hubMcp('GET /user/orgs?page=1&page_size=10', page(item))
    expect(body.results).toEqual([
      expect.objectContaining({ orgname: org(), user_groups: ['developers', 'reviewers'], org_groups_count: 2 }),
    ])
  })

  test('lists repositories, ordered and by their contents', async () => {
    const path = `GET /namespaces/${org()}/repositories?page=1&page_size=10`
    const { body } = await hubMcp(path, page(object(entry)))
    expect(body.results).toHaveLength(10)
    expect(body.results[0].categories).toHaveLength(1)
    const next = await send(`GET ${body.next}`, undefined, bearer)
    expectShape(path, next, page(object(entry)))
    for (const ordering of ['last_updated', '-last_updated', 'name', '-name', 'pull_count', '-pull_count'])
      await hubMcp(`${path}&ordering=${ordering}`, page(object(entry)))
    const countOf = async (query: string) => (await hubMcp(`${path}&${query}`)).body.count
    expect(await countOf('content_types=helm')).toBe(0)
    expect(await countOf('content_types=helm,image')).toBe(body.count)
    expect(await countOf('media_types=application/vnd.docker.container.image.v1%2Bjson')).toBe(body.count)
    expect(await countOf('media_types=application/vnd.other')).toBe(0)
    expect(await countOf('media_types=&content_types=')).toBe(body.count)
  })

  test('creates, gets, checks and updates a repository', async () => {
    const created = await hubMcp(`POST /namespaces/${user()}/repositories`, repository, {
      namespace: user(),
      name: 'from-mcp',
      description: 'short',
      is_private: true,
      registry: 'docker.io',
    })
    expect(created.body).toMatchObject({ name: 'from-mcp', status: 1 })
    const item = `/namespaces/${user()}/repositories/from-mcp`
    const change = { description: 'new', full_description: '# New' }
    expect((await hubMcp(`PATCH ${item}`, repository, change)).body).toMatchObject(change)
    expect((await hubMcp(`GET ${item}`, repository)).body).toMatchObject(change)
    const off = await hubMcp(`PATCH ${item}`, repository, { status: 0 })
    expect(off.body).toMatchObject({ ...change, status: 0, status_description: 'inactive' })
    // A repository without an image stays inactive.
    expect((await send(`PATCH /v2${item}`, { status: 1 }, bearer)).status).toBe(400)
    const sample = `PATCH /namespaces/${org()}/repositories/service-3`
    await hubMcp(sample, repository, { status: 0 })
    expect((await hubMcp(sample, repository, { status: 1 })).body.status).toBe(1)
    expect((await send(`PATCH /v2${item}`, { description: 'x' }, '')).status).toBe(401)
    expect((await send('PATCH /v2/namespaces/stranger/repositories/open', {}, bearer)).status).toBe(403)
    expect((await send(`PATCH /v2${item}`, { status: 'active' }, bearer)).status).toBe(400)
    const check = await hubMcp(`HEAD ${item}`)
    expect([check.status, check.text]).toEqual([200, ''])
    expect((await send(`HEAD /v2${item}-not`, undefined, bearer)).status).toBe(404)
  })

  test('lists tags, gets and checks one', async () => {
    const path = `/namespaces/${org()}/repositories/${hub.fixtures.repository}/tags`
    expect((await hubMcp(`GET ${path}`, page(tag))).body.results).toHaveLength(4)
    await hubMcp(`GET ${path}/${hub.fixtures.tag}`, tag)
    // Without credentials it reads what is public.
    await hubMcp(`GET ${path}`, page(tag), undefined, '')
    const check = await hubMcp(`HEAD ${path}/${hub.fixtures.tag}`)
    expect([check.status, check.text]).toEqual([200, ''])
    expect((await send(`HEAD /v2${path}/none`, undefined, bearer)).status).toBe(404)
  })
})

describe('docker/hub-tool', () => {
  test('logs in, also with a second factor', async () => {
    const path = 'POST /v2/users/login?refresh_token=true'
    const body = { username: user(), password: await pat() }
    await hubTool(path, object({ token: text, refresh_token: text }), body, '')
    const first = await send(path, { username: careful.name, password: careful.password }, '')
    // The client compares the sentence.
    expect([first.status, first.body.detail]).toEqual([401, 'Require secondary authentication on MFA enabled account'])
    const second = 'POST /v2/users/2fa-login?refresh_token=true'
    const { login_2fa_token } = first.body
    expect((await send(second, { login_2fa_token, code: '000000' }, '')).status).toBe(401)
    expect((await send(second, { login_2fa_token: 'unknown', code: '123456' }, '')).status).toBe(401)
    const done = await hubTool(second, object({ token: text, refresh_token: text }), {
      login_2fa_token,
      code: '123456',
    })
    expect((await hubTool('GET /v2/user/', undefined, undefined, done.body.token)).body.username).toBe(careful.name)
    expect((await send(second, { login_2fa_token, code: '123456' }, '')).status).toBe(401)
  })

  test('shows the account and its plan', async () => {
    const own = object({ ...account, username: text, is_admin: flag, is_staff: flag })
    const { body } = await hubTool('GET /v2/user/', own)
    expect(body.username).toBe(user())
    const plan = object({
      name: text,
      legacy: flag,
      seats: number,
      private_repos: number,
      teams: number,
      collaborators: number,
      parallel_builds: number,
      duration: text,
    })
    await hubTool(`GET /api/billing/v4/accounts/${body.id}/hub-plan`, plan)
    const info = await hubTool(`GET /v2/orgs/${org()}`, object({ ...account, orgname: text }))
    await hubTool(`GET /api/billing/v4/accounts/${info.body.id}/hub-plan`, plan)
    const other = await hubTool('GET /v2/orgs/stranger-org')
    expect((await send(`GET /api/billing/v4/accounts/${other.body.id}/hub-plan`, undefined, bearer)).status).toBe(404)
    expect((await send('GET /v2/orgs/nobody', undefined, bearer)).status).toBe(404)
    expect((await send('GET /v2/user/', undefined, '')).status).toBe(401)
  })

  test('lists organizations with their groups and members', async () => {
    const all = 'page=1&page_size=100'
    const { body } = await hubTool(`GET /v2/user/orgs/?${all}`, page(object({ ...account, orgname: text })))
    expect(body.results).toHaveLength(1)
    const group = object({ id: number, name: text, description: text })
    const groups = await hubTool(`GET /v2/orgs/${org()}/groups/?${all}`, page(group))
    const member = object({ ...account, username: text })
    const members = await hubTool(`GET /v2/orgs/${org()}/members/?${all}`, page(member))
    expect(members.body.results).toEqual([expect.objectContaining({ username: user(), role: 'Owner' })])
    for (const { name } of groups.body.results) {
      const path = `GET /v2/orgs/${org()}/groups/${name}/members/`
      expect((await hubTool(path, { type: 'array', items: member })).body).toHaveLength(1)
    }
    expect((await send(`GET /v2/orgs/${org()}/groups/none/members/`, undefined, bearer)).status).toBe(404)
    expect((await send('GET /v2/orgs/stranger-org/members/', undefined, bearer)).status).toBe(403)
  })

  const listed = object({
    name: text,
    namespace: text,
    pull_count: number,
    star_count: number,
    repository_type: text,
    description: text,
    is_private: flag,
    last_updated: instant,
    status: number,
  })

  test('lists and removes repositories', async () => {
    const query = 'ordering=last_updated&page=1&page_size=100'
    const own = await hubTool(`GET /v2/repositories/?${query}`, page(listed))
    const namespaces = new Set(own.body.results.map(({ namespace }: { namespace: string }) => namespace))
    expect([...namespaces].sort()).toEqual([user(), org()].sort())
    await hubTool(`GET /v2/repositories/${org()}/?${query}`, page(listed))
    await hubTool(`DELETE /v2/repositories/${org()}/service-2/`)
    expect((await send(`DELETE /v2/repositories/${org()}/service-2/`, undefined, bearer)).status).toBe(404)
    expect((await send('GET /v2/repositories/', undefined, '')).status).toBe(401)
  })

  test('lists and removes tags', async () => {
    const item = object({
      creator: number,
      id: number,
      name: text,
      last_updated: instant,
      last_updater: number,
      last_updater_username: text,
      images: { type: 'array', minItems: 1, items: image },
      repository: number,
      full_size: number,
      v2: flag,
      tag_last_pulled: maybe(instant),
      tag_last_pushed: maybe(instant),
      tag_status: text,
    })
    const path = `/v2/repositories/${org()}/service-4/tags/`
    const { body } = await hubTool(`GET ${path}?page=1&page_size=100&ordering=last_updated`, page(item))
    expect(body.results).toHaveLength(1)
    const one = `${path}${body.results[0].name}/`
    await hubTool(`GET ${one}`, item)
    expect((await send(`DELETE ${one}`, undefined, '')).status).toBe(401)
    expect((await hubTool(`DELETE ${one}`)).status).toBe(204)
    expect((await send(`DELETE ${one}`, undefined, bearer)).status).toBe(404)
    expect((await hubTool(`GET ${path}`)).body.count).toBe(0)
    expect((await send('DELETE /v2/repositories/stranger/open/tags/latest/', undefined, bearer)).status).toBe(403)
  })

  test('manages access tokens under their older path', async () => {
    const token = object({
      uuid: { type: 'string', format: 'uuid' },
      client_id: text,
      creator_ip: text,
      creator_ua: text,
      created_at: instant,
      last_used: maybe(instant),
      generated_by: text,
      is_active: flag,
      token: text,
      token_label: text,
      scopes: texts,
    })
    // The two forms that versions of the client have sent.
    const older = await hubTool('POST /v2/api_tokens', token, { description: 'older' })
    expect(older.body).toMatchObject({ token_label: 'older', scopes: ['repo:admin'] })
    const wanted = { token_label: 'newer', scopes: ['repo:read'], is_active: false }
    const { body } = await hubTool('POST /v2/api_tokens', token, wanted)
    expect(body).toMatchObject({ token_label: 'newer', scopes: ['repo:read'] })
    expect(body.token).toMatch(/^dckr_pat_/)
    const list = await hubTool('GET /v2/api_tokens?page=1&page_size=100', page(token))
    expect(list.body.results.map(({ uuid }: { uuid: string }) => uuid)).toContain(body.uuid)
    const item = `/v2/api_tokens/${body.uuid}`
    expect((await hubTool(`GET ${item}`, token)).body.token_label).toBe('newer')
    const changed = await hubTool(`PATCH ${item}`, token, { description: 'changed', is_active: false })
    expect(changed.body).toMatchObject({ token_label: 'changed', is_active: false })
    expect((await hubTool(`GET /v2/access-tokens/${body.uuid}`, token)).body.token_label).toBe('changed')
    await hubTool(`DELETE ${item}`)
    expect((await send(`GET ${item}`, undefined, bearer)).status).toBe(404)
  })
})

describe('dockerhub-api', () => {
  test('logs in, and reads tokens, groups and audit logs', async () => {
    const secret = { identifier: user(), secret: await pat() }
    const { body } = await hubTool('POST /v2/auth/token', object({ access_token: text }), secret, '')
    const token = body.access_token
    const paths = ['access-tokens', `orgs/${org()}/access-tokens`, `orgs/${org()}/groups`, `orgs/${org()}/members`]
    for (const path of [...paths, `auditlogs/${org()}`, `auditlogs/${org()}/actions`])
      await hubTool(`GET /v2/${path}`, { type: 'object' }, undefined, token)
    const group = { group_id: Number(hub.fixtures.groupId), permission: 'read' }
    await hubTool(`POST /v2/repositories/${org()}/service-5/groups`, { type: 'object' }, group, token)
  })
})
