import { describe, expect, it } from 'vitest'
import type { HubVariant, Twist } from '../../../contracts/requirement.ts'
import type { Report } from '../../../contracts/results/report.ts'
import type { CredentialsInput, RunInput } from '../../../engine/options.ts'
import { checkDocs, runConformance } from '../../../engine/run.ts'
import { createHub, type Hub } from '../../../reference-impl/hub.ts'
import { variants } from '../../../suites/catalogue.ts'
import { expectEqual } from '../../support/replay.ts'
import { inputFor, runTwisted, virtualClock } from '../../support/run.ts'

/** What a run was given and what came in its way is told by the report alone: each with few requirements, so that it takes no time. */

const only = [
  'v1-removed/trailing-slash',
  'access-tokens/create-expires-at',
  'repositories/listed-tags',
  'presence/oat-list',
]

const { fixtures } = createHub()
const { namespace, repository, tag, org } = fixtures

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const logins =
  (respond: (request: Request) => Response | Promise<Response>): Twist =>
  (request, next) =>
    /auth|login/.test(request.url) ? Promise.resolve(respond(request)) : next(request)

const documents = (respond: (request: Request, answer: Response) => Response | Promise<Response>): Twist => {
  return async (request, next) => {
    const answer = await next(request)
    return new URL(request.url).pathname.startsWith('/v') ? answer : respond(request, answer)
  }
}

/** A limit for good, so many requests after the first creation. */
const limitedAfter = (requests: number, retryAfter = '3600'): Twist => {
  let since = -1
  return (request, next) => {
    if (since >= 0) since++
    if (since > requests) return Promise.resolve(json(429, {}, { 'retry-after': retryAfter }))
    if (request.method === 'POST' && since < 0) since = 0
    return next(request)
  }
}

/** Most hubs here publish nothing: their reports are small. */
const withoutDocuments = documents(() => new Response(null, { status: 404 }))

type Own = Hub['credentials']

const login = ({ username, password }: Own): CredentialsInput => ({ username, password })

interface Run extends Omit<Partial<RunInput>, 'credentials'> {
  /** What a run is given of the credentials of its hub, which has its own; else its token. */
  readonly credentials?: (own: Own) => CredentialsInput
  readonly publishes?: boolean
  readonly twist?: () => Twist
  readonly basePath?: string
  /** Codes of the reasons of its fixtures. */
  readonly codes?: readonly string[]
}

