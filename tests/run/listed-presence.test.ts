import { expect, it } from 'vitest'
import { layered, withItems } from '../../checks/twists/shapes.ts'
import { instead, to, unrouted } from '../../checks/twists/twist.ts'
import { runTwisted } from '../support/run.ts'

const repositories = '/v2/namespaces/{namespace}/repositories'
const tags = `${repositories}/{repository}/tags`
/** Lists nothing in what exists. */
const empty = (collection: string) => withItems(to(collection, 'GET'), () => [])

it.each([
  ['presence/list-repository-tags', tags],
  ['presence/list-namespace-repositories', repositories],
])('%s stays open where the list is empty and its things can be read', async (id, collection) => {
  const { requirements } = await runTwisted(empty(collection), { select: { only: [id] } })
  expect(requirements.find(one => one.id === id)).toMatchObject({
    verdict: 'inconclusive',
    reason: { code: 'no-items' },
  })
})

it('presence/list-repository-tags passes where there are no tags', async () => {
  const id = 'presence/list-repository-tags'
  const none = layered(empty(tags), instead(to(`${tags}/{tag}`), unrouted))
  const { requirements } = await runTwisted(none, { select: { only: [id] } })
  expect(requirements.find(one => one.id === id)).toMatchObject({ verdict: 'pass' })
})

it('presence/list-repository-tags stays open where a new repository is listed with the tags of another', async () => {
  const id = 'presence/list-repository-tags'
  const ofSample = instead(to(tags, 'GET'), (request, next) =>
    next(new Request(request.url.replace(/\/hub-conformance-[a-z0-9]{6}-[0-9a-f]{6}(?=\/tags$)/, '/sample'), request)),
  )
  const { requirements } = await runTwisted(ofSample, { select: { only: [id] } })
  expect(requirements.find(one => one.id === id)).toMatchObject({
    verdict: 'inconclusive',
    reason: { code: 'other-repository' },
  })
})
