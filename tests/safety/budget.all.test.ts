import { describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/results/report.ts'
import type { RunInput } from '../../engine/options.ts'
import { runConformance, TargetUnreachable } from '../../engine/run.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { withVerdict } from '../support/run.ts'
import { type SlowServer, slowServers } from './support/slow-servers.ts'
import { inVirtualTime } from './support/virtual-time.ts'

const minute = 60_000

/** A run with default options. */
const judge = async (server: Pick<SlowServer, 'handler'>, limitMs: number, more: Partial<RunInput> = {}) => {
  const hub = createHub()
  const { groupId, ...fixtures } = hub.fixtures
  return inVirtualTime(
    () =>
      runConformance({
        target: { handler: server.handler(hub) },
        credentials: { token: hub.credentials.token },
        fixtures: { ...fixtures, groupId: String(groupId) },
        allowWrites: true,
        seed: 7,
        ...more,
      }).catch((error: unknown) => {
        if (error instanceof TargetUnreachable) return 'unreachable' as const
        throw error
      }),
    limitMs,
  )
}

const why = ['no-answer', 'out-of-time', 'not-reached', 'case-out-of-time', 'target-gone', 'cut-short', 'list-too-long']

describe('a hub that', () => {
  test.each(slowServers)('$does ends $ends', async server => {
    const { outcome, ms } = await judge(server, 120 * minute)
    expect(ms / minute).toBeLessThanOrEqual(server.withinMinutes)
    if (outcome === 'unreachable') return expect(server.ends).toBe('unreachable')
    if (outcome === undefined) throw new Error('the run did not end')
    expect(withVerdict(outcome, 'fail')).toEqual({})
    expect(withVerdict(outcome, 'error')).toEqual({})
    if (server.ends === 'conformant') {
      expect(outcome.leftovers).toEqual([])
      return expect(outcome.result).toBe('conformant')
    }
    expect(server.ends).toBe('open')
    const reasons = Object.values(withVerdict(outcome, 'inconclusive'))
    expect(reasons.filter(code => why.includes(code)).length).toBeGreaterThan(0)
  })
})

describe('one operation that misbehaves among good ones', () => {
  const hang = (): Promise<Response> => new Promise(() => undefined)
  const spoilt = (isSpoilt: (path: string) => boolean, misbehave: () => Promise<Response>) => ({
    handler: (hub: ReturnType<typeof createHub>) => (request: Request) =>
      isSpoilt(new URL(request.url).pathname) ? misbehave() : hub.handler(request),
  })
  const openIn = (report: Report): readonly string[] =>
    Object.keys({ ...withVerdict(report, 'inconclusive'), ...withVerdict(report, 'untestable') })
  const reportOf = async (...asked: Parameters<typeof judge>): Promise<Report> => {
    const { outcome } = await judge(...asked)
    if (typeof outcome !== 'object') throw new Error('there is no report')
    expect(withVerdict(outcome, 'fail')).toEqual({})
    expect(withVerdict(outcome, 'error')).toEqual({})
    return outcome
  }

  test.each([
    ['hangs', hang],
    ['answers 500', async () => new Response('oops', { status: 500 })],
  ])('%s: only what is about it suffers', async (_, misbehave) => {
    const server = spoilt(path => path.startsWith('/v2/auditlogs/'), misbehave)
    const select = { suites: ['presence', 'access-tokens'] }
    const open = openIn(await reportOf(server, 120 * minute, { select }))
    expect(open.length).toBeGreaterThan(0)
    expect(open.filter(id => !id.includes('audit'))).toEqual([])
  })

  test('one of the v1 shapes hangs: only what is about it suffers', async () => {
    const server = spoilt(path => /^\/v1\/repositories\/[^/]+\/[^/]+\/tags\/?$/.test(path), hang)
    const open = openIn(await reportOf(server, 120 * minute, { select: { suites: ['v1-removed'] } }))
    expect(open.length).toBeGreaterThan(0)
    expect(open.filter(id => !/namespace-name-tags|generated|options|responses|trailing-slash/.test(id))).toEqual([])
  })
})

describe('the time of the run', () => {
  const slow = slowServers.find(({ does }) => does.includes('9.9 s')) as SlowServer

  test('is what the user says: a hub that takes 9.9 s for each answer is conformant in the end', async () => {
    const { outcome } = await judge(slow, 120 * minute, { deadlineMs: 60 * minute })
    expect(outcome).toMatchObject({ result: 'conformant' })
  })

  test('is longer where a rate is to be kept: at thirty requests a minute a hub is conformant in the end', async () => {
    const quick: Pick<SlowServer, 'handler'> = { handler: hub => hub.handler }
    const { outcome, ms } = await judge(quick, 120 * minute, { network: { ratePerMinute: 30 }, allowWrites: true })
    expect(outcome).toMatchObject({ result: 'conformant' })
    expect(ms).toBeGreaterThan(20 * minute)
  })

  test('ends the run and says so, and what was verified until then counts', async () => {
    const { outcome, ms } = await judge(slow, 120 * minute, { deadlineMs: 3 * minute, allowWrites: false })
    // What is under way is broken off.
    expect(ms).toBeLessThanOrEqual(3 * minute + 1_000)
    if (typeof outcome !== 'object') throw new Error('there is no report')
    expect(new Set(Object.values(withVerdict(outcome, 'inconclusive')))).toContain('not-reached')
    expect(Object.keys(withVerdict(outcome, 'pass')).length).toBeGreaterThan(0)
  })
})
