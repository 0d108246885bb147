import { describe, expect, it } from 'vitest'
import { settingNames } from '../../../bin/options/setting-names.ts'
import { isOpenApi, type OpenApiDocument, openApi } from '../../../checks/twists/documents.ts'
import { answer } from '../../../checks/twists/twist.ts'
import type { Twist } from '../../../contracts/requirement.ts'
import type { Report } from '../../../contracts/results/report.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { reporters } from '../../../reporters/index.ts'
import { runTwisted } from '../../support/run.ts'

/** What to do where there are credentials and no way to use them. */

const isLogin = (path: string): boolean => /^\/v2\/(?:auth\/token|users\/login)$/.test(path)

/** A hub that is signed in to at one place, or at none, with what it publishes changed. */
const hub =
  (publish: Twist, login: (request: Request) => Response = answer(404)): Twist =>
  async (request, next) => {
    const { pathname } = new URL(request.url)
    if (isOpenApi(request, pathname)) return publish(request, next)
    return isLogin(pathname) ? login(request) : next(request)
  }

/** What is published, with the schemes and each operation changed. */
const declaring = (schemes: object, edit: (document: OpenApiDocument) => void = () => {}): Twist =>
  openApi(document => {
    document.components.securitySchemes = schemes
    edit(document)
    for (const item of Object.values(document.paths))
      for (const operation of Object.values(item))
        if (operation.security?.length > 0) operation.security = Object.keys(schemes).map(name => ({ [name]: [] }))
  })

const withoutLogin = ({ paths }: OpenApiDocument): void => {
  for (const path of Object.keys(paths)) if (isLogin(path)) delete paths[path]
}

const run = async (twist: Twist, kind: 'token' | 'password' = 'password'): Promise<Report> => {
  const report = await runTwisted(
    twist,
    { select: { suites: ['presence', 'areas', 'labels'] }, settingNames, allowWrites: false },
    '',
    kind,
  )
  expect((await verifyReport(JSON.parse(JSON.stringify(report)))).disagreements).toEqual([])
  return report
}

const nextOf = ({ next }: Report): readonly string[] => next.map(({ message }) => message)

const basic = { basic: { type: 'http', scheme: 'basic' } }
const cookie = { session: { type: 'apiKey', in: 'cookie', name: 'hub_session' } }
const bearer = { bearer: { type: 'http', scheme: 'bearer' } }

