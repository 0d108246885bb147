import { expect, it } from 'vitest'
import type { Twist } from '../../contracts/requirement.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { runTwisted, virtualClock, withVerdict } from '../support/run.ts'

/** A hub that keeps rules and shows them nowhere. */
const placeless: Twist = async (request, next) => {
  const response = await next(request)
  if (!/\/repositories\/[^/]+$/.test(new URL(request.url).pathname) || !response.ok) return response
  const { immutable_tags_settings: _, ...shown } = (await response.json()) as Record<string, unknown>
  return Response.json(shown, { status: response.status })
}

it('what shows no place for rules is not waited for', async () => {
  const input = { select: { only: ['immutable-tags/update-kept', 'immutable-tags/update-switch'] }, patienceMs: 60_000 }
  const whole = await runTwisted(undefined, input)
  const bare = await runTwisted(placeless, input)
  expect(bare.requirements.map(({ verdict }) => verdict)).not.toContain('fail')
  expect(bare.timing?.requests).toBeLessThan(2 * (whole.timing?.requests ?? 0))
})

/** Faults that hide an effect, and a requirement that waits for it. */
const hiding = [
  ['repositories/created-get', 'not-stored', 'repositories/created-get'],
  ['access-tokens/created-get', 'unnamed', 'access-tokens/created-get'],
  ['access-tokens/deleted', 'kept', 'presence/pat-delete'],
  ['org-access-tokens/deleted', 'kept', 'presence/oat-delete'],
] as const

it.each(hiding)('what %s/%s hides is waited for once by %s, and confirmed', async (id, fault, asked) => {
  const clock = virtualClock()
  const started = clock.now()
  const twist = catalogue.find(requirement => requirement.id === id)?.faults[fault]?.twist()
  const report = await runTwisted(twist, { clock, patienceMs: 10_000, select: { only: [asked] } })
  expect(report.requirements.find(requirement => requirement.id === asked)?.verdict).not.toBe('pass')
  expect(clock.now() - started).toBeLessThan(15_000)
})

it('tokens that are never shown cost a run half as many requests again at most', async () => {
  const requests = async (twist?: Twist): Promise<number> =>
    (await runTwisted(twist, { patienceMs: 10_000, clock: virtualClock(), select: { skip: ['v1-removed/*'] } })).timing
      ?.requests ?? 0
  const { unnamed, other } = catalogue.find(({ id }) => id === 'access-tokens/created-get')?.faults ?? {}
  const most = 1.5 * (await requests())
  expect(await requests(unnamed?.twist())).toBeLessThan(most)
  expect(await requests(other?.twist())).toBeLessThan(most)
})

it('the shape of a list that shows what is created only later is judged when it has an item', async () => {
  const clock = virtualClock()
  let createdAt = Number.POSITIVE_INFINITY
  const late: Twist = async (request, next) => {
    const isTokens = new URL(request.url).pathname.endsWith('/access-tokens')
    const response = await next(request)
    if (isTokens && request.method === 'POST') createdAt = clock.now()
    return isTokens && request.method === 'GET' && response.ok && clock.now() < createdAt + 1_000
      ? Response.json({ results: [], total: 0 })
      : response
  }
  const report = await runTwisted(late, { clock, select: { only: ['schemas/oat-list', 'schemas/pat-list'] } })
  expect(Object.keys(withVerdict(report, 'pass'))).toEqual(['schemas/pat-list', 'schemas/oat-list'])
})
