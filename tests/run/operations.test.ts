import { expect, it } from 'vitest'
import { byOperations, withLink, withResult } from '../../checks/twists/operations.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { answer, edited } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { verifyReport } from '../../engine/replay/replay.ts'
import { runTwisted } from '../support/run.ts'

const creates = (_request: Request, path: string): boolean => /\/(?:access-tokens|repositories)$/.test(path)
const only = ['access-tokens/create-expires-at', 'repositories/created-get', 'schemas/pat-expires-at-date-time']

/** Shows nothing that the run has created. */
const hidden: Twist = async (request, next) =>
  request.method !== 'DELETE' && new URL(request.url).pathname.includes('/hub-conformance-')
    ? answer(404)(request)
    : next(request)

const judged = async (twist: Twist): Promise<Readonly<Record<string, string>>> => {
  const report = await runTwisted(twist, { select: { only } })
  expect((await verifyReport(report)).disagreements).toEqual([])
  return Object.fromEntries(
    report.requirements.filter(({ id }) => only.includes(id)).map(({ id, verdict }) => [id, verdict]),
  )
}

it.each([
  ['returns what it has made', byOperations(creates, withResult)],
  ['links to what it has made', byOperations(creates, withLink, 'member')],
  ['names what it has made by its id', byOperations(creates, made => ({ resource: { id: made.uuid ?? made.id } }))],
])('an operation that %s is followed', async (_, twist) => {
  expect(await judged(twist())).toEqual(Object.fromEntries(only.map(id => [id, 'pass'])))
})

it.each([
  ['does not end', undefined],
  ['failed', () => ({ status: 'failed' })],
])('nothing fails where the operation %s and nothing is shown', async (_, ending) => {
  const verdicts = await judged(layered(hidden, byOperations(creates, ending)()))
  expect(verdicts).toMatchObject({
    'access-tokens/create-expires-at': 'untestable',
    'repositories/created-get': 'untestable',
  })
})

it.each(['http://elsewhere.invalid/v2/operations/1', '/hub/../operations/1', '/operations/1'])(
  'an operation at %s, outside the base path, is not requested',
  async location => {
    const asked: string[] = []
    const elsewhere: Twist = async (request, next) => {
      const url = new URL(request.url)
      asked.push(url.href)
      const isHub = url.pathname.startsWith('/hub/')
      const response = await next(isHub ? new Request(request.url.replace('/hub/', '/'), request) : request)
      return request.method === 'POST' && creates(request, url.pathname) && response.ok
        ? answer(202, { status: 'pending' }, { location })(request)
        : response
    }
    await runTwisted(elsewhere, { select: { only: ['access-tokens/create-expires-at'] } }, '/hub')
    expect(asked.filter(url => url.includes('operations'))).toEqual([])
  },
)

it.each([
  ['behind the link', byOperations(creates, withLink, 'member')],
  ['by the id', byOperations(creates, made => ({ resource: { id: made.uuid ?? made.id } }))],
])('the secret that what was made has %s is in no report, whatever its name', async (_, twist) => {
  const secret = 'Lk4OPERATIONsecret9'
  const withKey = edited(body => ({ ...(body as object), key: secret }))
  const shown: Twist = (request, next) =>
    request.method === 'GET' && /\/access-tokens\/[^/]+$/.test(new URL(request.url).pathname)
      ? withKey(request, next)
      : next(request)
  const report = await runTwisted(layered(shown, twist()), { select: { only } })
  expect(JSON.stringify(report)).toContain('op-1')
  expect(JSON.stringify(report)).not.toContain(secret)
})
