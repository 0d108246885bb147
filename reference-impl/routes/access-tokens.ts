import { noStore } from '../auth.ts'
import { badRequest, type Call, notFound, param, type Reply, type Route } from '../http.ts'
import { pageParameters, paginate } from '../pagination.ts'
import { fullUserOf } from '../permissions.ts'
import { hash, isUsable, type PersonalToken, type Scope, type Store, timestamp } from '../store.ts'
import { instantOf } from '../validate.ts'

/** A token's end as requested; 400 where it has already passed. */
export const requestedEnd = (call: Call): string | null => {
  const requested = call.body.expires_at
  if (typeof requested !== 'string') return null
  if ((instantOf(requested) ?? 0) <= call.store.now().getTime()) {
    throw badRequest('Invalid expiration date.', { expires_at: ['Must be in the future.'] })
  }
  // Digits beyond the millisecond would be lost in a Date, so the text itself is kept.
  return requested.toUpperCase()
}

/** `expires_at` stands in every representation (lifecycle document, change of 2025-11-21). */
const representation = (token: PersonalToken, secret = '') => ({
  uuid: token.uuid,
  client_id: 'HUB',
  creator_ip: token.creatorIp,
  creator_ua: token.creatorUserAgent,
  created_at: token.createdAt,
  last_used: token.lastUsed,
  generated_by: 'manual',
  is_active: token.isActive,
  token: secret,
  token_label: token.label,
  scopes: token.scopes,
  expires_at: token.expiresAt,
})

/** Adds a personal access token to the store; the only place that ever knows its secret. */
export const addPersonalToken = (
  store: Store,
  wanted: Pick<PersonalToken, 'owner' | 'label' | 'scopes' | 'expiresAt' | 'createdAt' | 'creatorUserAgent'> & {
    readonly secret?: string
  },
): { readonly token: PersonalToken; readonly secret: string } => {
  const { secret = `dckr_pat_${store.random.secret(27)}`, ...rest } = wanted
  const token: PersonalToken = {
    ...rest,
    uuid: store.random.uuid(),
    secretHash: hash(secret),
    creatorIp: '127.0.0.1',
    isActive: true,
    isDeleted: false,
    lastUsed: null,
  }
  store.personalTokens.set(token.uuid, token)
  store.secrets.set(token.secretHash, token)
  return { token, secret }
}

export const create = (call: Call): Reply => {
  const { store, body, request } = call
  const { token, secret } = addPersonalToken(store, {
    owner: fullUserOf(call),
    label: String(body.token_label),
    scopes: body.scopes as readonly Scope[],
    expiresAt: requestedEnd(call),
    createdAt: timestamp(store),
    creatorUserAgent: request.headers.get('user-agent') ?? '',
  })
  return { status: 201, body: representation(token, secret), headers: noStore }
}

const list = (call: Call): Reply => {
  const owner = fullUserOf(call)
  // Newest first: who lists after creating finds the new one on the first page.
  const own = [...call.store.personalTokens.values()].filter(token => token.owner === owner).reverse()
  const { count, next, previous, results } = paginate(call, own)
  const active_count = own.filter(token => isUsable(call.store, token)).length
  return {
    status: 200,
    body: { count, next, previous, active_count, results: results.map(one => representation(one)) },
  }
}

const ownToken = (call: Call): PersonalToken => {
  const owner = fullUserOf(call)
  const token = call.store.personalTokens.get(param(call, 'uuid'))
  if (token?.owner !== owner) throw notFound('Access token')
  return token
}

const get = (call: Call): Reply => ({ status: 200, body: representation(ownToken(call)) })

export const update = (call: Call): Reply => {
  const token = ownToken(call)
  const { token_label: label, is_active: isActive } = call.body
  if (typeof label === 'string') token.label = label
  if (typeof isActive === 'boolean') token.isActive = isActive
  return { status: 200, body: representation(token) }
}

const remove = (call: Call): Reply => {
  const token = ownToken(call)
  token.isDeleted = true
  call.store.personalTokens.delete(token.uuid)
  call.store.secrets.delete(token.secretHash)
  return { status: 204 }
}

/** The operations of personal access tokens below a path; `note` ends their summaries. */
export const tokenRoutes = (
  tag: string,
  path: string,
  note: string,
  onCreate: { readonly body: string; readonly handle: Route['handle'] },
  onUpdate: { readonly body: string; readonly handle: Route['handle'] },
): readonly Route[] => {
  const shared = { tag, auth: 'required', failures: [403] } as const
  const item = `${path}/{uuid}`
  const success = { status: 200, schema: 'accessToken' }
  return [
    {
      ...shared,
      ...onCreate,
      method: 'POST',
      path,
      summary: `Create personal access token${note}`,
      success: { ...success, status: 201 },
    },
    {
      ...shared,
      method: 'GET',
      path,
      summary: `List personal access tokens${note}`,
      query: pageParameters,
      success: { status: 200, schema: 'getAccessTokensResponse' },
      handle: list,
    },
    { ...shared, method: 'GET', path: item, summary: `Get personal access token${note}`, success, handle: get },
    { ...shared, ...onUpdate, method: 'PATCH', path: item, summary: `Update personal access token${note}`, success },
    {
      ...shared,
      method: 'DELETE',
      path: item,
      summary: `Delete personal access token${note}`,
      success: { status: 204, schema: null },
      handle: remove,
    },
  ]
}

export const accessTokenRoutes = tokenRoutes(
  'access-tokens',
  '/v2/access-tokens',
  '',
  { body: 'createAccessTokenRequest', handle: create },
  { body: 'patchAccessTokenRequest', handle: update },
)
