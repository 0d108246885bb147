import { expect, it } from 'vitest'
import type { Twist } from '../../contracts/requirement.ts'
import { runTwisted } from '../support/run.ts'

const listing =
  (...names: readonly string[]): Twist =>
  (request, next) =>
    new URL(request.url).pathname.endsWith('/actions')
      ? Promise.resolve(Response.json(names.map(name => ({ name }))))
      : next(request)

it.each([
  [['company-key.cut', 'repo.create'], 'inconclusive', 'actions-opaque'],
  [['team.create', 'repo.create'], 'fail', 'action-missing'],
] as const)('actions %j', async (names, verdict, code) => {
  const report = await runTwisted(listing(...names), { select: { only: ['audit-logs/token-actions'] } })
  const [judged] = report.requirements.filter(({ id }) => id === 'audit-logs/token-actions')
  expect([judged?.verdict, judged?.reason?.code]).toEqual([verdict, code])
})
