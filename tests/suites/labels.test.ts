import { expect, it } from 'vitest'
import { isOpenApi, openApi, withoutDeprecation } from '../../checks/twists/documents.ts'
import { instead } from '../../checks/twists/twist.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

it.each(lifecycle.legacyEndpoints.map(endpoint => [`labels/${endpoint.slug}`, endpoint] as const))(
  '%s is open where the reference publishes the endpoint without a label and the log has one',
  async (id, endpoint) => {
    const report = await runTwisted(instead(isOpenApi, openApi(withoutDeprecation(endpoint))), {
      select: { only: [id] },
    })
    expect(withVerdict(report, 'inconclusive')).toEqual({ [id]: 'label-in-log-alone' })
  },
)
