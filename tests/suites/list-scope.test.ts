import { expect, it } from 'vitest'
import { isOpenApi, openApi } from '../../checks/twists/documents.ts'
import type { Twist } from '../../contracts/requirement.ts'
import listScope from '../../suites/repositories/list-scope.ts'
import { runTwisted } from '../support/run.ts'

it('leaves a list open that nobody can ask for the repositories of one namespace', async () => {
  const byOwner = listScope.tolerates?.['owner-in-query']?.twist() as Twist
  const twist: Twist = (request, next) => {
    if (!isOpenApi(request, new URL(request.url).pathname)) return byOwner(request, next)
    return openApi(({ paths }) => {
      for (const { get } of Object.values(paths)) if (get) get.parameters = []
    })(request, inner => byOwner(inner, next))
  }
  const report = await runTwisted(twist, { select: { only: [listScope.id] } })
  const judged = report.requirements.find(({ id }) => id === listScope.id)
  expect(judged).toMatchObject({ verdict: 'inconclusive', reason: { code: 'other-namespace' } })
})
