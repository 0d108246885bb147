import { describe, expect, it } from 'vitest'
import { isOpenApi, openApi } from '../../../checks/twists/documents.ts'
import type { SentRequest } from '../../../contracts/exchange.ts'
import type { Twist } from '../../../contracts/requirement.ts'
import type { LedgerRecord } from '../../../engine/cleanup/ledger.ts'
import { readLedger } from '../../../engine/cleanup/resume.ts'
import { systemClock } from '../../../engine/clock.ts'
import { createCredentials } from '../../../engine/credentials/credentials.ts'
import type { Client } from '../../../engine/http/client.ts'
import type { CredentialsInput } from '../../../engine/options.ts'
import { createRedactor } from '../../../engine/redaction/redaction.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { runConformance } from '../../../engine/run.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { reporters } from '../../../reporters/index.ts'
import { curlLines } from '../../../reporters/shared/curl.ts'
import { inputFor, withVerdict } from '../../support/run.ts'

/** A session in a cookie, whose unsafe requests need a token of the session in a header as well. */

const csrf = 'csrf/0a1b2c3d4e5f60718293=='

/** Where the login says the token. */
type Place = 'cookie' | 'body' | 'header'

interface Session {
  readonly place: Place
  /** The header that unsafe requests need. */
  readonly field: string
  /** Not declared: as if there were a cookie alone. */
  readonly undeclared?: true
  readonly seen?: Request[]
}

const publish = ({ field, undeclared }: Session): Twist =>
  openApi(document => {
    Object.assign(document.components, {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        ...(undeclared ? {} : { token: { type: 'apiKey', in: 'header', name: field } }),
      },
    })
    for (const item of Object.values(document.paths))
      for (const [method, operation] of Object.entries(item))
        if (operation.security?.length > 0)
          operation.security = [{ session: [], ...(method === 'get' || undeclared ? {} : { token: [] }) }]
  })

const login = async (response: Response, { place }: Session): Promise<Response> => {
  const body = (await response.json()) as Readonly<Record<string, string>>
  const headers = new Headers({ 'content-type': 'application/json' })
  headers.append('set-cookie', `sid=${body.access_token ?? body.token}; Path=/; HttpOnly`)
  if (place === 'cookie') headers.append('set-cookie', `XSRF-TOKEN=${encodeURIComponent(csrf)}; Path=/`)
  if (place === 'header') headers.set('x-csrf-token', csrf)
  return new Response(JSON.stringify(place === 'body' ? { ok: true, csrf_token: csrf } : { ok: true }), { headers })
}

const hub =
  (session: Session): Twist =>
  async (request, next) => {
    session.seen?.push(request.clone())
    const { pathname } = new URL(request.url)
    if (isOpenApi(request, pathname)) return publish(session)(request, next)
    if (request.method === 'POST' && /^\/v2\/(?:auth\/token|users\/login)$/.test(pathname)) {
      const response = await next(request)
      return response.ok ? login(response, session) : response
    }
    const headers = new Headers(request.headers)
    headers.delete('authorization')
    const cookies = new Map((headers.get('cookie') ?? '').split('; ').map(one => one.split('=', 2) as [string, string]))
    const isProven =
      headers.get(session.field) === csrf &&
      (session.place !== 'cookie' || cookies.get('XSRF-TOKEN') === encodeURIComponent(csrf))
    const isUnsafe = !/^(?:GET|HEAD|OPTIONS)$/.test(request.method) && !pathname.startsWith('/v1/')
    if (cookies.has('sid') && isUnsafe && !isProven)
      return Response.json({ detail: 'The CSRF token is missing.' }, { status: 403 })
    if (cookies.has('sid')) headers.set('authorization', `Bearer ${cookies.get('sid')}`)
    return next(new Request(request, { headers }))
  }

const select = { suites: ['access-tokens', 'presence', 'org-access-tokens'] }

const judge = (
  session: Session,
  { credentials, ...input }: Parameters<typeof inputFor>[2] = {},
  kind: 'token' | 'password' = 'password',
) => {
  const twist = hub(session)
  const inner = createHub()
  const given = inputFor(inner, () => request => twist(request, inner.handler), { select, ...input }, '', kind)
  return runConformance({ ...given, credentials: { ...given.credentials, ...credentials } })
}

