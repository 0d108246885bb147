import { describe, expect, test } from 'vitest'
import { isOpenApi } from '../../../checks/twists/documents.ts'
import { answer } from '../../../checks/twists/twist.ts'
import { openGroups } from '../../../contracts/causes/open.ts'
import { isOpen } from '../../../contracts/results/verdict.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { settingNames } from '../../../library/setting-names.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { reporters } from '../../../reporters/index.ts'
import { runTwisted, withVerdict } from '../../support/run.ts'

/** Credentials that the target refuses: one cause, found at the start. */

const small = { select: { suites: ['access-tokens', 'org-access-tokens'] }, settingNames }
const wrong = 'a-token-that-nobody-has-4711'

describe('credentials that are refused', () => {
  test.each([
    ['a token', { token: wrong }, 'authorization'],
    ['a token', { token: wrong, header: 'X-Api-Key: {token}' }, 'x-api-key'],
    ['a token', { token: wrong, header: 'Cookie: lang=en; hub_session={token}' }, 'cookie'],
    [
      'user name and password',
      { username: 'conformance', password: wrong, header: 'Authorization: Basic {basic}' },
      'authorization',
    ],
  ])('%s, as %j: said once, with the header and the settings, and with no value', async (kind, credentials, header) => {
    const report = await runTwisted(undefined, { ...small, credentials })
    const { credentials: fixture } = Object.fromEntries(report.fixtures.map(each => [each.need, each]))
    expect(fixture?.reason).toMatchObject({ code: 'credentials-refused', values: { kind, header, status: 401 } })
    expect(fixture?.reason?.message).toContain(
      header === 'cookie' ? ' in the cookie hub_session: ' : ` in the header ${header}: `,
    )
    expect(fixture?.reason?.settings).toEqual(['credentials', 'credentials.header'])
    const must = report.requirements.filter(({ level, verdict }) => level === 'must' && verdict === 'untestable')
    expect(new Set(must.map(({ reason }) => reason?.code))).toEqual(new Set(['credentials-refused']))
    expect(report.next[0]).toMatchObject({ kind: 'give' })
    expect(report.next[0]?.message).toMatch(/^The target refused the credentials/)
    expect(JSON.stringify(report)).not.toContain(wrong)
    expect(reporters.html.render(report)).toMatch(/Credentials<[^>]*>\s*<dd[^>]*>refused</)
    expect(report.exchanges.filter(({ request }) => request.method === 'POST')).toEqual([])
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('everything that was answered 401 to them is one cause, told first', async () => {
    const suites = ['presence', 'repositories', 'labels', 'immutable-tags', 'access-tokens']
    const report = await runTwisted(undefined, { select: { suites }, credentials: { token: wrong } })
    const open = report.requirements.filter(({ verdict }) => isOpen(verdict))
    const [first, ...others] = openGroups(open, report)
    expect(first?.messages.join()).toMatch(/^the target refused the credentials/)
    expect(first?.action).toMatch(/^The answer says "Invalid bearer token"\. Give credentials that the target accepts/)
    expect(others.flatMap(({ members }) => members.map(({ id, reason }) => `${id} ${reason?.message}`))).toEqual([])
    expect(report.next.map(({ requirements }) => requirements.length)).toEqual([open.length])
  })

  test('nothing else is asked for where they are refused, such as a tag or a group', async () => {
    const suites = ['presence', 'repositories', 'repository-groups', 'replacements']
    const report = await runTwisted(undefined, {
      select: { suites },
      credentials: { token: wrong },
      fixtures: { namespace: 'conformance', org: 'conformance-org' },
    })
    expect(report.next.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The target refused the credentials/),
    ])
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('by a login: that is the reason', async () => {
    const report = await runTwisted(undefined, { ...small, credentials: { username: 'conformance', password: wrong } })
    const { credentials: fixture } = Object.fromEntries(report.fixtures.map(each => [each.need, each]))
    expect(fixture?.reason).toMatchObject({ code: 'login-failed', settings: ['credentials'] })
    expect(report.next[0]?.message).toMatch(/^Could not log in: .* Check the credentials\.$/)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  const withoutLogin =
    (status: number, fields: Readonly<Record<string, string>>) =>
    async (request: Request, next: (request: Request) => Promise<Response>): Promise<Response> => {
      const { pathname } = new URL(request.url)
      if (isOpenApi(request, pathname)) return answer(404)(request)
      if (!/^\/v2\/(?:auth\/token|users\/login)$/.test(pathname)) return next(request)
      return new Response('please sign in', { status, headers: fields })
    }
  const user = { ...small, credentials: { username: 'conformance', password: 'a-password' } }

  test('by a path that asks for Basic and that nobody called a login: Basic is the advice, with the setting', async () => {
    const challenge = { 'WWW-Authenticate': 'Bearer realm="x", Basic realm="hub"' }
    const report = await runTwisted(withoutLogin(401, challenge), user)
    const { credentials: fixture } = Object.fromEntries(report.fixtures.map(each => [each.need, each]))
    expect(fixture?.reason).toMatchObject({ code: 'login-not-found', values: { scheme: 'Basic' } })
    expect(report.next[0]?.message).toMatch(
      /\(credentials\.header, .*The answer asks for HTTP Basic: give credentials\.header as "Authorization: Basic \{basic\}"/,
    )
    expect(report.next[0]?.message).not.toContain('Check the credentials')
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('by no login at all: Basic is one of the ways', async () => {
    const report = await runTwisted(withoutLogin(404, {}), user)
    expect(report.next[1]?.message).toMatch(
      /If the target takes HTTP Basic, give credentials\.header as "Authorization: Basic \{basic\}"/,
    )
  })

  test('by a login that gives nothing: the path that answered is named', async () => {
    const mute = async (request: Request, next: (request: Request) => Promise<Response>): Promise<Response> => {
      const { pathname } = new URL(request.url)
      // Without a reference both published logins are tried.
      if (pathname === '/v2/auth/token' || isOpenApi(request, pathname)) return answer(404)(request)
      return pathname === '/v2/users/login' ? answer(200, { ok: true })(request) : next(request)
    }
    const report = await runTwisted(mute, {
      ...small,
      credentials: { username: 'conformance', password: 'a-password' },
    })
    const { credentials: fixture } = Object.fromEntries(report.fixtures.map(each => [each.need, each]))
    expect(fixture?.reason?.values).toEqual({ operation: 'POST /v2/users/login', status: 200, members: 'ok' })
    expect((await verifyReport(report)).disagreements).toEqual([])
  })
})

describe('credentials that are accepted', () => {
  test('take one request to see', async () => {
    const report = await runTwisted(undefined, small)
    const { credentials: fixture } = Object.fromEntries(report.fixtures.map(each => [each.need, each]))
    expect(fixture).toMatchObject({ value: true, reason: null })
    expect(fixture?.exchanges).toHaveLength(1)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('are not said to be refused where one family alone refuses them', async () => {
    const report = await runTwisted(
      async (request, next) =>
        new URL(request.url).pathname.startsWith('/v2/access-tokens') ? answer(401)(request) : next(request),
      small,
    )
    const { credentials: fixture } = Object.fromEntries(report.fixtures.map(each => [each.need, each]))
    expect(fixture).toMatchObject({ value: true, reason: null })
    expect(Object.values(withVerdict(report, 'untestable'))).not.toContain('credentials-refused')
  })

  test('are not said to be refused where a limit or a failure answers', async () => {
    const hub = createHub()
    for (const status of [429, 500, 503]) {
      const report = await runTwisted(async request => answer(status)(request), {
        ...small,
        credentials: { token: hub.credentials.token },
        network: { retries: 0, timeoutMs: 500 },
        patienceMs: 0,
      })
      const { credentials: fixture } = Object.fromEntries(report.fixtures.map(each => [each.need, each]))
      expect(fixture?.reason ?? null).toBeNull()
    }
  })
})
