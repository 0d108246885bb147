import { expect, it } from 'vitest'
import type { Twist } from '../../contracts/requirement.ts'
import { runTwisted } from '../support/run.ts'

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