const runs: Readonly<Record<string, Run>> = {
  'of a hub that publishes nothing': {},
  'that logged in': { credentials: login },
  'that logged in and answers a part of the requests with 401': {
    credentials: login,
    twist: () => {
      let asked = 0
      return async (request, next) =>
        request.headers.has('authorization') && ++asked % 7 === 0 ? json(401, {}) : next(request)
    },
  },
  'that could not log in': {
    credentials: () => ({ username: 'nobody', password: 'wrong-password' }),
    codes: ['login-failed'],
  },
  'whose login was limited': { credentials: login, twist: () => logins(() => json(429, {})) },
  'whose login failed': { credentials: login, twist: () => logins(() => json(500, {})) },
  'whose login got no answer': {
    credentials: login,
    twist: () =>
      logins(() => {
        throw new Error('closed')
      }),
  },
  'whose login gave no token': {
    credentials: login,
    twist: () => logins(() => json(200, { welcome: true })),
    codes: ['login-token-unknown'],
  },
  'whose login did not set the cookie that carries the token': {
    credentials: own => ({ ...login(own), header: 'Cookie: session={token}' }),
    twist: () => logins(() => json(200, { welcome: true })),
    codes: ['login-token-unknown'],
  },
  'whose login set a cookie': {
    credentials: login,
    twist: () => logins(() => json(200, { welcome: true }, { 'set-cookie': 'session=abcdefgh12345678' })),
    codes: ['credentials-refused'],
  },
  'whose login is somewhere else': {
    credentials: login,
    bindings: { operations: { login: { method: 'POST', path: '/v2/users/login' } } },
  },
  'whose logins ran out': {
    credentials: login,
    twist: () => {
      const used = new Map<string, number>()
      return async (request, next) => {
        const sent = request.headers.get('authorization') ?? ''
        used.set(sent, (used.get(sent) ?? 0) + 1)
        return sent !== '' && (used.get(sent) ?? 0) > 12 ? json(401, {}) : next(request)
      }
    },
  },
  'whose token comes from a function': { credentials: ({ token }) => ({ tokenFrom: async () => token }) },
  'whose function gave no token': {
    credentials: () => ({
      tokenFrom: async () => {
        throw new Error('no token today')
      },
    }),
    codes: ['token-unavailable'],
  },
  'whose credentials were refused': {
    credentials: own => ({ ...login(own), token: 'nobody-knows-this-token' }),
    codes: ['credentials-refused'],
  },
  'whose credentials are sent in a form of their own': {
    credentials: ({ token }) => ({ token, header: 'X-Api-Key: {token}' }),
  },
  'whose user name and password are sent with each request': {
    credentials: own => ({ ...login(own), header: 'Authorization: Basic {basic}' }),
  },
  'whose credentials are declared in several forms': {
    publishes: true,
    twist: () => (variants['mixed-credentials'] as HubVariant).twist(),
    credentials: login,
  },
  'whose login failed in each of several forms': {
    publishes: true,
    twist: () => (variants['mixed-credentials'] as HubVariant).twist(),
    credentials: ({ username }) => ({ username, password: 'wrong-password' }),
    codes: ['login-failed'],
  },
  'that a user name is a namespace of': { credentials: login, fixtures: {} },
  'that a setup module helped': {
    fixtures: { namespace },
    setup: { organization: () => ({ org }), repository: () => ({ repository }), tag: () => ({ repository, tag }) },
  },
  'that a setup module did not help': {
    fixtures: {},
    credentials: () => ({}),
    setup: {
      namespace: () => {
        throw new Error('no namespace today')
      },
    },
    codes: ['setup-failed'],
  },
  'whose documents are limited': {
    publishes: true,
    twist: () => documents(() => json(429, {})),
    select: { only: [...only, 'labels/get-repository', 'deprecation-log/v1-api', 'change-history/newest-first'] },
    codes: ['rate-limited'],
  },
  'whose documents fail': {
    publishes: true,
    twist: () => documents(request => (/openapi/.test(request.url) ? json(503, {}) : json(404, {}))),
    select: { only: [...only, 'labels/get-repository'] },
    codes: ['server-error'],
  },
  'whose documents are none': {
    publishes: true,
    twist: () => documents((_request, answer) => (answer.ok ? new Response('nothing') : answer)),
    select: { only: [...only, 'labels/get-repository', 'deprecation-log/v1-api', 'change-history/newest-first'] },
    codes: ['document-unfit'],
  },
  'whose documents are refused': {
    publishes: true,
    twist: () => documents((_request, answer) => (answer.ok ? json(403, {}) : answer)),
    select: { only: [...only, 'labels/get-repository'] },
    codes: ['document-refused'],
  },
  'that was limited': {
    twist: () => {
      let asked = 0
      return async (request, next) => (++asked % 5 === 0 ? json(429, {}, { 'retry-after': '1' }) : next(request))
    },
  },
  'that was limited for good': {
    twist: () => {
      let asked = 0
      return async (request, next) => (++asked > 20 ? json(429, {}, { 'retry-after': '3600' }) : next(request))
    },
  },
  // Of the last request of a record it is not known from that record alone whether it was sent.
  'that was limited for good while it looked at a token': {
    twist: () => limitedAfter(5),
    select: { only: ['access-tokens/get-expires-at'] },
    patienceMs: 300,
  },
  'that was limited for good before it asked again for a list': {
    twist: () => limitedAfter(3),
    select: { only: ['repositories/*'] },
    patienceMs: 300,
    codes: ['rate-limited'],
  },
  'that was limited, and waited in vain, before it asked again for a list': {
    twist: () => limitedAfter(3, '1'),
    select: { only: ['repositories/*'] },
    patienceMs: 300,
    codes: ['rate-limited'],
  },
  // What was refused again and again was sent.
  'that was limited for good once it had created a token': {
    twist: () => limitedAfter(0),
    select: { only: ['access-tokens/create-expires-at'] },
    patienceMs: 300,
    codes: ['rate-limited'],
  },
  'that was limited in the middle of a fixture': {
    twist: () => {
      let asked = 0
      return async (request, next) => (++asked > 9 ? json(429, {}, { 'retry-after': '1' }) : next(request))
    },
    patienceMs: 300,
  },
  'that died in the middle': {
    twist: () => {
      let asked = 0
      return async (request, next) => {
        if (++asked > 25) throw new Error('gone')
        return next(request)
      }
    },
    patienceMs: 100,
  },
  'that answers 500 to everything': { twist: () => async () => json(500, {}), patienceMs: 300 },
  'that answers the same to everything': { twist: () => async () => json(200, { name: 'x' }), patienceMs: 300 },
  'of the reference hub': { publishes: true, select: { only: [...only, 'v1-removed/name-tags'] } },
  'below a path': { basePath: '/base' },
  'without write permission': { allowWrites: false, codes: ['need-writes'] },
  'without credentials': { credentials: () => ({}), codes: ['need-credentials'] },
  'without fixtures': { fixtures: {} },
  'with a namespace alone': { fixtures: { namespace }, allowWrites: false, credentials: () => ({}) },
  'with a namespace and credentials': { fixtures: { namespace } },
  'with names that do not exist': { fixtures: { namespace, repository: 'nothing', tag: 'nothing', org: 'nothing' } },
  'of another day': { asOf: '2025-06-27' },
  'of one level': { select: { only, levels: ['must'] } },
  'without one of the requirements': { select: { only, skip: ['repositories/*'] } },
  'without what is not offered': { select: { only, notOffered: { 'access-tokens': 'it has none' } } },
  'with other options': { seed: 11, patienceMs: 300, cases: 300 },
  'of generated names': { select: { only: ['v1-removed/generated-names'] }, seed: 3, cases: 256 },
  'of what judges the answers of others': {
    publishes: true,
    select: { only: [...only, 'http/head-like-get', 'http/allow-on-405'] },
  },
  'whose secrets are part of what was asked': { secrets: [namespace.padEnd(6, 'x'), repository] },
}

