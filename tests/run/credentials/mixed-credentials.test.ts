import { beforeAll, describe, expect, it } from 'vitest'
import { isOpenApi, type OpenApiDocument, openApi } from '../../../checks/twists/documents.ts'
import { answer } from '../../../checks/twists/twist.ts'
import type { HubVariant, Twist } from '../../../contracts/requirement.ts'
import type { Report } from '../../../contracts/results/report.ts'
import type { LedgerRecord } from '../../../engine/cleanup/ledger.ts'
import { readLedger } from '../../../engine/cleanup/resume.ts'
import type { ProgressEvent } from '../../../engine/options.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { reporters } from '../../../reporters/index.ts'
import { variants } from '../../../suites/catalogue.ts'
import { runVariant, whatWrites, withVerdict } from '../../support/run.ts'

/** A hub that takes credentials in two forms, each for other operations. */

const shape = variants['mixed-credentials']
if (shape === undefined) throw new Error('there is no such variant')

/** The hub behind another server. */
const behind = (twist: Twist): HubVariant => {
  const inner = shape.twist()
  return { ...shape, twist: () => (request, next) => twist(request, one => inner(one, next)) }
}

/** The hub with another reference. */
const declaring = (edit: (document: OpenApiDocument) => void): HubVariant =>
  behind((request, next) =>
    isOpenApi(request, new URL(request.url).pathname) ? openApi(edit)(request, next) : next(request),
  )

const operationsOf = ({ paths }: OpenApiDocument) => Object.values(paths).flatMap(item => Object.values(item))

const isLogin = (request: Request): boolean => new URL(request.url).pathname === '/v2/auth/token'

const small = { select: { suites: ['access-tokens', 'presence'] } }

const credentialsIn = ({ fixtures }: Report) => fixtures.find(({ need }) => need === 'credentials')

