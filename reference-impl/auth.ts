import { createHmac } from 'node:crypto'
import { type Call, HubError, type Reply, type Route, unauthorized } from './http.ts'
import { hash, isUsable, type Principal, type Store, timestamp } from './store.ts'

/** Life of a bearer token: ten minutes, as published for the login operation. */
const bearerLifeMs = 10 * 60 * 1000

/** Secrets must not stay in caches (RFC 6749 section 5.1). */
export const noStore = { 'Cache-Control': 'no-store' } as const

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Issues a bearer token, a JWT (RFC 7519, HS256). It is looked up rather than verified, so it can be revoked. */
export const issueBearer = (store: Store, principal: Principal, lifeMs = bearerLifeMs): string => {
  const now = store.now().getTime()
  const expiresAt = now + lifeMs
  const claims = {
    sub: principal.name,
    jti: store.random.uuid(),
    iat: Math.floor(now / 1000),
    ...(Number.isFinite(expiresAt) && { exp: Math.floor(expiresAt / 1000) }),
    // Clients read the personal namespace from this claim.
    ...(principal.kind === 'user' && { 'https://hub.docker.com': { username: principal.name } }),
  }
  const signed = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}`
  const token = `${signed}.${createHmac('sha256', store.signingKey).update(signed).digest('base64url')}`
  if (store.sessions.size >= 1000) {
    for (const [old, session] of store.sessions) if (session.expiresAt <= now) store.sessions.delete(old)
  }
  store.sessions.set(token, { principal, expiresAt })
  return token
}

/** Whom the request's bearer token speaks for; undefined without an Authorization header, 401 with a wrong one. */
export const authenticate = (store: Store, request: Request): Principal | undefined => {
  const header = request.headers.get('authorization')
  if (header === null) return undefined
  const token = /^bearer +([\w.~+/=-]+)$/i.exec(header)?.[1]
  const session = token === undefined ? undefined : store.sessions.get(token)
  if (!session || session.expiresAt <= store.now().getTime()) throw unauthorized('Invalid bearer token.', true)
  const bought = session.principal.personal ?? session.principal.org
  if (bought && !isUsable(store, bought))
    throw unauthorized('The access token of this bearer is no longer valid.', true)
  return session.principal
}

const wrongLogin = (): HubError => unauthorized('Incorrect authentication credentials.', false)

/** The principal of an identifier and a secret: a user with password or PAT, an organization with an OAT. */
const logIn = (store: Store, identifier: string, secret: string): Principal => {
  const hashed = hash(secret)
  const user = store.users.get(identifier)
  if (user && user.passwordHash === hashed) return { kind: 'user', name: user.name }
  const token = store.secrets.get(hashed)
  if (token && isUsable(store, token) && identifier === ('owner' in token ? token.owner : token.org)) {
    token.lastUsed = timestamp(store)
    return 'owner' in token
      ? { kind: 'user', name: identifier, personal: token }
      : { kind: 'org', name: identifier, org: token }
  }
  throw wrongLogin()
}

/** The published sentence: clients tell by it that a second factor is wanted. */
const secondFactorWanted = 'Require secondary authentication on MFA enabled account'

/** Whoever logs in with a password and has a second factor is asked for it; an access token needs none. */
const requireSecondFactor = (store: Store, principal: Principal): void => {
  const user = store.users.get(principal.name)
  if (principal.kind !== 'user' || principal.personal || user?.secondFactor === undefined) return
  const token = store.random.secret(32)
  store.unfinishedLogins.set(token, { user, expiresAt: store.now().getTime() + bearerLifeMs })
  throw new HubError(401, secondFactorWanted, { body: { login_2fa_token: token } })
}

const createAccessToken = ({ store, body }: Call): Reply => {
  const principal = logIn(store, String(body.identifier), String(body.secret))
  requireSecondFactor(store, principal)
  return { status: 200, body: { access_token: issueBearer(store, principal) }, headers: noStore }
}

/** The answer to a login. No operation of this hub takes the refresh token; clients only expect one to be there. */
const loggedIn = (store: Store, principal: Principal): Reply => {
  const token = issueBearer(store, principal)
  const refresh_token = createHmac('sha256', store.signingKey).update(token).digest('base64url')
  return { status: 200, body: { token, refresh_token }, headers: noStore }
}

const usersLogin = ({ store, body }: Call): Reply => {
  const principal = logIn(store, String(body.username), String(body.password))
  if (principal.kind !== 'user') throw wrongLogin()
  requireSecondFactor(store, principal)
  return loggedIn(store, principal)
}

const usersSecondFactor = ({ store, body }: Call): Reply => {
  const token = String(body.login_2fa_token)
  const login = store.unfinishedLogins.get(token)
  const isRight = login?.user.secondFactor === body.code && (login?.expiresAt ?? 0) > store.now().getTime()
  if (!login || !isRight) throw wrongLogin()
  store.unfinishedLogins.delete(token)
  return loggedIn(store, { kind: 'user', name: login.user.name })
}

const shared = { method: 'POST', tag: 'authentication-api', auth: 'none', failures: [401] } as const

export const authRoutes: readonly Route[] = [
  {
    ...shared,
    path: '/v2/auth/token',
    operationId: 'AuthCreateAccessToken',
    summary: 'Create access token',
    body: 'AuthCreateTokenRequest',
    success: { status: 200, schema: 'AuthCreateTokenResponse' },
    handle: createAccessToken,
  },
  {
    ...shared,
    path: '/v2/users/login',
    operationId: 'PostUsersLogin',
    summary: 'Create an authentication token',
    deprecated: true,
    body: 'UsersLoginRequest',
    success: { status: 200, schema: 'PostUsersLoginSuccessResponse' },
    handle: usersLogin,
  },
  {
    ...shared,
    path: '/v2/users/2fa-login',
    operationId: 'PostUsers2FALogin',
    summary: 'Complete a login with its second factor',
    body: 'Users2FALoginRequest',
    success: { status: 200, schema: 'PostUsersLoginSuccessResponse' },
    handle: usersSecondFactor,
  },
]
