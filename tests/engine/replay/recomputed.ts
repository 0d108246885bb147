import { describe, expect, it } from 'vitest'
import { layered } from '../../../checks/twists/shapes.ts'
import type { Twist } from '../../../contracts/requirement.ts'
import type { RunInput } from '../../../engine/options.ts'
import { suiteOf } from '../../../engine/plan.ts'
import { checkDocs, runConformance } from '../../../engine/run.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { serveHub } from '../../../reference-impl/serve.ts'
import { catalogue } from '../../../suites/catalogue.ts'
import { grouped } from '../../support/grouped.ts'
import { expectEqual } from '../../support/replay.ts'
import { runTwisted as runWhole, virtualClock, withVerdict } from '../../support/run.ts'

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** One fault of each suite, so that every kind of failure is recomputed. */
const faults = [...new Map(catalogue.map(requirement => [suiteOf(requirement.id), requirement])).values()].flatMap(
  ({ id, faults }) => {
    const [first] = Object.entries(faults)
    return first ? [[`${id}/${first[0]}`, suiteOf(id), first[1]] as const] : []
  },
)

/** Registers a test per kind of report: what these suites found (without a choice: every one) is recomputed from the report alone. */
export const reportsAreRecomputed = (suites?: readonly string[]): void => {
  const select = suites && { suites }
  const runTwisted = (twist: Twist | undefined, input: Partial<RunInput> = {}) =>
    runWhole(twist, { ...(select && { select }), ...input })

  describe('a report of the reference hub', () => {
    it('is recomputed and equal', async () => {
      const report = await runTwisted(undefined)
      expect(report.result).toBe(select ? 'partial' : 'conformant')
      await expectEqual(report)
    })

    it.each([1, 32])('at %i requests at once', async concurrency => {
      await expectEqual(await runTwisted(undefined, { network: { concurrency } }))
    })

    it('over a socket, eight at once', async () => {
      const { handler, credentials, fixtures } = createHub()
      const { url, close } = await serveHub(handler)
      const { username, password } = credentials
      const { namespace, repository, tag, org, groupId } = fixtures
      try {
        const report = await runConformance({
          target: { url },
          credentials: { username, password },
          fixtures: { namespace, repository, tag, org, groupId: String(groupId) },
          allowWrites: true,
          network: { concurrency: 8 },
          ...(select && { select }),
        })
        expect(report.result).toBe(select ? 'partial' : 'conformant')
        await expectEqual(report)
      } finally {
        await close()
      }
    })
  })

  describe('a report of a server that is wrong', () => {
    // A run that asks every suite finds several.
    const hubs = grouped(faults, select ? faults.length : Math.ceil(faults.length / 4))
    it.each(hubs.map(hub => [hub.map(([name]) => name).join(', '), hub] as const))('%s', async (_names, hub) => {
      const suites = hub.map(([, suite]) => suite)
      const twist = layered(...hub.map(([, , fault]) => fault.twist()))
      const report = await runTwisted(twist, select && { select: { suites } })
      const failing = new Set(Object.keys(withVerdict(report, 'fail')).map(suiteOf))
      expect([...failing]).toEqual(expect.arrayContaining(suites))
      await expectEqual(report)
    })

    it.each([200, 204, 401, 404, 410, 429, 500, 503])('always answers %i', async status => {
      const report = await runTwisted(
        async () => (status === 204 ? new Response(null, { status }) : json(status, { name: 'x' })),
        { patienceMs: 300, network: { timeoutMs: 500, retries: 1 } },
      )
      await expectEqual(report)
    })

    it('has another path than a binding file says', async () => {
      const path = '/v2/not/here/{namespace}/{repository}'
      const report = await runTwisted(undefined, {
        bindings: { operations: { GetRepository: { method: 'GET', path } } },
        select: { suites: ['presence'] },
      })
      expect(report.requirements.find(({ id }) => id === 'presence/get-repository')?.fix).toContain(path)
      await expectEqual(report)
    })

    it('answers bytes that are no text', async () => {
      await expectEqual(
        await runTwisted(async () => new Response(new Uint8Array([0xff, 0xfe, 0x00])), { patienceMs: 100 }),
      )
    })

    it('dies in the middle', async () => {
      let asked = 0
      const dying: Twist = async (request, next) => {
        if (++asked > 60) throw new Error('gone')
        return next(request)
      }
      await expectEqual(await runTwisted(dying, { patienceMs: 100, network: { concurrency: 4 } }))
    })

    it('fails once and holds when asked again', async () => {
      let first = true
      const report = await runTwisted(
        async (request, next) => {
          if (first && request.method === 'PATCH' && request.url.includes('/v1/')) {
            first = false
            return json(200, {})
          }
          return next(request)
        },
        { select: { suites: ['v1-removed'] } },
      )
      expect(Object.values(withVerdict(report, 'inconclusive'))).toContain('flaky')
      await expectEqual(report)
    })
  })

  describe('a report of a server that is odd', () => {
    it('limits, and says when to come back', async () => {
      let asked = 0
      const report = await runTwisted(async (request, next) =>
        ++asked % 5 === 0 ? json(429, {}, { 'retry-after': '1' }) : next(request),
      )
      expect(report.exchanges.filter(({ repeated }) => repeated === 'limit').length).toBeGreaterThan(20)
      await expectEqual(report)
    })

    it.each([
      [429, 1],
      [429, 3_600],
      [503, 3_600],
    ])('lets a hundred requests through, then answers %i for %i s and more', async (status, seconds) => {
      let asked = 0
      const twist: Twist = async (request, next) =>
        ++asked > 100 ? json(status, {}, { 'retry-after': String(seconds) }) : next(request)
      for (const concurrency of [1, 8]) {
        asked = 0
        const report = await runTwisted(twist, { network: { concurrency }, patienceMs: 300 })
        expect(withVerdict(report, 'inconclusive')).not.toEqual({})
        await expectEqual(report)
      }
    })

    it('limits in the middle of what a fixture takes', async () => {
      for (const after of [8, 13, 21, 34, 55]) {
        let asked = 0
        const twist: Twist = async (request, next) =>
          ++asked > after ? json(429, {}, { 'retry-after': '1' }) : next(request)
        await expectEqual(await runTwisted(twist, { patienceMs: 300 }))
      }
    })

    it('shows late what it has made', async () => {
      const born = new Map<string, number>()
      let asked = 0
      const report = await runTwisted(async (request, next) => {
        asked++
        const response = await next(request)
        if (request.method === 'POST' && response.status === 201) {
          const text = await response.clone().text()
          const { uuid, id, name } = JSON.parse(text) as Record<string, unknown>
          for (const mark of [uuid, id, name]) if (typeof mark === 'string') born.set(mark, asked)
        }
        const mark = new URL(request.url).pathname.split('/').at(-1) ?? ''
        const since = born.get(mark)
        return request.method === 'GET' && since !== undefined && asked - since < 40 ? json(404, {}) : response
      })
      await expectEqual(report)
    })
  })

  describe('a report of a run', () => {
    const { namespace } = createHub().fixtures
    const inputs: Readonly<Record<string, Partial<RunInput>>> = {
      'without write permission': { allowWrites: false },
      'without credentials': { credentials: {} },
      'without anything but a namespace': { allowWrites: false, credentials: {}, fixtures: { namespace } },
      'that found its things itself': { fixtures: { namespace } },
      'without any fixture': { fixtures: {} },
      'of another day': { asOf: '2025-06-27' },
      'of some requirements': { select: { suites: ['v1-removed', 'presence'], skip: ['*/name-tags'] } },
      'of one level': { select: { levels: ['should'] } },
      'with other options in it': { options: { target: 'http://hub.invalid', patience: 2_000, insecure: true } },
    }
    it.each(Object.entries(inputs))('%s', async (_name, input) => {
      await expectEqual(await runTwisted(undefined, input))
    })

    it('that logged in', async () => {
      const hub = createHub()
      const { username, password } = hub.credentials
      await expectEqual(await runTwisted(request => hub.handler(request), { credentials: { username, password } }))
    })

    it('that could not log in', async () => {
      const report = await runTwisted(undefined, { credentials: { username: 'nobody', password: 'wrong-password' } })
      expect(Object.values(withVerdict(report, 'untestable'))).toContain('login-failed')
      await expectEqual(report)
    })

    it.each([429, 500])('whose login got no decision (%i)', async status => {
      const report = await runTwisted(
        async (request, next) => (/auth|login/.test(request.url) ? json(status, {}) : next(request)),
        { credentials: { username: 'nobody', password: 'wrong-password' } },
      )
      await expectEqual(report)
    })

    it('whose login got no answer', async () => {
      const report = await runTwisted(
        async (request, next) => {
          if (/auth|login/.test(request.url)) throw new Error('closed')
          return next(request)
        },
        { credentials: { username: 'nobody', password: 'wrong-password' } },
      )
      expect(Object.values(withVerdict(report, 'inconclusive'))).toContain('no-answer')
      await expectEqual(report)
    })

    it('whose logins ran out', async () => {
      const hub = createHub()
      const { username, password } = hub.credentials
      const clock = virtualClock()
      const used = new Map<string, number>()
      const report = await runTwisted(
        async request => {
          const token = request.headers.get('authorization') ?? ''
          const times = (used.get(token) ?? 0) + 1
          used.set(token, times)
          if (token === '' || token.includes('not-a-valid') || times < 30) return hub.handler(request)
          await clock.pause(60_000)
          return json(401, {})
        },
        { credentials: { username, password }, clock },
      )
      expect(report.exchanges.filter(({ repeated }) => repeated === 'login').length).toBeGreaterThan(2)
      await expectEqual(report)
    })

    it('that was interrupted', async () => {
      const abort = new AbortController()
      let asked = 0
      const report = await runTwisted(
        async (request, next) => {
          if (++asked === 80) abort.abort()
          return next(request)
        },
        { signal: abort.signal },
      )
      expect(report.result).toBe('incomplete')
      await expectEqual(report)
    })

    it('whose secrets are part of what was asked', async () => {
      const report = await runTwisted(undefined, {
        secrets: [namespace.padEnd(6, 'x'), createHub().fixtures.repository],
      })
      expect(JSON.stringify(report.options)).toMatch(/\[secret-\d+\]/)
      await expectEqual(report)
    })

    it('on documents alone', async () => {
      const { handler } = createHub()
      const text = async (path: string) => (await handler(new Request(`http://hub.invalid${path}`))).text()
      const report = await checkDocs({
        documents: {
          reference: { from: 'openapi.json', text: await text('/openapi.json') },
          deprecationLog: { from: 'deprecated.md', text: await text('/deprecated.md') },
        },
      })
      expect(report.requirements.some(({ verdict }) => verdict === 'pass')).toBe(true)
      await expectEqual(report)
    })
  })
}
