import { describe, expect, test } from 'vitest'
import { isOpenApi, openApi } from '../../checks/twists/documents.ts'
import { answer } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import type { RunInput } from '../../engine/options.ts'
import { verifyReport } from '../../engine/replay/replay.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { collection } from '../safety/support/lies.ts'
import { runTwisted } from '../support/run.ts'

const { username } = createHub().credentials
const own = `/v2/users/${username}/api-keys`

/** A hub that has the personal tokens of an account below the name of the account, or below another name. */
const belowAccount =
  (parameter: string, own = `/v2/users/${username}/api-keys`): Twist =>
  async (request, next) => {
    const url = new URL(request.url)
    if (isOpenApi(request, url.pathname))
      return openApi(document => {
        for (const path of Object.keys(document.paths).filter(each => each.startsWith(collection))) {
          document.paths[path.replace(collection, `/v2/users/{${parameter}}/api-keys`)] = document.paths[path] ?? {}
          delete document.paths[path]
        }
      })(request, next)
    if (url.pathname.startsWith(collection)) return answer(404)(request)
    if (!url.pathname.startsWith(own)) return next(request)
    const moved = new Request(url.href.replace(own, collection), request)
    const answered = await next(moved)
    const text = (await answered.text()).replaceAll(collection, own)
    const headers = new Headers(answered.headers)
    headers.delete('content-length')
    return new Response([204, 304].includes(answered.status) ? null : text, { status: answered.status, headers })
  }

const run = (input: Partial<RunInput>, parameter = 'user') =>
  runTwisted(belowAccount(parameter), {
    select: { only: ['presence/pat-*', 'access-tokens/*', 'schemas/pat-*'] },
    ...input,
  })

const notPassed = ({ requirements }: Awaited<ReturnType<typeof run>>) =>
  requirements.flatMap(({ id, verdict, reason }) => (verdict === 'pass' ? [] : [[id, verdict, reason?.message]]))

describe('personal tokens below the name of the account', () => {
  test('are found by the reference, whoever the credentials are of', async () => {
    const plain = await runTwisted(undefined, {
      select: { only: ['presence/pat-*', 'access-tokens/*', 'schemas/pat-*'] },
    })
    const report = await run({})
    expect(notPassed(report)).toEqual(notPassed(plain))
    expect(report.bindings.find(({ operation }) => operation === 'pat.list')?.path).toBe(own)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('are used as the reference declares them, where a binding gives the name', async () => {
    const operations = {
      'pat.list': { method: 'GET', path: own },
      'pat.create': { method: 'POST', path: own },
      'pat.get': { method: 'GET', path: `${own}/{id}` },
      'pat.update': { method: 'PATCH', path: `${own}/{id}` },
      'pat.delete': { method: 'DELETE', path: `${own}/{id}` },
    }
    const report = await run({ bindings: { operations } })
    const [schema] = report.requirements.filter(({ id }) => id === 'schemas/pat-list')
    expect(schema?.cases[0]?.excerpts.map(({ text }) => text).join()).toContain('/v2/users/{user}/api-keys')
    expect(notPassed(report)).toEqual(notPassed(await run({})))
  })

  test('are open where the path has another name than the credentials', async () => {
    const twist = belowAccount('username', '/v2/users/another-name/api-keys')
    const { requirements } = await runTwisted(twist, { select: { only: ['presence/pat-*'] } })
    const [list] = requirements.filter(({ id }) => id === 'presence/pat-list')
    expect([list?.verdict, list?.reason?.code]).toEqual(['inconclusive', 'not-served'])
    expect(requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  })

  test('are said to need a path with a value in the place of a parameter that nobody knows', async () => {
    const report = await run({}, 'cell')
    expect(report.next[0]?.message).toMatch(
      /^\/v2\/users\/\{cell\}\/api-keys, the path of "list .*", cannot be filled in: it takes no parameter.*\. Give the path with a value in the place of the other parameter, such as \/v2\/users\/NAME\/api-keys\.$/,
    )
  })
})
