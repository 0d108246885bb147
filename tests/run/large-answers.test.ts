import { expect, it } from 'vitest'
import { instead } from '../../checks/twists/twist.ts'
import { v1RouteOf } from '../../checks/v1-routes.ts'
import { reporters } from '../../reporters/index.ts'
import { runTwisted } from '../support/run.ts'

it('a hub that says the same at length to every removed route is conformant, and its report is of bounded size', async () => {
  const body = 'gone '.repeat(40_000)
  const report = await runTwisted(
    instead(
      (_request, path) => v1RouteOf(path) !== undefined,
      request => new Response(request.method === 'HEAD' ? null : body, { status: 410 }),
    ),
  )
  expect(report.result).toBe('conformant')
  expect(reporters.json.render(report).length).toBeLessThan(80_000_000)
})
