import { describe, expect, it } from 'vitest'
import { isOpenApi, openApi } from '../../../checks/twists/documents.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { runConformance } from '../../../engine/run.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { virtualClock, withVerdict } from '../../support/run.ts'

const text = { type: 'string' }
const formOf = (...names: readonly string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map(name => [name, text])),
})

const urlencoded = 'application/x-www-form-urlencoded'

/** What a body says, also where it is a resource of JSON:API. */
const plainOf = (body: unknown): Readonly<Record<string, unknown>> => {
  const { data, ...rest } = body as { readonly data?: { readonly attributes: object } }
  return { ...rest, ...data?.attributes }
}

interface Declared {
  /** The media type that the login takes. */
  readonly type?: string
  readonly path: string
  readonly operationId?: string
  readonly form?: unknown
}

/** A hub that logs in at one place alone, by `user` and `pass`, declares what it is told to, and answers a login with its token so. */
const hubAt = (
  path: string,
  declared: Declared | undefined,
  takes = declared?.type ?? 'application/json',
  shown: (token: string) => unknown = token => ({ token }),
) => {
  const hub = createHub()
  const { username, password } = hub.credentials
  const bodies: unknown[] = []
  const handler = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (isOpenApi(request, pathname))
      return openApi(document => {
        const paths = document.paths as Record<string, unknown>
        for (const known of Object.keys(paths)) if (/^\/v2\/(?:auth|users)\//.test(known)) delete paths[known]
        if (declared !== undefined)
          paths[declared.path] = {
            post: {
              ...(declared.operationId === undefined ? {} : { operationId: declared.operationId }),
              ...(declared.form === undefined
                ? {}
                : { requestBody: { content: { [declared.type ?? 'application/json']: { schema: declared.form } } } }),
              responses: { 200: { description: 'a session' } },
            },
          }
      })(request, hub.handler)
    if (/^\/v2\/(?:auth|users)\//.test(pathname)) return new Response('{}', { status: 404 })
    if (pathname !== path || request.method !== 'POST') return hub.handler(request)
    const isForm = request.headers.get('content-type')?.startsWith(urlencoded) === true
    if (isForm !== (takes === urlencoded)) return new Response('{}', { status: 415 })
    const body: Readonly<Record<string, unknown>> = isForm
      ? Object.fromEntries(new URLSearchParams(await request.text()))
      : plainOf(await request.json())
    bodies.push(body)
    if ((body.user ?? body.who) !== username || (body.pass ?? body.word) !== password)
      return new Response('{}', { status: 401 })
    return Response.json(shown(hub.credentials.token), { status: 201 })
  }
  return { ...hub, handler, bodies }
}

const judge = async (
  { handler, fixtures, credentials }: ReturnType<typeof hubAt>,
  binding?: unknown,
  only: readonly string[] = ['presence/pat-management'],
) =>
  runConformance({
    target: { url: 'http://hub.invalid', handler },
    credentials: { username: credentials.username, password: credentials.password },
    fixtures: { namespace: fixtures.namespace },
    clock: virtualClock(),
    network: { timeoutMs: 600_000 },
    select: { only },
    ...(binding === undefined ? {} : { bindings: binding }),
  })

describe('a login of the target’s own', () => {
  it.each([
    ['under its own id', { path: '/v2/session', operationId: 'login', form: formOf('user', 'pass') }],
    ['by what its form asks for', { path: '/v2/session', operationId: 'open', form: formOf('user', 'pass') }],
    [
      'in the attributes of a resource',
      {
        path: '/v2/session',
        operationId: 'open',
        form: {
          type: 'object',
          properties: { data: { type: 'object', properties: { attributes: formOf('user', 'pass') } } },
        },
      },
    ],
    ['as a form', { path: '/v2/session', operationId: 'login', form: formOf('user', 'pass'), type: urlencoded }],
  ])('is found in its reference %s', async (_what, declared) => {
    const hub = hubAt('/v2/session', declared)
    const report = await judge(hub)
    expect(withVerdict(report, 'pass')).toEqual({ 'presence/pat-management': '' })
    expect(hub.bodies).toEqual([{ user: hub.credentials.username, pass: hub.credentials.password }])
    expect(JSON.stringify(report)).not.toContain(hub.credentials.password)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  const secret = { ...text, format: 'password' }
  it.each([
    ['whose names nothing tells, in the usual order', 'login', formOf('who', 'word')],
    ['whose names nothing tells, by the format of the password', 'open', { properties: { word: secret, who: text } }],
    [
      'of which one name tells, next to what is not demanded',
      'open',
      { ...formOf('user', 'word'), properties: { hint: text, user: text, word: text } },
    ],
  ])('is found in its reference by a form of two texts %s', async (_what, operationId, form) => {
    const hub = hubAt('/v2/session', { path: '/v2/session', operationId, form })
    const report = await judge(hub)
    expect(withVerdict(report, 'pass')).toEqual({ 'presence/pat-management': '' })
    expect(Object.keys(hub.bodies[0] as object)).not.toContain('hint')
    expect(JSON.stringify(report)).not.toContain(hub.credentials.password)
  })

  it.each([
    ['as JSON', 'application/json'],
    ['as a form', urlencoded],
  ])('is told by the report %s where a case on a removed route began it', async (_what, type) => {
    const hub = hubAt('/v2/session', { path: '/v2/session', form: formOf('user', 'pass', 'device'), type })
    const report = await judge(hub, undefined, ['v1-removed/name-images', 'presence/pat-management'])
    expect(hub.bodies).toHaveLength(1)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it.each([
    ['that takes a place in its path', '/v2/users/{name}/sessions', formOf('user', 'pass')],
    ['whose path is of something else', '/v2/accounts', formOf('user', 'pass')],
    ['that asks for a password alone', '/v2/session', formOf('pass')],
    ['that asks for two texts of which nothing tells what they are', '/v2/session', formOf('who', 'word')],
  ])('is none %s', async (_what, path, form) => {
    const hub = hubAt('/v2/elsewhere', { path, operationId: 'other', form })
    const report = await judge(hub)
    expect(report.exchanges.map(({ request }) => new URL(request.url).pathname)).not.toContain(path)
    expect(withVerdict(report, 'untestable')).toEqual({ 'presence/pat-management': 'login-not-found' })
    expect(report.next[0]?.message).toMatch(
      /^Found no way to log in .*: POST \/v2\/auth\/token answered 404.* securitySchemes/,
    )
  })

  it.each(['application/json', urlencoded])('is sent the body that the user gives it, as %s', async takes => {
    const hub = hubAt('/v2/elsewhere', undefined, takes)
    const body = { user: '{username}', pass: '{password}' }
    const report = await judge(hub, { operations: { login: { method: 'POST', path: '/v2/elsewhere', body } } })
    expect(withVerdict(report, 'pass')).toEqual({ 'presence/pat-management': '' })
    expect(hub.bodies).toEqual([{ user: hub.credentials.username, pass: hub.credentials.password }])
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('says that the given login is wrong where it is given at a wrong path', async () => {
    const hub = hubAt('/v2/elsewhere', undefined)
    const report = await judge(hub, { operations: { login: { method: 'POST', path: '/v2/door' } } })
    expect(report.next[0]?.message).toMatch(
      /POST \/v2\/door answered 404.* Correct the method, the path or the body of the given login\.$/,
    )
  })

  it('says that a login can be given where none is found', async () => {
    const report = await judge(hubAt('/v2/elsewhere', undefined))
    expect(report.next[0]?.message).toMatch(
      /If it has a login, .*; or give its method, path and body\. The lines below are an example to adapt\.$/,
    )
    expect(report.next[0]?.snippet?.at(1)).toBe('  login:')
  })

  it.each([
    ['in a member that is called one', (token: string) => ({ data: { sessionToken: token, refresh_token: 'other' } })],
    ['as the only JWT', (token: string) => ({ data: { attributes: { assertion: token, note: 'valid for an hour' } } })],
    ['as a text alone', (token: string) => token],
  ])('is read where its token stands %s', async (_what, shown) => {
    const declared = { path: '/v2/session', operationId: 'login', form: formOf('user', 'pass') }
    const hub = hubAt('/v2/session', declared, undefined, shown)
    const report = await judge(hub)
    expect(withVerdict(report, 'pass')).toEqual({ 'presence/pat-management': '' })
    expect(JSON.stringify(report)).not.toContain(hub.credentials.token)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('says that it found no token in the answer to a login that succeeded', async () => {
    const declared = { path: '/v2/session', operationId: 'login', form: formOf('user', 'pass') }
    const report = await judge(hubAt('/v2/session', declared, undefined, () => ({ data: { id: 7, state: 'open' } })))
    expect(report.next[0]?.message).toMatch(
      /^POST \/v2\/session answered 201, and no token was found in its answer, nor a cookie \(members: data, id, state\).* Return the token of the login in a member such as access_token/,
    )
  })

  it('says to check the credentials where it refuses them', async () => {
    const hub = hubAt('/v2/session', { path: '/v2/session', operationId: 'login', form: formOf('user', 'pass') })
    const report = await judge({ ...hub, credentials: { ...hub.credentials, password: 'another' } })
    expect(report.next[0]?.message).toMatch(
      /^Could not log in: POST \/v2\/session answered 401.* Check the credentials\.$/,
    )
  })
})
