import { expect, it } from 'vitest'
import { isOpenApi, openApi } from '../../checks/twists/documents.ts'
import { answer, unrouted } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { runTwisted } from '../support/run.ts'

/** Personal access tokens are managed by these calls alone, as the reference says. */
const calls =
  (...paths: readonly string[]): Twist =>
  async (request, next) => {
    const { pathname } = new URL(request.url)
    if (/^\/v2\/access-tokens(?:\/|$)/.test(pathname)) return unrouted(request, next)
    if (paths.includes(pathname)) return answer(request.method === 'POST' ? 200 : 405, { id: 'some' })(request)
    if (!isOpenApi(request, pathname)) return next(request)
    return openApi(document => {
      const { '/v2/access-tokens': _, '/v2/access-tokens/{uuid}': __, ...others } = document.paths
      const call = { tags: ['access-tokens'], responses: { 200: { description: 'Done.' } } }
      document.paths = { ...others, ...Object.fromEntries(paths.map(path => [path, { post: call }])) }
    })(request, next)
  }

it.each([
  ['in words that tell them', ['/v2/tokens.create', '/v2/tokens.list', '/v2/tokens.get']],
  ['in other words', ['/v2/tokens', '/v2/tokens/lookup', '/v2/tokens/retire']],
])('operations that were not asked are no absence: published %s', async (_, paths) => {
  const { requirements } = await runTwisted(calls(...paths), { select: { only: ['presence/pat-*'] } })
  const failed = requirements.filter(({ verdict }) => verdict === 'fail')
  expect(failed.map(({ id, reason }) => [id, reason?.message])).toEqual([])
  expect(requirements.find(({ id }) => id === 'presence/pat-management')?.verdict).toBe('inconclusive')
})
