import { expect, it } from 'vitest'
import { isOpenApi, openApi } from '../../../checks/twists/documents.ts'
import type { Twist } from '../../../contracts/requirement.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { runTwisted, withVerdict } from '../../support/run.ts'

/** One form for each area of the API. */
const formAt = (path: string): 'bearer' | 'cookie' | 'key' =>
  path.includes('/orgs/') ? 'key' : path.startsWith('/v2/access-tokens') ? 'cookie' : 'bearer'

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
}

const tokenIn = (headers: Headers, form: ReturnType<typeof formAt>): string | undefined => {
  const value = headers.get({ bearer: 'authorization', cookie: 'cookie', key: 'x-key' }[form]) ?? ''
  return value.replace(/^Bearer |^sid=/, '') || undefined
}

/** A hub of which each login ends the sessions before it. */
const strict = (logins: string[]): Twist => {
  let session: string | undefined
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    if (isOpenApi(request, pathname))
      return openApi(({ components, paths }) => {
        components.securitySchemes = securitySchemes
        for (const [path, item] of Object.entries(paths))
          for (const operation of Object.values(item))
            if (operation.security?.length > 0) operation.security = [{ [formAt(path)]: [] }]
      })(request, next)
    if (/^\/v2\/(?:auth\/token|users\/login)$/.test(pathname)) {
      logins.push(pathname)
      const response = await next(request)
      const body = (await response.json()) as Readonly<Record<string, string>>
      session = body.access_token ?? body.token
      const headers = { 'content-type': 'application/json', 'set-cookie': `sid=${session}; HttpOnly` }
      return new Response(JSON.stringify(body), { status: response.status, headers })
    }
    const token = tokenIn(request.headers, formAt(pathname))
    const headers = new Headers(request.headers)
    headers.delete('authorization')
    if (token !== undefined && token === session) headers.set('authorization', `Bearer ${token}`)
    else if (token !== undefined) headers.set('authorization', 'Bearer ended')
    return next(new Request(request, { headers }))
  }
}

it('one login serves every form that its answer has a token for', async () => {
  const logins: string[] = []
  const report = await runTwisted(
    strict(logins),
    { select: { suites: ['presence', 'access-tokens', 'org-access-tokens'] } },
    '',
    'password',
  )
  expect(logins).toHaveLength(1)
  expect(withVerdict(report, 'fail')).toEqual({})
  expect(withVerdict(report, 'untestable')).toEqual({})
  expect(report.result).toBe('partial')
  expect((await verifyReport(report)).disagreements).toEqual([])
})
