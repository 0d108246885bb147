import { expect, it } from 'vitest'
import { isOpenApi, openApi } from '../../../checks/twists/documents.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { runConformance } from '../../../engine/run.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { virtualClock, withVerdict } from '../../support/run.ts'

const text = { type: 'string' }
const form = { type: 'object', required: ['username', 'password'], properties: { username: text, password: text } }
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })

/** A hub that takes a key in a header of its own, and shows it in a member that no usual name has; how it logs in is declared. */
const hubWith = (login: Readonly<Record<string, unknown>>, isLoggedIn: (request: Request) => Promise<boolean>) => {
  const hub = createHub()
  const logins: Request[] = []
  const handler = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (isOpenApi(request, pathname))
      return openApi(document => {
        const key = { type: 'apiKey', in: 'header', name: 'X-Hub-Key' }
        Object.assign(document.components, { securitySchemes: { name: { type: 'http', scheme: 'basic' }, key } })
        const paths = document.paths as Record<string, Record<string, unknown>>
        for (const known of Object.keys(paths)) if (/^\/v2\/(?:auth|users)\//.test(known)) delete paths[known]
        for (const item of Object.values(document.paths))
          for (const operation of Object.values(item)) operation.security = [{ key: [] }]
        const shown = { type: 'object', properties: { key: text, until: { type: 'string', format: 'date-time' } } }
        const responses = { 200: { description: 'a key', ...json(shown) } }
        paths['/v2/session'] = { post: { operationId: 'login', responses, ...login } }
      })(request, hub.handler)
    if (/^\/v2\/(?:auth|users)\//.test(pathname)) return new Response('{}', { status: 404 })
    if (pathname === '/v2/session') {
      logins.push(request.clone())
      return (await isLoggedIn(request))
        ? Response.json({ key: hub.credentials.token, until: '2030-01-01T00:00:00Z' })
        : Response.json({}, { status: 401, headers: { 'www-authenticate': 'Basic realm="hub"' } })
    }
    const headers = new Headers(request.headers)
    headers.delete('authorization')
    const value = headers.get('x-hub-key')
    if (value !== null) headers.set('authorization', `Bearer ${value}`)
    return hub.handler(new Request(request, { headers }))
  }
  return { ...hub, handler, logins }
}

const judge = ({ handler, fixtures, credentials }: ReturnType<typeof hubWith>, password = credentials.password) =>
  runConformance({
    target: { url: 'http://hub.invalid', handler },
    credentials: { username: credentials.username, password },
    fixtures: { namespace: fixtures.namespace, repository: fixtures.repository },
    allowWrites: true,
    clock: virtualClock(),
    network: { timeoutMs: 600_000 },
    patienceMs: 2_000,
    select: { only: ['presence/pat-management'] },
  })

const encoded = (hub: ReturnType<typeof createHub>): string =>
  Buffer.from(`${hub.credentials.username}:${hub.credentials.password}`).toString('base64')

it.each([
  ['no body', {}, ''],
  ['a body of other members', { requestBody: json({ type: 'object', properties: { scope: text } }) }, '{}'],
])('a login that declares HTTP Basic gets it, with %s', async (_, declared, body) => {
  const hub = hubWith(
    { security: [{ name: [] }], ...declared },
    async request => request.headers.get('authorization') === `Basic ${encoded(hub)}`,
  )
  const report = await judge(hub)
  expect(withVerdict(report, 'pass')).toHaveProperty('presence/pat-management')
  expect(await Promise.all(hub.logins.map(login => login.text()))).toEqual([body])
  expect(JSON.stringify(report)).not.toContain(encoded(hub))
  expect(JSON.stringify(report)).not.toContain(hub.credentials.token)
  expect((await verifyReport(report)).disagreements).toEqual([])
})

it('a login that refused HTTP Basic is not told to be asked with it', async () => {
  const hub = hubWith({ security: [{ name: [] }] }, async () => false)
  const report = await judge(hub, 'wrong')
  expect(withVerdict(report, 'untestable')).toEqual({ 'presence/pat-management': 'login-failed' })
  expect(report.next[0]?.message).not.toContain('{basic}')
  expect((await verifyReport(report)).disagreements).toEqual([])
})

it('the only text that the answer of a login declares is its token', async () => {
  const hub = hubWith({ security: [], requestBody: json(form) }, async request => {
    const { username, password } = (await request.json()) as Readonly<Record<string, unknown>>
    return username === hub.credentials.username && password === hub.credentials.password
  })
  const report = await judge(hub)
  expect(withVerdict(report, 'pass')).toHaveProperty('presence/pat-management')
  expect(JSON.stringify(report)).not.toContain(hub.credentials.token)
  expect((await verifyReport(report)).disagreements).toEqual([])
})
