import { describe, expect, test } from 'vitest'
import type { Twist } from '../../contracts/requirement.ts'
import { type DryRun, dryRunOf } from '../../engine/dry-run.ts'
import { isSafe } from '../../engine/http/request-guard.ts'
import type { RunInput } from '../../engine/options.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { variants } from '../../suites/catalogue.ts'
import { runTwisted } from '../support/run.ts'
import { oddHubs } from './support/odd-hubs.ts'
import { planned } from './support/plans.ts'

const sum = (methods: Readonly<Record<string, number>>): number =>
  Object.values(methods).reduce((total, count) => total + count, 0)

const stageOf = () => {
  const { handler, credentials, fixtures } = createHub()
  return { handler, credentials, fixtures: { ...fixtures, groupId: String(fixtures.groupId) } }
}

const full = (): Omit<RunInput, 'target'> => ({
  credentials: { token: 'a token of the user' },
  fixtures: stageOf().fixtures,
  allowWrites: true,
})

const planOf = (input: Omit<RunInput, 'target'>): Promise<DryRun> =>
  dryRunOf({ ...input, target: { url: 'https://hub.example.com' } }, stageOf())

/** The plan of a full run: most tests compare with it. */
const fullPlan = planOf(full())

/** What a run really sends and creates. */
const sentBy = async (twist: Twist | undefined, input: Partial<RunInput>, basePath = '') => {
  const hub = createHub()
  const v1: Record<string, number> = {}
  const current: Record<string, number> = {}
  const names = new Map<string, string>()
  await runTwisted(undefined, {
    ...input,
    target: {
      url: `http://hub.invalid${basePath}`,
      handler: request => {
        const methods = new URL(request.url).pathname.startsWith(`${basePath}/v1/`) ? v1 : current
        methods[request.method] = (methods[request.method] ?? 0) + 1
        return twist ? twist(request, hub.handler) : hub.handler(request)
      },
    },
    ...(input.credentials === undefined ? {} : { credentials: { token: hub.credentials.token } }),
    ledger: {
      write: async ({ entries }) => {
        for (const { kind, name } of entries) names.set(name, kind)
      },
    },
  })
  const made = (kind: string): number => [...names.values()].filter(each => each === kind).length
  return { v1, current, creations: { repository: made('repository'), pat: made('pat'), oat: made('oat') } }
}

describe('the plan of a run', () => {
  test.each([
    ['that writes', full()],
    ['that only reads', { ...full(), allowWrites: false }],
    ['without credentials', { fixtures: full().fixtures, allowWrites: false }],
    ['of one suite', { ...full(), select: { suites: ['access-tokens'] } }],
    ['of an earlier day', { ...full(), asOf: '2025-06-27' }],
  ] as [string, Omit<RunInput, 'target'>][])('%s against the built-in hub is what is sent', async (_, input) => {
    const { v1, current, creations } = await planOf(input)
    const sent = await sentBy(undefined, { credentials: undefined, ...input } as Partial<RunInput>)
    expect(sent.creations).toEqual(creations)
    expect(Object.keys(sent.v1).sort()).toEqual(Object.keys(v1).sort())
    expect(Object.keys(sent.current).sort()).toEqual(Object.keys(current).sort())
    // Who asks first decides how often what all share is asked for.
    expect(Math.abs(sum(sent.v1) + sum(sent.current) - sum(v1) - sum(current))).toBeLessThanOrEqual(20)
  })

  test.each(planned.variants)('holds for the conforming hub %s within a quarter', async name => {
    const shape = variants[name]
    if (shape === undefined) throw new Error(`there is no variant ${name}`)
    const { v1, current, creations } = await fullPlan
    const sent = await sentBy(shape.twist(), full(), shape.basePath)
    const ratio = (sum(sent.v1) + sum(sent.current)) / (sum(v1) + sum(current))
    expect(ratio).toBeGreaterThan(0.8)
    expect(ratio).toBeLessThan(1.25)
    expect(Object.keys(sent.current).filter(method => !(method in current) && !isSafe(method))).toEqual([])
    for (const kind of ['repository', 'pat', 'oat'] as const)
      expect(sent.creations[kind]).toBeLessThanOrEqual(2 * creations[kind])
  })

  test.each(planned.odd)('a hub that %s is sent at most twice as much', async name => {
    const odd = oddHubs[name]
    if (odd === undefined) throw new Error(`there is no odd hub ${name}`)
    const { v1, current, creations } = await fullPlan
    const sent = await sentBy(odd.twist(), full())
    expect(sum(sent.v1) + sum(sent.current)).toBeLessThanOrEqual(2 * (sum(v1) + sum(current)))
    for (const kind of ['repository', 'pat', 'oat'] as const)
      expect(sent.creations[kind]).toBeLessThanOrEqual(2 * creations[kind])
  })

  test('says how a repository would be deleted, from the files that the user gave', async () => {
    expect((await fullPlan).deletion).toMatchObject({ from: 'default', method: 'DELETE' })
    const bindings = {
      operations: {
        DeleteRepository: { method: 'DELETE', path: '/v2/namespaces/{namespace}/repositories/{repository}' },
      },
    }
    expect((await planOf({ ...full(), bindings })).deletion).toEqual({
      from: 'file',
      method: 'DELETE',
      path: '/v2/namespaces/{namespace}/repositories/{repository}',
    })
  })

  test('only reads where nothing may be written', async () => {
    const { current, creations } = await planOf({ ...full(), allowWrites: false })
    expect(Object.keys(current).sort()).toEqual(['GET', 'HEAD'])
    expect(creations).toEqual({ repository: 0, pat: 0, oat: 0 })
  })
})
