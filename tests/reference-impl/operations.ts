import { type Ask, type Asked, bearerOf, client } from './client.ts'

export interface Operation {
  readonly operationId?: string
  readonly tags: readonly string[]
  readonly deprecated?: boolean
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>
}

interface Reference {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

export const reference = async (): Promise<Reference> => (await client().ask('GET /openapi.json')).body

export const operations = async () =>
  Object.entries((await reference()).paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const bodies: Readonly<Record<string, unknown>> = {
  'POST /v2/auth/token': { identifier: 'conformance', secret: '' },
  'POST /v2/users/login': { username: 'conformance', password: '' },
  'POST /v2/users/2fa-login': { login_2fa_token: '', code: '123456' },
  'POST /v2/api_tokens': { description: 'x' },
  'PATCH /v2/api_tokens/{uuid}': { token_label: 'y' },
  'PATCH /v2/namespaces/{namespace}/repositories/{repository}': { description: 'x' },
  'POST /v2/access-tokens': { token_label: 'x', scopes: ['repo:read'] },
  'PATCH /v2/access-tokens/{uuid}': { token_label: 'y' },
  'POST /v2/orgs/{name}/access-tokens': {
    label: 'x',
    resources: [{ type: 'TYPE_ORG', path: 'conformance-org', scopes: [] }],
  },
  'PATCH /v2/orgs/{org_name}/access-tokens/{access_token_id}': { label: 'y' },
  'POST /v2/namespaces/{namespace}/repositories': { name: 'fresh', namespace: 'conformance-org' },
  'POST /v2/repositories': { name: 'fresh', namespace: 'conformance-org' },
  'POST /v2/repositories/{namespace}': { name: 'fresh', namespace: 'conformance-org' },
  'PATCH /v2/namespaces/{namespace}/repositories/{repository}/immutabletags': {
    immutable_tags: true,
    immutable_tags_rules: ['v.*'],
  },
  'POST /v2/namespaces/{namespace}/repositories/{repository}/immutabletags/verify': { regex: 'v.*' },
  'POST /v2/repositories/{namespace}/{repository}/groups': { group_id: 0, permission: 'read' },
}

/** A user whose logins take a second step. */
const careful = { name: 'careful', password: 'long enough', second_factor: '123456' }

/** A user whom nothing belongs to. */
const other = { name: 'other', password: 'long enough' }

/** A token of the organization; it reads what is public. */
const oat = { organization: 'conformance-org', label: 'ci', secret: 'dckr_oat_known' }

const unfinishedLogin = async (ask: Ask) =>
  (await ask('POST /v2/users/login', { body: { username: careful.name, password: careful.password } })).body

/** What is changed about a request that would succeed. */
export interface Change {
  /** Path parameters. */
  readonly values?: Readonly<Record<string, string>>
  readonly query?: string
  /** `null` sends none, `'other'` that of a user whom nothing here belongs to, `'organization'` an organization's. */
  readonly token?: string | null
  /** The body as it is sent; the one that succeeds, unless given. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Members of the body that are sent instead of those that succeed. */
  readonly members?: Readonly<Record<string, unknown>>
  /** Times that the same request was sent before. */
  readonly before?: number
}

/** Sends an operation to a fresh hub: as it succeeds, but for what is changed. */
export const sendTo = async (method: string, path: string, change: Change = {}): Promise<Asked> => {
  const { ask, hub } = client({ users: [careful, other], organization_access_tokens: [oat] })
  const uuid = (await ask('GET /v2/access-tokens')).body.results[0].uuid
  const id = (await ask('GET /v2/orgs/conformance-org/access-tokens')).body.results[0].id
  const values: Readonly<Record<string, string>> = {
    repository: 'sample',
    tag: 'v1.0.0',
    uuid,
    access_token_id: id,
    group_name: 'developers',
    account_id: (await ask('GET /v2/user')).body.id,
    ...change.values,
  }
  const body = bodies[`${method} ${path}`] as Record<string, unknown> | undefined
  const filled = body && {
    ...body,
    ...('secret' in body && { secret: hub.credentials.password }),
    ...('password' in body && { password: hub.credentials.password }),
    ...('login_2fa_token' in body && { login_2fa_token: (await unfinishedLogin(ask)).login_2fa_token }),
    ...('group_id' in body && { group_id: hub.fixtures.groupId }),
    ...change.members,
  }
  const sent = 'body' in change ? change.body : filled
  const bearers: Readonly<Record<string, () => Promise<string>>> = {
    other: () => bearerOf({ hub, ask }, other.name, other.password),
    organization: () => bearerOf({ hub, ask }, oat.organization, oat.secret),
  }
  const token = change.token ? ((await bearers[change.token]?.()) ?? change.token) : change.token
  const url = path.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? 'conformance-org')
  const options = {
    ...(sent !== undefined && { body: sent }),
    ...(change.headers && { headers: change.headers }),
    ...(token !== undefined && { token }),
  }
  const send = () => ask(`${method} ${url}${change.query ?? ''}`, options)
  for (let sentBefore = 0; sentBefore < (change.before ?? 0); sentBefore++) await send()
  return send()
}
