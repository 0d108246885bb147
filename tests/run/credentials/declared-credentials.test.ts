import { describe, expect, it } from 'vitest'
import { isOpenApi, openApi } from '../../../checks/twists/documents.ts'
import type { Twist } from '../../../contracts/requirement.ts'
import type { LedgerRecord, LedgerStore } from '../../../engine/cleanup/ledger.ts'
import { readLedger } from '../../../engine/cleanup/resume.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { runConformance } from '../../../engine/run.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { reporters } from '../../../reporters/index.ts'
import { virtualClock, withVerdict } from '../../support/run.ts'

type Scheme = Readonly<Record<string, unknown>>

/** Declares other security schemes, each an alternative to the others; or what is given in their place. */
const declaring = (schemes: Readonly<Record<string, Scheme>>, security?: unknown): Twist =>
  openApi(document => {
    Object.assign(document.components, { securitySchemes: schemes })
    for (const item of Object.values(document.paths))
      for (const operation of Object.values(item))
        if (Array.isArray(operation.security) && operation.security.length > 0)
          operation.security = security ?? Object.keys(schemes).map(name => ({ [name]: [] }))
  })

/** A hub that declares schemes and takes what stands in one field for credentials. */
const hubWith = (documented: Twist, field: string, tokenIn: (value: string) => string | undefined) => {
  const hub = createHub()
  const seen: Request[] = []
  const handler = async (request: Request): Promise<Response> => {
    seen.push(request.clone())
    if (isOpenApi(request, new URL(request.url).pathname)) return documented(request, hub.handler)
    const headers = new Headers(request.headers)
    const value = headers.get(field)
    headers.delete('authorization')
    if (value !== null) headers.set('authorization', `Bearer ${tokenIn(value) ?? 'none'}`)
    return hub.handler(new Request(request, { headers }))
  }
  return { ...hub, handler, seen }
}

const apiKey = (name: string, place = 'header'): Scheme => ({ type: 'apiKey', in: place, name })
const bearer = { type: 'http', scheme: 'bearer' }
const basic = { type: 'http', scheme: 'Basic' }
const oauth2 = { type: 'oauth2', flows: {} }

const plain = (value: string): string => value
const afterBearer = (value: string): string | undefined => /^Bearer (.*)$/.exec(value)?.[1]

const select = { suites: ['presence'], skip: ['presence/*-tag*'] }

const judge = async (
  { handler, fixtures, credentials }: ReturnType<typeof hubWith>,
  with_: 'token' | 'password' = 'token',
  header?: string,
  ledger?: LedgerStore,
) => {
  const { namespace, repository, tag, org, groupId } = fixtures
  const { token, username, password } = credentials
  return runConformance({
    target: { url: 'http://hub.invalid', handler },
    credentials: {
      ...(with_ === 'token' ? { token } : { username, password }),
      ...(header === undefined ? {} : { header }),
    },
    fixtures: { namespace, repository, tag, org, groupId: String(groupId) },
    allowWrites: true,
    clock: virtualClock(),
    network: { timeoutMs: 600_000 },
    patienceMs: 2_000,
    select,
    ...(ledger === undefined ? {} : { ledger }),
  })
}

const credentialsOf = (report: Awaited<ReturnType<typeof judge>>) =>
  report.fixtures.find(({ need }) => need === 'credentials')

