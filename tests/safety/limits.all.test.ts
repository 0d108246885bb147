import { describe, expect, test } from 'vitest'
import { oncePerText } from '../../checks/remembered.ts'
import type { Twist } from '../../contracts/requirement.ts'
import type { Report } from '../../contracts/results/report.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { runTwisted, virtualClock, withVerdict } from '../support/run.ts'
import { limitingHubs } from './support/limits.ts'

describe('a hub that', () => {
  test.each(limitingHubs)('$does ends $ends, and fails nothing', async ({ ends, twist }) => {
    const clock = virtualClock()
    const started = clock.now()
    const hub = createHub()
    const { username, password } = hub.credentials
    const limiting = twist(clock)
    const report = await runTwisted(request => limiting(request, hub.handler), {
      clock,
      credentials: { username, password },
      deadlineMs: 900_000,
      patienceMs: 10_000,
    })
    // Some of the fields are malformed; whether the requirement on them meets one is chance, and then it is right.
    const { 'http/retry-after': spelling, ...others } = withVerdict(report, 'fail')
    expect([undefined, 'header-malformed']).toContain(spelling)
    expect(others).toEqual({})
    expect(withVerdict(report, 'error')).toEqual({})
    const results = { conformant: ['conformant'], open: ['incomplete'], either: ['conformant', 'incomplete'] }
    expect(results[ends]).toContain(report.result)
    // The time of the run, and what cleaning up may take.
    expect(clock.now() - started).toBeLessThanOrEqual(900_000 + 300_000)
  })
})

describe('a server that answers the same to everything', () => {
  /** Everything is answered so, but each control at first by a limit or a passing failure. */
  const spoilt = (status: number, other: number): Twist => {
    const asked = new Set<string>()
    return async request => {
      const control = `${request.method} ${request.url}`
      const isSpoilt = control.includes('no-such-path') && !asked.has(control)
      asked.add(control)
      return new Response(null, { status: isSpoilt ? other : status })
    }
  }

  const mustPassing = (report: Report): readonly string[] =>
    report.requirements.filter(({ level, verdict }) => level === 'must' && verdict === 'pass').map(({ id }) => id)

  /** What passes where no control is spoilt. */
  const plainly = oncePerText(status =>
    runTwisted(async () => new Response(null, { status: Number(status) }), { patienceMs: 100 }).then(mustPassing),
  )

  test.each([410, 401, 404, 200, 403].flatMap(status => [429, 503, 500, 502].map(other => [status, other] as const)))(
    '(%i) is not believed because a control was spoilt by %i',
    async (status, other) => {
      const report = await runTwisted(spoilt(status, other), { patienceMs: 100 })
      expect(mustPassing(report)).toEqual(await plainly(`${status}`))
      expect(report.result).not.toBe('conformant')
    },
  )
})

describe('a conforming hub whose controls are answered otherwise once', () => {
  test.each([200, 204, 301, 400, 401, 403, 404, 405, 410, 500])('by %i, fails nothing', async status => {
    const asked = new Set<string>()
    const report = await runTwisted(async (request, next) => {
      const control = `${request.method} ${request.url} ${request.headers.get('authorization')}`
      if (!control.includes('no-such-path') || asked.has(control)) return next(request)
      asked.add(control)
      return new Response(null, { status, ...(status === 301 ? { headers: { location: '/' } } : {}) })
    })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'error')).toEqual({})
  })

  test('by what the route itself answers, fails nothing either', async () => {
    const asked = new Set<string>()
    const report = await runTwisted(async (request, next) => {
      const control = `${request.method} ${request.url}`
      if (request.method !== 'GET' || !control.includes('no-such-path') || asked.has(control)) return next(request)
      asked.add(control)
      const path = '/v2/namespaces/conformance-org/repositories/sample'
      return next(new Request(new URL(path, request.url), { headers: request.headers }))
    })
    expect(withVerdict(report, 'fail')).toEqual({})
  })
})
