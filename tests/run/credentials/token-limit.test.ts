import { describe, expect, it } from 'vitest'
import { isObject } from '../../../checks/reading/json.ts'
import type { Twist } from '../../../contracts/requirement.ts'
import { verifyReport } from '../../../engine/replay/replay.ts'
import { manyTokens, runTwisted, virtualClock, withVerdict } from '../../support/run.ts'

/** Takes so many tokens of the run at a time, in each list of them. */
const atMost = (most: number, status: number): { readonly twist: Twist; readonly refused: () => number } => {
  const held = new Map<string, Set<string>>()
  let refused = 0
  return {
    refused: () => refused,
    twist: async (request, next) => {
      const { pathname } = new URL(request.url)
      const [, list, id] = /^(.*\/access-tokens)(?:\/([^/]+))?$/.exec(pathname) ?? []
      if (list === undefined) return next(request)
      const own = held.get(list) ?? new Set()
      held.set(list, own)
      if (request.method === 'POST' && own.size >= most) {
        refused++
        return Response.json({ message: 'too many tokens' }, { status })
      }
      const response = await next(request)
      if (request.method === 'DELETE' && response.ok && id !== undefined) own.delete(id)
      if (request.method === 'POST' && response.ok) {
        const body: unknown = await response.clone().json()
        if (isObject(body)) own.add(String(body.uuid ?? body.id))
      }
      return response
    },
  }
}

describe('a hub that takes only so many tokens at a time', () => {
  it.each([
    [3, 403],
    [4, 422],
    [6, 402],
    [8, 409],
    [10, 403],
  ])('%d of them, and answers %d to more, is conformant', async (most, status) => {
    const { twist, refused } = atMost(most, status)
    const report = await runTwisted(twist, { select: manyTokens })
    expect(refused()).toBeGreaterThan(0)
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'untestable')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({})
    expect(report.result).toBe('partial')
    expect(report.leftovers).toEqual([])
    expect(report.exchanges.some(({ repeated }) => repeated === 'room')).toBe(true)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it.each([5, 6])('%d of them, in the order in which a slow hub is asked, is conformant', async most => {
    const { twist } = atMost(most, 409)
    const slow: Twist = async (request, next) => {
      await new Promise(resolve => setTimeout(resolve, 1 + (request.url.length % 4)))
      return twist(request, next)
    }
    const report = await runTwisted(slow, { select: manyTokens })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'untestable')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({})
    expect(report.result).toBe('partial')
    expect(report.leftovers).toEqual([])
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it.each([
    [1, 300],
    [2, 800],
    [3, 300],
    [5, 300],
    [5, 800],
    [8, 300],
  ])('%d of them, and that shows what was deleted for %d ms more, ends without a failure', async (most, delayMs) => {
    const clock = virtualClock()
    const { twist } = atMost(most, 403)
    const shown = new Map<string, { readonly response: Response; readonly until: number }>()
    const late: Twist = async (request, next) => {
      const { url, method, headers } = request
      const last = shown.get(url)
      if (method === 'GET' && last !== undefined && clock.now() < last.until) return last.response.clone()
      const isDeletion = method === 'DELETE' && /\/access-tokens\/[^/]+$/.test(url)
      const response = isDeletion ? await next(new Request(url, { headers })) : undefined
      if (response?.ok) shown.set(url, { response, until: clock.now() + delayMs })
      return twist(request, next)
    }
    const report = await runTwisted(late, { clock, select: manyTokens })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'error')).toEqual({})
    expect(report.leftovers).toEqual([])
  })

  it('and counts what was deleted for 800 ms more is conformant', async () => {
    const clock = virtualClock()
    const { twist } = atMost(5, 403)
    const late: Twist = async (request, next) => {
      const { url, method } = request
      if (method !== 'DELETE' || !/\/access-tokens\/[^/]+$/.test(url)) return twist(request, next)
      const response = await next(request)
      if (response.ok) deleted.push({ request, until: clock.now() + 800 })
      return response
    }
    const deleted: { readonly request: Request; readonly until: number }[] = []
    const report = await runTwisted(
      async (request, next) => {
        while ((deleted[0]?.until ?? Number.POSITIVE_INFINITY) <= clock.now())
          await twist((deleted.shift() as (typeof deleted)[number]).request, async () => new Response(null))
        return late(request, next)
      },
      { clock, select: manyTokens },
    )
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'untestable')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({})
    expect(report.leftovers).toEqual([])
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  it('one that takes a single token ends, with nothing left behind and no failure', async () => {
    const report = await runTwisted(atMost(1, 409).twist, { select: manyTokens })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'error')).toEqual({})
    expect(report.leftovers).toEqual([])
  })

  it('asks once for an expiry in a spelling that is refused, and not for room', async () => {
    const refused: unknown[] = []
    const report = await runTwisted(
      async (request, next) => {
        if (request.method !== 'POST' || !/\/access-tokens$/.test(request.url)) return next(request)
        const { expires_at: expiry } = (await request.clone().json()) as { readonly expires_at?: string }
        if (!expiry?.includes('.')) return next(request)
        refused.push(expiry)
        return Response.json({ message: 'not an expiry' }, { status: 400 })
      },
      { select: { suites: ['access-tokens', 'schemas'] } },
    )
    expect(refused).toHaveLength(new Set(refused).size)
    expect(refused.length).toBeGreaterThan(2)
    expect(report.exchanges.filter(({ repeated }) => repeated === 'room')).toEqual([])
    expect(withVerdict(report, 'inconclusive')).toEqual({})
  })
})
