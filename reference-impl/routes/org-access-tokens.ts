import { noStore } from '../auth.ts'
import { type Call, notFound, param, type Reply, type Route } from '../http.ts'
import { pageParameters, paginate } from '../pagination.ts'
import { orgForOwner } from '../permissions.ts'
import {
  hash,
  type Organization,
  type OrgToken,
  type OrgTokenResource,
  record,
  type Store,
  timestamp,
} from '../store.ts'
import { requestedEnd } from './access-tokens.ts'

const summary = (token: OrgToken) => ({
  id: token.id,
  label: token.label,
  created_by: token.createdBy,
  is_active: token.isActive,
  created_at: token.createdAt,
  expires_at: token.expiresAt,
  last_used_at: token.lastUsed,
})

const representation = (token: OrgToken) => ({ ...summary(token), resources: token.resources })

/** Adds an organization access token to the store; the only place that ever knows its secret. */
export const addOrgToken = (
  store: Store,
  org: Organization,
  wanted: Pick<OrgToken, 'label' | 'createdBy' | 'resources' | 'expiresAt' | 'createdAt'> & {
    readonly secret?: string
  },
): { readonly token: OrgToken; readonly secret: string } => {
  const { secret = `dckr_oat_${store.random.secret(27)}`, ...rest } = wanted
  const token: OrgToken = {
    ...rest,
    id: store.random.uuid(),
    org: org.name,
    secretHash: hash(secret),
    isActive: true,
    isDeleted: false,
    lastUsed: null,
  }
  org.tokens.set(token.id, token)
  store.secrets.set(token.secretHash, token)
  return { token, secret }
}

/** The audit log event of a change (lifecycle document, change of 2025-03-18). */
const audit = (call: Call, token: OrgToken, verb: 'create' | 'update' | 'delete'): void =>
  record(call.store, {
    account: token.org,
    action: `org.access_token.${verb}`,
    name: token.org,
    actor: call.principal?.name ?? '',
    data: { access_token_id: token.id, access_token_label: token.label },
    description: `${verb}d the organization access token ${token.label} (${token.id})`,
  })

const create = (call: Call): Reply => {
  const org = orgForOwner(call, param(call, 'name'))
  const { token, secret } = addOrgToken(call.store, org, {
    label: String(call.body.label),
    createdBy: call.principal?.name ?? '',
    resources: resourcesOf(call) ?? [],
    expiresAt: requestedEnd(call),
    createdAt: timestamp(call.store),
  })
  audit(call, token, 'create')
  return { status: 201, body: { ...representation(token), token: secret }, headers: noStore }
}

/** The resources of the body, reduced to their published fields. */
const resourcesOf = ({ body }: Call): readonly OrgTokenResource[] | undefined =>
  (body.resources as readonly OrgTokenResource[] | undefined)?.map(({ type, path, scopes }) => ({ type, path, scopes }))

const list = (call: Call): Reply => {
  const org = orgForOwner(call, param(call, 'name'))
  const { count, next, previous, results } = paginate(call, [...org.tokens.values()].reverse())
  return { status: 200, body: { total: count, next, previous, results: results.map(summary) } }
}

const tokenOf = (call: Call): { readonly org: Organization; readonly token: OrgToken } => {
  const org = orgForOwner(call, param(call, 'org_name'))
  const token = org.tokens.get(param(call, 'access_token_id'))
  if (!token) throw notFound('Access token')
  return { org, token }
}

const get = (call: Call): Reply => ({ status: 200, body: representation(tokenOf(call).token) })

const update = (call: Call): Reply => {
  const { token } = tokenOf(call)
  const { label, is_active: isActive } = call.body
  if (typeof label === 'string') token.label = label
  if (typeof isActive === 'boolean') token.isActive = isActive
  token.resources = resourcesOf(call) ?? token.resources
  audit(call, token, 'update')
  return { status: 200, body: representation(token) }
}

const remove = (call: Call): Reply => {
  const { org, token } = tokenOf(call)
  token.isDeleted = true
  org.tokens.delete(token.id)
  call.store.secrets.delete(token.secretHash)
  audit(call, token, 'delete')
  return { status: 204 }
}

const shared = { tag: 'org-access-tokens', auth: 'required', failures: [403] } as const
// The published reference calls the same path segment `name` here and `org_name` below.
const collection = '/v2/orgs/{name}/access-tokens'
const item = '/v2/orgs/{org_name}/access-tokens/{access_token_id}'

export const orgAccessTokenRoutes: readonly Route[] = [
  {
    ...shared,
    method: 'POST',
    path: collection,
    summary: 'Create access token',
    body: 'createOrgAccessTokenRequest',
    success: { status: 201, schema: 'createOrgAccessTokenResponse' },
    handle: create,
  },
  {
    ...shared,
    method: 'GET',
    path: collection,
    summary: 'List access tokens',
    query: pageParameters,
    success: { status: 200, schema: 'getOrgAccessTokensResponse' },
    handle: list,
  },
  {
    ...shared,
    method: 'GET',
    path: item,
    summary: 'Get access token',
    success: { status: 200, schema: 'getOrgAccessTokenResponse' },
    handle: get,
  },
  {
    ...shared,
    method: 'PATCH',
    path: item,
    summary: 'Update access token',
    body: 'updateOrgAccessTokenRequest',
    success: { status: 200, schema: 'getOrgAccessTokenResponse' },
    handle: update,
  },
  {
    ...shared,
    method: 'DELETE',
    path: item,
    summary: 'Delete access token',
    success: { status: 204, schema: null },
    handle: remove,
  },
]
