import { expect, it } from 'vitest'
import { published } from '../../../checks/source.ts'
import type { Requirement } from '../../../contracts/requirement.ts'
import { violated } from '../../../contracts/results/finding.ts'
import { runConformance } from '../../../engine/run.ts'
import { virtualClock } from '../../support/run.ts'

const named = { namespace: 'a', repository: 'b' }

/** How long a case and its confirmation wait for what never comes, where each look takes some requests, and how often they look. */
const waitFor = async (requests: number) => {
  const clock = virtualClock()
  const waited: number[] = []
  const looked: number[] = []
  const requirement: Requirement = {
    id: 'repositories/never-shown',
    level: 'should',
    statement: 'Something is shown.',
    since: '2022-08-23',
    source: published('operation GetRepository', 'Something is shown.'),
    needs: [],
    how: 'It is waited for.',
    fix: 'Show it.',
    faults: {},
    cases: [
      {
        name: 'waits for what never comes',
        check: async probe => {
          for (const before of [false, true]) {
            const started = clock.now()
            let looks = 0
            await probe.eventually(async () => {
              looks++
              for (let request = 0; request < requests; request++)
                await probe.call('GetRepository', named, { anyStatus: true })
              return undefined
            }, before)
            waited.push(clock.now() - started)
            looked.push(looks)
          }
          const answer = await probe.call('GetRepository', named, { anyStatus: true })
          return violated('absent', {}, answer)
        },
      },
    ],
  }
  const handler = async (): Promise<Response> => new Response(null, { status: 404 })
  await runConformance(
    { target: { url: 'http://hub.invalid', handler }, clock, patienceMs: 10_000 },
    { catalogue: [requirement] },
  )
  return { waited, looked }
}

it('confirms within a fifth of the time what was waited for before', async () => {
  const { waited, looked } = await waitFor(0)
  expect(waited).toEqual([10_000, 2_000, 2_000, 2_000])
  // Now and at the end where it was waited for in vain before; again and again where only this case has waited.
  expect(looked).toEqual([14, 2, 6, 2])
})

it('looks less often at what takes several requests, and as long', async () => {
  const { waited, looked } = await waitFor(3)
  expect(waited).toEqual([10_000, 2_000, 2_000, 2_000])
  expect(looked).toEqual([7, 2, 4, 2])
})
