import { describe, expect, it } from 'vitest'
import type { Twist } from '../../../contracts/requirement.ts'
import { credentialForm } from '../../../engine/credentials/form.ts'
import { UsageError } from '../../../engine/options.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { reporters } from '../../../reporters/index.ts'
import { curlLines } from '../../../reporters/shared/curl.ts'
import { runTwisted, whatWrites, withVerdict } from '../../support/run.ts'

const hub = createHub()
const { username, password } = hub.credentials
const basic = Buffer.from(`${username}:${password}`).toString('base64')

/** A hub that wants its credentials in another field: what stands there is given to the reference implementation as a bearer token. */
const wants =
  (field: string, tokenIn: (value: string) => string | undefined): Twist =>
  async (request, next) => {
    const value = request.headers.get(field)
    const headers = new Headers(request.headers)
    headers.delete('authorization')
    if (value !== null) headers.set('authorization', `Bearer ${tokenIn(value) ?? 'none'}`)
    return next(new Request(request, { headers }))
  }

const forms = [
  ['X-Api-Key: {token}', 'x-api-key', (value: string) => value, '-H "x-api-key: $HUB_CONFORMANCE_TOKEN"'],
  [
    'Authorization: JWT {token}',
    'authorization',
    (value: string) => /^JWT (.*)$/.exec(value)?.[1],
    '-H "Authorization: JWT $HUB_CONFORMANCE_TOKEN"',
  ],
  [
    'Cookie: session={token}',
    'cookie',
    (value: string) => /^session=([^;]*)$/.exec(value)?.[1],
    '-H "cookie: session=$HUB_CONFORMANCE_TOKEN"',
  ],
] as const

describe('credentials in another form', () => {
  it.each(forms)('%s', async (header, field, tokenIn, curl) => {
    const own = createHub()
    const { namespace, repository, tag, org, groupId } = own.fixtures
    const { token } = own.credentials
    const report = await runTwisted(undefined, {
      target: { handler: request => wants(field, tokenIn)(request, own.handler) },
      credentials: { token, header },
      select: whatWrites,
      fixtures: { namespace, repository, tag, org, groupId: String(groupId) },
    })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(report.result).toBe('partial')
    const json = reporters.json.render(report)
    expect(json).not.toContain(token)
    const asked = report.exchanges.find(({ request }) => request.as === 'valid')
    expect(asked && curlLines(asked.request, 1_000).join('')).toContain(` ${curl} `)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('user name and password with each request, and no login', async () => {
    const own = createHub()
    const { namespace, repository, tag, org, groupId } = own.fixtures
    const sent: string[] = []
    const report = await runTwisted(undefined, {
      target: {
        handler: request => {
          sent.push(new URL(request.url).pathname)
          return wants('authorization', value => (value === `Basic ${basic}` ? own.credentials.token : undefined))(
            request,
            own.handler,
          )
        },
      },
      credentials: { username, password, header: 'Authorization: Basic {basic}' },
      select: whatWrites,
      fixtures: { namespace, repository, tag, org, groupId: String(groupId) },
    })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(report.result).toBe('partial')
    expect(sent).not.toContain('/v2/auth/token')
    expect(reporters.json.render(report)).not.toContain(basic)
  })

  it('are sent to the removed routes in further forms, and shown in none', async () => {
    const own = createHub()
    const { username, password } = own.credentials
    const basic = Buffer.from(`${username}:${password}`).toString('base64')
    const seen = new Set<string>()
    const report = await runTwisted(undefined, {
      target: {
        handler: async request => {
          const sent = `${request.headers.get('authorization') ?? ''} ${request.headers.get('cookie') ?? ''}`
          if (!new URL(request.url).pathname.startsWith('/v1/')) return own.handler(request)
          seen.add(sent)
          return sent.includes(basic) ? Response.json([]) : own.handler(request)
        },
      },
      credentials: { username, password },
      select: { only: ['v1-removed/name-tags'] },
    })
    expect(withVerdict(report, 'fail')).toEqual({ 'v1-removed/name-tags': 'not-gone' })
    const [pat = ''] = [...seen].flatMap(value => /^Bearer (dckr_pat_\S+)/.exec(value)?.[1] ?? [])
    const withPat = Buffer.from(`${username}:${pat}`).toString('base64')
    expect([...seen].some(value => value.startsWith(`Basic ${withPat} `))).toBe(true)
    expect([...seen].some(value => /^ session=\S/.test(value))).toBe(true)
    const shown = Object.values(reporters).map(reporter => reporter.render(report))
    for (const secret of [basic, pat, withPat]) expect(shown.join('')).not.toContain(secret)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it.each([
    'X-Api-Key',
    'X-Api-Key: secret',
    'X Y: {token}',
    'A: {token}{token}',
    'Connection: {token}',
    'A: {token}\u{e4}',
    '',
  ])('is refused where it is none: %s', text => {
    expect(() => credentialForm(text)).toThrow(UsageError)
    expect(() => credentialForm(text)).not.toThrow(/secret/)
  })
})