describe('a session with a token in a header', () => {
  it.each([
    ['cookie', 'X-XSRF-TOKEN'],
    ['body', 'X-CSRF-Token'],
    ['header', 'X-CSRF-Token'],
  ] as const)('which the login says in its %s and the document declares', async (place, field) => {
    const records: LedgerRecord[] = []
    const report = await judge({ place, field }, { ledger: { write: async record => void records.push(record) } })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'untestable')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({})
    expect(report.result).toBe('partial')
    expect(report.leftovers).toEqual([])
    for (const reporter of Object.values(reporters))
      for (const secret of [csrf, encodeURIComponent(csrf)]) expect(reporter.render(report)).not.toContain(secret)
    expect((await verifyReport(JSON.parse(JSON.stringify(report)))).disagreements).toEqual([])
    expect(readLedger(records.at(-1)).csrfHeader).toBe(field)
  })
  it('is repeated by curl with a variable in its place', async () => {
    const report = await judge({ place: 'cookie', field: 'X-XSRF-TOKEN' })
    const created = report.exchanges.find(
      ({ request, response }) =>
        /\/access-tokens$/.test(request.url) && request.method === 'POST' && response?.status === 201,
    )
    const line = curlLines(created?.request as SentRequest, 10_000).join(' ')
    expect(line).toContain('-H "cookie: sid=$HUB_CONFORMANCE_TOKEN; XSRF-TOKEN=$HUB_CONFORMANCE_CSRF_TOKEN"')
    expect(line).toContain('-H "x-xsrf-token: $HUB_CONFORMANCE_CSRF_TOKEN"')
  })

  it('in a header that the user names', async () => {
    const session = { place: 'body', field: 'X-Own', undeclared: true } as const
    const without = await judge(session)
    const [first] = without.next
    expect(first?.message).toMatch(/If that is a CSRF token, declare its header .* as an API key next to the session/)
    const report = await judge(session, { credentials: { csrfHeader: 'X-Own' } })
    expect(withVerdict(report, 'untestable')).toEqual({})
    expect(report.result).toBe('partial')
  })

  it('where the user gives both', async () => {
    const credentials = { header: 'Cookie: sid={token}', csrfToken: csrf }
    const report = await judge({ place: 'body', field: 'X-CSRF-Token', undeclared: true }, { credentials }, 'token')
    expect(withVerdict(report, 'untestable')).toEqual({})
    expect(report.result).toBe('partial')
    expect(JSON.stringify(report)).not.toContain(csrf)
  })

  it('sends nothing in a header that is declared for something else', async () => {
    const seen: Request[] = []
    await judge({ place: 'body', field: 'X-Client-Id', seen })
    expect(seen.filter(({ headers }) => headers.has('x-client-id'))).toEqual([])
  })

  it('where the user gives both, and a cookie that the header has to be like', async () => {
    const credentials = { csrfToken: csrf }
    const network = {
      timeoutMs: 600_000,
      headers: [['Cookie', `XSRF-TOKEN=${encodeURIComponent(csrf)}; theme=dark`]],
    } as const
    const seen: Request[] = []
    const report = await judge({ place: 'cookie', field: 'X-XSRF-TOKEN', seen }, { credentials, network }, 'token')
    expect(withVerdict(report, 'untestable')).toEqual({})
    expect(report.result).toBe('partial')
    const [cookie] = seen.flatMap(({ method, headers }) => (method === 'DELETE' ? [headers.get('cookie')] : []))
    expect(cookie).toMatch(/^sid=[^;]+; XSRF-TOKEN=[^;]+; theme=dark$/)
  })
})

describe('a header that decides what a request does or where it goes', () => {
  const names = ['X-HTTP-Method-Override', 'Host', 'Content-Length', 'Content-Type', 'Cookie']
  const create = (input: CredentialsInput) => createCredentials(input, {} as Client, createRedactor(), systemClock)

  it.each(names)('%s is not sent with the token of a session where a document declares it so', async name => {
    const credentials = create({ token: 'token-1', csrfToken: 'csrf-1' })
    credentials.useCsrf(name)
    expect(await credentials.authorization({ record: () => undefined })).toEqual([
      ['authorization', 'Bearer token-1'],
      ['x-csrf-token', 'csrf-1'],
    ])
  })

  it.each(names)('%s is refused where the user names it', name => {
    expect(() => create({ token: 'token-1', csrfHeader: name })).toThrow(name)
  })
})
