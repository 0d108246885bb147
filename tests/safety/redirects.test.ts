import { expect, test } from 'vitest'
import { runTwisted } from '../support/run.ts'

const asked = '/v2/namespaces/conformance-org/repositories/sample'

/** Where a run goes that is redirected there by GetRepository, and what it makes of it. */
const redirectedTo = async (location: string, everything = false) => {
  const requests: string[] = []
  const report = await runTwisted(
    async (request, next) => {
      const { origin, pathname } = new URL(request.url)
      requests.push(`${request.method} ${origin}${pathname}`)
      const isRead = request.method === 'GET' && (pathname === asked || (everything && pathname.startsWith('/v2/')))
      return isRead ? new Response(null, { status: 302, headers: { location } }) : next(request)
    },
    { select: { only: ['presence/get-repository'] }, fixtures: { namespace: 'conformance-org', repository: 'sample' } },
  )
  const { verdict, reason } = report.requirements.find(({ id }) => id === 'presence/get-repository') ?? {}
  return { requests, said: `${verdict} ${reason?.code ?? ''}` }
}

test.each([
  ['another origin', 'http://other.invalid/v2/repository'],
  ['another scheme', 'https://hub.invalid/v2/repository'],
  ['a removed route', '/v1/repositories/sample/tags'],
  ['nowhere', 'http://['],
])('a redirect to %s is not followed, and is no absence', async (_what, location) => {
  const { requests, said } = await redirectedTo(location)
  expect(requests.filter(request => /other|https|v1/.test(request))).toEqual([])
  expect(said).toBe('inconclusive redirected')
})

test('a loop of redirects ends, and is no absence', async () => {
  const { requests, said } = await redirectedTo(asked)
  expect(requests.filter(request => request.endsWith(asked)).length).toBeLessThan(20)
  expect(said).toBe('inconclusive redirected')
})

test('where a path that does not exist is redirected as well, no redirect is followed', async () => {
  const { requests, said } = await redirectedTo('/home', true)
  expect(requests.filter(request => request.endsWith('/home'))).toEqual([])
  expect(said).toBe('inconclusive redirects-everything')
})