/** The codes of what was missing. */
const codesOf = ({ fixtures }: Report): readonly string[] => fixtures.flatMap(({ reason }) => reason?.code ?? [])

/** Made once: what is tested is how it is recomputed. */
const made = new Map<string, Report>()

const reportOf = async (
  name: string,
  { twist, basePath, publishes, codes, credentials, ...input }: Run,
): Promise<Report> => {
  const own: Twist = twist?.() ?? ((request, next) => next(request))
  const twisted: Twist = publishes ? own : (request, next) => own(request, inner => withoutDocuments(inner, next))
  const hub = createHub()
  const all = { select: { only }, ...input, ...(credentials && { credentials: credentials(hub.credentials) }) }
  const report =
    made.get(name) ??
    (await runConformance(inputFor(hub, handler => request => twisted(request, handler), all, basePath)))
  made.set(name, report)
  return report
}

describe('a report of a run', () => {
  it.each(Object.entries(runs))('%s is recomputed and equal', async (name, run) => {
    const report = await reportOf(name, run)
    expect(codesOf(report)).toEqual(expect.arrayContaining([...(run.codes ?? [])]))
    await expectEqual(report)
  })

  it('that was interrupted is recomputed and equal', async () => {
    const abort = new AbortController()
    let asked = 0
    const report = await runTwisted(
      async (request, next) => {
        if (++asked === 30) abort.abort()
        return next(request)
      },
      { signal: abort.signal, select: { only }, clock: virtualClock() },
    )
    expect(report.result).toBe('incomplete')
    await expectEqual(report)
  })

  it('on documents alone is recomputed and equal', async () => {
    const { handler } = createHub()
    const text = await (await handler(new Request('http://hub.invalid/openapi.json'))).text()
    await expectEqual(await checkDocs({ documents: { reference: { from: 'openapi.json', text } } }))
  })
})
