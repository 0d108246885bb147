import { expect, it } from 'vitest'
import { isOpenApi, openApi } from '../../checks/twists/documents.ts'
import { instead } from '../../checks/twists/twist.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

it('a reference that gives no operation an id leaves open which of them is which', async () => {
  const withoutIds = openApi(document => {
    for (const item of Object.values(document.paths))
      for (const operation of Object.values(item))
        if (operation?.operationId !== undefined) delete operation.operationId
  })
  const ids = lifecycle.operations.map(({ slug }) => `areas/${slug}`)
  const report = await runTwisted(instead(isOpenApi, withoutIds), { select: { suites: ['areas'] } })
  expect(withVerdict(report, 'inconclusive')).toEqual(Object.fromEntries(ids.map(id => [id, 'ids-unpublished'])))
  expect(withVerdict(report, 'fail')).toEqual({})
})
