import { isOpenApi, openApi } from '../../checks/twists/documents.ts'
import { answer } from '../../checks/twists/twist.ts'
import type { HubVariant, Twist } from '../../contracts/requirement.ts'

/** The cookie of a session, and where it is got. */
const cookie = 'hub_session'
const login = '/v2/auth/token'

/** Tokens, groups and logs are for who has logged in; everything else is for who sends user name and password. */
const isOfSession = (path: string): boolean => /^\/v2\/(?:access-tokens|orgs|auditlogs)(?:\/|$)/.test(path)

/** What the document says: a scheme for most, another one for some. */
const declared = openApi(document => {
  document.components.securitySchemes = {
    basic: { type: 'http', scheme: 'basic' },
    session: { type: 'apiKey', in: 'cookie', name: cookie },
  }
  document.security = [{ basic: [] }]
  for (const [path, item] of Object.entries(document.paths))
    for (const operation of Object.values(item)) {
      const { security = [] } = operation
      if (security.length === 0) continue
      delete operation.security
      if (isOfSession(path)) operation.security = [{ session: [] }]
      else if (security.length > 1) operation.security = [{ basic: [] }, {}]
    }
})

const tokenOf = async (answered: Response): Promise<string> =>
  answered.ok ? ((await answered.json()) as { readonly access_token: string }).access_token : 'none'

/** A hub that takes user name and password with each request for some operations, and the cookie of a login for others. */
const mixed = (): Twist => {
  const tokens = new Map<string, Promise<string>>()
  return async (request, next) => {
    const { pathname, origin } = new URL(request.url)
    if (isOpenApi(request, pathname)) return declared(request, next)
    if (!pathname.startsWith('/v2/')) return next(request)
    const signIn = (body: unknown): Promise<Response> =>
      next(
        new Request(`${origin}${login}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    if (pathname === login && request.method === 'POST') {
      const answered = await signIn(await request.json().catch(() => ({})))
      if (!answered.ok) return answered
      const session = await tokenOf(answered)
      return answer(200, { ok: true }, { 'set-cookie': `${cookie}=${session}; Path=/; HttpOnly` })(request)
    }
    const headers = new Headers(request.headers)
    const basic = /^Basic (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
    const session = /(?:^|;\s*)hub_session=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1]
    const isSent = headers.has('authorization') || headers.has('cookie')
    headers.delete('authorization')
    const exchanged = async (pair: string): Promise<string> => {
      const [identifier = '', secret = ''] = atob(pair).split(':')
      return tokenOf(await signIn({ identifier, secret }))
    }
    const known = (pair: string): Promise<string> => {
      const token = tokens.get(pair) ?? exchanged(pair).catch(() => 'none')
      tokens.set(pair, token)
      return token
    }
    const token = isOfSession(pathname) ? session : basic && (await known(basic))
    if (isSent) headers.set('authorization', `Bearer ${token ?? 'none'}`)
    return next(new Request(request, { headers }))
  }
}

export default {
  'mixed-credentials': {
    says: 'user name and password for some operations, the cookie of a login for others',
    twist: mixed,
    credentials: 'password',
  },
} satisfies Readonly<Record<string, HubVariant>>
