import { expect, it } from 'vitest'
import { tokenFamilies } from '../../checks/token-calls.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { instead, sentBy, to, withBody, withObject } from '../../checks/twists/twist.ts'
import { runTwisted } from '../support/run.ts'

const [{ item }] = tokenFamilies as [(typeof tokenFamilies)[number]]

/** Shows the number of a status that is no switch, in the place of the switch. */
const statusAs = (number: () => number) =>
  withObject(to(item), ({ is_active: _, ...body }) => ({ ...body, sync_status: number() }))

const verdictOf = async (twist: ReturnType<typeof statusAs>): Promise<string | undefined> => {
  const id = 'access-tokens/update-kept'
  const report = await runTwisted(twist, { select: { only: [id] } })
  return report.requirements.find(one => one.id === id)?.verdict
}

it('a number that an update does not take is no switch', async () =>
  expect(await verdictOf(statusAs(() => 0))).toBe('inconclusive'))

it('a number that changes by itself does not stand for a switch that is ignored', async () => {
  let reads = 0
  const ignored = instead(to(item, 'PATCH'), async (request, next) => {
    const { is_active: _, ...sent } = await sentBy(request)
    return next(withBody(request, sent))
  })
  expect(
    await verdictOf(
      layered(
        statusAs(() => ++reads),
        ignored,
      ),
    ),
  ).toBe('inconclusive')
})