describe('credentials in the form that the target declares', () => {
  it.each([
    ['a header', { key: apiKey('X-Api-Key') }, 'x-api-key', plain, 'X-Api-Key: {token}'],
    [
      'a cookie',
      { key: apiKey('session', 'cookie') },
      'cookie',
      (value: string) => /^session=(.*)$/.exec(value)?.[1],
      'Cookie: session={token}',
    ],
    [
      'the first that can be used',
      { flow: oauth2, query: apiKey('key', 'query'), password: basic, key: apiKey('X-Api-Key') },
      'x-api-key',
      plain,
      'X-Api-Key: {token}',
    ],
  ] as const)('%s', async (_what, schemes, field, tokenIn, form) => {
    const hub = hubWith(declaring(schemes), field, tokenIn)
    const report = await judge(hub)
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(report.result).toBe('partial')
    expect(credentialsOf(report)?.value).toEqual({ form, from: 'reference' })
    for (const reporter of Object.values(reporters))
      expect(reporter.render(report)).not.toContain(hub.credentials.token)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('user name and password as they are', async () => {
    const hub = hubWith(declaring({ password: basic }), 'authorization', value =>
      value === `Basic ${whole}` ? hub.credentials.token : undefined,
    )
    const { username, password } = hub.credentials
    const whole = Buffer.from(`${username}:${password}`).toString('base64')
    const report = await judge(hub, 'password')
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(credentialsOf(report)?.value).toEqual({ form: 'Authorization: Basic {basic}', from: 'reference' })
    expect(JSON.stringify(report)).not.toContain(whole)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('the token of a login', async () => {
    const hub = hubWith(declaring({ password: basic, key: apiKey('X-Api-Key') }), 'x-api-key', plain)
    const report = await judge(hub, 'password')
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(report.result).toBe('partial')
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('a login of its own, where documents are asked for with credentials before it is known', async () => {
    const inner = createHub()
    const handler = async (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url)
      if (pathname === '/session')
        return inner.handler(new Request(request.url.replace('/session', '/v2/auth/token'), request))
      if (pathname === '/openapi.json') {
        const { paths, ...rest } = (await (await inner.handler(request)).json()) as { paths: Record<string, unknown> }
        const { '/v2/auth/token': login, '/v2/users/login': _older, ...others } = paths
        return Response.json({ ...rest, paths: { ...others, '/session': login } })
      }
      const isOpen = pathname.startsWith('/v1/') || request.headers.has('authorization')
      return isOpen && !/\/(?:auth\/token|users\/login)$/.test(pathname)
        ? inner.handler(request)
        : Response.json({ detail: 'Log in.' }, { status: 401 })
    }
    const report = await judge({ ...inner, handler, seen: [] }, 'password')
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'untestable')).toEqual({})
    expect(credentialsOf(report)?.value).toBe(true)
  })

  it.each([
    ['declared', { key: apiKey('sid', 'cookie') }],
    ['not declared', { token: bearer }],
  ])('the cookie of a login that shows no token, %s', async (_what, schemes) => {
    const inner = hubWith(declaring(schemes), 'cookie', value => /^sid=(.*)$/.exec(value)?.[1])
    const handler = async (request: Request): Promise<Response> => {
      const response = await inner.handler(request)
      const { pathname } = new URL(request.url)
      if (!response.ok || request.method !== 'POST' || !/^\/v2\/(?:auth|users)\//.test(pathname)) return response
      const body = (await response.json()) as Readonly<Record<string, string>>
      const headers = new Headers({ 'content-type': 'application/json' })
      headers.append('set-cookie', 'csrf=abc; Path=/')
      headers.append('set-cookie', `sid=${body.access_token ?? body.token}; Path=/; HttpOnly`)
      return new Response('{"ok":true}', { headers })
    }
    const cookies: (string | null)[] = []
    const hub = {
      ...inner,
      handler: async (request: Request) => {
        cookies.push(request.headers.get('cookie'))
        return handler(request)
      },
    }
    const report = await judge(hub, 'password')
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(report.result).toBe('partial')
    const values = cookies.flatMap(cookie => /^sid=(.*)$/.exec(cookie ?? '')?.[1] ?? [])
    expect(values).not.toEqual([])
    for (const value of values.filter(one => one !== 'not-a-valid-credential'))
      expect(JSON.stringify(report)).not.toContain(value)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it.each([
    ['flows', { flow: oauth2 }],
    ['a place in the URL', { query: apiKey('key', 'query') }],
    ['a name that no header may have', { key: apiKey('X Key: {token}') }],
    ['a header of every request', { key: apiKey('Host') }],
    ['user name and password, where a token was given', { password: basic }],
    ['bearer tokens', { token: bearer }],
  ])('keeps the default where the document declares %s', async (_what, schemes) => {
    const hub = hubWith(declaring(schemes), 'authorization', afterBearer)
    const report = await judge(hub)
    expect(report.result).toBe('partial')
    expect(credentialsOf(report)).toMatchObject({ value: true, exchanges: [expect.any(String)] })
  })

  it('keeps the default where several schemes are asked for at once', async () => {
    const schemes = { one: apiKey('X-One'), other: apiKey('X-Other') }
    const hub = hubWith(declaring(schemes, [{ one: [], other: [] }]), 'authorization', afterBearer)
    expect(credentialsOf(await judge(hub))?.value).toBe(true)
  })

  it('keeps the form for cleaning up later', async () => {
    const hub = hubWith(declaring({ key: apiKey('X-Api-Key') }), 'x-api-key', plain)
    const records: LedgerRecord[] = []
    await judge(hub, 'token', undefined, { write: async record => void records.push(record) })
    expect(readLedger(records.at(-1)).credentialForm).toBe('X-Api-Key: {token}')
  })

  it('does what the user says', async () => {
    const hub = hubWith(declaring({ key: apiKey('X-Api-Key') }), 'x-other', plain)
    const report = await judge(hub, 'token', 'X-Other: {token}')
    expect(report.result).toBe('partial')
    expect(hub.seen.some(({ headers }) => headers.has('x-api-key'))).toBe(false)
  })

  it.each([
    ['token', { key: apiKey('X-Api-Key') }, 'X-Api-Key: {token}'],
    ['password', { password: basic }, 'Authorization: Basic {basic}'],
  ] as const)(
    'uses the default where what is declared is refused, and says so: %s',
    async (given, schemes, refused) => {
      const hub = hubWith(declaring(schemes), 'authorization', afterBearer)
      const report = await judge(hub, given)
      expect(withVerdict(report, 'fail')).toEqual({})
      expect(report.result).toBe('partial')
      const form = 'Authorization: Bearer {token}'
      expect(credentialsOf(report)?.value).toEqual({ form, from: 'default', refused })
      expect(report.next.at(-1)?.message).toContain(`${refused} were not accepted; those in the form ${form} were`)
      expect((await verifyReport(report)).disagreements).toEqual([])
    },
  )

  it('says of a form in which anything is accepted that it proves nothing, and not that it is refused', async () => {
    const inner = hubWith(declaring({ key: apiKey('X-Api-Key') }), 'authorization', afterBearer)
    const handler = async (request: Request): Promise<Response> => {
      const headers = new Headers(request.headers)
      if (headers.has('x-api-key')) headers.set('authorization', `Bearer ${inner.credentials.token}`)
      return inner.handler(new Request(request, { headers }))
    }
    const report = await judge({ ...inner, handler })
    const form = 'Authorization: Bearer {token}'
    expect(credentialsOf(report)?.value).toEqual({ form, from: 'default', unproven: 'X-Api-Key: {token}' })
    expect(report.next.at(-1)?.message).toMatch(/^Refuse unknown credentials: .* X-Api-Key: \{token\} /)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('names the declared form where neither is accepted', async () => {
    const hub = hubWith(declaring({ key: apiKey('X-Api-Key') }), 'x-other', plain)
    const report = await judge(hub)
    expect(credentialsOf(report)?.reason).toMatchObject({
      code: 'credentials-refused',
      values: { header: 'x-api-key' },
    })
    expect((await verifyReport(report)).disagreements).toEqual([])
  })
})
