import { expect, it } from 'vitest'
import { declaredAsk } from '../../checks/http/legacy-answers.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { probeOf } from './answers/answered.ts'

const parameters = [
  { name: 'owner', in: 'query', required: true },
  { name: 'repo', in: 'query', required: false },
  { name: 'view', in: 'query', required: true, example: 'full' },
  { name: 'limit', in: 'query', required: false, example: 10 },
]
const operations = ['/v2/locks/{repo}', '/v2/grants'].map(path => ({ method: 'GET', path, tags: [], parameters }))
const { probe } = probeOf({}, {
  hasFixture: async () => true,
  fixture: async () => ({ operations }),
} as unknown as Partial<Probe>)
const values = { namespace: 'acme', repository: 'a b' }

it.each([
  ['/v2/locks/{repo}', '/v2/locks/a%20b', '/v2/locks/a%20b?owner=acme&view=full'],
  ['/v2/grants', '/v2/grants', '/v2/grants?owner=acme&repo=a+b&view=full'],
])('what the path %s does not name is in the query that the target declares', async (path, filled, asked) => {
  expect(await declaredAsk(probe, { method: 'GET', path }, filled, values)).toEqual({ method: 'GET', path: asked })
})

it('names nothing that nobody asks for', async () => {
  const { path } = await declaredAsk(probe, { method: 'GET', path: '/v2/grants' }, '/v2/grants')
  expect(path).toBe('/v2/grants?view=full')
})
