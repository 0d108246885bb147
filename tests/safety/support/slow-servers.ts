import type { createHub } from '../../../reference-impl/hub.ts'

type Hub = ReturnType<typeof createHub>
type Handler = (request: Request) => Promise<Response>

/** A hub that is slow, silent or endless, and what a run of it with default options ends in. */
export interface SlowServer {
  readonly does: string
  /** `conformant`: nothing is cut short. `open`: nothing fails, and what was not answered says why. */
  readonly ends: 'conformant' | 'open' | 'unreachable'
  /** Minutes that the run takes at most, cleaning up included. */
  readonly withinMinutes: number
  handler(hub: Hub): Handler
}

const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
const never = (): Promise<Response> => new Promise(() => undefined)
const pathOf = (request: Request): string => new URL(request.url).pathname

const each =
  (ms: number) =>
  (hub: Hub): Handler =>
  async request => {
    await wait(ms)
    return hub.handler(request)
  }

const silentOn =
  (isSilent: (request: Request, count: number) => boolean) =>
  (hub: Hub): Handler => {
    let count = 0
    return request => (isSilent(request, ++count) ? never() : hub.handler(request))
  }

/** A list without end, each page new. */
const endless =
  (ms: number, isList: (path: string) => boolean) =>
  (hub: Hub): Handler =>
  async request => {
    await wait(ms)
    const url = new URL(request.url)
    const page = Number(url.searchParams.get('page') ?? 1)
    if (request.method !== 'GET' || !isList(url.pathname)) return hub.handler(request)
    if (page === 1) {
      const answer = await hub.handler(request)
      if (answer.status !== 200) return answer
    }
    const results = [{ name: `n${page}`, id: `id-${page}`, expires_at: null }]
    return Response.json({ results, next: `${url.origin}${url.pathname}?page=${page + 1}` })
  }

/** The table that the tests run and the page on reliability is generated from. */
export const slowServers: readonly SlowServer[] = [
  { does: 'takes 250 ms for each answer', ends: 'conformant', withinMinutes: 2, handler: each(250) },
  { does: 'takes 2 s for each answer', ends: 'conformant', withinMinutes: 15, handler: each(2_000) },
  { does: 'takes 9.9 s for each answer', ends: 'conformant', withinMinutes: 21, handler: each(9_900) },
  { does: 'never answers', ends: 'unreachable', withinMinutes: 1, handler: () => never },
  {
    does: 'answers at / only and does not answer everything else',
    ends: 'open',
    withinMinutes: 11,
    handler: silentOn(request => pathOf(request) !== '/'),
  },
  {
    does: 'does not answer all v1 routes',
    ends: 'open',
    withinMinutes: 4,
    handler: silentOn(request => pathOf(request).startsWith('/v1/')),
  },
  {
    does: 'does not answer all v2 routes',
    ends: 'open',
    withinMinutes: 9,
    handler: silentOn(request => pathOf(request).startsWith('/v2/')),
  },
  {
    does: 'does not answer every second request',
    ends: 'open',
    withinMinutes: 11,
    handler: silentOn((_, count) => count > 3 && count % 2 === 1),
  },
  {
    does: 'stops answering after 200 requests',
    ends: 'open',
    withinMinutes: 2,
    handler: silentOn((_, count) => count > 200),
  },
  {
    does: 'lists pages without end, each at once',
    ends: 'open',
    withinMinutes: 2,
    handler: endless(0, path => path.endsWith('/access-tokens')),
  },
  {
    does: 'lists pages without end, each after 1 s',
    ends: 'open',
    withinMinutes: 21,
    handler: endless(1_000, path => path.endsWith('/access-tokens')),
  },
  {
    does: 'lists pages without end, each after 9 s, in one place',
    ends: 'open',
    withinMinutes: 21,
    handler: endless(9_000, path => path.startsWith('/v2/auditlogs/')),
  },
]
