import { expect, it } from 'vitest'
import { runTwisted, whatWrites } from '../support/run.ts'

it('names as left behind only what was sent to a target before it stopped answering', async () => {
  let isGone = false
  const { leftovers, exchanges } = await runTwisted(
    async (request, next) => {
      isGone ||= request.method === 'POST' && new URL(request.url).pathname === '/v2/access-tokens'
      if (isGone) throw new TypeError('fetch failed')
      return next(request)
    },
    { select: whatWrites },
  )
  const sent = exchanges.filter(({ failure }) => failure !== 'gone').map(({ request }) => request.body ?? '')
  expect(leftovers.length).toBeGreaterThan(0)
  expect(leftovers.filter(({ name }) => !sent.some(body => body.includes(name)))).toEqual([])
})
