import { expect, it } from 'vitest'
import { to, withJson } from '../../checks/twists/twist.ts'
import { runTwisted } from '../support/run.ts'

const repositories = '/v2/namespaces/{namespace}/repositories'

it.each([
  ['repositories/listed', repositories],
  ['repositories/single-tag-listed', `${repositories}/{repository}/tags`],
])('%s is open where the list counts what no page of any size shows', async (id, path) => {
  const counted = withJson(to(path, 'GET'), body => ({ ...(body as object), count: 100 }))
  const { requirements } = await runTwisted(counted, { select: { only: [id] } })
  const judged = requirements.find(one => one.id === id)
  expect([judged?.verdict, judged?.reason?.code]).toEqual(['inconclusive', 'list-unfinished'])
})
