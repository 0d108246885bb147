import { describe, expect, it } from 'vitest'
import { to } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { runTwisted } from '../support/run.ts'

const legacy = to('/v2/repositories/{namespace}/{repository}', 'HEAD')
const page = () => new Response(null, { headers: { 'content-type': 'text/html' } })

const verdictOf = async (twist: Twist): Promise<string> => {
  const { requirements } = await runTwisted(twist, { select: { only: ['replacements/head-repository-same-resource'] } })
  const found = requirements.find(({ verdict }) => verdict !== 'not-selected')
  return `${found?.verdict}: ${found?.reason?.code}`
}

describe('a legacy HEAD that answers 200 for what is missing', () => {
  it('says nothing about a resource where every path is answered so', async () =>
    expect(
      await verdictOf(async (request, next) => {
        const response = await next(request)
        const gone = response.status === 404 && !new URL(request.url).pathname.startsWith('/v2/namespaces/')
        return gone || legacy(request, new URL(request.url).pathname) ? page() : response
      }),
    ).toBe('not-applicable: no-representation'))

  it('has changed behavior, as it may, where other paths are not', async () =>
    expect(
      await verdictOf(async (request, next) =>
        legacy(request, new URL(request.url).pathname) ? page() : next(request),
      ),
    ).toBe('not-applicable: no-representation'))
})