describe('what is told of credentials that cannot be used', () => {
  it('uses the schemes of a document that names no operation of this API', async () => {
    const publish = declaring(basic, document => {
      document.paths = { '/healthz': { get: { responses: { 200: { description: 'up' } } } } }
    })
    const report = await run(async (request, next) => {
      const [, pair] = /^Basic (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? []
      if (pair === undefined) return hub(publish)(request, next)
      const [identifier, secret] = atob(pair).split(':')
      const login = await next(
        new Request(new URL('/v2/auth/token', request.url), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ identifier, secret }),
        }),
      )
      const { access_token: token = 'none' } = (await login.json()) as { readonly access_token?: string }
      return next(new Request(request, { headers: { authorization: `Bearer ${token}` } }))
    })
    expect(report.fixtures.find(({ need }) => need === 'credentials')?.value ?? null).toMatchObject({
      form: 'Authorization: Basic {basic}',
    })
    expect(nextOf(report).join()).not.toContain('no way to log in')
  })

  it.each([
    ['is not there', answer(404), /^This run needs the published OpenAPI reference/],
    ['is for those who are signed in', answer(401), /^\/openapi\.json answered 401/],
    [
      'is cut short',
      async () =>
        new Response('{"openapi": "3.1.0", "info": {"title": ', { headers: { 'content-type': 'application/json' } }),
      /line 1: The JSON is not well-formed/,
    ],
  ] as const)(
    'names the document first where it %s, and the login as its consequence',
    async (_what, publish, message) => {
      const [first, second = ''] = nextOf(await run(hub(async request => publish(request))))
      expect(first).toMatch(message)
      expect(first).toMatch(/Because of this, no login was found: POST \/v2\/auth\/token answered 404\./)
      expect(second).toMatch(/^Found no way to log in/)
    },
  )

  it('has a declared login served that answers 404', async () => {
    const [first] = nextOf(await run(hub(declaring(bearer))))
    expect(first).toMatch(/Serve POST \/v2\/auth\/token, as published in the OpenAPI document\.$/)
  })

  it('has a login set the declared cookie', async () => {
    const [first] = nextOf(await run(hub(declaring(cookie), answer(200, { ok: true }))))
    expect(first).toMatch(/Set the cookie hub_session in its answer \(Set-Cookie\)/)
    expect(first).not.toContain('access_token')
  })

  it('names the options of the command', async () => {
    const report = await run(hub(declaring(bearer, withoutLogin)))
    const [first = ''] = nextOf(report)
    const lines = [
      'operations:',
      '  login:',
      '    method: POST',
      "    path: '/v2/session'",
      '    body: { username: "{username}", password: "{password}" }',
    ]
    expect(report.next[0]?.snippet).toEqual(lines)
    for (const format of ['console', 'markdown'] as const)
      for (const line of lines) expect(reporters[format].render(report, {})).toContain(line)
    expect(reporters.html.render(report, {})).toMatch(/aria-label="Lines to paste">operations:\n {2}login:\n/)
    expect(first).toContain("--auth-header 'Authorization: Basic {basic}'")
    expect(first).toContain('give its method, path and body in --binding.')
  })

  it('says how a login is used that asks for more than user name and password', async () => {
    const [first] = nextOf(await run(hub(declaring(cookie), answer(403, { detail: 'CSRF token is missing.' }))))
    expect(first).toMatch(/^Could not log in: POST \/v2\/auth\/token answered 403 .*--header/)
    expect(first).toMatch(/log in yourself, and give the token or the session cookie of that login as the token/)
    const [wrong] = nextOf(await run(hub(declaring(cookie), answer(401))))
    expect(wrong).toMatch(/answered 401 .* Check the credentials\.$/)
  })

  it('names the declared forms where a token is refused in one of them', async () => {
    const twist = hub(declaring({ ...basic, ...cookie }))
    const [first] = nextOf(
      await run(async (request, next) => {
        const isCookie = request.headers.has('cookie') || request.headers.has('authorization')
        return isCookie ? answer(401)(request) : twist(request, next)
      }, 'token'),
    )
    expect(first).toMatch(
      /refused the credentials, .* declares: Authorization: Basic \{basic\} or Cookie: hub_session=/,
    )
    expect(first).not.toContain('declare how to send')
  })

  it('has user name and password given where the document declares nothing else', async () => {
    const twist = hub(declaring(basic))
    const [first] = nextOf(
      await run(async (request, next) => {
        const isBearer = request.headers.get('authorization')?.startsWith('Bearer ') === true
        return isBearer ? answer(401, undefined, { 'www-authenticate': 'Basic' })(request) : twist(request, next)
      }, 'token'),
    )
    expect(first).toMatch(
      /\(HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD\)\. The OpenAPI document declares http basic alone: give user name and password in place of the token\.$/,
    )
  })
})

it('says where a refused token is from, and to leave it out where user name and password are given as well', async () => {
  const { username, password } = createHub().credentials
  const credentials = { token: 'stale', tokenSource: '--token-file', username, password }
  const report = await runTwisted(undefined, { select: { suites: ['presence'] }, credentials })
  expect(nextOf(report)[0]).toMatch(
    /refused the credentials, the token of --token-file in the header authorization: .* Leave out --token-file to use the given user name and password/,
  )
  expect((await verifyReport(report)).disagreements).toEqual([])
})

it('says that user name and password are needed, and for what, where some operations ask for them and a token is given', async () => {
  const challenge = { 'www-authenticate': 'Basic realm="hub"' }
  const report = await run(async (request, next) => {
    const isBasic = /^Basic /i.test(request.headers.get('authorization') ?? '')
    const isOfTokens = new URL(request.url).pathname.startsWith('/v2/access-tokens')
    return isOfTokens && !isBasic ? answer(401, undefined, challenge)(request) : next(request)
  }, 'token')
  const told = nextOf(report).find(message => message.includes('HTTP Basic'))
  expect(told).toContain(
    'The answer of "list personal access tokens" asks for HTTP Basic, but no credentials were sent in this form. Give user name and password, with or in place of the token',
  )
  expect(told).toContain('HUB_CONFORMANCE_PASSWORD')
})