describe('credentials in the form that each operation declares', () => {
  let report: Report
  const told: ProgressEvent[] = []

  beforeAll(async () => {
    report = await runVariant(shape, { select: whatWrites, onProgress: event => void told.push(event) })
  })

  it('have everything tested', () => {
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'untestable')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({})
    expect(report.leftovers).toEqual([])
  })

  it('are sent to each operation, its control path and its pages in one form', () => {
    const formsAt = (path: RegExp): readonly string[] => [
      ...new Set(
        report.exchanges
          .filter(({ request }) => request.as === 'valid' && path.test(new URL(request.url).pathname))
          .flatMap(({ request }) => request.headers.filter(([name]) => /^(?:authorization|cookie)$/i.test(name)))
          .map(([name, value]) => `${name}: ${value.replace(/\[(?:redacted|secret-\d+)\]$/, '…')}`),
      ),
    ]
    const session = ['cookie: hub_session=…']
    expect(formsAt(/^\/v2\/(?:access-tokens|orgs|auditlogs)(?:\/|$)/)).toEqual(session)
    expect(formsAt(/^\/v2\/(?:namespaces|repositories)\//)).toEqual(['authorization: Basic …'])
    // The controls of operations of tokens and logs have their form as well.
    expect(formsAt(/^\/v2\/hub-conformance-no-such-path-\w+(?:\/[^/]+)?$/)).toEqual(session)
  })

  it('take one login, and are shown in no report', () => {
    const logins = report.exchanges.filter(({ request }) => request.url.endsWith('/v2/auth/token'))
    expect(logins).toHaveLength(1)
    const [password = ''] = logins.map(({ request }) => String(JSON.parse(request.body ?? '{}').secret))
    expect(password).toMatch(/^\[secret-\d+\]$/)
    expect(report.exchanges.map(({ request }) => JSON.stringify(request)).join()).not.toMatch(/Basic [^[]|=eyJ/)
  })

  it('are told in the report', () => {
    expect(report.fixtures.find(({ need }) => need === 'credentials')?.value).toEqual({
      form: 'Authorization: Basic {basic}',
      from: 'reference',
      also: 'Cookie: hub_session={token}',
    })
    const form = (name: string) => report.bindings.find(({ operation }) => operation === name)?.credentialForm
    expect(form('pat.create')).toBe('Cookie: hub_session={token}')
    expect(form('GetRepository')).toBe('Authorization: Basic {basic}')
  })

  it('are told by those who run it and those who read it', () => {
    expect(told).toContainEqual({
      type: 'found',
      need: 'credentials',
      name: 'Authorization: Basic {basic}, Cookie: hub_session={token}',
      from: 'as each operation declares',
    })
    expect(reporters.html.render(report)).toContain(
      'Authorization: Basic {basic}, Cookie: hub_session={token}, as each operation declares',
    )
  })

  it('have the verdicts recomputed from the report', async () => {
    expect((await verifyReport(JSON.parse(JSON.stringify(report)))).disagreements).toEqual([])
  })
})

describe('credentials that operations declare in several forms', () => {
  it('are got anew where a session runs out', async () => {
    let left = 0
    let logins = 0
    const report = await runVariant(
      behind(async (request, next) => {
        if (isLogin(request)) {
          left = 60
          logins += 1
        } else if (request.headers.has('cookie') && left-- <= 0) return answer(401)(request)
        return next(request)
      }),
      small,
    )
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(report.result).toBe('partial')
    expect(logins).toBeGreaterThan(1)
    expect(report.leftovers).toEqual([])
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('travel as the user says', async () => {
    const sent = new Set<string>()
    await runVariant(
      behind(async (request, next) => {
        for (const name of ['authorization', 'cookie', 'x-key'])
          if (new URL(request.url).pathname.startsWith('/v2/') && request.headers.has(name)) sent.add(name)
        return next(request)
      }),
      { ...small, credentials: { token: 'any', header: 'X-Key: {token}' } },
    )
    expect([...sent]).toEqual(['x-key'])
  })

  it('are sent in one form where a token alone is given', async () => {
    const report = await runVariant(shape, { ...small, credentials: { token: 'any' } })
    expect(credentialsIn(report)?.reason?.values.forms).toBe(
      'Cookie: hub_session={token}, Authorization: Bearer {token}',
    )
    expect(report.bindings.filter(({ credentialForm }) => credentialForm !== undefined)).toEqual([])
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('have a login replace a token that is refused in one form and not in another', async () => {
    const hub = createHub()
    const { username, password } = hub.credentials
    const twist = shape.twist()
    const report = await runVariant(shape, {
      ...small,
      target: { url: 'http://hub.invalid', handler: request => twist(request, hub.handler) },
      credentials: { token: 'stale', tokenSource: 'HUB_CONFORMANCE_TOKEN', username, password },
    })
    expect(report.result).toBe('partial')
    expect(report.next).toEqual([])
    expect(credentialsIn(report)?.value).toEqual({
      form: 'Authorization: Basic {basic}',
      from: 'reference',
      also: 'Cookie: hub_session={token}',
      isBoth: true,
    })
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('are one cause, first of all, where they are refused in a form that takes a token of its own', async () => {
    const report = await runVariant(
      behind(async (request, next) => {
        const { pathname } = new URL(request.url)
        return /^\/v2\/(?:orgs|auditlogs|access-tokens)/.test(pathname) ? answer(401)(request) : next(request)
      }),
      { select: { suites: ['presence', 'repository-groups'] }, fixtures: { org: 'acme-labs' } },
    )
    const [first, ...others] = report.next.map(({ message }) => message)
    expect(first).toMatch(
      /Credentials in the form Cookie: hub_session=\{token\} were not accepted; .* Give a token for that form, and for the others user name and password as well; or correct securitySchemes/,
    )
    expect(report.next[0]?.requirements).toContain('repository-groups/assign-read')
    expect(others.join()).not.toMatch(/group|securitySchemes/)
  })

  it('are sent in the other form where one is refused, which is said', async () => {
    const inner = shape.twist()
    const report = await runVariant(
      {
        ...shape,
        // Declares both, and takes user name and password for everything.
        twist: () => async (request, next) => {
          const { pathname } = new URL(request.url)
          const elsewhere = new Request(request.url.replace(/\/v2\/.*$/, '/v2/namespaces/conformance/repositories'), {
            headers: request.headers,
          })
          if (isOpenApi(request, pathname) || isLogin(request) || !pathname.startsWith('/v2/'))
            return inner(request, next)
          if (request.headers.has('cookie')) return answer(401)(request)
          let bearer: string | null = null
          await inner(elsewhere, async one => {
            if (isLogin(one)) return next(one)
            bearer = one.headers.get('authorization')
            return answer(200, [])(one)
          })
          const headers = new Headers(request.headers)
          if (bearer !== null) headers.set('authorization', bearer)
          return next(new Request(request, { headers }))
        },
      },
      small,
    )
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(report.result).toBe('partial')
    expect(credentialsIn(report)?.value).toEqual({
      form: 'Authorization: Basic {basic}',
      from: 'reference',
      refused: 'Cookie: hub_session={token}',
    })
    expect(report.next.map(({ message }) => message).join()).toContain(
      'Credentials in the form Cookie: hub_session={token} were not accepted',
    )
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('leave what needs a login untested where there is none, and test the rest', async () => {
    const report = await runVariant(
      behind(async (request, next) => (isLogin(request) ? answer(404)(request) : next(request))),
      small,
    )
    expect(Object.values(withVerdict(report, 'untestable'))).not.toContain('credentials-refused')
    expect(withVerdict(report, 'untestable')).toMatchObject({ 'presence/pat-create': 'login-not-found' })
    expect(withVerdict(report, 'pass')).toMatchObject({ 'presence/get-repository': '' })
    expect(report.next[0]?.message).toMatch(/POST \/v2\/auth\/token answered 404/)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('are not looked for in a form whose header the user gives', async () => {
    const report = await runVariant(
      behind(async (request, next) => {
        if (!/^\/v2\/(?:access-tokens|orgs|auditlogs)/.test(new URL(request.url).pathname)) return next(request)
        return answer(request.headers.get('cookie')?.includes('not-a-valid') ? 401 : 200, [])(request)
      }),
      {
        ...small,
        fixtures: { namespace: 'nobody-has-this' },
        network: { timeoutMs: 600_000, headers: [['Cookie', 'hub_session=given']] },
      },
    )
    expect(credentialsIn(report)?.value).toEqual({ form: 'Authorization: Basic {basic}', from: 'reference' })
    expect(report.next.map(({ message }) => message).join()).not.toContain('Refuse unknown credentials')
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('are kept for cleaning up later', async () => {
    const records: LedgerRecord[] = []
    await runVariant(shape, { ...small, ledger: { write: async record => void records.push(record) } })
    const { credentialForm, bindings } = readLedger(JSON.parse(JSON.stringify(records.at(-1))))
    expect(credentialForm).toBe('Authorization: Basic {basic}')
    expect(bindings.find(({ operation }) => operation === 'pat.delete')?.credentialForm).toBe(
      'Cookie: hub_session={token}',
    )
  })

  it('are sent in the form of most, where an operation declares alternatives', async () => {
    const report = await runVariant(
      declaring(document => {
        for (const operation of operationsOf(document)) operation.security = [{ session: [] }, { basic: [] }]
        document.paths['/v2/access-tokens']?.get?.security?.pop()
      }),
      { select: { only: ['presence/pat-list'] } },
    )
    expect(new Set(report.bindings.map(({ credentialForm }) => credentialForm))).toEqual(new Set([undefined]))
  })

  it.each([
    ['for all at once', [{ session: [] }, { basic: [] }]],
    ['in the other order', [{ basic: [] }, { session: [] }]],
    ['and says nothing of any operation', undefined],
  ])('are sent in the form that an operation accepts, where the document declares both %s', async (_what, security) => {
    const hub = declaring(document => {
      for (const operation of operationsOf(document)) delete operation.security
      document.security = security
    })
    const records: LedgerRecord[] = []
    const report = await runVariant(hub, { select: whatWrites, ledger: { write: async one => void records.push(one) } })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'untestable')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({})
    expect(report.leftovers).toEqual([])
    expect(report.next).toEqual([])
    expect((await verifyReport(JSON.parse(JSON.stringify(report)))).disagreements).toEqual([])
    const { bindings, credentialForm } = readLedger(JSON.parse(JSON.stringify(records.at(-1))))
    const formOf = (name: string) =>
      bindings.find(({ operation }) => operation === name)?.credentialForm ?? credentialForm
    expect(formOf('pat.delete')).toBe('Cookie: hub_session={token}')
    expect(formOf('DeleteRepository')).toBe('Authorization: Basic {basic}')
  })

  it('are sent in no form for which none were given, whatever alternatives are declared', async () => {
    const report = await runVariant(
      declaring(document => {
        for (const operation of operationsOf(document)) operation.security = [{ session: [] }, { basic: [] }]
      }),
      { ...small, credentials: { token: 'any' } },
    )
    expect(report.exchanges.flatMap(({ request }) => request.headers).join()).not.toContain('Basic')
  })
})
