import { expect, it } from 'vitest'
import { answer } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { runTwisted } from '../support/run.ts'

type Next = Parameters<Twist>[1]

const ids = [
  'repositories/missing-get',
  'repositories/missing-tag',
  'access-tokens/missing-get',
  'org-access-tokens/missing-get',
]

/** Says what came of a request in its body, for every path below v2; `shown` is next to that. */
const inTheBody =
  (shown: (request: Request, next: Next) => Promise<object> = async () => ({})): Twist =>
  async (request, next) => {
    const response = await next(request)
    const isOurs = new URL(request.url).pathname.startsWith('/v2/') && request.method === 'GET'
    return isOurs && response.status === 404
      ? answer(200, { ok: false, code: 404, error: 'not found', ...(await shown(request, next)) })(request)
      : response
  }

const verdicts = async (twist: Twist): Promise<readonly string[]> => {
  const { requirements } = await runTwisted(twist, { select: { only: ids } })
  return ids.map(id => requirements.find(one => one.id === id)?.verdict ?? '')
}

it('what does not exist is open where every path that does not exist is denied with success', async () => {
  expect(await verdicts(inTheBody())).toEqual(ids.map(() => 'inconclusive'))
})

it('a repository that does not exist fails where such an answer shows another one', async () => {
  const sample = async (request: Request, next: Next): Promise<object> => {
    const path = request.url.replace(/\/sample-hub-conformance-[^/]*$/, '/sample')
    return path === request.url ? {} : { data: await (await next(new Request(path, request))).json() }
  }
  expect((await verdicts(inTheBody(sample)))[0]).toBe('fail')
})

it('what a denial is called is no repository, whatever the member', async () => {
  const said = inTheBody(async () => ({ title: 'Not Found', name: 'Not Found' }))
  const id = 'repositories/get-asked-for'
  const { requirements } = await runTwisted(said, { select: { only: ['repositories/*'] } })
  const { verdict, reason } = requirements.find(one => one.id === id) ?? {}
  expect([verdict, reason?.message]).not.toContain('fail')
})
