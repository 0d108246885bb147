import { expect } from 'vitest'
import type { Twist } from '../../../contracts/requirement.ts'
import { type DryRun, dryRunOf } from '../../../engine/dry-run.ts'
import { isSafe } from '../../../engine/http/request-guard.ts'
import type { RunInput } from '../../../engine/options.ts'
import { createHub } from '../../../reference-impl/hub.ts'

/** Hubs that the plan of a run is compared on with what is really sent. The page on reliability is generated from this table. */
export const planned = {
  variants: [
    'plain',
    'layout',
    'numeric-ids',
    'bare-arrays',
    'cursors',
    'late',
    'expires-null',
    'gateway-401',
    'no-documents',
    'rate-limited',
    'prefix',
  ],
  odd: ['shows no labels', 'answers 500 to a creation and carries it out', 'carries out each creation three times'],
} as const

const kinds = ['repository', 'pat', 'oat'] as const

export const sum = (methods: Readonly<Record<string, number>>): number =>
  Object.values(methods).reduce((total, count) => total + count, 0)

const stageOf = () => {
  const { handler, credentials, fixtures } = createHub()
  return { handler, credentials, fixtures: { ...fixtures, groupId: String(fixtures.groupId) } }
}

/** The input of a full run. */
export const full = (): Omit<RunInput, 'target'> => ({
  credentials: { token: 'a token of the user' },
  fixtures: stageOf().fixtures,
  allowWrites: true,
})

export const planOf = (input: Omit<RunInput, 'target'>): Promise<DryRun> =>
  dryRunOf({ ...input, target: { url: 'https://hub.example.com' } }, stageOf())

let planOfAll: Promise<DryRun> | undefined

/** The plan of a full run: most tests compare with it. */
export const fullPlan = (): Promise<DryRun> => {
  planOfAll ??= planOf(full())
  return planOfAll
}

/** Counts what a run really sends and creates. */
export const countSent = (basePath = '') => {
  const v1: Record<string, number> = {}
  const current: Record<string, number> = {}
  const names = new Map<string, string>()
  const counting: Twist = (request, next) => {
    const methods = new URL(request.url).pathname.startsWith(`${basePath}/v1/`) ? v1 : current
    methods[request.method] = (methods[request.method] ?? 0) + 1
    return next(request)
  }
  const ledger: RunInput['ledger'] = {
    write: async ({ entries }) => {
      for (const { kind, name } of entries) names.set(name, kind)
    },
  }
  const made = (kind: string): number => [...names.values()].filter(each => each === kind).length
  return {
    counting,
    ledger,
    sent: () => ({ v1, current, creations: { repository: made('repository'), pat: made('pat'), oat: made('oat') } }),
  }
}

type Sent = ReturnType<ReturnType<typeof countSent>['sent']>

/** What is sent to a conforming hub is within a quarter of the plan. */
export const expectWithinPlan = async (sent: Sent): Promise<void> => {
  const { v1, current, creations } = await fullPlan()
  const ratio = (sum(sent.v1) + sum(sent.current)) / (sum(v1) + sum(current))
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.25)
  expect(Object.keys(sent.current).filter(method => !(method in current) && !isSafe(method))).toEqual([])
  for (const kind of kinds) expect(sent.creations[kind]).toBeLessThanOrEqual(2 * creations[kind])
}

/** What is sent to an odd hub is at most twice the plan. */
export const expectTwiceThePlan = async (sent: Sent): Promise<void> => {
  const { v1, current, creations } = await fullPlan()
  expect(sum(sent.v1) + sum(sent.current)).toBeLessThanOrEqual(2 * (sum(v1) + sum(current)))
  for (const kind of kinds) expect(sent.creations[kind]).toBeLessThanOrEqual(2 * creations[kind])
}
